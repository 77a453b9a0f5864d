//! `pyramid analyze`: what each move of recorded games did, and which one lost them.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyramid_engine::{Game, Move, State};
use pyramid_notation::{
    Diagnostic, GameRead, HeaderKey, Reader, Record, canonical, read_games, to_token,
};
use pyramid_solver::{Effect, Review, Solver};
use serde::Serialize;

use super::diagnostics::Reporter;
use crate::args::{AnalyzeArgs, ErrorsForm};
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::Io;
use crate::pool;

/// A game.
#[derive(Serialize)]
struct Analysis {
    r#type: &'static str,
    file: String,
    game: u64,
    rules: String,
    deal: String,
    /// Whether the deal can be won; null if that is not known.
    winnable: Option<bool>,
    /// Whether the goal was reached.
    won: bool,
    /// Positions are numbered by the moves before them: the last that is known to be won, and the
    /// first that is known to be lost.
    last_won: Option<usize>,
    first_lost: Option<usize>,
    turning: Option<TurningJson>,
    moves: Vec<MoveJson>,
}

/// The move that lost the game.
#[derive(Serialize)]
struct TurningJson {
    /// Its number, from 1.
    ply: usize,
    r#move: String,
    kept_by: Vec<String>,
    undecided: Vec<String>,
}

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    effect: &'static str,
}

/// What came of one game.
enum Outcome {
    Analyzed(Box<Analysis>),
    /// It cannot be read, or does not replay.
    Wrong(Vec<Diagnostic>),
    /// Comments, and no game.
    Nothing,
    Unreadable(io::Error),
}

pub(crate) fn run(io: &mut Io, args: AnalyzeArgs) -> Result<Exit, Failure> {
    let errors = ErrorsForm::or_default(args.errors.errors, io.stderr_is_terminal());
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    io.on_interrupt(move || interrupted.store(true, Ordering::Relaxed));
    let (mut unreadable, mut undecided, mut printed) = (false, false, 0u64);
    let mut progress = io.progress();
    for input in &args.files {
        let (mut reporter, bytes) = match Reporter::open(io, errors, input) {
            Ok(opened) => opened,
            Err(failure) => {
                unreadable = true;
                io.tell(failure.to_string().trim_end());
                continue;
            }
        };
        let workers = (0..args.search.threads(io)).map(|_| {
            let (file, stop) = (input.to_string(), Arc::clone(&stop));
            let mut solver = Solver::new(args.search.limits());
            move |(game, read)| outcome(&mut solver, &file, game, read, &stop)
        });
        let games = numbered(bytes);
        pool::in_order(games, workers.collect(), |outcome| -> Result<bool, Failure> {
            match outcome {
                Some(Outcome::Analyzed(analysis)) if !stop.load(Ordering::Relaxed) => {
                    undecided |= analysis.is_undecided();
                    if args.json {
                        writeln!(io.out(), "{}", to_json(&analysis))?;
                    } else {
                        if printed > 0 {
                            writeln!(io.out())?;
                        }
                        analysis.write(io.out())?;
                    }
                    printed += 1;
                }
                Some(Outcome::Wrong(problems)) => {
                    unreadable = true;
                    let texts = reporter.texts(io, problems.iter());
                    texts.into_iter().for_each(|text| io.tell(text.trim_end()));
                }
                Some(Outcome::Unreadable(error)) => {
                    unreadable = true;
                    io.tell(crate::io::unreadable(input, error).to_string().trim_end());
                }
                Some(Outcome::Analyzed(_) | Outcome::Nothing) => {}
                None => {
                    io.flush()?;
                    let state = || format!("{printed} games analyzed");
                    progress.update(state).into_iter().for_each(|line| io.tell(line));
                }
            }
            Ok(!stop.load(Ordering::Relaxed))
        })?;
    }
    progress.clear();
    if stop.load(Ordering::Relaxed) {
        io.flush()?;
        io.tell(format_args!("Interrupted: {printed} games were analyzed."));
        return Ok(Exit::Interrupted);
    }
    if printed == 0 && !unreadable {
        return Err(Failure::usage("there is no recorded game to be analyzed"));
    }
    Ok(match (unreadable, undecided) {
        (true, _) => Exit::Unreadable,
        (false, true) => Exit::Undecided,
        (false, false) => Exit::Success,
    })
}

/// The games of an input with their numbers, from 1.
fn numbered(
    bytes: Box<dyn BufRead + Send>,
) -> impl Iterator<Item = (u64, io::Result<GameRead>)> + Send {
    let mut game = 0;
    read_games(Reader::new(bytes)).map(move |read| {
        game += u64::from(read.as_ref().is_ok_and(|read| read.end.is_some()));
        (game, read)
    })
}

fn outcome(
    solver: &mut Solver,
    file: &str,
    game: u64,
    read: io::Result<GameRead>,
    stop: &AtomicBool,
) -> Outcome {
    let read = match read {
        Ok(read) => read,
        Err(error) => return Outcome::Unreadable(error),
    };
    let problems: Vec<Diagnostic> =
        read.problems.into_iter().filter(Diagnostic::is_error).collect();
    if !problems.is_empty() {
        return Outcome::Wrong(problems);
    }
    let Some(record) = read.record else { return Outcome::Nothing };
    let canonical = canonical(record);
    let replayed = match canonical.game {
        Ok(game) => game,
        Err(wrong) => return Outcome::Wrong(vec![*wrong]),
    };
    let moves: Vec<Move> = replayed.moves().collect();
    let review = solver.review(replayed.setup(), &moves, &|| stop.load(Ordering::Relaxed));
    // The moves have been played already.
    let Ok(review) = review else { return Outcome::Nothing };
    Outcome::Analyzed(Box::new(Analysis::new(file, game, &canonical.record, &replayed, &review)))
}

impl Analysis {
    fn new(file: &str, number: u64, record: &Record, game: &Game, review: &Review) -> Analysis {
        let setup = game.setup();
        let token = |state: &State, m: Move| to_token(setup, state, m).to_string();
        let at = |ply: usize| game.state_at(ply).unwrap_or(game.state());
        let moves = game.moves().zip(&review.effects).enumerate();
        let moves = moves.map(|(ply, (m, effect))| MoveJson {
            r#move: token(at(ply), m),
            effect: effect.name(),
        });
        let turning = review.turning.as_ref().map(|turning| {
            let state = at(turning.ply);
            let tokens = |moves: &[Move]| moves.iter().map(|&m| token(state, m)).collect();
            TurningJson {
                ply: turning.ply + 1,
                r#move: token(state, turning.lost_by),
                kept_by: tokens(&turning.kept_by),
                undecided: tokens(&turning.undecided),
            }
        });
        let header = |key| record.header(key).map(|header| header.value.clone());
        Analysis {
            r#type: "game",
            file: file.to_owned(),
            game: number,
            rules: header(HeaderKey::Rules).unwrap_or_default(),
            deal: header(HeaderKey::From).or_else(|| header(HeaderKey::Deal)).unwrap_or_default(),
            winnable: review.course.is_won(0),
            won: setup.is_won(game.state()),
            last_won: review.course.last_won,
            first_lost: review.course.first_lost,
            turning,
            moves: moves.collect(),
        }
    }

    fn is_undecided(&self) -> bool {
        self.winnable.is_none() || self.moves.iter().any(|m| m.effect == Effect::Undecided.name())
    }

    /// The turning point, then the moves.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Analysis { file, game, rules, deal, .. } = self;
        let count = self.moves.len();
        writeln!(out, "{file}, game {game}: {deal}, rules {rules}, {count} moves.")?;
        writeln!(out, "{}", self.summary())?;
        let wide = self.moves.iter().map(|m| m.r#move.len()).max().unwrap_or(0).min(24);
        let number = count.to_string().len();
        for (ply, MoveJson { r#move, effect }) in self.moves.iter().enumerate() {
            writeln!(out, "{:>number$}. {move:<wide$}  {effect}", ply + 1)?;
        }
        Ok(())
    }

    fn summary(&self) -> String {
        if let Some(TurningJson { ply, r#move, kept_by, undecided }) = &self.turning {
            let kept = match kept_by.as_slice() {
                [] => String::new(),
                kept => format!("; {} kept it", kept.join(", ")),
            };
            let open = match undecided.as_slice() {
                [] => String::new(),
                open => format!("; undecided: {}", open.join(", ")),
            };
            let before = match ply - 1 {
                0 => "The deal was winnable.".to_owned(),
                last => format!("This deal was winnable until move {last}."),
            };
            return format!("{before} Move {ply}, {move}, lost it{kept}{open}.");
        }
        match (self.last_won, self.first_lost) {
            (_, Some(0)) => "This deal cannot be won.".to_owned(),
            _ if self.won => "Won: no move lost it.".to_owned(),
            (Some(last), None) if last == self.moves.len() => {
                "It can still be won: no move lost it.".to_owned()
            }
            (Some(won), Some(lost)) => {
                format!(
                    "Undecided which move lost it: won after move {won}, lost after move {lost}."
                )
            }
            (None, Some(lost)) => {
                format!("Undecided whether the deal can be won; lost after move {lost}.")
            }
            (Some(won), None) => format!("Won after move {won}; undecided after that."),
            (None, None) => "Undecided: the searches reached their limits.".to_owned(),
        }
    }
}
