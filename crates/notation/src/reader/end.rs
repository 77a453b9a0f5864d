//! The `end:` line, the end of a game and the end of the input.

use std::io::BufRead;
use std::ops::Range;

use super::Reader;
use super::state::{Cut, Phase, Step};
use super::structure::trim;
use crate::clock::Clock;
use crate::diagnostic::{Code, Diagnostic};
use crate::ending::{Ending, GameResult, atoms};
use crate::event::GameEnd;
use crate::span::{Location, Text};
use crate::spelling::claim;
use crate::writer::ending_line;

impl<R: BufRead> Reader<R> {
    pub(super) fn end_line(&mut self, start: usize, value: Range<usize>, tail: Option<usize>) {
        if self.phase == Phase::Headers && !self.ready() {
            return;
        }
        if !self.lines.ended {
            self.line.cut = Some(Cut::Ending);
            return;
        }
        // Values have no blanks in them, so one blank is enough before a remark here.
        let bytes = self.lines.text.as_bytes();
        let is_remark =
            |&sign: &usize| bytes[sign] == b'#' && matches!(bytes[sign - 1], b' ' | b'\t');
        let near = bytes.contains(&b'#').then(|| value.clone().find(is_remark)).flatten();
        let tail = near.or(tail);
        let value = trim(&self.lines.text, value.start..near.unwrap_or(value.end));
        let at = self.locate(start..value.end);
        let value_at = self.locate(value.clone());
        let text = Text { text: &self.lines.text[value.clone()], at: value_at };
        let word = atoms(text.text).next().and_then(|(_, word)| GameResult::from_name(word));
        let time = match Ending::read(text) {
            Err(wrong) if word.is_none() => return self.refuse_game(Cut::Ending, *wrong),
            Err(wrong) => {
                self.error(*wrong);
                None
            }
            Ok(ending) => ending.value("time").map(|time| (Clock::read(time.text), time.at)),
        };
        let Some(result) = word else { return };
        let last = self.game.as_ref().and_then(|game| game.clock);
        if let (Some((Some((time, _)), time_at)), Some((last, last_at))) = (time, last)
            && time < last
        {
            let message = format!("the game ends at {time} s, but a move was played at {last} s");
            self.error(
                Diagnostic::new(Code::Clock, time_at, message).other(last_at, "the last clock"),
            );
        }
        self.canonical(|text| {
            let pairs = atoms(&text[value.clone()]).skip(1).map(|(_, pair)| {
                pair.split_once('=').map_or(pair.into(), |(name, value)| {
                    format!("{name}={}", claim(name, value)).into()
                })
            });
            ending_line(result, pairs)
        });
        self.phase = Phase::After;
        if let Some(game) = &mut self.game {
            game.end = Some(at);
        }
        self.queue.push_back(Step::Ending { at, result, value: value_at });
        if let Some(sign) = tail {
            self.canonical_tail(sign);
            self.remark(sign, false);
        }
    }

    /// Something other than a comment behind the `end:` line, which is said once a game.
    pub(super) fn behind_end(&mut self) {
        let Some(game) = &mut self.game else { return };
        if !self.lines.ended {
            self.line.cut = Some(Cut::Line);
        } else if !std::mem::replace(&mut game.trailing, true) {
            let end = game.end.unwrap_or(game.at);
            self.error(
                Diagnostic::new(
                    Code::AfterEnd,
                    self.lines.whole(),
                    "only comments may follow the end of a game",
                )
                .other(end, "the game ended here")
                .help("another game begins with `pyramid-game 1.0`"),
            );
        }
    }

    /// Gives the end of the game that is being read.
    pub(super) fn close_game(&mut self, here: Location) {
        let Some(game) = self.game.take() else { return };
        if std::mem::take(&mut self.left) {
            return;
        }
        let end = match self.phase {
            Phase::After => GameEnd::Finished,
            Phase::Headers | Phase::Moves => {
                let message = "the game has no `end:` line";
                let wrong = Diagnostic::new(Code::Unfinished, game.last_line, message);
                self.warn(wrong.note(were_read(game.moves)));
                GameEnd::Unfinished
            }
            Phase::Before | Phase::Skip => GameEnd::Refused,
        };
        self.queue.push_back(Step::GameEnd(here, end));
    }

    pub(super) fn end_of_input(&mut self) {
        let here = self.lines.here();
        let skipping = self.phase == Phase::Skip;
        self.check_blanks_at_end();
        if self.lines.ended || skipping {
            return self.close_game(here);
        }
        let playing = matches!(self.phase, Phase::Headers | Phase::Moves);
        let (at, message) = match self.line.cut {
            Some(Cut::Token(at)) => (at, "the record stops in the middle of a move"),
            Some(Cut::Ending) => {
                (self.lines.whole(), "this line has no line end, so it does not end the game")
            }
            Some(Cut::Line) => (self.lines.whole(), "the record stops in the middle of a line"),
            None => (here, "the record stops without a line end"),
        };
        if playing && let Some(game) = self.game.take() {
            let last = if self.line.open { "; the last of them may be a part of one" } else { "" };
            let note = format!("{}{last}", were_read(game.moves));
            self.warn(Diagnostic::new(Code::Truncated, at, message).note(note));
            self.queue.push_back(Step::GameEnd(here, GameEnd::Truncated));
        } else if self.line.cut.is_some() {
            self.warn(Diagnostic::new(Code::Truncated, at, message));
        } else {
            let message = "the last line has no line end";
            self.line.complained = false;
            self.warn_spelling(Diagnostic::new(Code::NoLineEnd, here, message));
        }
        self.close_game(here);
    }
}

/// As `1 whole move was read`.
fn were_read(count: u32) -> String {
    match count {
        1 => "1 whole move was read".to_owned(),
        count => format!("{count} whole moves were read"),
    }
}
