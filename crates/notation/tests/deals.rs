//! Deals and positions in every spelling.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;
use pyramid_engine::{Deal, Layout, Preset, RuleSet};
use pyramid_notation::{Source, read_deal, read_position, write_position};

fn layout(rules: &str) -> Layout {
    rules.parse::<RuleSet>().unwrap().layout()
}

const SEED_7: &str = "8c/Ac2h/8hKhKs/8d3d6h5s/9sQdJdKc2d/8s6d4sJsJh7d/2c9d7hQhTsTd7s | \
                      Ad3sAh5c6c5hQc3cAsQs2s9cJc4h4dTh3h9hTcKd7c4c5d6s";

#[test]
fn every_spelling_is_the_same_deal() {
    let layout = layout("pyramid");
    let expected = Deal::seeded(layout.rules(), 7);
    let unicode =
        SEED_7.replace('c', "♣").replace('d', "♦").replace('h', "♡").replace('s', "♠\u{fe0f}");
    for text in [
        SEED_7.to_owned(),
        "seed:7".to_owned(),
        " SEED:7\n".to_owned(),
        "pyr1qqzxw073h6k0xc0n07zqd2cc4n5p8d6uld5ytl5jwf3tkr977gha4z".to_owned(),
        "PYR1-QQZXW0-73H6K0-XC0N07-ZQD2CC-4N5P8D-6ULD5Y-TL5JWF-3TKR97-7GHA4Z".to_owned(),
        SEED_7.to_lowercase(),
        SEED_7.replace('T', "10"),
        SEED_7.replace(" | ", " "),
        SEED_7.replace(" | ", "/").replace('/', "\r\n"),
        SEED_7.replace(['/', '|'], ", "),
        SEED_7.replace(" | ", "|"),
        unicode,
    ] {
        let read = read_deal(&text, &layout).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.deal, expected, "{text}");
        assert_eq!(read.deal.write(&layout), SEED_7);
    }
}

#[test]
fn names_of_deals_are_written_canonically() {
    for (text, canonical) in [
        ("seed:007", "seed:7"),
        ("MS:617", "ms:617"),
        ("pysol:#ms24", "pysol:ms24"),
        ("pysol: 12_345 ", "pysol:12345"),
        ("daily:2026-11-30", "daily:2026-11-30"),
    ] {
        assert_eq!(Source::read(text).unwrap().to_string(), canonical, "{text}");
    }
}

#[test]
fn a_daily_deal_is_a_seed() {
    let layout = layout("pyramid");
    let daily = read_deal("daily:2026-11-30", &layout).unwrap().deal;
    assert_eq!(daily, Deal::seeded(layout.rules(), 2_026_113_000));
}

#[test]
fn the_apex_card_is_dealt_first() {
    let galt = layout("tuts-tomb-galt");
    let deal = read_deal("seed:7", &galt).unwrap().deal;
    assert!(deal.write(&galt).starts_with("Ks/8cAc/2h8hKh/"));
    // Cards in dealing order are those of the pack as shuffled; a structured text shows the apex.
    let in_order = read_deal(&SEED_7.replace([' ', '|', '/'], ""), &galt).unwrap().deal;
    assert_eq!(in_order, deal);
    assert_eq!(read_deal(SEED_7, &galt).unwrap_err().to_string(), "in this game Ks is the apex");
}

/// Each error: its name, its text, and what of the input it points at.
#[test]
fn what_is_wrong_with_a_deal() {
    let mut report = String::new();
    let cases: [(&str, &[&str]); 6] = [
        (
            "pyramid",
            &[
                "",
                "   ",
                "Kc",
                &SEED_7[..SEED_7.len() - 2],
                &SEED_7.replace("6h", "6c"),
                &SEED_7.replace("/8hKhKs/", "/8hKh/Ks"),
                &SEED_7.replace("/9s", "9s"),
                &SEED_7.replace("Ts", "0s"),
                &SEED_7.replace("Qh", "hQ"),
                &SEED_7.replace("9d", "14d"),
                &SEED_7.replace("9d", ".."),
                &SEED_7.replace("9d", "x"),
                &SEED_7.replace("9d", "9♤d"),
                &format!("{SEED_7} | -"),
                &SEED_7.replace(" | Ad", " | -Ad"),
                &SEED_7.replace(" | Ad3s", " | Ad/3s"),
                "seed:",
                "seed:-1",
                "seed:18446744073709551616",
                "seed:7 7",
                "seeds:7",
                "ms:0",
                "ms:8589934592",
                "ms:x",
                "pysol:0",
                "pysol:12a",
                "daily:2026-02-29",
                "daily:today",
                "pyr1",
                "pyr1qqzxw073h6k0xc0n07zqd2cc4n5p8d6uld5ytl5jwf3tkr977gha4q",
                "pyr1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq",
            ],
        ),
        (
            "spanish",
            &["ms:3", SEED_7, "pyr1qqzxw073h6k0xc0n07zqd2cc4n5p8d6uld5ytl5jwf3tkr977gha4z"],
        ),
        ("giza", &[SEED_7, "seed:"]),
        ("tuts-tomb-galt", &[SEED_7]),
        ("double-pyramid", &[SEED_7]),
        ("reserve", &["Kc/4c9c | 2c | 4c/5c"]),
    ];
    for (rules, texts) in cases {
        for text in texts {
            let error = read_deal(text, &layout(rules)).unwrap_err();
            let at = &text[error.span.clone()];
            let shown = if at.len() > 24 { format!("{} bytes", at.len()) } else { at.to_owned() };
            writeln!(report, "{rules} {:?} {}: {error}", shown, error.name()).unwrap();
        }
    }
    insta::assert_snapshot!(report);
}

#[test]
fn what_is_wrong_with_a_position() {
    let mut report = String::new();
    for (rules, text) in [
        ("pyramid rows=2", ""),
        ("pyramid rows=2", "Kc/4c9c | 2c2d | - | - | -"),
        ("pyramid rows=2", "Kc/4c9c | 2c2d | - | - | - | 2 | 1"),
        ("pyramid rows=2", "Kc/4c9c | 2c2d | - | - | - | 3"),
        ("pyramid rows=2", "Kc/4c9c | 2c2d | - | - | - | any"),
        ("pyramid rows=2", "Kc/4c9c | 2c2d | - | - | - | two"),
        ("pyramid rows=2 passes=any", "Kc/4c9c | 2c2d | - | - | - | 1"),
        ("pyramid rows=2", "Kc/4c | 2c2d | - | - | - | 2"),
        ("pyramid rows=2", "Kc | 2c2d | - | - | - | 2"),
        ("pyramid rows=2", "../4c9c | 2c2d | - | - | - | 2"),
        ("pyramid rows=2", "Kc/4c9c | 2c2c | - | - | - | 2"),
        ("pyramid rows=2", "Kc/4c9c | ..2c | - | - | - | 2"),
        ("pyramid rows=2", "Kc/4c9c | 2c/2d | - | - | - | 2"),
        ("pyramid rows=2", "Kc/4c9c | 2c | -/- | - | - | 2"),
        ("pyramid rows=2", "Kc/4c9c | 2c | - | 3c | - | 2"),
        ("cell rows=2", "Kc/4c9c | 2c | - | 3c3d | - | 2"),
        ("pyramid rows=2", "Kc/4c9c | 2c | - | - | 3c | 2"),
        ("giza rows=2 reserve=7x7", "Kc/4c9c | 2c | - | - | -/-/-/-/-/-/- | 0"),
        ("giza rows=2 reserve=7x7", "Kc/4c9c | - | 2c | - | -/-/-/-/-/-/- | 0"),
        ("giza rows=2 reserve=7x7", "Kc/4c9c | - | - | - | -/- | 0"),
        ("reserve rows=2", "Kc/4c9c | - | - | - | 5c6c/-/-/-/-/- | 2"),
        ("no-waste rows=2", "Kc/4c9c | - | 5c6c | - | - | 0"),
        ("spanish rows=2", "Kc/4cTc | - | - | - | - | 2"),
        ("pyramid rows=2", "Kc/4c0c | - | - | - | - | 2"),
        ("pyramid rows=2", "Kc/4c-9c | - | - | - | - | 2"),
    ] {
        let error = read_position(text, Arc::new(layout(rules))).unwrap_err();
        let at = &text[error.span.clone()];
        writeln!(report, "{rules} | {text}\n    {:?} {}: {error}", at, error.name()).unwrap();
    }
    insta::assert_snapshot!(report);
}

proptest! {
    /// The reader of canonical text and the reader of all spellings read the same.
    #[test]
    fn canonical_text_reads_as_the_same_with_a_blank_before(
        preset in prop::sample::select(Preset::all().to_vec()),
        seed: u64,
        change in prop::option::of((any::<prop::sample::Index>(), prop::char::range(' ', '~'))),
    ) {
        let layout = preset.rules.validate().unwrap();
        let mut text = Deal::seeded(&preset.rules, seed).write(&layout);
        if let Some((at, letter)) = change {
            let at = at.index(text.len());
            text.replace_range(at..at + 1, &letter.to_string());
        }
        // With a blank before it no text is canonical.
        let spaced = read_deal(&format!(" {text}"), &layout);
        match read_deal(&text, &layout) {
            Ok(read) => prop_assert_eq!(Ok(read), spaced),
            Err(error) => {
                let spaced = spaced.unwrap_err();
                prop_assert_eq!(error.kind, spaced.kind);
            }
        }
    }

    #[test]
    fn positions_read_back(
        preset in prop::sample::select(Preset::all().to_vec()),
        seed: u64,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
    ) {
        let layout = Arc::new(preset.rules.validate().unwrap());
        let mut game = pyramid_engine::Game::new(layout.clone(), &Deal::seeded(&preset.rules, seed));
        for choice in choices {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.index(moves.len())]).unwrap();
        }
        let text = write_position(game.setup(), game.state());
        let setup = read_position(&text, layout).unwrap();
        prop_assert_eq!(write_position(&setup, setup.start()), text);
        prop_assert_eq!(setup.is_won(setup.start()), game.setup().is_won(game.state()));
        prop_assert_eq!(setup.legal_moves(setup.start()).len(), game.legal_moves().len());
    }
}
