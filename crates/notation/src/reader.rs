//! A pull reader: lines to events.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ending::Ending;
use crate::event::{Event, Header, Item, Played};
use crate::keys::HeaderKey;
use crate::lines::{Damage, Lines};
use crate::span::{Location, Text};

mod canonical;
mod end;
mod moves;
mod problems;
mod state;
mod structure;

use state::{Cut, Game, Line, Phase, Step};

/// How to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Accept the canonical form only: every other spelling, also of those that are warned about
    /// otherwise, is an error. Whether cards stand in their order takes the position and is not
    /// looked at here.
    pub strict: bool,
    /// Do not compare the numbers of moves with the moves.
    pub ignore_numbers: bool,
}

impl ReadOptions {
    /// The lenient reader.
    pub const LENIENT: ReadOptions = ReadOptions { strict: false, ignore_numbers: false };
    /// The strict reader.
    pub const STRICT: ReadOptions = ReadOptions { strict: true, ignore_numbers: false };
}

/// Reads recorded games from any input, one event at a time.
///
/// It knows the text and not the rules: whether a deal is a full pack and a move can be played is
/// for others to find. It holds one line and what it needs to know about one game, whatever the
/// input: lines up to 64 KiB ([`MAX_LINE`](crate::MAX_LINE)), games up to [`MAX_MOVES`] moves.
///
/// A wrong line is one problem and reading goes on with the next line; after a problem that makes
/// the position unknown, such as a wrong token, with the next game.
///
/// ```
/// use pyramid_notation::{Event, Reader};
/// let text = "pyramid-game 1.0\nrules: par\ndeal: ms:3\n1. Ks >Ac  # so far\nend: open\n";
/// let mut reader = Reader::new(text.as_bytes());
/// let mut moves = Vec::new();
/// while let Some(item) = reader.next_event()? {
///     if let Event::Move(played) = item.event {
///         moves.push((played.number, played.written.to_owned(), item.at.column));
///     }
/// }
/// assert_eq!(moves, [(1, "Ks".to_owned(), 4), (2, ">Ac".to_owned(), 7)]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    lines: Lines<R>,
    options: ReadOptions,
    phase: Phase,
    /// The game that is being read, from its first line to that of the next game.
    game: Option<Game>,
    /// What belongs to the current line and was not given yet.
    queue: VecDeque<Step>,
    line: Line,
    /// The game whose `Game` event was given and whose `GameEnd` was not.
    inside: bool,
    /// The caller left the game.
    left: bool,
    done: bool,
    /// Blank lines since the last line that was not blank.
    blanks: u64,
}

/// The most moves and hints of a game that are read.
pub const MAX_MOVES: u32 = 100_000;

impl<R: BufRead> Reader<R> {
    /// A lenient reader.
    pub fn new(input: R) -> Reader<R> {
        Reader::with_options(input, ReadOptions::LENIENT)
    }

    /// A reader with these options.
    pub fn with_options(input: R, options: ReadOptions) -> Reader<R> {
        Reader {
            lines: Lines::new(input),
            options,
            phase: Phase::Before,
            game: None,
            queue: VecDeque::new(),
            line: Line::default(),
            inside: false,
            left: false,
            done: false,
            blanks: 0,
        }
    }

    /// Counts places on from where the input begins in a larger one: so many bytes and lines come
    /// before it. To be called before anything is read.
    #[must_use]
    pub fn starting_at(mut self, bytes: u64, lines: u64) -> Reader<R> {
        self.lines.start_at(bytes, lines);
        self
    }

    /// The input. Reading from it would lose what is read.
    pub fn get_ref(&self) -> &R {
        self.lines.get_ref()
    }

    /// The next event; `None` at the end of the input.
    ///
    /// What is wrong with the text is an event too, [`Event::Problem`].
    ///
    /// # Errors
    ///
    /// I/O errors of the input, except that interrupted reads are repeated. After an error the
    /// reader is at its end.
    pub fn next_event(&mut self) -> io::Result<Option<Item<'_>>> {
        loop {
            if let Some(plain) = self.plain_move() {
                let written = &self.lines.text[plain.start()..self.line.cursor];
                return Ok(Some(plain.item(written)));
            }
            if let Some(step) = self.waiting() {
                return Ok(Some(self.item(step)));
            }
            if self.done {
                return Ok(None);
            }
            self.next_line()?;
        }
    }

    /// What the current line still gives.
    #[inline(never)]
    fn waiting(&mut self) -> Option<Step> {
        match self.queue.pop_front() {
            None if self.line.in_moves => self.next_move(),
            step => step,
        }
    }

    #[inline(never)]
    fn item(&mut self, step: Step) -> Item<'_> {
        let text = |at: Location| {
            let start = (at.start - self.lines.start) as usize;
            Text { text: &self.lines.text[start..start + at.len as usize], at }
        };
        let (at, event) = match step {
            Step::Move { at, read, number, stated, open } => {
                let written = text(at).text;
                (at, Event::Move(Played { text: read, number, stated, open, written }))
            }
            Step::Problem(problem) => (problem.primary.at, Event::Problem(problem)),
            Step::Game(at, version) => {
                self.inside = true;
                (at, Event::Game(version))
            }
            Step::Header { at, known, key, value } => (
                at,
                Event::Header(Header {
                    known,
                    key: text(key),
                    value: text(value),
                    open: !self.lines.ended,
                }),
            ),
            Step::Comment(at) => (at, Event::Comment(text(at).text)),
            Step::Remark(at) => (at, Event::Remark(text(at).text)),
            Step::Ending { at, result, value } => {
                (at, Event::Ending(Ending { result, text: text(value) }))
            }
            Step::GameEnd(at, end) => {
                self.inside = false;
                (at, Event::GameEnd(end))
            }
        };
        Item { at, event }
    }

    /// Leaves the game whose events are being given: the next event is the one that follows its
    /// [`Event::GameEnd`]. Between games it does nothing.
    ///
    /// ```
    /// use pyramid_notation::{Event, Reader};
    /// let text = "pyramid-game 1.0\nnot looked at\npyramid-game 1.0\nrules: par\n";
    /// let mut reader = Reader::new(text.as_bytes());
    /// assert!(matches!(reader.next_event()?, Some(item) if item.event == Event::Game(Some(pyramid_notation::Version::CURRENT))));
    /// reader.skip_game();
    /// assert!(matches!(reader.next_event()?, Some(item) if item.at.line == 3));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn skip_game(&mut self) {
        if !self.inside {
            return;
        }
        self.inside = false;
        while let Some(step) = self.queue.pop_front() {
            if matches!(step, Step::GameEnd(..)) {
                return;
            }
        }
        self.line.in_moves = false;
        self.line.plain = false;
        if self.done {
            return;
        }
        self.phase = Phase::Skip;
        self.left = true;
    }

    #[inline(never)]
    fn next_line(&mut self) -> io::Result<()> {
        match self.lines.read() {
            Ok(Some(read)) => self.take_line(read),
            Ok(None) => {
                self.done = true;
                self.end_of_input();
            }
            Err(error) => {
                self.done = true;
                return Err(error);
            }
        }
        Ok(())
    }

    fn take_line(&mut self, read: Result<(), Damage>) {
        self.line = Line::default();
        if self.lines.bom && self.phase != Phase::Skip {
            let at = Location { start: self.lines.start - 3, len: 3, ..self.lines.whole() };
            let message = "there is a byte order mark before this line";
            self.warn_spelling(Diagnostic::new(Code::Bom, at, message));
        }
        match read {
            Ok(()) => self.good_line(),
            Err(damage) => self.damaged_line(damage),
        }
    }

    /// Adds an error about the line that does not end the game; only the first of a line counts.
    fn error(&mut self, problem: Diagnostic) {
        self.line.plain = false;
        if !std::mem::replace(&mut self.line.complained, true) {
            self.queue.push_back(Step::Problem(Box::new(problem)));
        }
    }

    /// Adds a warning.
    fn warn(&mut self, problem: Diagnostic) {
        self.line.plain = false;
        self.queue.push_back(Step::Problem(Box::new(problem)));
    }

    /// Adds a warning about a spelling, which a strict reader makes an error.
    fn warn_spelling(&mut self, problem: Diagnostic) {
        match self.options.strict {
            true => self.error(problem.severity(Severity::Error)),
            false => self.warn(problem),
        }
    }

    /// The line cannot be read, or part of it: an error, unless the input ends with it. Then it may be that only
    /// its rest is missing, which is said at the end.
    fn cannot_read(&mut self, cut: Cut, problem: Diagnostic) {
        match self.lines.ended {
            true => self.error(problem),
            false => self.line.cut = Some(cut),
        }
    }

    /// As [`Reader::cannot_read`], and the rest of the game is skipped.
    fn refuse_game(&mut self, cut: Cut, problem: Diagnostic) {
        if self.lines.ended {
            self.phase = Phase::Skip;
        }
        self.line.in_moves = false;
        self.cannot_read(cut, problem);
    }

    /// The place of a range of the line. Ranges must not go backwards far: columns are counted on
    /// from the one before.
    #[inline]
    fn locate(&mut self, range: Range<usize>) -> Location {
        let column = match self.lines.ascii {
            true => range.start as u32 + 1,
            false => self.count_column(range.start),
        };
        Location {
            start: self.lines.start + range.start as u64,
            len: (range.end - range.start) as u32,
            line: self.lines.number,
            column,
        }
    }

    fn count_column(&mut self, at: usize) -> u32 {
        let (from, before) = match self.line.counted {
            (from, before) if from <= at => (from, before),
            _ => (0, 0),
        };
        let before = before + self.lines.text[from..at].chars().count() as u32;
        self.line.counted = (at, before);
        before + 1
    }

    fn damaged_line(&mut self, damage: Damage) {
        let start = self.lines.damaged.trim_ascii_start();
        let comment = matches!(start.first(), Some(b'#' | b'%' | b';'));
        let header = known_text_header(start);
        if is_game_line(start) {
            let at = self.lines.whole();
            self.begin_game(at, None);
        } else if self.phase == Phase::Skip {
            return;
        }
        let problem = problems::damage(&self.lines, damage);
        if matches!(damage, Damage::CutCharacter(_)) {
            self.line.cut = Some(Cut::Line);
            return;
        }
        self.error(problem);
        let harmless = comment || header && matches!(self.phase, Phase::Headers | Phase::Moves);
        if !harmless && self.phase != Phase::After {
            self.phase = Phase::Skip;
        }
    }
}

/// Whether the bytes begin with a header that nothing depends on.
fn known_text_header(bytes: &[u8]) -> bool {
    let Some(colon) = bytes.iter().take(64).position(|&byte| byte == b':') else { return false };
    let Ok(name) = std::str::from_utf8(&bytes[..colon]) else { return false };
    is_key(name)
        && !name.eq_ignore_ascii_case("end")
        && !matches!(
            HeaderKey::from_name(name),
            Some(HeaderKey::Rules | HeaderKey::Deal | HeaderKey::From)
        )
}

/// Whether a text has the form of a key.
pub(crate) fn is_key(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether a line without leading blanks is the first of a game.
fn is_game_line(line: &[u8]) -> bool {
    let word = GAME_WORD.as_bytes();
    line.len() >= word.len()
        && line[..word.len()].eq_ignore_ascii_case(word)
        && !line.get(word.len()).is_some_and(|&next| next.is_ascii_alphanumeric() || next == b'-')
}

/// What a game begins with.
pub(crate) const GAME_WORD: &str = "pyramid-game";
