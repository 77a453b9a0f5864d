//! Deals in any spelling of our own, and the card lists of fc-solve and `pysol_cards`.

use pyramid_notation::Text;

use super::Entry;
use crate::table::TableReader;

/// The deals of a text: one a line, or a drawn pyramid on several lines.
pub(crate) fn entries<'a>(text: Text<'a>, reader: &TableReader) -> Vec<Entry<'a>> {
    reader.parts(text).into_iter().map(|deal| Entry { deal, play: None }).collect()
}

/// Blanks out what fc-solve may put before the cards of a line, `: `. Every place stays as it was.
pub(crate) fn without_colons(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix(": ") {
        Some(cards) => format!("  {cards}"),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}
