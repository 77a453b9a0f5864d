//! The game on the table is kept, whatever happens.
#![expect(clippy::disallowed_methods, reason = "what is in the files")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use pyramid_notation::{GameResult, Reader, Record, read_games};
use tempfile::TempDir;

use super::matches::verify_strictly;
use super::*;
use crate::args::{Cli, Command};
use crate::io::Io;
use crate::io::memory::SmallDisk;
use crate::settings::Settings;

/// A player's home, and the disk it is on.
struct Room {
    home: TempDir,
    disk: SmallDisk,
}

/// A sitting in it.
struct Sitting {
    io: Io,
    session: Session,
    /// What was said last, as text.
    said: String,
}

impl Room {
    fn new() -> Room {
        Room { home: tempfile::tempdir().unwrap(), disk: SmallDisk::default() }
    }

    fn sit(&self, args: &[&str]) -> Sitting {
        let (mut io, ..) = Io::memory(&[&["play"], args].concat(), "");
        io.live_in(self.home.path());
        io.write_to(&self.disk);
        let Some(Command::Play(args)) = Cli::read(io.args()).unwrap().command else { panic!() };
        let settings = Settings::read(&mut io, &args.settings.0).unwrap();
        let begun = crate::play::begin::begin(&mut io, &args, &settings, true, None).unwrap();
        Sitting { io, session: begun.0, said: ascii(&begun.1) }
    }

    fn path(&self, file: &str) -> std::path::PathBuf {
        self.home.path().join(file)
    }

    /// The record of the game being played; empty if there is none.
    fn current(&self) -> String {
        fs::read_to_string(self.path("current.pyr")).unwrap_or_default()
    }

    fn set_current(&self, text: &[u8]) {
        fs::create_dir_all(self.home.path()).unwrap();
        fs::write(self.path("current.pyr"), text).unwrap();
    }

    /// The archive: names with their texts. Each text is canonical and true.
    fn games(&self) -> Vec<(String, String)> {
        let Ok(entries) = fs::read_dir(self.path("games")) else { return Vec::new() };
        let text = |path: &Path| fs::read_to_string(path).unwrap();
        let mut games: Vec<_> = entries
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), text(&path)))
            .collect();
        games.sort();
        games.iter().for_each(|(_, text)| verify_strictly(text));
        games
    }

    /// How the archived games ended.
    fn ends(&self) -> Vec<String> {
        let last = |(_, text): &(String, String)| text.lines().last().unwrap().to_owned();
        self.games().iter().map(last).collect()
    }
}

impl Sitting {
    fn line(&mut self, line: &str) -> &str {
        self.said = ascii(&self.session.line(line, &mut self.io));
        &self.said
    }

    fn leave(mut self) -> Option<String> {
        let left = self.session.end_of_input(&mut self.io).unwrap();
        left.map(|reply| said(&reply))
    }
}

fn ascii(replies: &[Reply]) -> String {
    replies.iter().flat_map(|reply| say(reply, Voice::Ascii)).collect::<Vec<_>>().join("\n")
}

fn record(text: &str) -> Record {
    read_games(Reader::new(text.as_bytes())).next().unwrap().unwrap().record.unwrap()
}

/// The tokens of a record.
fn tokens(record: &Record) -> Vec<String> {
    record.moves().map(|played| played.text.to_string()).collect()
}

#[test]
fn every_change_is_one_write_and_nothing_else_is_any() {
    let room = Room::new();
    let mut sitting = room.sit(&["new", "seed:7"]);
    assert_eq!(room.disk.writes(), 1, "the head");
    for (line, writes) in [
        ("ad", 1),
        ("look", 0),
        ("6d 7h", 0),
        ("3s ts", 1),
        ("d; d", 2),
        ("d 3", 1),
        ("u 2", 1),
        ("y", 1),
        ("# a note", 1),
        ("m; s; o; ?", 0),
        ("resign", 1),
        ("# too bad", 1),
        ("u", 1),
        ("u", 1),
        ("resign", 1),
        ("# it was lost", 1),
    ] {
        sitting.line(line);
        assert_eq!(room.disk.writes(), writes, "{line}");
    }
    let current = room.current();
    let last = "\n8. ~2\n9. >5h\n# a note\n# too bad\n10. ~\nend: resigned score=26 moves=5\n# it was lost\n";
    assert!(current.ends_with(last), "{current}");
    assert!(room.games().is_empty());
}

/// An end that is undone is cut off; what was noted behind it stays.
#[test]
fn an_end_is_cut_off() {
    let room = Room::new();
    let mut sitting = room.sit(&["new", "seed:7", "--rules", "pyramid rows=1 passes=1"]);
    sitting.line("resign");
    let before = room.current();
    assert!(before.ends_with("\nend: resigned score=1 moves=0\n"), "{before}");
    sitting.line("u");
    assert_eq!(room.current() + "end: resigned score=1 moves=0\n", before);
    for line in ["resign; # one", "# two", "u; # three"] {
        sitting.line(line);
    }
    assert!(room.current().ends_with("\n# one\n# two\n# three\n"), "{}", room.current());
    assert_eq!(record(&room.current()).ending, None);
}

/// A process that ends at any moment loses at most the move that was being made.
#[test]
fn cut_at_every_byte() {
    let room = Room::new();
    let mut sitting = room.sit(&["new", "seed:7"]);
    for line in ["ad; 3s ts; d 3; u 2", "# drew too far", "y; 2c js; ~; d", "resign"] {
        sitting.line(line);
    }
    drop(sitting);
    let (whole, all) = (room.current(), tokens(&record(&room.current())));
    let head = whole.find("\n1. ").unwrap() + 1;
    for cut in 0..=whole.len() {
        let room = Room::new();
        room.set_current(&whole.as_bytes()[..cut]);
        let lines = &whole[..whole[..cut].rfind('\n').map_or(0, |at| at + 1)];
        let mut sitting = room.sit(&[]);
        let said = sitting.said.clone();
        if cut == whole.len() {
            assert!(
                said.contains("Note: the game before was over; it is 2026-11-30-001."),
                "{said}"
            );
            assert_eq!(tokens(&record(&room.games()[0].1)), all);
        } else if lines.len() >= head {
            let torn = lines.len() < cut;
            let told = said.contains("its last line was torn, and is dropped");
            assert_eq!(told, torn, "{cut} {said}\n{:?}", &whole[..cut]);
            let there = tokens(&record(lines));
            assert_eq!(tokens(&sitting.session.playing.record), there, "{cut}");
            sitting.line("# and on");
            assert!(room.current().starts_with(lines), "{cut}");
            assert!(room.current().ends_with("\n# and on\n"), "{cut}");
        } else if cut > 0 && !lines.contains("\ndeal:") {
            // The head is there as a whole, or not at all; this was somebody else.
            assert!(said.contains("the saved game cannot be read"), "{said}");
            assert_eq!(fs::read(room.path("damaged-1.pyr")).unwrap(), whole.as_bytes()[..cut]);
        }
        sitting.line("d");
        drop(sitting);
        let again = room.sit(&[]);
        assert!(again.said.contains("Your game goes on at move "), "{}", again.said);
    }
}

/// What can be typed, mostly what changes something.
fn typed() -> impl Strategy<Value = String> {
    const WORDS: [&str; 19] = [
        "d",
        "d 2",
        "r",
        "u",
        "u 3",
        "y",
        "m",
        "# note",
        "resign",
        "stop",
        "new seed:3",
        "new",
        "daily",
        "rules giza",
        "rules pyramid rows=1",
        "load 2026-11-30-001",
        "load 2026-11-30-002",
        "save -",
        "p 2c",
    ];
    prop_oneof![2 => proptest::sample::select(&WORDS[..]).prop_map(str::to_owned), 3 => Just("!".to_owned())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// After every command the files alone are enough to go on, and every game is in one of them.
    #[test]
    fn the_files_have_it_all(
        rules in proptest::sample::select(&["pyramid", "cell", "par rows=2", "pyramid rows=1"][..]),
        auto in any::<bool>(),
        lines in prop::collection::vec((typed(), any::<prop::sample::Index>()), 1..40),
    ) {
        let room = Room::new();
        let auto = if auto { "--auto-kings=on" } else { "--auto-kings=off" };
        let mut sitting = room.sit(&["new", "seed:7", "--rules", rules, auto]);
        for (line, pick) in lines {
            let legal = sitting.session.playing.view().legal();
            let line = match line.as_str() {
                "!" if !legal.is_empty() => {
                    sitting.session.playing.view().token(*pick.get(&legal)).to_string()
                }
                "!" => "u".to_owned(),
                _ => line,
            };
            sitting.line(&line);
            let playing = &sitting.session.playing;
            let other = Room::new();
            other.set_current(room.current().as_bytes());
            let found = other.sit(&[]).session.playing;
            match playing.over() {
                None => {
                    prop_assert_eq!(found.game.state(), playing.game.state(), "{}", line);
                    prop_assert_eq!(tokens(&found.record), tokens(&playing.record));
                }
                Some(_) if playing.is_begun() => {
                    let archived = [room.games(), other.games()].concat();
                    let same = |(_, text): &(String, String)| {
                        tokens(&record(text)) == tokens(&playing.record)
                    };
                    prop_assert!(archived.iter().any(same), "{}", line);
                }
                Some(_) => {}
            }
        }
    }
}

#[test]
fn a_second_process_plays_without_saving() {
    let room = Room::new();
    let mut first = room.sit(&["new", "seed:7"]);
    first.line("ad");
    let before = room.current();
    let mut second = room.sit(&[]);
    assert!(
        second.said.ends_with(
            "Nothing is saved until you type save FILE: the saved game is open in another pyramid."
        ),
        "{}",
        second.said
    );
    second.line("d; new; d");
    assert_eq!(
        second.leave().unwrap(),
        "Not saved. Run pyramid new seed:42 to play this deal again."
    );
    assert_eq!(room.current(), before);
    assert!(room.games().is_empty());
    first.line("3s ts");
    assert_eq!(first.leave().unwrap(), "Saved. Run pyramid to go on with seed:7 at move 2.");
    assert!(room.sit(&[]).said.ends_with("\nYour game goes on at move 2."));
}

/// A game that is left or over becomes a file, and can be brought back.
#[test]
fn games_that_are_left() {
    let room = Room::new();
    let mut sitting = room.sit(&["new", "seed:7"]);
    let said = sitting.line("ad; new seed:8").to_owned();
    assert!(
        said.ends_with("The game before, seed:7 at move 1, is kept as 2026-11-30-001."),
        "{said}"
    );
    sitting.line("daily");
    assert_eq!(room.games().len(), 1, "no move, no file");
    sitting.line("d; rules giza");
    assert_eq!(room.ends(), ["end: open moves=1", "end: open moves=1"]);
    // Brought back it is played on, and is in one place only.
    let said = sitting.line("u").to_owned();
    assert!(said.starts_with("Back at move 1. Deal daily:2026-11-30"), "{said}");
    assert_eq!(room.games().len(), 1);
    assert!(room.current().contains("from: daily:2026-11-30"));
    sitting.line("load 2026-11-30-001.pyr; resign");
    assert_eq!(room.ends(), ["end: open moves=1"]);
    assert!(room.current().ends_with("1. Ad+Qh\nend: resigned score=27 moves=1\n"));
    assert_eq!(sitting.leave().unwrap(), "Saved as 2026-11-30-003. Run pyramid for another game.");
    assert_eq!(room.current(), "");
    assert_eq!(room.ends(), ["end: open moves=1", "end: resigned score=27 moves=1"]);
    // What only was looked at stays where it is; a path will do as well.
    let path = room.path("games/2026-11-30-003.pyr");
    let mut sitting = room.sit(&[path.to_str().unwrap()]);
    let files = room.games();
    assert_eq!((room.current(), files.len()), (String::new(), 2));
    sitting.line("look; new seed:9; load 2026-11-30-003");
    assert_eq!(room.games(), files);
    sitting.line("u");
    assert_eq!(room.ends(), ["end: open moves=1"]);
    assert!(record(&room.current()).ending.is_none());
    assert_eq!(sitting.line("load none"), "Not loaded: there is no file none.");
}

/// A game from a file elsewhere is a copy; the file is not touched.
#[test]
fn a_file_from_elsewhere() {
    let room = Room::new();
    let path = room.path("ann.pyr");
    let text = "pyramid-game 1.0\nrules: pyramid\ndeal: seed:7\nplayer: Ann\n1. >\n";
    fs::write(&path, text).unwrap();
    let mut sitting = room.sit(&[path.to_str().unwrap()]);
    sitting.line("new seed:8");
    assert!(room.games().is_empty(), "it was not played on");
    sitting.line("u; d; new seed:9");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let games = room.games();
    assert!(games[0].1.contains("player: Ann\ndate: 2026-11-30\n"), "{}", games[0].1);
    assert!(games[0].1.ends_with("1. >Ad >3s\nend: open moves=2\n"));
}

/// Starting another game leaves the unfinished one; naming its own rules does not.
#[test]
fn what_is_asked_for_at_the_start() {
    let room = Room::new();
    room.sit(&["new", "seed:7"]).line("ad");
    for (args, goes_on) in [
        (&["--rules", "pyramid"][..], true),
        (&[], true),
        (&["--rules", "giza"], false),
        (&["new", "seed:7"], false),
    ] {
        let mut sitting = room.sit(args);
        assert_eq!(sitting.said.contains("Your game goes on at move 1."), goes_on);
        let left = sitting.said.contains("The game before, ");
        assert_eq!(left, !goes_on, "{}", sitting.said);
        if !goes_on {
            let line =
                sitting.session.playing.view().token(sitting.session.playing.view().legal()[0]);
            sitting.line(&line.to_string());
        }
    }
    assert_eq!(room.games().len(), 2);
}

/// The program ended between the archive and the next game: nothing is lost, nothing is there twice.
#[test]
fn what_was_archived_is_archived_once() {
    for (commands, end) in
        [("ad; d", "end: open moves=2"), ("ad; resign", "end: resigned score=27 moves=1")]
    {
        let room = Room::new();
        let mut sitting = room.sit(&["new", "seed:7"]);
        sitting.line(commands);
        let mut before = room.current();
        if !before.contains("\nend: ") {
            before += "end: open moves=2\n";
        }
        sitting.line("new seed:8");
        drop(sitting);
        room.set_current(before.as_bytes());
        let sitting = room.sit(&[]);
        assert!(sitting.said.contains("the game before was over; it is 2026-11-30-001"));
        assert_eq!(room.ends(), [end]);
    }
}

/// The same game played twice is two games.
#[test]
fn twice_the_same() {
    let room = Room::new();
    for _ in 0..2 {
        let mut sitting = room.sit(&["new", "seed:7"]);
        sitting.line("ad; resign");
        sitting.leave();
    }
    assert_eq!(room.ends(), ["end: resigned score=27 moves=1"; 2]);
}

/// Whenever the disk is full, what was written before survives, the player is told, and with room
/// again all of it is there.
#[test]
fn a_full_disk() {
    const LINES: [&str; 9] = ["ad", "3s ts", "d", "u", "# note", "resign", "u", "d 2", "u 2"];
    let play = |room: &Room, sitting: &mut Sitting, space: Option<usize>| {
        let mut told = Vec::new();
        room.disk.set_space(space);
        for line in LINES {
            let before = room.current();
            let says = sitting.line(line).contains("Not saved: ");
            let there = room.current();
            let cut = before.find("end: ").map_or(&*before, |at| &before[..at]);
            assert!(there.starts_with(cut), "{there}\n{before}");
            let unended = line == "u" && told.len() == 6;
            assert!(says || there != before || unended, "{line}");
            told.push(says);
        }
        room.disk.set_space(None);
        told
    };
    let room = Room::new();
    let mut sitting = room.sit(&["new", "seed:7"]);
    assert_eq!(play(&room, &mut sitting, None), [false; 9]);
    let whole = room.current();
    for space in 0..120 {
        let room = Room::new();
        let mut sitting = room.sit(&["new", "seed:7"]);
        let told = play(&room, &mut sitting, Some(space));
        sitting.line("# on");
        assert_eq!(
            sitting.said,
            if told[8] { "Noted.\nAll of the game is saved again." } else { "Noted." }
        );
        let (there, whole) = (record(&room.current()), record(&whole));
        assert_eq!(tokens(&there), tokens(&whole), "{space}");
    }
}

/// Games that cannot be archived stay in reach.
#[test]
fn a_full_archive() {
    let room = Room::new();
    let mut sitting = room.sit(&["new", "seed:7"]);
    sitting.line("ad");
    let before = room.current();
    room.disk.set_space(Some(0));
    let said = sitting.line("new seed:8").to_owned();
    assert!(said.contains("is in ") && said.contains("current.pyr"), "{said}");
    assert!(said.ends_with("\nNot saved: cannot archive the game: no storage space."), "{said}");
    assert!(room.current().starts_with(&before));
    let said = sitting.line("d").to_owned();
    assert!(said.ends_with("Not saved: cannot archive the game: no storage space."), "{said}");
    // Something would be lost now.
    let said = sitting.line("new seed:9").to_owned();
    assert!(
        said.starts_with("Not left: cannot archive the game: no storage space; save FILE"),
        "{said}"
    );
    assert_eq!(sitting.session.playing.source.as_ref().unwrap().to_string(), "seed:8");
    room.disk.set_space(None);
    assert!(sitting.line("d").ends_with("All of the game is saved again."));
    assert_eq!(room.ends(), ["end: open moves=1"]);
    assert!(room.current().contains("from: seed:8") && tokens(&record(&room.current())).len() == 2);
    room.disk.set_space(Some(3));
    sitting.line("d");
    let said = sitting.line("q").to_owned();
    assert!(
        said.starts_with("Not saved: cannot save the game: no storage space; save FILE"),
        "{said}"
    );
    assert_eq!(sitting.line("q"), "Not saved. Run pyramid new seed:8 to play this deal again.");
    assert!(sitting.session.end_of_input(&mut sitting.io).is_err());
    drop(sitting);
    assert_eq!(tokens(&record(&room.current())).len(), 2);
}

/// No home, or no folder there: the game is played, and the player knows.
#[test]
fn nowhere_to_keep_a_game() {
    let room = Room::new();
    fs::write(room.path("games"), "no folder").unwrap();
    let mut sitting = room.sit(&["new", "seed:7"]);
    assert!(sitting.said.contains("Nothing is saved until you type save FILE: cannot write "));
    assert!(sitting.line("ad").starts_with("Removed Ad and Qh."));
}

/// A finished record without its `end:` line is finished all the same.
#[test]
fn an_end_that_was_not_written() {
    let room = Room::new();
    let mut sitting = room.sit(&["new", "seed:1", "--rules", "pyramid rows=1 passes=1"]);
    sitting.line("m");
    drop(sitting);
    let text = "pyramid-game 1.0\nrules: pyramid rows=1\ndeal: Kc | \
                Ac2c3c4c5c6c7c8c9cTcJcQcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs\n\
                1. Kc\n";
    room.set_current(text.as_bytes());
    let sitting = room.sit(&[]);
    assert!(sitting.said.contains("the game before was over"), "{}", sitting.said);
    let end = record(&room.games()[0].1).ending.unwrap();
    assert_eq!(end.result, GameResult::Won);
}
