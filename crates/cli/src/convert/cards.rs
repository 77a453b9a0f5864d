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
    for deal in reader.parts(Text { text: &plain, at: text.at }) {
        let item = |table| Item { table, play: Play::Nothing, at: deal.at };
        each(reader.read(deal).map(item).into())?;
    }
    Ok(())
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
