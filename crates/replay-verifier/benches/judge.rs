//! Reading alone, and reading with replay and every check, on one thread, beside cutting the text
//! into lines and words, which no reader can do without.
//!
//! `cargo bench -p pyramid-replay-verifier -- [GAMES]` makes so many random games in memory (20,000
//! if not said), of `pyramid` and of all presets in turn. The number of valid games is asserted.

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
    println!("games | what | MB | moves | MB/s | M moves/s | speed ratio to cutting");
    for (name, rules) in [("pyramid", &all[..1]), ("all presets", &all[..])] {
        let mut writer = Writer::new(Vec::new());
        for seed in 0..games {
            let rules = &rules[seed as usize % rules.len()];
            common::write_game(&mut writer, rules, seed).expect("memory can be written");
        }
        let text = writer.finish().expect("memory can be written");
        let size = text.len() as f64 / 1e6;

        let start = Instant::now();
        let words =
            text.split(|&byte| byte == b'\n').flat_map(|line| line.split(|&byte| byte == b' '));
        std::hint::black_box(words.map(<[u8]>::len).max());
        let cutting = start.elapsed().as_secs_f64();

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

        for (what, seconds) in [("cutting", cutting), ("reading", reading), ("judging", judging)] {
            println!(
                "{games} {name} | {what} | {size:.1} | {tokens} | {:.0} | {:.2} | {:.2}",
                size / seconds,
                tokens as f64 / seconds / 1e6,
                cutting / seconds,
            );
        }
    }
}
