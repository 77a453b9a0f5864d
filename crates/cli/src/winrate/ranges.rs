//! Which seeds have been played: ranges that do not overlap.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Seeds from one on and before another, as `seed:A..B` is written. The end may be 2^64.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Seeds {
    from: u128,
    to: u128,
}

/// Why a text is no range of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeedsError {
    /// It has another form.
    Form,
    /// No seed is in it.
    Empty,
    /// It goes on beyond the last seed.
    TooLarge,
}

impl fmt::Display for SeedsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SeedsError::Form => "deals are written seed:A..B, two numbers; A is played, B is not",
            SeedsError::Empty => "no deal is in this range: A has to be less than B",
            SeedsError::TooLarge => "seeds end before 2^64",
        })
    }
}

impl std::error::Error for SeedsError {}

impl Seeds {
    /// One more than the last seed.
    const END: u128 = 1 << 64;

    pub(crate) fn new(from: u128, to: u128) -> Result<Seeds, SeedsError> {
        match from < to {
            false => Err(SeedsError::Empty),
            true if to > Seeds::END => Err(SeedsError::TooLarge),
            true => Ok(Seeds { from, to }),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u128 {
        self.to - self.from
    }

    /// The seeds.
    pub(crate) fn seeds(&self) -> Range<u128> {
        self.from..self.to
    }

    /// Part `index` (from 1) of so many parts that are as equal as can be; `None` if it is empty.
    pub(crate) fn part(&self, index: u32, of: u32) -> Option<Seeds> {
        let cut = |at: u32| {
            // No overflow: a length has at most 65 bits, a number of parts 32.
            self.from + self.len() * u128::from(at) / u128::from(of)
        };
        Seeds::new(cut(index.checked_sub(1)?), cut(index)).ok()
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed:{}..{}", self.from, self.to)
    }
}

impl FromStr for Seeds {
    type Err = SeedsError;

    fn from_str(text: &str) -> Result<Seeds, SeedsError> {
        let (from, to) = text
            .strip_prefix("seed:")
            .and_then(|numbers| numbers.split_once(".."))
            .ok_or(SeedsError::Form)?;
        let number = |text: &str| {
            if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(SeedsError::Form);
            }
            text.parse::<u128>().map_err(|_| SeedsError::TooLarge)
        };
        Seeds::new(number(from)?, number(to)?)
    }
}

/// Seeds in ranges that neither overlap nor touch, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeedSet {
    ranges: Vec<Seeds>,
}

impl SeedSet {
    /// The ranges.
    pub(crate) fn ranges(&self) -> &[Seeds] {
        &self.ranges
    }

    /// How many seeds there are.
    pub(crate) fn len(&self) -> u128 {
        self.ranges.iter().map(Seeds::len).sum()
    }

    /// Adds seeds.
    ///
    /// # Errors
    ///
    /// If some of them are there already; those are given, and nothing is added.
    pub(crate) fn add(&mut self, seeds: &Seeds) -> Result<(), Seeds> {
        let at = self.ranges.partition_point(|range| range.to < seeds.from);
        let touched = self.ranges[at..].iter().take_while(|range| range.from <= seeds.to).count();
        let mut joined = seeds.clone();
        for range in &self.ranges[at..at + touched] {
            if let Ok(both) = Seeds::new(range.from.max(seeds.from), range.to.min(seeds.to)) {
                return Err(both);
            }
            joined = Seeds { from: joined.from.min(range.from), to: joined.to.max(range.to) };
        }
        self.ranges.splice(at..at + touched, [joined]);
        Ok(())
    }

    /// Those of some seeds that are not in the set.
    pub(crate) fn missing(&self, seeds: &Seeds) -> Vec<Seeds> {
        let mut missing = Vec::new();
        let mut from = seeds.from;
        for range in &self.ranges {
            missing.extend(Seeds::new(from, range.from.min(seeds.to)).ok());
            from = from.max(range.to);
        }
        missing.extend(Seeds::new(from, seeds.to).ok());
        missing
    }

    /// Whether all are among these seeds.
    pub(crate) fn is_within(&self, seeds: &Seeds) -> bool {
        self.ranges.iter().all(|range| seeds.from <= range.from && range.to <= seeds.to)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seeds(text: &str) -> Seeds {
        text.parse().unwrap()
    }

    #[test]
    fn ranges_are_read_and_written() {
        for text in ["seed:0..1", "seed:5..12", "seed:18446744073709551615..18446744073709551616"] {
            assert_eq!(seeds(text).to_string(), text);
        }
        for (text, error) in [
            ("0..5", SeedsError::Form),
            ("seed:0-5", SeedsError::Form),
            ("seed:..5", SeedsError::Form),
            ("seed:+1..5", SeedsError::Form),
            ("seed:1..5..9", SeedsError::Form),
            ("ms:1..5", SeedsError::Form),
            ("seed:5..5", SeedsError::Empty),
            ("seed:5..4", SeedsError::Empty),
            ("seed:0..18446744073709551617", SeedsError::TooLarge),
            ("seed:0..999999999999999999999999999999999999999999", SeedsError::TooLarge),
        ] {
            assert_eq!(text.parse::<Seeds>(), Err(error), "{text}");
        }
    }

    proptest! {
        #[test]
        fn parts_make_up_the_whole(from in 0..100u128, len in 1..300u128, of in 1..40u32) {
            let whole = Seeds::new(from, from + len).unwrap();
            let parts: Vec<Seeds> = (1..=of).filter_map(|index| whole.part(index, of)).collect();
            let all: Vec<u128> = parts.iter().flat_map(Seeds::seeds).collect();
            prop_assert_eq!(all, whole.seeds().collect::<Vec<_>>());
            let lengths = parts.iter().map(Seeds::len);
            prop_assert!(lengths.clone().max().unwrap() <= lengths.min().unwrap() + 1);
        }

        #[test]
        fn a_set_is_a_set(added in prop::collection::vec((0..60u128, 1..12u128), 0..30)) {
            let mut set = SeedSet::default();
            let mut truth = std::collections::BTreeSet::new();
            for (from, len) in added {
                let seeds = Seeds::new(from, from + len).unwrap();
                let both = seeds.seeds().any(|seed| truth.contains(&seed));
                let before = set.clone();
                prop_assert_eq!(set.add(&seeds).is_err(), both);
                if both {
                    prop_assert_eq!(&set, &before);
                } else {
                    truth.extend(seeds.seeds());
                }
                prop_assert_eq!(set.len(), truth.len() as u128);
            }
            let there: Vec<u128> = set.ranges().iter().flat_map(Seeds::seeds).collect();
            prop_assert_eq!(there, truth.iter().copied().collect::<Vec<_>>());
            let touching = set.ranges().windows(2).any(|pair| pair[0].to >= pair[1].from);
            prop_assert!(!touching);
            let all = Seeds::new(10, 50).unwrap();
            let missing: Vec<u128> = set.missing(&all).iter().flat_map(Seeds::seeds).collect();
            let expected: Vec<u128> = all.seeds().filter(|seed| !truth.contains(seed)).collect();
            prop_assert_eq!(missing, expected);
            let within = truth.iter().all(|seed| (10..50).contains(seed));
            prop_assert_eq!(set.is_within(&all), within);
        }
    }
}
