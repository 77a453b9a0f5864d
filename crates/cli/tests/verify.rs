//! `pyramid verify` as a process: threads, pipes, conditions, exit codes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::disallowed_methods, reason = "a test is outside of the program")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn pyramid(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .arg("verify")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may have said enough before it has read everything.
        let _ = stdin.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn text_of(arguments: &[&str], input: &str) -> String {
    text(&pyramid(arguments, input.as_bytes()))
}

/// Every fixture again and again: more than one piece for each of four threads.
fn large() -> Vec<u8> {
    let mut once = Vec::new();
    for file in fixtures("valid").into_iter().chain(fixtures("invalid")) {
        once.extend(fs::read(file).unwrap());
        once.push(b'\n');
    }
    once.repeat((6 << 20) / once.len())
}

#[test]
fn the_report_is_the_same_whatever_the_number_of_threads() {
    let input = large();
    for format in [&["--json"][..], &["--errors", "short"][..]] {
        let report = |threads: &str| {
            let arguments = [format, &["--threads", threads, "-"][..]].concat();
            let output = pyramid(&arguments, &input);
            assert_eq!(
                output.status.code(),
                Some(1),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            text(&output)
        };
        let one = report("1");
        assert!(one.lines().count() > 1000);
        for threads in ["2", "3", "7"] {
            assert!(one == report(threads), "{threads} threads report something else");
        }
    }
}

#[test]
fn places_are_those_of_the_input_in_every_piece() {
    let input = large();
    let output = pyramid(&["--json", "--threads", "3", "-"], &input);
    let lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
    let mut games = 0;
    for line in text(&output).lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        if game["type"] != "game" || game["game"] == 0 {
            continue;
        }
        games += 1;
        assert_eq!(game["game"], games);
        let first = lines[game["line"].as_u64().unwrap() as usize - 1];
        assert!(first.to_ascii_lowercase().starts_with(b"pyramid-game"), "{line}");
    }
    assert!(games > 1000);
}

/// Canonical games, one blank line between them.
fn canonical() -> String {
    let games: Vec<String> = fixtures("valid")
        .into_iter()
        // Its first line is a comment that stands before the first game only.
        .filter(|path| !path.ends_with("example-two-games.pyr"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    games.join("\n")
}

#[test]
fn strict_takes_canonical_files_of_several_games_and_only_those() {
    let text = canonical();
    for threads in ["1", "3"] {
        let output = pyramid(&["--strict", "--threads", threads, "-"], text.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
        let wide = text.replace("\n\npyramid-game", "\n\n\npyramid-game");
        let output = pyramid(&["--strict", "--threads", threads, "-"], wide.as_bytes());
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn strict_judges_what_stands_between_games_whatever_the_number_of_threads() {
    let text = canonical() + "\n";
    let times = (5 << 19) / text.len();
    let whole = text.repeat(times);
    let whole = whole.trim_end_matches('\n').to_owned() + "\n";
    let output = pyramid(&["--strict", "--threads", "2", "-"], whole.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    // Between each two games another number of blank lines, and sometimes something else.
    let between =
        ["\n\n", "\n", "\n\n\n", "\n\n", "\n\t\n", "\r\n\r\n", "\n# more\n", "\nmore\n\n"];
    let mut odd = String::new();
    for (at, game) in whole.split("\n\npyramid-game").enumerate() {
        if at > 0 {
            odd += between[at * at % between.len()];
            odd += "pyramid-game";
        }
        odd += game;
    }
    let report = |threads: &str| {
        text_of(&["--strict", "--errors", "short", "--threads", threads, "-"], &odd)
    };
    let one = report("1");
    assert!(one.lines().count() > 500, "{}", one.lines().count());
    for threads in ["2", "3", "7"] {
        assert!(one == report(threads), "{threads} threads report something else");
    }
}

#[test]
fn what_stands_before_the_first_game_is_told_with_it() {
    let game = "pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n1. Ad+Qh\nend: open\n";
    for threads in ["1", "2"] {
        let report = text_of(
            &["--errors", "short", "--threads", threads, "-"],
            &format!("; one\n% two\n{game}{game}"),
        );
        let lines: Vec<&str> = report.lines().collect();
        let warning = "warning[comment-sign]: a comment begins with `#`";
        assert_eq!(lines[0], format!("<stdin>:1:1: {warning}"));
        assert_eq!(lines[1], format!("<stdin>:2:1: {warning}"));
        assert_eq!(lines[2], "2 games: 2 valid (2 open), 0 not");
    }
}

#[test]
fn exit_codes() {
    let files = |folder| -> Vec<String> {
        fixtures(folder).into_iter().map(|path| path.display().to_string()).collect()
    };
    let valid = files("valid");
    let valid: Vec<&str> = valid.iter().map(String::as_str).collect();
    let invalid = files("invalid");
    for (arguments, code) in [
        (valid.clone(), 0),
        (vec![valid[0], "-"], 1),
        (vec![invalid[0].as_str(), valid[0]], 1),
        (vec![valid[0], "no-such-file.pyr"], 2),
        (vec![invalid[0].as_str(), "no-such-file.pyr"], 2),
        (vec!["--rules", "piramid", valid[0]], 2),
        (vec!["--threads", "0", valid[0]], 2),
        (vec!["--deal", "seed:x", valid[0]], 2),
        (vec!["--deal", "sed:7", valid[0]], 2),
        (vec!["--deal", "8c Ac 0h", valid[0]], 2),
        (vec!["--deal", "", valid[0]], 2),
        (vec!["--deal", "8c|Ac|2c|3c", valid[0]], 2),
        (vec!["--deal", "pyr1qqzrf8he2", valid[0]], 2),
        (vec!["--deal", "seed:7", "--rules", "pysolfc cells=x", valid[0]], 2),
        (vec!["--deal", "8c8c", "--rules", "giza", valid[0]], 2),
        (vec!["--final", "Kc | - | - | 2", valid[0]], 2),
        (vec!["--final", "Kc | - | - | - | - | many", valid[0]], 2),
        (vec!["--final", "Kc/4c | - | - | - | - | 2", "--rules", "giza", valid[0]], 2),
        // What may be so under some rules is a question to each game.
        (vec!["--deal", "8c8c", valid[0]], 1),
        (vec!["--deal", "daily", valid[0]], 1),
        (vec!["--final", "Kc/4c | - | - | - | - | 2", valid[0]], 1),
        (vec!["-q", valid[0]], 0),
        (vec![], 2),
    ] {
        let output = pyramid(&arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        if arguments.contains(&"-q") {
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_the_others_are_judged() {
    let valid = fixtures("valid")[0].display().to_string();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).display().to_string();
    for unreadable in ["no-such-file.pyr", &folder, ""] {
        for threads in ["1", "3"] {
            let arguments = ["--threads", threads, "--json", &valid, unreadable, &valid];
            let output = pyramid(&arguments, b"");
            assert_eq!(output.status.code(), Some(2), "{unreadable}");
            assert!(text(&output).contains("\"games\":2,\"valid\":2"), "{}", text(&output));
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.starts_with(&format!("error: cannot read {unreadable}: ")), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}

#[test]
fn conditions() {
    let game = |moves: &str, end: &str| {
        format!("pyramid-game 1.0\nrules: pyramid rows=1\nfrom: seed:4\n1. {moves}\n{end}")
    };
    // seed:4 has 4s at the top and 7d 2s Kd 6d behind it.
    let open = game(">7d ~ :hint >7d", "end: open\n");
    for (conditions, said) in [
        (&["--require", "finished"][..], None),
        (&["--require", "won"][..], Some("the game must be won, but is open")),
        (&["--require", "no-undo"][..], Some("no move may be taken back, but here one is")),
        (&["--require", "no-hint"][..], Some("no hint may be seen, but here one was")),
        (&["--rules", "pyramid rows=1"][..], None),
        (&["--rules", "pyramid"][..], Some("the game must be played by the rules asked for")),
        (&["--deal", "seed:4"][..], None),
        (&["--deal", "seed:5"][..], Some("the deal must be the one asked for")),
    ] {
        let output =
            pyramid(&[conditions, &["--errors", "short", "-"][..]].concat(), open.as_bytes());
        let text = text(&output);
        assert_eq!(output.status.code(), Some(i32::from(said.is_some())), "{conditions:?}: {text}");
        assert_eq!(said.is_some(), text.contains("error[required]"), "{text}");
        assert!(said.is_none_or(|said| text.contains(said)), "{text}");
    }
    let output = pyramid(&["--require", "finished", "-"], game(">7d", "").as_bytes());
    assert!(text(&output).contains("has no `end:` line"), "{}", text(&output));
}

#[test]
fn whole_games_of_a_slow_pipe_are_judged_before_its_end() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["verify", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let game = b"pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n1. Ad+Qh\nend: open\n";
    stdin.write_all(&game.repeat(2)).unwrap();
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("\"game\":1,\"line\":1,\"ok\":true"), "{first}");
    stdin.write_all(game).unwrap();
    drop(stdin);
    assert_eq!(lines.count(), 3);
    assert!(child.wait().unwrap().success());
}
