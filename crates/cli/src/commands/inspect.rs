//! `pyramid inspect`: all that can be said of a deal or position, and which cards can never leave.

use std::io::Write;

use pyramid_engine::{Card, Place};
use pyramid_notation::{to_token, write_position};
use pyramid_solver::{Fate, Limits, Solver};
use serde::Serialize;

use crate::args::InspectArgs;
use crate::board::{BoardStyle, board};
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::Io;
use crate::table::{Table, TableReader};

/// What is said, in this order.
#[derive(Serialize)]
struct Facts {
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    position: String,
    free: Vec<Free>,
    legal: Vec<String>,
    status: &'static str,
    reason: Option<&'static str>,
    score: Option<i32>,
    scoring: &'static str,
    /// Cards that no line of moves removes; null if the game is over.
    dead: Option<Vec<Free>>,
    /// Cards of which the search did not find out.
    undecided: Vec<Free>,
}

/// Positions that are searched for dead cards.
const NODES: u64 = 1_000_000;

/// A card and its place.
#[derive(Serialize)]
struct Free {
    card: String,
    place: String,
}

pub(crate) fn run(io: &mut Io, args: InspectArgs) -> Result<Exit, Failure> {
    let style = BoardStyle::new(io, &args.style)?;
    let reader = TableReader::new(io, args.rules.rules.as_deref())?.or_positions();
    let tables = reader.argument(io, &args.deal)?;
    let mut solver = Solver::new(Limits { nodes: NODES, ..Limits::default() });
    for (number, table) in tables.iter().enumerate() {
        table.notice.iter().for_each(|notice| io.tell(format_args!("note: {notice}")));
        let facts = Facts::of(table, &mut solver);
        if args.json {
            writeln!(io.out(), "{}", to_json(&facts))?;
        } else {
            if number > 0 {
                writeln!(io.out())?;
            }
            facts.write(io.out(), &board(&table.setup, table.setup.start(), style))?;
        }
    }
    Ok(Exit::Success)
}

impl Facts {
    fn of(table: &Table, solver: &mut Solver) -> Facts {
        let setup = &table.setup;
        let state = setup.start();
        let mut free = Vec::new();
        setup.for_each_free(state, |place: Place, card: Card| {
            free.push(Free {
                card: card.to_string(),
                place: setup.layout().name(place).to_string(),
            });
        });
        let legal = setup.legal_moves(state).into_iter();
        let status = setup.status(state);
        let fates = (!status.is_over()).then(|| solver.fates(setup, state, &|| false));
        let of = |leaves: Option<bool>| {
            let fates = fates.iter().flatten().filter(move |fate| fate.leaves == leaves);
            let free = |&Fate { card, place, .. }: &Fate| Free {
                card: card.to_string(),
                place: setup.layout().name(place).to_string(),
            };
            fates.map(free).collect::<Vec<Free>>()
        };
        Facts {
            rules: table.rules.to_string(),
            deal: table.deal.as_ref().map(|_| table.deal_text()),
            from: table.source.as_ref().map(ToString::to_string),
            code: table.code().ok(),
            position: write_position(setup, state),
            free,
            legal: legal.map(|m| to_token(setup, state, m).to_string()).collect(),
            status: status.name(),
            reason: status.reason().map(|reason| reason.name()),
            score: setup.score(state),
            scoring: table.rules.rules().score.as_str(),
            dead: fates.is_some().then(|| of(Some(false))),
            undecided: of(None),
        }
    }

    /// Writes one fact a line, the board among them.
    fn write(&self, out: &mut impl Write, board: &[String]) -> std::io::Result<()> {
        writeln!(out, "rules: {}", self.rules)?;
        for (name, value) in [("deal", &self.deal), ("from", &self.from), ("code", &self.code)] {
            value.iter().try_for_each(|value| writeln!(out, "{name}: {value}"))?;
        }
        writeln!(out, "position: {}", self.position)?;
        board.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "free: {}", or_none(listed(&self.free)))?;
        writeln!(out, "legal: {}", or_none(self.legal.join(" ")))?;
        match self.reason {
            Some(reason) => writeln!(out, "status: {}, {reason}", self.status)?,
            None => writeln!(out, "status: {}", self.status)?,
        }
        match self.score {
            Some(score) => writeln!(out, "score: {score} ({})", self.scoring)?,
            None => writeln!(out, "score: none")?,
        }
        if let Some(dead) = &self.dead {
            writeln!(out, "dead: {} (by search)", or_none(listed(dead)))?;
        }
        if !self.undecided.is_empty() {
            writeln!(out, "dead or not: {} (search limit)", listed(&self.undecided))?;
        }
        Ok(())
    }
}

fn listed(cards: &[Free]) -> String {
    let cards = cards.iter().map(|free| format!("{} {}", free.card, free.place));
    cards.collect::<Vec<_>>().join(", ")
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}
