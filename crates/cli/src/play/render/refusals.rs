//! Why a move is not played, and where a card is: one clause each.

use pyramid_engine::{Card, PlaceName, Rank};

use super::super::facts::{Found, Other, Said, Spot, Why};
use super::words::{Voice, count, list};

/// Where a card is.
pub(super) fn found(found: &Found, voice: Voice) -> String {
    let card = voice.card(found.card);
    match &found.spot {
        Spot::Free { place: place @ PlaceName::Tableau { .. } } => {
            format!("{card} is open at {}", voice.place(*place))
        }
        Spot::Free { place: PlaceName::Cell } => format!("{card} is in the cell"),
        Spot::Free { place } => format!("{card} is open on {}", the(*place)),
        Spot::Covered { place, by } => {
            format!("{card} at {} is covered by {}", voice.place(*place), voice.cards(by))
        }
        Spot::InStock { under: 0 } => {
            format!("{card} is the next card of the stock and must be drawn first")
        }
        Spot::InStock { under } => {
            format!("{card} is still in the stock, under {}", count(*under, "card"))
        }
        Spot::InWaste { place, under } => {
            format!("{card} is on {} under {}", the(*place), count(*under, "card"))
        }
        Spot::InReserve { place, under } => {
            format!("{card} is in {} under {}", the(*place), count(*under, "card"))
        }
        Spot::Unseen { other: false } => format!("{card} has not been seen yet"),
        Spot::Unseen { other: true } => format!("the other {card} has not been seen yet"),
        Spot::Removed { number, with: Some(with) } => {
            format!("{card} was removed in move {number} with {}", voice.card(*with))
        }
        Spot::Removed { number, with: None } => format!("{card} was removed in move {number}"),
        Spot::ThrownAway { number } => format!("{card} was thrown away in move {number}"),
        Spot::NotInDeal => format!("there is no {card} in this game"),
    }
}

/// A pile in a sentence.
fn the(place: PlaceName) -> String {
    match place {
        PlaceName::Stock => "the stock".to_owned(),
        PlaceName::Waste(None) => "the waste".to_owned(),
        PlaceName::Cell => "the cell".to_owned(),
        PlaceName::Waste(Some(waste)) => format!("waste {waste}"),
        PlaceName::Reserve(pile) => format!("reserve pile {pile}"),
        place @ PlaceName::Tableau { .. } => Voice::Speech.place(place),
    }
}

fn ranks(ranks: &[Rank], last: &str, voice: Voice) -> String {
    list(ranks.iter().map(|&rank| voice.rank(rank)), last)
}

/// Why a move is not played.
pub(super) fn why(why: &Why, voice: Voice) -> String {
    let other = match why {
        Why::NotFree(card) => return found(card, voice),
        Why::Other(other) => other,
    };
    let card = |card: &Card| voice.card(*card);
    match other {
        Other::GameOver { result, new: true } => {
            format!("the game is {result}; undo goes back, new deals another")
        }
        Other::GameOver { result, new: false } => {
            format!("the game is {result}; undo goes back")
        }
        Other::NoCard { place: place @ PlaceName::Tableau { .. } } => {
            format!("there is no card at {}", voice.place(*place))
        }
        Other::NoCard { place: PlaceName::Cell } => "the cell is empty".to_owned(),
        Other::NoCard { place } => format!("{} is empty", the(*place)),
        Other::NoPlace { place: PlaceName::Waste(None) } => "this game has no waste".to_owned(),
        Other::NoPlace { place } if voice.is_speech() => {
            format!("this game has no {}", voice.place(*place))
        }
        Other::NoPlace { place } => format!("this game has no place {}", voice.place(*place)),
        Other::FaceDown { place, by } if by.is_empty() => {
            format!("the card at {} is face down", voice.place(*place))
        }
        Other::FaceDown { place, by } => {
            let place = voice.place(*place);
            format!("the card at {place} is face down, under {}", voice.cards(by))
        }
        Other::StockClosed => "the stock is closed; its cards must be drawn first".to_owned(),
        Other::NotThere { card: at, place } => {
            format!("{} is not at {}", card(at), voice.place(*place))
        }
        Other::NoMatch { a, b, sum: Some((sum, wanted)) } => {
            format!("{} and {} make {sum}, not {wanted}", card(a), card(b))
        }
        Other::NoMatch { a, b, sum: None } => {
            format!("{} and {} are neither equal nor neighbouring ranks", card(a), card(b))
        }
        Other::SameCard { card: twice } => format!("{} cannot pair with itself", card(twice)),
        Other::NoPartner { card: alone, partners } => {
            let partners = ranks(partners, "or", voice);
            format!("{} pairs with {partners}, and none is free", card(alone))
        }
        Other::NoPair { ranks: of } => match of.as_slice() {
            [alone] => format!("no {} is free", voice.rank(*alone)),
            of => format!("no pair of {} is free", ranks(of, "and", voice)),
        },
        Other::NoKey { highest: None, .. } => {
            "this game has no pair keys; name the cards".to_owned()
        }
        Other::NoKey { lowest, highest: Some(highest) } => {
            format!("pair keys go from {lowest} to {highest}")
        }
        Other::Ambiguous { said, moves, places } => {
            let said = match said {
                Said::Key(key) => key.to_string(),
                Said::Cards(cards) => voice.cards(cards),
            };
            let moves: Vec<String> = moves.iter().map(|m| voice.token(m)).collect();
            let name = match (places, moves.first()) {
                (true, _) if voice.is_speech() => "Name the place instead, such as 5.3",
                (true, _) => "Name the place",
                (false, _) if said == "0" => "Name one",
                (false, _) => "Name both",
            };
            let moves = match voice.is_speech() {
                // The "and" of a pair needs a comma before the "or".
                true => moves.join(", or "),
                false => list(moves, "or"),
            };
            format!("{said} can be {moves}. {name}")
        }
        Other::WrongDraw { drawn } if drawn.is_empty() => {
            "that is not what this draw turns up".to_owned()
        }
        Other::WrongDraw { drawn } => format!("this draw turns up {}", voice.cards(drawn)),
        Other::WrongRedeal { cards } => format!("{} are turned over", count(*cards, "card")),
        Other::StockEmpty { redeal: true } => "the stock is empty; redeal fills it".to_owned(),
        Other::StockEmpty { redeal: false } => "the stock is empty".to_owned(),
        Other::NoStock => "this game has no stock".to_owned(),
        Other::StockTooShort { draws, .. } => {
            format!("only {} left in the stock", count(*draws, "draw"))
        }
        Other::StockNotEmpty { left: 1 } => {
            "a redeal needs an empty stock; 1 card is left in it".to_owned()
        }
        Other::StockNotEmpty { left } => {
            format!("a redeal needs an empty stock; {left} cards are left in it")
        }
        Other::NothingToRedeal => "there is nothing to turn over".to_owned(),
        Other::NoRedeal { passes: Some(passes) } => {
            format!("no redeal is left; all {passes} passes are used")
        }
        Other::NoRedeal { passes: None } => "these rules have no redeal".to_owned(),
        Other::NoCell => "these rules have no cell".to_owned(),
        Other::CellFull { holds } => format!("the cell holds {}", card(holds)),
        Other::CellSource { card: parked, place } => format!(
            "{} is in {}; only a free tableau card or a waste's top is parked",
            card(parked),
            match place {
                PlaceName::Reserve(_) => "the reserve".to_owned(),
                place => the(*place),
            }
        ),
        Other::NotCovering { upper, lower } => {
            format!("{} does not lie on {}", card(upper), card(lower))
        }
        Other::NothingToUndo => "there is no move to take back".to_owned(),
        Other::NothingToRedo => "there is no move to play again".to_owned(),
        Other::TooFew { moves, again, .. } => {
            let what = if *again { "played again" } else { "taken back" };
            format!("only {} can be {what}", count(*moves, "move"))
        }
        Other::CountZero => "a count is 1 or more".to_owned(),
        Other::Rules { text, .. } | Other::Spelling { said: None, text } => voice.plain(text),
        Other::Spelling { said: Some(said), text } => {
            format!("\"{}\" is no card: {}", voice.echo(said), voice.plain(text))
        }
    }
}
