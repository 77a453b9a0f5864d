//! How many moves a second perft applies, legality and endings included, and how many the plain
//! lists of the tests do.
//!
//! `cargo bench -p pyramid-engine` prints a row a game; `-- NAME` only that one, for profilers. The
//! counts are asserted: a fast wrong engine is no engine.

use std::sync::Arc;
use std::time::Instant;

use pyramid_engine::{Deal, Layout, RuleSet, Setup};

#[path = "../tests/slow/mod.rs"]
mod slow;
use slow::Slow;

/// Game, depth, the number of move sequences of 1 to that many moves of `seed:3` (as many moves are
/// applied), and the depth that the lists are given.
const ROWS: [(&str, u32, u64, u32); 5] = [
    ("pyramid", 14, 5_892_096, 8),
    ("draw-three", 18, 4_281_545, 9),
    ("apophis", 12, 5_684_378, 7),
    ("giza", 8, 4_791_775, 4),
    ("double-pyramid", 17, 2_990_358, 8),
];

/// The moves that the lists apply on all sequences of at most `depth` moves.
fn applied(state: &Slow, layout: &Layout, depth: u32) -> u64 {
    if depth == 0 || state.is_won(layout.rules().goal) || state.is_stuck(layout) {
        return 0;
    }
    let after = |m| 1 + applied(&state.play(layout.rules(), m), layout, depth - 1);
    state.moves(layout).into_iter().map(after).sum()
}

/// Millions of moves a second.
fn speed(moves: u64, run: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    std::hint::black_box(run());
    moves as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!("game | depth | moves | M/s | lists M/s | speed ratio");
    for (name, depth, moves, shallow) in ROWS {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let rules: RuleSet = name.parse().expect("a preset");
        let setup = Setup::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 3));
        let counted = |depth| (1..=depth).map(|n| setup.perft(setup.start(), n)).sum::<u64>();
        assert_eq!(counted(depth), moves, "{name}: the engine counts otherwise");
        let slow = Slow::of(setup.piles(setup.start()));
        let lists = || applied(&slow, setup.layout(), shallow);
        assert_eq!(lists(), counted(shallow), "{name}: the lists count otherwise");
        let fast = speed(moves, || setup.perft(setup.start(), depth));
        let slow = speed(counted(shallow), lists);
        println!("{name} | {depth} | {moves} | {fast:.1} | {slow:.3} | {:.0}", fast / slow);
    }
}
