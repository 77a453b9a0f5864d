//! The deals that a bot plays.

use std::ops::Range;
use std::path::Path;

use pyramid_engine::RuleSet;
use pyramid_notation::{Source, Text};

use crate::failure::{Complaint, Failure};
use crate::io::{Input, Io};
use crate::table::{Table, TableReader};
use crate::winrate::{Seeds, SeedsError};

/// Deals in an order.
#[derive(Debug)]
pub(super) enum Deals {
    /// Those of consecutive seeds.
    Seeds { rules: RuleSet, first: u64, count: u64 },
    /// Any.
    Listed(Vec<Table>),
}

impl Deals {
    /// Reads the argument: `seed:A..B`, `-`, a file, or a deal.
    pub(super) fn read(io: &mut Io, text: &str, rules: Option<&str>) -> Result<Deals, Failure> {
        let reader = TableReader::new(io, rules)?;
        if let Some(seeds) = seeds(text)? {
            let (first, count) = seeds;
            return Ok(Deals::Seeds { rules: reader.rules(), first, count });
        }
        let tables = if text == "-" || Source::is_meant(text) || !io.exists(Path::new(text)) {
            reader.argument(io, &[text.to_owned()])?
        } else {
            let input = Input::File(text.into());
            let text = io.read_text(&input)?;
            let complain = |diagnostic: Box<_>| {
                let (origin, text) = (input.to_string(), text.clone());
                Complaint { diagnostic: *diagnostic, origin, text }
            };
            let parts = reader.parts(Text::new(&text)).into_iter();
            let read = parts.map(|part| Ok(reader.read(part).map_err(complain)?));
            read.collect::<Result<Vec<_>, Failure>>()?
        };
        match tables.is_empty() {
            true => Err(Failure::usage(format!("there is no deal in {text}"))),
            false => Ok(Deals::Listed(tables)),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        match self {
            Deals::Seeds { count, .. } => *count,
            Deals::Listed(tables) => tables.len() as u64,
        }
    }

    /// The deal of a number, from 0.
    pub(super) fn get(&self, number: u64) -> Option<Table> {
        match self {
            Deals::Seeds { rules, first, count } => {
                let seed = first.checked_add(number).filter(|_| number < *count)?;
                Table::of_source(*rules, Source::Seed(seed)).ok()
            }
            Deals::Listed(tables) => tables.get(usize::try_from(number).ok()?).cloned(),
        }
    }
}

/// The first seed of `seed:A..B` and how many there are; `None` if the text is something else.
fn seeds(text: &str) -> Result<Option<(u64, u64)>, Failure> {
    if !(text.starts_with("seed:") && text.contains("..")) {
        return Ok(None);
    }
    let ends = |seeds: &Seeds| {
        let Range { start, end } = seeds.seeds();
        Some((u64::try_from(start).ok()?, u64::try_from(end).ok()?))
    };
    match text.parse::<Seeds>().as_ref().map(ends) {
        Ok(Some((first, end))) => Ok(Some((first, end - first))),
        Err(SeedsError::Empty) => Err(Failure::usage(format!("there is no seed in {text}"))
            .help("the first seed is included, the last is not: seed:1..101 are a hundred")),
        _ => Err(Failure::usage(format!("{text} is no range of seeds"))
            .help("a range is two numbers, such as seed:1..101")),
    }
}
