//! Random rules and random play, over every key.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use proptest::prelude::*;
use pyramid_engine::{
    Card, Deal, Deck, End, Goal, Layout, Matching, Move, Passes, Rank, RedealOrder, Reserve, Rules,
    Scoring, Setup, Shape, State, Stock, Suit,
};

/// Rules with every key drawn from its values, most of the time in a combination that can be
/// played; those that cannot are drawn again.
pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    let cards = (
        prop::sample::select(vec![Deck::Cards52, Deck::Cards48, Deck::Cards40, Deck::Cards104]),
        prop::sample::select(Shape::ALL.to_vec()),
        1..=10u8,
        prop::option::of((1..=13u8, 1..=8u8)),
        any::<bool>(),
        0..=1u8,
        prop::sample::select(Matching::ALL.to_vec()),
    );
    let hand = (
        prop::sample::select(Stock::ALL.to_vec()),
        any::<bool>(),
        prop::sample::select(vec![1u8, 3]),
        prop::sample::select(vec![0u8, 1, 3]),
        prop::option::of(1..=4u8),
        prop::sample::select(RedealOrder::ALL.to_vec()),
        any::<bool>(),
    );
    let rest = (
        prop::sample::select(Goal::ALL.to_vec()),
        any::<bool>(),
        any::<bool>(),
        prop::sample::select(vec![0u8, 1, 3]),
        prop::sample::select(End::ALL.to_vec()),
        prop::sample::select(Scoring::ALL.to_vec()),
    );
    (cards, hand, rest)
        .prop_map(|(cards, hand, rest)| {
            let (deck, layout, rows, reserve, reserve_first, cells, matching) = cards;
            let (stock, waste_pair, draw, wastes, passes, redeal_order, overlap) = hand;
            let (goal, hidden, apex, predeal, end, score) = rest;
            Rules {
                deck,
                layout,
                rows: if matches!(layout, Shape::Pyramid | Shape::Triangle) { rows } else { 7 },
                reserve: reserve.map(|(piles, depth)| Reserve { piles, depth }),
                reserve_first,
                cells,
                matching,
                stock,
                waste_pair,
                draw,
                wastes,
                passes: passes.map_or(Passes::Any, Passes::Limited),
                redeal_order,
                overlap,
                goal,
                hidden,
                apex: apex.then_some(Card::new(Rank::King, Suit::Spades)),
                predeal,
                end,
                score,
            }
        })
        .prop_filter("cannot be played", |rules| rules.validate().is_ok())
}

/// A game of these rules and the state after some choices, each of a legal move. Removals are
/// preferred, so that games come to their ends.
pub(crate) fn play_out(
    rules: Rules,
    seed: u64,
    choices: &[u8],
) -> (Setup, Vec<(State, Move)>, State) {
    let layout: Arc<Layout> = Arc::new(rules.validate().unwrap());
    let setup = Setup::new(layout, &Deal::seeded(&rules, seed));
    let mut state = *setup.start();
    let mut past = Vec::new();
    for &choice in choices {
        let mut moves = setup.legal_moves(&state);
        if choice % 4 != 0 && moves.iter().any(|m| m.is_removal()) {
            moves.retain(|m| m.is_removal());
        }
        if moves.is_empty() {
            break;
        }
        let m = moves[choice as usize / 4 % moves.len()];
        past.push((state, m));
        setup.play(&mut state, m).unwrap();
    }
    (setup, past, state)
}
