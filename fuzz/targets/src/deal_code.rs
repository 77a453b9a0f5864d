//! Deal codes.

use pyramid_engine::{Card, Deck};
use pyramid_notation::code::{self, CodeErrorKind, DealCode};

use crate::choices::Choices;

/// Any text is refused, with a range inside it, or it is the code of a deal, whose code is the text
/// in lower case without blanks; a repair that is offered is one letter and gives a code. Bytes are
/// also taken for a deal, which its code gives back, while no code with one or two other letters is
/// one; of one wrong letter the right one is named.
pub fn deal_code(data: &[u8]) {
    if let Ok(text) = str::from_utf8(data) {
        read(text);
    }
    let mut choices = Choices::new(data);
    let deck = choices.of(&[Deck::Cards52, Deck::Cards48, Deck::Cards40]);
    let mut pack: Vec<Card> = deck.new_deck().collect();
    let cards: Vec<Card> =
        (0..pack.len()).map(|_| pack.remove(choices.below(pack.len()))).collect();
    let numbered = choices.rules();
    let preset = (numbered.preset().rules.deck == deck).then_some(numbered.preset().number);
    let written = code::encode(deck, preset, &cards).expect("a deal of one pack has a code");
    read(&written);
    let wanted = DealCode { deck, rules: preset, cards };
    assert_eq!(code::decode(&code::grouped(&written)), Ok(wanted), "{written}");

    let (mut wrong, changed) = (written.clone().into_bytes(), choices.below(3));
    for _ in 0..changed {
        let place = 4 + choices.below(54);
        wrong[place] = choices.of(b"qpzry9x8gf2tvdw0s3jn54khce6mua7l");
    }
    let wrong = String::from_utf8(wrong).expect("letters");
    let distance = wrong.bytes().zip(written.bytes()).filter(|(a, b)| a != b).count();
    match (distance, code::decode(&wrong)) {
        (0, Ok(_)) => {}
        (1.., Err(error)) => {
            let CodeErrorKind::Checksum { repair } = error.kind else {
                panic!("{wrong}: {error:?}");
            };
            let repaired = repair.map(|repair| with_letter(&wrong, repair.offset, repair.letter));
            assert_eq!(repaired.as_deref() == Some(&written), distance == 1, "{wrong}, {written}");
        }
        (_, other) => panic!("{distance} letters differ in {wrong}: {other:?}"),
    }
}

fn with_letter(text: &str, offset: usize, letter: char) -> String {
    let old = text[offset..].chars().next().map_or(0, char::len_utf8);
    format!("{}{letter}{}", &text[..offset], &text[offset + old..])
}

fn read(text: &str) {
    match code::decode(text) {
        Ok(DealCode { deck, rules, cards }) => {
            let written =
                code::encode(deck, rules, &cards).expect("a deal that was read has a code");
            let folded = text.replace(|c: char| c == '-' || c.is_whitespace(), "");
            assert_eq!(written, folded.to_lowercase(), "{text:?}");
            assert_eq!(code::decode(&written), Ok(DealCode { deck, rules, cards }), "{text:?}");
        }
        Err(error) => {
            assert!(text.get(error.range.clone()).is_some(), "{text:?}: {error:?}");
            assert!(!error.to_string().is_empty(), "{text:?}");
            if let CodeErrorKind::Checksum { repair: Some(repair) } = error.kind {
                let repaired = code::decode(&with_letter(text, repair.offset, repair.letter));
                assert_eq!(repaired.is_ok(), repair.deals, "{text:?}: {repair:?}");
            }
        }
    }
}
