//! Whether a win may be left within a budget, seen by going along the line of draws ahead.
//!
//! For hands drawn one by one to one waste that need not go themselves. A moment of the line is a
//! pass, this one or the next two, and how many cards of the hand were gone past in it. The walk
//! finds what may have left by each moment, and the bound is the least over the moments at which a
//! win may end.
//!
//! **What may leave.** A card may have left once it leaves alone and shows, or shows together with
//! a partner it could have (`matching`) and is not barred. A card of the tableau shows once all that covers it may have left;
//! of the stock, when it is the next; of the waste, while all that lies above it may have left, or
//! all but one where two of the waste leave together. What really leaves first, second and so on may
//! do so by then too: so by induction no card leaves before the moment found for it, and a win does
//! not end before all that must go may have left, or before a group of ranks has the partners it
//! needs.
//!
//! **The moves.** In a group let `m` cards have to go, `p` pairs of them leave together, at most a
//! largest matching, and the other `m - 2p` with a card each that need not go: `m - p` removals.
//! Each redeal is a move, and so is going past a card of the hand, in each pass, but
//!
//! * in this pass, if a removal takes the card from the top of the stock;
//! * in the next ones, if it left before: with a card of the tableau by the time it was next, or
//!   with another card of the hand in an earlier pass. (Such a pair that leaves in a pass is a
//!   removal more and one draw of that pass less, whatever comes then.)
//!
//! Each of the `m - 2p` saves at most what its card would have cost; of each side only as many do
//! as the other side has partners in the tableau for them. In this pass each takes a partner of its
//! own, which shows by then: so along the line no more are taken from the top of the stock than
//! partners show, and to count the earliest of them saves most. The pairs of the hand save what both
//! cost in later passes; all together no more than all cards of the group that may be saved.
//! A card of the hand that leaves alone is a move in this pass, or from the waste when it would be
//! gone past next; after that it costs nothing.

use crate::bits::Bits;
use crate::board::{Board, Pos};
use crate::matching::{GROUPS, Groups};

mod count;
pub(crate) mod needs;

use count::{Count, Savings, Total};
use needs::Needs;

/// The walk along the line.
struct Walk<'a, M> {
    board: &'a Board<M>,
    open: &'a [M],
    /// Tableau and reserve, and the hand.
    fixed: M,
    hand: M,
    /// What may have left by now, and what of the tableau shows.
    gone: M,
    free: M,
    /// The cards of the waste that may be its top, or leave with it.
    surface: M,
    /// Cards of the hand that may have left with a card of the tableau; and with one of the hand.
    with_fixed: M,
    with_hand: M,
    /// Cards of the stock that may leave from its top in this pass.
    hooks: M,
}

impl<'a, M: Bits> Walk<'a, M> {
    fn new(board: &'a Board<M>, pos: &Pos<M>, open: &'a [M]) -> Walk<'a, M> {
        let fixed = pos.left & !board.hand;
        Walk {
            board,
            open,
            fixed,
            hand: pos.left & board.hand,
            gone: M::NONE,
            free: pos.free & fixed,
            surface: M::NONE,
            with_fixed: M::NONE,
            with_hand: M::NONE,
            hooks: M::NONE,
        }
    }

    /// Finds what may leave now that these cards show too. `next` is the one on top of an open
    /// stock; `first`: it is of this pass.
    #[inline]
    fn look(&mut self, mut new: M, next: M, past: M, first: bool) {
        let board = self.board;
        loop {
            let all = self.free | self.surface | next;
            let mut leave = new & board.singles;
            for card in new.numbers() {
                let partners = self.open[card as usize] & all;
                if partners.is_none() {
                    continue;
                }
                leave |= partners | M::one(card);
                let hand = partners & self.hand;
                if self.fixed.has(card) {
                    self.with_fixed |= hand;
                    if first {
                        self.hooks |= hand & next;
                    }
                    continue;
                }
                if !(partners & self.fixed).is_none() {
                    self.with_fixed |= M::one(card);
                    if first {
                        self.hooks |= M::one(card) & next;
                    }
                }
                if !hand.is_none() {
                    self.with_hand |= hand | M::one(card);
                }
            }
            if board.traits.overlap {
                leave |= self.overlapping();
            }
            leave &= !self.gone;
            if leave.is_none() {
                return;
            }
            self.gone |= leave;
            new = M::NONE;
            for card in (leave & self.fixed).numbers() {
                for lower in (board.under[card as usize] & self.fixed).numbers() {
                    if (board.cover[lower as usize] & self.fixed & !self.gone).is_none() {
                        new |= M::one(lower);
                    }
                }
            }
            self.free |= new;
            if !(leave & past).is_none() {
                let before = self.surface;
                self.turn_up(past);
                new |= self.surface & !before;
            }
            if new.is_none() && !board.traits.overlap {
                return;
            }
        }
    }

    /// Finds what shows of the waste.
    #[inline]
    fn turn_up(&mut self, waste: M) {
        let board = self.board;
        let mut stay = waste & !self.gone & !board.singles;
        if board.traits.waste_pair
            && let Some(top) = stay.last()
        {
            stay &= !M::one(top);
        }
        self.surface = stay.last().map_or(waste, |top| waste & !M::below(top));
    }

    /// Cards that may leave with the only one that covers them.
    fn overlapping(&self) -> M {
        let board = self.board;
        let mut leave = M::NONE;
        for upper in (self.free & self.fixed).numbers() {
            let lower = board.under[upper as usize] & self.fixed & self.open[upper as usize];
            for lower in lower.numbers() {
                let others = board.cover[lower as usize] & self.fixed & !M::one(upper);
                if (others & !self.gone).is_none() {
                    leave |= M::one(upper) | M::one(lower);
                }
            }
        }
        leave
    }
}

impl<M: Bits> Groups<M> {
    /// Whether the walk says anything under these rules.
    pub(crate) fn can_look_ahead(&self, board: &Board<M>) -> bool {
        board.traits.steady
            && !board.traits.cells
            && (board.need & board.hand).is_none()
            && board.singles.numbers().all(|card| board.partners[card as usize].is_none())
    }

    /// What of a budget may be left at the first moment at which a win within it may end; `None` is
    /// a proof that there is none.
    pub(crate) fn within(
        &mut self,
        board: &Board<M>,
        pos: &Pos<M>,
        open: &[M],
        budget: u16,
    ) -> Option<u16> {
        let budget = i32::from(budget);
        let must = board.need & pos.left;
        let paired = must & !board.singles;
        let hand = pos.left & board.hand;
        let fixed = pos.left & !board.hand;
        let mut counts = [Count::default(); GROUPS];
        let mut total = Total::new(self.groups.len());
        let mut removals = 0;
        let spare = fixed & !must;
        for (number, count) in counts.iter_mut().enumerate().take(self.groups.len()) {
            let Needs { a, b, pairs } = self.needs(number, paired, open);
            let group = &self.groups[number];
            (count.must, count.pairs) = ([a, b], pairs);
            if !spare.is_none() {
                let (a, b) = group.sides.unwrap_or((group.cards, M::NONE));
                count.ready = [(spare & a).len() as u8, (spare & b).len() as u8];
            }
            count.mixed = group.sides.is_none();
            removals += i32::from(a + b - pairs);
        }
        let mut walk = Walk::new(board, pos, open);
        // Moves that no removal of a group saves, and what such removals may save.
        let mut base = (must & board.singles).len() as i32;
        let mut saved = 0;
        let mut ready = M::NONE;
        let mut in_pairs = M::NONE;
        let mut saves = [[0u8; 2]; 128];
        let waste = board.waste(pos);
        let mut past = waste;
        walk.turn_up(past);
        let mut new = walk.free | walk.surface;
        for pass in 0..=pos.redeals.min(2) {
            if pass > 0 {
                base += 1;
                past = M::NONE;
                new = M::NONE;
                walk.surface = M::NONE;
                for card in (walk.with_hand & !in_pairs).numbers() {
                    let (group, side) = self.place(card);
                    counts[group].double[side][0] += 1;
                    counts[group].deep = true;
                    total.changed |= 1 << group;
                }
                in_pairs = walk.with_hand;
            }
            let mut rest = hand & !past;
            loop {
                let next = rest & !rest.rest();
                let top = if board.traits.open { next } else { M::NONE };
                walk.look(new | top, top, past, pass == 0);
                for card in (walk.with_fixed & !ready).numbers() {
                    let (group, side) = self.place(card);
                    counts[group].ready[side] += 1;
                    total.changed |= 1 << group;
                }
                ready = walk.with_fixed;
                if (must & !walk.gone).is_none() {
                    let left = budget - base - total.cost(&counts);
                    if left >= 0 {
                        return Some(left as u16);
                    }
                }
                // From one moment to the next this does not become less.
                if base + removals - saved > budget {
                    return None;
                }
                if rest.is_none() {
                    break;
                }
                let card = rest.first();
                past |= next;
                rest = rest.rest();
                walk.turn_up(past);
                new = if board.traits.open { M::NONE } else { next };
                if board.singles.has(card) {
                    base += i32::from(pass == 0 || pass == 1 && waste.has(card));
                    continue;
                }
                base += 1;
                let of_pass = if pass == 0 { walk.hooks } else { walk.with_fixed };
                let (mut one, two) = (of_pass.has(card), in_pairs.has(card));
                if !one && !two {
                    continue;
                }
                let (group, side) = self.place(card);
                let count = &mut counts[group];
                if one
                    && pass == 0
                    && let Some((a, b)) = self.groups[group].sides
                {
                    let partners = fixed & (walk.free | walk.gone) & if side == 0 { b } else { a };
                    one = u32::from(count.hooked[side]) < partners.len();
                    if !one && !two {
                        continue;
                    }
                    count.hooked[side] += u8::from(one);
                }
                saved += 1;
                count.all += 1;
                let save = |counted: &mut Savings, moves: &mut u8| {
                    let at = usize::from(*moves);
                    // A card that saves nothing yet is counted in pairs of the hand only.
                    counted[at] = counted[at].saturating_sub(1);
                    counted[at + 1] += 1;
                    *moves += 1;
                };
                let [in_one, in_two] = &mut saves[card as usize];
                if one {
                    save(&mut count.single[side], in_one);
                    count.deep |= *in_one > 1;
                }
                if two {
                    save(&mut count.double[side], in_two);
                }
                total.changed |= 1 << group;
            }
        }
        // Further passes cost more.
        (pos.redeals > 2 && base + removals - saved <= budget).then_some(0)
    }

    /// The group of a card, and its side.
    #[inline]
    fn place(&self, card: u8) -> (usize, usize) {
        (self.of[card as usize].into(), self.side[card as usize].into())
    }
}
