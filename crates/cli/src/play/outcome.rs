//! What a recorded game came to.

use std::io::BufRead;

use pyramid_engine::RuleSet;
use pyramid_notation::{BodyItem, Reader, Record, read_games};

use super::store::replay;

/// What a recorded game came to.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) rules: RuleSet,
    pub(crate) result: Result,
    /// Moves that stand.
    pub(crate) moves: usize,
    /// In the rules' own system, if they keep one.
    pub(crate) score: Option<i32>,
    pub(crate) hints: usize,
    pub(crate) undos: usize,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Result {
    Won,
    Lost,
    Resigned,
    /// It can be played on.
    Left,
}

/// Gives the outcome of each game of a file in which a move was played, or one clause that says what
/// is wrong with a game. Holds one game at a time.
pub(crate) fn outcomes(
    file: impl BufRead,
    mut each: impl FnMut(std::result::Result<Outcome, String>),
) {
    let mut found = false;
    for read in read_games(Reader::new(file)) {
        let read = match read {
            Ok(read) => read,
            Err(error) => return each(Err(crate::failure::reason(&error))),
        };
        found |= read.end.is_some();
        if let Some(error) = read.problems.iter().find(|problem| problem.is_error()) {
            each(Err(format!("line {}: {}", error.primary.at.line, error.message)));
        } else if let Some(record) = read.record.filter(is_begun) {
            each(outcome(record));
        }
    }
    if !found {
        each(Err("there is no recorded game here".to_owned()));
    }
}

/// The most files that are looked at to find a streak.
const STREAK_FILES: usize = 1000;

/// How many of the last games of these rules that are over were won in a row; `None` if it takes too
/// many files to say. The newest file comes first.
pub(super) fn streak<F: BufRead>(files: impl Iterator<Item = F>, rules: &RuleSet) -> Option<usize> {
    let mut won = 0;
    for (index, file) in files.enumerate() {
        if index == STREAK_FILES {
            return None;
        }
        let mut results = Vec::new();
        outcomes(file, |outcome| {
            let game = outcome.ok().filter(|game| game.rules.rules() == rules.rules());
            results.extend(game.map(|game| game.result));
        });
        for result in results.into_iter().rev() {
            match result {
                Result::Won => won += 1,
                Result::Left => {}
                Result::Lost | Result::Resigned => return Some(won),
            }
        }
    }
    Some(won)
}

/// Whether a move was played.
fn is_begun(record: &Record) -> bool {
    let is_move = |item: &BodyItem| match item {
        BodyItem::Move(played) => played.text.token.is_numbered(),
        _ => false,
    };
    record.body.iter().any(is_move)
}

/// Plays the game, so that nothing is believed.
fn outcome(record: Record) -> std::result::Result<Outcome, String> {
    let playing = replay(record).map_err(|wrong| wrong.in_line())?;
    Ok(Outcome {
        rules: playing.rules,
        result: match playing.over() {
            Some("won") => Result::Won,
            Some("lost") => Result::Lost,
            Some(_) => Result::Resigned,
            None => Result::Left,
        },
        moves: playing.game.ply(),
        score: playing.game.score(),
        hints: playing.hints,
        undos: playing.undos,
    })
}
