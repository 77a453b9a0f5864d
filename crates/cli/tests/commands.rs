//! The commands as processes: what is printed where, and the exit code.
//!
//! Each snapshot is one run: the command line as typed, exit code, stdout, stderr. Files are those
//! of `fixtures/cli`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::disallowed_methods, reason = "a test is the world outside")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cli");

/// The binary, in the folder of the fixtures and without settings from outside.
fn pyramid(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pyramid"));
    command.args(args).current_dir(FIXTURES);
    for name in
        ["COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "CLICOLOR_FORCE", "ACCESSIBLE"]
    {
        command.env_remove(name);
    }
    command
}

fn output(mut command: Command, stdin: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may end without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    child.wait_with_output().unwrap()
}

/// A run as text. Blanks at line ends, which clap writes into its help, are left out.
fn run_with(args: &[&str], stdin: &str) -> String {
    let result = output(pyramid(args), stdin);
    let mut text = String::from("$ pyramid");
    for arg in args {
        let quoted = arg.is_empty() || arg.contains([' ', '|', '*']);
        text += &if quoted { format!(" '{arg}'") } else { format!(" {arg}") };
    }
    text += &format!("\n[exit {}]\n", result.status.code().unwrap());
    for (name, bytes) in [("stdout", &result.stdout), ("stderr", &result.stderr)] {
        let printed = String::from_utf8(bytes.clone()).unwrap();
        assert!(!printed.contains('\x1b'), "escape codes where no terminal is: {printed:?}");
        if !printed.is_empty() {
            let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
            text += &format!("--- {name}\n{}\n", lines.join("\n"));
        }
    }
    text
}

fn run(args: &[&str]) -> String {
    run_with(args, "")
}

fn runs(all: &[&[&str]]) -> String {
    all.iter().map(|args| run(args)).collect::<Vec<_>>().join("\n")
}

/// What a run prints on stdout.
fn stdout(args: &[&str]) -> String {
    let result = output(pyramid(args), "");
    assert!(result.status.success(), "{args:?}: {}", String::from_utf8_lossy(&result.stderr));
    String::from_utf8(result.stdout).unwrap()
}

const CARDS: &str = "Kc 2d Qc 7h 6s 8h Th 4d 7d Jh 9d Js Qs 8s 9c Qd Tc Qh Ts 5d 6h Ks 7c Ad 4h As \
                     Jd 8d Ac 6d 3d Kh 6c Td 2s 3c 9h Kd 7s 3s 9s 2c 3h 4c Ah 2h Jc 5h 8c 4s 5s 5c";
const CODE: &str = "pyr1qqrqn283q6nm0sw4fs9c3xm6t7uy0t5angud5tv9afl7lcw0fjqrkr";

#[test]
fn short_help() {
    let help: Vec<String> = ["", "play", "deal", "inspect", "perft", "convert", "verify", "rules"]
        .iter()
        .map(|command| match *command {
            "" => run(&["-h"]),
            command => run(&[command, "-h"]),
        })
        .collect();
    for text in &help {
        assert!(text.lines().count() <= 40, "more than a screen:\n{text}");
        assert!(text.contains("Examples:"), "no examples:\n{text}");
    }
    insta::assert_snapshot!(help.join("\n"));
}

#[test]
fn long_help() {
    insta::assert_snapshot!(runs(&[
        &["--help"],
        &["play", "--help"],
        &["deal", "--help"],
        &["convert", "--help"],
        &["verify", "--help"],
    ]));
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
        &["convert", "drawn.txt", "--to", "code"],
        &["convert", "drawn.txt", "--to", "board"],
        &["convert", "fc-solve.txt", "--to", "cards"],
        &["convert", "fc-solve.txt", "--from", "fc-solve", "--to", "json"],
        &["convert", "solutions.txt", "--to", "pyr"],
        &["convert", "solution-lines.txt", "--to", "pyr"],
        &["convert", "solutions.txt", "--to", "code"],
        &["convert", "solutions.txt", "--to", "code", "--lossy"],
        &["convert", "drawn.txt", "--from", "mchung94", "--to", "pyr"],
        &["convert", "solutions.txt", "--to", "pyr", "--rules", "classic"],
    ]));
}

#[test]
fn conversions_that_fail() {
    insta::assert_snapshot!(
        [
            runs(&[
                &["convert", "bad-decks.txt", "--to", "code"],
                &["convert", "bad-solutions.txt", "--to", "pyr"],
                &["convert", "drawn.txt", "--to", "code", "--rules", "two-pyramids"],
                &["convert", "no-such-file.txt", "--to", "code"],
                &["convert", "latin1.txt", "--to", "code"],
                &["convert", "drawn.txt"],
            ]),
            run_with(&["convert", "-", "--to", "code"], ""),
            run_with(&["convert", "-", "--to", "code"], "seed:7\nseed:x\n"),
        ]
        .join("\n")
    );
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
