//! Positions that went wrong once, each named for what it was.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use pyramid_engine::Scoring;
use pyramid_solver::{Limits, Shortest, Solver, Verdict, plain};

mod common;
use common::{layout, position, replay};

fn check(rules: &str, text: &str) {
    let setup = position(text, layout(rules));
    let state = setup.start();
    let truth = plain::shortest(&setup, state, 1_000_000);
    let mut solver = Solver::new(Limits::default());
    let verdict = solver.solve(&setup, state, &|| false);
    assert_eq!(verdict.is_won(), truth.is_won());
    if let Verdict::Won(line) = verdict {
        replay(&setup, state, &line);
    }
    match (solver.shortest(&setup, state, &|| false, |_| ()), truth) {
        (Shortest::Proved(line), Verdict::Won(fewest)) => {
            replay(&setup, state, &line);
            assert_eq!(line.len(), fewest.len());
        }
        (Shortest::Lost, Verdict::Lost) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn relaxation_took_a_parked_card_for_one_of_the_hand() {
    check("cell rows=4 passes=1", "9c/7c5s/3c3s6d/4cAh2h2s | Th8hTcQcKcJsJd | - | - | - | 0");
}

#[test]
fn a_king_in_the_waste_kept_two_cards_apart() {
    let rules = "pyramid deck=48 rows=4 cells=1 waste-pair=yes passes=1 goal=deck";
    check(rules, "7s/4c2d/....5d/........ | QhAd | 7cKs5sJc4h8c8s | - | - | 0");
}

#[test]
fn the_last_move_was_a_king_on_the_stock() {
    check(
        "triangle deck=104 rows=4 passes=any",
        "Td5d2d3h/..7c6h/..../.. | Kd | Js8s3hTd | - | - | any",
    );
}

#[test]
fn a_king_gone_past_was_still_counted() {
    let rules = "pyramid deck=40 rows=6 reserve=1x1 cells=1 passes=1 goal=deck";
    let tableau = "5s/Ad2h/5d..Jc/......../........../............";
    check(rules, &format!("{tableau} | 2dKs5hJd | - | Qc | 5c | 0"));
}

#[test]
fn pairs_of_the_waste_that_met_over_a_gap_were_overlooked() {
    let rules = "pyramid match=sum11-faces stock=closed waste-pair=yes passes=any";
    let tableau = "6s/9h../....../......../........../............/..............";
    check(rules, &format!("{tableau} | 5h8s8h2h3c3s9s | - | - | - | any"));
}

#[test]
fn looking_ahead_missed_what_a_reserve_that_may_stay_saves() {
    check("pyramid rows=2 reserve=1x1 passes=2", "9c/Tc.. | 5d4c6c3c | 5c | - | 8c | 1");
}

fn check_best(rules: &str, text: &str, scoring: Scoring, score: i32) {
    let setup = position(text, layout(rules));
    let mut solver = Solver::new(Limits::default());
    let best = solver.best(&setup, setup.start(), scoring, &|| false).unwrap();
    assert_eq!((best.score, best.limit), (score, None));
}

#[test]
fn best_left_a_king_behind_that_came_after_the_winning_pair() {
    let rules = "pyramid rows=2 stock=closed passes=any";
    check_best(rules, "5s/.... | 6d2d7h8cKd | - | - | - | any", Scoring::Cards, 3);
}

#[test]
fn best_stopped_at_a_win_that_ends_no_game_of_par() {
    let text = "8s/.... | 6c5c7c | - | - | - | 0";
    check_best("par rows=2 passes=1", text, Scoring::Cards, 4);
    check_best("one-pass rows=2", text, Scoring::Cards, 2);
}
