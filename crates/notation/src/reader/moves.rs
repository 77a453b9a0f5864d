//! Lines of moves to events. Most of the input goes through here.

use std::io::BufRead;

use pyramid_engine::Card;

use super::state::{Cut, Game, Phase, Step};
use super::structure::comment_sign;
use super::{MAX_MOVES, Reader, problems};
use crate::clock::Clock;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::{Event, Item, Played};
use crate::span::{Location, Text};
use crate::token::{Drawn, MoveText, Plain, Token, TokenError, TokenFault, scan_plain};

/// What [`Reader::plain_move`] finds.
pub(super) struct PlainMove {
    pub(super) kind: Plain,
    pub(super) first: Card,
    pub(super) second: Card,
    pub(super) clock: Option<Clock>,
    pub(super) place: Location,
    pub(super) number: u32,
    pub(super) stated: Option<u32>,
}

impl PlainMove {
    /// Where in its line it begins, in bytes.
    #[inline(always)]
    pub(super) fn start(&self) -> usize {
        self.place.column as usize - 1
    }

    #[inline(always)]
    pub(super) fn item<'a>(&self, written: &'a str) -> Item<'a> {
        let item = |token| {
            let text = MoveText { token, mark: None, clock: self.clock, canonical: true };
            let PlainMove { number, stated, .. } = *self;
            let event = Event::Move(Played { text, number, stated, open: false, written });
            Item { at: self.place, event }
        };
        // Three times the same, so that each puts its parts where they stay.
        match self.kind {
            Plain::Pair => item(Token::Pair(self.first.into(), self.second.into())),
            Plain::Single => item(Token::Single(self.first.into())),
            Plain::Draw => item(Token::Draw(Drawn::one(self.first))),
        }
    }
}

impl<R: BufRead> Reader<R> {
    /// The next move, if it is of the usual kind on a line of the usual kind: nine of ten are. If it
    /// is not, nothing has changed, and [`Reader::next_move`] reads it.
    ///
    /// This is for speed only. Small values go from here to the caller in registers: put together in
    /// memory and copied from there, a move takes three times as long.
    #[inline(always)]
    pub(super) fn plain_move(&mut self) -> Option<PlainMove> {
        if !self.line.plain {
            return None;
        }
        let bytes = self.lines.text.as_bytes();
        let at = self.line.cursor + usize::from(bytes.get(self.line.cursor) == Some(&b' '));
        let (kind, first, second, mut len) = scan_plain(bytes.get(at..)?)?;
        let game = self.game.as_mut()?;
        if game.items() >= MAX_MOVES {
            return None;
        }
        let mut clock = None;
        if bytes.get(at + len) == Some(&b'@') {
            let (time, more, canonical) = Clock::scan(&bytes[at + len + 1..])?;
            len += 1 + more;
            let usual = canonical && matches!(bytes.get(at + len), None | Some(b' '));
            if !usual || game.clock.is_some_and(|(last, _)| time < last) {
                return None;
            }
            clock = Some(time);
        }
        let place = Location {
            start: self.lines.start + at as u64,
            len: len as u32,
            line: self.lines.number,
            column: at as u32 + 1,
        };
        if let Some(clock) = clock {
            game.clock = Some((clock, place));
        }
        game.moves += 1;
        self.line.cursor = at + len;
        let stated = self.line.stated.take();
        Some(PlainMove { kind, first, second, clock, place, number: game.moves, stated })
    }

    /// The next event of a line of moves, or `None` at its end.
    pub(super) fn next_move(&mut self) -> Option<Step> {
        self.take_numbers();
        let at = self.line.cursor;
        match self.lines.text.as_bytes().get(at) {
            None => {
                self.end_moves_line(None);
                return None;
            }
            Some(b'#' | b';') if !begins_face_down(&self.lines.text.as_bytes()[at..]) => {
                self.end_moves_line(Some(at));
                return self.queue.pop_front();
            }
            Some(_) => {}
        }
        let stated = self.line.stated.take();
        match MoveText::scan(&self.lines.text, at) {
            Ok((read, end)) => self.take_move(read, at, end, stated),
            Err(error) => self.wrong_token(&error, at, stated),
        }
    }

    #[inline]
    fn take_move(
        &mut self,
        read: MoveText,
        at: usize,
        end: usize,
        stated: Option<u32>,
    ) -> Option<Step> {
        if self.phase == Phase::Headers {
            if !self.ready() {
                return self.queue.pop_front();
            }
            self.phase = Phase::Moves;
            self.line.plain = self.is_plain();
        }
        let open = !self.lines.ended && end == self.lines.text.len();
        let place = self.locate(at..end);
        let game = self.game.as_mut()?;
        let number = game.moves + 1;
        if game.items() >= MAX_MOVES {
            let message = "a game has at most 100,000 moves and hints";
            self.line.in_moves = false;
            self.phase = Phase::Skip;
            self.error(Diagnostic::new(Code::TooManyMoves, place, message));
            return self.queue.pop_front();
        }
        match read.token.is_numbered() {
            true => game.moves += 1,
            false => game.hints += 1,
        }
        let mut read = read;
        if let Some(clock) = read.clock {
            match game.clock {
                Some((last, last_at)) if clock < last => {
                    if open {
                        read.clock = None;
                    } else {
                        let message =
                            format!("the clock runs backwards: from {last} s to {clock} s");
                        let sign = self.lines.text[at..end].find('@').map_or(at, |sign| at + sign);
                        let clock_at = self.locate(sign..end);
                        self.error(
                            Diagnostic::new(Code::Clock, clock_at, message)
                                .other(last_at, "the clock before"),
                        );
                        self.game.as_mut()?.clock = Some((clock, place));
                    }
                }
                _ => game.clock = Some((clock, place)),
            }
        }
        self.line.cursor = end;
        self.line.open = open;
        if self.options.strict {
            self.canonical_move(&read, number, place);
        }
        let step = Step::Move { at: place, read, number, stated, open };
        match self.queue.pop_front() {
            None => Some(step),
            Some(first) => {
                self.queue.push_back(step);
                Some(first)
            }
        }
    }

    #[cold]
    fn wrong_token(&mut self, error: &TokenError, at: usize, stated: Option<u32>) -> Option<Step> {
        let text = self.lines.text.as_str();
        let end = text[at..].find([' ', '\t']).map_or(text.len(), |len| at + len);
        let line = Text { text, at: self.lines.whole() };
        let open = !self.lines.ended && end == text.len();
        if error.fault == TokenFault::Clock
            && let Ok(read) = MoveText::read(&text[at..error.range.start])
        {
            let wrong = Diagnostic::new(
                Code::Clock,
                line.part(error.range.clone()).at,
                error.fault.to_string(),
            );
            match open {
                true => self.line.cut = Some(Cut::Token(line.part(at..end).at)),
                false => self.error(wrong),
            }
            let read = MoveText { canonical: false, ..read };
            return self.take_move(read, at, end, stated);
        }
        let alone = stated.is_none() && text[..at].trim_matches([' ', '\t']).is_empty();
        let wrong = problems::token(line, at, end, error, alone);
        self.line.in_moves = false;
        if open && alone {
            self.line.cut = Some(Cut::Line);
        } else if open {
            self.line.cut = Some(Cut::Token(line.part(at..end).at));
        } else {
            self.phase = Phase::Skip;
            self.error(wrong);
        }
        self.queue.pop_front()
    }

    #[inline]
    fn check_number(&mut self, stated: u32, at: usize, len: usize) {
        let Some(game) = &mut self.game else { return };
        let number = game.moves + 1;
        let shift = i64::from(stated) - i64::from(number);
        if shift == game.shift || self.options.ignore_numbers {
            return;
        }
        game.shift = shift;
        let before = game.moves_line;
        let at = self.locate(at..at + len - 1);
        self.error(problems::number(at, stated, number, before));
    }

    pub(super) fn begin_moves_line(&mut self, start: usize) {
        if self.options.strict {
            self.check_line_was_needed();
        }
        self.line.in_moves = true;
        self.line.cursor = start;
        self.line.items_before = self.game.as_ref().map_or(0, Game::items);
        self.take_numbers();
        self.line.plain = self.is_plain();
    }

    fn is_plain(&self) -> bool {
        self.phase == Phase::Moves
            && self.lines.ascii
            && self.lines.ended
            && !self.options.strict
            && self.queue.is_empty()
    }

    /// Skips blanks and numbers before a token.
    #[inline]
    fn take_numbers(&mut self) {
        loop {
            let bytes = self.lines.text.as_bytes();
            let mut at = self.line.cursor;
            while let Some(b' ' | b'\t') = bytes.get(at) {
                at += 1;
            }
            self.line.cursor = at;
            let Some((number, len)) = move_number(&bytes[at..]) else { return };
            self.line.cursor += len;
            self.line.stated = Some(number);
            self.check_number(number, at, len);
        }
    }

    /// At the end of the line, or at the sign of its remark.
    fn end_moves_line(&mut self, remark: Option<usize>) {
        self.line.in_moves = false;
        self.line.plain = false;
        if let Some(sign) = remark {
            if self.lines.text.as_bytes()[sign] == b';' {
                let at = self.locate(sign..sign + 1);
                self.warn_spelling(comment_sign(at));
            }
            self.canonical_tail(sign);
            let alone =
                self.game.as_ref().is_some_and(|game| game.items() == self.line.items_before);
            self.remark(sign, alone);
        }
        self.check_canonical();
        let line = self.lines.whole();
        if let Some(game) = &mut self.game {
            game.moves_line = Some(line);
            game.continues = remark.is_none() && !self.line.full;
        }
    }
}

/// A number at the beginning of the bytes and its length with the sign behind it: `12.`, `12)`,
/// `12:`. A number too large for 32 bits is the largest.
#[inline]
fn move_number(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut number = 0u32;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                number = number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            }
            b'.' | b')' | b':' if at > 0 => return Some((number, at + 1)),
            _ => return None,
        }
    }
    None
}

/// Whether a token begins with a card that lies face down, as in a player's view (`##+9d`), and not
/// a remark.
fn begins_face_down(rest: &[u8]) -> bool {
    rest.starts_with(b"##") && matches!(rest.get(2), Some(b'+' | b'/' | b'['))
}
