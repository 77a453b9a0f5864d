//! Whole runs on streams in memory.

use crate::args::{Cli, Command};
use crate::failure::Exit;
use crate::io::Io;

fn run(args: &[&str], stdin: &str) -> (Result<Exit, String>, String, String) {
    let args: Vec<&str> = [&["play", "--symbols", "ascii"], args].concat();
    let (mut io, out, err) = Io::memory(&args, stdin);
    let cli = Cli::read(io.args()).unwrap();
    let Some(Command::Play(play)) = cli.command else { panic!("not play") };
    let result = super::super::run(&mut io, play).map_err(|failure| failure.to_string());
    io.flush().unwrap();
    (result, out.text(), err.text())
}

#[test]
fn a_pipe_that_ends_is_told_nothing() {
    let (result, out, err) = run(&["new", "seed:7"], "ad\n");
    assert_eq!(result, Ok(Exit::Success));
    assert_eq!(out.lines().count(), 3, "{out}");
    assert!(out.ends_with("27 left in the pyramid.\n"));
    assert_eq!(err, "");
}

#[test]
fn no_prompt_and_no_board_in_a_pipe_unless_wanted() {
    let (_, out, _) = run(&["new", "seed:7"], "ad\nlook\n");
    assert!(!out.contains("> "));
    assert_eq!(out.matches("\n1 ").count(), 1);
    let (_, out, _) = run(&["new", "seed:7", "--board", "change"], "ad\nm\nqh 9d\nlook\n");
    assert_eq!(out.matches("\n1 ").count(), 3, "at the start, after the move, and asked for");
    let (_, out, _) = run(&["new", "seed:7", "--board", "always"], "m\nqh 9d\nlook\n");
    assert_eq!(out.matches("\n1 ").count(), 3, "at the start, after the list, and asked for");
}

#[test]
fn nothing_is_asked_and_lines_may_end_as_they_like() {
    let (result, out, _) = run(&["new", "seed:7"], "ad\r\nd\r\n\r\nq");
    assert_eq!(result, Ok(Exit::Success));
    assert_eq!(out.lines().count(), 5, "{out}");
}

#[test]
fn what_cannot_be_started_says_so() {
    for (args, message) in [
        (&["new", "seed:x"][..], "a seed is a number"),
        (&["no-such.pyr"][..], "no-such.pyr"),
        (&["new", "--rules", "giz"][..], "giza"),
        (&["new", "8c/Ac2h | - | - | - | - | 2"][..], ""),
    ] {
        let (result, out, _) = run(args, "");
        let error = result.unwrap_err();
        assert!(error.contains(message), "{error}");
        assert_eq!(out, "");
    }
}
