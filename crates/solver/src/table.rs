//! A hash table of positions that never takes more than it may: when it is full, new entries
//! replace old ones.

use crate::bits::Bits;

/// What of a position is compared exactly: the cards left, and 32 bits more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Key<M> {
    pub(crate) left: M,
    pub(crate) more: u32,
}

impl<M: Bits> Key<M> {
    #[inline]
    pub(crate) fn hash(self) -> usize {
        let hash = (self.left.fold() ^ u64::from(self.more).wrapping_mul(0xd6e8_feb8_6659_fd93))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (hash >> 20) as usize
    }
}

#[derive(Clone, Copy, Default)]
struct Entry<M> {
    key: Key<M>,
    /// One more than the value; 0 for an empty entry.
    value: u16,
}

/// Entries looked at for one key.
const BUCKET: usize = 4;
const SMALLEST: usize = 1 << 8;

/// Positions with a small number each, of which the lower says more.
pub(crate) struct Table<M> {
    entries: Vec<Entry<M>>,
    /// Entries in use at the present size; a power of two. The rest is kept for the next time.
    size: usize,
    largest: usize,
    used: usize,
    peak: usize,
}

impl<M: Bits> Table<M> {
    pub(crate) fn new() -> Table<M> {
        Table { entries: Vec::new(), size: 0, largest: 0, used: 0, peak: 0 }
    }

    /// Forgets everything; from now on takes at most `bytes`, or a few kilobytes.
    pub(crate) fn clear(&mut self, bytes: usize) {
        let fit = bytes / size_of::<Entry<M>>();
        self.largest = if fit <= SMALLEST { SMALLEST } else { 1 << fit.ilog2() };
        self.size = SMALLEST;
        self.used = 0;
        self.peak = SMALLEST;
        if self.entries.len() > self.largest {
            self.entries = Vec::new();
        }
        if self.entries.len() < SMALLEST {
            self.entries.resize(SMALLEST, Entry::default());
        }
        self.entries[..SMALLEST].fill(Entry::default());
    }

    /// Bytes in use at the largest.
    pub(crate) fn bytes(&self) -> usize {
        self.peak * size_of::<Entry<M>>()
    }

    #[inline]
    fn bucket(&self, key: Key<M>) -> usize {
        key.hash() & (self.size - 1) & !(BUCKET - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: Key<M>) -> Option<u16> {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET]
            .iter()
            .find(|entry| entry.value > 0 && entry.key == key)
            .map(|entry| entry.value - 1)
    }

    /// Stores a value, or lowers the one that is there.
    pub(crate) fn lower(&mut self, key: Key<M>, value: u16) {
        self.store(key, value, u16::min);
    }

    /// Stores a value, or raises the one that is there.
    pub(crate) fn raise(&mut self, key: Key<M>, value: u16) {
        self.store(key, value, u16::max);
    }

    #[inline]
    fn store(&mut self, key: Key<M>, value: u16, join: fn(u16, u16) -> u16) {
        let value = value + 1;
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + BUCKET];
        for entry in bucket.iter_mut() {
            if entry.value == 0 {
                *entry = Entry { key, value };
                self.used += 1;
                return;
            }
            if entry.key == key {
                entry.value = join(entry.value, value);
                return;
            }
        }
        if self.size < self.largest && self.used * 3 > self.size {
            self.grow();
            return self.store(key, value - 1, join);
        }
        // Full: the entry that goes is as good as random.
        let victim = (key.left.fold() >> 7) as usize % BUCKET;
        bucket[victim] = Entry { key, value };
    }

    /// Doubles the size. An entry stays where it is or moves up by the old size, so that no second
    /// table is needed.
    fn grow(&mut self) {
        let old = self.size;
        self.size *= 2;
        if self.entries.len() < self.size {
            self.entries.reserve_exact(self.size - self.entries.len());
            self.entries.resize(self.size, Entry::default());
        } else {
            self.entries[old..self.size].fill(Entry::default());
        }
        self.peak = self.peak.max(self.size);
        for from in (0..old).step_by(BUCKET) {
            let bucket: [Entry<M>; BUCKET] = std::array::from_fn(|i| self.entries[from + i]);
            let mut ends = [from, from + old];
            self.entries[from..from + BUCKET].fill(Entry::default());
            for entry in bucket {
                if entry.value > 0 {
                    let up = usize::from(self.bucket(entry.key) != from);
                    self.entries[ends[up]] = entry;
                    ends[up] += 1;
                }
            }
        }
    }
}
