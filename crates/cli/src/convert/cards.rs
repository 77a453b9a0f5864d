//! Deals in any spelling of our own, and the card lists of fc-solve and `pysol_cards`.

use pyramid_engine::Deal;
use pyramid_notation::Text;

use super::{Item, Play, Read};
use crate::args::FromFormat;
use crate::failure::Failure;
use crate::table::{Table, TableReader};

/// The deals of a text: one a line, or a drawn pyramid on several lines.
pub(super) fn read(
    text: Text<'_>,
    format: FromFormat,
    reader: &TableReader,
    each: &mut dyn FnMut(Read) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let plain = match format {
        FromFormat::Cards => text.text.to_owned(),
        _ => without_colons(text.text),
    };
    let plain = Text { text: &plain, at: text.at };
    let parts = reader.parts(plain);
    let mut end = 0;
    for (index, deal) in parts.iter().enumerate() {
        let start = (deal.at.start - plain.at.start) as usize;
        let mut remarks = remarks(&plain.text[end..start]);
        end = start + deal.text.len();
        if index + 1 == parts.len() {
            remarks.extend(self::remarks(&plain.text[end..]));
        }
        let item = |table| Item { table, play: Play::Nothing { remarks }, at: deal.at };
        each(reader.read(*deal).map(item).into())?;
    }
    Ok(())
}

/// The remarks between two deals.
fn remarks(text: &str) -> Vec<String> {
    let remark = |line: &str| Some(line.trim().strip_prefix('#')?.trim().replace('\t', " "));
    text.lines().filter_map(remark).collect()
}

/// Blanks out what fc-solve may put before the cards of a line, `: `. Every place stays as it was.
fn without_colons(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix(": ") {
        Some(cards) => format!("  {cards}"),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A deal as fc-solve writes cards: `KC 2D TC`, in dealing order.
pub(super) fn fc_solve(table: &Table) -> String {
    let cards = table.deal.as_ref().map_or(&[][..], Deal::cards);
    let cards: Vec<String> = cards.iter().map(|card| card.to_string().to_uppercase()).collect();
    cards.join(" ")
}
