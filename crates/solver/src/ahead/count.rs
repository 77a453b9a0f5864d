//! What a group of ranks costs at a moment of the line.

use crate::matching::GROUPS;

/// Cards counted by the moves that each saves.
pub(super) type Savings = [u8; 4];

/// More than any number of moves.
const NEVER: i32 = 1 << 20;

/// So many cards save at most so much.
#[inline]
fn most(savings: &Savings, mut cards: i32) -> i32 {
    let mut sum = 0;
    for moves in (1..4).rev() {
        let some = cards.min(savings[moves].into());
        sum += some * moves as i32;
        cards -= some;
    }
    sum
}

/// One group of ranks at a moment of the line.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    /// Cards that have to go, on each of the two sides.
    pub(super) must: [u8; 2],
    /// The most pairs of them.
    pub(super) pairs: u8,
    /// Other cards that could have been their partners, of each side.
    pub(super) ready: [u8; 2],
    /// The sides are not told apart: all cards are counted on side 0.
    pub(super) mixed: bool,
    /// The hand's cards of each side by what they save when they leave with a card that must go.
    pub(super) single: [Savings; 2],
    /// Of each side those that left from the top of the stock in this pass.
    pub(super) hooked: [u8; 2],
    /// Those of each side that can leave with one another, by what they save then.
    pub(super) double: [Savings; 2],
    /// What all of them save.
    pub(super) all: u8,
    /// Some save more than one move, or leave with one another.
    pub(super) deep: bool,
}

impl Count {
    /// The removals less what they save; `NEVER` if partners are missing.
    #[inline]
    fn cost(&self) -> i32 {
        let [a, b] = self.must.map(i32::from);
        let total = a + b;
        let pairs = i32::from(self.pairs);
        if self.deep || self.mixed {
            return self.deep_cost(a, b, pairs);
        }
        let ready = self.ready.map(i32::from);
        // A card of side 0 takes a partner of side 1.
        let least = (a - ready[1]).max(b - ready[0]).max(0);
        if least > pairs {
            return NEVER;
        }
        // One pair more is a removal less. It loses a saving on each side that then has fewer cards
        // left over than others that save when they leave with them: until both do, it does no harm.
        let [one, two] = [i32::from(self.single[0][1]), i32::from(self.single[1][1])];
        let p = (b - one).max(a - two).clamp(least, pairs);
        let cost = total - p - one.min(b - p) - two.min(a - p);
        debug_assert_eq!(cost, self.deep_cost(a, b, pairs));
        cost
    }

    /// The same for any savings, every number of pairs tried.
    fn deep_cost(&self, a: i32, b: i32, pairs: i32) -> i32 {
        let total = a + b;
        let ready = self.ready.map(i32::from);
        let sum = |savings: &Savings| savings.iter().map(|&n| i32::from(n)).sum::<i32>();
        let (least, twos) = if self.mixed {
            (0, sum(&self.double[0]))
        } else {
            let least = (a - ready[1]).max(b - ready[0]).max(0);
            (least, sum(&self.double[0]).min(sum(&self.double[1])))
        };
        let doubles = most(&self.double[0], twos) + most(&self.double[1], twos);
        let singles = |p: i32| {
            if self.mixed {
                most(&self.single[0], total - 2 * p)
            } else {
                most(&self.single[0], b - p) + most(&self.single[1], a - p)
            }
        };
        (least..=pairs)
            .map(|p| total - p - (singles(p) + doubles).min(self.all.into()))
            .min()
            .unwrap_or(NEVER)
    }
}

/// The costs of all groups, counted anew where something changed.
pub(super) struct Total {
    costs: [i32; GROUPS],
    /// Groups that changed since, a bit each.
    pub(super) changed: u32,
    sum: i32,
}

impl Total {
    /// For groups none of which was counted.
    pub(super) fn new(groups: usize) -> Total {
        Total { costs: [0; GROUPS], changed: (1 << groups) - 1, sum: 0 }
    }

    /// The costs of all; `NEVER` or more if partners are missing.
    #[inline]
    pub(super) fn cost(&mut self, counts: &[Count; GROUPS]) -> i32 {
        while self.changed != 0 {
            let group = (self.changed.trailing_zeros() as usize).min(GROUPS - 1);
            self.changed &= self.changed - 1;
            let new = counts[group].cost();
            self.sum += new - std::mem::replace(&mut self.costs[group], new);
        }
        self.sum
    }
}
