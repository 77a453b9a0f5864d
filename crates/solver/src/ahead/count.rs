//! What the groups of ranks cost at a moment of the line.

use super::needs::{Lanes, Needs, Places};
use crate::matching::GROUPS;

/// More than any number of moves.
const NEVER: i32 = 1 << 20;

/// All groups of ranks at a moment of the line.
pub(super) struct Counts<'a> {
    needs: &'a Needs,
    /// Other cards that could be partners of those that have to go; and those of them that lie in
    /// the reserve.
    ready: Places,
    spare: Places,
    /// The hand's cards that save one move or more when they leave with a card that must go; two or
    /// more; three.
    single: [Places; 3],
    /// Those that can leave with one another; and that save one move or more then, or two.
    double: [Places; 3],
    /// What all of them save.
    all: [u16; GROUPS],
    /// The groups in which some save more than one move, or leave with one another, and those whose
    /// sides are not told apart: a bit each.
    deep: u32,
    /// What each of these was last found to cost, and which have changed since.
    deep_costs: [i32; GROUPS],
    changed: u32,
}

impl<'a> Counts<'a> {
    #[inline]
    pub(super) fn new(needs: &'a Needs) -> Counts<'a> {
        Counts {
            needs,
            ready: [0; 2 * GROUPS],
            spare: [0; 2 * GROUPS],
            single: [[0; 2 * GROUPS]; 3],
            double: [[0; 2 * GROUPS]; 3],
            all: [0; GROUPS],
            deep: needs.mixed,
            deep_costs: [0; GROUPS],
            changed: !0,
        }
    }

    /// One card more that could be a partner.
    #[inline]
    pub(super) fn ready(&mut self, place: u8) {
        self.ready[at(place)] += 1;
        self.changed |= 1 << lane(place);
    }

    /// One more that lies in the reserve and may stay there.
    pub(super) fn spare(&mut self, place: u8) {
        self.spare[at(place)] += 1;
        self.ready(place);
    }

    /// How many cards of a place save moves.
    #[inline]
    pub(super) fn saving(&self, place: u8) -> u32 {
        self.single[0][at(place)].into()
    }

    /// A card that saved so many moves saves one more.
    #[inline]
    pub(super) fn save(&mut self, place: u8, before: usize) {
        self.single[before.min(2)][at(place)] += 1;
        self.deep |= u32::from(before > 0) << lane(place);
    }

    /// One card more that can leave with another of the hand.
    #[inline]
    pub(super) fn pair(&mut self, place: u8) {
        self.double[0][at(place)] += 1;
        self.deep |= 1 << lane(place);
        self.changed |= 1 << lane(place);
    }

    /// Such a card that saved so many moves saves one more.
    #[inline]
    pub(super) fn save_paired(&mut self, place: u8, before: usize) {
        self.double[1 + before.min(1)][at(place)] += 1;
    }

    /// A card saves one move more in one way or the other.
    #[inline]
    pub(super) fn save_any(&mut self, place: u8) {
        self.all[lane(place)] += 1;
        self.changed |= 1 << lane(place);
    }

    /// A win costs no less than this and the moves so far, whatever its end.
    #[inline]
    pub(super) fn least(&self) -> i32 {
        let (costs, _) = self.costs(&[!0; 2 * GROUPS]);
        self.sum(&costs, |lane| self.needs.removals_of(lane) - i32::from(self.all[lane]))
    }

    /// The removals less what they save; `NEVER` if partners are missing.
    #[inline]
    pub(super) fn cost(&mut self) -> i32 {
        let (costs, missing) = self.costs(&self.ready);
        if missing {
            return NEVER;
        }
        debug_assert!((0..GROUPS).all(|lane| {
            self.deep >> lane & 1 != 0 || i32::from(costs[lane]) == self.deep_cost(lane)
        }));
        let mut changed = self.changed & self.deep;
        self.changed &= !changed;
        while changed != 0 {
            let lane = changed.trailing_zeros() as usize % GROUPS;
            changed &= changed - 1;
            self.deep_costs[lane] = self.deep_cost(lane);
        }
        self.sum(&costs, |lane| self.deep_costs[lane])
    }

    /// The sum of costs, those of the deep groups as told.
    #[inline]
    fn sum(&self, costs: &Lanes, deep_cost: impl Fn(usize) -> i32) -> i32 {
        let mut sum: i32 = costs.iter().map(|&cost| i32::from(cost)).sum();
        let mut deep = self.deep;
        while deep != 0 {
            let lane = deep.trailing_zeros() as usize % GROUPS;
            deep &= deep - 1;
            sum += deep_cost(lane) - i32::from(costs[lane]);
        }
        sum
    }

    /// What the groups cost if they are not deep, and whether partners are missing.
    #[inline]
    fn costs(&self, ready: &Places) -> (Lanes, bool) {
        let Needs { must, pairs, bipartite, .. } = self.needs;
        let mut costs = [0; GROUPS];
        let mut missing = 0;
        for lane in 0..GROUPS {
            let (a, b, pairs) = (must[lane], must[GROUPS + lane], pairs[lane]);
            // A card of side 0 takes a partner of side 1.
            let least = a.saturating_sub(ready[GROUPS + lane]).max(b.saturating_sub(ready[lane]));
            missing |= least.saturating_sub(pairs) & bipartite[lane];
            // One pair more is a removal less. It loses a saving on each side that then has fewer
            // cards left over than others that save when they leave with them: until both do, it
            // does no harm.
            let (one, two) = (self.single[0][lane], self.single[0][GROUPS + lane]);
            let p = b.saturating_sub(one).max(a.saturating_sub(two)).max(least).min(pairs);
            costs[lane] = a + b - p - one.min(b.saturating_sub(p)) - two.min(a - p);
        }
        (costs, missing > 0)
    }

    /// The cost of one group for any savings, every number of pairs tried.
    fn deep_cost(&self, lane: usize) -> i32 {
        let other = GROUPS + lane;
        let mixed = self.needs.mixed >> lane & 1 != 0;
        let of = |sides: &Places, at: usize| i32::from(sides[at]);
        let (a, b) = (of(&self.needs.must, lane), of(&self.needs.must, other));
        let total = a + b;
        // So many cards save at most so much: one move each of those that save any, ...
        let most = |savings: &[Places], at: usize, cards: i32| -> i32 {
            savings.iter().map(|some| cards.min(of(some, at))).sum()
        };
        let (least, twos) = if mixed {
            (0, of(&self.double[0], lane))
        } else {
            let least = (a - of(&self.ready, other)).max(b - of(&self.ready, lane)).max(0);
            (least, of(&self.double[0], lane).min(of(&self.double[0], other)))
        };
        let doubles = most(&self.double[1..], lane, twos) + most(&self.double[1..], other, twos);
        // With a card that may stay it takes a removal more: the first move saved.
        let spares =
            |at: usize, of_side: usize| most(&self.single[1..], at, of(&self.spare, of_side));
        let extra = doubles
            + if mixed { spares(lane, lane) } else { spares(lane, other) + spares(other, lane) };
        let singles = |p: i32| {
            if mixed {
                most(&self.single, lane, total - 2 * p)
            } else {
                most(&self.single, lane, b - p) + most(&self.single, other, a - p)
            }
        };
        (least..=self.needs.pairs[lane].into())
            .map(|p| total - p - (singles(p) + extra).min(self.all[lane].into()))
            .min()
            .unwrap_or(NEVER)
    }
}

/// The number of a place among those of all groups and sides.
#[inline]
fn at(place: u8) -> usize {
    usize::from(place) % (2 * GROUPS)
}

/// The number of its group.
#[inline]
fn lane(place: u8) -> usize {
    usize::from(place) % GROUPS
}
