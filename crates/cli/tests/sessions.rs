//! The line game as a process: what a pipe, a script and a screen reader get.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "these are tests")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs `pyramid play` in an empty folder, without a locale, and types the input.
fn play(folder: &Path, args: &[&str], env: &[(&str, &str)], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["play"])
        .args(args)
        .current_dir(folder)
        .env_clear()
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

/// The words of a script's first line.
fn args(line: &str) -> Vec<String> {
    let mut words = line.strip_prefix("# args: ").unwrap().split(" --");
    let mut args: Vec<String> = words.next().unwrap().split(' ').map(str::to_owned).collect();
    for flag in words {
        let (name, value) = flag.split_once(' ').unwrap();
        args.extend([format!("--{name}"), value.to_owned()]);
    }
    args
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
        let (first, typed) = script.split_once('\n').unwrap();
        let args = args(first.trim_end());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let folder = tempfile::tempdir().unwrap();
        let output = play(folder.path(), &args, &[], typed.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert_eq!(text(&output.stderr), "", "{name}");
        let snapshot = format!("pyramid__play__tests__sessions__ascii@{name}.snap");
        let snapshot =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("src/play/tests/snapshots").join(snapshot);
        let snapshot = std::fs::read_to_string(snapshot).unwrap();
        let said = snapshot.splitn(3, "---\n").nth(2).unwrap();
        let said: Vec<&str> = said.lines().filter(|line| !line.starts_with("> ")).collect();
        let output = text(&output.stdout);
        let output: Vec<&str> = output.lines().collect();
        // The end of a pipe is not answered.
        assert!(said.starts_with(&output) && said.len() <= output.len() + 1, "{name}: {output:#?}");
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

/// Nothing but what is saved is written; a reader that goes away ends the game in peace.
#[test]
fn nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["new", "seed:7"])
        .current_dir(folder.path())
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
