//! `pyramid share`: a deal in forms in which it can be passed on.

use std::io::Write;
use std::path::Path;

use pyramid_engine::Deal;
use pyramid_notation::{Source, code};
use serde::Serialize;

use crate::args::{FromFormat, ShareArgs};
use crate::convert;
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::{Input, Io};
use crate::table::{Table, TableReader};

/// What can be passed on.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Shared {
    rules: String,
    /// The short name, if the deal was given by one that is no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The deal code, if there is one, and the same in groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<String>,
    /// Why there is no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_code: Option<String>,
    /// The cards in dealing order, if there is neither code nor name.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<String>,
    /// The query string of an address.
    query: String,
    /// What to say; nothing for cards, which nobody would listen to.
    #[serde(skip_serializing_if = "Option::is_none")]
    say: Option<String>,
}

pub(crate) fn run(io: &mut Io, args: ShareArgs) -> Result<Exit, Failure> {
    let reader = TableReader::new(io, args.rules.rules.as_deref())?;
    for (number, table) in tables(io, &reader, &args.deal)?.iter().enumerate() {
        table.notice.iter().for_each(|notice| io.tell(format_args!("note: {notice}")));
        let shared = Shared::of(table);
        if shared.code.is_some() && table.rules.deviates() {
            io.tell(format_args!(
                "note: a deal code names a game, not what differs from it; say --rules '{}' with it",
                table.rules
            ));
        }
        if args.json {
            writeln!(io.out(), "{}", to_json(&shared))?;
            continue;
        }
        if number > 0 {
            writeln!(io.out())?;
        }
        shared.lines().iter().try_for_each(|line| writeln!(io.out(), "{line}"))?;
    }
    Ok(Exit::Success)
}

/// The deals that are asked for: a random one, those of a file, or one that is written out.
fn tables(io: &mut Io, reader: &TableReader, words: &[String]) -> Result<Vec<Table>, Failure> {
    let input = match words {
        [] => {
            let source = Source::Seed(io.random_seed()?);
            let table = Table::of_source(reader.rules(), source);
            return table.map(|table| vec![table]).map_err(|kind| Failure::usage(kind.to_string()));
        }
        [dash] if dash == "-" => Input::Stdin,
        [file] if !Source::is_meant(file) && io.exists(Path::new(file)) => Input::File(file.into()),
        [word] => {
            return reader.argument(io, words).map_err(|failure| {
                failure.or_help(|| format!("there is no file `{word}` either"))
            });
        }
        words => return reader.argument(io, words),
    };
    let bytes = io.read(&input)?;
    let mut tables = Vec::new();
    convert::read(&bytes, &input, FromFormat::Auto, reader, &mut |read| {
        if let Some(wrong) = read.problems.into_iter().find(|problem| problem.is_error()) {
            return Err(convert::complaint(&input, &bytes, wrong));
        }
        tables.extend(read.item.map(|item| item.table));
        Ok(())
    })?;
    match tables.len() {
        0 => Err(Failure::usage(format!("there is no deal in {input}"))),
        _ => Ok(tables),
    }
}

impl Shared {
    /// The forms of a table's deal.
    pub(crate) fn of(table: &Table) -> Shared {
        let (code, no_code) = match table.code() {
            Ok(code) => (Some(code), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let name = table.source.as_ref().filter(|source| !matches!(source, Source::Code(_)));
        let name = name.map(ToString::to_string);
        let cards = code.is_none() && name.is_none();
        let cards = cards.then(|| {
            let cards = table.deal.as_ref().map_or(&[][..], Deal::cards);
            cards.iter().map(ToString::to_string).collect::<String>()
        });
        let rules = table.rules.to_string();
        let deal = code.as_ref().or(name.as_ref()).or(cards.as_ref()).map_or("", |deal| deal);
        let groups = code.as_deref().map(code::grouped);
        let say = groups.as_deref().or(name.as_deref()).map(spoken);
        let carried = code.is_some() && !table.rules.deviates();
        Shared {
            query: format!("?deal={}&rules={}", escaped(deal), escaped(&rules)),
            say: say.map(|say| match carried {
                true => say,
                false => format!("{say} Rules: {rules}."),
            }),
            rules,
            name,
            groups,
            code,
            no_code,
            cards,
        }
    }

    /// What is read aloud, if there is anything.
    pub(crate) fn say(&self) -> Option<&str> {
        self.say.as_deref()
    }

    /// A line for each form.
    pub(crate) fn lines(&self) -> Vec<String> {
        let no_code = self.no_code.as_ref().map(|why| format!("none: {why}"));
        let forms = [
            ("rules", Some(&self.rules)),
            ("name", self.name.as_ref()),
            ("code", self.code.as_ref().or(no_code.as_ref())),
            ("groups", self.groups.as_ref()),
            ("cards", self.cards.as_ref()),
            ("query", Some(&self.query)),
            ("say", self.say.as_ref()),
        ];
        let lines =
            forms.into_iter().filter_map(|(word, value)| Some(format!("{word}: {}", value?)));
        lines.collect()
    }
}

/// A value in a query string: every byte that means something in an address is written as `%XX`.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'.' | b'_' | b'~' => {
                escaped.push(byte.into());
            }
            _ => escaped += &format!("%{byte:02X}"),
        }
    }
    escaped
}

/// The spelling alphabet, and the figures.
const LETTERS: [&str; 26] = [
    "alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett",
    "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango",
    "uniform", "victor", "whiskey", "xray", "yankee", "zulu",
];
const FIGURES: [&str; 10] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// A text to be read aloud. Of a code every letter is spelled, group by group; of the name of a deal
/// the word is said and the figures are.
fn spoken(text: &str) -> String {
    let spell = |letter: char| match letter {
        'a'..='z' => LETTERS[usize::from(letter as u8 - b'a')].to_owned(),
        '0'..='9' => FIGURES[usize::from(letter as u8 - b'0')].to_owned(),
        other => other.to_string(),
    };
    let words = |group: &str| group.chars().map(spell).collect::<Vec<_>>().join(" ");
    match text.split_once(':') {
        Some((word, number)) => {
            let numbers: Vec<String> = number.split('-').map(words).collect();
            format!("{word}: {}.", numbers.join(", "))
        }
        None => text.split('-').map(words).collect::<Vec<_>>().join(", ") + ".",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_safe_in_an_address() {
        assert_eq!(escaped("giza passes=2"), "giza%20passes%3D2");
        assert_eq!(escaped("seed:7 | ♣&-._~"), "seed%3A7%20%7C%20%E2%99%A3%26-._~");
    }

    #[test]
    fn codes_are_spelled_and_names_are_said() {
        assert_eq!(spoken("pyr1-q0"), "papa yankee romeo one, quebec zero.");
        assert_eq!(spoken("seed:42"), "seed: four two.");
        assert_eq!(spoken("daily:2026-11-30"), "daily: two zero two six, one one, three zero.");
    }
}
