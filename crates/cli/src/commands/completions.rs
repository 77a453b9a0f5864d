//! `pyramid completions`: a shell's completions, from the table that the parser comes from.

use std::io::Write;

use clap_complete::generate;

use crate::args::{Cli, CompletionsArgs};
use crate::failure::{Exit, Failure};
use crate::io::Io;

pub(crate) fn run(io: &mut Io, args: &CompletionsArgs) -> Result<Exit, Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut text = Vec::new();
    generate(args.shell, &mut Cli::complete_command(), "pyramid", &mut text);
    io.out().write_all(&text)?;
    Ok(Exit::Success)
}
