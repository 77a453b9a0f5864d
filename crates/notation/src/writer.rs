//! Records to text, in the form that is always written.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::ending::{GameResult, atoms};
use crate::event::Version;
use crate::lines::MAX_LINE;
use crate::token::{MoveText, Token};

/// Writes recorded games in canonical layout: at most ten moves a line, one blank line between
/// games, comments where they come. Headers stand in the order in which they are given; tokens are
/// written as they are given.
///
/// A line is written when the next one begins; [`Writer::finish`] writes the last.
///
/// ```
/// use pyramid_notation::{GameResult, Writer};
/// let mut writer = Writer::new(Vec::new());
/// writer.game()?;
/// writer.header("rules", "microsoft")?;
/// writer.item(&"Ks".parse()?)?;
/// writer.item(&">Ac@2.50".parse()?)?;
/// writer.remark("well")?;
/// writer.ending(GameResult::Open, "")?;
/// let text = String::from_utf8(writer.finish()?)?;
/// assert_eq!(text, "pyramid-game 1.0\nrules: microsoft\n1. Ks >Ac@2.5  # well\nend: open\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    /// The line that is being written, without its line end.
    line: String,
    /// Whether a line is being written.
    open: bool,
    /// Moves and hints on the line.
    items: u32,
    /// No more moves go on the line.
    full: bool,
    /// Moves of the game.
    moves: u32,
    /// Whether a game was begun.
    begun: bool,
    live: bool,
}

/// The most moves and hints on a line; ten moves fill it before, unless there are many hints.
pub(crate) const MAX_ITEMS: u32 = 100;

impl<W: Write> Writer<W> {
    /// A writer of canonical text.
    pub fn new(out: W) -> Writer<W> {
        Writer {
            out,
            line: String::new(),
            open: false,
            items: 0,
            full: false,
            moves: 0,
            begun: false,
            live: false,
        }
    }

    /// A writer for a game that is being played: one move a line, and every line is written and
    /// flushed at once. Remarks become comments of their own. What it writes reads the same.
    pub fn live(out: W) -> Writer<W> {
        Writer { live: true, ..Writer::new(out) }
    }

    /// A live writer that goes on with a game of so many moves, undone ones included.
    pub fn resume(out: W, moves: u32) -> Writer<W> {
        Writer { moves, begun: true, ..Writer::live(out) }
    }

    /// Begins a game of the current version.
    ///
    /// # Errors
    ///
    /// I/O errors; so for all that follow.
    pub fn game(&mut self) -> io::Result<()> {
        self.game_of(Version::CURRENT)
    }

    /// Begins a game of another version.
    pub fn game_of(&mut self, version: Version) -> io::Result<()> {
        self.end_line()?;
        if self.begun {
            self.out.write_all(b"\n")?;
        }
        self.begun = true;
        self.moves = 0;
        self.whole_line(game_line(version))
    }

    /// Writes a header. The value is without blanks at its ends and not empty.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] if the key is not a key, or the value cannot stand in a
    /// header: control characters, or `#` behind two blanks.
    pub fn header(&mut self, key: &str, value: &str) -> io::Result<()> {
        let bad = value.contains("  #") || trimmed(value).len() != value.len() || value.is_empty();
        if bad || !crate::reader::is_key(key) || key.eq_ignore_ascii_case("end") {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this cannot be a header"));
        }
        check_text(value)?;
        self.whole_line(header_line(key, value))
    }

    /// Writes a move or a hint.
    pub fn item(&mut self, item: &MoveText) -> io::Result<()> {
        let number = self.begin_item()?;
        write!(self.line, "{item}").map_err(io::Error::other)?;
        self.end_item(&item.token, number)
    }

    /// Writes a move or a hint in its own spelling, for a game that cannot be replayed.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] if the text has blanks or control characters.
    pub fn item_as_written(&mut self, token: &Token, written: &str) -> io::Result<()> {
        if written.contains(' ') || written.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this cannot be a move"));
        }
        check_text(written)?;
        let number = self.begin_item()?;
        self.line.push_str(written);
        self.end_item(token, number)
    }

    fn begin_item(&mut self) -> io::Result<u32> {
        let number = self.moves + 1;
        if self.items == 0 || self.full || self.live {
            self.end_line()?;
            self.open = true;
            write!(self.line, "{number}.").map_err(io::Error::other)?;
        }
        self.line.push(' ');
        Ok(number)
    }

    fn end_item(&mut self, token: &Token, number: u32) -> io::Result<()> {
        self.items += 1;
        self.moves += u32::from(token.is_numbered());
        self.full = is_last_on_line(token, number, self.items);
        if self.live { self.end_line() } else { Ok(()) }
    }

    /// Writes text behind what was written last. Where there is nothing before it, after a comment
    /// and in a live game it is a comment of its own.
    pub fn remark(&mut self, text: &str) -> io::Result<()> {
        check_text(text)?;
        let tail = tail_text(text);
        let comment = self.line.starts_with('#') || self.line.starts_with(crate::reader::GAME_WORD);
        if !self.open || comment || self.line.len() + tail.len() > MAX_LINE {
            return self.comment(text);
        }
        self.line.push_str(&tail);
        self.end_line()
    }

    /// Writes a comment line.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] for text with control characters, such as line ends.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        check_text(text)?;
        self.whole_line(comment_line(trimmed(text)))
    }

    /// Writes the `end:` line: the result, and `name=value` pairs with blanks between them.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] for control characters and `#` at the beginning of a pair.
    pub fn ending(&mut self, result: GameResult, pairs: &str) -> io::Result<()> {
        check_text(pairs)?;
        if atoms(pairs).any(|(_, atom)| atom.starts_with('#')) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this cannot be an ending"));
        }
        self.whole_line(ending_line(result, atoms(pairs).map(|(_, pair)| pair.into())))
    }

    /// Writes the last line and flushes.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_line()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn whole_line(&mut self, line: String) -> io::Result<()> {
        self.end_line()?;
        self.line = line;
        self.open = true;
        if self.live { self.end_line() } else { Ok(()) }
    }

    /// Writes the line and its end with one call.
    fn end_line(&mut self) -> io::Result<()> {
        if self.open {
            self.line.push('\n');
            self.out.write_all(self.line.as_bytes())?;
            if self.live {
                self.out.flush()?;
            }
        }
        self.line.clear();
        self.open = false;
        self.items = 0;
        self.full = false;
        Ok(())
    }
}

/// Text that can stand on a line: no control characters and no separators. A tab is a blank.
fn check_text(text: &str) -> io::Result<()> {
    match text.chars().find(|&c| crate::lines::is_control(c)) {
        None => Ok(()),
        Some(wrong) => {
            let message = format!("U+{:04X} cannot stand in a record", u32::from(wrong));
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// Whether the next move begins a new line.
pub(crate) fn is_last_on_line(token: &Token, number: u32, items: u32) -> bool {
    token.is_numbered() && number.is_multiple_of(10) || items >= MAX_ITEMS
}

pub(crate) fn game_line(version: Version) -> String {
    format!("{} {version}", crate::reader::GAME_WORD)
}

/// A line of a sign and a text. The blank between them is left out where the line would be too long
/// to be read.
fn sign_and_text(sign: &str, text: &str) -> String {
    let text = text.replace('\t', " ");
    let blank = if sign.len() + 1 + text.len() > MAX_LINE { "" } else { " " };
    format!("{sign}{blank}{text}")
}

pub(crate) fn header_line(key: &str, value: &str) -> String {
    sign_and_text(&format!("{}:", key.to_ascii_lowercase()), value)
}

pub(crate) fn comment_line(text: &str) -> String {
    match text {
        "" => "#".to_owned(),
        text => sign_and_text("#", text),
    }
}

/// The result and the pairs behind it.
pub(crate) fn ending_line<'a>(
    result: GameResult,
    pairs: impl Iterator<Item = Cow<'a, str>>,
) -> String {
    let mut line = result.to_string();
    for pair in pairs {
        line.push(' ');
        line.push_str(&pair);
    }
    sign_and_text("end:", &line)
}

/// A remark with what stands before it.
pub(crate) fn tail_text(text: &str) -> String {
    match trimmed(text) {
        "" => String::new(),
        text => format!("  # {}", text.replace('\t', " ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Writer<Vec<u8>>) -> io::Result<()>) -> String {
        let mut writer = Writer::new(Vec::new());
        write(&mut writer).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_new_line_after_the_tenth_move_and_after_a_remark() {
        let text = written(|writer| {
            for _ in 0..3 {
                writer.item(&">".parse().unwrap())?;
            }
            writer.remark("three")?;
            for _ in 0..7 {
                writer.item(&">".parse().unwrap())?;
            }
            writer.item(&":hint".parse().unwrap())?;
            writer.item(&"~".parse().unwrap())
        });
        assert_eq!(text, "1. > > >  # three\n4. > > > > > > >\n11. :hint ~\n");
    }

    #[test]
    fn many_hints_are_broken_into_lines() {
        let text =
            written(|writer| (0..250).try_for_each(|_| writer.item(&":hint".parse().unwrap())));
        let lengths: Vec<_> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [602, 602, 302]);
    }

    #[test]
    fn what_is_written_can_be_read_however_long() {
        let comment = "x".repeat(MAX_LINE - 1);
        let text = written(|writer| {
            writer.comment(&comment)?;
            writer.item(&">".parse().unwrap())?;
            writer.remark(&comment[4..])
        });
        assert!(text.lines().all(|line| line.len() <= MAX_LINE));
        assert_eq!(text.lines().count(), 3);
    }

    #[test]
    fn what_cannot_be_read_is_not_written() {
        let mut writer = Writer::new(Vec::new());
        for (key, value) in [
            ("player", "two\nlines"),
            ("player", "Ann  # x"),
            ("player", " Ann"),
            ("player", ""),
            ("two words", "x"),
            ("end", "won"),
            ("", "x"),
        ] {
            assert!(writer.header(key, value).is_err(), "{key}: {value}");
        }
        assert!(writer.comment("a\rb").is_err());
        assert!(writer.ending(GameResult::Won, "#").is_err());
        assert!(writer.item_as_written(&Token::Hint, "a b").is_err());
        assert_eq!(writer.finish().unwrap(), b"");
    }
}
