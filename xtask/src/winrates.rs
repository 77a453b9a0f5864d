//! `cargo xtask winrates FILE…`: the tables of `docs/win-rates.md`, from what `winrate --json` printed.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::Result;
use crate::project::{self, Build};
use crate::tables::Document;

const DOCUMENT: Document = Document { path: "docs/win-rates.md", task: "winrates" };

/// solitairewinrates.com (Masten), 100,000,000 deals a line: the rules and the percentage won.
const PUBLISHED: &[(&str, f64)] = &[
    ("pyramid passes=1 overlap=yes", 22.77324),
    ("pyramid passes=1", 9.01924),
    ("pyramid passes=1 overlap=yes goal=deck", 15.91605),
    ("pyramid passes=1 goal=deck", 6.79562),
    ("pyramid passes=any overlap=yes", 83.15159),
    ("pyramid passes=any", 66.86501),
];

pub(crate) fn run(files: &[String]) -> Result {
    let mut results = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            results.push(row(line).map_err(|error| format!("{file}: {error}"))?);
        }
    }
    let program = project::program(Build::Dev)?;
    let spell_out = |rules: &str| {
        let json = project::printed(Command::new(&program).args(["rules", "--json", rules]))?;
        without_scores(serde_json::from_slice(&json)?)
    };
    DOCUMENT.put(&tables(&results, &spell_out)?)?;
    println!("winrates: {} results are in {}", results.len(), DOCUMENT.path);
    Ok(())
}

/// The value of each key of a rules line, but for the score, from what `rules --json` prints: equal
/// for the same game, however it is spelled.
fn without_scores(mut game: Value) -> Result<Value> {
    let rules = game["rules"].as_object_mut().ok_or("`rules --json` names no `rules`")?;
    rules.remove("score");
    Ok(game["rules"].take())
}

/// What a table says of a result.
struct Row {
    rules: String,
    deals: String,
    count: u64,
    won: u64,
    unknown: u64,
    wilson95: [f64; 2],
    wilson99: [f64; 2],
    shortest: bool,
    moves: f64,
    passes: f64,
    positions: u64,
}

fn row(line: &str) -> Result<Row> {
    let json: Value = serde_json::from_str(line)?;
    if json["type"] != "winrate" {
        return Err("this is no result of `winrate --json`".into());
    }
    let number = |key: &str| json[key].as_u64().ok_or_else(|| format!("`{key}` is missing"));
    let ends = |key: &str| match (json[key][0].as_f64(), json[key][1].as_f64()) {
        (Some(low), Some(high)) => Ok([100.0 * low, 100.0 * high]),
        _ => Err(format!("`{key}` is missing")),
    };
    let mean = |key: &str| {
        let counts = json[key].as_object().ok_or_else(|| format!("`{key}` is missing"))?;
        let (mut sum, mut all) = (0.0, 0.0);
        for (value, count) in counts {
            let value: f64 = value.parse().map_err(|_| format!("`{value}` in `{key}`"))?;
            let count = count.as_u64().unwrap_or(0) as f64;
            sum += value * count;
            all += count;
        }
        Ok::<f64, String>(if all > 0.0 { sum / all } else { 0.0 })
    };
    let deals = json["deals"].as_array().map(Vec::as_slice).unwrap_or_default();
    let deals: Vec<&str> = deals.iter().filter_map(Value::as_str).collect();
    Ok(Row {
        rules: json["rules"].as_str().ok_or("`rules` is missing")?.to_owned(),
        deals: deals.join(", "),
        count: number("count")?,
        won: number("won")?,
        unknown: number("unknown")?,
        wilson95: ends("wilson95")?,
        wilson99: ends("wilson99")?,
        shortest: json["lines"] == "shortest",
        moves: mean("lengths")?,
        passes: mean("passes")?,
        positions: number("positions")?,
    })
}

/// Both tables. `spell_out` makes the same of rules lines that mean the same game.
fn tables(results: &[Row], spell_out: &dyn Fn(&str) -> Result<Value>) -> Result<String> {
    if results.is_empty() {
        return Ok("No results have been put in yet.\n".to_owned());
    }
    let mut text = String::from(
        "| rules | deals | won % | 95 % | 99 % | unknown | moves | passes | positions a deal |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let interval = |[low, high]: [f64; 2]| format!("{low:.3} to {high:.3}");
    for row in results {
        let share = 100.0 * row.won as f64 / row.count.max(1) as f64;
        let mark = if row.shortest { "" } else { "*" };
        let (moves, passes) = match row.won {
            0 => ("none".to_owned(), "none".to_owned()),
            _ => (format!("{:.1}{mark}", row.moves), format!("{:.2}{mark}", row.passes)),
        };
        text += &format!(
            "| `{}` | {} | {share:.3} | {} | {} | {} | {moves} | {passes} | {} |\n",
            row.rules,
            row.count,
            interval(row.wilson95),
            interval(row.wilson99),
            row.unknown,
            row.positions / row.count.max(1),
        );
    }
    text += "\nMoves and passes are means: of the shortest wins, or, marked *, of the wins that the search came upon.\n";
    let mut deals: Vec<&str> = results.iter().map(|row| row.deals.as_str()).collect();
    deals.sort_unstable();
    deals.dedup();
    text += &format!("Deals counted: {}.\n", deals.join("; "));
    text += "\n| rules | published % | ours % | 99 % | unknown | inside |\n|---|---:|---:|---:|---:|---|\n";
    let games: Vec<Value> =
        results.iter().map(|row| spell_out(&row.rules)).collect::<Result<_>>()?;
    for &(rules, published) in PUBLISHED {
        let game = spell_out(rules)?;
        let counted = results.iter().zip(&games).filter(|&(_, other)| *other == game);
        let Some((row, _)) = counted.max_by_key(|(row, _)| row.count) else {
            text += &format!("| `{rules}` | {published:.5} | not counted | | | |\n");
            continue;
        };
        let inside = row.wilson99[0] <= published && published <= row.wilson99[1];
        text += &format!(
            "| `{rules}` | {published:.5} | {:.5} | {} | {} | {} |\n",
            100.0 * row.won as f64 / row.count.max(1) as f64,
            interval(row.wilson99),
            row.unknown,
            if inside { "yes" } else { "no" },
        );
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = r#"{"type":"winrate","rules":"pyramid passes=1","nodes":5,"lines":"found","deals":["seed:0..1000"],"count":1000,"won":86,"lost":913,"unknown":1,"share":0.086,"wilson95":[0.07,0.105],"wilson99":[0.0658,0.1117],"positions":723017,"worst":13957,"lengths":{"30":43,"40":43},"passes":{"1":86}}"#;

    fn both(results: &[&str]) -> String {
        let results: Vec<Row> = results.iter().map(|line| row(line).unwrap()).collect();
        let spell_out = |rules: &str| Ok(rules.replace("one-pass", "pyramid passes=1").into());
        tables(&results, &spell_out).unwrap()
    }

    #[test]
    fn tables_say_what_the_results_say() {
        let text = both(&[RESULT]);
        let says = |line: &str| assert!(text.lines().any(|found| found == line), "{text}");
        says(
            "| `pyramid passes=1` | 1000 | 8.600 | 7.000 to 10.500 | 6.580 to 11.170 | 1 | 35.0* | 1.00* | 723 |",
        );
        says("| `pyramid passes=1` | 9.01924 | 8.60000 | 6.580 to 11.170 | 1 | yes |");
        says("| `pyramid passes=1 goal=deck` | 6.79562 | not counted | | | |");
        let outside = RESULT.replace("0.1117", "0.09");
        assert!(both(&[&outside]).contains("to 9.000 | 1 | no |"));
    }

    #[test]
    fn the_largest_count_of_a_game_stands_beside_the_published_one_however_it_is_spelled() {
        let preset = RESULT.replace("pyramid passes=1", "one-pass");
        let more = preset.replace("\"count\":1000", "\"count\":2000");
        let text = both(&[RESULT, &more, &preset]);
        assert!(text.contains("| `pyramid passes=1` | 9.01924 | 4.30000 |"), "{text}");
    }

    #[test]
    fn the_score_does_not_make_another_game() {
        let game = |text: &str| without_scores(serde_json::from_str(text).unwrap());
        let left = game(r#"{"line":"a","rules":{"passes":"1","score":"left"}}"#).unwrap();
        assert_eq!(left, game(r#"{"line":"b","rules":{"passes":"1","score":"par"}}"#).unwrap());
        assert_ne!(left, game(r#"{"line":"a","rules":{"passes":"2","score":"left"}}"#).unwrap());
        assert!(game("{}").is_err());
    }

    #[test]
    fn what_is_no_result_is_refused() {
        for text in ["{}", "[]", "x", &RESULT.replace("\"won\"", "\"one\"")] {
            assert!(row(text).is_err(), "{text}");
        }
    }
}
