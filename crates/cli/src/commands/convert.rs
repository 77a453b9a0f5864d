//! `pyramid convert`: deals and solutions of other programs.

use std::io::Write;

use pyramid_engine::{Game, Status};
use pyramid_notation::{
    BodyItem, Diagnostic, GameResult, Location, MoveText, Record, RecordedEnding, RecordedMove,
    Text, to_move, to_token,
};

use crate::args::{ConvertArgs, FromFormat};
use crate::board::BoardStyle;
use crate::convert::{Entry, Play, Step, cards, mchung94};
use crate::failure::{Exit, Failure};
use crate::form::{self, Form, Printer, Unprintable};
use crate::io::Io;
use crate::table::{Table, TableReader};

/// What became of the entries with a solution, or the word that there is none.
#[derive(Default)]
struct Tally {
    solutions: u64,
    won: u64,
    open: u64,
    unsolvable: u64,
    wrong: u64,
}

pub(crate) fn run(io: &mut Io, args: ConvertArgs) -> Result<Exit, Failure> {
    let style = BoardStyle::new(io, args.style);
    let reader = TableReader::new(io, args.rules.rules.as_deref())?;
    let mut printer = Printer::new(Vec::new(), args.to, style);
    let mut tally = Tally::default();
    let mut found = false;
    for input in &args.files {
        let mut text = io.read_text(input)?;
        if matches!(args.from, FromFormat::Auto | FromFormat::FcSolve) {
            text = cards::without_colons(&text);
        }
        let solutions = match args.from {
            FromFormat::Mchung94 => true,
            FromFormat::Auto => mchung94::is_meant(&text),
            FromFormat::Cards | FromFormat::FcSolve => false,
        };
        let (entries, reader) = match solutions {
            true => (mchung94::entries(Text::new(&text)), reader.default_rules("microsoft")),
            false => (cards::entries(Text::new(&text), &reader), reader),
        };
        if args.to != Form::Record && !args.lossy && entries.iter().any(|e| e.play.is_some()) {
            let message = format!("{input} has solutions, and --to has no place for moves");
            return Err(
                Failure::usage(message).help("--to pyr keeps the moves; --lossy leaves them out")
            );
        }
        found |= !entries.is_empty();
        for entry in entries {
            match convert(entry, &reader, &mut printer, args.to, &mut tally) {
                Ok(()) => {}
                Err(Wrong::All(failure)) => return Err(failure),
                Err(Wrong::Entry(wrong)) => {
                    tally.wrong += 1;
                    io.tell(wrong.short(&input.to_string()));
                }
            }
            if args.output.is_none() {
                io.out().write_all(printer.out())?;
                printer.out().clear();
            }
        }
    }
    if !found {
        return Err(Failure::usage("there is no deal in the input"));
    }
    if let Some(path) = &args.output {
        io.write_file(path, printer.out())?;
    }
    if tally.solutions > 0 && args.to == Form::Record {
        let Tally { solutions, won, open, unsolvable, wrong } = tally;
        let mut text = format!("{solutions} decks: {won} won, {unsolvable} without a solution");
        if open > 0 {
            text += &format!(", {open} not won by their moves");
        }
        if wrong > 0 {
            text += &format!(", {wrong} wrong");
        }
        io.tell(text);
    }
    Ok(if tally.wrong > 0 { Exit::No } else { Exit::Success })
}

/// Why an entry was not converted.
enum Wrong {
    /// Something is wrong with it; the others are still converted.
    Entry(Box<Diagnostic>),
    /// Nothing more can be done.
    All(Failure),
}

impl From<Box<Diagnostic>> for Wrong {
    fn from(diagnostic: Box<Diagnostic>) -> Wrong {
        Wrong::Entry(diagnostic)
    }
}

/// Converts one entry.
fn convert(
    entry: Entry<'_>,
    reader: &TableReader,
    printer: &mut Printer<Vec<u8>>,
    to: Form,
    tally: &mut Tally,
) -> Result<(), Wrong> {
    let deal = Location { len: 0, ..entry.deal.at };
    tally.solutions += u64::from(entry.play.is_some());
    let table = reader.read(entry.deal)?;
    let printed = match entry.play {
        Some(Play::Unsolvable) if to == Form::Record => {
            tally.unsolvable += 1;
            return Ok(());
        }
        Some(Play::Moves(steps)) if to == Form::Record => {
            let (record, status) = replay(&table, &steps?)?;
            match status {
                Status::Won(_) => tally.won += 1,
                Status::Open | Status::Lost(_) => tally.open += 1,
            }
            printer.record(&record)
        }
        _ => printer.deal(&table),
    };
    printed.map_err(|error| match error {
        Unprintable::NoCode(error) => {
            Box::new(Diagnostic::named(error.name(), deal, error.to_string())).into()
        }
        Unprintable::Failure(failure) => Wrong::All(failure),
    })
}

/// Plays the steps and records the game with canonical tokens and its true end.
fn replay(table: &Table, steps: &[Step]) -> Result<(Record, Status), Box<Diagnostic>> {
    let mut game = Game::from_setup(table.setup.clone());
    let mut record = form::record(table);
    for (number, step) in (1..).zip(steps) {
        let refuse = |refusal: pyramid_engine::Refusal| {
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
    let status = game.status();
    let result = match status {
        Status::Won(_) => GameResult::Won,
        Status::Lost(_) => GameResult::Lost,
        Status::Open => GameResult::Open,
    };
    let claims = [
        ("reason", status.reason().map(|reason| reason.name().to_owned())),
        ("score", game.score().map(|score| score.to_string())),
        ("moves", Some(game.ply().to_string())),
    ];
    let pairs = claims.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    record.ending =
        Some(RecordedEnding { result, pairs: pairs.collect(), at: Location::START, remark: None });
    Ok((record, status))
}
