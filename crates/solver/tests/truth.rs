//! The searches against the search without shortcuts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::fs;

use proptest::prelude::*;
use pyramid_engine::Rules;
use pyramid_solver::{Limits, Shortest, Solver, Verdict, plain};

mod common;
use common::{any_rules, describe, layout, one_by_one, position, replay, root, small};

const STATES: usize = 400_000;

#[test]
fn brute() {
    let text = fs::read_to_string(root().join("fixtures/rules/brute.csv")).unwrap();
    let mut solver = Solver::new(Limits::default());
    let mut rows = 0;
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let setup = position(fields[1], layout(fields[0]));
        let verdict = solver.solve(&setup, setup.start(), &|| false);
        assert_eq!(verdict.is_won(), Some(fields[2] == "yes"), "line {}: {line}", number + 1);
        if let Verdict::Won(line) = verdict {
            replay(&setup, setup.start(), &line);
        }
        let fewest = match solver.shortest(&setup, setup.start(), &|| false, |_| ()) {
            Shortest::Proved(line) => {
                replay(&setup, setup.start(), &line);
                line.len().to_string()
            }
            Shortest::Lost => String::new(),
            unknown => panic!("line {}: {unknown:?}", number + 1),
        };
        assert_eq!(fewest, fields[3], "line {}: {line}", number + 1);
        rows += 1;
    }
    assert_eq!(rows, 200);
}

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new(Limits::default()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(10_000), max_local_rejects: 10_000_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn small_positions(rules in any_rules(), seed in any::<u64>()) {
        same_as_plain(&rules, seed)?;
    }

    /// Of the rules under which a search for the shortest win looks ahead.
    #[test]
    fn hands_drawn_one_by_one(rules in any_rules(), seed in any::<u64>(), table in any::<bool>()) {
        let rules = one_by_one(rules, table);
        prop_assume!(rules.validate().is_ok());
        same_as_plain(&rules, seed)?;
    }
}

/// Compares a small position of these rules with the search that has no shortcuts.
fn same_as_plain(rules: &Rules, seed: u64) -> Result<(), TestCaseError> {
    let setup = small(rules, seed, 13);
    let state = setup.start();
    let truth = plain::shortest(&setup, state, STATES);
    prop_assume!(!matches!(truth, Verdict::Unknown(_)));
    let verdict = SOLVER.with_borrow_mut(|solver| solver.solve(&setup, state, &|| false));
    prop_assert_eq!(verdict.is_won(), truth.is_won(), "{}", describe(&setup, state));
    if let Verdict::Won(line) = verdict {
        replay(&setup, state, &line);
    }
    let shortest = SOLVER.with_borrow_mut(|solver| {
        solver.shortest(&setup, state, &|| false, |line| replay(&setup, state, line))
    });
    match (shortest, truth) {
        (Shortest::Lost, Verdict::Lost) => {}
        (Shortest::Proved(line), Verdict::Won(fewest)) => {
            replay(&setup, state, &line);
            prop_assert_eq!(
                line.len(),
                fewest.len(),
                "{:?}\n{:?}\n{}",
                line,
                fewest,
                describe(&setup, state)
            );
        }
        other => prop_assert!(false, "{:?}\n{}", other, describe(&setup, state)),
    }
    Ok(())
}
