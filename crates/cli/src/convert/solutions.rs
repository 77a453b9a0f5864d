//! Solutions of mchung94's programs as games, and games as solutions.

use pyramid_engine::{Deal, Game, Move, Refusal, RuleSet, Scoring, Status};
use pyramid_notation::{
    BodyItem, Diagnostic, GameResult, Location, MoveText, Record, RecordedEnding, RecordedMove,
    to_move, to_token,
};

use super::mchung94::{Entry, Said, Step};
use super::{Item, Play, Played};
use crate::form;
use crate::table::{Table, TableReader};

impl Entry<'_> {
    /// Deals the deck and replays what is said of it.
    pub(super) fn read(self, reader: &TableReader) -> Result<Item, Box<Diagnostic>> {
        let table = reader.read(self.deal)?;
        let play = match self.said {
            None => Play::Nothing { remarks: Vec::new() },
            Some(Said::Unsolvable) => Play::Unsolvable,
            Some(Said::Moves(steps)) => Play::Solution(Box::new(replay(&table, &steps?)?)),
        };
        Ok(Item { table, play, at: self.deal.at })
    }
}

/// Plays the steps and records the game with canonical tokens and its true end.
fn replay(table: &Table, steps: &[Step]) -> Result<Played, Box<Diagnostic>> {
    let mut game = Game::from_setup(table.setup.clone());
    let mut record = form::record(table);
    for (number, step) in (1..).zip(steps) {
        let refuse = |refusal: Refusal| {
            let text = refusal.explain(table.layout());
            let message = format!("move {number}: {text}");
            Box::new(Diagnostic::named(refusal.name(), step.at, message))
        };
        let Some(m) = to_move(game.setup(), game.state(), &step.token).map_err(refuse)? else {
            continue;
        };
        let token = to_token(game.setup(), game.state(), m);
        game.play(m).map_err(refuse)?;
        let text = MoveText::from(token);
        record.body.push(BodyItem::Move(RecordedMove { text, written: None, at: step.at }));
    }
    record.ending = Some(ending(&game));
    Ok(Played { before: Vec::new(), record, game: Ok(game) })
}

/// The end of a game as it is: what a solution that is read back ends with.
fn ending(game: &Game) -> RecordedEnding {
    let status = game.status();
    let claims = [
        ("reason", status.reason().map(|reason| reason.name().to_owned())),
        ("score", game.score().map(|score| score.to_string())),
        ("moves", Some(game.ply().to_string())),
    ];
    let pairs = claims.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let (result, pairs) = (result(status), pairs.collect());
    RecordedEnding { result, pairs, at: Location::START, remark: None }
}

fn result(status: Status) -> GameResult {
    match status {
        Status::Won(_) => GameResult::Won,
        Status::Lost(_) => GameResult::Lost,
        Status::Open => GameResult::Open,
    }
}

/// Whether the end of a record comes out of its moves.
pub(super) fn is_implied(record: &Record, game: &Game) -> bool {
    record.ending.as_ref().is_none_or(|ending| {
        let known = |(name, _): &(String, String)| matches!(&**name, "reason" | "score" | "moves");
        ending.result == result(game.status()) && ending.pairs.iter().all(known)
    })
}

/// Whether a game is that of mchung94's programs, but for its score.
pub(super) fn is_theirs(rules: &RuleSet) -> bool {
    let scored = |rules: &RuleSet| pyramid_engine::Rules { score: Scoring::Msc, ..*rules.rules() };
    "microsoft".parse().is_ok_and(|theirs| scored(rules) == scored(&theirs))
}

/// The deck of a deal: its cards in dealing order.
pub(super) fn deck(table: &Table) -> String {
    let cards = table.deal.as_ref().map_or(&[][..], Deal::cards);
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The moves that stand as steps; `None` if there is one that their programs do not know.
pub(super) fn steps(game: &Game) -> Option<String> {
    let rules = game.layout().rules();
    let draws_one = rules.draw == 1 && rules.wastes == 1;
    let mut steps = Vec::new();
    for (ply, m) in game.moves().enumerate() {
        let before = game.state_at(ply)?;
        steps.push(match m {
            Move::Draw if draws_one => "Draw".to_owned(),
            Move::Redeal => "Recycle".to_owned(),
            Move::Single(_) | Move::Pair(..) => to_token(game.setup(), before, m).to_string(),
            _ => return None,
        });
    }
    Some(steps.join(" "))
}
