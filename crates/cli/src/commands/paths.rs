//! `pyramid paths`: where the player's files are.

use std::io::Write;

use serde::Serialize;

use crate::args::PathsArgs;
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::home::HOME_VARIABLE;
use crate::io::Io;

/// One file or folder.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    path: String,
    exists: bool,
}

/// Runs the command.
pub(crate) fn run(io: &mut Io, args: PathsArgs) -> Result<Exit, Failure> {
    let Some(home) = io.home().cloned() else {
        let help = format!("{HOME_VARIABLE} names a folder for all files");
        return Err(Failure::usage("there is no home folder").help(help));
    };
    let paths = [("config", &home.config), ("current", &home.current), ("games", &home.games)];
    let lines = paths.map(|(name, path)| Line {
        name,
        path: path.display().to_string(),
        exists: io.exists(path),
    });
    for line in lines {
        if args.json {
            writeln!(io.out(), "{}", to_json(&line))?;
        } else {
            let note = if line.exists { "" } else { "  (not there yet)" };
            writeln!(io.out(), "{:<8} {}{note}", line.name, line.path)?;
        }
    }
    Ok(Exit::Success)
}
