//! A program at a terminal, with somebody who waits for its prompt and types.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

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
    let size = PtySize { rows: 200, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut shell = CommandBuilder::new("sh");
    shell.args(["-c", command]);
    shell.cwd(folder);
    shell.env_clear();
    for (name, value) in environment {
        shell.env(name, value);
    }
    let mut child = pair.slave.spawn_command(shell).unwrap();
    drop(pair.slave);
    let mut keyboard = pair.master.take_writer().unwrap();
    let mut screen = pair.master.try_clone_reader().unwrap();
    let (send, pieces) = mpsc::channel();
    std::thread::spawn(move || {
        let mut piece = [0; 4096];
        // A terminal whose program has ended gives an error on Linux, and nothing elsewhere.
        while let Ok(1..) = screen.read(&mut piece).inspect(|&length| {
            let _ = send.send(String::from_utf8_lossy(&piece[..length]).into_owned());
        }) {}
    });
    let mut seen = String::new();
    let mut lines = typed.iter().map(|line| format!("{line}\n")).chain(["\x04".to_owned()]);
    while let Ok(piece) = pieces.recv_timeout(PATIENCE) {
        seen += &piece;
        if seen.ends_with("> ")
            && let Some(line) = lines.next()
        {
            keyboard.write_all(line.as_bytes()).unwrap();
        }
    }
    let _ = child.kill();
    child.wait().unwrap();
    seen.replace("\r\n", "\n")
}
