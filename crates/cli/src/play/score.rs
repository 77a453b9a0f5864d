//! The score of a game with what it means.

use pyramid_engine::{Game, Scoring};

use super::facts::Score;
use super::view::noun;

/// The score in the rules' own system; `None` if they keep none.
pub(super) fn score(game: &Game) -> Option<Score> {
    let rules = game.layout().rules();
    let score = game.score()?;
    let meaning = match rules.score {
        Scoring::Left => format!("the cards left in the {}", noun(rules.layout)),
        Scoring::Par => par(game, score),
        Scoring::Msc => "points for removals and emptied rows".to_owned(),
        Scoring::Cards => "the cards removed".to_owned(),
        Scoring::None => return None,
    };
    Some(Score { score, system: rules.score.as_str(), meaning })
}

/// What a par score is made of.
fn par(game: &Game, score: i32) -> String {
    let state = game.state();
    let Some(pass) = state.tally().cleared_in else {
        return "by par: minus the cards left".to_owned();
    };
    let hand = state.stock_len() + state.wastes_len();
    let earned = score + hand as i32;
    match hand {
        0 => format!("by par: {earned} for clearing in pass {pass}"),
        1 => format!("by par: {earned} for clearing in pass {pass}, minus 1 card left"),
        _ => format!("by par: {earned} for clearing in pass {pass}, minus {hand} cards left"),
    }
}
