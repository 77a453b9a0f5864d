//! How hard a deal is, measured on games that are played carelessly.

use pyramid_engine::{Move, Setup, State};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::SeedableRng;

use crate::hint::{below, fingerprint};
use crate::solver::Solver;

/// What careless games of a deal came to.
///
/// A careless player makes a random removal where one can be made, and else another legal move at
/// random. Both shares are facts of the deal and of these games, whatever way the solver takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ease {
    /// Games played.
    pub games: u32,
    /// Those that were won.
    pub won: u32,
    /// Moves made while the game could still be won.
    pub moves: u32,
    /// Those of them after which it still could.
    pub kept: u32,
    /// Games of which it is not known where they were lost; their moves are not counted.
    pub undecided: u32,
}

/// How hard a deal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// At least half of the careless games are won.
    Easy,
    /// At least one in ten is.
    Medium,
    /// Fewer are.
    Hard,
}

impl Difficulty {
    /// The stable name: `easy`, `medium` or `hard`.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

impl Ease {
    /// Games that are played.
    pub const GAMES: u32 = 100;

    /// The share of careless games that were won, from 0 to 1.
    pub fn won_share(&self) -> f64 {
        share(self.won, self.games)
    }

    /// The share of moves that kept the win, from 0 to 1.
    pub fn kept_share(&self) -> f64 {
        share(self.kept, self.moves)
    }

    /// How hard the deal is; `None` if it is not known of all games where they were lost, or no
    /// move was made while the deal could be won.
    pub fn difficulty(&self) -> Option<Difficulty> {
        match self.undecided == 0 && self.moves > 0 {
            false => None,
            true if 2 * self.won >= self.games => Some(Difficulty::Easy),
            true if 10 * self.won >= self.games => Some(Difficulty::Medium),
            true => Some(Difficulty::Hard),
        }
    }
}

fn share(part: u32, all: u32) -> f64 {
    if all == 0 { 0.0 } else { f64::from(part) / f64::from(all) }
}

/// No careless game has more moves; those of any passes end long before.
const MOST: usize = 10_000;

impl Solver {
    /// Plays [`Ease::GAMES`] careless games from a state and finds where each was lost. The games
    /// depend on the deal of the setup alone. Each search keeps to the solver's limits.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rules, Setup};
    /// use pyramid_solver::{Difficulty, Limits, Solver};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 8));
    /// let ease = Solver::new(Limits::default()).ease(&setup, setup.start(), &|| false);
    /// assert_eq!((ease.games, ease.undecided), (100, 0));
    /// assert!(ease.kept < ease.moves);
    /// assert!(ease.difficulty() >= Some(Difficulty::Easy));
    /// ```
    pub fn ease(&mut self, setup: &Setup, state: &State, stop: &dyn Fn() -> bool) -> Ease {
        let mut random =
            Xoshiro256StarStar::seed_from_u64(fingerprint(&setup.piles(setup.start()), 0));
        let mut ease = Ease { games: Ease::GAMES, ..Ease::default() };
        for _ in 0..Ease::GAMES {
            let states = careless(setup, state, &mut random);
            let course = self.find_course(setup, &states, stop);
            let last = states.len() - 1;
            ease.won += u32::from(setup.is_won(&states[last]));
            match (course.last_won, course.first_lost) {
                (Some(won), None) if won == last => {
                    ease.moves += last as u32;
                    ease.kept += last as u32;
                }
                (Some(won), Some(lost)) if lost == won + 1 => {
                    ease.moves += lost as u32;
                    ease.kept += won as u32;
                }
                // The deal could not be won at all.
                (None, Some(0)) => {}
                _ => ease.undecided += 1,
            }
        }
        ease
    }
}

/// The states of a careless game, the first and the last included.
fn careless(setup: &Setup, state: &State, random: &mut Xoshiro256StarStar) -> Vec<State> {
    let mut states = vec![*state];
    let mut state = *state;
    while states.len() < MOST && !setup.is_won(&state) {
        let legal = setup.legal_moves(&state);
        let removals: Vec<Move> = legal.iter().copied().filter(|m| m.is_removal()).collect();
        let moves = if removals.is_empty() { legal } else { removals };
        if moves.is_empty() || setup.play(&mut state, moves[below(random, moves.len())]).is_err() {
            break;
        }
        states.push(state);
    }
    states
}
