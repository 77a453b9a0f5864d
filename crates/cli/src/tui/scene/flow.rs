//! The forms in which a card is four columns of a line: what is no tableau flows like words.

use pyramid_engine::{Card, Place};

use super::{Face, Form, Scene, Stage};

/// Blanks between two items.
const GAP: u16 = 2;
/// Columns of a card.
const CARD: u16 = 4;

/// Something that is not broken over two lines.
enum Word {
    Text(String),
    Spot(Place, Face),
}

impl Word {
    fn width(&self) -> u16 {
        match self {
            Word::Text(text) => text.chars().count() as u16,
            Word::Spot(..) => CARD,
        }
    }
}

/// Words with a blank between them.
type Item = Vec<Word>;

fn width(item: &Item) -> u16 {
    item.iter().map(|word| word.width() + 1).sum::<u16>().saturating_sub(1)
}

impl Stage<'_> {
    /// The tableau with the piles below it.
    pub(super) fn compact(self, width: u16) -> Scene {
        let mut scene = self.tableau(Form::Compact, false);
        let width = width.max(scene.width);
        self.flow_piles(&mut scene, 2, width);
        scene
    }

    /// Open cards by row, then the piles.
    pub(super) fn list(self, width: u16) -> Scene {
        let mut scene =
            Scene { form: Form::List, spots: Vec::new(), labels: Vec::new(), width: 0, height: 0 };
        let margin = self.margin();
        for row in self.setup.layout().rows() {
            let open = row.places.clone().map(Place::Tableau).filter_map(|place| {
                let face = self.face(place);
                matches!(face, Face::Open(_)).then(|| vec![Word::Spot(place, face)])
            });
            let open: Vec<Item> = open.collect();
            if !open.is_empty() {
                let y = scene.height;
                scene.label(0, y, self.row_name(row));
                scene.flow(open, margin, y, width, 1);
            }
        }
        self.flow_piles(&mut scene, 0, width);
        scene
    }

    fn flow_piles(self, scene: &mut Scene, left: u16, width: u16) {
        scene.flow(self.reserve_items(width.saturating_sub(left)), left, scene.height, width, GAP);
        let mut items: Vec<Item> = Vec::new();
        for (place, name, count) in self.piles() {
            let mut item = vec![Word::Text(name)];
            if let Some(second) = self.second(place) {
                item.push(Word::Text(self.symbols.card(second)));
            }
            item.push(Word::Spot(place, self.face(place)));
            if place != Place::Cell {
                item.push(Word::Text(count.to_string()));
            }
            items.push(item);
        }
        items.extend(self.counts().into_iter().map(|text| vec![Word::Text(text)]));
        scene.flow(items, left, scene.height, width, GAP);
    }

    /// Reserve piles of the same width; where that is too much only their tops.
    fn reserve_items(self, width: u16) -> Vec<Item> {
        let Some(reserve) = self.setup.layout().rules().reserve else { return Vec::new() };
        let name_width = format!("r{}", reserve.piles).len();
        let depth = usize::from(reserve.depth);
        let widest = name_width + 3 * (depth - 1) + 1 + usize::from(CARD);
        let whole = widest <= usize::from(width);
        let item = |(at, (place, cards)): (usize, (Place, Vec<Card>))| {
            let mut item = vec![Word::Text(format!("{:<name_width$}", format!("r{}", at + 1)))];
            let buried = cards.len().saturating_sub(1);
            if whole {
                let buried = cards[..buried].iter();
                item.extend(buried.map(|&card| Word::Text(self.symbols.card(card))));
            }
            item.push(Word::Spot(place, self.face(place)));
            if whole && cards.len() < depth {
                // As wide as it was.
                let blanks = 3 * (depth - cards.len().max(1));
                item.extend((blanks > 0).then(|| Word::Text(" ".repeat(blanks - 1))));
            }
            item
        };
        self.reserve().into_iter().enumerate().map(item).collect()
    }
}

impl Scene {
    /// Sets items one after the other into lines of at most `width` columns.
    fn flow(&mut self, items: Vec<Item>, left: u16, top: u16, width: u16, gap: u16) {
        let (mut x, mut y) = (left, top);
        for item in items {
            let columns = self::width(&item);
            if x > left && x.saturating_add(columns) > width {
                (x, y) = (left, y + 1);
            }
            for word in item {
                let columns = word.width();
                match word {
                    Word::Text(text) => self.label(x, y, text),
                    Word::Spot(place, face) => self.push(place, face, x, y),
                }
                x = x.saturating_add(columns + 1);
            }
            x = x.saturating_add(gap - 1);
        }
    }
}
