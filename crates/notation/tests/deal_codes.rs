//! Deal codes against the recorded ones, and their properties on any deal and any text.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use std::sync::LazyLock;

use bech32::primitives::decode::CheckedHrpstring;
use bech32::{Bech32m, Fe32};
use proptest::prelude::*;
use pyramid_engine::{Card, Deck, DeckError, Preset, seeded};
use pyramid_notation::code::{
    CodeError, CodeErrorKind, DealCode, EncodeError, Repair, decode, encode, grouped,
};
use serde_json::Value;

const FILE: &str = "fixtures/deals/deal-codes.json";
const PACKS: [Deck; 3] = [Deck::Cards52, Deck::Cards48, Deck::Cards40];
const CODE: &str = "pyr1qqrqn283q6nm0sw4fs9c3xm6t7uy0t5angud5tv9afl7lcw0fjqrkr";

static RECORDED: LazyLock<Value> = LazyLock::new(|| {
    let path = format!("{}/../../{FILE}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
});

/// The entries of one list of the file, each with the name that assertions give it.
fn entries(list: &str) -> impl Iterator<Item = (String, &'static Value)> {
    let values = RECORDED[list].as_array().unwrap();
    assert!(!values.is_empty(), "{FILE} {list} is empty");
    let name = move |(number, value)| (format!("{FILE} {list}[{number}]"), value);
    values.iter().enumerate().map(name)
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap()
}

fn cards(deal: &str) -> Vec<Card> {
    deal.as_bytes().chunks(2).map(|card| str::from_utf8(card).unwrap().parse().unwrap()).collect()
}

fn error(text: &str) -> CodeError {
    decode(text).unwrap_err()
}

/// The recorded code that must fail for this reason.
fn failing(why: &str) -> &'static str {
    let mut entries = entries("must_fail");
    let entry = entries.find(|(_, entry)| text(entry, "why") == why);
    text(entry.unwrap_or_else(|| panic!("{FILE} must_fail: no {why:?}")).1, "code")
}

/// The code with another letter at this place.
fn with_letter(code: &str, place: usize, letter: char) -> String {
    let mut changed = code.to_string();
    changed.replace_range(place..=place, letter.encode_utf8(&mut [0; 4]));
    changed
}

#[test]
fn recorded_codes_both_ways() {
    for (place, entry) in entries("deal_code") {
        let pack = text(entry, "pack");
        let deck = PACKS.into_iter().find(|deck| deck.len().to_string() == pack).unwrap();
        let number = u16::try_from(entry["rules"].as_u64().unwrap()).unwrap();
        let rules = (number != 0).then_some(number);
        let expected = DealCode { deck, rules, cards: cards(text(entry, "deal")) };
        let code = text(entry, "code");
        assert_eq!(decode(code).as_ref(), Ok(&expected), "{place}");
        assert_eq!(encode(deck, rules, &expected.cards).as_deref(), Ok(code), "{place}");
        assert_eq!(encode(deck, Some(number), &expected.cards).as_deref(), Ok(code), "{place}");
    }
}

#[test]
fn recorded_codes_of_seeds() {
    for (place, entry) in entries("seed_shuffle") {
        let deal = seeded(Deck::Cards52, text(entry, "seed").parse().unwrap());
        let code = text(entry, "code");
        assert_eq!(encode(Deck::Cards52, Some(1), &deal).as_deref(), Ok(code), "{place}");
        assert_eq!(decode(code).unwrap().cards, deal, "{place}");
    }
}

#[test]
fn recorded_codes_that_must_fail() {
    for (place, entry) in entries("must_fail") {
        let why = text(entry, "why");
        let name = format!("code-{}", text(entry, "error"));
        assert_eq!(error(text(entry, "code")).name(), name, "{place} ({why})");
    }
}

#[test]
fn errors_say_where_and_what() {
    let second = with_letter(CODE, 9, 'l');
    for (text, range, message) in [
        ("", 0..0, "a deal code has 58 letters, but this has 0"),
        (" - ", 0..0, "a deal code has 58 letters, but this has 0"),
        ("P Y ", 3..3, "a deal code has 58 letters, but this has 2"),
        ("pyr1 qqq\n", 8..8, "a deal code has 58 letters, but this has 7"),
        (&format!("{CODE}-q q"), 59..62, "a deal code has 58 letters, but this has 60"),
        ("pyrl", 3..4, "a deal code begins with `pyr1`, but here is `l` for `1`"),
        (" é", 1..3, "a deal code begins with `pyr1`, but here is `é` for `p`"),
        ("pyr1-B", 5..6, "`B` is never used in a deal code; did you mean 8 or 6"),
        ("pyr1i", 4..5, "`i` is never used in a deal code; did you mean l"),
        ("pyr11", 4..5, "`1` is never used in a deal code; did you mean l"),
        ("pyr1qO", 5..6, "`O` is never used in a deal code; did you mean 0"),
        ("pyr1q♥", 5..8, "`♥` is never used in a deal code"),
        ("pyr1\0", 4..5, "`\\0` is never used in a deal code"),
        (&second, 9..10, "this deal code has a typing error: `l`, its letter 10, is probably `2`"),
        (
            &grouped(&second).to_uppercase(),
            10..11,
            "this deal code has a typing error: `l`, its letter 10, is probably `2`",
        ),
        (
            &format!("  {}", failing("Bech32 instead of Bech32m")),
            6..60,
            "this deal code has a typing error",
        ),
        (
            failing("unknown pack"),
            4..5,
            "this deal code is for pack 5, which this version does not know",
        ),
        (
            failing("unknown rule set number"),
            5..7,
            "this deal code is for rule set 200, which this version does not know",
        ),
        (
            &failing("rule set of another pack").replacen("qz", "q-z", 1),
            5..8,
            "this deal code is for rule set 1, `pyramid`, which is played with 52 cards, not 48",
        ),
        (failing("rank too large"), 7..52, "52 cards have no deal of the number in this deal code"),
    ] {
        let error = error(text);
        assert_eq!((error.range.clone(), &*error.to_string()), (range, message), "{text:?}");
    }
}

#[test]
fn every_wrong_letter_is_found_and_named() {
    for place in 4..CODE.len() {
        let right = char::from(CODE.as_bytes()[place]);
        for letter in Fe32::iter_alpha().map(Fe32::to_char).filter(|&letter| letter != right) {
            let kind = CodeErrorKind::Checksum {
                repair: Some(Repair {
                    offset: place,
                    position: place + 1,
                    found: letter,
                    letter: right,
                    deals: true,
                }),
            };
            let changed = with_letter(CODE, place, letter);
            assert_eq!(error(&changed), CodeError { range: place..place + 1, kind }, "{changed}");
        }
    }
}

/// The corrector of the crate `bech32` runs into its `unreachable!` on these letters.
#[test]
fn several_wrong_letters_that_look_like_one_at_an_impossible_place() {
    let error = error("pyr1qqz0fhyguycllwhedgzfwsjwss3r2ax0p57m7k7mg8u57dxl3sa9v7");
    assert_eq!(error.kind, CodeErrorKind::Checksum { repair: None });
    assert_eq!(error.range, 4..58);
}

/// One letter of a code that never was one is changed: the change back is the only one, but it
/// gives no deal, so the message does not offer it.
#[test]
fn repairs_that_give_no_deal_are_not_offered() {
    let error = error(&with_letter(failing("rank too large"), 57, 'q'));
    let CodeErrorKind::Checksum { repair: Some(repair) } = error.kind else {
        panic!("{error:?}");
    };
    assert_eq!((repair.offset, repair.letter, repair.deals), (57, 'z', false));
    assert_eq!(error.range, 4..58);
    assert_eq!(error.to_string(), "this deal code has a typing error");
}

#[test]
fn deals_that_have_no_code() {
    let deal = seeded(Deck::Cards40, 1);
    let two = Preset::by_number(2);
    let forty = Deck::Cards40;
    let wrong = |number, preset| Err(EncodeError::Rules { number, deck: forty, preset });
    assert_eq!(encode(forty, Some(2), &deal), wrong(2, two));
    assert_eq!(encode(forty, Some(255), &deal), wrong(255, None));
    assert_eq!(encode(forty, Some(u16::MAX), &deal), wrong(u16::MAX, None));
    assert!(encode(forty, Some(22), &deal).is_ok());

    let packs = seeded(Deck::Cards104, 1);
    assert_eq!(encode(Deck::Cards104, None, &packs), Err(EncodeError::TwoPacks));

    for cards in [&deal[..39], &[], &[&deal[..], &deal[..1]].concat(), &packs] {
        let error = EncodeError::Deck(DeckError::check(forty, cards).unwrap_err());
        assert_eq!(encode(forty, None, cards), Err(error));
    }
}

#[test]
fn names_of_refused_deals() {
    let name = |deck, rules, cards: &[Card]| encode(deck, rules, cards).unwrap_err().name();
    assert_eq!(name(Deck::Cards104, None, &[]), "code-pack");
    assert_eq!(name(Deck::Cards52, Some(21), &[]), "code-rules");
    assert_eq!(name(Deck::Cards52, None, &[]), "deck");
}

/// A pack, a preset that is played with it or none, and its cards in any order.
fn deals() -> impl Strategy<Value = DealCode> {
    prop::sample::select(&PACKS[..]).prop_flat_map(|deck| {
        let presets = Preset::all().iter().filter(move |preset| preset.rules.deck == deck);
        let mut numbers: Vec<_> = presets.map(|preset| Some(preset.number)).collect();
        numbers.push(None);
        let cards = Just(deck.new_deck().collect::<Vec<_>>()).prop_shuffle();
        (prop::sample::select(numbers), cards).prop_map(move |(rules, cards)| DealCode {
            deck,
            rules,
            cards,
        })
    })
}

fn code_of(deal: &DealCode) -> String {
    encode(deal.deck, deal.rules, &deal.cards).unwrap()
}

proptest! {
    #[test]
    fn deals_come_back(deal in deals()) {
        let code = code_of(&deal);
        prop_assert_eq!(decode(&code), Ok(deal.clone()));
        prop_assert_eq!(decode(&grouped(&code).to_uppercase()), Ok(deal));
        prop_assert_eq!(grouped(&grouped(&code)), grouped(&code));
        // The form is that of BIP 350.
        prop_assert_eq!(code.len(), 58);
        prop_assert!(CheckedHrpstring::new::<Bech32m>(&code).is_ok());
    }

    #[test]
    fn one_wrong_letter_is_named(deal in deals(), place in 4_usize..58, letter in 0_u8..32) {
        let code = code_of(&deal);
        let letter = Fe32::try_from(letter).unwrap().to_char();
        prop_assume!(!code[place..].starts_with(letter));
        let error = error(&with_letter(&code, place, letter));
        let CodeErrorKind::Checksum { repair: Some(repair) } = error.kind else {
            return Err(TestCaseError::fail(format!("{error:?}")));
        };
        prop_assert!(repair.deals);
        prop_assert_eq!(error.range, place..place + 1);
        prop_assert_eq!(with_letter(&code, repair.offset, repair.letter), code);
    }

    /// Codes differ in five letters or more: two or three wrong letters are never one letter away
    /// from another code.
    #[test]
    fn up_to_three_wrong_letters_are_never_repaired_wrongly(
        deal in deals(),
        changes in prop::collection::btree_map(4_usize..58, 0_u8..32, 2..=3),
    ) {
        let code = code_of(&deal);
        let mut changed = code.clone();
        for (&place, &letter) in &changes {
            changed = with_letter(&changed, place, Fe32::try_from(letter).unwrap().to_char());
        }
        match (0..58).filter(|&place| code[place..=place] != changed[place..=place]).count() {
            0 => prop_assert!(decode(&changed).is_ok()),
            1 => {}
            _ => {
                let kind = CodeErrorKind::Checksum { repair: None };
                prop_assert_eq!(error(&changed), CodeError { range: 4..58, kind });
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_range_inside_it(
        text in prop_oneof![
            any::<String>(),
            "[ pyr1-]{0,6}.{0,60}",
            "pyr1[qpzry9x8gf2tvdw0s3jn54khce6mua7lQ -]{50,60}",
            "pyr1[qpzry9x8gf2tvdw0s3jn54khce6mua7lQbio1é]{54}",
        ],
    ) {
        match decode(&text) {
            Ok(deal) => prop_assert_eq!(grouped(&code_of(&deal)), grouped(&text)),
            Err(error) => {
                prop_assert!(text.get(error.range.clone()).is_some(), "{:?}", error);
                prop_assert!(!error.to_string().is_empty());
            }
        }
        prop_assert_eq!(grouped(&grouped(&text)), grouped(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Valid check letters over any number: what is read is written back the same.
    #[test]
    fn any_number_is_a_deal_or_refused(
        pack in 0_u8..4,
        mut digits in prop::collection::vec(0_u8..32, 48),
        small in 0_usize..48,
    ) {
        use bech32::{Fe32IterExt, Hrp};
        digits[0] = pack;
        digits[1..48 - small].fill(0);
        let digits = digits.into_iter().map(|digit| Fe32::try_from(digit).unwrap());
        let code: String = digits.with_checksum::<Bech32m>(&Hrp::parse("pyr").unwrap()).chars().collect();
        match decode(&code) {
            Ok(deal) => prop_assert_eq!(code_of(&deal), code),
            Err(error) => {
                prop_assert!(["code-pack", "code-rules", "code-rank"].contains(&error.name()));
            }
        }
    }
}
