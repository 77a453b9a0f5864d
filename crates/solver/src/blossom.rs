//! A largest matching where cards of a group do not fall into two sides: Edmonds' algorithm.
//!
//! From a card without a partner a tree of alternating paths grows. Odd cycles of it are shrunk to
//! one vertex, their base. A path that ends at another card without a partner is turned round, and
//! both have one. A card whose tree ends without such a path stays alone in some largest matching,
//! and no later path leads through its tree.

use crate::bits::Bits;

const NONE: u8 = u8::MAX;

/// How many of the cards stay without a partner in a largest matching among them.
pub(crate) fn unmatched<M: Bits>(cards: M, edges: impl Fn(u8) -> M + Copy) -> u32 {
    let mut mates = [NONE; 128];
    let mut single = cards;
    for card in cards.numbers() {
        if single.has(card) {
            let partners = edges(card) & single & !M::one(card);
            if !partners.is_none() {
                let partner = partners.first();
                mates[card as usize] = partner;
                mates[partner as usize] = card;
                single &= !(M::one(card) | M::one(partner));
            }
        }
    }
    let mut unmatched = 0;
    for card in single.numbers() {
        if mates[card as usize] == NONE {
            unmatched += u32::from(!Tree::new(cards, card).grow(edges, &mut mates));
        }
    }
    unmatched
}

/// The tree of alternating paths from a card.
struct Tree<M> {
    cards: M,
    root: u8,
    /// The base of the shrunk cycle each card is in, or the card itself.
    base: [u8; 128],
    /// The card before one that is reached by a pair that is not of the matching.
    parent: [u8; 128],
    /// Cards that are reached by an even number of pairs, and those still to be looked at.
    even: M,
    todo: M,
}

impl<M: Bits> Tree<M> {
    fn new(cards: M, root: u8) -> Tree<M> {
        Tree {
            cards,
            root,
            base: std::array::from_fn(|card| card as u8),
            parent: [NONE; 128],
            even: M::one(root),
            todo: M::one(root),
        }
    }

    /// Whether there is a path to another card without a partner; it is turned round.
    fn grow(&mut self, edges: impl Fn(u8) -> M, mates: &mut [u8; 128]) -> bool {
        while !self.todo.is_none() {
            let card = self.todo.first();
            self.todo = self.todo.rest();
            for other in (edges(card) & self.cards).numbers() {
                let mate = mates[other as usize];
                if self.base[card as usize] == self.base[other as usize] || mate == card {
                    continue;
                }
                if self.even.has(other) {
                    self.shrink(card, other, mates);
                } else if self.parent[other as usize] == NONE {
                    self.parent[other as usize] = card;
                    if mate == NONE {
                        self.turn(other, mates);
                        return true;
                    }
                    self.even |= M::one(mate);
                    self.todo |= M::one(mate);
                }
            }
        }
        false
    }

    /// Shrinks the cycle that two even cards close.
    fn shrink(&mut self, a: u8, b: u8, mates: &[u8; 128]) {
        let base = self.common(a, b, mates);
        let mut cycle = M::NONE;
        self.mark(a, base, b, mates, &mut cycle);
        self.mark(b, base, a, mates, &mut cycle);
        for card in self.cards.numbers() {
            if cycle.has(self.base[card as usize]) {
                self.base[card as usize] = base;
                if !self.even.has(card) {
                    self.even |= M::one(card);
                    self.todo |= M::one(card);
                }
            }
        }
    }

    /// The first base that lies on the ways of both cards to the root.
    fn common(&self, mut a: u8, mut b: u8, mates: &[u8; 128]) -> u8 {
        let mut way = M::NONE;
        loop {
            a = self.base[a as usize];
            way |= M::one(a);
            if a == self.root {
                break;
            }
            a = self.parent[mates[a as usize] as usize];
        }
        loop {
            b = self.base[b as usize];
            if way.has(b) {
                return b;
            }
            b = self.parent[mates[b as usize] as usize];
        }
    }

    /// Adds the bases from a card down to the base of a cycle, and sets the ways back through it.
    fn mark(&mut self, mut card: u8, base: u8, mut from: u8, mates: &[u8; 128], cycle: &mut M) {
        while self.base[card as usize] != base {
            let mate = mates[card as usize];
            *cycle |= M::one(self.base[card as usize]) | M::one(self.base[mate as usize]);
            self.parent[card as usize] = from;
            from = mate;
            card = self.parent[mate as usize];
        }
    }

    /// Turns the path that ends at a card round.
    fn turn(&self, mut card: u8, mates: &mut [u8; 128]) {
        while card != NONE {
            let before = self.parent[card as usize];
            let next = mates[before as usize];
            mates[card as usize] = before;
            mates[before as usize] = card;
            card = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    /// A largest matching by trying everything.
    fn tried(cards: u64, edges: &[u64]) -> u32 {
        if cards == 0 {
            return 0;
        }
        let card = cards.trailing_zeros() as usize;
        let rest = cards & (cards - 1);
        let mut best = 1 + tried(rest, edges);
        let mut others = edges[card] & rest;
        while others != 0 {
            let other = others.trailing_zeros();
            others &= others - 1;
            best = best.min(tried(rest & !(1 << other), edges));
        }
        best
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]
        #[test]
        fn as_many_as_trying_finds(
            cards in 0u64..1 << 11,
            pairs in prop::collection::vec((0usize..11, 0usize..11), 0..24),
        ) {
            let mut edges = [0u64; 64];
            for (a, b) in pairs {
                if a != b {
                    edges[a] |= 1 << b;
                    edges[b] |= 1 << a;
                }
            }
            let found = super::unmatched(cards, |card| edges[card as usize] & cards);
            prop_assert_eq!(found, tried(cards, &edges));
        }
    }
}
