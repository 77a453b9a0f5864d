//! A program at a terminal, with somebody who waits for its prompt and types.

use std::path::Path;
use std::time::Duration;

use portable_pty::CommandBuilder;

use super::pty::Pty;

/// Only so that a program that hangs fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a command at a terminal of 80 columns, types the lines, each when it is asked for, and ends
/// the input. Gives all that stood on the screen.
pub(crate) fn run(
    command: &str,
    folder: &Path,
    environment: &[(&'static str, String)],
    typed: &[&str],
) -> String {
    let mut shell = CommandBuilder::new("sh");
    shell.args(["-c", command]);
    shell.cwd(folder);
    shell.env_clear();
    for (name, value) in environment {
        shell.env(name, value);
    }
    let mut pty = Pty::open(shell, 200, 80);
    let mut seen = String::new();
    let mut lines = typed.iter().map(|line| format!("{line}\n")).chain(["\x04".to_owned()]);
    while let Ok(piece) = pty.output.recv_timeout(PATIENCE) {
        seen += &String::from_utf8_lossy(&piece);
        if seen.ends_with("> ")
            && let Some(line) = lines.next()
        {
            pty.keyboard.write_all(line.as_bytes()).unwrap();
        }
    }
    let _ = pty.child.kill();
    pty.child.wait().unwrap();
    seen.replace("\r\n", "\n")
}
