//! The full-screen game in a terminal: how it takes it, and how it gives it back.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "these are tests"
)]

use std::process::Command;
use std::time::Duration;

use portable_pty::CommandBuilder;
use vt100::MouseProtocolMode;

#[path = "common/pty.rs"]
mod pty;
use pty::Pty;

/// A terminal with the game in it.
struct Screen {
    pty: Pty,
    parser: vt100::Parser,
    home: tempfile::TempDir,
}

impl Screen {
    fn start(arguments: &[&str]) -> Screen {
        let home = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_pyramid"));
        command.arg("tui");
        command.args(arguments);
        command.cwd(home.path());
        command.env_clear();
        command.env("PYRAMID_HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        let pty = Pty::open(command, 24, 80);
        let parser = vt100::Parser::new(24.try_into().unwrap(), 80.try_into().unwrap(), 0);
        let mut screen = Screen { pty, parser, home };
        screen.wait("drawn", |screen| screen.contents().contains("Stock"));
        screen
    }

    /// Reads until the screen is as it should be. The time is only a guard against hanging.
    fn wait(&mut self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        while !is_so(self.parser.screen()) {
            let bytes = self.pty.output.recv_timeout(Duration::from_secs(300));
            let shown = self.parser.screen().contents();
            self.parser.process(&bytes.unwrap_or_else(|_| panic!("not {what}:\n{shown}")));
        }
    }

    fn type_in(&mut self, keys: &str) {
        self.pty.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the process is stopped: going on before that would be lost.
    fn is_stopped(&self) {
        let pid = self.pty.child.process_id().unwrap().to_string();
        let state =
            || Command::new("ps").args(["-o", "stat=", "-p", &pid]).output().unwrap().stdout;
        assert!((0..10_000).any(|_| state().starts_with(b"T")), "not stopped");
    }

    /// Waits for the end: its exit code is 0, and the terminal is what it was.
    fn is_over(&mut self) -> String {
        let status = self.pty.child.wait().unwrap();
        self.wait("given back", is_free);
        assert_eq!(status.exit_code(), 0);
        assert_eq!(format!("{:?}", self.pty.master.get_termios()), self.pty.modes);
        // What is said on leaving may come a little later.
        self.wait("left", |screen| !screen.contents().trim().is_empty());
        self.parser.screen().contents()
    }
}

/// Whether the full-screen game has the terminal.
fn is_taken(screen: &vt100::Screen) -> bool {
    screen.alternate_screen() && screen.mouse_protocol_mode() != MouseProtocolMode::None
}

/// Whether nothing is left of it.
fn is_free(screen: &vt100::Screen) -> bool {
    !screen.alternate_screen()
        && !screen.hide_cursor()
        && screen.mouse_protocol_mode() == MouseProtocolMode::None
}

#[test]
fn it_takes_the_terminal_and_gives_it_back() {
    let mut screen = Screen::start(&["new", "seed:7"]);
    assert!(is_taken(screen.parser.screen()));
    assert_ne!(format!("{:?}", screen.pty.master.get_termios()), screen.pty.modes);
    assert!(!screen.parser.screen().hide_cursor());
    // The cursor stands on the queen, which the ace goes with.
    screen.wait("at the queen", |screen| {
        let (row, column) = screen.cursor_position();
        screen.cell(row, column).is_some_and(|cell| cell.contents() == "Q")
    });
    screen.type_in("1");
    screen.wait("played", |screen| screen.contents().contains("Removed A♦ and Q♥."));
    screen.type_in("q");
    screen.is_over();
    assert!(screen.home.path().exists());
}

#[test]
fn the_mouse_is_given_back_when_it_is_switched_off() {
    let mut screen = Screen::start(&["new", "seed:7"]);
    screen.type_in("M");
    screen
        .wait("without a mouse", |screen| screen.mouse_protocol_mode() == MouseProtocolMode::None);
    screen.type_in("M");
    screen.wait("with a mouse", is_taken);
    screen.type_in("q");
    screen.is_over();
}

#[test]
fn signals_that_end_it_end_it_well() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let mut screen = Screen::start(&["new", "seed:7"]);
        screen.type_in("d");
        screen.wait("played", |screen| screen.contents().contains("Drew A♦."));
        screen.pty.signal(signal);
        screen.is_over();
    }
}

#[test]
fn it_is_suspended_and_goes_on() {
    for by_key in [true, false] {
        let mut screen = Screen::start(&["new", "seed:7"]);
        match by_key {
            true => screen.type_in("\x1a"),
            false => screen.pty.signal("-TSTP"),
        }
        screen.wait("suspended", is_free);
        screen.is_stopped();
        screen.pty.signal("-CONT");
        screen
            .wait("there again", |screen| is_taken(screen) && screen.contents().contains("Stock"));
        screen.type_in("q");
        screen.is_over();
    }
}

/// Keys that come faster than a screen is drawn are all played, and not each is drawn.
#[test]
fn ten_thousand_keys_in_a_row() {
    let mut screen = Screen::start(&["new", "seed:7"]);
    screen.type_in(&"du".repeat(5_000));
    screen.type_in("ddd");
    screen.wait("played", |screen| screen.contents().contains("Move 3"));
    screen.type_in("q");
    screen.is_over();
}
