//! Results as JSON: what `--json` prints, and what a run keeps to go on from.

use std::collections::BTreeMap;
use std::fmt;

use pyramid_engine::RuleSet;
use pyramid_solver::{Confidence, Interval, Rate};
use serde::{Deserialize, Serialize};

use super::{Counts, Result, SeedSet, Seeds, Terms};
use crate::form::to_json;

/// The most moves a recorded game has.
const MAX_MOVES: u32 = 100_000;

/// A result. What follows from the counts is written and not read.
#[derive(Serialize, Deserialize)]
struct ResultJson {
    r#type: String,
    rules: String,
    nodes: u64,
    lines: Lines,
    deals: Vec<String>,
    count: u64,
    won: u64,
    lost: u64,
    unknown: u64,
    #[serde(skip_deserializing)]
    share: f64,
    #[serde(skip_deserializing)]
    wilson95: [f64; 2],
    #[serde(skip_deserializing)]
    wilson99: [f64; 2],
    positions: u64,
    worst: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    unproved: u64,
    lengths: BTreeMap<u32, u64>,
    passes: BTreeMap<u32, u64>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// What lengths and passes are counted of.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Lines {
    /// The win that the search came upon.
    Found,
    /// The shortest.
    Shortest,
}

/// A text that is no result.
#[derive(Debug)]
pub(crate) struct NoResult {
    /// Where, if that is known: line and column from 1.
    pub(crate) at: Option<(usize, usize)>,
    /// Why.
    pub(crate) message: String,
}

impl fmt::Display for NoResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Writes a result, with its line end.
pub(crate) fn write(result: &Result) -> String {
    let Result { terms, deals, counts } = result;
    let ends = |Interval { low, high }| [low, high];
    let rate = counts.rate;
    let json = ResultJson {
        r#type: "winrate".to_owned(),
        rules: terms.rules.to_string(),
        nodes: terms.nodes,
        lines: if terms.shortest { Lines::Shortest } else { Lines::Found },
        deals: deals.ranges().iter().map(Seeds::to_string).collect(),
        count: rate.all(),
        won: rate.won,
        lost: rate.lost,
        unknown: rate.unknown,
        share: rate.won_share(),
        wilson95: ends(rate.wilson(Confidence::P95)),
        wilson99: ends(rate.wilson(Confidence::P99)),
        positions: counts.positions,
        worst: counts.worst,
        unproved: counts.unproved,
        lengths: counts.lengths.clone(),
        passes: counts.passes.clone(),
    };
    to_json(&json) + "\n"
}

/// Reads the results of a text, one after another, and checks that each adds up.
pub(crate) fn read(text: &str) -> std::result::Result<Vec<Result>, NoResult> {
    let mut results = Vec::new();
    for json in serde_json::Deserializer::from_str(text).into_iter::<ResultJson>() {
        let json = json.map_err(|error| NoResult {
            at: Some((error.line(), error.column())),
            message: format!("this is no result of `winrate --json`: {}", clause(&error)),
        })?;
        let number = results.len() + 1;
        results.push(checked(json).map_err(|why| NoResult {
            at: None,
            message: format!("result {number} does not add up: {why}"),
        })?);
    }
    if results.is_empty() {
        return Err(NoResult { at: None, message: "there is no result in it".to_owned() });
    }
    Ok(results)
}

/// What serde has to say, without the place.
fn clause(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

fn checked(json: ResultJson) -> std::result::Result<Result, String> {
    if json.r#type != "winrate" {
        return Err(format!("its type is `{}`", json.r#type));
    }
    let rules: RuleSet = json.rules.parse().map_err(|error| format!("{error}"))?;
    let mut deals = SeedSet::default();
    for text in &json.deals {
        let seeds: Seeds = text.parse().map_err(|error| format!("`{text}`: {error}"))?;
        deals.add(&seeds).map_err(|twice| format!("{twice} is in it twice"))?;
    }
    let sum = |counts: &mut dyn Iterator<Item = u64>| {
        counts.map(u128::from).fold(0u128, u128::saturating_add)
    };
    let all = sum(&mut [json.won, json.lost, json.unknown].into_iter());
    let equal = |what: &str, found: u128, expected: u128| {
        if found == expected { Ok(()) } else { Err(format!("{what}: {found}, not {expected}")) }
    };
    equal("deals won, lost and unknown", all, deals.len())?;
    equal("count", json.count.into(), all)?;
    equal("lengths", sum(&mut json.lengths.values().copied()), json.won.into())?;
    equal("passes", sum(&mut json.passes.values().copied()), json.won.into())?;
    if json.lengths.keys().chain(json.passes.keys()).any(|&moves| moves > MAX_MOVES) {
        return Err(format!("a win of more than {MAX_MOVES} moves"));
    }
    if json.unproved > json.won || json.worst > json.positions {
        return Err("more unproved than won, or more positions for one deal than for all".into());
    }
    Ok(Result {
        terms: Terms { rules, nodes: json.nodes, shortest: json.lines == Lines::Shortest },
        deals,
        counts: Counts {
            rate: Rate { won: json.won, lost: json.lost, unknown: json.unknown },
            lengths: json.lengths,
            passes: json.passes,
            unproved: json.unproved,
            positions: json.positions,
            worst: json.worst,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"type":"winrate","rules":"one-pass","nodes":5,"lines":"found","deals":["seed:0..2","seed:4..5"],"count":3,"won":1,"lost":1,"unknown":1,"positions":9,"worst":5,"lengths":{"40":1},"passes":{"1":1}}"#;

    #[test]
    fn what_is_written_is_read() {
        let result = &read(GOOD).unwrap()[0];
        let text = write(result);
        assert_eq!(&read(&text).unwrap()[0], result);
        assert_eq!(write(&read(&text).unwrap()[0]), text);
        assert_eq!(read(&text.repeat(3)).unwrap().len(), 3);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (from, to, said) in [
            ("winrate", "game", "its type is `game`"),
            ("one-pass", "nopass", "nopass"),
            ("seed:0..2", "seed:0..1", "deals won, lost and unknown: 3, not 2"),
            ("seed:4..5", "seed:1..2", "seed:1..2 is in it twice"),
            ("seed:4..5", "seed:5..4", "A has to be less than B"),
            ("\"count\":3", "\"count\":4", "count: 4, not 3"),
            ("\"40\":1", "\"40\":2", "lengths: 2, not 1"),
            ("{\"1\":1}", "{}", "passes: 0, not 1"),
            ("\"worst\":5", "\"worst\":10", "positions for one deal"),
            ("\"won\":1", "\"won\":18446744073709551615", "deals won"),
            ("\"40\":1", "\"400000\":1", "more than 100000 moves"),
            ("\"won\":1", "\"won\":-1", "invalid value"),
            ("\"lost\":1,", "", "missing field `lost`"),
            ("{\"type\"", "\"type\"", "invalid type"),
        ] {
            let text = GOOD.replacen(from, to, 1);
            assert_ne!(text, GOOD);
            let message = read(&text).unwrap_err().message;
            assert!(message.contains(said), "{message}");
        }
        assert_eq!(read(" \n").unwrap_err().message, "there is no result in it");
        let half = read(&GOOD[..GOOD.len() / 2]).unwrap_err();
        assert_eq!(half.at.unwrap().0, 1);
    }
}
