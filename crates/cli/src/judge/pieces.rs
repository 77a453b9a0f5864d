//! An input cut into pieces of whole games, so that several threads can judge it.
//!
//! A piece streams: its bytes come in blocks through a channel of few places. So a game that never
//! ends is judged in bounded memory, and pieces of the usual size are never waited for.
//!
//! Behind its games a piece has the beginning of the game that follows, so that whoever reads it sees
//! what stands between them. That game itself is the first of the next piece.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Bytes read at once.
const BLOCK: usize = 256 << 10;
/// Blocks of a piece that may wait for its judge.
const WAITING: usize = 8;

/// Where a piece begins in its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// The byte offset.
    pub(crate) offset: u64,
    /// Lines before it.
    pub(crate) lines: u64,
}

/// A piece of the input: some whole games.
pub(crate) struct Piece {
    pub(crate) start: Start,
    blocks: Receiver<io::Result<Block>>,
    block: Vec<u8>,
    at: usize,
    goes_on: bool,
}

/// Some bytes of a piece.
enum Block {
    /// Of its games.
    Games(Vec<u8>),
    /// The beginning of the game that follows: the piece ends here.
    Next,
}

impl Piece {
    /// Whether the beginning of the game that follows has been given.
    pub(crate) fn goes_on(&self) -> bool {
        self.goes_on
    }
}

impl Read for Piece {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let read = available.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Piece {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.block.len() {
            self.at = 0;
            self.block = match self.blocks.recv() {
                Ok(Ok(Block::Games(block))) => block,
                Ok(Ok(Block::Next)) => {
                    self.goes_on = true;
                    [WORD, b" "].concat()
                }
                Ok(Err(error)) => return Err(error),
                Err(_) => Vec::new(),
            };
        }
        Ok(&self.block[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

/// Reads an input to its end and gives its pieces in order. A piece ends before the first game
/// that begins behind `size` bytes of it and has a game before it: what stands before the first game
/// of the input belongs to that game. An error of the input comes as the end of a piece.
///
/// `send` takes each piece when its first block is there, and stops the reading by saying no.
pub(crate) fn cut(input: impl Read, size: usize, send: impl FnMut(Piece) -> bool) {
    cut_blocks(input, BLOCK, size, send);
}

fn cut_blocks(
    mut input: impl Read,
    block_size: usize,
    size: usize,
    mut send: impl FnMut(Piece) -> bool,
) {
    let mut position = Start { offset: 0, lines: 0 };
    let mut cutter = Cutter::new(position, false);
    let mut after_carriage = false;
    // The beginning of a line that may still become that of a game.
    let mut kept: Vec<u8> = Vec::new();
    loop {
        let mut block = std::mem::take(&mut kept);
        let old = block.len();
        block.resize(old + block_size, 0);
        let read = loop {
            match input.read(&mut block[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let (read, failure) = match read {
            Ok(read) => (read, None),
            Err(error) => (0, Some(error)),
        };
        block.truncate(old + read);
        let at_end = read == 0;
        // An input that comes slowly is judged as it comes: whole games are a piece of their own.
        let slow = !at_end && read < block_size;
        let last = |cutter: &Cutter, block: &[u8]| {
            if slow { cutter.last_boundary(block) } else { None }
        };
        while let Some(cut) = cutter.boundary(&block, size).or_else(|| last(&cutter, &block)) {
            let rest = block.split_off(cut);
            position.advance(&block, &mut after_carriage);
            if !cutter.send(block, &mut send) || !cutter.end(&mut send) {
                return;
            }
            cutter = Cutter::new(position, true);
            block = rest;
        }
        if !at_end && (!cutter.begun || cutter.len + block.len() > size) {
            kept = block.split_off(cutter.undecided(&block));
        }
        position.advance(&block, &mut after_carriage);
        if !cutter.send(block, &mut send) {
            return;
        }
        if let Some(error) = failure {
            cutter.fail(error, &mut send);
            return;
        }
        if at_end {
            return;
        }
    }
}

/// The piece that is being cut.
struct Cutter {
    sender: Option<SyncSender<io::Result<Block>>>,
    start: Start,
    /// Bytes sent.
    len: usize,
    /// Whether the next byte begins a line.
    line_start: bool,
    /// Whether a game has begun in it; every piece but the first begins with one.
    begun: bool,
}

impl Cutter {
    fn new(start: Start, begun: bool) -> Cutter {
        Cutter { sender: None, start, len: 0, line_start: true, begun }
    }

    /// Where in the block the next piece begins.
    fn boundary(&self, block: &[u8], size: usize) -> Option<usize> {
        let from = self.first_end(block)?.max(size.saturating_sub(self.len));
        self.games(block, from).next()
    }

    /// Where in the block the last game begins that is there, if another comes before it.
    fn last_boundary(&self, block: &[u8]) -> Option<usize> {
        let from = self.first_end(block)?;
        self.games(block, from).last()
    }

    /// From where in the block on the piece may end, with a game in it.
    fn first_end(&self, block: &[u8]) -> Option<usize> {
        match self.begun {
            true => Some(usize::from(self.len == 0)),
            false => Some(self.games(block, 0).next()? + 1),
        }
    }

    /// Where games begin in the block, at a byte or behind it.
    fn games<'b>(&self, block: &'b [u8], from: usize) -> impl Iterator<Item = usize> + use<'b> {
        let here = (from == 0 && self.line_start).then_some(0);
        let start = from.saturating_sub(1).min(block.len());
        let ends = memchr::memchr_iter(b'\n', &block[start..]);
        let lines = here.into_iter().chain(ends.map(move |end| start + end + 1));
        lines.filter(|&at| begins_game(&block[at..]))
    }

    /// Where the last line of a block begins, if so little of it is there that it may yet begin a
    /// game; else the end.
    fn undecided(&self, block: &[u8]) -> usize {
        let line = match memchr::memrchr(b'\n', block) {
            Some(end) => end + 1,
            None if self.line_start => 0,
            None => block.len(),
        };
        if block.len() - line <= WORD.len() { line } else { block.len() }
    }

    /// Sends a block on; an empty one would look like the end of the piece.
    fn send(&mut self, block: Vec<u8>, send: &mut impl FnMut(Piece) -> bool) -> bool {
        if block.is_empty() {
            return true;
        }
        self.begun = self.begun || self.games(&block, 0).next().is_some();
        self.len += block.len();
        self.line_start = block.last() == Some(&b'\n');
        self.channel(send).is_some_and(|sender| sender.send(Ok(Block::Games(block))).is_ok())
    }

    /// Ends the piece before a game.
    fn end(&mut self, send: &mut impl FnMut(Piece) -> bool) -> bool {
        self.channel(send).is_some_and(|sender| sender.send(Ok(Block::Next)).is_ok())
    }

    fn fail(&mut self, error: io::Error, send: &mut impl FnMut(Piece) -> bool) {
        if let Some(sender) = self.channel(send) {
            let _ = sender.send(Err(error));
        }
    }

    /// The way to the piece, which is sent on its way first.
    fn channel(
        &mut self,
        send: &mut impl FnMut(Piece) -> bool,
    ) -> Option<&SyncSender<io::Result<Block>>> {
        if self.sender.is_none() {
            let (sender, blocks) = sync_channel(WAITING);
            let start = self.start;
            let piece = Piece { start, blocks, block: Vec::new(), at: 0, goes_on: false };
            if !send(piece) {
                return None;
            }
            self.sender = Some(sender);
        }
        self.sender.as_ref()
    }
}

impl Start {
    /// Goes past some bytes; lines end with LF, CR or both.
    fn advance(&mut self, bytes: &[u8], after_carriage: &mut bool) {
        self.offset += bytes.len() as u64;
        for end in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let before = if end == 0 { *after_carriage } else { bytes[end - 1] == b'\r' };
            // The LF of a CRLF belongs to the line end that was counted.
            self.lines += u64::from(!(bytes[end] == b'\n' && before));
        }
        if let Some(&last) = bytes.last() {
            *after_carriage = last == b'\r';
        }
    }
}

/// What the first line of a game begins with.
const WORD: &[u8] = b"pyramid-game";

/// Whether the bytes of a line begin a game without doubt. Other spellings begin games too; a
/// piece just does not end there.
fn begins_game(line: &[u8]) -> bool {
    line.len() > WORD.len()
        && line[..WORD.len()].eq_ignore_ascii_case(WORD)
        && line[WORD.len()] == b' '
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces(input: &[u8], block_size: usize, size: usize) -> Vec<(Start, Vec<u8>)> {
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1000);
            scope.spawn(move || {
                cut_blocks(input, block_size, size, |piece| sender.send(piece).is_ok());
            });
            let read = |mut piece: Piece| {
                let mut bytes = Vec::new();
                piece.read_to_end(&mut bytes).unwrap();
                if piece.goes_on() {
                    let games = bytes.len() - "pyramid-game ".len();
                    assert_eq!(bytes.split_off(games), b"pyramid-game ");
                }
                (piece.start, bytes)
            };
            receiver.into_iter().map(read).collect()
        })
    }

    /// Lines that end before the end of the bytes, counted one byte after the other.
    fn lines(bytes: &[u8]) -> u64 {
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        text.matches(['\n', '\r']).count() as u64
    }

    proptest! {
        #[test]
        fn pieces_are_the_input_cut_before_games(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "pyramid-game 1.0\n", "pyramid-game 1.0\r\n", "pyramid-game 1.0\r", "1. Ks\n",
                    "# pyramid-game 1.0\n", "pyramid-", "game ", "\n", "\r\n", "\r", "x",
                ]),
                0..60,
            ),
            block_size in 1..40usize,
            size in 1..200usize,
        ) {
            let input = parts.concat().into_bytes();
            let pieces = pieces(&input, block_size, size);
            let mut offset = 0;
            for (start, bytes) in &pieces {
                prop_assert_eq!(start.offset as usize, offset);
                prop_assert_eq!(start.lines, lines(&input[..offset]));
                if offset > 0 {
                    prop_assert!(bytes.starts_with(b"pyramid-game "));
                    prop_assert_eq!(input[offset - 1], b'\n');
                }
                prop_assert_eq!(&input[offset..offset + bytes.len()], &bytes[..]);
                offset += bytes.len();
            }
            prop_assert_eq!(offset, input.len());
            // No piece goes on behind a game that begins on a line of its own after `size` bytes, but
            // for the first game of all.
            for (start, bytes) in &pieces {
                let begins = |at: &usize| {
                    bytes[*at..].starts_with(b"pyramid-game ")
                        && (*at == 0 || bytes[at - 1] == b'\n')
                };
                let games = (0..bytes.len()).filter(begins);
                let late = games.skip(usize::from(start.offset == 0)).find(|at| *at >= size);
                prop_assert_eq!(late, None);
                prop_assert!(start.offset == 0 || begins(&0));
            }
            if let [(_, first), _, ..] = &pieces[..] {
                let inside = first.windows(14).any(|window| window == b"\npyramid-game ");
                prop_assert!(first.starts_with(b"pyramid-game ") || inside);
            }
        }
    }

    #[test]
    fn an_error_comes_behind_what_was_read() {
        struct Fails(bool);
        impl Read for Fails {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Err(io::Error::other("gone"));
                }
                buffer[..3].copy_from_slice(b"1. ");
                Ok(3)
            }
        }
        let mut found = Vec::new();
        cut(Fails(false), 10, |piece| {
            found.push(piece);
            true
        });
        let mut bytes = [0; 3];
        found[0].read_exact(&mut bytes).unwrap();
        assert_eq!(&bytes, b"1. ");
        assert_eq!(found[0].read(&mut bytes).unwrap_err().to_string(), "gone");
    }
}
