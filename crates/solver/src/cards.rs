//! Removing some cards in the fewest moves: "four sevens". Iterative deepening, as for the shortest
//! win, but without what is known of wins.

use pyramid_engine::{Rank, Scoring};

use crate::actions::Step;
use crate::bits::Bits;
use crate::board::Pos;
use crate::limits::LimitReached;
use crate::search::Search;

/// How many cards of which ranks have to be removed from now on.
pub(crate) struct Quota<M> {
    sets: Vec<(M, u32)>,
}

/// What came of a search within a budget.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    Found,
    /// Not within the budget.
    Dear,
    /// Not within any.
    Never,
}

impl<M: Bits> Quota<M> {
    /// One card.
    pub(crate) fn one(card: u8) -> Quota<M> {
        Quota { sets: vec![(M::one(card), 1)] }
    }
}

impl<M: Bits> Search<'_, M> {
    pub(crate) fn quota(&self, wanted: &[(Rank, u32)]) -> Quota<M> {
        let set = |rank: Rank| {
            let cards = (0..).zip(&self.board.cards).filter(|(_, card)| card.rank() == rank);
            cards.fold(M::NONE, |set, (card, _)| set | M::one(card))
        };
        let of = |rank: Rank| wanted.iter().filter(move |&&(other, _)| other == rank);
        let most = |rank: Rank| of(rank).map(|&(_, count)| count).max();
        let ranks = Rank::ALL.into_iter();
        Quota { sets: ranks.filter_map(|rank| Some((set(rank), most(rank)?))).collect() }
    }

    /// Whether the cards can be removed; the steps are then in `line`. `at_least` is kept to what
    /// is known of their number.
    pub(crate) fn run_quota(
        &mut self,
        start: &Pos<M>,
        quota: &Quota<M>,
        at_least: &mut u16,
    ) -> Result<bool, LimitReached> {
        loop {
            self.line.clear();
            match self.seek(start, quota, *at_least)? {
                Sought::Found => return Ok(true),
                Sought::Never => return Ok(false),
                Sought::Dear => *at_least += 1,
            }
        }
    }

    /// Cards still to be removed: a lower bound of the removals, or `None` if there are too few.
    fn missing(&self, pos: &Pos<M>, quota: &Quota<M>) -> Option<u32> {
        let board = self.board;
        let there = pos.left | board.cell(pos);
        let mut total = 0;
        let mut alone = 0;
        for &(set, count) in &quota.sets {
            let missing = self.missing_of(set, count);
            if (set & there).len() < missing {
                return None;
            }
            if (set & !board.singles).is_none() {
                alone += missing;
            } else {
                total += missing;
            }
        }
        Some(alone + total.div_ceil(2))
    }

    /// The cards of those ranks of which all that are left are wanted, and all that lies on them.
    fn all_of(&self, pos: &Pos<M>, quota: &Quota<M>) -> M {
        let board = self.board;
        let there = pos.left | board.cell(pos);
        let mut all = M::NONE;
        for &(set, count) in &quota.sets {
            if (set & there).len() == self.missing_of(set, count) {
                for card in (set & there).numbers() {
                    all |= M::one(card) | (board.above[card as usize] & there);
                }
            }
        }
        all
    }

    /// How many cards of a set are still to be removed. Counted along the line: what was thrown
    /// away was not removed.
    fn missing_of(&self, set: M, count: u32) -> u32 {
        let removed = self.line.iter().map(|&step| match step {
            Step::Remove(a, b) => u32::from(set.has(a)) + u32::from(a != b && set.has(b)),
            _ => 0,
        });
        count.saturating_sub(removed.sum())
    }

    fn seek(
        &mut self,
        start: &Pos<M>,
        quota: &Quota<M>,
        mut budget: u16,
    ) -> Result<Sought, LimitReached> {
        let board = self.board;
        let depth = self.line.len();
        let Some(missing) = self.missing(start, quota) else { return Ok(Sought::Never) };
        if missing == 0 {
            return Ok(Sought::Found);
        }
        if board.is_won(start) && board.rules.score != Scoring::Par {
            return Ok(Sought::Never);
        }
        if missing > budget.into() {
            return Ok(Sought::Dear);
        }
        let (key, time, price) = self.moment(start);
        // Where cards are thrown away, what is left does not tell what was removed.
        let known = !board.traits.no_waste;
        if known && self.tables.fronts.too_dear(key, time, NEVER) {
            return Ok(Sought::Never);
        }
        if known && self.tables.fronts.too_dear(key, time, budget + price) {
            return Ok(Sought::Dear);
        }
        if !board.traits.cells {
            // Where all that is left of a rank has to go, so does all that lies on it. (Into a cell
            // it could go without being removed.)
            let must = self.all_of(start, quota);
            let open = &self.barred.open;
            if self.groups.unmatched_of(board, start, open, must) > 0 {
                return Ok(Sought::Never);
            }
            let outlook = self.groups.outlook(board, start, must & !board.hand, open);
            if outlook.least(0) > budget {
                return Ok(Sought::Dear);
            }
        }
        self.meter.node()?;
        let all = budget;
        let mut pos = *start;
        let mut redealt = false;
        let mut sought = Sought::Never;
        loop {
            match self.seek_here(&pos, quota, budget, pos == *start)? {
                Sought::Found => return Ok(Sought::Found),
                Sought::Dear => sought = Sought::Dear,
                Sought::Never => {}
            }
            let next = if let Some(king) = self.passing_king(&pos) {
                let mut next = pos;
                board.take(&mut next, king);
                self.line.push(Step::Remove(king, king));
                if self.missing(&next, quota) == Some(0) && budget > 0 {
                    return Ok(Sought::Found);
                }
                next
            } else {
                let Some((next, redeal)) = board.advance(&pos, &mut self.tables.orders) else {
                    break;
                };
                if redeal && redealt && !board.traits.three_wastes {
                    break;
                }
                if redeal {
                    // Nothing is barred here.
                    self.new_pass(&mut None)?;
                    redealt = true;
                }
                if redealt && board.traits.steady && next.drawn > start.drawn {
                    break;
                }
                self.line.push(Step::Advance);
                next
            };
            if budget <= 1 {
                sought = Sought::Dear;
                break;
            }
            budget -= 1;
            pos = next;
        }
        self.line.truncate(depth);
        if known {
            let sum = if sought == Sought::Never { NEVER } else { all + price };
            self.tables.fronts.note(key, time, sum);
        }
        Ok(sought)
    }

    fn seek_here(
        &mut self,
        pos: &Pos<M>,
        quota: &Quota<M>,
        budget: u16,
        first: bool,
    ) -> Result<Sought, LimitReached> {
        let board = self.board;
        let tops = board.tops(pos, &self.tables.orders);
        let mut steps = Vec::new();
        board.removals(pos, &tops, &self.barred, first, |a, b| steps.push(Step::Remove(a, b)));
        if let Some(king) = self.passing_king(pos) {
            steps.retain(|&step| step != Step::Remove(king, king));
        }
        if board.traits.cells && pos.cell == 0 {
            steps.extend(board.parkable(pos, &tops, first).numbers().map(Step::Park));
        }
        if budget == 0 {
            return Ok(if steps.is_empty() { Sought::Never } else { Sought::Dear });
        }
        let mut sought = Sought::Never;
        for step in steps {
            self.line.push(step);
            match self.seek(&board.after(pos, step), quota, budget - 1)? {
                Sought::Found => return Ok(Sought::Found),
                Sought::Dear => sought = Sought::Dear,
                Sought::Never => {}
            }
            self.line.pop();
        }
        Ok(sought)
    }
}

/// A sum no win comes to.
const NEVER: u16 = u16::MAX / 4;
