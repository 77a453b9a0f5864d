//! `pyramid solve`: whether deals can be won, and how.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyramid_engine::{Move, Rank, Scoring, Setup};
use pyramid_notation::{to_token, write_position};
use pyramid_solver::{LimitReached, Limits, Shortest, Solver, Verdict};
use serde::Serialize;

use crate::args::{Maximize, SearchFlags, SolveArgs};
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::{Input, Io};
use crate::pool;
use crate::progress::Deadline;
use crate::stream::{Deals, NoDeal};
use crate::table::{Table, TableReader};

impl SearchFlags {
    /// What a search may cost.
    pub(crate) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            nodes: self.nodes.map_or(default.nodes, |nodes| nodes.get()),
            memory: self.memory.map_or(default.memory, |mib| usize::from(mib.get()) << 20),
        }
    }

    /// Threads that search at the same time.
    pub(crate) fn threads(&self, io: &Io) -> usize {
        self.threads.map_or_else(|| io.cores(), |threads| threads.get().into())
    }
}

/// What is looked for.
#[derive(Clone, Debug)]
enum Aim {
    Win,
    Shortest,
    /// The best score, or the fewest cards left.
    Best(Maximize),
    Remove(Vec<(Rank, u32)>),
}

/// What was found of one deal.
#[derive(Serialize)]
struct Answer {
    deal: String,
    rules: String,
    /// `won`, `lost` or `unknown`; of cards, whether they can be removed; none of a best result.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// The best result, and the system it is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scoring: Option<&'static str>,
    /// Whether no line has fewer moves, or a better result; only where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    /// No line has fewer moves than this; where it is not proved which is the shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    nodes: u64,
    /// Whether cards are to be removed, not a game won.
    #[serde(skip)]
    removes: bool,
}

pub(crate) fn run(io: &mut Io, args: SolveArgs) -> Result<Exit, Failure> {
    let aim = aim(&args);
    let reader = TableReader::new(io, args.rules.rules.as_deref())?.or_positions();
    let deals: Box<dyn Iterator<Item = Result<Table, NoDeal>> + Send> = match &args.deal[..] {
        [dash] if dash == "-" => Box::new(Deals::new(io.open(&Input::Stdin)?, reader)),
        words => Box::new(reader.each(io, words)?.into_iter().map(Ok)),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    io.on_interrupt(move || interrupted.store(true, Ordering::Relaxed));
    let workers = (0..args.search.threads(io)).map(|_| {
        let (aim, stop) = (aim.clone(), Arc::clone(&stop));
        let (mut solver, time) = (Solver::new(args.search.limits()), args.time);
        move |read: Result<Table, NoDeal>| {
            read.map(|table| {
                let deadline = Deadline::after(time);
                let stop = || stop.load(Ordering::Relaxed) || deadline.is_past();
                let answer = (!stop()).then(|| answer(&mut solver, &table, &aim, &stop));
                (table.notice, answer.unwrap_or(Err(Unfit::Stopped)))
            })
        }
    });
    let several = args.deal.len() > 1 || args.deal[0] == "-";
    let mut report = Report::default();
    let mut progress = io.progress();
    pool::in_order(deals, workers.collect(), |read| -> Result<bool, Failure> {
        match read {
            Some(Ok((notice, answer))) => {
                notice.iter().for_each(|notice| io.tell(format_args!("note: {notice}")));
                report.answer(io, answer, args.json)?;
            }
            Some(Err(NoDeal::Text(wrong))) => {
                report.unreadable = true;
                io.tell(wrong.short(&Input::Stdin.to_string()));
            }
            Some(Err(NoDeal::Io(error))) => {
                return Err(crate::io::unreadable(&Input::Stdin, error));
            }
            None => {
                // What is ready is shown while the next is searched.
                io.flush()?;
                if several {
                    let state = || format!("{} deals searched, {} won", report.deals, report.won);
                    progress.update(state).into_iter().for_each(|line| io.tell(line));
                }
            }
        }
        Ok(!stop.load(Ordering::Relaxed))
    })?;
    progress.clear();
    if stop.load(Ordering::Relaxed) {
        io.flush()?;
        io.tell(format_args!("Interrupted: {} deals were searched.", report.deals));
        return Ok(Exit::Interrupted);
    }
    if report.deals == 0 && !report.unreadable {
        return Err(Failure::usage("there is no deal in <stdin>"));
    }
    Ok(report.exit())
}

fn aim(args: &SolveArgs) -> Aim {
    if !args.cards.is_empty() {
        return Aim::Remove(args.cards.iter().map(|wanted| (wanted.rank, wanted.count)).collect());
    }
    match args.maximize {
        Some(what) => Aim::Best(what),
        None if args.shortest => Aim::Shortest,
        None => Aim::Win,
    }
}

/// Why there is no answer for a deal.
enum Unfit {
    /// Its rules have no score.
    NoScore(String),
    /// The user does not want it any more.
    Stopped,
}

fn answer(
    solver: &mut Solver,
    table: &Table,
    aim: &Aim,
    stop: &dyn Fn() -> bool,
) -> Result<Answer, Unfit> {
    let setup = &table.setup;
    let state = setup.start();
    let name = table.source.as_ref().map(ToString::to_string);
    let deal = table.deal.as_ref().map(|_| table.deal_text());
    let mut answer = Answer {
        deal: name.or(deal).unwrap_or_else(|| write_position(setup, state)),
        rules: table.rules.to_string(),
        verdict: None,
        score: None,
        scoring: None,
        proved: None,
        at_least: None,
        limit: None,
        moves: None,
        line: None,
        nodes: 0,
        removes: matches!(aim, Aim::Remove(_)),
    };
    match aim {
        Aim::Win => answer.verdict(setup, solver.solve(setup, state, stop)),
        Aim::Shortest => answer.shortest(setup, solver.shortest(setup, state, stop, |_| ())),
        Aim::Remove(wanted) => {
            answer.shortest(setup, solver.remove(setup, state, wanted, stop));
        }
        Aim::Best(what) => {
            let scoring = match what {
                Maximize::Score => table.rules.rules().score,
                Maximize::Left => Scoring::Left,
            };
            let best = solver.best(setup, state, scoring, stop);
            let best = best.ok_or_else(|| Unfit::NoScore(answer.rules.clone()))?;
            answer.score = Some(best.score);
            answer.scoring = Some(scoring.as_str());
            answer.proved = Some(best.limit.is_none());
            best.limit.iter().for_each(|&limit| answer.ended(limit));
            answer.line(setup, &best.line);
        }
    }
    answer.nodes = solver.stats().positions();
    Ok(answer)
}

impl Answer {
    fn line(&mut self, setup: &Setup, line: &[Move]) {
        let mut state = *setup.start();
        let mut tokens = Vec::with_capacity(line.len());
        for &m in line {
            tokens.push(to_token(setup, &state, m).to_string());
            // The solver's lines have been played.
            let _ = setup.play(&mut state, m);
        }
        self.moves = Some(line.len());
        self.line = Some(tokens);
    }

    fn ended(&mut self, limit: LimitReached) {
        self.limit = Some(limit.name());
    }

    fn verdict(&mut self, setup: &Setup, verdict: Verdict) {
        self.verdict = Some(verdict.name());
        match verdict {
            Verdict::Won(line) => self.line(setup, &line),
            Verdict::Lost => {}
            Verdict::Unknown(limit) => self.ended(limit),
        }
    }

    fn shortest(&mut self, setup: &Setup, shortest: Shortest) {
        match shortest {
            Shortest::Proved(line) => {
                self.verdict = Some("won");
                self.proved = Some(true);
                self.line(setup, &line);
            }
            Shortest::Lost => self.verdict = Some("lost"),
            Shortest::Unknown { limit, line, at_least } => {
                self.verdict = Some(if line.is_some() { "won" } else { "unknown" });
                self.proved = Some(false);
                self.at_least = Some(at_least);
                self.ended(limit);
                line.iter().for_each(|line| self.line(setup, line));
            }
        }
    }

    /// Whether all that was asked is known.
    fn is_decided(&self) -> bool {
        self.limit.is_none()
    }

    /// One line.
    fn text(&self) -> String {
        let moves = self.moves.unwrap_or(0);
        let count = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        let line = match self.line.as_deref() {
            Some([]) | None => String::new(),
            Some(line) => format!(": {}", line.join(" ")),
        };
        let why = self.limit.map_or_else(String::new, |limit| format!(" (limit: {limit})"));
        let fewest = match (self.proved, self.at_least) {
            (Some(true), _) => ", the fewest".to_owned(),
            (_, Some(at_least)) => format!(", at least {at_least}"),
            _ => String::new(),
        };
        let deal = &self.deal;
        match (self.verdict, self.score) {
            (_, Some(score)) => {
                let proved = self.proved == Some(true);
                let what = match self.scoring.unwrap_or_default() {
                    "left" if proved => format!("{score} left in the tableau, the fewest"),
                    "left" => format!("{score} left in the tableau, or fewer"),
                    scoring if proved => format!("score {score} ({scoring}), the best"),
                    scoring => format!("score {score} ({scoring}), or better"),
                };
                format!("{deal}: {what}, in {count}{why}{line}")
            }
            (Some("won"), _) => {
                let done = if self.removes { "removed" } else { "won" };
                format!("{deal}: {done} in {count}{fewest}{why}{line}")
            }
            (Some("lost"), _) if self.removes => format!("{deal}: cannot be removed"),
            (Some("lost"), _) => format!("{deal}: lost"),
            _ => format!("{deal}: unknown{fewest}{why}"),
        }
    }
}

/// What was said so far.
#[derive(Default)]
struct Report {
    deals: u64,
    won: u64,
    undecided: u64,
    unreadable: bool,
    /// The verdict of the last deal.
    lost: bool,
}

impl Report {
    fn answer(
        &mut self,
        io: &mut Io,
        answer: Result<Answer, Unfit>,
        json: bool,
    ) -> Result<(), Failure> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(Unfit::Stopped) => return Ok(()),
            Err(Unfit::NoScore(rules)) => {
                let text = format!("the rules `{rules}` have no score to be maximized");
                return Err(
                    Failure::usage(text).help("--maximize left asks for the fewest cards left")
                );
            }
        };
        self.deals += 1;
        self.won += u64::from(answer.verdict == Some("won"));
        self.undecided += u64::from(!answer.is_decided());
        self.lost = answer.verdict == Some("lost");
        let text = if json { to_json(&answer) } else { answer.text() };
        writeln!(io.out(), "{text}")?;
        Ok(())
    }

    fn exit(&self) -> Exit {
        match self {
            Report { unreadable: true, .. } => Exit::Unreadable,
            Report { undecided: 1.., .. } => Exit::Undecided,
            Report { deals: 1, lost: true, .. } => Exit::No,
            _ => Exit::Success,
        }
    }
}
