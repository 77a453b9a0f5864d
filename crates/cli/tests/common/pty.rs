//! A command in a terminal of its own.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

pub(crate) struct Pty {
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) master: Box<dyn MasterPty + Send>,
    pub(crate) keyboard: Box<dyn Write + Send>,
    /// What comes to the screen, until the command has ended.
    pub(crate) output: Receiver<Vec<u8>>,
    /// The terminal's modes before anybody changed them.
    pub(crate) modes: String,
}

impl Pty {
    pub(crate) fn open(command: CommandBuilder, rows: u16, cols: u16) -> Pty {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let modes = format!("{:?}", pair.master.get_termios());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut screen = pair.master.try_clone_reader().unwrap();
        let (send, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal whose command has ended gives an error on Linux, and nothing elsewhere.
            while let Ok(read @ 1..) = screen.read(&mut bytes) {
                if send.send(bytes[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        Pty { child, master: pair.master, keyboard, output, modes }
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}
