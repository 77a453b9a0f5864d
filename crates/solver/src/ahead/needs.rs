//! How many cards of a group have to go, and how many pairs of them there may be.
//!
//! A look ahead asks it of every group, and from one look to the next few groups change.

use crate::bits::Bits;
use crate::matching::Groups;

/// The cards of a group that have to go, of each side, and the most pairs of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Needs {
    pub(super) a: u8,
    pub(super) b: u8,
    pub(super) pairs: u8,
}

/// What a group was last found to need, and how often its bars had changed then. (At the start it is
/// true that nothing needs nothing.)
#[derive(Clone, Copy, Default)]
pub(crate) struct Last<M> {
    must: M,
    changes: u32,
    needs: Needs,
}

impl<M: Bits> Groups<M> {
    /// To be told when a pair with this card was barred or unbarred.
    #[inline]
    pub(crate) fn touch(&mut self, card: u8) {
        let changes = &mut self.changes[self.of[card as usize] as usize];
        *changes = changes.wrapping_add(1);
    }

    /// Before the first look of a search.
    pub(crate) fn forget(&mut self) {
        let groups = self.groups.len();
        self.last.clear();
        self.last.resize(groups, Last::default());
    }

    /// What must go of a group, as last counted if nothing of it has changed since.
    #[inline]
    pub(super) fn needs(&mut self, number: usize, must: M, open: &[M]) -> Needs {
        let group = &self.groups[number];
        let must = must & group.cards;
        let last = self.last[number];
        if last.must == must && last.changes == self.changes[number] {
            debug_assert_eq!(u32::from(last.needs.pairs), self.pairs(group, must, open));
            return last.needs;
        }
        let (a, b) = group.sides.unwrap_or((group.cards, M::NONE));
        let needs = Needs {
            a: (must & a).len() as u8,
            b: (must & b).len() as u8,
            pairs: self.pairs(group, must, open) as u8,
        };
        self.last[number] = Last { must, changes: self.changes[number], needs };
        needs
    }
}
