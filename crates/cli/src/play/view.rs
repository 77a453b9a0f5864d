//! The game as its player sees it. All that replies tell of cards comes from here, so that none of
//! them gives away a card that has not been seen.

use pyramid_engine::{
    Card, Game, Move, Place, PlaceName, Refusal, Setup, Shape, State, Stock, Whereabouts,
};
use pyramid_notation::{Drawn, Token, to_token};

use super::facts::{At, Found, Layer, Left, Slot, Spot};
use super::reply::{Board, BoardRow, OpenRow, Pass, Pile};
use super::seen::Seen;

/// A game with what its player has seen of it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) game: &'a Game,
    pub(super) seen: &'a Seen,
}

impl<'a> View<'a> {
    pub(super) fn setup(&self) -> &'a Setup {
        self.game.setup()
    }

    pub(super) fn state(&self) -> &'a State {
        self.game.state()
    }

    /// The name of a place.
    pub(super) fn name(&self, place: Place) -> PlaceName {
        self.game.layout().name(place)
    }

    /// Where the copies of a card are that are in the game and may be known; and how many are
    /// there that may not.
    pub(super) fn known(&self, card: Card) -> (Vec<Spot>, usize) {
        let all = self.setup().locate(self.state(), card);
        let known = |at: &&Whereabouts| self.seen.knows(self.setup(), self.state(), at);
        let spots: Vec<Spot> = all.iter().filter(known).map(|at| self.spot(at)).collect();
        let unseen = all.len() - spots.len();
        (spots, unseen)
    }

    fn spot(&self, at: &Whereabouts) -> Spot {
        match *at {
            Whereabouts::Free(place) => Spot::Free { place: self.name(place) },
            Whereabouts::Covered { place, by } => {
                Spot::Covered { place: self.name(place), by: by.into_iter().flatten().collect() }
            }
            Whereabouts::Stock { under } => Spot::InStock { under },
            Whereabouts::Waste { waste, under } => {
                Spot::InWaste { place: self.name(Place::Waste(waste)), under }
            }
            Whereabouts::Reserve { pile, under } => {
                Spot::InReserve { place: self.name(Place::Reserve(pile)), under }
            }
        }
    }

    /// Where all copies of a card are or went.
    pub(super) fn find(&self, card: Card) -> Vec<Found> {
        let (mut spots, unseen) = self.known(card);
        let gone = self.departures(card);
        if unseen > 0 {
            spots.push(Spot::Unseen { other: !spots.is_empty() || !gone.is_empty() });
        }
        spots.extend(gone);
        if spots.is_empty() {
            spots.push(Spot::NotInDeal);
        }
        spots.into_iter().map(|spot| Found { card, spot }).collect()
    }

    /// Why a card is not free, `None` if it is.
    pub(super) fn why_not(&self, card: Card) -> Option<Found> {
        let all = self.find(card);
        if all.iter().any(|found| matches!(found.spot, Spot::Free { .. })) {
            return None;
        }
        all.into_iter().next()
    }

    /// The moves in which copies of a card left, the last one first.
    fn departures(&self, card: Card) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (at, m) in self.game.moves().enumerate() {
            let number = at + 1;
            match self.leaving(at, m) {
                [a, b] if a == Some(card) => spots.push(Spot::Removed { number, with: b }),
                [a, b] if b == Some(card) => spots.push(Spot::Removed { number, with: a }),
                _ => {}
            }
            if self.thrown_away(at, m) == Some(card) {
                spots.push(Spot::ThrownAway { number });
            }
        }
        spots.reverse();
        spots
    }

    /// The cards a move removed.
    fn leaving(&self, at: usize, m: Move) -> [Option<Card>; 2] {
        match self.game.state_at(at) {
            Some(before) if m.is_removal() => self.setup().cards_of(before, m),
            _ => [None; 2],
        }
    }

    /// The card that a draw threw away, in games without a waste.
    pub(super) fn thrown_away(&self, at: usize, m: Move) -> Option<Card> {
        let without = self.game.layout().rules().wastes == 0 && m == Move::Draw;
        let before = self.game.state_at(at).filter(|_| without)?;
        self.setup().free_card(before, Place::Waste(0))
    }

    /// What left the game, move by move.
    pub(super) fn gone(&self) -> Vec<Layer> {
        let moves = self.game.moves().enumerate();
        moves
            .map(|(at, m)| {
                let mut cards: Vec<Card> = self.leaving(at, m).into_iter().flatten().collect();
                cards.sort();
                cards.extend(self.thrown_away(at, m));
                Layer { number: at + 1, cards }
            })
            .filter(|layer| !layer.cards.is_empty())
            .collect()
    }

    /// The legal moves whose cards have all been seen, in the order of their tokens. Only a covered
    /// pair whose lower card lies face down is left out.
    pub(super) fn legal(&self) -> Vec<Move> {
        let mut moves = self.game.legal_moves();
        moves.retain(|&m| self.may_know(m));
        moves.sort_by_key(|&m| {
            let kind = match m {
                Move::Draw => 1,
                Move::Redeal => 2,
                Move::Park(_) => 3,
                _ => 0,
            };
            let mut cards = self.setup().cards_of(self.state(), m);
            cards.sort_by_key(|card| (card.is_none(), *card));
            (kind, cards, m)
        });
        moves
    }

    /// Whether the player knows all cards of a move.
    pub(super) fn may_know(&self, m: Move) -> bool {
        match m {
            Move::Covered { lower, .. } => self.seen.tableau(lower),
            _ => true,
        }
    }

    /// The token of a move that is about to be played; a draw of unseen cards does not name them.
    pub(super) fn token(&self, m: Move) -> Token {
        match m {
            Move::Draw if !self.knows_next() => Token::Draw(Drawn::UNNAMED),
            _ => to_token(self.setup(), self.state(), m),
        }
    }

    /// Whether all cards of the next draw have been seen.
    pub(super) fn knows_next(&self) -> bool {
        let next = self.setup().next_draw(self.state()).count();
        (0..next).all(|under| self.seen.stock(self.setup(), self.state(), under))
    }

    /// The stock's top card, if it is free.
    pub(super) fn stock_top(&self) -> Option<Card> {
        self.setup().free_card(self.state(), Place::Stock)
    }

    /// How many cards are left.
    pub(super) fn left(&self) -> Left {
        let (state, rules) = (self.state(), self.game.layout().rules());
        let reserve: usize =
            (0..rules.reserve.map_or(0, |r| r.piles)).map(|pile| state.reserve_len(pile)).sum();
        let tableau = state.tableau_len();
        let hand = state.stock_len() + state.wastes_len();
        let all = tableau + reserve + hand + usize::from(state.cell().is_some());
        let all_matter = rules.goal != pyramid_engine::Goal::Pyramid
            || rules.score == pyramid_engine::Scoring::Par;
        Left { tableau, all, noun: noun(rules.layout), all_matter }
    }

    /// The pass.
    pub(super) fn pass(&self) -> Pass {
        let rules = self.game.layout().rules();
        let of = match rules.passes {
            pyramid_engine::Passes::Limited(passes) => Some(passes),
            pyramid_engine::Passes::Any => None,
        };
        let counts = rules.stock != Stock::None;
        Pass { pass: self.state().tally().pass, of, counts }
    }

    /// The name of a row.
    fn row_name(&self, row: &pyramid_engine::Row) -> String {
        match self.game.layout().parts() {
            1 => row.number.to_string(),
            _ => format!("{}{}", char::from(b'a' + row.part), row.number),
        }
    }

    /// The rows in dealing order.
    pub(super) fn rows(&self) -> Vec<BoardRow> {
        let piles = self.setup().piles(self.state());
        let slot = |place: u8| match piles.tableau[place as usize] {
            None => Slot::Gone,
            Some(card) if self.setup().free_card(self.state(), Place::Tableau(place)).is_some() => {
                Slot::Open(card)
            }
            // A card that was seen and is covered again lies face down all the same.
            Some(_) if self.game.layout().rules().hidden => Slot::FaceDown,
            Some(card) => Slot::Covered(card),
        };
        let rows = self.game.layout().rows();
        rows.iter()
            .map(|row| BoardRow {
                row: self.row_name(row),
                cards: row.places.clone().map(slot).collect(),
            })
            .collect()
    }

    /// The free cards of the tableau, row by row from the free end; rows without one left out.
    pub(super) fn open_rows(&self) -> Vec<OpenRow> {
        let open = |slot: &Slot| match slot {
            Slot::Open(card) => Some(*card),
            _ => None,
        };
        let rows = self.rows().into_iter().rev();
        rows.map(|row| OpenRow { row: row.row, cards: row.cards.iter().filter_map(open).collect() })
            .filter(|row| !row.cards.is_empty())
            .collect()
    }

    /// The piles beside the tableau: stock, wastes, reserve, cell, with the cards that may be
    /// looked at.
    pub(super) fn piles(&self) -> Vec<Pile> {
        let rules = self.game.layout().rules();
        let piles = self.setup().piles(self.state());
        let pile = |place, cards: &[Card]| {
            let len = cards.len();
            let cards = cards.iter().rev().copied().collect();
            Pile { place: self.name(place), cards, len, closed: false }
        };
        let mut all = Vec::new();
        if rules.stock != Stock::None {
            let cards = self.stock_top().into_iter().collect();
            let closed = rules.stock == Stock::Closed;
            let place = self.name(Place::Stock);
            all.push(Pile { place, cards, len: piles.stock.len(), closed });
            for (waste, cards) in (0..).zip(&piles.wastes) {
                all.push(pile(Place::Waste(waste), cards));
            }
        }
        for (at, cards) in (0..).zip(&piles.reserve) {
            all.push(pile(Place::Reserve(at), cards));
        }
        if rules.cells > 0 {
            all.push(pile(Place::Cell, piles.cell.as_slice()));
        }
        all
    }

    /// All that is to be seen.
    pub(super) fn board(&self) -> Board {
        Board {
            rows: self.rows(),
            piles: self.piles(),
            pass: self.pass(),
            left: self.left(),
            drawing: (self.setup().clone(), *self.state()),
        }
    }

    /// The free cards with their places.
    pub(super) fn free(&self) -> Vec<At> {
        let mut free = Vec::new();
        self.setup().for_each_free(self.state(), |place, card| {
            free.push(At { card, place: self.name(place) });
        });
        free
    }

    /// Whether a move would be played, and if not, why.
    pub(super) fn try_move(&self, m: Move) -> Result<(), Refusal> {
        let mut copy = *self.state();
        self.setup().play(&mut copy, m)
    }
}

/// What the tableau of a shape is called.
pub(super) fn noun(shape: Shape) -> &'static str {
    match shape {
        Shape::Pyramid => "pyramid",
        Shape::Triangle => "triangle",
        Shape::TwoPyramids | Shape::Pharaohs => "pyramids",
        Shape::UpAndDown => "tableau",
    }
}
