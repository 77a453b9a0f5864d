//! What is wrong with the text of a move.

use std::fmt;
use std::ops::Range;

use crate::cards::CardSpelling;

/// What is wrong with the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenFault {
    /// There is nothing.
    Missing,
    /// A card that is not written as a card.
    Card(CardSpelling),
    /// More than two cards.
    ThirdCard,
    /// A draw of more than three cards.
    FourthDrawn,
    /// A suffix in brackets that names no place.
    Place,
    /// A count that is zero or too large.
    Count,
    /// A word that is none of `draw`, `redeal`, `recycle`, `undo`, `:hint`.
    Word,
    /// A clock that is not seconds with up to three decimals.
    Clock,
    /// Something behind the move that is no part of it.
    Trailing,
}

impl TokenFault {
    /// The stable name, kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            TokenFault::Missing => "missing",
            TokenFault::Card(spelling) => spelling.name(),
            TokenFault::ThirdCard => "third-card",
            TokenFault::FourthDrawn => "fourth-drawn",
            TokenFault::Place => "place",
            TokenFault::Count => "count",
            TokenFault::Word => "word",
            TokenFault::Clock => "clock",
            TokenFault::Trailing => "trailing",
        }
    }
}

impl fmt::Display for TokenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TokenFault::Missing => "a move is missing here",
            TokenFault::Card(spelling) => return spelling.fmt(f),
            TokenFault::ThirdCard => "a move takes at most two cards",
            TokenFault::FourthDrawn => "a draw turns up at most three cards",
            TokenFault::Place => "a place is 5.3, b5.3, s, w, w2, c or r5",
            TokenFault::Count => "this number cannot be",
            TokenFault::Word => "the words are draw, redeal, recycle, undo and :hint",
            TokenFault::Clock => {
                "a clock is seconds with up to three decimals, below 4294967.296: @214.3"
            }
            TokenFault::Trailing => "this is no part of the move",
        })
    }
}

/// The text is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenError {
    /// What is wrong.
    pub fault: TokenFault,
    /// The wrong bytes.
    pub range: Range<usize>,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for TokenError {}
