//! The verdict after each of some moves, with as little searching as possible.

use pyramid_engine::{Move, Setup, State};

use crate::limits::{LimitReached, Verdict};
use crate::solver::Solver;

/// A legal move, and whether the game can be won after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The move.
    pub m: Move,
    /// Of the position after it; a win is told with the move in front.
    pub verdict: Verdict,
}

impl Solver {
    /// The verdict after each legal move, in the order of
    /// [`legal_moves`](Setup::legal_moves); each search keeps to the solver's limits.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rules, Setup};
    /// use pyramid_solver::{Limits, Solver};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 8));
    /// let proofs = Solver::new(Limits::default()).proofs(&setup, setup.start(), &|| false);
    /// assert_eq!(proofs.len(), setup.legal_moves(setup.start()).len());
    /// assert!(proofs.iter().any(|proof| proof.verdict.is_won() == Some(true)));
    /// ```
    pub fn proofs(&mut self, setup: &Setup, state: &State, stop: &dyn Fn() -> bool) -> Vec<Proof> {
        let moves = setup.legal_moves(state);
        let nodes = self.limits.nodes;
        let verdicts = self.after(setup, state, &moves, nodes, stop).verdicts;
        moves.into_iter().zip(verdicts).map(|(m, verdict)| Proof { m, verdict }).collect()
    }

    /// The verdicts after some legal moves. Each search enters at most `nodes` positions; there are
    /// at most one more of them than moves.
    pub(crate) fn after(
        &mut self,
        setup: &Setup,
        state: &State,
        moves: &[Move],
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> After {
        let before = self.solve_within(setup, state, nodes, stop);
        let mut spent = self.stats().positions();
        let verdicts = moves.iter().map(|&m| {
            match &before {
                Verdict::Lost => return Verdict::Lost,
                Verdict::Unknown(LimitReached::Stopped) => {
                    return Verdict::Unknown(LimitReached::Stopped);
                }
                Verdict::Won(line) => {
                    if let Some(line) = with_first(setup, state, line, m) {
                        return Verdict::Won(line);
                    }
                }
                Verdict::Unknown(_) => {}
            }
            let verdict = self.solve_after(setup, state, m, nodes, stop);
            spent += self.stats().positions();
            verdict
        });
        After { verdicts: verdicts.collect(), spent }
    }

    /// The verdict after a move, a win with the move in front.
    pub(crate) fn solve_after(
        &mut self,
        setup: &Setup,
        state: &State,
        m: Move,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Verdict {
        let mut next = *state;
        if setup.play(&mut next, m).is_err() {
            return Verdict::Unknown(LimitReached::Refused);
        }
        match self.solve_within(setup, &next, nodes, stop) {
            Verdict::Won(mut line) => {
                line.insert(0, m);
                Verdict::Won(line)
            }
            verdict => verdict,
        }
    }

    /// The verdict of a search that enters at most so many positions.
    pub(crate) fn solve_within(
        &mut self,
        setup: &Setup,
        state: &State,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Verdict {
        let limits = self.limits;
        self.limits.nodes = nodes.min(limits.nodes);
        let verdict = self.solve(setup, state, stop);
        self.limits = limits;
        verdict
    }
}

/// What [`Solver::after`] found.
pub(crate) struct After {
    /// One a move.
    pub(crate) verdicts: Vec<Verdict>,
    /// Positions entered.
    pub(crate) spent: u64,
}

/// A win that begins with this move, made from another win: the same moves in the same order, but
/// this one first. Often that is one, and the engine says whether it is.
pub(crate) fn with_first(setup: &Setup, state: &State, win: &[Move], m: Move) -> Option<Vec<Move>> {
    let mut rest = win.to_vec();
    if let Some(at) = rest.iter().position(|&other| other == m) {
        rest.remove(at);
    }
    let mut state = *state;
    let mut line = Vec::with_capacity(win.len() + 1);
    for m in std::iter::once(m).chain(rest) {
        setup.play(&mut state, m).ok()?;
        line.push(m);
        if setup.is_won(&state) {
            return Some(line);
        }
    }
    None
}
