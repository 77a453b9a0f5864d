//! Playing a move, or saying exactly why it cannot be played.

use crate::Card;
use crate::moves::{Move, only_cover};
use crate::place::Place;
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::state::{State, highest};
use crate::values::Stock;

impl Setup {
    /// Plays a move. Whether the game is over already is not asked here: a
    /// [`Game`](crate::Game) does, as does [`legal_moves`](Setup::legal_moves).
    ///
    /// # Errors
    ///
    /// If the move is against the rules; the state is then unchanged.
    pub fn play(&self, state: &mut State, m: Move) -> Result<(), Refusal> {
        self.check(state, m)?;
        self.apply(state, m);
        Ok(())
    }

    /// Whether a move is within the rules.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Move, Place, Refusal, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// // Kc lies at 5.4, under Js and Jh.
    /// let refused = setup.check(setup.start(), Move::Single(Place::Tableau(13)));
    /// assert!(matches!(refused, Err(Refusal::Covered { .. })));
    /// assert_eq!(setup.check(setup.start(), Move::Draw), Ok(()));
    /// ```
    ///
    /// # Errors
    ///
    /// Why it is not.
    #[inline]
    pub fn check(&self, state: &State, m: Move) -> Result<(), Refusal> {
        let layout = self.layout();
        let rules = layout.rules();
        let matching = |x: Card, y: Card| {
            if layout.matches(x, y) { Ok(()) } else { Err(Refusal::NoMatch { a: x, b: y }) }
        };
        match m {
            Move::Single(place) => {
                let card = self.require(state, place)?;
                if !layout.leaves_alone(card) {
                    return Err(Refusal::NotSingle { card });
                }
            }
            Move::Pair(a, b) => {
                let (x, y) = (self.require(state, a)?, self.require(state, b)?);
                if a == b {
                    return Err(Refusal::SameCard { card: x });
                }
                matching(x, y)?;
            }
            Move::Covered { upper, lower } => {
                if !rules.overlap {
                    return Err(Refusal::NoOverlap);
                }
                let x = self.require(state, Place::Tableau(upper))?;
                matching(x, self.require_on(state, upper, lower)?)?;
            }
            Move::WastePair(waste) => {
                if !rules.waste_pair {
                    return Err(Refusal::NoWastePair);
                }
                let place = Place::Waste(waste);
                let x = self.require(state, place)?;
                matching(x, state.waste_second(waste).ok_or(Refusal::NoCard { place })?)?;
            }
            Move::Draw => {
                if state.stock == 0 {
                    return Err(Refusal::StockEmpty);
                }
            }
            Move::Redeal => {
                if state.stock != 0 {
                    return Err(Refusal::StockNotEmpty { left: state.stock_len() });
                }
                if !state.may_redeal(rules) {
                    return Err(Refusal::NoRedeal { nothing: state.all_wastes() == 0 });
                }
            }
            Move::Park(place) => {
                if rules.cells == 0 {
                    return Err(Refusal::NoCell);
                }
                let card = self.require(state, place)?;
                if !matches!(place, Place::Tableau(_) | Place::Waste(_)) {
                    return Err(Refusal::CellSource { card, place });
                }
                if let Some(holds) = state.cell {
                    return Err(Refusal::CellFull { holds });
                }
            }
        }
        Ok(())
    }

    /// Plays a move that is within the rules; any other leaves some state, but never panics.
    #[inline]
    pub(crate) fn apply(&self, state: &mut State, m: Move) {
        match m {
            Move::Single(place) => {
                self.take(state, place);
                state.tally.singles += 1;
            }
            Move::Pair(a, b) => {
                self.take(state, a);
                self.take(state, b);
                state.tally.pairs += 1;
            }
            Move::Covered { upper, lower } => {
                self.take(state, Place::Tableau(upper));
                self.take(state, Place::Tableau(lower));
                state.tally.pairs += 1;
            }
            Move::WastePair(waste) => {
                self.take(state, Place::Waste(waste));
                self.take(state, Place::Waste(waste));
                state.tally.pairs += 1;
            }
            Move::Draw => state.draw(self.layout().rules()),
            Move::Redeal => state.redeal(self.layout().rules()),
            Move::Park(place) => {
                let card = self.free_card(state, place);
                self.take(state, place);
                state.cell = card;
            }
        }
    }

    /// The cards the next draw turns up, in order.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let next: Vec<String> = setup.next_draw(setup.start()).map(|card| card.to_string()).collect();
    /// assert_eq!(next, ["Ad"]);
    /// ```
    pub fn next_draw(&self, state: &State) -> impl Iterator<Item = Card> {
        let hand = state.hand;
        let group = State::group(self.layout().rules());
        crate::state::bits(state.stock).take(group).map(move |slot| hand[slot])
    }

    /// The card that is free at a place, or why none is.
    #[inline]
    pub fn require(&self, state: &State, place: Place) -> Result<Card, Refusal> {
        self.free_card(state, place).ok_or_else(|| self.why_not_free(state, place))
    }

    fn why_not_free(&self, state: &State, place: Place) -> Refusal {
        match place {
            Place::Tableau(index) if (index as usize) < self.layout().tableau_len() => {
                let card = self.tableau_card(index);
                if state.tableau >> index & 1 != 0 {
                    Refusal::Covered { card, place, by: self.covers(state, index) }
                } else if self.start().tableau >> index & 1 != 0 {
                    Refusal::Removed { card }
                } else {
                    Refusal::NoCard { place }
                }
            }
            Place::Stock => match (self.layout().rules().stock, state.stock_top()) {
                (Stock::Closed, Some(card)) => Refusal::InStock { card, under: 0 },
                _ => Refusal::StockEmpty,
            },
            _ => Refusal::NoCard { place },
        }
    }

    /// The cards that lie on a tableau place.
    pub fn covers(&self, state: &State, place: u8) -> [Option<Card>; 2] {
        let covers = self.layout().covered_by(place) & state.tableau;
        let mut cards = crate::state::bits(covers.into()).map(|at| self.tableau_card(at as u8));
        [cards.next(), cards.next()]
    }

    /// The card at `lower`, if `upper` is all that lies on it.
    fn require_on(&self, state: &State, upper: u8, lower: u8) -> Result<Card, Refusal> {
        let place = Place::Tableau(lower);
        if lower as usize >= self.layout().tableau_len() {
            return Err(Refusal::NoCard { place });
        }
        let card = self.tableau_card(lower);
        if only_cover(self.layout(), state, upper, lower) && state.tableau >> lower & 1 != 0 {
            return Ok(card);
        }
        if self.layout().covered_by(lower) >> upper & 1 == 0 {
            return Err(Refusal::NotCovering { upper: self.tableau_card(upper), lower: card });
        }
        Err(self.why_not_free(state, place))
    }

    /// Takes the free card off a place.
    #[inline]
    fn take(&self, state: &mut State, place: Place) {
        match place {
            Place::Tableau(index) => {
                self.layout().uncover(state, index);
                if state.tableau == 0 {
                    state.tally.cleared_in = Some(state.tally.pass);
                }
            }
            Place::Reserve(pile) => state.reserve -= 1 << (4 * pile),
            Place::Cell => state.cell = None,
            Place::Waste(waste) => {
                let pile = &mut state.wastes[waste as usize];
                if let Some(top) = highest(*pile) {
                    *pile &= !(1 << top);
                }
            }
            Place::Stock => state.stock &= state.stock.wrapping_sub(1),
        }
    }
}
