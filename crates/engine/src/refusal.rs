//! Why a move is refused, with the facts.

use std::fmt;

use crate::layout::Layout;
use crate::place::{Place, PlaceName};
use crate::rules::Rules;
use crate::values::{Matching, Passes};
use crate::{Card, Rank};

/// Why a move is refused. The state is unchanged.
///
/// [`name`](Refusal::name) is the stable name; [`explain`](Refusal::explain) the sentence with
/// cards, places and culprits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The position is over; there is no legal move.
    GameOver,
    /// Other cards lie on a tableau card.
    Covered {
        /// The card.
        card: Card,
        /// Its place.
        place: Place,
        /// The cards that lie on it.
        by: [Option<Card>; 2],
    },
    /// The card has left the game.
    Removed {
        /// The card.
        card: Card,
    },
    /// The card is in the stock and not free.
    InStock {
        /// The card.
        card: Card,
        /// Cards that are drawn before it.
        under: usize,
    },
    /// The card is on a waste, under others.
    InWaste {
        /// The card.
        card: Card,
        /// The waste, from 0.
        waste: u8,
        /// Cards on it.
        under: usize,
    },
    /// The card is in a reserve pile, under others.
    InReserve {
        /// The card.
        card: Card,
        /// The pile, from 0.
        pile: u8,
        /// Cards on it.
        under: usize,
    },
    /// The card is in the cell, and not where the move wants it.
    InCell {
        /// The card.
        card: Card,
    },
    /// The pack or the position has no such card.
    NotInDeal {
        /// The card.
        card: Card,
    },
    /// The layout has no place of this name.
    NoPlace {
        /// The name.
        name: PlaceName,
    },
    /// There is no card at the place.
    NoCard {
        /// The place.
        place: Place,
    },
    /// The card is not at the place the move names.
    NotThere {
        /// The card.
        card: Card,
        /// The place.
        place: Place,
    },
    /// The two cards do not match.
    NoMatch {
        /// One card.
        a: Card,
        /// The other.
        b: Card,
    },
    /// The card does not leave alone.
    NotSingle {
        /// The card.
        card: Card,
    },
    /// A card cannot pair with itself.
    SameCard {
        /// The card.
        card: Card,
    },
    /// Two identical cards could be meant.
    Ambiguous {
        /// The card.
        card: Card,
    },
    /// The record says that other cards come up than do.
    WrongDraw {
        /// What the draw turns up, in order.
        drawn: Vec<Card>,
    },
    /// The record says that another number of cards is turned over.
    WrongRedeal {
        /// The number of cards on the wastes.
        cards: usize,
    },
    /// A draw needs a stock.
    StockEmpty,
    /// A redeal needs an empty stock.
    StockNotEmpty {
        /// Cards left in it.
        left: usize,
    },
    /// No redeal: no pass is left, or there is nothing to turn over.
    NoRedeal {
        /// Whether there is nothing to turn over.
        nothing: bool,
    },
    /// The rules have no cell.
    NoCell,
    /// The cell holds a card already.
    CellFull {
        /// That card.
        holds: Card,
    },
    /// Only a free tableau card or a waste's top may be parked.
    CellSource {
        /// The card.
        card: Card,
        /// Its place.
        place: Place,
    },
    /// The rules do not let a card leave together with one that it covers.
    NoOverlap,
    /// The rules do not let the two top cards of one waste pair.
    NoWastePair,
    /// The card does not lie on the other.
    NotCovering {
        /// The card that should lie on the other.
        upper: Card,
        /// The other.
        lower: Card,
    },
    /// No move is left to take back.
    NothingToUndo,
    /// No move that was taken back is left to play again.
    NothingToRedo,
}

impl Refusal {
    names! {
        /// The stable name, the same in messages, records and JSON.
        Refusal::GameOver => "game-over",
        Refusal::Covered { .. } => "covered",
        Refusal::Removed { .. } => "removed",
        Refusal::InStock { .. } => "in-stock",
        Refusal::InWaste { .. } => "in-waste",
        Refusal::InReserve { .. } => "in-reserve",
        Refusal::InCell { .. } => "in-cell",
        Refusal::NotInDeal { .. } => "not-in-deal",
        Refusal::NoPlace { .. } => "no-place",
        Refusal::NoCard { .. } => "no-card",
        Refusal::NotThere { .. } => "not-there",
        Refusal::NoMatch { .. } => "no-match",
        Refusal::NotSingle { .. } => "not-single",
        Refusal::SameCard { .. } => "same-card",
        Refusal::Ambiguous { .. } => "ambiguous",
        Refusal::WrongDraw { .. } => "wrong-draw",
        Refusal::WrongRedeal { .. } => "wrong-redeal",
        Refusal::StockEmpty => "stock-empty",
        Refusal::StockNotEmpty { .. } => "stock-not-empty",
        Refusal::NoRedeal { .. } => "no-redeal",
        Refusal::NoCell => "no-cell",
        Refusal::CellFull { .. } => "cell-full",
        Refusal::CellSource { .. } => "cell-source",
        Refusal::NoOverlap => "no-overlap",
        Refusal::NoWastePair => "no-waste-pair",
        Refusal::NotCovering { .. } => "not-covering",
        Refusal::NothingToUndo => "nothing-to-undo",
        Refusal::NothingToRedo => "nothing-to-redo",
    }

    /// The card that was to be taken and is not free, wherever it is.
    ///
    /// ```
    /// use pyramid_engine::Refusal;
    /// let king = "Kc".parse()?;
    /// assert_eq!(Refusal::Removed { card: king }.not_free(), Some(king));
    /// assert_eq!(Refusal::NotSingle { card: king }.not_free(), None);
    /// # Ok::<(), pyramid_engine::CardError>(())
    /// ```
    pub fn not_free(&self) -> Option<Card> {
        match *self {
            Refusal::Covered { card, .. }
            | Refusal::Removed { card }
            | Refusal::InStock { card, .. }
            | Refusal::InWaste { card, .. }
            | Refusal::InReserve { card, .. }
            | Refusal::InCell { card }
            | Refusal::NotInDeal { card } => Some(card),
            _ => None,
        }
    }

    /// The card that the refusal is about, if it is about one: one that is not free, or one that is
    /// and cannot be played so.
    pub fn culprit(&self) -> Option<Card> {
        match *self {
            Refusal::NotThere { card, .. }
            | Refusal::NotSingle { card }
            | Refusal::Ambiguous { card }
            | Refusal::CellSource { card, .. } => Some(card),
            _ => self.not_free(),
        }
    }

    /// One clause with the facts, places named as in this layout.
    ///
    /// ```
    /// use pyramid_engine::{Place, Refusal, Rules};
    /// let layout = Rules::PYRAMID.validate().unwrap();
    /// let refusal = Refusal::Covered {
    ///     card: "6d".parse()?,
    ///     place: Place::Tableau(16),
    ///     by: [Some("9d".parse()?), Some("7h".parse()?)],
    /// };
    /// assert_eq!(refusal.explain(&layout), "6d at 6.2 is covered by 9d and 7h");
    /// # Ok::<(), pyramid_engine::CardError>(())
    /// ```
    pub fn explain(&self, layout: &Layout) -> String {
        let cards = |n: usize| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") };
        let waste = |waste: &u8| match layout.rules().wastes {
            3 => format!("waste {}", waste + 1),
            _ => "the waste".to_owned(),
        };
        match self {
            Refusal::GameOver => "the game is over".to_owned(),
            Refusal::Covered { card, place, by } => {
                let by: Vec<String> = by.iter().flatten().map(Card::to_string).collect();
                format!("{card} at {} is covered by {}", layout.name(*place), by.join(" and "))
            }
            Refusal::Removed { card } => format!("{card} has been removed already"),
            Refusal::InStock { card, under: 0 } => {
                format!("{card} is the next card of the stock and must be drawn first")
            }
            Refusal::InStock { card, under } => {
                format!("{card} is still in the stock, under {}", cards(*under))
            }
            Refusal::InWaste { card, waste: on, under } => {
                format!("{card} is on {} under {}", waste(on), cards(*under))
            }
            Refusal::InReserve { card, pile, under } => {
                format!("{card} is in reserve pile {} under {}", pile + 1, cards(*under))
            }
            Refusal::InCell { card } => format!("{card} is in the cell"),
            Refusal::NotInDeal { card } => format!("there is no {card} in this game"),
            Refusal::NoPlace { name } => format!("this layout has no place {name}"),
            Refusal::NoCard { place } => format!("there is no card at {}", layout.name(*place)),
            Refusal::NotThere { card, place } => {
                format!("{card} is not at {}", layout.name(*place))
            }
            Refusal::NoMatch { a, b } => no_match(layout.rules(), *a, *b),
            Refusal::NotSingle { card } => {
                let partners: Vec<&str> =
                    layout.partner_ranks(card.rank()).map(Rank::name).collect();
                format!("{card} does not leave alone; it pairs with {}", partners.join(" or "))
            }
            Refusal::SameCard { card } => format!("{card} cannot pair with itself"),
            Refusal::Ambiguous { card } => {
                format!("two {card} could be meant; say which by its place in brackets")
            }
            Refusal::WrongDraw { drawn } => {
                let drawn: String = drawn.iter().map(Card::to_string).collect();
                format!("this draw turns up {drawn}")
            }
            Refusal::WrongRedeal { cards: n } => format!("{} are turned over", cards(*n)),
            Refusal::StockEmpty => "the stock is empty".to_owned(),
            Refusal::StockNotEmpty { left: 1 } => {
                "a redeal needs an empty stock; 1 card is left in it".to_owned()
            }
            Refusal::StockNotEmpty { left } => {
                format!("a redeal needs an empty stock; {left} cards are left in it")
            }
            Refusal::NoRedeal { nothing: true } => "there is nothing to turn over".to_owned(),
            Refusal::NoRedeal { nothing: false } => match layout.rules().passes {
                Passes::Limited(passes) if passes > 1 => {
                    format!("no redeal is left; all {passes} passes are used")
                }
                _ => "these rules have no redeal".to_owned(),
            },
            Refusal::NoCell => "these rules have no cell".to_owned(),
            Refusal::CellFull { holds } => format!("the cell holds {holds}"),
            Refusal::CellSource { card, place } => {
                let from = match place {
                    Place::Stock => "the stock",
                    Place::Reserve(_) => "the reserve",
                    _ => "the cell",
                };
                format!("{card} is in {from}; only a free tableau card or a waste's top is parked")
            }
            Refusal::NoOverlap => {
                "under these rules no card leaves with the card it covers".to_owned()
            }
            Refusal::NoWastePair => "under these rules no two cards of a waste pair".to_owned(),
            Refusal::NotCovering { upper, lower } => format!("{upper} does not lie on {lower}"),
            Refusal::NothingToUndo => "there is no move to take back".to_owned(),
            Refusal::NothingToRedo => "there is no move to play again".to_owned(),
        }
    }
}

impl fmt::Display for Refusal {
    /// The stable name; [`explain`](Refusal::explain) needs the layout and says more.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::error::Error for Refusal {}

/// Names the sum where the rules add, the rule where they do not.
fn no_match(rules: &Rules, a: Card, b: Card) -> String {
    let sum = rules.deck.value(a.rank()).zip(rules.deck.value(b.rank())).map(|(x, y)| x + y);
    let wanted = match rules.matching {
        Matching::Sum => rules.deck.top_value(),
        Matching::Sum12Qk => 12,
        Matching::Sum11Faces => 11,
        Matching::Adjacent => {
            return format!("{a} and {b} are neither equal nor neighbouring ranks");
        }
    };
    match sum {
        Some(sum) => format!("{a} and {b} make {sum}, not {wanted}"),
        None => format!("{a} and {b} do not match"),
    }
}
