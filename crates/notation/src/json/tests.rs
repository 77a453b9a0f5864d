//! There and back, and what is refused.

use proptest::prelude::*;

use super::*;
use crate::reader::Reader;
use crate::record::{GameRead, Record, read_games};
use crate::span::Text;

fn record(text: &str) -> Record {
    let read = read_games(Reader::new(text.as_bytes())).next().unwrap().unwrap();
    read.record.unwrap()
}

/// The record that its twin is read as.
fn back(record: &Record) -> Record {
    let json = write_json(record);
    let GameRead { record, problems, .. } = read_json(Text::new(&json));
    record.unwrap_or_else(|| panic!("{problems:?} in {json}"))
}

const CARDS: &str = "Kc/2dQc/7h6s8h/Th4d7dJh/9dJsQs8s9c/QdTcQhTs5d6h/Ks7cAd4hAsJd8d | Ac6d3dKh6cTd2s3c9hKd7s3s9s2c3h4cAh2hJc5h8c4s5s5c";

#[test]
fn recorded_games_are_read_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/valid");
    let mut games = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for read in read_games(Reader::new(&bytes[..])) {
            let mut record = read.unwrap().record.unwrap();
            record.head.retain(|line| matches!(line, crate::HeadLine::Header(_)));
            record.body.retain(|item| matches!(item, crate::BodyItem::Move(_)));
            assert_eq!(back(&record).to_string(), record.to_string());
            games += 1;
        }
    }
    assert!(games > 50);
}

#[test]
fn everything_a_record_says_is_read_back() {
    let text = format!(
        "pyramid-game 1.3\nrules: par\ndeal: {CARDS}\nfrom: ms:3\nplayer: \"Ann\" ♣\nmatch: 1/6\n\
         x-a: 1\nx-a: two\nx-a: 3\nx-b: {{}}\n1. Ks! >Ac@2.5 :hint 6d+7c?!@2.501 QdAd~\n"
    );
    let text = text.replace(" QdAd~", " QdAd ~2@44.25");
    for end in [
        "",
        "end: open\n",
        "end: won reason=cleared score=-5 moves=036 time=214.30 who=♣=x y=12 z=true\n",
        "end: lost score=+1 moves=4 time=214\n",
    ] {
        let record = record(&format!("{text}{end}"));
        assert_eq!(back(&record).to_string(), record.to_string());
    }
}

#[test]
fn what_has_no_place_in_it_is_left_out() {
    let text = "pyramid-game 1.0\n# one\nrules: par\nfrom: ms:3  # two\nx-a: 1\nx-b: 2\nx-a: 3\n\
                # three\n1. Ks  # four\n# five\nend: open result=won  # six\n# seven\n";
    let twin = back(&record(text)).to_string();
    assert_eq!(
        twin,
        "pyramid-game 1.0\nrules: par\nfrom: ms:3\nx-a: 1\nx-a: 3\nx-b: 2\n1. Ks\nend: open\n"
    );
}

/// A game with some of its text replaced, and what is said: place, what stands there, name, text.
fn said(old: &str, new: &str) -> String {
    let good = r#"{"format":"pyramid-game","version":"1.0","rules":"par","deal":"ms:3","headers":{"player":"Änn","x-a":["1","2"]},"moves":["Ks!",">Ac",":hint","6d+7c"],"clock":[1.5,null,null,3],"end":{"result":"open","moves":3,"time":9.25}}"#;
    assert!(read_json(Text::new(good)).record.is_some());
    assert!(good.contains(old), "{old}");
    let text = good.replacen(old, new, 1);
    let read = read_json(Text::new(&text));
    assert!(read.record.is_none(), "{text}");
    let wrong = read.problems.last().unwrap();
    let at = wrong.primary.at;
    let there = &text[at.start as usize..at.end() as usize];
    assert_eq!(at.column as usize, text[..at.start as usize].chars().count() + 1, "{text}");
    let help = wrong.help.as_ref().map_or(String::new(), |help| format!("\n    help: {help}"));
    format!("{old} -> {new}\n  {} {there}  [{}] {}{help}\n", at.column, wrong.name, wrong.message)
}

#[test]
fn what_is_refused() {
    let all = [
        ("}}", "}"),
        ("}}", "}} x"),
        ("}}", "}}}"),
        (":\"par\"", ":par"),
        ("{\"format\"", "[\"format\"]"),
        ("{\"format\":\"pyramid-game\"", "{\"format\":\"chess\""),
        ("\"format\":\"pyramid-game\",", ""),
        ("\"version\":\"1.0\",", ""),
        ("\"1.0\"", "1"),
        ("\"1.0\"", "\"one\""),
        ("\"1.0\"", "\"2.0\""),
        ("\"rules\":\"par\",", ""),
        ("\"rules\":\"par\"", "\"rules\":\"par\",\"rules\":\"par\""),
        ("\"par\"", "null"),
        ("\"par\"", "\"\""),
        ("\"par\"", "\"a\\nb\""),
        ("\"deal\":\"ms:3\",", ""),
        ("\"moves\"", "\"mvoes\""),
        ("\"clock\"", "\"comments\""),
        ("{\"player\":\"Änn\",\"x-a\":[\"1\",\"2\"]}", "[]"),
        ("\"Änn\"", "5"),
        ("\"Änn\"", "\" Änn\""),
        ("\"Änn\"", "\"Änn  #1\""),
        ("\"Änn\"", "[\"Ä\",\"nn\"]"),
        ("player", "two words"),
        ("player", "end"),
        ("player", "deal"),
        ("player", "X-A"),
        ("player", "date"),
        ("x-a\":[\"1\"", "match\":[\"7/6\""),
        ("\"Ks!\"", "[]"),
        ("\"Ks!\"", "\"Kx!\""),
        ("\"Ks!\"", "\"\""),
        ("\"Ks!\"", "\"Ks@1.5\""),
        ("\"Ks!\"", "\"K\\u0073 Kh\""),
        ("\">Ac\"", "\">Ac\",\">6d\""),
        ("[1.5", "[\"1.5\""),
        ("[1.5", "[1.5555"),
        ("[1.5", "[-1"),
        ("[1.5", "[4.5"),
        ("null,null", "null,2"),
        ("[1.5,null,null,3]", "{}"),
        ("\"result\":\"open\",", ""),
        ("\"open\"", "\"win\""),
        ("\"open\"", "\"open\",\"result\":\"won\""),
        ("\"moves\":3", "\"moves\":3.5"),
        ("\"moves\":3", "\"moves\":true"),
        ("\"moves\":3", "\"reason\":\"luck\""),
        ("\"moves\":3", "\"who\":\"two words\""),
        ("\"moves\":3", "\"two words\":\"x\""),
        ("\"moves\":3", "\"a=b\":1"),
        ("\"moves\":3", "\"#a\":1"),
        ("\"moves\":3", "\"\":1"),
        ("\"moves\":3", "\"a\\u0007\":1"),
        ("9.25", "2.25"),
        ("{\"result\"", "[\"result\"]"),
    ];
    let all: String = all.iter().map(|(old, new)| said(old, new)).collect();
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(all);
    });
}

#[test]
fn of_a_newer_version_what_is_not_known_is_left_out() {
    let text =
        r#"{"format":"pyramid-game","version":"1.9","rules":"par","deal":"ms:3","music":"loud"}"#;
    let read = read_json(Text::new(text));
    assert_eq!(read.record.unwrap().to_string(), "pyramid-game 1.9\nrules: par\ndeal: ms:3\n");
    assert!(!read.problems[0].is_error());
}

#[test]
fn nesting_has_an_end() {
    for text in ["[".repeat(100_000), format!("{{\"headers\":{}", "{\"a\":".repeat(100_000))] {
        let read = read_json(Text::new(&text));
        assert_eq!(read.problems[0].name, "json");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is cut out of a game, put into it or moved in it, nothing panics, every place lies
    /// in the text, and what is read can be written as a record that is read back.
    #[test]
    fn any_text_is_read_or_refused(
        cuts in prop::collection::vec((0..400usize, 0..9usize, "[\\[\\]{}\",:A-z0-9 .♣\\\\#\t-]{0,6}"), 0..4),
    ) {
        let mut text = String::from(
            r#"{"format":"pyramid-game","version":"1.0","rules":"par","deal":"ms:3","headers":{"player":"Änn","date":"2026","x-a":["1","2"]},"moves":["Ks!",">Ac",":hint","qdad"],"clock":[1.5,null,null,3],"end":{"result":"open","moves":3,"time":9.25,"who":"x"}}"#,
        );
        for (at, len, new) in cuts {
            let floor = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap();
            let (start, end) = (floor(at), floor(at + len));
            text.replace_range(start..end, &new);
        }
        let read = read_json(Text::new(&text));
        for problem in &read.problems {
            prop_assert!(problem.primary.at.end() <= text.len() as u64);
        }
        if let Some(record) = read.record {
            let written = record.to_string();
            let again = read_games(Reader::new(written.as_bytes())).next().unwrap().unwrap();
            prop_assert!(!again.has_errors(), "{}: {:?}", written, again.problems);
            prop_assert_eq!(again.record.unwrap().to_string(), &*written);
            prop_assert_eq!(back(&record).to_string(), written);
        }
    }
}
