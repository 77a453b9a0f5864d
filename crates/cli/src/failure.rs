//! How a command ends.

pub(crate) mod draw;

use std::fmt;
use std::io;

use pyramid_notation::Diagnostic;

/// The end of a command that did what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// It is done.
    Success,
    /// The answer is no: an invalid record, a line that could not be converted.
    No,
    /// An input could not be read; what could be was dealt with, and it has been said.
    Unreadable,
    /// A search ended before it knew.
    Undecided,
    /// The user interrupted it.
    Interrupted,
}

impl Exit {
    /// This one, unless nothing was wrong so far.
    #[must_use]
    pub(crate) fn or(self, later: Exit) -> Exit {
        if self == Exit::Success { later } else { self }
    }

    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::No => 1,
            Exit::Unreadable => 2,
            Exit::Undecided => 3,
            Exit::Interrupted => 130,
        }
    }
}

/// Why a command could not do what it was asked. `Display` gives the message for stderr, with
/// terminal styles that [`Io`](crate::io::Io) takes off where they do not belong.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads stdout any more: no failure of ours, and nothing to be said.
    ClosedPipe,
    /// Input or output did not work.
    Io {
        /// What could not be done: "cannot read games.pyr".
        doing: String,
        /// Why.
        error: io::Error,
    },
    /// The arguments do not go together, or ask for what cannot be.
    Usage {
        /// One lower-case clause.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A text is wrong: an argument or an input.
    Text(Box<Complaint>),
    /// What clap has to say: wrong arguments, or help that was asked for.
    Clap(Box<clap::Error>),
}

impl Failure {
    /// A usage error.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage { message: message.into(), help: None }
    }

    /// Says what to do about a usage error.
    #[must_use]
    pub(crate) fn help(self, text: impl Into<String>) -> Failure {
        match self {
            Failure::Usage { message, .. } => Failure::Usage { message, help: Some(text.into()) },
            other => other,
        }
    }

    /// Says what to do about a text that is wrong, unless that is said already.
    #[must_use]
    pub(crate) fn or_help(mut self, text: impl FnOnce() -> String) -> Failure {
        if let Failure::Text(complaint) = &mut self {
            complaint.diagnostic.help.get_or_insert_with(|| text().into());
        }
        self
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Clap(error) if !error.use_stderr() => 0,
            Failure::Io { .. } | Failure::Usage { .. } | Failure::Text(_) | Failure::Clap(_) => 2,
        }
    }
}

impl From<io::Error> for Failure {
    /// An error of stdout, the only stream that is written without a path.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Io { doing: "cannot write to standard output".to_owned(), error },
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::Clap(Box::new(error))
    }
}

impl From<Complaint> for Failure {
    fn from(complaint: Complaint) -> Failure {
        Failure::Text(Box::new(complaint))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::ClosedPipe => Ok(()),
            Failure::Io { doing, error } => writeln!(f, "error: {doing}: {}", reason(error)),
            Failure::Usage { message, help } => {
                writeln!(f, "error: {message}")?;
                help.iter().try_for_each(|help| writeln!(f, "help: {help}"))
            }
            Failure::Text(complaint) => writeln!(f, "{complaint}"),
            Failure::Clap(error) => write!(f, "{}", error.render().ansi()),
        }
    }
}

/// The system's own words for an error, without the number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A diagnostic with the text it is about, which is drawn with a caret under what is wrong.
#[derive(Debug)]
pub(crate) struct Complaint {
    /// What is wrong.
    pub(crate) diagnostic: Diagnostic,
    /// Where the text comes from: a file, or the argument as the user would name it.
    pub(crate) origin: String,
    /// The text.
    pub(crate) text: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = draw::lines_of(self.text.as_bytes(), &self.diagnostic);
        f.write_str(&draw::drawing(&self.diagnostic, &self.origin, &lines))
    }
}
