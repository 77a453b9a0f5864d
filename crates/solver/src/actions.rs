//! What can be done in a position besides drawing, and what has been ruled out.

use crate::bits::Bits;
use crate::board::Board;
use crate::board::Pos;
use crate::hand::Tops;

/// One step of a search. Cards are the board's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A draw or a redeal.
    Advance,
    /// Two cards leave, or one if both are the same.
    Remove(u8, u8),
    Park(u8),
}

/// Pairs that need not be tried, for each card the set of its partners; a card ruled out as its
/// own partner is not to leave alone.
pub(crate) struct Barred<M> {
    /// For good.
    pub(crate) ever: Vec<M>,
    /// Until the wastes are turned over.
    pub(crate) pass: Vec<M>,
}

impl<M: Bits> Barred<M> {
    pub(crate) fn new(cards: usize) -> Barred<M> {
        Barred { ever: vec![M::NONE; cards], pass: vec![M::NONE; cards] }
    }

    #[inline]
    pub(crate) fn of(&self, card: u8) -> M {
        self.ever[card as usize] | self.pass[card as usize]
    }
}

/// Bars or unbars a pair.
#[inline]
pub(crate) fn toggle<M: Bits>(table: &mut [M], a: u8, b: u8) {
    table[a as usize] ^= M::one(b);
    if a != b {
        table[b as usize] ^= M::one(a);
    }
}

impl<M: Bits> Board<M> {
    /// The set of the cell's card.
    #[inline]
    pub(crate) fn cell(&self, pos: &Pos<M>) -> M {
        if pos.cell == 0 { M::NONE } else { M::one(pos.cell - 1) }
    }

    /// The rank of the cell's card plus one, 0 for none.
    pub(crate) fn cell_rank(&self, pos: &Pos<M>) -> u32 {
        if pos.cell == 0 { 0 } else { self.cards[pos.cell as usize - 1].rank() as u32 + 1 }
    }

    /// The cards that may be parked; those of the tableau only if `fixed`.
    pub(crate) fn parkable(&self, pos: &Pos<M>, tops: &Tops<M>, fixed: bool) -> M {
        let fixed = if fixed { pos.free & self.tableau } else { M::NONE };
        fixed | if self.traits.open { tops.set & self.waste(pos) } else { tops.set }
    }

    /// Calls `f` for each removal that is not barred. Those without a card of the hand only if
    /// `fixed`.
    #[inline]
    pub(crate) fn removals(
        &self,
        pos: &Pos<M>,
        tops: &Tops<M>,
        barred: &Barred<M>,
        fixed: bool,
        mut f: impl FnMut(u8, u8),
    ) {
        let all = pos.free | tops.set | self.cell(pos);
        let first = if fixed { all } else { tops.set };
        for a in first.numbers() {
            let mut others = self.partners[a as usize] & all & !barred.of(a);
            // Each pair once: the lower number first, unless only one of the two comes up here.
            others &= !(M::below(a + 1) & first);
            for b in others.numbers() {
                f(a, b);
            }
            if self.singles.has(a) && !barred.of(a).has(a) {
                f(a, a);
            }
        }
        if self.traits.waste_pair {
            for (a, b) in tops.pairs.into_iter().flatten() {
                if self.partners[a as usize].has(b) && !barred.of(a).has(b) {
                    f(a, b);
                }
            }
        }
        if self.traits.overlap && fixed {
            for upper in (pos.free & self.tableau).numbers() {
                let lower = self.under[upper as usize] & pos.left & self.partners[upper as usize];
                for lower in (lower & !barred.of(upper)).numbers() {
                    if (self.cover[lower as usize] & pos.left) == M::one(upper) {
                        f(upper, lower);
                    }
                }
            }
        }
    }

    /// The position after a step that is no draw.
    #[inline]
    pub(crate) fn after(&self, pos: &Pos<M>, step: Step) -> Pos<M> {
        let mut next = *pos;
        match step {
            Step::Advance => {}
            Step::Remove(a, b) => {
                self.take(&mut next, a);
                if a != b {
                    self.take(&mut next, b);
                }
            }
            Step::Park(card) => {
                self.take(&mut next, card);
                next.cell = card + 1;
            }
        }
        next
    }
}
