//! One recorded game as a whole.

mod games;

use std::fmt;
use std::io::{self, Write};

use crate::ending::GameResult;
use crate::event::Version;
use crate::keys::HeaderKey;
use crate::span::Location;
use crate::token::MoveText;
use crate::writer::Writer;

pub use games::{GameRead, Games, read_games};

/// A recorded game with everything that stands in it.
///
/// `Display` writes it in canonical layout, with the moves as they are.
///
/// ```
/// use pyramid_notation::{Reader, read_games};
/// let typed = "Pyramid-Game 1\nPlayer: Ann\nrules: par\ndeal: ms:3\nKs QsAc@5.60 # quick";
/// let game = read_games(Reader::new(typed.as_bytes())).next().unwrap()?;
/// assert_eq!(
///     game.record.unwrap().to_string(),
///     "pyramid-game 1.0\nrules: par\ndeal: ms:3\nplayer: Ann\n1. Ks QsAc@5.60  # quick\n",
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The version it is written in.
    pub version: Version,
    /// Headers and the comments among them, in the order of the text.
    pub head: Vec<HeadLine>,
    /// Moves, hints, remarks and comments, in the order of the text.
    pub body: Vec<BodyItem>,
    /// The `end:` line.
    pub ending: Option<RecordedEnding>,
    /// The comments behind the end.
    pub after: Vec<String>,
}

/// A line before the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadLine {
    /// A header.
    Header(RecordedHeader),
    /// A comment, or a remark behind the first line.
    Comment(String),
}

/// A header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedHeader {
    /// The key, lower case.
    pub key: String,
    /// The value.
    pub value: String,
    /// The place of the value.
    pub at: Location,
    /// The text behind `  #`.
    pub remark: Option<String>,
}

/// Something from the first move to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyItem {
    /// A move or a hint.
    Move(RecordedMove),
    /// Text behind the moves of a line, which it ends.
    Remark(String),
    /// A comment.
    Comment(String),
}

/// A move or a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// What was read.
    pub text: MoveText,
    /// The spelling, where it is not that of [`MoveText`]'s `Display`.
    pub written: Option<Box<str>>,
    /// Where it stands.
    pub at: Location,
}

impl RecordedMove {
    /// Puts the same move in another form, usually the canonical one, in place of what was written.
    pub fn respell(&mut self, text: MoveText) {
        *self = RecordedMove { text, written: None, at: self.at };
    }
}

/// The `end:` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEnding {
    /// How the game ended.
    pub result: GameResult,
    /// The `name=value` pairs in their order.
    pub pairs: Vec<(String, String)>,
    /// The place of the value.
    pub at: Location,
    /// The text behind `  #`.
    pub remark: Option<String>,
}

impl BodyItem {
    /// Writes it.
    ///
    /// # Errors
    ///
    /// As [`Record::write`].
    pub fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        match self {
            BodyItem::Comment(text) => writer.comment(text),
            BodyItem::Remark(text) => writer.remark(text),
            BodyItem::Move(RecordedMove { text, written: None, .. }) => writer.item(text),
            BodyItem::Move(RecordedMove { text, written: Some(written), .. }) => {
                writer.item_as_written(&text.token, written)
            }
        }
    }
}

impl RecordedEnding {
    /// Writes it.
    ///
    /// # Errors
    ///
    /// As [`Record::write`].
    pub fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        let pairs: Vec<_> =
            self.pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        writer.ending(self.result, &pairs.join(" "))?;
        write_remark(writer, self.remark.as_deref())
    }
}

impl Record {
    /// A record without headers and moves.
    pub fn new() -> Record {
        Record {
            version: Version::CURRENT,
            head: Vec::new(),
            body: Vec::new(),
            ending: None,
            after: Vec::new(),
        }
    }

    /// The headers, in the order of the text.
    pub fn headers(&self) -> impl Iterator<Item = &RecordedHeader> {
        self.head.iter().filter_map(|line| match line {
            HeadLine::Header(header) => Some(header),
            HeadLine::Comment(_) => None,
        })
    }

    /// The header with a known key.
    pub fn header(&self, key: HeaderKey) -> Option<&RecordedHeader> {
        self.headers().find(|header| header.key == key.name())
    }

    /// Sets the value of a known key, or adds the header: behind those that stand before it in the
    /// order of keys, and so above the comments that follow them.
    ///
    /// ```
    /// use pyramid_notation::{HeaderKey, Record};
    /// let mut record = Record::new();
    /// record.set_header(HeaderKey::Player, "Ann");
    /// record.set_header(HeaderKey::Rules, "par");
    /// assert_eq!(record.to_string(), "pyramid-game 1.0\nrules: par\nplayer: Ann\n");
    /// ```
    pub fn set_header(&mut self, key: HeaderKey, value: impl Into<String>) {
        let value = value.into();
        let mut first = None;
        let mut behind = None;
        for (at, line) in self.head.iter_mut().enumerate() {
            let HeadLine::Header(header) = line else { continue };
            if header.key == key.name() {
                header.value = value;
                return;
            }
            first.get_or_insert(at);
            if HeaderKey::from_name(&header.key).is_some_and(|other| other < key) {
                behind = Some(at + 1);
            }
        }
        let at = behind.or(first).unwrap_or(self.head.len());
        let key = key.name().to_owned();
        let header = RecordedHeader { key, value, at: Location::START, remark: None };
        self.head.insert(at, HeadLine::Header(header));
    }

    /// The moves and hints, in the order of the text.
    pub fn moves(&self) -> impl Iterator<Item = &RecordedMove> {
        self.body.iter().filter_map(|item| match item {
            BodyItem::Move(played) => Some(played),
            _ => None,
        })
    }

    /// The moves and hints, to respell them.
    pub fn moves_mut(&mut self) -> impl Iterator<Item = &mut RecordedMove> {
        self.body.iter_mut().filter_map(|item| match item {
            BodyItem::Move(played) => Some(played),
            _ => None,
        })
    }

    /// The same record with all places at the start, to compare records that stand elsewhere.
    #[must_use]
    pub fn without_places(&self) -> Record {
        let mut record = self.clone();
        for line in &mut record.head {
            if let HeadLine::Header(header) = line {
                header.at = Location::START;
            }
        }
        record.moves_mut().for_each(|played| played.at = Location::START);
        if let Some(ending) = &mut record.ending {
            ending.at = Location::START;
        }
        record
    }

    /// The head in the order in which it is written: known keys in theirs, then the others.
    /// Comments above the first header stay at the top, others with the header that follows them.
    fn ordered_head(&self) -> Vec<&HeadLine> {
        let is_header = |line: &HeadLine| matches!(line, HeadLine::Header(_));
        let first = self.head.iter().position(is_header).unwrap_or(self.head.len());
        let last = self.head.iter().rposition(is_header).map_or(first, |last| last + 1);
        let mut groups: Vec<&[HeadLine]> =
            self.head[first..last].split_inclusive(is_header).collect();
        groups.sort_by_key(|group| match group.last() {
            Some(HeadLine::Header(header)) => {
                HeaderKey::from_name(&header.key).map_or(HeaderKey::COUNT, |key| key as usize)
            }
            _ => HeaderKey::COUNT,
        });
        let (top, rest) = (&self.head[..first], &self.head[last..]);
        top.iter().chain(groups.into_iter().flatten()).chain(rest).collect()
    }

    /// Writes the record.
    ///
    /// # Errors
    ///
    /// I/O errors, and [`io::ErrorKind::InvalidInput`] for text that a record cannot hold; a record
    /// that was read can be written.
    pub fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        writer.game_of(self.version)?;
        for line in self.ordered_head() {
            match line {
                HeadLine::Comment(text) => writer.comment(text)?,
                HeadLine::Header(header) => {
                    writer.header(&header.key, &header.value)?;
                    write_remark(writer, header.remark.as_deref())?;
                }
            }
        }
        self.body.iter().try_for_each(|item| item.write(writer))?;
        self.ending.iter().try_for_each(|ending| ending.write(writer))?;
        self.after.iter().try_for_each(|text| writer.comment(text))
    }
}

fn write_remark<W: Write>(writer: &mut Writer<W>, remark: Option<&str>) -> io::Result<()> {
    remark.map_or(Ok(()), |text| writer.remark(text))
}

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::new(Vec::new());
        self.write(&mut writer).map_err(|_| fmt::Error)?;
        let bytes = writer.finish().map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&bytes))
    }
}
