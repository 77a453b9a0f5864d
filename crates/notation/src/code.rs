//! Deal codes: a whole deal, and the game it is for, in one word of 58 letters and figures.
//!
//! `pyr1`, 48 letters that are the base-32 digits of a 240-bit number, most significant first, and
//! six check letters, those of Bech32m ([BIP 350]) with the prefix `pyr`. The number is
//!
//! | bits | content |
//! |---|---|
//! | 239 to 235 | the pack: 0 = 52 cards, 1 = 48, 2 = 40 |
//! | 234 to 226 | the number of the preset, 0 if it is not said |
//! | 225 to 0 | the rank of the deal among all orders of the pack, the new deck being 0 |
//!
//! The check letters find every error of up to four letters ([BIP 173]), and for one wrong letter
//! there is exactly one that makes the code right. It is named in the error and never put in.
//!
//! [BIP 173]: https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki
//! [BIP 350]: https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki

mod error;

use std::ops::Range;

use bech32::primitives::checksum::{Checksum, Engine};
use bech32::{Bech32m, Fe32, Fe32IterExt, Hrp};
use pyramid_engine::{Card, Deck, DeckError, Preset};

pub use error::{CodeError, CodeErrorKind, EncodeError, Repair};

/// The packs in the order of their numbers. Two packs would not fit.
const PACKS: [Deck; 3] = [Deck::Cards52, Deck::Cards48, Deck::Cards40];

const HRP: Hrp = Hrp::parse_unchecked("pyr");
const PREFIX: &str = "pyr1";
/// Letters after the prefix that carry the number.
const DIGITS: usize = 48;
/// All letters after the prefix.
const SYMBOLS: usize = DIGITS + Bech32m::CHECKSUM_LENGTH;
/// The digits that hold the number of the preset; the last bit of the second is the rank's.
const RULES: Range<usize> = 1..3;
/// The digits that hold the rank only. Bit 225 is in the digit before.
const RANK: Range<usize> = 3..DIGITS;

/// What a deal code says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealCode {
    /// The pack; never two packs.
    pub deck: Deck,
    /// The number of the [`Preset`], which is played with that pack, if the code says one.
    pub rules: Option<u16>,
    /// The whole pack in dealing order.
    pub cards: Vec<Card>,
}

/// Writes the code of a deal. `cards` is the whole pack in dealing order.
///
/// # Errors
///
/// For two packs, for a preset that is not known or is played with another pack (`Some(0)` is
/// `None`), and if the cards are not the pack.
///
/// ```
/// use pyramid_engine::{Deck, seeded};
/// use pyramid_notation::code;
/// let text = code::encode(Deck::Cards52, Some(1), &seeded(Deck::Cards52, 42))?;
/// assert_eq!(text, "pyr1qqrqn283q6nm0sw4fs9c3xm6t7uy0t5angud5tv9afl7lcw0fjqrkr");
/// # Ok::<(), code::EncodeError>(())
/// ```
pub fn encode(
    deck: Deck,
    rules_number: Option<u16>,
    cards: &[Card],
) -> Result<String, EncodeError> {
    let pack = PACKS.iter().position(|&pack| pack == deck).ok_or(EncodeError::TwoPacks)?;
    let number = rules_number.unwrap_or(0);
    check_rules(number, deck).map_err(|preset| EncodeError::Rules { number, deck, preset })?;
    DeckError::check(deck, cards)?;

    let mut rank = Wide::default();
    for (place, card) in cards.iter().enumerate() {
        let after = &cards[place + 1..];
        let lower = after.iter().filter(|other| order(other) < order(card)).count();
        rank.multiply_add(1 + after.len() as u32, lower as u32);
    }
    let mut digits = [Fe32::Q; DIGITS];
    for digit in digits[RANK].iter_mut().rev() {
        *digit = symbol(rank.divide(32));
    }
    let number = u32::from(number);
    digits[0] = symbol(pack as u32);
    digits[1] = symbol(number >> 4);
    digits[2] = symbol((number & 15) << 1 | rank.divide(2));
    Ok(digits.into_iter().with_checksum::<Bech32m>(&HRP).chars().collect())
}

/// Reads a deal code. Any case; blanks and `-` mean nothing.
///
/// # Errors
///
/// In this order: the first wrong letter of the prefix; the first letter that is never used; a
/// number of letters other than 58; wrong check letters; a pack, a preset or a rank that does not
/// exist.
///
/// ```
/// use pyramid_engine::Deck;
/// use pyramid_notation::code;
/// let text = "PYR1 qqrqn283 q6nm0sw4 fs9c3xm6 t7uy0t5a ngud5tv9 afl7lcw0 fjqrkr";
/// let deal = code::decode(text)?;
/// assert_eq!((deal.deck, deal.rules), (Deck::Cards52, Some(1)));
/// assert_eq!(deal.cards[0].to_string(), "Th");
///
/// let error = code::decode(&text.replace("fjqrkr", "fjgrkr")).unwrap_err();
/// assert_eq!(error.name(), "code-checksum");
/// assert_eq!(
///     error.to_string(),
///     "this deal code has a typing error: `g`, its letter 55, is probably `q`",
/// );
/// assert_eq!(&text[error.range], "q");
/// # Ok::<(), code::CodeError>(())
/// ```
pub fn decode(text: &str) -> Result<DealCode, CodeError> {
    let (symbols, places) = read_symbols(text)?;
    if *checksum_of(&symbols).residue() != Bech32m::TARGET_RESIDUE {
        let repair = repair(&symbols).map(|(place, letter)| {
            let mut repaired = symbols;
            repaired[place] = letter;
            Repair {
                offset: places[place],
                position: PREFIX.len() + place + 1,
                found: symbols[place].to_char(),
                letter: letter.to_char(),
                deals: pack(&repaired).and_then(|deck| unrank(&repaired, deck)).is_some(),
            }
        });
        let range = match repair {
            Some(repair) if repair.deals => repair.offset..repair.offset + 1,
            _ => places[0]..places[SYMBOLS - 1] + 1,
        };
        return Err(CodeError { range, kind: CodeErrorKind::Checksum { repair } });
    }
    let error = |digits: Range<usize>, kind| CodeError {
        range: places[digits.start]..places[digits.end - 1] + 1,
        kind,
    };
    let deck = pack(&symbols)
        .ok_or_else(|| error(0..1, CodeErrorKind::Pack { number: symbols[0].to_u8() }))?;
    let number = u16::from(symbols[1].to_u8()) << 4 | u16::from(symbols[2].to_u8() >> 1);
    check_rules(number, deck)
        .map_err(|preset| error(RULES, CodeErrorKind::Rules { number, deck, preset }))?;
    let cards = unrank(&symbols, deck).ok_or_else(|| error(RANK, CodeErrorKind::Rank { deck }))?;
    Ok(DealCode { deck, rules: (number != 0).then_some(number), cards })
}

/// A code in groups to read aloud or copy by hand, in lower case: the prefix, then six letters each,
/// the last group being the check letters. [`decode`] reads it back.
///
/// ```
/// use pyramid_notation::code;
/// let text = "pyr1qqrqn283q6nm0sw4fs9c3xm6t7uy0t5angud5tv9afl7lcw0fjqrkr";
/// let groups = "pyr1-qqrqn2-83q6nm-0sw4fs-9c3xm6-t7uy0t-5angud-5tv9af-l7lcw0-fjqrkr";
/// assert_eq!(code::grouped(text), groups);
/// assert_eq!(code::decode(groups), code::decode(text));
/// ```
pub fn grouped(code: &str) -> String {
    let mut groups = String::with_capacity(code.len() + code.len() / 6 + 1);
    for (place, letter) in code.chars().filter(|&letter| !is_ignored(letter)).enumerate() {
        if place >= PREFIX.len() && (place - PREFIX.len()).is_multiple_of(6) {
            groups.push('-');
        }
        groups.push(letter.to_ascii_lowercase());
    }
    groups
}

fn is_ignored(letter: char) -> bool {
    letter == '-' || letter.is_whitespace()
}

/// The letters after the prefix and the byte offset of each.
fn read_symbols(text: &str) -> Result<([Fe32; SYMBOLS], [usize; SYMBOLS]), CodeError> {
    let error =
        |offset, letter: char, kind| CodeError { range: offset..offset + letter.len_utf8(), kind };
    let mut letters = text.char_indices().filter(|&(_, letter)| !is_ignored(letter));
    let mut end = 0;
    for (read, expected) in PREFIX.chars().enumerate() {
        match letters.next() {
            Some((offset, found)) if found.eq_ignore_ascii_case(&expected) => end = offset + 1,
            Some((offset, found)) => {
                return Err(error(offset, found, CodeErrorKind::Prefix { found, expected }));
            }
            None => {
                let kind = CodeErrorKind::Length { letters: read };
                return Err(CodeError { range: end..end, kind });
            }
        }
    }
    let mut symbols = [Fe32::Q; SYMBOLS];
    let mut places = [0; SYMBOLS];
    let mut count = 0;
    let mut surplus = None;
    for (offset, found) in letters {
        let Ok(symbol) = Fe32::from_char(found) else {
            return Err(error(offset, found, CodeErrorKind::Symbol { found }));
        };
        if count < SYMBOLS {
            symbols[count] = symbol;
            places[count] = offset;
        } else {
            surplus.get_or_insert(offset);
        }
        count += 1;
        end = offset + 1;
    }
    if count == SYMBOLS {
        Ok((symbols, places))
    } else {
        let kind = CodeErrorKind::Length { letters: PREFIX.len() + count };
        Err(CodeError { range: surplus.unwrap_or(end)..end, kind })
    }
}

fn checksum_of(symbols: &[Fe32]) -> Engine<Bech32m> {
    let mut checksum = Engine::new();
    checksum.input_hrp(HRP);
    for &symbol in symbols {
        checksum.input_fe(symbol);
    }
    checksum
}

/// The one letter that makes wrong check letters right, and its place, if there is one. Two would
/// be codes that differ in two letters only, which Bech32m excludes.
///
/// All 54 · 31 are tried: the corrector of the crate `bech32` (0.12.0) panics for about one in a
/// thousand codes with several wrong letters.
fn repair(symbols: &[Fe32; SYMBOLS]) -> Option<(usize, Fe32)> {
    let mut before = checksum_of(&[]);
    for (place, &found) in symbols.iter().enumerate() {
        for letter in Fe32::iter_alpha().filter(|&letter| letter != found) {
            let mut checksum = before;
            checksum.input_fe(letter);
            for &symbol in &symbols[place + 1..] {
                checksum.input_fe(symbol);
            }
            if *checksum.residue() == Bech32m::TARGET_RESIDUE {
                return Some((place, letter));
            }
        }
        before.input_fe(found);
    }
    None
}

fn pack(symbols: &[Fe32; SYMBOLS]) -> Option<Deck> {
    PACKS.get(usize::from(symbols[0].to_u8())).copied()
}

/// The deal of the rank in the code, `None` if the pack has fewer orders.
fn unrank(symbols: &[Fe32; SYMBOLS], deck: Deck) -> Option<Vec<Card>> {
    let mut rank = Wide::default();
    rank.multiply_add(32, u32::from(symbols[2].to_u8() & 1));
    for digit in &symbols[RANK] {
        rank.multiply_add(32, u32::from(digit.to_u8()));
    }
    // The digits of the rank in the factorial base, the last card's first.
    let mut lower = [0; Card::COUNT];
    let lower = &mut lower[..deck.len()];
    for (radix, lower) in (1..).zip(lower.iter_mut().rev()) {
        *lower = rank.divide(radix) as usize;
    }
    if rank != Wide::default() {
        return None;
    }
    // What is not dealt yet is in the order of the new deck.
    let mut cards: Vec<Card> = deck.new_deck().collect();
    for (place, &lower) in lower.iter().enumerate() {
        cards[place..=place + lower].rotate_right(1);
    }
    Some(cards)
}

/// Orders cards as in the new deck.
fn order(card: &Card) -> impl Ord + use<> {
    (card.suit(), card.rank())
}

/// Whether a code of this pack may carry this number; if not, the preset of another pack that it
/// belongs to, if any.
fn check_rules(number: u16, deck: Deck) -> Result<(), Option<&'static Preset>> {
    match (number, Preset::by_number(number)) {
        (0, _) => Ok(()),
        (_, Some(preset)) if preset.rules.deck == deck => Ok(()),
        (_, preset) => Err(preset),
    }
}

fn symbol(digit: u32) -> Fe32 {
    Fe32::try_from(digit as u8).expect("a digit has five bits")
}

/// An unsigned integer of 256 bits, low word first. 52! has 226.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Wide([u32; 8]);

impl Wide {
    /// Multiplies by `factor` and adds `term`; what goes beyond 256 bits is lost.
    fn multiply_add(&mut self, factor: u32, term: u32) {
        let mut carry = u64::from(term);
        for word in &mut self.0 {
            let product = u64::from(*word) * u64::from(factor) + carry;
            *word = product as u32;
            carry = product >> 32;
        }
    }

    /// Divides by `divisor`, which is not 0, and returns the remainder.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut remainder = 0;
        for word in self.0.iter_mut().rev() {
            let dividend = remainder << 32 | u64::from(*word);
            *word = (dividend / u64::from(divisor)) as u32;
            remainder = dividend % u64::from(divisor);
        }
        remainder as u32
    }
}
