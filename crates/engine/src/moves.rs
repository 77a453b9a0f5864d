//! Moves, and the generation of all that are legal.

use std::ops::ControlFlow;

use crate::layout::Layout;
use crate::place::Place;
use crate::setup::Setup;
use crate::state::State;
use crate::{Card, Status};

/// A move, told by places. Two moves that remove different physical cards are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A free card leaves alone.
    Single(Place),
    /// Two free cards leave together; the places stand in the order of [`Place`], see
    /// [`Move::pair`].
    Pair(Place, Place),
    /// A free tableau card leaves together with the card it alone covers.
    Covered {
        /// The free card's tableau place.
        upper: u8,
        /// The covered card's tableau place.
        lower: u8,
    },
    /// The two top cards of one waste leave together.
    WastePair(u8),
    /// The next card or cards of the stock go to the waste or wastes.
    Draw,
    /// The wastes are turned over and become the stock.
    Redeal,
    /// A free card goes into the cell.
    Park(Place),
}

impl Move {
    /// The pair of two places, whatever their order.
    pub fn pair(a: Place, b: Place) -> Move {
        Move::Pair(a.min(b), a.max(b))
    }

    /// Whether the move removes cards.
    pub const fn is_removal(self) -> bool {
        matches!(self, Move::Single(_) | Move::Pair(..) | Move::Covered { .. } | Move::WastePair(_))
    }
}

/// The cards that are free at the same time; more than any layout can show at once.
const MAX_FREE: usize = 32;

/// The free cards of a state, gathered once.
pub(crate) struct FreeCards {
    cards: [(Place, Card); MAX_FREE],
    len: usize,
}

impl FreeCards {
    #[inline]
    pub(crate) fn gather(setup: &Setup, state: &State) -> FreeCards {
        let mut free =
            FreeCards { cards: [(Place::Stock, crate::state::NO_CARD); MAX_FREE], len: 0 };
        setup.for_each_free(state, |place, card| {
            free.cards[free.len % MAX_FREE] = (place, card);
            free.len += 1;
        });
        free
    }

    pub(crate) fn as_slice(&self) -> &[(Place, Card)] {
        &self.cards[..self.len]
    }
}

impl Setup {
    /// Calls `f` for each free card: tableau in dealing order, reserve, cell, wastes, stock.
    #[inline]
    pub fn for_each_free(&self, state: &State, mut f: impl FnMut(Place, Card)) {
        self.for_each_fixed(state, &mut f);
        let rules = self.layout().rules();
        for waste in 0..rules.wastes.max(1) {
            if let Some(card) = state.waste_top(waste) {
                f(Place::Waste(waste), card);
            }
        }
        if let Some(card) = self.free_stock_top(state) {
            f(Place::Stock, card);
        }
    }

    /// Calls `f` for the free cards that draws and redeals do not change.
    #[inline]
    pub(crate) fn for_each_fixed(&self, state: &State, mut f: impl FnMut(Place, Card)) {
        let mut free = state.free;
        while free != 0 {
            let place = free.trailing_zeros() as u8;
            free &= free - 1;
            f(Place::Tableau(place), self.tableau_card(place));
        }
        let mut piles = state.reserve;
        let mut pile = 0;
        while piles != 0 {
            let len = (piles & 0xf) as usize;
            if len > 0 {
                f(Place::Reserve(pile), self.reserve_cards(pile)[len - 1]);
            }
            piles >>= 4;
            pile += 1;
        }
        if let Some(card) = state.cell {
            f(Place::Cell, card);
        }
    }

    /// Calls `f` for each move of the rules' section on moves, until it breaks. Whether the game
    /// is over is not asked: [`for_each_legal`](Setup::for_each_legal) does.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// use std::ops::ControlFlow;
    /// let mut count = 0;
    /// let _ = setup.for_each_move(setup.start(), |_| {
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 2);
    /// ```
    pub fn for_each_move(
        &self,
        state: &State,
        mut f: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_removal(state, &mut f)?;
        self.for_each_other(state, &mut f)
    }

    /// Calls `f` for each legal move, until it breaks; never in a position that is over.
    ///
    /// Where a removal can be made the game goes on, so the line of draws and redeals is looked
    /// along only where none can.
    pub fn for_each_legal(
        &self,
        state: &State,
        mut f: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.ends_as_won(state) {
            return ControlFlow::Continue(());
        }
        let mut removals = 0;
        self.for_each_removal(state, &mut |m| {
            removals += 1;
            f(m)
        })?;
        if removals == 0 && self.status(state) != Status::Open {
            return ControlFlow::Continue(());
        }
        self.for_each_other(state, &mut f)
    }

    /// Draw, redeal and parks.
    fn for_each_other(
        &self,
        state: &State,
        f: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let rules = self.layout().rules();
        if state.stock != 0 {
            f(Move::Draw)?;
        }
        if state.may_redeal(rules) {
            f(Move::Redeal)?;
        }
        if rules.cells > 0 && state.cell.is_none() {
            self.for_each_parkable(state, |place| f(Move::Park(place)))?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `f` for each place whose card may be parked: free tableau cards and waste tops.
    pub(crate) fn for_each_parkable(
        &self,
        state: &State,
        mut f: impl FnMut(Place) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut free = state.free;
        while free != 0 {
            f(Place::Tableau(free.trailing_zeros() as u8))?;
            free &= free - 1;
        }
        for waste in 0..self.layout().rules().wastes.max(1) {
            if state.wastes[waste as usize] != 0 {
                f(Place::Waste(waste))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn for_each_removal(
        &self,
        state: &State,
        f: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let layout = self.layout();
        let rules = layout.rules();
        let free = FreeCards::gather(self, state);
        let free = free.as_slice();
        // Ranks seen so far: most cards have no partner, and then nothing is compared.
        let mut seen = 0u16;
        for (i, &(place, card)) in free.iter().enumerate() {
            if layout.leaves_alone(card) {
                f(Move::Single(place))?;
            }
            if layout.partners(card) & seen != 0 {
                for &(other, partner) in &free[..i] {
                    if layout.matches(card, partner) {
                        f(Move::Pair(other, place))?;
                    }
                }
            }
            seen |= card.rank_bit();
        }
        if rules.overlap {
            self.for_each_covered(state, f)?;
        }
        if rules.waste_pair {
            for waste in 0..rules.wastes {
                if self.waste_pair_matches(state, waste) {
                    f(Move::WastePair(waste))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn for_each_covered(
        &self,
        state: &State,
        f: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let layout = self.layout();
        let mut free = state.free;
        while free != 0 {
            let upper = free.trailing_zeros() as u8;
            free &= free - 1;
            let mut below = layout.lies_on(upper) & state.tableau;
            while below != 0 {
                let lower = below.trailing_zeros() as u8;
                below &= below - 1;
                if only_cover(layout, state, upper, lower)
                    && layout.matches(self.tableau_card(upper), self.tableau_card(lower))
                {
                    f(Move::Covered { upper, lower })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn waste_pair_matches(&self, state: &State, waste: u8) -> bool {
        state
            .waste_top(waste)
            .zip(state.waste_second(waste))
            .is_some_and(|(top, second)| self.layout().matches(top, second))
    }

    pub(crate) fn has_covered(&self, state: &State) -> bool {
        self.for_each_covered(state, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// All legal moves; none in a position that is over.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Move, Place, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let moves = setup.legal_moves(setup.start());
    /// assert_eq!(moves, [Move::pair(Place::Tableau(24), Place::Stock), Move::Draw]);
    /// ```
    pub fn legal_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.for_each_legal(state, |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }
}

/// Whether `upper` is the only card that is left on `lower`.
pub(crate) fn only_cover(layout: &Layout, state: &State, upper: u8, lower: u8) -> bool {
    layout.covered_by(lower) & state.tableau == 1 << upper
}
