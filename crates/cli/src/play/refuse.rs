//! Refusals as facts that the player may know.

use pyramid_engine::{Card, Matching, Move, Refusal, Stock};
use pyramid_notation::Token;

use super::facts::{Found, Other, Said, Spot, Why};
use super::view::View;

/// Several moves could be meant.
pub(super) fn ambiguous(view: View<'_>, said: Said, moves: &[Move]) -> Why {
    let moves: Vec<Token> = moves.iter().map(|&m| view.token(m)).collect();
    let cards = |token: &Token| match token {
        Token::Pair(a, b) => vec![a.card, b.card],
        Token::Single(card) => vec![card.card],
        Token::Covered { upper, lower } => vec![upper.card, lower.card],
        _ => Vec::new(),
    };
    let places = moves.iter().any(|a| moves.iter().filter(|b| cards(a) == cards(b)).count() > 1);
    Other::Ambiguous { said, moves, places }.into()
}

/// Two cards that do not go together.
pub(super) fn no_match(view: View<'_>, a: Card, b: Card) -> Why {
    let rules = view.game.layout().rules();
    let wanted = match rules.matching {
        Matching::Sum => Some(rules.deck.top_value()),
        Matching::Sum12Qk => Some(12),
        Matching::Sum11Faces => Some(11),
        Matching::Adjacent => None,
    };
    let value = |card: Card| rules.deck.value(card.rank());
    let sum = value(a).zip(value(b)).map(|(x, y)| x + y).zip(wanted);
    Other::NoMatch { a, b, sum }.into()
}

/// The engine's refusal as facts the player may know.
pub(super) fn why(view: View<'_>, refusal: Refusal) -> Why {
    if let Some(card) = refusal.not_free() {
        let found = view.why_not(card);
        return Why::NotFree(found.unwrap_or(Found { card, spot: Spot::NotInDeal }));
    }
    let other = match refusal {
        Refusal::NotSingle { card } => Other::NoPartner {
            card,
            partners: view.game.layout().partner_ranks(card.rank()).collect(),
        },
        Refusal::Ambiguous { card } => {
            return ambiguous(view, Said::Cards(vec![card]), &[]);
        }
        Refusal::NoMatch { a, b } => return no_match(view, a, b),
        Refusal::NoCard { place } => Other::NoCard { place: view.name(place) },
        Refusal::NotThere { card, place } => Other::NotThere { card, place: view.name(place) },
        Refusal::SameCard { card } => Other::SameCard { card },
        Refusal::WrongDraw { drawn } => {
            Other::WrongDraw { drawn: if view.knows_next() { drawn } else { Vec::new() } }
        }
        Refusal::WrongRedeal { cards } => Other::WrongRedeal { cards },
        Refusal::StockEmpty => match view.game.layout().rules().stock {
            Stock::None => Other::NoStock,
            _ => Other::StockEmpty { redeal: view.try_move(Move::Redeal).is_ok() },
        },
        Refusal::StockNotEmpty { left } => Other::StockNotEmpty { left },
        Refusal::NoRedeal { .. } if view.game.layout().rules().stock == Stock::None => {
            Other::NoStock
        }
        Refusal::NoRedeal { nothing: true } => Other::NothingToRedeal,
        Refusal::NoRedeal { nothing: false } => {
            Other::NoRedeal { passes: view.pass().of.filter(|&passes| passes > 1) }
        }
        Refusal::NoCell => Other::NoCell,
        Refusal::CellFull { holds } => Other::CellFull { holds },
        Refusal::CellSource { card, place } => Other::CellSource { card, place: view.name(place) },
        Refusal::NotCovering { upper, lower } => Other::NotCovering { upper, lower },
        Refusal::NothingToRedo => Other::NothingToRedo,
        Refusal::NothingToUndo => Other::NothingToUndo,
        // Asked before anything is played.
        Refusal::GameOver => Other::GameOver { result: view.game.status().name(), new: true },
        refusal => Other::Rules { name: refusal.name(), text: refusal.explain(view.game.layout()) },
    };
    other.into()
}
