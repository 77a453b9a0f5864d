//! Move tokens as data: what is written, not whether it can be played.

use std::fmt;
use std::ops::Deref;

use pyramid_engine::{Card, PlaceName};

use crate::clock::Clock;

mod fault;
mod parse;

pub use fault::{TokenError, TokenFault};
pub(crate) use parse::{Plain, scan_plain};

/// A card with the place at which it is said to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The card.
    pub card: Card,
    /// The suffix `[5.3]`.
    pub place: Option<PlaceName>,
}

impl From<Card> for Placed {
    fn from(card: Card) -> Placed {
        Placed { card, place: None }
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        match self.place {
            Some(place) => write!(f, "[{place}]"),
            None => Ok(()),
        }
    }
}

/// Up to three cards that a draw turns up, in the order in which they are drawn; none if the
/// token does not name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drawn {
    cards: [Option<Card>; Drawn::MAX],
}

impl Drawn {
    /// A draw turns up one card or three.
    pub const MAX: usize = 3;
    /// The draw that does not name its cards.
    pub const UNNAMED: Drawn = Drawn { cards: [None; Drawn::MAX] };

    /// These cards; `None` if there are more than three.
    pub fn new(cards: &[Card]) -> Option<Drawn> {
        let mut drawn = Drawn::UNNAMED;
        for (index, &card) in cards.iter().enumerate() {
            *drawn.cards.get_mut(index)? = Some(card);
        }
        Some(drawn)
    }

    /// One card.
    pub(crate) const fn one(card: Card) -> Drawn {
        Drawn { cards: [Some(card), None, None] }
    }

    /// The cards, first drawn first.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().map_while(|card| *card)
    }

    /// Whether the cards are not named.
    pub const fn is_unnamed(&self) -> bool {
        self.cards[0].is_none()
    }

    /// Adds a card behind the others; false if there are three.
    #[inline]
    pub(crate) fn push(&mut self, card: Card) -> bool {
        match self.cards.iter_mut().find(|place| place.is_none()) {
            Some(place) => {
                *place = Some(card);
                true
            }
            None => false,
        }
    }
}

/// A move as its token says it.
///
/// The order of the cards is as written. `3dTc` and `Tc+3d` are pairs here even where they can only
/// be a covered pair: that takes the position.
///
/// `Display` writes the canonical syntax; bringing cards into canonical order is left to whoever
/// knows the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// Two cards: `4h+9d`.
    Pair(Placed, Placed),
    /// A card that leaves alone: `Kh`.
    Single(Placed),
    /// A card and the one it lies on: `Tc/3d`.
    Covered {
        /// The card that covers.
        upper: Placed,
        /// The card beneath.
        lower: Placed,
    },
    /// A draw: `>Qc6c3s`, `>`.
    Draw(Drawn),
    /// A redeal, with the number of cards turned over if it is said: `<24`, `<`.
    Redeal(Option<u16>),
    /// A card goes to the cell: `^2h`.
    Park(Placed),
    /// The last moves that stand are taken back, at least one: `~`, `~3`.
    Undo(u32),
    /// The player saw a hint. Not a move, and not numbered: `:hint`.
    Hint,
}

impl Token {
    /// Whether the token counts in the numbering of moves; only a hint does not.
    pub const fn is_numbered(&self) -> bool {
        !matches!(self, Token::Hint)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Pair(first, second) => write!(f, "{first}+{second}"),
            Token::Single(card) => card.fmt(f),
            Token::Covered { upper, lower } => write!(f, "{upper}/{lower}"),
            Token::Draw(cards) => {
                f.write_str(">")?;
                cards.iter().try_for_each(|card| card.fmt(f))
            }
            Token::Redeal(Some(cards)) => write!(f, "<{cards}"),
            Token::Redeal(None) => f.write_str("<"),
            Token::Park(card) => write!(f, "^{card}"),
            Token::Undo(1) => f.write_str("~"),
            Token::Undo(moves) => write!(f, "~{moves}"),
            Token::Hint => f.write_str(":hint"),
        }
    }
}

/// What the writer thinks of a move, as in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl Mark {
    /// The mark as written.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Mistake => "?",
            Mark::Brilliant => "!!",
            Mark::Blunder => "??",
            Mark::Interesting => "!?",
            Mark::Dubious => "?!",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

/// A token with what may follow it: `Ad+Qd!@44.25`.
///
/// ```
/// use pyramid_notation::{MoveText, Token};
/// let read = MoveText::read("9d4h!?@7.9")?;
/// assert!(matches!(read.token, Token::Pair(..)));
/// assert!(!read.canonical);
/// assert_eq!(read.to_string(), "9d+4h!?@7.9");
/// # Ok::<(), pyramid_notation::TokenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// The token.
    pub token: Token,
    /// The mark.
    pub mark: Option<Mark>,
    /// The time at which it was played.
    pub clock: Option<Clock>,
    /// Whether `Display` gives back what was read.
    pub canonical: bool,
}

impl From<Token> for MoveText {
    fn from(token: Token) -> MoveText {
        MoveText { token, mark: None, clock: None, canonical: true }
    }
}

impl Deref for MoveText {
    type Target = Token;

    fn deref(&self) -> &Token {
        &self.token
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.token.fmt(f)?;
        if let Some(mark) = self.mark {
            mark.fmt(f)?;
        }
        match self.clock {
            Some(clock) => write!(f, "@{clock}"),
            None => Ok(()),
        }
    }
}
