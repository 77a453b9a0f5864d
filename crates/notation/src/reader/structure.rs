//! Lines to events: all but the moves.

use std::io::BufRead;
use std::ops::Range;

use super::state::{Cut, Game, Phase, Step};
use super::{GAME_WORD, Reader, is_game_line, problems};
use crate::diagnostic::{Code, Diagnostic, quote};
use crate::event::Version;
use crate::keys::HeaderKey;
use crate::span::Location;
use crate::spelling::header_value;
use crate::values::{read_date, read_match};
use crate::writer::{comment_line, game_line, header_line};

impl<R: BufRead> Reader<R> {
    /// Takes a line of text and puts what it gives into the queue.
    pub(super) fn good_line(&mut self) {
        let text = self.lines.text.as_str();
        let Range { start, end } = trim(text, 0..text.len());
        let line = &text.as_bytes()[start..end];
        let Some(&first) = line.first() else {
            self.blanks += 1;
            self.check_blank_line();
            return;
        };
        let game = is_game_line(line);
        let colon = key_length(line);
        if self.phase == Phase::Skip && !game {
            return;
        }
        self.check_blanks_before(game);
        if game {
            self.game_line(start..end);
        } else if matches!(first, b'#' | b'%' | b';') {
            self.comment_line(start..end);
        } else if self.phase == Phase::Before {
            self.refuse_game(Cut::Line, no_game(self.lines.whole()));
        } else if self.phase == Phase::After {
            self.behind_end();
        } else if let Some(len) = colon {
            self.keyed_line(start..end, start + len);
        } else {
            self.begin_moves_line(start);
        }
        let whole = self.lines.whole();
        if let Some(game) = &mut self.game {
            game.last_line = whole;
            game.continues &= self.line.in_moves;
        }
        if !self.line.in_moves {
            self.check_canonical();
        }
    }

    fn comment_line(&mut self, line: Range<usize>) {
        let body = trim(&self.lines.text, line.start + 1..line.end);
        if !self.lines.text[line.start..].starts_with('#') {
            let at = self.locate(line.start..line.start + 1);
            self.warn_spelling(comment_sign(at));
        }
        self.canonical(|text| comment_line(&text[body.clone()]));
        let at = self.locate(body);
        self.queue.push_back(Step::Comment(at));
    }

    /// The text behind a `#`, if there is any. Where nothing stands before it, it is a comment.
    pub(super) fn remark(&mut self, sign: usize, alone: bool) {
        let body = trim(&self.lines.text, sign + 1..self.lines.text.len());
        if !body.is_empty() {
            let at = self.locate(body);
            self.queue.push_back(if alone { Step::Comment(at) } else { Step::Remark(at) });
        }
    }

    fn game_line(&mut self, line: Range<usize>) {
        let text = self.lines.text.as_str();
        let rest = line.start + GAME_WORD.len()..line.end;
        let tail = text[rest.clone()].find('#').map(|sign| rest.start + sign);
        let written = trim(text, rest.start..tail.unwrap_or(line.end));
        let version = Version::read(&text[written.clone()]).filter(|_| rest.start < written.start);
        let at = self.locate(line.start..written.end);
        let version_at = self.locate(written.clone());
        self.begin_game(at, version);
        let newest = Version::CURRENT;
        match version {
            Some(version) if version.major == newest.major => {
                self.canonical(|_| game_line(version));
                if version.minor > newest.minor {
                    let message = format!(
                        "this game is written in version {version}, newer than {newest}: some of it may not be understood"
                    );
                    let wrong = Diagnostic::new(Code::Version, version_at, message);
                    self.warn(wrong.severity(crate::Severity::Warning));
                }
                if let Some(sign) = tail {
                    self.remark(sign, false);
                }
            }
            _ => {
                let wrong = problems::version(version_at, &self.lines.text[written], version);
                self.refuse_game(Cut::Line, wrong);
            }
        }
    }

    /// Ends the game before, if there is one, and begins a game.
    pub(super) fn begin_game(&mut self, at: Location, version: Option<Version>) {
        self.close_game(Location { len: 0, ..at });
        self.game = Some(Game::new(at));
        self.phase = Phase::Headers;
        self.queue.push_back(Step::Game(at, version));
    }

    /// A header or the `end:` line.
    fn keyed_line(&mut self, line: Range<usize>, colon: usize) {
        let text = self.lines.text.as_str();
        let tail = tail(text, colon + 1);
        let value = trim(text, colon + 1..tail.unwrap_or(line.end));
        let name = &text[line.start..colon];
        if name.eq_ignore_ascii_case("end") {
            self.end_line(line.start, value, tail);
            return;
        }
        let known = HeaderKey::from_name(name);
        let at = self.locate(line.start..value.end);
        let key = self.locate(line.start..colon);
        let value_at = self.locate(value.clone());
        let Some(first) = self.admit_header(known, at, key) else { return };
        if value.is_empty() {
            self.empty_value(first, at);
        } else {
            self.check_value(first, value_at);
            self.check_key_order(first, key);
            self.canonical(|text| {
                let value = &text[value.clone()];
                let value = first.map_or(value.into(), |key| header_value(key, value));
                header_line(&text[line.start..colon], &value)
            });
            self.queue.push_back(Step::Header { at, known: first, key, value: value_at });
        }
        if let Some(sign) = tail {
            self.canonical_tail(sign);
            self.remark(sign, value.is_empty());
        }
    }

    /// Whether a header may stand here, as the key again. The double option is flattened by the
    /// caller: `None` is no, `Some(None)` an unknown key.
    fn admit_header(
        &mut self,
        known: Option<HeaderKey>,
        at: Location,
        key: Location,
    ) -> Option<Option<HeaderKey>> {
        let essential = matches!(known, Some(HeaderKey::Rules | HeaderKey::Deal | HeaderKey::From));
        let game = self.game.as_mut()?;
        if self.phase == Phase::Moves {
            let wrong = Diagnostic::new(Code::LateKey, key, "headers stand before the moves");
            let wrong = match game.moves_line {
                Some(line) => wrong.other(line, "moves so far"),
                None => wrong,
            };
            self.cannot_read(Cut::Line, wrong);
            return None;
        }
        let Some(known) = known else {
            let name = self.text_at(key).to_owned();
            if !name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("x-")) {
                let wrong = Diagnostic::new(
                    Code::Key,
                    key,
                    format!("the key {} is not known", quote(&name)),
                );
                self.warn(match HeaderKey::nearest(&name) {
                    Some(nearest) => wrong.help(format!("did you mean `{nearest}:`?")),
                    None => wrong.help(format!(
                        "private keys begin with `x-`: `x-{}:`",
                        name.to_ascii_lowercase()
                    )),
                });
            }
            return Some(None);
        };
        if let Some(first) = game.seen[known as usize] {
            let wrong = Diagnostic::new(
                Code::DuplicateKey,
                key,
                format!("this game has two lines `{known}:`"),
            )
            .other(first, "the first one");
            match essential {
                true => self.refuse_game(Cut::Line, wrong),
                false => self.cannot_read(Cut::Line, wrong),
            }
            return None;
        }
        if known == HeaderKey::Deal && !game.seen(HeaderKey::Rules) {
            let start = game.at;
            self.refuse_game(
                Cut::Line,
                Diagnostic::new(
                    Code::Rules,
                    key,
                    "the rules stand before the deal, and there are none yet",
                )
                .other(start, "the game begins here")
                .help("write `rules: pyramid` (or whatever was played) above this line"),
            );
            return None;
        }
        game.seen[known as usize] = Some(at);
        Some(Some(known))
    }

    fn empty_value(&mut self, key: Option<HeaderKey>, at: Location) {
        let code = match key {
            Some(HeaderKey::Rules) => Code::Rules,
            Some(HeaderKey::Deal) => Code::Deal,
            Some(HeaderKey::From) => Code::From,
            _ if !self.lines.ended => {
                self.line.cut = Some(Cut::Line);
                return;
            }
            _ => {
                return self.warn_spelling(Diagnostic::new(
                    Code::EmptyValue,
                    at,
                    "this header has no value",
                ));
            }
        };
        self.refuse_game(Cut::Line, Diagnostic::new(code, at, "this header has no value"));
    }

    /// The forms that need no rules: `date` and `match`.
    fn check_value(&mut self, key: Option<HeaderKey>, at: Location) {
        let value = self.text_at(at);
        let (code, wrong) = match key {
            Some(HeaderKey::Date) => (Code::Date, read_date(value).err()),
            Some(HeaderKey::Match) => (Code::Match, read_match(value).err()),
            _ => return,
        };
        if let Some(wrong) = wrong {
            let what = if code == Code::Date { "a date" } else { "a game of a match" };
            let message = format!("{} is not {what}: {wrong}", quote(value));
            self.cannot_read(Cut::Line, Diagnostic::new(code, at, message));
        }
    }

    /// Whether the game has what it needs before its first move or its end.
    pub(super) fn ready(&mut self) -> bool {
        let Some(game) = &self.game else { return false };
        let (code, message, help) = if !game.seen(HeaderKey::Rules) {
            (
                Code::Rules,
                "this game has no rules",
                "write `rules:` and the name of the game above the moves",
            )
        } else if !game.seen(HeaderKey::Deal) && !game.seen(HeaderKey::From) {
            (Code::Deal, "this game has no deal", "write `deal:` and the cards above the moves")
        } else {
            self.check_deal_written();
            return true;
        };
        let start = game.at;
        let wrong = Diagnostic::new(code, self.lines.whole(), message)
            .other(start, "the game begins here")
            .help(help);
        self.refuse_game(Cut::Line, wrong);
        false
    }

    fn text_at(&self, at: Location) -> &str {
        let start = (at.start - self.lines.start) as usize;
        &self.lines.text[start..start + at.len as usize]
    }
}

fn no_game(at: Location) -> Diagnostic {
    Diagnostic::new(Code::NoGame, at, "a record begins with `pyramid-game 1.0`")
        .note("everything up to the first such line is skipped")
}

pub(super) fn comment_sign(at: Location) -> Diagnostic {
    Diagnostic::new(Code::CommentSign, at, "a comment begins with `#`")
}

/// The range without the blanks at its ends.
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let blank = |at: usize| matches!(bytes[at], b' ' | b'\t');
    let Range { mut start, mut end } = range;
    while start < end && blank(start) {
        start += 1;
    }
    while start < end && blank(end - 1) {
        end -= 1;
    }
    start..end
}

/// The length of the key that a line begins with, if there is a colon behind it.
fn key_length(line: &[u8]) -> Option<usize> {
    if !line.first()?.is_ascii_alphabetic() {
        return None;
    }
    let colon = line.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')?;
    (line[colon] == b':').then_some(colon)
}

/// The `#` of a remark behind a value: the first with two blanks or a tab before it.
fn tail(text: &str, from: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[from..];
    if !bytes.contains(&b'#') {
        return None;
    }
    let is_remark = |sign: &usize| {
        bytes[*sign] == b'#' && matches!(bytes[..*sign], [.., b'\t'] | [.., b' ' | b'\t', b' '])
    };
    (0..bytes.len()).find(is_remark).map(|sign| from + sign)
}
