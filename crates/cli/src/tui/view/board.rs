//! Draws a scene: cards as boxes or in four columns.

use pyramid_engine::{Card, Place, Suit};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Canvas;
use crate::board::Symbols;
use crate::tui::model::Model;
use crate::tui::plan::Plan;
use crate::tui::scene::{Face, Form, Scene, Spot};
use crate::tui::theme::Role;

/// A frame: the corners and sides from left to right and down.
struct Border {
    top: [&'static str; 3],
    side: &'static str,
    bottom: [&'static str; 3],
}

static ASCII: [Border; 2] = [
    Border { top: [".", "-", "."], side: "|", bottom: ["'", "-", "'"] },
    Border { top: ["#", "=", "#"], side: "#", bottom: ["#", "=", "#"] },
];
static UNICODE: [Border; 2] = [
    Border { top: ["╭", "─", "╮"], side: "│", bottom: ["╰", "─", "╯"] },
    Border { top: ["┏", "━", "┓"], side: "┃", bottom: ["┗", "━", "┛"] },
];

/// How a card is set off from others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    Plain,
    Marked,
    Partner,
}

/// What all cards of a frame are drawn with.
struct Table<'a> {
    model: &'a Model,
    part: Rect,
    scroll: u16,
    marked: Vec<Place>,
    partners: Vec<Place>,
}

/// Draws the board and puts the cursor on its card.
pub(super) fn board(model: &Model, plan: &Plan, canvas: &mut Canvas<'_>) {
    let (part, scroll) = (plan.board, plan.scroll);
    let table = Table { model, part, scroll, marked: model.marked(), partners: model.partners() };
    let faint = model.colours.style(Role::Faint);
    for (x, y, text) in &plan.scene.labels {
        if let Some(y) = y.checked_sub(scroll) {
            canvas.put(part, part.x.saturating_add(*x), part.y + y, text, faint);
        }
    }
    for spot in &plan.scene.spots {
        match plan.scene.form {
            Form::Large => table.boxed(spot, canvas),
            Form::Compact | Form::List => table.flat(spot, canvas),
        }
    }
    if plan.scene.form == Form::Large {
        table.gaps(&plan.scene, canvas);
    }
    let spot = plan.scene.spot(model.focus());
    canvas.cursor = spot.map(|spot| {
        let (right, down) = if plan.scene.form == Form::Large { (2, 1) } else { (1, 0) };
        (part.x.saturating_add(spot.x + right), part.y + (spot.y + down).saturating_sub(scroll))
    });
}

impl Table<'_> {
    fn stand(&self, spot: &Spot) -> Stand {
        match () {
            () if spot.face == Face::Gone => Stand::Plain,
            () if self.marked.contains(&spot.place) => Stand::Marked,
            () if self.partners.contains(&spot.place) => Stand::Partner,
            () => Stand::Plain,
        }
    }

    fn is_focus(&self, spot: &Spot) -> bool {
        let buried = matches!((spot.place, spot.face), (Place::Reserve(_), Face::Covered(_)));
        !buried && spot.place == self.model.focus()
    }

    /// The style of a spot without the colour of its suit.
    fn style(&self, spot: &Spot) -> Style {
        let role = match (self.stand(spot), spot.face) {
            (Stand::Marked, _) => Role::Marked,
            (Stand::Partner, _) => Role::Partner,
            (Stand::Plain, Face::Open(_)) => Role::Open,
            (Stand::Plain, _) => Role::Faint,
        };
        self.model.colours.style(role)
    }

    /// What stands around the two columns of a card.
    fn brackets(&self, spot: &Spot, open: [&'static str; 2]) -> [&'static str; 2] {
        match (self.stand(spot), spot.face) {
            (Stand::Marked, _) => [">", "<"],
            (Stand::Partner, _) => ["(", ")"],
            (Stand::Plain, Face::Open(_)) => open,
            (Stand::Plain, _) => [" ", " "],
        }
    }

    /// A box of seven by three.
    fn boxed(&self, spot: &Spot, canvas: &mut Canvas<'_>) {
        if spot.face == Face::Gone {
            return;
        }
        let Some(y) = (self.part.y + spot.y).checked_sub(self.scroll) else { return };
        let x = self.part.x + spot.x;
        let style = self.style(spot);
        let borders = match self.model.symbols {
            Symbols::Ascii => &ASCII,
            Symbols::Unicode => &UNICODE,
        };
        let border = &borders[usize::from(matches!(spot.face, Face::Open(_)))];
        let line = |[left, middle, right]: [&str; 3], text: &str| {
            let columns = text.chars().count().min(5);
            let before = (5 - columns) / 2;
            format!(
                "{left}{}{text}{}{right}",
                middle.repeat(before),
                middle.repeat(5 - columns - before)
            )
        };
        let [above, below] = &spot.border;
        canvas.put(self.part, x, y, &line(border.top, above), style);
        canvas.put(self.part, x, y + 1, border.side, style);
        canvas.put(self.part, x + 6, y + 1, border.side, style);
        canvas.put(self.part, x, y + 2, &line(border.bottom, below), style);
        // Behind the card is a blank of the box.
        canvas.put(self.part, x + 5, y + 1, " ", style);
        self.content(spot, x + 1, y + 1, [" ", " "], canvas);
    }

    /// Between two cards that lie on a third its border does not show.
    fn gaps(&self, scene: &Scene, canvas: &mut Canvas<'_>) {
        let lies = |x: u16, y: u16| {
            let here = |spot: &&Spot| (spot.x, spot.y) == (x, y) && spot.face != Face::Gone;
            scene.spots.iter().any(|spot| here(&spot))
        };
        for spot in &scene.spots {
            let left = spot.x.checked_sub(4).is_some_and(|x| lies(x, spot.y + 2));
            if left && lies(spot.x + 4, spot.y + 2) {
                let (x, y) = (self.part.x + spot.x + 3, self.part.y + spot.y + 2);
                canvas.put(self.part, x, y, " ", Style::new());
            }
        }
    }

    /// Four columns of a line.
    fn flat(&self, spot: &Spot, canvas: &mut Canvas<'_>) {
        if let Some(y) = (self.part.y + spot.y).checked_sub(self.scroll)
            && y >= self.part.y
        {
            self.content(spot, self.part.x.saturating_add(spot.x), y, ["[", "]"], canvas);
        }
    }

    /// The card between its brackets.
    fn content(
        &self,
        spot: &Spot,
        x: u16,
        y: u16,
        open: [&'static str; 2],
        canvas: &mut Canvas<'_>,
    ) {
        let symbols = self.model.symbols;
        let mut style = self.style(spot);
        if self.is_focus(spot) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let [left, right] = self.brackets(spot, open);
        let text = match spot.face {
            Face::Open(card) | Face::Covered(card) => symbols.card(card),
            Face::Down => symbols.hidden().to_owned(),
            Face::Gone => symbols.gap().to_owned(),
            Face::Empty => symbols.empty().to_owned(),
        };
        let red = |card: Card| matches!(card.suit(), Suit::Diamonds | Suit::Hearts);
        let suit = match spot.face {
            Face::Open(card) | Face::Covered(card) if red(card) => self.model.colours.red(style),
            _ => style,
        };
        let x = canvas.put(self.part, x, y, left, style);
        let x = canvas.put(self.part, x, y, &text, suit);
        canvas.put(self.part, x, y, right, style);
    }
}
