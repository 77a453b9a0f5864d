//! What only a strict reader looks at: whether a line is written as we write it.

use std::fmt::Write as _;
use std::io::BufRead;

use super::Reader;
use super::state::Step;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::HeaderKey;
use crate::span::Location;
use crate::token::MoveText;
use crate::writer::{MAX_ITEMS, is_last_on_line, tail_text};

impl<R: BufRead> Reader<R> {
    /// Says how the line, or what it has so far, would be written. The closure gets the line.
    #[inline]
    pub(super) fn canonical(&mut self, write: impl FnOnce(&str) -> String) {
        if self.options.strict {
            self.line.canonical = write(&self.lines.text);
        }
    }

    /// Adds the remark whose sign is at this byte.
    pub(super) fn canonical_tail(&mut self, sign: usize) {
        if self.options.strict {
            let tail = tail_text(self.lines.text[sign + 1..].trim_matches([' ', '\t']));
            self.line.canonical.push_str(&tail);
        }
    }

    pub(super) fn canonical_move(&mut self, read: &MoveText, number: u32, at: Location) {
        if self.line.full {
            self.not_canonical(at, "a new line begins after every tenth move");
        }
        let line = &mut self.line.canonical;
        // Writing to a string does not fail.
        let _ = match self.line.items {
            0 => write!(line, "{number}. {read}"),
            _ => write!(line, " {read}"),
        };
        self.line.items += 1;
        self.line.full = is_last_on_line(&read.token, number, self.line.items);
    }

    /// Compares the line with what it should be.
    pub(super) fn check_canonical(&mut self) {
        if !self.options.strict || self.line.complained {
            return;
        }
        let (written, canonical) = (&self.lines.text, &self.line.canonical);
        if self.lines.carriage {
            self.not_canonical(self.lines.line_end(), "this line ends with CR; lines end with LF");
            return;
        }
        if written == canonical {
            return;
        }
        let common = written.char_indices().zip(canonical.chars()).find(|((_, a), b)| a != b);
        let at = common.map_or(written.len().min(canonical.len()), |((at, _), _)| at);
        let rest = canonical[at..].chars().take(24).collect::<String>();
        let len = written[at..].chars().next().map_or(0, char::len_utf8);
        let message = match rest.as_str() {
            "" => "this line is not in canonical form: nothing more should stand here".to_owned(),
            rest => format!("this line is not in canonical form: here `{rest}` should stand"),
        };
        let place = self.locate(at..at + len);
        self.not_canonical(place, message);
    }

    fn not_canonical(&mut self, at: Location, message: impl Into<std::borrow::Cow<'static, str>>) {
        self.error(Diagnostic::new(Code::NotCanonical, at, message));
    }

    pub(super) fn check_blank_line(&mut self) {
        if self.options.strict && (!self.lines.text.is_empty() || self.lines.carriage) {
            self.check_canonical();
        }
    }

    /// One blank line stands before every game but the first, and none elsewhere.
    pub(super) fn check_blanks_before(&mut self, game_line: bool) {
        let blanks = std::mem::take(&mut self.blanks);
        if !self.options.strict {
            return;
        }
        let wanted = u64::from(game_line && self.game.is_some());
        if blanks != wanted {
            let at = Location { len: 0, ..self.lines.whole() };
            let message = match wanted {
                1 => "one blank line stands between games",
                _ => "blank lines stand between games only",
            };
            self.not_canonical(at, message);
        }
    }

    pub(super) fn check_blanks_at_end(&mut self) {
        if self.options.strict && self.blanks > 0 {
            let message = "no blank line stands at the end";
            let problem = Diagnostic::new(Code::NotCanonical, self.lines.here(), message);
            self.queue.push_back(Step::Problem(Box::new(problem)));
        }
    }

    pub(super) fn check_key_order(&mut self, key: Option<HeaderKey>, at: Location) {
        let order = key.map_or(HeaderKey::COUNT, |key| key as usize);
        let Some(game) = &mut self.game else { return };
        let late = order < game.order;
        game.order = game.order.max(order);
        if late && self.options.strict {
            self.not_canonical(at, "this key stands further up in canonical order");
        }
    }

    pub(super) fn check_deal_written(&mut self) {
        if self.options.strict && self.game.as_ref().is_some_and(|game| !game.seen(HeaderKey::Deal))
        {
            let at = self.lines.whole();
            self.not_canonical(at, "a canonical record has its cards, in a line `deal:` above");
        }
    }

    /// Moves go on the line before while there is room.
    pub(super) fn check_line_was_needed(&mut self) {
        if self.game.as_ref().is_some_and(|game| game.continues) {
            let at = self.lines.whole();
            let message =
                format!("these moves belong on the line before (ten moves, {MAX_ITEMS} items)");
            self.not_canonical(at, message);
        }
    }
}
