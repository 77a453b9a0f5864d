//! Events to judgements.

use std::io::{self, BufRead};

use pyramid_notation::{Diagnostic, Event, GameEnd, ReadOptions, Reader};

use crate::check::Check;
use crate::conditions::Conditions;
use crate::judgement::{Finding, Judgement, Outcome};
use crate::matches::MatchOrder;

/// How strictly to judge.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Accept the canonical spelling only.
    pub strict: bool,
    /// What else must be so.
    pub conditions: Conditions,
}

/// Where a part of an input begins in the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Bytes before it.
    pub bytes: u64,
    /// Lines before it.
    pub lines: u64,
}

/// Judges the games of one input, one after the other.
pub struct Verifier<R> {
    reader: Reader<R>,
    check: Check,
    /// The order of match games, unless the caller looks after it.
    matches: Option<MatchOrder>,
    /// The judgement on the game that is being read.
    current: Option<Judgement>,
    /// Warnings about what stands before the next game.
    before: Vec<Diagnostic>,
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
            matches: Some(MatchOrder::default()),
            current: None,
            before: Vec::new(),
            games: 0,
            judged: false,
            done: false,
        }
    }

    /// Judges a part of an input that begins with a game, or with the input: places are told as in
    /// the whole. Games are counted from 1, a part without games is not wrong, and the order of
    /// match games is left to the caller, who has a [`MatchOrder`] for all parts.
    pub fn part(input: R, options: Options, start: Start) -> Verifier<R> {
        let whole = Verifier::new(input, options);
        Verifier {
            reader: whole.reader.starting_at(start.bytes, start.lines),
            matches: None,
            judged: true,
            ..whole
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
        let mut judgement = self.judge()?;
        self.done = judgement.is_none();
        if judgement.is_some() || self.judged {
            self.judged = true;
            if let (Some(judgement), Some(matches)) = (&mut judgement, &mut self.matches) {
                matches.judge(judgement);
            }
            return Ok(judgement);
        }
        Ok(Some(Judgement::no_game()))
    }

    /// The input. Reading from it would lose what is read.
    pub fn get_ref(&self) -> &R {
        self.reader.get_ref()
    }

    fn judge(&mut self) -> io::Result<Option<Judgement>> {
        let Verifier { reader, check, current, before, games, .. } = self;
        while let Some(item) = reader.next_event()? {
            let Some(judgement) = current else {
                match item.event {
                    Event::Game(_) => {
                        *games += 1;
                        let judgement = current.insert(Judgement::new(*games, item.at.line));
                        before.drain(..).for_each(|warning| judgement.warn(warning));
                        check.begin(item.at);
                    }
                    Event::Problem(problem) if problem.is_error() => {
                        return Ok(Some(Judgement::stray(*problem)));
                    }
                    Event::Problem(warning) if before.len() < Judgement::MAX_WARNINGS => {
                        before.push(*warning);
                    }
                    _ => {}
                }
                continue;
            };
            let mut read_to_end = false;
            let result = match item.event {
                Event::Header(header) => check.header(&header),
                Event::Move(played) => check.play(item.at, &played),
                Event::Ending(ending) => check.ending(&ending, judgement),
                Event::GameEnd(end) => {
                    match end {
                        GameEnd::Truncated => judgement.outcome = Outcome::Truncated,
                        GameEnd::Unfinished => judgement.outcome = Outcome::Unfinished,
                        _ => {}
                    }
                    read_to_end = true;
                    match check.finish(judgement.outcome) {
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
                if !read_to_end {
                    judgement.outcome = Outcome::Unknown;
                }
                let (ply, position) = check.position().unzip();
                judgement.finding = Some(Finding { diagnostic: *diagnostic, ply, position });
                reader.skip_game();
                return Ok(current.take());
            }
        }
        Ok(None)
    }
}
