//! What the `end:` line says against what the replay found.

use pyramid_engine::{Game, Scoring, Status};
use pyramid_notation::{Code, Diagnostic, Ending, GameResult, write_position};

use crate::check::Wrong;

/// The first claim that is not so, in the order result, reason, score, moves.
pub(crate) fn check(game: &Game, ending: &Ending<'_>) -> Result<(), Wrong> {
    let status = game.status();
    result(game, status, ending)?;
    let wrong = |code, name: &str, message: String| {
        let at = ending.value(name).map_or(ending.text.at, |value| value.at);
        Err(Box::new(Diagnostic::new(code, at, message)))
    };
    if let Some(said) = ending.reason() {
        let found = final_reason(status, ending.result);
        if found.map(|reason| reason.name()) != Some(said.name()) {
            let message = match found {
                Some(found) => format!("the reason is {}, not {}", found.name(), said.name()),
                None => format!("a game that is {} has no reason", ending.result),
            };
            return wrong(Code::Reason, "reason", message);
        }
    }
    if let Some(said) = ending.score() {
        match game.score() {
            Some(found) if i64::from(found) == said => {}
            Some(found) => {
                return wrong(Code::Score, "score", format!("the score is {found}, not {said}"));
            }
            None => {
                let message = "these rules keep no score".to_owned();
                return wrong(Code::Score, "score", message);
            }
        }
    }
    if let Some(said) = ending.moves()
        && said as usize != game.ply()
    {
        let message = match game.ply() {
            1 => format!("1 move stands, not {said}"),
            ply => format!("{ply} moves stand, not {said}"),
        };
        return wrong(Code::Moves, "moves", message);
    }
    Ok(())
}

/// Whether a par game that goes on may be stopped as won.
fn may_stop_as_won(game: &Game) -> bool {
    let setup = game.setup();
    setup.layout().rules().score == Scoring::Par && setup.is_won(game.state())
}

/// Why the game ended: the position's reason, or that of a par game stopped after its tableau was
/// cleared.
fn final_reason(status: Status, result: GameResult) -> Option<pyramid_engine::Reason> {
    let stopped = result == GameResult::Won && !status.is_over();
    status.reason().or(stopped.then_some(pyramid_engine::Reason::Cleared))
}

fn result(game: &Game, status: Status, ending: &Ending<'_>) -> Result<(), Wrong> {
    let fits = match (ending.result, status) {
        (GameResult::Won, Status::Won(_)) | (GameResult::Lost, Status::Lost(_)) => true,
        (GameResult::Won, Status::Open) => may_stop_as_won(game),
        (GameResult::Resigned, Status::Open) => !may_stop_as_won(game),
        (GameResult::Open, Status::Open) => true,
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let said = ending.result;
    let left = game.state().tableau_len();
    let cards = |n: usize| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") };
    let message = match (said, status) {
        (GameResult::Won, Status::Open | Status::Lost(_)) => {
            let standing = match left {
                0 => "cards are left that the goal wants gone".to_owned(),
                1 => "1 card stands in the tableau".to_owned(),
                _ => format!("{} stand in the tableau", cards(left)),
            };
            match status {
                Status::Lost(reason) => {
                    format!("this game is lost ({}), not won: {standing}", reason.name())
                }
                _ => format!("this game is not won: {standing}"),
            }
        }
        (GameResult::Lost, Status::Open) => {
            "this game is not lost: cards can still be removed".to_owned()
        }
        (GameResult::Resigned, Status::Open) => {
            "the tableau is cleared, so a stopped par game is won".to_owned()
        }
        (_, status) => {
            let reason = status.reason().map_or("", |reason| reason.name());
            format!("this game is {} ({reason}), not {said}", status.name())
        }
    };
    let word = ending.text.part(0..said.name().len());
    let position = write_position(game.setup(), game.state());
    Err(Box::new(
        Diagnostic::new(Code::Result, word.at, message)
            .note(format!("after move {}: {position}", game.ply())),
    ))
}
