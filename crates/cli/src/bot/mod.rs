//! `pyramid bot`: a program plays many deals, a process for each thread.

mod deals;
mod game;
mod process;
mod report;

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use pyramid_notation::Writer;

use crate::args::BotArgs;
use crate::failure::{Exit, Failure};
use crate::io::{Io, NewFile};
use deals::Deals;
use game::{Played, Terms};
use report::Report;

/// Games for each thread that may be under way, played and waiting for one before them included.
const AHEAD: usize = 16;

/// What the playing threads say.
enum Event {
    /// A game has been played: its number from 0.
    Played(u64, Box<Played>),
    /// The bot cannot be started.
    Failed(io::Error),
    /// The user wants to stop.
    Interrupted,
}

pub(crate) fn run(io: &mut Io, args: BotArgs) -> Result<Exit, Failure> {
    let deals = Arc::new(Deals::read(io, &args.deals, args.rules.rules.as_deref())?);
    let records = args.output.as_deref().map(|path| io.create(path)).transpose()?;
    let threads = args.threads.map_or_else(|| io.cores(), |threads| threads.get().into());
    let threads = usize::try_from(deals.len()).map_or(threads, |games| threads.min(games));
    let name = args.command.first().map(|name| name.display().to_string()).unwrap_or_default();
    let terms = Arc::new(Terms {
        command: args.command,
        view: args.view.into(),
        moves: args.moves as usize,
        patience: args.time,
        player: args.player,
    });
    let (sender, events) = sync_channel(threads * AHEAD + 1);
    let (permits, permit) = sync_channel(threads * AHEAD);
    for _ in 0..threads * AHEAD {
        // The channel has room for all of them.
        let _ = permits.send(());
    }
    let (permit, next) = (Arc::new(Mutex::new(permit)), Arc::new(AtomicU64::new(0)));
    let players: Vec<JoinHandle<()>> = (0..threads)
        .map(|_| {
            let work = Work {
                deals: Arc::clone(&deals),
                terms: Arc::clone(&terms),
                permit: Arc::clone(&permit),
                next: Arc::clone(&next),
                events: sender.clone(),
            };
            thread::spawn(move || work.run())
        })
        .collect();
    // The channel has room for what is under way and for this.
    io.on_interrupt(move || drop(sender.send(Event::Interrupted)));
    let mut output = Output { report: Report::new(args.json), records: records.map(Writer::new) };
    let mut progress = io.progress();
    let mut waiting = BTreeMap::new();
    let mut exit = Exit::Success;
    while output.report.games() < deals.len() {
        let event = match events.try_recv() {
            Ok(event) => event,
            Err(_) => {
                io.flush()?;
                let Ok(event) = events.recv() else { break };
                event
            }
        };
        match event {
            Event::Interrupted => {
                exit = Exit::Interrupted;
                break;
            }
            Event::Failed(error) => {
                return Err(Failure::Io { doing: format!("cannot start {name}"), error });
            }
            Event::Played(number, played) => drop(waiting.insert(number, played)),
        }
        while let Some(played) = waiting.remove(&output.report.games()) {
            output.played(io, &played)?;
            let _ = permits.send(());
        }
        let state = || format!("{} of {} games played", output.report.games(), deals.len());
        if let Some(line) = progress.update(state) {
            io.tell(line);
        }
    }
    progress.clear();
    let games = output.report.games();
    output.finish(io)?;
    if exit == Exit::Interrupted {
        io.tell(format!("Interrupted after {games} of {} games.", deals.len()));
        return Ok(exit);
    }
    drop(permits);
    // Each lets its bot end by itself, and waits no longer than for an answer.
    players.into_iter().for_each(|player| drop(player.join()));
    Ok(exit)
}

/// Where games go.
struct Output {
    report: Report,
    records: Option<Writer<NewFile>>,
}

impl Output {
    fn played(&mut self, io: &mut Io, played: &Played) -> Result<(), Failure> {
        if let Some(records) = &mut self.records {
            played.record.write(records).map_err(unwritten)?;
        }
        Ok(self.report.add(io.out(), played)?)
    }

    fn finish(self, io: &mut Io) -> Result<(), Failure> {
        if let Some(records) = self.records {
            records.finish().map_err(unwritten)?.finish()?;
        }
        Ok(self.report.finish(io.out())?)
    }
}

fn unwritten(error: io::Error) -> Failure {
    Failure::Io { doing: "cannot write the records".to_owned(), error }
}

/// What a thread works with.
struct Work {
    deals: Arc<Deals>,
    terms: Arc<Terms>,
    permit: Arc<Mutex<Receiver<()>>>,
    next: Arc<AtomicU64>,
    events: SyncSender<Event>,
}

impl Work {
    /// Plays games until there are no more, or nobody wants more.
    fn run(self) {
        let mut process = None;
        loop {
            let permitted = self.permit.lock().is_ok_and(|permit| permit.recv().is_ok());
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(table) = self.deals.get(number).filter(|_| permitted) else { break };
            let event = match game::play(&mut process, &self.terms, &table, number + 1) {
                Ok(played) => Event::Played(number, Box::new(played)),
                Err(error) => Event::Failed(error),
            };
            if self.events.send(event).is_err() {
                break;
            }
        }
        if let Some(process) = process {
            process.end(self.terms.patience);
        }
    }
}
