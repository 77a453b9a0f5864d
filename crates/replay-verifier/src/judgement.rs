//! What was found out about a game.

use std::fmt;

use pyramid_notation::{Code, Diagnostic, GameResult, Location};

/// How a record ends, by its own `end:` line or for want of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `end: won`.
    Won,
    /// `end: lost`.
    Lost,
    /// `end: resigned`.
    Resigned,
    /// `end: open`: to be continued.
    Open,
    /// No `end:` line before the next game or the end of the input.
    Unfinished,
    /// The input stops in the middle of a line of the game.
    Truncated,
    /// The game was not read to its end because of its finding.
    Unknown,
}

impl Outcome {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Resigned => "resigned",
            Outcome::Open => "open",
            Outcome::Unfinished => "unfinished",
            Outcome::Truncated => "truncated",
            Outcome::Unknown => "unknown",
        }
    }
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Outcome {
        match result {
            GameResult::Won => Outcome::Won,
            GameResult::Lost => Outcome::Lost,
            GameResult::Resigned => Outcome::Resigned,
            GameResult::Open => Outcome::Open,
        }
    }
}

/// The first thing in a game that is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong and where.
    pub diagnostic: Diagnostic,
    /// How many moves stand before it, if the game had begun.
    pub ply: Option<usize>,
    /// The position before it, if the game had begun.
    pub position: Option<String>,
}

/// The verdict on one game, or on text outside of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The number of the game in its input, from 1; 0 for text outside of any game.
    pub game: u64,
    /// The line the game begins on.
    pub line: u64,
    /// How the record ends.
    pub outcome: Outcome,
    /// Moves that stand.
    pub moves: usize,
    /// The score after them, if the rules have one.
    pub score: Option<i32>,
    /// Moves that were taken back.
    pub undone: usize,
    /// Hints the player saw.
    pub hints: usize,
    /// The game of a par match it says it is, 1 to 6, and where it says so.
    pub match_game: Option<(u8, Location)>,
    /// What is not so; `None` for a valid record.
    pub finding: Option<Finding>,
    /// Warnings, at most [`Judgement::MAX_WARNINGS`].
    pub warnings: Vec<Diagnostic>,
    /// Warnings that were left out beyond those.
    pub more_warnings: u64,
}

impl Judgement {
    /// The most warnings that are kept for a game.
    pub const MAX_WARNINGS: usize = 100;

    pub(crate) fn new(game: u64, line: u64) -> Judgement {
        Judgement {
            game,
            line,
            outcome: Outcome::Unknown,
            moves: 0,
            score: None,
            undone: 0,
            hints: 0,
            match_game: None,
            finding: None,
            warnings: Vec::new(),
            more_warnings: 0,
        }
    }

    /// A judgement on text outside of any game.
    pub(crate) fn stray(diagnostic: Diagnostic) -> Judgement {
        let line = diagnostic.primary.at.line;
        let finding = Finding { diagnostic, ply: None, position: None };
        Judgement { finding: Some(finding), ..Judgement::new(0, line) }
    }

    /// The judgement on an input without any game.
    pub fn no_game() -> Judgement {
        let message = "there is no game here";
        Judgement::stray(Diagnostic::new(Code::NoGame, Location::START, message))
    }

    /// Whether every claim of the record is so.
    pub fn is_valid(&self) -> bool {
        self.finding.is_none()
    }

    pub(crate) fn warn(&mut self, warning: Diagnostic) {
        if self.warnings.len() < Judgement::MAX_WARNINGS {
            self.warnings.push(warning);
        } else {
            self.more_warnings += 1;
        }
    }
}

/// Counts over many judgements.
///
/// Outcomes are counted for valid games only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games judged.
    pub games: u64,
    /// Those without a finding.
    pub valid: u64,
    /// Those with one, and text outside of any game that is not a comment.
    pub invalid: u64,
    /// Valid games that are won.
    pub won: u64,
    /// Valid games that are lost.
    pub lost: u64,
    /// Valid games that were given up.
    pub resigned: u64,
    /// Valid games that are said to be open.
    pub open: u64,
    /// Valid games without an `end:` line.
    pub unfinished: u64,
    /// Valid games that break off in the middle of a line.
    pub truncated: u64,
    /// Moves that stand, in valid games.
    pub moves: u64,
}

impl Summary {
    /// Counts a judgement in.
    ///
    /// ```
    /// use pyramid_replay_verifier::{Options, Summary, Verifier};
    /// let records = "pyramid-game 1.0\nrules: par\ndeal: ms:3\n1. Ks\nend: open\n\npyramid-game 1.0\n";
    /// let mut verifier = Verifier::new(records.as_bytes(), Options::default());
    /// let mut summary = Summary::default();
    /// while let Some(judgement) = verifier.next_judgement()? {
    ///     summary.add(&judgement);
    /// }
    /// assert_eq!((summary.games, summary.valid, summary.open), (2, 1, 1));
    /// assert!(!summary.all_valid());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn add(&mut self, judgement: &Judgement) {
        self.games += u64::from(judgement.game > 0);
        if !judgement.is_valid() {
            self.invalid += 1;
            return;
        }
        self.valid += 1;
        self.moves += judgement.moves as u64;
        let count = match judgement.outcome {
            Outcome::Won => &mut self.won,
            Outcome::Lost => &mut self.lost,
            Outcome::Resigned => &mut self.resigned,
            Outcome::Open => &mut self.open,
            Outcome::Unfinished => &mut self.unfinished,
            Outcome::Truncated => &mut self.truncated,
            Outcome::Unknown => return,
        };
        *count += 1;
    }

    /// Counts another summary in.
    pub fn merge(&mut self, other: &Summary) {
        self.games += other.games;
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.won += other.won;
        self.lost += other.lost;
        self.resigned += other.resigned;
        self.open += other.open;
        self.unfinished += other.unfinished;
        self.truncated += other.truncated;
        self.moves += other.moves;
    }

    /// Whether every game is valid, and there is one.
    pub fn all_valid(&self) -> bool {
        self.invalid == 0 && self.games > 0
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = if self.games == 1 { "game" } else { "games" };
        write!(f, "{} {games}: {} valid", self.games, self.valid)?;
        let parts = [
            (self.won, "won"),
            (self.lost, "lost"),
            (self.resigned, "resigned"),
            (self.open, "open"),
            (self.unfinished, "unfinished"),
            (self.truncated, "truncated"),
        ];
        let mut separator = " (";
        for (count, what) in parts.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{count} {what}")?;
            separator = ", ";
        }
        if self.valid > 0 {
            f.write_str(")")?;
        }
        write!(f, ", {} not", self.invalid)
    }
}
