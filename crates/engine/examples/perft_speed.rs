//! How many moves a second perft applies, legality and ending included.
//!
//! With an argument `NAME:DEPTH` only that row, once: for profilers.

use std::sync::Arc;
use std::time::Instant;

use pyramid_engine::{Deal, RuleSet, Setup};

fn main() {
    let rows: Vec<(String, u32)> = match std::env::args().nth(1) {
        Some(row) => {
            let (name, depth) = row.split_once(':').expect("NAME:DEPTH");
            vec![(name.to_owned(), depth.parse().expect("a depth"))]
        }
        None => [
            ("pyramid", 12),
            ("draw-three", 16),
            ("apophis", 11),
            ("giza", 7),
            ("double-pyramid", 16),
        ]
        .map(|(name, depth)| (name.to_owned(), depth))
        .to_vec(),
    };
    for (name, depth) in rows {
        let rules: RuleSet = name.parse().expect("a preset");
        let setup = Setup::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 3));
        // A search to depth n applies as many moves as there are sequences of 1 to n moves.
        let moves: u64 = (1..=depth).map(|n| setup.perft(setup.start(), n)).sum();
        let start = Instant::now();
        setup.perft(setup.start(), depth);
        let seconds = start.elapsed().as_secs_f64();
        println!("{name} {depth}: {moves} moves, {:.1} M/s", moves as f64 / seconds / 1e6);
    }
}
