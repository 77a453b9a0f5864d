//! Positions entered and time against those of the search without shortcuts, on small deals both can do.
//!
//! `cargo run --release -p pyramid-solver --example ratio [deals]`

use std::sync::Arc;
use std::time::Instant;

use pyramid_engine::{Deal, RuleSet, Setup};
use pyramid_solver::{Limits, Solver, plain};

const LINES: [&str; 6] = [
    "one-pass deck=40 rows=5",
    "classic deck=40 rows=5",
    "pyramid deck=40 rows=5 passes=2",
    "draw-three deck=40 rows=5",
    "apophis deck=40 rows=5 passes=2",
    "cell deck=40 rows=4 passes=1",
];
const STATES: usize = 2_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals: u64 = std::env::args().nth(1).map_or(Ok(20), |text| text.parse())?;
    let mut solver = Solver::new(Limits::default());
    println!("rules | deals both did | plain mean | ours mean | nodes ratio | speed ratio");
    for line in LINES {
        let rules: RuleSet = line.parse()?;
        let layout = Arc::new(rules.layout());
        let (mut done, mut plain_states, mut positions) = (0u64, 0, 0);
        let (mut plain_time, mut time) = (0.0, 0.0);
        for seed in 0..deals {
            let setup = Setup::new(layout.clone(), &Deal::seeded(rules.rules(), seed));
            let clock = Instant::now();
            let (verdict, states) = plain::solve(&setup, setup.start(), STATES);
            let plain_end = clock.elapsed().as_secs_f64();
            let clock = Instant::now();
            let ours = solver.solve(&setup, setup.start(), &|| false);
            let end = clock.elapsed().as_secs_f64();
            if verdict.is_won().is_some() {
                assert_eq!(verdict.is_won(), ours.is_won(), "{line} seed:{seed}");
                done += 1;
                plain_states += states as u64;
                positions += solver.stats().positions();
                plain_time += plain_end;
                time += end;
            }
        }
        let mean = |sum: u64| sum as f64 / done.max(1) as f64;
        println!(
            "{line} | {done} of {deals} | {:.0} | {:.1} | {:.0} | {:.0}",
            mean(plain_states),
            mean(positions),
            plain_states as f64 / positions as f64,
            plain_time / time,
        );
    }
    Ok(())
}
