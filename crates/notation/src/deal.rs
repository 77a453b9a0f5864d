//! Deals in every spelling: cards, structured text, seeds, game numbers, dates, deal codes.

mod error;

use std::fmt;
use std::ops::Range;

use pyramid_engine::{
    Card, Deal, Deck, DeckError, Layout, Piles, Preset, PysolNumber, RuleSet, pysol,
};

use crate::cards::two_letters;
use crate::code::{self, DealCode};
use crate::day::Day;
use crate::groups::{self, Group, Item};
use crate::position::{cards, one_pile, read_rows};

pub use error::{DealTextError, DealTextErrorKind};

/// A name that stands for a deal: what `from:` says.
///
/// `Display` writes it canonically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// `seed:N`, the project's own shuffle.
    Seed(u64),
    /// `ms:N`, a deal of the Microsoft games.
    Ms(u64),
    /// `pysol:N`, a game number of PySolFC.
    Pysol(PysolNumber),
    /// `daily:YYYY-MM-DD`, the same for everybody on that day.
    Daily(Day),
    /// A deal code.
    Code(DealCode),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Seed(seed) => write!(f, "seed:{seed}"),
            Source::Ms(number) => write!(f, "ms:{number}"),
            Source::Pysol(number) => write!(f, "pysol:{number}"),
            Source::Daily(day) => write!(f, "daily:{day}"),
            Source::Code(code) => match code::encode(code.deck, code.rules, &code.cards) {
                Ok(text) => f.write_str(&text),
                Err(error) => write!(f, "{error}"),
            },
        }
    }
}

impl Source {
    /// Whether a text is meant as the name of a deal: a word with a colon, or a deal code.
    ///
    /// ```
    /// use pyramid_notation::Source;
    /// assert!(Source::is_meant("seed:7") && Source::is_meant("PYR1 QQZ0"));
    /// assert!(!Source::is_meant("Kc/4c9c | 2c2d"));
    /// ```
    pub fn is_meant(text: &str) -> bool {
        let text = text.trim_start();
        let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
        let rest = &text[word.len()..];
        rest.starts_with(':') && word.len() > 1
            || text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("pyr"))
    }

    /// Reads the name of a deal.
    ///
    /// ```
    /// use pyramid_notation::Source;
    /// assert_eq!(Source::read("daily:2026-11-30")?.to_string(), "daily:2026-11-30");
    /// assert_eq!(Source::read("seed:7")?, Source::Seed(7));
    /// # Ok::<(), pyramid_notation::DealTextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DealTextError`], with the bytes that are wrong.
    pub fn read(text: &str) -> Result<Source, DealTextError> {
        let blank = text.len() - text.trim_start().len();
        let body = text.trim();
        let fail = |range: Range<usize>, kind| {
            Err(DealTextError { span: range.start + blank..range.end + blank, kind })
        };
        let Some((kind, value)) = body.split_once(':').filter(|_| !body.is_empty()) else {
            return match code::decode(body) {
                Ok(code) => Ok(Source::Code(code)),
                Err(error) => fail(error.range.clone(), DealTextErrorKind::Code(error)),
            };
        };
        let at = kind.len() + 1..body.len();
        match &*kind.to_ascii_lowercase() {
            "seed" => match value.trim().parse() {
                Ok(seed) if is_digits(value) => Ok(Source::Seed(seed)),
                _ => fail(at, DealTextErrorKind::Seed),
            },
            "ms" => match value.trim().parse().ok().filter(|_| is_digits(value)) {
                Some(number) => match PysolNumber::ms(number) {
                    Ok(_) => Ok(Source::Ms(number)),
                    Err(error) => fail(at, DealTextErrorKind::Number(error)),
                },
                None => fail(at, DealTextErrorKind::MsNumber),
            },
            "pysol" => match value.parse() {
                Ok(number) => Ok(Source::Pysol(number)),
                Err(error) => {
                    let letter = error.offset().map(|offset| {
                        let from = at.start + offset;
                        from..from + body[from..].chars().next().map_or(0, char::len_utf8)
                    });
                    fail(letter.unwrap_or(at), DealTextErrorKind::Number(error))
                }
            },
            "daily" => match Day::read(value.trim()) {
                Some(day) => Ok(Source::Daily(day)),
                None => fail(at, DealTextErrorKind::Day),
            },
            _ => fail(0..kind.len(), DealTextErrorKind::Source),
        }
    }

    /// The rules a deal code names, with the rules of its pack if it names none; `None` for other
    /// sources.
    pub fn rules(&self) -> Option<RuleSet> {
        let Source::Code(code) = self else { return None };
        let number = code.rules.unwrap_or(match code.deck {
            Deck::Cards48 => 21,
            Deck::Cards40 => 22,
            Deck::Cards52 | Deck::Cards104 => 1,
        });
        Preset::by_number(number).map(RuleSet::from)
    }

    /// The deal under some rules.
    ///
    /// # Errors
    ///
    /// If the source has no deal of the rules' pack.
    pub fn deal(&self, rules: &pyramid_engine::Rules) -> Result<Deal, DealTextErrorKind> {
        let deck = rules.deck;
        let number = |number| match pysol(deck, number) {
            Ok(cards) => Deal::new(rules, cards).map_err(DealTextErrorKind::Deck),
            Err(error) => Err(DealTextErrorKind::PysolDeck(error)),
        };
        match self {
            Source::Seed(seed) => Ok(Deal::seeded(rules, *seed)),
            Source::Daily(day) => Ok(Deal::seeded(rules, day.seed())),
            Source::Ms(ms) => number(PysolNumber::ms(*ms).map_err(DealTextErrorKind::Number)?),
            Source::Pysol(pysol) => number(*pysol),
            Source::Code(code) if code.deck != deck => {
                Err(DealTextErrorKind::CodeDeck { code: code.deck, rules: deck })
            }
            Source::Code(code) => {
                Deal::new(rules, code.cards.clone()).map_err(DealTextErrorKind::Deck)
            }
        }
    }
}

fn is_digits(text: &str) -> bool {
    text.trim().bytes().all(|byte| byte.is_ascii_digit())
}

/// A deal as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealText {
    /// The deal.
    pub deal: Deal,
    /// The name it was given by, if it was not given as cards.
    pub source: Option<Source>,
}

/// Reads a deal in any spelling.
///
/// A text with `|` is structured and must fit the layout; a text without is a pack in dealing
/// order, in any layout of blanks, line ends, commas and `/`.
///
/// ```
/// use pyramid_engine::Rules;
/// use pyramid_notation::read_deal;
/// let layout = Rules::PYRAMID.validate().unwrap();
/// let named = read_deal("seed:7", &layout)?;
/// let cards = read_deal(&named.deal.write(&layout), &layout)?;
/// assert_eq!(named.deal, cards.deal);
/// # Ok::<(), pyramid_notation::DealTextError>(())
/// ```
///
/// # Errors
///
/// [`DealTextError`], with the bytes that are wrong.
pub fn read_deal(text: &str, layout: &Layout) -> Result<DealText, DealTextError> {
    if Source::is_meant(text) {
        let source = Source::read(text)?;
        let deal = source.deal(layout.rules()).map_err(|kind| {
            let blank = text.len() - text.trim_start().len();
            DealTextError { span: blank..text.trim_end().len().max(blank), kind }
        })?;
        return Ok(DealText { deal, source: Some(source) });
    }
    if let Some(deal) = canonical(text, layout) {
        return Ok(DealText { deal, source: None });
    }
    let groups = groups::scan(text).map_err(DealTextError::from_groups)?;
    let deal = match groups.as_slice() {
        [_] => in_dealing_order(text, &groups[0], layout)?,
        _ => structured(text, &groups, layout)?,
    };
    Ok(DealText { deal, source: None })
}

/// Reads the canonical text of a deal, which nearly all records have; `None` for anything else,
/// which the reader of all spellings then reads or explains.
fn canonical(text: &str, layout: &Layout) -> Option<Deal> {
    let rules = layout.rules();
    let mut rest = text.as_bytes();
    let mut found = Vec::with_capacity(rules.deck.len());
    let mut pile = |count: usize, sign: &[u8]| {
        let (start, more) = rest.split_at_checked(2 * count)?;
        rest = more.strip_prefix(sign)?;
        for letters in start.chunks_exact(2) {
            let (card, written) = two_letters(letters[0], letters[1])?;
            written.then(|| found.push(card))?;
        }
        Some(())
    };
    let rows = layout.rows();
    for (i, row) in rows.iter().enumerate() {
        pile(row.places.len(), if i + 1 == rows.len() { b" | " } else { b"/" })?;
    }
    let (stock, reserve) = (rules.stock_len(), rules.reserve);
    pile(stock, if stock == 0 { b"-" } else { b"" })?;
    for pile_number in 0..reserve.map_or(0, |reserve| reserve.piles) {
        pile(0, if pile_number == 0 { b" | " } else { b"/" })?;
        pile(reserve?.depth as usize, b"")?;
    }
    let apex = rules.apex.is_none_or(|apex| found.first() == Some(&apex));
    if !rest.is_empty() || !apex {
        return None;
    }
    if reserve.is_none() {
        return Deal::new(rules, found).ok();
    }
    let (tableau, hand) = found.split_at(layout.tableau_len());
    let (stock, reserve_cards) = hand.split_at(stock);
    let piles = Piles {
        tableau: tableau.iter().copied().map(Some).collect(),
        stock: stock.to_vec(),
        reserve: reserve_cards.chunks(reserve?.depth as usize).map(<[Card]>::to_vec).collect(),
        ..Piles::default()
    };
    Deal::from_piles(rules, &piles).ok()
}

/// The cards of a deal's or position's text with their bytes, in the order of the text; none if it
/// is not written as cards.
///
/// ```
/// use pyramid_notation::card_spans;
/// let cards = card_spans("Kc/4c9c | 2c");
/// assert_eq!(cards[3], ("2c".parse().unwrap(), 10..12));
/// ```
pub fn card_spans(text: &str) -> Vec<(Card, Range<usize>)> {
    let groups = if Source::is_meant(text) { Ok(Vec::new()) } else { groups::scan(text) };
    groups
        .unwrap_or_default()
        .into_iter()
        .flat_map(|group| group.piles)
        .flat_map(|pile| pile.items)
        .filter_map(|item| item.card.map(|card| (card, item.span)))
        .collect()
}

fn in_dealing_order(text: &str, group: &Group, layout: &Layout) -> Result<Deal, DealTextError> {
    let items: Vec<&Item> = group.piles.iter().flat_map(|pile| &pile.items).collect();
    if items.is_empty() {
        return Err(DealTextError { span: 0..text.len(), kind: DealTextErrorKind::Empty });
    }
    let mut dealt = Vec::with_capacity(items.len());
    for item in &items {
        dealt.push(item.card.ok_or_else(|| DealTextError::removed(item))?);
    }
    Deal::new(layout.rules(), dealt).map_err(|error| DealTextError::deck(error, text, &items))
}

fn structured(text: &str, groups: &[Group], layout: &Layout) -> Result<Deal, DealTextError> {
    let rules = layout.rules();
    let expected = if rules.reserve.is_some() { 3 } else { 2 };
    if groups.len() != expected {
        let kind = DealTextErrorKind::Fields { expected, found: groups.len() };
        return Err(DealTextError { span: 0..text.len(), kind });
    }
    let rows = read_rows(&groups[0], layout)?;
    let stock = one_pile(&groups[1])?;
    let reserve = groups.get(2).map_or(&[][..], |group| &group.piles);
    if let (Some(piles), Some(group)) = (rules.reserve, groups.get(2)) {
        let fits = reserve.len() == piles.piles as usize
            && reserve.iter().all(|pile| pile.items.len() == piles.depth as usize);
        if !fits {
            let kind = DealTextErrorKind::Reserve { piles: piles.piles, depth: piles.depth };
            return Err(DealTextError { span: group.span.clone(), kind });
        }
    }
    // The pack first: a stock of the wrong length is best told by the card that is missing.
    let items: Vec<&Item> =
        rows.iter().chain(stock).chain(reserve.iter().flat_map(|pile| &pile.items)).collect();
    let mut all = Vec::with_capacity(items.len());
    for item in &items {
        all.push(item.card.ok_or_else(|| DealTextError::removed(item))?);
    }
    DeckError::check(rules.deck, &all).map_err(|error| DealTextError::deck(error, text, &items))?;
    if let (Some(apex), Some(first)) = (rules.apex, rows.first())
        && first.card != Some(apex)
    {
        return Err(DealTextError {
            span: first.span.clone(),
            kind: DealTextErrorKind::Apex { apex },
        });
    }
    let piles = Piles {
        tableau: rows.iter().map(|item| item.card).collect(),
        stock: cards(stock)?,
        reserve: reserve.iter().map(|pile| cards(&pile.items)).collect::<Result<_, _>>()?,
        ..Piles::default()
    };
    Deal::from_piles(rules, &piles).map_err(|error| DealTextError {
        span: 0..text.len(),
        kind: DealTextErrorKind::Deck(error),
    })
}
