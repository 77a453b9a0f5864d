//! What is wrong with a text, as data. Carets are drawn elsewhere.

use std::borrow::Cow;
use std::fmt;

use crate::lines::is_control;
use crate::span::Location;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It was read, but its writer should know.
    Warning,
    /// It was not read, or is not true.
    Error,
}

impl Severity {
    /// `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One row a code: variant, name, severity, explanation.
macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $explanation:literal)*) => {
        /// The names of what can be wrong with a file, a deal or a deal code.
        ///
        /// The names of refused moves are the engine's: see [`Diagnostic::named`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`: ", $explanation, ".")] $variant,)*
        }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The stable name, kebab-case.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The severity it has unless a diagnostic says otherwise. A strict reader makes
            /// errors of warnings about spelling.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// What it means: one clause, lower case.
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$variant => $explanation,)* }
            }
        }
    };
}

codes! {
    // bytes and lines
    Encoding "encoding" Error "bytes that are not UTF-8"
    Control "control" Error "a control character, or a line or paragraph separator of Unicode"
    LineTooLong "line-too-long" Error "a line of more than 64 KiB"
    Bom "bom" Warning "a byte order mark"
    NoLineEnd "no-line-end" Warning "the last line has no line end"
    CommentSign "comment-sign" Warning "a comment that begins with % or ; and not with #"
    // the shape of a game
    NoGame "no-game" Error "text before the first `pyramid-game` line that is not a comment"
    Version "version" Error "a version of the format that cannot be read, or is newer than this reader"
    Key "key" Warning "a header key that is not known"
    DuplicateKey "duplicate-key" Error "a header key that the game has already"
    LateKey "late-key" Error "a header behind the first move"
    EmptyValue "empty-value" Warning "a header without a value"
    Required "required" Error "a header or claim that the caller asked for is missing"
    TooManyMoves "too-many-moves" Error "a game of more than 100,000 moves and hints"
    TooMuchText "too-much-text" Error "a game with more than 16 MiB of headers, comments and unusual tokens"
    AfterEnd "after-end" Error "something other than a comment behind the `end:` line"
    Truncated "truncated" Warning "the input ends in the middle of a game or of a line"
    Unfinished "unfinished" Warning "a game without an `end:` line"
    NotCanonical "not-canonical" Error "a reading that only the lenient reader accepts"
    // headers
    Rules "rules" Error "no rules before the deal, or a rules line with a name, key or value that is not known"
    RulesInvalid "rules-invalid" Error "rules that cannot be dealt or played together"
    Deal "deal" Error "no deal, or one that is not written as a deal"
    Deck "deck" Error "a deal that is not the full pack"
    From "from" Error "a `from:` that gives another deal than `deal:`, or is not the name of a deal"
    Position "position" Error "a position that cannot be read or cannot arise"
    Date "date" Error "not an RFC 3339 date or date-time, a month or a year"
    Match "match" Error "not a game 1/6 to 6/6 of a par match, or out of order"
    // other formats
    Json "json" Error "not JSON, or not the JSON of a game or deal"
    Pickle "pickle" Error "a pickle of Python, which is never read"
    // moves
    Token "token" Error "not a move"
    Number "number" Error "a move number that is not the number of the move"
    Clock "clock" Error "a clock that cannot be read or runs backwards"
    // the end
    Result "result" Error "an `end:` that cannot be read, or a result that is not what the position is"
    Reason "reason" Error "a reason that is not known or not true"
    Score "score" Error "a score that is not a number or not true"
    Moves "moves" Error "a number of moves that is not a number or not true"
    // deal codes
    CodePrefix "code-prefix" Error "a deal code that does not begin with pyr1"
    CodeLength "code-length" Error "a deal code that is not 58 characters long"
    CodeSymbol "code-symbol" Error "a character that no deal code has"
    CodeChecksum "code-checksum" Error "a deal code with a typing error"
    CodePack "code-pack" Error "a deal code for a pack that is not known"
    CodeRules "code-rules" Error "a deal code for rules that are not known"
    CodeRank "code-rank" Error "a deal code that names no deal"
}

impl Code {
    /// The code with this name.
    ///
    /// ```
    /// use pyramid_notation::Code;
    /// assert_eq!(Code::from_name("token"), Some(Code::Token));
    /// assert_eq!(Code::from_name("covered"), None); // a refused move
    /// ```
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

/// A place and what is to be said there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub at: Location,
    /// A short clause; may be empty.
    pub text: Cow<'static, str>,
}

/// One thing that is wrong, with its places and, if there is one, its repair.
///
/// ```
/// use pyramid_notation::{Code, Diagnostic, Text};
/// let line = Text::new("31. 4s");
/// let wrong = Diagnostic::new(Code::Number, line.part(0..2).at, "this line says move 31, but it is move 30")
///     .label("one too many");
/// assert_eq!(
///     wrong.short("ann.pyr").to_string(),
///     "ann.pyr:1:1: error[number]: this line says move 31, but it is move 30",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable kebab-case name: of a [`Code`], or of a refused move.
    pub name: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong: one clause, lower case.
    pub message: Cow<'static, str>,
    /// The place it is about.
    pub primary: Label,
    /// Other places that belong to it, in the order in which they are worth reading.
    pub others: Vec<Label>,
    /// What helps to understand it.
    pub note: Option<Cow<'static, str>>,
    /// How to repair it.
    pub help: Option<Cow<'static, str>>,
}

impl Diagnostic {
    /// A diagnostic with the name and severity of the code.
    pub fn new(code: Code, at: Location, message: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic { severity: code.severity(), ..Diagnostic::named(code.name(), at, message) }
    }

    /// An error with another stable name, such as that of a refused move.
    pub fn named(
        name: &'static str,
        at: Location,
        message: impl Into<Cow<'static, str>>,
    ) -> Diagnostic {
        Diagnostic {
            name,
            severity: Severity::Error,
            message: shown(message),
            primary: Label { at, text: Cow::Borrowed("") },
            others: Vec::new(),
            note: None,
            help: None,
        }
    }

    /// Sets the severity.
    #[must_use]
    pub fn severity(self, severity: Severity) -> Diagnostic {
        Diagnostic { severity, ..self }
    }

    /// Sets the text at the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<Cow<'static, str>>) -> Diagnostic {
        self.primary.text = shown(text);
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn other(mut self, at: Location, text: impl Into<Cow<'static, str>>) -> Diagnostic {
        self.others.push(Label { at, text: shown(text) });
        self
    }

    /// Sets the note.
    #[must_use]
    pub fn note(self, note: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic { note: Some(shown(note)), ..self }
    }

    /// Sets the help.
    #[must_use]
    pub fn help(self, help: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic { help: Some(shown(help)), ..self }
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The one-line form `FILE:LINE:COLUMN: error[name]: message`.
    pub fn short<'a>(&'a self, file: &'a str) -> impl fmt::Display + 'a {
        Short { diagnostic: self, file }
    }
}

/// A text for people. What it quotes of an input may hold control characters, which a terminal would
/// act on: they are replaced, all but line ends.
fn shown(text: impl Into<Cow<'static, str>>) -> Cow<'static, str> {
    let text = text.into();
    let wrong = |c| c != '\n' && is_control(c);
    if text.contains(wrong) { text.replace(wrong, "\u{FFFD}").into() } else { text }
}

/// A text in back quotes, not more than 24 characters of it.
pub(crate) fn quote(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// See [`Diagnostic::short`].
struct Short<'a> {
    diagnostic: &'a Diagnostic,
    file: &'a str,
}

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { name, severity, message, primary: Label { at, .. }, .. } = self.diagnostic;
        write!(f, "{}:{}:{}: {severity}[{name}]: {message}", self.file, at.line, at.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_different() {
        let names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        for name in &names {
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn no_text_of_a_diagnostic_has_control_characters() {
        let text = || "`a\u{1b}[2J\u{9b}\u{7f}`\nfree".to_owned();
        let all = Diagnostic::new(Code::Token, Location::START, text())
            .label(text())
            .other(Location::START, text())
            .note(text())
            .help(text());
        let plain = "`a\u{FFFD}[2J\u{FFFD}\u{FFFD}`\nfree";
        let labels = [&all.primary.text, &all.others[0].text];
        assert_eq!([&all.message, labels[0], labels[1]], [plain; 3]);
        assert_eq!([all.note.as_deref(), all.help.as_deref()], [Some(plain); 2]);
    }

    #[test]
    fn explanations_are_one_lower_case_clause() {
        for code in Code::ALL {
            let text = code.explanation();
            assert!(!text.ends_with('.'), "{text}");
            assert!(
                !text.starts_with(|first: char| first.is_uppercase() && !text.starts_with("RFC")),
                "{text}"
            );
            assert_eq!(Code::from_name(code.name()), Some(*code));
        }
    }
}
