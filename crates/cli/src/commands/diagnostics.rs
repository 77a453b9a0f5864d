//! `--errors`: what is wrong with inputs, for a person, on one line, or as JSON.

use std::io::{BufRead, Read};
use std::sync::{Arc, Mutex};

use pyramid_notation::{Diagnostic, Label, Location};
use serde::Serialize;

use crate::args::ErrorsForm;
use crate::failure::Failure;
use crate::failure::draw::{self, Line};
use crate::form::to_json;
use crate::io::{Input, Io};

/// Of an input that cannot be opened again so many bytes are kept, from its beginning; what is wrong
/// behind them is said without the lines.
const KEPT: usize = 16 << 20;
/// So much of a line is kept, which is more than any line that is read.
const LONGEST: usize = 128 << 10;

impl ErrorsForm {
    /// What was asked for, or what fits where the text goes: to a terminal or not.
    pub(crate) fn or_default(asked: Option<ErrorsForm>, to_terminal: bool) -> ErrorsForm {
        let default = if to_terminal { ErrorsForm::Human } else { ErrorsForm::Short };
        asked.unwrap_or(default)
    }
}

/// A diagnostic as JSON. Every member is always there.
#[derive(Serialize)]
struct DiagnosticJson<'a> {
    /// `diagnostic`.
    r#type: &'static str,
    /// The file as it was named; `<stdin>` for standard input.
    file: &'a str,
    /// The stable name, kebab-case.
    name: &'a str,
    /// `error` or `warning`.
    severity: &'static str,
    /// What is wrong: one clause, lower case.
    text: &'a str,
    /// Where.
    #[serde(flatten)]
    at: PlaceJson<'a>,
    /// Other places that belong to it, in the order in which they are worth reading.
    others: Vec<PlaceJson<'a>>,
    /// What helps to understand it; may have several lines.
    note: Option<&'a str>,
    /// How to repair it.
    help: Option<&'a str>,
}

/// A place.
#[derive(Serialize)]
struct PlaceJson<'a> {
    /// From 1.
    line: u64,
    /// From 1, in characters.
    column: u32,
    /// The byte of the input at which it begins, from 0.
    start: u64,
    /// The byte behind it.
    end: u64,
    /// What is to be said there; may be empty.
    label: &'a str,
}

impl<'a> From<&'a Label> for PlaceJson<'a> {
    fn from(Label { at, text }: &'a Label) -> PlaceJson<'a> {
        PlaceJson { line: at.line, column: at.column, start: at.start, end: at.end(), label: text }
    }
}

fn json(diagnostic: &Diagnostic, file: &str) -> String {
    let Diagnostic { name, severity, message, primary, others, note, help } = diagnostic;
    to_json(&DiagnosticJson {
        r#type: "diagnostic",
        file,
        name,
        severity: severity.name(),
        text: message,
        at: primary.into(),
        others: others.iter().map(PlaceJson::from).collect(),
        note: note.as_deref(),
        help: help.as_deref(),
    })
}

/// What is said about one input.
pub(crate) struct Reporter<'a> {
    form: ErrorsForm,
    file: String,
    source: Source<'a>,
}

impl<'a> Reporter<'a> {
    /// Opens an input that is going to be read once, piece by piece.
    pub(crate) fn open(
        io: &mut Io,
        form: ErrorsForm,
        input: &Input,
    ) -> Result<(Reporter<'a>, Box<dyn BufRead + Send>), Failure> {
        let mut reader = io.open(input)?;
        let source = match input {
            _ if form != ErrorsForm::Human => Source::Kept(Kept::default()),
            // A pipe would give what follows, to whoever asks first.
            _ if io.is_regular(input) => Source::File(Walk::new(input.clone())),
            _ => {
                let kept = Kept::default();
                reader = Box::new(Keeping { reader, kept: kept.clone() });
                Source::Kept(kept)
            }
        };
        Ok((Reporter { form, file: input.to_string(), source }, reader))
    }

    /// For an input that is in memory.
    pub(crate) fn of(form: ErrorsForm, input: &Input, bytes: &'a [u8]) -> Reporter<'a> {
        Reporter { form, file: input.to_string(), source: Source::Text(bytes) }
    }

    /// The name of the input.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// The texts of diagnostics, each for a line or some of its own. They must come in the order of
    /// the input, as far as possible: a file is read once more, as far as it is needed.
    pub(crate) fn texts<'d>(
        &mut self,
        io: &mut Io,
        diagnostics: impl Iterator<Item = &'d Diagnostic> + Clone,
    ) -> Vec<String> {
        let lines = match self.form {
            ErrorsForm::Human => self.source.lines(io, diagnostics.clone().flat_map(draw::places)),
            ErrorsForm::Short | ErrorsForm::Json => Vec::new(),
        };
        let text = |diagnostic: &Diagnostic| match self.form {
            ErrorsForm::Short => diagnostic.short(&self.file).to_string(),
            ErrorsForm::Json => json(diagnostic, &self.file),
            ErrorsForm::Human => {
                let mut numbers: Vec<u64> = draw::places(diagnostic).map(|at| at.line).collect();
                numbers.sort_unstable();
                let is_needed = |line: &&Line| numbers.binary_search(&line.number).is_ok();
                let lines: Vec<Line> = lines.iter().filter(is_needed).cloned().collect();
                draw::drawing(diagnostic, &self.file, &lines) + "\n"
            }
        };
        diagnostics.map(text).collect()
    }
}

/// Where the lines of an input can be found.
enum Source<'a> {
    /// In a file that can be read again.
    File(Walk),
    /// In memory, as far as they go.
    Kept(Kept),
    /// In memory.
    Text(&'a [u8]),
}

impl Source<'_> {
    /// The lines of some places, in their order. Those that cannot be found are left out.
    fn lines<'l>(&mut self, io: &mut Io, places: impl Iterator<Item = &'l Location>) -> Vec<Line> {
        let mut places: Vec<&Location> = places.collect();
        places.sort_by_key(|at| at.start);
        places.dedup_by_key(|at| at.line);
        match self {
            Source::Text(text) => places.into_iter().map(|at| draw::line_of(text, at)).collect(),
            Source::File(walk) => places.into_iter().filter_map(|at| walk.line(io, at)).collect(),
            Source::Kept(kept) => {
                let Ok(bytes) = kept.0.lock() else { return Vec::new() };
                let known = places.into_iter().filter(|at| at.end() <= bytes.len() as u64);
                known.map(|at| draw::line_of(&bytes, at)).collect()
            }
        }
    }
}

/// Bytes that were read, shared with the thread that reads them.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

/// Keeps what is read, up to [`KEPT`] bytes.
struct Keeping {
    reader: Box<dyn BufRead + Send>,
    kept: Kept,
}

impl Read for Keeping {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.keep(&buffer[..read]);
        Ok(read)
    }
}

impl BufRead for Keeping {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if let Ok(bytes) = self.reader.fill_buf() {
            let bytes = bytes[..count.min(bytes.len())].to_vec();
            self.keep(&bytes);
        }
        self.reader.consume(count);
    }
}

impl Keeping {
    fn keep(&self, bytes: &[u8]) {
        if let Ok(mut kept) = self.kept.0.lock() {
            let room = KEPT - kept.len();
            kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }
}

/// A file that is read once more, forwards.
struct Walk {
    input: Input,
    /// Behind the line that was read last; none before the first.
    reader: Option<Box<dyn BufRead + Send>>,
    /// Where that line begins, and how it begins if it is very long.
    start: u64,
    line: Vec<u8>,
    /// Whether it has an end, so that there is a line behind it, even if it is an empty one.
    ended: bool,
    /// Where the next one begins.
    next: u64,
}

impl Walk {
    fn new(input: Input) -> Walk {
        Walk { input, reader: None, start: 0, line: Vec::new(), ended: true, next: 0 }
    }

    /// The line that holds a place, if the file still has it.
    fn line(&mut self, io: &mut Io, at: &Location) -> Option<Line> {
        if self.reader.is_none() || at.start < self.start {
            let reader = io.open(&self.input).ok()?;
            *self = Walk { reader: Some(reader), ..Walk::new(self.input.clone()) };
        }
        while at.start >= self.next && self.ended {
            self.read_line()?;
        }
        Some(Line { number: at.line, start: self.start, bytes: self.line.clone() })
    }

    /// Reads the next line. A CR ends one too; between it and an LF is a line that nobody asks for.
    fn read_line(&mut self) -> Option<()> {
        let reader = self.reader.as_mut()?;
        self.start = self.next;
        self.line.clear();
        loop {
            let bytes = reader.fill_buf().ok()?;
            let end = memchr::memchr2(b'\n', b'\r', bytes);
            let len = end.unwrap_or(bytes.len());
            let room = LONGEST - self.line.len();
            self.line.extend_from_slice(&bytes[..len.min(room)]);
            let used = len + usize::from(end.is_some());
            let at_end = bytes.is_empty();
            reader.consume(used);
            self.next += used as u64;
            self.ended = end.is_some();
            if self.ended || at_end {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn place(start: u64, line: u64) -> Location {
        Location { start, len: 1, line, column: 1 }
    }

    fn texts(lines: &[Line]) -> Vec<(u64, u64, String)> {
        let text = |line: &Line| String::from_utf8_lossy(&line.bytes).into_owned();
        lines.iter().map(|line| (line.number, line.start, text(line))).collect()
    }

    #[test]
    fn lines_of_a_file_are_those_of_its_text() {
        let (mut io, ..) = Io::memory(&[], "");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pyr");
        let long = "x".repeat(LONGEST + 10);
        let text = format!("one\r\ntwo\n\n{long}\nfive\rsix");
        io.write_file(&path, text.as_bytes()).unwrap();
        let mut walk = Source::File(Walk::new(Input::File(path.clone())));
        let mut kept = Source::Text(text.as_bytes());
        let six = text.len() as u64 - 2;
        for places in [
            vec![place(0, 1), place(6, 2), place(7, 2), place(9, 3)],
            vec![place(six, 6), place(six - 4, 5)],
            vec![place(1, 1)],
        ] {
            let lines = walk.lines(&mut io, places.iter());
            assert_eq!(texts(&lines), texts(&kept.lines(&mut io, places.iter())));
            assert!(lines.is_sorted_by_key(|line| line.start) && !lines.is_empty());
        }
        let lines = walk.lines(&mut io, [place(12, 4), place(text.len() as u64, 6)].iter());
        assert_eq!((lines[0].bytes.len(), lines[1].bytes.as_slice()), (LONGEST, &b"six"[..]));
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_drawn_as_far_as_it_is_there() {
        let (mut io, ..) = Io::memory(&[], "");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pyr");
        let text = "pyramid-game 1.0\nrules: piramid\n# ♣♦\n";
        let at = |start, len, line, column| Location { start, len, line, column };
        let wrong = Diagnostic::new(pyramid_notation::Code::Rules, at(24, 7, 2, 8), "no such game")
            .other(at(34, 6, 3, 3), "here");
        for (now, line) in [
            (text, Some("rules: piramid")),
            ("pyramid-game 1.0\nrules: pir", Some("rules: pir")),
            ("♣♦♥♠♣♦♥♠♣♦♥♠", Some("♣♦♥♠♣♦♥♠♣♦♥♠")),
            ("\u{FEFF}\0\u{1b}[31m\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", None),
            ("x", None),
            ("", None),
        ] {
            io.write_file(&path, text.as_bytes()).unwrap();
            let input = Input::File(path.clone());
            let (mut reporter, mut reader) =
                Reporter::open(&mut io, ErrorsForm::Human, &input).unwrap();
            std::io::copy(&mut reader, &mut std::io::sink()).unwrap();
            io.write_file(&path, now.as_bytes()).unwrap();
            let drawn = reporter.texts(&mut io, [&wrong].into_iter()).concat();
            assert!(!drawn.contains('\0') && !drawn.contains("\u{1b}[31m"), "{drawn:?}");
            let plain = anstream::adapter::strip_str(&drawn).to_string();
            assert!(plain.contains("error[rules]") && plain.contains("game.pyr:2:8"), "{plain}");
            assert!(line.is_none_or(|line| plain.contains(line)), "{now:?}: {plain}");
        }
    }

    #[test]
    fn what_is_read_is_kept_up_to_a_limit() {
        let kept = Kept::default();
        let text = vec![b'x'; KEPT + 100];
        let mut keeping = Keeping { reader: Box::new(Cursor::new(text)), kept: kept.clone() };
        let mut buffer = [0; 1000];
        keeping.read_exact(&mut buffer).unwrap();
        std::io::copy(&mut keeping, &mut std::io::sink()).unwrap();
        assert_eq!(kept.0.lock().unwrap().len(), KEPT);
        let (mut io, ..) = Io::memory(&[], "");
        let mut source = Source::Kept(kept);
        let places = [place(7, 1), place(KEPT as u64 + 7, 2)];
        assert_eq!(source.lines(&mut io, places.iter()).len(), 1);
    }
}
