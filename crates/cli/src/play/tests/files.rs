//! Games to records and back.
#![expect(clippy::disallowed_methods, reason = "fixtures")]

use super::*;

/// A fixture.
pub(super) fn read_fixture(path: &std::path::Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

fn ascii(replies: &[Reply]) -> String {
    replies.iter().flat_map(|reply| say(reply, Voice::Ascii)).collect::<Vec<_>>().join("\n")
}

/// A saved game comes back as it was: undone moves, notes, what was seen, and undo works past it.
#[test]
fn what_is_saved_can_be_loaded() {
    let mut desk = Desk::default();
    let (mut first, _) = session("thirteen", "seed:7");
    for line in ["d; d; u", "note one; two", "d", "3s ts!", "save a.pyr"] {
        first.line(line, &mut desk);
    }
    let saved = desk.files["a.pyr"].clone();
    assert!(saved.contains("1. >Ad >3s ~\n# one; two\n"), "{saved}");
    let (mut second, _) = session("pyramid", "seed:1");
    let replies = second.line("load a.pyr", &mut desk);
    assert!(!replies.iter().any(Reply::is_refusal), "{}", ascii(&replies));
    assert_eq!(second.playing.game.state(), first.playing.game.state());
    assert_eq!(ascii(&second.line("save -", &mut desk)) + "\n", saved);
    assert_eq!(second.playing.undos, 1);
    second.line("u 3", &mut desk);
    assert_eq!(second.playing.game.ply(), 0);
    assert_eq!(
        ascii(&second.line("where 3s", &mut desk)),
        "3s is still in the stock, under 1 card."
    );
}

/// What ended stays ended, and can be undone.
#[test]
fn ends_are_kept() {
    let mut desk = Desk::default();
    for (rules, commands, end) in [
        ("pyramid", "ad; resign", "end: resigned score=27 moves=1"),
        ("par", "ad; stop", "end: resigned score=-50 moves=1"),
        ("pyramid stock=closed wastes=0 passes=1 end=exhausted", "d 24", ""),
    ] {
        let (mut first, _) = session(rules, "seed:7");
        first.line(commands, &mut desk);
        first.line("save a.pyr", &mut desk);
        let saved = desk.files["a.pyr"].clone();
        assert!(saved.lines().last().unwrap().starts_with(end), "{saved}");
        let (mut second, _) = session("pyramid", "seed:1");
        second.line("load a.pyr", &mut desk);
        assert_eq!(second.playing.over().is_some(), !end.is_empty());
        assert_eq!(ascii(&second.line("save -", &mut desk)) + "\n", saved);
        second.line("u", &mut desk);
        assert_eq!(second.playing.over(), None);
    }
}

/// Only what is a record, or nothing, is written over.
#[test]
fn a_file_that_is_no_record_is_not_overwritten() {
    let mut desk = Desk::default();
    desk.files.insert("notes.txt".to_owned(), "my notes\n".to_owned());
    let (mut session, _) = session("pyramid", "seed:7");
    session.line("ad", &mut desk);
    let said = ascii(&session.line("save notes.txt", &mut desk));
    assert_eq!(said, "Not saved: notes.txt is there and is no recorded game.");
    assert_eq!(desk.files["notes.txt"], "my notes\n");
    session.line("save b.pyr", &mut desk);
    session.line("save b.pyr", &mut desk);
    assert_eq!(
        ascii(&session.line("q", &mut desk)),
        "Saved. Run pyramid play b.pyr to go on at move 1."
    );
}

/// Whatever is noted can be written and read.
#[test]
fn notes_fit_a_record() {
    let mut desk = Desk::default();
    let (mut session, _) = session("pyramid", "seed:7");
    let long = "\u{FFFD}".repeat(1001);
    let said = ascii(&session.line(&format!("# {long}"), &mut desk));
    assert_eq!(said, "Not noted: a note has at most 1000 characters.");
    for note in ["a\tb\u{85}c\u{2028}d\r", "  # x", "end: won", "pyramid-game 1.0", &long[3..]] {
        assert_eq!(ascii(&session.line(&format!("note {note}"), &mut desk)), "Noted.");
        session.line("d", &mut desk);
    }
    session.line("save a.pyr", &mut desk);
    let saved = desk.files["a.pyr"].clone();
    session.line("load a.pyr", &mut desk);
    assert_eq!(ascii(&session.line("save -", &mut desk)) + "\n", saved);
    assert_eq!(session.playing.game.ply(), 5);
}
