//! Why a game is over, as facts.

use pyramid_engine::{Card, Layout, Place, PlaceName, Status, Stock, Suit};

use super::facts::{At, Blocked, Found, Spot};
use super::playing::Playing;
use super::reply::End;
use super::score::score;
use super::view::View;

/// The end of a game that is over.
pub(super) fn end(playing: &Playing, undo: bool) -> Option<End> {
    let result = playing.over()?;
    let blocked = match playing.game.status() {
        Status::Lost(_) if playing.early.is_none() => blocked(playing.view()),
        _ => Vec::new(),
    };
    Some(End {
        result,
        reason: playing.reason().map(|reason| reason.name()),
        counts: playing.counts(),
        left: playing.view().left(),
        score: score(&playing.game),
        streak: None,
        blocked,
        goal: playing.rules.rules().goal,
        undo,
        stock: playing.rules.rules().stock != Stock::None,
    })
}

/// The free cards of tableau and reserve that tell most clearly why nothing goes any more: at most
/// two that have no partner left or lie on it, else one whose partners cannot be reached.
fn blocked(view: View<'_>) -> Vec<Blocked> {
    let laid = |at: &At| matches!(at.place, PlaceName::Tableau { .. } | PlaceName::Reserve(_));
    let all: Vec<Blocked> =
        view.free().into_iter().filter(laid).map(|card| reason(view, card)).collect();
    let hopeless = |blocked: &&Blocked| !matches!(blocked, Blocked::PartnersNotFree { .. });
    let clear: Vec<Blocked> = all.iter().filter(hopeless).take(2).cloned().collect();
    if clear.is_empty() { all.into_iter().take(1).collect() } else { clear }
}

fn reason(view: View<'_>, at: At) -> Blocked {
    let layout = view.game.layout();
    let partners: Vec<Card> = layout
        .partner_ranks(at.card.rank())
        .flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit)))
        .collect();
    let itself = |found: &Found| {
        found.card == at.card && matches!(found.spot, Spot::Free { place } if place == at.place)
    };
    let is_left = |found: &Found| {
        !matches!(found.spot, Spot::Removed { .. } | Spot::ThrownAway { .. } | Spot::NotInDeal)
    };
    let left: Vec<Found> = partners
        .iter()
        .flat_map(|&card| view.find(card))
        .filter(|found| is_left(found) && !itself(found))
        .collect();
    if left.is_empty() {
        let gone = partners.into_iter().filter(|&card| card != at.card).collect();
        return Blocked::NoPartner { card: at, gone };
    }
    let beneath = beneath(layout, at.place);
    let covered = |found: &Found| match found.spot {
        Spot::Covered { place, .. } => match layout.place(place) {
            Some(Place::Tableau(index)) if beneath >> index & 1 != 0 => {
                Some(At { card: found.card, place })
            }
            _ => None,
        },
        _ => None,
    };
    match left.iter().map(covered).collect() {
        Some(partners) => Blocked::CoversPartners { card: at, partners },
        None => Blocked::PartnersNotFree { card: at, partners: left },
    }
}

/// The places under a place.
fn beneath(layout: &Layout, place: PlaceName) -> u64 {
    let Some(Place::Tableau(top)) = layout.place(place) else { return 0 };
    let mut found = layout.lies_on(top);
    // A place is dealt before those that lie on it.
    for index in (0..top).rev() {
        if found >> index & 1 != 0 {
            found |= layout.lies_on(index);
        }
    }
    found
}
