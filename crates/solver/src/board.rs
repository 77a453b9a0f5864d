//! The position a search starts from as sets of cards: what covers what, what pairs with what, and
//! which properties of the rules switch the shortcuts on.

use pyramid_engine::{Card, Goal, Layout, Passes, Rank, RedealOrder, Rules, Setup, State, Stock};

use crate::bits::Bits;

/// `redeals` of games without a limit of passes.
pub(crate) const UNLIMITED: u8 = u8::MAX;

/// The rules and cards of a search. Cards are numbered: tableau in dealing order, reserve pile by
/// pile from the bottom up, hand (wastes and stock) in dealing order, the cell's card last. Only
/// cards that are still there have a number.
pub(crate) struct Board<M> {
    pub(crate) rules: Rules,
    pub(crate) cards: Vec<Card>,
    pub(crate) spots: Vec<Spot>,
    /// The cards of each rank.
    pub(crate) ranks: [M; 13],
    /// Cards that pair with each card.
    pub(crate) partners: Vec<M>,
    /// Cards that must leave before each card can be free: what lies directly on it.
    pub(crate) cover: Vec<M>,
    /// What each card lies on directly.
    pub(crate) under: Vec<M>,
    /// All that lies on each card, directly or not.
    pub(crate) above: Vec<M>,
    pub(crate) singles: M,
    pub(crate) tableau: M,
    pub(crate) hand: M,
    /// The hand's first number; its cards follow one another.
    pub(crate) hand_at: u8,
    pub(crate) hand_len: u8,
    /// The cards that have to be gone for a win; and the cell empty, if `cell_empty`.
    pub(crate) goal: M,
    pub(crate) cell_empty: bool,
    /// Cards that have to be removed, as opposed to thrown away, for a win.
    pub(crate) need: M,
    pub(crate) traits: Traits,
}

/// Where a card lies at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Tableau(u8),
    Reserve(u8),
    Hand,
    Cell,
}

/// The properties of the rules that shortcuts ask for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// The stock's top is free.
    pub(crate) open: bool,
    /// No hand at all, or one pile at most beside the stock and cards drawn one by one. Then
    /// removing cards changes neither the order nor the rhythm in which others come up.
    pub(crate) monotone: bool,
    /// `monotone` with a waste that keeps what is drawn.
    pub(crate) steady: bool,
    pub(crate) three_wastes: bool,
    /// A drawn card is thrown away by the next draw.
    pub(crate) no_waste: bool,
    pub(crate) unlimited: bool,
    pub(crate) cells: bool,
    pub(crate) overlap: bool,
    pub(crate) waste_pair: bool,
    /// Two cards of the hand can leave together.
    pub(crate) hand_pairs: bool,
    pub(crate) draw: u8,
}

impl Traits {
    fn new(rules: &Rules) -> Traits {
        let three_wastes = rules.wastes == 3;
        let monotone = rules.draw == 1 && !three_wastes;
        let open = rules.stock == Stock::Open;
        Traits {
            open,
            monotone,
            steady: monotone && rules.wastes == 1,
            three_wastes,
            no_waste: rules.wastes == 0,
            unlimited: rules.passes == Passes::Any,
            cells: rules.cells > 0,
            overlap: rules.overlap,
            waste_pair: rules.waste_pair,
            hand_pairs: open || rules.waste_pair || three_wastes || rules.cells > 0,
            draw: rules.draw,
        }
    }
}

/// One order in which the hand is dealt: a pass of a game of three wastes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Order {
    /// Each card with the waste it goes to.
    pub(crate) slots: Vec<(u8, u8)>,
    pub(crate) redeals: u8,
}

/// A position within a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pos<M> {
    /// Cards left, the cell's not among them.
    pub(crate) left: M,
    /// Tableau and reserve cards that nothing lies on.
    pub(crate) free: M,
    /// The number, from the hand's first, of the stock's next card; the length of the hand if
    /// there is none. All that is left before it lies on a waste. With three wastes it counts
    /// slots of the order.
    pub(crate) drawn: u8,
    pub(crate) redeals: u8,
    /// The card in the cell plus one; 0 for none.
    pub(crate) cell: u8,
    /// Which order the hand is dealt in; 0 but for three wastes.
    pub(crate) order: u32,
}

impl<M: Bits> Board<M> {
    /// The board of a state, the state as a position, and the order of its hand.
    pub(crate) fn new(setup: &Setup, state: &State) -> (Board<M>, Pos<M>, Order) {
        let layout = &**setup.layout();
        let rules = *layout.rules();
        let traits = Traits::new(&rules);
        let piles = setup.piles(state);
        let mut cards = Vec::new();
        let mut spots = Vec::new();
        for (place, card) in piles.tableau.iter().enumerate() {
            if let Some(card) = *card {
                cards.push(card);
                spots.push(Spot::Tableau(place as u8));
            }
        }
        let tableau_len = cards.len() as u8;
        for (pile, reserve) in piles.reserve.iter().enumerate() {
            cards.extend(reserve);
            spots.extend(reserve.iter().map(|_| Spot::Reserve(pile as u8)));
        }
        let hand_at = cards.len() as u8;
        let mut slots = Vec::new();
        for (waste, pile) in piles.wastes.iter().enumerate() {
            for &card in pile {
                slots.push((cards.len() as u8, waste as u8));
                cards.push(card);
            }
        }
        let drawn = slots.len() as u8;
        for (i, &card) in piles.stock.iter().enumerate() {
            let waste = if traits.three_wastes { i % 3 } else { 0 };
            slots.push((cards.len() as u8, waste as u8));
            cards.push(card);
        }
        let hand_len = cards.len() as u8 - hand_at;
        spots.extend((0..hand_len).map(|_| Spot::Hand));
        let redeals = state.redeals_left().unwrap_or(UNLIMITED);
        let mut pos = Pos {
            left: M::below(cards.len() as u8),
            free: M::NONE,
            drawn,
            redeals,
            cell: 0,
            order: 0,
        };
        if let Some(card) = piles.cell {
            cards.push(card);
            spots.push(Spot::Cell);
            pos.cell = cards.len() as u8;
        }
        let (tableau, dealt) = (M::below(tableau_len), M::below(hand_at));
        let hand = M::below(hand_at + hand_len) & !dealt;
        let goal = match rules.goal {
            Goal::Pyramid => tableau,
            Goal::Table => dealt,
            Goal::Deck => dealt | hand,
        };
        let mut need = goal;
        if traits.no_waste {
            // Of the hand only the last card cannot be thrown away.
            need &= dealt | (hand & !M::below((hand_at + hand_len).saturating_sub(1)));
        }
        if pos.cell > 0 && rules.goal != Goal::Pyramid {
            need |= M::one(pos.cell - 1);
        }
        let mut board = Board {
            rules,
            spots,
            ranks: [M::NONE; 13],
            partners: Vec::with_capacity(cards.len()),
            cover: Vec::with_capacity(cards.len()),
            under: Vec::new(),
            above: Vec::new(),
            singles: M::NONE,
            tableau,
            hand,
            hand_at,
            hand_len,
            goal,
            cell_empty: rules.goal != Goal::Pyramid,
            need,
            traits,
            cards,
        };
        board.relate(layout);
        for card in dealt.numbers() {
            if board.cover[card as usize].is_none() {
                pos.free |= M::one(card);
            }
        }
        (board, pos, Order { slots, redeals })
    }

    /// Fills in what covers and what pairs.
    fn relate(&mut self, layout: &Layout) {
        let len = self.cards.len();
        let mut places = [M::NONE; 64];
        for (number, (card, spot)) in (0..).zip(self.cards.iter().zip(&self.spots)) {
            self.ranks[card.rank() as usize] |= M::one(number);
            if let Spot::Tableau(place) = spot {
                places[*place as usize % 64] = M::one(number);
            }
        }
        let partners = Rank::ALL.map(|rank| {
            layout.partner_ranks(rank).fold(M::NONE, |all, of| all | self.ranks[of as usize])
        });
        for i in 0..len {
            let card = M::one(i as u8);
            self.partners.push(partners[self.cards[i].rank() as usize] & !card);
            self.cover.push(match self.spots[i] {
                Spot::Tableau(lower) => {
                    let upper = layout.covered_by(lower).numbers();
                    upper.fold(M::NONE, |all, place| all | places[place as usize % 64])
                }
                Spot::Reserve(_) if self.spots.get(i + 1) == Some(&self.spots[i]) => {
                    M::one(i as u8 + 1)
                }
                _ => M::NONE,
            });
            if layout.leaves_alone(self.cards[i]) {
                self.singles |= card;
            }
        }
        self.under = vec![M::NONE; len];
        self.above = self.cover.clone();
        for i in 0..len {
            for upper in self.cover[i].numbers() {
                self.under[upper as usize] |= M::one(i as u8);
            }
            // Covers of covers, until nothing is added.
            loop {
                let mut more = self.above[i];
                for upper in self.above[i].numbers() {
                    more |= self.cover[upper as usize];
                }
                if more == self.above[i] {
                    break;
                }
                self.above[i] = more;
            }
        }
    }

    #[inline]
    pub(crate) fn is_won(&self, pos: &Pos<M>) -> bool {
        (pos.left & self.goal).is_none() && (pos.cell == 0 || !self.cell_empty)
    }

    /// Takes a card out of the game that is free, or lies under a card just taken.
    #[inline]
    pub(crate) fn take(&self, pos: &mut Pos<M>, card: u8) {
        if card >= self.hand_at && pos.cell != card + 1 {
            pos.left &= !M::one(card);
            self.settle(pos);
        } else {
            self.take_fixed(pos, card);
        }
    }

    /// Takes a card of the tableau, the reserve or the cell.
    #[inline]
    pub(crate) fn take_fixed(&self, pos: &mut Pos<M>, card: u8) {
        if pos.cell == card + 1 {
            pos.cell = 0;
            return;
        }
        let gone = !M::one(card);
        pos.left &= gone;
        pos.free &= gone;
        for lower in (self.under[card as usize] & pos.left).numbers() {
            if (self.cover[lower as usize] & pos.left).is_none() {
                pos.free |= M::one(lower);
            }
        }
    }

    /// Moves `drawn` on to the stock's next card, so that equal positions look equal.
    #[inline]
    pub(crate) fn settle(&self, pos: &mut Pos<M>) {
        if !self.traits.three_wastes {
            let stock = pos.left & self.hand & !M::below(self.hand_at + pos.drawn);
            pos.drawn = if stock.is_none() { self.hand_len } else { stock.first() - self.hand_at };
        }
    }

    /// The order of the wastes when they become a stock.
    pub(crate) fn redeal_order(&self) -> [u8; 3] {
        match self.rules.redeal_order {
            RedealOrder::Kept => [0, 1, 2],
            RedealOrder::Pysol => [2, 1, 0],
        }
    }
}
