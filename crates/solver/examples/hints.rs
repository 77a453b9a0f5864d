//! What a fair hint costs and how much of it is decided, for each preset: at the start of some deals
//! and in the middle of games played at random.
//!
//! `cargo run --release -p pyramid-solver --example hints [deals] [preset …]`

use std::sync::Arc;

use pyramid_engine::{Deal, Preset, Setup, State, Stock};
use pyramid_solver::{Hint, Known, Limits, Solver};

/// What is seen of a state in the first pass.
fn known(setup: &Setup, state: &State) -> Known {
    let rules = setup.layout().rules();
    let mut tableau = u64::MAX;
    for place in 0..setup.layout().tableau_len() as u8 {
        if rules.hidden && setup.covers(state, place)[0].is_some() {
            tableau &= !(1 << place);
        }
    }
    let first = state.tally().pass == 1;
    let shown = usize::from(rules.stock == Stock::Open);
    Known { tableau, stock: if first { shown } else { usize::MAX } }
}

#[derive(Default)]
struct Sums {
    hints: u64,
    nodes: u64,
    worst: u64,
    asked: u64,
    undecided: u64,
}

impl Sums {
    fn add(&mut self, hint: &Hint) {
        self.hints += 1;
        self.nodes += hint.nodes;
        self.worst = self.worst.max(hint.nodes);
        self.asked += u64::from(hint.samples) * hint.moves.len() as u64;
        self.undecided += hint.moves.iter().map(|odds| u64::from(odds.undecided)).sum::<u64>();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deals: u64 = args.next().map_or(Ok(5), |text| text.parse())?;
    let names: Vec<String> = args.collect();
    println!("preset | hints | positions mean | worst | answers undecided %");
    let mut solver = Solver::new(Limits::default());
    for preset in Preset::all() {
        if !names.is_empty() && !names.iter().any(|name| name == preset.name) {
            continue;
        }
        let layout = Arc::new(preset.rules.validate().map_err(|_| "a preset is valid")?);
        let mut sums = Sums::default();
        for seed in 0..deals {
            let setup = Setup::new(layout.clone(), &Deal::seeded(&preset.rules, seed));
            let mut state = *setup.start();
            for ply in 0..=24 {
                let legal = setup.legal_moves(&state);
                if legal.is_empty() {
                    break;
                }
                if ply % 8 == 0 {
                    let known = known(&setup, &state);
                    sums.add(&solver.hint(&setup, &state, known, ply, &|| false));
                }
                // Of the moves now this one, now that.
                let m = legal[(seed as usize + 7 * ply) % legal.len()];
                setup.play(&mut state, m)?;
            }
        }
        let Sums { hints, nodes, worst, asked, undecided } = sums;
        let share = 100.0 * undecided as f64 / asked.max(1) as f64;
        println!("{} | {hints} | {} | {worst} | {share:.1}", preset.name, nodes / hints.max(1));
    }
    Ok(())
}
