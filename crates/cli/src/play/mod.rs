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
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod help;
mod par_match;
mod playing;
mod refuse;
mod render;
mod reply;
mod score;
pub(crate) mod seen;
mod session;
mod start;
mod store;
#[cfg(test)]
mod tests;
mod view;
mod world;

use std::io::Write;

use pyramid_notation::Source;

use self::par_match::{First, Wanted};
use self::playing::Playing;
use self::render::{Voice, lines};
use self::reply::{How, Reply};
use self::session::Session;
use crate::args::{BoardWhen, PlayArgs, Start};
use crate::board::{BoardStyle, Symbols};
use crate::failure::{Exit, Failure};
use crate::io::{Input, Io};
use crate::table::{Table, TableReader};

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
    let script = args.script.map(|file| Input::from(file.into_os_string()));
    let ended = loop_.play(&replies, script);
    // A match is saved, whatever ended it.
    loop_.leave()?;
    ended
}

/// Puts the first game on the table.
fn begin(
    io: &mut Io,
    args: &PlayArgs,
    speech: Option<&'static str>,
) -> Result<(Session, Vec<Reply>), Failure> {
    let reader = TableReader::new(io, args.rules.as_deref())?;
    let start = args.start()?;
    if let Some(file) = &args.match_file {
        return begin_match(io, reader, file, args.rules.is_some(), start, speech);
    }
    let (playing, how, notice) = match start {
        Start::File(path) => {
            let file = path.display().to_string();
            let bytes = Io::read(io, &Input::File(path))?;
            let (playing, notice) = match store::read_record(&bytes, &file) {
                Ok(read) => read,
                Err(wrong) => return Err(store::complaint(wrong.diagnostic(), file, &bytes)),
            };
            let how = How::Loaded { file, moves: playing.game.ply() };
            (playing, how, notice)
        }
        Start::New(Some(deal)) => {
            let (playing, notice) = named(io, &reader, deal)?;
            (playing, How::Dealt, notice)
        }
        Start::New(None) | Start::Nothing => {
            let seed = io.random_seed()?;
            let table = Table::of_source(reader.rules(), Source::Seed(seed))
                .map_err(|kind| Failure::usage(kind.to_string()))?;
            (dealt(table)?.0, How::Dealt, None)
        }
    };
    Ok(Session::new(playing, None, how, notice, speech))
}

/// Starts a match, or goes on with it.
fn begin_match(
    io: &mut Io,
    reader: TableReader,
    file: &str,
    with_rules: bool,
    start: Start,
    speech: Option<&'static str>,
) -> Result<(Session, Vec<Reply>), Failure> {
    let reader = reader.default_rules("par");
    let first = match start {
        Start::Nothing => First::Any,
        Start::New(None) => First::New,
        Start::New(Some(deal)) => {
            let (playing, notice) = named(io, &reader, deal)?;
            First::Deal(Box::new(playing), notice)
        }
        Start::File(path) => {
            let text = format!("a match is one file, and {} is another", path.display());
            return Err(Failure::usage(text));
        }
    };
    let rules = with_rules.then(|| reader.rules());
    par_match::begin(io, Wanted { file: file.to_owned(), rules, first }, speech)
}

/// The game of a deal that was named.
fn named(
    io: &mut Io,
    reader: &TableReader,
    deal: String,
) -> Result<(Playing, Option<String>), Failure> {
    let [table] = &reader.argument(io, &[deal])?[..] else {
        return Err(Failure::usage("a game has one deal"));
    };
    dealt(table.clone())
}

fn dealt(table: Table) -> Result<(Playing, Option<String>), Failure> {
    let Some(deal) = table.deal else {
        return Err(Failure::usage("a game starts from a deal, not from a position"));
    };
    Ok((Playing::deal(table.rules, &deal, table.source), table.notice))
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
    /// Shows the greeting, then does what is typed or what a script has.
    fn play(&mut self, greeting: &[Reply], script: Option<Input>) -> Result<Exit, Failure> {
        self.show(greeting)?;
        match script {
            Some(script) => self.script(script),
            None => self.lines(),
        }
    }

    /// Reads lines until the player leaves or nothing more comes.
    fn lines(&mut self) -> Result<Exit, Failure> {
        while !self.session.is_over {
            if self.person {
                write!(self.io.out(), "> ")?;
            }
            let Some(line) = self.io.read_line()? else { break };
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
        Ok(())
    }

    /// Runs the lines of a file, up to the first that is refused.
    fn script(&mut self, input: Input) -> Result<Exit, Failure> {
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
