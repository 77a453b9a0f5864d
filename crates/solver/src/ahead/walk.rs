//! What may have left by a moment of the line.
//!
//! All of it in sets, without going through cards one by one where that can be avoided: how many
//! there are is never the same twice, and a processor that guesses wrong loses more than a few
//! operations on sets take.

use crate::bits::Bits;
use crate::board::{Board, Pos};

/// What lies directly under cards of the tableau and the reserve: a table for each eight of them, of
/// all their sets; four tables to an entry.
pub(super) struct Under<M>(Vec<[[M; 256]; 4]>);

impl<M: Bits> Under<M> {
    pub(super) fn new(board: &Board<M>) -> Under<M> {
        let tables = (0..usize::from(board.hand_at)).step_by(32).map(|from| {
            std::array::from_fn(|byte| {
                let mut table = [M::NONE; 256];
                for set in 1..table.len() {
                    let card = from + 8 * byte + set.trailing_zeros() as usize;
                    let under = board.under.get(card).copied().unwrap_or(M::NONE);
                    table[set] = table[set & (set - 1)] | under;
                }
                table
            })
        });
        Under(tables.collect())
    }

    #[inline]
    fn of(&self, cards: M) -> M {
        let mut under = M::NONE;
        for (at, tables) in self.0.iter().enumerate() {
            for (byte, table) in tables.iter().enumerate() {
                under |= table[usize::from(cards.byte(4 * at + byte))];
            }
        }
        under
    }
}

/// The walk along the line. What is `PLAIN` goes along an open stock, without overlap and pairs of
/// the waste, as most games have it: then what the others need is left out.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a, M> {
    pub(super) board: &'a Board<M>,
    under: &'a Under<M>,
    open: &'a [M],
    /// Tableau and reserve.
    pub(super) fixed: M,
    /// What may have left by now, and what of `fixed` shows.
    pub(super) gone: M,
    pub(super) free: M,
    /// The cards of the waste that may be its top, or leave with it.
    surface: M,
    /// All partners of what shows of `fixed`, of the surface, and of the next card.
    of_free: M,
    of_surface: M,
    of_next: M,
    /// Cards of the hand that may have left with one of `fixed`; and with one of the hand.
    pub(super) with_fixed: M,
    pub(super) with_hand: M,
}

impl<'a, M: Bits> Walk<'a, M> {
    /// At a position's own moment. `open`: the partners of each card.
    pub(super) fn new(
        board: &'a Board<M>,
        under: &'a Under<M>,
        pos: &Pos<M>,
        open: &'a [M],
    ) -> Walk<'a, M> {
        let fixed = pos.left & !board.hand;
        let mut walk = Walk {
            board,
            under,
            open,
            fixed,
            gone: M::NONE,
            free: pos.free & fixed,
            surface: M::NONE,
            of_free: M::NONE,
            of_surface: M::NONE,
            of_next: M::NONE,
            with_fixed: M::NONE,
            with_hand: M::NONE,
        };
        walk.of_free = walk.partners(walk.free);
        walk.turn_up(board.waste(pos));
        walk
    }

    /// All partners of some cards.
    #[inline]
    fn partners(&self, cards: M) -> M {
        cards.numbers().fold(M::NONE, |all, card| all | self.open[card as usize])
    }

    /// Finds what else may leave at a moment. `next` is the card on top of the stock, `past` the
    /// waste. Whether there is any, or another card of the hand that may leave with one of `fixed`.
    #[inline]
    pub(super) fn look<const PLAIN: bool>(&mut self, next: M, past: M) -> bool {
        let traits = &self.board.traits;
        self.of_next = if next.is_none() { next } else { self.open[next.first() as usize] };
        let shows = PLAIN || traits.open;
        let (top, of_top) = if shows { (next, self.of_next) } else { (M::NONE, M::NONE) };
        // The cards of the hand that may leave with one of the surface.
        let with_surface = if !PLAIN && traits.waste_pair { !M::NONE } else { top };
        let mut more = false;
        loop {
            debug_assert!(self.holds(past));
            let hand = self.surface | top;
            let with_fixed = hand & self.of_free;
            let with_hand = (hand & with_surface & self.of_surface) | (self.surface & of_top);
            more |= !(with_fixed & !self.with_fixed).is_none();
            self.with_fixed |= with_fixed;
            self.with_hand |= with_hand;
            let mut leave = (self.free & (self.of_free | self.of_surface | of_top))
                | with_fixed
                | with_hand
                | ((self.free | hand) & self.board.singles);
            if !PLAIN && traits.overlap {
                leave |= self.overlapping();
            }
            leave &= !self.gone;
            if leave.is_none() {
                return more;
            }
            more = true;
            self.gone |= leave;
            let mut new = M::NONE;
            if !(leave & self.fixed).is_none() {
                new = self.fixed & !self.under.of(self.fixed & !self.gone) & !self.free;
                self.free |= new;
                self.of_free |= self.partners(new);
            }
            let turns = !(leave & past).is_none();
            if turns {
                self.turn_up(past);
            }
            if new.is_none() && !turns && (PLAIN || !traits.overlap) {
                return true;
            }
        }
    }

    /// The next card goes to the waste, which is then `past`.
    #[inline]
    pub(super) fn pass<const PLAIN: bool>(&mut self, next: M, past: M) {
        if !PLAIN && self.board.traits.waste_pair {
            self.turn_up(past);
        } else if (next & (self.gone | self.board.singles)).is_none() {
            self.surface = next;
            self.of_surface = self.of_next;
        } else {
            self.surface |= next;
            self.of_surface |= self.of_next;
        }
    }

    /// The waste becomes the stock.
    pub(super) fn turn_over(&mut self) {
        self.surface = M::NONE;
        self.of_surface = M::NONE;
    }

    /// Finds what shows of the waste.
    #[inline]
    fn turn_up(&mut self, waste: M) {
        let before = self.surface;
        self.surface = self.surface_of(waste);
        if (before & !self.surface).is_none() {
            self.of_surface |= self.partners(self.surface & !before);
        } else {
            self.of_surface = self.partners(self.surface);
        }
    }

    #[inline]
    fn surface_of(&self, waste: M) -> M {
        let mut stay = waste & !self.gone & !self.board.singles;
        if self.board.traits.waste_pair
            && let Some(top) = stay.last()
        {
            stay &= !M::one(top);
        }
        stay.last().map_or(waste, |top| waste & !M::below(top))
    }

    /// Cards that may leave with the only one that covers them.
    fn overlapping(self) -> M {
        let board = self.board;
        let mut leave = M::NONE;
        for upper in self.free.numbers() {
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

    /// Whether what is kept from one moment to the next is what it says, found card by card.
    fn holds(self, waste: M) -> bool {
        let stay = self.fixed & !self.gone;
        let free = |&card: &u8| (self.board.cover[card as usize] & stay).is_none();
        let free = self.fixed.numbers().filter(free).fold(M::NONE, |all, card| all | M::one(card));
        self.free == free
            && self.of_free == self.partners(free)
            && self.surface == self.surface_of(waste)
            && self.of_surface == self.partners(self.surface)
    }
}
