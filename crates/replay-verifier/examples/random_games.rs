//! Writes random games: `random_games COUNT [RULES…]`, by default of every preset in turn.

use std::io::{self, BufWriter};

use pyramid_engine::{Preset, RuleSet};
use pyramid_notation::Writer;

#[path = "../tests/common/mod.rs"]
mod common;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().ok_or("how many games?")?.parse()?;
    let mut rules = arguments.map(|line| line.parse()).collect::<Result<Vec<RuleSet>, _>>()?;
    if rules.is_empty() {
        rules.extend(Preset::all().iter().map(RuleSet::from));
    }
    let mut writer = Writer::new(BufWriter::new(io::stdout().lock()));
    for seed in 0..count {
        common::write_game(&mut writer, &rules[seed as usize % rules.len()], seed)?;
    }
    writer.finish()?;
    Ok(())
}
