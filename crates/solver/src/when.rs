//! What is left and when: the keys of the tables, and the Kings they leave out.

use crate::bits::Bits;
use crate::board::{Pos, UNLIMITED};
use crate::search::Search;
use crate::table::Key;

impl<M: Bits> Search<'_, M> {
    /// What is left, and when: of two positions with equal keys the later one can be reached from
    /// the earlier one by draws and redeals.
    pub(crate) fn key(&self, pos: &Pos<M>) -> (Key<M>, u16) {
        let board = self.board;
        let traits = &board.traits;
        let cell = board.cell_rank(pos);
        let passes = if pos.redeals == UNLIMITED { 0 } else { self.redeals - pos.redeals };
        let time = u16::from(passes) * (u16::from(board.hand_len) + 1) + u16::from(pos.drawn);
        if traits.three_wastes {
            // The order says which pass it is.
            return (Key { left: pos.left, more: cell | pos.order << 4 }, pos.drawn.into());
        }
        if traits.no_waste {
            // What is left tells the stock, but for its first card, which may be drawn already.
            let shows = !board.waste(pos).is_none();
            return (Key { left: pos.left, more: cell }, shows.into());
        }
        let lane = if traits.draw == 1 || pos.drawn == board.hand_len {
            0
        } else {
            // Draws of three from a redeal reach only every third card.
            board.waste(pos).len() % 3
        };
        if lane > 0 {
            let more = cell | lane << 4 | u32::from(passes) << 6;
            return (Key { left: pos.left, more }, pos.drawn.into());
        }
        let time = if traits.unlimited { 0 } else { time };
        (Key { left: pos.left, more: cell }, time)
    }

    /// What is left; the time; and the draws and redeals from the first time of the line to it.
    pub(crate) fn moment(&self, pos: &Pos<M>) -> (Key<M>, u16, u16) {
        let board = self.board;
        let (key, mut time) = self.key(pos);
        if board.traits.no_waste {
            return (key, time, time);
        }
        if board.traits.three_wastes {
            return (key, time, time.div_ceil(3));
        }
        if board.traits.unlimited {
            time = pos.drawn.into();
        }
        let passes = if pos.redeals == UNLIMITED { 0 } else { self.redeals - pos.redeals };
        let each = u32::from(board.traits.draw);
        let draws = |cards: M| cards.len().div_ceil(each) as u16;
        let price =
            draws(board.waste(pos)) + u16::from(passes) * (draws(pos.left & board.hand) + 1);
        (key, time, price)
    }

    /// The position without those Kings of the hand that the verdict does not depend on.
    pub(crate) fn without_kings(&self, pos: &Pos<M>) -> Pos<M> {
        let board = self.board;
        let mut pos = *pos;
        if board.traits.steady {
            let mut out = board.hand & board.singles;
            if board.traits.waste_pair {
                // Under a card of the waste one keeps two others apart.
                out &= !board.waste(&pos);
            }
            pos.left &= !out;
            board.settle(&mut pos);
            self.shed(&mut pos);
        }
        pos
    }

    /// Removes the cards of the hand that leave alone and show: those that were not taken out
    /// before the search.
    pub(crate) fn shed(&self, pos: &mut Pos<M>) {
        let board = self.board;
        if !board.traits.waste_pair {
            return;
        }
        loop {
            let tops = board.tops(pos, &self.tables.orders).set & board.singles;
            if tops.is_none() {
                return;
            }
            board.take(pos, tops.first());
        }
    }
}
