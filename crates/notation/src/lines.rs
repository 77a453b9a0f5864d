//! Bytes to lines, in bounded memory and with any line end.

use std::io::{self, BufRead};

use crate::span::Location;

/// The longest line that is read, in bytes without its line end: 64 KiB.
pub const MAX_LINE: usize = 64 * 1024;

/// What keeps a line from being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    /// Longer than [`MAX_LINE`]; its length, cut to 32 bits.
    TooLong(u32),
    /// Not UTF-8 from this byte on.
    NotUtf8(usize),
    /// The input ends within a character that begins at this byte.
    CutCharacter(usize),
    /// A control character or a separator at this byte.
    Control(usize, char),
}

/// Reads lines one at a time into a buffer that it uses again.
pub(crate) struct Lines<R> {
    input: R,
    /// The line without its end and byte order mark; empty if damaged.
    pub(crate) text: String,
    /// The bytes of a damaged line, at most [`MAX_LINE`] of them.
    pub(crate) damaged: Vec<u8>,
    /// The byte offset of the text.
    pub(crate) start: u64,
    /// The number of the line, from 1.
    pub(crate) number: u64,
    /// Whether the text is ASCII, so that columns are bytes.
    pub(crate) ascii: bool,
    /// Whether there was a line end.
    pub(crate) ended: bool,
    /// Whether the line ended with CR, perhaps followed by LF.
    pub(crate) carriage: bool,
    /// Whether a byte order mark stands before the text.
    pub(crate) bom: bool,
    /// The byte offset of the next byte of the input.
    offset: u64,
    /// The line before ended with CR: an LF that follows belongs to it.
    skip_lf: bool,
}

const BOM: &str = "\u{FEFF}";

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            text: String::new(),
            damaged: Vec::new(),
            start: 0,
            number: 0,
            ascii: true,
            ended: true,
            carriage: false,
            bom: false,
            offset: 0,
            skip_lf: false,
        }
    }

    /// The input.
    pub(crate) fn get_ref(&self) -> &R {
        &self.input
    }

    /// Counts on from so many bytes and lines.
    pub(crate) fn start_at(&mut self, bytes: u64, lines: u64) {
        self.offset = bytes;
        self.number = lines;
    }

    /// Reads the next line; `None` at the end of the input. An I/O error loses what was read of it.
    pub(crate) fn read(&mut self) -> io::Result<Option<Result<(), Damage>>> {
        if self.at_end()? {
            return Ok(None);
        }
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        self.damaged.clear();
        self.start = self.offset;
        let (mut length, odd) = self.fill(&mut bytes)?;
        self.number += 1;
        self.bom = bytes.starts_with(BOM.as_bytes());
        if self.bom {
            bytes.drain(..BOM.len());
            self.start += BOM.len() as u64;
            length -= BOM.len() as u64;
        }
        if length > MAX_LINE as u64 {
            self.damaged = bytes;
            return Ok(Some(Err(Damage::TooLong(u32::try_from(length).unwrap_or(u32::MAX)))));
        }
        match String::from_utf8(bytes) {
            Ok(text) => self.text = text,
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let cut = error.utf8_error().error_len().is_none() && !self.ended;
                self.damaged = error.into_bytes();
                return Ok(Some(Err(if cut {
                    Damage::CutCharacter(at)
                } else {
                    Damage::NotUtf8(at)
                })));
            }
        }
        self.ascii = !odd || self.text.is_ascii();
        if odd && let Some((at, wrong)) = self.text.char_indices().find(|&(_, c)| is_control(c)) {
            self.damaged = std::mem::take(&mut self.text).into_bytes();
            return Ok(Some(Err(Damage::Control(at, wrong))));
        }
        Ok(Some(Ok(())))
    }

    /// Whether the input has no more lines. The line read before stays as it is.
    fn at_end(&mut self) -> io::Result<bool> {
        loop {
            match self.buffer()?.first().copied() {
                None => return Ok(true),
                Some(b'\n') if self.skip_lf => {
                    self.skip_lf = false;
                    self.input.consume(1);
                    self.offset += 1;
                }
                Some(_) => {
                    self.skip_lf = false;
                    return Ok(false);
                }
            }
        }
    }

    /// What of the input is at hand; empty at its end.
    fn buffer(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.input.fill_buf() {
                Ok(_) => return self.input.fill_buf(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Appends the bytes of a line, as many as are kept, and takes its line end; gives its length and
    /// whether it has bytes that are not printable ASCII.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> io::Result<(u64, bool)> {
        let mut length = 0u64;
        let mut odd = false;
        loop {
            let buffer = self.buffer()?;
            if buffer.is_empty() {
                self.ended = false;
                self.carriage = false;
                return Ok((length, odd));
            }
            let (found, unusual) = line_end(buffer);
            odd |= unusual;
            let len = found.unwrap_or(buffer.len());
            let room = (MAX_LINE + BOM.len()).saturating_sub(bytes.len());
            bytes.extend_from_slice(&buffer[..len.min(room)]);
            length += len as u64;
            let carriage = found.is_some_and(|end| buffer[end] == b'\r');
            let used = len + usize::from(found.is_some());
            self.input.consume(used);
            self.offset += used as u64;
            if found.is_some() {
                self.ended = true;
                self.carriage = carriage;
                self.skip_lf = carriage;
                return Ok((length, odd));
            }
        }
    }

    /// The whole line, or of a damaged line what was kept of it.
    pub(crate) fn whole(&self) -> Location {
        let len = self.text.len().max(self.damaged.len()) as u32;
        Location { start: self.start, len, line: self.number, column: 1 }
    }

    /// The end of the line, without extent.
    pub(crate) fn line_end(&self) -> Location {
        self.whole().part(&self.text, self.text.len()..self.text.len())
    }

    /// The end of what was read.
    pub(crate) fn here(&self) -> Location {
        let kept =
            self.text.chars().count() + String::from_utf8_lossy(&self.damaged).chars().count();
        let column = kept as u32 + 1;
        match self.ended {
            true => Location { start: self.offset, len: 0, line: self.number + 1, column: 1 },
            false => Location { start: self.offset, len: 0, line: self.number.max(1), column },
        }
    }
}

/// Characters that never stand in a line: control characters, and what Unicode means as line ends.
/// A tab is a blank.
pub(crate) fn is_control(c: char) -> bool {
    c != '\t' && (c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// The place of the first CR or LF, and whether a byte before it is not printable ASCII; eight bytes
/// at a time.
fn line_end(bytes: &[u8]) -> (Option<usize>, bool) {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    // For each byte below 128 its high bit, if the byte is below the bound; a borrow may set bits
    // above a byte that is, so that only the lowest bit set is sure, and no bit.
    let below = |word: u64, bound: u8| word.wrapping_sub(ONES * u64::from(bound)) & !word & HIGH;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut odd = 0;
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let cr = word ^ (ONES * u64::from(b'\r'));
        let lf = word ^ (ONES * u64::from(b'\n'));
        let found = below(cr, 1) | below(lf, 1);
        // Adding one carries 127 over; a carry out of a byte of 255 finds `odd` set already.
        let unusual = below(word, b' ') | (word | word.wrapping_add(ONES)) & HIGH;
        if found != 0 {
            let first = found.trailing_zeros();
            odd |= unusual & ((1 << (first - 7)) - 1);
            return (Some(index * 8 + first as usize / 8), odd != 0);
        }
        odd |= unusual;
    }
    let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let unusual = rest[..end.unwrap_or(rest.len())].iter().any(|byte| !matches!(byte, b' '..=b'~'));
    (end.map(|end| words.len() * 8 + end), odd != 0 || unusual)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line: offset, number, text or damage, whether it ended.
    fn lines(input: &[u8]) -> Vec<(u64, u64, Result<String, Damage>, bool)> {
        let mut lines = Lines::new(input);
        let mut found = Vec::new();
        while let Some(read) = lines.read().unwrap() {
            found.push((lines.start, lines.number, read.map(|()| lines.text.clone()), lines.ended));
        }
        found
    }

    #[test]
    fn line_end_is_the_first() {
        for len in 0..40 {
            for at in 0..len {
                for (end, other) in [(b'\n', b'\r'), (b'\r', b'\n')] {
                    let mut bytes = vec![b'\x0b'; len];
                    bytes[at] = end;
                    assert_eq!(line_end(&bytes), (Some(at), at > 0));
                    bytes[..at].fill(b'~');
                    assert_eq!(line_end(&bytes), (Some(at), false));
                    bytes[at + 1..].fill(other);
                    assert_eq!(line_end(&bytes), (Some(at), false));
                }
            }
            assert_eq!(line_end(&vec![0x8a; len]), (None, len > 0));
            assert_eq!(line_end(&vec![b'~'; len]), (None, false));
        }
    }

    #[test]
    fn one_unusual_byte_is_found_anywhere() {
        for len in 1..20 {
            for at in 0..len {
                for byte in 0..=255 {
                    let mut bytes = vec![b' '; len];
                    bytes[at] = byte;
                    bytes.extend(b"\n\xff\0");
                    let end = if matches!(byte, b'\n' | b'\r') { at } else { len };
                    let odd = end == len && !matches!(byte, b' '..=b'~');
                    assert_eq!(line_end(&bytes), (Some(end), odd), "{byte} at {at} of {len}");
                }
            }
        }
    }

    #[test]
    fn all_line_ends() {
        let line = |start, number, text: &str, ended| (start, number, Ok(text.to_owned()), ended);
        assert_eq!(
            lines(b"a\nb\r\nc\rd\r\r\n\ne"),
            [
                line(0, 1, "a", true),
                line(2, 2, "b", true),
                line(5, 3, "c", true),
                line(7, 4, "d", true),
                line(9, 5, "", true),
                line(11, 6, "", true),
                line(12, 7, "e", false),
            ]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\r\n"), [line(0, 1, "", true)]);
    }

    #[test]
    fn a_long_line_is_dropped_and_the_next_one_read() {
        let mut input = vec![b'x'; MAX_LINE];
        input.push(b'\n');
        assert!(lines(&input)[0].2.is_ok());
        input.insert(0, b'x');
        input.extend(b"y\n");
        let found = lines(&input);
        assert_eq!(found[0].2, Err(Damage::TooLong(MAX_LINE as u32 + 1)));
        assert_eq!(found[1], (MAX_LINE as u64 + 2, 2, Ok("y".to_owned()), true));
    }

    #[test]
    fn damage() {
        for (input, damage) in [
            (&b"caf\xe9 x\n"[..], Damage::NotUtf8(3)),
            (b"caf\xc3", Damage::CutCharacter(3)),
            (b"caf\xc3\n", Damage::NotUtf8(3)),
            (b"\xed\xa0\x80\n", Damage::NotUtf8(0)),
            (b"a\0b\n", Damage::Control(1, '\0')),
            (b"a\x7f\n", Damage::Control(1, '\x7f')),
            ("é\u{2028}\n".as_bytes(), Damage::Control(2, '\u{2028}')),
            ("\u{85}\n".as_bytes(), Damage::Control(0, '\u{85}')),
            (b"a\x0b\n", Damage::Control(1, '\x0b')),
        ] {
            assert_eq!(lines(input)[0].2, Err(damage), "{input:?}");
        }
        assert_eq!(lines("\u{FEFF}a\tb\n".as_bytes())[0], (3, 1, Ok("a\tb".to_owned()), true));
    }
}
