//! The only door to the world outside: arguments, streams, files, environment, clock, entropy.
//!
//! A command gets one [`Io`] and nothing else, so a test can run it on streams in memory, on a
//! fixed day and with a fixed seed. `clippy.toml` bans the direct calls everywhere else.
#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "this is that door")]

mod archive;
mod disk;
mod keyboard;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod memory;
mod new_file;
mod shelf;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use pyramid_notation::{Code, Day, Diagnostic, Location};

use self::disk::{Disk, SystemDisk, replace};
pub(crate) use self::keyboard::{Keyboard, Typed};
pub(crate) use self::new_file::NewFile;
pub(crate) use self::shelf::Shelf;
use crate::failure::{Complaint, Exit, Failure};
use crate::home::{HOME_VARIABLE, Home};
use crate::progress::Progress;

/// Why there is no date.
pub(crate) const NO_DAY: &str = "the clock shows no year from 0 to 9999";

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

/// Gives the value of a variable.
type Environment = Box<dyn Fn(&str) -> Option<OsString>>;

/// The world outside.
pub(crate) struct Io {
    args: Vec<OsString>,
    stdin: Box<dyn BufRead + Send>,
    stdout: BufWriter<Box<dyn Write>>,
    /// The stream behind `stdout` as it is, where that is another.
    bare: fn() -> Option<Box<dyn Write>>,
    stderr: Box<dyn Write>,
    /// Whether stdout passes colours on.
    has_color: bool,
    /// Whether stdin, stdout and stderr are terminals.
    terminals: [bool; 3],
    env: Environment,
    /// Where the player's files are; `None` if the user has no home.
    home: Option<Home>,
    disk: Arc<dyn Disk>,
    /// Signals are for it.
    is_process: bool,
    today: fn() -> Option<Day>,
    entropy: fn() -> Option<u64>,
}

impl Io {
    /// The longest piece of a line that [`Keyboard::next`] gives, in bytes.
    pub(crate) const MAX_LINE: u64 = 64 << 10;
    /// Random seeds are below this: short enough to be said and typed.
    const RANDOM_SEEDS: u64 = 1_000_000_000;

    /// The process's own.
    pub(crate) fn system() -> Io {
        let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
        let terminals = [stdin.is_terminal(), stdout.is_terminal(), stderr.is_terminal()];
        let one_folder = std::env::var_os(HOME_VARIABLE).filter(|folder| !folder.is_empty());
        Io {
            args: std::env::args_os().collect(),
            stdin: Box::new(BufReader::with_capacity(64 << 10, stdin)),
            has_color: AutoStream::choice(&stdout) != ColorChoice::Never,
            stdout: buffered(AutoStream::auto(stdout)),
            bare: || Some(Box::new(io::stdout())),
            stderr: Box::new(AutoStream::auto(stderr)),
            terminals,
            env: Box::new(|name| std::env::var_os(name)),
            home: one_folder.map(|folder| Home::below(folder.into())).or_else(Home::of_user),
            disk: Arc::new(SystemDisk),
            is_process: true,
            today: || {
                let now = Timestamp::now().to_zoned_datetime(time_zone());
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

    /// An environment variable that is set and not empty. What is not UTF-8 in it is replaced.
    pub(crate) fn env(&self, name: &str) -> Option<String> {
        let value = (self.env)(name).filter(|value| !value.is_empty())?;
        Some(value.to_string_lossy().into_owned())
    }

    /// Where the player's files are; `None` if the user has no home.
    pub(crate) fn home(&self) -> Option<&Home> {
        self.home.as_ref()
    }

    /// Whether a person types the input.
    pub(crate) fn stdin_is_terminal(&self) -> bool {
        self.terminals[0]
    }

    /// Whether the output is read on a screen.
    pub(crate) fn stdout_is_terminal(&self) -> bool {
        self.terminals[1]
    }

    /// Whether what is said on stderr is read on a screen.
    pub(crate) fn stderr_is_terminal(&self) -> bool {
        self.terminals[2]
    }

    /// Whether the output has colours: a terminal that knows them, unless the user forbade or forced
    /// it.
    pub(crate) fn has_color(&self) -> bool {
        self.has_color
    }

    /// Uses colour `always`, `never`, or as the terminal and the environment have it.
    pub(crate) fn set_color(&mut self, when: &str) {
        let choice = match when {
            "always" => ColorChoice::Always,
            "never" => ColorChoice::Never,
            _ => return,
        };
        self.has_color = choice == ColorChoice::Always;
        if self.is_process {
            self.stdout = buffered(AutoStream::new(io::stdout(), choice));
            self.stderr = Box::new(AutoStream::new(io::stderr(), choice));
        }
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
        (self.today)().ok_or_else(|| Failure::usage(NO_DAY))
    }

    /// Tells today's date, or nothing where [`Io::today`] fails with [`NO_DAY`].
    pub(crate) fn calendar(&self) -> fn() -> Option<Day> {
        self.today
    }

    /// A seed nobody chose, short enough to be typed.
    pub(crate) fn random_seed(&self) -> Result<u64, Failure> {
        let seed = (self.entropy)().ok_or_else(|| {
            Failure::usage("the system gives no random number").help("name a deal, such as seed:7")
        })?;
        Ok(seed % Io::RANDOM_SEEDS)
    }

    /// Standard output. Buffered: [`Io::flush`] and [`Keyboard::next`] send it on.
    pub(crate) fn out(&mut self) -> &mut impl Write {
        &mut self.stdout
    }

    /// From now on nothing is taken out of what is written to stdout, not even what a terminal
    /// would act on.
    pub(crate) fn bare_out(&mut self) {
        if let Some(bare) = (self.bare)() {
            self.stdout = BufWriter::with_capacity(64 << 10, bare);
        }
    }

    /// Seconds from now on.
    pub(crate) fn stopwatch(&self) -> impl Fn() -> f64 + Send + 'static {
        let begun = std::time::Instant::now();
        move || begun.elapsed().as_secs_f64()
    }

    /// Sends on what was written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.stdout.flush()?)
    }

    /// The terminal itself, for the full-screen game: all its bytes arrive as they are.
    pub(crate) fn screen() -> impl Write + Send + 'static {
        io::stdout()
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
        if !self.is_process {
            return;
        }
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

    /// Progress of a long command on stderr: a line that moves only where it is seen, not heard.
    pub(crate) fn progress(&self) -> Progress {
        Progress::new(self.stderr_is_terminal() && self.env("ACCESSIBLE").is_none())
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

    /// Whether an input can be opened again and be the same: a file, but not a pipe or a device.
    pub(crate) fn is_regular(&self, input: &Input) -> bool {
        matches!(input, Input::File(path) if path.is_file())
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
        replace(&*self.disk, path, bytes).map_err(|error| Failure::Io {
            doing: format!("cannot write {}", path.display()),
            error,
        })
    }

    /// Begins a whole file that is written piece by piece, and put in its place as
    /// [`Io::write_file`] does.
    pub(crate) fn create(&mut self, path: &Path) -> Result<NewFile, Failure> {
        NewFile::begin(path)
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

fn buffered(stdout: impl Write + 'static) -> BufWriter<Box<dyn Write>> {
    BufWriter::with_capacity(64 << 10, Box::new(stdout))
}

pub(crate) fn unreadable(input: &Input, error: io::Error) -> Failure {
    Failure::Io { doing: format!("cannot read {input}"), error }
}

/// The time zone of the player. Where `TZ` says nothing one file holds it; jiff would go through
/// all zones of the system to find its name as well, which is most of the time a start takes.
fn time_zone() -> TimeZone {
    let file = || TimeZone::tzif("", &std::fs::read("/etc/localtime").ok()?).ok();
    let named = std::env::var_os("TZ").is_some();
    (!named).then(file).flatten().unwrap_or_else(TimeZone::system)
}
