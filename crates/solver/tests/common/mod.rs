//! Positions to test against: read from text, and small random ones over all rules keys.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;
use pyramid_engine::{
    Card, Deck, End, Goal, Layout, Matching, Move, Passes, Piles, RedealOrder, Reserve, RuleSet,
    Rules, Scoring, Setup, Shape, State, Stock,
};

mod small;

pub(crate) fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../.."].iter().collect()
}

pub(crate) fn layout(rules: &str) -> Arc<Layout> {
    let rules: RuleSet = rules.parse().unwrap();
    Arc::new(rules.layout())
}

fn cards(text: &str) -> Vec<Card> {
    if text == "-" {
        return Vec::new();
    }
    (0..text.len() / 2).map(|i| text[2 * i..2 * i + 2].parse().unwrap()).collect()
}

/// Reads a position text.
pub(crate) fn position(text: &str, layout: Arc<Layout>) -> Setup {
    let groups: Vec<&str> = text.split(" | ").collect();
    let tableau = groups[0].replace('/', "");
    let tableau = (0..tableau.len() / 2).map(|i| tableau[2 * i..2 * i + 2].parse().ok()).collect();
    let has_reserve = layout.rules().reserve.is_some();
    let reserve = if has_reserve { groups[4].split('/').map(cards).collect() } else { Vec::new() };
    let piles = Piles {
        tableau,
        stock: cards(groups[1]),
        wastes: groups[2].split('/').map(cards).collect(),
        cell: cards(groups[3]).first().copied(),
        reserve,
        redeals_left: groups[5].parse().ok(),
    };
    Setup::from_piles(layout, &piles).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Rules with every key drawn from its values in a combination that can be played.
pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    let cards = (
        prop::sample::select(vec![Deck::Cards52, Deck::Cards48, Deck::Cards40, Deck::Cards104]),
        prop::sample::select(Shape::ALL.to_vec()),
        2..=7u8,
        prop::option::of((1..=5u8, 1..=4u8)),
        any::<bool>(),
        prop::sample::select(vec![0, 0, 1u8]),
        prop::sample::select(Matching::ALL.to_vec()),
    );
    let hand = (
        prop::sample::select(vec![Stock::Open, Stock::Closed, Stock::Closed, Stock::None]),
        any::<bool>(),
        prop::sample::select(vec![1u8, 3]),
        prop::sample::select(vec![0u8, 1, 1, 3]),
        prop::option::of(1..=4u8),
        prop::sample::select(RedealOrder::ALL.to_vec()),
        any::<bool>(),
    );
    let rest = (
        prop::sample::select(Goal::ALL.to_vec()),
        prop::sample::select(vec![0u8, 1, 3]),
        prop::sample::select(End::ALL.to_vec()),
        prop::sample::select(Scoring::ALL.to_vec()),
    );
    (cards, hand, rest)
        .prop_map(|(cards, hand, rest)| {
            let (deck, layout, rows, reserve, reserve_first, cells, matching) = cards;
            let (stock, waste_pair, draw, wastes, passes, redeal_order, overlap) = hand;
            let (goal, predeal, end, score) = rest;
            let mut rules = Rules {
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
                hidden: false,
                apex: None,
                predeal,
                end,
                score,
            };
            if stock == Stock::None {
                // A layout that takes the whole pack.
                let (shape, rows, reserve) = match (deck, reserve_first) {
                    (Deck::Cards52, false) => (Shape::Pyramid, 7, Some((8, 3))),
                    (Deck::Cards52, true) => (Shape::Pharaohs, 7, None),
                    (Deck::Cards48, _) => (Shape::Triangle, 8, Some((4, 3))),
                    (Deck::Cards40, _) => (Shape::Pyramid, 8, Some((4, 1))),
                    (Deck::Cards104, _) => (Shape::UpAndDown, 7, Some((12, 4))),
                };
                rules.layout = shape;
                rules.rows = rows;
                rules.reserve = reserve.map(|(piles, depth)| Reserve { piles, depth });
                rules.passes = Passes::Limited(1);
            }
            rules
        })
        .prop_filter("cannot be played", |rules| rules.validate().is_ok())
}

/// Rules like these under which a search for the shortest win looks ahead, if they can be played: a
/// hand drawn one by one that need not go.
pub(crate) fn one_by_one(rules: Rules, table: bool) -> Rules {
    let goal = if table { Goal::Table } else { Goal::Pyramid };
    let stock = if rules.stock == Stock::None { Stock::Open } else { rules.stock };
    Rules { draw: 1, wastes: 1, cells: 0, goal, stock, ..rules }
}

/// Numbers from a seed, good enough for a test.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

/// A small position of these rules with at most `most` cards, most of them in matching pairs.
pub(crate) fn small(rules: &Rules, seed: u64, most: usize) -> Setup {
    let mut random = Numbers(seed);
    small::small(rules, most, &mut |n| random.below(n))
}

/// Fails unless the engine plays the line to a win and to nothing beyond it.
pub(crate) fn replay(setup: &Setup, state: &State, line: &[Move]) {
    let mut state = *state;
    for &m in line {
        assert!(!setup.is_won(&state), "the line goes on after the win");
        setup.play(&mut state, m).unwrap();
    }
    assert!(setup.is_won(&state), "the line does not win");
}

/// The text of a failure: what has to be looked at.
pub(crate) fn describe(setup: &Setup, state: &State) -> String {
    format!("{:?}\n{:?}", setup.layout().rules(), setup.piles(state))
}

/// The number of random cases: as many as `PYRAMID_SOLVER_CASES` says, if it does.
pub(crate) fn cases(default: u32) -> u32 {
    let text = std::env::var("PYRAMID_SOLVER_CASES");
    text.ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
