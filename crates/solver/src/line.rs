//! From the steps of a search to moves of the engine.

use pyramid_engine::{Move, Place, Setup, State};

use crate::actions::Step;
use crate::bits::Bits;
use crate::board::{Board, Order, Pos, Spot};
use crate::hand::{Orders, Tops};

/// Plays the steps of a search and writes down the moves.
pub(crate) struct Writer<'a, M> {
    board: &'a Board<M>,
    pos: Pos<M>,
    orders: Orders,
    moves: Vec<Move>,
}

impl<'a, M: Bits> Writer<'a, M> {
    pub(crate) fn new(board: &'a Board<M>, start: &Pos<M>, order: Order) -> Writer<'a, M> {
        let mut orders = Orders::default();
        orders.start(order);
        Writer { board, pos: *start, orders, moves: Vec::new() }
    }

    /// The moves of exactly these steps.
    pub(crate) fn exact(mut self, steps: &[Step]) -> Option<Vec<Move>> {
        for &step in steps {
            self.play(step)?;
        }
        Some(self.moves)
    }

    /// The moves of these removals and parks, each as early as possible: what leaves alone leaves
    /// when it comes up, and else cards are drawn.
    pub(crate) fn early(mut self, steps: &[Step]) -> Option<Vec<Move>> {
        for &step in steps {
            let mut walked = 0;
            while !self.board.is_won(&self.pos) {
                self.play_singles()?;
                match step {
                    Step::Remove(a, b) if a == b && !self.there().has(a) => break,
                    Step::Remove(a, b) if !self.ready(a, b) => {}
                    Step::Park(card) if !self.shows(card) => {}
                    Step::Advance => break,
                    _ => {
                        self.play(step)?;
                        break;
                    }
                }
                self.walk(&mut walked)?;
            }
        }
        let mut walked = 0;
        while !self.board.is_won(&self.pos) {
            self.play_singles()?;
            if !self.board.is_won(&self.pos) {
                self.walk(&mut walked)?;
            }
        }
        Some(self.moves)
    }

    fn walk(&mut self, walked: &mut usize) -> Option<()> {
        // Two passes show all there is.
        *walked += 1;
        (*walked <= 3 * self.board.hand_len as usize + 3).then_some(())?;
        self.play(Step::Advance)
    }

    fn there(&self) -> M {
        self.pos.left | self.board.cell(&self.pos)
    }

    fn free(&self) -> (M, Tops<M>) {
        let tops = self.board.tops(&self.pos, &self.orders);
        (self.pos.free | tops.set | self.board.cell(&self.pos), tops)
    }

    /// Whether two cards can leave together now.
    fn ready(&self, a: u8, b: u8) -> bool {
        let (free, tops) = self.free();
        let cover = |lower: u8| self.board.cover[lower as usize] & self.pos.left;
        free.has(a) && free.has(b)
            || tops.pairs.contains(&Some((a, b)))
            || tops.pairs.contains(&Some((b, a)))
            || self.board.tableau.has(a) && free.has(a) && cover(b) == M::one(a)
    }

    /// Whether a card can be parked now.
    fn shows(&self, card: u8) -> bool {
        let board = self.board;
        if !board.hand.has(card) {
            return self.pos.free.has(card);
        }
        let (_, tops) = self.free();
        tops.set.has(card) && (board.traits.three_wastes || board.waste(&self.pos).has(card))
    }

    fn play_singles(&mut self) -> Option<()> {
        while !self.board.is_won(&self.pos) {
            let free = self.free().0 & self.board.singles;
            if free.is_none() {
                break;
            }
            self.play(Step::Remove(free.first(), free.first()))?;
        }
        Some(())
    }

    fn play(&mut self, step: Step) -> Option<()> {
        let m = match step {
            Step::Advance => {
                let (next, redeal) = self.board.advance(&self.pos, &mut self.orders)?;
                self.pos = next;
                self.moves.push(if redeal { Move::Redeal } else { Move::Draw });
                return Some(());
            }
            Step::Park(card) => Move::Park(self.place(card)),
            Step::Remove(a, b) if a == b => Move::Single(self.place(a)),
            Step::Remove(a, b) => self.pair(a, b),
        };
        self.pos = self.board.after(&self.pos, step);
        self.moves.push(m);
        Some(())
    }

    fn pair(&self, a: u8, b: u8) -> Move {
        let (free, tops) = self.free();
        if free.has(a) && free.has(b) {
            return Move::pair(self.place(a), self.place(b));
        }
        if let Some(waste) =
            tops.pairs.iter().position(|&pair| pair == Some((a, b)) || pair == Some((b, a)))
        {
            return Move::WastePair(waste as u8);
        }
        match (self.board.spots[a as usize], self.board.spots[b as usize]) {
            (Spot::Tableau(upper), Spot::Tableau(lower)) => Move::Covered { upper, lower },
            _ => Move::pair(self.place(a), self.place(b)),
        }
    }

    fn place(&self, card: u8) -> Place {
        if self.pos.cell == card + 1 {
            return Place::Cell;
        }
        match self.board.spots[card as usize] {
            Spot::Tableau(place) => Place::Tableau(place),
            Spot::Reserve(pile) => Place::Reserve(pile),
            Spot::Cell => Place::Cell,
            Spot::Hand if self.board.traits.three_wastes => {
                Place::Waste(self.orders.waste_of(&self.pos, card))
            }
            Spot::Hand if card - self.board.hand_at < self.pos.drawn => Place::Waste(0),
            Spot::Hand => Place::Stock,
        }
    }
}

/// The state a line leads to, if the engine plays it.
pub(crate) fn end(setup: &Setup, state: &State, line: &[Move]) -> Option<State> {
    let mut state = *state;
    line.iter().all(|&m| setup.play(&mut state, m).is_ok()).then_some(state)
}

/// Whether a line wins when the engine plays it.
pub(crate) fn wins(setup: &Setup, state: &State, line: &[Move]) -> bool {
    end(setup, state, line).is_some_and(|end| setup.is_won(&end))
}
