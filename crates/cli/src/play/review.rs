//! A game that is over, looked at: whether it could be won, and the move that lost it.

use pyramid_engine::{Game, Move};
use pyramid_notation::{Token, to_token};
use pyramid_solver::{Course, Turning};
use serde::Serialize;

use super::hint::Patience;
use super::reply::{text, texts};
use super::session::Session;
use crate::advise::Adviser;

/// Where a game could be won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Review {
    /// Whether it was won in the end.
    #[serde(skip)]
    pub(super) is_won: bool,
    /// How many moves stand.
    pub(super) moves: usize,
    /// After so many of them it could still be won.
    pub(super) won_until: Option<usize>,
    /// After so many of them it could not be won any more.
    pub(super) lost_from: Option<usize>,
    /// The move that lost it.
    pub(super) turning: Option<TurningPoint>,
    /// How many `undo` takes back to the last position that could be won, if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) undo: Option<usize>,
    /// Whether the game is kept, to be gone through later.
    #[serde(skip)]
    pub(super) is_kept: bool,
}

/// The move that lost a game that could be won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct TurningPoint {
    /// Its number among the moves that stand, from 1.
    pub(super) number: usize,
    #[serde(rename = "move", serialize_with = "text")]
    pub(super) m: Token,
    /// Moves in its place that would have kept the win.
    #[serde(serialize_with = "texts")]
    pub(super) kept: Vec<Token>,
    /// Moves in its place of which it is not known.
    #[serde(serialize_with = "texts")]
    pub(super) undecided: Vec<Token>,
}

impl Review {
    /// Looks at a game as far as it was played.
    pub(super) fn new(game: &Game, course: &Course, turning: Option<&Turning>) -> Review {
        Review {
            is_won: game.setup().is_won(game.state()),
            moves: game.ply(),
            won_until: course.last_won,
            lost_from: course.first_lost,
            turning: turning.and_then(|turning| TurningPoint::new(game, turning)),
            undo: None,
            is_kept: false,
        }
    }
}

impl TurningPoint {
    fn new(game: &Game, turning: &Turning) -> Option<TurningPoint> {
        let before = game.state_at(turning.ply)?;
        let token = |&m: &Move| to_token(game.setup(), before, m);
        Some(TurningPoint {
            number: turning.ply + 1,
            m: token(&turning.lost_by),
            kept: turning.kept_by.iter().map(token).collect(),
            undecided: turning.undecided.iter().map(token).collect(),
        })
    }
}

/// The most positions that the searches of a review enter together.
const POSITIONS: u64 = Adviser::NODES;

impl Session {
    /// The review of a game that was lost or given up. In a match there is none: its games can still
    /// be played on. Nor where no hints are wanted, for it is one.
    pub(super) fn review(&mut self) -> Option<Review> {
        let over = self.playing.over()?;
        if over == "won"
            || over == "stopped"
            || self.par_match.is_some()
            || !self.options.hints.any()
            || self.is_reviewed()
        {
            return None;
        }
        let patience = Patience::new(POSITIONS);
        let game = &self.playing.game;
        let (course, turning) = self.adviser.course(game, &|| patience.is_over())?;
        let mut review = Review::new(game, &course, turning.as_ref());
        // A resignation is taken back first.
        let resigned = usize::from(self.playing.early.is_some());
        let back = review.won_until.filter(|_| self.is_typed() && self.options.undo);
        review.undo = back.map(|ply| game.ply() - ply + resigned);
        review.is_kept = self.keeper.as_ref().is_some_and(|keeper| !keeper.trouble);
        Some(review)
    }
}
