//! The forms in which deals are printed.

use std::io::Write;

use clap::ValueEnum;
use pyramid_engine::Deal;
use pyramid_notation::code::EncodeError;
use pyramid_notation::{Diagnostic, HeaderKey, Record, Writer};
use serde::Serialize;

use crate::board::{BoardStyle, board};
use crate::failure::Failure;
use crate::table::Table;
use crate::text::is_printable;

/// A form of a deal: `deal --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// The board as it is played.
    Board,
    /// Rows, stock and reserve on one line.
    Deal,
    /// The cards in dealing order on one line.
    Cards,
    /// The deal code.
    Code,
    /// A record, to be played on.
    #[value(alias = "pyr")]
    Record,
    /// A JSON object.
    Json,
}

/// A deal as JSON.
#[derive(Serialize)]
struct DealJson {
    rules: String,
    deal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

/// Prints deals one after the other.
pub(crate) struct Printer<W> {
    out: W,
    form: Form,
    style: BoardStyle,
    printed: u64,
}

impl<W: Write> Printer<W> {
    /// A printer of a form.
    pub(crate) fn new(out: W, form: Form, style: BoardStyle) -> Printer<W> {
        Printer { out, form, style, printed: 0 }
    }

    /// Prints the deal of a table.
    pub(crate) fn deal(&mut self, table: &Table) -> Result<(), Unprintable> {
        self.deal_as(self.form, table)
    }

    /// Prints the deal of a table in another form.
    pub(crate) fn deal_as(&mut self, form: Form, table: &Table) -> Result<(), Unprintable> {
        let line = match form {
            Form::Board => self.board(table),
            Form::Deal => table.deal_text(),
            Form::Cards => cards(table),
            Form::Code => table.code().map_err(Unprintable::NoCode)?,
            Form::Record => return self.record(&record(table)),
            Form::Json => json(table),
        };
        self.line(&line)
    }

    /// Prints a line that is a deal or a game.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Unprintable> {
        self.printed += 1;
        writeln!(self.out, "{line}").map_err(failure)
    }

    /// Prints comments before a record.
    pub(crate) fn comments(&mut self, comments: &[String]) -> Result<(), Unprintable> {
        let mut writer = Writer::new(&mut self.out);
        comments.iter().try_for_each(|text| writer.comment(text)).map_err(failure)?;
        writer.finish().map(drop).map_err(failure)
    }

    /// Prints a record.
    pub(crate) fn record(&mut self, record: &Record) -> Result<(), Unprintable> {
        if self.printed > 0 {
            writeln!(self.out).map_err(failure)?;
        }
        self.printed += 1;
        let mut writer = Writer::new(&mut self.out);
        record.write(&mut writer).map_err(failure)?;
        writer.finish().map_err(failure)?;
        Ok(())
    }

    /// A printer of the same form that goes on after so many.
    pub(crate) fn after(self, printed: u64) -> Printer<W> {
        Printer { printed, ..self }
    }

    /// How many deals and games were printed.
    pub(crate) fn printed(&self) -> u64 {
        self.printed
    }

    /// What it prints to.
    pub(crate) fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn board(&self, table: &Table) -> String {
        let mut text = String::from(if self.printed > 0 { "\n" } else { "" });
        let name = table.source.as_ref().map(ToString::to_string).or_else(|| table.code().ok());
        text += &match name {
            Some(name) => format!("Deal {name}, rules {}.\n", table.rules),
            None => format!("Rules {}.\n", table.rules),
        };
        text + &board(&table.setup, table.setup.start(), self.style).join("\n")
    }
}

/// Why a deal was not printed.
#[derive(Debug)]
pub(crate) enum Unprintable {
    /// It has no code.
    NoCode(EncodeError),
    /// It cannot be written in this form.
    Wrong(Box<Diagnostic>),
    /// The output is gone.
    Failure(Failure),
}

fn failure(error: std::io::Error) -> Unprintable {
    Unprintable::Failure(error.into())
}

fn cards(table: &Table) -> String {
    let cards = table.deal.as_ref().map_or(&[][..], Deal::cards);
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn json(table: &Table) -> String {
    to_json(&DealJson {
        rules: table.rules.to_string(),
        deal: table.deal_text(),
        from: table.source.as_ref().map(ToString::to_string),
        code: table.code().ok(),
    })
}

/// The record of a game in which nothing has been played.
pub(crate) fn record(table: &Table) -> Record {
    let mut record = Record::new();
    record.set_header(HeaderKey::Rules, table.rules.to_string());
    record.set_header(HeaderKey::Deal, table.deal_text());
    if let Some(source) = &table.source {
        record.set_header(HeaderKey::From, source.to_string());
    }
    record
}

/// A value as JSON on one line, which a terminal can be shown: JSON itself asks for escapes of the
/// first 32 controls only.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    let json =
        serde_json::to_string(value).expect("our values have text keys and no errors of their own");
    if json.chars().all(is_printable) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match is_printable(c) {
            true => escaped.push(c),
            // Such a character stands in a text, and not above U+FFFF.
            false => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_tells_a_terminal_nothing() {
        let text = "a\u{1b}\u{7f}\u{9b}2J\u{202e}\u{2665}\u{e9}";
        let json = to_json(&text);
        assert_eq!(json, "\"a\\u001b\\u007f\\u009b2J\\u202e\u{2665}\u{e9}\"");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
