//! `replay-verifier`: judges the records on standard input.
//!
//! One line a bad game, `<stdin>:LINE:COLUMN: error[name]: text`, then a line of counts. Exit code
//! 0 if every game is valid, 1 if not, 2 if the input cannot be read. The only argument is
//! `--strict`, which refuses every spelling that is not canonical.

use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;

use pyramid_replay_verifier::{Options, Summary, Verifier};

const USAGE: &str = "usage: replay-verifier [--strict] < RECORDS";

fn main() -> ExitCode {
    let mut options = Options::default();
    for argument in std::env::args_os().skip(1) {
        if argument != "--strict" {
            eprintln!("{USAGE}");
            return ExitCode::from(if argument == "--help" || argument == "-h" { 0 } else { 2 });
        }
        options.strict = true;
    }
    match run(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("replay-verifier: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: Options) -> io::Result<bool> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut verifier =
        Verifier::new(BufReader::with_capacity(1 << 16, io::stdin().lock()), options);
    let mut summary = Summary::default();
    while let Some(judgement) = verifier.next_judgement()? {
        summary.add(&judgement);
        if let Some(finding) = &judgement.finding {
            writeln!(out, "{}", finding.diagnostic.short("<stdin>"))?;
        }
    }
    writeln!(out, "{summary}")?;
    out.flush()?;
    Ok(summary.all_valid())
}
