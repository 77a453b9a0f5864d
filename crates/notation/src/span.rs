//! Where text stands: bytes, line and column.

use std::ops::Range;

/// A stretch of input on one line.
///
/// Offsets are bytes from the start of the input, lines and columns count from 1, columns in
/// characters (Unicode scalar values). A byte order mark has a byte offset but no column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The byte offset of the first byte.
    pub start: u64,
    /// The length in bytes, at most the length of a line.
    pub len: u32,
    /// The line.
    pub line: u64,
    /// The column of the first character.
    pub column: u32,
}

impl Location {
    /// The start of the input, without extent.
    pub const START: Location = Location { start: 0, len: 0, line: 1, column: 1 };

    /// The byte offset behind the last byte.
    pub const fn end(&self) -> u64 {
        self.start + self.len as u64
    }

    /// The byte offsets.
    pub const fn bytes(&self) -> Range<u64> {
        self.start..self.end()
    }

    /// The place of `text[range]`, where `text` is the text that stands here.
    ///
    /// A range that reaches beyond the text or into a character is cut to the text before it. Text
    /// of several lines is counted through.
    ///
    /// ```
    /// use pyramid_notation::Text;
    /// let text = Text::new("K♥ Q♣+A♦");
    /// let part = text.at.part(text.text, 5..9);
    /// assert_eq!((part.start, part.len, part.line, part.column), (5, 4, 1, 4));
    /// ```
    pub fn part(&self, text: &str, range: Range<usize>) -> Location {
        let start = floor(text, range.start);
        let end = floor(text, range.end).max(start);
        let before = &text[..start];
        let (lines, column) = match before.rfind('\n') {
            None => (0, self.column as usize + before.chars().count()),
            Some(newline) => {
                let lines = before.bytes().filter(|&byte| byte == b'\n').count();
                (lines as u64, before[newline + 1..].chars().count() + 1)
            }
        };
        Location {
            start: self.start + start as u64,
            len: (end - start) as u32,
            line: self.line + lines,
            column: column as u32,
        }
    }
}

/// The greatest character boundary that is not above the index.
fn floor(text: &str, index: usize) -> usize {
    (0..=index.min(text.len())).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}

/// Text with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text as written.
    pub text: &'a str,
    /// Where it stands.
    pub at: Location,
}

impl<'a> Text<'a> {
    /// Text that is an input of its own, such as an argument or a typed line.
    pub fn new(text: &'a str) -> Text<'a> {
        Text { text, at: Location { len: text.len() as u32, ..Location::START } }
    }

    /// The part in this byte range; see [`Location::part`].
    ///
    /// ```
    /// use pyramid_notation::Text;
    /// let line = Text::new("match: 2/6");
    /// assert_eq!(line.part(7..10).text, "2/6");
    /// assert_eq!(line.part(7..10).at.column, 8);
    /// ```
    pub fn part(&self, range: Range<usize>) -> Text<'a> {
        let start = floor(self.text, range.start);
        let end = floor(self.text, range.end).max(start);
        Text { text: &self.text[start..end], at: self.at.part(self.text, start..end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_to_the_text_and_to_characters() {
        let text = Text::new("a♣b");
        assert_eq!(text.part(2..9).text, "♣b");
        assert_eq!(text.part(4..9).at.column, 3);
        assert_eq!(text.part(9..12).at, Location { start: 5, len: 0, line: 1, column: 4 });
        assert_eq!(text.part(Range { start: 5, end: 1 }).text, "");
    }

    #[test]
    fn lines_of_typed_text_are_counted() {
        let text = Text::new("ab\ncd\nef");
        let part = text.part(7..8);
        assert_eq!((part.text, part.at.line, part.at.column), ("f", 3, 2));
    }
}
