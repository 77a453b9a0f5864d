//! What is wrong with the text of a deal.

use std::fmt;
use std::ops::Range;

use pyramid_engine::{Card, Deck, DeckError, PysolDeckError, PysolNumberError};

use crate::cards::CardSpelling;
use crate::code::CodeError;
use crate::groups::{GroupsError, Item};
use crate::position::{PositionTextError, PositionTextErrorKind};

/// A text that is no deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealTextError {
    /// The bytes that are wrong; of a deck error the first card that is too many, if there is one.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub kind: DealTextErrorKind,
}

/// What is wrong with the text of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DealTextErrorKind {
    /// There are no cards.
    Empty,
    /// A card is spelled wrongly.
    Card(CardSpelling),
    /// A dash stands beside cards.
    Dash,
    /// `..` in a deal.
    Removed,
    /// A structured deal has another number of fields than the game has groups.
    Fields {
        /// How many the game has: 2, or 3 with a reserve.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The rows or the stock do not fit the layout.
    Rows(PositionTextErrorKind),
    /// The reserve is not of the size of the rules.
    Reserve {
        /// Piles it must have.
        piles: u8,
        /// Cards each must have.
        depth: u8,
    },
    /// The first card is not the apex card of the rules.
    Apex {
        /// That card.
        apex: Card,
    },
    /// The cards are not the pack.
    Deck(DeckError),
    /// No source has this name.
    Source,
    /// Not the number of a seed.
    Seed,
    /// Not the number of a Microsoft deal.
    MsNumber,
    /// Not a game number of PySolFC.
    Number(PysolNumberError),
    /// PySolFC's shuffles do not deal this pack.
    PysolDeck(PysolDeckError),
    /// Not a day.
    Day,
    /// Not a deal code.
    Code(CodeError),
    /// A deal code of another pack than the rules'.
    CodeDeck {
        /// The pack of the code.
        code: Deck,
        /// The pack of the rules.
        rules: Deck,
    },
}

impl DealTextErrorKind {
    /// The stable name: `deal`, `deck`, or that of the deal code's error.
    pub fn name(&self) -> &'static str {
        match self {
            DealTextErrorKind::Deck(_) => "deck",
            DealTextErrorKind::Code(error) => error.name(),
            _ => "deal",
        }
    }

    /// Whether the text may be a deal under other rules.
    pub fn depends_on_rules(&self) -> bool {
        use DealTextErrorKind as Kind;
        match self {
            Kind::Rows(kind) => kind.depends_on_rules(),
            Kind::Fields { found, .. } => matches!(found, 2 | 3),
            Kind::Reserve { .. }
            | Kind::Apex { .. }
            | Kind::Deck(_)
            | Kind::PysolDeck(_)
            | Kind::CodeDeck { .. } => true,
            Kind::Empty
            | Kind::Card(_)
            | Kind::Dash
            | Kind::Removed
            | Kind::Source
            | Kind::Seed
            | Kind::MsNumber
            | Kind::Number(_)
            | Kind::Day
            | Kind::Code(_) => false,
        }
    }
}

impl DealTextError {
    /// The stable name: `deal`, `deck`, or that of the deal code's error.
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }

    pub(super) fn removed(item: &Item) -> DealTextError {
        DealTextError { span: item.span.clone(), kind: DealTextErrorKind::Removed }
    }

    pub(super) fn deck(error: DeckError, text: &str, items: &[&Item]) -> DealTextError {
        let span = error.surplus.first().and_then(|&at| items.get(at));
        DealTextError {
            span: span.map_or(0..text.len(), |item| item.span.clone()),
            kind: DealTextErrorKind::Deck(error),
        }
    }

    pub(super) fn from_groups(error: GroupsError) -> DealTextError {
        match error {
            GroupsError::Card(error, span) => {
                DealTextError { span, kind: DealTextErrorKind::Card(error.kind) }
            }
            GroupsError::Dash(span) => DealTextError { span, kind: DealTextErrorKind::Dash },
        }
    }
}

impl From<PositionTextError> for DealTextError {
    fn from(error: PositionTextError) -> DealTextError {
        let kind = match error.kind {
            PositionTextErrorKind::RemovedOutsideTableau => DealTextErrorKind::Removed,
            kind => DealTextErrorKind::Rows(kind),
        };
        DealTextError { span: error.span, kind }
    }
}

impl fmt::Display for DealTextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealTextErrorKind::Empty => f.write_str("a deal is a whole pack of cards"),
            DealTextErrorKind::Card(card) => write!(f, "{card}"),
            DealTextErrorKind::Dash => f.write_str("`-` stands alone for an empty stock"),
            DealTextErrorKind::Removed => f.write_str("a deal shows every card"),
            DealTextErrorKind::Fields { expected: 2, found } => {
                write!(f, "a deal of this game is rows | stock, two fields, not {found}")
            }
            DealTextErrorKind::Fields { found, .. } => {
                write!(
                    f,
                    "a deal of this game is rows | stock | reserve, three fields, not {found}"
                )
            }
            DealTextErrorKind::Rows(kind) => {
                let error = PositionTextError { span: 0..0, kind: kind.clone() };
                write!(f, "{error}")
            }
            DealTextErrorKind::Reserve { piles, depth } => {
                write!(f, "this game has {piles} reserve piles of {depth}, separated by `/`")
            }
            DealTextErrorKind::Apex { apex } => write!(f, "in this game {apex} is the apex"),
            DealTextErrorKind::Deck(error) => write!(f, "{error}"),
            DealTextErrorKind::Source => {
                f.write_str("a deal's name is seed:, ms:, pysol:, daily: or a deal code")
            }
            DealTextErrorKind::Seed => {
                write!(f, "a seed is a number from 0 to {}", u64::MAX)
            }
            DealTextErrorKind::MsNumber => {
                f.write_str("a Microsoft deal is a number from 1 to 8589934591")
            }
            DealTextErrorKind::Number(error) => write!(f, "{error}"),
            DealTextErrorKind::PysolDeck(error) => write!(f, "{error}"),
            DealTextErrorKind::Day => f.write_str("a day is YYYY-MM-DD"),
            DealTextErrorKind::Code(error) => write!(f, "{error}"),
            DealTextErrorKind::CodeDeck { code, rules } => write!(
                f,
                "this deal code is of a pack of {}, the rules of one of {}",
                code.len(),
                rules.len()
            ),
        }
    }
}

impl std::error::Error for DealTextErrorKind {}

impl fmt::Display for DealTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for DealTextError {}
