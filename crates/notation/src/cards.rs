//! One card in any of its spellings.

use std::fmt;
use std::ops::Range;

use pyramid_engine::{Card, Rank, Suit};

/// A card that was read from the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// The card.
    pub card: Card,
    /// How many bytes its spelling takes, 2 to 8.
    pub len: usize,
    /// Whether it is spelled as we write it: `Th`, not `TH`, `10h` or `T♥`.
    pub canonical: bool,
}

/// Bit 7 of a letter's table entry: not a letter of this kind.
const NONE: u8 = 0x80;
/// Bit 6: the case that is not written.
const OTHER_CASE: u8 = 0x40;

const fn letters(written: &[u8]) -> [u8; 256] {
    let mut table = [NONE; 256];
    let mut index = 0;
    while index < written.len() {
        let letter = written[index];
        table[letter.to_ascii_lowercase() as usize] = index as u8 | OTHER_CASE;
        table[letter.to_ascii_uppercase() as usize] = index as u8 | OTHER_CASE;
        table[letter as usize] = index as u8;
        index += 1;
    }
    table
}

static RANKS: [u8; 256] = letters(b"A23456789TJQK");
static SUITS: [u8; 256] = letters(b"cdhs");

/// The cards by rank and suit; what is behind the thirteenth rank is never asked for.
static CARDS: [[Card; 4]; 16] = {
    let mut cards = [[Card::new(Rank::Ace, Suit::Clubs); 4]; 16];
    let mut rank = 0;
    while rank < Rank::ALL.len() {
        let mut suit = 0;
        while suit < Suit::ALL.len() {
            cards[rank][suit] = Card::new(Rank::ALL[rank], Suit::ALL[suit]);
            suit += 1;
        }
        rank += 1;
    }
    cards
};

/// Reads two ASCII letters in the case in which we write them.
#[inline(always)]
pub(crate) fn plain_card(rank: u8, suit: u8) -> Option<Card> {
    let (rank, suit) = (RANKS[rank as usize], SUITS[suit as usize]);
    let plain = (rank | suit) & (NONE | OTHER_CASE) == 0;
    plain.then(|| CARDS[(rank & 15) as usize][(suit & 3) as usize])
}

/// Reads two ASCII letters, the spelling that nearly all text has.
#[inline]
pub(crate) fn two_letters(rank: u8, suit: u8) -> Option<(Card, bool)> {
    let (rank, suit) = (RANKS[rank as usize], SUITS[suit as usize]);
    if (rank | suit) & NONE != 0 {
        return None;
    }
    let card = CARDS[(rank & 15) as usize][(suit & 3) as usize];
    Some((card, (rank | suit) & OTHER_CASE == 0))
}

/// Reads the card at the beginning of a text; what follows it does not matter.
///
/// Any case; `10` for `T`; `♣♦♥♠` or `♧♢♡♤` for the suit, with or without the variation selector
/// U+FE0F.
///
/// ```
/// use pyramid_notation::{CardSpelling, scan_card};
/// let ten = scan_card("10♥, 4c")?;
/// assert_eq!((ten.card.to_string().as_str(), ten.len, ten.canonical), ("Th", 5, false));
/// assert_eq!(scan_card("0h").unwrap_err().kind, CardSpelling::ZeroForTen);
/// # Ok::<(), pyramid_notation::CardSpellingError>(())
/// ```
///
/// # Errors
///
/// [`CardSpellingError`] says which bytes are wrong and why.
#[inline]
pub fn scan_card(text: &str) -> Result<Scanned, CardSpellingError> {
    if let &[rank, suit, ..] = text.as_bytes()
        && let Some((card, canonical)) = two_letters(rank, suit)
    {
        return Ok(Scanned { card, len: 2, canonical });
    }
    scan_unusual(text)
}

/// The suit at the beginning of a text and its length.
fn suit(text: &str) -> Option<(Suit, usize)> {
    let first = text.chars().next()?;
    let (suit, symbol) = match first {
        '♣' | '♧' => (Suit::Clubs, true),
        '♦' | '♢' => (Suit::Diamonds, true),
        '♥' | '♡' => (Suit::Hearts, true),
        '♠' | '♤' => (Suit::Spades, true),
        letter => (Suit::from_letter(letter)?, false),
    };
    let len = first.len_utf8();
    let selector = symbol && text[len..].starts_with('\u{FE0F}');
    Some((suit, if selector { len + '\u{FE0F}'.len_utf8() } else { len }))
}

#[cold]
fn scan_unusual(text: &str) -> Result<Scanned, CardSpellingError> {
    let fail = |kind, range| Err(CardSpellingError { kind, range });
    let Some(first) = text.chars().next() else {
        return fail(CardSpelling::Missing, 0..0);
    };
    if let Some((front, len)) = suit(text) {
        let rank = text[len..].chars().next().and_then(Rank::from_letter);
        let (rank, more) = match rank {
            None if text[len..].starts_with("10") => (Some(Rank::Ten), 2),
            _ => (rank, 1),
        };
        return match rank {
            Some(rank) => fail(CardSpelling::SuitFirst(Card::new(rank, front)), 0..len + more),
            None => fail(CardSpelling::NoCard, 0..len),
        };
    }
    if first.is_ascii_digit() {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        match &text[..digits] {
            "10" => return with_suit(text, Rank::Ten, 2),
            "0" => return fail(CardSpelling::ZeroForTen, 0..1),
            "1" => return fail(CardSpelling::One, 0..1),
            "11" => return fail(CardSpelling::NumberForFace('J'), 0..2),
            "12" => return fail(CardSpelling::NumberForFace('Q'), 0..2),
            "13" => return fail(CardSpelling::NumberForFace('K'), 0..2),
            _ if digits > 1 => return fail(CardSpelling::NoSuchRank, 0..digits),
            _ => {}
        }
    }
    match Rank::from_letter(first) {
        Some(rank) => with_suit(text, rank, 1),
        None if matches!(first, 'x' | 'X') && suit(&text[1..]).is_some() => {
            fail(CardSpelling::RomanTen, 0..1)
        }
        None if text.starts_with("##") => fail(CardSpelling::FaceDown, 0..2),
        None => fail(CardSpelling::NoCard, 0..first.len_utf8()),
    }
}

fn with_suit(text: &str, rank: Rank, len: usize) -> Result<Scanned, CardSpellingError> {
    match suit(&text[len..]) {
        Some((suit, more)) => {
            Ok(Scanned { card: Card::new(rank, suit), len: len + more, canonical: false })
        }
        None => {
            let wrong = text[len..].chars().next();
            let wrong = wrong.filter(|letter| letter.is_alphanumeric()).map_or(0, char::len_utf8);
            Err(CardSpellingError { kind: CardSpelling::NoSuit, range: 0..len + wrong })
        }
    }
}

/// Why a text is not a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CardSpelling {
    /// The text ends where a card should stand.
    Missing,
    /// Nothing of a card.
    NoCard,
    /// A rank without a suit behind it.
    NoSuit,
    /// `hQ`: the card that was meant.
    SuitFirst(Card),
    /// `0h`.
    ZeroForTen,
    /// `1h`, which some mean as an ace and some as a ten.
    One,
    /// `Xh`.
    RomanTen,
    /// `11h`, `12h`, `13h`: the letter of the rank.
    NumberForFace(char),
    /// `14h`.
    NoSuchRank,
    /// `##`, a card that lies face down.
    FaceDown,
}

impl CardSpelling {
    /// The stable name, kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            CardSpelling::Missing => "missing",
            CardSpelling::NoCard => "no-card",
            CardSpelling::NoSuit => "no-suit",
            CardSpelling::SuitFirst(_) => "suit-first",
            CardSpelling::ZeroForTen => "zero-for-ten",
            CardSpelling::One => "one",
            CardSpelling::RomanTen => "roman-ten",
            CardSpelling::NumberForFace(_) => "number-for-face",
            CardSpelling::NoSuchRank => "no-such-rank",
            CardSpelling::FaceDown => "face-down",
        }
    }
}

impl fmt::Display for CardSpelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardSpelling::Missing => f.write_str("a card is missing here"),
            CardSpelling::NoCard => {
                f.write_str("a card is a rank (A 2 to 9 T J Q K) and a suit (c d h s)")
            }
            CardSpelling::NoSuit => f.write_str("the suit is missing: one of c d h s"),
            CardSpelling::SuitFirst(card) => write!(f, "the rank comes first: {card}"),
            CardSpelling::ZeroForTen => f.write_str("ten is T or 10, not 0"),
            CardSpelling::One => f.write_str("1 is no rank: an ace is A, a ten is T or 10"),
            CardSpelling::RomanTen => f.write_str("ten is T or 10, not X"),
            CardSpelling::NumberForFace(letter) => write!(f, "this rank is written {letter}"),
            CardSpelling::NoSuchRank => f.write_str("there is no such rank"),
            CardSpelling::FaceDown => {
                f.write_str("this card lies face down; a record names its cards")
            }
        }
    }
}

/// The text does not begin with a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSpellingError {
    /// Why.
    pub kind: CardSpelling,
    /// The wrong bytes, from the beginning of the text.
    pub range: Range<usize>,
}

impl fmt::Display for CardSpellingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for CardSpellingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_every_card() {
        for rank in Rank::ALL {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                let hollow = "♧♢♡♤".chars().nth(suit as usize).unwrap_or_default();
                let mut ranks =
                    vec![rank.letter().to_string(), rank.letter().to_lowercase().to_string()];
                if rank == Rank::Ten {
                    ranks.push("10".to_owned());
                }
                for rank in ranks {
                    for suit in [
                        suit.letter().to_string(),
                        suit.letter().to_uppercase().to_string(),
                        suit.symbol().to_string(),
                        format!("{}\u{FE0F}", suit.symbol()),
                        format!("{hollow}\u{FE0F}"),
                    ] {
                        let text = format!("{rank}{suit}");
                        let canonical = text == card.to_string();
                        let scanned = Scanned { card, len: text.len(), canonical };
                        assert_eq!(scan_card(&text), Ok(scanned), "{text}");
                        assert_eq!(scan_card(&format!("{text}4h♥")), Ok(scanned), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn refused_spellings_say_why_and_where() {
        let queen = Card::new(Rank::Queen, Suit::Hearts);
        let ten = Card::new(Rank::Ten, Suit::Clubs);
        for (text, kind, range) in [
            ("", CardSpelling::Missing, 0..0),
            ("0c", CardSpelling::ZeroForTen, 0..1),
            ("1c", CardSpelling::One, 0..1),
            ("Xc", CardSpelling::RomanTen, 0..1),
            ("x♣", CardSpelling::RomanTen, 0..1),
            ("xyz", CardSpelling::NoCard, 0..1),
            ("hQ", CardSpelling::SuitFirst(queen), 0..2),
            ("♥Q", CardSpelling::SuitFirst(queen), 0..4),
            ("c10", CardSpelling::SuitFirst(ten), 0..3),
            ("h", CardSpelling::NoCard, 0..1),
            ("11c", CardSpelling::NumberForFace('J'), 0..2),
            ("13c", CardSpelling::NumberForFace('K'), 0..2),
            ("14c", CardSpelling::NoSuchRank, 0..2),
            ("100c", CardSpelling::NoSuchRank, 0..3),
            ("Q", CardSpelling::NoSuit, 0..1),
            ("10", CardSpelling::NoSuit, 0..2),
            ("Qx", CardSpelling::NoSuit, 0..2),
            ("Q+Ac", CardSpelling::NoSuit, 0..1),
            ("♣\u{FE0F}", CardSpelling::NoCard, 0..6),
            ("Q\u{FE0F}", CardSpelling::NoSuit, 0..1),
            ("##", CardSpelling::FaceDown, 0..2),
            ("é", CardSpelling::NoCard, 0..2),
        ] {
            assert_eq!(scan_card(text), Err(CardSpellingError { kind, range }), "{text}");
        }
    }
}
