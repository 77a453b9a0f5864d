//! What the game answers: facts, from which text, speech and JSON are made.

use pyramid_engine::{Card, Goal, PlaceName, Setup, State};
use pyramid_notation::Token;
use serde::{Serialize, Serializer};

use super::facts::{
    At, Blocked, Counts, Found, GameFacts, Layer, Left, Now, Other, Score, Slot, Why,
};
use super::hint::Advice;
use super::par_match::MatchFacts;
use super::replaying::{ReplayFacts, Step};
use super::review::Review;
use crate::commands::share::Shared;

/// One answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub(super) enum Reply {
    /// The program is there, with a game.
    Welcome {
        version: &'static str,
        game: GameFacts,
        /// What turned speech on.
        #[serde(skip_serializing_if = "Option::is_none")]
        speech: Option<&'static str>,
        /// How the game is saved.
        saving: Saving,
    },
    /// Another game is on the table.
    Started { how: How, game: GameFacts, left: Option<LeftBehind>, notice: Option<String> },
    /// Cards left the game.
    Removed {
        #[serde(serialize_with = "texts")]
        cards: Vec<Card>,
        uncovered: Vec<At>,
        now: Now,
    },
    /// Cards were drawn; with no waste the ones drawn before are thrown away.
    Drew {
        cards: Vec<At>,
        #[serde(serialize_with = "texts")]
        thrown_away: Vec<Card>,
        now: Now,
    },
    /// The waste became the stock.
    Redealt { cards: usize, wastes: u8, pass: u16, passes: Option<u8>, now: Now },
    /// A card went into the cell.
    Parked { card: At, uncovered: Vec<At>, now: Now },
    /// Moves were taken back, the last one first.
    Undid {
        #[serde(serialize_with = "texts")]
        moves: Vec<Token>,
        now: Now,
    },
    /// Moves were played again.
    Redid {
        #[serde(serialize_with = "texts")]
        moves: Vec<Token>,
        uncovered: Vec<At>,
        now: Now,
    },
    /// The player's own end of the game was taken back.
    Continued { was: &'static str },
    /// A par game whose tableau is gone and which goes on.
    PlaysOn { score: Option<i32>, in_hand: usize },
    /// The game is over.
    Ended(Box<End>),
    /// Whether the game that is over could be won, and what lost it.
    Review(Review),
    /// How the match stands: said when a game of it begins, and when one ends.
    Match(MatchFacts),
    /// A move of a record that is gone through.
    Step(Box<Step>),
    /// Nothing more is in the record.
    RecordEnds { moves: usize },
    /// A hint.
    Hint(Box<Advice>),
    /// The legal moves.
    Legal {
        #[serde(serialize_with = "texts")]
        moves: Vec<Token>,
        over: Option<&'static str>,
    },
    /// The free cards, row by row from the free end.
    Open { rows: Vec<OpenRow>, piles: Vec<Pile> },
    /// Where cards are.
    Where { found: Vec<Found> },
    /// The whole board.
    Board(Box<Board>),
    /// One row of it.
    Row(BoardRow),
    /// Some piles of it.
    Piles { piles: Vec<Pile> },
    /// What left the game, move by move.
    Gone { layers: Vec<Layer>, cards: usize },
    /// How the game stands.
    Status {
        game: GameFacts,
        counts: Counts,
        now: Now,
        pass: Pass,
        score: Option<Score>,
        #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
        par_match: Option<MatchFacts>,
        state: &'static str,
    },
    /// The rules of the game.
    Rules { rules: String, summary: String },
    /// The deal so that it can be passed on.
    Shared(Box<Shared>),
    /// A comment was written.
    Noted { text: String },
    /// The record was written; a match with all its games.
    Saved {
        file: String,
        moves: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        games: Option<usize>,
    },
    /// The game is not kept for the time being; it goes on.
    NotSaved { text: String },
    /// It is kept without being asked.
    SavedAnyway,
    /// It is kept again, all of it.
    SavedAgain,
    /// The record itself.
    Record { text: String },
    /// Help on a topic, or in short.
    Help { topic: Option<String> },
    /// The player leaves.
    Left {
        game: GameFacts,
        moves: usize,
        saved: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        kept: Option<Kept>,
        begun: bool,
        #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
        par_match: Option<MatchFacts>,
    },
    /// The move is not played, and nothing has changed.
    NotPlayed { error: Why },
    /// A command other than a move is not done, and nothing has changed.
    NotDone { done: &'static str, name: &'static str, text: String },
    /// No command and no card. `cut`: it is the beginning of several commands.
    Unknown { word: String, meant: Vec<&'static str>, cut: bool },
    /// The commands after a refused one are not done.
    Stopped { skipped: usize },
}

impl Reply {
    /// Whether it says that something was not done.
    pub(super) fn is_refusal(&self) -> bool {
        matches!(
            self,
            Reply::NotPlayed { .. }
                | Reply::NotDone { .. }
                | Reply::Unknown { .. }
                | Reply::Stopped { .. }
        )
    }

    /// The moves that could have been meant.
    pub(super) fn choices(&self) -> &[Token] {
        match self {
            Reply::NotPlayed { error: Why::Other(Other::Ambiguous { moves, .. }) } => moves,
            _ => &[],
        }
    }

    /// Whether the board is another one than before.
    pub(super) fn changes_board(&self) -> bool {
        matches!(
            self,
            Reply::Welcome { .. }
                | Reply::Started { .. }
                | Reply::Removed { .. }
                | Reply::Drew { .. }
                | Reply::Redealt { .. }
                | Reply::Parked { .. }
                | Reply::Undid { .. }
                | Reply::Redid { .. }
                | Reply::Step(_)
        )
    }
}

/// How a game came to the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum How {
    /// It was dealt.
    Dealt,
    /// It was loaded.
    Loaded { file: String, moves: usize },
    /// It is the unfinished game of the last sitting.
    Resumed { moves: usize },
    /// It is gone through move by move.
    Replayed(Box<ReplayFacts>),
    /// It was there before, and was brought back.
    Back { moves: usize },
}

/// How a game is saved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Saving {
    /// When the player says so.
    Asked,
    /// After every move.
    Always,
    /// It would be after every move, but that does not work.
    Cannot { why: String },
    /// With the match it is of.
    Match { file: String },
}

/// Where a game is that was kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kept {
    /// It is the one to go on with.
    Current,
    /// In the archive.
    Archived { name: String },
}

/// The game that was on the table before, if it was begun.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct LeftBehind {
    pub(super) deal: Option<String>,
    pub(super) moves: usize,
    /// Its name in the archive.
    pub(super) archived: Option<String>,
    /// The file that holds all of it.
    pub(super) saved: Option<String>,
    /// Whether undo brings it back.
    #[serde(skip)]
    pub(super) undo: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct End {
    /// `won`, `lost`, `resigned` or `stopped`.
    pub(super) result: &'static str,
    /// `cleared`, `deck-cleared`, `exhausted` or `stuck`.
    pub(super) reason: Option<&'static str>,
    pub(super) counts: Counts,
    pub(super) left: Left,
    pub(super) score: Option<Score>,
    /// Wins in a row with this one, where games are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) streak: Option<usize>,
    pub(super) blocked: Vec<Blocked>,
    /// What had to be cleared.
    #[serde(skip)]
    pub(super) goal: Goal,
    /// Whether there are passes to speak of.
    #[serde(skip)]
    pub(super) stock: bool,
    /// Whether it can be taken back.
    #[serde(skip)]
    pub(super) undo: bool,
}

/// The free cards of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct OpenRow {
    pub(super) row: String,
    #[serde(serialize_with = "texts")]
    pub(super) cards: Vec<Card>,
}

/// A pile beside the tableau.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Pile {
    #[serde(serialize_with = "text")]
    pub(super) place: PlaceName,
    /// The cards that may be seen, the top one first.
    #[serde(serialize_with = "texts")]
    pub(super) cards: Vec<Card>,
    /// How many there are in all.
    pub(super) len: usize,
    /// Whether it is a stock whose top is not free.
    pub(super) closed: bool,
}

/// A row of the tableau.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct BoardRow {
    /// `7`, or `b7` in layouts of several parts.
    pub(super) row: String,
    pub(super) cards: Vec<Slot>,
}

/// All that a player sees.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Board {
    /// The rows in dealing order.
    pub(super) rows: Vec<BoardRow>,
    pub(super) piles: Vec<Pile>,
    pub(super) pass: Pass,
    pub(super) left: Left,
    /// What it is drawn from, and nothing else is.
    #[serde(skip)]
    pub(super) drawing: (Setup, State),
}

/// Which time through the stock it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Pass {
    pub(super) pass: u16,
    pub(super) of: Option<u8>,
    /// Whether there is a stock at all.
    #[serde(skip)]
    pub(super) counts: bool,
}

/// Writes a value as its text.
pub(super) fn text<T: ToString, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string())
}

/// Writes values as their texts.
pub(super) fn texts<T: ToString, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(ToString::to_string))
}

/// Writes a value as its text, if there is one.
pub(super) fn maybe_text<T: ToString, S: Serializer>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(to)
}
