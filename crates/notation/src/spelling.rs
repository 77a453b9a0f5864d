//! The canonical spelling of values that mean something: of headers, and of claims behind `end:`.

use std::borrow::Cow;

use crate::clock::Clock;
use crate::deal::Source;
use crate::keys::HeaderKey;
use crate::values::read_date;

/// A header's value as we write it, as far as that needs no rules: `from` and `date`. A value that
/// cannot be read stays as it is.
pub(crate) fn header_value(key: HeaderKey, value: &str) -> Cow<'_, str> {
    match key {
        HeaderKey::From => match Source::read(value) {
            Ok(source) => source.to_string().into(),
            Err(_) => value.into(),
        },
        HeaderKey::Date if read_date(value).is_ok() => date(value),
        _ => value.into(),
    }
}

/// A date-time has a `T`, no zeros at the end of a fraction of a second and no fraction of zero, and
/// `Z` for UTC. A date has one spelling.
fn date(value: &str) -> Cow<'_, str> {
    const DAY: usize = "2026-11-30".len();
    const SECOND: usize = "2026-11-30T14:02:11".len();
    let (Some(day), Some(time), Some(rest)) =
        (value.get(..DAY), value.get(DAY + 1..SECOND), value.get(SECOND..))
    else {
        return value.into();
    };
    let zone = rest.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(rest.len());
    let (fraction, zone) = rest.split_at(zone);
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    let zone = if matches!(zone, "z" | "+00:00" | "-00:00") { "Z" } else { zone };
    format!("{day}T{time}{fraction}{zone}").into()
}

/// The value of a `name=value` pair as we write it: whole numbers without a plus and without zeros
/// in front, `time` as a clock. A value that cannot be read stays as it is.
pub(crate) fn claim<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    let spelled = match name {
        "score" => value.parse::<i64>().ok().map(|score| score.to_string()),
        "moves" => value.parse::<u32>().ok().map(|moves| moves.to_string()),
        "time" => Clock::read(value).map(|(time, _)| time.to_string()),
        _ => None,
    };
    spelled.map_or(value.into(), Cow::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_keep_what_they_say() {
        for (typed, written) in [
            ("2026", "2026"),
            ("2026-11", "2026-11"),
            ("2026-11-30", "2026-11-30"),
            ("2026-11-30t14:02:11z", "2026-11-30T14:02:11Z"),
            ("2026-11-30 14:02:11+00:00", "2026-11-30T14:02:11Z"),
            ("2026-11-30T14:02:11-00:00", "2026-11-30T14:02:11Z"),
            ("2026-11-30T14:02:11-00:30", "2026-11-30T14:02:11-00:30"),
            ("2026-11-30T14:02:11.2500+01:00", "2026-11-30T14:02:11.25+01:00"),
            ("2026-11-30T14:02:10.000Z", "2026-11-30T14:02:10Z"),
            ("30.11.2026", "30.11.2026"),
        ] {
            let spelled = header_value(HeaderKey::Date, typed);
            assert_eq!(spelled, written, "{typed}");
            assert_eq!(header_value(HeaderKey::Date, &spelled), written, "{typed}");
            assert_eq!(read_date(typed), read_date(&spelled), "{typed}");
        }
    }

    #[test]
    fn numbers_have_one_spelling() {
        for (name, typed, written) in [
            ("score", "+27", "27"),
            ("score", "-007", "-7"),
            ("score", "-0", "0"),
            ("score", "1.5", "1.5"),
            ("moves", "+036", "36"),
            ("moves", "00", "0"),
            ("time", "214", "214.0"),
            ("time", "007.250", "7.25"),
            ("table", "007", "007"),
        ] {
            assert_eq!(claim(name, typed), written, "{name}={typed}");
        }
    }
}
