//! Why piles are no position of a game.

use std::fmt;

use crate::Card;
use crate::place::Place;

/// Piles that are no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The number of tableau places, wastes or reserve piles is not the layout's.
    Count {
        /// What was counted: `tableau places`, `wastes` or `reserve piles`.
        what: &'static str,
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A pile is higher than it can be in this game.
    PileTooHigh {
        /// The pile.
        place: Place,
        /// The most cards it can hold.
        most: usize,
    },
    /// A card comes more often than in the pack, or is not in it.
    Surplus {
        /// The card.
        card: Card,
    },
    /// A card is gone although another lies on its place.
    RemovedUnder {
        /// The empty place.
        place: Place,
        /// A place that still has a card lying on it.
        by: Place,
    },
    /// More redeals than the rules give, or a number where there is no limit, or the reverse.
    Redeals,
    /// Cards in a group that the game does not have.
    NoSuchGroup {
        /// `stock`, `waste` or `cell`.
        what: &'static str,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Count { what, expected: 0, .. } => write!(f, "this game has no {what}"),
            PositionError::Count { what: "wastes", expected: 1, found } => {
                write!(f, "this game has one waste, not {found}")
            }
            PositionError::Count { what, expected, found } => {
                write!(f, "this game has {expected} {what}, not {found}")
            }
            PositionError::PileTooHigh { most: 1, .. } => {
                f.write_str("this pile cannot hold more than one card")
            }
            PositionError::PileTooHigh { most, .. } => {
                write!(f, "this pile cannot hold more than {most} cards")
            }
            PositionError::Surplus { card } => {
                write!(f, "{card} comes more often than in the pack")
            }
            PositionError::RemovedUnder { .. } => {
                f.write_str("a card is gone although another still lies on it")
            }
            PositionError::Redeals => {
                f.write_str("the redeals left do not fit the passes of the rules")
            }
            PositionError::NoSuchGroup { what } => write!(f, "this game has no {what}"),
        }
    }
}

impl std::error::Error for PositionError {}
