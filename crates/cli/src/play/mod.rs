//! The line game: commands in, replies out.
//!
//! A [`Session`] knows no input and output. It turns a line into [`Reply`]s, which are facts, and
//! [`render`] says them as text, in words to be heard, or as JSON.

mod act;
mod ask;
mod cards;
mod commands;
mod ending;
mod facts;
mod help;
mod playing;
mod refuse;
mod render;
mod reply;
mod seen;
mod session;
mod start;
mod store;
#[cfg(test)]
mod tests;
mod view;
mod world;

use std::io::Write;

use pyramid_notation::Source;

use self::playing::Playing;
use self::render::{Voice, lines};
use self::reply::{How, Reply};
use self::session::Session;
use crate::args::{BoardWhen, PlayArgs, Start};
use crate::board::{BoardStyle, Symbols};
use crate::failure::{Exit, Failure};
use crate::io::{Input, Io};
use crate::table::TableReader;

/// Plays.
pub(crate) fn run(io: &mut Io, args: PlayArgs) -> Result<Exit, Failure> {
    let style = BoardStyle::new(io, args.style);
    let speech = io.env("ACCESSIBLE").map(|_| "ACCESSIBLE");
    let voice = match (speech, style.symbols) {
        (Some(_), _) => Voice::Speech,
        (None, Symbols::Ascii) => Voice::Ascii,
        (None, Symbols::Unicode) => Voice::Unicode,
    };
    let person = io.stdin_is_terminal() && io.stdout_is_terminal() && args.script.is_none();
    let board = args.board.unwrap_or(match person && speech.is_none() {
        true => BoardWhen::Change,
        false => BoardWhen::Never,
    });
    let (session, replies) = begin(io, &args, speech)?;
    let mut loop_ = Loop { io, session, voice, style, board, person };
    loop_.show(&replies)?;
    match &args.script {
        Some(file) => loop_.script(file.clone().into_os_string().into()),
        None => loop_.lines(),
    }
}

/// Puts the first game on the table.
fn begin(
    io: &mut Io,
    args: &PlayArgs,
    speech: Option<&'static str>,
) -> Result<(Session, Vec<Reply>), Failure> {
    let reader = TableReader::new(io, args.rules.as_deref())?;
    let table = match args.start()? {
        Start::File(path) => {
            let file = path.display().to_string();
            let bytes = Io::read(io, &Input::File(path))?;
            let (playing, notice) = match store::read_record(&bytes, &file) {
                Ok(read) => read,
                Err(wrong) => return Err(wrong.failure(file, bytes)),
            };
            let how = How::Loaded { file, moves: playing.game.ply() };
            return Ok(Session::new(playing, how, notice, speech));
        }
        Start::New(Some(deal)) => {
            let [table] = &reader.argument(io, &[deal])?[..] else {
                return Err(Failure::usage("a game has one deal"));
            };
            table.clone()
        }
        Start::New(None) | Start::Nothing => {
            let seed = io.random_seed()?;
            crate::table::Table::of_source(reader.rules(), Source::Seed(seed))
                .map_err(|kind| Failure::usage(kind.to_string()))?
        }
    };
    let Some(deal) = table.deal else {
        return Err(Failure::usage("a game starts from a deal, not from a position"));
    };
    let playing = Playing::deal(table.rules, &deal, table.source);
    Ok(Session::new(playing, How::Dealt, table.notice, speech))
}

/// The session with where it is shown.
struct Loop<'a> {
    io: &'a mut Io,
    session: Session,
    voice: Voice,
    style: BoardStyle,
    board: BoardWhen,
    /// Somebody types, and reads the answers on a screen.
    person: bool,
}

impl Loop<'_> {
    /// Reads lines until the player leaves or nothing more comes.
    fn lines(mut self) -> Result<Exit, Failure> {
        while !self.session.is_over {
            if self.person {
                write!(self.io.out(), "> ")?;
            }
            let Some(line) = self.io.read_line()? else { break };
            let replies = self.session.line(&line, self.io);
            self.show(&replies)?;
        }
        // A pipe that ends has nobody to be told.
        if self.person && !self.session.is_over {
            writeln!(self.io.out())?;
            if let Some(reply) = self.session.end_of_input() {
                self.show(&[reply])?;
            }
        }
        Ok(Exit::Success)
    }

    /// Runs the lines of a file, up to the first that is refused.
    fn script(mut self, input: Input) -> Result<Exit, Failure> {
        let text = self.io.read_text(&input)?;
        for (index, line) in text.lines().enumerate() {
            if self.session.is_over {
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
            for line in lines(reply, self.voice, self.style) {
                writeln!(self.io.out(), "{line}")?;
            }
        }
        if shows_board(self.board, replies, self.session.is_over) {
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
