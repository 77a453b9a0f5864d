//! Counting move sequences: the regression number of the engine.

use std::ops::ControlFlow;

use crate::moves::Move;
use crate::setup::Setup;
use crate::state::State;

impl Setup {
    /// The number of move sequences of exactly `depth` moves from a state; none leads on from a
    /// position that is over.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rules, Setup};
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 1));
    /// assert_eq!(setup.perft(setup.start(), 10), 2158);
    /// ```
    pub fn perft(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        let _ = self.for_each_legal(state, |m| {
            let mut next = *state;
            self.apply(&mut next, m);
            nodes += self.perft(&next, depth - 1);
            ControlFlow::Continue(())
        });
        nodes
    }

    /// [`perft`](Setup::perft) split by first move, in the order of generation. `depth` counts
    /// that move; nothing for 0.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let split = setup.perft_divide(setup.start(), 6);
    /// assert_eq!(split.len(), 2);
    /// assert_eq!(split.iter().map(|(_, count)| count).sum::<u64>(), setup.perft(setup.start(), 6));
    /// ```
    pub fn perft_divide(&self, state: &State, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let count = |m| {
            let mut next = *state;
            self.apply(&mut next, m);
            self.perft(&next, rest)
        };
        self.legal_moves(state).into_iter().map(|m| (m, count(m))).collect()
    }
}
