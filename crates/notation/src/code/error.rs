//! What is wrong with a deal code, and why a deal has none.

use std::fmt;
use std::ops::Range;

use pyramid_engine::{Deck, DeckError, Preset};

use super::{PREFIX, SYMBOLS};

/// A text that is not a deal code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The bytes of the text that are wrong; empty, after the last letter, if letters are missing.
    pub range: Range<usize>,
    /// What is wrong with them.
    pub kind: CodeErrorKind,
}

/// What is wrong with a deal code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeErrorKind {
    /// It does not begin with `pyr1`.
    Prefix {
        /// The first letter that is wrong.
        found: char,
        /// The letter that should be there.
        expected: char,
    },
    /// It has not 58 letters.
    Length {
        /// How many it has, without blanks and `-`.
        letters: usize,
    },
    /// A character that is never used after the prefix.
    Symbol {
        /// The character. For some, [`CodeErrorKind::meant`] knows what they look like.
        found: char,
    },
    /// The check letters do not fit the others.
    Checksum {
        /// The one letter that would make the code right, if there is one.
        repair: Option<Repair>,
    },
    /// A pack that this version does not know.
    Pack {
        /// Its number, 3 to 31.
        number: u8,
    },
    /// A preset that this version does not know, or one that is played with another pack.
    Rules {
        /// Its number, 1 to 511; 256 and up are reserved.
        number: u16,
        /// The pack of the code.
        deck: Deck,
        /// The preset of that number, if it is known.
        preset: Option<&'static Preset>,
    },
    /// A rank that is not below the number of orders of the pack.
    Rank {
        /// The pack of the code.
        deck: Deck,
    },
}

impl CodeErrorKind {
    /// What a letter that is never used is mistaken for: `8 or 6` for `b`, `l` for `i` and `1`, `0`
    /// for `o`.
    pub const fn meant(&self) -> Option<&'static str> {
        match self {
            CodeErrorKind::Symbol { found: 'b' | 'B' } => Some("8 or 6"),
            CodeErrorKind::Symbol { found: 'i' | 'I' | '1' } => Some("l"),
            CodeErrorKind::Symbol { found: 'o' | 'O' } => Some("0"),
            _ => None,
        }
    }
}

/// The only one-letter change that makes the check letters of a code right. There is none if two or
/// three letters are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The byte of the text where the letter is.
    pub offset: usize,
    /// Which of the 58 letters it is, counted from 1 without blanks and `-`.
    pub position: usize,
    /// The letter that is there, in lower case.
    pub found: char,
    /// The letter that makes the code right.
    pub letter: char,
    /// Whether the code would then be that of a deal. If not, more than that letter is wrong.
    pub deals: bool,
}

impl CodeError {
    /// The stable name of the error.
    pub const fn name(&self) -> &'static str {
        match self.kind {
            CodeErrorKind::Prefix { .. } => "code-prefix",
            CodeErrorKind::Length { .. } => "code-length",
            CodeErrorKind::Symbol { .. } => "code-symbol",
            CodeErrorKind::Checksum { .. } => "code-checksum",
            CodeErrorKind::Pack { .. } => "code-pack",
            CodeErrorKind::Rules { .. } => "code-rules",
            CodeErrorKind::Rank { .. } => "code-rank",
        }
    }
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            CodeErrorKind::Prefix { found, expected } => {
                let found = found.escape_debug();
                write!(
                    f,
                    "a deal code begins with `{PREFIX}`, but here is `{found}` for `{expected}`"
                )
            }
            CodeErrorKind::Length { letters } => {
                let all = PREFIX.len() + SYMBOLS;
                write!(f, "a deal code has {all} letters, but this has {letters}")
            }
            CodeErrorKind::Symbol { found } => {
                write!(f, "`{}` is never used in a deal code", found.escape_debug())?;
                match self.kind.meant() {
                    Some(meant) => write!(f, "; did you mean {meant}"),
                    None => Ok(()),
                }
            }
            CodeErrorKind::Checksum { repair } => {
                f.write_str("this deal code has a typing error")?;
                match repair {
                    Some(Repair { position, found, letter, deals: true, .. }) => {
                        write!(f, ": `{found}`, its letter {position}, is probably `{letter}`")
                    }
                    _ => Ok(()),
                }
            }
            CodeErrorKind::Pack { number } => {
                write!(f, "this deal code is for pack {number}, which this version does not know")
            }
            CodeErrorKind::Rules { number, deck, preset } => {
                f.write_str("this deal code is for ")?;
                write_rules(f, number, deck, preset)
            }
            CodeErrorKind::Rank { deck } => {
                write!(f, "{} cards have no deal of the number in this deal code", deck.len())
            }
        }
    }
}

impl std::error::Error for CodeError {}

fn write_rules(
    f: &mut fmt::Formatter<'_>,
    number: u16,
    deck: Deck,
    preset: Option<&Preset>,
) -> fmt::Result {
    match preset {
        Some(Preset { name, rules, .. }) => {
            let (own, here) = (rules.deck.len(), deck.len());
            write!(f, "rule set {number}, `{name}`, which is played with {own} cards, not {here}")
        }
        None => write!(f, "rule set {number}, which this version does not know"),
    }
}

/// Why a deal has no code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// There are more orders of two packs than a code has room for.
    TwoPacks,
    /// A preset that is not known, or one that is played with another pack.
    Rules {
        /// Its number.
        number: u16,
        /// The pack of the deal.
        deck: Deck,
        /// The preset of that number, if it is known.
        preset: Option<&'static Preset>,
    },
    /// The cards are not the pack.
    Deck(DeckError),
}

impl EncodeError {
    /// The stable name of the error: `code-pack`, `code-rules` or `deck`.
    pub const fn name(&self) -> &'static str {
        match self {
            EncodeError::TwoPacks => "code-pack",
            EncodeError::Rules { .. } => "code-rules",
            EncodeError::Deck(_) => "deck",
        }
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::TwoPacks => f.write_str("deals of two packs have no deal code"),
            EncodeError::Rules { number, deck, preset } => {
                f.write_str("no deal code is written for ")?;
                write_rules(f, *number, *deck, *preset)
            }
            EncodeError::Deck(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EncodeError {}

impl From<DeckError> for EncodeError {
    fn from(error: DeckError) -> EncodeError {
        EncodeError::Deck(error)
    }
}
