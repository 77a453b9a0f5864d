//! Rules lines, presets, and every reason why rules cannot be played.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use pyramid_engine::{KEYS, Passes, Preset, RuleSet, Rules, RulesError, RulesLineErrorKind, Stock};

fn parse(line: &str) -> Result<RuleSet, String> {
    line.parse::<RuleSet>().map_err(|error| format!("{}: {error}", error.name()))
}

#[test]
fn presets_are_numbered_from_one_and_valid() {
    let mut names = HashSet::new();
    for (row, preset) in Preset::all().iter().enumerate() {
        assert_eq!(preset.number as usize, row + 1, "{}", preset.name);
        assert!(preset.rules.validate().is_ok(), "{}", preset.name);
        for name in std::iter::once(&preset.name).chain(preset.aliases) {
            assert!(names.insert(*name), "{name} stands twice");
            assert_eq!(Preset::by_name(name), Some(preset));
        }
        assert_eq!(parse(preset.name).unwrap().to_string(), preset.name);
    }
    assert!(Preset::all().len() >= 38, "a game that was there is gone");
}

#[test]
fn presets_of_the_same_rules_are_meant() {
    let mut seen: Vec<(&str, Rules)> = Vec::new();
    let mut same = Vec::new();
    for preset in Preset::all() {
        same.extend(
            seen.iter().filter(|(_, r)| *r == preset.rules).map(|(n, _)| (*n, preset.name)),
        );
        seen.push((preset.name, preset.rules));
    }
    assert_eq!(same, []);
}

#[test]
fn lines_are_written_canonically() {
    for (line, canonical) in [
        ("pyramid", "pyramid"),
        ("  Pyramid\tROWS=7 ", "pyramid"),
        ("msc", "microsoft"),
        ("pyramid redeals=1", "pyramid passes=2"),
        ("pyramid redeals=any", "pyramid passes=any"),
        ("pyramid passes=2 stock=closed", "pyramid stock=closed passes=2"),
        ("giza reserve=8x3", "giza"),
        ("tuts-tomb-galt apex=none", "tuts-tomb-galt apex=none"),
        ("pyramid apex=ks", "pyramid apex=Ks"),
        ("reserve reserve=none goal=pyramid", "reserve reserve=none goal=pyramid"),
    ] {
        let rules = parse(line).unwrap();
        assert_eq!(rules.to_string(), canonical, "{line}");
        assert_eq!(parse(canonical), Ok(rules), "{line}");
    }
}

#[test]
fn every_value_of_every_key_is_written_as_it_is_read() {
    for key in &KEYS {
        for value in [
            "no",
            "yes",
            "0",
            "1",
            "2",
            "3",
            "9",
            "any",
            "none",
            "13x8",
            "48",
            "40",
            "104",
            "52",
            "pyramid",
            "triangle",
            "two-pyramids",
            "up-and-down",
            "pharaohs",
            "sum",
            "sum12-qk",
            "sum11-faces",
            "adjacent",
            "open",
            "closed",
            "kept",
            "pysol",
            "table",
            "deck",
            "stuck",
            "exhausted",
            "left",
            "par",
            "msc",
            "cards",
            "ks",
        ] {
            let mut rules = Rules::PYRAMID;
            match key.set(&mut rules, value) {
                Some(()) => assert!(key.get(&rules).eq_ignore_ascii_case(value), "{}", key.name),
                None => assert_eq!(rules, Rules::PYRAMID, "{} {value}", key.name),
            }
        }
        for wrong in ["", "03", "+3", "3 ", "x", "14x1", "1x9", "x3", "yess", "256", "11"] {
            assert_eq!(key.set(&mut Rules::PYRAMID.clone(), wrong), None, "{} {wrong:?}", key.name);
        }
    }
}

#[test]
fn what_is_wrong_with_a_line() {
    for (line, error) in [
        ("", "rules: the rules need a name, such as `pyramid`"),
        ("piramid", "rules: no game is called `piramid`; did you mean `pyramid`"),
        ("zzz", "rules: no game is called `zzz`"),
        ("pyramid pases=2", "rules: no rules key is called `pases`; did you mean `passes`"),
        ("pyramid passes=0", "rules: `passes` cannot be `0`; it may be 1 to 9, any"),
        ("pyramid redeals=9", "rules: `redeals` cannot be `9`; it may be 0 to 8, any"),
        ("pyramid redeals=+3", "rules: `redeals` cannot be `+3`; it may be 0 to 8, any"),
        ("pyramid passes", "rules: `passes` is not `key=value`"),
        ("pyramid passes=1 redeals=1", "rules: `passes` stands twice"),
        (
            "pyramid draw=3 rows=10",
            "rules-invalid: these rules cannot be played: the layout takes 55 cards, the pack has 52; \
             draw=3 needs stock=closed",
        ),
    ] {
        assert_eq!(parse(line).unwrap_err(), error, "{line}");
    }
    let error = "pyramid  pases=2".parse::<RuleSet>().unwrap_err();
    assert_eq!(error.span, 9..16);
    let invalid = "pyramid draw=3 ".parse::<RuleSet>().unwrap_err();
    assert_eq!(invalid.span, 0..14);
    assert!(matches!(invalid.kind, RulesLineErrorKind::Invalid(reasons) if reasons.len() == 1));
}

#[test]
fn every_reason_is_given_and_only_it() {
    use RulesError as E;
    let line = |line: &str, change: fn(&mut Rules)| {
        let mut rules = *parse(line).unwrap().rules();
        change(&mut rules);
        rules.validate().map(|_| ()).unwrap_err()
    };
    type Case = (&'static str, fn(&mut Rules), RulesError);
    let cases: Vec<Case> = vec![
        ("pyramid", |r| r.rows = 0, E::Rows),
        ("pyramid deck=104", |r| r.rows = 11, E::Rows),
        ("two-pyramids", |r| r.rows = 6, E::FixedRows),
        (
            "pyramid deck=104 reserve=8x3",
            |r| r.reserve.as_mut().unwrap().piles = 14,
            E::ReserveSize,
        ),
        ("pyramid deck=104 reserve=8x3", |r| r.reserve.as_mut().unwrap().depth = 9, E::ReserveSize),
        ("pyramid", |r| r.cells = 2, E::Cells),
        ("pyramid", |r| r.draw = 2, E::Draw),
        ("pyramid", |r| r.wastes = 2, E::Wastes),
        ("pyramid", |r| r.passes = Passes::Limited(10), E::Passes),
        ("pyramid", |r| r.passes = Passes::Limited(0), E::Passes),
        ("pyramid", |r| r.predeal = 2, E::Predeal),
        ("pyramid", |r| r.rows = 10, E::TooManyCards { need: 55, have: 52 }),
        ("spanish", |r| r.matching = pyramid_engine::Matching::Sum12Qk, E::MatchNeedsThirteenRanks),
        (
            "forty",
            |r| r.matching = pyramid_engine::Matching::Sum11Faces,
            E::MatchNeedsThirteenRanks,
        ),
        ("giza", |r| r.rows = 6, E::NoStockCardsLeft { left: 7 }),
        ("giza", |r| r.draw = 3, E::NoStockDraw),
        ("giza", |r| r.wastes = 3, E::NoStockWastes),
        ("giza", |r| r.predeal = 1, E::NoStockPredeal),
        ("giza", |r| r.passes = Passes::Limited(2), E::NoStockPasses),
        ("draw-three", |r| r.stock = Stock::Open, E::DrawOpenStock),
        ("draw-three", |r| r.wastes = 3, E::DrawWastes),
        ("no-waste", |r| r.stock = Stock::Open, E::NoWasteStock),
        ("no-waste", |r| r.passes = Passes::Any, E::NoWastePasses),
        ("no-waste", |r| r.waste_pair = true, E::NoWastePair),
        ("no-waste", |r| r.predeal = 3, E::NoWastePredeal),
        ("apophis", |r| r.stock = Stock::Open, E::ThreeWastesStock),
        ("apophis", |r| r.passes = Passes::Any, E::ThreeWastesPasses),
        ("pyramid reserve=12x2 predeal=0", |r| r.predeal = 1, E::PredealTooLarge { stock: 0 }),
        (
            "reserve reserve-first=yes",
            |r| {
                r.apex = Some("Ks".parse().unwrap());
            },
            E::ApexReserveFirst,
        ),
        ("no-waste", |r| r.score = pyramid_engine::Scoring::Par, E::ParStock),
        ("reserve", |r| r.score = pyramid_engine::Scoring::Par, E::ParReserve),
        ("par", |r| r.cells = 1, E::ParReserve),
        ("par", |r| r.passes = Passes::Limited(4), E::ParPasses),
        ("par", |r| r.passes = Passes::Any, E::ParPasses),
        ("triangle", |r| r.score = pyramid_engine::Scoring::Msc, E::MscLayout),
        ("microsoft", |r| r.rows = 6, E::MscLayout),
    ];
    let mut names = HashSet::new();
    for (start, change, reason) in cases {
        let reasons = line(start, change);
        names.insert(reason.name());
        assert_eq!(reasons, [reason], "{start}");
    }
    // All but a foreign apex card, which no rules line can name.
    names.insert("apex");
    assert_eq!(names, RulesError::NAMES.iter().copied().collect());
}
