//! Seconds since the start of a game.

use std::fmt;

/// A time since the start of the game in milliseconds, below 2^32 (49.7 days).
///
/// Written as seconds with one to three decimals.
///
/// ```
/// use pyramid_notation::Clock;
/// assert_eq!(Clock::from_millis(44_250).to_string(), "44.25");
/// assert_eq!(Clock::read("214"), Some((Clock::from_millis(214_000), false)));
/// assert_eq!(Clock::read("2.1"), Some((Clock::from_millis(2_100), true)));
/// assert_eq!(Clock::read("1:30"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Clock(u32);

impl Clock {
    /// The clock at this many milliseconds.
    pub const fn from_millis(millis: u32) -> Clock {
        Clock(millis)
    }

    /// The milliseconds.
    pub const fn millis(self) -> u32 {
        self.0
    }

    /// Reads seconds with up to three decimals and tells whether they are written as we write
    /// them.
    pub fn read(text: &str) -> Option<(Clock, bool)> {
        let (clock, len, canonical) = Clock::scan(text.as_bytes())?;
        (len == text.len()).then_some((clock, canonical))
    }

    /// Reads the clock at the beginning of the bytes: value, length, whether canonical.
    #[inline]
    pub(crate) fn scan(bytes: &[u8]) -> Option<(Clock, usize, bool)> {
        let digit =
            |at: usize| bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|d| *d < 10);
        let mut at = 0;
        let mut millis = 0u64;
        while let Some(value) = digit(at) {
            millis = millis * 10 + u64::from(value);
            at += 1;
            if millis > u64::from(u32::MAX) {
                return None;
            }
        }
        if at == 0 {
            return None;
        }
        let mut canonical = at == 1 || bytes[0] != b'0';
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            let first = at;
            while let Some(value) = digit(at) {
                millis = millis * 10 + u64::from(value);
                at += 1;
                if at - first > 3 {
                    return None;
                }
            }
            match at - first {
                0 => return None,
                1 => millis *= 100,
                2 => millis *= 10,
                _ => {}
            }
            canonical &= at - first == 1 || bytes[at - 1] != b'0';
        } else {
            millis *= 1000;
            canonical = false;
        }
        let clock = Clock(u32::try_from(millis).ok()?);
        Some((clock, at, canonical))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.0 / 1000, self.0 % 1000);
        match millis {
            _ if millis % 100 == 0 => write!(f, "{seconds}.{}", millis / 100),
            _ if millis % 10 == 0 => write!(f, "{seconds}.{:02}", millis / 10),
            _ => write!(f, "{seconds}.{millis:03}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_is_what_is_written() {
        for text in [
            "0",
            "0.0",
            "0.00",
            "00.1",
            "7.5",
            "7.50",
            "07.5",
            "3.25",
            "3.250",
            "3.205",
            "3.05",
            "4294967.295",
            "12",
            "10.0",
        ] {
            let (clock, canonical) = Clock::read(text).unwrap();
            assert_eq!(canonical, clock.to_string() == text, "{text}");
            assert_eq!(Clock::read(&clock.to_string()), Some((clock, true)));
        }
    }

    #[test]
    fn what_is_not_a_clock() {
        for text in [
            "",
            ".",
            ".5",
            "5.",
            "5.1234",
            "4294967.296",
            "99999999999999999999",
            "-1",
            "1e3",
            "1,5",
        ] {
            assert_eq!(Clock::read(text), None, "{text}");
        }
    }
}
