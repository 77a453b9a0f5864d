//! Work on several threads, with the results in the order of the work.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Items for each thread that may be under way, done and waiting for one before them included.
const AHEAD: usize = 16;
/// How often the caller is called if there is nothing new.
const TICK: Duration = Duration::from_millis(100);

enum Event<R> {
    /// The item of this number is done.
    Done(usize, R),
    /// There are no more items: so many were given out.
    Given(usize),
}

/// Gives each item to one of the workers, of which there is one a thread, and hands on the results in
/// the order of the items; `None` now and then if there are none. Ends with the items, or when `each`
/// says false or fails. Items are taken as they are needed, so that memory stays bounded.
///
/// Threads are left alone when it ends early: what they do goes nowhere.
pub(crate) fn in_order<T, R, E, W>(
    items: impl Iterator<Item = T> + Send + 'static,
    workers: Vec<W>,
    mut each: impl FnMut(Option<R>) -> Result<bool, E>,
) -> Result<(), E>
where
    T: Send + 'static,
    R: Send + 'static,
    W: FnMut(T) -> R + Send + 'static,
{
    let ahead = workers.len() * AHEAD;
    let (permits, permit) = sync_channel(ahead);
    for _ in 0..ahead {
        // The channel has room for all of them.
        let _ = permits.send(());
    }
    let (work, todo) = sync_channel(workers.len());
    let (events, heard) = channel();
    let given = events.clone();
    thread::spawn(move || {
        let mut count = 0;
        for item in items {
            if permit.recv().is_err() || work.send((count, item)).is_err() {
                return;
            }
            count += 1;
        }
        // Nobody may be there to hear it.
        let _ = given.send(Event::Given(count));
    });
    let todo = Arc::new(Mutex::new(todo));
    for worker in workers {
        let (todo, events) = (Arc::clone(&todo), events.clone());
        thread::spawn(move || work_on(&todo, &events, worker));
    }
    drop(events);
    let (mut waiting, mut next, mut all) = (BTreeMap::new(), 0, None);
    while all != Some(next) {
        match heard.recv_timeout(TICK) {
            Ok(Event::Done(number, result)) => drop(waiting.insert(number, result)),
            Ok(Event::Given(count)) => all = Some(count),
            Err(RecvTimeoutError::Timeout) => {
                if !each(None)? {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            let _ = permits.send(());
            if !each(Some(result))? {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn work_on<T, R>(
    todo: &Mutex<Receiver<(usize, T)>>,
    events: &Sender<Event<R>>,
    mut worker: impl FnMut(T) -> R,
) {
    loop {
        let next = todo.lock().map(|todo| todo.recv());
        let Ok(Ok((number, item))) = next else { return };
        if events.send(Event::Done(number, worker(item))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        for threads in [1, 2, 5] {
            let worker = || {
                |item: u64| {
                    // Some of them are work.
                    let spins = item * 7919 % 13 * 10_000;
                    (0..spins).for_each(|spin| drop(std::hint::black_box(spin).to_string()));
                    item
                }
            };
            let mut heard = Vec::new();
            let ended = in_order(0..1000, (0..threads).map(|_| worker()).collect(), |result| {
                heard.extend(result);
                Ok::<bool, ()>(true)
            });
            assert_eq!(ended, Ok(()));
            assert_eq!(heard, (0..1000).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn endless_work_ends_when_the_caller_has_enough() {
        let mut heard = Vec::new();
        let ended = in_order(0u64.., vec![|item| item, |item| item], |result| {
            heard.extend(result);
            Ok::<bool, ()>(heard.len() < 5)
        });
        assert_eq!((ended, heard), (Ok(()), vec![0, 1, 2, 3, 4]));
        let ended = in_order(0u64.., vec![|item| item], |result| match result {
            Some(3) => Err("three"),
            _ => Ok(true),
        });
        assert_eq!(ended, Err("three"));
    }

    #[test]
    fn nothing_is_taken_long_before_it_is_needed() {
        let (sender, taken) = channel();
        let items = (0u64..).inspect(move |&item| {
            let _ = sender.send(item);
        });
        let mut results = 0;
        let ended = in_order(items, vec![|item| item], |result| {
            results += u64::from(result.is_some());
            let most = taken.try_iter().last();
            assert!(most.is_none_or(|most| most <= results + AHEAD as u64 + 1), "{most:?}");
            Ok::<bool, ()>(results < 200)
        });
        assert_eq!(ended, Ok(()));
    }
}
