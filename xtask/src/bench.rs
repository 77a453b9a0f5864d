//! `cargo xtask bench`: the tables of `docs/speed.md`; `--check` compares what is no time in them.
//!
//! The benches and examples print a head and rows, cells between ` | `. Here they become tables, and
//! get published figures beside ours.

use std::process::Command;

use crate::tables::Document;
use crate::{Result, project};

const DOCUMENT: Document = Document { path: "docs/speed.md", task: "bench" };

/// What is run for a table.
struct Part {
    title: &'static str,
    about: &'static str,
    /// The arguments of cargo.
    command: &'static str,
    beside: &'static [Beside],
}

/// Published figures for one of our columns.
struct Beside {
    column: &'static str,
    head: &'static str,
    /// The head of how many times ours goes into theirs.
    ratio: &'static str,
    /// By the first cell of a row.
    figures: &'static [(&'static str, f64)],
}

const PARTS: &[Part] = &[
    Part {
        title: "Moves",
        about: "Moves that the engine applies, legality and endings included, beside the plain lists \
            that its tests hold it against.",
        command: "bench -p pyramid-engine --bench perft",
        beside: &[],
    },
    Part {
        title: "Records",
        about: "Reading, and reading with replay and every check, beside only cutting the text into \
            lines and words.",
        command: "bench -p pyramid-replay-verifier --bench judge",
        beside: &[],
    },
    Part {
        title: "Shortcuts",
        about: "Verdicts beside the search without a single shortcut, on small deals that both can do.",
        command: "run --release -p pyramid-solver --example ratio",
        beside: &[],
    },
    Part {
        title: "Verdicts",
        about: "Verdicts on `seed:0` to `seed:2999`, the positions entered beside those of the \
            prototype that this solver began as.",
        command: "run --release -p pyramid-solver --example speed",
        beside: &[Beside {
            column: "nodes mean",
            head: "prototype",
            ratio: "nodes ratio",
            figures: &[
                ("one-pass", 12_500.0),
                ("classic", 13_500.0),
                ("pyramid", 3_000.0),
                ("whole-deck", 7_400.0),
                ("pyramid passes=any", 14.0),
                ("whole-deck passes=any", 5_200.0),
            ],
        }],
    },
    Part {
        title: "Shared decks",
        about: "500 decks that other programs have answered, all answers compared; each search is made \
            three times, the quickest counts. Beside them stand the means for shortest wins on 1,500 \
            decks, under `microsoft` and on another machine, of mchung94's solitaire-player (Java) and \
            pyramid-solver (SBCL).",
        command: "run --release -p pyramid-solver --example peers",
        beside: &[
            Beside {
                column: "mean ms",
                head: "Java ms",
                ratio: "speed ratio to Java",
                figures: &[("microsoft", 556.0)],
            },
            Beside {
                column: "mean ms",
                head: "SBCL ms",
                ratio: "speed ratio to SBCL",
                figures: &[("microsoft", 948.0)],
            },
        ],
    },
    Part {
        title: "Every game",
        about: "How many of 100 deals of each game are decided within 200,000 positions.",
        command: "run --release -p pyramid-solver --example decided 100 200000",
        beside: &[],
    },
];

pub(crate) fn run(flags: &[String]) -> Result {
    let mut text = String::new();
    for Part { title, about, command, beside } in PARTS {
        eprintln!("cargo {command}");
        let run = ["--quiet", "--locked"];
        let (task, rest) = command.split_once(' ').ok_or("a command has arguments")?;
        let mut cargo = Command::new(env!("CARGO"));
        cargo.arg(task).args(run).args(rest.split(' ')).current_dir(project::root());
        let table = table(&String::from_utf8(project::printed(&mut cargo)?)?, beside)
            .map_err(|fault| format!("cargo {command}: {fault}"))?;
        text += &format!("## {title}\n\n{about}\n\n`cargo {command}`\n\n{table}\n");
    }
    println!("{text}");
    if !flags.iter().any(|flag| flag == "--check") {
        return DOCUMENT.put(&text);
    }
    match counts(&DOCUMENT.tables()?).zip(counts(&text)).find(|(old, new)| old != new) {
        None => Ok(()),
        Some((old, new)) => Err(format!("{}: {old}\nis now {new}", DOCUMENT.path).into()),
    }
}

/// What a bench printed as a table; lines that are no row stand below it.
fn table(printed: &str, beside: &[Beside]) -> std::result::Result<String, String> {
    let (rows, others): (Vec<&str>, Vec<&str>) =
        printed.lines().partition(|line| line.contains(" | "));
    let mut rows = rows.into_iter().map(|row| row.split(" | ").map(str::to_owned).collect());
    let mut head: Vec<String> = rows.next().ok_or("it prints no table")?;
    let mut rows: Vec<Vec<String>> = rows.collect();
    if let Some(row) = rows.iter().find(|row| row.len() != head.len()) {
        return Err(format!("a row of {} cells below {}: {row:?}", row.len(), head.len()));
    }
    for Beside { column, head: title, ratio, figures } in beside {
        let at = head.iter().position(|head| head == column);
        let at = at.ok_or_else(|| format!("there is no column `{column}`"))?;
        head.extend([(*title).to_owned(), (*ratio).to_owned()]);
        for row in &mut rows {
            let figure = figures.iter().find(|(first, _)| *first == row[0]);
            let ours: f64 = row[at].parse().map_err(|_| format!("`{}` is no number", row[at]))?;
            row.extend(match figure {
                Some((_, theirs)) => [theirs.to_string(), format!("{:.1}", theirs / ours)],
                None => [String::new(), String::new()],
            });
        }
    }
    let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&head) + "|---|" + &"---:|".repeat(head.len() - 1) + "\n";
    text.extend(rows.iter().map(line));
    others.iter().for_each(|other| text += &format!("\n{other}\n"));
    Ok(text)
}

/// The lines without the columns that a clock has a part in.
fn counts(text: &str) -> impl Iterator<Item = String> {
    let mut clocks: Vec<bool> = Vec::new();
    text.lines().map(move |line| {
        if !line.starts_with('|') {
            clocks.clear();
            return line.to_owned();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if clocks.is_empty() {
            let is_clock = |head: &&str| {
                head.ends_with(" ms") || head.ends_with("/s") || head.starts_with("speed ratio")
            };
            clocks = cells.iter().map(is_clock).collect();
        }
        let kept = cells.iter().zip(&clocks).filter(|(_, clock)| !**clock);
        kept.map(|(cell, _)| *cell).collect::<Vec<_>>().join(" | ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BESIDE: &[Beside] =
        &[Beside { column: "nodes", head: "theirs", ratio: "nodes ratio", figures: &[("a", 5.0)] }];

    #[test]
    fn figures_stand_beside_the_rows_they_are_of() {
        let made = table("rules | nodes | mean ms\na | 2 | 0.1\nb | 3 | 0.2\nskipped\n", BESIDE);
        assert_eq!(
            made.unwrap(),
            "| rules | nodes | mean ms | theirs | nodes ratio |\n|---|---:|---:|---:|---:|\n\
             | a | 2 | 0.1 | 5 | 2.5 |\n| b | 3 | 0.2 |  |  |\n\nskipped\n"
        );
        for wrong in ["", "none\n", "rules | other\na | 2\n", "rules | nodes\na | 2 | 3\n"] {
            assert!(table(wrong, BESIDE).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_counts_are_compared() {
        let of = |row: &str| {
            let text = format!("x\n| rules | mean ms | nodes | M/s | speed ratio |\n{row}\n");
            counts(&text).collect::<Vec<_>>()
        };
        assert_eq!(of("| a | 1 | 2 | 3 | 4 |"), of("| a | 5 | 2 | 6 | 7 |"));
        assert_ne!(of("| a | 1 | 2 | 3 | 4 |"), of("| a | 1 | 3 | 3 | 4 |"));
    }
}
