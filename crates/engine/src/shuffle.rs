//! Shuffles that are reproducible from a number: our own seeds, PySolFC's game numbers and
//! Microsoft's deals. Each gives a pack in dealing order, the first card dealt first.

use std::fmt;
use std::str::FromStr;

use rand_mt::Mt;
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::{Card, Deck};

/// The deal of `seed:N`. Never changes: another shuffle would get another name.
///
/// xoshiro256** 1.0 (Blackman and Vigna), its state filled by SplitMix64 from the seed, drives a
/// Fisher-Yates shuffle of [`Deck::new_deck`] from the last place down to the second. A number
/// below `n` is the top bits of an output, as many as `n - 1` has, drawn again until it is below
/// `n`, so all deals that the generator reaches are equally likely. Not for gambling.
///
/// ```
/// use pyramid_engine::{Deck, seeded};
/// let deal: String = seeded(Deck::Cards52, 42).iter().map(ToString::to_string).collect();
/// assert!(deal.starts_with("Th9d3d7dTc3h2s4s7h"));
/// ```
pub fn seeded(deck: Deck, seed: u64) -> Vec<Card> {
    let mut rng = Xoshiro256StarStar::seed_from_u64(seed);
    let mut cards: Vec<Card> = deck.new_deck().collect();
    for last in (1..cards.len()).rev() {
        let unused_bits = (last as u64).leading_zeros();
        let other = loop {
            let number = (rng.next_u64() >> unused_bits) as usize;
            if number <= last {
                break number;
            }
        };
        cards.swap(last, other);
    }
    cards
}

/// The deal of a game number of PySolFC, which for `ms` numbers is that of Microsoft's `FreeCell`.
///
/// Exact for the packs that PySolFC deals its Pyramid games from, 52 and 104 cards (measured on
/// PySolFC 3.6.1). Its new deck is clubs, spades, hearts, diamonds, each from the ace to the king.
///
/// # Errors
///
/// For packs of 48 and 40 cards, which PySolFC does not have.
///
/// ```
/// use pyramid_engine::{Deck, PysolNumber, pysol};
/// let deal = pysol(Deck::Cards52, "ms617".parse::<PysolNumber>()?)?;
/// assert_eq!(deal[0].to_string(), "7d");
/// assert_eq!(pysol(Deck::Cards52, "#617".parse()?)?, deal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pysol(deck: Deck, number: PysolNumber) -> Result<Vec<Card>, PysolDeckError> {
    if !matches!(deck, Deck::Cards52 | Deck::Cards104) {
        return Err(PysolDeckError { deck });
    }
    let mut cards: Vec<Card> = deck.new_deck().collect();
    for pack in cards.chunks_exact_mut(52) {
        // Clubs, diamonds, hearts, spades become clubs, spades, hearts, diamonds.
        let (diamonds, others) = pack[13..].split_at_mut(13);
        diamonds.swap_with_slice(&mut others[13..]);
    }
    match number.microsoft_seed() {
        Some(seed) => {
            if deck == Deck::Cards52 {
                // Microsoft's new deck, which PySolFC has for one pack only: Ac Ad Ah As 2c … Ks.
                cards.sort_unstable();
            }
            let mut generator = Microsoft::new(seed);
            shuffle_down(&mut cards, |count| generator.next() as usize % count);
        }
        None => {
            let mut generator = Mt::new_with_key(words(number.value));
            shuffle_down(&mut cards, |count| (random(&mut generator) * count as f64) as usize);
        }
    }
    // PySolFC deals from the end of the list.
    cards.reverse();
    Ok(cards)
}

/// Fisher-Yates from the last place down to the second; `below(n)` gives a number below `n`.
fn shuffle_down(cards: &mut [Card], mut below: impl FnMut(usize) -> usize) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(last + 1));
    }
}

/// The generator of Microsoft C, as Microsoft's `FreeCell` uses it up to 2^31 and PySolFC up to 2^33.
struct Microsoft {
    seed: u64,
    state: u64,
}

impl Microsoft {
    fn new(seed: u64) -> Microsoft {
        Microsoft { seed, state: if seed < 1 << 32 { seed } else { seed - (1 << 32) } }
    }

    fn next(&mut self) -> u64 {
        self.state = (self.state * 214_013 + 2_531_011) % (1 << 33);
        let high = self.state >> 16;
        match self.seed {
            0..0x8000_0000 => high & 0x7fff,
            0x8000_0000..0x1_0000_0000 => high & 0x7fff | 0x8000,
            _ => (high & 0xffff) + 1,
        }
    }
}

/// The 32-bit words of a number above 0, low word first and no word 0 at the end: the key from
/// which CPython's `random.seed` starts the Mersenne Twister.
fn words(number: u128) -> impl Iterator<Item = u32> + Clone {
    (0..number.ilog2() / 32 + 1).map(move |word| (number >> (32 * word)) as u32)
}

/// CPython's `random.random()`: 53 bits of two outputs, in `0.0..1.0`.
fn random(generator: &mut Mt) -> f64 {
    let high = f64::from(generator.next_u32() >> 5);
    let low = f64::from(generator.next_u32() >> 6);
    (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
}

/// A game number of PySolFC: the `N` of `pysol:N` and `ms:N`.
///
/// Either plain, `617`, from 1 to 2^128 - 1 (PySolFC itself stops at 20 digits); or a Microsoft
/// deal, `ms617`, from 1 to 8589934591. Plain numbers up to 31999 deal the cards of the Microsoft
/// deal of the same number, but are different values: a number stays as it was spelled.
///
/// Read as PySolFC shows and reads it: any case, an `L` at the end and blanks and `# - _ . ,`
/// anywhere mean nothing. Written in one way.
///
/// ```
/// use pyramid_engine::PysolNumber;
/// assert_eq!("#ms24".parse::<PysolNumber>()?, PysolNumber::ms(24)?);
/// let number: PysolNumber = " 12_345_678_901L".parse()?;
/// assert_eq!(number, PysolNumber::number(12_345_678_901)?);
/// assert_eq!(number.to_string(), "12345678901");
/// # Ok::<(), pyramid_engine::PysolNumberError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PysolNumber {
    ms: bool,
    value: u128,
}

impl PysolNumber {
    /// The highest Microsoft deal, `ms8589934591`: 2^33 - 1.
    pub const MAX_MS: u64 = (1 << 33) - 1;

    /// The plain number below which, except for 0, PySolFC deals as Microsoft does. (The Python
    /// package `pysol_cards` deals 32000 so as well, PySolFC does not.)
    const FIRST_MERSENNE: u128 = 32_000;

    /// The Microsoft deal of this number, from 1 to [`PysolNumber::MAX_MS`].
    ///
    /// # Errors
    ///
    /// [`Zero`](PysolNumberError::Zero) and [`TooLarge`](PysolNumberError::TooLarge).
    pub const fn ms(number: u64) -> Result<PysolNumber, PysolNumberError> {
        match number {
            0 => Err(PysolNumberError::Zero { ms: true }),
            1..=PysolNumber::MAX_MS => Ok(PysolNumber { ms: true, value: number as u128 }),
            _ => Err(PysolNumberError::TooLarge { ms: true }),
        }
    }

    /// The game of this plain number, from 1.
    ///
    /// # Errors
    ///
    /// [`Zero`](PysolNumberError::Zero).
    pub const fn number(number: u128) -> Result<PysolNumber, PysolNumberError> {
        match number {
            0 => Err(PysolNumberError::Zero { ms: false }),
            _ => Ok(PysolNumber { ms: false, value: number }),
        }
    }

    /// Whether it is spelled as a Microsoft deal, `ms617`.
    pub const fn is_ms(self) -> bool {
        self.ms
    }

    /// The number without the `ms`, never 0.
    pub const fn value(self) -> u128 {
        self.value
    }

    /// The number of the Microsoft deal that it deals, `None` if it deals none.
    ///
    /// ```
    /// use pyramid_engine::PysolNumber;
    /// assert_eq!(PysolNumber::number(31_999)?.microsoft_seed(), Some(31_999));
    /// assert_eq!(PysolNumber::number(32_000)?.microsoft_seed(), None);
    /// # Ok::<(), pyramid_engine::PysolNumberError>(())
    /// ```
    pub const fn microsoft_seed(self) -> Option<u64> {
        if self.ms || self.value < PysolNumber::FIRST_MERSENNE {
            Some(self.value as u64)
        } else {
            None
        }
    }
}

impl fmt::Display for PysolNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.ms { "ms" } else { "" }, self.value)
    }
}

impl FromStr for PysolNumber {
    type Err = PysolNumberError;

    fn from_str(text: &str) -> Result<PysolNumber, PysolNumberError> {
        let dropped = |c: char| c.is_whitespace() || matches!(c, '#' | '-' | '_' | '.' | ',');
        let mut letters = text.char_indices().filter(|&(_, c)| !dropped(c)).peekable();
        let mut take = |wanted| letters.next_if(|&(_, c)| c.eq_ignore_ascii_case(&wanted));
        let ms = match (take('m'), take('s')) {
            (Some(_), Some(_)) => true,
            (None, None) => false,
            (Some((offset, found)), None) | (None, Some((offset, found))) => {
                return Err(PysolNumberError::Letter { offset, found });
            }
        };
        let mut value = None;
        while let Some((offset, found)) = letters.next() {
            let Some(digit) = found.to_digit(10) else {
                if found.eq_ignore_ascii_case(&'l') && value.is_some() && letters.peek().is_none() {
                    break;
                }
                return Err(PysolNumberError::Letter { offset, found });
            };
            let longer = value.unwrap_or(0_u128).checked_mul(10);
            let longer = longer.and_then(|value| value.checked_add(digit.into()));
            value = Some(longer.ok_or(PysolNumberError::TooLarge { ms })?);
        }
        match (value, ms) {
            (None, _) => Err(PysolNumberError::Empty),
            (Some(value), false) => PysolNumber::number(value),
            (Some(value), true) => {
                u64::try_from(value).map_or(Err(PysolNumberError::TooLarge { ms }), PysolNumber::ms)
            }
        }
    }
}

/// Why a text or a value is not a [`PysolNumber`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PysolNumberError {
    /// No digit in the text.
    Empty,
    /// A character that is not part of such a number.
    Letter {
        /// Where it is in the text, in bytes.
        offset: usize,
        /// The character.
        found: char,
    },
    /// There is no game 0.
    Zero {
        /// Whether it is spelled as a Microsoft deal.
        ms: bool,
    },
    /// Above 8589934591 for a Microsoft deal, above 2^128 - 1 for a plain number.
    TooLarge {
        /// Whether it is spelled as a Microsoft deal.
        ms: bool,
    },
}

impl PysolNumberError {
    /// The stable name of the error.
    pub const fn name(&self) -> &'static str {
        match self {
            PysolNumberError::Empty => "pysol-number-empty",
            PysolNumberError::Letter { .. } => "pysol-number-letter",
            PysolNumberError::Zero { .. } => "pysol-number-zero",
            PysolNumberError::TooLarge { .. } => "pysol-number-too-large",
        }
    }

    /// Where in the text the culprit is, in bytes, if it is one character.
    ///
    /// ```
    /// use pyramid_engine::PysolNumber;
    /// let error = "ms 6l7".parse::<PysolNumber>().unwrap_err();
    /// assert_eq!(error.offset(), Some(4));
    /// ```
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            PysolNumberError::Letter { offset, .. } => Some(offset),
            _ => None,
        }
    }
}

impl fmt::Display for PysolNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PysolNumberError::Empty => f.write_str("a game number has digits, as in 617 or ms617"),
            PysolNumberError::Letter { found, .. } => {
                write!(f, "{found:?} is not part of a game number such as 617 or ms617")
            }
            PysolNumberError::Zero { ms } => {
                write!(f, "game numbers begin with {}", if ms { "ms1" } else { "1" })
            }
            PysolNumberError::TooLarge { ms: true } => {
                write!(f, "the highest Microsoft deal is ms{}", PysolNumber::MAX_MS)
            }
            PysolNumberError::TooLarge { ms: false } => {
                write!(f, "the highest game number is {}", u128::MAX)
            }
        }
    }
}

impl std::error::Error for PysolNumberError {}

/// A pack that PySolFC does not deal from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PysolDeckError {
    /// The pack.
    pub deck: Deck,
}

impl PysolDeckError {
    /// The stable name of the error.
    pub const fn name(&self) -> &'static str {
        "pysol-deck"
    }
}

impl fmt::Display for PysolDeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.deck.len();
        write!(f, "game numbers deal packs of 52 or 104 cards, but this pack has {cards}")
    }
}

impl std::error::Error for PysolDeckError {}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use sha2::{Digest, Sha256};

    const DECKS: [Deck; 4] = [Deck::Cards52, Deck::Cards48, Deck::Cards40, Deck::Cards104];

    fn fixture(name: &str) -> String {
        let path = format!("{}/../../fixtures/deals/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The entries of one list of a JSON file, each with the name that assertions give it.
    fn entries(name: &str, list: Option<&str>) -> Vec<(String, Value)> {
        let file: Value = serde_json::from_str(&fixture(name)).unwrap();
        let (values, place) = match list {
            Some(list) => (&file[list], format!("{name} {list}")),
            None => (&file, name.to_string()),
        };
        let values = values.as_array().unwrap();
        assert!(!values.is_empty(), "{place} is empty");
        values
            .iter()
            .enumerate()
            .map(|(number, value)| (format!("{place}[{number}]"), value.clone()))
            .collect()
    }

    fn text(cards: &[Card]) -> String {
        cards.iter().map(ToString::to_string).collect()
    }

    fn game(deck: Deck, number: &str) -> String {
        text(&pysol(deck, number.parse().unwrap()).unwrap())
    }

    #[test]
    fn seeds_of_the_four_packs() {
        let file = fixture("deals.csv");
        let mut rows = 0;
        for (number, line) in file.lines().enumerate().skip(1) {
            let place = format!("deals.csv:{}", number + 1);
            let [pack, seed, cards] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("{place}: three fields");
            };
            let deck = DECKS.into_iter().find(|deck| deck.len().to_string() == pack);
            let deck = deck.unwrap_or_else(|| panic!("{place}: pack {pack}"));
            assert_eq!(text(&seeded(deck, seed.parse().unwrap())), cards, "{place}");
            rows += 1;
        }
        assert_eq!(rows, 28);
    }

    #[test]
    fn seeds_beside_the_deal_codes() {
        for (list, deck) in [("seed_shuffle", Deck::Cards52), ("seed_shuffle_104", Deck::Cards104)]
        {
            for (place, entry) in entries("deal-codes.json", Some(list)) {
                let seed = entry["seed"].as_str().unwrap().parse().unwrap();
                assert_eq!(text(&seeded(deck, seed)), entry["deal"], "{place}");
            }
        }
    }

    #[test]
    fn generator_of_the_seeds() {
        let file: Value = serde_json::from_str(&fixture("deal-codes.json")).unwrap();
        let list = file["xoshiro256ss_splitmix64"].as_object().unwrap();
        assert_eq!(list.len(), 4);
        for (seed, outputs) in list {
            let mut rng = Xoshiro256StarStar::seed_from_u64(seed.parse().unwrap());
            for (number, output) in outputs.as_array().unwrap().iter().enumerate() {
                let place = format!("xoshiro256ss_splitmix64 {seed}[{number}]");
                assert_eq!(format!("{:#018x}", rng.next_u64()), *output, "{place}");
            }
        }
    }

    #[test]
    fn pysolfc_pyramid_games() {
        for (place, entry) in entries("pysolfc-pyramid.json", None) {
            let number: PysolNumber = entry["game"].as_str().unwrap().parse().unwrap();
            assert_eq!(game(Deck::Cards52, &number.to_string()), entry["deal"], "{place}");
            let generator = match number.microsoft_seed() {
                Some(_) => "LCRandom31",
                None => "MTRandom",
            };
            assert_eq!(generator, entry["random"], "{place}");
            // What PySolFC shows deals the same, but it shows `617` as `#ms617`.
            let shown: PysolNumber = entry["shown"].as_str().unwrap().parse().unwrap();
            assert_eq!(shown.microsoft_seed(), number.microsoft_seed(), "{place}");
            assert_eq!(shown.value(), number.value(), "{place}");
        }
    }

    #[test]
    fn pysolfc_variants() {
        for (place, entry) in entries("pysolfc-variants.json", None) {
            let deal = entry["deal_order"].as_str().unwrap();
            let deck = match deal.len() {
                104 => Deck::Cards52,
                208 => Deck::Cards104,
                length => panic!("{place}: deal of {length} letters"),
            };
            assert_eq!(game(deck, entry["game"].as_str().unwrap()), deal, "{place}");
        }
    }

    /// The sum was taken over what PySolFC 3.6.1 deals.
    #[test]
    fn pysolfc_games_1_to_33000() {
        let mut sum = Sha256::new();
        for number in 1..=33_000 {
            let cards = pysol(Deck::Cards52, PysolNumber::number(number).unwrap()).unwrap();
            sum.update(text(&cards));
            sum.update("\n");
        }
        let sum: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(sum, "64c242eb0dfac0cb5cb25de3de6e23a493ba0e1791c904a910bb8ac9ffa74135");
    }

    #[test]
    fn shuffles_keep_the_pack() {
        for deck in DECKS {
            let sorted = |cards: Vec<Card>| {
                let mut cards = cards;
                cards.sort_unstable();
                cards
            };
            let pack = sorted(deck.new_deck().collect());
            assert_eq!(sorted(seeded(deck, 1)), pack);
            for number in ["1", "31999", "32000", "ms8589934591", "4294967296"] {
                let number = number.parse().unwrap();
                match pysol(deck, number) {
                    Ok(cards) => assert_eq!(sorted(cards), pack, "{number} of {deck:?}"),
                    Err(error) => {
                        assert_eq!(error, PysolDeckError { deck });
                        assert!(matches!(deck, Deck::Cards48 | Deck::Cards40), "{deck:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn spellings_of_numbers() {
        for (spelling, canonical) in [
            ("617", "617"),
            ("ms617", "ms617"),
            ("MS617", "ms617"),
            ("#ms24", "ms24"),
            ("# ms-24 L", "ms24"),
            ("#00000000000000032000", "32000"),
            ("12345678901234567890L", "12345678901234567890"),
            ("99999999999999999999", "99999999999999999999"),
            ("1,000.000_l", "1000000"),
            ("\u{2003}7\t", "7"),
            ("ms8589934591", "ms8589934591"),
            ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ] {
            let number: PysolNumber = spelling.parse().unwrap();
            assert_eq!(number.to_string(), canonical, "{spelling}");
            assert_eq!(canonical.parse(), Ok(number));
        }
        assert_ne!("617".parse::<PysolNumber>(), "ms617".parse());
    }

    #[test]
    fn texts_that_are_no_number() {
        use PysolNumberError::{Empty, Letter, TooLarge, Zero};
        for (text, error) in [
            ("", Empty),
            (" # ", Empty),
            ("ms", Empty),
            ("L", Letter { offset: 0, found: 'L' }),
            ("617LL", Letter { offset: 3, found: 'L' }),
            ("6L17", Letter { offset: 1, found: 'L' }),
            ("m617", Letter { offset: 0, found: 'm' }),
            (" s617", Letter { offset: 1, found: 's' }),
            ("msms1", Letter { offset: 2, found: 'm' }),
            ("é1", Letter { offset: 0, found: 'é' }),
            ("#1é", Letter { offset: 2, found: 'é' }),
            ("٣", Letter { offset: 0, found: '٣' }),
            ("+5", Letter { offset: 0, found: '+' }),
            ("0", Zero { ms: false }),
            ("ms000", Zero { ms: true }),
            ("ms8589934592", TooLarge { ms: true }),
            ("ms18446744073709551617", TooLarge { ms: true }),
            ("340282366920938463463374607431768211456", TooLarge { ms: false }),
            ("ms3402823669209384634633746074317682114560", TooLarge { ms: true }),
        ] {
            assert_eq!(text.parse::<PysolNumber>(), Err(error), "{text:?}");
        }
    }
}
