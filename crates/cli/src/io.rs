//! The only door to the world outside: arguments, streams, files, environment, clock, entropy.
//!
//! A command gets one [`Io`] and nothing else, so a test can run it on streams in memory, on a
//! fixed day and with a fixed seed. `clippy.toml` bans the direct calls everywhere else.
#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "this is that door")]

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jiff::ZonedDateTime;
use pyramid_notation::{Code, Day, Diagnostic, Location};

use crate::failure::{Complaint, Exit, Failure};
use crate::progress::Progress;

/// An input argument: a file, or `-` for stdin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl From<OsString> for Input {
    fn from(argument: OsString) -> Input {
        if argument == "-" { Input::Stdin } else { Input::File(argument.into()) }
    }
}

impl fmt::Display for Input {
    /// The name in messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("<stdin>"),
            Input::File(path) => path.display().fmt(f),
        }
    }
}

/// The world outside.
pub(crate) struct Io {
    args: Vec<OsString>,
    stdin: Box<dyn BufRead + Send>,
    stdout: BufWriter<Box<dyn Write>>,
    stderr: Box<dyn Write>,
    /// Whether stdin and stdout are terminals.
    terminals: (bool, bool),
    env: fn(&str) -> Option<String>,
    today: fn() -> Option<Day>,
    entropy: fn() -> Option<u64>,
}

impl Io {
    /// The longest piece [`Io::read_line`] gives, in bytes.
    pub(crate) const MAX_LINE: u64 = 64 << 10;
    /// Random seeds are below this: short enough to be said and typed.
    const RANDOM_SEEDS: u64 = 1_000_000_000;

    /// The process's own.
    pub(crate) fn system() -> Io {
        let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
        let terminals = (stdin.is_terminal(), stdout.is_terminal());
        Io {
            args: std::env::args_os().collect(),
            stdin: Box::new(BufReader::with_capacity(64 << 10, stdin)),
            stdout: BufWriter::with_capacity(
                64 << 10,
                Box::new(anstream::AutoStream::auto(stdout)),
            ),
            stderr: Box::new(anstream::AutoStream::auto(stderr)),
            terminals,
            env: |name| std::env::var(name).ok(),
            today: || {
                let now = ZonedDateTime::now();
                let number = |n: i8| u8::try_from(n).ok();
                Day::new(now.year().try_into().ok()?, number(now.month())?, number(now.day())?)
            },
            entropy: || getrandom::u64().ok(),
        }
    }

    /// The arguments, the program's name first.
    pub(crate) fn args(&self) -> Vec<OsString> {
        self.args.clone()
    }

    /// An environment variable that is set and not empty.
    pub(crate) fn env(&self, name: &str) -> Option<String> {
        (self.env)(name).filter(|value| !value.is_empty())
    }

    /// Whether a person types the input.
    pub(crate) fn stdin_is_terminal(&self) -> bool {
        self.terminals.0
    }

    /// Whether the output is read on a screen.
    pub(crate) fn stdout_is_terminal(&self) -> bool {
        self.terminals.1
    }

    /// Columns of the output: COLUMNS, the terminal's, or 80.
    pub(crate) fn width(&self) -> usize {
        let set = self.env("COLUMNS").and_then(|columns| columns.trim().parse().ok());
        let measured = || {
            let size = self.stdout_is_terminal().then(terminal_size::terminal_size).flatten();
            size.map(|(width, _)| usize::from(width.0))
        };
        set.or_else(measured).filter(|&width| width > 0).unwrap_or(80)
    }

    /// Whether the locale's text is UTF-8.
    pub(crate) fn locale_is_utf8(&self) -> bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| self.env(name));
        locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
    }

    /// Today's date where the player is.
    pub(crate) fn today(&self) -> Result<Day, Failure> {
        (self.today)().ok_or_else(|| Failure::usage("the clock shows no year from 0 to 9999"))
    }

    /// A seed nobody chose, short enough to be typed.
    pub(crate) fn random_seed(&self) -> Result<u64, Failure> {
        let seed = (self.entropy)().ok_or_else(|| {
            Failure::usage("the system gives no random number").help("name a deal, such as seed:7")
        })?;
        Ok(seed % Io::RANDOM_SEEDS)
    }

    /// Standard output. Buffered: [`Io::flush`] and every read of a line send it on.
    pub(crate) fn out(&mut self) -> &mut impl Write {
        &mut self.stdout
    }

    /// Sends on what was written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.stdout.flush()?)
    }

    /// Says something on stderr, after all that was written to stdout. That nobody reads it is no
    /// reason to stop.
    pub(crate) fn tell(&mut self, message: impl fmt::Display) {
        let _ = self.stdout.flush();
        let _ = writeln!(self.stderr, "{message}");
    }

    /// Calls a function when the user interrupts: Ctrl-C, or a signal to end. A second time ends the
    /// process with 130.
    pub(crate) fn on_interrupt(&self, mut first: impl FnMut() + Send + 'static) {
        let mut before = false;
        // Without a handler the first interrupt ends the process, as is usual.
        let _ = ctrlc::set_handler(move || {
            if std::mem::replace(&mut before, true) {
                std::process::exit(130);
            }
            first();
        });
    }

    /// Threads that can run at the same time.
    pub(crate) fn cores(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    /// Progress of a long command on stderr.
    pub(crate) fn progress(&self) -> Progress {
        Progress::new(io::stderr().is_terminal())
    }

    /// Reads a line from stdin, without its line end; `None` at the end of input. What is not
    /// UTF-8 is replaced; a line longer than [`Io::MAX_LINE`] comes in pieces.
    pub(crate) fn read_line(&mut self) -> Result<Option<String>, Failure> {
        self.flush()?;
        let mut line = Vec::new();
        let mut part = (&mut self.stdin).take(Io::MAX_LINE);
        part.read_until(b'\n', &mut line).map_err(|error| unreadable(&Input::Stdin, error))?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        Ok(Some(
            line.strip_suffix('\n')
                .map_or(&*line, |l| l.strip_suffix('\r').unwrap_or(l))
                .to_owned(),
        ))
    }

    /// Opens an input to be read piece by piece. Stdin can be taken once.
    pub(crate) fn open(&mut self, input: &Input) -> Result<Box<dyn BufRead + Send>, Failure> {
        match input {
            Input::Stdin => Ok(std::mem::replace(&mut self.stdin, Box::new(io::empty()))),
            Input::File(path) => {
                let file = File::open(path).map_err(|error| unreadable(input, error))?;
                Ok(Box::new(BufReader::with_capacity(64 << 10, file)))
            }
        }
    }

    /// Whether there is something at the path; `-` is stdin.
    pub(crate) fn exists(&self, path: &Path) -> bool {
        path == Path::new("-") || path.exists()
    }

    /// Reads all of an input.
    pub(crate) fn read(&mut self, input: &Input) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let mut reader = self.open(input)?;
        reader.read_to_end(&mut bytes).map_err(|error| unreadable(input, error))?;
        Ok(bytes)
    }

    /// Reads all of an input that must be UTF-8.
    pub(crate) fn read_text(&mut self, input: &Input) -> Result<String, Failure> {
        String::from_utf8(self.read(input)?).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            let at = Location::START.part(&text, valid..valid + '\u{FFFD}'.len_utf8());
            let message = "these bytes are not UTF-8";
            Complaint {
                diagnostic: Diagnostic::new(Code::Encoding, at, message),
                origin: input.to_string(),
                text: text.into_owned(),
            }
            .into()
        })
    }

    /// Writes a whole file. It is written beside its place and put there when it is complete, so
    /// that neither a full disk nor a power cut leaves half a file, or none.
    pub(crate) fn write_file(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        replace(path, bytes).map_err(|error| Failure::Io {
            doing: format!("cannot write {}", path.display()),
            error,
        })
    }

    /// Says how a command ended, and gives its exit code.
    pub(crate) fn exit_code(&mut self, result: Result<Exit, Failure>) -> ExitCode {
        let failure = match result {
            Ok(exit) => return exit.code().into(),
            Err(failure) => failure,
        };
        let text = failure.to_string();
        match failure.code() {
            0 => {
                // Help is what was asked for, so it goes to stdout, or to nobody.
                let _ = self.stdout.write_all(text.as_bytes()).and_then(|()| self.stdout.flush());
            }
            _ => {
                let _ = self.stdout.flush();
                let _ = self.stderr.write_all(text.as_bytes());
            }
        }
        failure.code().into()
    }
}

pub(crate) fn unreadable(input: &Input, error: io::Error) -> Failure {
    Failure::Io { doing: format!("cannot read {input}"), error }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What a link points to is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A device or a pipe has no half-written state, and must stay one.
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pyramid-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod memory {
    //! A world of streams in memory, on a fixed day and with a fixed seed.

    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    /// What a stream was given.
    #[derive(Clone, Default)]
    pub(crate) struct Written(Rc<RefCell<Vec<u8>>>);

    impl Written {
        /// The text so far.
        pub(crate) fn text(&self) -> String {
            String::from_utf8_lossy(&self.0.borrow()).into_owned()
        }
    }

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Io {
        /// A world in which this is typed; with it what will be on stdout and stderr.
        pub(crate) fn memory(args: &[&str], stdin: impl AsRef<[u8]>) -> (Io, Written, Written) {
            let (stdout, stderr) = (Written::default(), Written::default());
            let io = Io {
                args: std::iter::once("pyramid")
                    .chain(args.iter().copied())
                    .map(Into::into)
                    .collect(),
                stdin: Box::new(io::Cursor::new(stdin.as_ref().to_vec())),
                stdout: BufWriter::new(Box::new(stdout.clone())),
                stderr: Box::new(stderr.clone()),
                terminals: (false, false),
                env: |_| None,
                today: || Day::new(2026, 11, 30),
                entropy: || Some(7_000_000_042),
            };
            (io, stdout, stderr)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind() {
        let long = "x".repeat(Io::MAX_LINE as usize + 1);
        let (mut io, ..) = Io::memory(&[], format!("one\r\n\n{long}\nlast"));
        let mut lines = Vec::new();
        while let Some(line) = io.read_line().unwrap() {
            lines.push(line);
        }
        let lengths: Vec<usize> = lines.iter().map(String::len).collect();
        assert_eq!((lines[0].as_str(), lines[1].as_str()), ("one", ""));
        assert_eq!(lengths, [3, 0, Io::MAX_LINE as usize, 1, 4]);
    }

    #[test]
    fn messages_follow_what_was_written_before() {
        let (mut io, stdout, stderr) = Io::memory(&[], "");
        writeln!(io.out(), "result").unwrap();
        assert_eq!(stdout.text(), "");
        io.tell("message");
        assert_eq!((stdout.text().as_str(), stderr.text().as_str()), ("result\n", "message\n"));
    }

    #[test]
    fn stdin_can_be_taken_once() {
        let (mut io, ..) = Io::memory(&[], "text");
        assert_eq!(io.read_text(&Input::Stdin).unwrap(), "text");
        assert_eq!(io.read_text(&Input::Stdin).unwrap(), "");
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pyr");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("no-such-folder/game.pyr");
        assert_eq!(replace(&nowhere, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.pyr"), folder.path().join("link"));
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        replace(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
