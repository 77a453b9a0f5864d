//! Which cards can leave, against a walk over all states; and the measure of difficulty against
//! verdicts without shortcuts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;
use pyramid_engine::{Card, Deal, Preset, Scoring, Setup, State};
use pyramid_solver::{Ease, Limits, Solver, plain};

mod common;
use common::{any_rules, describe, small};

const STATES: usize = 20_000;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: common::cases(600),
        max_local_rejects: 10_000_000,
        max_global_rejects: 1_000_000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn cards_that_never_leave(rules in any_rules(), seed in any::<u64>()) {
        let setup = small(&rules, seed, 11);
        let state = setup.start();
        let over = |state: &State| setup.is_won(state) && rules.score != Scoring::Par;
        let reached = plain::reachable(&setup, state, STATES, over);
        prop_assume!(reached.is_ok());
        let mut leaving: HashSet<Card> = HashSet::new();
        // Equal states may be reached by removing different cards: where cards are thrown away, one
        // that was and one that left are both gone. So it counts what leaves from a state.
        for (state, _) in reached.unwrap() {
            if over(&state) {
                continue;
            }
            let _ = setup.for_each_move(&state, |m| {
                if m.is_removal() && setup.play(&mut { state }, m).is_ok() {
                    leaving.extend(setup.cards_of(&state, m).into_iter().flatten());
                }
                ControlFlow::Continue(())
            });
        }
        let fates = Solver::new(Limits::default()).fates(&setup, state, &|| false);
        for fate in &fates {
            let leaves = leaving.contains(&fate.card);
            // Of two equal cards perhaps one can leave.
            let copies = fates.iter().filter(|other| other.card == fate.card);
            let found: Vec<Option<bool>> = copies.map(|copy| copy.leaves).collect();
            prop_assert_eq!(
                found.contains(&Some(true)), leaves, "{:?}\n{}", fate, describe(&setup, state)
            );
            prop_assert!(!found.contains(&None), "{:?}", fate);
        }
        // What is said within a limit is true as well.
        let limits = Limits { nodes: 30, ..Limits::default() };
        for (hasty, fate) in Solver::new(limits).fates(&setup, state, &|| false).iter().zip(&fates) {
            prop_assert_eq!((hasty.card, hasty.place), (fate.card, fate.place));
            prop_assert!(hasty.leaves.is_none() || hasty.leaves == fate.leaves);
        }
    }

    #[test]
    fn ease_is_of_the_deal(rules in any_rules(), seed in any::<u64>()) {
        let setup = small(&rules, seed, 9);
        let state = setup.start();
        let truth = plain::solve(&setup, state, STATES).0.is_won();
        prop_assume!(truth.is_some());
        let ease = Solver::new(Limits::default()).ease(&setup, state, &|| false);
        prop_assert_eq!((ease.games, ease.undecided), (Ease::GAMES, 0));
        if truth == Some(true) {
            // Each game that is not won has one move that lost it.
            prop_assert_eq!(ease.moves - ease.kept, ease.games - ease.won);
        } else {
            prop_assert_eq!((ease.won, ease.moves, ease.difficulty()), (0, 0, None));
        }
    }
}

#[test]
fn ease_repeats() {
    for name in ["pyramid", "giza", "forty", "apophis"] {
        let rules = Preset::by_name(name).unwrap().rules;
        let layout = Arc::new(rules.validate().unwrap());
        for seed in 0..3 {
            let setup = Setup::new(layout.clone(), &Deal::seeded(&rules, seed));
            let [one, two] = [1, 2]
                .map(|_| Solver::new(Limits::default()).ease(&setup, setup.start(), &|| false));
            assert_eq!(one, two);
        }
    }
}
