//! `pyramid winrate`: how many deals of a game can be won.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyramid_notation::{Diagnostic, Location, Text};
use pyramid_solver::Limits;

use crate::args::{WinrateArgs, WinrateCommand};
use crate::failure::{Complaint, Exit, Failure};
use crate::io::{Input, Io};
use crate::progress::Every;
use crate::table::rules_flag;
use crate::winrate::{self, Result as Winrate, Seeds, Terms, duration, number};

/// How often what was counted is written down.
const KEEP: Duration = Duration::from_secs(20);

pub(crate) fn run(io: &mut Io, args: WinrateArgs) -> Result<Exit, Failure> {
    if let Some(WinrateCommand::Merge { files, json }) = args.command {
        return merge(io, &files, json);
    }
    let Some(deals) = args.deals else {
        return Err(Failure::usage("which deals: --deals seed:A..B is missing"));
    };
    let terms = Terms {
        rules: rules_flag(args.rules.as_deref())?.unwrap_or_default(),
        nodes: args.nodes.map_or(Limits::DEFAULT.nodes, |nodes| nodes.get()),
        shortest: args.shortest,
    };
    let part = match args.shard {
        Some(shard) => deals.part(shard.index, shard.of),
        None => Some(deals),
    };
    let threads = args.threads.map_or_else(|| io.cores(), |threads| threads.get().into());
    let file = args.resume.as_deref();
    let result = match (file.filter(|file| io.exists(file)), &part) {
        (Some(file), Some(part)) => resumed(io, file, &terms, part)?,
        _ => Winrate::new(terms),
    };
    // Better now than after hours: whether the file can be written.
    file.map_or(Ok(()), |file| io.write_file(file, winrate::write(&result).as_bytes()))?;
    let (result, interrupted) = match &part {
        Some(part) => count(io, result, part, threads, file)?,
        None => (result, false),
    };
    print(io, &result, args.json)?;
    file.map_or(Ok(()), |file| io.write_file(file, winrate::write(&result).as_bytes()))?;
    if interrupted {
        io.tell(match file {
            Some(file) => {
                format!("Interrupted. The same command goes on from {}.", file.display())
            }
            None => "Interrupted: the deals that were left are not in it.".to_owned(),
        });
        return Ok(Exit::Interrupted);
    }
    Ok(exit(&result))
}

fn exit(result: &Winrate) -> Exit {
    if result.counts.rate.unknown > 0 { Exit::Undecided } else { Exit::Success }
}

fn print(io: &mut Io, result: &Winrate, json: bool) -> Result<(), Failure> {
    if json {
        write!(io.out(), "{}", winrate::write(result))?;
    } else {
        for line in winrate::text(result) {
            writeln!(io.out(), "{line}")?;
        }
    }
    io.flush()
}

/// Counts what is left of a part; and whether the user interrupted it.
fn count(
    io: &mut Io,
    mut result: Winrate,
    part: &Seeds,
    threads: usize,
    file: Option<&Path>,
) -> Result<(Winrate, bool), Failure> {
    let terms = result.terms;
    let todo = result.deals.missing(part);
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    io.on_interrupt(move || interrupted.store(true, Ordering::Relaxed));
    let mut progress = io.progress();
    let mut keep = Every::new(KEEP);
    let (before, mut new) = (result.deals.len(), false);
    winrate::run(&terms, &todo, threads, &stop, |counted| -> Result<(), Failure> {
        if let Some((seeds, counts)) = counted {
            // Each seed is given out once.
            let _ = result.add(&seeds, &counts);
            new = true;
        }
        if let Some(file) = file.filter(|_| new && keep.is_due()) {
            new = false;
            if let Err(failure) = io.write_file(file, winrate::write(&result).as_bytes()) {
                io.tell(format_args!("{}; counting goes on", failure.to_string().trim_end()));
            }
        }
        let elapsed = progress.elapsed();
        let state = || how_far(&result, before, part, elapsed);
        if let Some(line) = progress.update(state) {
            io.tell(line);
        }
        Ok(())
    })?;
    progress.clear();
    let is_over = result.deals.missing(part).is_empty();
    Ok((result, !is_over))
}

/// `12,000 of 100,000 deals, 66.8 % won, 2,000 a second, 44 s left`.
fn how_far(result: &Winrate, before: u128, part: &Seeds, elapsed: Duration) -> String {
    let (done, all) = (result.deals.len(), part.len());
    let seconds = elapsed.as_secs_f64().max(1e-3);
    let rate = (done - before) as f64 / seconds;
    let mut text = format!(
        "{} of {} deals, {:.1} % won",
        number(done as u64),
        number(u64::try_from(all).unwrap_or(u64::MAX)),
        result.counts.rate.won_share() * 100.0
    );
    if rate > 0.0 {
        // More seconds than a lifetime has are as good as any.
        let left = ((all - done) as f64 / rate).min(1e10);
        text += &match rate {
            10.0.. => format!(", {} a second", number(rate as u64)),
            _ => format!(", {rate:.1} a second"),
        };
        text += &format!(", {} left", duration(Duration::from_secs_f64(left)));
    }
    text
}

/// What was counted before, if it is of the same terms.
fn resumed(io: &mut Io, file: &Path, terms: &Terms, part: &Seeds) -> Result<Winrate, Failure> {
    let results = read(io, &Input::File(file.to_owned()))?;
    let other = |what: String| {
        Failure::usage(format!("{} holds {what}", file.display()))
            .help("name another file, or the deals and rules that it was begun with")
    };
    match <[Winrate; 1]>::try_from(results) {
        Ok([result]) => {
            if let Some(differs) = differs(&result.terms, terms) {
                return Err(other(format!("a result for {differs}")));
            }
            if !result.deals.is_within(part) {
                return Err(other("deals that are not asked for".to_owned()));
            }
            Ok(result)
        }
        Err(results) => Err(other(format!("{} results, not one", results.len()))),
    }
}

/// How the first terms differ from the second.
fn differs(one: &Terms, other: &Terms) -> Option<String> {
    if one.rules != other.rules {
        Some(format!("the rules `{}`, not `{}`", one.rules, other.rules))
    } else if one.nodes != other.nodes {
        Some(format!("--nodes {}, not {}", one.nodes, other.nodes))
    } else if one.shortest != other.shortest {
        Some(if one.shortest { "shortest wins" } else { "any wins, not the shortest" }.to_owned())
    } else {
        None
    }
}

/// Puts the results of files together.
fn merge(io: &mut Io, files: &[Input], json: bool) -> Result<Exit, Failure> {
    let mut all: Option<Winrate> = None;
    for file in files {
        for result in read(io, file)? {
            let Some(merged) = &mut all else {
                all = Some(result);
                continue;
            };
            if let Some(differs) = differs(&result.terms, &merged.terms) {
                let text = format!("{file} holds a result for {differs}, as those before");
                return Err(Failure::usage(text));
            }
            merged.merge(&result).map_err(|twice| {
                Failure::usage(format!("{twice} in {file} was counted in a file before"))
            })?;
        }
    }
    let Some(merged) = all else { return Err(Failure::usage("there is no result")) };
    for pair in merged.deals.ranges().windows(2) {
        let gap = Seeds::new(pair[0].seeds().end, pair[1].seeds().start);
        gap.iter().for_each(|gap| io.tell(format_args!("note: {gap} is not in it")));
    }
    print(io, &merged, json)?;
    Ok(exit(&merged))
}

fn read(io: &mut Io, file: &Input) -> Result<Vec<Winrate>, Failure> {
    let text = io.read_text(file)?;
    winrate::read(&text).map_err(|wrong| {
        let at = wrong.at.map_or(Location::START, |(line, column)| {
            let start: usize = text.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
            let byte = (start + column.max(1) - 1).min(text.len());
            Text::new(&text).part(byte..byte).at
        });
        let diagnostic = Diagnostic::named("winrate", at, wrong.message);
        Complaint { diagnostic, origin: file.to_string(), text }.into()
    })
}
