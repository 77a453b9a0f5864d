//! `pyramid convert`: deals and games from one format into another.

use std::io::Write;

use clap::ValueEnum;
use pyramid_engine::Status;
use pyramid_notation::{Diagnostic, Location};

use super::diagnostics::Reporter;
use crate::args::{ConvertArgs, ErrorsForm, FromFormat, ToFormat};
use crate::board::BoardStyle;
use crate::convert::{self, Item, Losses, Play, Read};
use crate::failure::{Exit, Failure};
use crate::form::{Form, Printer, Unprintable};
use crate::io::Io;
use crate::table::TableReader;

/// What became of the games.
#[derive(Default)]
struct Tally {
    /// Games and deals that were read, or what should be one.
    found: u64,
    solutions: u64,
    won: u64,
    open: u64,
    unsolvable: u64,
    wrong: u64,
}

pub(crate) fn run(io: &mut Io, args: ConvertArgs) -> Result<Exit, Failure> {
    let style = BoardStyle::new(io, &args.style)?;
    let errors = ErrorsForm::or_default(args.errors.errors, io.stderr_is_terminal());
    let reader = TableReader::new(io, args.rules.rules.as_deref())?;
    if args.rules.rules.is_some() && matches!(args.from, FromFormat::Pyr | FromFormat::Json) {
        return Err(Failure::usage("a recorded game says its own rules; --rules is for deals"));
    }
    // Nothing is written before it is known that nothing is lost.
    let mut printer = Printer::new(Vec::new(), Form::Record, style);
    let (mut tally, mut losses) = (Tally::default(), Losses::default());
    for input in &args.files {
        let bytes = io.read(input)?;
        let mut reporter = Reporter::of(errors, input, &bytes);
        convert::read(&bytes, input, args.from, &reader, &mut |read| {
            let Read { item, mut problems } = read;
            tally.found += 1;
            if let Some(item) = &item {
                losses.add(item, args.to);
                tally.count(item);
                item.table.notice.iter().for_each(|notice| io.tell(format!("note: {notice}")));
                match convert::write(item, args.to, &mut printer) {
                    Ok(()) => {}
                    Err(Unprintable::NoCode(error)) => {
                        let at = Location { len: 0, ..item.at };
                        problems.push(Diagnostic::named(error.name(), at, error.to_string()));
                    }
                    Err(Unprintable::Wrong(wrong)) => problems.push(*wrong),
                    Err(Unprintable::Failure(failure)) => return Err(failure),
                }
            }
            tally.wrong += u64::from(problems.iter().any(Diagnostic::is_error));
            let texts = reporter.texts(io, problems.iter());
            texts.into_iter().for_each(|text| io.tell(text));
            Ok(())
        })?;
    }
    if tally.found == 0 {
        return Err(Failure::usage("there is no deal in the input"));
    }
    if let Some(lost) = losses.text().filter(|_| !args.lossy) {
        let to = args.to.to_possible_value();
        let to = to.as_ref().map_or("", |value| value.get_name());
        io.tell(format!(
            "error: --to {to} has no place for {lost}\nhelp: --lossy leaves them out; --to pyr keeps them"
        ));
        return Ok(Exit::No);
    }
    match &args.output {
        Some(path) => io.write_file(path, printer.out())?,
        None => io.out().write_all(printer.out())?,
    }
    if tally.solutions > 0 && matches!(args.to, ToFormat::Pyr | ToFormat::Json) {
        io.tell(tally.text());
    }
    Ok(if tally.wrong > 0 { Exit::No } else { Exit::Success })
}

impl Tally {
    fn count(&mut self, item: &Item) {
        match &item.play {
            Play::Nothing { .. } | Play::Record(_) => return,
            Play::Unsolvable => self.unsolvable += 1,
            Play::Solution(played) => match played.game.as_ref().map(|game| game.status()) {
                Ok(Status::Won(_)) => self.won += 1,
                _ => self.open += 1,
            },
        }
        self.solutions += 1;
    }

    fn text(&self) -> String {
        let Tally { solutions, won, open, unsolvable, wrong, .. } = self;
        let decks = solutions + wrong;
        let noun = if decks == 1 { "deck" } else { "decks" };
        let mut text = format!("{decks} {noun}: {won} won, {unsolvable} without a solution");
        if *open > 0 {
            text += &format!(", {open} not won by their moves");
        }
        if *wrong > 0 {
            text += &format!(", {wrong} wrong");
        }
        text
    }
}
