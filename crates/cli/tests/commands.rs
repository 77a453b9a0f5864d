//! The commands as processes: what is printed where, and the exit code.
//!
//! Each snapshot is one run: the command line as typed, exit code, stdout, stderr. Files are those
//! of `fixtures/cli`.

#![expect(clippy::disallowed_methods, reason = "a test is the world outside")]

use std::path::Path;
use std::process::Stdio;

mod common;
use common::{FIXTURES, output, pyramid, run, run_with, runs, stdout};

const CARDS: &str = "Kc 2d Qc 7h 6s 8h Th 4d 7d Jh 9d Js Qs 8s 9c Qd Tc Qh Ts 5d 6h Ks 7c Ad 4h As \
                     Jd 8d Ac 6d 3d Kh 6c Td 2s 3c 9h Kd 7s 3s 9s 2c 3h 4c Ah 2h Jc 5h 8c 4s 5s 5c";
const CODE: &str = "pyr1qqrqn283q6nm0sw4fs9c3xm6t7uy0t5angud5tv9afl7lcw0fjqrkr";

/// The texts themselves are in docs/help, which `cargo xtask docs --check` compares.
#[test]
fn short_help_is_a_screen_with_examples() {
    let main = run(&["-h"]);
    let list = main.lines().skip_while(|line| !line.starts_with("Commands")).skip(1);
    let names: Vec<&str> = list
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 10, "{main}");
    for name in names {
        let text = run(&[name, "-h"]);
        assert!(text.lines().count() <= 50, "more than a screen:\n{text}");
        assert!(text.contains("Examples:"), "no examples:\n{text}");
    }
}

#[test]
fn wrong_arguments() {
    insta::assert_snapshot!(runs(&[
        &["insepct", "seed:7"],
        &["dael"],
        &["no-such-game.pyr"],
        &["inspect"],
        &["inspect", "seed:7", "--jsno"],
        &["insp", "seed:7"],
        &["deal", "--format", "bord"],
        &["deal", "seed:7", "--count", "2"],
        &["deal", "--count", "0"],
        &["deal", "--seed", "18446744073709551615", "--count", "2"],
        &["perft", "seed:7"],
        &["perft", "seed:7", "--depth", "256"],
        &["--rules"],
    ]));
}

#[test]
fn deals_in_every_form() {
    insta::assert_snapshot!(runs(&[
        &["deal", "seed:7"],
        &["deal", "--seed", "7", "--symbols", "unicode"],
        &["deal", "ms:617", "--rules", "giza", "--format", "deal"],
        &["deal", "pysol:32000", "--format", "cards"],
        &["deal", "daily:2026-11-30", "--format", "code"],
        &["deal", "--seed", "1", "--count", "2", "--format", "record"],
        &["deal", "--seed", "1", "--count", "2", "--json"],
        &["deal", CODE, "--json"],
        &["deal", "seed:7", "--rules", "double-pyramid", "--json"],
        &["deal", "--seed", "1", "--count", "2", "--width", "20"],
        &["deal", CARDS, "--format", "deal"],
    ]));
}

#[test]
fn deals_that_are_none() {
    let twice = CARDS.replacen("2d", "Kc", 1);
    let one_less = CARDS.replacen("2d ", "", 1);
    let spelling = CARDS.replacen("2d", "Xd", 1);
    let structured = stdout(&["deal", "seed:7", "--format", "deal"]);
    let short_row = structured.trim().replacen("/Ac2h", "/Ac", 1).replacen("| ", "| 2h", 1);
    insta::assert_snapshot!(runs(&[
        &["deal", "sed:7"],
        &["deal", "seed:seven"],
        &["deal", "ms:0"],
        &["deal", "daily:2026-02-29"],
        &["deal", &twice],
        &["deal", &one_less],
        &["deal", &spelling],
        &["deal", "Kc", "2d", "Qc"],
        &["deal", &short_row],
        &["deal", structured.trim(), "--rules", "giza"],
        &["deal", CARDS, "--rules", "spanish"],
        &["deal", "seed:7", "--rules", "two-pyramids", "--format", "code"],
        &["deal", ""],
        &["deal", "Kc/4c9c | 2c2d | - | - | - | 2"],
    ]));
}

#[test]
fn deal_codes() {
    let typo = CODE.replacen("83q6", "83q7", 1);
    let never_used = CODE.replacen("83q6", "83b6", 1);
    insta::assert_snapshot!(runs(&[
        &["deal", &CODE.to_uppercase(), "--format", "deal"],
        &["deal", &typo],
        &["deal", &never_used],
        &["deal", &CODE[..50]],
        &["deal", CODE, "--rules", "giza", "--format", "deal"],
        &["deal", CODE, "--rules", "forty"],
        &[
            "deal",
            "seed:42",
            "--rules",
            "giza passes=2 stock=closed reserve=6x1",
            "--format",
            "code"
        ],
    ]));
}

#[test]
fn inspections() {
    insta::assert_snapshot!(runs(&[
        &["inspect", "seed:7"],
        &["inspect", "seed:7", "--json"],
        &["inspect", "Kc/4c9c | 2c2d | - | - | - | 2", "--rules", "pyramid rows=2"],
        &["inspect", "4c/.... | 5h | - | - | - | 0", "--rules", "pyramid rows=2"],
        &["inspect", "4c/.... | - | 9c | - | - | 0", "--rules", "pyramid rows=2"],
        &["inspect", "../.... | - | 9c | - | - | 0", "--rules", "pyramid rows=2", "--json"],
        &["inspect", "seed:7", "--rules", "thirteen"],
        &["inspect", "seed:7", "--rules", "pharaohs"],
        &["inspect", "seed:7", "--rules", "microsoft score=none", "--width", "30"],
    ]));
}

#[test]
fn positions_that_are_none() {
    insta::assert_snapshot!(runs(&[
        &["inspect", "Kc/4c9c | 2c2d | - | - | 2", "--rules", "pyramid rows=2"],
        &["inspect", "Kc/4c9c | 2c2d | - | - | - | 3", "--rules", "pyramid rows=2"],
        &["inspect", "../4c9c | 2c2d | - | - | - | 2", "--rules", "pyramid rows=2"],
        &["inspect", "Kc/4c9c | 2c2c | - | - | - | 2", "--rules", "pyramid rows=2"],
        &["inspect", "Kc/4c9c | 2c2d | - | - | - | 2"],
    ]));
}

#[test]
fn deals_from_stdin() {
    let deals = stdout(&["deal", "--seed", "1", "--count", "2", "--format", "deal"]);
    insta::assert_snapshot!(
        [
            run_with(&["inspect", "-", "--json"], &deals),
            run_with(&["perft", "-", "--depth", "3"], &deals),
            run_with(&["deal", "-", "--format", "cards"], CARDS),
            run_with(&["deal", "-"], ""),
            run_with(&["deal", "-"], &format!("{deals}# and\nseed:x\n")),
        ]
        .join("\n")
    );
}

#[test]
fn perft_counts() {
    insta::assert_snapshot!(runs(&[
        &["perft", "seed:1", "--depth", "10"],
        &["perft", "seed:1", "--depth", "10", "--divide"],
        &["perft", "seed:1", "--depth", "0", "--divide"],
        &["perft", "seed:1", "--depth", "3", "--divide", "--json"],
        &["perft", "seed:1", "--rules", "giza", "--depth", "4", "--json"],
    ]));
}

#[test]
fn the_list_of_games() {
    insta::assert_snapshot!(runs(&[&["rules"], &["rules", "--json"]]));
}

#[test]
fn games_explained() {
    insta::assert_snapshot!(runs(&[
        &["rules", "pyramid"],
        &["rules", "MSC"],
        &["rules", "thirteen"],
        &["rules", "pyramid-dozen"],
        &["rules", "giza", "--json"],
        &["rules", "cell", "passes=any"],
        &["rules", "cell passes=any", "--json"],
    ]));
}

/// Only the sentences: the keys are those of the others.
#[test]
fn every_game_in_words() {
    let mut text = String::new();
    for line in stdout(&["rules", "--json"]).lines() {
        let name = line.split(r#""name":""#).nth(1).and_then(|rest| rest.split('"').next());
        let explained = stdout(&["rules", name.unwrap()]);
        text += explained.split("Keys (").next().unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn rules_that_are_none() {
    insta::assert_snapshot!(runs(&[
        &["rules", "gizza"],
        &["rules", "solitaire"],
        &["rules", "pyramid", "pases=2"],
        &["rules", "pyramid passes=0"],
        &["rules", "pyramid draw=3 passes=2 draw=1"],
        &["rules", "pyramid cells"],
        &["rules", "pyramid stock=none draw=3 wastes=3 predeal=1"],
        &["deal", "seed:7", "--rules", "piramid"],
        &["inspect", "seed:7", "--rules", ""],
        &["convert", "drawn.txt", "--to", "deal", "--rules", "pyramid rows=12"],
        &["deal", "--rules", "forty match=sum12-qk"],
    ]));
}

#[test]
fn conversions() {
    insta::assert_snapshot!(runs(&[
        &["convert", "decks.txt", "--to", "deal"],
        &["convert", "decks.txt", "--to", "deal", "--lossy"],
        &["convert", "decks.txt", "--to", "fc-solve", "--rules", "pyramid"],
        &["convert", "drawn.txt", "--to", "code"],
        &["convert", "drawn.txt", "--to", "board"],
        &["convert", "drawn.txt", "--to", "solvitaire"],
        &["convert", "drawn.txt", "--from", "mchung94", "--to", "pyr"],
        &["convert", "fc-solve.txt", "--to", "cards"],
        &["convert", "fc-solve.txt", "--from", "fc-solve", "--to", "json"],
        &["convert", "solvitaire.json", "--to", "deal"],
        &["convert", "solvitaire.json", "--from", "solvitaire", "--to", "board"],
    ]));
}

#[test]
fn conversions_of_games() {
    insta::assert_snapshot!(runs(&[
        &["convert", "solutions.txt", "--to", "pyr"],
        &["convert", "solutions.txt", "--to", "json"],
        &["convert", "solutions.txt", "--to", "mchung94"],
        &["convert", "solutions.txt", "--to", "code"],
        &["convert", "solutions.txt", "--to", "code", "--lossy"],
        &["convert", "solutions.txt", "--to", "pyr", "--rules", "classic"],
        &["convert", "solution-lines.txt", "--to", "pyr"],
        &["convert", "games.json", "--to", "pyr"],
        &["convert", "games.json", "--to", "mchung94"],
        &["convert", "games.json", "--to", "mchung94", "--lossy"],
        &["convert", "typed.pyr", "--to", "pyr"],
        &["convert", "typed.pyr", "--to", "json"],
        &["convert", "typed.pyr", "games.json", "--to", "json", "--lossy"],
        &["convert", "games.json", "typed.pyr", "--to", "record"],
        &["convert", "typed.pyr", "--to", "cards"],
    ]));
}

#[test]
fn conversions_that_fail() {
    insta::assert_snapshot!(
        [
            runs(&[
                &["convert", "bad-decks.txt", "--to", "code"],
                &["convert", "bad-decks.txt", "--to", "code", "--errors", "human"],
                &["convert", "bad-solutions.txt", "--to", "pyr"],
                &["convert", "bad-games.json", "--to", "pyr"],
                &["convert", "unreadable.pyr", "--to", "json"],
                &["convert", "cut-off.pyr", "does-not-replay.pyr", "--to", "json"],
                &["convert", "drawn.txt", "--to", "code", "--rules", "two-pyramids"],
                &["convert", "no-such-file.txt", "--to", "code"],
                &["convert", "latin1.txt", "--to", "code"],
                &["convert", "pysolfc.pso", "--to", "cards"],
                &["convert", "pysolfc.pso", "--from", "mchung94", "--to", "cards"],
                &["convert", "drawn.txt"],
                &["convert", "typed.pyr", "--from", "pyr", "--to", "json", "--rules", "giza"],
            ]),
            run_with(&["convert", "-", "--to", "code"], ""),
            run_with(&["convert", "-", "--to", "code"], "seed:7\nseed:x\n"),
            run_with(&["convert", "-", "--to", "code", "--from", "pyr"], "# nothing\n"),
            run_with(&["convert", "-", "--to", "code", "--from", "pyr"], "seed:7\n"),
            run_with(&["convert", "-", "--to", "code", "--from", "json"], "seed:7\n"),
        ]
        .join("\n")
    );
}

/// A deal of Solvitaire with some of its text replaced.
#[test]
fn deals_of_solvitaire_that_are_none() {
    let good = std::fs::read_to_string(format!("{FIXTURES}/solvitaire.json")).unwrap();
    let mut text = String::new();
    for (old, new) in [
        ("\"8C\"", "\"8C"),
        ("\"8C\"", "8"),
        ("\"8C\"", "\"Xc\""),
        ("\"8C\"", "\"8C9C\""),
        ("\"8C\"", "\"9C\""),
        ("[\"8C\"], ", ""),
        ("[\"8C\"]", "\"8C\""),
        ("\"7S\"]", "\"7S\", \"6S\"]"),
        ("\"stock\"", "\"stack\""),
        ("tableau", "tableaux"),
        ("\"stock\"", "\"waste\": [\"6S\"], \"stock\""),
        ("\"stock\"", "\"hole\": \"6S\", \"stock\""),
        ("\"stock\"", "\"reserve\": [\"6S\"], \"stock\""),
        ("\n}", "\n} {}"),
    ] {
        assert!(good.contains(old), "{old}");
        let args = ["convert", "-", "--from", "solvitaire", "--to", "deal", "--errors", "human"];
        let said = run_with(&args, &good.replacen(old, new, 1));
        text += &format!("=== {old} -> {new}\n{}\n", said.split_once("[exit ").unwrap().1);
    }
    insta::assert_snapshot!(text);
}

#[test]
fn deals_to_pass_on() {
    insta::assert_snapshot!(
        [
            runs(&[
                &["share", "seed:7"],
                &["share", "daily:2026-11-30", "--rules", "pyramid passes=1"],
                &["share", CODE, "--json"],
                &["share", CODE, "--rules", "giza"],
                &["share", "ms:617", "--rules", "two-pyramids"],
                &["share", "../games/valid/two-pyramids.pyr"],
                &["share", "../games/valid/two-pyramids.pyr", "--json"],
                &["share", "typed.pyr"],
                &["share", "../games/valid/example-two-games.pyr", "--json"],
                &["share", "no-such-file.pyr"],
                &["share", "unreadable.pyr"],
                &["share", "pysolfc.pso"],
            ]),
            run_with(&["share", "-", "--json"], "seed:1\nseed:2\n"),
            run_with(&["share", "-"], ""),
        ]
        .join("\n")
    );
    // What is shared is the deal.
    let shared = stdout(&["share", "seed:7", "--rules", "giza"]);
    let value = |name: &str| {
        let line = shared.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().trim().to_owned()
    };
    let deal = |code: &str| stdout(&["deal", code, "--format", "deal"]);
    assert_eq!(deal(&value("code:")), deal(&value("groups:").replace('-', " ")));
    assert_eq!(
        deal(&value("code:")),
        stdout(&["deal", "seed:7", "--format", "deal", "--rules", "giza"])
    );
    // Without a deal it is any.
    assert!(stdout(&["share"]).contains("\nname: seed:"));
}

#[test]
fn formatting() {
    insta::assert_snapshot!(
        [
            runs(&[
                &["fmt", "--check", "typed.pyr", "../games/valid/giza.pyr", "does-not-replay.pyr"],
                &["fmt", "--check", "../games/valid/giza.pyr"],
                &["fmt", "unreadable.pyr", "cut-off.pyr", "no-such-file.pyr"],
                &["fmt", "unreadable.pyr", "--errors", "human"],
                &["fmt", "unreadable.pyr", "--errors", "json"],
                &["fmt"],
            ]),
            run_with(
                &["fmt", "-"],
                &std::fs::read_to_string(format!("{FIXTURES}/typed.pyr")).unwrap()
            ),
            run_with(&["fmt", "-", "--check"], "pyramid-game 1\nrules: par\nfrom: ms:3\n"),
            run_with(&["fmt", "-"], "pyramid-game 1\nrules: par\nfrom: ms:3\n7. Ks\n"),
            run_with(
                &["fmt", "-", "--renumber"],
                "pyramid-game 1\nrules: par\nfrom: ms:3\n7. Ks\n"
            ),
            run_with(&["fmt", "-"], ""),
            run_with(&["fmt", "-"], "% only a comment\n\n"),
        ]
        .join("\n")
    );
}

#[test]
#[expect(clippy::disallowed_types, reason = "the time of a file is set")]
fn files_are_formatted_in_place_if_they_change_and_can() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let read = |name: &str| std::fs::read(path(name)).unwrap();
    for name in ["typed.pyr", "unreadable.pyr", "cut-off.pyr"] {
        std::fs::copy(format!("{FIXTURES}/{name}"), path(name)).unwrap();
    }
    let canonical = stdout(&["convert", "typed.pyr", "--to", "pyr"]);
    let fmt = |args: &[&str]| output(pyramid(&[&["fmt"], args].concat()), "").status.code();
    assert_eq!(fmt(&["--check", &path("typed.pyr")]), Some(1));
    assert_eq!(read("typed.pyr"), std::fs::read(format!("{FIXTURES}/typed.pyr")).unwrap());
    // Files that cannot be rewritten are left alone, and cost the others nothing.
    assert_eq!(fmt(&[&path("unreadable.pyr"), &path("typed.pyr"), &path("cut-off.pyr")]), Some(1));
    for name in ["unreadable.pyr", "cut-off.pyr"] {
        assert_eq!(read(name), std::fs::read(format!("{FIXTURES}/{name}")).unwrap());
    }
    assert_eq!(String::from_utf8(read("typed.pyr")).unwrap(), canonical);
    // What does not change is not written: not even its time.
    let old = std::time::SystemTime::UNIX_EPOCH;
    let file = std::fs::File::options().write(true).open(path("typed.pyr")).unwrap();
    file.set_modified(old).unwrap();
    assert_eq!(fmt(&[&path("typed.pyr")]), Some(0));
    assert_eq!(fmt(&["--check", &path("typed.pyr")]), Some(0));
    assert_eq!(std::fs::metadata(path("typed.pyr")).unwrap().modified().unwrap(), old);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn recorded_games_that_are_valid_are_canonical() {
    let folder = format!("{FIXTURES}/../games/valid");
    let files = std::fs::read_dir(folder).unwrap();
    let files: Vec<String> =
        files.map(|file| file.unwrap().path().to_str().unwrap().to_owned()).collect();
    let args: Vec<&str> =
        ["fmt", "--check"].into_iter().chain(files.iter().map(|f| &**f)).collect();
    assert_eq!(stdout(&args), "");
}

/// What is said of every recorded game that is wrong, as a person sees it.
#[test]
fn diagnostics_in_other_forms() {
    let folder = "../games/invalid";
    let file = |name: &str| format!("{folder}/{name}.pyr");
    let (stock, key, two) = (file("in-stock"), file("key-deck"), file("two-bad-one-good"));
    insta::assert_snapshot!(runs(&[
        &["verify", &stock, &two],
        &["verify", &stock, &two, "--errors", "json"],
        &["verify", &stock, "--json"],
        &["verify", &stock, "--json", "--errors", "short"],
        &["verify", &stock, "--errors", "human", "-q"],
        &["verify", "no-such-file.pyr", &key, "--errors", "human"],
        &["convert", &two, "--to", "json", "--errors", "json"],
    ]));
}

/// A line of the greatest length, or longer, is shown around what is wrong with it.
#[test]
fn a_long_line_does_not_flood_the_screen() {
    let game = "pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n";
    for (text, name) in [
        (format!("{game}1. {}Qx :hint\n", ":hint ".repeat(10_000)), "token"),
        (format!("{game}title: {}\n1. Ks\n", "x".repeat(200_000)), "line-too-long"),
        (format!("{game}1. Ad+Qh {}5. Ts\n", ":hint ".repeat(10_000)), "number"),
    ] {
        let said = run_with(&["verify", "-", "--errors", "human"], &text);
        assert!(said.contains(&format!("error[{name}]")), "{said}");
        assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    }
}

#[test]
fn a_converted_file_is_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.pyr");
    let path = path.to_str().unwrap();
    let convert = |file| output(pyramid(&["convert", file, "--to", "pyr", "-o", path]), "");
    let result = convert("solutions.txt");
    assert_eq!((result.status.code(), result.stdout.len()), (Some(0), 0));
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(written, stdout(&["convert", "solutions.txt", "--to", "pyr"]));
    // What cannot be read leaves the old file as it was.
    assert_eq!(convert("no-such-file.txt").status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(path).unwrap(), written);
    // The good entries of a file with bad ones are written.
    assert_eq!(convert("bad-solutions.txt").status.code(), Some(1));
    assert_ne!(std::fs::read_to_string(path).unwrap(), written);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = Path::new("no-such-folder").join("out.pyr");
    let args = ["convert", "solutions.txt", "--to", "pyr", "-o", nowhere.to_str().unwrap()];
    assert_eq!(output(pyramid(&args), "").status.code(), Some(2));
}

#[test]
fn a_closed_pipe_is_silent() {
    for args in [
        &["deal", "--seed", "1", "--count", "100000", "--format", "cards"][..],
        &["rules"],
        &["--help"],
        &["perft", "seed:1", "--depth", "3"],
    ] {
        let mut command = pyramid(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let result = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&result.stderr);
        assert_eq!((result.status.code(), &*told), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["deal", "seed:7"][..], &["deal", "--seed", "1", "--count", "9999", "--json"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let result = pyramid(args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8_lossy(&result.stderr);
        assert_eq!(told, "error: cannot write to standard output: no space left on device\n");
        assert_eq!(result.status.code(), Some(2));
    }
}

#[test]
fn columns_and_locale_decide_how_a_board_is_drawn() {
    let board = |name, value| {
        let mut command = pyramid(&["deal", "seed:7"]);
        command.env(name, value);
        String::from_utf8(output(command, "").stdout).unwrap()
    };
    assert_eq!(board("COLUMNS", "20"), stdout(&["deal", "seed:7", "--width", "20"]));
    let unicode = stdout(&["deal", "seed:7", "--symbols", "unicode"]);
    assert_eq!(board("LANG", "de_DE.UTF-8"), unicode);
    assert_eq!(board("LC_ALL", "C.utf8"), unicode);
    assert_eq!(board("LANG", "C"), stdout(&["deal", "seed:7", "--symbols", "ascii"]));
}

#[test]
fn where_files_are() {
    insta::assert_snapshot!(runs(&[&["paths"], &["paths", "--json"]]));
}

/// Settings come from variables and the file too, and what is wrong in them is told.
#[test]
fn settings_from_elsewhere() {
    let home = tempfile::tempdir().unwrap();
    let deal = |env: &[(&str, &str)], config: &str, args: &[&str]| {
        std::fs::write(home.path().join("config.toml"), config).unwrap();
        let mut command = pyramid(&[&["deal", "seed:7"], args].concat());
        command.env("PYRAMID_HOME", home.path()).envs(env.iter().copied());
        let result = output(command, "");
        let text = [result.stdout, result.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        (result.status.code().unwrap(), text.replace(home.path().to_str().unwrap(), "HOME"))
    };
    let (_, plain) = deal(&[], "", &[]);
    assert!(plain.contains("[2c]") && !plain.contains('\x1b'));
    assert!(deal(&[("PYRAMID_SYMBOLS", "unicode")], "", &[]).1.contains("[2♣]"));
    assert!(deal(&[], "symbols = 'unicode'", &[]).1.contains("[2♣]"));
    assert_eq!(deal(&[], "symbols = 'unicode'", &["--symbols", "ascii"]).1, plain);
    assert!(deal(&[], "width = 20", &[]).1.contains("\n7.1 [2c]\n"));
    for color in [
        deal(&[("CLICOLOR_FORCE", "1")], "", &[]),
        deal(&[], "color = 'always'", &[]),
        deal(&[("NO_COLOR", "1"), ("TERM", "dumb")], "", &["--color", "always"]),
    ] {
        assert!(color.1.contains("[\x1b[1m9\x1b[31md\x1b[0m]"), "{}", color.1);
        assert_eq!(anstream::adapter::strip_str(&color.1).to_string(), plain);
    }
    for none in [
        deal(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], "", &[]),
        deal(&[("CLICOLOR_FORCE", "1")], "", &["--color", "never"]),
        deal(&[("CLICOLOR_FORCE", "1"), ("PYRAMID_COLOR", "never")], "color = 'always'", &[]),
    ] {
        assert_eq!(none.1, plain);
    }
    let wrong = [
        deal(&[], "# mine\nsymbols = 'unicode'\nwidht = 40\n", &[]),
        deal(&[], "undo = \"sometimes\"\n", &[]),
        deal(&[], "board = [\n", &[]),
        deal(&[("PYRAMID_WIDTH", "wide")], "", &[]),
        deal(&[("PYRAMID_COLOR", "pink")], "", &[]),
        deal(&[], "", &["--color", "pink"]),
        deal(&[], "", &["--width", "0"]),
    ];
    assert!(wrong.iter().all(|(code, _)| *code == 2));
    let wrong: Vec<String> = wrong.into_iter().map(|(_, text)| text).collect();
    insta::assert_snapshot!(wrong.join("\n"));
    // A file that is wrong is no matter for commands that do not need it.
    std::fs::write(home.path().join("config.toml"), "board = [\n").unwrap();
    let mut command = pyramid(&["rules", "giza"]);
    command.env("PYRAMID_HOME", home.path());
    assert!(output(command, "").status.success());
}
