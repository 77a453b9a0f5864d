//! What a player types, and interrupts while nothing is typed.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, Sender};

use super::{Input, Io, unreadable};
use crate::failure::Failure;

/// What came from the player.
#[derive(Debug)]
pub(crate) enum Typed {
    /// A line, without its line end.
    Line(String),
    /// Nothing more will be typed.
    End,
    /// Ctrl-C, or a signal to end.
    Interrupt,
}

/// Waits for lines and interrupts at the same time.
pub(crate) struct Keyboard {
    events: Receiver<io::Result<Typed>>,
    send: Sender<io::Result<Typed>>,
    /// Asks the thread that reads for the next line: none is read before it is wanted.
    ask: Option<Sender<()>>,
}

impl Io {
    /// What the player types. Interrupts come here from now on; the second ends the process.
    pub(crate) fn keyboard(&self) -> Keyboard {
        let (send, events) = mpsc::channel();
        let interrupts = send.clone();
        self.on_interrupt(move || drop(interrupts.send(Ok(Typed::Interrupt))));
        Keyboard { events, send, ask: None }
    }
}

impl Keyboard {
    /// The next line from stdin, or an interrupt. What is not UTF-8 is replaced; a line longer than
    /// [`Io::MAX_LINE`] comes in pieces.
    pub(crate) fn next(&mut self, io: &mut Io) -> Result<Typed, Failure> {
        io.flush()?;
        if self.ask.is_none() {
            self.ask = Some(read(io.open(&Input::Stdin)?, self.send.clone()));
        }
        // The thread has left when nothing more can be read.
        let asked = self.ask.as_ref().is_some_and(|ask| ask.send(()).is_ok());
        match asked.then(|| self.events.recv()) {
            Some(Ok(typed)) => typed.map_err(|error| unreadable(&Input::Stdin, error)),
            _ => Ok(Typed::End),
        }
    }

    /// Whether there was an interrupt since the last line.
    pub(crate) fn was_interrupted(&self) -> bool {
        matches!(self.events.try_recv(), Ok(Ok(Typed::Interrupt)))
    }
}

/// Reads a line whenever one is asked for, until there is none.
fn read(mut input: Box<dyn BufRead + Send>, lines: Sender<io::Result<Typed>>) -> Sender<()> {
    let (ask, asked) = mpsc::channel();
    std::thread::spawn(move || {
        while asked.recv().is_ok() {
            let line = read_line(&mut input);
            let last = !matches!(line, Ok(Typed::Line(_)));
            if lines.send(line).is_err() || last {
                break;
            }
        }
    });
    ask
}

fn read_line(input: &mut impl BufRead) -> io::Result<Typed> {
    let mut line = Vec::new();
    input.take(Io::MAX_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Typed::End);
    }
    let line = String::from_utf8_lossy(&line);
    let line =
        line.strip_suffix('\n').map_or(&*line, |line| line.strip_suffix('\r').unwrap_or(line));
    Ok(Typed::Line(line.to_owned()))
}
