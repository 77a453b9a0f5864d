//! Cards as two letters.

use pyramid_engine::Card;

/// A word is refused or it is a card, which prints the same two letters and reads back from them.
pub fn card_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    for word in text.split_ascii_whitespace() {
        let Ok(card) = word.parse::<Card>() else { continue };
        let printed = card.to_string();
        assert!(printed.eq_ignore_ascii_case(word), "{word:?} reads as {card}");
        assert_eq!(printed.parse(), Ok(card), "{printed} does not read back");
        assert_eq!(Card::new(card.rank(), card.suit()), card, "{card} is not its rank and suit");
    }
}
