//! Search for Pyramid Solitaire: verdicts with proof lines, shortest wins, best scores, for every
//! game of the table and from any position.
//!
//! A [`Solver`] keeps its tables from one search to the next and answers, within its [`Limits`],
//!
//! * [`solve`](Solver::solve): a [`Verdict`], won with a line, lost, or unknown and why;
//! * [`shortest`](Solver::shortest): a win of the fewest moves, proved;
//! * [`best`](Solver::best): the best score, or the fewest tableau cards left;
//! * [`remove`](Solver::remove): the fewest moves that remove cards of given ranks;
//! * [`proofs`](Solver::proofs): the verdict after each legal move;
//! * [`hint`](Solver::hint): how often each move wins, by what a player can know;
//! * [`review`](Solver::review): what each move of a game did, and which one lost it;
//! * [`fates`](Solver::fates): which cards can never leave;
//! * [`ease`](Solver::ease): how hard a deal is.
//!
//! [`Rate`] counts verdicts of many deals, with intervals that say how sure a share is.
//!
//! ```
//! use std::sync::Arc;
//! use pyramid_engine::{Deal, RuleSet, Setup};
//! use pyramid_solver::{Limits, Shortest, Solver, Verdict};
//!
//! let rules: RuleSet = "pyramid".parse()?;
//! let setup = Setup::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 8));
//! let mut solver = Solver::new(Limits::default());
//! let Verdict::Won(line) = solver.solve(&setup, setup.start(), &|| false) else { panic!() };
//! let shortest = solver.shortest(&setup, setup.start(), &|| false, |_| ());
//! let Shortest::Proved(fewest) = shortest else { panic!() };
//! assert!(fewest.len() <= line.len());
//! # Ok::<(), pyramid_engine::RulesLineError>(())
//! ```
//!
//! Nothing here is a guess, and a line is only handed out once the engine has played it. The
//! library starts no threads and reads no clock: a search asks a closure of the caller every
//! thousand positions or so whether to stop. For several threads make a solver each.
//!
//! # How
//!
//! A search has its own small positions: a set of cards left, the place in the stock, the redeals
//! left (`board`, `hand`, `actions`). It goes from removal to removal along the forced line of draws
//! (`search`), with verdicts kept in a table that never outgrows its limit (`table`, `when`). What makes it
//! fast are five ideas, each proved where it stands and switched on by a property of the rules:
//! pairs that were tried need not be tried later, earlier is never worse, Kings are not kept
//! (`search`), cards that must leave need partners (`matching`, `blossom`), and the same game with a
//! hand in any order must be winnable (`relax`). `shortest` does the same within a budget of moves,
//! with a table of budgets that were not enough (`fronts`) and a lower bound: where the hand is drawn
//! one by one and need not go, by a walk along the draws and redeals to come (`ahead`), elsewhere by
//! counts alone (`bound`). `best` looks at all ends, `cards` at single ranks. `line` turns steps into
//! moves. [`plain`] has no ideas at all and is what the others are tested against.
#![deny(missing_docs)]

mod actions;
mod after;
mod ahead;
mod best;
mod bits;
mod blossom;
mod board;
mod bound;
mod cards;
mod ease;
mod fate;
mod fronts;
mod hand;
mod hint;
mod limits;
mod line;
mod matching;
pub mod plain;
mod rate;
mod relax;
mod review;
mod search;
mod shortest;
mod solver;
mod table;
mod when;

pub use after::Proof;
pub use ease::{Difficulty, Ease};
pub use fate::Fate;
pub use hint::{Hint, Known, Odds};
pub use limits::{Best, LimitReached, Limits, Shortest, Stats, Verdict};
pub use rate::{Confidence, Interval, Rate};
pub use review::{Course, Effect, Review, Turning};
pub use solver::{Solver, solve};
