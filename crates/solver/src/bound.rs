//! How many moves a win still takes at least.
//!
//! **Removals.** In each group of ranks that pair, let `m` cards have to go that lie outside the
//! hand, `p` pairs of them leave together, and the others with cards of the hand. That makes
//! `m - p` removals, and `p` is at most the largest matching among them. Cards that leave alone
//! make a removal each.
//!
//! **Draws.** Let the win go past `l` cards of the stock, in an open stock drawn one by one. Each
//! is drawn, or removed from the top of the stock; a removal takes one card from there at most. If
//! `y` of the removals do, there are `l - y` draws. In a group of which `s` cards are among the
//! `l`, at most `s` removals do, and none of the `p`. So removals and draws together are at least
//! `l` and for each group the greater of `p` and `m - p - s`. The hand's cards that the group
//! needs are on the waste, or among the `l`, or the next one. The bound is the least over `l` and,
//! for each group, over `p`. Cards on the waste are taken to be free, and passes to cost nothing.
//! (Two cards of the hand that leave together make one removal more and at most one draw less.)
//!
//! **Times.** A tableau card is free when all that covers it has left, and leaves when a partner is
//! there too: one on the waste at once, one of the stock when it comes up, one of the tableau when
//! that is free. So each card has a number of stock cards that must have been gone past before it
//! is free, and before it leaves; `l` is no less than any of the latter, and a card of the stock
//! whose partners all become free later is not among the `s`.
//!
//! From a closed stock a card is drawn before it is removed, so draws and removals just add up;
//! draws of three take a third of the draws.

use crate::bits::Bits;
use crate::board::{Board, Pos};
use crate::matching::{GROUPS, Group, Groups, unmatched_side};

/// Larger than the length of any win.
const NEVER: u8 = 200;

/// One group of ranks, counted.
#[derive(Clone, Copy, Default)]
struct Count {
    /// Cards that have to go, on each of the two sides.
    must: [u8; 2],
    /// The most pairs of them.
    pairs: u8,
    /// Partners that are there without a draw, for each side.
    ready: [u8; 2],
    /// Cards of the stock gone past that could be removed there.
    past: u8,
    /// The sides are not told apart.
    mixed: bool,
}

impl Count {
    /// The removals the group adds to the cards gone past, if it can be cleared. `next`: the side
    /// of the next card of the stock, if it is of this group.
    #[inline]
    fn cost(&self, next: Option<u8>) -> u8 {
        let [a, b] = self.must;
        let total = a + b;
        if total == 0 {
            return 0;
        }
        let have = |side: u8| self.ready[side as usize] + u8::from(next == Some(side));
        // A card of side 0 takes a partner of side 1.
        let mut least = a.saturating_sub(have(1)).max(b.saturating_sub(have(0)));
        if self.mixed {
            least = 0;
        }
        if least > self.pairs {
            return NEVER;
        }
        let cost = |p: u8| p.max((total - p).saturating_sub(self.past));
        // The greater of the two is least where they meet.
        let p = total.saturating_sub(self.past).div_ceil(2).clamp(least, self.pairs);
        if p > least { cost(p).min(cost(p - 1)) } else { cost(p) }
    }
}

/// A card of the stock.
#[derive(Clone, Copy, Default)]
struct Next {
    group: u8,
    side: u8,
    /// Whether a removal may take it from the top of the stock.
    hooks: bool,
}

/// What is needed to bound the moves from a position and from those that follow by draws alone.
pub(crate) struct Outlook {
    /// Moves that do not depend on the stock.
    alone: u32,
    /// Cards in the stock.
    len: usize,
    /// For games whose hand need not go: how the draws go into it.
    reach: Option<Reach>,
    /// No win without a redeal: the whole stock is gone past, and the redeal is a move.
    pub(crate) again: bool,
}

struct Reach {
    counts: [Count; GROUPS],
    stock: [Next; 104],
    /// Cards that have to be gone past.
    needed: usize,
    open: bool,
    draw: u32,
}

impl Outlook {
    /// The fewest moves a win may take, `past` cards of the stock having been gone past.
    pub(crate) fn least(&self, past: usize) -> u16 {
        let bound = match &self.reach {
            // Each card gone past has cost a move: the bound holds as it did.
            None if past > 0 => 0,
            None => self.alone,
            Some(reach) if self.again => {
                let draws = (self.len - past.min(self.len)) as u32;
                self.alone + reach.least(past, self.len, draws) + 1
            }
            Some(reach) => self.alone + reach.least(past, self.len, 0),
        };
        bound.min(1000) as u16
    }
}

impl Reach {
    fn least(&self, from: usize, len: usize, least: u32) -> u32 {
        let mut counts = self.counts;
        for next in &self.stock[..from.min(len)] {
            counts[next.group as usize].ready[next.side as usize] += 1;
        }
        let mut costs = [0; GROUPS];
        let mut sum = 0;
        for (cost, count) in costs.iter_mut().zip(&counts) {
            *cost = count.cost(None);
            sum += u32::from(*cost);
        }
        let mut best = u32::from(NEVER);
        for past in from..=len {
            let gone = (past - from) as u32;
            let draws = if self.open { gone } else { gone.div_ceil(self.draw) };
            if draws >= best {
                break;
            }
            let next = self.stock[past.min(103)];
            let group = next.group as usize;
            if past >= self.needed && gone >= least {
                let mut total = draws + sum;
                if past < len && self.open {
                    total -= u32::from(costs[group]);
                    total += u32::from(counts[group].cost(Some(next.side)));
                }
                best = best.min(total);
            }
            if past < len {
                let count = &mut counts[group];
                count.ready[next.side as usize] += 1;
                count.past += u8::from(next.hooks);
                sum -= u32::from(costs[group]);
                costs[group] = count.cost(None);
                sum += u32::from(costs[group]);
            }
        }
        best
    }
}

impl<M: Bits> Groups<M> {
    /// What is needed to bound the moves until these cards are gone.
    pub(crate) fn outlook(&self, board: &Board<M>, pos: &Pos<M>, must: M, open: &[M]) -> Outlook {
        let must = must & (pos.left | board.cell(pos));
        let alone = (must & board.singles).len();
        let must = must & !board.singles;
        let traits = &board.traits;
        let removals = || self.removals(must, open).saturating_sub(self.spare);
        let stock = board.stock(pos);
        let bound = if traits.three_wastes || traits.cells || traits.no_waste {
            removals()
        } else if (must & board.hand).is_none() {
            let len = stock.len() as usize;
            return Outlook {
                alone,
                len,
                reach: Some(self.reach(board, pos, must, open)),
                again: false,
            };
        } else if traits.open {
            // The whole hand has to go, and all of the stock is gone past.
            let draws = (stock & !board.singles).len();
            let others = self.groups.iter().map(|group| {
                let total = (must & group.cards).len().div_ceil(2);
                total.saturating_sub((stock & group.cards).len())
            });
            removals().max(draws + others.sum::<u32>())
        } else {
            removals() + stock.len().div_ceil(traits.draw.into())
        };
        Outlook { alone: alone + bound, len: 0, reach: None, again: false }
    }

    /// The fewest removals that clear cards.
    pub(crate) fn removals(&self, must: M, open: &[M]) -> u32 {
        let of = |group: &Group<M>| {
            let must = must & group.cards;
            must.len() - self.pairs(group, must, open)
        };
        self.groups.iter().map(of).sum()
    }

    /// At most so many pairs leave among these cards of a group.
    pub(crate) fn pairs(&self, group: &Group<M>, must: M, open: &[M]) -> u32 {
        let edges = |card: u8| open[card as usize] & must;
        match group.sides {
            Some((a, b)) if (must & a).is_none() || (must & b).is_none() => 0,
            Some((a, _)) => (must & a).len() - unmatched_side(must & a, edges),
            None => must.numbers().filter(|&card| !edges(card).is_none()).count() as u32 / 2,
        }
    }

    fn reach(&self, board: &Board<M>, pos: &Pos<M>, must: M, open: &[M]) -> Reach {
        let stock = board.stock(pos);
        let ready = pos.left & !must & !stock;
        let open_stock = board.traits.open;
        let mut reach = Reach {
            counts: [Count::default(); GROUPS],
            stock: [Next::default(); 104],
            needed: 0,
            open: open_stock,
            draw: board.traits.draw.into(),
        };
        for (count, group) in reach.counts.iter_mut().zip(&self.groups) {
            let (a, b) = group.sides.unwrap_or((group.cards, M::NONE));
            let len = |set: M| (set & group.cards).len() as u8;
            *count = Count {
                must: [len(must & a), len(must & b)],
                pairs: self.pairs(group, must & group.cards, open) as u8,
                ready: [len(ready & a), len(ready & b)],
                past: 0,
                mixed: group.sides.is_none(),
            };
        }
        let mut times = Times { free: [0; 128], comes: [0; 128], least: 0 };
        for (at, card) in stock.numbers().enumerate() {
            times.comes[card as usize] = at as u8 + u8::from(!open_stock);
        }
        if !board.traits.overlap {
            self.times(board, pos, must, open, stock, &mut times);
        }
        reach.needed = times.least.into();
        for (at, card) in stock.numbers().enumerate() {
            let (group, side) = (self.of(card) as u8, self.side(card) as u8);
            let partners = open[card as usize] & pos.left & !board.hand;
            let free = |partner: u8| times.free[partner as usize] <= at as u8;
            let hooks = open_stock && (board.traits.overlap || partners.numbers().any(free));
            reach.stock[at.min(103)] = Next { group, side, hooks };
        }
        reach
    }

    /// When cards become free and can leave, from the front row back.
    fn times(
        &self,
        board: &Board<M>,
        pos: &Pos<M>,
        must: M,
        open: &[M],
        stock: M,
        times: &mut Times,
    ) {
        let fixed = pos.left & !board.hand;
        let mut leaves = [0u8; 128];
        let mut cards = fixed;
        while let Some(card) = cards.last() {
            cards &= !M::one(card);
            let at = card as usize;
            let mut free = 0;
            for upper in (board.cover[at] & pos.left).numbers() {
                free = free.max(leaves[upper as usize]);
            }
            times.free[at] = free;
            let mut partner = 0;
            if !board.singles.has(card) {
                let partners = open[at] & pos.left;
                // Those further back come later in this loop: no time is known for them.
                let early = partners & !stock & (board.hand | M::below(card));
                if early.is_none() {
                    partner = NEVER;
                    for other in partners.numbers() {
                        let other = other as usize;
                        let there = if stock.has(other as u8) {
                            times.comes[other]
                        } else {
                            times.free[other]
                        };
                        partner = partner.min(there);
                    }
                }
            }
            leaves[at] = free.max(partner);
            if must.has(card) && partner < NEVER {
                times.least = times.least.max(leaves[at]);
            }
        }
    }
}

/// Numbers of stock cards gone past.
struct Times {
    /// Before each card of tableau and reserve is free.
    free: [u8; 128],
    /// Before each card of the stock can be taken.
    comes: [u8; 128],
    /// Before all have left.
    least: u8,
}
