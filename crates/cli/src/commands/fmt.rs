//! `pyramid fmt`: recorded games in canonical form.

use std::io::Write;

use pyramid_notation::{
    Code, Diagnostic, Event, ReadOptions, Reader, Severity, Writer, canonical, read_games,
};

use super::diagnostics::Reporter;
use crate::args::{ErrorsForm, FmtArgs};
use crate::failure::{Exit, Failure};
use crate::io::{Input, Io};

pub(crate) fn run(io: &mut Io, args: FmtArgs) -> Result<Exit, Failure> {
    let errors = ErrorsForm::or_default(args.errors.errors, io.stderr_is_terminal());
    let mut options = ReadOptions::LENIENT;
    options.ignore_numbers = args.renumber;
    let mut exit = Exit::Success;
    for input in &args.files {
        let bytes = match io.read(input) {
            Ok(bytes) => bytes,
            Err(failure) => {
                io.tell(failure.to_string().trim_end());
                exit = Exit::Unreadable;
                continue;
            }
        };
        let (text, problems) = formatted(&bytes, options);
        let changed = text.as_ref().is_some_and(|text| *text != bytes);
        if !problems.is_empty() {
            let texts = Reporter::of(errors, input, &bytes).texts(io, problems.iter());
            texts.into_iter().for_each(|text| io.tell(text));
        }
        if text.is_none() || changed && args.check {
            exit = exit.or(Exit::No);
        }
        let Some(text) = text else { continue };
        match input {
            _ if args.check && changed => writeln!(io.out(), "{input}")?,
            _ if args.check => {}
            Input::Stdin => io.out().write_all(&text)?,
            Input::File(path) if changed => io.write_file(path, &text)?,
            Input::File(_) => {}
        }
    }
    Ok(exit)
}

/// The text in canonical form, with warnings; or nothing, with what keeps it from being rewritten.
fn formatted(bytes: &[u8], options: ReadOptions) -> (Option<Vec<u8>>, Vec<Diagnostic>) {
    let refused = refusals(bytes, options);
    if !refused.is_empty() {
        return (None, refused);
    }
    let mut warnings = Vec::new();
    let mut writer = Writer::new(Vec::with_capacity(bytes.len()));
    for read in read_games(Reader::with_options(bytes, options)) {
        // Reading and writing in memory do not fail, and what was read can be written.
        let Ok(mut read) = read else { continue };
        if read.has_errors() {
            // The reader has no limit for a whole game, and this has.
            let errors = read.problems.into_iter().filter(Diagnostic::is_error);
            return (None, errors.collect());
        }
        if let Some(record) = read.record.take() {
            let canonical = canonical(record);
            warnings.extend(canonical.game.err().map(|wrong| not_replayed(*wrong)));
            read.record = Some(canonical.record);
        }
        if let Err(error) = read.write(&mut writer) {
            let at = read.record.iter().flat_map(|record| record.headers()).next();
            let at = at.map_or(pyramid_notation::Location::START, |header| header.at);
            return (None, vec![Diagnostic::new(Code::NotCanonical, at, error.to_string())]);
        }
    }
    (writer.finish().ok(), warnings)
}

/// What would be lost if the text were written again: lines that cannot be read, and one that may
/// have been cut off.
fn refusals(bytes: &[u8], options: ReadOptions) -> Vec<Diagnostic> {
    let mut refused = Vec::new();
    let mut reader = Reader::with_options(bytes, options);
    while let Ok(Some(item)) = reader.next_event() {
        let Event::Problem(problem) = item.event else { continue };
        if problem.is_error() {
            refused.push(*problem);
        } else if problem.name == Code::Truncated.name() {
            let help = "if nothing is missing, give the last line its line end";
            refused.push(problem.severity(Severity::Error).help(help));
        }
    }
    refused
}

/// Why the moves of a game are left as they are.
fn not_replayed(wrong: Diagnostic) -> Diagnostic {
    let message =
        format!("this game does not replay, so its moves are left as they are: {}", wrong.message);
    Diagnostic { message: message.into(), ..wrong }
        .severity(Severity::Warning)
        .help("`pyramid verify` says more")
}
