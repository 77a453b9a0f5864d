//! Counting on several threads.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyramid_engine::{Deal, Layout, Setup};
use pyramid_solver::{LimitReached, Limits, Shortest, Solver, Verdict};

use super::{Counts, Seeds, Terms};
use crate::progress::Every;

/// Seeds that a thread takes at a time.
const CHUNK: u128 = 64;
/// How long a thread keeps to itself what it has counted.
const TELL: Duration = Duration::from_millis(500);
/// How often the caller is called if there is nothing new.
const TICK: Duration = Duration::from_millis(500);

/// Counts deals on so many threads. `each` is told deals and their counts, in any order, and `None`
/// now and then if there are none; when it fails, or `stop` is set, the deals under way are left.
pub(crate) fn run<E>(
    terms: &Terms,
    todo: &[Seeds],
    threads: usize,
    stop: &AtomicBool,
    mut each: impl FnMut(Option<(Seeds, Counts)>) -> Result<(), E>,
) -> Result<(), E> {
    let work = Mutex::new(todo.iter().cloned().collect::<VecDeque<Seeds>>());
    let layout = Arc::new(terms.rules.layout());
    thread::scope(|scope| {
        let (sender, parts) = sync_channel(2 * threads);
        for _ in 0..threads {
            let (sender, layout, work) = (sender.clone(), Arc::clone(&layout), &work);
            scope.spawn(move || {
                let limits = Limits { nodes: terms.nodes, ..Limits::default() };
                let mut worker = Worker { terms, layout, solver: Solver::new(limits), stop };
                while let Some(seeds) = next(work) {
                    if !worker.count(&seeds, &sender) {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            let part = match parts.recv_timeout(TICK) {
                Ok(part) => Some(part),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if let Err(error) = each(part) {
                stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
    })
}

/// Takes the next seeds.
fn next(work: &Mutex<VecDeque<Seeds>>) -> Option<Seeds> {
    let mut work = work.lock().ok()?;
    let first = work.pop_front()?;
    let seeds = first.seeds();
    let middle = seeds.end.min(seeds.start + CHUNK);
    if let Ok(rest) = Seeds::new(middle, seeds.end) {
        work.push_front(rest);
    }
    Seeds::new(seeds.start, middle).ok()
}

/// One thread.
struct Worker<'a> {
    terms: &'a Terms,
    layout: Arc<Layout>,
    solver: Solver,
    stop: &'a AtomicBool,
}

impl Worker<'_> {
    /// Counts some deals; false if nobody wants to hear of more.
    fn count(&mut self, seeds: &Seeds, sender: &SyncSender<(Seeds, Counts)>) -> bool {
        let all = seeds.seeds();
        let (mut from, mut counts) = (all.start, Counts::default());
        let mut tell = Every::new(TELL);
        for seed in all.clone() {
            let deal = u64::try_from(seed).ok().and_then(|seed| self.deal(seed));
            let stopped = deal.is_none();
            let to = seed + u128::from(!stopped);
            deal.iter().for_each(|deal| counts.add(deal));
            if (stopped || to == all.end || tell.is_due())
                && let Ok(done) = Seeds::new(from, to)
            {
                from = to;
                if sender.send((done, std::mem::take(&mut counts))).is_err() {
                    return false;
                }
            }
            if stopped {
                return false;
            }
        }
        true
    }

    /// The counts of one deal; `None` if the search was stopped.
    fn deal(&mut self, seed: u64) -> Option<Counts> {
        let setup =
            Setup::new(Arc::clone(&self.layout), &Deal::seeded(self.terms.rules.rules(), seed));
        let stop = || self.stop.load(Ordering::Relaxed);
        if stop() {
            return None;
        }
        let mut counts = Counts::default();
        let mut unknown = |limit| match limit {
            LimitReached::Stopped => None,
            _ => {
                counts.rate.unknown += 1;
                Some(())
            }
        };
        if self.terms.shortest {
            match self.solver.shortest(&setup, setup.start(), &stop, |_| ()) {
                Shortest::Proved(line) => counts.won(&line),
                Shortest::Lost => counts.rate.lost += 1,
                // A win is a win, but a run that was stopped here would count another length.
                Shortest::Unknown { limit: LimitReached::Stopped, .. } => return None,
                Shortest::Unknown { line: Some(line), .. } => {
                    counts.won(&line);
                    counts.unproved += 1;
                }
                Shortest::Unknown { limit, line: None, .. } => unknown(limit)?,
            }
        } else {
            match self.solver.solve(&setup, setup.start(), &stop) {
                Verdict::Won(line) => counts.won(&line),
                Verdict::Lost => counts.rate.lost += 1,
                Verdict::Unknown(limit) => unknown(limit)?,
            }
        }
        counts.positions = self.solver.stats().positions();
        counts.worst = counts.positions;
        Some(counts)
    }
}
