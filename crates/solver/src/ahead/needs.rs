//! How many cards of each group have to go, and how many pairs of them there may be.
//!
//! Every look ahead asks it, and from one to the next few groups change.

use super::Ahead;
use crate::bits::Bits;
use crate::matching::{GROUPS, Groups};

/// A small number for each group.
pub(super) type Lanes = [u8; GROUPS];

/// A small number for each place, the sides of the groups: see `Groups::place`.
pub(super) type Places = [u8; 2 * GROUPS];

/// What the groups need.
#[derive(Default)]
pub(super) struct Needs {
    /// The cards that have to go, and the most pairs of them.
    pub(super) must: Places,
    pub(super) pairs: Lanes,
    /// All cards that have to go, less the pairs.
    pub(super) removals: i32,
    /// The groups whose sides are not told apart, a bit each; and all bits set for each of the
    /// others.
    pub(super) mixed: u32,
    pub(super) bipartite: Lanes,
}

impl Needs {
    pub(super) fn new<M: Bits>(groups: &Groups<M>) -> Needs {
        let mut needs = Needs::default();
        for (number, group) in groups.groups.iter().enumerate() {
            match group.sides {
                Some(_) => needs.bipartite[number] = !0,
                None => needs.mixed |= 1 << number,
            }
        }
        needs
    }

    /// The cards of a group less the pairs.
    #[inline]
    pub(super) fn removals_of(&self, group: usize) -> i32 {
        let [a, b] = [group, GROUPS + group].map(|place| i32::from(self.must[place]));
        a + b - i32::from(self.pairs[group])
    }
}

impl<M: Bits> Ahead<M> {
    /// To be told when a pair of a group was barred or unbarred.
    #[inline]
    pub(crate) fn touch(&mut self, group: usize) {
        self.touched |= 1 << group;
    }

    /// Counts what must go, where something has changed since it was last counted.
    #[inline]
    pub(super) fn count_needs(&mut self, groups: &Groups<M>, must: M, open: &[M]) {
        for card in (must ^ self.counted).numbers() {
            self.touched |= 1 << groups.of(card);
        }
        self.counted = must;
        while self.touched != 0 {
            let group = self.touched.trailing_zeros() as usize % GROUPS;
            self.touched &= self.touched - 1;
            self.count_needs_of(groups, group, must, open);
        }
        debug_assert_eq!(self.needs.removals, groups.removals(must, open) as i32);
    }

    fn count_needs_of(&mut self, groups: &Groups<M>, number: usize, must: M, open: &[M]) {
        let group = &groups.groups[number];
        let must = must & group.cards;
        let (a, b) = group.sides.unwrap_or((group.cards, M::NONE));
        let needs = &mut self.needs;
        needs.removals -= needs.removals_of(number);
        needs.must[number] = (must & a).len() as u8;
        needs.must[GROUPS + number] = (must & b).len() as u8;
        needs.pairs[number] = groups.pairs(group, must, open) as u8;
        needs.removals += needs.removals_of(number);
    }
}
