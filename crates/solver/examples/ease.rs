//! How hard winnable deals are: the shares that the classes of difficulty are cut by.
//!
//! `cargo run --release -p pyramid-solver --example ease [deals] [preset …]`

use std::sync::Arc;

use pyramid_engine::{Deal, Preset, Setup};
use pyramid_solver::{Limits, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deals: u64 = args.next().map_or(Ok(30), |text| text.parse())?;
    let names: Vec<String> = args.collect();
    let mut solver = Solver::new(Limits { nodes: 1_000_000, ..Limits::default() });
    println!("preset | winnable of {deals} | won % | kept %: least, quartiles, most | classes");
    for preset in Preset::all() {
        if !names.is_empty() && !names.iter().any(|name| name == preset.name) {
            continue;
        }
        let layout = Arc::new(preset.rules.validate().map_err(|_| "a preset is valid")?);
        let (mut kept, mut won, mut classes) = (Vec::new(), 0.0, [0; 4]);
        for seed in 0..deals {
            let setup = Setup::new(layout.clone(), &Deal::seeded(&preset.rules, seed));
            if solver.solve(&setup, setup.start(), &|| false).is_won() != Some(true) {
                continue;
            }
            let ease = solver.ease(&setup, setup.start(), &|| false);
            kept.push(100.0 * ease.kept_share());
            won += 100.0 * ease.won_share();
            classes[ease.difficulty().map_or(3, |class| class as usize)] += 1;
        }
        kept.sort_by(f64::total_cmp);
        let at = |quarter: usize| {
            kept.get((kept.len() * quarter / 4).min(kept.len().saturating_sub(1)))
                .copied()
                .unwrap_or(0.0)
        };
        let quartiles: Vec<String> = (0..=4).map(|quarter| format!("{:.1}", at(quarter))).collect();
        let won = won / kept.len().max(1) as f64;
        println!(
            "{} | {} | {won:.1} | {} | {classes:?}",
            preset.name,
            kept.len(),
            quartiles.join(" ")
        );
    }
    Ok(())
}
