//! Every text form of Pyramid Solitaire: cards, deals, deal codes, positions, moves and recorded
//! games, read with exact places and written canonically. `docs/notation.md` is the specification.
//!
//! Text is read in two layers. The lower one knows no rules: a [`Reader`] turns bytes of any
//! `BufRead` into [`Event`]s in bounded memory, a [`Record`] holds one game whole, a [`Writer`] writes
//! the one canonical form. The upper one knows the engine: [`read_deal`] and [`read_position`] read
//! cards under a layout, [`to_move`] finds the move a [`Token`] means in a state, and [`to_token`]
//! writes the canonical token of a move. What is wrong is data, a [`Diagnostic`] with a stable name;
//! carets are drawn elsewhere.
//!
//! ```
//! use std::sync::Arc;
//! use pyramid_engine::{Game, RuleSet};
//! use pyramid_notation::{MoveText, read_deal, to_move, to_token};
//!
//! let rules: RuleSet = "pyramid".parse()?;
//! let layout = Arc::new(rules.layout());
//! let mut game = Game::new(layout.clone(), &read_deal("seed:7", &layout)?.deal);
//! let typed = MoveText::read_typed("qh ad")?;
//! let m = to_move(game.setup(), game.state(), &typed.token)?.ok_or("a hint is no move")?;
//! assert_eq!(to_token(game.setup(), game.state(), m).to_string(), "Ad+Qh");
//! game.play(m)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

mod canonical;
mod cards;
mod clock;
pub mod code;
mod day;
mod deal;
mod diagnostic;
mod ending;
mod event;
mod groups;
#[cfg(feature = "json")]
mod json;
mod keys;
mod lines;
mod moves;
mod place;
mod position;
mod reader;
mod record;
mod span;
mod spelling;
mod token;
mod values;
mod writer;

pub use canonical::{Canonical, canonical};
pub use cards::{CardSpelling, CardSpellingError, Scanned, scan_card};
pub use clock::Clock;
pub use day::Day;
pub use deal::{DealText, DealTextError, DealTextErrorKind, Source, card_spans, read_deal};
pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use ending::{Ending, GameResult};
pub use event::{Event, GameEnd, Header, Item, Played, Version};
#[cfg(feature = "json")]
pub use json::{read_json, write_json};
pub use keys::HeaderKey;
pub use lines::MAX_LINE;
pub use moves::{to_move, to_token};
pub use place::read_place;
pub use position::{PositionTextError, PositionTextErrorKind, read_position, write_position};
pub use reader::{MAX_MOVES, ReadOptions, Reader};
pub use record::{
    BodyItem, GameRead, Games, HeadLine, Record, RecordedEnding, RecordedHeader, RecordedMove,
    read_games,
};
pub use span::{Location, Text};
pub use token::{Drawn, Mark, MoveText, Placed, Token, TokenError, TokenFault};
pub use values::{Date, MATCH_GAMES, TimeOfDay, ValueError, read_date, read_match};
pub use writer::Writer;
