//! Which game is on the table first.

use pyramid_notation::Source;

use super::hint::Hints;
use super::keep::{Found, Keeper};
use super::par_match::{self, First, Wanted};
use super::playing::{Filed, Playing};
use super::reply::{How, Reply, Saving};
use super::session::{Opening, PlayOptions, Session, left_behind};
use super::store;
use crate::args::{PlayArgs, Start};
use crate::failure::Failure;
use crate::io::{Input, Io};
use crate::settings::{Key, Settings};
use crate::table::{Table, TableReader};

/// Puts the first game on the table.
pub(super) fn begin(
    io: &mut Io,
    args: &PlayArgs,
    settings: &Settings,
    kept: bool,
    speech: Option<&'static str>,
) -> Result<(Session, Vec<Reply>), Failure> {
    let start = args.start()?;
    let default = settings.get(Key::Rules).and_then(|rules| rules.parse().ok());
    let reader = TableReader::new(io, args.rules.as_deref())?.or(default.unwrap_or_default());
    if let Some(file) = &args.match_file {
        let rules = args.rules.is_some();
        return begin_match(io, reader, file, rules, start, options(settings), speech);
    }
    let mut opening = match start {
        Start::File(path) => loaded(io, path)?,
        Start::New(Some(deal)) => {
            let (playing, notice) = named(io, &reader, deal)?;
            Opening { notice, ..Opening::new(playing, How::Dealt) }
        }
        Start::New(None) | Start::Nothing => {
            let seed = io.random_seed()?;
            let table = Table::of_source(reader.rules(), Source::Seed(seed))
                .map_err(|kind| Failure::usage(kind.to_string()))?;
            Opening::new(dealt(table)?.0, How::Dealt)
        }
    };
    opening.speech = speech;
    opening.options = options(settings);
    if kept {
        let resumes = args.start()? == Start::Nothing;
        let rules = args.rules.as_ref().map(|_| reader.rules());
        let goes_on = |playing: &Playing| {
            resumes && rules.is_none_or(|rules| rules.rules() == playing.rules.rules())
        };
        if let Err(why) = keep(io, &mut opening, goes_on) {
            opening.saving = Saving::Cannot { why };
        }
    }
    let (mut session, mut replies) = opening.begin();
    session.keep(&mut replies, io);
    Ok((session, replies))
}

fn options(settings: &Settings) -> PlayOptions {
    let default = PlayOptions::default();
    let hints = match settings.get(Key::Hints) {
        Some("proof") => Hints::Proof,
        Some("off") => Hints::Off,
        _ => default.hints,
    };
    PlayOptions {
        hints,
        undo: settings.switch(Key::Undo).unwrap_or(default.undo),
        auto_kings: settings.switch(Key::AutoKings).unwrap_or(default.auto_kings),
    }
}

/// Has the game kept: goes on with the one that was being played if it should, else archives it.
fn keep(
    io: &mut Io,
    opening: &mut Opening,
    goes_on: impl Fn(&Playing) -> bool,
) -> Result<(), String> {
    let mut keeper = Keeper::new(io.shelf().map_err(|no| no.to_string())?);
    let mut notices: Vec<String> = opening.notice.take().into_iter().collect();
    match keeper.find(io)? {
        Found::Nothing => {}
        Found::Unfinished(playing, torn) if goes_on(&playing) => {
            opening.how = How::Resumed { moves: playing.game.ply() };
            opening.playing = *playing;
            if torn {
                notices.push("its last line was torn, and is dropped".to_owned());
            }
        }
        Found::Unfinished(mut playing, _) => {
            keeper.leave(&mut playing, io)?;
            let mut left = left_behind(&playing, opening.options.undo);
            left.saved = keeper.file_of_other();
            opening.left = playing.is_begun().then_some(left);
        }
        Found::Finished(name) => notices.push(format!("the game before was over; it is {name}")),
        Found::Damaged { why, file } => {
            notices.push(format!("the saved game cannot be read, {why}; it is {file} now"));
        }
    }
    opening.notice = (!notices.is_empty()).then(|| notices.join("; "));
    let saved = keeper.sync(&mut opening.playing, io);
    opening.keeper = Some(keeper);
    opening.saving = Saving::Always;
    saved.map(|_| ())
}

/// A saved game.
fn loaded(io: &mut Io, path: std::path::PathBuf) -> Result<Opening, Failure> {
    let file = path.display().to_string();
    let (archive, bytes) = match io.archived(&file) {
        Some((name, bytes)) => (Some(name), bytes),
        None => (None, Io::read(io, &Input::File(path))?),
    };
    let (mut playing, notice) = match store::read_record(&bytes, &file) {
        Ok(read) => read,
        Err(wrong) => return Err(store::complaint(wrong.diagnostic(), file, &bytes)),
    };
    playing.filed = Some(Filed::now(&playing, archive));
    let how = How::Loaded { file, moves: playing.game.ply() };
    Ok(Opening { notice, ..Opening::new(playing, how) })
}

/// Starts a match, or goes on with it.
fn begin_match(
    io: &mut Io,
    reader: TableReader,
    file: &str,
    with_rules: bool,
    start: Start,
    options: PlayOptions,
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
    let wanted = Wanted { file: file.to_owned(), rules, first, options };
    par_match::begin(io, wanted, speech)
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
