//! A record that is gone through by somebody who types.

use std::path::Path;

use super::*;
use crate::args::{Cli, Command};
use crate::io::Io;
use crate::play::replaying::begin;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/history/games/");

fn sit(file: &str, args: &[&str]) -> (Session, Vec<Reply>) {
    let path = format!("{GAMES}{file}");
    let args: Vec<&str> = [&["replay", &path], args].concat();
    let (mut io, ..) = Io::memory(&args, "");
    let Some(Command::Replay(replay)) = Cli::read(io.args()).unwrap().command else { panic!() };
    begin(&mut io, &replay, true).unwrap()
}

/// What is said to a line.
fn typed(session: &mut Session, line: &str) -> String {
    let replies = session.line(line, &mut Desk::default());
    // A record is said as it is.
    for reply in replies.iter().filter(|reply| !matches!(reply, Reply::Record { .. })) {
        for line in say(reply, Voice::Speech) {
            assert_eq!(lint(&line), None, "{line}");
        }
    }
    replies.iter().map(said).collect::<Vec<_>>().join("\n")
}

#[test]
fn enter_goes_on_and_undo_goes_back() {
    let (mut session, greeting) = sit("2026-11-28-002.pyr", &[]);
    let greeting = said(&greeting[0]);
    for part in
        ["4 moves", "1 move was taken back", "1 hint was shown", "An old friend.", "Enter goes on"]
    {
        assert!(greeting.contains(part), "{part}: {greeting}");
    }
    assert_eq!(
        typed(&mut session, ""),
        "1. Removed Ad and Qh. Stock shows 3s. 27 left in the pyramid."
    );
    let second = typed(&mut session, "  ");
    assert!(second.starts_with("2. Removed 3s and Ts."), "{second}");
    assert!(second.ends_with("Note: The other ten stays."), "{second}");
    assert_eq!(
        typed(&mut session, "u 2"),
        "Undid 2 moves: 3s+Ts, Ad+Qh. Stock shows Ad. 28 left in the pyramid."
    );
    assert_eq!(typed(&mut session, "redo 4").lines().count(), 4);
    let end = typed(&mut session, "");
    assert!(end.starts_with("Resigned after 4 moves"), "{end}");
    assert!(end.contains("Hints 1, undos 1."), "those of the record: {end}");
    assert_eq!(typed(&mut session, ""), "The record ends here, at move 4.");
    assert_eq!(typed(&mut session, "redo 2"), "The record ends here, at move 4.");
    assert_eq!(typed(&mut session, "u"), "Undid resign. The game goes on.");
    assert_eq!(typed(&mut session, "q"), "");
    assert!(session.is_over);
}

#[test]
fn moves_of_ones_own_can_be_tried() {
    let (mut session, _) = sit("2026-11-28-002.pyr", &["--at", "2"]);
    assert_eq!(session.playing.game.ply(), 2);
    typed(&mut session, "d");
    let refused = typed(&mut session, "");
    assert_eq!(refused, "Not done: the record was left at move 2; undo 1 goes back to it.");
    typed(&mut session, "u");
    assert!(typed(&mut session, "").starts_with("3. Removed 2c and Js."));
    assert_eq!(typed(&mut session, "redo 9"), "Not done: the record has 2 more to play.");
    assert!(typed(&mut session, "hint proof").ends_with("-move win (proved)."));
    for line in ["new", "new seed:3", "daily", "rules giza", "load x.pyr"] {
        let refused = typed(&mut session, line);
        assert!(refused.ends_with("a replay goes through one game; quit leaves it."), "{refused}");
    }
    let saved = typed(&mut session, "save -");
    assert!(saved.contains("1. Ad+Qh 3s+Ts >Ah ~ 2c+Js :hint"), "{saved}");
}

/// Going through any game ends where the record does, whatever is asked on the way, and every
/// position can be gone back to.
#[test]
fn the_end_is_that_of_the_record() {
    for file in
        ["2026-11-28-001.pyr", "2026-11-28-002.pyr", "2026-11-30-001.pyr", "2026-11-30-002.pyr"]
    {
        let (mut session, _) = sit(file, &[]);
        let bytes = files::read_fixture(Path::new(&format!("{GAMES}{file}")));
        let (record, ..) = crate::play::store::nth_game(&bytes, 1).unwrap();
        let played = crate::play::store::replay(record).unwrap();
        let all = played.game.ply();
        for ply in 0..all {
            assert_eq!(session.playing.game.state(), played.game.state_at(ply).unwrap());
            typed(&mut session, if ply % 2 == 0 { "" } else { "redo" });
            typed(&mut session, "look; m; s; where 4c");
        }
        assert_eq!(session.playing.game.state(), played.game.state());
        for ply in (0..all).rev() {
            typed(&mut session, "undo");
            assert_eq!(session.playing.game.state(), played.game.state_at(ply).unwrap());
        }
    }
}

#[test]
fn verdicts_name_the_turning_point_first() {
    let (mut session, greeting) = sit("2026-11-30-001.pyr", &["--verdicts"]);
    assert_eq!(
        said(&greeting[1]),
        "This deal was winnable until move 15. Move 16, 2s+Jd, lost it; 2s+Jh and >2s kept it.",
    );
    let steps = typed(&mut session, "redo 31");
    let steps: Vec<&str> = steps.lines().collect();
    assert!(steps[..15].iter().all(|step| step.ends_with("the win.")), "{steps:?}");
    assert!(steps[15].ends_with("Loses the win."));
    assert!(steps[16..31].iter().all(|step| !step.contains("the win")));
    assert!(steps[31].starts_with("Lost: stuck."));
    assert_eq!(steps.len(), 32, "it was said where the game was lost");
}

/// The review of the line game.
#[test]
fn a_lost_game_is_reviewed_and_undo_goes_back_there() {
    let (mut session, _) = sit("2026-11-30-001.pyr", &["--at", "30"]);
    let end = typed(&mut session, "");
    assert!(end.ends_with("2s+Jh and >2s kept it. undo 16 goes back there."), "{end}");
    typed(&mut session, "undo 16");
    assert_eq!(session.playing.game.ply(), 15);
    assert!(typed(&mut session, "hint proof").ends_with("-move win (proved)."));
    typed(&mut session, "2s jd");
    assert_eq!(typed(&mut session, "hint proof"), "Not winnable any more.");
}
