//! Reading what other programs write: one file a format.
//!
//! A reader divides a text into entries without judging them; what is wrong with one is found when
//! it is dealt and replayed, so that the others are still converted.

pub(crate) mod cards;
pub(crate) mod mchung94;

use pyramid_notation::{Diagnostic, Location, Text, Token};

/// Something to be converted.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    /// The deal.
    pub(crate) deal: Text<'a>,
    /// What was played, if that is said.
    pub(crate) play: Option<Play>,
}

/// What was played with a deal.
#[derive(Debug)]
pub(crate) enum Play {
    /// It is said that there is no solution.
    Unsolvable,
    /// These moves, or why they cannot be read.
    Moves(Result<Vec<Step>, Box<Diagnostic>>),
}

/// A move as another program writes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Which cards it takes, as our token.
    pub(crate) token: Token,
    /// Where it stands.
    pub(crate) at: Location,
}
