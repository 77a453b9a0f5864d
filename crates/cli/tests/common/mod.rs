//! Runs of the program, as text for snapshots.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::disallowed_methods, reason = "a test is the world outside")]
#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cli");

/// The binary, in the folder of the fixtures and without settings from outside.
pub(crate) fn pyramid(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pyramid"));
    command.args(args).current_dir(FIXTURES);
    for name in
        ["COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "CLICOLOR_FORCE", "ACCESSIBLE"]
    {
        command.env_remove(name);
    }
    command.env("PYRAMID_HOME", "no-home");
    command
}

pub(crate) fn output(mut command: Command, stdin: impl AsRef<[u8]>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may end without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_ref());
    child.wait_with_output().unwrap()
}

/// A run as text. Blanks at line ends, which clap writes into its help, are left out.
pub(crate) fn run_with(args: &[&str], stdin: &str) -> String {
    text_of(args, &output(pyramid(args), stdin))
}

/// The command line as typed, the exit code, and what was printed.
pub(crate) fn text_of(args: &[&str], result: &Output) -> String {
    let mut text = String::from("$ pyramid");
    for arg in args {
        let quoted = arg.is_empty() || arg.contains([' ', '|', '*']);
        text += &if quoted { format!(" '{arg}'") } else { format!(" {arg}") };
    }
    text += &format!("\n[exit {}]\n", result.status.code().unwrap());
    for (name, bytes) in [("stdout", &result.stdout), ("stderr", &result.stderr)] {
        let printed = String::from_utf8(bytes.clone()).unwrap();
        assert!(!printed.contains('\x1b'), "escape codes where no terminal is: {printed:?}");
        if !printed.is_empty() {
            let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
            text += &format!("--- {name}\n{}\n", lines.join("\n"));
        }
    }
    text
}

pub(crate) fn run(args: &[&str]) -> String {
    run_with(args, "")
}

pub(crate) fn runs(all: &[&[&str]]) -> String {
    all.iter().map(|args| run(args)).collect::<Vec<_>>().join("\n")
}

/// What a run prints on stdout.
pub(crate) fn stdout(args: &[&str]) -> String {
    let result = output(pyramid(args), "");
    assert!(result.status.success(), "{args:?}: {}", String::from_utf8_lossy(&result.stderr));
    String::from_utf8(result.stdout).unwrap()
}
