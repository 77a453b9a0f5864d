//! Events to judgements.

use std::io::{self, BufRead};

use pyramid_notation::{Diagnostic, Event, GameEnd, Item, ReadOptions, Reader};

use crate::check::{Check, Wrong};
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
    ///
    /// ```
    /// use pyramid_replay_verifier::{Options, Start, Verifier};
    /// let whole = "pyramid-game 1.0\nrules: par\ndeal: ms:3\n\npyramid-game 1.0\nrules: chess\n";
    /// let second = whole.rfind("pyramid-game").expect("two games");
    /// let start = Start { bytes: second as u64, lines: 4 };
    /// let mut part = Verifier::part(&whole.as_bytes()[second..], Options::default(), start);
    /// let finding = part.next_judgement()?.expect("a game").finding.expect("a finding");
    /// assert_eq!(finding.diagnostic.primary.at.line, 6);
    /// # Ok::<(), std::io::Error>(())
    /// ```
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
    /// ```
    /// use pyramid_replay_verifier::{Options, Verifier};
    /// let record = "\
    /// pyramid-game 1.0
    /// rules: pyramid
    /// deal: seed:7
    /// 1. Qh+Ad 3s+Ks
    /// end: open
    /// ";
    /// let mut verifier = Verifier::new(record.as_bytes(), Options::default());
    /// let judgement = verifier.next_judgement()?.expect("a game");
    /// // Ks is covered: the finding says where that is, and how the game stood.
    /// let finding = judgement.finding.expect("a finding");
    /// let at = finding.diagnostic.primary.at;
    /// assert_eq!((finding.ply, at.line, at.column), (Some(1), 4, 13));
    /// assert!(finding.position.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
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
        loop {
            let next = self.reader.next_event();
            // Nearly all events are moves: they are played where they are, without a copy.
            let result = match (&next, &self.current) {
                (Ok(Some(Item { at, event: Event::Move(played) })), Some(_)) => {
                    self.check.play(*at, played)
                }
                _ => {
                    let Some(item) = next? else { return Ok(None) };
                    let Some(judgement) = &mut self.current else {
                        match item.event {
                            Event::Game(_) => {
                                self.games += 1;
                                let judgement = Judgement::new(self.games, item.at.line);
                                let judgement = self.current.insert(judgement);
                                self.before.drain(..).for_each(|warning| judgement.warn(warning));
                                self.check.begin(item.at);
                            }
                            Event::Problem(problem) if problem.is_error() => {
                                return Ok(Some(Judgement::stray(*problem)));
                            }
                            Event::Problem(warning)
                                if self.before.len() < Judgement::MAX_WARNINGS =>
                            {
                                self.before.push(*warning);
                            }
                            _ => {}
                        }
                        continue;
                    };
                    match take(&mut self.check, judgement, item.event) {
                        Ok(Taken::Piece) => Ok(()),
                        Ok(Taken::End) => return Ok(self.current.take()),
                        Err(wrong) => Err(wrong),
                    }
                }
            };
            if let (Err(wrong), Some(judgement)) = (result, &mut self.current) {
                self.check.count(judgement);
                let (ply, position) = self.check.position().unzip();
                judgement.finding = Some(Finding { diagnostic: *wrong, ply, position });
                self.reader.skip_game();
                return Ok(self.current.take());
            }
        }
    }
}

/// What became of an event.
enum Taken {
    /// It was a piece of the game.
    Piece,
    /// It was its end.
    End,
}

/// Takes an event of the game that is being judged, but for its moves.
fn take(check: &mut Check, judgement: &mut Judgement, event: Event<'_>) -> Result<Taken, Wrong> {
    // A claim in the `end:` line says nothing if another is wrong; how the text ends is so anyway.
    let outcome = std::mem::replace(&mut judgement.outcome, Outcome::Unknown);
    match event {
        Event::Header(header) => check.header(&header)?,
        Event::Ending(ending) => {
            check.ending(&ending)?;
            judgement.outcome = ending.result.into();
            return Ok(Taken::Piece);
        }
        Event::GameEnd(end) => {
            judgement.outcome = match end {
                GameEnd::Truncated => Outcome::Truncated,
                GameEnd::Unfinished => Outcome::Unfinished,
                GameEnd::Finished | GameEnd::Refused => outcome,
            };
            check.finish(judgement.outcome)?;
            check.count(judgement);
            return Ok(Taken::End);
        }
        Event::Problem(problem) if problem.is_error() => return Err(problem),
        Event::Problem(problem) => judgement.warn(*problem),
        _ => {}
    }
    judgement.outcome = outcome;
    Ok(Taken::Piece)
}
