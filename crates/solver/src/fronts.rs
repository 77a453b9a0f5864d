//! What is known to be too dear: for what is left, times and budgets that were not enough.
//!
//! From a time `s` of the line a later time `t` is reached at a price, the draws and redeals
//! between them. So a win from `t` within a budget gives one from `s` within that budget and the
//! price. Counted from the first time of the line, with the price up to the own time added to the
//! budget, that is: what was not enough at `s` is not enough at `t`. An entry is such a time and
//! sum; it answers for all that come later with no greater sum.

use crate::bits::Bits;
use crate::table::Key;

#[derive(Clone, Copy, Default)]
struct Entry<M> {
    key: Key<M>,
    time: u16,
    /// Budget and price, one more; 0 for an empty entry.
    sum: u16,
}

/// Entries looked at for one key.
const BUCKET: usize = 8;
const SMALLEST: usize = 1 << 8;

/// A hash table like [`Table`](crate::table::Table), with several entries a key.
pub(crate) struct Fronts<M> {
    entries: Vec<Entry<M>>,
    size: usize,
    largest: usize,
    used: usize,
    peak: usize,
}

impl<M: Bits> Fronts<M> {
    pub(crate) fn new() -> Fronts<M> {
        Fronts { entries: Vec::new(), size: 0, largest: 0, used: 0, peak: 0 }
    }

    /// Forgets everything; from now on takes at most `bytes`, or a few kilobytes.
    pub(crate) fn clear(&mut self, bytes: usize) {
        let fit = bytes / size_of::<Entry<M>>();
        self.largest = if fit <= SMALLEST { SMALLEST } else { 1 << fit.ilog2() };
        self.size = SMALLEST;
        self.used = 0;
        self.peak = 0;
        if self.entries.len() > self.largest {
            self.entries = Vec::new();
        }
        if self.entries.len() < SMALLEST {
            self.entries.resize(SMALLEST, Entry::default());
        }
        self.entries[..SMALLEST].fill(Entry::default());
    }

    /// Bytes in use at the largest; 0 if nothing was stored.
    pub(crate) fn bytes(&self) -> usize {
        self.peak * size_of::<Entry<M>>()
    }

    #[inline]
    fn bucket(&self, key: Key<M>) -> usize {
        key.hash() & (self.size - 1) & !(BUCKET - 1)
    }

    /// Whether the sum is known not to be enough at this time.
    #[inline]
    pub(crate) fn too_dear(&self, key: Key<M>, time: u16, sum: u16) -> bool {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET]
            .iter()
            .any(|entry| entry.sum > sum && entry.key == key && entry.time <= time)
    }

    /// Notes that the sum is not enough at this time.
    pub(crate) fn note(&mut self, key: Key<M>, time: u16, sum: u16) {
        let sum = sum + 1;
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + BUCKET];
        let new = Entry { key, time, sum };
        let mut place = None;
        for entry in bucket.iter_mut() {
            if entry.sum == 0 {
                place = place.or(Some(entry));
                break;
            }
            if entry.key == key && entry.time >= time && entry.sum <= sum {
                // It says no more than the new one.
                *entry = new;
                return;
            }
        }
        if let Some(entry) = place {
            *entry = new;
            self.used += 1;
            self.peak = self.peak.max(self.size);
        } else if self.size < self.largest && self.used * 3 > self.size {
            self.grow();
            self.note(key, time, sum - 1);
        } else {
            // Full: the entry that goes is as good as random.
            bucket[(key.left.fold() >> 7 ^ u64::from(time)) as usize % BUCKET] = new;
        }
    }

    /// Doubles the size; see [`Table`](crate::table::Table).
    fn grow(&mut self) {
        let old = self.size;
        self.size *= 2;
        if self.entries.len() < self.size {
            self.entries.reserve_exact(self.size - self.entries.len());
            self.entries.resize(self.size, Entry::default());
        } else {
            self.entries[old..self.size].fill(Entry::default());
        }
        for from in (0..old).step_by(BUCKET) {
            let bucket: [Entry<M>; BUCKET] = std::array::from_fn(|i| self.entries[from + i]);
            let mut ends = [from, from + old];
            self.entries[from..from + BUCKET].fill(Entry::default());
            for entry in bucket {
                if entry.sum > 0 {
                    let up = usize::from(self.bucket(entry.key) != from);
                    self.entries[ends[up]] = entry;
                    ends[up] += 1;
                }
            }
        }
    }
}
