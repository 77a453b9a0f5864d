//! The packs of cards that are played with.

use crate::{Card, Rank, Suit};

/// A pack: the value of the rules key `deck`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deck {
    /// One pack of 52, ace to king worth 1 to 13.
    Cards52,
    /// The Spanish pack of 48: ace to nine, sota (J), caballo (Q) and rey (K), worth 1 to 12.
    Cards48,
    /// The pack of 40: ace to seven, J, Q and K, worth 1 to 10.
    Cards40,
    /// Two packs of 52.
    Cards104,
}

impl Deck {
    /// The number of cards.
    pub const fn len(self) -> usize {
        match self {
            Deck::Cards52 => 52,
            Deck::Cards48 => 48,
            Deck::Cards40 => 40,
            Deck::Cards104 => 104,
        }
    }

    /// Never true; a pack has cards.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// How often each card is in the pack: 1 or 2.
    pub const fn copies(self) -> usize {
        match self {
            Deck::Cards104 => 2,
            _ => 1,
        }
    }

    /// What a card of this rank counts, or `None` if the pack has no such rank.
    ///
    /// ```
    /// use pyramid_engine::{Deck, Rank};
    /// assert_eq!(Deck::Cards52.value(Rank::Jack), Some(11));
    /// assert_eq!(Deck::Cards48.value(Rank::Jack), Some(10));
    /// assert_eq!(Deck::Cards40.value(Rank::Ten), None);
    /// ```
    pub const fn value(self, rank: Rank) -> Option<u8> {
        let plain = rank as u8 + 1;
        let missing = match self {
            Deck::Cards52 | Deck::Cards104 => 0,
            Deck::Cards48 => 1,
            Deck::Cards40 => 3,
        };
        if plain > 10 {
            Some(plain - missing)
        } else if plain + missing > 10 {
            None
        } else {
            Some(plain)
        }
    }

    /// The value of the king: 13, 12 or 10. In sum games pairs add up to it.
    pub const fn top_value(self) -> u8 {
        self.len() as u8 / (4 * self.copies() as u8)
    }

    /// The ranks of the pack, lowest first.
    pub fn ranks(self) -> impl Iterator<Item = Rank> + Clone {
        Rank::ALL.into_iter().filter(move |&rank| self.value(rank).is_some())
    }

    /// Whether the card is in the pack at all.
    pub const fn contains(self, card: Card) -> bool {
        self.value(card.rank()).is_some()
    }

    /// The unshuffled pack: suit by suit in the order c d h s, ranks lowest first; two packs one
    /// after the other. Shuffles and deal codes start from it.
    ///
    /// ```
    /// use pyramid_engine::Deck;
    /// let new: Vec<_> = Deck::Cards40.new_deck().map(|card| card.to_string()).collect();
    /// assert_eq!(new[..11].concat(), "Ac2c3c4c5c6c7cJcQcKcAd");
    /// ```
    pub fn new_deck(self) -> impl Iterator<Item = Card> {
        let card = |n: usize| Card::new(Rank::ALL[n % 13], Suit::ALL[n / 13 % 4]);
        (0..52 * self.copies()).map(card).filter(move |&card| self.contains(card))
    }
}
