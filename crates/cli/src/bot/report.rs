//! What is told of a bot's games.

use std::io::{self, Write};

use pyramid_solver::{Confidence, Rate};
use serde::Serialize;
use serde_json::{Map, Value};

use super::game::{Outcome, Played};
use crate::form::to_json;

/// One game as JSON.
#[derive(Serialize)]
struct GameJson<'a> {
    r#type: &'static str,
    game: u64,
    deal: Option<&'a str>,
    rules: &'a str,
    result: Outcome,
    reason: Option<&'static str>,
    moves: usize,
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Counts of games.
#[derive(Debug, Default)]
pub(super) struct Report {
    json: bool,
    counts: [u64; Outcome::ALL.len()],
    games: u64,
    moves: u64,
}

impl Report {
    pub(super) fn new(json: bool) -> Report {
        Report { json, ..Report::default() }
    }

    /// How many games there were.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game, and tells of it.
    pub(super) fn add(&mut self, out: &mut impl Write, played: &Played) -> io::Result<()> {
        self.games += 1;
        self.moves += played.standing.ply as u64;
        self.counts[played.outcome as usize] += 1;
        let Played { deal, rules, outcome, text, standing, .. } = played;
        if self.json {
            let game = GameJson {
                r#type: "game",
                game: self.games,
                deal: deal.as_deref(),
                rules,
                result: *outcome,
                reason: standing.reason,
                moves: standing.ply,
                score: standing.score,
                error: text.as_deref(),
            };
            return writeln!(out, "{}", to_json(&game));
        }
        if !outcome.is_fault() {
            return Ok(());
        }
        let name = deal.as_ref().map_or_else(String::new, |deal| format!(" ({deal})"));
        let text = text.as_ref().map_or_else(String::new, |text| format!(": {text}"));
        let number = standing.ply + 1;
        writeln!(out, "game {}{name}: {} at move {number}{text}", self.games, outcome.name())
    }

    /// Tells of all games together.
    pub(super) fn finish(&self, out: &mut impl Write) -> io::Result<()> {
        let won = self.counts[Outcome::Won as usize];
        let rate = Rate { won, lost: self.games - won, unknown: 0 };
        let interval = rate.wilson(Confidence::P95);
        let counts = Outcome::ALL.iter().zip(self.counts);
        if self.json {
            let mut summary = Map::new();
            summary.insert("type".to_owned(), "summary".into());
            summary.insert("games".to_owned(), self.games.into());
            summary
                .extend(counts.map(|(outcome, count)| (outcome.name().to_owned(), count.into())));
            summary.insert("moves".to_owned(), self.moves.into());
            for (name, share) in
                [("share", rate.won_share()), ("low", interval.low), ("high", interval.high)]
            {
                summary.insert(name.to_owned(), share.into());
            }
            return writeln!(out, "{}", Value::Object(summary));
        }
        let percent = |share: f64| format!("{:.2}", 100.0 * share);
        writeln!(
            out,
            "{} games, {won} won: {} % ({} to {} % with 95 % confidence)",
            self.games,
            percent(rate.won_share()),
            percent(interval.low),
            percent(interval.high)
        )?;
        let others: Vec<String> =
            counts.skip(1).map(|(outcome, count)| format!("{} {count}", outcome.name())).collect();
        writeln!(out, "{}", others.join(", "))?;
        writeln!(out, "{} moves", self.moves)
    }
}
