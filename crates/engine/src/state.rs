//! Where every card is: a small value that is copied freely and allocates nothing.

use crate::layout::MAX_HAND;
use crate::rules::Rules;
use crate::values::{Passes, RedealOrder};
use crate::{Card, Rank, Suit};

/// Stands in hand slots that no bit points to.
pub(crate) const NO_CARD: Card = Card::new(Rank::Ace, Suit::Clubs);

/// `redeals_left` of games with unlimited passes.
const ANY: u8 = u8::MAX;

/// What is left where, and what has been counted so far. Read through a
/// [`Setup`](crate::Setup), which knows the cards.
///
/// The hand (stock and wastes) is a list of cards in the order in which the stock deals them, and
/// one set of list positions for each pile. A draw moves the lowest position of the stock; the top
/// of a waste is its highest position. With one waste a redeal changes no card's position, so the
/// list never changes; with three it is dealt anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) stock: u128,
    pub(crate) wastes: [u128; 3],
    pub(crate) hand: [Card; MAX_HAND],
    pub(crate) cell: Option<Card>,
    /// Tableau places that still hold their card.
    pub(crate) tableau: u64,
    /// Those of them that nothing lies on.
    pub(crate) free: u64,
    /// Cards left in each reserve pile, four bits a pile.
    pub(crate) reserve: u64,
    redeals_left: u8,
    pub(crate) tally: Tally,
}

/// What is counted during a game and cannot be read off the piles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// The pass the game is in, from 1.
    pub pass: u16,
    /// Pairs removed, covered and waste pairs included.
    pub pairs: u16,
    /// Cards removed alone.
    pub singles: u16,
    /// The pass in which the last tableau card left, once it has.
    pub cleared_in: Option<u16>,
}

impl State {
    pub(crate) fn empty(rules: &Rules) -> State {
        let (redeals_left, pass) = match rules.passes {
            Passes::Any => (ANY, 1),
            Passes::Limited(passes) => (passes - 1, 1),
        };
        State {
            stock: 0,
            wastes: [0; 3],
            hand: [NO_CARD; MAX_HAND],
            cell: None,
            tableau: 0,
            free: 0,
            reserve: 0,
            redeals_left,
            tally: Tally { pass, ..Tally::default() },
        }
    }

    /// What has been counted so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Redeals left, or `None` where there is no limit.
    pub fn redeals_left(&self) -> Option<u8> {
        (self.redeals_left != ANY).then_some(self.redeals_left)
    }

    /// Starts later than the first pass.
    pub(crate) fn set_redeals_left(&mut self, left: u8) {
        self.tally.pass = 1 + u16::from(self.redeals_left - left);
        self.redeals_left = left;
    }

    /// Cards left in the tableau.
    pub fn tableau_len(&self) -> usize {
        self.tableau.count_ones() as usize
    }

    /// Cards left in the stock.
    pub fn stock_len(&self) -> usize {
        self.stock.count_ones() as usize
    }

    /// Cards on a waste; wastes the game does not have are empty.
    pub fn waste_len(&self, waste: u8) -> usize {
        self.wastes[waste as usize].count_ones() as usize
    }

    /// Cards on all wastes.
    pub fn wastes_len(&self) -> usize {
        self.all_wastes().count_ones() as usize
    }

    /// Cards left in a reserve pile, numbered from 0.
    pub fn reserve_len(&self, pile: u8) -> usize {
        (self.reserve >> (4 * pile) & 0xf) as usize
    }

    /// The card in the cell.
    pub fn cell(&self) -> Option<Card> {
        self.cell
    }

    /// Whether no card is left anywhere.
    pub fn is_empty(&self) -> bool {
        self.tableau == 0 && self.reserve == 0 && self.cell.is_none() && self.hand_is_empty()
    }

    pub(crate) fn hand_is_empty(&self) -> bool {
        self.stock == 0 && self.all_wastes() == 0
    }

    pub(crate) fn all_wastes(&self) -> u128 {
        self.wastes[0] | self.wastes[1] | self.wastes[2]
    }

    /// The stock's next card.
    pub(crate) fn stock_top(&self) -> Option<Card> {
        (self.stock != 0).then(|| self.hand[self.stock.trailing_zeros() as usize])
    }

    /// A waste's top card.
    pub(crate) fn waste_top(&self, waste: u8) -> Option<Card> {
        highest(self.wastes[waste as usize]).map(|slot| self.hand[slot])
    }

    /// The card under a waste's top card.
    pub(crate) fn waste_second(&self, waste: u8) -> Option<Card> {
        let pile = self.wastes[waste as usize];
        let top = highest(pile)?;
        highest(pile & !(1 << top)).map(|slot| self.hand[slot])
    }

    pub(crate) fn may_redeal(&self, rules: &Rules) -> bool {
        self.stock == 0 && self.redeals_left > 0 && rules.wastes > 0 && self.all_wastes() != 0
    }

    /// Moves the next card, or the next three, from the stock to the waste or wastes.
    pub(crate) fn draw(&mut self, rules: &Rules) {
        if rules.wastes == 0 {
            self.wastes[0] = 0;
        }
        for i in 0..Self::group(rules) {
            self.draw_one(if rules.wastes == 3 { i } else { 0 });
        }
    }

    /// Cards a full draw moves.
    pub(crate) fn group(rules: &Rules) -> usize {
        if rules.wastes == 3 { 3 } else { rules.draw as usize }
    }

    pub(crate) fn draw_one(&mut self, waste: usize) {
        let next = self.stock & self.stock.wrapping_neg();
        self.stock ^= next;
        self.wastes[waste] |= next;
    }

    /// Turns the wastes over; the stock must be empty.
    pub(crate) fn redeal(&mut self, rules: &Rules) {
        if rules.wastes == 3 {
            let order = match rules.redeal_order {
                RedealOrder::Kept => [0, 1, 2],
                RedealOrder::Pysol => [2, 1, 0],
            };
            let mut hand = [NO_CARD; MAX_HAND];
            let mut len = 0;
            for waste in order {
                for slot in bits(self.wastes[waste]) {
                    hand[len] = self.hand[slot];
                    len += 1;
                }
            }
            self.hand = hand;
            self.stock = (1 << len) - 1;
        } else {
            self.stock = self.wastes[0];
        }
        self.wastes = [0; 3];
        self.tally.pass = self.tally.pass.saturating_add(1);
        if self.redeals_left != ANY {
            self.redeals_left -= 1;
        }
    }
}

/// The highest bit of a set.
pub(crate) fn highest(set: u128) -> Option<usize> {
    (set != 0).then(|| 127 - set.leading_zeros() as usize)
}

/// The bits of a set, lowest first.
pub(crate) fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
