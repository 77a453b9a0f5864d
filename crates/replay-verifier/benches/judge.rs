//! Reading alone, and reading with replay and every check, on one thread.
//!
//! `cargo bench -p pyramid-replay-verifier -- [GAMES]` makes so many random games in memory (20,000
//! if not said), of `pyramid` and of all presets in turn, and prints MB/s and moves/s. The number of
//! valid games is asserted.

use std::time::Instant;

use pyramid_engine::{Preset, RuleSet};
use pyramid_notation::{Event, Reader, Writer};
use pyramid_replay_verifier::{Options, Summary, Verifier};

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    let games = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let games: u64 = games.unwrap_or(20_000);
    let all: Vec<RuleSet> = Preset::all().iter().map(RuleSet::from).collect();
    for (name, rules) in [("pyramid", &all[..1]), ("all presets", &all[..])] {
        let mut writer = Writer::new(Vec::new());
        for seed in 0..games {
            let rules = &rules[seed as usize % rules.len()];
            common::write_game(&mut writer, rules, seed).expect("memory can be written");
        }
        let text = writer.finish().expect("memory can be written");
        let size = text.len() as f64 / 1e6;

        let start = Instant::now();
        let mut reader = Reader::new(&text[..]);
        let mut tokens = 0u64;
        while let Some(item) = reader.next_event().expect("memory can be read") {
            tokens += u64::from(matches!(item.event, Event::Move(_)));
        }
        let reading = start.elapsed().as_secs_f64();

        let start = Instant::now();
        let mut verifier = Verifier::new(&text[..], Options::default());
        let mut summary = Summary::default();
        while let Some(judgement) = verifier.next_judgement().expect("memory can be read") {
            summary.add(&judgement);
        }
        let judging = start.elapsed().as_secs_f64();
        assert_eq!(summary.valid, games, "{name}: a false finding");

        println!("{name}: {games} games, {size:.1} MB, {tokens} moves");
        for (what, seconds) in [("reading", reading), ("judging", judging)] {
            let (megabytes, moves) = (size / seconds, tokens as f64 / seconds / 1e6);
            println!("  {what:<8} {megabytes:>6.0} MB/s {moves:>6.2} M moves/s");
        }
    }
}
