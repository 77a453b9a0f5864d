//! Judging an input on several threads, with the same outcome as on one.

mod pieces;

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use pyramid_replay_verifier::{Judgement, MatchOrder, Options, Start, Verifier};

use pieces::Piece;

/// Bytes after which a piece of the input ends before the next game.
const PIECE: usize = 1 << 20;
/// Pieces for each thread that may be under way, judged and waiting for one before them included.
const AHEAD: usize = 4;
/// Judgements that are sent together.
const BATCH: usize = 1024;

/// What the judging threads say.
pub(crate) enum Event {
    /// Games of a piece have been judged, pieces in any order.
    Judged(Batch),
    /// All pieces have been given out: there are so many.
    Given(usize),
    /// The user wants to stop.
    Interrupted,
}

/// Judgements on games of one piece that follow one another.
pub(crate) struct Batch {
    /// The number of the piece, from 0.
    piece: usize,
    judgements: Vec<Judgement>,
    /// How the piece ended, if these are its last.
    end: Option<io::Result<()>>,
}

/// The way of the events. It is bounded, so that threads do not judge faster than it is reported.
pub(crate) fn events() -> (SyncSender<Event>, Receiver<Event>) {
    sync_channel(16)
}

/// What the caller is told.
pub(crate) enum Heard<'a> {
    /// The judgement on the next game.
    Judgement(&'a Judgement),
    /// There is nothing to report just now: what was reported can be shown.
    Nothing,
}

/// How the judging of an input ended.
#[derive(Debug)]
pub(crate) enum End {
    /// With the input, or the error that ended it.
    Input(io::Result<()>),
    /// The user wanted to stop.
    Interrupted,
}

/// Judges all games of an input and hands on the judgements in their order.
///
/// The threads are left alone when `each` fails or the user interrupts: they end with the process.
pub(crate) fn judge<E>(
    input: Box<dyn BufRead + Send>,
    options: &Options,
    threads: usize,
    (sender, events): &(SyncSender<Event>, Receiver<Event>),
    mut each: impl FnMut(Heard<'_>) -> Result<(), E>,
) -> Result<End, E> {
    let (permits, permit) = sync_channel(threads * AHEAD);
    for _ in 0..threads * AHEAD {
        // The channel has room for all of them.
        let _ = permits.send(());
    }
    let (work, pieces) = sync_channel(threads);
    give_out(input, permit, work, sender.clone());
    let pieces = Arc::new(Mutex::new(pieces));
    for _ in 0..threads {
        work_on(Arc::clone(&pieces), options.clone(), sender.clone());
    }
    let mut order = Order::default();
    loop {
        let event = match events.try_recv() {
            Ok(event) => event,
            Err(_) => {
                each(Heard::Nothing)?;
                match events.recv() {
                    Ok(event) => event,
                    Err(_) => break,
                }
            }
        };
        match event {
            Event::Interrupted => return Ok(End::Interrupted),
            Event::Given(pieces) => order.pieces = Some(pieces),
            Event::Judged(batch) => order.waiting.entry(batch.piece).or_default().push_back(batch),
        }
        while let Some(batch) = order.next_batch() {
            for mut judgement in batch.judgements {
                order.place(&mut judgement);
                each(Heard::Judgement(&judgement))?;
            }
            match batch.end {
                None => {}
                Some(Ok(())) => {
                    order.next += 1;
                    let _ = permits.send(());
                }
                Some(Err(error)) => return Ok(End::Input(Err(error))),
            }
        }
        if order.pieces == Some(order.next) {
            break;
        }
    }
    if !order.judged {
        each(Heard::Judgement(&Judgement::no_game()))?;
    }
    Ok(End::Input(Ok(())))
}

/// Brings judgements into the order of the input.
#[derive(Default)]
struct Order {
    /// Batches by their piece.
    waiting: BTreeMap<usize, VecDeque<Batch>>,
    /// The piece that comes next.
    next: usize,
    /// How many there are, once it is known.
    pieces: Option<usize>,
    games: u64,
    judged: bool,
    matches: MatchOrder,
}

impl Order {
    /// What comes next, if it is there.
    fn next_batch(&mut self) -> Option<Batch> {
        let mut batches = self.waiting.first_entry().filter(|entry| *entry.key() == self.next)?;
        let batch = batches.get_mut().pop_front();
        if batches.get().is_empty() {
            batches.remove();
        }
        batch
    }

    /// Gives a judgement what depends on those before it.
    fn place(&mut self, judgement: &mut Judgement) {
        self.judged = true;
        if judgement.game > 0 {
            self.games += 1;
            judgement.game = self.games;
        }
        self.matches.judge(judgement);
    }
}

/// Cuts the input on a thread of its own.
fn give_out(
    input: Box<dyn BufRead + Send>,
    permit: Receiver<()>,
    work: SyncSender<(usize, Piece)>,
    events: SyncSender<Event>,
) {
    thread::spawn(move || {
        let mut given = 0;
        pieces::cut(input, PIECE, |piece| {
            let sent = permit.recv().is_ok() && work.send((given, piece)).is_ok();
            given += usize::from(sent);
            sent
        });
        // Nobody may be there to hear it.
        let _ = events.send(Event::Given(given));
    });
}

/// Judges pieces on a thread of its own until there are no more.
fn work_on(
    pieces: Arc<Mutex<Receiver<(usize, Piece)>>>,
    options: Options,
    events: SyncSender<Event>,
) {
    thread::spawn(move || {
        loop {
            let next = pieces.lock().map(|pieces| pieces.recv());
            let Ok(Ok((index, piece))) = next else { return };
            if !judge_piece(index, piece, &options, &events) {
                return;
            }
        }
    });
}

/// Judges a piece; false if nobody is there to hear it.
fn judge_piece(index: usize, piece: Piece, options: &Options, events: &SyncSender<Event>) -> bool {
    let start = Start { bytes: piece.start.offset, lines: piece.start.lines };
    let mut verifier = Verifier::part(piece, options.clone(), start);
    // The last judgement is kept back: it may be that on the game whose beginning only is there.
    let mut kept = None;
    loop {
        let mut batch = Batch { piece: index, judgements: Vec::new(), end: None };
        while batch.end.is_none() && batch.judgements.len() < BATCH {
            match verifier.next_judgement() {
                Ok(Some(judgement)) => batch.judgements.extend(kept.replace(judgement)),
                Ok(None) => batch.end = Some(Ok(())),
                Err(error) => batch.end = Some(Err(error)),
            }
        }
        let last = batch.end.is_some();
        if last && !verifier.get_ref().goes_on() {
            batch.judgements.extend(kept.take());
        }
        if events.send(Event::Judged(batch)).is_err() {
            return false;
        }
        if last {
            return true;
        }
    }
}
