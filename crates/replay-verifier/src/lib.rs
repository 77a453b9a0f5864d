//! Replays recorded games of Pyramid Solitaire and checks every claim they make.
//!
//! A [`Verifier`] reads records from any `BufRead` and gives one [`Judgement`] a game: what the
//! record says, what the replay found, and if the two disagree the first [`Finding`], with its
//! place in the file, the move and the position before it. A bad game never costs the next one.
//! Memory does not grow with the input: one line, one game's states and the limits of the
//! [reader](pyramid_notation::Reader) bound it.
//!
//! ```
//! use pyramid_replay_verifier::{Options, Outcome, Verifier};
//! let record = "\
//! pyramid-game 1.0
//! rules: pyramid rows=1
//! deal: Kc | Ac2c3c4c5c6c7c8c9cTcJcQcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs
//! 1. Kc
//! end: won reason=cleared score=0 moves=1
//! ";
//! let mut verifier = Verifier::new(record.as_bytes(), Options::default());
//! let judgement = verifier.next_judgement()?.expect("a game");
//! assert!(judgement.is_valid());
//! assert_eq!((judgement.outcome, judgement.moves), (Outcome::Won, 1));
//! assert!(verifier.next_judgement()?.is_none());
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The crate depends on the engine and the notation only, so that whoever wants to rely on its
//! verdicts has little to read. Files, threads and reports are the business of its callers.
#![deny(missing_docs)]

mod check;
mod claims;
mod conditions;
mod explain;
mod judgement;
mod matches;
mod start;
mod verifier;

pub use conditions::Conditions;
pub use judgement::{Finding, Judgement, Outcome, Summary};
pub use matches::MatchOrder;
pub use verifier::{Options, Start, Verifier};
