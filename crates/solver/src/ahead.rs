//! Whether a win may be left within a budget, seen by going along the line of draws ahead.
//!
//! For hands drawn one by one to one waste that need not go themselves. (What is said of the
//! tableau holds for the reserve.) A moment of the line is a pass, this one or the next two, and
//! how many cards of the hand were gone past in it. The walk finds what may have left by each
//! moment, and the bound is the least over the moments at which a win may end.
//!
//! **What may leave.** A card may have left once it leaves alone and shows, or shows together with
//! an open partner: one that it could have (`matching`) and that is not barred. A card of the
//! tableau shows once all that covers it may have left; of the stock, when it is the next; of the
//! waste, while all that lies above it may have left, or all but one where two of the waste leave
//! together. (Elsewhere two cards that both lie on the waste are no partners in that pass.) What
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
//!   removal more and at most one draw of that pass less, whatever comes then.)
//!
//! Each of the `m - 2p` saves at most what its card would have cost; of each side only as many do
//! as the other side has partners in the tableau for them. In this pass each takes a partner of
//! its own, which shows by then: so along the line no more are taken from the top of the stock
//! than partners show, and to count the earliest of them saves most. A card that leaves with one
//! of the reserve that may stay there makes a removal more, and saves one move less than it would
//! else. The pairs of the hand save what both cost in later passes; all together no more than all
//! cards of the group that may be saved. A card of the hand that leaves alone is a move in this
//! pass, or from the waste when it would be gone past next; after that it costs nothing.
//!
//! What a win costs is at least what it costs up to a moment, whenever it ends later: the draws until
//! then, and all its removals, less what those save of these draws. So the walk is over when that
//! much is above the budget; and where from one moment to the next nothing else may leave, and no
//! other card of the hand with one of the tableau, a win does not end at the later one within a
//! budget that was too small at the earlier.

use crate::bits::Bits;
use crate::board::{Board, Pos};
use crate::matching::Groups;

mod count;
mod needs;
#[cfg(test)]
mod tests;
mod walk;

use count::Counts;
use needs::Needs;
use walk::{Under, Walk};

/// What looks ahead in one search share.
pub(crate) struct Ahead<M> {
    needs: Needs,
    /// The cards that `needs` was counted for, and the groups in which pairs were barred or unbarred
    /// since, a bit each.
    counted: M,
    touched: u32,
    under: Under<M>,
}

impl<M: Bits> Ahead<M> {
    /// `None` where the walk says nothing under these rules.
    pub(crate) fn new(board: &Board<M>, groups: &Groups<M>) -> Option<Ahead<M>> {
        let says = board.traits.steady
            && !board.traits.cells
            && (board.need & board.hand).is_none()
            && board.singles.numbers().all(|card| board.partners[card as usize].is_none());
        says.then(|| Ahead {
            needs: Needs::new(groups),
            counted: M::NONE,
            touched: 0,
            under: Under::new(board),
        })
    }

    /// What of a budget may be left at the first moment at which a win within it may end; `None` is
    /// a proof that there is none. 0 is also said where the walk ends before that is known. `open`:
    /// the partners of each card.
    pub(crate) fn within(
        &mut self,
        groups: &Groups<M>,
        board: &Board<M>,
        pos: &Pos<M>,
        open: &[M],
        budget: u16,
    ) -> Option<u16> {
        self.count_needs(groups, board.need & pos.left & !board.singles, open);
        let walk = Walk::new(board, &self.under, pos, open);
        if board.traits.open && !board.traits.overlap && !board.traits.waste_pair {
            self.go_along::<true>(groups, walk, pos, budget.into())
        } else {
            self.go_along::<false>(groups, walk, pos, budget.into())
        }
    }

    /// The walk; `PLAIN`: see [`Walk`].
    fn go_along<const PLAIN: bool>(
        &self,
        groups: &Groups<M>,
        mut walk: Walk<'_, M>,
        pos: &Pos<M>,
        budget: i32,
    ) -> Option<u16> {
        let board = walk.board;
        let must = board.need & pos.left;
        let hand = pos.left & board.hand;
        let mut counts = Counts::new(&self.needs);
        for card in (walk.fixed & !must).numbers() {
            counts.spare(groups.place[card as usize]);
        }
        // All moves so far but the removals of groups, and what those may save of them.
        let mut base = (must & board.singles).len() as i32;
        let mut saved = 0;
        // The hand's cards that are counted as ready, and as such that leave with one another.
        let mut ready = M::NONE;
        let mut in_pairs = M::NONE;
        // Those that saved a move in one pass or more, in two or more; and in pairs.
        let mut once = M::NONE;
        let mut twice = M::NONE;
        let mut once_paired = M::NONE;
        let waste = board.waste(pos);
        let mut past = waste;
        for pass in 0..=pos.redeals.min(2) {
            if pass > 0 {
                base += 1;
                past = M::NONE;
                walk.turn_over();
                for card in (walk.with_hand & !in_pairs).numbers() {
                    counts.pair(groups.place[card as usize]);
                }
                in_pairs = walk.with_hand;
            }
            let mut rest = hand & !past;
            let mut more = true;
            loop {
                let next = rest & !rest.rest();
                more |= walk.look::<PLAIN>(next, past);
                if more && (must & !walk.gone).is_none() {
                    for card in (walk.with_fixed & !ready).numbers() {
                        counts.ready(groups.place[card as usize]);
                    }
                    ready = walk.with_fixed;
                    let left = budget - base - counts.cost();
                    if left >= 0 {
                        return Some(left as u16);
                    }
                }
                more = false;
                // A coarse bound, and a sharper one where that is near.
                let over = base + self.needs.removals - saved - budget;
                if over > 0 || over > -NEAR && base + counts.least() > budget {
                    return None;
                }
                if rest.is_none() {
                    break;
                }
                let card = rest.first();
                past |= next;
                rest = rest.rest();
                walk.pass::<PLAIN>(next, past);
                if board.singles.has(card) {
                    base += i32::from(pass == 0 || pass == 1 && waste.has(card));
                    continue;
                }
                base += 1;
                let place = groups.place[card as usize];
                // In this pass each takes a partner of its own.
                let partner = || {
                    let opposite = groups.opposite[card as usize];
                    let partners = walk.fixed & (walk.free | walk.gone) & opposite;
                    opposite.is_none() || counts.saving(place) < partners.len()
                };
                let one = walk.with_fixed.has(card) && (pass > 0 || partner());
                let two = in_pairs.has(card);
                if !one && !two {
                    continue;
                }
                saved += 1;
                counts.save_any(place);
                if one {
                    counts.save(place, usize::from(once.has(card)) + usize::from(twice.has(card)));
                    twice |= once & next;
                    once |= next;
                }
                if two {
                    counts.save_paired(place, once_paired.has(card).into());
                    once_paired |= next;
                }
            }
        }
        // Further passes cost more.
        (pos.redeals > 2 && base + self.needs.removals - saved <= budget).then_some(0)
    }
}

/// Nearer to the budget than this.
const NEAR: i32 = 3;
