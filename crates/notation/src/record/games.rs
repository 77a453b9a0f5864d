//! The games of an input, one at a time, with what is wrong with each.

use std::io::{self, BufRead, Write};

use super::{BodyItem, HeadLine, Record, RecordedEnding, RecordedHeader, RecordedMove};
use crate::diagnostic::Diagnostic;
use crate::event::{Event, GameEnd, Version};
use crate::reader::Reader;
use crate::span::Location;
use crate::writer::Writer;
use crate::{Code, Text};

/// What was read of one game, or of input that is none.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameRead {
    /// The comments before the first game of the input, with that game or alone.
    pub before: Vec<String>,
    /// The game, unless its text was refused or there is none.
    pub record: Option<Record>,
    /// How its text ended; `None` if there is no game.
    pub end: Option<GameEnd>,
    /// What is wrong with it, at most [`GameRead::MAX_PROBLEMS`].
    pub problems: Vec<Diagnostic>,
    /// How many more problems there were.
    pub more_problems: u64,
}

impl GameRead {
    /// How many problems of a game are kept.
    pub const MAX_PROBLEMS: usize = 100;
    /// How many bytes of headers, comments and unusual spellings of a game are kept: 16 MiB.
    pub const MAX_TEXT: usize = 16 << 20;

    /// Whether there are errors among the problems.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(Diagnostic::is_error)
    }

    /// Writes the comments before, and the game.
    ///
    /// # Errors
    ///
    /// As [`Record::write`].
    pub fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        self.before.iter().try_for_each(|text| writer.comment(text))?;
        self.record.as_ref().map_or(Ok(()), |record| record.write(writer))
    }
}

/// The games of a reader, one at a time. Memory holds one game: up to
/// [`MAX_MOVES`](crate::MAX_MOVES) moves and [`GameRead::MAX_TEXT`] bytes of text.
pub fn read_games<R: BufRead>(reader: Reader<R>) -> Games<R> {
    Games { reader, done: false }
}

/// See [`read_games`].
pub struct Games<R> {
    reader: Reader<R>,
    done: bool,
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<GameRead>;

    fn next(&mut self) -> Option<io::Result<GameRead>> {
        if self.done {
            return None;
        }
        let read = self.read_game();
        self.done = !matches!(&read, Ok(Some(game)) if game.end.is_some());
        read.transpose()
    }
}

impl<R: BufRead> Games<R> {
    /// The next game; what stands behind the last one that belongs to none comes without one.
    fn read_game(&mut self) -> io::Result<Option<GameRead>> {
        let mut game = Building::default();
        while let Some(item) = self.reader.next_event()? {
            let at = item.at;
            match item.event {
                Event::GameEnd(end) => return Ok(Some(game.finish(Some(end)))),
                event => game.take(at, event),
            }
            if game.text > GameRead::MAX_TEXT && !game.overfull {
                game.overfull = true;
                let message =
                    "a game has at most 16 MiB of headers, comments and unusual spellings";
                game.problem(Diagnostic::new(
                    Code::TooMuchText,
                    Location { len: 0, ..at },
                    message,
                ));
            }
        }
        let rest = game.finish(None);
        Ok((!rest.before.is_empty() || !rest.problems.is_empty()).then_some(rest))
    }
}

/// A game that is being put together.
#[derive(Default)]
struct Building {
    before: Vec<String>,
    record: Option<Record>,
    problems: Vec<Diagnostic>,
    more_problems: u64,
    /// Bytes of text that are kept.
    text: usize,
    /// Too many of them: nothing more is kept.
    overfull: bool,
}

impl Building {
    fn keep(&mut self, text: &str) -> String {
        // What an entry takes beside its text.
        const ENTRY: usize = 128;
        self.text += text.len() + ENTRY;
        text.replace('\t', " ")
    }

    fn problem(&mut self, problem: Diagnostic) {
        match self.problems.len() < GameRead::MAX_PROBLEMS {
            true => self.problems.push(problem),
            false => self.more_problems += 1,
        }
    }

    fn take(&mut self, at: Location, event: Event<'_>) {
        match event {
            Event::Problem(problem) => return self.problem(*problem),
            _ if self.overfull => return,
            Event::Game(version) => {
                let version = version.unwrap_or(Version::CURRENT);
                self.record = Some(Record { version, ..Record::new() });
                return;
            }
            _ => {}
        }
        match event {
            Event::Header(header) => {
                let key = self.keep(header.key.text).to_ascii_lowercase();
                let value = self.keep(header.value.text);
                let header = RecordedHeader { key, value, at: header.value.at, remark: None };
                self.record().head.push(HeadLine::Header(header));
            }
            Event::Move(played) => {
                // MoveText remembers whether it is written as it was read.
                let written = (!played.text.canonical).then(|| self.keep(played.written).into());
                let played = RecordedMove { text: played.text, written, at };
                self.record().body.push(BodyItem::Move(played));
            }
            Event::Comment(text) => {
                let text = self.keep(text);
                match &mut self.record {
                    None => self.before.push(text),
                    Some(record) if record.ending.is_some() => record.after.push(text),
                    Some(record) if record.body.is_empty() => {
                        record.head.push(HeadLine::Comment(text));
                    }
                    Some(record) => record.body.push(BodyItem::Comment(text)),
                }
            }
            Event::Remark(text) => {
                let text = self.keep(text);
                self.remark(text);
            }
            Event::Ending(ending) => {
                let pairs = ending.pairs();
                let pairs =
                    pairs.map(|(name, value)| (self.keep(name.text), self.keep(value.text)));
                let pairs = pairs.collect();
                let Text { at, .. } = ending.text;
                let ending = RecordedEnding { result: ending.result, pairs, at, remark: None };
                self.record().ending = Some(ending);
            }
            _ => {}
        }
    }

    fn remark(&mut self, text: String) {
        let record = self.record();
        if let Some(ending) = &mut record.ending {
            ending.remark = Some(text);
        } else if !record.body.is_empty() {
            record.body.push(BodyItem::Remark(text));
        } else if let Some(HeadLine::Header(header)) = record.head.last_mut()
            && header.remark.is_none()
        {
            header.remark = Some(text);
        } else {
            record.head.push(HeadLine::Comment(text));
        }
    }

    fn record(&mut self) -> &mut Record {
        self.record.get_or_insert_default()
    }

    fn finish(self, end: Option<GameEnd>) -> GameRead {
        let refused = self.overfull || matches!(end, None | Some(GameEnd::Refused));
        // A version that may have been cut off is not refused, but cannot be read either.
        let readable = |record: &Record| record.version.major == Version::CURRENT.major;
        let record = self.record.filter(|record| !refused && readable(record));
        let Building { before, problems, more_problems, .. } = self;
        GameRead { before, record, end, problems, more_problems }
    }
}
