//! Calendar days, for `daily:` deals.

use std::fmt;

/// A day of the Gregorian calendar, years 0 to 9999.
///
/// ```
/// use pyramid_notation::Day;
/// let day = Day::read("2026-11-30").unwrap();
/// assert_eq!((day.seed(), day.to_string()), (2026113000, "2026-11-30".to_owned()));
/// assert_eq!(Day::read("2026-02-29"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    /// The day of these numbers, if there is one.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Day> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        if year > 9999 || day == 0 || day > days { None } else { Some(Day { year, month, day }) }
    }

    /// Reads `YYYY-MM-DD`.
    pub fn read(text: &str) -> Option<Day> {
        let bytes = text.as_bytes();
        let form = bytes.len() == 10
            && bytes.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !form {
            return None;
        }
        Day::new(text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?)
    }

    /// The seed of the day's deal: YYYYMMDD followed by 00.
    pub const fn seed(self) -> u64 {
        ((self.year as u64 * 100 + self.month as u64) * 100 + self.day as u64) * 100
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
