//! Tokens to moves and back: what a token means in a position.

use pyramid_engine::{Card, Move, Place, Refusal, Setup, State};

use crate::token::{Drawn, Placed, Token};

/// The move a token means in a state. Undos and hints are no moves: `None`.
///
/// A move is found by its cards, not by its spelling: a pair may be written in either order, and
/// a covered pair as a pair. The move is not played, so it may still be against the rules in ways
/// that [`Setup::play`] tells.
///
/// ```
/// use std::sync::Arc;
/// use pyramid_engine::{Deal, Rules, Setup};
/// use pyramid_notation::{MoveText, to_move, to_token};
/// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
/// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
/// let typed = MoveText::read("qhad")?.token;
/// let m = to_move(&setup, setup.start(), &typed)?.unwrap();
/// assert_eq!(to_token(&setup, setup.start(), m).to_string(), "Ad+Qh");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The [`Refusal`] that says why a named card cannot be taken, or that what the token says of a
/// draw or redeal is not so.
#[inline]
pub fn to_move(setup: &Setup, state: &State, token: &Token) -> Result<Option<Move>, Refusal> {
    let table = Table { setup, state };
    if let Token::Pair(a, b) = token
        && let Some(m) = table.plain_pair(a, b)
    {
        return Ok(Some(m));
    }
    table.any_move(token)
}

/// The canonical token of a move in the state it is played in. The move must be legal there; of
/// one that is not, the token names what can be named.
pub fn to_token(setup: &Setup, state: &State, m: Move) -> Token {
    let table = Table { setup, state };
    let [first, second] = setup.cards_of(state, m);
    let placed = |card: Option<Card>, place| {
        // A legal move has its cards; anything else is named by the lowest card.
        let card = card.unwrap_or(setup.tableau_card(0));
        let place = table.is_doubtful(card).then(|| setup.layout().name(place));
        Placed { card, place }
    };
    match m {
        Move::Single(place) => Token::Single(placed(first, place)),
        Move::Park(place) => Token::Park(placed(first, place)),
        Move::Pair(a, b) => ordered(placed(first, a), placed(second, b)),
        Move::WastePair(waste) => {
            let place = Place::Waste(waste);
            ordered(placed(first, place), placed(second, place))
        }
        Move::Covered { upper, lower } => {
            let upper_card = placed(first, Place::Tableau(upper));
            let lower_card = setup.tableau_card(lower);
            let doubtful = table
                .covered_moves(upper_card.card, lower_card)
                .filter(|m| matches!(m, Move::Covered { upper: u, .. } if *u == upper))
                .count()
                > 1;
            let place = doubtful.then(|| setup.layout().name(Place::Tableau(lower)));
            Token::Covered { upper: upper_card, lower: Placed { card: lower_card, place } }
        }
        Move::Draw => {
            let mut drawn = Drawn::UNNAMED;
            for card in setup.next_draw(state) {
                drawn.push(card);
            }
            Token::Draw(drawn)
        }
        Move::Redeal => Token::Redeal(Some(state.wastes_len() as u16)),
    }
}

/// Lower rank first, equal ranks by suit; equal cards keep the order of their places.
fn ordered(a: Placed, b: Placed) -> Token {
    if b.card < a.card { Token::Pair(b, a) } else { Token::Pair(a, b) }
}

/// A state with what does not change.
struct Table<'a> {
    setup: &'a Setup,
    state: &'a State,
}

impl Table<'_> {
    /// The move of any token.
    fn any_move(&self, token: &Token) -> Result<Option<Move>, Refusal> {
        Ok(Some(match token {
            Token::Pair(a, b) => self.pair(a, b)?,
            Token::Single(card) => Move::Single(self.single(card)?),
            Token::Covered { upper, lower } => self.covered(upper, lower)?,
            Token::Draw(drawn) => {
                if !drawn.is_unnamed() && !self.draws(drawn) {
                    let drawn: Vec<Card> = self.setup.next_draw(self.state).collect();
                    let refusal = if drawn.is_empty() {
                        Refusal::StockEmpty
                    } else {
                        Refusal::WrongDraw { drawn }
                    };
                    return Err(refusal);
                }
                Move::Draw
            }
            Token::Redeal(said) => {
                let cards = self.state.wastes_len();
                if said.is_some_and(|said| said as usize != cards) && self.state.stock_len() == 0 {
                    return Err(Refusal::WrongRedeal { cards });
                }
                Move::Redeal
            }
            Token::Park(card) => Move::Park(self.free_place(card)?),
            Token::Undo(_) | Token::Hint => return Ok(None),
        }))
    }

    /// The pair of nearly every token: both cards are free, and no other card can be meant.
    #[inline]
    fn plain_pair(&self, a: &Placed, b: &Placed) -> Option<Move> {
        let plain = a.place.is_none() && b.place.is_none() && a.card != b.card;
        if !plain || self.setup.layout().rules().deck.copies() > 1 {
            return None;
        }
        let first = self.setup.free_place(self.state, a.card)?;
        Some(Move::pair(first, self.setup.free_place(self.state, b.card)?))
    }

    /// Whether the next draw turns up these cards.
    fn draws(&self, drawn: &Drawn) -> bool {
        let mut next = self.setup.next_draw(self.state);
        drawn.iter().all(|card| next.next() == Some(card)) && next.next().is_none()
    }

    fn pair(&self, a: &Placed, b: &Placed) -> Result<Move, Refusal> {
        let rules = self.setup.layout().rules();
        if rules.deck.copies() == 1 && a.card == b.card {
            return Err(Refusal::SameCard { card: a.card });
        }
        let mut found = Candidates::default();
        for x in self.places(a) {
            for y in self.places(b).filter(|&y| y != x) {
                found.add(Move::pair(x, y));
            }
        }
        if rules.waste_pair {
            for waste in 0..rules.wastes {
                let m = Move::WastePair(waste);
                let [top, second] = self.setup.cards_of(self.state, m);
                let cards = [Some(a.card), Some(b.card)];
                let fits = self.may_be_at(a, Place::Waste(waste))
                    && self.may_be_at(b, Place::Waste(waste));
                if fits && (cards == [top, second] || cards == [second, top]) {
                    found.add(m);
                }
            }
        }
        // A covered pair has a spelling of its own, and must not make this one doubtful.
        if rules.overlap && found.first.is_none() {
            for (upper, lower) in [(a, b), (b, a)] {
                for m in self.covered_moves(upper.card, lower.card) {
                    if self.covered_fits(m, upper, lower) {
                        found.add(m);
                    }
                }
            }
        }
        match found.only() {
            Ok(Some(m)) => Ok(m),
            Ok(None) => Err(self.why_no_pair(a, b)),
            Err(()) => {
                let twice = |placed: &Placed| self.places(placed).count() > 1;
                let card = if twice(a) || !twice(b) { a.card } else { b.card };
                Err(Refusal::Ambiguous { card })
            }
        }
    }

    /// Both cards free would have been a pair, so one of them is not.
    fn why_no_pair(&self, a: &Placed, b: &Placed) -> Refusal {
        let why = |placed: &Placed| match self.places(placed).next() {
            Some(_) => None,
            None => Some(self.why_not_free(placed)),
        };
        match (why(a), why(b)) {
            (Some(refusal), None) | (None, Some(refusal)) => refusal,
            // Of two hindrances the one that no move can lift says more.
            (Some(first), Some(second)) => match second {
                Refusal::Removed { .. } | Refusal::NotInDeal { .. } => second,
                _ => first,
            },
            (None, None) => Refusal::SameCard { card: a.card },
        }
    }

    fn single(&self, card: &Placed) -> Result<Place, Refusal> {
        if !self.setup.layout().leaves_alone(card.card) {
            return Err(Refusal::NotSingle { card: card.card });
        }
        self.free_place(card)
    }

    fn covered(&self, upper: &Placed, lower: &Placed) -> Result<Move, Refusal> {
        if !self.setup.layout().rules().overlap {
            return Err(Refusal::NoOverlap);
        }
        let mut found = Candidates::default();
        for m in self.covered_moves(upper.card, lower.card) {
            if self.covered_fits(m, upper, lower) {
                found.add(m);
            }
        }
        match found.only() {
            Ok(Some(m)) => Ok(m),
            Err(()) => {
                let doubtful = self.places(upper).count() > 1;
                let card = if doubtful { upper.card } else { lower.card };
                Err(Refusal::Ambiguous { card })
            }
            Ok(None) => {
                self.free_place(upper)?;
                // The upper card is free, so either it lies elsewhere or is not the only cover.
                Err(match self.setup.why_not(self.state, lower.card) {
                    Some(Refusal::Covered { card, place, by })
                        if by.contains(&Some(upper.card)) && by.iter().flatten().count() > 1 =>
                    {
                        Refusal::Covered { card, place, by }
                    }
                    Some(refusal @ (Refusal::Removed { .. } | Refusal::NotInDeal { .. })) => {
                        refusal
                    }
                    _ => Refusal::NotCovering { upper: upper.card, lower: lower.card },
                })
            }
        }
    }

    /// The pairs of a free tableau card with a card it alone covers, by their cards.
    fn covered_moves(&self, upper: Card, lower: Card) -> impl Iterator<Item = Move> {
        let layout = self.setup.layout();
        let places = 0..layout.tableau_len() as u8;
        let is_free = move |place: &u8| {
            self.setup.free_card(self.state, Place::Tableau(*place)) == Some(upper)
        };
        places.clone().filter(is_free).flat_map(move |u| {
            (0..layout.tableau_len() as u8)
                .filter(move |&l| {
                    layout.lies_on(u) >> l & 1 != 0
                        && self.setup.tableau_card(l) == lower
                        && self.setup.covers(self.state, l) == [Some(upper), None]
                })
                .map(move |l| Move::Covered { upper: u, lower: l })
        })
    }

    fn covered_fits(&self, m: Move, upper: &Placed, lower: &Placed) -> bool {
        let Move::Covered { upper: u, lower: l } = m else { return false };
        self.may_be_at(upper, Place::Tableau(u)) && self.may_be_at(lower, Place::Tableau(l))
    }

    /// The one place where the card is free.
    fn free_place(&self, card: &Placed) -> Result<Place, Refusal> {
        if self.setup.layout().rules().deck.copies() == 1
            && card.place.is_none()
            && let Some(place) = self.setup.free_place(self.state, card.card)
        {
            return Ok(place);
        }
        let mut places = self.places(card);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (Some(_), Some(_)) => Err(Refusal::Ambiguous { card: card.card }),
            (None, _) => Err(self.why_not_free(card)),
        }
    }

    fn why_not_free(&self, card: &Placed) -> Refusal {
        let place = card.place.map(|name| self.setup.layout().place(name).ok_or(name));
        match (place, self.setup.why_not(self.state, card.card)) {
            (Some(Err(name)), _) => Refusal::NoPlace { name },
            (_, Some(refusal)) => refusal,
            (Some(Ok(place)), None) if self.state.cell() != Some(card.card) => {
                Refusal::NotThere { card: card.card, place }
            }
            (_, None) => Refusal::InCell { card: card.card },
        }
    }

    /// The places where the card is free, as far as its suffix allows.
    fn places(&self, card: &Placed) -> impl Iterator<Item = Place> {
        let card = *card;
        self.setup
            .free_places(self.state, card.card)
            .into_iter()
            .flatten()
            .filter(move |&place| self.may_be_at(&card, place))
    }

    fn may_be_at(&self, card: &Placed, place: Place) -> bool {
        card.place.is_none_or(|name| self.setup.layout().place(name) == Some(place))
    }

    /// Whether two identical cards could be meant: both are free, or one is the second card of a
    /// waste whose top two may pair.
    fn is_doubtful(&self, card: Card) -> bool {
        let rules = self.setup.layout().rules();
        if rules.deck.copies() == 1 {
            return false;
        }
        let free = self.setup.free_places(self.state, card).into_iter().flatten().count();
        let wastes = if rules.waste_pair { rules.wastes } else { 0 };
        let second = (0..wastes)
            .filter(|&waste| {
                self.setup.cards_of(self.state, Move::WastePair(waste))[1] == Some(card)
            })
            .count();
        free + second > 1
    }
}

/// The moves a token could mean, as far as it matters: none, one, more.
#[derive(Default)]
struct Candidates {
    first: Option<Move>,
    more: bool,
}

impl Candidates {
    fn add(&mut self, m: Move) {
        match self.first {
            None => self.first = Some(m),
            Some(first) => self.more |= first != m,
        }
    }

    /// The only move, nothing, or the error that there are more.
    fn only(&self) -> Result<Option<Move>, ()> {
        if self.more { Err(()) } else { Ok(self.first) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pyramid_engine::{Deal, Deck, Game, Preset, RuleSet};

    use super::*;

    /// Plays on with every legal move in turn and looks at each state.
    fn each_state(mut look: impl FnMut(&Game)) {
        for preset in Preset::all() {
            let rules = RuleSet::from(preset);
            let mut game = Game::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 7));
            for step in 0..40 {
                look(&game);
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[step % moves.len()]).unwrap();
            }
        }
    }

    #[test]
    fn the_quick_way_finds_what_the_long_way_finds() {
        let cards: Vec<Card> = Deck::Cards52.new_deck().collect();
        let mut quick = 0;
        each_state(|game| {
            let table = Table { setup: game.setup(), state: game.state() };
            for &a in &cards {
                for &b in &cards {
                    let token = Token::Pair(a.into(), b.into());
                    let found = to_move(table.setup, table.state, &token);
                    quick += u32::from(found.is_ok());
                    assert_eq!(found, table.any_move(&token), "{token}");
                }
            }
        });
        assert!(quick > 1000, "{quick}");
    }

    /// One 6s is free, and the other lies under 7c alone.
    #[test]
    fn a_pair_of_free_cards_is_not_taken_for_a_covered_pair() {
        let rules: RuleSet = "double-pyramid overlap=yes".parse().unwrap();
        let text = "Qd/JsJh/Jc4h4c/8s5d2hTs/6c7dJd5cAs/Th9h8hKs5dTc/Kc8c6d3s3sTd5h/\
                    4d9d..3h2h6s6s2s/..7s....9c....7c7d | 4cAd | 5s | - | - | 2";
        let setup = crate::read_position(text, Arc::new(rules.layout())).unwrap();
        let mut tokens = Vec::new();
        for m in setup.legal_moves(setup.start()) {
            let token = to_token(&setup, setup.start(), m);
            assert_eq!(to_move(&setup, setup.start(), &token), Ok(Some(m)), "{token}");
            tokens.push(token.to_string());
        }
        assert!(tokens.contains(&"6s+7c".to_owned()) && tokens.contains(&"7c/6s".to_owned()));
    }

    #[test]
    fn the_one_free_place_is_the_first() {
        each_state(|game| {
            if game.layout().rules().deck.copies() == 1 {
                for card in Deck::Cards52.new_deck() {
                    let [first, second] = game.setup().free_places(game.state(), card);
                    assert_eq!(game.setup().free_place(game.state(), card), first);
                    assert_eq!(second, None);
                }
            }
        });
    }
}
