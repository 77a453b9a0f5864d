//! The rules of Pyramid Solitaire, in all its variants.
//!
//! One engine plays every game; a game is data. [`Rules`] are plain values, one field a rules key;
//! a [`Preset`] is a named row of them and a [`RuleSet`] a preset with deviations, as a rules line
//! says it. From valid rules a [`Layout`] is derived: the places of the tableau, what covers what,
//! which ranks pair. A [`Setup`] is a layout with a [`Deal`]; a [`State`] is what is left of it, a
//! small value that is copied freely. A [`Game`] is a state with its past.
//!
//! ```
//! use std::sync::Arc;
//! use pyramid_engine::{Deal, Game, Move, Place, RuleSet};
//!
//! let rules: RuleSet = "pyramid passes=2".parse()?;
//! let mut game = Game::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 7));
//! assert_eq!(game.legal_moves(), [Move::pair(Place::Tableau(24), Place::Stock), Move::Draw]);
//! game.play(Move::Draw)?;
//! assert_eq!(game.state().stock_len(), 23);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate does no input or output, reads no clock and has no entropy of its own. [`Setup::play`]
//! allocates nothing and leaves the state as it was when it refuses a move.
#![deny(missing_docs)]

#[macro_use]
mod names;

mod card;
mod deal;
mod deck;
mod game;
mod keys;
mod layout;
mod locate;
mod moves;
mod perft;
mod place;
mod play;
mod presets;
mod reasons;
mod refusal;
mod rules;
mod score;
mod setup;
mod shuffle;
mod state;
mod status;
mod values;

pub use card::{Card, CardError, Rank, Suit};
pub use deal::{Deal, DeckError};
pub use deck::Deck;
pub use game::Game;
pub use keys::{KEYS, Key};
pub use layout::{Layout, Row};
pub use locate::Whereabouts;
pub use moves::Move;
pub use place::{Place, PlaceName};
pub use presets::{Preset, RuleSet, RulesLineError, RulesLineErrorKind, nearest};
pub use reasons::RulesError;
pub use refusal::Refusal;
pub use rules::Rules;
pub use setup::{Piles, PositionError, Setup};
pub use shuffle::{PysolDeckError, PysolNumber, PysolNumberError, pysol, seeded};
pub use state::{State, Tally};
pub use status::{Reason, Status};
pub use values::{End, Goal, Matching, Passes, RedealOrder, Reserve, Scoring, Shape, Stock};
