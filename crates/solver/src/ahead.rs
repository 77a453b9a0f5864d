//! Whether a win may be left within a budget, seen by going along the line of draws ahead.
//!
//! For hands drawn one by one to one waste that need not go themselves. A moment of the line is a
//! pass, this one or the next two, and how many cards of the hand were gone past in it. The walk
//! finds what may have left by each moment, and the bound is the least over the moments at which a
//! win may end.
//!
//! **What may leave.** A card may have left once it leaves alone and shows, or shows together with
//! a partner that is not barred. A card of the tableau shows once all that covers it may have left;
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
use crate::matching::Groups;

/// The most groups: one a rank.
const GROUPS: usize = 13;

/// Cards counted by the moves that each saves.
type Savings = [u8; 4];

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
struct Count {
    /// Cards that have to go, on each of the two sides.
    must: [u8; 2],
    /// The most pairs of them.
    pairs: u8,
    /// Other cards that could have been their partners, of each side.
    ready: [u8; 2],
    /// The sides are not told apart: all cards are counted on side 0.
    mixed: bool,
    /// The hand's cards of each side by what they save when they leave with a card that must go.
    single: [Savings; 2],
    /// Of each side those that left from the top of the stock in this pass.
    hooked: [u8; 2],
    /// Those of each side that can leave with one another, by what they save then.
    double: [Savings; 2],
    /// What all of them save.
    all: u8,
}

impl Count {
    /// The removals less what they save; `None` if partners are missing.
    fn cost(&self) -> Option<i32> {
        let [a, b] = self.must.map(i32::from);
        let total = a + b;
        let ready = self.ready.map(i32::from);
        let sum = |savings: &Savings| savings.iter().map(|&n| i32::from(n)).sum::<i32>();
        let (least, twos) = if self.mixed {
            (0, sum(&self.double[0]))
        } else {
            // A card of side 0 takes a partner of side 1.
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
        (least..=self.pairs.into())
            .map(|p| total - p - (singles(p) + doubles).min(self.all.into()))
            .min()
    }
}

/// The costs of all groups, counted anew where something changed.
struct Total {
    costs: [Option<i32>; GROUPS],
    /// Groups that changed since, a bit each.
    changed: u32,
    sum: i32,
    /// Groups without the partners they need.
    missing: u32,
}

impl Total {
    /// For groups none of which was counted.
    fn new(groups: usize) -> Total {
        Total { costs: [Some(0); GROUPS], changed: (1 << groups) - 1, sum: 0, missing: 0 }
    }

    /// The costs of all; `None` if partners are missing.
    #[inline]
    fn cost(&mut self, counts: &[Count]) -> Option<i32> {
        while self.changed != 0 {
            let group = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            let new = counts[group].cost();
            let old = std::mem::replace(&mut self.costs[group], new);
            self.sum += new.unwrap_or(0) - old.unwrap_or(0);
            self.missing += u32::from(new.is_none());
            self.missing -= u32::from(old.is_none());
        }
        (self.missing == 0).then_some(self.sum)
    }
}

/// The walk along the line.
struct Walk<'a, M> {
    board: &'a Board<M>,
    barred: &'a [M],
    /// Tableau and reserve, and the hand.
    fixed: M,
    hand: M,
    /// What may have left by now, and what of the tableau shows.
    gone: M,
    free: M,
    /// What showed at the last look.
    shown: M,
    /// Cards of the hand that may have left with a card of the tableau; and with one of the hand.
    with_fixed: M,
    with_hand: M,
    /// Cards of the stock that may leave from its top in this pass.
    hooks: M,
}

impl<'a, M: Bits> Walk<'a, M> {
    fn new(board: &'a Board<M>, pos: &Pos<M>, barred: &'a [M]) -> Walk<'a, M> {
        let fixed = pos.left & !board.hand;
        Walk {
            board,
            barred,
            fixed,
            hand: pos.left & board.hand,
            gone: M::NONE,
            free: pos.free & fixed,
            shown: M::NONE,
            with_fixed: M::NONE,
            with_hand: M::NONE,
            hooks: M::NONE,
        }
    }

    /// Looks at a moment: the cards gone past, and the next one. `first`: of this pass.
    #[inline]
    fn look(&mut self, past: M, next: M, first: bool) {
        let board = self.board;
        loop {
            let all = self.free | self.surface(past) | next;
            let new = all & !self.shown;
            self.shown = all;
            let mut leave = all & board.singles;
            for card in new.numbers() {
                let partners = board.partners[card as usize] & !self.barred[card as usize] & all;
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
            for card in (leave & self.fixed).numbers() {
                for lower in (board.under[card as usize] & self.fixed).numbers() {
                    if (board.cover[lower as usize] & self.fixed & !self.gone).is_none() {
                        self.free |= M::one(lower);
                    }
                }
            }
        }
    }

    /// The cards of the waste that may be its top, or leave with it.
    #[inline]
    fn surface(&self, waste: M) -> M {
        let board = self.board;
        let mut stay = waste & !self.gone & !board.singles;
        if board.traits.waste_pair
            && let Some(top) = stay.last()
        {
            stay &= !M::one(top);
        }
        stay.last().map_or(waste, |top| waste & !M::below(top))
    }

    /// Cards that may leave with the only one that covers them.
    fn overlapping(&self) -> M {
        let board = self.board;
        let mut leave = M::NONE;
        for upper in (self.free & self.fixed).numbers() {
            let lower = board.under[upper as usize] & self.fixed & board.partners[upper as usize];
            for lower in (lower & !self.barred[upper as usize]).numbers() {
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

    /// Whether a win may be left within a budget; `false` is a proof that there is none.
    pub(crate) fn within(&self, board: &Board<M>, pos: &Pos<M>, barred: &[M], budget: u16) -> bool {
        let budget = i32::from(budget);
        let must = board.need & pos.left;
        let paired = must & !board.singles;
        let hand = pos.left & board.hand;
        let fixed = pos.left & !board.hand;
        let mut counts = [Count::default(); GROUPS];
        let mut total = Total::new(self.groups.len());
        let mut removals = 0;
        for (count, group) in counts.iter_mut().zip(&self.groups) {
            let (a, b) = group.sides.unwrap_or((group.cards, M::NONE));
            let len = |set: M| set.len() as u8;
            count.must = [len(paired & a), len(paired & b)];
            count.pairs = self.pairs(group, paired & group.cards, barred) as u8;
            let spare = fixed & !must;
            if !spare.is_none() {
                count.ready = [len(spare & a), len(spare & b)];
            }
            count.mixed = group.sides.is_none();
            removals += i32::from(count.must[0] + count.must[1] - count.pairs);
        }
        let mut walk = Walk::new(board, pos, barred);
        // Moves that no removal of a group saves, and what such removals may save.
        let mut base = (must & board.singles).len() as i32;
        let mut saved = 0;
        let mut ready = M::NONE;
        let mut in_pairs = M::NONE;
        let mut saves = [[0u8; 2]; 128];
        let waste = board.waste(pos);
        let mut past = waste;
        for pass in 0..=pos.redeals.min(2) {
            if pass > 0 {
                base += 1;
                past = M::NONE;
                for card in (walk.with_hand & !in_pairs).numbers() {
                    let (group, side) = self.place(card);
                    counts[group].double[side][0] += 1;
                    total.changed |= 1 << group;
                }
                in_pairs = walk.with_hand;
            }
            let mut rest = hand & !past;
            loop {
                let next = rest & !rest.rest();
                walk.look(past, if board.traits.open { next } else { M::NONE }, pass == 0);
                for card in (walk.with_fixed & !ready).numbers() {
                    let (group, side) = self.place(card);
                    counts[group].ready[side] += 1;
                    total.changed |= 1 << group;
                }
                ready = walk.with_fixed;
                if (must & !walk.gone).is_none()
                    && total.cost(&counts).is_some_and(|cost| base + cost <= budget)
                {
                    return true;
                }
                // From one moment to the next this does not become less.
                if base + removals - saved > budget {
                    return false;
                }
                if rest.is_none() {
                    break;
                }
                let card = rest.first();
                past |= next;
                rest = rest.rest();
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
                }
                if two {
                    save(&mut count.double[side], in_two);
                }
                total.changed |= 1 << group;
            }
        }
        // Further passes cost more.
        pos.redeals > 2 && base + removals - saved <= budget
    }

    /// The group of a card, and its side.
    #[inline]
    fn place(&self, card: u8) -> (usize, usize) {
        let group = self.of[card as usize] as usize;
        let on_b = self.groups[group].sides.is_some_and(|(_, b)| b.has(card));
        (group, usize::from(on_b))
    }
}
