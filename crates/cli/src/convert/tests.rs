//! There and back in every format.

use pyramid_engine::{Deck, Preset};
use pyramid_notation::{Reader, read_games};

use crate::args::Cli;
use crate::commands;
use crate::failure::Exit;
use crate::io::Io;

/// What a command prints, and what it says.
fn run(args: &[&str], stdin: &str) -> (Exit, String, String) {
    let (mut io, stdout, stderr) = Io::memory(args, stdin);
    let cli = Cli::read(io.args()).unwrap();
    let exit = commands::run(&mut io, cli).unwrap();
    io.flush().unwrap();
    (exit, stdout.text(), stderr.text())
}

fn converted(from: &str, to: &str, more: &[&str], text: &str) -> String {
    let args = [&["convert", "-", "--from", from, "--to", to], more].concat();
    let (exit, out, told) = run(&args, text);
    assert_eq!(exit, Exit::Success, "{args:?}: {told}\n{text}");
    out
}

/// The valid records, without comments.
fn records() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/valid");
    let (mut io, ..) = Io::memory(&[], "");
    let mut records = Vec::new();
    for preset in Preset::all().iter().map(|preset| preset.name).chain([
        "example-microsoft",
        "example-two-games",
        "rules-cell-draw-three",
        "rules-three-wastes-waste-pair-cell",
        "rules-two-packs-ten-rows-reserve",
        "rules-forty-draw-three-overlap",
        "rules-redeal-order-pysol",
    ]) {
        let path = format!("{folder}/{preset}.pyr");
        let text = io.read_text(&crate::io::Input::File(path.into())).unwrap();
        for read in read_games(Reader::new(text.as_bytes())) {
            let record = read.unwrap().record.unwrap();
            records.push((preset.to_owned(), record.to_string()));
        }
    }
    records
}

#[test]
fn deals_of_every_game_come_back() {
    for preset in Preset::all() {
        let rules = ["--rules", preset.name];
        let args = ["deal", "--seed", "1", "--format", "deal"];
        let (_, deals, _) = run(&[&args[..], &rules].concat(), "");
        let code: &[&str] = if preset.rules.deck == Deck::Cards104 { &[] } else { &["code"] };
        for format in ["deal", "cards", "fc-solve", "solvitaire", "json", "pyr"].iter().chain(code)
        {
            let written = converted("cards", format, &rules, &deals);
            let from = match *format {
                "deal" | "code" => "cards",
                format => format,
            };
            let own = if matches!(*format, "json" | "pyr") { &[][..] } else { &rules[..] };
            for from in [from, "auto"] {
                let back = converted(from, "deal", &[own, &["--lossy"]].concat(), &written);
                assert_eq!(back, deals, "{} by {format}", preset.name);
            }
        }
    }
}

#[test]
fn recorded_games_come_back_from_json() {
    for (name, text) in records() {
        let json = converted("auto", "json", &[], &text);
        assert_eq!(json.lines().count(), 1);
        for from in ["json", "auto"] {
            assert_eq!(converted(from, "pyr", &[], &json), text, "{name}");
        }
        assert_eq!(converted("pyr", "pyr", &[], &text), text, "{name}");
    }
}

#[test]
fn solutions_come_back() {
    let mut kept = Vec::new();
    for (name, text) in records() {
        let (exit, solution, told) = run(&["convert", "-", "--to", "mchung94"], &text);
        if exit != Exit::Success {
            assert!(told.contains("has no place for") || told.contains("error[deck]"), "{told}");
            continue;
        }
        for from in ["mchung94", "auto"] {
            let back = converted(from, "pyr", &[], &solution);
            let moves = |text: &str| {
                let lines =
                    text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
                lines.map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(moves(&back), moves(&text), "{name}");
        }
        assert_eq!(converted("mchung94", "mchung94", &[], &solution), solution);
        kept.push(name);
    }
    assert_eq!(kept, ["pyramid", "par", "microsoft"]);
}

#[test]
fn what_is_lost_is_named_once_and_left_out_when_told() {
    let text = "# one\npyramid-game 1.0\nrules: giza\nfrom: seed:7\nplayer: Ann\n# two\n\
                1. 3h+Ts! ~@3.5 :hint 3h+Ts?  # three\nend: open\n";
    for (to, lost) in [
        ("pyr", None),
        ("json", Some("3 comments")),
        (
            "mchung94",
            Some(
                "1 taking back of moves, 1 hint, 2 marks, 1 clock, 3 comments, 1 header (player) and the rules of 1 game (`giza`)",
            ),
        ),
        (
            "cards",
            Some(
                "the moves of 1 game, 3 comments, 1 header (player), the result of 1 game and the rules of 1 game (`giza`)",
            ),
        ),
        (
            "code",
            Some("the moves of 1 game, 3 comments, 1 header (player) and the result of 1 game"),
        ),
    ] {
        let args = ["convert", "-", "--to", to];
        let (exit, out, told) = run(&args, text);
        let Some(lost) = lost else {
            assert_eq!((exit, told.as_str()), (Exit::Success, ""));
            continue;
        };
        assert_eq!((exit, out.as_str()), (Exit::No, ""), "{to}");
        let said = format!("error: --to {to} has no place for {lost}\n");
        assert!(told.starts_with(&said), "{told}{said}");
        let (exit, out, told) = run(&[&args[..], &["--lossy"]].concat(), text);
        assert_eq!((exit, told.as_str()), (Exit::Success, ""));
        assert_eq!(out.lines().count(), 1);
    }
}

#[test]
fn remarks_of_a_list_of_deals_are_kept_or_named() {
    let text = "# mine\nseed:7\n\n#\n  # the next\nseed:8\n# last\n";
    for to in ["json", "cards", "deal", "code", "board", "fc-solve", "mchung94"] {
        let args = ["convert", "-", "--to", to];
        let (exit, out, told) = run(&args, text);
        assert_eq!((exit, out.as_str()), (Exit::No, ""), "{to}");
        assert!(
            told.starts_with(&format!("error: --to {to} has no place for 4 comments\n")),
            "{told}"
        );
        let (exit, _, told) = run(&[&args[..], &["--lossy"]].concat(), text);
        assert_eq!((exit, told.as_str()), (Exit::Success, ""), "{to}");
        let (exit, _, told) = run(&args, &text.replace('#', ""));
        assert_eq!(exit == Exit::Success, told.is_empty(), "{told}");
    }
    let records = converted("auto", "pyr", &[], text);
    let comments: Vec<&str> = records.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(comments, ["# mine", "#", "# the next", "# last"]);
    assert_eq!(records.matches("pyramid-game").count(), 2);
}

#[test]
fn a_format_for_one_deal_takes_the_first() {
    let deals = "seed:1\nseed:2\nseed:3\n";
    let (exit, _, told) = run(&["convert", "-", "--to", "solvitaire"], deals);
    assert_eq!(exit, Exit::No);
    assert!(told.contains("no place for 2 games behind the first\n"), "{told}");
    let first = converted("cards", "solvitaire", &["--lossy"], deals);
    assert_eq!(first, converted("cards", "solvitaire", &[], "seed:1"));
}

#[test]
fn moves_that_another_program_does_not_know_are_lost_as_a_whole() {
    let text = "pyramid-game 1.0\nrules: cell\nfrom: seed:7\n1. ^2c\n";
    let (_, out, told) = run(&["convert", "-", "--to", "mchung94", "--lossy"], text);
    assert!(!out.contains('|'), "{out}");
    assert_eq!(told, "");
    let (_, _, told) = run(&["convert", "-", "--to", "mchung94"], text);
    assert!(told.contains("the moves of 1 game and the rules"), "{told}");
}
