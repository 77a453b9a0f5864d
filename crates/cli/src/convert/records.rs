//! Recorded games, as text and as JSON.

use pyramid_notation::{
    Canonical, Code, Diagnostic, GameRead, Location, Reader, Severity, Text, canonical, read_games,
    read_json,
};

use super::{Item, Play, Played, Read};
use crate::failure::Failure;
use crate::table::Table;

/// The games of a file.
pub(super) fn text(
    bytes: &[u8],
    each: &mut dyn FnMut(Read) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for read in read_games(Reader::new(bytes)) {
        // Reading from memory does not fail.
        let Ok(read) = read else { continue };
        // Comments alone are no game.
        if read.end.is_some() || !read.problems.is_empty() {
            each(game(read))?;
        }
    }
    Ok(())
}

/// The games of a text with one on each line.
pub(super) fn json(
    text: Text<'_>,
    each: &mut dyn FnMut(Read) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut at = text.at;
    for whole in text.text.split_inclusive('\n') {
        let line = whole.trim_end();
        at.len = line.len() as u32;
        if !line.is_empty() {
            each(json_line(Text { text: line, at }))?;
        }
        at = Location { start: at.start + whole.len() as u64, line: at.line + 1, ..at };
    }
    Ok(())
}

fn json_line(line: Text<'_>) -> Read {
    let mut read = game(read_json(line));
    for wrong in read.problems.iter_mut().filter(|wrong| wrong.is_error()) {
        if wrong.message.contains("EOF while parsing") {
            wrong.help = Some("a game stands on one line".into());
        }
    }
    read
}

/// A game whose text was read; one with errors is not converted.
fn game(read: GameRead) -> Read {
    let refused = read.has_errors() || read.more_problems > 0;
    let worth_saying =
        |problem: &Diagnostic| problem.is_error() || problem.name == Code::Truncated.name();
    let mut problems: Vec<_> = read.problems.into_iter().filter(worth_saying).collect();
    let Some(record) = read.record.filter(|_| !refused) else {
        return Read { item: None, problems };
    };
    let Canonical { record, game, .. } = canonical(record);
    let Some(table) = Table::of_record(&record) else {
        problems.extend(game.err().map(|wrong| *wrong));
        return Read { item: None, problems };
    };
    if let Err(wrong) = &game {
        let message = format!(
            "this game does not replay, so its moves are left as they are: {}",
            wrong.message
        );
        problems.push(
            Diagnostic { message: message.into(), ..(**wrong).clone() }.severity(Severity::Warning),
        );
    }
    let at = record.headers().next().map_or(Location::START, |header| header.at);
    let played = Played { before: read.before, record, game };
    let play = Play::Record(Box::new(played));
    Read { item: Some(Item { table, play, at }), problems }
}
