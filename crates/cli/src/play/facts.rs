//! The facts that replies are made of.

use std::fmt;

use pyramid_engine::{Card, PlaceName, Rank};
use pyramid_notation::Token;
use serde::Serialize;

use super::reply::{maybe_text, text, texts};

/// A card and its place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct At {
    #[serde(serialize_with = "text")]
    pub(super) card: Card,
    #[serde(serialize_with = "text")]
    pub(super) place: PlaceName,
}

/// What a game is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct GameFacts {
    /// The name of the deal, if it has one.
    pub(super) deal: Option<String>,
    /// The rules line.
    pub(super) rules: String,
    /// The rules in a few words.
    pub(super) summary: String,
}

/// What else is another than before.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Now {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stock: Option<StockNow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) wastes: Vec<WasteNow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cell: Option<CellNow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left: Option<Left>,
}

/// The stock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct StockNow {
    /// Its top, if it is free.
    #[serde(serialize_with = "maybe_text")]
    pub(super) shows: Option<Card>,
    pub(super) left: usize,
    /// Redeals left, `None` for no limit.
    pub(super) redeals: Option<u8>,
    /// Whether there is a waste to be turned over.
    #[serde(skip)]
    pub(super) waste: bool,
}

/// A waste.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct WasteNow {
    #[serde(serialize_with = "text")]
    pub(super) place: PlaceName,
    #[serde(serialize_with = "maybe_text")]
    pub(super) shows: Option<Card>,
    pub(super) cards: usize,
}

/// The cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct CellNow {
    #[serde(serialize_with = "maybe_text")]
    pub(super) holds: Option<Card>,
}

/// What is left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Left {
    pub(super) tableau: usize,
    /// Everywhere.
    pub(super) all: usize,
    /// What the tableau is called.
    #[serde(skip)]
    pub(super) noun: &'static str,
    /// Whether the other cards matter too.
    #[serde(skip)]
    pub(super) all_matter: bool,
}

/// What was played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Counts {
    pub(super) moves: usize,
    pub(super) pairs: usize,
    pub(super) kings: usize,
    pub(super) draws: usize,
    pub(super) redeals: usize,
    pub(super) parks: usize,
    pub(super) hints: usize,
    pub(super) undos: usize,
}

/// A score, the system it is of, and what it counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Score {
    pub(super) score: i32,
    pub(super) system: &'static str,
    /// Words for every voice.
    pub(super) meaning: String,
}

/// A tableau place as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Slot {
    Gone,
    Open(Card),
    Covered(Card),
    FaceDown,
}

impl Serialize for Slot {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Slot::Gone => to.serialize_str(".."),
            Slot::Open(card) => to.collect_str(&format_args!("[{card}]")),
            Slot::Covered(card) => to.collect_str(card),
            Slot::FaceDown => to.serialize_str("##"),
        }
    }
}

/// The cards of one move that left the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Layer {
    /// The number of the move among those that stand.
    pub(super) number: usize,
    #[serde(serialize_with = "texts")]
    pub(super) cards: Vec<Card>,
}

/// A card and where it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Found {
    #[serde(serialize_with = "text")]
    pub(super) card: Card,
    #[serde(flatten)]
    pub(super) spot: Spot,
}

/// Where a card is, as far as the player can know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub(super) enum Spot {
    /// Free.
    Free {
        #[serde(serialize_with = "text")]
        place: PlaceName,
    },
    Covered {
        #[serde(serialize_with = "text")]
        place: PlaceName,
        #[serde(serialize_with = "texts")]
        by: Vec<Card>,
    },
    InStock {
        under: usize,
    },
    InWaste {
        #[serde(serialize_with = "text")]
        place: PlaceName,
        under: usize,
    },
    InReserve {
        #[serde(serialize_with = "text")]
        place: PlaceName,
        under: usize,
    },
    /// In the stock or face down, and not seen yet.
    Unseen {
        /// Of two equal cards one is known.
        other: bool,
    },
    /// It left in a move, perhaps with another.
    Removed {
        number: usize,
        #[serde(serialize_with = "maybe_text")]
        with: Option<Card>,
    },
    /// The draw of that number threw it away.
    ThrownAway {
        number: usize,
    },
    /// The pack has no such card.
    NotInDeal,
}

/// Why a card that could still be needed cannot leave.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub(super) enum Blocked {
    /// Its partners are gone.
    NoPartner {
        card: At,
        #[serde(serialize_with = "texts")]
        gone: Vec<Card>,
    },
    /// The partners that are left all lie under it.
    CoversPartners { card: At, partners: Vec<At> },
    /// The partners that are left cannot be reached.
    PartnersNotFree { card: At, partners: Vec<Found> },
}

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Why {
    /// A card is not free: its name is that of the spot.
    NotFree(Found),
    /// Any other reason.
    Other(Other),
}

impl From<Other> for Why {
    fn from(other: Other) -> Why {
        Why::Other(other)
    }
}

/// Why a move of free cards is not played, or one without cards.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub(super) enum Other {
    GameOver {
        result: &'static str,
        /// Whether `new` deals another.
        #[serde(skip)]
        new: bool,
    },
    /// The place has no card.
    NoCard {
        #[serde(serialize_with = "text")]
        place: PlaceName,
    },
    /// The layout has no such place.
    NoPlace {
        #[serde(serialize_with = "text")]
        place: PlaceName,
    },
    /// The card there is face down.
    FaceDown {
        #[serde(serialize_with = "text")]
        place: PlaceName,
        #[serde(serialize_with = "texts")]
        by: Vec<Card>,
    },
    /// The stock's top is not free before it is drawn.
    StockClosed,
    NotThere {
        #[serde(serialize_with = "text")]
        card: Card,
        #[serde(serialize_with = "text")]
        place: PlaceName,
    },
    NoMatch {
        #[serde(serialize_with = "text")]
        a: Card,
        #[serde(serialize_with = "text")]
        b: Card,
        /// What they add up to, and what they should.
        sum: Option<(u8, u8)>,
    },
    SameCard {
        #[serde(serialize_with = "text")]
        card: Card,
    },
    /// No free card goes with this free one.
    NoPartner {
        #[serde(serialize_with = "text")]
        card: Card,
        #[serde(serialize_with = "letters")]
        partners: Vec<Rank>,
    },
    /// No pair of these ranks is free now; of one rank: no such card.
    NoPair {
        #[serde(serialize_with = "letters")]
        ranks: Vec<Rank>,
    },
    /// No pair key does this.
    NoKey {
        lowest: u8,
        /// The highest key that does something, if the game has pair keys.
        highest: Option<u8>,
    },
    /// Several moves could be meant.
    Ambiguous {
        #[serde(serialize_with = "text")]
        said: Said,
        #[serde(serialize_with = "texts")]
        moves: Vec<Token>,
        /// Whether it takes a place to tell them apart.
        places: bool,
    },
    WrongDraw {
        /// The cards that come, if they have been seen.
        #[serde(serialize_with = "texts")]
        drawn: Vec<Card>,
    },
    WrongRedeal {
        cards: usize,
    },
    StockEmpty {
        /// Whether a redeal would fill it.
        redeal: bool,
    },
    NoStock,
    /// Fewer draws are left than were asked for.
    StockTooShort {
        asked: u64,
        draws: usize,
    },
    StockNotEmpty {
        left: usize,
    },
    NothingToRedeal,
    NoRedeal {
        /// All passes, if there was more than one.
        passes: Option<u8>,
    },
    NoCell,
    CellFull {
        #[serde(serialize_with = "text")]
        holds: Card,
    },
    CellSource {
        #[serde(serialize_with = "text")]
        card: Card,
        #[serde(serialize_with = "text")]
        place: PlaceName,
    },
    NotCovering {
        #[serde(serialize_with = "text")]
        upper: Card,
        #[serde(serialize_with = "text")]
        lower: Card,
    },
    NothingToUndo,
    NothingToRedo,
    /// Fewer moves can be taken back, or played again, than were asked for.
    TooFew {
        asked: u64,
        moves: usize,
        again: bool,
    },
    /// A count of nothing.
    CountZero,
    /// What was typed begins like a card and is not one.
    Spelling {
        /// The word that is no card.
        said: Option<String>,
        text: String,
    },
    /// What the rules do not have at all, in the engine's words.
    #[serde(untagged)]
    Rules {
        name: &'static str,
        #[serde(skip)]
        text: String,
    },
}

/// What several moves could be meant by.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Said {
    /// A pair key.
    Key(u8),
    /// One card, or two.
    Cards(Vec<Card>),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Key(key) => key.fmt(f),
            Said::Cards(cards) => {
                f.write_str(&cards.iter().map(Card::to_string).collect::<Vec<_>>().join("+"))
            }
        }
    }
}

fn letters<S: serde::Serializer>(ranks: &[Rank], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(ranks.iter().map(|rank| rank.letter().to_string()))
}
