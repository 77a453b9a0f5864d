//! Typed cards, places and pair keys to moves.

use pyramid_engine::{Card, Matching, Move, Place, PlaceName, Rank, Refusal, Stock, Suit};
use pyramid_notation::{
    CardSpelling, Mark, MoveText, Placed, Token, TokenError, TokenFault, read_place, to_move,
};

use super::facts::{Found, Other, Said, Spot, Why};
use super::refuse::{ambiguous, no_match, why};
use super::view::View;

/// What typed cards mean.
#[derive(Debug)]
pub(super) enum Meant {
    /// A move, with the mark that was typed behind it.
    Move(Move, Option<Mark>),
    /// That many moves are to be taken back.
    Undo(u32),
}

/// Why typed text means no move.
#[derive(Debug)]
pub(super) enum Meaningless {
    /// It is nothing like cards.
    NotCards,
    /// Its move cannot be played.
    Why(Why),
}

impl<T: Into<Why>> From<T> for Meaningless {
    fn from(why: T) -> Meaningless {
        Meaningless::Why(why.into())
    }
}

/// Reads cards and places: `8c 5h`, `ks`, `4h+9d`, `tc/3d`, `7.3`, `s w`, `>`, `^2h`.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Meant, Meaningless> {
    let (token, mark) = token(view, text)?;
    let m = match &token {
        Token::Undo(moves) => return Ok(Meant::Undo(*moves)),
        Token::Hint => return Err(Meaningless::NotCards),
        Token::Single(card) => single(view, card)?,
        Token::Pair(a, b) | Token::Covered { upper: a, lower: b } => pair(view, &token, a, b)?,
        Token::Park(card) => park(view, card)?,
        Token::Draw(_) | Token::Redeal(_) => to_move(view.setup(), view.state(), &token)
            .map_err(|refusal| why(view, refusal))?
            .ok_or(Meaningless::NotCards)?,
    };
    view.try_move(m).map_err(|refusal| match (refusal, &token) {
        // The cards in the order in which they were typed.
        (Refusal::NoMatch { .. }, Token::Pair(a, b)) => no_match(view, a.card, b.card),
        (refusal, _) => why(view, refusal),
    })?;
    Ok(Meant::Move(m, mark))
}

/// The move of a pair key: the value of the pair's low card, or 0 for a card that leaves alone.
pub(super) fn key(view: View<'_>, key: u8) -> Result<Move, Why> {
    let layout = view.game.layout();
    let deck = layout.rules().deck;
    let value = |card: Card| deck.value(card.rank()).unwrap_or(0);
    let low_ranks = deck.ranks().filter(|&rank| {
        let low = deck.value(rank);
        layout.partner_ranks(rank).any(|other| deck.value(other) >= low)
    });
    let keys = low_ranks.filter_map(|rank| deck.value(rank)).filter(|&value| value < 10);
    let highest = keys.max().filter(|_| layout.rules().matching != Matching::Adjacent);
    let ranks: Vec<_> = match key {
        0 => deck.ranks().filter(|&rank| layout.leaves_alone(first_of(rank))).collect(),
        _ => {
            let low = deck.ranks().find(|&rank| deck.value(rank) == Some(key));
            low.into_iter().chain(low.and_then(|low| layout.partner_ranks(low).next())).collect()
        }
    };
    if highest.is_none_or(|highest| key > highest) || ranks.is_empty() {
        let alone = deck.ranks().any(|rank| layout.leaves_alone(first_of(rank)));
        return Err(Other::NoKey { lowest: u8::from(!alone), highest }.into());
    }
    let fits = |m: &Move| match view.setup().cards_of(view.state(), *m) {
        [Some(_), None] => m.is_removal() && key == 0,
        [Some(a), Some(b)] => value(a).min(value(b)) == key,
        _ => false,
    };
    let mut moves = view.legal();
    moves.retain(fits);
    match moves.as_slice() {
        [] => Err(Other::NoPair { ranks }.into()),
        [m] => Ok(*m),
        _ => Err(ambiguous(view, Said::Key(key), &moves)),
    }
}

fn first_of(rank: Rank) -> Card {
    Card::new(rank, Suit::Clubs)
}

/// The move that parks a card.
pub(super) fn park(view: View<'_>, card: &Placed) -> Result<Move, Meaningless> {
    if view.game.layout().rules().cells == 0 {
        return Err(Other::NoCell.into());
    }
    free(view, card)?;
    to_move(view.setup(), view.state(), &Token::Park(*card))
        .map_err(|refusal| why(view, refusal))?
        .ok_or(Meaningless::NotCards)
}

/// Reads one card or place.
pub(super) fn one(view: View<'_>, text: &str) -> Result<Placed, Meaningless> {
    match token(view, text)?.0 {
        Token::Single(card) | Token::Park(card) => Ok(card),
        _ => Err(Meaningless::NotCards),
    }
}

/// The token of a text in which places may stand for the cards there.
fn token(view: View<'_>, text: &str) -> Result<(Token, Option<Mark>), Meaningless> {
    let text = text.replace(',', " ");
    if let Some(token) = with_places(view, &text) {
        return Ok((token?, None));
    }
    match MoveText::read_typed(&text) {
        Ok(read) => Ok((read.token, read.mark)),
        Err(error) => Err(misspelt(&text, &error)),
    }
}

/// A text of one or two cards of which at least one is told by its place.
fn with_places(view: View<'_>, text: &str) -> Option<Result<Token, Why>> {
    let (parks, body) = match text.trim().strip_prefix('^') {
        Some(body) => (true, body),
        None => (false, text.trim()),
    };
    enum Piece {
        Place(PlaceName),
        Card(Placed),
    }
    let mut pieces = Vec::new();
    for word in body.split([' ', '\t', '+', '/']).filter(|word| !word.is_empty()) {
        pieces.push(match (read_place(word), MoveText::read(word).map(|read| read.token)) {
            (Some(place), _) => Piece::Place(place),
            (None, Ok(Token::Single(card))) => Piece::Card(card),
            _ => return None,
        });
    }
    if pieces.len() > 2 || !pieces.iter().any(|piece| matches!(piece, Piece::Place(_))) {
        return None;
    }
    let mut cards = Vec::new();
    for piece in pieces {
        cards.push(match piece {
            Piece::Card(card) => card,
            Piece::Place(name) => match at(view, name) {
                Ok(card) => Placed { card, place: Some(name) },
                Err(why) => return Some(Err(why)),
            },
        });
    }
    Some(Ok(match cards.as_slice() {
        [card] if parks => Token::Park(*card),
        [card] => Token::Single(*card),
        [upper, lower] if body.contains('/') => Token::Covered { upper: *upper, lower: *lower },
        [a, b] if !parks => Token::Pair(*a, *b),
        _ => return None,
    }))
}

/// The card at a place, if there is one and it may be known.
fn at(view: View<'_>, name: PlaceName) -> Result<Card, Why> {
    let rules = view.game.layout().rules();
    let Some(place) = view.game.layout().place(name) else {
        return Err(match name {
            PlaceName::Cell => Other::NoCell.into(),
            _ => Other::NoPlace { place: name }.into(),
        });
    };
    if matches!(place, Place::Waste(_)) && rules.stock == Stock::None {
        return Err(Other::NoPlace { place: name }.into());
    }
    match (place, view.setup().free_card(view.state(), place)) {
        (_, Some(card)) => Ok(card),
        (Place::Stock, None) => Err(match rules.stock {
            Stock::None => Other::NoStock.into(),
            Stock::Closed if view.state().stock_len() > 0 => Other::StockClosed.into(),
            _ => Other::StockEmpty { redeal: view.try_move(Move::Redeal).is_ok() }.into(),
        }),
        (Place::Tableau(index), None) => {
            let card = view.setup().tableau_card(index);
            let by: Vec<Card> =
                view.setup().covers(view.state(), index).into_iter().flatten().collect();
            if by.is_empty() {
                Err(Other::NoCard { place: name }.into())
            } else if view.seen.tableau(index) {
                Ok(card)
            } else {
                Err(Other::FaceDown { place: name, by: seen_only(view, by) }.into())
            }
        }
        (_, None) => Err(Other::NoCard { place: name }.into()),
    }
}

/// The cards of the tableau that may be named.
fn seen_only(view: View<'_>, cards: Vec<Card>) -> Vec<Card> {
    cards.into_iter().filter(|&card| !view.known(card).0.is_empty()).collect()
}

/// One card: it leaves alone, or with its only partner.
fn single(view: View<'_>, card: &Placed) -> Result<Move, Why> {
    let mut moves = view.legal();
    moves.retain(|&m| m.is_removal() && touches(view, m, card));
    match moves.as_slice() {
        [m] => Ok(*m),
        [] => {
            free(view, card)?;
            let partners = view.game.layout().partner_ranks(card.card.rank()).collect();
            Err(Other::NoPartner { card: card.card, partners }.into())
        }
        _ => Err(ambiguous(view, Said::Cards(vec![card.card]), &moves)),
    }
}

/// Whether a removal takes this card.
fn touches(view: View<'_>, m: Move, card: &Placed) -> bool {
    let places = match m {
        Move::Single(place) => [Some(place), None],
        Move::Pair(a, b) => [Some(a), Some(b)],
        Move::Covered { upper, lower } => {
            [Some(Place::Tableau(upper)), Some(Place::Tableau(lower))]
        }
        Move::WastePair(waste) => [Some(Place::Waste(waste)); 2],
        _ => [None; 2],
    };
    let wanted = card.place.map(|name| view.game.layout().place(name));
    let cards = view.setup().cards_of(view.state(), m);
    std::iter::zip(cards, places).any(|(found, place)| {
        found == Some(card.card) && wanted.is_none_or(|wanted| wanted == place)
    })
}

fn pair(view: View<'_>, token: &Token, a: &Placed, b: &Placed) -> Result<Move, Why> {
    if a.card == b.card && view.game.layout().rules().deck.copies() == 1 {
        return Err(Other::SameCard { card: a.card }.into());
    }
    let hindrance = match (free(view, a), free(view, b)) {
        (Ok(()), Ok(())) => None,
        (Err(why), Ok(())) | (Ok(()), Err(why)) => Some(why),
        // Of two hindrances the one that no move can lift says more.
        (Err(first), Err(second)) => Some(if is_final(&second) { second } else { first }),
    };
    // Nothing else may be asked about a card that has not been seen.
    let unseen = |card: &Placed| view.known(card.card).0.is_empty();
    if let Some(why) = hindrance.as_ref().filter(|_| unseen(a) || unseen(b)) {
        return Err(why.clone());
    }
    match to_move(view.setup(), view.state(), token) {
        Ok(Some(m)) if view.may_know(m) => Ok(m),
        Err(Refusal::Ambiguous { .. }) => {
            let mut moves = view.legal();
            moves.retain(|&m| m.is_removal() && touches(view, m, a) && touches(view, m, b));
            match moves.len() {
                0 => Err(no_match(view, a.card, b.card)),
                _ => Err(ambiguous(view, Said::Cards(vec![a.card, b.card]), &moves)),
            }
        }
        Err(refusal) => Err(hindrance.unwrap_or_else(|| why(view, refusal))),
        Ok(_) => Err(Why::NotFree(Found { card: b.card, spot: Spot::Unseen { other: false } })),
    }
}

fn is_final(why: &Why) -> bool {
    let Why::NotFree(found) = why else { return false };
    matches!(found.spot, Spot::Removed { .. } | Spot::ThrownAway { .. } | Spot::NotInDeal)
}

/// Whether a card is free where it is said to be.
fn free(view: View<'_>, card: &Placed) -> Result<(), Why> {
    let place = match card.place {
        None => None,
        Some(name) => Some(view.game.layout().place(name).ok_or(Other::NoPlace { place: name })?),
    };
    let free = view.setup().free_places(view.state(), card.card);
    if free.iter().flatten().any(|&found| place.is_none_or(|place| place == found)) {
        return Ok(());
    }
    let copies = view.game.layout().rules().deck.copies();
    if let Some(found) = view.why_not(card.card)
        && (place.is_none() || copies == 1)
    {
        return Err(Why::NotFree(found));
    }
    // Free elsewhere, or one of two copies.
    let Some(name) = card.place else { return Ok(()) };
    let there = view
        .find(card.card)
        .into_iter()
        .find(|found| matches!(found.spot, Spot::Covered { place, .. } if place == name));
    Err(there.map_or_else(|| Other::NotThere { card: card.card, place: name }.into(), Why::NotFree))
}

/// What to say of text that is no token.
fn misspelt(text: &str, error: &TokenError) -> Meaningless {
    let word = text.trim();
    let letters = word.chars().all(|c| c.is_alphabetic() || c == ' ');
    let like_cards = match error.fault {
        TokenFault::Missing | TokenFault::Word => false,
        TokenFault::Card(CardSpelling::NoCard | CardSpelling::Missing) => error.range.start > 0,
        TokenFault::Card(CardSpelling::NoSuit | CardSpelling::SuitFirst(_)) => {
            !letters || word.chars().count() < 3
        }
        _ => true,
    };
    if !like_cards {
        return Meaningless::NotCards;
    }
    let said = match error.fault {
        TokenFault::Card(_) => Some(word_around(text, error.range.start).to_owned()),
        _ => None,
    };
    Other::Spelling { said, text: error.fault.to_string() }.into()
}

/// The word that has this byte.
fn word_around(text: &str, at: usize) -> &str {
    let blank = [' ', '\t', '+', '/'];
    let start = text.get(..at).and_then(|before| before.rfind(blank)).map_or(0, |blank| blank + 1);
    let rest = text.get(start..).unwrap_or(text);
    rest.split(blank).next().unwrap_or(rest)
}
