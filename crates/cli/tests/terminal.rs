//! The line game in a terminal, and what ends it there: the game is saved, the player is told, and
//! the exit code is right.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use portable_pty::CommandBuilder;

#[path = "common/pty.rs"]
mod pty;
use pty::Pty;

/// A guard against hanging, and nothing else.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program in a terminal.
struct Terminal {
    pty: Pty,
    seen: String,
}

impl Terminal {
    fn new(home: &Path, args: &[&str], env: &[(&str, &str)], cols: u16) -> Terminal {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_pyramid"));
        command.args(args);
        command.cwd(home);
        command.env_clear();
        command.env("PYRAMID_HOME", home);
        command.env("TERM", "xterm");
        env.iter().for_each(|(name, value)| command.env(name, value));
        Terminal { pty: Pty::open(command, 24, cols), seen: String::new() }
    }

    /// Types.
    fn keys(&mut self, keys: &str) {
        self.pty.keyboard.write_all(keys.as_bytes()).unwrap();
        self.pty.keyboard.flush().unwrap();
    }

    /// Waits until this is on the screen, behind what was waited for before.
    fn wait_for(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.seen.find(text) {
                let rest = self.seen.split_off(at + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.pty.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("{text:?} never came: {:?}", self.seen),
            }
        }
    }

    /// Waits for the end; gives the exit code and the rest of the output.
    fn end(self) -> (u32, String) {
        let Terminal { pty: Pty { mut child, keyboard, master, output, .. }, mut seen } = self;
        let code = child.wait().unwrap().exit_code();
        drop((keyboard, master));
        while let Ok(bytes) = output.recv_timeout(PATIENCE) {
            seen += &String::from_utf8_lossy(&bytes);
        }
        // The library types a line end of its own when it lets go of the keys.
        (code, seen.trim_end().to_owned())
    }
}

fn current(home: &Path) -> String {
    std::fs::read_to_string(home.join("current.pyr")).unwrap()
}

/// Whatever ends the game, it says so in one line, exits with 0, and the next one goes on.
#[test]
fn every_end_saves() {
    for end in ["\x03", "\x04", "q\n", "-INT", "-TERM", "-HUP"] {
        let home = tempfile::tempdir().unwrap();
        let mut terminal = Terminal::new(home.path(), &["new", "seed:7"], &[], 80);
        let greeting = terminal.wait_for("\n> ");
        assert!(greeting.contains("Type ? for help. The game is saved after every move.\r\n"));
        terminal.keys("ad\n");
        terminal.wait_for("\n> ");
        match end.strip_prefix('-') {
            Some(_) => terminal.pty.signal(end),
            None => terminal.keys(end),
        }
        let (code, said) = terminal.end();
        let line = "\r\nSaved. Run pyramid to go on with seed:7 at move 1.";
        assert!(said.ends_with(line), "{end:?}: {said:?}");
        assert!(said.lines().filter(|line| !line.trim().is_empty()).count() <= 2, "{said:?}");
        assert_eq!(code, 0, "{end:?}");
        assert!(current(home.path()).ends_with("1. Ad+Qh\n"));
        let mut terminal = Terminal::new(home.path(), &[], &[], 80);
        terminal.wait_for("Your game goes on at move 1.");
        terminal.wait_for("\n> ");
        terminal.keys("u\nq\n");
        let (_, said) = terminal.end();
        let line = "Saved. Run pyramid to go on with seed:7 at move 0.";
        assert!(said.ends_with(line), "{said:?}");
    }
}

/// A terminal that goes away takes nothing with it.
#[test]
fn a_terminal_that_goes_away() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::new(home.path(), &["new", "seed:7"], &[], 80);
    terminal.wait_for("\n> ");
    terminal.keys("ad\n");
    terminal.wait_for("\n> ");
    let Pty { mut child, keyboard, master, .. } = terminal.pty;
    drop((keyboard, master));
    let code = child.wait().unwrap().exit_code();
    // The reader of the test holds the terminal open on some systems, until its thread ends.
    assert_eq!(code, 0);
    assert!(current(home.path()).ends_with("1. Ad+Qh\n"));
}

/// In a terminal: no colour where none may be, and nothing wider than it.
#[test]
fn colours_and_widths() {
    let screen = |args: &[&str], env: &[(&str, &str)], cols| {
        let home = tempfile::tempdir().unwrap();
        let args = [&["new", "seed:7"], args].concat();
        let mut terminal = Terminal::new(home.path(), &args, env, cols);
        let greeting = terminal.wait_for("> ");
        terminal.keys("ad\nm\nq\n");
        let (code, rest) = terminal.end();
        assert_eq!(code, 0);
        greeting + &rest
    };
    let plain = screen(&[], &[("NO_COLOR", "1")], 80);
    assert!(plain.contains("\n7 [2c]  [9d]  [7h]"), "{plain}");
    assert!(!plain.contains('\x1b'));
    for env in [("TERM", "dumb"), ("PYRAMID_COLOR", "never")] {
        assert_eq!(screen(&[], &[env], 80), plain, "{env:?}");
    }
    let colored = screen(&[], &[], 80);
    assert!(colored.contains("[\x1b[1m9\x1b[31md\x1b[0m]"), "{colored}");
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    for cols in [20, 40, 200] {
        let text = screen(&["--color", "never"], &[], cols);
        // Sentences are broken by the terminal, boards are not.
        let board = text.lines().filter(|line| line.contains('[') && !line.starts_with(['>', 'T']));
        assert!(board.clone().count() > 2 && board.clone().all(|line| line.len() <= cols.into()));
    }
    let narrow = screen(&["--color", "never"], &[("COLUMNS", "20")], 80);
    assert!(narrow.contains("\r\n7.1 [2c]\r\n"), "{narrow}");
    for spoken in [screen(&[], &[("ACCESSIBLE", "1")], 80), screen(&["--speech"], &[], 20)] {
        assert!(!spoken.contains(['\x1b', '[', '+']), "{spoken}");
        assert!(spoken.contains("Removed ace of diamonds and queen of hearts. "));
    }
}

/// A process that is killed loses nothing that was answered.
#[test]
fn killed_at_once() {
    let home = tempfile::tempdir().unwrap();
    let start = |args: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
            .args(args)
            .env("PYRAMID_HOME", home.path())
            .env_remove("ACCESSIBLE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        (child, output)
    };
    let (mut child, mut output) = start(&["new", "seed:7", "--resume"]);
    for move_number in 1..=12 {
        writeln!(child.stdin.as_mut().unwrap(), "d").unwrap();
        assert!(output.any(|line| line.unwrap().starts_with("Drew")));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(current(home.path()).matches(". >").count(), move_number);
        (child, output) = start(&["--resume"]);
        let goes_on = format!("Your game goes on at move {move_number}.");
        assert!(output.any(|line| line.unwrap() == goes_on));
        // The lock is held by one process, and by none when it is dead.
        let (mut second, said) = start(&["--resume"]);
        drop(second.stdin.take());
        assert!(said.map(Result::unwrap).any(|line| line.contains("open in another pyramid")));
        assert!(second.wait().unwrap().success());
    }
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

/// Every way to use the program, off a terminal: at the end of input and where nobody reads, it
/// ends with 0, says little, and prints no escape codes.
#[test]
fn off_a_terminal() {
    let modes: [&[&str]; 8] = [
        &["new", "seed:7"],
        &["new", "seed:7", "--resume"],
        &["new", "seed:7", "--speech"],
        &["new", "seed:7", "--board", "always"],
        &["--match", "m.pyr"],
        &["deal", "seed:7"],
        &["inspect", "seed:7"],
        &["paths"],
    ];
    let environments: [&[(&str, &str)]; 5] = [
        &[],
        &[("TERM", "dumb")],
        &[("NO_COLOR", "1")],
        &[("ACCESSIBLE", "1")],
        &[("COLUMNS", "20"), ("LANG", "C.UTF-8")],
    ];
    for mode in modes {
        for env in environments {
            for closed in [false, true] {
                let home = tempfile::tempdir().unwrap();
                let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
                    .args(mode)
                    .current_dir(home.path())
                    .env_clear()
                    .env("PYRAMID_HOME", home.path().join("home"))
                    .envs(env.iter().copied())
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap();
                if closed {
                    drop(child.stdout.take());
                }
                let typed = if closed { "look\n".repeat(3000) } else { "d\nlook\n".to_owned() };
                let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
                let output = child.wait_with_output().unwrap();
                assert_eq!(output.status.code(), Some(0), "{mode:?} {env:?} {closed}");
                assert!(output.stdout.len() < 4000 && output.stderr.is_empty(), "{mode:?} {env:?}");
                assert!(!output.stdout.contains(&0x1b), "{mode:?} {env:?}");
                let kept = home.path().join("home").exists();
                assert_eq!(kept, mode.contains(&"--resume"), "{mode:?}");
            }
        }
    }
}
