//! Where a card is, and why it is not free.

use crate::Card;
use crate::moves::Move;
use crate::place::Place;
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::state::{State, bits};

/// Where one copy of a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whereabouts {
    /// It is free.
    Free(Place),
    /// It is in the tableau, under these cards.
    Covered {
        /// Its place.
        place: Place,
        /// What lies on it.
        by: [Option<Card>; 2],
    },
    /// It is in the stock, `under` cards being drawn before it.
    Stock {
        /// How many.
        under: usize,
    },
    /// It is on a waste, under others.
    Waste {
        /// The waste, from 0.
        waste: u8,
        /// How many lie on it.
        under: usize,
    },
    /// It is in a reserve pile, under others.
    Reserve {
        /// The pile, from 0.
        pile: u8,
        /// How many lie on it.
        under: usize,
    },
}

impl Setup {
    /// Where the copies of a card are that are still in the game: tableau, reserve, cell, wastes,
    /// stock, each from the top down.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Card, Deal, Place, Rules, Setup, Whereabouts};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let queen: Card = "Qh".parse().unwrap();
    /// let found = setup.locate(setup.start(), queen);
    /// assert_eq!(found, [Whereabouts::Free(Place::Tableau(24))]);
    /// ```
    pub fn locate(&self, state: &State, card: Card) -> Vec<Whereabouts> {
        let mut found = Vec::new();
        for at in bits(state.tableau.into()) {
            let place = Place::Tableau(at as u8);
            if self.tableau_card(at as u8) == card {
                found.push(if state.free >> at & 1 != 0 {
                    Whereabouts::Free(place)
                } else {
                    Whereabouts::Covered { place, by: self.covers(state, at as u8) }
                });
            }
        }
        for pile in 0..self.layout().rules().reserve.map_or(0, |reserve| reserve.piles) {
            let cards = &self.reserve_cards(pile)[..state.reserve_len(pile)];
            for (under, &other) in cards.iter().rev().enumerate() {
                if other == card {
                    found.push(match under {
                        0 => Whereabouts::Free(Place::Reserve(pile)),
                        _ => Whereabouts::Reserve { pile, under },
                    });
                }
            }
        }
        if state.cell == Some(card) {
            found.push(Whereabouts::Free(Place::Cell));
        }
        for waste in 0..3u8 {
            let len = state.waste_len(waste);
            for (at, slot) in bits(state.wastes[waste as usize]).enumerate() {
                if state.hand[slot] == card {
                    found.push(match len - 1 - at {
                        0 => Whereabouts::Free(Place::Waste(waste)),
                        under => Whereabouts::Waste { waste, under },
                    });
                }
            }
        }
        for (under, slot) in bits(state.stock).enumerate() {
            if state.hand[slot] == card {
                found.push(match (under, self.free_stock_top(state)) {
                    (0, Some(_)) => Whereabouts::Free(Place::Stock),
                    _ => Whereabouts::Stock { under },
                });
            }
        }
        found
    }

    /// Why a card is not free, told of its first copy; `None` if it is.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Card, Deal, Refusal, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let three: Card = "3s".parse().unwrap();
    /// let reason = setup.why_not(setup.start(), three);
    /// assert_eq!(reason, Some(Refusal::InStock { card: three, under: 1 }));
    /// ```
    pub fn why_not(&self, state: &State, card: Card) -> Option<Refusal> {
        let all = self.locate(state, card);
        if all.iter().any(|at| matches!(at, Whereabouts::Free(_))) {
            return None;
        }
        Some(match all.first() {
            None if self.locate(self.start(), card).is_empty() => Refusal::NotInDeal { card },
            None | Some(Whereabouts::Free(_)) => Refusal::Removed { card },
            Some(&Whereabouts::Covered { place, by }) => Refusal::Covered { card, place, by },
            Some(&Whereabouts::Stock { under }) => Refusal::InStock { card, under },
            Some(&Whereabouts::Waste { waste, under }) => Refusal::InWaste { card, waste, under },
            Some(&Whereabouts::Reserve { pile, under }) => Refusal::InReserve { card, pile, under },
        })
    }

    /// The cards a move removes or parks, in the order of its places.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Move, Place, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let m = Move::pair(Place::Tableau(24), Place::Stock);
    /// let cards = setup.cards_of(setup.start(), m).map(|card| card.unwrap().to_string());
    /// assert_eq!(cards, ["Qh", "Ad"]);
    /// ```
    pub fn cards_of(&self, state: &State, m: Move) -> [Option<Card>; 2] {
        let at = |place| self.free_card(state, place);
        match m {
            Move::Single(place) | Move::Park(place) => [at(place), None],
            Move::Pair(a, b) => [at(a), at(b)],
            Move::Covered { upper, lower } => {
                [Some(self.tableau_card(upper)), Some(self.tableau_card(lower))]
            }
            Move::WastePair(waste) => [state.waste_top(waste), state.waste_second(waste)],
            Move::Draw | Move::Redeal => [None, None],
        }
    }
}
