//! The best end that can be reached, where a win is not all: branch and bound over all ends.
//!
//! The walk is that of the verdict search. A position is left alone if what can still be reached
//! is no better than what was found, or if all of it was looked at from a position as early. What
//! can be reached at most follows from the matchings of the cards left.
//!
//! That pairs tried once are barred needs one thing more here. A win ends the game (but for
//! `par`), so a card that has to go, removed early, may end it before other cards have left that
//! count too. Where they do, pairs with such a card are not barred, and Kings among them are not
//! removed unasked.

use pyramid_engine::{Goal, Layout, Passes, Scoring};

use crate::actions::Step;
use crate::bits::Bits;
use crate::board::{Board, Pos, Spot};
use crate::limits::LimitReached;
use crate::matching::Groups;
use crate::search::{Search, Tried};

/// Microsoft's bonus for each emptied row, from the bottom row up.
const ROW_BONUS: [i32; 7] = [25, 50, 75, 100, 150, 250, 500];

/// What is to be as large as possible.
pub(crate) struct Aim<M> {
    scoring: Scoring,
    /// The rows from the bottom up.
    rows: Vec<M>,
    /// Passes in all.
    passes: u8,
    /// Whether cards count that could leave after the last tableau card, if that did not end the
    /// game.
    pub(crate) ends_early: bool,
}

impl<M: Bits> Aim<M> {
    pub(crate) fn new(board: &Board<M>, layout: &Layout, scoring: Scoring) -> Aim<M> {
        let row = |places: &std::ops::Range<u8>| {
            let mut set = M::NONE;
            for (card, spot) in (0..).zip(&board.spots) {
                if matches!(spot, Spot::Tableau(place) if places.contains(place)) {
                    set |= M::one(card);
                }
            }
            set
        };
        let rules = layout.rules();
        Aim {
            scoring,
            rows: layout.rows().iter().rev().map(|of| row(&of.places)).collect(),
            passes: match rules.passes {
                Passes::Limited(passes) => passes,
                Passes::Any => 1,
            },
            ends_early: matches!(scoring, Scoring::Msc | Scoring::Cards)
                && rules.score != Scoring::Par
                && rules.goal != Goal::Deck,
        }
    }

    /// The pass a position is in.
    fn pass(&self, pos: &Pos<M>) -> u8 {
        self.passes - pos.redeals.min(self.passes - 1)
    }

    /// The score of a position; more is better.
    fn value(&self, board: &Board<M>, pos: &Pos<M>, past: Past) -> i32 {
        match self.scoring {
            Scoring::Msc => {
                let emptied = self.rows.iter().take_while(|&&row| (row & pos.left).is_none());
                let bonus: i32 = emptied.zip(ROW_BONUS).map(|(_, bonus)| bonus).sum();
                5 * past.removals + bonus
            }
            Scoring::Cards => past.cards,
            Scoring::Par => par(past.cleared_in) - pos.left.len() as i32,
            _ => -((pos.left & board.tableau).len() as i32),
        }
    }

    /// No position reached from this one has a greater value.
    fn most(
        &self,
        board: &Board<M>,
        groups: &Groups<M>,
        pos: &Pos<M>,
        open: &[M],
        past: Past,
    ) -> i32 {
        let there = pos.left | board.cell(pos);
        let singles = (there & board.singles).len() as i32;
        let pairs = || groups.pairs_of(board, pos, open) as i32;
        let kept = |must: M| groups.unmatched_of(board, pos, open, must) as i32;
        match self.scoring {
            Scoring::Msc => {
                let mut rows = M::NONE;
                let mut bonus = 0;
                for (row, extra) in self.rows.iter().zip(ROW_BONUS) {
                    rows |= *row;
                    if kept(rows) > 0 {
                        break;
                    }
                    bonus += extra;
                }
                5 * (past.removals + pairs() + singles) + bonus
            }
            Scoring::Cards => past.cards + 2 * pairs() + singles,
            Scoring::Par => {
                let kept_all = there.len() as i32 - singles - 2 * pairs();
                let in_tableau = kept(board.tableau);
                if past.cleared_in > 0 {
                    par(past.cleared_in) - kept_all
                } else if in_tableau == 0 {
                    par(self.pass(pos)) - kept_all
                } else {
                    -kept_all.max(in_tableau)
                }
            }
            _ => -kept(board.tableau),
        }
    }
}

/// What has happened so far, as far as it counts.
#[derive(Clone, Copy)]
pub(crate) struct Past {
    pub(crate) removals: i32,
    pub(crate) cards: i32,
    /// The pass in which the tableau was cleared, or 0.
    pub(crate) cleared_in: u8,
}

/// For clearing the tableau in a pass.
fn par(pass: u8) -> i32 {
    match pass {
        0 => 0,
        1 => 50,
        2 => 35,
        _ => 20,
    }
}

/// The best end so far.
pub(crate) struct Best {
    pub(crate) value: i32,
    pub(crate) line: Vec<Step>,
}

impl<M: Bits> Search<'_, M> {
    /// Looks at all ends. What was found up to a limit is in `best`.
    pub(crate) fn run_best(
        &mut self,
        start: &Pos<M>,
        aim: &Aim<M>,
        past: Past,
        best: &mut Best,
    ) -> Result<(), LimitReached> {
        best.value = i32::MIN;
        self.reach(*start, aim, past, best)
    }

    fn reach(
        &mut self,
        mut pos: Pos<M>,
        aim: &Aim<M>,
        past: Past,
        best: &mut Best,
    ) -> Result<(), LimitReached> {
        let depth = self.line.len();
        let result = self.reach_closed(&mut pos, aim, past, best);
        self.line.truncate(depth);
        result
    }

    fn reach_closed(
        &mut self,
        pos: &mut Pos<M>,
        aim: &Aim<M>,
        mut past: Past,
        best: &mut Best,
    ) -> Result<(), LimitReached> {
        let board = self.board;
        self.take_singles(pos, aim, &mut past);
        let value = aim.value(board, pos, past);
        if value > best.value {
            *best = Best { value, line: self.line.clone() };
        }
        let over = board.is_won(pos) && board.rules.score != Scoring::Par;
        let most = || aim.most(board, &self.groups, pos, &self.barred.open, past);
        if over || most() <= best.value {
            return Ok(());
        }
        let (mut key, time) = self.key(pos);
        if aim.scoring == Scoring::Par {
            // Neither cells nor several wastes: the bits are free.
            key.more |= u32::from(past.cleared_in) << 16;
        }
        if board.traits.no_waste {
            // What is gone may have been thrown away.
            key.more |= (past.removals as u32 & 0xff) << 16 | (past.cards as u32) << 24;
        }
        if self.tables.failed.get(key).is_some_and(|seen| seen <= time) {
            return Ok(());
        }
        self.meter.node()?;
        let trail = self.trail.len();
        let result = self.reach_walk(pos, aim, past, best);
        self.unbar(trail);
        if result.is_ok() {
            self.tables.failed.lower(key, time);
        }
        result
    }

    /// Removes the Kings that may go at once.
    fn take_singles(&mut self, pos: &mut Pos<M>, aim: &Aim<M>, past: &mut Past) {
        let board = self.board;
        while !board.is_won(pos) || board.rules.score == Scoring::Par {
            let mut free = pos.free | board.cell(pos);
            if aim.ends_early {
                free &= !self.ends(pos);
            }
            if board.traits.monotone {
                free |= board.tops(pos, &self.tables.orders).set;
            }
            free &= board.singles;
            if free.is_none() {
                return;
            }
            let card = free.first();
            board.take(pos, card);
            self.line.push(Step::Remove(card, card));
            self.count(pos, card, card, aim, past);
        }
    }

    /// Cards of which one is the last before a win.
    fn ends(&self, pos: &Pos<M>) -> M {
        self.board.goal | self.board.cell(pos)
    }

    /// Counts a removal.
    fn count(&self, pos: &Pos<M>, a: u8, b: u8, aim: &Aim<M>, past: &mut Past) {
        past.removals += 1;
        past.cards += 1 + i32::from(a != b);
        if past.cleared_in == 0 && (pos.left & self.board.tableau).is_none() {
            past.cleared_in = aim.pass(pos);
        }
    }

    fn reach_walk(
        &mut self,
        start: &Pos<M>,
        aim: &Aim<M>,
        past: Past,
        best: &mut Best,
    ) -> Result<(), LimitReached> {
        let board = self.board;
        let mut pos = *start;
        let mut redealt = false;
        let mut kept = None;
        loop {
            if self.reach_here(&pos, pos == *start, aim, past, best)? == Tried::Lost {
                break;
            }
            let Some((next, redeal)) = board.advance(&pos, &mut self.tables.orders) else { break };
            if redeal {
                if redealt && !board.traits.three_wastes {
                    break;
                }
                redealt = true;
                self.new_pass(&mut kept)?;
            }
            if redealt && board.traits.steady && next.drawn > start.drawn {
                break;
            }
            pos = next;
            self.line.push(Step::Advance);
            let kings = board.tops(&pos, &self.tables.orders).set & board.singles;
            if board.traits.monotone && !kings.is_none() {
                // They leave at once, and with them gone the whole line is to be gone along anew.
                self.reach(pos, aim, past, best)?;
                break;
            }
        }
        self.old_pass(kept);
        Ok(())
    }

    fn reach_here(
        &mut self,
        pos: &Pos<M>,
        first: bool,
        aim: &Aim<M>,
        past: Past,
        best: &mut Best,
    ) -> Result<Tried, LimitReached> {
        let board = self.board;
        let tops = board.tops(pos, &self.tables.orders);
        let start = self.pairs.len();
        let pairs = &mut self.pairs;
        board.removals(pos, &tops, &self.barred, first, |a, b| pairs.push((a, b)));
        for at in start..self.pairs.len() {
            let (a, b) = self.pairs[at];
            let next = board.after(pos, Step::Remove(a, b));
            let mut counted = past;
            self.count(&next, a, b, aim, &mut counted);
            self.line.push(Step::Remove(a, b));
            self.reach(next, aim, counted, best)?;
            self.line.pop();
            let ends = self.ends(pos);
            if !(aim.ends_early && (ends.has(a) || ends.has(b))) {
                self.bar_only(pos, a, b);
            }
        }
        self.pairs.truncate(start);
        if board.traits.cells && pos.cell == 0 {
            for card in board.parkable(pos, &tops, first).numbers() {
                self.line.push(Step::Park(card));
                self.reach(board.after(pos, Step::Park(card)), aim, past, best)?;
                self.line.pop();
            }
        }
        let most = aim.most(board, &self.groups, pos, &self.barred.open, past);
        Ok(if most <= best.value { Tried::Lost } else { Tried::Open })
    }
}
