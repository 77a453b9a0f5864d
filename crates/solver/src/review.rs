//! A game looked at afterwards: where it could be won, and which move lost it.

use pyramid_engine::{Move, Refusal, Setup, State};

use crate::after::with_first;
use crate::limits::Verdict;
use crate::solver::Solver;

/// Whether each position of a game can be won, as far as that is known.
///
/// A position before one that can be won can be won, and one after one that cannot, cannot. So there
/// is one point where a win was lost, and few positions have to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The number of the last position that is known to be won, from 0 for the start.
    pub last_won: Option<usize>,
    /// The number of the first position that is known to be lost.
    pub first_lost: Option<usize>,
    /// A win from `last_won` on.
    pub win: Vec<Move>,
}

impl Course {
    /// Whether the position after so many moves can be won.
    pub fn is_won(&self, ply: usize) -> Option<bool> {
        if self.last_won.is_some_and(|won| ply <= won) {
            Some(true)
        } else if self.first_lost.is_some_and(|lost| ply >= lost) {
            Some(false)
        } else {
            None
        }
    }

    /// The number of moves before the one that lost the win, if it is known which did.
    pub fn turning_ply(&self) -> Option<usize> {
        self.last_won.filter(|won| self.first_lost == Some(won + 1))
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// The game can still be won.
    Kept,
    /// The game can still be won, and after every other legal move it could not; there was one.
    Only,
    /// The game could be won, and cannot any more.
    Lost,
    /// The game could not be won before the move.
    Past,
    /// The searches ended before they knew.
    Undecided,
}

impl Effect {
    /// The stable name: `kept`, `only`, `lost`, `past` or `undecided`.
    pub const fn name(self) -> &'static str {
        match self {
            Effect::Kept => "kept",
            Effect::Only => "only",
            Effect::Lost => "lost",
            Effect::Past => "past",
            Effect::Undecided => "undecided",
        }
    }
}

/// The move that lost a game that could be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turning {
    /// The number of moves before it.
    pub ply: usize,
    /// The move.
    pub lost_by: Move,
    /// The legal moves that would have kept the win.
    pub kept_by: Vec<Move>,
    /// Legal moves of which it is not known.
    pub undecided: Vec<Move>,
}

/// A game looked at afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Where it could be won.
    pub course: Course,
    /// The move that lost it, if one did and it is known which.
    pub turning: Option<Turning>,
    /// What each move did.
    pub effects: Vec<Effect>,
}

impl Solver {
    /// Finds where a game could be won, and the turning point. Each search keeps to the solver's
    /// limits.
    ///
    /// # Errors
    ///
    /// If one of the moves cannot be played.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Move, Rules, Setup};
    /// use pyramid_solver::{Limits, Solver};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 8));
    /// let mut solver = Solver::new(Limits::default());
    /// // All passes gone through and nothing removed.
    /// let mut moves = vec![Move::Draw; 24];
    /// for _ in 0..2 {
    ///     moves.push(Move::Redeal);
    ///     moves.extend([Move::Draw; 24]);
    /// }
    /// let (course, turning) = solver.course(&setup, &moves, &|| false)?;
    /// assert_eq!(course.is_won(0), Some(true));
    /// assert_eq!(course.is_won(74), Some(false));
    /// assert!(!turning.unwrap().kept_by.is_empty());
    /// # Ok::<(), pyramid_engine::Refusal>(())
    /// ```
    pub fn course(
        &mut self,
        setup: &Setup,
        moves: &[Move],
        stop: &dyn Fn() -> bool,
    ) -> Result<(Course, Option<Turning>), Refusal> {
        let states = states(setup, moves)?;
        let course = self.find_course(setup, &states, stop);
        let turning = course.turning_ply().map(|ply| {
            let state = &states[ply];
            let legal: Vec<Move> =
                setup.legal_moves(state).into_iter().filter(|&m| m != moves[ply]).collect();
            let mut turning =
                Turning { ply, lost_by: moves[ply], kept_by: Vec::new(), undecided: Vec::new() };
            for m in legal {
                match self.keeps(setup, state, &course.win, m, stop) {
                    Some(true) => turning.kept_by.push(m),
                    Some(false) => {}
                    None => turning.undecided.push(m),
                }
            }
            turning
        });
        Ok((course, turning))
    }

    /// Finds what [`course`](Solver::course) does, and what each move did.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rules, Setup};
    /// use pyramid_solver::{Effect, Limits, Solver, Verdict};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 8));
    /// let mut solver = Solver::new(Limits::default());
    /// let Verdict::Won(line) = solver.solve(&setup, setup.start(), &|| false) else { panic!() };
    /// let review = solver.review(&setup, &line, &|| false)?;
    /// assert_eq!(review.effects.len(), line.len());
    /// assert!(review.effects.iter().all(|effect| matches!(effect, Effect::Kept | Effect::Only)));
    /// # Ok::<(), pyramid_engine::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one of the moves cannot be played.
    pub fn review(
        &mut self,
        setup: &Setup,
        moves: &[Move],
        stop: &dyn Fn() -> bool,
    ) -> Result<Review, Refusal> {
        let states = states(setup, moves)?;
        let (course, turning) = self.course(setup, moves, stop)?;
        let effects =
            (0..moves.len()).map(|ply| match (course.is_won(ply), course.is_won(ply + 1)) {
                (Some(false), _) => Effect::Past,
                (Some(true), Some(false)) => Effect::Lost,
                (Some(true), Some(true)) => {
                    let last = course.last_won.unwrap_or(ply);
                    let win = [&moves[ply..last], &course.win].concat();
                    if self.is_only(setup, &states[ply], &win, moves[ply], stop) {
                        Effect::Only
                    } else {
                        Effect::Kept
                    }
                }
                _ => Effect::Undecided,
            });
        let effects = effects.collect();
        Ok(Review { course, turning, effects })
    }

    /// Searches between what is known, in the middle first.
    pub(crate) fn find_course(
        &mut self,
        setup: &Setup,
        states: &[State],
        stop: &dyn Fn() -> bool,
    ) -> Course {
        let mut course = Course { last_won: None, first_lost: None, win: Vec::new() };
        let mut open: Vec<usize> = (0..states.len()).collect();
        // The ends of most games tell most: a game that was won is one search.
        let mut at = states.len() - 1;
        loop {
            match self.solve(setup, &states[at], stop) {
                Verdict::Won(win) => {
                    course.last_won = Some(at);
                    course.win = win;
                    open.retain(|&other| other > at);
                }
                Verdict::Lost => {
                    course.first_lost = Some(at);
                    open.retain(|&other| other < at);
                }
                Verdict::Unknown(_) => open.retain(|&other| other != at),
            }
            match open.get(open.len() / 2) {
                Some(&middle) => at = middle,
                None => return course,
            }
        }
    }

    /// Whether the game can be won after a move, given a win.
    fn keeps(
        &mut self,
        setup: &Setup,
        state: &State,
        win: &[Move],
        m: Move,
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        if with_first(setup, state, win, m).is_some() {
            return Some(true);
        }
        self.solve_after(setup, state, m, self.limits.nodes, stop).is_won()
    }

    /// Whether there are other moves, and the game can be won after none of them.
    fn is_only(
        &mut self,
        setup: &Setup,
        state: &State,
        win: &[Move],
        played: Move,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let others: Vec<Move> =
            setup.legal_moves(state).into_iter().filter(|&m| m != played).collect();
        !others.is_empty()
            && !others.iter().any(|&m| with_first(setup, state, win, m).is_some())
            && others.iter().all(|&m| {
                self.solve_after(setup, state, m, self.limits.nodes, stop).is_won() == Some(false)
            })
    }
}

/// The states a game goes through, the start first.
fn states(setup: &Setup, moves: &[Move]) -> Result<Vec<State>, Refusal> {
    let mut state = *setup.start();
    let mut states = vec![state];
    for &m in moves {
        setup.play(&mut state, m)?;
        states.push(state);
    }
    Ok(states)
}
