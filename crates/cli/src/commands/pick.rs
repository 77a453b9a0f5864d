//! `pyramid deal --winnable` and `--difficulty`: deals picked by what a search says of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyramid_engine::{Deal, RuleSet, Setup};
use pyramid_notation::Source;
use pyramid_solver::{Difficulty, Ease, Limits, Solver};

use super::deal::{Printing, names_seed, tell, why_not};
use crate::args::{DealArgs, Level};
use crate::failure::{Exit, Failure};
use crate::form::Printer;
use crate::io::Io;
use crate::pool;
use crate::table::Table;

/// Positions of a search after which a deal is passed over.
const NODES: u64 = 2_000_000;
/// So many deals are looked at for each one that is printed.
const TRIES: u64 = 10_000;

/// What was found of a seed.
struct Found {
    seed: u64,
    /// Whether it can be won.
    won: Option<bool>,
    /// How hard it is, if that was asked.
    ease: Option<Ease>,
}

/// Prints the first deals from a seed on that are as they were asked for.
pub(super) fn run(
    io: &mut Io,
    args: &DealArgs,
    rules: &RuleSet,
    first: u64,
    Printing { form, style }: Printing,
) -> Result<Exit, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    io.on_interrupt(move || interrupted.store(true, Ordering::Relaxed));
    let layout = Arc::new(rules.layout());
    let workers = (0..io.cores()).map(|_| {
        let (layout, stop, rules) = (Arc::clone(&layout), Arc::clone(&stop), *rules);
        let mut solver = Solver::new(Limits { nodes: NODES, ..Limits::default() });
        let measured = args.difficulty.is_some();
        move |seed| {
            let setup = Setup::new(Arc::clone(&layout), &Deal::seeded(rules.rules(), seed));
            let stop = || stop.load(Ordering::Relaxed);
            let won = solver.solve(&setup, setup.start(), &stop).is_won();
            let ease =
                (measured && won == Some(true)).then(|| solver.ease(&setup, setup.start(), &stop));
            Found { seed, won, ease }
        }
    });
    let (mut printed, mut tried, mut undecided) = (0, 0, 0u64);
    let mut progress = io.progress();
    pool::in_order(first..=u64::MAX, workers.collect(), |found| -> Result<bool, Failure> {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let Some(found) = found else {
            let state = || format!("{tried} deals looked at since the last one that fits");
            progress.update(state).into_iter().for_each(|line| io.tell(line));
            return Ok(true);
        };
        tried += 1;
        match found.fits(args.difficulty) {
            None => undecided += 1,
            Some(false) => {}
            Some(true) => {
                let table = Table::of_source(*rules, Source::Seed(found.seed));
                let table = table.map_err(|kind| Failure::usage(kind.to_string()))?;
                if printed == 0 {
                    tell(io, form, std::slice::from_ref(&table));
                }
                let mut printer = Printer::new(io.out(), form, style).after(printed);
                printer.deal(&table).map_err(why_not)?;
                found.say(io, names_seed(form));
                (printed, tried) = (printed + 1, 0);
            }
        }
        Ok(printed < args.count && tried < TRIES)
    })?;
    progress.clear();
    if undecided > 0 {
        io.tell(format_args!("note: {undecided} deals were passed over undecided"));
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(Exit::Interrupted);
    }
    if printed < args.count {
        io.tell(match tried {
            TRIES => format!("none of {TRIES} deals from there on fits: the search ends here"),
            _ => "seeds end here".to_owned(),
        });
        return Ok(Exit::Undecided);
    }
    Ok(Exit::Success)
}

impl Found {
    /// Whether the deal is as it was asked for, if that is known.
    fn fits(&self, level: Option<Level>) -> Option<bool> {
        let Some(level) = level.filter(|_| self.won == Some(true)) else { return self.won };
        let wanted = match level {
            Level::Easy => Difficulty::Easy,
            Level::Medium => Difficulty::Medium,
            Level::Hard => Difficulty::Hard,
        };
        let found = self.ease.and_then(|ease| ease.difficulty());
        found.map(|found| found == wanted)
    }

    /// Says which deal it is if it is not told by the form, and how hard.
    fn say(&self, io: &mut Io, named: bool) {
        let Found { seed, ease, .. } = self;
        match ease {
            Some(ease) => io.tell(format_args!(
                "seed:{seed}: {} of {} careless games won, {:.1} % of their moves kept the win",
                ease.won,
                ease.games,
                100.0 * ease.kept_share()
            )),
            None if !named => io.tell(format_args!("dealt from seed:{seed}")),
            None => {}
        }
    }
}
