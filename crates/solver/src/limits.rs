//! What a search may cost, what it did cost, and what it found.

use std::fmt;

use pyramid_engine::Move;

/// What a search may cost. Where time matters, the caller stops the search: see
/// [`Solver::solve`](crate::Solver::solve).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most positions entered, those of the relaxation included.
    pub nodes: u64,
    /// The most bytes the tables take together. A verdict goes on when its tables are full and
    /// forgets some of what it knew.
    pub memory: usize,
}

impl Limits {
    /// 20 million positions and 64 MiB. Nearly every deal of one pack takes a small part of a second
    /// and of a megabyte; what takes all of it takes half a minute.
    pub const DEFAULT: Limits = Limits { nodes: 20_000_000, memory: 64 << 20 };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitReached {
    /// [`Limits::nodes`] positions were entered.
    Nodes,
    /// The tables would have taken more than [`Limits::memory`] bytes.
    Memory,
    /// The caller said stop.
    Stopped,
    /// No limit: the engine refused the line that was found. A fault of the solver, told rather
    /// than hidden.
    Refused,
}

impl LimitReached {
    /// The stable name: `nodes`, `memory`, `stopped` or `refused`.
    pub const fn name(self) -> &'static str {
        match self {
            LimitReached::Nodes => "nodes",
            LimitReached::Memory => "memory",
            LimitReached::Stopped => "stopped",
            LimitReached::Refused => "refused",
        }
    }
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LimitReached::Nodes => "the search reached its limit of positions",
            LimitReached::Memory => "the search reached its limit of memory",
            LimitReached::Stopped => "the search was stopped",
            LimitReached::Refused => "the engine refused the line that the search found",
        })
    }
}

impl std::error::Error for LimitReached {}

/// Whether a position can be won. Never a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can, by these moves.
    Won(Vec<Move>),
    /// No sequence of moves wins.
    Lost,
    /// The search ended before it knew.
    Unknown(LimitReached),
}

impl Verdict {
    /// The stable name: `won`, `lost` or `unknown`.
    pub const fn name(&self) -> &'static str {
        match self {
            Verdict::Won(_) => "won",
            Verdict::Lost => "lost",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// Whether the position can be won, if that is known.
    pub const fn is_won(&self) -> Option<bool> {
        match self {
            Verdict::Won(_) => Some(true),
            Verdict::Lost => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

/// The shortest win of a position, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// A win, and no win has fewer moves.
    Proved(Vec<Move>),
    /// No sequence of moves wins.
    Lost,
    /// The search ended before it knew.
    Unknown {
        /// Which limit it reached.
        limit: LimitReached,
        /// A win, if one was found.
        line: Option<Vec<Move>>,
        /// A win takes at least so many moves.
        at_least: usize,
    },
}

/// The best end of a game that can be reached, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The score there, in the system asked for; under `left` the tableau cards left.
    pub score: i32,
    /// Moves that lead there.
    pub line: Vec<Move>,
    /// The limit that ended the search, if it was not finished; else no line ends better.
    pub limit: Option<LimitReached>,
}

/// What a search did cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions of the game that were entered.
    pub nodes: u64,
    /// Positions of the relaxation that were entered.
    pub relaxed: u64,
    /// Bytes of the tables at their largest.
    pub table_bytes: usize,
}

impl Stats {
    /// Positions entered in all.
    pub const fn positions(&self) -> u64 {
        self.nodes + self.relaxed
    }
}

/// Counts positions against the limits and asks the caller now and then.
pub(crate) struct Meter<'a> {
    left: u64,
    stop: &'a dyn Fn() -> bool,
    pub(crate) stats: Stats,
}

/// Positions between two questions to the caller.
const POLL: u64 = 1024;

impl<'a> Meter<'a> {
    pub(crate) fn new(nodes: u64, stop: &'a dyn Fn() -> bool) -> Meter<'a> {
        Meter { left: nodes, stop, stats: Stats::default() }
    }

    /// Enters a position of the game.
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), LimitReached> {
        self.stats.nodes += 1;
        self.count()
    }

    /// Enters a position of the relaxation.
    #[inline]
    pub(crate) fn relaxed(&mut self) -> Result<(), LimitReached> {
        self.stats.relaxed += 1;
        self.count()
    }

    #[inline]
    fn count(&mut self) -> Result<(), LimitReached> {
        if self.left == 0 {
            return Err(LimitReached::Nodes);
        }
        self.left -= 1;
        if self.left.is_multiple_of(POLL) && (self.stop)() {
            return Err(LimitReached::Stopped);
        }
        Ok(())
    }
}
