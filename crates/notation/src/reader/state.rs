//! What a reader remembers.

use crate::clock::Clock;
use crate::diagnostic::Diagnostic;
use crate::ending::GameResult;
use crate::event::{GameEnd, Version};
use crate::keys::HeaderKey;
use crate::span::Location;
use crate::token::MoveText;

/// Where in the input the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Before the first game.
    Before,
    /// Between `pyramid-game` and the first move.
    Headers,
    /// At the first move or behind it.
    Moves,
    /// Behind `end:`.
    After,
    /// On the way to the next game.
    Skip,
}

/// An event that was found: its places instead of its text.
#[derive(Debug)]
pub(super) enum Step {
    Game(Location, Option<Version>),
    Header { at: Location, known: Option<HeaderKey>, key: Location, value: Location },
    Move { at: Location, read: MoveText, number: u32, stated: Option<u32>, open: bool },
    Comment(Location),
    Remark(Location),
    Ending { at: Location, result: GameResult, value: Location },
    GameEnd(Location, GameEnd),
    Problem(Box<Diagnostic>),
}

/// In what the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// In a line.
    Line,
    /// In a move.
    Token(Location),
    /// In the `end:` line.
    Ending,
}

/// What there is to know about the current line.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// It is a line of moves, and they are read up to the cursor.
    pub(super) in_moves: bool,
    pub(super) cursor: usize,
    /// The number that was read and whose move was not.
    pub(super) stated: Option<u32>,
    /// Nothing is special about it and nothing waits in the queue: its moves may be read in the
    /// quick way.
    pub(super) plain: bool,
    /// It has had its one error.
    pub(super) complained: bool,
    /// It has no line end and cannot be read to its end.
    pub(super) cut: Option<Cut>,
    /// Its last move has no line end behind it and may have been longer.
    pub(super) open: bool,
    /// A byte and the number of characters before it, from which columns are counted on.
    pub(super) counted: (usize, u32),
    /// How the line would be written, for a strict reader.
    pub(super) canonical: String,
    /// Moves and hints before the line.
    pub(super) items_before: u32,
    /// Moves and hints on the line, for a strict reader.
    pub(super) items: u32,
    /// A new line should follow the last item.
    pub(super) full: bool,
}

/// What there is to know about the current game.
#[derive(Debug)]
pub(super) struct Game {
    /// Its first line.
    pub(super) at: Location,
    /// Its last line so far that is not blank.
    pub(super) last_line: Location,
    /// Where the known keys are.
    pub(super) seen: [Option<Location>; HeaderKey::COUNT],
    /// Moves so far.
    pub(super) moves: u32,
    /// Hints so far.
    pub(super) hints: u32,
    /// By how much the written numbers are too high.
    pub(super) shift: i64,
    /// The last clock.
    pub(super) clock: Option<(Clock, Location)>,
    /// The last line of moves.
    pub(super) moves_line: Option<Location>,
    /// The `end:` line.
    pub(super) end: Option<Location>,
    /// It was said that something stands behind the `end:` line.
    pub(super) trailing: bool,
    /// The place of the last key in the order of keys.
    pub(super) order: usize,
    /// The last line is one of moves, and more could stand on it.
    pub(super) continues: bool,
}

impl Game {
    pub(super) fn new(at: Location) -> Game {
        Game {
            at,
            last_line: at,
            seen: [None; HeaderKey::COUNT],
            moves: 0,
            hints: 0,
            shift: 0,
            clock: None,
            moves_line: None,
            end: None,
            trailing: false,
            order: 0,
            continues: false,
        }
    }

    /// Moves and hints so far.
    pub(super) fn items(&self) -> u32 {
        self.moves + self.hints
    }

    pub(super) fn seen(&self, key: HeaderKey) -> bool {
        self.seen[key as usize].is_some()
    }
}
