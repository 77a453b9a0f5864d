//! The canonical form: whatever way a game was typed, it becomes the same text, and stays it.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;
use pyramid_engine::{Deal, Game, Preset, RuleSet};
use pyramid_notation::{
    BodyItem, Clock, HeaderKey, Mark, MoveText, ReadOptions, Reader, Record, RecordedMove, Token,
    canonical, read_games, to_token,
};

const EXAMPLE: &str = include_str!("../../../fixtures/games/valid/example-marks-clocks-undo.pyr");

/// What `fmt` makes of a text.
fn fmt(text: &str) -> String {
    let mut out = Vec::new();
    let mut writer = pyramid_notation::Writer::new(&mut out);
    for read in read_games(Reader::new(text.as_bytes())) {
        let mut read = read.unwrap();
        read.record = read.record.take().map(|record| canonical(record).record);
        read.write(&mut writer).unwrap();
    }
    writer.finish().unwrap();
    String::from_utf8(out).unwrap()
}

fn record(text: &str) -> Record {
    read_games(Reader::new(text.as_bytes())).next().unwrap().unwrap().record.unwrap()
}

#[test]
fn the_worked_example_as_it_was_typed() {
    let typed = "\
Pyramid-Game 1
# typed at the table
RULES: pysolfc-apophis
deal: pysol:25
Player: Ann
date: 2026-11-30T14:02:11Z

1. Kc@2.1 Kd@3.0 QsAc@5.6 6h7h@7.9
4c9s@9.2  # either four would do
5d8h@10.0 >@11.4
~@14.0  # wanted Qh first
QhAs@15.8 > :hint >@21.0 QdAd! > 6s7d Js2h@44.25
end: resigned
";
    assert_eq!(fmt(typed), EXAMPLE);
    assert_eq!(fmt(&typed.replace("deal: pysol:25", "from: PySol:#25L")), EXAMPLE);
}

#[test]
fn headers_that_say_what_is_played() {
    let fmt = |head: &str| fmt(&format!("pyramid-game 1.0\n{head}\n"));
    let deal = fmt("rules: pyramid\nfrom: seed:7");
    let cards = "8c/Ac2h/8hKhKs/8d3d6h5s/9sQdJdKc2d/8s6d4sJsJh7d/2c9d7hQhTsTd7s | Ad3sAh5c6c5hQc3cAsQs2s9cJc4h4dTh3h9hTcKd7c4c5d6s";
    assert_eq!(deal, format!("pyramid-game 1.0\nrules: pyramid\ndeal: {cards}\nfrom: seed:7\n"));
    assert_eq!(fmt("FROM: SEED:007\nrules: Relaxed-Pyramid  passes=3"), deal);
    assert_eq!(fmt("rules: pyramid\ndeal: Seed:7"), deal);
    let code = "pyr1qpzxw073h6k0xc0n07zqd2cc4n5p8d6uld5ytl5jwf3tkr97wvea2z";
    let spelled = pyramid_notation::code::grouped(code).to_uppercase();
    assert!(fmt(&format!("rules: giza\ndeal: {spelled}")).ends_with(&format!("from: {code}\n")));
    // A name that is there already stays, also if it is not that of the deal.
    assert!(fmt("rules: pyramid\ndeal: seed:7\nfrom: ms:3").ends_with("6s\nfrom: ms:3\n"));
}

#[test]
fn comments_stay_above_what_they_are_about() {
    let text = "\
pyramid-game 1.0
rules: pyramid
# where it comes from
from: seed:7  # a good one
# last words
1. Ad+Qh
";
    let wanted = text.replace(
        "# where",
        "deal: 8c/Ac2h/8hKhKs/8d3d6h5s/9sQdJdKc2d/8s6d4sJsJh7d/2c9d7hQhTsTd7s | Ad3sAh5c6c5hQc3cAsQs2s9cJc4h4dTh3h9hTcKd7c4c5d6s\n# where",
    );
    assert_eq!(fmt(text), wanted);
    assert_eq!(fmt(&wanted), wanted);
}

#[test]
fn a_header_that_is_added_stands_in_its_order() {
    let head = |head: &str| record(&format!("pyramid-game 1.0\n{head}"));
    for (before, after) in [
        ("", "player: Ann\n"),
        ("# top\n", "# top\nplayer: Ann\n"),
        ("rules: par\n# last words\n", "rules: par\nplayer: Ann\n# last words\n"),
        ("# top\nx-a: 1\n# last words\n", "# top\nplayer: Ann\nx-a: 1\n# last words\n"),
        (
            "rules: par\n# when\ndate: 2026\nfrom: ms:3\n",
            "rules: par\nfrom: ms:3\nplayer: Ann\n# when\ndate: 2026\n",
        ),
        ("rules: par\nplayer: Bob\napp: x\n", "rules: par\nplayer: Ann\napp: x\n"),
    ] {
        let mut record = head(before);
        record.set_header(HeaderKey::Player, "Ann");
        assert_eq!(record.to_string(), format!("pyramid-game 1.0\n{after}"), "{before}");
    }
}

/// What the strict reader says of a game of `pyramid` with one more header and this end: name, line
/// and column.
fn strict(header: &str, end: &str) -> Vec<(&'static str, u64, u32)> {
    let text = game_with(header, end);
    let reader = Reader::with_options(text.as_bytes(), ReadOptions::STRICT);
    let problems = read_games(reader).flat_map(|game| game.unwrap().problems);
    let places = problems.map(|wrong| (wrong.name, wrong.primary.at.line, wrong.primary.at.column));
    places.collect()
}

fn game_with(header: &str, end: &str) -> String {
    let deal = "8c/Ac2h/8hKhKs/8d3d6h5s/9sQdJdKc2d/8s6d4sJsJh7d/2c9d7hQhTsTd7s | Ad3sAh5c6c5hQc3cAsQs2s9cJc4h4dTh3h9hTcKd7c4c5d6s";
    format!("pyramid-game 1.0\nrules: pyramid\ndeal: {deal}\n{header}\n1. Ad+Qh\nend: open {end}\n")
}

#[test]
fn every_value_has_one_spelling() {
    let code = "pyr1qqzxw073h6k0xc0n07zqd2cc4n5p8d6uld5ytl5jwf3tkr977gha4z";
    let grouped = pyramid_notation::code::grouped(code);
    let shouted = code.to_uppercase();
    let headers = [
        ("from: SEED:7", "from: seed:7"),
        ("from: seed:007", "from: seed:7"),
        ("from: seed: 7", "from: seed:7"),
        ("from: MS:617", "from: ms:617"),
        ("from: ms:0617", "from: ms:617"),
        ("from: pysol:#12_345L", "from: pysol:12345"),
        ("from: pysol:MS-24", "from: pysol:ms24"),
        ("from: Daily:2026-11-30", "from: daily:2026-11-30"),
        ("from: daily: 2026-11-30", "from: daily:2026-11-30"),
        (&format!("from: {shouted}"), &format!("from: {code}")),
        (&format!("from: {grouped}"), &format!("from: {code}")),
        ("date: 2026-11-30t14:02:11z", "date: 2026-11-30T14:02:11Z"),
        ("date: 2026-11-30 14:02:11Z", "date: 2026-11-30T14:02:11Z"),
        ("date: 2026-11-30T14:02:11.50Z", "date: 2026-11-30T14:02:11.5Z"),
        ("date: 2026-11-30T14:02:11+00:00", "date: 2026-11-30T14:02:11Z"),
        ("player: Ann\tB", "player: Ann B"),
    ];
    for (typed, written) in headers {
        let wrong = strict(typed, "moves=1");
        assert!(matches!(wrong[..], [("not-canonical", 4, _)]), "{typed}: {wrong:?}");
        assert_eq!(fmt(&game_with(typed, "moves=1")), game_with(written, "moves=1"), "{typed}");
        assert_eq!(strict(written, "moves=1"), [], "{written}");
    }
    let claims = [
        ("score=+27", "score=27"),
        ("score=027", "score=27"),
        ("score=-0", "score=0"),
        ("moves=01", "moves=1"),
        ("moves=+1", "moves=1"),
        ("time=214", "time=214.0"),
        ("time=007.250", "time=7.25"),
        ("score=+27 moves=01 x=01", "score=27 moves=1 x=01"),
    ];
    for (typed, written) in claims {
        let wrong = strict("player: Ann", typed);
        assert!(matches!(wrong[..], [("not-canonical", 6, _)]), "{typed}: {wrong:?}");
        let mended = game_with("player: Ann", written);
        assert_eq!(fmt(&game_with("player: Ann", typed)), mended, "{typed}");
        assert_eq!(strict("player: Ann", written), [], "{written}");
    }
    // The place is that of the first character that should be another.
    assert_eq!(strict("from: seed:007", "moves=1"), [("not-canonical", 4, 12)]);
    assert_eq!(strict("player: Ann", "score=27 moves=01"), [("not-canonical", 6, 26)]);
}

#[test]
fn a_game_that_does_not_replay_keeps_its_moves() {
    for (head, name, place) in [
        ("rules: pyramid\nfrom: seed:7", "covered", (4, 10)),
        ("rules: piramid\nfrom: seed:7", "rules", (2, 8)),
        ("rules: pyramid\ndeal: seed:x", "deal", (3, 12)),
        ("rules: pyramid\nfrom: sed:7", "deal", (3, 7)),
        ("rules: pyramid\nfrom: 8c", "from", (3, 7)),
        (
            "rules: two-pyramids\nfrom: pyr1qqrqn283q6nm0sw4fs9c3xm6t7uy0t5angud5tv9afl7lcw0fjqrkr",
            "deal",
            (3, 7),
        ),
    ] {
        let text = format!("pyramid-game 1.0\n{head}\n1. QhAd! 7h6d@5 ~1\nend: open\n");
        let read = canonical(record(&text));
        let wrong = read.game.unwrap_err();
        let at = wrong.primary.at;
        assert_eq!((wrong.name, (at.line, at.column)), (name, place), "{}", wrong.message);
        let written = read.record.to_string();
        assert!(written.ends_with("1. QhAd! 7h6d@5 ~1\nend: open\n"), "{written}");
        assert_eq!(fmt(&written), written);
    }
}

#[test]
fn the_game_is_given_as_it_ends() {
    let game = canonical(record(EXAMPLE)).game.unwrap();
    assert_eq!((game.ply(), game.status().is_over()), (13, false));
}

/// Choices, one after the other.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A random game as its canonical record: removals are preferred, some moves are taken back, some
/// have marks and clocks.
fn random_game(rules: RuleSet, choices: &mut Choices) -> Record {
    let layout = Arc::new(rules.layout());
    let seed = choices.below(1000);
    let deal = Deal::seeded(rules.rules(), seed);
    let mut record = record(&format!(
        "pyramid-game 1.0\nrules: {rules}\ndeal: {}\nfrom: seed:{seed}\nx-table: 7\n",
        deal.write(&layout)
    ));
    let mut game = Game::new(layout, &deal);
    let mut clock = 0;
    let mut add = |token: Token, choices: &mut Choices| {
        let mut text = MoveText::from(token);
        if token.is_numbered() {
            text.mark = choices.one_in(9).then_some(Mark::Dubious);
            clock += choices.below(3000) as u32;
            text.clock = choices.one_in(3).then_some(Clock::from_millis(clock));
        }
        let at = pyramid_notation::Location::START;
        record.body.push(BodyItem::Move(RecordedMove { text, written: None, at }));
    };
    while !game.status().is_over() && game.ply() < 60 {
        let moves = game.legal_moves();
        let removals: Vec<_> = moves.iter().filter(|m| m.is_removal()).collect();
        let m = match removals.len() as u64 {
            n if n > 0 && !choices.one_in(4) => *removals[choices.below(n) as usize],
            _ => moves[choices.below(moves.len() as u64) as usize],
        };
        add(to_token(game.setup(), game.state(), m), choices);
        game.play(m).unwrap();
        if choices.one_in(20) {
            let count = 1 + choices.below(game.ply().min(3) as u64) as u32;
            for _ in 0..count {
                game.undo().unwrap();
            }
            add(Token::Undo(count), choices);
        }
        if choices.one_in(20) {
            add(Token::Hint, choices);
        }
    }
    record
}

/// The same game in any of the spellings a player may use.
fn typed(record: &Record, choices: &mut Choices) -> String {
    let end = choices.of(&["\n", "\r\n", "\r"]);
    let mut text = String::from(choices.of(&["pyramid-game 1.0", "Pyramid-Game 1"]));
    let mut headers: Vec<_> = record.headers().collect();
    // `rules` stands above `deal`, the others anywhere.
    headers[1..].rotate_left(choices.below(3) as usize);
    let named = choices.one_in(2);
    for header in headers {
        let key = &header.key;
        let value = &header.value;
        match &**key {
            "deal" if named => Ok(()),
            "rules" => write!(text, "{end}RULES:\t{}", value.to_uppercase()),
            _ => write!(text, "{end}{key}:{value}"),
        }
        .unwrap();
    }
    let mut number = 1;
    let mut open = false;
    for played in record.moves() {
        if !open || choices.one_in(6) {
            text.push_str(end);
            let sign = choices.of(&["", ".", ")", ":"]);
            if !sign.is_empty() {
                write!(text, "{number}{sign}{}", choices.of(&["", " ", "\t"])).unwrap();
            }
        } else {
            text.push_str(choices.of(&[" ", "\t", "  \t"]));
        }
        open = true;
        number += u32::from(played.text.token.is_numbered());
        text.push_str(&typed_move(&played.text, choices));
    }
    text + end
}

fn typed_move(played: &MoveText, choices: &mut Choices) -> String {
    let mut token = match played.token {
        // A pair is found in either order, a covered pair as a pair.
        Token::Pair(a, b) | Token::Covered { upper: a, lower: b } => {
            let (a, b) = if choices.one_in(2) { (a, b) } else { (b, a) };
            format!("{a}{}{b}", choices.of(&["", "+"]))
        }
        Token::Draw(_) if choices.one_in(3) => choices.of(&["draw", "Draw", ">"]).to_owned(),
        Token::Redeal(_) if choices.one_in(2) => choices.of(&["redeal", "<"]).to_owned(),
        Token::Undo(1) => choices.of(&["~", "~1", "undo"]).to_owned(),
        token => token.to_string(),
    };
    if choices.one_in(3) {
        token = token.replace('T', "10");
    }
    match choices.below(3) {
        0 => token = token.to_lowercase(),
        // Places have letters of their own, in any case too.
        1 => token = token.to_uppercase(),
        _ => {}
    }
    if let Some(mark) = played.mark {
        token.push_str(mark.sign());
    }
    if let Some(clock) = played.clock {
        let seconds = clock.to_string();
        token += &format!("@{}", seconds.strip_suffix(".0").unwrap_or(&seconds));
    }
    token
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_way_of_typing_a_game_is_one_text(
        preset in 0..Preset::all().len(),
        seed in any::<u64>(),
    ) {
        let mut choices = Choices(seed);
        let record = random_game(RuleSet::from(&Preset::all()[preset]), &mut choices);
        let wanted = record.to_string();
        prop_assert_eq!(fmt(&wanted), wanted.clone());
        let typed = typed(&record, &mut choices);
        prop_assert_eq!(fmt(&typed), wanted, "typed:\n{}", typed);
    }

    #[test]
    fn formatting_twice_is_formatting_once(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "pyramid-game 1.0", "pyramid-game 1.3", "rules: MSC", "rules: pyramid", "from: ms:3",
                "deal: ms:3", "deal: seed:7", "player: Ann", "x-a: 1", "# one", "%two", "1. Ks",
                "ks draw", "Ks >  # said", "~ undo", "end: open", "end: won score=+5", ":hint", " ",
                "\n", "\n", "\n", "\n", "\r", "\t", "7c6d", "11)", "\u{feff}",
            ]),
            0..40,
        ),
    ) {
        let once = fmt(&parts.concat());
        prop_assert_eq!(fmt(&once), once.clone());
    }
}

#[test]
fn every_preset_is_typed() {
    for preset in Preset::all() {
        for seed in 0..8 {
            let mut choices = Choices(seed);
            let record = random_game(RuleSet::from(preset), &mut choices);
            let typed = typed(&record, &mut choices);
            assert_eq!(fmt(&typed), record.to_string(), "{}, typed:\n{typed}", preset.name);
        }
    }
}
