//! The verdict: depth first, from removal to removal.
//!
//! Between two removals only draws, redeals and parks are possible, and draws and redeals are
//! forced: a position walks along one line, and a search chooses where on the line it removes what.
//!
//! * **Early removals.** A pair without cards of the hand can be removed before the draws that
//!   precede it: neither asks for the other. So such pairs, and parks of tableau cards, are tried
//!   before the first draw only.
//! * **Barred pairs.** If removing a pair now does not win, no win from here removes it later. For
//!   take a win that does, remove the pair now and leave it out later: all else stays possible,
//!   because with fewer cards in play whatever was free is free, and what two cards were
//!   neighbours are neighbours. So a pair that was tried is barred in all positions that are
//!   looked at after it, and they are lost with or without it: the verdicts kept for them hold.
//!   The hand's part of this needs a hand whose rhythm removals do not change: cards drawn one by
//!   one to at most one waste. Otherwise removals change what the *next* pass deals, and pairs with
//!   cards of the hand are barred until the redeal only.
//! * **Earlier is never worse.** Later positions of the line can be reached by drawing. So the
//!   table holds, for what is left, the earliest time that is known to fail.
//! * **Kings.** Where cards are drawn one by one to one waste, a card that leaves alone is never
//!   worth keeping: without it all that was possible still is, and nothing needs it as a partner.
//!   Those outside the hand leave at once; those in the hand are taken out before the search, and
//!   in the line they leave when they come up. Elsewhere only those outside the hand do.
//!
//! A win that hides behind a wrong first choice is found by another order of the removals. So the
//! search begins anew after some positions, with another order and more positions. What was found
//! lost stays in the table, so little is done twice.

use crate::actions::{Barred, Step};
use crate::ahead::Ahead;
use crate::bits::Bits;
use crate::board::{Board, Order, Pos};
use crate::fronts::Fronts;
use crate::hand::{Orders, Tops};
use crate::limits::{LimitReached, Meter, Stats};
use crate::matching::Groups;
use crate::relax::Relaxation;
use crate::table::Table;

/// Positions entered in the first attempt; each further attempt has so many more.
const ATTEMPT: u64 = 2_000;

/// The tables of a search, kept from one to the next.
pub(crate) struct Tables<M> {
    pub(crate) failed: Table<M>,
    pub(crate) fronts: Fronts<M>,
    relaxation: Relaxation<M>,
    pub(crate) orders: Orders,
}

impl<M: Bits> Tables<M> {
    pub(crate) fn new() -> Tables<M> {
        Tables {
            failed: Table::new(),
            fronts: Fronts::new(),
            relaxation: Relaxation::new(),
            orders: Orders::default(),
        }
    }
}

/// What came of trying all that one position offers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tried {
    Won,
    /// The position cannot be won at any later time either.
    Lost,
    Open,
}

/// A search for a win.
pub(crate) struct Search<'a, M> {
    pub(crate) board: &'a Board<M>,
    pub(crate) groups: Groups<M>,
    /// Of a search for the shortest win, where it looks ahead.
    pub(crate) ahead: Option<Ahead<M>>,
    /// What the last look ahead left of the budget.
    pub(crate) slack: u16,
    pub(crate) tables: &'a mut Tables<M>,
    pub(crate) barred: Barred<M>,
    pub(crate) meter: Meter<'a>,
    /// Redeals left at the start.
    pub(crate) redeals: u8,
    memory: usize,
    attempt: u32,
    /// When so many positions were entered, the attempt is over; and whether it was for that.
    turn: u64,
    turned: bool,
    /// What was barred on the way here, and whether for good.
    pub(crate) trail: Vec<(u8, u8, bool)>,
    /// Removals still to be tried.
    pub(crate) pairs: Vec<(u8, u8)>,
    pub(crate) line: Vec<Step>,
}

impl<'a, M: Bits> Search<'a, M> {
    pub(crate) fn new(
        board: &'a Board<M>,
        tables: &'a mut Tables<M>,
        start: &Pos<M>,
        order: Order,
        memory: usize,
        meter: Meter<'a>,
    ) -> Search<'a, M> {
        tables.failed.clear(memory / 4);
        tables.fronts.clear(memory / 4);
        tables.orders.start(order);
        let groups = Groups::new(board);
        tables.relaxation.start(board, &groups.possible, memory / 4);
        Search {
            ahead: None,
            slack: 0,
            barred: Barred::none(&groups.possible),
            groups,
            tables,
            meter,
            redeals: start.redeals,
            memory,
            attempt: 0,
            turn: u64::MAX,
            turned: false,
            trail: Vec::new(),
            pairs: Vec::new(),
            line: Vec::new(),
            board,
        }
    }

    /// Whether the position can be won. The steps are then in `line`.
    pub(crate) fn run(&mut self, start: &Pos<M>) -> Result<bool, LimitReached> {
        let start = self.without_kings(start);
        self.attempt = 0;
        loop {
            self.turn = self.meter.stats.nodes + ATTEMPT * u64::from(self.attempt + 1);
            let result = self.enter(start);
            if !self.turned || result.is_ok() {
                return result;
            }
            self.turned = false;
            self.attempt += 1;
            self.barred = Barred::none(&self.groups.possible);
            self.trail.clear();
            self.pairs.clear();
            self.line.clear();
        }
    }

    /// Whether the verdict search has found the position lost.
    pub(crate) fn has_failed(&self, pos: &Pos<M>) -> bool {
        if self.board.traits.waste_pair {
            // Its Kings depend on where the search started.
            return false;
        }
        let (key, time) = self.key(&self.without_kings(pos));
        self.tables.failed.get(key).is_some_and(|failed| failed <= time)
    }

    pub(crate) fn stats(&self) -> Stats {
        let tables = &self.tables;
        let table_bytes = tables.failed.bytes()
            + tables.fronts.bytes()
            + tables.relaxation.bytes()
            + tables.orders.bytes();
        Stats { table_bytes, ..self.meter.stats }
    }

    /// Removes the cards that leave alone at once.
    fn close(&mut self, pos: &mut Pos<M>) {
        let board = self.board;
        while !board.is_won(pos) {
            let mut free = (pos.free | board.cell(pos)) & board.singles;
            if board.traits.no_waste {
                // What shows is thrown away next; taking it costs nothing.
                free |= board.waste(pos) & board.singles;
            }
            if free.is_none() {
                let Some((card, partner)) = self.plenty(pos) else { return };
                board.take(pos, card);
                board.take(pos, partner);
                self.line.push(Step::Remove(card, partner));
                continue;
            }
            let card = free.first();
            board.take(pos, card);
            self.line.push(Step::Remove(card, card));
        }
    }

    /// A free card and a partner in the hand, where the hand has partners for all such cards and
    /// can be gone through without end. Any card of it comes up again and again, and where it need
    /// not go that is all that matters of it: the relaxation is the game itself.
    fn plenty(&self, pos: &Pos<M>) -> Option<(u8, u8)> {
        let board = self.board;
        let traits = &board.traits;
        let endless = traits.steady && traits.unlimited && !traits.cells;
        if !endless || !(board.need & board.hand).is_none() {
            return None;
        }
        let relaxation = &self.tables.relaxation;
        pos.free.numbers().find_map(|card| Some((card, relaxation.plenty(pos, card)?)))
    }

    fn enter(&mut self, mut pos: Pos<M>) -> Result<bool, LimitReached> {
        let depth = self.line.len();
        self.close(&mut pos);
        if self.board.is_won(&pos) {
            return Ok(true);
        }
        let (key, time) = self.key(&pos);
        let known = self.tables.failed.get(key).is_some_and(|failed| failed <= time);
        if known || self.hopeless(&pos)? {
            self.line.truncate(depth);
            return Ok(false);
        }
        self.meter.node()?;
        if self.meter.stats.nodes >= self.turn {
            self.turned = true;
            return Err(LimitReached::Stopped);
        }
        let trail = self.trail.len();
        let found = self.walk(&pos);
        self.unbar(trail);
        if !found? {
            self.tables.failed.lower(key, time);
            self.line.truncate(depth);
            return Ok(false);
        }
        Ok(true)
    }

    /// Bars or unbars a pair.
    fn toggle(&mut self, a: u8, b: u8, ever: bool) {
        self.barred.toggle(a, b, ever);
        if let Some(ahead) = &mut self.ahead {
            ahead.touch(self.groups.of(a));
        }
    }

    /// Undoes what was barred since the trail had this length.
    pub(crate) fn unbar(&mut self, len: usize) {
        while self.trail.len() > len {
            if let Some((a, b, ever)) = self.trail.pop() {
                self.toggle(a, b, ever);
            }
        }
    }

    /// Whether the position is lost for want of partners, else the cards that can still leave.
    /// `of`: all other groups than that of this card were looked at.
    fn survey(&mut self, pos: &Pos<M>, of: Option<u8>) -> Option<M> {
        let board = self.board;
        if pos.redeals == 0 && !board.traits.cells {
            return self.groups.last_pass(board, pos, &self.barred.open, &self.tables.orders);
        }
        (!self.groups.dead(board, pos, &self.barred.open, of)).then_some(pos.left)
    }

    /// Whether the position is lost by a look at it.
    pub(crate) fn hopeless(&mut self, pos: &Pos<M>) -> Result<bool, LimitReached> {
        let board = self.board;
        let of = match self.line.last() {
            Some(&Step::Remove(a, _)) if self.line.len() > 1 => Some(a),
            _ => None,
        };
        let Some(usable) = self.survey(pos, of) else { return Ok(true) };
        if !self.tables.relaxation.tells {
            return Ok(false);
        }
        let relaxed = self.tables.relaxation.relax(board, pos, usable);
        self.tables.relaxation.is_lost(board, &self.groups, &relaxed, &mut self.meter)
    }

    /// Goes along the line of draws and redeals and tries what can be removed there.
    fn walk(&mut self, start: &Pos<M>) -> Result<bool, LimitReached> {
        let board = self.board;
        let mut pos = *start;
        let mut redealt = false;
        let mut kept = None;
        let depth = self.line.len();
        let found = loop {
            match self.try_all(&pos, pos == *start)? {
                Tried::Won => break true,
                Tried::Lost => break false,
                Tried::Open => {}
            }
            let Some((next, redeal)) = board.advance(&pos, &mut self.tables.orders) else {
                break false;
            };
            if redeal {
                if redealt && !board.traits.three_wastes {
                    // With one waste every further pass is like the one just gone through.
                    break false;
                }
                redealt = true;
                self.new_pass(&mut kept)?;
            }
            if redealt && board.traits.steady && next.drawn > start.drawn {
                break false;
            }
            pos = next;
            if board.traits.steady {
                self.shed(&mut pos);
            } else {
                self.line.push(Step::Advance);
            }
        };
        self.old_pass(kept);
        if !found {
            self.line.truncate(depth);
        }
        Ok(found)
    }

    /// Frees what was barred until the redeal. Nothing is barred so where removals leave the
    /// rhythm of the hand alone.
    pub(crate) fn new_pass(
        &mut self,
        kept: &mut Option<(Vec<M>, usize)>,
    ) -> Result<(), LimitReached> {
        if self.tables.orders.bytes() > self.memory / 4 {
            return Err(LimitReached::Memory);
        }
        if !self.board.traits.monotone {
            let none = vec![M::NONE; self.barred.pass.len()];
            let pass = std::mem::replace(&mut self.barred.pass, none);
            kept.get_or_insert((pass, self.trail.len()));
        }
        Ok(())
    }

    /// Back to the pass before the redeal: what was barred since until a redeal is forgotten.
    pub(crate) fn old_pass(&mut self, kept: Option<(Vec<M>, usize)>) {
        if let Some((pass, len)) = kept {
            let mut at = len;
            while at < self.trail.len() {
                if self.trail[at].2 {
                    at += 1;
                } else {
                    self.trail.remove(at);
                }
            }
            self.barred.pass = pass;
        }
    }

    /// Tries all that can be removed or parked in one position of the line.
    fn try_all(&mut self, pos: &Pos<M>, first: bool) -> Result<Tried, LimitReached> {
        let board = self.board;
        let tops = board.tops(pos, &self.tables.orders);
        let start = self.pairs.len();
        let pairs = &mut self.pairs;
        board.removals(pos, &tops, &self.barred, first, |a, b| pairs.push((a, b)));
        let mut tried = Tried::Open;
        if self.pairs.len() > start {
            self.sort(start);
            tried = self.try_pairs(pos, start)?;
            self.pairs.truncate(start);
        }
        if tried == Tried::Open && board.traits.cells && pos.cell == 0 {
            tried = self.try_parks(pos, &tops, first)?;
        }
        Ok(tried)
    }

    /// Puts the removals still to be tried in order. Each attempt after the first has another one.
    fn sort(&mut self, start: usize) {
        let board = self.board;
        let pairs = &mut self.pairs[start..];
        if self.attempt > 0 {
            // As good as random.
            let seed = u64::from(self.attempt) << 16;
            let place = |a: u8, b: u8| seed | u64::from(a) << 8 | u64::from(b);
            pairs.sort_by_key(|&(a, b)| mix(place(a, b)));
        } else if !(board.need & board.hand).is_none() {
            // The hand has to go too, and it is what gets lost from view: first its cards.
            let hand = |card: u8| u8::from(board.hand.has(card));
            pairs.sort_by_key(|&(a, b)| 2 - hand(a) - hand(b));
        }
    }

    fn try_pairs(&mut self, pos: &Pos<M>, start: usize) -> Result<Tried, LimitReached> {
        for at in start..self.pairs.len() {
            let (a, b) = self.pairs[at];
            if self.step(pos, Step::Remove(a, b))? {
                return Ok(Tried::Won);
            }
            if self.bar(pos, a, b) {
                return Ok(Tried::Lost);
            }
        }
        Ok(Tried::Open)
    }

    /// Bars a pair that was tried in a position; whether that is then lost.
    pub(crate) fn bar(&mut self, pos: &Pos<M>, a: u8, b: u8) -> bool {
        self.bar_only(pos, a, b) && self.survey(pos, Some(a)).is_none()
    }

    /// Bars a pair that was tried in a position; whether for good.
    pub(crate) fn bar_only(&mut self, pos: &Pos<M>, a: u8, b: u8) -> bool {
        let board = self.board;
        let hand = board.hand.has(a) || board.hand.has(b);
        let ever = board.traits.monotone || pos.redeals == 0 || !hand;
        debug_assert!(a == b || self.groups.possible[a as usize].has(b));
        self.toggle(a, b, ever);
        self.trail.push((a, b, ever));
        ever
    }

    fn try_parks(
        &mut self,
        pos: &Pos<M>,
        tops: &Tops<M>,
        first: bool,
    ) -> Result<Tried, LimitReached> {
        for card in self.board.parkable(pos, tops, first).numbers() {
            if self.step(pos, Step::Park(card))? {
                return Ok(Tried::Won);
            }
        }
        Ok(Tried::Open)
    }

    fn step(&mut self, pos: &Pos<M>, step: Step) -> Result<bool, LimitReached> {
        let next = self.board.after(pos, step);
        self.line.push(step);
        let won = self.enter(next)?;
        if !won {
            self.line.pop();
        }
        Ok(won)
    }
}

/// A number that has nothing to do with the one it is made of (the finisher of SplitMix64).
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
