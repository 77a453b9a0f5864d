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

/// Pairs that need not be tried.
pub(crate) struct Barred<M> {
    /// For each card the partners it could have that are not ruled out for good.
    pub(crate) open: Vec<M>,
    /// Cards that are not to leave alone, for good.
    alone: M,
    /// For each card the partners ruled out until the wastes are turned over; itself, if it is not
    /// to leave alone until then.
    pub(crate) pass: Vec<M>,
}

impl<M: Bits> Barred<M> {
    /// Nothing is barred: each card has these partners.
    pub(crate) fn none(possible: &[M]) -> Barred<M> {
        let pass = vec![M::NONE; possible.len()];
        Barred { open: possible.to_vec(), alone: M::NONE, pass }
    }

    /// The partners that a card may leave with now.
    #[inline]
    fn partners(&self, card: u8) -> M {
        self.open[card as usize] & !self.pass[card as usize]
    }

    /// Whether a card may leave alone now, if cards of its rank do.
    #[inline]
    fn alone(&self, card: u8) -> bool {
        !(self.alone | self.pass[card as usize]).has(card)
    }

    /// Bars or unbars a pair, or a card that leaves alone, for good or until the redeal.
    #[inline]
    pub(crate) fn toggle(&mut self, a: u8, b: u8, ever: bool) {
        if ever && a == b {
            self.alone ^= M::one(a);
            return;
        }
        let table = if ever { &mut self.open } else { &mut self.pass };
        table[a as usize] ^= M::one(b);
        if a != b {
            table[b as usize] ^= M::one(a);
        }
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
            let mut others = barred.partners(a) & all;
            // Each pair once: the lower number first, unless only one of the two comes up here.
            others &= !(M::below(a + 1) & first);
            for b in others.numbers() {
                f(a, b);
            }
            if self.singles.has(a) && barred.alone(a) {
                f(a, a);
            }
        }
        if self.traits.waste_pair {
            for (a, b) in tops.pairs.into_iter().flatten() {
                if barred.partners(a).has(b) {
                    f(a, b);
                }
            }
        }
        if self.traits.overlap && fixed {
            for upper in (pos.free & self.tableau).numbers() {
                let lower = self.under[upper as usize] & pos.left & barred.partners(upper);
                for lower in lower.numbers() {
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
