//! Whether a win may be left within a budget, seen by going along the line of draws ahead.
//!
//! For hands drawn one by one to one waste that need not go themselves. A moment of the line is a
//! pass, this one or the next two, and how many cards of the hand were gone past in it. The walk
//! finds what may have left by each moment, and the bound is the least over the moments at which a
//! win may end.
//!
//! **What may leave.** A card may have left once it leaves alone and shows, or shows together with
//! a partner that is not barred. A card of the tableau shows once all that covers it may have left;
//! of the stock, when it is the next; of the waste, while all that lies above it may have left, or all but
//! one where two of the waste leave together. What
//! really leaves first, second and so on may do so by then too: so by induction no card leaves
//! before the moment found for it, and a win does not end before all that must go may have left, or
//! before a group of ranks has the partners it needs.
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
//! Each of the `m - 2p` saves at most what its card would have cost, and the pairs of the hand what
//! both cost in later passes; all together no more than all cards of the group that may be saved.
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
    must: [i32; 2],
    /// The most pairs of them.
    pairs: i32,
    /// Other cards that could have been their partners, of each side.
    ready: [i32; 2],
    /// The sides are not told apart.
    mixed: bool,
    /// The hand's cards by what they save when they leave with a card that must go.
    single: Savings,
    /// Those of each side that can leave with one another, by what they save then.
    double: [Savings; 2],
    /// What all of them save.
    all: i32,
    /// The removals less what they save; `None` if partners are missing.
    cost: Option<i32>,
}

impl Count {
    #[inline]
    fn count(&mut self) {
        let [a, b] = self.must;
        let total = a + b;
        // A card of side 0 takes a partner of side 1.
        let least = (a - self.ready[1]).max(b - self.ready[0]).max(0);
        let least = if self.mixed { 0 } else { least };
        let cards = |side: usize| self.double[side].iter().map(|&n| i32::from(n)).sum::<i32>();
        let twos = if self.mixed { 2 * GROUPS as i32 } else { cards(0).min(cards(1)) };
        let doubles = most(&self.double[0], twos) + most(&self.double[1], twos);
        self.cost = (least..=self.pairs)
            .map(|p| total - p - (most(&self.single, total - 2 * p) + doubles).min(self.all))
            .min();
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

    /// Looks at a moment: the cards gone past and left, and the next one.
    #[inline]
    fn look(&mut self, past: M, next: M, hooks: bool) {
        let board = self.board;
        let mut waste = past;
        let mut surface = M::NONE;
        loop {
            waste = self.surface(waste, &mut surface);
            if board.traits.waste_pair
                && let Some(top) = waste.last()
            {
                // The card below the top may leave with it.
                self.surface(waste & !M::one(top), &mut surface);
            }
            let all = self.free | surface | next;
            let new = all & !self.shown;
            self.shown = all;
            let mut leave = M::NONE;
            for card in new.numbers() {
                let partners = board.partners[card as usize] & !self.barred[card as usize] & all;
                if !partners.is_none() {
                    leave |= partners | M::one(card);
                    let (fixed, hand) = (partners & self.fixed, partners & self.hand);
                    if self.fixed.has(card) {
                        self.with_fixed |= hand;
                        if hooks {
                            self.hooks |= hand & next;
                        }
                    } else {
                        if !fixed.is_none() {
                            self.with_fixed |= M::one(card);
                            if hooks {
                                self.hooks |= M::one(card) & next;
                            }
                        }
                        if !hand.is_none() {
                            self.with_hand |= hand | M::one(card);
                        }
                    }
                }
            }
            leave |= all & board.singles;
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

    /// Adds the cards of a pile that may be its top; gives the pile without those that may have
    /// left.
    #[inline]
    fn surface(&self, mut pile: M, surface: &mut M) -> M {
        while let Some(top) = pile.last() {
            *surface |= M::one(top);
            if !(self.gone | self.board.singles).has(top) {
                break;
            }
            pile &= !M::one(top);
        }
        pile
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
        let hand = pos.left & board.hand;
        let fixed = pos.left & !board.hand;
        let mut counts = [Count::default(); GROUPS];
        let side = |card: u8| {
            let group = self.of[card as usize] as usize;
            let on_b = self.groups[group].sides.is_some_and(|(_, b)| b.has(card));
            (group, usize::from(on_b))
        };
        let mut total = Total::default();
        let mut removals = 0;
        for (count, group) in counts.iter_mut().zip(&self.groups) {
            let (a, b) = group.sides.unwrap_or((group.cards, M::NONE));
            let len = |set: M| (set & group.cards & !board.singles).len() as i32;
            count.must = [len(must & a), len(must & b)];
            count.pairs = self.pairs(group, must & group.cards & !board.singles, barred) as i32;
            count.ready = [len(fixed & !must & a), len(fixed & !must & b)];
            count.mixed = group.sides.is_none();
            removals += count.must[0] + count.must[1] - count.pairs;
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
                    let (group, side) = side(card);
                    total.change(&mut counts[group], |count| count.double[side][0] += 1);
                }
                in_pairs = walk.with_hand;
            }
            let mut rest = hand & !past;
            loop {
                let next = rest & !rest.rest();
                walk.look(past, if board.traits.open { next } else { M::NONE }, pass == 0);
                for card in (walk.with_fixed & !ready).numbers() {
                    let (group, side) = side(card);
                    total.change(&mut counts[group], |count| count.ready[side] += 1);
                }
                ready = walk.with_fixed;
                if (must & !walk.gone).is_none() {
                    total.start(&mut counts);
                    if total.missing == 0 && base + total.cost <= budget {
                        return true;
                    }
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
                let (one, two) = (of_pass.has(card), in_pairs.has(card));
                if !one && !two {
                    continue;
                }
                saved += 1;
                let (group, side) = side(card);
                let [in_one, in_two] = &mut saves[card as usize];
                total.change(&mut counts[group], |count| {
                    count.all += 1;
                    if one {
                        let moves = *in_one as usize;
                        count.single[moves] = count.single[moves].saturating_sub(1);
                        count.single[moves + 1] += 1;
                        *in_one += 1;
                    }
                    if two {
                        let moves = *in_two as usize;
                        count.double[side][moves] -= 1;
                        count.double[side][moves + 1] += 1;
                        *in_two += 1;
                    }
                });
            }
        }
        // Further passes cost more.
        pos.redeals > 2 && base + removals - saved <= budget
    }
}

/// The costs of all groups, added up from the first moment on at which a win may end.
#[derive(Default)]
struct Total {
    started: bool,
    cost: i32,
    /// Groups without the partners they need.
    missing: u32,
}

impl Total {
    fn start(&mut self, counts: &mut [Count]) {
        if !self.started {
            self.started = true;
            for count in counts {
                count.count();
                self.add(count);
            }
        }
    }

    fn add(&mut self, count: &Count) {
        self.cost += count.cost.unwrap_or(0);
        self.missing += u32::from(count.cost.is_none());
    }

    #[inline]
    fn change(&mut self, count: &mut Count, change: impl FnOnce(&mut Count)) {
        if !self.started {
            return change(count);
        }
        self.cost -= count.cost.unwrap_or(0);
        self.missing -= u32::from(count.cost.is_none());
        change(count);
        count.count();
        self.add(count);
    }
}
