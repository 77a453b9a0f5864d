//! A game as data: one field a rules key.

use crate::layout::Layout;
use crate::reasons::{RulesError, reasons};
use crate::values::{End, Goal, Matching, Passes, RedealOrder, Reserve, Scoring, Shape, Stock};
use crate::{Card, Deck};

/// The rules of one game as plain data, one field a key.
///
/// Any combination can be written down; [`Rules::validate`] tells whether it can be played.
///
/// ```
/// use pyramid_engine::{Rules, RulesError, Stock};
/// let rules = Rules { stock: Stock::None, ..Rules::default() };
/// let reasons = rules.validate().unwrap_err();
/// assert!(reasons.contains(&RulesError::NoStockCardsLeft { left: 24 }));
/// assert!(reasons.contains(&RulesError::NoStockPasses));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The pack.
    pub deck: Deck,
    /// The shape of the tableau.
    pub layout: Shape,
    /// Rows of a pyramid or triangle, 1 to 10; 7 in the fixed shapes.
    pub rows: u8,
    /// Reserve piles, if any.
    pub reserve: Option<Reserve>,
    /// Whether the reserve is dealt before the tableau.
    pub reserve_first: bool,
    /// Cells a free card may be parked in, 0 or 1.
    pub cells: u8,
    /// Which cards pair.
    pub matching: Matching,
    /// What may be done with the stock.
    pub stock: Stock,
    /// Whether the two top cards of one waste may pair.
    pub waste_pair: bool,
    /// Cards moved per draw to one waste, 1 or 3.
    pub draw: u8,
    /// Waste piles, 0, 1 or 3.
    pub wastes: u8,
    /// Times through the stock in all.
    pub passes: Passes,
    /// The order in which three wastes become a stock.
    pub redeal_order: RedealOrder,
    /// Whether a free card may leave together with the card it alone covers.
    pub overlap: bool,
    /// What has to be gone for a win.
    pub goal: Goal,
    /// Whether covered tableau cards lie face down. A matter of view: legal moves do not change.
    pub hidden: bool,
    /// A card taken from the pack and dealt first.
    pub apex: Option<Card>,
    /// Cards already on the waste at the start, 0, 1 or 3.
    pub predeal: u8,
    /// When a game that is not won is over.
    pub end: End,
    /// How the game is scored.
    pub score: Scoring,
}

impl Rules {
    /// The default game, preset `pyramid`.
    pub const PYRAMID: Rules = Rules {
        deck: Deck::Cards52,
        layout: Shape::Pyramid,
        rows: 7,
        reserve: None,
        reserve_first: false,
        cells: 0,
        matching: Matching::Sum,
        stock: Stock::Open,
        waste_pair: false,
        draw: 1,
        wastes: 1,
        passes: Passes::Limited(3),
        redeal_order: RedealOrder::Kept,
        overlap: false,
        goal: Goal::Pyramid,
        hidden: false,
        apex: None,
        predeal: 0,
        end: End::Stuck,
        score: Scoring::Left,
    };

    /// Tableau cards dealt. 0 to 56 where `rows` is in range.
    pub fn tableau_len(&self) -> usize {
        let pyramid = |rows: usize| rows * (rows + 1) / 2;
        match self.layout {
            Shape::Pyramid | Shape::Triangle => pyramid(self.rows as usize),
            Shape::TwoPyramids | Shape::UpAndDown => 2 * pyramid(7),
            Shape::Pharaohs => pyramid(2) + pyramid(7) + pyramid(6),
        }
    }

    /// Reserve cards dealt.
    pub fn reserve_len(&self) -> usize {
        self.reserve.map_or(0, |reserve| reserve.piles as usize * reserve.depth as usize)
    }

    /// Stock cards dealt, before any predeal.
    pub fn stock_len(&self) -> usize {
        self.deck.len().saturating_sub(self.tableau_len() + self.reserve_len())
    }

    /// Derives the layout, or lists every reason why these rules cannot be dealt or played.
    pub fn validate(&self) -> Result<Layout, Vec<RulesError>> {
        let reasons = reasons(self);
        if reasons.is_empty() { Ok(Layout::derive(*self)) } else { Err(reasons) }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::PYRAMID
    }
}
