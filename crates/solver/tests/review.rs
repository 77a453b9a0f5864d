//! Reviews of games played at random, against searches without shortcuts from every position.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use pyramid_engine::{Move, Setup, State};
use pyramid_solver::{Effect, Limits, Solver, plain};

mod common;
use common::{Numbers, any_rules, describe, small};

const STATES: usize = 5_000;

/// A game played at random to its end, or to some move before.
fn any_game(setup: &Setup, random: &mut Numbers) -> (Vec<Move>, Vec<State>) {
    let mut states = vec![*setup.start()];
    let mut moves = Vec::new();
    let mut state = *setup.start();
    while moves.len() < 40 {
        let legal = setup.legal_moves(&state);
        if legal.is_empty() || random.below(30) == 0 {
            break;
        }
        let m = legal[random.below(legal.len())];
        setup.play(&mut state, m).unwrap();
        moves.push(m);
        states.push(state);
    }
    (moves, states)
}

/// Whether the position can be won; `None` if there are too many states.
fn truth(setup: &Setup, state: &State) -> Option<bool> {
    plain::solve(setup, state, STATES).0.is_won()
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
    fn effects_and_turning_points(rules in any_rules(), seed in any::<u64>()) {
        let setup = small(&rules, seed, 10);
        let (moves, states) = any_game(&setup, &mut Numbers(seed));
        let won: Option<Vec<bool>> = states.iter().map(|state| truth(&setup, state)).collect();
        prop_assume!(won.is_some());
        let won = won.unwrap();
        let after = |ply: usize, m: Move| {
            let mut next = states[ply];
            setup.play(&mut next, m).unwrap();
            truth(&setup, &next).unwrap()
        };
        let text = || format!("{moves:?}\n{}", describe(&setup, setup.start()));
        let mut solver = Solver::new(Limits::default());
        let review = solver.review(&setup, &moves, &|| false).unwrap();
        for (ply, &won) in won.iter().enumerate() {
            prop_assert_eq!(review.course.is_won(ply), Some(won), "{}\n{}", ply, text());
        }
        prop_assert_eq!(review.effects.len(), moves.len());
        for (ply, &effect) in review.effects.iter().enumerate() {
            let mut others = setup.legal_moves(&states[ply]);
            others.retain(|&m| m != moves[ply]);
            let expected = match (won[ply], won[ply + 1]) {
                (false, _) => Effect::Past,
                (true, false) => Effect::Lost,
                (true, true) => match !others.is_empty() && !others.iter().any(|&m| after(ply, m)) {
                    true => Effect::Only,
                    false => Effect::Kept,
                },
            };
            prop_assert_eq!(effect, expected, "{}\n{}", ply, text());
        }
        let lost_at = (0..moves.len()).find(|&ply| won[ply] && !won[ply + 1]);
        prop_assert_eq!(review.turning.as_ref().map(|turning| turning.ply), lost_at);
        if let Some(turning) = &review.turning {
            prop_assert_eq!(turning.lost_by, moves[turning.ply]);
            let mut kept = setup.legal_moves(&states[turning.ply]);
            kept.retain(|&m| after(turning.ply, m));
            prop_assert_eq!(&turning.kept_by, &kept, "{}", text());
            prop_assert!(turning.undecided.is_empty());
            prop_assert!(!kept.is_empty());
        }
        // What is said within a limit is true as well.
        let mut hasty = Solver::new(Limits { nodes: 2, ..Limits::default() });
        let review = hasty.review(&setup, &moves, &|| false).unwrap();
        for (ply, &won) in won.iter().enumerate() {
            prop_assert_ne!(review.course.is_won(ply), Some(!won), "{}\n{}", ply, text());
        }
        if let Some(turning) = &review.turning {
            prop_assert!(turning.kept_by.iter().all(|&m| after(turning.ply, m)));
            prop_assert_eq!(Some(turning.ply), lost_at);
        }
        for (ply, &effect) in review.effects.iter().enumerate() {
            if effect == Effect::Only {
                let mut others = setup.legal_moves(&states[ply]);
                others.retain(|&m| m != moves[ply]);
                prop_assert!(!others.is_empty() && !others.iter().any(|&m| after(ply, m)));
            }
        }
    }
}

#[test]
fn a_move_that_cannot_be_played_is_refused() {
    let setup = small(&pyramid_engine::Rules::PYRAMID, 1, 10);
    let moves = vec![Move::Draw; 50];
    assert!(Solver::new(Limits::default()).review(&setup, &moves, &|| false).is_err());
}
