//! The large form: cards as boxes, the piles beside the tableau, the reserve below it.

use super::{Face, Form, Scene, Stage};

impl Stage<'_> {
    /// Parts of a layout stand beside each other, or one above the other.
    pub(super) fn large(self, beside: bool) -> Scene {
        let mut scene = self.tableau(Form::Large, beside);
        self.boxes_beside(&mut scene);
        self.boxes_below(&mut scene);
        scene
    }

    /// Stock, wastes and cell one above the other, as far left as the tableau lets them, at its
    /// upper or lower end.
    fn boxes_beside(self, scene: &mut Scene) {
        let piles = self.piles();
        let (width, height) = scene.card();
        let lines = piles.len() as u16 * height;
        let room = |top: u16| {
            let meets = |y: u16| y < top + lines && y + height > top;
            let edges = scene.spots.iter().filter(|spot| meets(spot.y)).map(|spot| spot.x + width);
            (edges.max().map_or(0, |edge| edge + 1), top)
        };
        let (x, top) = room(0).min(room(scene.height.saturating_sub(lines)));
        // Where there is room they stand apart from it.
        let x = x.max(scene.width.saturating_sub(2));
        for (y, (place, name, count)) in (top..).step_by(usize::from(height)).zip(piles) {
            let name = match self.second(place) {
                Some(second) => format!("W {}", self.symbols.card(second)),
                None => name,
            };
            scene.push(place, self.face(place), x, y);
            if let Some(spot) = scene.spots.last_mut() {
                let count = if name == "Cell" { String::new() } else { count.to_string() };
                spot.border = [name, count];
            }
        }
    }

    /// Of a reserve pile the buried cards show in their upper borders.
    fn boxes_below(self, scene: &mut Scene) {
        let margin = self.margin();
        let top = scene.height;
        let pitch = scene.form.grid().pitch.0;
        for (at, (place, cards)) in (0..).zip(self.reserve()) {
            let x = margin + at * pitch;
            let buried = cards.len().saturating_sub(1);
            for (y, &card) in (top..).zip(&cards[..buried]) {
                scene.push(place, Face::Covered(card), x, y);
                if let Some(spot) = scene.spots.last_mut() {
                    spot.border[0] = self.symbols.card(card);
                }
            }
            scene.push(place, self.face(place), x, top + buried as u16);
            if let Some(spot) = scene.spots.last_mut() {
                spot.border[1] = format!("r{}", at + 1);
            }
        }
        // The room stays when the piles get lower.
        if let Some(reserve) = self.setup.layout().rules().reserve {
            scene.height = scene.height.max(top + 2 + u16::from(reserve.depth));
        }
    }
}
