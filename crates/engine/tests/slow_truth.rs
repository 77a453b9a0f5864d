//! The engine against a second, slow truth: piles as lists, and every rule by its words.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;
use pyramid_engine::{Deal, Game, Move, Place, Refusal, Setup, State, Status};

mod common;
mod slow;
use common::{any_rules, play_out};
use slow::Slow;

fn all_moves(setup: &Setup, state: &State) -> HashSet<Move> {
    let mut moves = HashSet::new();
    let _ = setup.for_each_move(state, |m| {
        assert!(moves.insert(m), "{m:?} generated twice");
        std::ops::ControlFlow::Continue(())
    });
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn fast_and_slow_agree(
        rules in any_rules(),
        seed in 0..1000u64,
        choices in prop::collection::vec(any::<u8>(), 0..120),
    ) {
        let (setup, past, last) = play_out(rules, seed, &choices);
        let layout = setup.layout();
        let mut slow = Slow::of(setup.piles(setup.start()));
        for (state, m) in &past {
            prop_assert_eq!(&Slow::of(setup.piles(state)), &slow);
            prop_assert_eq!(all_moves(&setup, state), slow.moves(layout));
            slow = slow.play(&rules, *m);
        }
        prop_assert_eq!(&Slow::of(setup.piles(&last)), &slow);
        prop_assert_eq!(all_moves(&setup, &last), slow.moves(layout));
        // The endings, of the last state and of two before it.
        let states = past.iter().map(|(state, _)| *state).chain([last]).rev().step_by(7).take(3);
        for state in states {
            let slow = Slow::of(setup.piles(&state));
            let won = slow.is_won(rules.goal);
            let stuck = slow.is_stuck(layout);
            prop_assert_eq!(setup.is_won(&state), won);
            prop_assert_eq!(setup.is_stuck(&state), !won && stuck);
            prop_assert_eq!(setup.is_exhausted(&state), !won && slow.moves(layout).is_empty());
            let legal = setup.legal_moves(&state);
            let over = setup.status(&state) != Status::Open;
            prop_assert_eq!(legal.is_empty(), over || slow.moves(layout).is_empty());
            prop_assert!(over || !slow.moves(layout).is_empty());
        }
    }

    /// A game looks at its ending only where it has to. It must say the same as a look at each state.
    #[test]
    fn a_game_knows_its_ending_whatever_led_there(
        rules in any_rules(),
        seed in 0..1000u64,
        choices in prop::collection::vec(any::<u8>(), 0..50),
        ask in any::<bool>(),
    ) {
        let layout = Arc::new(rules.validate().unwrap());
        let mut game = Game::new(layout, &Deal::seeded(&rules, seed));
        for choice in choices {
            let setup = game.setup().clone();
            let status = setup.status(game.state());
            let legal = game.legal_moves();
            if ask {
                prop_assert_eq!(game.status(), status);
            }
            // Every move within the rules, and some that are not, at the same state.
            for m in all_moves(&setup, game.state()).into_iter().chain([Move::Draw, Move::Redeal]) {
                let mut other = game.clone();
                let played = other.play(m);
                prop_assert_eq!(played.is_ok(), legal.contains(&m), "{:?}", m);
                if status.is_over() {
                    prop_assert_eq!(played, Err(Refusal::GameOver));
                    prop_assert_eq!(other.state(), game.state());
                } else {
                    prop_assert_eq!(other.status(), setup.status(other.state()));
                }
            }
            match (choice, legal.as_slice()) {
                (0..32, _) => drop(game.undo()),
                (32..48, _) => drop(game.redo()),
                (_, []) => break,
                (_, legal) => game.play(legal[choice as usize % legal.len()]).unwrap(),
            }
        }
        prop_assert_eq!(game.status(), game.setup().status(game.state()));
    }

    #[test]
    fn a_refused_move_changes_nothing(
        rules in any_rules(),
        seed in 0..1000u64,
        choices in prop::collection::vec(any::<u8>(), 0..80),
        places in prop::collection::vec((0..6u8, 0..70u8), 2..20),
    ) {
        let (setup, _, state) = play_out(rules, seed, &choices);
        let legal = all_moves(&setup, &state);
        let place = |(kind, at): (u8, u8)| match kind {
            0 | 1 => Place::Tableau(at),
            2 => Place::Reserve(at),
            3 => Place::Cell,
            4 => Place::Waste(at % 5),
            _ => Place::Stock,
        };
        for pair in places.windows(2) {
            let (a, b) = (place(pair[0]), place(pair[1]));
            let covered = Move::Covered { upper: pair[0].1, lower: pair[1].1 };
            let tries = [
                Move::Single(a), Move::pair(a, b), covered, Move::WastePair(pair[0].1 % 5),
                Move::Draw, Move::Redeal, Move::Park(a),
            ];
            for m in tries {
                let mut after = state;
                match setup.play(&mut after, m) {
                    Ok(()) => prop_assert!(legal.contains(&m), "{:?} was played", m),
                    Err(refusal) => {
                        prop_assert!(!legal.contains(&m), "{:?}: {:?}", m, refusal);
                        prop_assert!(after == state);
                        prop_assert!(!refusal.explain(setup.layout()).is_empty());
                    }
                }
            }
        }
    }
}
