//! How many random deals of each preset are decided within limits, and at what cost.
//!
//! `cargo run --release -p pyramid-solver --example decided [deals] [nodes] [rules line …]`

use std::sync::Arc;
use std::time::Instant;

use pyramid_engine::{Deal, Preset, RuleSet, Setup};
use pyramid_solver::{Limits, Solver, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deals: u64 = args.next().map_or(Ok(1000), |text| text.parse())?;
    let nodes: u64 = args.next().map_or(Ok(Limits::DEFAULT.nodes), |text| text.parse())?;
    let lines: Vec<String> = args.collect();
    let rules: Vec<RuleSet> = if lines.is_empty() {
        Preset::all().iter().map(RuleSet::from).collect()
    } else {
        lines.iter().map(|line| line.parse()).collect::<Result<_, _>>()?
    };
    println!(
        "rules | decided of {deals} | won % | nodes mean | relaxed mean | worst | mean ms | table p99 KB"
    );
    let mut solver = Solver::new(Limits { nodes, ..Limits::default() });
    for rules in rules {
        let layout = Arc::new(rules.layout());
        let (mut won, mut unknown, mut entered, mut relaxed, mut worst) = (0, 0, 0, 0, 0);
        let mut tables = Vec::new();
        let clock = Instant::now();
        for seed in 0..deals {
            let setup = Setup::new(layout.clone(), &Deal::seeded(rules.rules(), seed));
            let verdict = solver.solve(&setup, setup.start(), &|| false);
            let stats = solver.stats();
            entered += stats.nodes;
            relaxed += stats.relaxed;
            worst = worst.max(stats.positions());
            tables.push(stats.table_bytes / 1000);
            won += u64::from(matches!(verdict, Verdict::Won(_)));
            unknown += u64::from(matches!(verdict, Verdict::Unknown(_)));
        }
        tables.sort_unstable();
        let count = deals as f64;
        println!(
            "{rules} | {} | {:.2} | {:.0} | {:.0} | {worst} | {:.2} | {}",
            deals - unknown,
            won as f64 * 100.0 / count,
            entered as f64 / count,
            relaxed as f64 / count,
            clock.elapsed().as_secs_f64() * 1e3 / count,
            tables[(tables.len() * 99 / 100).min(tables.len() - 1)],
        );
    }
    Ok(())
}
