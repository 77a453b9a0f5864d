//! What the fuzz targets call: the program without the world around it.

use clap::Parser;

use crate::args::Cli;
use crate::commands;
use crate::io::Io;
pub use crate::play::fuzzing::{Answers, Sitting};
use crate::protocol::{Line, Server};
pub use crate::tui::fuzzing::Screen;

/// Runs a command with streams in memory; gives what it writes to stdout, to stderr, and its exit
/// code. Files it is told of are real ones.
pub fn run(args: &[&str], stdin: &[u8]) -> (String, String, u8) {
    let (mut io, stdout, stderr) = Io::memory(args, stdin);
    let ended = Cli::try_parse_from(io.args())
        .map_err(Into::into)
        .and_then(|cli| commands::run(&mut io, cli))
        .and_then(|exit| io.flush().map(|()| exit));
    let code = match ended {
        Ok(exit) => exit.code(),
        Err(failure) => {
            io.tell(&failure);
            failure.code()
        }
    };
    (stdout.text(), stderr.text(), code)
}

/// The protocol without its streams. Searches are small.
pub struct Engine(Server);

impl Engine {
    /// An engine to which nothing has been said.
    pub fn new() -> Engine {
        Engine(Server::small(500))
    }

    /// All that is said to a line, events and then the reply; and whether it was the last.
    pub fn line(&mut self, line: &[u8]) -> (Vec<String>, bool) {
        self.0.answers(&Line::Bytes(line.to_vec()))
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

/// The words that lines of the game and of the protocol are made of.
pub fn words() -> impl Iterator<Item = &'static str> {
    crate::play::fuzzing::commands().chain(crate::protocol::words())
}
