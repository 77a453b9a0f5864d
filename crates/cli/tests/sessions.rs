//! The line game as a process: what a pipe, a script and a screen reader get.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "these are tests")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs `pyramid play` in an empty folder, without a locale, and types the input.
fn play(folder: &Path, args: &[&str], env: &[(&str, &str)], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["play"])
        .args(args)
        .current_dir(folder)
        .env_clear()
        .env("PYRAMID_HOME", folder.join("home"))
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has left does not read on.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn sessions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/sessions")
}

/// The arguments of a sitting.
fn args(line: &str) -> Vec<String> {
    let mut words = line.split("--").map(str::trim);
    let deal = words.next().unwrap().split(' ').filter(|word| !word.is_empty());
    let mut args: Vec<String> = deal.map(str::to_owned).collect();
    for flag in words {
        let (name, value) = flag.split_once(' ').unwrap();
        args.extend([format!("--{name}"), value.to_owned()]);
    }
    args
}

/// Copies the files that are there before a session.
fn copy_files(folder: &Path) {
    for entry in sessions().join("files").read_dir().unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
}

/// Every script gives through a pipe what its snapshot says, apart from what is typed. Left out
/// are those that need files or the seeds of the snapshots.
#[test]
fn a_pipe_gets_what_the_snapshots_say() {
    let mut count = 0;
    for entry in sessions().read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() || ["files.txt", "start.txt"].contains(&&*name) {
            continue;
        }
        let script = std::fs::read_to_string(&path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        copy_files(folder.path());
        let snapshot = format!("pyramid_cli__play__tests__sessions__ascii@{name}.snap");
        let snapshot =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("src/play/tests/snapshots").join(snapshot);
        let snapshot = std::fs::read_to_string(snapshot).unwrap();
        let said = snapshot.splitn(3, "---\n").nth(2).unwrap();
        let mut said = said.split("$ pyramid play");
        for sitting in script.split("# args: ").skip(1) {
            let (first, typed) = sitting.split_once('\n').unwrap();
            let args = args(first.trim_end());
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let output = play(folder.path(), &args, &[], typed.as_bytes());
            let (code, wrong) = (output.status.code(), text(&output.stderr));
            assert_eq!(code, Some(if wrong.is_empty() { 0 } else { 2 }), "{name}");
            let said: Vec<&str> = said.next().unwrap().lines().collect();
            let typed = |line: &&&str| !line.starts_with("> ") && **line != format!(" {first}");
            let said: Vec<&str> = said.iter().filter(typed).copied().collect();
            let output = text(&output.stdout) + &wrong;
            let output: Vec<&str> = output.lines().collect();
            // The end of a pipe is not answered.
            let rest = said.len() - output.len().min(said.len());
            assert!(said.starts_with(&output) && rest <= 1, "{name}: {output:#?}");
        }
        assert_eq!(said.next(), None);
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn a_script_stops_at_the_first_refusal() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("good.txt"), "ad\r\nd 2; u\nsave game.pyr\n").unwrap();
    std::fs::write(folder.path().join("bad.txt"), "ad\nad; d\nd\n").unwrap();
    let run = |script| play(folder.path(), &["new", "seed:7", "--script", script], &[], b"d\n");
    let good = run("good.txt");
    assert_eq!((good.status.code(), text(&good.stderr)), (Some(0), String::new()));
    assert!(folder.path().join("game.pyr").is_file());
    let bad = run("bad.txt");
    assert_eq!(bad.status.code(), Some(1));
    assert_eq!(text(&bad.stderr), "bad.txt:2: stopped at the first refusal\n");
    let said = text(&bad.stdout);
    assert!(said.ends_with(
        "Not played: Ad was removed in move 1 with Qh.\nStopped there: 1 command not done.\n"
    ));
    let none = run("none.txt");
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn a_saved_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let first = play(folder.path(), &["new", "seed:7"], &[], b"ad\nd\nsave game.pyr\nq\n");
    assert!(text(&first.stdout).ends_with(
        "Saved as game.pyr, 2 moves.\nSaved. Run pyramid play game.pyr to go on at move 2.\n"
    ));
    let second = play(folder.path(), &["game.pyr"], &[], b"u 2\n");
    assert!(text(&second.stdout).ends_with(
        "Loaded game.pyr at move 2. Deal seed:7, rules pyramid.\n\
         Undid 2 moves: >3s, Ad+Qh. Stock shows Ad, 24 left. Waste is empty. 28 left in the pyramid.\n"
    ), "{}", text(&second.stdout));
    std::fs::write(folder.path().join("game.pyr"), "pyramid-game 1.0\nrules: giz\n").unwrap();
    let third = play(folder.path(), &["game.pyr"], &[], b"");
    assert_eq!(third.status.code(), Some(2));
    assert_eq!(text(&third.stdout), "");
    assert!(text(&third.stderr).contains("game.pyr:2:8"), "{}", text(&third.stderr));
}

#[test]
fn speech_is_turned_on_by_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let env = [("ACCESSIBLE", "1"), ("LANG", "en_US.UTF-8")];
    let output = play(folder.path(), &["new", "seed:7"], &env, b"open\nad\n3s ts\nlook 7\n");
    assert_eq!(
        text(&output.stdout),
        "Speech mode on, from ACCESSIBLE. Pyramid. Deal seed 7, rules pyramid. Type help for commands.\n\
         Open. Row 7: 2 of clubs, 9 of diamonds, 7 of hearts, queen of hearts, 10 of spades, 10 of diamonds, 7 of spades. Stock: ace of diamonds. Waste: empty.\n\
         Removed ace of diamonds and queen of hearts. Stock shows 3 of spades. 27 left in the pyramid.\n\
         Removed 3 of spades and 10 of spades. Uncovered jack of spades at row 6, card 4. Stock shows ace of hearts. 26 left in the pyramid.\n\
         Row 7: 2 of clubs, 9 of diamonds, 7 of hearts, blank, blank, 10 of diamonds, 7 of spades.\n"
    );
}

/// A match is saved at the end of a pipe, of a script, and when nobody reads on; what it writes is
/// valid, and one that cannot be written is told on stderr.
#[test]
fn a_match_is_saved_whatever_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("m.pyr");
    let read = || std::fs::read_to_string(&file).unwrap();
    let begun = play(folder.path(), &["new", "seed:7", "--match", "m.pyr"], &[], b"ad\n");
    assert_eq!((begun.status.code(), text(&begun.stderr)), (Some(0), String::new()));
    assert!(read().ends_with("1. Ad+Qh\n"));
    std::fs::write(folder.path().join("script.txt"), "3s ts\nnew\nd\n").unwrap();
    let script = play(folder.path(), &["--match", "m.pyr", "--script", "script.txt"], &[], b"");
    assert_eq!(script.status.code(), Some(1));
    assert!(read().ends_with("1. Ad+Qh 3s+Ts\n"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["--match", "m.pyr"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"d\n").unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().starts_with("Drew")));
    drop(said);
    typed.write_all(b"look\n").unwrap();
    drop(typed);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(read().ends_with("1. Ad+Qh 3s+Ts >Ah\n"));
    let verify = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["verify", "--strict", "m.pyr"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(verify.status.code(), Some(0), "{}", text(&verify.stdout));
    // Not UTF-8 behind the first game; and no file at all.
    let wrong = [read().as_bytes(), b"# \xFF\n"].concat();
    std::fs::write(&file, &wrong).unwrap();
    for (file, message) in [("m.pyr", "m.pyr:8:3"), (".", "cannot read .: is a directory")] {
        let output = play(folder.path(), &["--match", file], &[], b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    assert_eq!(std::fs::read(&file).unwrap(), wrong);
}

/// Nothing but what is saved is written; a reader that goes away ends the game in peace.
#[test]
fn nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["new", "seed:7"])
        .current_dir(folder.path())
        .env("PYRAMID_HOME", folder.path().join("home"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(&b"look\n".repeat(2000));
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
