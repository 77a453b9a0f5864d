//! The texts of what is wrong with lines and tokens.

use crate::cards::CardSpelling;
use crate::diagnostic::{Code, Diagnostic, quote};
use crate::event::Version;
use crate::lines::{Damage, Lines, MAX_LINE};
use crate::span::{Location, Text};
use crate::token::{TokenError, TokenFault};

pub(super) fn damage<R>(lines: &Lines<R>, damage: Damage) -> Diagnostic {
    let bytes = &lines.damaged;
    let place = |at: usize, len: usize| {
        let before = String::from_utf8_lossy(&bytes[..at]);
        Location {
            start: lines.start + at as u64,
            len: len as u32,
            line: lines.number,
            column: before.chars().count() as u32 + 1,
        }
    };
    match damage {
        Damage::TooLong(len) => {
            let most = MAX_LINE / 1024;
            let message = format!("this line is {len} bytes long; a line has at most {most} KiB");
            Diagnostic::new(Code::LineTooLong, place(0, bytes.len()), message)
                .note("moves may stand on as many lines as you like")
        }
        Damage::NotUtf8(at) | Damage::CutCharacter(at) => {
            let byte = bytes.get(at).copied().unwrap_or_default();
            let message = format!("the byte {byte:#04x} is not UTF-8");
            let wrong = Diagnostic::new(Code::Encoding, place(at, 1), message)
                .label(format!("byte {} of the input", lines.start + at as u64));
            match byte {
                0xFE | 0xFF if lines.start == 0 && at == 0 => {
                    wrong.note("the file begins like UTF-16; save it as UTF-8")
                }
                0xA0..=0xFF => {
                    let latin = char::from(byte);
                    wrong.note(format!("in Latin-1 it is {latin}; save the file as UTF-8"))
                }
                _ => wrong,
            }
        }
        Damage::Control(at, wrong) => {
            let number = u32::from(wrong);
            let (kind, note) = match wrong {
                '\u{2028}' | '\u{2029}' | '\u{85}' | '\u{b}' | '\u{c}' => {
                    ("separator", Some("lines end with LF"))
                }
                '\0' => ("control character", Some("a text has no NULs; is it UTF-16?")),
                _ => ("control character", None),
            };
            let message = format!("the {kind} U+{number:04X} cannot stand in a record");
            let found = Diagnostic::new(Code::Control, place(at, wrong.len_utf8()), message);
            match note {
                Some(note) => found.note(note),
                None => found,
            }
        }
    }
}

/// A token that is no move. The range of the error counts from the beginning of the line.
pub(super) fn token(
    line: Text<'_>,
    start: usize,
    end: usize,
    error: &TokenError,
    alone: bool,
) -> Diagnostic {
    let written = &line.text[start..end];
    let at = line.part(error.range.clone()).at;
    let unlike_moves =
        matches!(error.fault, TokenFault::Word | TokenFault::Card(CardSpelling::NoCard));
    if alone && unlike_moves {
        let message = "this line is neither a header nor moves nor a comment";
        return Diagnostic::new(Code::Token, at, message)
            .help("a header is `key: value`, and a comment begins with `#`");
    }
    let quoted = quote(written);
    if written.bytes().all(|byte| byte.is_ascii_digit()) {
        return Diagnostic::new(Code::Token, at, format!("{quoted} is not a move"))
            .help(format!("the number of a move has a dot behind it: `{written}.`"));
    }
    let wrong =
        Diagnostic::new(Code::Token, at, format!("{quoted} is not a move: {}", error.fault));
    let help = match error.fault {
        _ if written.starts_with(['{', '(', '[']) => {
            "a comment begins with `#` and takes the rest of the line"
        }
        TokenFault::Word if written.eq_ignore_ascii_case("hint") => "write `:hint`",
        TokenFault::ThirdCard => "put a blank between moves",
        TokenFault::Trailing if written[error.range.start - start..].starts_with('#') => {
            "put two blanks before `#`"
        }
        TokenFault::Trailing => "put a blank between moves; the cards of a pair are joined by `+`",
        _ => return wrong,
    };
    wrong.help(help)
}

pub(super) fn version(at: Location, written: &str, version: Option<Version>) -> Diagnostic {
    let known = Version::CURRENT.major;
    match version {
        Some(version) => {
            let message = format!("this game is written in version {version} of the format");
            Diagnostic::new(Code::Version, at, message)
                .note(format!("version {known} can be read; the game is skipped"))
        }
        None => {
            let message = match written {
                "" => "the version is missing".to_owned(),
                _ => format!("{} is not a version", quote(written)),
            };
            Diagnostic::new(Code::Version, at, message)
                .help("a game begins with `pyramid-game 1.0`")
        }
    }
}

pub(super) fn number(
    at: Location,
    stated: u32,
    number: u32,
    before: Option<Location>,
) -> Diagnostic {
    let message = format!("this line says move {stated}, but it is move {number}");
    let wrong = Diagnostic::new(Code::Number, at, message)
        .help("`pyramid fmt --renumber` rewrites the numbers if the moves are right");
    match before {
        Some(line) => {
            wrong.other(line, format!("move {} is on this line", number.saturating_sub(1)))
        }
        None => wrong,
    }
}
