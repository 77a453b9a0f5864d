//! Where a card can be taken from, and what such a place is called.

use std::fmt;

/// A place a card can be taken from. Places order as they do in notation: tableau in dealing
/// order, reserve, cell, waste, stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A tableau place, numbered from 0 in dealing order.
    Tableau(u8),
    /// The top of a reserve pile, numbered from 0.
    Reserve(u8),
    /// The cell.
    Cell,
    /// The top of a waste, numbered from 0.
    Waste(u8),
    /// The top of the stock.
    Stock,
}

/// The name of a place as people read and write it: `5.3`, `b5.3`, `r5`, `c`, `w`, `w2`, `s`.
///
/// Numbers count from 1. A name is only text: [`Layout::place`](crate::Layout::place) tells
/// whether a layout has the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaceName {
    /// A tableau place.
    Tableau {
        /// The letter of the part, in layouts of several.
        part: Option<char>,
        /// The row in its part.
        row: u8,
        /// The card in its row.
        card: u8,
    },
    /// The top of a reserve pile.
    Reserve(u8),
    /// The cell.
    Cell,
    /// The top of the only waste, or of one of three.
    Waste(Option<u8>),
    /// The top of the stock.
    Stock,
}

impl fmt::Display for PlaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceName::Tableau { part, row, card } => {
                if let Some(part) = part {
                    write!(f, "{part}")?;
                }
                write!(f, "{row}.{card}")
            }
            PlaceName::Reserve(pile) => write!(f, "r{pile}"),
            PlaceName::Cell => f.write_str("c"),
            PlaceName::Waste(None) => f.write_str("w"),
            PlaceName::Waste(Some(waste)) => write!(f, "w{waste}"),
            PlaceName::Stock => f.write_str("s"),
        }
    }
}
