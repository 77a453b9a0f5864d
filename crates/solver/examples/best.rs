//! Best scores and card challenges on random deals: how many are settled within limits.
//!
//! `cargo run --release -p pyramid-solver --example best [deals] [nodes]`

use std::sync::Arc;

use pyramid_engine::{Deal, Rank, RuleSet, Scoring, Setup};
use pyramid_solver::{Limits, Shortest, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deals: u64 = args.next().map_or(Ok(20), |text| text.parse())?;
    let nodes: u64 = args.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let mut solver = Solver::new(Limits { nodes, ..Limits::default() });
    println!("rules | what | settled of {deals} | score mean | positions mean");
    for (line, scoring) in [
        ("pyramid", Scoring::Left),
        ("one-pass", Scoring::Left),
        ("microsoft", Scoring::Msc),
        ("par", Scoring::Par),
    ] {
        let rules: RuleSet = line.parse()?;
        let layout = Arc::new(rules.layout());
        let (mut settled, mut score, mut positions) = (0, 0, 0);
        for seed in 0..deals {
            let setup = Setup::new(layout.clone(), &Deal::seeded(rules.rules(), seed));
            if let Some(best) = solver.best(&setup, setup.start(), scoring, &|| false) {
                settled += u64::from(best.limit.is_none());
                score += best.score;
            }
            positions += solver.stats().positions();
        }
        let mean = f64::from(score) / deals as f64;
        println!("{line} | {scoring} | {settled} | {mean:.1} | {}", positions / deals);
    }
    let rules: RuleSet = "microsoft".parse()?;
    let layout = Arc::new(rules.layout());
    let (mut settled, mut positions) = (0, 0);
    for seed in 0..deals {
        let setup = Setup::new(layout.clone(), &Deal::seeded(rules.rules(), seed));
        let sevens = solver.remove(&setup, setup.start(), &[(Rank::Seven, 4)], &|| false);
        settled += u64::from(!matches!(sevens, Shortest::Unknown { .. }));
        positions += solver.stats().positions();
    }
    println!("microsoft | 7x4 | {settled} | | {}", positions / deals);
    Ok(())
}
