//! Cards: a rank and a suit in one byte.

use std::fmt;
use std::str::FromStr;

/// The rank of a card. What it is worth depends on the pack: see [`Deck::value`](crate::Deck::value).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All thirteen ranks, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// The letter of the rank: one of `A23456789TJQK`.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self as usize] as char
    }

    /// Reads a rank letter in either case.
    ///
    /// ```
    /// use pyramid_engine::Rank;
    /// assert_eq!(Rank::from_letter('t'), Some(Rank::Ten));
    /// assert_eq!(Rank::from_letter('0'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Rank> {
        Some(match letter.to_ascii_uppercase() {
            'A' => Rank::Ace,
            '2' => Rank::Two,
            '3' => Rank::Three,
            '4' => Rank::Four,
            '5' => Rank::Five,
            '6' => Rank::Six,
            '7' => Rank::Seven,
            '8' => Rank::Eight,
            '9' => Rank::Nine,
            'T' => Rank::Ten,
            'J' => Rank::Jack,
            'Q' => Rank::Queen,
            'K' => Rank::King,
            _ => return None,
        })
    }

    /// The English name, lower case: `ace`, `2` … `10`, `jack`, `queen`, `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Ace => "ace",
            Rank::Two => "2",
            Rank::Three => "3",
            Rank::Four => "4",
            Rank::Five => "5",
            Rank::Six => "6",
            Rank::Seven => "7",
            Rank::Eight => "8",
            Rank::Nine => "9",
            Rank::Ten => "10",
            Rank::Jack => "jack",
            Rank::Queen => "queen",
            Rank::King => "king",
        }
    }
}

/// The suit of a card, in the order clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All four suits in their order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The letter of the suit: one of `cdhs`.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// Reads a suit letter in either case.
    pub const fn from_letter(letter: char) -> Option<Suit> {
        Some(match letter.to_ascii_lowercase() {
            'c' => Suit::Clubs,
            'd' => Suit::Diamonds,
            'h' => Suit::Hearts,
            's' => Suit::Spades,
            _ => return None,
        })
    }

    /// The filled suit symbol: one of `♣♦♥♠`.
    pub const fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }

    /// The English name, lower case and in the plural.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }
}

/// A card. Cards order by rank, then by suit.
///
/// ```
/// use pyramid_engine::{Card, Rank, Suit};
/// let card: Card = "Th".parse()?;
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Hearts));
/// assert_eq!(card.to_string(), "Th");
/// # Ok::<(), pyramid_engine::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many different cards there are; [`Card::index`] is below it.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((rank as u8) << 2 | suit as u8)
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize >> 2]
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize & 3]
    }

    /// A number in `0..52`: four times the rank (ace 0) plus the suit (clubs 0).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the rank, ace 0, for tables of sixteen.
    pub(crate) const fn rank_index(self) -> usize {
        (self.0 >> 2) as usize & 15
    }

    /// The one-bit set of this card's rank, bit 0 for the ace.
    pub(crate) const fn rank_bit(self) -> u16 {
        1 << (self.0 >> 2)
    }

    /// The English name: `10 of hearts`.
    pub fn name(self) -> String {
        format!("{} of {}", self.rank().name(), self.suit().name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card written as rank and suit (`Th`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardError;

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is a rank (A 2 to 9 T J Q K) and a suit (c d h s)")
    }
}

impl std::error::Error for CardError {}

impl FromStr for Card {
    type Err = CardError;

    /// Reads two letters in any case. The notation crate reads the many other spellings.
    fn from_str(text: &str) -> Result<Card, CardError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(rank), Some(suit), None) => Rank::from_letter(rank)
                .zip(Suit::from_letter(suit))
                .map(|(rank, suit)| Card::new(rank, suit))
                .ok_or(CardError),
            _ => Err(CardError),
        }
    }
}
