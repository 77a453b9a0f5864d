//! Verdicts on `seed:0` to `seed:2999` under the six rules lines of the prototype's table: positions
//! entered, share won, time.
//!
//! `cargo run --release -p pyramid-solver --example speed [deals] [rules line …]`

use std::sync::Arc;
use std::time::Instant;

use pyramid_engine::{Deal, RuleSet, Setup};
use pyramid_solver::{Limits, Solver, Verdict};

const LINES: [&str; 6] =
    ["one-pass", "classic", "pyramid", "whole-deck", "pyramid passes=any", "whole-deck passes=any"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deals: u64 = args.next().map_or(Ok(3000), |text| text.parse())?;
    let lines: Vec<String> = args.collect();
    let lines: Vec<&str> =
        if lines.is_empty() { LINES.to_vec() } else { lines.iter().map(|line| &**line).collect() };
    println!(
        "rules | won % | unknown | nodes mean | relaxed mean | mean ms | median ms | p99 ms | worst ms | worst nodes | table p99 KB"
    );
    let mut solver = Solver::new(Limits::default());
    for line in lines {
        let rules: RuleSet = line.parse()?;
        let layout = Arc::new(rules.layout());
        let (mut won, mut unknown, mut nodes, mut relaxed) = (0u64, 0u64, 0u64, 0u64);
        let mut times = Vec::new();
        let mut tables = Vec::new();
        let mut worst = 0;
        for seed in 0..deals {
            let setup = Setup::new(layout.clone(), &Deal::seeded(rules.rules(), seed));
            let clock = Instant::now();
            let verdict = solver.solve(&setup, setup.start(), &|| false);
            times.push(clock.elapsed().as_secs_f64() * 1e3);
            let stats = solver.stats();
            nodes += stats.nodes;
            relaxed += stats.relaxed;
            worst = worst.max(stats.positions());
            tables.push(stats.table_bytes / 1000);
            won += u64::from(matches!(verdict, Verdict::Won(_)));
            unknown += u64::from(matches!(verdict, Verdict::Unknown(_)));
        }
        times.sort_by(f64::total_cmp);
        tables.sort_unstable();
        let count = deals as f64;
        let at = |share: f64| ((count * share) as usize).min(times.len() - 1);
        println!(
            "{line} | {:.2} | {unknown} | {:.1} | {:.1} | {:.3} | {:.3} | {:.2} | {:.1} | {worst} | {}",
            won as f64 * 100.0 / count,
            nodes as f64 / count,
            relaxed as f64 / count,
            times.iter().sum::<f64>() / count,
            times[at(0.5)],
            times[at(0.99)],
            times[times.len() - 1],
            tables[at(0.99)],
        );
    }
    Ok(())
}
