//! The line game: commands in, replies out.
//!
//! A [`Session`] knows no input and output. It turns a line into [`Reply`]s, which are facts, and
//! [`render`] says them as text, in words to be heard, or as JSON.

mod act;
mod ask;
mod begin;
mod cards;
mod commands;
mod ending;
mod facts;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod help;
mod hint;
mod keep;
pub(crate) mod outcome;
mod par_match;
mod playing;
mod refuse;
mod render;
mod replaying;
mod reply;
mod review;
mod score;
mod screen;
pub(crate) mod seat;
pub(crate) mod seen;
mod session;
mod start;
mod store;
#[cfg(test)]
mod tests;
mod undo;
mod view;
mod world;

use std::io::Write;

use self::render::{Voice, json, lines};
pub(crate) use self::replaying::run as replay;
use self::reply::Reply;
pub(crate) use self::screen::{Answer, Seat, pass_text, summary};
use self::session::Session;
pub(crate) use self::world::World;
use crate::args::PlayArgs;
use crate::board::{BoardStyle, Symbols};
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::{Input, Io, Keyboard, Typed};
use crate::settings::{Key, Origin, Settings};

/// Plays.
pub(crate) fn run(io: &mut Io, args: PlayArgs) -> Result<Exit, Failure> {
    let settings = Settings::read(io, &args.settings.0)?;
    let person = io.stdin_is_terminal() && io.stdout_is_terminal() && args.script.is_none();
    let (style, speech, voice, board) = manner(io, &settings, person);
    // Off a terminal the player's own game is not touched unasked.
    let kept = args.resume || person && args.match_file.is_none();
    let (session, replies) = begin::begin(io, &args, &settings, kept, speech)?;
    let keyboard = io.keyboard();
    let mut loop_ = Loop { io, keyboard, session, voice, style, board, json: false, person };
    let script = args.script.map(|file| Input::from(file.into_os_string()));
    let ended = loop_.play(&replies, script);
    // What is saved without being asked is, whatever ended it.
    loop_.leave().and(ended).map_err(|failure| match person && is_hung_up(&failure) {
        true => Failure::ClosedPipe,
        false => failure,
    })
}

/// Sits down for the full-screen game, to the game that is kept or another.
pub(crate) fn sit(io: &mut Io, args: &PlayArgs) -> Result<(Seat, Answer, BoardStyle), Failure> {
    let settings = Settings::read(io, &args.settings.0)?;
    // The screen has colours of its own.
    let style = BoardStyle { paint: None, ..BoardStyle::of(io, &settings) };
    // Where no terminal is, as in tests, the player's own game is not touched.
    let kept = io.stdin_is_terminal() && io.stdout_is_terminal();
    let (session, greeting) = begin::begin(io, args, &settings, kept, None)?;
    let (seat, answer) = Seat::new(session, &greeting, style);
    Ok((seat, answer, style))
}

/// What turned speech on.
fn speech(io: &Io, settings: &Settings) -> Option<&'static str> {
    match (settings.switch(Key::Speech), settings.origin(Key::Speech)) {
        (Some(false), _) => None,
        (Some(true), Some(Origin::File)) => Some("config.toml"),
        (Some(true), Some(Origin::Variable)) => Some("the environment"),
        (Some(true), _) => Some("the command line"),
        (None, _) => io.env("ACCESSIBLE").map(|_| "ACCESSIBLE"),
    }
}

/// When the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardWhen {
    /// After each change.
    Change,
    /// After each command.
    Always,
    /// When `look` asks for it.
    Never,
}

/// Whether a terminal has gone away.
fn is_hung_up(failure: &Failure) -> bool {
    const EIO: i32 = 5;
    matches!(failure, Failure::Io { error, .. } if error.raw_os_error() == Some(EIO))
}

/// How it is said and drawn, what turned speech on, and when the board is shown.
fn manner(
    io: &Io,
    settings: &Settings,
    person: bool,
) -> (BoardStyle, Option<&'static str>, Voice, BoardWhen) {
    let style = BoardStyle::of(io, settings);
    let speech = speech(io, settings);
    let voice = match (speech, style.symbols) {
        (Some(_), _) => Voice::Speech,
        (None, Symbols::Ascii) => Voice::Ascii,
        (None, Symbols::Unicode) => Voice::Unicode,
    };
    let board = match settings.get(Key::Board) {
        Some("change") => BoardWhen::Change,
        Some("always") => BoardWhen::Always,
        None if person && speech.is_none() => BoardWhen::Change,
        _ => BoardWhen::Never,
    };
    (style, speech, voice, board)
}

/// The session with where it is shown.
struct Loop<'a> {
    io: &'a mut Io,
    keyboard: Keyboard,
    session: Session,
    voice: Voice,
    style: BoardStyle,
    board: BoardWhen,
    /// Replies are JSON.
    json: bool,
    /// Somebody types, and reads the answers on a screen.
    person: bool,
}

impl Loop<'_> {
    /// Shows the greeting, then does what is typed or what a script has.
    fn play(&mut self, greeting: &[Reply], script: Option<Input>) -> Result<Exit, Failure> {
        self.show(greeting)?;
        match script {
            Some(script) => self.script(script),
            None => self.lines(),
        }
    }

    /// Reads lines until the player leaves, interrupts, or nothing more comes.
    fn lines(&mut self) -> Result<Exit, Failure> {
        while !self.session.is_over {
            if self.person {
                write!(self.io.out(), "> ")?;
            }
            let Typed::Line(line) = self.keyboard.next(self.io)? else { break };
            let replies = self.session.line(&line, self.io);
            self.show(&replies)?;
        }
        Ok(Exit::Success)
    }

    /// Saves what is saved without being asked. A pipe that ends has nobody to be told.
    fn leave(&mut self) -> Result<(), Failure> {
        let left = self.session.end_of_input(self.io).map_err(Failure::usage)?;
        if self.person && !self.session.is_over {
            writeln!(self.io.out())?;
            self.show(left.as_slice())?;
        }
        self.io.flush()
    }

    /// Runs the lines of a file, up to the first that is refused.
    fn script(&mut self, input: Input) -> Result<Exit, Failure> {
        let text = self.io.read_text(&input)?;
        for (index, line) in text.lines().enumerate() {
            if self.session.is_over || self.keyboard.was_interrupted() {
                break;
            }
            let replies = self.session.line(line, self.io);
            let refused = replies.iter().any(Reply::is_refusal);
            self.show(&replies)?;
            if refused {
                self.io.tell(format_args!("{input}:{}: stopped at the first refusal", index + 1));
                return Ok(Exit::No);
            }
        }
        Ok(Exit::Success)
    }

    /// Shows replies, and the board where it is wanted.
    fn show(&mut self, replies: &[Reply]) -> Result<(), Failure> {
        for reply in replies {
            if self.json {
                writeln!(self.io.out(), "{}", to_json(&json(reply)))?;
                continue;
            }
            for line in lines(reply, self.voice, self.style) {
                writeln!(self.io.out(), "{line}")?;
            }
        }
        if !self.json && shows_board(self.board, replies, self.session.is_over) {
            let board = self.session.board();
            for line in lines(&board, self.voice, self.style) {
                writeln!(self.io.out(), "{line}")?;
            }
        }
        Ok(())
    }
}

/// Whether the board follows these replies: never after a refusal, nor twice.
fn shows_board(board: BoardWhen, replies: &[Reply], is_over: bool) -> bool {
    let refused = replies.iter().any(Reply::is_refusal);
    let changed = replies.iter().any(Reply::changes_board);
    let shown = matches!(replies.last(), Some(Reply::Board(_)));
    match board {
        BoardWhen::Never => false,
        _ if is_over || refused || shown || replies.is_empty() => false,
        BoardWhen::Change => changed,
        BoardWhen::Always => true,
    }
}
