//! The project's own tasks: `cargo xtask TASK`. One module for each.

mod bench;
mod ci;
mod dist;
mod docs;
mod licences;
mod peers;
mod project;
mod tables;
mod tidy;
mod winrates;

use std::process::ExitCode;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

struct Task {
    name: &'static str,
    /// What may stand behind the name.
    flags: &'static [&'static str],
    about: &'static str,
    run: fn(&[String]) -> Result,
}

const TASKS: &[Task] = &[
    Task {
        name: "bench",
        flags: &["--check"],
        about: "measure the tables of docs/speed.md, or compare the counts in them",
        run: bench::run,
    },
    Task {
        name: "ci",
        flags: &[],
        about: "everything that a change has to pass",
        run: |_| ci::run(),
    },
    Task {
        name: "dist",
        flags: &[],
        about: "pack the program with its documents, completions, licences and checksum",
        run: |_| dist::run(),
    },
    Task {
        name: "docs",
        flags: &["--check"],
        about: "write, or compare, the parts of docs/ that are made from the program",
        run: docs::run,
    },
    Task {
        name: "peers",
        flags: &[],
        about: "compare with the facts of other programs",
        run: |_| peers::run(),
    },
    Task {
        name: "tidy",
        flags: &[],
        about: "what the compiler does not check",
        run: |_| tidy::run(),
    },
    Task {
        name: "winrates",
        flags: &[FILES],
        about: "write the tables of docs/win-rates.md from results of `winrate --json`",
        run: winrates::run,
    },
];

/// Stands among the flags of a task that takes files.
const FILES: &str = "FILE…";

fn usage() -> String {
    let mut usage = String::from("usage: cargo xtask TASK\n");
    for task in TASKS {
        let flags: String = task.flags.iter().map(|flag| format!(" [{flag}]")).collect();
        usage += &format!("\n  {:<16}{}", format!("{}{flags}", task.name), task.about);
    }
    usage
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = match &arguments[..] {
        [flag] if flag == "--help" || flag == "-h" => {
            println!("{}", usage());
            return ExitCode::SUCCESS;
        }
        [name, flags @ ..] => {
            let known = |task: &Task| {
                let listed = |flag: &String| task.flags.contains(&&**flag);
                task.flags.contains(&FILES) || flags.iter().all(listed)
            };
            TASKS.iter().find(|task| task.name == name && known(task))
        }
        [] => None,
    };
    let Some(task) = task else {
        eprintln!("{}", usage());
        return ExitCode::from(2);
    };
    match (task.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", task.name);
            ExitCode::FAILURE
        }
    }
}
