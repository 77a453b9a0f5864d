//! The named games: one row each, and the rules line that names one with its deviations.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::keys::{KEYS, Key};
use crate::reasons::RulesError;
use crate::values::{End, Goal, Matching, Passes, RedealOrder, Reserve, Scoring, Shape, Stock};
use crate::{Card, Deck, Layout, Rank, Rules, Suit};

/// A named game. A name never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The number a deal code carries, 1 to 255.
    pub number: u16,
    /// The name a rules line begins with.
    pub name: &'static str,
    /// Other names that are read and never written.
    pub aliases: &'static [&'static str],
    /// The rules.
    pub rules: Rules,
}

impl Preset {
    /// All presets, by number.
    pub fn all() -> &'static [Preset] {
        &PRESETS
    }

    /// The preset of this name or alias, in lower case.
    ///
    /// ```
    /// use pyramid_engine::Preset;
    /// assert_eq!(Preset::by_name("msc").map(|preset| preset.name), Some("microsoft"));
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name || preset.aliases.contains(&name))
    }

    /// The preset of this number.
    pub fn by_number(number: u16) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.number == number)
    }
}

/// A game as a rules line says it: a preset and the rules that result from its deviations.
///
/// `Display` writes the canonical line: the preset's name, then the keys that differ from it.
/// Lines are read in any case.
///
/// ```
/// use pyramid_engine::RuleSet;
/// let rules: RuleSet = "pyramid score=left passes=2 stock=closed".parse()?;
/// assert_eq!(rules.to_string(), "pyramid stock=closed passes=2");
/// # Ok::<(), pyramid_engine::RulesLineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    preset: &'static Preset,
    rules: Rules,
}

impl RuleSet {
    /// The preset the line names.
    pub fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The layout; the rules of a rule set are always valid.
    pub fn layout(&self) -> Layout {
        Layout::derive(self.rules)
    }

    /// Whether the line has deviations from its preset.
    ///
    /// ```
    /// use pyramid_engine::RuleSet;
    /// let rules: RuleSet = "pyramid passes=2".parse()?;
    /// assert!(rules.deviates());
    /// assert_eq!(rules.preset().name, "pyramid");
    /// # Ok::<(), pyramid_engine::RulesLineError>(())
    /// ```
    pub fn deviates(&self) -> bool {
        self.rules != self.preset.rules
    }
}

impl From<&'static Preset> for RuleSet {
    fn from(preset: &'static Preset) -> RuleSet {
        RuleSet { preset, rules: preset.rules }
    }
}

impl Default for RuleSet {
    /// The preset `pyramid`.
    fn default() -> RuleSet {
        RuleSet::from(&PRESETS[0])
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name)?;
        for key in &KEYS {
            let value = key.get(&self.rules);
            if value != key.get(&self.preset.rules) {
                write!(f, " {}={value}", key.name)?;
            }
        }
        Ok(())
    }
}

impl FromStr for RuleSet {
    type Err = RulesLineError;

    fn from_str(text: &str) -> Result<RuleSet, RulesLineError> {
        let mut words = words(text);
        let Some((name_at, name)) = words.next() else {
            return Err(RulesLineError { span: 0..text.len(), kind: RulesLineErrorKind::Empty });
        };
        let name = &*name.to_ascii_lowercase();
        let preset = Preset::by_name(name).ok_or_else(|| {
            let names = PRESETS.iter().flat_map(|p| std::iter::once(&p.name).chain(p.aliases));
            RulesLineError {
                span: name_at.clone(),
                kind: RulesLineErrorKind::UnknownName {
                    name: name.to_owned(),
                    nearest: nearest(name, names.copied()),
                },
            }
        })?;
        let mut rules = preset.rules;
        let mut seen: Vec<&str> = Vec::new();
        for (span, word) in words {
            let fail = |kind| Err(RulesLineError { span: span.clone(), kind });
            let Some((key, value)) = word.split_once('=') else {
                return fail(RulesLineErrorKind::NoValue { word: word.to_owned() });
            };
            let key = &*key.to_ascii_lowercase();
            let value = value.to_ascii_lowercase();
            // `redeals=n` is read as `passes=n+1`.
            let redeals = key == "redeals";
            let Some(entry) = Key::by_name(if redeals { "passes" } else { key }) else {
                return fail(RulesLineErrorKind::UnknownKey {
                    key: key.to_owned(),
                    nearest: nearest(key, KEYS.iter().map(|key| key.name)),
                });
            };
            let digit = value.parse().ok().filter(|&n: &u8| n < 9 && value.len() == 1);
            let value_read = match digit {
                Some(redeals_left) if redeals => (redeals_left + 1).to_string(),
                None if redeals && value != "any" => String::new(),
                _ => value.clone(),
            };
            if seen.contains(&entry.name) {
                return fail(RulesLineErrorKind::Repeated { key: entry.name });
            }
            seen.push(entry.name);
            if entry.set(&mut rules, &value_read).is_none() {
                return fail(RulesLineErrorKind::UnknownValue {
                    key: if redeals { "redeals" } else { entry.name },
                    value,
                    values: if redeals { "0 to 8, any" } else { entry.values },
                });
            }
        }
        match rules.validate() {
            Ok(_) => Ok(RuleSet { preset, rules }),
            Err(reasons) => Err(RulesLineError {
                span: name_at.start..text.trim_end().len(),
                kind: RulesLineErrorKind::Invalid(reasons),
            }),
        }
    }
}

/// The blank-separated words of a text with their byte ranges.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_ascii_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), word)
    })
}

/// The candidate nearest to a mistyped word, if one is near enough to be meant.
///
/// ```
/// assert_eq!(pyramid_engine::nearest("piramid", ["pyramid", "giza"]), Some("pyramid"));
/// assert_eq!(pyramid_engine::nearest("chess", ["pyramid", "giza"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(64).flat_map(char::to_lowercase).collect();
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&word, candidate), candidate))
        .filter(|&(distance, candidate)| distance * 3 <= candidate.len().max(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// A rules line that does not name a playable game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesLineError {
    /// The bytes of the line that are wrong.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub kind: RulesLineErrorKind,
}

/// What is wrong with a rules line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesLineErrorKind {
    /// There is no name.
    Empty,
    /// No preset has this name.
    UnknownName {
        /// The name as written.
        name: String,
        /// A preset of a similar name.
        nearest: Option<&'static str>,
    },
    /// A word without `=`.
    NoValue {
        /// The word.
        word: String,
    },
    /// No key has this name.
    UnknownKey {
        /// The key as written.
        key: String,
        /// A key of a similar name.
        nearest: Option<&'static str>,
    },
    /// The key has no such value.
    UnknownValue {
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// The values it may have, in words.
        values: &'static str,
    },
    /// A key stands twice.
    Repeated {
        /// The key.
        key: &'static str,
    },
    /// The combination cannot be dealt or played.
    Invalid(Vec<RulesError>),
}

impl RulesLineError {
    /// The stable name: `rules`, or `rules-invalid` for a combination that cannot be played.
    pub fn name(&self) -> &'static str {
        match self.kind {
            RulesLineErrorKind::Invalid(_) => "rules-invalid",
            _ => "rules",
        }
    }
}

impl fmt::Display for RulesLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suggest = |f: &mut fmt::Formatter<'_>, nearest: &Option<&str>| match nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`"),
            None => Ok(()),
        };
        match &self.kind {
            RulesLineErrorKind::Empty => f.write_str("the rules need a name, such as `pyramid`"),
            RulesLineErrorKind::UnknownName { name, nearest } => {
                write!(f, "no game is called `{name}`")?;
                suggest(f, nearest)
            }
            RulesLineErrorKind::NoValue { word } => {
                write!(f, "`{word}` is not `key=value`")
            }
            RulesLineErrorKind::UnknownKey { key, nearest } => {
                write!(f, "no rules key is called `{key}`")?;
                suggest(f, nearest)
            }
            RulesLineErrorKind::UnknownValue { key, value, values } => {
                write!(f, "`{key}` cannot be `{value}`; it may be {values}")
            }
            RulesLineErrorKind::Repeated { key } => write!(f, "`{key}` stands twice"),
            RulesLineErrorKind::Invalid(reasons) => {
                f.write_str("these rules cannot be played: ")?;
                for (i, reason) in reasons.iter().enumerate() {
                    let separator = if i == 0 { "" } else { "; " };
                    write!(f, "{separator}{reason}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for RulesLineError {}

const fn preset(
    number: u16,
    name: &'static str,
    aliases: &'static [&'static str],
    rules: Rules,
) -> Preset {
    Preset { number, name, aliases, rules }
}

const fn piles(piles: u8, depth: u8) -> Option<Reserve> {
    Some(Reserve { piles, depth })
}

const PYRAMID: Rules = Rules::PYRAMID;
const ONE_PASS: Rules = Rules { passes: Passes::Limited(1), ..PYRAMID };
const WHOLE_DECK: Rules = Rules { goal: Goal::Deck, ..PYRAMID };
const CLASSIC: Rules = Rules { goal: Goal::Deck, ..ONE_PASS };
const KING_TUT: Rules = Rules { stock: Stock::Closed, draw: 3, passes: Passes::Any, ..PYRAMID };
const APOPHIS: Rules = Rules { stock: Stock::Closed, wastes: 3, ..WHOLE_DECK };
const GIZA: Rules = Rules { stock: Stock::None, reserve: piles(8, 3), ..CLASSIC };
const TABLE: Rules = Rules { goal: Goal::Table, ..PYRAMID };
const TWO_PACKS: Rules = Rules { deck: Deck::Cards104, ..WHOLE_DECK };
const KING_OF_SPADES: Option<Card> = Some(Card::new(Rank::King, Suit::Spades));

#[rustfmt::skip]
static PRESETS: [Preset; 38] = [
    preset(1, "pyramid", &["relaxed-pyramid", "solitaire-13"], PYRAMID),
    preset(2, "one-pass", &[], ONE_PASS),
    preset(3, "two-pass", &[], Rules { passes: Passes::Limited(2), ..PYRAMID }),
    preset(4, "whole-deck", &[], WHOLE_DECK),
    preset(5, "classic", &["strict"], CLASSIC),
    preset(6, "par", &["par-pyramid"], Rules { score: Scoring::Par, ..PYRAMID }),
    preset(7, "six-row", &[], Rules { rows: 6, ..PYRAMID }),
    preset(8, "reserve", &["reserve-6"], Rules { reserve: piles(6, 1), ..TABLE }),
    preset(9, "reserve-7", &[], Rules { reserve: piles(7, 1), ..TABLE }),
    preset(10, "six-row-reserve", &[], Rules { rows: 6, reserve: piles(6, 1), ..TABLE }),
    preset(11, "draw-three", &[], Rules { stock: Stock::Closed, draw: 3, ..WHOLE_DECK }),
    preset(12, "king-tut", &[], KING_TUT),
    preset(13, "tuts-tomb", &[], Rules { overlap: true, ..KING_TUT }),
    preset(14, "tuts-tomb-one", &[], Rules { stock: Stock::Closed, overlap: true, ..ONE_PASS }),
    preset(15, "tuts-tomb-galt", &[], Rules { apex: KING_OF_SPADES, goal: Goal::Deck, ..KING_TUT }),
    preset(16, "apophis", &[], APOPHIS),
    preset(17, "giza", &[], GIZA),
    preset(18, "triangle", &["yield"], Rules { layout: Shape::Triangle, ..WHOLE_DECK }),
    preset(19, "cell", &[], Rules { cells: 1, ..TABLE }),
    preset(20, "overlap", &[], Rules { overlap: true, ..PYRAMID }),
    preset(21, "spanish", &[], Rules { deck: Deck::Cards48, ..PYRAMID }),
    preset(22, "forty", &[], Rules { deck: Deck::Cards40, rows: 6, ..ONE_PASS }),
    preset(23, "microsoft", &["msc"], Rules { score: Scoring::Msc, ..PYRAMID }),
    preset(24, "no-waste", &[], Rules { stock: Stock::Closed, wastes: 0, ..ONE_PASS }),
    preset(25, "thirteen", &["aisleriot"], Rules {
        stock: Stock::Closed, waste_pair: true, hidden: true, end: End::Exhausted,
        score: Scoring::Cards, ..CLASSIC
    }),
    preset(26, "pysolfc", &[], Rules { predeal: 1, ..WHOLE_DECK }),
    preset(27, "pysolfc-relaxed", &[], Rules { predeal: 1, ..PYRAMID }),
    preset(28, "pysolfc-giza", &[], Rules { reserve_first: true, ..GIZA }),
    preset(29, "pysolfc-apophis", &[], Rules {
        predeal: 3, redeal_order: RedealOrder::Pysol, ..APOPHIS
    }),
    preset(30, "pysolfc-king-tut", &[], Rules { predeal: 3, ..KING_TUT }),
    preset(31, "pyramid-dozen", &[], Rules {
        reserve: piles(6, 4), matching: Matching::Sum12Qk, ..GIZA
    }),
    preset(32, "cheops", &[], Rules { matching: Matching::Adjacent, ..CLASSIC }),
    preset(33, "pharaohs", &[], Rules {
        layout: Shape::Pharaohs, stock: Stock::None, ..CLASSIC
    }),
    preset(34, "eleven-triangle", &[], Rules {
        layout: Shape::Triangle, matching: Matching::Sum11Faces, passes: Passes::Limited(1),
        ..APOPHIS
    }),
    preset(35, "double-pyramid", &[], Rules { rows: 9, ..TWO_PACKS }),
    preset(36, "two-pyramids", &[], Rules { layout: Shape::TwoPyramids, ..TWO_PACKS }),
    preset(37, "up-and-down", &[], Rules { layout: Shape::UpAndDown, ..TWO_PACKS }),
    preset(38, "wikihow", &[], Rules { passes: Passes::Limited(4), ..WHOLE_DECK }),
];
