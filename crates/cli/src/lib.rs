//! The program `pyramid`: Pyramid Solitaire to play, record, check and convert. A library only so
//! that fuzzing can reach what is inside; nothing else here is for others.
//!
//! [`main`] parses the arguments, runs the command and maps what came of it to an exit code:
//! 0 done (a closed output pipe too), 1 the answer is no, 2 usage or I/O, 3 undecided. `io::Io`
//! is the only door to the world outside; every command gets it as its first argument.
#![deny(missing_docs)]

mod advise;
mod args;
mod board;
mod bot;
mod commands;
mod convert;
mod failure;
mod form;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod home;
mod io;
mod judge;
mod paint;
mod play;
mod pool;
mod progress;
mod protocol;
mod settings;
mod stream;
mod table;
mod text;
mod tui;
mod winrate;

use std::process::ExitCode;

use args::Cli;
use failure::{Exit, Failure};
use io::Io;
use settings::Settings;

/// The program. Gives its exit code.
pub fn main() -> ExitCode {
    let mut io = Io::system();
    let result = run(&mut io).and_then(|exit| io.flush().map(|()| exit));
    io.exit_code(result)
}

fn run(io: &mut Io) -> Result<Exit, Failure> {
    let cli = Cli::read(io.args())?;
    if let Some(color) = Settings::color(io, cli.color.clone())? {
        io.set_color(&color);
    }
    commands::run(io, cli)
}
