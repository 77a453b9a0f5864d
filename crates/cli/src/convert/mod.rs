//! Reading what other programs write, and writing what they read: one file a format.
//!
//! A reader divides an input into games and judges each for itself, so that what is wrong with one
//! does not cost the others.

mod cards;
mod detect;
mod loss;
mod mchung94;
mod records;
mod solutions;
mod solvitaire;
mod write;

use pyramid_engine::Game;
use pyramid_notation::{Code, Diagnostic, Location, Record, Text};

use crate::args::FromFormat;
use crate::failure::{Complaint, Failure};
use crate::io::Input;
use crate::table::{Table, TableReader};

pub(crate) use loss::Losses;
pub(crate) use write::write;

/// A game that was read.
#[derive(Debug)]
pub(crate) struct Item {
    /// How it is dealt.
    pub(crate) table: Table,
    /// What else was said.
    pub(crate) play: Play,
    /// Where it begins.
    pub(crate) at: Location,
}

/// What was played with a deal.
#[derive(Debug)]
pub(crate) enum Play {
    /// Nothing is said: it is a deal, with the remarks around it.
    Nothing { remarks: Vec<String> },
    /// It is said that there is no solution.
    Unsolvable,
    /// A game of another program, replayed.
    Solution(Box<Played>),
    /// A record of ours.
    Record(Box<Played>),
}

/// A game with its moves.
#[derive(Debug)]
pub(crate) struct Played {
    /// The comments before the first game of the input.
    pub(crate) before: Vec<String>,
    /// The record, in canonical form.
    pub(crate) record: Record,
    /// The game after its moves, or why they cannot be replayed.
    pub(crate) game: Result<Game, Box<Diagnostic>>,
}

impl Item {
    /// The game with its moves, if there are any.
    pub(crate) fn played(&self) -> Option<&Played> {
        match &self.play {
            Play::Nothing { .. } | Play::Unsolvable => None,
            Play::Solution(played) | Play::Record(played) => Some(played),
        }
    }
}

/// What was read of one game: errors, if it cannot be converted, or the game with warnings.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) item: Option<Item>,
    pub(crate) problems: Vec<Diagnostic>,
}

impl From<Result<Item, Box<Diagnostic>>> for Read {
    fn from(read: Result<Item, Box<Diagnostic>>) -> Read {
        match read {
            Ok(item) => Read { item: Some(item), problems: Vec::new() },
            Err(wrong) => Read { item: None, problems: vec![*wrong] },
        }
    }
}

/// Reads the games of an input, in their order.
///
/// # Errors
///
/// What is wrong with all of the input, and what `each` fails with.
pub(crate) fn read(
    bytes: &[u8],
    input: &Input,
    format: FromFormat,
    reader: &TableReader,
    each: &mut dyn FnMut(Read) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if detect::is_pickle(bytes) {
        return Err(complaint(input, &[], pickle()));
    }
    let format = detect::format(bytes, format);
    if format == FromFormat::Pyr {
        return records::text(bytes, each);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let lossy = String::from_utf8_lossy(bytes);
        let wrong = error.valid_up_to();
        let at = Location::START.part(&lossy, wrong..wrong + '\u{FFFD}'.len_utf8());
        complaint(input, bytes, Diagnostic::new(Code::Encoding, at, "these bytes are not UTF-8"))
    })?;
    // A mark at the beginning says only that this is UTF-8.
    let marked = text.strip_prefix('\u{FEFF}');
    let start = (text.len() - marked.unwrap_or(text).len()) as u64;
    let at = Location { start, ..Text::new(text).at };
    let text = Text { text: marked.unwrap_or(text), at };
    match format {
        FromFormat::Json => records::json(text, each),
        FromFormat::Solvitaire => each(solvitaire::read(text, reader).into()),
        FromFormat::Mchung94 => {
            let reader = reader.default_rules("microsoft");
            mchung94::entries(text)
                .into_iter()
                .try_for_each(|entry| each(entry.read(&reader).into()))
        }
        FromFormat::Auto | FromFormat::Cards | FromFormat::FcSolve | FromFormat::Pyr => {
            cards::read(text, format, reader, each)
        }
    }
}

fn pickle() -> Diagnostic {
    let message = "this is a pickle of Python, as PySolFC saves its games: it is never read";
    Diagnostic::new(Code::Pickle, Location::START, message)
        .note("to read a pickle is to run what it says, whoever wrote it")
        .help("PySolFC shows the number of a game: `pysol:NUMBER` is its deal")
}

pub(crate) fn complaint(input: &Input, bytes: &[u8], diagnostic: Diagnostic) -> Failure {
    let text = String::from_utf8_lossy(bytes).into_owned();
    Complaint { diagnostic, origin: input.to_string(), text }.into()
}

#[cfg(test)]
mod tests;
