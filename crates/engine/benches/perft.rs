//! How many moves a second perft applies, legality and endings included.
//!
//! `cargo bench -p pyramid-engine` prints a row a game; `-- NAME` only that one, for profilers. The
//! node counts are asserted: a fast wrong engine is no engine.

use std::sync::Arc;
use std::time::Instant;

use pyramid_engine::{Deal, RuleSet, Setup};

/// Game, depth, and the number of move sequences of 1 to that many moves of `seed:3`: as many
/// moves are applied.
const ROWS: [(&str, u32, u64); 5] = [
    ("pyramid", 14, 5_892_096),
    ("draw-three", 18, 4_281_545),
    ("apophis", 12, 5_684_378),
    ("giza", 8, 4_791_775),
    ("double-pyramid", 17, 2_990_358),
];

fn main() {
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    for (name, depth, moves) in ROWS {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let rules: RuleSet = name.parse().expect("a preset");
        let setup = Setup::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 3));
        let counted: u64 = (1..=depth).map(|n| setup.perft(setup.start(), n)).sum();
        assert_eq!(counted, moves, "{name}: the engine counts otherwise");
        let start = Instant::now();
        std::hint::black_box(setup.perft(setup.start(), depth));
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name:<16} depth {depth:>2} {moves:>9} moves {:>6.1} M/s",
            moves as f64 / seconds / 1e6
        );
    }
}
