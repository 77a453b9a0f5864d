//! Games that were played, as processes: `replay` and `stats`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::disallowed_methods, reason = "a test is the world outside")]

use std::path::{Path, PathBuf};

mod common;
use common::{output, pyramid, text_of};

fn history() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/history")
}

/// Runs in the folder of the fixtures, which is the player's home as well.
fn runs(home: &Path, all: &[&[&str]]) -> String {
    let run = |args: &&[&str]| {
        let mut command = pyramid(args);
        command.current_dir(history()).env("PYRAMID_HOME", home);
        text_of(args, &output(command, ""))
    };
    let text = all.iter().map(run).collect::<Vec<_>>().join("\n");
    text.replace(&home.display().to_string(), "HOME")
}

#[test]
fn replays() {
    let runs = runs(
        Path::new("."),
        &[
            &["replay", "games/2026-11-30-001.pyr"],
            &["replay", "games/2026-11-30-001.pyr", "--verdicts", "--plain"],
            &["replay", "games/2026-11-28-002.pyr"],
            &["replay", "crlf.pyr"],
            &["replay", "2026-11-28-002", "--at", "2"],
            &["replay", "2026-11-28-002", "--at", "4"],
            &["replay", "2026-11-28-002", "--at", "0", "--width", "20"],
            &["replay", "2026-11-28-002", "--json", "--verdicts"],
            &["replay", "two.pyr"],
            &["replay", "two.pyr", "--game", "2", "--at", "31"],
            &["replay", "2026-11-30-002"],
            &["replay", "2026-11-29-999", "--verdicts"],
            &["replay"],
        ],
    );
    insta::assert_snapshot!(runs);
}

#[test]
fn replays_to_be_heard() {
    let mut command = pyramid(&["replay", "games/2026-11-28-002.pyr", "--verdicts"]);
    command.current_dir(history()).env("ACCESSIBLE", "1");
    insta::assert_snapshot!(String::from_utf8(output(command, "").stdout).unwrap());
}

#[test]
fn replays_that_are_none() {
    insta::assert_snapshot!(runs(
        Path::new("/nonexistent-home"),
        &[
            &["replay", "games/2026-11-27-002.pyr"],
            &["replay", "games/2026-11-27-001.pyr"],
            &["replay", "games/2026-11-27-003.pyr"],
            &["replay", "games/2026-11-27-004.pyr"],
            &["replay", "none.pyr"],
            &["replay", "two.pyr", "--game", "3"],
            &["replay", "two.pyr", "--game", "0"],
            &["replay", "two.pyr", "--at", "5"],
            &["replay"],
        ]
    ));
}

#[test]
fn statistics() {
    insta::assert_snapshot!(runs(
        &history(),
        &[
            &["stats"],
            &["stats", "--json"],
            &["stats", "--rules", "pyramid"],
            &["stats", "--rules", "giza"],
            &["stats", "--rules", "giz"],
        ]
    ));
}

/// The streak at the end of a game is that of `stats` after it.
#[test]
fn a_streak_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    std::fs::create_dir(&games).unwrap();
    for name in ["2026-11-29-999.pyr", "2026-11-29-1000.pyr"] {
        std::fs::copy(history().join("games").join(name), games.join(name)).unwrap();
    }
    let record = std::fs::read_to_string(history().join("games/2026-11-28-001.pyr")).unwrap();
    let moves: String = record
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .flat_map(|line| line.split(' ').skip(1))
        .map(|token| format!("{token}\n"))
        .collect();
    let mut command = pyramid(&["play", "new", "ms:3", "--rules", "microsoft", "--resume"]);
    command.env("PYRAMID_HOME", home.path());
    let out = String::from_utf8(output(command, moves).stdout).unwrap();
    let last = out.lines().find(|line| line.starts_with("Won: ")).unwrap();
    assert!(last.ends_with("Hints 0, undos 0. Streak 3."), "{out}");
    let mut command = pyramid(&["stats", "--json"]);
    command.env("PYRAMID_HOME", home.path());
    let out = String::from_utf8(output(command, "").stdout).unwrap();
    assert!(out.contains(r#""won":3,"#) && out.contains(r#""streak":3,"#), "{out}");
}

/// Files are held one game at a time, so that many of them and large ones cost little.
#[test]
fn many_games_and_large_files() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let one = std::fs::read_to_string(history().join("games/2026-11-28-002.pyr")).unwrap();
    for number in 1..=300 {
        std::fs::write(games.join(format!("2026-11-28-{number:03}.pyr")), &one).unwrap();
    }
    std::fs::write(games.join("2026-11-29-001.pyr"), one.repeat(300)).unwrap();
    std::fs::write(games.join("2026-11-29-002.pyr"), "x".repeat(1 << 20)).unwrap();
    let mut command = pyramid(&["stats"]);
    command.env("PYRAMID_HOME", home.path());
    let result = output(command, "");
    let out = String::from_utf8(result.stdout).unwrap();
    assert!(
        out.starts_with("pyramid: 600 games\n  won 0, lost 0, resigned 600, left 0\n"),
        "{out}"
    );
    assert_eq!(String::from_utf8(result.stderr).unwrap().lines().count(), 2);
}
