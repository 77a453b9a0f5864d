//! The project's own tasks: `cargo xtask TASK`. One module for each.

mod ci;
mod project;
mod tidy;

use std::process::ExitCode;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

struct Task {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result,
}

const TASKS: &[Task] = &[
    Task { name: "ci", about: "everything that a change has to pass", run: ci::run },
    Task { name: "tidy", about: "what the compiler does not check", run: tidy::run },
];

fn usage() -> String {
    let mut usage = String::from("usage: cargo xtask TASK\n");
    for task in TASKS {
        usage += &format!("\n  {:<8}{}", task.name, task.about);
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
        [name] => TASKS.iter().find(|task| task.name == name),
        _ => None,
    };
    let Some(task) = task else {
        eprintln!("{}", usage());
        return ExitCode::from(2);
    };
    match (task.run)() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", task.name);
            ExitCode::FAILURE
        }
    }
}
