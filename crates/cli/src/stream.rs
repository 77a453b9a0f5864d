//! Deals of an input, read one after the other as they come.

use std::io::{self, BufRead, Read};

use pyramid_notation::{Code, Diagnostic, Location, Text};

use crate::io::Io;
use crate::table::{Table, TableReader};

/// More than this is no deal, in however many lines.
const LONGEST: usize = Io::MAX_LINE as usize;

/// Why there is no deal.
#[derive(Debug)]
pub(crate) enum NoDeal {
    /// The text is none.
    Text(Box<Diagnostic>),
    /// The input cannot be read any more.
    Io(io::Error),
}

/// The deals of an input: a line each, or several lines that make up a pack.
pub(crate) struct Deals {
    input: Box<dyn BufRead + Send>,
    reader: TableReader,
    /// Where the next line begins.
    at: Location,
    /// A line that was read and not used.
    ahead: Option<(String, Location)>,
    over: bool,
}

impl Deals {
    pub(crate) fn new(input: Box<dyn BufRead + Send>, reader: TableReader) -> Deals {
        Deals { input, reader, at: Location::START, ahead: None, over: false }
    }

    /// The next line with its line end, and where it stands; `None` at the end.
    fn line(&mut self) -> Result<Option<(String, Location)>, NoDeal> {
        if let Some(line) = self.ahead.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let mut part = (&mut self.input).take(LONGEST as u64 + 1);
        part.read_until(b'\n', &mut bytes).map_err(NoDeal::Io)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let at = Location { len: bytes.len() as u32, ..self.at };
        let mut len = bytes.len() as u64;
        let too_long = bytes.len() > LONGEST && bytes.last() != Some(&b'\n');
        if too_long {
            len += skip_line(&mut self.input).map_err(NoDeal::Io)?;
        }
        self.at = Location { start: at.start + len, line: at.line + 1, ..Location::START };
        let wrong =
            |code, at, message| Err(NoDeal::Text(Box::new(Diagnostic::new(code, at, message))));
        if too_long {
            return wrong(Code::LineTooLong, at, "a line of more than 64 KiB is no deal");
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some((text, at))),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                let at = Text { text: &text, at }.part(valid..valid).at;
                wrong(Code::Encoding, at, "these bytes are not UTF-8")
            }
        }
    }

    /// The text of the next deal and where it stands.
    fn part(&mut self) -> Result<Option<(String, Location)>, NoDeal> {
        let pack = self.reader.rules().rules().deck.len();
        let mut open: Option<(String, Location)> = None;
        // What comes behind the last card is no part of it.
        let (mut cards, mut end) = (0, 0);
        while let Some((line, at)) = self.line()? {
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                if let Some((text, _)) = &mut open {
                    text.push_str(&line);
                }
                continue;
            }
            let (alone, more) = self.reader.line(trimmed);
            match &mut open {
                Some(_) if alone => {
                    self.ahead = Some((line, at));
                    break;
                }
                Some((text, _)) => text.push_str(&line),
                None => open = Some((line, at)),
            }
            cards += more;
            end = open.as_ref().map_or(0, |(text, _)| text.trim_end().len());
            if alone || cards >= pack || end > LONGEST {
                break;
            }
        }
        Ok(open.map(|(mut text, at)| {
            text.truncate(end);
            (text, Location { len: end as u32, ..at })
        }))
    }
}

impl Iterator for Deals {
    type Item = Result<Table, NoDeal>;

    fn next(&mut self) -> Option<Result<Table, NoDeal>> {
        if self.over {
            return None;
        }
        match self.part() {
            Ok(Some((text, at))) => {
                Some(self.reader.read(Text { text: &text, at }).map_err(NoDeal::Text))
            }
            Ok(None) => {
                self.over = true;
                None
            }
            Err(error) => {
                self.over = matches!(error, NoDeal::Io(_));
                Some(Err(error))
            }
        }
    }
}

/// Reads to the end of a line; gives the number of bytes.
fn skip_line(input: &mut dyn BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let bytes = input.fill_buf()?;
        let (len, over) = match memchr::memchr(b'\n', bytes) {
            Some(at) => (at + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        input.consume(len);
        skipped += len as u64;
        if over {
            return Ok(skipped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deals(text: &[u8]) -> Vec<Result<String, (String, u64, u32, u64)>> {
        let (io, ..) = Io::memory(&[], "");
        let reader = TableReader::new(&io, None).unwrap();
        Deals::new(Box::new(io::Cursor::new(text.to_vec())), reader)
            .map(|read| match read {
                Ok(table) => Ok(table.deal_text()),
                Err(NoDeal::Text(wrong)) => {
                    let at = wrong.primary.at;
                    Err((wrong.name.to_owned(), at.line, at.column, at.start))
                }
                Err(NoDeal::Io(error)) => panic!("{error}"),
            })
            .collect()
    }

    /// As if all of the text were there at once.
    fn at_once(text: &str) -> Vec<Result<String, (String, u64, u32, u64)>> {
        let (io, ..) = Io::memory(&[], "");
        let reader = TableReader::new(&io, None).unwrap();
        let parts = reader.parts(Text::new(text)).into_iter().map(|part| reader.read(part));
        parts
            .map(|read| match read {
                Ok(table) => Ok(table.deal_text()),
                Err(wrong) => {
                    let at = wrong.primary.at;
                    Err((wrong.name.to_owned(), at.line, at.column, at.start))
                }
            })
            .collect()
    }

    #[test]
    fn deals_of_a_stream_are_those_of_the_text() {
        let (io, ..) = Io::memory(&[], "");
        let reader = TableReader::new(&io, None).unwrap();
        let cards: Vec<String> = reader
            .read(Text::new("seed:1"))
            .unwrap()
            .deal
            .unwrap()
            .cards()
            .iter()
            .map(ToString::to_string)
            .collect();
        let drawn: String =
            cards.chunks(7).map(|row| row.join(" ") + "\n").collect::<Vec<_>>().concat();
        let line = cards.join(" ");
        for text in [
            "seed:1\nseed:2\n".to_owned(),
            format!("# two\n\n{drawn}\n{line}\r\nseed:3"),
            format!("{line}\n{drawn}seed:4\n{drawn}"),
            format!("{}\nseed:5\nsed:6\n", &line[..60]),
            "8c 9c\n8c\n# all of it\n\n".to_owned(),
            String::new(),
            "\n\n# nothing\n".to_owned(),
        ] {
            assert_eq!(deals(text.as_bytes()), at_once(&text), "{text}");
        }
    }

    #[test]
    fn one_bad_line_costs_no_other() {
        let long = "7".repeat(3 * LONGEST);
        let text = format!("seed:1\n{long}\nseed:2\n");
        let mut bytes = text.into_bytes();
        bytes.extend(b"ann \xff\nseed:3\n");
        let read = deals(&bytes);
        let ok: Vec<bool> = read.iter().map(Result::is_ok).collect();
        assert_eq!(ok, [true, false, true, false, true]);
        assert_eq!(read[1], Err(("line-too-long".to_owned(), 2, 1, 7)));
        let start = 7 + 3 * LONGEST as u64 + 1 + 7 + 4;
        assert_eq!(read[3], Err(("encoding".to_owned(), 4, 5, start)));
    }
}
