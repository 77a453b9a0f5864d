//! Events to judgements.

use std::io::{self, BufRead};

use pyramid_notation::{Code, Diagnostic, Event, GameEnd, Location, ReadOptions, Reader};

use crate::check::Check;
use crate::judgement::{Finding, Judgement, Outcome};

/// How strictly to judge.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Accept the canonical spelling only.
    pub strict: bool,
}

/// Judges the games of one input, one after the other.
pub struct Verifier<R> {
    reader: Reader<R>,
    check: Check,
    /// The judgement on the game that is being read.
    current: Option<Judgement>,
    games: u64,
    /// Whether anything was judged; an input without games is wrong too.
    judged: bool,
    done: bool,
}

impl<R: BufRead> Verifier<R> {
    /// Judges what an input holds.
    pub fn new(input: R, options: Options) -> Verifier<R> {
        let read = if options.strict { ReadOptions::STRICT } else { ReadOptions::LENIENT };
        Verifier {
            reader: Reader::with_options(input, read),
            check: Check::new(options),
            current: None,
            games: 0,
            judged: false,
            done: false,
        }
    }

    /// The judgement on the next game; `None` at the end of the input. Errors in text outside of
    /// any game have judgements of their own, with the number 0; an input without any game is
    /// one of them.
    ///
    /// # Errors
    ///
    /// I/O errors of the input. The game that was being read is not judged.
    pub fn next_judgement(&mut self) -> io::Result<Option<Judgement>> {
        if self.done {
            return Ok(None);
        }
        let judgement = self.judge()?;
        self.done = judgement.is_none();
        if judgement.is_some() || self.judged {
            self.judged = true;
            return Ok(judgement);
        }
        let nothing = Diagnostic::new(Code::NoGame, Location::START, "there is no game here");
        Ok(Some(stray(nothing)))
    }

    fn judge(&mut self) -> io::Result<Option<Judgement>> {
        let Verifier { reader, check, current, games, .. } = self;
        while let Some(item) = reader.next_event()? {
            let Some(judgement) = current else {
                match item.event {
                    Event::Game(_) => {
                        *games += 1;
                        *current = Some(Judgement::new(*games, item.at.line));
                        check.begin();
                    }
                    Event::Problem(problem) if problem.is_error() => {
                        return Ok(Some(stray(*problem)));
                    }
                    _ => {}
                }
                continue;
            };
            let result = match item.event {
                Event::Header(header) => check.header(&header),
                Event::Move(played) => check.play(item.at, &played),
                Event::Ending(ending) => check.ending(&ending, judgement),
                Event::GameEnd(end) => {
                    let result = check.finish();
                    if let GameEnd::Unfinished | GameEnd::Truncated = end {
                        judgement.outcome = match end {
                            GameEnd::Truncated => Outcome::Truncated,
                            _ => Outcome::Unfinished,
                        };
                    }
                    match result {
                        Ok(()) => {
                            check.count(judgement);
                            return Ok(current.take());
                        }
                        Err(wrong) => Err(wrong),
                    }
                }
                Event::Problem(problem) if problem.is_error() => Err(problem),
                Event::Problem(problem) => {
                    judgement.warn(*problem);
                    Ok(())
                }
                _ => Ok(()),
            };
            if let Err(diagnostic) = result {
                check.count(judgement);
                judgement.outcome = Outcome::Unknown;
                let (ply, position) = check.position().unzip();
                judgement.finding = Some(Finding { diagnostic: *diagnostic, ply, position });
                reader.skip_game();
                return Ok(current.take());
            }
        }
        Ok(None)
    }
}

/// A judgement on text outside of any game.
fn stray(diagnostic: Diagnostic) -> Judgement {
    let line = diagnostic.primary.at.line;
    let finding = Finding { diagnostic, ply: None, position: None };
    Judgement { finding: Some(finding), ..Judgement::new(0, line) }
}
