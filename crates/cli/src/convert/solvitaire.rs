//! The deals of [Solvitaire](https://github.com/thecharlieblake/Solvitaire), as its JSON says them.
//!
//! It does not play Pyramid, so only its form is used: the rows are `tableau piles`, the last card of
//! `stock` is drawn first, and `reserve` has the reserve pile by pile, bottom card first. Its cards
//! are `10H`; the case, which says there whether a card lies face up, says nothing here.

use std::ops::Range;

use pyramid_engine::Card;
use pyramid_notation::{Code, Diagnostic, Label, Location, Text, scan_card};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Item, Play};
use crate::form::to_json;
use crate::table::{Table, TableReader};

/// A deal as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DealRead<'a> {
    #[serde(rename = "tableau piles", borrow)]
    tableau: Vec<Vec<&'a RawValue>>,
    #[serde(borrow, default)]
    stock: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    reserve: Vec<&'a RawValue>,
    // What a game has when it has begun, or what Pyramid has not.
    #[serde(borrow, default)]
    waste: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    cells: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    foundations: Vec<Vec<&'a RawValue>>,
    #[serde(borrow, default)]
    sequences: Vec<Vec<&'a RawValue>>,
    #[serde(borrow)]
    hole: Option<&'a RawValue>,
}

/// A deal as it is written.
#[derive(Serialize)]
struct DealWritten {
    #[serde(rename = "tableau piles")]
    tableau: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stock: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reserve: Vec<String>,
}

/// Writes a deal on one line.
pub(super) fn write(table: &Table) -> String {
    let text = table.deal_text();
    let mut groups = text.split(" | ").map(|group| {
        let piles = group.split('/').map(|pile| pile.trim_matches('-').as_bytes());
        piles.map(|pile| pile.chunks(2).map(card_name).collect()).collect::<Vec<Vec<String>>>()
    });
    let tableau = groups.next().unwrap_or_default();
    let mut stock = groups.next().unwrap_or_default().concat();
    stock.reverse();
    to_json(&DealWritten { tableau, stock, reserve: groups.next().unwrap_or_default().concat() })
}

/// The name of one of our cards.
fn card_name(card: &[u8]) -> String {
    String::from_utf8_lossy(card).to_uppercase().replace('T', "10")
}

/// Reads a deal. It is put into our own words and read as those; what is wrong with them is told at
/// the place of the card it is about.
pub(super) fn read(text: Text<'_>, reader: &TableReader) -> Result<Item, Box<Diagnostic>> {
    let deal: DealRead<'_> =
        serde_json::from_str(text.text).map_err(|error| not_a_deal(text, &error))?;
    let DealRead { tableau, stock, reserve, waste, cells, foundations, sequences, hole } = deal;
    let piles = [waste, cells, foundations.concat(), sequences.concat()];
    if let Some(card) = piles.concat().first().or(hole.as_ref()) {
        let message = "only a deal can be read: tableau, stock and reserve";
        return Err(wrong(text, "deal", card, message.to_owned()));
    }
    let rules = reader.rules();
    let depth = match (reserve.first(), rules.rules().reserve) {
        (Some(card), None) => {
            let message = format!("`{rules}` has no reserve");
            return Err(wrong(text, "deal", card, message));
        }
        (_, reserve) => reserve.map_or(1, |reserve| usize::from(reserve.depth)),
    };
    let mut words = Words { of: text, text: String::new(), places: Vec::new() };
    let pile = |words: &mut Words<'_>, before: &str, cards: &[&RawValue]| {
        words.text += before;
        if cards.is_empty() {
            words.text.push('-');
        }
        cards.iter().try_for_each(|card| words.card(card))
    };
    for (number, row) in tableau.iter().enumerate() {
        pile(&mut words, if number == 0 { "" } else { "/" }, row)?;
    }
    let stock: Vec<&RawValue> = stock.into_iter().rev().collect();
    pile(&mut words, " | ", &stock)?;
    for (number, cards) in reserve.chunks(depth).enumerate() {
        pile(&mut words, if number == 0 { " | " } else { "/" }, cards)?;
    }
    match reader.read(Text::new(&words.text)) {
        Ok(table) => Ok(Item { table, play: Play::Nothing { remarks: Vec::new() }, at: text.at }),
        Err(wrong) => Err(Box::new(words.placed(*wrong))),
    }
}

/// A deal in our words, and where in the JSON its cards stand.
struct Words<'a> {
    of: Text<'a>,
    text: String,
    places: Vec<(Range<usize>, Location)>,
}

impl Words<'_> {
    fn card(&mut self, raw: &RawValue) -> Result<(), Box<Diagnostic>> {
        let name: String = serde_json::from_str(raw.get()).map_err(|_| {
            wrong(self.of, Code::Json.name(), raw, "a card is a text such as \"10H\"".to_owned())
        })?;
        let card = scan_card(&name).map_err(|error| error.kind.to_string());
        let card: Card = match card {
            Ok(scanned) if scanned.len == name.len() => scanned.card,
            Ok(_) => {
                let message = format!("`{}` is more than a card", name.escape_debug());
                return Err(wrong(self.of, Code::Deal.name(), raw, message));
            }
            Err(message) => return Err(wrong(self.of, Code::Deal.name(), raw, message)),
        };
        let start = self.text.len();
        self.text += &card.to_string();
        self.places.push((start..self.text.len(), place(self.of, raw)));
        Ok(())
    }

    /// A diagnostic about the words, with its places in the JSON.
    fn placed(&self, wrong: Diagnostic) -> Diagnostic {
        let label = |label: Label| {
            let card =
                |(range, _): &&(Range<usize>, Location)| range.contains(&(label.at.start as usize));
            let whole = Location { len: 0, ..self.of.at };
            Label { at: self.places.iter().find(card).map_or(whole, |(_, at)| *at), ..label }
        };
        let others = wrong.others.into_iter().map(label).collect();
        Diagnostic { primary: label(wrong.primary), others, ..wrong }
    }
}

fn place(text: Text<'_>, raw: &RawValue) -> Location {
    let start = (raw.get().as_ptr() as usize).saturating_sub(text.text.as_ptr() as usize);
    text.part(start..start + raw.get().len()).at
}

fn wrong(text: Text<'_>, name: &'static str, raw: &RawValue, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::named(name, place(text, raw), message))
}

fn not_a_deal(text: Text<'_>, error: &serde_json::Error) -> Box<Diagnostic> {
    let before = text.text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let byte = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let said = error.to_string();
    let message = format!(
        "this is not a deal of Solvitaire: {}",
        said.split(" at line ").next().unwrap_or(&said).replace(char::is_control, "\u{FFFD}")
    );
    Box::new(Diagnostic::new(Code::Json, text.part(byte..byte + 1).at, message))
}
