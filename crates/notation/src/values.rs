//! The forms of header values: `date` and `match`.

use std::fmt;

use crate::day::Day;

/// A day, or as much of it as is known, perhaps with a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Date {
    /// The year, 0 to 9999.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31, and in the month; only with a month.
    pub day: Option<u8>,
    /// The time; only with a day.
    pub time: Option<TimeOfDay>,
}

/// A time of day and its distance from UTC. Fractions of a second are not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeOfDay {
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 60 (a leap second).
    pub second: u8,
    /// Minutes east of UTC, -1439 to 1439.
    pub offset: i16,
}

/// Reads the value of `date`: an RFC 3339 date or date-time, `2026-11` or `2026`.
///
/// ```
/// use pyramid_notation::{ValueError, read_date};
/// assert_eq!(read_date("2026-11-30")?.day, Some(30));
/// assert_eq!(read_date("2026-11-30T14:02:11+01:00")?.time.map(|time| time.offset), Some(60));
/// assert_eq!(read_date("2026-02-30"), Err(ValueError::Day));
/// assert_eq!(read_date("30.11.2026"), Err(ValueError::DateForm));
/// # Ok::<(), ValueError>(())
/// ```
///
/// # Errors
///
/// The first part that cannot be, or [`ValueError::DateForm`].
pub fn read_date(text: &str) -> Result<Date, ValueError> {
    let mut rest = text;
    let year = digits(&mut rest, 4).ok_or(ValueError::DateForm)?;
    let mut date = Date { year, month: None, day: None, time: None };
    if rest.is_empty() {
        return Ok(date);
    }
    let month =
        after(&mut rest, "-").and_then(|()| digits(&mut rest, 2)).ok_or(ValueError::DateForm)?;
    if !(1..=12).contains(&month) {
        return Err(ValueError::Month);
    }
    date.month = Some(month as u8);
    if rest.is_empty() {
        return Ok(date);
    }
    let day =
        after(&mut rest, "-").and_then(|()| digits(&mut rest, 2)).ok_or(ValueError::DateForm)?;
    if Day::new(year, month as u8, day as u8).is_none() {
        return Err(ValueError::Day);
    }
    date.day = Some(day as u8);
    if rest.is_empty() {
        return Ok(date);
    }
    let rest = rest.strip_prefix(['T', 't', ' ']).ok_or(ValueError::DateForm)?;
    date.time = Some(read_time(rest)?);
    Ok(date)
}

fn read_time(mut rest: &str) -> Result<TimeOfDay, ValueError> {
    let form = ValueError::DateForm;
    let hour = digits(&mut rest, 2).ok_or(form)?;
    let minute = after(&mut rest, ":").and_then(|()| digits(&mut rest, 2)).ok_or(form)?;
    let second = after(&mut rest, ":").and_then(|()| digits(&mut rest, 2)).ok_or(form)?;
    if hour > 23 || minute > 59 || second > 60 {
        return Err(ValueError::Time);
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if rest.len() == fraction.len() {
            return Err(form);
        }
    }
    let offset = match rest {
        "Z" | "z" => 0,
        _ => {
            let east = rest.starts_with('+');
            let mut rest = rest.strip_prefix(['+', '-']).ok_or(ValueError::Offset)?;
            let hours = digits(&mut rest, 2).ok_or(form)?;
            let minutes = after(&mut rest, ":").and_then(|()| digits(&mut rest, 2)).ok_or(form)?;
            if hours > 23 || minutes > 59 || !rest.is_empty() {
                return Err(ValueError::Offset);
            }
            let offset = (hours * 60 + minutes) as i16;
            if east { offset } else { -offset }
        }
    };
    Ok(TimeOfDay { hour: hour as u8, minute: minute as u8, second: second as u8, offset })
}

/// Exactly so many decimal digits.
fn digits(rest: &mut &str, count: usize) -> Option<u16> {
    let text = rest.get(..count)?;
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    *rest = &rest[count..];
    text.parse().ok()
}

fn after(rest: &mut &str, sign: &str) -> Option<()> {
    *rest = rest.strip_prefix(sign)?;
    Some(())
}

/// Games in a par match.
pub const MATCH_GAMES: u8 = 6;

/// Reads the value of `match`, `1/6` to `6/6`: the number of the game.
///
/// ```
/// use pyramid_notation::{ValueError, read_match};
/// assert_eq!(read_match("2/6"), Ok(2));
/// assert_eq!(read_match("7/6"), Err(ValueError::Match));
/// ```
///
/// # Errors
///
/// [`ValueError::Match`] for anything else.
pub fn read_match(text: &str) -> Result<u8, ValueError> {
    match text.as_bytes() {
        &[game @ b'1'..=b'6', b'/', b'6'] => Ok(game - b'0'),
        _ => Err(ValueError::Match),
    }
}

/// Why a header value is not what its key wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// Not the shape of a date.
    DateForm,
    /// A month that is not 01 to 12.
    Month,
    /// A day that the month does not have.
    Day,
    /// An hour, minute or second that no day has.
    Time,
    /// A date-time without its distance from UTC, or with an impossible one.
    Offset,
    /// Not a game of a match.
    Match,
}

impl ValueError {
    /// The stable name, kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            ValueError::DateForm => "date-form",
            ValueError::Month => "month",
            ValueError::Day => "day",
            ValueError::Time => "time",
            ValueError::Offset => "offset",
            ValueError::Match => "match",
        }
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueError::DateForm => {
                "a date is written 2026-11-30T14:02:11Z, 2026-11-30, 2026-11 or 2026"
            }
            ValueError::Month => "there is no such month",
            ValueError::Day => "this month has no such day",
            ValueError::Time => "there is no such time of day",
            ValueError::Offset => "a time ends with Z or its distance from UTC, such as +01:00",
            ValueError::Match => "a par match has games 1/6 to 6/6",
        })
    }
}

impl std::error::Error for ValueError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for text in [
            "2026",
            "2026-11",
            "2026-11-30",
            "2024-02-29",
            "2000-02-29",
            "2026-11-30T14:02:11Z",
            "2026-11-30t14:02:11z",
            "2026-11-30 14:02:11Z",
            "2026-11-30T14:02:11.123456789-00:00",
            "2016-12-31T23:59:60Z",
            "2026-11-30T00:00:00+23:59",
        ] {
            assert!(read_date(text).is_ok(), "{text}");
        }
        for (text, error) in [
            ("", ValueError::DateForm),
            ("26", ValueError::DateForm),
            ("+026", ValueError::DateForm),
            ("2026-1", ValueError::DateForm),
            ("2026/11/30", ValueError::DateForm),
            ("2026-11-30T", ValueError::DateForm),
            ("2026-11-30T14:02Z", ValueError::DateForm),
            ("2026-11-30T14:02:11.Z", ValueError::DateForm),
            ("2026-11-30T14:02:11", ValueError::Offset),
            ("2026-11-30T14:02:11+24:00", ValueError::Offset),
            ("2026-11-30T14:02:11+01:00x", ValueError::Offset),
            ("2026-11-30T24:00:00Z", ValueError::Time),
            ("2026-13", ValueError::Month),
            ("2026-00-01", ValueError::Month),
            ("2023-02-29", ValueError::Day),
            ("1900-02-29", ValueError::Day),
            ("2026-04-31", ValueError::Day),
            ("２０２６", ValueError::DateForm),
        ] {
            assert_eq!(read_date(text), Err(error), "{text}");
        }
    }
}
