//! Every reason why rules cannot be played.

use std::fmt;

use crate::rules::Rules;
use crate::values::{Matching, Passes, Scoring, Shape, Stock};

/// One reason why rules cannot be dealt or played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RulesError {
    /// `rows` is not 1 to 10.
    Rows,
    /// The shape has a fixed number of rows and `rows` is not 7.
    FixedRows,
    /// A reserve has not 1 to 13 piles of 1 to 8 cards.
    ReserveSize,
    /// `cells` is not 0 or 1.
    Cells,
    /// `draw` is not 1 or 3.
    Draw,
    /// `wastes` is not 0, 1 or 3.
    Wastes,
    /// `passes` is not 1 to 9 or `any`.
    Passes,
    /// `predeal` is not 0, 1 or 3.
    Predeal,
    /// The pack has no such apex card.
    Apex,
    /// More cards are dealt than the pack has.
    TooManyCards {
        /// Cards the layout and reserve take.
        need: usize,
        /// Cards in the pack.
        have: usize,
    },
    /// `stock=none`, but cards are left over.
    NoStockCardsLeft {
        /// How many.
        left: usize,
    },
    /// `stock=none` with a draw of three.
    NoStockDraw,
    /// `stock=none` with three wastes.
    NoStockWastes,
    /// `stock=none` with a predeal.
    NoStockPredeal,
    /// `stock=none` with other than one pass.
    NoStockPasses,
    /// `draw=3` with an open stock.
    DrawOpenStock,
    /// `draw=3` with other than one waste.
    DrawWastes,
    /// No waste, but the stock is not closed.
    NoWasteStock,
    /// No waste, but other than one pass.
    NoWastePasses,
    /// No waste, but its top two cards may pair.
    NoWastePair,
    /// No waste, but three cards predealt.
    NoWastePredeal,
    /// Three wastes with an open stock.
    ThreeWastesStock,
    /// Three wastes with unlimited passes.
    ThreeWastesPasses,
    /// More cards predealt than the stock has.
    PredealTooLarge {
        /// Cards in the stock.
        stock: usize,
    },
    /// The match rule needs thirteen ranks.
    MatchNeedsThirteenRanks,
    /// An apex card with the reserve dealt first.
    ApexReserveFirst,
    /// `score=par` without a stock and a waste.
    ParStock,
    /// `score=par` with a reserve or cells.
    ParReserve,
    /// `score=par` with passes outside 1 to 3.
    ParPasses,
    /// `score=msc` for anything but one pyramid of seven rows.
    MscLayout,
}

impl RulesError {
    names! {
        /// The stable name.
        RulesError::Rows => "rows",
        RulesError::FixedRows => "fixed-rows",
        RulesError::ReserveSize => "reserve-size",
        RulesError::Cells => "cells",
        RulesError::Draw => "draw",
        RulesError::Wastes => "wastes",
        RulesError::Passes => "passes",
        RulesError::Predeal => "predeal",
        RulesError::Apex => "apex",
        RulesError::TooManyCards { .. } => "too-many-cards",
        RulesError::NoStockCardsLeft { .. } => "no-stock-cards-left",
        RulesError::NoStockDraw => "no-stock-draw",
        RulesError::NoStockWastes => "no-stock-wastes",
        RulesError::NoStockPredeal => "no-stock-predeal",
        RulesError::NoStockPasses => "no-stock-passes",
        RulesError::DrawOpenStock => "draw-open-stock",
        RulesError::DrawWastes => "draw-wastes",
        RulesError::NoWasteStock => "no-waste-stock",
        RulesError::NoWastePasses => "no-waste-passes",
        RulesError::NoWastePair => "no-waste-pair",
        RulesError::NoWastePredeal => "no-waste-predeal",
        RulesError::ThreeWastesStock => "three-wastes-stock",
        RulesError::ThreeWastesPasses => "three-wastes-passes",
        RulesError::PredealTooLarge { .. } => "predeal-too-large",
        RulesError::MatchNeedsThirteenRanks => "match-needs-thirteen-ranks",
        RulesError::ApexReserveFirst => "apex-reserve-first",
        RulesError::ParStock => "par-stock",
        RulesError::ParReserve => "par-reserve",
        RulesError::ParPasses => "par-passes",
        RulesError::MscLayout => "msc-layout",
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            RulesError::TooManyCards { need, have } => {
                return write!(f, "the layout takes {need} cards, the pack has {have}");
            }
            RulesError::NoStockCardsLeft { left } => {
                return write!(f, "stock=none, but {left} cards are left over");
            }
            RulesError::PredealTooLarge { stock } => {
                return write!(f, "the predeal is larger than the stock of {stock}");
            }
            RulesError::Rows => "rows is 1 to 10",
            RulesError::FixedRows => "this layout has its own rows; rows must stay 7",
            RulesError::ReserveSize => "a reserve has 1 to 13 piles of 1 to 8 cards",
            RulesError::Cells => "cells is 0 or 1",
            RulesError::Draw => "draw is 1 or 3",
            RulesError::Wastes => "wastes is 0, 1 or 3",
            RulesError::Passes => "passes is 1 to 9, or any",
            RulesError::Predeal => "predeal is 0, 1 or 3",
            RulesError::Apex => "the pack has no such apex card",
            RulesError::NoStockDraw => "stock=none cannot have draw=3",
            RulesError::NoStockWastes => "stock=none cannot have three wastes",
            RulesError::NoStockPredeal => "stock=none cannot have a predeal",
            RulesError::NoStockPasses => "stock=none needs passes=1",
            RulesError::DrawOpenStock => "draw=3 needs stock=closed",
            RulesError::DrawWastes => "draw=3 needs one waste",
            RulesError::NoWasteStock => "wastes=0 needs stock=closed",
            RulesError::NoWastePasses => "wastes=0 needs passes=1",
            RulesError::NoWastePair => "wastes=0 cannot have waste-pair=yes",
            RulesError::NoWastePredeal => "wastes=0 cannot have predeal=3",
            RulesError::ThreeWastesStock => "three wastes cannot have an open stock",
            RulesError::ThreeWastesPasses => "three wastes cannot have unlimited passes",
            RulesError::MatchNeedsThirteenRanks => "this match needs a pack of thirteen ranks",
            RulesError::ApexReserveFirst => "an apex card cannot have the reserve dealt first",
            RulesError::ParStock => "score=par needs a stock and a waste",
            RulesError::ParReserve => "score=par cannot have a reserve or cells",
            RulesError::ParPasses => "score=par needs 1 to 3 passes",
            RulesError::MscLayout => "score=msc needs one pyramid of 7 rows",
        };
        f.write_str(text)
    }
}

impl std::error::Error for RulesError {}

/// Every reason these rules cannot be played, in a fixed order.
pub(crate) fn reasons(rules: &Rules) -> Vec<RulesError> {
    use RulesError as E;
    let Rules { deck, rows, cells, draw, wastes, predeal, .. } = *rules;
    let pyramidal = matches!(rules.layout, Shape::Pyramid | Shape::Triangle);
    let need = rules.tableau_len() + rules.reserve_len();
    let stock = rules.stock_len();
    let no_stock = rules.stock == Stock::None;
    let open = rules.stock == Stock::Open;
    let one_pass = rules.passes == Passes::Limited(1);
    let three_wastes = wastes == 3;
    let par = rules.score == Scoring::Par;
    let checks = [
        (!(1..=10).contains(&rows), E::Rows),
        (!pyramidal && rows != 7, E::FixedRows),
        (
            rules.reserve.is_some_and(|reserve| {
                !(1..=13).contains(&reserve.piles) || !(1..=8).contains(&reserve.depth)
            }),
            E::ReserveSize,
        ),
        (cells > 1, E::Cells),
        (!matches!(draw, 1 | 3), E::Draw),
        (!matches!(wastes, 0 | 1 | 3), E::Wastes),
        (matches!(rules.passes, Passes::Limited(n) if !(1..=9).contains(&n)), E::Passes),
        (!matches!(predeal, 0 | 1 | 3), E::Predeal),
        (rules.apex.is_some_and(|card| !deck.contains(card)), E::Apex),
        (need > deck.len(), E::TooManyCards { need, have: deck.len() }),
        (
            matches!(rules.matching, Matching::Sum12Qk | Matching::Sum11Faces)
                && deck.top_value() != 13,
            E::MatchNeedsThirteenRanks,
        ),
        (no_stock && stock > 0, E::NoStockCardsLeft { left: stock }),
        (no_stock && draw == 3, E::NoStockDraw),
        (no_stock && three_wastes, E::NoStockWastes),
        (no_stock && predeal > 0, E::NoStockPredeal),
        (no_stock && !one_pass, E::NoStockPasses),
        (draw == 3 && open, E::DrawOpenStock),
        (draw == 3 && wastes != 1, E::DrawWastes),
        (wastes == 0 && rules.stock != Stock::Closed, E::NoWasteStock),
        (wastes == 0 && !one_pass, E::NoWastePasses),
        (wastes == 0 && rules.waste_pair, E::NoWastePair),
        (wastes == 0 && predeal == 3, E::NoWastePredeal),
        (three_wastes && open, E::ThreeWastesStock),
        (three_wastes && rules.passes == Passes::Any, E::ThreeWastesPasses),
        (!no_stock && predeal as usize > stock, E::PredealTooLarge { stock }),
        (
            rules.apex.is_some() && rules.reserve_first && rules.reserve.is_some(),
            E::ApexReserveFirst,
        ),
        (par && (no_stock || wastes == 0), E::ParStock),
        (par && (rules.reserve.is_some() || cells > 0), E::ParReserve),
        (par && !matches!(rules.passes, Passes::Limited(1..=3)), E::ParPasses),
        (
            rules.score == Scoring::Msc && (rules.layout != Shape::Pyramid || rows != 7),
            E::MscLayout,
        ),
    ];
    checks.into_iter().filter_map(|(fails, reason)| fails.then_some(reason)).collect()
}
