//! `pyramid verify`: judges recorded games.

use std::io::Write;

use pyramid_replay_verifier::{Judgement, Options, Summary};
use serde::Serialize;

use super::conditions::conditions;
use super::diagnostics::Reporter;
use crate::args::{ErrorsForm, VerifyArgs};
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::Io;
use crate::judge::{self, End, Event, Heard};

/// What was judged of one game.
#[derive(Serialize)]
struct GameJson<'a> {
    r#type: &'static str,
    file: &'a str,
    game: u64,
    line: u64,
    ok: bool,
    result: &'static str,
    moves: usize,
    score: Option<i32>,
    undone: usize,
    hints: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<WarningJson<'a>>,
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    name: &'a str,
    line: u64,
    column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
}

#[derive(Serialize)]
struct WarningJson<'a> {
    name: &'a str,
    line: u64,
    column: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct SummaryJson {
    r#type: &'static str,
    games: u64,
    valid: u64,
    invalid: u64,
    won: u64,
    lost: u64,
    resigned: u64,
    open: u64,
    unfinished: u64,
    truncated: u64,
    moves: u64,
}

pub(crate) fn run(io: &mut Io, args: VerifyArgs) -> Result<Exit, Failure> {
    let mut options = Options::default();
    options.strict = args.strict;
    options.conditions = conditions(io, &args)?;
    let threads = args.threads.map_or_else(|| io.cores(), |threads| threads.get().into());
    let errors = ErrorsForm::or_default(args.errors.errors, io.stdout_is_terminal());
    let form = match (args.quiet, args.json) {
        (true, _) => Form::Nothing,
        (_, true) => Form::Games,
        _ => Form::Errors(errors),
    };
    let mut report = Report { form, summary: Summary::default() };
    let mut progress = io.progress();
    let events = judge::events();
    let interrupted = events.0.clone();
    // A full channel is read soon; one that nobody reads belongs to a process that ends.
    io.on_interrupt(move || drop(interrupted.send(Event::Interrupted)));
    let mut unreadable = false;
    for input in &args.files {
        let ended = match Reporter::open(io, errors, input) {
            Ok((mut reporter, bytes)) => judge::judge(bytes, &options, threads, &events, |heard| {
                match heard {
                    Heard::Judgement(judgement) => {
                        report.judgement(io, &mut reporter, judgement)?;
                    }
                    Heard::Nothing => io.flush()?,
                }
                if let Some(line) = progress.update(|| report.progress()) {
                    io.tell(line);
                }
                Ok(())
            }),
            Err(failure) => Err(failure),
        };
        let failure = match ended {
            Ok(End::Input(Ok(()))) => continue,
            Ok(End::Input(Err(error))) => crate::io::unreadable(input, error),
            Ok(End::Interrupted) => {
                progress.clear();
                report.finish(io.out())?;
                io.tell(format!("Interrupted in {input}: the rest was not judged."));
                return Ok(Exit::Interrupted);
            }
            Err(failure @ Failure::Io { .. }) => failure,
            Err(failure) => return Err(failure),
        };
        unreadable = true;
        io.tell(failure.to_string().trim_end());
    }
    progress.clear();
    report.finish(io.out())?;
    Ok(match (unreadable, report.summary.all_valid()) {
        (true, _) => Exit::Unreadable,
        (false, true) => Exit::Success,
        (false, false) => Exit::No,
    })
}

/// What is said of the judgements.
struct Report {
    form: Form,
    summary: Summary,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Nothing,
    /// An object for each game.
    Games,
    /// What is wrong, and the counts.
    Errors(ErrorsForm),
}

impl Report {
    fn judgement(
        &mut self,
        io: &mut Io,
        reporter: &mut Reporter<'_>,
        judgement: &Judgement,
    ) -> Result<(), Failure> {
        self.summary.add(judgement);
        match self.form {
            Form::Nothing => {}
            Form::Games => {
                writeln!(io.out(), "{}", to_json(&game_json(reporter.file(), judgement)))?;
            }
            Form::Errors(form) => {
                let finding = judgement.finding.as_ref().map(|finding| &finding.diagnostic);
                for text in reporter.texts(io, judgement.warnings.iter().chain(finding)) {
                    writeln!(io.out(), "{text}")?;
                }
                if judgement.more_warnings > 0 && form != ErrorsForm::Json {
                    let (file, more) = (reporter.file(), judgement.more_warnings);
                    writeln!(
                        io.out(),
                        "{file}:{}: {more} more warnings in this game",
                        judgement.line
                    )?;
                }
            }
        }
        Ok(())
    }

    fn progress(&self) -> String {
        format!("{} games judged, {} not valid", self.summary.games, self.summary.invalid)
    }

    fn finish(&self, out: &mut impl Write) -> Result<(), Failure> {
        match self.form {
            Form::Nothing => {}
            Form::Games | Form::Errors(ErrorsForm::Json) => {
                writeln!(out, "{}", to_json(&summary_json(&self.summary)))?;
            }
            Form::Errors(_) => writeln!(out, "{}", self.summary)?,
        }
        Ok(())
    }
}

fn game_json<'a>(file: &'a str, judgement: &'a Judgement) -> GameJson<'a> {
    let error = judgement.finding.as_ref().map(|finding| {
        let wrong = &finding.diagnostic;
        ErrorJson {
            name: wrong.name,
            line: wrong.primary.at.line,
            column: wrong.primary.at.column,
            ply: finding.ply,
            text: &wrong.message,
            note: wrong.note.as_deref(),
            help: wrong.help.as_deref(),
            position: finding.position.as_deref(),
        }
    });
    let warnings = judgement.warnings.iter().map(|warning| WarningJson {
        name: warning.name,
        line: warning.primary.at.line,
        column: warning.primary.at.column,
        text: &warning.message,
    });
    GameJson {
        r#type: "game",
        file,
        game: judgement.game,
        line: judgement.line,
        ok: judgement.is_valid(),
        result: judgement.outcome.name(),
        moves: judgement.moves,
        score: judgement.score,
        undone: judgement.undone,
        hints: judgement.hints,
        error,
        warnings: warnings.collect(),
    }
}

fn summary_json(summary: &Summary) -> SummaryJson {
    SummaryJson {
        r#type: "summary",
        games: summary.games,
        valid: summary.valid,
        invalid: summary.invalid,
        won: summary.won,
        lost: summary.lost,
        resigned: summary.resigned,
        open: summary.open,
        unfinished: summary.unfinished,
        truncated: summary.truncated,
        moves: summary.moves,
    }
}
