//! What the player has seen, and so may be told.

use pyramid_engine::{Game, Place, Setup, State, Stock, Whereabouts};
use pyramid_solver::Known;

/// The cards that have been seen, of those that can be unseen at all: the stock's in its first
/// pass, and face-down cards. What was seen stays known, whatever is taken back.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Tableau places.
    tableau: u64,
    /// How many cards of the stock, counted from its first top.
    stock: usize,
}

impl Seen {
    /// What is seen at the start, and after every move of a game.
    pub(crate) fn of(game: &Game) -> Seen {
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

    /// All is seen, as by somebody who looks at every card.
    pub(crate) const ALL: Seen = Seen { tableau: u64::MAX, stock: usize::MAX / 2 };

    /// Adds what a state shows.
    pub(crate) fn add(&mut self, setup: &Setup, state: &State) {
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
    pub(crate) fn tableau(&self, place: u8) -> bool {
        self.tableau >> place & 1 != 0
    }

    /// Whether the card under so many others of the stock has been seen.
    pub(crate) fn stock(&self, setup: &Setup, state: &State, under: usize) -> bool {
        let first = state.tally().pass == setup.start().tally().pass;
        !first || setup.start().stock_len() - state.stock_len() + under < self.stock
    }

    /// What a fair hint may know.
    pub(crate) fn known(&self, setup: &Setup, state: &State) -> Known {
        let first = state.tally().pass == setup.start().tally().pass;
        let stock = if first {
            (self.stock + state.stock_len()).saturating_sub(setup.start().stock_len())
        } else {
            usize::MAX
        };
        Known { tableau: self.tableau, stock }
    }

    /// Whether the player can know that a card is there.
    pub(crate) fn knows(&self, setup: &Setup, state: &State, at: &Whereabouts) -> bool {
        match *at {
            Whereabouts::Covered { place: Place::Tableau(place), .. } => self.tableau(place),
            Whereabouts::Stock { under } => self.stock(setup, state, under),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pyramid_engine::{Deal, Move, Preset, Rules};

    use super::*;

    /// All cards of the stock, and those of the tableau, that a hint may know are those that may be
    /// told, in every game, on every move of a game played at random, and after moves taken back.
    #[test]
    fn hints_know_what_may_be_told() {
        for preset in Preset::all() {
            for hidden in [false, true] {
                let rules = Rules { hidden, ..preset.rules };
                let layout = Arc::new(rules.validate().unwrap());
                let mut game = Game::new(layout, &Deal::seeded(&rules, 3));
                let mut seen = Seen::of(&game);
                for step in 0..60 {
                    let (setup, state) = (game.setup(), game.state());
                    let known = seen.known(setup, state);
                    for under in 0..state.stock_len() {
                        let told = seen.stock(setup, state, under);
                        assert_eq!(under < known.stock, told, "{} {step} {under}", preset.name);
                    }
                    for place in 0..setup.layout().tableau_len() as u8 {
                        assert_eq!(known.tableau >> place & 1 != 0, seen.tableau(place));
                    }
                    let legal = game.legal_moves();
                    if step % 11 == 10 {
                        let _ = game.undo();
                    } else if let Some(&m) = legal.get(step % legal.len().max(1)) {
                        game.play(m).unwrap();
                    }
                    seen.add(game.setup(), game.state());
                }
            }
        }
    }

    #[test]
    fn after_a_pass_the_stock_is_known() {
        let rules = Rules::PYRAMID;
        let layout = Arc::new(rules.validate().unwrap());
        let mut game = Game::new(layout, &Deal::seeded(&rules, 7));
        let mut seen = Seen::of(&game);
        assert_eq!(seen.known(game.setup(), game.state()).stock, 1);
        for _ in 0..24 {
            game.play(Move::Draw).unwrap();
            seen.add(game.setup(), game.state());
        }
        game.play(Move::Redeal).unwrap();
        assert_eq!(seen.known(game.setup(), game.state()).stock, usize::MAX);
        for _ in 0..25 {
            game.undo().unwrap();
        }
        assert_eq!(seen.known(game.setup(), game.state()).stock, 24);
    }
}
