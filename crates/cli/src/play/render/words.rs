//! How cards, places and moves are said.

use pyramid_engine::{Card, PlaceName, Rank};
use pyramid_notation::{Placed, Token};

use crate::board::Symbols;
use crate::text::is_printable;

/// Who reads the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Voice {
    /// `8c`.
    Ascii,
    /// `8♣`.
    Unicode,
    /// `8 of clubs`: no symbols.
    Speech,
}

/// The longest piece of typed text that is said again, in characters.
const ECHO: usize = 40;

impl Voice {
    pub(super) fn is_speech(self) -> bool {
        self == Voice::Speech
    }

    pub(super) fn card(self, card: Card) -> String {
        match self {
            Voice::Ascii => card.to_string(),
            Voice::Unicode => Symbols::Unicode.card(card),
            Voice::Speech => card.name(),
        }
    }

    /// `Ad and Qh`, `Ad, 3s and Qh`.
    pub(super) fn cards(self, cards: &[Card]) -> String {
        list(cards.iter().map(|&card| self.card(card)), "and")
    }

    /// A place in a sentence: behind "at".
    pub(super) fn place(self, place: PlaceName) -> String {
        if !self.is_speech() {
            return place.to_string();
        }
        match place {
            PlaceName::Tableau { part: None, row, card } => format!("row {row}, card {card}"),
            PlaceName::Tableau { part: Some(part), row, card } => {
                format!("part {part}, row {row}, card {card}")
            }
            other => pile(other).to_lowercase(),
        }
    }

    /// `Js at 6.4`.
    pub(super) fn at(self, card: Card, place: PlaceName) -> String {
        format!("{} at {}", self.card(card), self.place(place))
    }

    /// The name of a row: `7`, `b7`.
    pub(super) fn row(self, row: &str) -> String {
        match row.strip_prefix(|letter: char| letter.is_ascii_alphabetic()) {
            Some(number) if self.is_speech() => format!("Part {} row {number}", &row[..1]),
            _ => format!("Row {row}"),
        }
    }

    pub(super) fn rank(self, rank: Rank) -> String {
        if self.is_speech() { rank.name().to_owned() } else { rank.letter().to_string() }
    }

    /// A move in a list of moves.
    pub(in super::super) fn token(self, token: &Token) -> String {
        let placed = |placed: &Placed| match (self, placed.place) {
            (_, None) => self.card(placed.card),
            (Voice::Speech, Some(place)) => self.at(placed.card, place),
            (_, Some(place)) => format!("{}[{place}]", self.card(placed.card)),
        };
        match (self, token) {
            (Voice::Ascii, token) => token.to_string(),
            (Voice::Unicode, Token::Pair(a, b)) => format!("{}+{}", placed(a), placed(b)),
            (Voice::Unicode, Token::Covered { upper, lower }) => {
                format!("{}/{}", placed(upper), placed(lower))
            }
            (Voice::Unicode, Token::Park(card)) => format!("^{}", placed(card)),
            (Voice::Unicode, Token::Draw(drawn)) => {
                let cards: String = drawn.iter().map(|card| self.card(card)).collect();
                format!(">{cards}")
            }
            (_, Token::Single(card)) => placed(card),
            (Voice::Speech, Token::Pair(a, b)) => format!("{} and {}", placed(a), placed(b)),
            (Voice::Speech, Token::Covered { upper, lower }) => {
                format!("{} on {}", placed(upper), placed(lower))
            }
            (Voice::Speech, Token::Park(card)) => format!("park {}", placed(card)),
            (Voice::Speech, Token::Draw(drawn)) => {
                let cards: Vec<Card> = drawn.iter().collect();
                format!("draw {}", self.cards(&cards)).trim_end().to_owned()
            }
            (Voice::Speech, Token::Redeal(_)) => "redeal".to_owned(),
            (Voice::Speech, _) => "undo".to_owned(),
            (Voice::Unicode, token) => token.to_string(),
        }
    }

    /// Text that was typed, or comes from a file's name: short, and nothing a terminal or a
    /// synthesizer would act on.
    pub(super) fn echo(self, text: &str) -> String {
        let mut said: String = text.chars().take(ECHO).collect();
        if text.chars().nth(ECHO).is_some() {
            said.push_str(if self.is_speech() { " and more" } else { "..." });
        }
        self.plain(&said)
    }

    /// Text with what this voice cannot say taken out.
    pub(super) fn plain(self, text: &str) -> String {
        let printable = text.chars().map(|c| if is_printable(c) { c } else { ' ' });
        if !self.is_speech() {
            return printable.collect();
        }
        let said: String =
            printable.map(|c| if "[]|<>+/~^#`\"".contains(c) { ' ' } else { c }).collect();
        let words: Vec<&str> = said.split_whitespace().collect();
        let mut said = words.join(" ");
        while said.contains("..") {
            said = said.replace("..", ".");
        }
        said
    }
}

/// The name of a pile, at the beginning of a sentence.
pub(super) fn pile(place: PlaceName) -> String {
    match place {
        PlaceName::Stock => "Stock".to_owned(),
        PlaceName::Waste(None) => "Waste".to_owned(),
        PlaceName::Waste(Some(waste)) => format!("Waste {waste}"),
        PlaceName::Cell => "Cell".to_owned(),
        PlaceName::Reserve(pile) => format!("Reserve pile {pile}"),
        PlaceName::Tableau { .. } => "Tableau".to_owned(),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match items.pop() {
        None => String::new(),
        Some(only) if items.is_empty() => only,
        Some(end) => format!("{} {last} {end}", items.join(", ")),
    }
}

/// `1 card`, `2 cards`.
pub(super) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
