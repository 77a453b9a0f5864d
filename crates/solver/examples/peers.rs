//! Verdicts and shortest lines of the decks that mchung94's programs answered, against their
//! answers: `../shared/vectors/peer-mchung94-500*.csv`, which stay outside the project. Each search
//! is made three times, and the quickest is counted: what else the machine does is no part of it.
//!
//! `cargo run --release -p pyramid-solver --example peers [folder]`

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use pyramid_engine::{Card, Deal, RuleSet, Setup};
use pyramid_solver::{Limits, Shortest, Solver, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let beside: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../../shared/vectors"].iter().collect();
    let folder = std::env::args().nth(1).map_or(beside, PathBuf::from);
    let mut solver = Solver::new(Limits::default());
    println!(
        "rules | search | decks | differ | positions mean | largest table KB | mean ms | median ms | p99 ms | worst ms"
    );
    for (file, rules) in [
        ("peer-mchung94-500.csv", "microsoft"),
        ("peer-mchung94-500-2pass.csv", "microsoft passes=2"),
        ("peer-mchung94-500-1pass.csv", "microsoft passes=1"),
    ] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            println!("{file} is not there: skipped");
            continue;
        };
        let rules: RuleSet = rules.parse()?;
        let layout = Arc::new(rules.layout());
        let (mut decks, mut differ, mut verdict_nodes, mut nodes, mut tables) = (0, 0, 0, 0, 0);
        let (mut verdict_times, mut times) = (Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [deck, solvable, steps] = fields[..] else { return Err(line.into()) };
            let cards: Vec<Card> =
                deck.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
            let setup = Setup::new(layout.clone(), &Deal::new(rules.rules(), cards)?);
            let (verdict, time) = quickest(|| solver.solve(&setup, setup.start(), &|| false));
            verdict_times.push(time);
            verdict_nodes += solver.stats().positions();
            let (shortest, time) =
                quickest(|| solver.shortest(&setup, setup.start(), &|| false, |_| ()));
            times.push(time);
            nodes += solver.stats().positions();
            tables = tables.max(solver.stats().table_bytes);
            let same = match (verdict, shortest) {
                (Verdict::Won(_), Shortest::Proved(line)) => {
                    solvable == "yes" && line.len().to_string() == steps
                }
                (Verdict::Lost, Shortest::Lost) => solvable == "no",
                _ => false,
            };
            if !same {
                println!("differs: {line}");
                differ += 1;
            }
            decks += 1;
        }
        for (what, times, nodes) in
            [("verdict", &mut verdict_times, verdict_nodes), ("shortest", &mut times, nodes)]
        {
            times.sort_by(f64::total_cmp);
            let at = |share: f64| times[(decks as f64 * share) as usize];
            let mean = times.iter().sum::<f64>() / f64::from(decks);
            println!(
                "{rules} | {what} | {decks} | {differ} | {} | {} | {mean:.3} | {:.3} | {:.2} | {:.1}",
                nodes / decks as u64,
                tables / 1000,
                at(0.5),
                at(0.99),
                times[times.len() - 1],
            );
        }
    }
    Ok(())
}

/// What a search finds, and its milliseconds at the quickest of three times.
fn quickest<T>(mut search: impl FnMut() -> T) -> (T, f64) {
    let mut timed = || {
        let clock = Instant::now();
        (search(), clock.elapsed().as_secs_f64() * 1e3)
    };
    let ((_, first), (_, second), (found, third)) = (timed(), timed(), timed());
    (found, first.min(second).min(third))
}
