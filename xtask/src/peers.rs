//! `cargo xtask peers`: the program against facts of other programs, which stay outside the project.
//!
//! It reads `../shared/vectors` and runs the built binary.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::project::Build;
use crate::{Result, project};

/// Recorded facts that the project keeps copies of: their place there and here.
const COPIES: &[(&str, &str)] = &[
    ("perft.csv", "fixtures/rules/perft.csv"),
    ("plays.jsonl", "fixtures/rules/plays.jsonl"),
    ("positions.csv", "fixtures/rules/positions.csv"),
    ("brute.csv", "fixtures/rules/brute.csv"),
    ("deals.csv", "fixtures/deals/deals.csv"),
    ("deal-codes.json", "fixtures/deals/deal-codes.json"),
    ("pysolfc-pyramid.json", "fixtures/deals/pysolfc-pyramid.json"),
    ("pysolfc-variants.json", "fixtures/deals/pysolfc-variants.json"),
];

pub(crate) fn run() -> Result {
    let vectors = project::root().join("../shared/vectors");
    if !vectors.is_dir() {
        println!("peers skipped: ../shared/vectors is not there");
        return Ok(());
    }
    for (theirs, ours) in COPIES {
        let same = fs::read(vectors.join(theirs))? == fs::read(project::root().join(ours))?;
        if !same {
            return Err(format!("{ours} is not a copy of ../shared/vectors/{theirs}").into());
        }
    }
    println!("copies: {} files equal", COPIES.len());
    let pyramid = project::program(Build::Dev)?;
    solutions(&pyramid, &vectors)
}

/// mchung94's shortest solutions as records: each is valid, won, and as long as the list says.
fn solutions(pyramid: &Path, vectors: &Path) -> Result {
    let list = vectors.join("peer-mchung94-500-solutions.txt");
    let start = Instant::now();
    let convert = ["convert", "--from", "mchung94", "--to", "pyr"];
    let records = project::printed(Command::new(pyramid).args(convert).arg(&list))?;
    let folder = std::env::temp_dir().join(format!("pyramid-peers-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("solutions.pyr");
    fs::write(&file, &records)?;
    let verify = ["verify", "--strict", "--json"];
    let judged = project::printed(Command::new(pyramid).args(verify).arg(&file));
    fs::remove_dir_all(&folder)?;
    let judged = String::from_utf8(judged?)?;
    let seconds = start.elapsed().as_secs_f64();

    let wanted = lengths(&fs::read_to_string(vectors.join("peer-mchung94-500.csv"))?);
    let mut games = judged.lines().map(serde_json::from_str::<Value>);
    let mut won: Vec<u64> = Vec::new();
    for game in games.by_ref() {
        let game = game?;
        match (game["type"].as_str(), game["result"].as_str()) {
            (Some("game"), Some("won")) if game["ok"] == true => {
                won.push(game["moves"].as_u64().ok_or("a game without moves")?);
            }
            (Some("summary"), _) => {}
            _ => return Err(format!("not won, or not valid: {game}").into()),
        }
    }
    let expected: Vec<u64> = wanted.values().filter_map(|steps| *steps).collect();
    if won != expected {
        return Err(
            format!("{} lengths differ from the list's {}", won.len(), expected.len()).into()
        );
    }
    println!(
        "solutions: {} decks, {} records valid and won, {} moves, lengths equal; {} decks without \
         one; converted and verified in {seconds:.2} s",
        wanted.len(),
        won.len(),
        won.iter().sum::<u64>(),
        wanted.len() - won.len()
    );
    Ok(())
}

/// The fewest steps for each deck, by its place in the list; `None` for those that cannot be won.
fn lengths(csv: &str) -> BTreeMap<usize, Option<u64>> {
    let rows = csv.lines().filter(|line| !line.starts_with('#')).skip(1).enumerate();
    rows.map(|(row, line)| (row, line.rsplit(',').next().and_then(|steps| steps.parse().ok())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_by_row() {
        let csv = "# a remark\ndeck-string,solvable,steps\nKc 2c,yes,45\nKd 2d,no,\n";
        assert_eq!(lengths(csv), BTreeMap::from([(0, Some(45)), (1, None)]));
    }
}
