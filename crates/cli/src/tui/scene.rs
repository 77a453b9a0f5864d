//! Where everything of a board stands: places and their faces, in one of three forms.
//!
//! View and update both ask here, so what is drawn and what a click hits cannot differ.

mod boxes;
mod flow;

use pyramid_engine::{Card, Move, Place, Row, Setup, State, Stock};

use crate::board::Symbols;
use crate::play::pass_text;

/// How large a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Cards are boxes of seven by three, whose rows overlap.
    Large,
    /// Cards are four columns of a line: the board of the line game.
    Compact,
    /// Open cards row by row, then the piles.
    List,
}

/// What can be seen at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// The card was removed.
    Gone,
    /// A free card.
    Open(Card),
    /// A card that others lie on.
    Covered(Card),
    /// A card that may not be known.
    Down,
    /// A pile without cards.
    Empty,
}

/// A place on the board.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) place: Place,
    pub(super) face: Face,
    /// The left upper corner, in columns and lines of the scene.
    pub(super) x: u16,
    pub(super) y: u16,
    /// What stands in the upper and lower border of a box.
    pub(super) border: [String; 2],
}

/// All of a board.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) form: Form,
    /// In the order in which they are drawn.
    pub(super) spots: Vec<Spot>,
    /// Text at a column and a line.
    pub(super) labels: Vec<(u16, u16, String)>,
    pub(super) width: u16,
    pub(super) height: u16,
}

/// The measures of a tableau.
#[derive(Clone, Copy)]
struct Grid {
    /// Columns and lines of a card.
    card: (u16, u16),
    /// Columns from card to card, lines from row to row.
    pitch: (u16, u16),
}

impl Form {
    fn grid(self) -> Grid {
        match self {
            Form::Large => Grid { card: (7, 3), pitch: (8, 2) },
            Form::Compact | Form::List => Grid { card: (4, 1), pitch: (6, 1) },
        }
    }
}

/// What a scene is made of.
#[derive(Clone, Copy)]
pub(super) struct Stage<'a> {
    pub(super) setup: &'a Setup,
    pub(super) state: &'a State,
    pub(super) symbols: Symbols,
}

impl Stage<'_> {
    /// The largest scene that leaves two lines for message and keys free; the list is taken where
    /// none fits, and may be higher than there is room.
    pub(super) fn scene(self, width: u16, height: u16) -> Scene {
        let fits = |scene: &Scene, lines: u16| {
            scene.width <= width && scene.height.saturating_add(lines) <= height
        };
        // A title, two lines of message, keys.
        let large = [true, false].into_iter().map(|beside| self.large(beside));
        if let Some(scene) = large.into_iter().find(|scene| fits(scene, 4)) {
            return scene;
        }
        let compact = self.compact(width);
        // Two lines of message, keys.
        if fits(&compact, 3) { compact } else { self.list(width) }
    }

    fn face(self, place: Place) -> Face {
        let rules = self.setup.layout().rules();
        match (place, self.setup.free_card(self.state, place)) {
            (_, Some(card)) => Face::Open(card),
            (Place::Stock, None) if self.state.stock_len() > 0 => Face::Down,
            (Place::Tableau(index), None) => {
                let covered = self.setup.piles(self.state).tableau[usize::from(index)];
                match covered {
                    None => Face::Gone,
                    Some(_) if rules.hidden => Face::Down,
                    Some(card) => Face::Covered(card),
                }
            }
            (_, None) => Face::Empty,
        }
    }

    /// The number of a row, with the letter of its part where there are several.
    fn row_name(self, row: &Row) -> String {
        match self.setup.layout().parts() {
            1 => row.number.to_string(),
            _ => format!("{}{}", char::from(b'a' + row.part), row.number),
        }
    }

    /// Columns of the row numbers, with a blank behind them.
    fn margin(self) -> u16 {
        let rows = self.setup.layout().rows();
        rows.iter().map(|row| self.row_name(row).len() as u16).max().unwrap_or(0) + 1
    }

    /// The tableau as it lies. Parts stand beside each other or one above the other.
    fn tableau(self, form: Form, beside: bool) -> Scene {
        let Grid { card, pitch } = form.grid();
        let mut scene = Scene { form, spots: Vec::new(), labels: Vec::new(), width: 0, height: 0 };
        let margin = self.margin();
        let (mut left, mut top) = (0, 0);
        let mut part = 0;
        for row in self.setup.layout().rows() {
            if row.part != part {
                part = row.part;
                (left, top) = if beside { (scene.width + 2, 0) } else { (0, scene.height) };
            }
            let y = top + u16::from(row.number - 1) * pitch.1;
            scene.labels.push((left, y + card.1 / 2, self.row_name(row)));
            let mut x = left + margin + u16::from(row.indent) * pitch.0 / 2;
            for index in row.places.clone() {
                let place = Place::Tableau(index);
                scene.push(place, self.face(place), x, y);
                x += pitch.0;
            }
        }
        scene
    }

    /// Stock, wastes and cell, with their names and how many cards they hold.
    fn piles(self) -> Vec<(Place, String, usize)> {
        let rules = self.setup.layout().rules();
        let mut piles = Vec::new();
        if rules.stock != Stock::None {
            piles.push((Place::Stock, "Stock".to_owned(), self.state.stock_len()));
            for waste in 0..rules.wastes.max(1) {
                let name = match rules.wastes {
                    3 => format!("W{}", waste + 1),
                    _ => "Waste".to_owned(),
                };
                piles.push((Place::Waste(waste), name, self.state.waste_len(waste)));
            }
        }
        if rules.cells > 0 {
            piles.push((Place::Cell, "Cell".to_owned(), self.state.cell().iter().count()));
        }
        piles
    }

    /// The card under the top of a waste, where the two may pair.
    fn second(self, place: Place) -> Option<Card> {
        let Place::Waste(waste) = place else { return None };
        let second = self.setup.cards_of(self.state, Move::WastePair(waste))[1];
        second.filter(|_| self.setup.layout().rules().waste_pair)
    }

    /// The reserve piles, bottom card first.
    fn reserve(self) -> Vec<(Place, Vec<Card>)> {
        let piles = self.setup.piles(self.state).reserve;
        (0..).map(Place::Reserve).zip(piles).collect()
    }

    /// Pass and cards left.
    pub(super) fn counts(self) -> Vec<String> {
        let pass = pass_text(self.setup.layout().rules(), self.state);
        pass.into_iter().chain([format!("Left {}", self.state.tableau_len())]).collect()
    }
}

impl Scene {
    fn push(&mut self, place: Place, face: Face, x: u16, y: u16) {
        self.spots.push(Spot { place, face, x, y, border: Default::default() });
        let (width, height) = self.form.grid().card;
        self.grow(x + width, y + height);
    }

    fn label(&mut self, x: u16, y: u16, text: String) {
        self.grow(x.saturating_add(text.chars().count() as u16), y + 1);
        self.labels.push((x, y, text));
    }

    fn grow(&mut self, width: u16, height: u16) {
        self.width = self.width.max(width);
        self.height = self.height.max(height);
    }

    /// Columns and lines of a card.
    pub(super) fn card(&self) -> (u16, u16) {
        self.form.grid().card
    }

    /// The spot of a place.
    pub(super) fn spot(&self, place: Place) -> Option<&Spot> {
        // Of a reserve pile the top is drawn last.
        self.spots.iter().rev().find(|spot| spot.place == place)
    }

    /// What lies at a column and a line, the upper card first.
    pub(super) fn hit(&self, x: u16, y: u16) -> Option<Place> {
        let (width, height) = self.card();
        let is_hit = |spot: &&Spot| {
            spot.face != Face::Gone
                && (spot.x..spot.x + width).contains(&x)
                && (spot.y..spot.y + height).contains(&y)
        };
        self.spots.iter().rev().find(is_hit).map(|spot| spot.place)
    }

    /// The places the cursor can stand on, in their order on the board: open cards, and the stock
    /// even where its top is not free.
    pub(super) fn stops(&self) -> impl DoubleEndedIterator<Item = &Spot> {
        self.spots
            .iter()
            .filter(|spot| matches!(spot.face, Face::Open(_)) || spot.place == Place::Stock)
    }
}
