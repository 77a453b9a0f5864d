//! Every command line that README.md and docs/ show is run, and prints what they show.
//!
//! A block that begins with `$ ` is a transcript: what stands below a command is its output, `> `
//! is what is typed at a terminal, a line `…` is any number of lines, and a command with nothing
//! below only has to succeed. A block marked `sh` is a script that has to succeed. Each document
//! has a folder of its own with the files it speaks of.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test is the world outside, and fails by panicking"
)]

#[path = "common/pty.rs"]
mod pty;
#[path = "documents/terminal.rs"]
mod terminal;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that documents speak of, and what they are in the project.
const FILES: &[(&str, &str)] = &[
    ("ann.pyr", "fixtures/games/valid/example-microsoft.pyr"),
    ("bob.pyr", "fixtures/games/invalid/covered.pyr"),
    ("entry.pyr", "fixtures/games/valid/example-microsoft.pyr"),
    ("games/one.pyr", "fixtures/games/valid/giza.pyr"),
    ("games/two.pyr", "fixtures/games/valid/cell.pyr"),
    ("inbox/good.pyr", "fixtures/games/valid/par.pyr"),
    ("inbox/bad.pyr", "fixtures/games/invalid/removed.pyr"),
    ("solutions.txt", "fixtures/cli/solutions.txt"),
    ("examples/bot.py", "examples/bot.py"),
];

/// What is not run: it builds, or needs a terminal, a cluster or a program that may be missing.
const NOT_RUN: &[&str] = &["cargo ", "pyramid tui", "parallel ", "#SBATCH"];

/// Numbers of deals that are cut down, or it would take hours.
const FEWER: &[(&str, &str)] = &[
    ("0..1000000", "0..100"),
    ("0..100000", "0..100"),
    ("0..10000", "0..100"),
    ("1..1001", "1..4"),
];

struct Block {
    /// The line of its fence.
    line: usize,
    /// What stands behind the fence.
    info: String,
    lines: Vec<String>,
}

/// The fenced blocks of a document.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                open = Some(Block { line: number, info: info.to_owned(), lines: Vec::new() });
            }
            (None, Some(block)) => block.lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

/// A command with what is shown below it.
struct Shown {
    line: usize,
    command: String,
    below: Vec<String>,
}

fn transcript(block: &Block) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for (line, text) in (block.line + 1..).zip(&block.lines) {
        match (text.strip_prefix("$ "), shown.last_mut()) {
            (Some(command), _) => {
                shown.push(Shown { line, command: command.to_owned(), below: Vec::new() });
            }
            (None, Some(last)) => last.below.push(text.clone()),
            (None, None) => unreachable!("a transcript begins with a command"),
        }
    }
    shown
}

/// Whether lines are what a pattern with `…` says.
fn matches(pattern: &[String], lines: &[&str]) -> bool {
    match pattern {
        [] => lines.is_empty(),
        [any, rest @ ..] if any == "…" => (0..=lines.len()).any(|n| matches(rest, &lines[n..])),
        [first, rest @ ..] => match lines {
            [line, others @ ..] => first == line.trim_end() && matches(rest, others),
            [] => false,
        },
    }
}

/// The folder of a document.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        for (file, from) in FILES {
            let to = folder.path().join(file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(root().join(from), to).unwrap_or_else(|error| panic!("{from}: {error}"));
        }
        Folder(folder)
    }

    /// A shell that finds the program, in the folder and without settings of the one who tests.
    fn environment(&self) -> Vec<(&'static str, String)> {
        let program = Path::new(env!("CARGO_BIN_EXE_pyramid")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        vec![
            ("PATH", format!("{}:{path}", program.display())),
            ("HOME", self.0.path().display().to_string()),
            ("PYRAMID_HOME", self.0.path().join("home").display().to_string()),
            ("LANG", "C".to_owned()),
            ("TERM", "xterm".to_owned()),
            ("NO_COLOR", "1".to_owned()),
        ]
    }

    /// Runs a script; gives what it prints, and whether it succeeds.
    fn shell(&self, script: &str) -> (String, bool) {
        let fewer = |script: String, (many, few): &(&str, &str)| script.replace(many, few);
        let script = FEWER.iter().fold(script.to_owned(), fewer);
        let output = Command::new("sh")
            .args(["-e", "-c", &format!("exec 2>&1\n{script}")])
            .current_dir(self.0.path())
            .env_clear()
            .envs(self.environment())
            .output()
            .unwrap();
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
    }

    /// What is wrong with what is shown, if anything.
    fn check(&self, shown: &Shown) -> Option<String> {
        let typed: Vec<&str> =
            shown.below.iter().filter_map(|line| line.strip_prefix("> ")).collect();
        let printed = if typed.is_empty() {
            let (printed, well) = self.shell(&shown.command);
            if shown.below.is_empty() {
                return (!well).then(|| format!("`{}` fails:\n{printed}", shown.command));
            }
            printed
        } else {
            terminal::run(&shown.command, self.0.path(), &self.environment(), &typed)
        };
        let lines: Vec<&str> = printed.lines().collect();
        (!matches(&shown.below, &lines)).then(|| {
            format!("`{}` prints:\n{printed}--- shown:\n{}", shown.command, shown.below.join("\n"))
        })
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs what a document shows; gives how many commands that were, and what is wrong.
fn document(name: &str) -> (usize, String) {
    let text = fs::read_to_string(root().join(name)).unwrap();
    let folder = Folder::new();
    let (mut count, mut wrong) = (0, String::new());
    let has_python = Command::new("python3").arg("-V").output().is_ok();
    let is_run = |command: &str| {
        let left_out = NOT_RUN.iter().any(|word| command.starts_with(word));
        !left_out && (has_python || !command.contains("python3"))
    };
    for block in blocks(&text) {
        if block.lines.first().is_some_and(|line| line.starts_with("$ ")) {
            for shown in transcript(&block).iter().filter(|shown| is_run(&shown.command)) {
                count += 1;
                if let Some(fault) = folder.check(shown) {
                    let _ = writeln!(wrong, "{name}:{}: {fault}\n", shown.line);
                }
            }
        } else if block.info == "sh" && block.lines.iter().all(|line| is_run(line)) {
            count += 1;
            let (printed, well) = folder.shell(&block.lines.join("\n"));
            if !well {
                let _ = writeln!(wrong, "{name}:{}: the script fails:\n{printed}\n", block.line);
            }
        }
    }
    (count, wrong)
}

#[test]
fn documents_show_what_the_program_does() {
    let mut names = vec!["README.md".to_owned()];
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // What playing.md shows leaves out more; the program's own tests compare it.
        if name.ends_with(".md") && name != "playing.md" {
            names.push(format!("docs/{name}"));
        }
    }
    names.sort();
    let (mut count, mut wrong) = (0, String::new());
    for name in &names {
        let (more, faults) = document(name);
        count += more;
        wrong += &faults;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 15, "only {count} commands were found");
}

#[test]
fn a_pattern_can_fail() {
    let pattern = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
    assert!(matches(&pattern(&["a", "…", "d"]), &["a", "b", "c", "d"]));
    assert!(matches(&pattern(&["a", "…"]), &["a"]));
    assert!(!matches(&pattern(&["a", "…", "d"]), &["a", "b", "c"]));
    assert!(!matches(&pattern(&["a"]), &["a", "b"]));
    assert!(!matches(&pattern(&["a"]), &["b"]));
}
