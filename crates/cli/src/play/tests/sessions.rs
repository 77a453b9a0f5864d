//! Scripts rendered into snapshots. A script's first line is `# args: new DEAL`, perhaps with
//! `--rules RULES`, `--board WHEN` and `--match FILE`; every other line is typed, until another
//! such line begins the next sitting. Files are those of `fixtures/sessions/files`.

use std::path::Path;

use super::files::read_fixture;
use super::matches::{par_match, verify, verify_strictly};
use super::*;
use crate::failure::Failure;
use crate::play::BoardWhen;
use pyramid_replay_verifier::Options;

/// How the lines of a transcript are made.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Said(Voice),
    Json,
}

const MODES: [(&str, Mode); 4] = [
    ("ascii", Mode::Said(Voice::Ascii)),
    ("unicode", Mode::Said(Voice::Unicode)),
    ("speech", Mode::Said(Voice::Speech)),
    ("json", Mode::Json),
];

struct Script<'a> {
    sittings: Vec<Sitting<'a>>,
}

/// What is typed from one start of the program to its end.
struct Sitting<'a> {
    args: &'a str,
    deal: Option<&'a str>,
    rules: Option<&'a str>,
    board: BoardWhen,
    match_file: Option<&'a str>,
    lines: Vec<&'a str>,
}

impl<'a> Script<'a> {
    fn read(text: &'a str) -> Script<'a> {
        let mut sittings: Vec<Sitting<'a>> = Vec::new();
        for line in text.lines() {
            match line.strip_prefix("# args: ") {
                Some(args) => sittings.push(Sitting::read(args)),
                None => sittings.last_mut().unwrap().lines.push(line),
            }
        }
        Script { sittings }
    }

    /// What is typed and answered.
    fn transcript(&self, mode: Mode) -> String {
        let mut desk = Desk { files: files(), seed: 0 };
        let mut text = String::new();
        for (index, sitting) in self.sittings.iter().enumerate() {
            if index > 0 {
                text += &format!("$ pyramid play {}\n", sitting.args);
            }
            text += &sitting.transcript(mode, &mut desk);
        }
        text
    }
}

impl<'a> Sitting<'a> {
    fn read(args: &'a str) -> Sitting<'a> {
        let mut words = args.split("--").map(str::trim);
        let mut sitting = Sitting {
            args,
            deal: words.next().unwrap().strip_prefix("new "),
            rules: None,
            board: BoardWhen::Never,
            match_file: None,
            lines: Vec::new(),
        };
        for flag in words {
            match flag.split_once(' ').unwrap() {
                ("rules", rules) => sitting.rules = Some(rules),
                ("match", file) => sitting.match_file = Some(file),
                ("board", "change") => sitting.board = BoardWhen::Change,
                ("board", "always") => sitting.board = BoardWhen::Always,
                flag => panic!("{flag:?}"),
            }
        }
        sitting
    }

    /// Sits down.
    fn begin(&self, desk: &mut Desk) -> Result<(Session, Vec<Reply>), Failure> {
        match self.match_file {
            None => Ok(session(self.rules.unwrap_or("pyramid"), self.deal.unwrap())),
            Some(file) => par_match(desk, file, self.rules, self.deal),
        }
    }

    fn transcript(&self, mode: Mode, desk: &mut Desk) -> String {
        let before = desk.files.clone();
        let (mut session, replies) = match self.begin(desk) {
            Ok(begun) => begun,
            Err(failure) => {
                assert_eq!(desk.files, before, "nothing is written");
                return anstream::adapter::strip_str(&failure.to_string()).to_string();
            }
        };
        let mut text = String::new();
        let mut show = |session: &Session, replies: Vec<Reply>| {
            let board = shows_board(self.board, &replies, session.is_over);
            let board =
                board.then(|| session.board()).filter(|_| mode != Mode::Said(Voice::Speech));
            for reply in replies.iter().chain(&board) {
                match mode {
                    Mode::Json => text += &format!("{}\n", json(reply)),
                    Mode::Said(voice) => {
                        for line in say(reply, voice) {
                            if voice == Voice::Speech && !matches!(reply, Reply::Record { .. }) {
                                assert_eq!(lint(&line), None, "{line}");
                            }
                            text += &line;
                            text.push('\n');
                        }
                    }
                }
            }
            std::mem::take(&mut text)
        };
        let mut transcript = show(&session, replies);
        for line in &self.lines {
            transcript += &format!("> {line}\n");
            let replies = session.line(line, desk);
            transcript += &show(&session, replies);
            if session.is_over {
                break;
            }
        }
        if let Some(reply) = session.end_of_input(desk).unwrap() {
            transcript += &show(&session, vec![reply]);
        }
        if let Some(file) = self.match_file {
            let text = &desk.files[file];
            // What others wrote keeps its spelling.
            match files().contains_key(file) {
                true => verify(text, Options::default()),
                false => verify_strictly(text),
            }
        }
        transcript
    }
}

/// The files that are there before a session.
fn files() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/sessions/files");
    let mut files = BTreeMap::new();
    for entry in folder.read_dir().unwrap() {
        let entry = entry.unwrap();
        let text = String::from_utf8(read_fixture(&entry.path())).unwrap();
        files.insert(entry.file_name().into_string().unwrap(), text);
    }
    files
}

#[test]
fn scripts() {
    insta::glob!("../../../../../fixtures/sessions", "*.txt", |path| {
        let text = String::from_utf8(read_fixture(path)).unwrap();
        let script = Script::read(&text);
        for (name, mode) in MODES {
            let mut settings = insta::Settings::clone_current();
            settings.set_omit_expression(true);
            settings.bind(|| insta::assert_snapshot!(name, script.transcript(mode)));
        }
    });
}

/// The transcript of the design, except that nothing is saved by itself yet, and that boards are shown after every change.
#[test]
fn the_first_session_is_that_of_the_design() {
    let design = "\
> 6d 7h
Not played: 6d at 6.2 is covered by 9d and 7h.
> qh 9d
Not played: Qh and 9d make 21, not 13.
> king
I don't know \"king\". Try a card (7h), two cards (7h 6c), draw, undo, hint or help.
> ad
Removed Ad and Qh. Stock shows 3s. 27 left in the pyramid.
> 3
Not played: 3 can be 3s+Td or 3s+Ts. Name both.
> 3s ts
Removed 3s and Ts. Uncovered Js at 6.4. Stock shows Ah. 26 left in the pyramid.
> d; d
Drew Ah. Stock shows 5c, 21 left.
Drew 5c. Stock shows 6c, 20 left.
> m
4 legal: 2c+Js, 6c+7h, 6c+7s, >6c.
> r
Not played: a redeal needs an empty stock; 20 cards are left in it.
> where 4c
4c has not been seen yet.
> u
Undid >5c. Stock shows 5c, 21 left.
";
    let script = Script::read(
        "# args: new seed:7\n6d 7h\nqh 9d\nking\nad\n3\n3s ts\nd; d\nm\nr\nwhere 4c\nu\n",
    );
    let text = script.transcript(Mode::Said(Voice::Ascii));
    let begin = text.find("> 6d").unwrap();
    let end = text.find("Not saved").unwrap();
    assert_eq!(&text[begin..end], design);
}
