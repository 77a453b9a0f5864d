//! Hints against all orders of the unseen cards, each searched without shortcuts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use proptest::prelude::*;
use pyramid_engine::{Card, Deal, Preset, Rules, Setup, Stock};
use pyramid_solver::{Hint, Known, Limits, Solver, Verdict, plain};

mod common;
use common::{Numbers, any_rules, describe, small};

const STATES: usize = 20_000;

/// What a player could know of a position: some of the stock, and some of what is covered.
fn any_known(setup: &Setup, rules: &Rules, random: &mut Numbers) -> Known {
    let state = setup.start();
    let shown = usize::from(rules.stock == Stock::Open);
    let unseen = random.below(4);
    let stock = state.stock_len().saturating_sub(unseen).max(shown);
    let mut known = Known { tableau: u64::MAX, stock };
    if rules.hidden {
        let covered = |place: u8| {
            setup.piles(state).tableau[place as usize].is_some()
                && setup.covers(state, place)[0].is_some()
        };
        let covered: Vec<u8> =
            (0..setup.layout().tableau_len() as u8).filter(|&place| covered(place)).collect();
        for place in covered.into_iter().take(random.below(3)) {
            known.tableau &= !(1 << place);
        }
    }
    known
}

/// The position in every order of its unseen cards.
fn orders(setup: &Setup, known: Known) -> Vec<Setup> {
    let piles = setup.piles(setup.start());
    let places: Vec<usize> = (0..piles.tableau.len())
        .filter(|&place| known.tableau >> place & 1 == 0 && piles.tableau[place].is_some())
        .collect();
    let hidden = places.iter().map(|&place| piles.tableau[place].unwrap());
    let unseen: Vec<Card> = hidden.chain(piles.stock.iter().skip(known.stock).copied()).collect();
    permutations(&unseen)
        .into_iter()
        .map(|order| {
            let mut piles = piles.clone();
            for (&place, &card) in places.iter().zip(&order) {
                piles.tableau[place] = Some(card);
            }
            let stock = piles.stock.iter_mut().skip(known.stock);
            for (to, &card) in stock.zip(&order[places.len()..]) {
                *to = card;
            }
            Setup::from_piles(setup.layout().clone(), &piles).unwrap()
        })
        .collect()
}

fn permutations(cards: &[Card]) -> Vec<Vec<Card>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..cards.len() {
        let mut rest = cards.to_vec();
        let card = rest.remove(first);
        all.extend(permutations(&rest).into_iter().map(|rest| [vec![card], rest].concat()));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: common::cases(600),
        max_local_rejects: 10_000_000,
        max_global_rejects: 1_000_000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn odds_are_those_of_all_orders(rules in any_rules(), hidden in any::<bool>(), seed in any::<u64>()) {
        let rules = Rules { hidden, ..rules };
        let setup = small(&rules, seed, 11);
        let state = setup.start();
        let known = any_known(&setup, &rules, &mut Numbers(seed ^ 1));
        let orders = orders(&setup, known);
        let mut solver = Solver::new(Limits::default());
        let hint = solver.hint(&setup, state, known, 3, &|| false);
        prop_assert_eq!(hint.samples, if orders.len() == 1 { 1 } else { Hint::SAMPLES });
        for odds in &hint.moves {
            let mut won = 0;
            for order in &orders {
                let mut next = *order.start();
                order.play(&mut next, odds.m).unwrap();
                match plain::solve(order, &next, STATES).0 {
                    Verdict::Won(_) => won += 1,
                    Verdict::Lost => {}
                    Verdict::Unknown(_) => return Err(TestCaseError::reject("too large")),
                }
            }
            let share = f64::from(hint.samples) * won as f64 / orders.len() as f64;
            let text = || format!("{odds:?}: {won} of {}\n{}", orders.len(), describe(&setup, state));
            prop_assert_eq!(odds.undecided, 0);
            prop_assert_eq!(odds.won + odds.lost, hint.samples);
            if won == 0 || won == orders.len() {
                prop_assert_eq!(f64::from(odds.won), share, "{}", text());
            }
            // Five standard deviations, at the most.
            prop_assert!((f64::from(odds.won) - share).abs() <= 25.0, "{}", text());
        }
        let legal = setup.legal_moves(state);
        let told: Vec<_> = hint.moves.iter().map(|odds| odds.m).collect();
        prop_assert!(told.iter().all(|m| legal.contains(m)));
        if !rules.overlap || known.tableau == u64::MAX {
            prop_assert_eq!(told, legal);
        }
    }

    #[test]
    fn proofs_are_the_truth(rules in any_rules(), seed in any::<u64>()) {
        let setup = small(&rules, seed, 12);
        let state = setup.start();
        let proofs = Solver::new(Limits::default()).proofs(&setup, state, &|| false);
        prop_assert_eq!(proofs.iter().map(|proof| proof.m).collect::<Vec<_>>(), setup.legal_moves(state));
        for proof in proofs {
            let mut next = *state;
            setup.play(&mut next, proof.m).unwrap();
            let (truth, _) = plain::solve(&setup, &next, STATES);
            prop_assume!(truth.is_won().is_some());
            prop_assert_eq!(proof.verdict.is_won(), truth.is_won(), "{:?}\n{}", proof.m, describe(&setup, state));
            if let Verdict::Won(line) = proof.verdict {
                prop_assert_eq!(line[0], proof.m);
                common::replay(&setup, state, &line);
            }
        }
    }
}

/// The start of every game, with what is seen of it there.
fn starts(mut each: impl FnMut(&str, &Setup, Known)) {
    for preset in Preset::all() {
        let rules = preset.rules;
        let layout = Arc::new(rules.validate().unwrap());
        let setup = Setup::new(layout, &Deal::seeded(&rules, 5));
        let mut tableau = u64::MAX;
        for place in 0..setup.layout().tableau_len() as u8 {
            if rules.hidden && setup.covers(setup.start(), place)[0].is_some() {
                tableau &= !(1 << place);
            }
        }
        let stock = usize::from(rules.stock == Stock::Open);
        each(preset.name, &setup, Known { tableau, stock });
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    // Few positions: this is not about what is found.
    let mut solver = Solver::new(Limits { nodes: 20_000, ..Limits::default() });
    starts(|name, setup, known| {
        let hint = solver.hint(setup, setup.start(), known, 0, &|| false);
        let fresh = Solver::new(Limits { nodes: 20_000, ..Limits::default() }).hint(
            setup,
            setup.start(),
            known,
            0,
            &|| false,
        );
        assert_eq!(hint, fresh, "{name}");
        assert!(hint.nodes <= 20_000, "{name}: {}", hint.nodes);
        assert_eq!(hint.unseen < 2, hint.samples == 1, "{name}");
        for odds in &hint.moves {
            assert_eq!(odds.won + odds.lost + odds.undecided, hint.samples, "{name}");
        }
        assert!(!hint.moves.is_empty(), "{name}");
    });
}

#[test]
fn a_hint_is_the_same_whatever_the_unseen_cards_are() {
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    starts(|name, setup, known| {
        let mut piles = setup.piles(setup.start());
        let others = |&place: &usize| known.tableau >> place & 1 == 0;
        let hidden: Vec<usize> = (0..setup.layout().tableau_len()).filter(others).collect();
        if let [first, .., last] = hidden[..] {
            piles.tableau.swap(first, last);
        }
        let unseen = piles.stock.len().min(known.stock);
        piles.stock[unseen..].reverse();
        let other = Setup::from_piles(setup.layout().clone(), &piles).unwrap();
        let [one, two] = [setup, &other]
            .map(|setup| Solver::new(limits).hint(setup, setup.start(), known, 0, &|| false));
        assert_eq!(one, two, "{name}");
    });
}

#[test]
fn another_ply_has_other_samples() {
    let rules = Preset::by_name("one-pass").unwrap().rules;
    let setup = Setup::new(Arc::new(rules.validate().unwrap()), &Deal::seeded(&rules, 7));
    let mut solver = Solver::new(Limits::default());
    let known = Known { tableau: u64::MAX, stock: 1 };
    let [one, two] = [0, 1].map(|ply| solver.hint(&setup, setup.start(), known, ply, &|| false));
    assert_ne!(one.moves, two.moves, "{one:?}");
}

#[test]
fn a_stopped_hint_claims_nothing() {
    starts(|name, setup, known| {
        let mut solver = Solver::new(Limits::default());
        let hint = solver.hint(setup, setup.start(), known, 0, &|| true);
        // Searches that end before they ask are as good as any.
        let full = solver.hint(setup, setup.start(), known, 0, &|| true);
        assert_eq!(hint, full, "{name}");
        assert!(hint.nodes < Hint::NODES, "{name}");
    });
}
