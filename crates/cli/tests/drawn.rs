//! Every error and warning as a person sees it: the line it is about, with marks under what is
//! wrong. One snapshot at least for each name of docs/notation.md.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::disallowed_methods, reason = "a test is the world outside")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a run in a folder of `fixtures` prints, stdout before stderr, and its exit code.
fn run(folder: &str, args: &[&str], stdin: &[u8]) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(args)
        .current_dir(root().join("fixtures").join(folder))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = stdin.to_vec();
    // The program may have said enough before it has read everything.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!text.contains('\x1b'), "escape codes where no terminal is: {text:?}");
    (text, output.status.code().unwrap())
}

/// Judges each record of a folder and takes a snapshot. A pipe, which has no second reading, gets
/// the same drawn.
fn judged(kind: &str, flags: &[&str], code: i32) {
    let folder = format!("games/{kind}");
    insta::with_settings!({ omit_expression => true }, {
        insta::glob!(format!("../../../fixtures/{folder}"), "*.pyr", |path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            let args = |file| [&["verify", "--errors", "human", file], flags].concat();
            let (text, found) = run(&folder, &args(name), b"");
            assert_eq!(found, code, "{name}: {text}");
            let (piped, _) = run(&folder, &args("-"), &fs::read(path).unwrap());
            assert_eq!(piped.replace("<stdin>", name), text);
            insta::assert_snapshot!(kind, text);
        });
    });
}

fn snapshot(kind: &str, name: &str, text: &str) {
    insta::with_settings!({ omit_expression => true, snapshot_suffix => name }, {
        insta::assert_snapshot!(kind, text);
    });
}

#[test]
fn invalid() {
    judged("invalid", &[], 1);
}

/// Valid records with something to be warned of.
#[test]
fn warned() {
    judged("warned", &[], 0);
}

/// Valid records that are not canonical.
#[test]
fn loose() {
    judged("loose", &["--strict"], 1);
    let folder = root().join("fixtures/games/loose");
    for entry in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        assert_eq!(run("games", &["verify", "-q", "-"], &bytes), (String::new(), 0));
        let (mended, code) = run("games", &["fmt", "-"], &bytes);
        assert_eq!(code, 0, "{mended}");
        let (text, code) = run("games", &["verify", "--strict", "-"], mended.as_bytes());
        assert_eq!(code, 0, "{mended}{text}");
    }
}

const HEAD: &str = "pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n";

/// Input too large to be kept as a file.
#[test]
fn too_large() {
    let hints = format!("{}\n", ":hint ".repeat(1000).trim_end());
    let comment = format!("# {}\n", "x".repeat(60_000));
    for (name, command, text) in [
        ("line-too-long", "verify", format!("{HEAD}x-note: {}\n1. Ad+Qh\n", "x".repeat(70_000))),
        ("too-many-moves", "verify", format!("{HEAD}{}1. Ad+Qh :hint\n", hints.repeat(100))),
        // Only what is kept as a whole has a limit.
        ("too-much-text", "fmt", format!("{HEAD}{}", comment.repeat(300))),
    ] {
        let (text, code) = run("games", &[command, "--errors", "human", "-"], text.as_bytes());
        assert_eq!(code, 1, "{name}: {text}");
        snapshot("large", name, &text);
    }
}

/// What only certain arguments or other formats lead to.
#[test]
fn asked_for() {
    for (name, folder, args) in [
        (
            "required",
            "games/valid",
            &["verify", "example-marks-clocks-undo.pyr", "--require", "won"][..],
        ),
        (
            "position",
            "cli",
            &["inspect", "Kc/..9c | 2c2d | - | Ad | - | 2", "--rules", "pyramid rows=2"],
        ),
        ("deal-asked-for", "games/valid", &["verify", "giza.pyr", "--deal", "seed:x"]),
        (
            "final-asked-for",
            "games/valid",
            &["verify", "giza.pyr", "--final", "Kc/4c0c | - | - | - | - | 2"],
        ),
        (
            "deal-under-rules",
            "games/valid",
            &["verify", "giza.pyr", "--rules", "giza", "--deal", "8c8c"],
        ),
        ("json", "cli", &["convert", "bad-games.json", "--to", "pyr"]),
        ("pickle", "cli", &["convert", "pysolfc.pso", "--to", "cards"]),
    ] {
        let human: &[&str] = if args[0] == "inspect" { &[] } else { &["--errors", "human"] };
        let (text, code) = run(folder, &[args, human].concat(), b"");
        assert!(code > 0, "{name}: {text}");
        snapshot("asked", name, &text);
    }
}

/// The names in the tables of the document, but for those that it says nobody can be shown: of moves
/// that only a program asks the engine for, and of a command of the game.
fn names() -> Vec<String> {
    let document = fs::read_to_string(root().join("docs/notation.md")).unwrap();
    let (_, tables) = document.split_once("\n## Errors and warnings\n").unwrap();
    let (tables, _) = tables.split_once("\n## ").unwrap();
    let rows = tables.lines().filter_map(|line| line.strip_prefix("| `"));
    let unseen = ["not from a record", "in the program only"];
    let seen = rows.filter(|row| !unseen.iter().any(|words| row.contains(words)));
    seen.filter_map(|row| Some(row.split_once('`')?.0.to_owned())).collect()
}

#[test]
fn every_name_is_drawn() {
    let mut drawn = Vec::new();
    for entry in fs::read_dir(root().join("crates/cli/tests/snapshots")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("drawn__") {
            let text = fs::read_to_string(path).unwrap();
            // A drawing is its text and, on the next line, the place.
            for pair in text.lines().collect::<Vec<_>>().windows(2) {
                if pair[1].trim_start().starts_with("--> ")
                    && let Some((severity, rest)) = pair[0].split_once('[')
                    && ["error", "warning"].contains(&severity)
                {
                    drawn.push(rest.split_once(']').unwrap().0.to_owned());
                }
            }
        }
    }
    let names = names();
    assert!(names.len() > 60, "{names:?}");
    let missing: Vec<_> = names.iter().filter(|name| !drawn.contains(name)).collect();
    assert!(missing.is_empty(), "no snapshot of `drawn` shows {missing:?}");
    let unknown: Vec<_> = drawn.iter().filter(|name| !names.contains(name)).collect();
    assert!(unknown.is_empty(), "docs/notation.md does not have {unknown:?}");
}
