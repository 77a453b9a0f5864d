//! A deal: a whole pack in dealing order.

use std::fmt;

use crate::layout::Layout;
use crate::setup::Piles;
use crate::shuffle;
use crate::{Card, Deck, Rules};

/// A whole pack in dealing order, as some rules deal it.
///
/// An apex card stands in front. `Display` is not implemented: how a deal is written depends on
/// the layout, see [`Deal::write`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    deck: Deck,
    cards: Vec<Card>,
}

impl Deal {
    /// Takes a pack in dealing order. An apex card of the rules is moved to the front.
    ///
    /// ```
    /// use pyramid_engine::{Deal, DeckError, Rules};
    /// let cards: Vec<_> = Rules::PYRAMID.deck.new_deck().collect();
    /// assert!(Deal::new(&Rules::PYRAMID, cards.clone()).is_ok());
    /// // A card is missing.
    /// assert!(Deal::new(&Rules::PYRAMID, cards[1..].to_vec()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the cards are not exactly the pack of the rules: which are missing, which are too many.
    pub fn new(rules: &Rules, mut cards: Vec<Card>) -> Result<Deal, DeckError> {
        DeckError::check(rules.deck, &cards)?;
        if let Some(at) = rules.apex.and_then(|apex| cards.iter().position(|&card| card == apex)) {
            cards[..=at].rotate_right(1);
        }
        Ok(Deal { deck: rules.deck, cards })
    }

    /// The deal `seed:N` of these rules.
    ///
    /// ```
    /// use pyramid_engine::{Deal, Rules};
    /// let layout = Rules::PYRAMID.validate().unwrap();
    /// let deal = Deal::seeded(&Rules::PYRAMID, 7);
    /// assert!(deal.write(&layout).starts_with("8c/Ac2h/8hKhKs/"));
    /// ```
    pub fn seeded(rules: &Rules, seed: u64) -> Deal {
        let cards = shuffle::seeded(rules.deck, seed);
        Deal::new(rules, cards).unwrap_or_else(|_| unreachable!("a shuffled pack is a pack"))
    }

    /// Takes a deal as it lies on the table: rows, stock, reserve piles bottom card first. The
    /// wastes and the cell of the piles are not looked at.
    ///
    /// # Errors
    ///
    /// As [`Deal::new`]; the positions in the error are those of the dealing order.
    pub fn from_piles(rules: &Rules, piles: &Piles) -> Result<Deal, DeckError> {
        let tableau = piles.tableau.iter().flatten().copied();
        let layers = piles.reserve.iter().map(Vec::len).max().unwrap_or(0);
        let reserve = (0..layers)
            .flat_map(|layer| piles.reserve.iter().filter_map(move |pile| pile.get(layer)))
            .copied();
        let mut cards: Vec<Card> = if rules.reserve_first {
            reserve.chain(tableau).collect()
        } else {
            tableau.chain(reserve).collect()
        };
        cards.extend(&piles.stock);
        Deal::new(rules, cards)
    }

    /// The pack.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// The cards, the first dealt first.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The canonical text under a layout of the same pack: tableau rows, stock, reserve piles.
    pub fn write(&self, layout: &Layout) -> String {
        let split = Split::new(layout.rules());
        let mut text = String::new();
        for (i, row) in layout.rows().iter().enumerate() {
            if i > 0 {
                text.push('/');
            }
            let places = row.places.start as usize..row.places.end as usize;
            push_cards(&mut text, self.cards[split.tableau.clone()][places].iter().copied());
        }
        text.push_str(" | ");
        let stock = &self.cards[split.stock];
        if stock.is_empty() {
            text.push('-');
        }
        push_cards(&mut text, stock.iter().copied());
        if let Some(reserve) = layout.rules().reserve {
            let cards = &self.cards[split.reserve];
            let piles = reserve.piles as usize;
            for pile in 0..piles {
                text.push_str(if pile == 0 { " | " } else { "/" });
                push_cards(&mut text, cards.iter().copied().skip(pile).step_by(piles));
            }
        }
        text
    }
}

fn push_cards(text: &mut String, cards: impl Iterator<Item = Card>) {
    for card in cards {
        text.push(card.rank().letter());
        text.push(card.suit().letter());
    }
}

/// Which cards of a deal go where.
pub(crate) struct Split {
    pub(crate) tableau: std::ops::Range<usize>,
    /// Layer by layer.
    pub(crate) reserve: std::ops::Range<usize>,
    pub(crate) stock: std::ops::Range<usize>,
}

impl Split {
    pub(crate) fn new(rules: &Rules) -> Split {
        let (tableau, reserve) = (rules.tableau_len(), rules.reserve_len());
        let dealt = tableau + reserve;
        let stock = dealt..rules.deck.len();
        if rules.reserve_first {
            Split { reserve: 0..reserve, tableau: reserve..dealt, stock }
        } else {
            Split { tableau: 0..tableau, reserve: tableau..dealt, stock }
        }
    }
}

/// The cards are not exactly a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckError {
    /// The pack that was expected.
    pub deck: Deck,
    /// Cards that are missing, in the order of the new deck.
    pub missing: Vec<Card>,
    /// The positions, from 0, of cards that are too many: of a card that comes too often its later
    /// occurrences, and cards that are not in the pack at all.
    pub surplus: Vec<usize>,
}

impl DeckError {
    /// Checks that the cards are exactly the pack, in any order.
    pub fn check(deck: Deck, cards: &[Card]) -> Result<(), DeckError> {
        if is_pack(deck, cards) {
            return Ok(());
        }
        let (missing, surplus) = Self::difference(deck, cards);
        if missing.is_empty() && surplus.is_empty() {
            Ok(())
        } else {
            Err(DeckError { deck, missing, surplus })
        }
    }

    /// The cards missing from the pack, and the positions of those that are too many.
    pub(crate) fn difference(deck: Deck, cards: &[Card]) -> (Vec<Card>, Vec<usize>) {
        let mut left = [0u8; Card::COUNT];
        for card in deck.new_deck() {
            left[card.index()] += 1;
        }
        let mut surplus = Vec::new();
        for (at, card) in cards.iter().enumerate() {
            match &mut left[card.index()] {
                0 => surplus.push(at),
                count => *count -= 1,
            }
        }
        let mut missing = Vec::new();
        for card in deck.new_deck().take(deck.len() / deck.copies()) {
            missing.extend((0..left[card.index()]).map(|_| card));
        }
        (missing, surplus)
    }
}

/// Whether the cards are exactly the pack, with nothing said of what is wrong: as many as the pack
/// has, and each of its cards at least as often as in it.
fn is_pack(deck: Deck, cards: &[Card]) -> bool {
    let (mut once, mut twice) = (0u64, 0u64);
    for card in cards {
        let bit = 1 << card.index();
        twice |= once & bit;
        once |= bit;
    }
    let pack = deck.ranks().fold(0, |pack, rank| pack | 0b1111 << (4 * rank as u8));
    cards.len() == deck.len() && pack == if deck.copies() == 1 { once } else { twice }
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is not a full pack of {}: ", self.deck.len())?;
        let names = self.missing.iter().take(5).map(Card::to_string).collect::<Vec<_>>().join(", ");
        match self.missing.len() {
            0 => {}
            1 => write!(f, "{names} is missing")?,
            2..=5 => write!(f, "{names} are missing")?,
            missing => write!(f, "{names} and {} more are missing", missing - 5)?,
        }
        match (self.missing.len(), self.surplus.len()) {
            (_, 0) => Ok(()),
            (0, surplus) => write!(f, "{surplus} too many"),
            (_, surplus) => write!(f, ", {surplus} too many"),
        }
    }
}

impl std::error::Error for DeckError {}
