//! The decks that mchung94's programs answered, if they lie beside the project: every verdict, and
//! the lengths of the shortest wins. All lengths are compared by the example `peers`, this test
//! takes one in ten of those of several passes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::sync::Arc;

use pyramid_engine::{Card, Deal, RuleSet, Setup};
use pyramid_solver::{Limits, Shortest, Solver, Verdict};

mod common;
use common::{replay, root};

#[test]
fn verdicts_and_lengths() {
    let mut solver = Solver::new(Limits::default());
    for (file, rules, each) in [
        ("peer-mchung94-500.csv", "microsoft", 10),
        ("peer-mchung94-500-2pass.csv", "microsoft passes=2", 10),
        ("peer-mchung94-500-1pass.csv", "microsoft passes=1", 1),
    ] {
        let Ok(text) = fs::read_to_string(root().join("../shared/vectors").join(file)) else {
            eprintln!("{file} is not there: skipped");
            continue;
        };
        let rules: RuleSet = rules.parse().unwrap();
        let layout = Arc::new(rules.layout());
        let mut decks = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let cards: Vec<Card> =
                fields[0].split_whitespace().map(|card| card.parse().unwrap()).collect();
            let deal = Deal::new(rules.rules(), cards).unwrap();
            let setup = Setup::new(layout.clone(), &deal);
            let verdict = solver.solve(&setup, setup.start(), &|| false);
            assert_eq!(verdict.is_won(), Some(fields[1] == "yes"), "{file}: {line}");
            if let Verdict::Won(line) = verdict {
                replay(&setup, setup.start(), &line);
            }
            if decks % each == 0 {
                match solver.shortest(&setup, setup.start(), &|| false, |_| ()) {
                    Shortest::Proved(shortest) => {
                        replay(&setup, setup.start(), &shortest);
                        assert_eq!(shortest.len().to_string(), fields[2], "{file}: {line}");
                    }
                    Shortest::Lost => assert_eq!(fields[1], "no", "{file}: {line}"),
                    unknown @ Shortest::Unknown { .. } => panic!("{file}: {line}: {unknown:?}"),
                }
            }
            decks += 1;
        }
        assert_eq!(decks, 500, "{file}");
    }
}
