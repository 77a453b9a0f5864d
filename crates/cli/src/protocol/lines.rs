//! Lines of the protocol, in bounded memory.

use std::io::{self, BufRead};

/// A line of the input, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// It is longer than [`Lines::LONGEST`] and was not kept.
    TooLong,
}

/// Reads lines.
pub(crate) struct Lines<R> {
    input: R,
    begun: bool,
}

impl<R: BufRead> Lines<R> {
    /// The longest line, in bytes without its line end: 1 MiB.
    pub(crate) const LONGEST: usize = 1 << 20;

    /// The lines of an input.
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input, begun: false }
    }

    /// The next line, the last with or without a line end; `None` at the end. A byte order mark
    /// before the first one is left out.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let (mut length, mut ended) = (0usize, false);
        while !ended {
            let bytes = match self.input.fill_buf() {
                Ok([]) if length == 0 => return Ok(None),
                Ok([]) => break,
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = memchr::memchr(b'\n', bytes);
            ended = end.is_some();
            let part = &bytes[..end.unwrap_or(bytes.len())];
            length = length.saturating_add(part.len()).max(1);
            if length <= Self::LONGEST {
                line.extend_from_slice(part);
            } else {
                line = Vec::new();
            }
            let used = part.len() + usize::from(ended);
            self.input.consume(used);
        }
        if !std::mem::replace(&mut self.begun, true) && line.starts_with(b"\xEF\xBB\xBF") {
            line.drain(..3);
        }
        Ok(Some(if length <= Self::LONGEST { Line::Bytes(line) } else { Line::TooLong }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(input: &[u8], capacity: usize) -> Vec<Line> {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, input));
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_of_every_kind() {
        let line = |text: &str| Line::Bytes(text.as_bytes().to_vec());
        for capacity in [1, 2, 7, 1000] {
            assert_eq!(lines(b"", capacity), []);
            assert_eq!(lines(b"\n\nab", capacity), [line(""), line(""), line("ab")]);
            assert_eq!(lines(b"\xEF\xBB\xBFa\r\n\xEF\xBB\xBF\n", capacity)[0], line("a\r"));
            assert_eq!(lines(b"\xEF\xBB\xBFa\n\xEF\xBB\xBF\n", capacity)[1], line("\u{FEFF}"));
        }
    }

    #[test]
    fn a_long_line_is_passed_over() {
        for longer in [0, 1, 2, 3 << 20] {
            let mut input = vec![b'x'; Lines::<&[u8]>::LONGEST + longer];
            input.extend(b"\nnext");
            let read = lines(&input, 4096);
            assert_eq!(read.len(), 2);
            assert_eq!(read[0] == Line::TooLong, longer > 0);
            assert_eq!(read[1], Line::Bytes(b"next".to_vec()));
        }
    }
}
