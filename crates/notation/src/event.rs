//! What a reader finds, piece by piece.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::ending::Ending;
use crate::keys::HeaderKey;
use crate::span::{Location, Text};
use crate::token::MoveText;

/// A version of the format: `1.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// A reader of another major version cannot read it.
    pub major: u32,
    /// A reader of a lower minor version may miss something.
    pub minor: u32,
}

impl Version {
    /// The version this crate writes: 1.0.
    pub const CURRENT: Version = Version { major: 1, minor: 0 };

    /// Reads `1.0`, or `1` for it.
    pub(crate) fn read(text: &str) -> Option<Version> {
        let number = |digits: &str| -> Option<u32> {
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
        Some(Version { major: number(major)?, minor: number(minor)? })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A header line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// The key, if it is a known one. The keys that begin with `x-` are private.
    pub known: Option<HeaderKey>,
    /// The key as written, in any case.
    pub key: Text<'a>,
    /// The value, without blanks at its ends; never empty.
    pub value: Text<'a>,
    /// It stands at the very end of an input without a last line end: it may have been longer.
    pub open: bool,
}

/// A move, or a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<'a> {
    /// What was read.
    pub text: MoveText,
    /// Its number in the game, counted from 1. A hint has the number of the move that follows.
    pub number: u32,
    /// The number that was written before it.
    pub stated: Option<u32>,
    /// It stands at the very end of an input without a last line end: it may have been longer.
    pub open: bool,
    /// Token, mark and clock as written.
    pub written: &'a str,
}

/// How the text of a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// With an `end:` line.
    Finished,
    /// Without one, before the next game or the end of the input.
    Unfinished,
    /// In the middle of a line, where the input ends.
    Truncated,
    /// With an error; what followed was skipped.
    Refused,
}

impl GameEnd {
    /// The stable name, kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            GameEnd::Finished => "finished",
            GameEnd::Unfinished => "unfinished",
            GameEnd::Truncated => "truncated",
            GameEnd::Refused => "refused",
        }
    }
}

/// One piece of the input.
///
/// Every game is `Game`, then `Header`s, `Move`s and an `Ending`, then `GameEnd`, which comes when
/// the next game begins or the input ends. A comment may stand anywhere, a remark behind a piece
/// on its line, a problem anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A game begins; `None` if its version cannot be read, and the game is refused.
    Game(Option<Version>),
    /// A header.
    Header(Header<'a>),
    /// A move or a hint.
    Move(Played<'a>),
    /// A line of its own: the text behind `#`, without blanks at its ends.
    Comment(&'a str),
    /// The text behind `  #` at the end of another line; never empty.
    Remark(&'a str),
    /// The `end:` line.
    Ending(Ending<'a>),
    /// The game is over: nothing that follows belongs to it.
    GameEnd(GameEnd),
    /// An error or a warning, before the piece it is about if that is given at all.
    Problem(Box<Diagnostic>),
}

/// An event and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Where it stands: the token, the text of a comment, the whole of a header line without its
    /// remark. An end has no extent.
    pub at: Location,
    /// What it is.
    pub event: Event<'a>,
}
