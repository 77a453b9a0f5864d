//! The relaxation: the same game with a hand in which every card is free at any time.
//!
//! A win of the real game is one of the relaxed game: the same removals and parks of tableau cards,
//! draws left out; a card of the hand need not be parked there.
//! So a position whose relaxation is lost is lost. Cards of one rank in the hand are alike there,
//! so a relaxed position is the tableau and reserve, the cell, and how many cards of each rank the
//! hand has. That is little, and its verdicts are kept for all positions of a search that look
//! alike when relaxed. The hand's cards of a rank stand for one another: those left are taken to
//! be its lowest numbers, so that a relaxed position is again a set of cards.

use crate::bits::Bits;
use crate::board::{Board, Pos};
use crate::limits::{LimitReached, Meter};
use crate::matching::Groups;
use crate::table::{Key, Table};

/// The cards of one rank.
#[derive(Clone, Copy, Default)]
struct OfRank<M> {
    /// In tableau, reserve and cell.
    fixed: M,
    hand: M,
    /// The only rank it pairs with, if it is one.
    mate: Option<u8>,
    /// What its cards pair with.
    partners: M,
}

/// The relaxation of one board and what is known of it.
pub(crate) struct Relaxation<M> {
    ranks: [OfRank<M>; 13],
    rank: Vec<u8>,
    known: Table<M>,
    /// For each card the partners it may leave with.
    open: Vec<M>,
    effort: u32,
    /// Each rank pairs with one at most. Where a rank has several, nearly every relaxed position can
    /// be won and takes long to be: then there is no look at it.
    pub(crate) tells: bool,
}

const LOST: u16 = 0;
/// Or not known to be lost: see [`EFFORT`].
const WON: u16 = 1;

/// Relaxed positions entered for one position of the game. What takes more counts as won, which
/// proves nothing and so harms nothing.
const EFFORT: u32 = 20_000;

impl<M: Bits> Relaxation<M> {
    pub(crate) fn new() -> Relaxation<M> {
        Relaxation {
            ranks: [OfRank::default(); 13],
            rank: Vec::new(),
            known: Table::new(),
            open: Vec::new(),
            effort: 0,
            tells: true,
        }
    }

    pub(crate) fn start(&mut self, board: &Board<M>, possible: &[M], bytes: usize) {
        self.known.clear(bytes);
        self.open.clear();
        self.open.extend(possible);
        self.ranks = board.ranks.map(|cards| OfRank {
            fixed: cards & !board.hand,
            hand: cards & board.hand,
            ..OfRank::default()
        });
        self.rank.clear();
        for (number, card) in board.cards.iter().enumerate() {
            let of = &mut self.ranks[card.rank() as usize];
            of.partners = board.partners[number];
            for other in board.partners[number].numbers() {
                of.mate = Some(board.cards[other as usize].rank() as u8);
            }
            self.rank.push(card.rank() as u8);
        }
        for rank in 0..13 {
            let partners = self.ranks[rank].partners;
            let mut all = partners.numbers().map(|other| self.rank[other as usize]);
            let mate = self.ranks[rank].mate;
            if !all.all(|other| Some(other) == mate) {
                self.ranks[rank].mate = None;
            }
        }
        self.tells = self.ranks.iter().all(|of| of.mate.is_some() || of.partners.is_none());
        // A mate that has other partners is no mate.
        for rank in 0..13 {
            if let Some(mate) = self.ranks[rank].mate
                && self.ranks[mate as usize].mate != Some(rank as u8)
            {
                self.ranks[rank].mate = None;
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.known.bytes()
    }

    /// The relaxation of a position in which only these cards of the hand can come up.
    pub(crate) fn relax(&self, board: &Board<M>, pos: &Pos<M>, hand: M) -> Pos<M> {
        let mut left = pos.left & !board.hand;
        let hand = pos.left & hand & !board.singles;
        for of in &self.ranks {
            let mut hand = hand & of.hand;
            let mut cards = of.hand;
            while !hand.is_none() {
                left |= M::one(cards.first());
                cards = cards.rest();
                hand = hand.rest();
            }
        }
        let mut cell = pos.cell;
        if cell > 0 && board.hand.has(cell - 1) {
            cell = self.stand_in(cell - 1) + 1;
        }
        Pos { left, cell, drawn: 0, redeals: 0, order: 0, free: pos.free }
    }

    /// The number a parked card of the hand gets: the last of its rank, which those that are still
    /// in the hand cannot have.
    fn stand_in(&self, card: u8) -> u8 {
        self.ranks[self.rank[card as usize] as usize].hand.last().unwrap_or(card)
    }

    /// Whether a relaxed position is lost.
    pub(crate) fn is_lost(
        &mut self,
        board: &Board<M>,
        groups: &Groups<M>,
        pos: &Pos<M>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, LimitReached> {
        let key = self.key(pos);
        if let Some(known) = self.known.get(key) {
            return Ok(known == LOST);
        }
        self.effort = EFFORT;
        Ok(!self.search(board, groups, *pos, meter)?)
    }

    /// Whether what a relaxed position leads to is lost.
    fn follow(
        &mut self,
        board: &Board<M>,
        groups: &Groups<M>,
        pos: &Pos<M>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, LimitReached> {
        match self.known.get(self.key(pos)) {
            Some(known) => Ok(known == LOST),
            None => Ok(!self.search(board, groups, *pos, meter)?),
        }
    }

    fn key(&self, pos: &Pos<M>) -> Key<M> {
        let cell = if pos.cell == 0 { 0 } else { self.rank[pos.cell as usize - 1] + 1 };
        Key { left: pos.left, more: cell.into() }
    }

    /// Removes a fixed card, and another or one of the hand's cards of its rank.
    fn remove(&self, board: &Board<M>, pos: &Pos<M>, a: u8, b: u8) -> Pos<M> {
        let mut next = *pos;
        board.take_fixed(&mut next, a);
        if in_hand(board, pos, b) {
            if let Some(last) = (pos.left & self.ranks[self.rank[b as usize] as usize].hand).last()
            {
                next.left &= !M::one(last);
            }
        } else if a != b {
            board.take_fixed(&mut next, b);
        }
        next
    }

    /// Plays what can be played at once without loss. Cards that leave alone leave: nothing needs
    /// them. Where the hand has a partner for each card of a rank and of its mate that is left
    /// outside it, these cards leave like Kings: whatever else is played, the partners suffice.
    fn close(&self, board: &Board<M>, pos: &mut Pos<M>) {
        loop {
            let mut free = (pos.free & pos.left) | board.cell(pos);
            let mut changed = false;
            while !free.is_none() {
                let card = free.first();
                free = free.rest();
                if board.singles.has(card) {
                    board.take_fixed(pos, card);
                    changed = true;
                } else if let Some(partner) = self.plenty(pos, card) {
                    *pos = self.remove(board, pos, card, partner);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// A partner of the hand for a card, if the hand has partners for all such cards.
    pub(crate) fn plenty(&self, pos: &Pos<M>, card: u8) -> Option<u8> {
        let rank = self.rank[card as usize];
        let mate = self.ranks[rank as usize].mate?;
        let fixed = |rank: u8| {
            let parked = pos.cell > 0 && self.rank[pos.cell as usize - 1] == rank;
            (pos.left & self.ranks[rank as usize].fixed).len() + u32::from(parked)
        };
        let hand = |rank: u8| pos.left & self.ranks[rank as usize].hand;
        let enough = hand(mate).len() >= fixed(rank) && hand(rank).len() >= fixed(mate);
        if enough { hand(mate).last() } else { None }
    }

    /// Whether all that has to go is gone, or can go: of the hand, where it has to go too, cards
    /// that pair only with one another.
    fn is_won(&self, board: &Board<M>, pos: &Pos<M>) -> bool {
        if !(pos.left & board.goal & !board.hand).is_none() || board.cell_empty && pos.cell > 0 {
            return false;
        }
        if (board.need & board.hand).is_none() || board.traits.no_waste {
            return true;
        }
        let count = |set: M| (pos.left & set).len();
        self.ranks.iter().enumerate().all(|(rank, of)| {
            let here = count(of.hand);
            match of.mate {
                _ if !board.traits.hand_pairs => here == 0,
                Some(mate) if mate as usize == rank => here % 2 == 0,
                Some(mate) => here == count(self.ranks[mate as usize].hand),
                None => true,
            }
        })
    }

    fn search(
        &mut self,
        board: &Board<M>,
        groups: &Groups<M>,
        start: Pos<M>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, LimitReached> {
        if self.effort == 0 {
            return Ok(true);
        }
        self.effort -= 1;
        meter.relaxed()?;
        let mut pos = start;
        self.close(board, &mut pos);
        if self.is_won(board, &pos) {
            self.known.raise(self.key(&start), WON);
            return Ok(true);
        }
        let key = self.key(&pos);
        if pos != start
            && let Some(known) = self.known.get(key)
        {
            self.known.raise(self.key(&start), known);
            return Ok(known == WON);
        }
        let mut undo = Vec::new();
        let won = self.branch(board, groups, &pos, &mut undo, meter);
        while let Some((card, cards)) = undo.pop() {
            self.bar(card, cards);
        }
        let won = won?;
        let verdict = if won { WON } else { LOST };
        self.known.raise(key, verdict);
        if pos != start {
            self.known.raise(self.key(&start), verdict);
        }
        Ok(won)
    }

    /// Bars or unbars pairs of a card.
    fn bar(&mut self, card: u8, cards: M) {
        self.open[card as usize] ^= cards;
        for other in cards.numbers() {
            self.open[other as usize] ^= M::one(card);
        }
    }

    /// Tries every removal and park. A pair that can be removed now and does not win need not be
    /// removed later either: taken out early it never stands in the way of anything.
    fn branch(
        &mut self,
        board: &Board<M>,
        groups: &Groups<M>,
        pos: &Pos<M>,
        undo: &mut Vec<(u8, M)>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, LimitReached> {
        if groups.dead(board, pos, &self.open, None) {
            return Ok(false);
        }
        let all = pos.free | board.cell(pos);
        for a in all.numbers() {
            let mut others =
                self.open[a as usize] & ((all & !M::below(a)) | (pos.left & board.hand));
            if board.traits.overlap && board.tableau.has(a) {
                let lower = board.under[a as usize] & pos.left & self.open[a as usize];
                for lower in lower.numbers() {
                    if (board.cover[lower as usize] & pos.left) == M::one(a) {
                        others |= M::one(lower);
                    }
                }
            }
            while !others.is_none() {
                let b = others.first();
                let mut alike = M::one(b);
                if in_hand(board, pos, b) {
                    alike = self.ranks[self.rank[b as usize] as usize].hand & pos.left;
                }
                alike &= self.open[a as usize];
                others &= !alike;
                let next = self.remove(board, pos, a, b);
                if !self.follow(board, groups, &next, meter)? {
                    return Ok(true);
                }
                self.bar(a, alike);
                undo.push((a, alike));
                if groups.dead(board, pos, &self.open, Some(a)) {
                    return Ok(false);
                }
            }
        }
        if board.traits.cells && pos.cell == 0 {
            for card in (pos.free & board.tableau).numbers() {
                let mut next = *pos;
                board.take_fixed(&mut next, card);
                next.cell = card + 1;
                if !self.follow(board, groups, &next, meter)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether a card is in the hand, and not one of it that was parked.
fn in_hand<M: Bits>(board: &Board<M>, pos: &Pos<M>, card: u8) -> bool {
    board.hand.has(card) && pos.cell != card + 1
}
