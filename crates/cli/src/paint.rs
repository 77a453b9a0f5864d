//! Colour on cards: the suit has it, an open card is bold too. Nothing depends on it, since open
//! cards stand in brackets anyway.

use pyramid_engine::{Card, Suit};
use pyramid_notation::scan_card;

/// Which suits look different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Red and not.
    Two,
    /// Four colours.
    Four,
}

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

impl Paint {
    /// The colour of a suit; `None` for the terminal's own.
    fn color(self, suit: Suit) -> Option<&'static str> {
        match (self, suit) {
            (_, Suit::Hearts) | (Paint::Two, Suit::Diamonds) => Some("\x1b[31m"),
            (Paint::Four, Suit::Diamonds) => Some("\x1b[94m"),
            (Paint::Four, Suit::Clubs) => Some("\x1b[32m"),
            (_, Suit::Spades) | (Paint::Two, Suit::Clubs) => None,
        }
    }

    /// Paints the cards of a line of a board.
    pub(crate) fn line(self, line: &str) -> String {
        let mut painted = String::with_capacity(line.len());
        let mut rest = line;
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            let card = match before.is_alphanumeric() {
                true => None,
                false => card_at(rest),
            };
            match card {
                Some((card, len)) => {
                    let open = before == '[' && rest[len..].starts_with(']');
                    self.card(&mut painted, card, &rest[..len], open);
                    before = 'x';
                    rest = &rest[len..];
                }
                None => {
                    painted.push(first);
                    before = first;
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        painted
    }

    fn card(self, painted: &mut String, card: Card, text: &str, open: bool) {
        let color = self.color(card.suit());
        let (rank, suit) = text.split_at(1);
        painted.push_str(if open { BOLD } else { "" });
        painted.push_str(rank);
        painted.push_str(color.unwrap_or_default());
        painted.push_str(suit);
        painted.push_str(if open || color.is_some() { PLAIN } else { "" });
    }
}

/// The card that a text begins with, and its length: a rank's sign and a suit's, and then no more.
fn card_at(text: &str) -> Option<(Card, usize)> {
    let len = text.char_indices().nth(2).map_or(text.len(), |(at, _)| at);
    let whole = !text[len..].starts_with(char::is_alphanumeric);
    let scanned = scan_card(text.get(..len)?).ok().filter(|card| card.len == len && whole)?;
    Some((scanned.card, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cards_are_painted() {
        let line = "7 [2c]  [Qh]   ..    8d   ##  Stock [T♠] 24  W1 -- 0  Left 28  r2 3d 4c";
        let shown = Paint::Four.line(line).replace('\x1b', "^");
        assert_eq!(
            shown,
            "7 [^[1m2^[32mc^[0m]  [^[1mQ^[31mh^[0m]   ..    8^[94md^[0m   ##  \
             Stock [^[1mT♠^[0m] 24  W1 -- 0  Left 28  r2 3^[94md^[0m 4^[32mc^[0m"
        );
        let stripped = anstream::adapter::strip_str(&Paint::Two.line(line)).to_string();
        assert_eq!(stripped, line);
    }
}
