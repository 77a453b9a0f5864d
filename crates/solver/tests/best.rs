//! The best ends, and the fewest moves that remove given cards, against a walk over all states.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::HashMap;

use proptest::prelude::*;
use pyramid_engine::{Move, Rank, Scoring, Setup, State};
use pyramid_solver::{Limits, Shortest, Solver, plain};

mod common;
use common::{any_rules, describe, small};

const STATES: usize = 20_000;

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new(Limits::default()));
}

/// How many cards of each rank the line removes.
fn removed(setup: &Setup, state: &State, line: &[Move]) -> HashMap<Rank, u32> {
    let count = |state: &State| {
        let piles = setup.piles(state);
        let mut counts: HashMap<Rank, u32> = HashMap::new();
        let cards = piles.tableau.into_iter().flatten().chain(piles.stock).chain(piles.cell);
        let piles = piles.wastes.into_iter().chain(piles.reserve).flatten();
        for card in cards.chain(piles) {
            *counts.entry(card.rank()).or_default() += 1;
        }
        counts
    };
    let mut state = *state;
    let mut removed: HashMap<Rank, u32> = HashMap::new();
    for &m in line {
        let before = count(&state);
        setup.play(&mut state, m).unwrap();
        if m.is_removal() {
            let after = count(&state);
            for (rank, count) in before {
                *removed.entry(rank).or_default() += count - after.get(&rank).unwrap_or(&0);
            }
        }
    }
    removed
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: common::cases(3000),
        max_local_rejects: 10_000_000,
        max_global_rejects: 1_000_000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn best_ends(rules in any_rules(), seed in any::<u64>()) {
        let setup = small(&rules, seed, 11);
        let state = setup.start();
        let over = |state: &State| setup.is_won(state) && rules.score != Scoring::Par;
        let states = plain::reachable(&setup, state, STATES, over);
        prop_assume!(states.is_ok());
        let states = states.unwrap();
        let mut scorings = vec![Scoring::Left, Scoring::Cards];
        if matches!(rules.score, Scoring::Msc | Scoring::Par) {
            scorings.push(rules.score);
        }
        for scoring in scorings {
            let scores = states.iter().map(|(state, _)| setup.score_by(state, scoring).unwrap());
            let truth = if scoring == Scoring::Left { scores.min() } else { scores.max() };
            let best = SOLVER.with_borrow_mut(|solver| {
                solver.best(&setup, state, scoring, &|| false).unwrap()
            });
            prop_assert_eq!(best.limit, None);
            prop_assert_eq!(Some(best.score), truth, "{:?}\n{:?}\n{}", scoring, best, describe(&setup, state));
            let mut end = *state;
            for &m in &best.line {
                prop_assert!(!over(&end), "{:?} goes on after the end\n{}", best.line, describe(&setup, state));
                setup.play(&mut end, m).unwrap();
            }
            prop_assert_eq!(setup.score_by(&end, scoring), Some(best.score));
        }
    }

    #[test]
    fn cards_to_remove(
        rules in any_rules(),
        seed in any::<u64>(),
        ranks in prop::collection::vec((0..13usize, 1..=3u32), 1..3),
    ) {
        // Where cards are thrown away, states do not tell what was removed.
        prop_assume!(rules.wastes > 0);
        let setup = small(&rules, seed, 10);
        let state = setup.start();
        let wanted: Vec<(Rank, u32)> =
            ranks.into_iter().map(|(rank, count)| (Rank::ALL[rank], count)).collect();
        let over = |state: &State| setup.is_won(state) && rules.score != Scoring::Par;
        let states = plain::reachable(&setup, state, STATES, over);
        prop_assume!(states.is_ok());
        let done = |line: &[Move]| {
            let removed = removed(&setup, state, line);
            wanted.iter().all(|(rank, count)| removed.get(rank).unwrap_or(&0) >= count)
        };
        let truth = states.unwrap().into_iter().map(|(_, line)| line).find(|line| done(line));
        let found =
            SOLVER.with_borrow_mut(|solver| solver.remove(&setup, state, &wanted, &|| false));
        match (found, truth) {
            (Shortest::Lost, None) => {}
            (Shortest::Proved(line), Some(fewest)) => {
                prop_assert!(done(&line));
                prop_assert_eq!(line.len(), fewest.len(), "{:?}\n{:?}\n{:?}\n{}", line, fewest, wanted, describe(&setup, state));
            }
            other => prop_assert!(false, "{:?} {:?}\n{}", other, wanted, describe(&setup, state)),
        }
    }
}
