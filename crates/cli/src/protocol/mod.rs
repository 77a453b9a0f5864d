//! The protocol: requests as JSON lines in, replies and events as JSON lines out.
//! `docs/protocol.md` and `docs/protocol.schema.json` are its specification.
//!
//! [`Server`] knows no streams and no threads. Here lines are read on one thread and searches run
//! on another, so that a search can be stopped; all writing is done by the caller's. Every queue
//! between them is short: a client that does not read is not read from either, and nothing piles up.

mod lines;
mod request;
mod schema;
mod search;
mod server;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

use crate::failure::{Exit, Failure};
use crate::io::{Input, Io};
pub(crate) use lines::{Line, Lines};
pub(crate) use schema::PROTOCOL;
use search::{Ended, Search};
pub(crate) use server::{Server, Step};

/// Lines that are read ahead.
const LINES_AHEAD: usize = 8;
/// What a search may say before somebody listens.
const SAYINGS_AHEAD: usize = 4;

/// The commands and their fields.
#[cfg(feature = "fuzzing")]
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    schema::COMMANDS.iter().flat_map(|(name, fields)| std::iter::once(name).chain(*fields)).copied()
}

/// What the reading thread says; or that a search has said something.
enum Event {
    Line(Line),
    End(std::io::Result<()>),
    Listen,
}

/// What the thread of a search says.
enum Saying {
    Progress(String),
    Ended(Box<Ended>),
}

/// Speaks the protocol on stdin and stdout until `quit` or the end of input.
pub(crate) fn run(io: &mut Io) -> Result<Exit, Failure> {
    io.bare_out();
    let (events, heard) = sync_channel(LINES_AHEAD);
    read_lines(io.open(&Input::Stdin)?, events.clone());
    let mut session = Session { server: Server::new(), io, events, running: None };
    loop {
        session.listen()?;
        let event = match heard.try_recv() {
            Ok(event) => event,
            Err(_) => {
                session.io.flush()?;
                match heard.recv() {
                    Ok(event) => event,
                    Err(_) => return Ok(Exit::Success),
                }
            }
        };
        match event {
            Event::Listen => {}
            Event::Line(line) => {
                if session.line(line)? {
                    return Ok(Exit::Success);
                }
            }
            Event::End(ended) => {
                session.finish()?;
                ended.map_err(|error| crate::io::unreadable(&Input::Stdin, error))?;
                return Ok(Exit::Success);
            }
        }
    }
}

/// Reads lines on a thread of its own, until nobody wants more.
fn read_lines(input: Box<dyn BufRead + Send>, events: SyncSender<Event>) {
    thread::spawn(move || {
        let mut lines = Lines::new(input);
        loop {
            let event = match lines.next_line() {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) => Event::End(Ok(())),
                Err(error) => Event::End(Err(error)),
            };
            let last = matches!(event, Event::End(_));
            if events.send(event).is_err() || last {
                return;
            }
        }
    });
}

/// A server with the search it runs.
struct Session<'a> {
    server: Server,
    io: &'a mut Io,
    events: SyncSender<Event>,
    running: Option<Running>,
}

/// A search on its thread.
struct Running {
    stop: Arc<AtomicBool>,
    sayings: Receiver<Saying>,
}

impl Session<'_> {
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.io.out(), "{line}")?)
    }

    /// Answers a line; true if it was the last.
    fn line(&mut self, line: Line) -> Result<bool, Failure> {
        match self.server.line(&line) {
            Step::Nothing => {}
            Step::Reply(reply) => self.say(&reply)?,
            Step::Search(search) => self.start(*search),
            Step::Stop { id, quit } => {
                if let Some(running) = &self.running {
                    running.stop.store(true, Ordering::Relaxed);
                }
                self.finish()?;
                let reply = self.server.stopped(&id, quit);
                self.say(&reply)?;
                return Ok(quit);
            }
        }
        Ok(false)
    }

    /// Starts a search on a thread of its own.
    fn start(&mut self, search: Search) {
        let stop = Arc::new(AtomicBool::new(false));
        let (say, sayings) = sync_channel(SAYINGS_AHEAD);
        self.running = Some(Running { stop: Arc::clone(&stop), sayings });
        let (events, watch) = (self.events.clone(), self.io.stopwatch());
        thread::spawn(move || {
            // If the queue is full it is being read, and whoever reads it listens here first.
            let tell = |saying| {
                let told = say.send(saying).is_ok();
                let _ = events.try_send(Event::Listen);
                told
            };
            let ended = search.run(
                || stop.load(Ordering::Relaxed),
                watch,
                |progress| {
                    if !tell(Saying::Progress(progress)) {
                        stop.store(true, Ordering::Relaxed);
                    }
                },
            );
            tell(Saying::Ended(Box::new(ended)));
        });
    }

    /// Hears what the search has said so far.
    fn listen(&mut self) -> Result<(), Failure> {
        while let Some(running) = &self.running {
            match running.sayings.try_recv() {
                Ok(saying) => self.hear(saying)?,
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(broken()),
            }
        }
        Ok(())
    }

    /// Waits for the search to end.
    fn finish(&mut self) -> Result<(), Failure> {
        while let Some(running) = &self.running {
            let saying = running.sayings.recv().map_err(|_| broken())?;
            self.hear(saying)?;
            self.io.flush()?;
        }
        Ok(())
    }

    fn hear(&mut self, saying: Saying) -> Result<(), Failure> {
        match saying {
            Saying::Progress(event) => self.say(&event),
            Saying::Ended(ended) => {
                self.running = None;
                let reply = self.server.ended(*ended);
                self.say(&reply)
            }
        }
    }
}

/// The failure of a search that ended without a word.
fn broken() -> Failure {
    Failure::usage("a search broke off; please report how")
}
