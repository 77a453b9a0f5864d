//! The shortest win, by branch and bound.
//!
//! The same positions and removals as in the verdict search, with a budget of moves: one less than
//! the win that is known takes. A win within the budget is the next to be beaten; when there is
//! none, the last one was a shortest. (Deepening from below took three times the positions: nearly
//! all of them were gone through again in every round.)
//!
//! What the verdict search says of barred pairs holds for budgets too: a win that removes a pair
//! later than it could costs no less than the one that removes it now, as the draws it makes in
//! between pass fewer cards and none more. So within one budget a pair that was tried is done with.
//! Of the Kings: those outside the hand that have to go leave at once. One that shows on an open
//! stock drawn one by one leaves instead of being drawn, at the same price, and is not passed
//! again. Whether others are worth a move is tried out.

use crate::actions::Step;
use crate::ahead::Ahead;
use crate::bits::Bits;
use crate::board::Pos;
use crate::bound::Outlook;
use crate::limits::LimitReached;
use crate::search::{Search, Tried};

/// Where the last look ahead left so much of the budget, the next one is not worth its time; it is
/// taken to have left a little less.
const PLENTY: u16 = 3;
const USED: u16 = 2;

impl<M: Bits> Search<'_, M> {
    /// Looks for ever shorter wins, from `most` moves on, and tells their steps, until there is none
    /// shorter. `at_least` is set to a lower bound.
    pub(crate) fn run_shortest(
        &mut self,
        start: &Pos<M>,
        mut most: u16,
        at_least: &mut u16,
        found: &mut dyn FnMut(&[Step]),
    ) -> Result<(), LimitReached> {
        *at_least = self.outlook(start).least(0);
        self.ahead = Ahead::new(self.board, &self.groups);
        loop {
            self.line.clear();
            self.slack = 0;
            if most < *at_least || !self.spend(*start, most)? {
                return Ok(());
            }
            found(&self.line);
            match self.line.len().checked_sub(1) {
                Some(less) => most = less as u16,
                None => return Ok(()),
            }
        }
    }

    /// Looks for a win of at most `budget` moves.
    fn spend(&mut self, mut pos: Pos<M>, mut budget: u16) -> Result<bool, LimitReached> {
        let board = self.board;
        let depth = self.line.len();
        while !board.is_won(&pos) {
            let must = board.need | board.cell_need(&pos);
            let free = (pos.free | board.cell(&pos)) & board.singles & must;
            if free.is_none() {
                break;
            }
            if budget == 0 {
                self.line.truncate(depth);
                return Ok(false);
            }
            budget -= 1;
            board.take(&mut pos, free.first());
            self.line.push(Step::Remove(free.first(), free.first()));
        }
        if board.is_won(&pos) {
            return Ok(true);
        }
        let found = self.spend_open(&pos, budget)?;
        if !found {
            self.line.truncate(depth);
        }
        Ok(found)
    }

    fn spend_open(&mut self, pos: &Pos<M>, budget: u16) -> Result<bool, LimitReached> {
        let board = self.board;
        let (key, time, price) = self.moment(pos);
        if self.tables.fronts.too_dear(key, time, budget + price) {
            return Ok(false);
        }
        let mut outlook = None;
        let mut slack = 0;
        if self.ahead.is_some() && self.slack >= PLENTY {
            slack = self.slack - USED;
        } else if let Some(ahead) = &mut self.ahead {
            match ahead.within(&self.groups, board, pos, &self.barred.open, budget) {
                Some(left) => slack = left,
                None => return Ok(false),
            }
        } else {
            let mut seen = self.outlook(pos);
            if seen.least(0) > budget {
                return Ok(false);
            }
            seen.again = self.needs_redeal(pos);
            if seen.again && seen.least(0) > budget {
                return Ok(false);
            }
            outlook = Some(seen);
        }
        if self.has_failed(pos) || self.hopeless(pos)? {
            return Ok(false);
        }
        self.meter.node()?;
        let trail = self.trail.len();
        let before = std::mem::replace(&mut self.slack, slack);
        let found = self.spend_walk(pos, budget, outlook);
        self.unbar(trail);
        self.slack = before;
        if !found? {
            self.tables.fronts.note(key, time, budget + price);
            return Ok(false);
        }
        Ok(true)
    }

    fn outlook(&self, pos: &Pos<M>) -> Outlook {
        let must = self.board.need | self.board.cell_need(pos);
        self.groups.outlook(self.board, pos, must, &self.barred.open)
    }

    /// Whether there is no win before the next redeal, seen by a look.
    fn needs_redeal(&mut self, pos: &Pos<M>) -> bool {
        let board = self.board;
        if pos.redeals == 0 || !board.traits.steady || board.traits.cells {
            return false;
        }
        let last = Pos { redeals: 0, ..*pos };
        self.groups.last_pass(board, &last, &self.barred.open, &self.tables.orders).is_none()
    }

    fn spend_walk(
        &mut self,
        start: &Pos<M>,
        mut budget: u16,
        mut outlook: Option<Outlook>,
    ) -> Result<bool, LimitReached> {
        let board = self.board;
        let mut pos = *start;
        let mut redealt = false;
        let mut kept = None;
        let mut stock = board.stock(&pos).len() as usize;
        // Moves that may be made before the bound can be above the budget.
        let mut slack = outlook.as_ref().map_or(0, |outlook| budget - outlook.least(0).min(budget));
        let depth = self.line.len();
        // What was barred, and whether there was a redeal, since the last look ahead.
        let mut barred = self.trail.len();
        let mut turned = false;
        let found = loop {
            match self.spend_here(&pos, budget, pos == *start)? {
                Tried::Won => break true,
                Tried::Lost => break false,
                Tried::Open => {}
            }
            if let Some(ahead) = &mut self.ahead
                && (self.trail.len() > barred || turned)
            {
                barred = self.trail.len();
                turned = false;
                match ahead.within(&self.groups, board, &pos, &self.barred.open, budget) {
                    Some(left) => self.slack = left,
                    None => break false,
                }
            }
            budget -= 1;
            if let Some(king) = self.passing_king(&pos) {
                board.take(&mut pos, king);
                self.line.push(Step::Remove(king, king));
                if board.is_won(&pos) {
                    break true;
                }
                slack = slack.saturating_sub(1);
                continue;
            }
            let Some((next, redeal)) = board.advance(&pos, &mut self.tables.orders) else {
                break false;
            };
            if redeal {
                if redealt && !board.traits.three_wastes {
                    break false;
                }
                redealt = true;
                self.new_pass(&mut kept)?;
            }
            if redealt && board.traits.steady && next.drawn > start.drawn {
                break false;
            }
            pos = next;
            turned |= redeal;
            self.line.push(Step::Advance);
            let Some(outlook) = &mut outlook else { continue };
            if redeal {
                *outlook = self.outlook(&pos);
                stock = board.stock(&pos).len() as usize;
            }
            if slack == 0 || redeal {
                let past = stock.saturating_sub(board.stock(&pos).len() as usize);
                let least = outlook.least(past);
                if least > budget {
                    break false;
                }
                slack = budget - least;
            } else {
                slack -= 1;
            }
        };
        self.old_pass(kept);
        if !found {
            self.line.truncate(depth);
        }
        Ok(found)
    }

    /// A card that leaves alone and is next on a stock from which it leaves instead of being drawn.
    pub(crate) fn passing_king(&self, pos: &Pos<M>) -> Option<u8> {
        let board = self.board;
        let next = board.hand_at + pos.drawn;
        (board.traits.steady
            && board.traits.open
            && pos.drawn < board.hand_len
            && board.singles.has(next))
        .then_some(next)
    }

    fn spend_here(
        &mut self,
        pos: &Pos<M>,
        budget: u16,
        first: bool,
    ) -> Result<Tried, LimitReached> {
        let board = self.board;
        if budget == 0 {
            return Ok(Tried::Lost);
        }
        let tops = board.tops(pos, &self.tables.orders);
        let start = self.pairs.len();
        let pairs = &mut self.pairs;
        board.removals(pos, &tops, &self.barred, first, |a, b| pairs.push((a, b)));
        // Any order will do; with the cards that were dealt last first, fewer positions are entered
        // than with others that were tried.
        self.pairs[start..].reverse();
        let king = self.passing_king(pos);
        let mut tried = Tried::Open;
        for at in start..self.pairs.len() {
            let (a, b) = self.pairs[at];
            if a == b && king == Some(a) {
                continue;
            }
            if self.spend_step(pos, Step::Remove(a, b), budget)? {
                return Ok(Tried::Won);
            }
            if self.bar(pos, a, b) {
                tried = Tried::Lost;
                break;
            }
        }
        self.pairs.truncate(start);
        if tried == Tried::Open && board.traits.cells && pos.cell == 0 {
            for card in board.parkable(pos, &tops, first).numbers() {
                if self.spend_step(pos, Step::Park(card), budget)? {
                    return Ok(Tried::Won);
                }
            }
        }
        Ok(tried)
    }

    fn spend_step(&mut self, pos: &Pos<M>, step: Step, budget: u16) -> Result<bool, LimitReached> {
        let next = self.board.after(pos, step);
        self.line.push(step);
        let won = self.spend(next, budget - 1)?;
        if !won {
            self.line.pop();
        }
        Ok(won)
    }
}
