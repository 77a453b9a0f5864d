//! Piles of cards in text: the parts that deals and positions have in common.

use std::ops::Range;

use pyramid_engine::Card;

use crate::cards::{CardSpellingError, scan_card};

/// One card of a pile, or the place of one that has been removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// `None` for `..`.
    pub(crate) card: Option<Card>,
    pub(crate) span: Range<usize>,
}

/// A row or pile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pile {
    pub(crate) items: Vec<Item>,
    pub(crate) span: Range<usize>,
}

/// What stands between two bars: rows or piles separated by `/`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) piles: Vec<Pile>,
    pub(crate) span: Range<usize>,
}

/// Something in the text that is no card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupsError {
    /// A card spelled wrongly; the range is that of the whole text.
    Card(CardSpellingError, Range<usize>),
    /// A dash beside cards.
    Dash(Range<usize>),
}

/// Splits a text into groups. Blanks, line ends and commas between cards mean nothing.
pub(crate) fn scan(text: &str) -> Result<Vec<Group>, GroupsError> {
    let mut groups = Vec::new();
    let mut start = 0;
    for field in text.split('|') {
        groups.push(scan_group(field, start)?);
        start += field.len() + 1;
    }
    Ok(groups)
}

fn scan_group(field: &str, offset: usize) -> Result<Group, GroupsError> {
    let mut piles = Vec::new();
    let mut start = 0;
    for pile in field.split('/') {
        piles.push(scan_pile(pile, offset + start)?);
        start += pile.len() + 1;
    }
    Ok(Group { piles, span: trimmed(field, offset) })
}

fn scan_pile(text: &str, offset: usize) -> Result<Pile, GroupsError> {
    let mut pile = Pile { items: Vec::new(), span: trimmed(text, offset) };
    let mut dash = None;
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let span = |len: usize| offset + at..offset + at + len;
        if is_filler(next) {
            at += next.len_utf8();
        } else if next == '-' {
            dash = Some(span(1));
            at += 1;
        } else if text[at..].starts_with("..") {
            pile.items.push(Item { card: None, span: span(2) });
            at += 2;
        } else {
            match scan_card(&text[at..]) {
                Ok(scanned) => {
                    pile.items.push(Item { card: Some(scanned.card), span: span(scanned.len) });
                    at += scanned.len;
                }
                Err(error) => {
                    let range = error.range.start + offset + at..error.range.end + offset + at;
                    return Err(GroupsError::Card(error, range));
                }
            }
        }
    }
    match dash {
        Some(dash) if !pile.items.is_empty() => Err(GroupsError::Dash(dash)),
        _ => Ok(pile),
    }
}

fn is_filler(c: char) -> bool {
    c == ',' || c.is_ascii_whitespace()
}

/// The bytes of a text without the blanks at its ends, counted from `offset`.
pub(crate) fn trimmed(text: &str, offset: usize) -> Range<usize> {
    let start = offset + text.len() - text.trim_start().len();
    start..(offset + text.trim_end().len()).max(start)
}
