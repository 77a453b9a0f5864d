//! Records to JSON.

use serde_json::{Map, Number, Value};

use super::{MEMBERS, NUMBERS};
use crate::keys::HeaderKey;
use crate::reader::GAME_WORD;
use crate::record::{Record, RecordedEnding, RecordedHeader, RecordedMove};
use crate::token::MoveText;

/// Writes the JSON twin of a record, without a line end.
///
/// Comments, remarks and a pair called `result` are left out, and headers of one key are put
/// together; everything else is read back by [`read_json`](crate::read_json).
///
/// ```
/// use pyramid_notation::{Reader, read_games, write_json};
/// let text = "pyramid-game 1.0\nrules: par\nfrom: ms:3\n1. Ks! >Ac@2.5\nend: open moves=2\n";
/// let read = read_games(Reader::new(text.as_bytes())).next().unwrap()?;
/// assert_eq!(
///     write_json(&read.record.unwrap()),
///     r#"{"format":"pyramid-game","version":"1.0","rules":"par","headers":{"from":"ms:3"},"moves":["Ks!",">Ac"],"clock":[null,2.5],"end":{"result":"open","moves":2}}"#,
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_json(record: &Record) -> String {
    let header = |key| record.header(key).map(|header| Value::from(&*header.value));
    let values = [
        Some(GAME_WORD.into()),
        Some(record.version.to_string().into()),
        header(HeaderKey::Rules),
        header(HeaderKey::Deal),
        Some(headers(record)),
        Some(record.moves().map(|played| Value::from(spelled(played))).collect()),
        clocks(record),
        record.ending.as_ref().map(ending),
    ];
    let members = MEMBERS.into_iter().zip(values);
    let game: Map<String, Value> =
        members.filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
    Value::Object(game).to_string()
}

/// The headers that have no member of their own.
fn headers(record: &Record) -> Value {
    let order = |header: &&RecordedHeader| {
        HeaderKey::from_name(&header.key).map_or(HeaderKey::COUNT, |key| key as usize)
    };
    let mut ordered: Vec<&RecordedHeader> = record.headers().collect();
    ordered.sort_by_key(order);
    let mut headers = Map::new();
    for header in ordered {
        if header.key == HeaderKey::Rules.name() || header.key == HeaderKey::Deal.name() {
            continue;
        }
        let value = Value::from(&*header.value);
        match headers.get_mut(&header.key) {
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
            None => drop(headers.insert(header.key.clone(), value)),
        }
    }
    Value::Object(headers)
}

/// A move without its clock, as it was written if that is not canonical.
fn spelled(played: &RecordedMove) -> String {
    match &played.written {
        Some(written) => written.split('@').next().unwrap_or_default().to_owned(),
        None => MoveText { clock: None, ..played.text }.to_string(),
    }
}

fn clocks(record: &Record) -> Option<Value> {
    let clock = |played: &RecordedMove| match played.text.clock {
        Some(clock) => Value::from(f64::from(clock.millis()) / 1000.0),
        None => Value::Null,
    };
    record
        .moves()
        .any(|played| played.text.clock.is_some())
        .then(|| record.moves().map(clock).collect())
}

fn ending(ending: &RecordedEnding) -> Value {
    let mut members = Map::new();
    members.insert("result".to_owned(), ending.result.name().into());
    for (name, value) in ending.pairs.iter().filter(|(name, _)| name != "result") {
        members.insert(name.clone(), pair_value(name, value));
    }
    Value::Object(members)
}

/// A number where one belongs, unless JSON would write it otherwise: `+5`, `036`, `214.30`.
fn pair_value(name: &str, value: &str) -> Value {
    let number = value.parse::<Number>().ok().filter(|number| number.to_string() == value);
    match number {
        Some(number) if NUMBERS.contains(&name) => Value::Number(number),
        _ => value.into(),
    }
}
