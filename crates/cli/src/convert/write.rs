//! Writing a game in a format.

use std::borrow::Cow;
use std::io::Write;

use pyramid_engine::Deck;
use pyramid_notation::{Diagnostic, HeadLine, Location, Record, write_json};

use super::{Item, Play, cards, solutions, solvitaire};
use crate::args::ToFormat;
use crate::form::{self, Form, Printer, Unprintable};

/// Writes a game, without what the format has no place for.
///
/// Decks without a solution are no games: as such they are left out.
pub(crate) fn write<W: Write>(
    item: &Item,
    to: ToFormat,
    printer: &mut Printer<W>,
) -> Result<(), Unprintable> {
    match to {
        ToFormat::Pyr | ToFormat::Json => {
            let (record, before) = match &item.play {
                Play::Unsolvable => return Ok(()),
                Play::Nothing { remarks } => (Cow::Owned(form::record(&item.table)), &remarks[..]),
                Play::Solution(played) | Play::Record(played) => {
                    (Cow::Borrowed(&played.record), &played.before[..])
                }
            };
            match to {
                ToFormat::Pyr => write_record(printer, record, before),
                _ => printer.line(&write_json(&record)),
            }
        }
        ToFormat::Board | ToFormat::Deal | ToFormat::Cards | ToFormat::Code => {
            let form = match to {
                ToFormat::Board => Form::Board,
                ToFormat::Deal => Form::Deal,
                ToFormat::Cards => Form::Cards,
                _ => Form::Code,
            };
            printer.deal_as(form, &item.table)
        }
        ToFormat::FcSolve => {
            let line = cards::fc_solve(&item.table);
            printer.line(&line)
        }
        ToFormat::Solvitaire if printer.printed() > 0 => Ok(()),
        ToFormat::Solvitaire => {
            let line = solvitaire::write(&item.table);
            printer.line(&line)
        }
        ToFormat::Mchung94 => {
            let line = solution(item)?;
            printer.line(&line)
        }
    }
}

/// Writes a record. Comments before the first game of the output stay there; behind another game
/// they go into their own.
fn write_record<W: Write>(
    printer: &mut Printer<W>,
    mut record: Cow<'_, Record>,
    before: &[String],
) -> Result<(), Unprintable> {
    if printer.printed() == 0 {
        printer.comments(before)?;
    } else if !before.is_empty() {
        let comments = before.iter().cloned().map(HeadLine::Comment);
        record.to_mut().head.splice(0..0, comments);
    }
    printer.record(&record)
}

/// A line `deck | solution`, or the deck alone.
fn solution(item: &Item) -> Result<String, Unprintable> {
    let table = &item.table;
    let pack = table.rules.rules().deck;
    if pack != Deck::Cards52 {
        let message =
            format!("mchung94's programs play with 52 cards, and this deal has {}", pack.len());
        return Err(wrong(item, "deck", message));
    }
    let deck = solutions::deck(table);
    let steps = match (&item.play, item.played().map(|played| &played.game)) {
        (Play::Unsolvable, _) => Some("NONE".to_owned()),
        (_, Some(Ok(game))) => solutions::steps(game).filter(|steps| !steps.is_empty()),
        _ => None,
    };
    Ok(match steps {
        Some(steps) => format!("{deck} | {steps}"),
        None => deck,
    })
}

fn wrong(item: &Item, name: &'static str, message: String) -> Unprintable {
    let at = Location { len: 0, ..item.at };
    Unprintable::Wrong(Box::new(Diagnostic::named(name, at, message)))
}
