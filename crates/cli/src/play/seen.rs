//! What the player has seen, and so may be told.

use pyramid_engine::{Game, Place, Setup, State, Stock, Whereabouts};

/// The cards that have been seen, of those that can be unseen at all: the stock's in its first
/// pass, and face-down cards. What was seen stays known, whatever is taken back.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Tableau places.
    tableau: u64,
    /// How many cards of the stock, counted from its first top.
    stock: usize,
}

impl Seen {
    /// What is seen at the start, and after every move of a game.
    pub(super) fn of(game: &Game) -> Seen {
        let layout = game.layout();
        let all = (1 << layout.tableau_len()) - 1;
        let mut seen = Seen { tableau: if layout.rules().hidden { 0 } else { all }, stock: 0 };
        for ply in 0..=game.ply() {
            if let Some(state) = game.state_at(ply) {
                seen.add(game.setup(), state);
            }
        }
        seen
    }

    /// Adds what a state shows.
    pub(super) fn add(&mut self, setup: &Setup, state: &State) {
        let dealt = setup.start().stock_len();
        let top = usize::from(setup.layout().rules().stock == Stock::Open && state.stock_len() > 0);
        let stock = if state.tally().pass > setup.start().tally().pass {
            dealt
        } else {
            dealt - state.stock_len() + top
        };
        self.stock = self.stock.max(stock);
        setup.for_each_free(state, |place, _| {
            if let Place::Tableau(place) = place {
                self.tableau |= 1 << place;
            }
        });
    }

    /// Whether the card of a tableau place has been seen.
    pub(super) fn tableau(&self, place: u8) -> bool {
        self.tableau >> place & 1 != 0
    }

    /// Whether the card under so many others of the stock has been seen.
    pub(super) fn stock(&self, setup: &Setup, state: &State, under: usize) -> bool {
        let first = state.tally().pass == setup.start().tally().pass;
        !first || setup.start().stock_len() - state.stock_len() + under < self.stock
    }

    /// Whether the player can know that a card is there.
    pub(super) fn knows(&self, setup: &Setup, state: &State, at: &Whereabouts) -> bool {
        match *at {
            Whereabouts::Covered { place: Place::Tableau(place), .. } => self.tableau(place),
            Whereabouts::Stock { under } => self.stock(setup, state, under),
            _ => true,
        }
    }
}
