//! `pyramid stats`: what the archived games came to.

use std::collections::BTreeMap;
use std::io::Write;

use pyramid_engine::RuleSet;
use serde::Serialize;

use crate::args::StatsArgs;
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::home::HOME_VARIABLE;
use crate::io::{Input, Io};
use crate::play::outcome::{Outcome, Result as Ended, outcomes};
use crate::table::read_rules;

/// The games of one set of rules.
#[derive(Debug, Default, Serialize)]
struct Stats {
    rules: String,
    /// Games in which a move was played.
    played: u64,
    won: u64,
    lost: u64,
    resigned: u64,
    /// Left before they were over.
    left: u64,
    /// Won by how many of those that are over, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    won_share: Option<f64>,
    /// Wins without a hint and without a move taken back.
    won_clean: u64,
    won_with_hints: u64,
    won_with_undos: u64,
    /// Wins in a row, to the last game that is over.
    streak: u64,
    best_streak: u64,
    /// Moves of the shortest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest_moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    average_score: Option<f64>,
    /// How many games the average is of: those that are over and have a score.
    scored: u64,
    #[serde(skip)]
    scores: i64,
}

impl Stats {
    fn add(&mut self, game: &Outcome) {
        self.played += 1;
        match game.result {
            Ended::Left => {
                self.left += 1;
                return;
            }
            Ended::Won => {
                self.won += 1;
                self.streak += 1;
                self.best_streak = self.best_streak.max(self.streak);
                self.won_clean += u64::from(game.hints == 0 && game.undos == 0);
                self.won_with_hints += u64::from(game.hints > 0);
                self.won_with_undos += u64::from(game.undos > 0);
                let fewest = self.fewest_moves.map_or(game.moves, |fewest| fewest.min(game.moves));
                self.fewest_moves = Some(fewest);
            }
            Ended::Lost => {
                self.lost += 1;
                self.streak = 0;
            }
            Ended::Resigned => {
                self.resigned += 1;
                self.streak = 0;
            }
        }
        if let Some(score) = game.score {
            self.scored += 1;
            self.scores += i64::from(score);
        }
    }

    /// How many are over.
    fn over(&self) -> u64 {
        self.won + self.lost + self.resigned
    }

    fn finish(&mut self) {
        let share = |count: i64, of: u64| (of > 0).then(|| count as f64 / of as f64);
        self.won_share = share(self.won as i64, self.over());
        self.average_score = share(self.scores, self.scored);
    }

    fn lines(&self) -> Vec<String> {
        let Stats { played, won, lost, resigned, left, .. } = self;
        let mut lines = vec![
            format!("{}: {}", self.rules, counted(*played, "game")),
            format!("  won {won}, lost {lost}, resigned {resigned}, left {left}"),
        ];
        if let Some(share) = self.won_share {
            let share = share * 100.0;
            lines.push(format!("  won {won} of the {} that are over: {share:.1} %", self.over()));
        }
        if *won > 0 {
            lines.push(format!(
                "  wins without hints and undos {}, with hints {}, with undos {}",
                self.won_clean, self.won_with_hints, self.won_with_undos
            ));
        }
        if self.over() > 0 {
            lines.push(format!("  wins in a row {}, at most {}", self.streak, self.best_streak));
        }
        if let Some(fewest) = self.fewest_moves {
            lines.push(format!("  fewest moves of a win {fewest}"));
        }
        if let Some(average) = self.average_score {
            lines
                .push(format!("  average score {average:.1}, of {}", counted(self.scored, "game")));
        }
        lines
    }
}

fn counted(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// What the archive came to.
#[derive(Default)]
struct Archive {
    /// By the rules line.
    all: BTreeMap<String, Stats>,
    /// The files that are not counted, each with why.
    skipped: Vec<String>,
}

impl Archive {
    /// Plays through every archived game, of these rules or of all.
    fn read(io: &mut Io, wanted: Option<&RuleSet>) -> Result<Archive, Failure> {
        let files = io.archive().map_err(|error| Failure::Io {
            doing: "cannot read the archived games".to_owned(),
            error,
        })?;
        let mut archive = Archive::default();
        for path in files {
            let mut wrong = None;
            let mut take = |read: Result<Outcome, String>| match read {
                Ok(game) if wanted.is_none_or(|wanted| wanted.rules() == game.rules.rules()) => {
                    archive.all.entry(game.rules.to_string()).or_default().add(&game);
                }
                Ok(_) => {}
                // One is enough to find the file by.
                Err(text) => {
                    wrong.get_or_insert(text);
                }
            };
            match io.open(&Input::File(path.clone())) {
                Ok(file) => outcomes(file, take),
                Err(failure) => take(Err(failure.to_string().trim_end().to_owned())),
            }
            let skipped = wrong.map(|text| format!("skipped: {}: {text}", path.display()));
            archive.skipped.extend(skipped);
        }
        for (rules, stats) in &mut archive.all {
            stats.rules.clone_from(rules);
            stats.finish();
        }
        Ok(archive)
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        self.all.values().flat_map(Stats::lines)
    }

    fn not_counted(&self) -> Option<String> {
        let files = self.skipped.len() as u64;
        (files > 0).then(|| format!("{} not counted", counted(files, "file")))
    }
}

pub(crate) fn run(io: &mut Io, args: StatsArgs) -> Result<Exit, Failure> {
    let Some(games) = io.home().map(|home| home.games.clone()) else {
        let help = format!("{HOME_VARIABLE} names a folder for all files");
        return Err(Failure::usage("there is no home folder").help(help));
    };
    let wanted = args.rules.as_deref().map(|rules| read_rules(rules, "--rules")).transpose()?;
    let archive = Archive::read(io, wanted.as_ref())?;
    archive.skipped.iter().for_each(|text| io.tell(text));
    if args.json {
        for stats in archive.all.values() {
            writeln!(io.out(), "{}", to_json(stats))?;
        }
        return Ok(Exit::Success);
    }
    if archive.all.is_empty() {
        let of = wanted.map_or(String::new(), |rules| format!(" of {rules}"));
        writeln!(io.out(), "No games{of} in {}.", games.display())?;
    }
    for line in archive.lines() {
        writeln!(io.out(), "{line}")?;
    }
    archive.not_counted().iter().for_each(|text| io.tell(text));
    Ok(Exit::Success)
}

/// What all archived games came to, in lines.
pub(crate) fn lines(io: &mut Io) -> Result<Vec<String>, Failure> {
    let archive = Archive::read(io, None)?;
    let mut lines: Vec<String> = archive.lines().collect();
    if lines.is_empty() {
        lines.push("No games have been archived yet.".to_owned());
    }
    lines.extend(archive.not_counted());
    Ok(lines)
}
