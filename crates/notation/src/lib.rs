//! Placeholder.
#![deny(missing_docs)]

mod cards;
mod clock;
pub mod code;
mod day;
mod deal;
mod groups;
mod moves;
mod place;
mod position;
mod token;
mod token_parse;

pub use cards::{CardSpelling, CardSpellingError, Scanned, scan_card};
pub use day::Day;
pub use deal::{DealText, DealTextError, DealTextErrorKind, Source, read_deal};
pub use moves::{to_move, to_token};
pub use position::{PositionTextError, PositionTextErrorKind, read_position, write_position};
pub use token::*;
