//! The `end:` line: how a game ended and what its record claims.

use std::fmt;
use std::ops::Range;

use pyramid_engine::Reason;

use crate::clock::Clock;
use crate::diagnostic::{Code, Diagnostic, quote};
use crate::span::Text;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The goal was reached.
    Won,
    /// No win is possible by the rules of the ending.
    Lost,
    /// The player stopped.
    Resigned,
    /// It is to be continued.
    Open,
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 4] =
        [GameResult::Won, GameResult::Lost, GameResult::Resigned, GameResult::Open];

    /// The word in the record.
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::Won => "won",
            GameResult::Lost => "lost",
            GameResult::Resigned => "resigned",
            GameResult::Open => "open",
        }
    }

    /// Reads the word in any case.
    pub fn from_name(name: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an `end:` line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending<'a> {
    /// How the game ended.
    pub result: GameResult,
    /// The value of `end:` without its remark.
    pub text: Text<'a>,
}

impl<'a> Ending<'a> {
    /// How many `name=value` pairs a line may have.
    pub const MAX_PAIRS: usize = 64;

    /// The `name=value` pairs in their order, names and values with their places.
    ///
    /// ```
    /// use pyramid_notation::{Ending, Text};
    /// let ending = Ending::read(Text::new("won reason=cleared moves=36")).unwrap();
    /// let moves = ending.pairs().find(|(name, _)| name.text == "moves").unwrap();
    /// assert_eq!((moves.1.text, moves.1.at.column), ("36", 26));
    /// ```
    pub fn pairs(&self) -> impl Iterator<Item = (Text<'a>, Text<'a>)> + use<'a> {
        let text = self.text;
        atoms(text.text).skip(1).filter_map(move |(start, atom)| {
            let sign = atom.find('=')?;
            let end = start + atom.len();
            Some((text.part(start..start + sign), text.part(start + sign + 1..end)))
        })
    }

    /// The value of a name, if it is given.
    pub fn value(&self, name: &str) -> Option<Text<'a>> {
        self.find(name).map(|(start, value)| self.text.part(start..start + value.len()))
    }

    /// The value of a name and where in the text it begins. Quicker than [`Ending::value`].
    fn find(&self, name: &str) -> Option<(usize, &'a str)> {
        atoms(self.text.text).skip(1).find_map(|(start, atom)| {
            let value = atom.strip_prefix(name)?.strip_prefix('=')?;
            Some((start + atom.len() - value.len(), value))
        })
    }

    /// `reason=`.
    pub fn reason(&self) -> Option<Reason> {
        Reason::from_name(self.find("reason")?.1)
    }

    /// `score=`, a whole number.
    pub fn score(&self) -> Option<i64> {
        self.find("score")?.1.parse().ok()
    }

    /// `moves=`, the number of moves that stand.
    pub fn moves(&self) -> Option<u32> {
        self.find("moves")?.1.parse().ok()
    }

    /// `time=`, from start to end.
    pub fn time(&self) -> Option<Clock> {
        Clock::read(self.find("time")?.1).map(|(clock, _)| clock)
    }

    /// Reads the value of `end:`, without a remark.
    ///
    /// ```
    /// use pyramid_notation::{Ending, GameResult, Text};
    /// let ending = Ending::read(Text::new("won score=1290 time=92.3")).unwrap();
    /// assert_eq!((ending.result, ending.score()), (GameResult::Won, Some(1290)));
    /// assert_eq!(Ending::read(Text::new("drawn")).unwrap_err().name, "result");
    /// ```
    ///
    /// # Errors
    ///
    /// `result` for an unknown result, text that is not `name=value`, or more than
    /// [`Ending::MAX_PAIRS`] pairs; `reason`, `score`, `moves`
    /// or `clock` for a value that is not one.
    pub fn read(text: Text<'a>) -> Result<Ending<'a>, Box<Diagnostic>> {
        let fail = |code, range: Range<usize>, message: String| {
            Err(Box::new(Diagnostic::new(code, text.part(range).at, message)))
        };
        let mut atoms = atoms(text.text);
        let (start, word) = atoms.next().unwrap_or((0, ""));
        let Some(result) = GameResult::from_name(word) else {
            let message = match word {
                "" => "a result is missing behind `end:`".to_owned(),
                word => format!("{} is not a result", quote(word)),
            };
            let help = "a result is won, lost, resigned or open";
            return fail(Code::Result, start..start + word.len(), message)
                .map_err(|wrong| Box::new(wrong.help(help)));
        };
        let ending = Ending { result, text };
        let mut seen = 0u32;
        for (index, (start, atom)) in atoms.enumerate() {
            let range = start..start + atom.len();
            let sign = atom.bytes().position(|byte| byte == b'=');
            let pair = sign.map(|sign| (&atom[..sign], &atom[sign + 1..]));
            let Some((name, value)) = pair.filter(|(name, _)| is_name(name)) else {
                return fail(Code::Result, range, format!("{} is not name=value", quote(atom)));
            };
            if index == Ending::MAX_PAIRS {
                let message = format!("more than {index} name=value pairs");
                return fail(Code::Result, range, message);
            }
            if value.is_empty() {
                return fail(Code::Result, range, format!("{} has no value", quote(atom)));
            }
            // Most names begin with letters of their own, and then nothing is looked for.
            let letter = 1 << (name.as_bytes()[0] & 31);
            let may_be_there = seen & letter != 0;
            seen |= letter;
            let first = may_be_there.then(|| ending.find(name)).flatten();
            if let Some((first, value)) = first.filter(|(first, _)| *first < start) {
                let first = text.part(first..first + value.len()).at;
                return fail(Code::Result, range, format!("{} is said twice", quote(name)))
                    .map_err(|wrong| Box::new(wrong.other(first, "first here")));
            }
            let (code, known, wanted) = match name {
                "reason" => (
                    Code::Reason,
                    Reason::from_name(value).is_some(),
                    "cleared, deck-cleared, exhausted or stuck",
                ),
                "score" => (Code::Score, value.parse::<i64>().is_ok(), "a whole number"),
                "moves" => (Code::Moves, value.parse::<u32>().is_ok(), "a whole number"),
                "time" => {
                    (Code::Clock, Clock::read(value).is_some(), "seconds with up to three decimals")
                }
                _ => continue,
            };
            if !known {
                let message = format!("{} is not {wanted}", quote(value));
                return fail(code, range.end - value.len()..range.end, message);
            }
        }
        Ok(ending)
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The stretches between blanks, with their byte offsets.
pub(crate) fn atoms(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text.as_bytes()[at..];
        let blanks = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
        let start = at + blanks;
        let len = rest[blanks..].iter().position(|byte| matches!(byte, b' ' | b'\t'));
        at = len.map_or(text.len(), |len| start + len);
        Some((start, &text[start..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (&'static str, String, u32) {
        let wrong = Ending::read(Text::new(text)).unwrap_err();
        (wrong.name, wrong.message.into_owned(), wrong.primary.at.column)
    }

    #[test]
    fn claims_are_read() {
        let ending =
            Ending::read(Text::new("won  reason=deck-cleared score=-5 moves=36 time=214 who=♣"))
                .unwrap();
        assert_eq!(ending.result, GameResult::Won);
        assert_eq!(ending.reason(), Some(Reason::DeckCleared));
        assert_eq!(ending.score(), Some(-5));
        assert_eq!(ending.moves(), Some(36));
        assert_eq!(ending.time(), Some(Clock::from_millis(214_000)));
        assert_eq!(ending.value("who").map(|who| who.text), Some("♣"));
    }

    #[test]
    fn what_is_refused() {
        assert_eq!(error(""), ("result", "a result is missing behind `end:`".into(), 1));
        assert_eq!(error("win"), ("result", "`win` is not a result".into(), 1));
        assert_eq!(error("won 36"), ("result", "`36` is not name=value".into(), 5));
        assert_eq!(error("won moves="), ("result", "`moves=` has no value".into(), 5));
        assert_eq!(error("won a=1 a=2"), ("result", "`a` is said twice".into(), 9));
        assert_eq!(error("won moves=1.5"), ("moves", "`1.5` is not a whole number".into(), 11));
        assert_eq!(error("won score=x").0, "score");
        assert_eq!(error("won reason=luck").0, "reason");
        assert_eq!(error("won time=1:30").0, "clock");
    }
}
