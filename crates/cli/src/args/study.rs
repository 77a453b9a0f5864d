//! The commands that search.

use std::num::{NonZeroU16, NonZeroU64};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use pyramid_engine::Rank;

use super::RulesFlag;
use super::files::ErrorsFlag;
use crate::io::Input;
use crate::winrate::Seeds;

/// What a search may cost.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SearchFlags {
    /// Positions a search enters before it gives up [default: 20000000]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZeroU64>,
    /// Memory of a search in MiB [default: 64]
    #[arg(long, value_name = "M")]
    pub(crate) memory: Option<NonZeroU16>,
    /// Threads that search at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU16>,
}

/// `pyramid solve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid solve seed:7
  pyramid solve seed:7 seed:8 --shortest --rules giza
  pyramid solve ms:3 --rules microsoft --maximize score
  pyramid deal --count 1000 --format cards | pyramid solve - --json")]
pub(crate) struct SolveArgs {
    /// Deals or positions; - reads them from standard input
    #[arg(value_name = "DEAL", required = true)]
    pub(crate) deal: Vec<String>,
    /// The game.
    #[command(flatten)]
    pub(crate) rules: RulesFlag,
    /// Look for a win of the fewest moves
    #[arg(long)]
    pub(crate) shortest: bool,
    /// Look for the best result: the score, or the fewest cards left
    #[arg(long, value_name = "WHAT", conflicts_with = "shortest")]
    pub(crate) maximize: Option<Maximize>,
    /// Remove cards in the fewest moves: 7x4 is four sevens; more after a comma
    #[arg(long, value_name = "RANKxN", value_delimiter = ',', conflicts_with_all = ["shortest", "maximize"])]
    pub(crate) cards: Vec<Wanted>,
    /// What a search may cost.
    #[command(flatten)]
    pub(crate) search: SearchFlags,
    /// Seconds a search may take; results then depend on the machine
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `solve --maximize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Maximize {
    /// The score in the system of the rules.
    Score,
    /// Fewest cards left in the tableau.
    Left,
}

/// `solve --cards`: how many cards of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) rank: Rank,
    pub(crate) count: u32,
}

impl FromStr for Wanted {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Wanted, &'static str> {
        const FORM: &str = "cards are written as a rank, an x and a number, such as 7x4";
        let (rank, count) = text.split_once(['x', 'X']).ok_or(FORM)?;
        let rank = match rank {
            "10" => Some(Rank::Ten),
            _ => Rank::ALL.into_iter().find(|known| {
                rank.chars().eq([known.letter()])
                    || rank.to_uppercase().chars().eq([known.letter()])
            }),
        };
        let digits = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
        let count = digits.then(|| count.parse().ok()).flatten();
        match (rank, count) {
            (Some(rank), Some(count @ 1..=8)) => Ok(Wanted { rank, count }),
            (Some(_), Some(_)) => Err("there are 1 to 4 cards of a rank, or 8 in two packs"),
            _ => Err(FORM),
        }
    }
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<f64, &'static str> {
    match text.parse::<f64>() {
        // A year is as long as no limit.
        Ok(seconds) if seconds > 0.0 && seconds <= 31_536_000.0 => Ok(seconds),
        _ => Err("a time is a number of seconds above 0, such as 2.5"),
    }
}

/// `pyramid analyze`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid analyze ann.pyr
  cat games/*.pyr | pyramid analyze - --json")]
pub(crate) struct AnalyzeArgs {
    /// Recorded games; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<Input>,
    /// What a search may cost.
    #[command(flatten)]
    pub(crate) search: SearchFlags,
    /// Print one JSON object a line for each game
    #[arg(long)]
    pub(crate) json: bool,
    /// How errors are written.
    #[command(flatten)]
    pub(crate) errors: ErrorsFlag,
}

/// `pyramid winrate`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  pyramid winrate --deals seed:0..10000
  pyramid winrate --rules one-pass --deals seed:0..1000000 --resume one.json
  pyramid winrate --rules giza --deals seed:0..9999 --shard 3/8 --json > 3.json
  pyramid winrate merge *.json"
)]
pub(crate) struct WinrateArgs {
    /// What to do with results.
    #[command(subcommand)]
    pub(crate) command: Option<WinrateCommand>,
    /// The game: a name, and key=value where it differs [default: pyramid]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// The deals: from seed A up to, but not including, seed B
    #[arg(long, value_name = "seed:A..B", required = true)]
    pub(crate) deals: Option<Seeds>,
    /// Threads that search at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU16>,
    /// Count only part I of N parts of the deals
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Keep what was counted in FILE, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Positions a search enters before the deal counts as unknown [default: 20000000]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZeroU64>,
    /// Look for the shortest win of each deal; takes longer
    #[arg(long)]
    pub(crate) shortest: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// `pyramid winrate merge`.
#[derive(Debug, Subcommand)]
pub(crate) enum WinrateCommand {
    /// Put results of parts together
    Merge {
        /// What `winrate --json` printed; - is standard input
        #[arg(value_name = "FILE", required = true)]
        files: Vec<Input>,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
}

/// `--shard`: a part of the deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Which, from 1.
    pub(crate) index: u32,
    /// Of how many.
    pub(crate) of: u32,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let (index, of) = text.split_once('/').ok_or("a part is written I/N, such as 1/8")?;
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten().ok_or("a part is two numbers, such as 1/8")
        };
        let shard = Shard { index: number(index)?, of: number(of)? };
        if (1..=shard.of).contains(&shard.index) {
            Ok(shard)
        } else {
            Err("parts are numbered from 1/N to N/N")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_cards_are_read() {
        let read = |text: &str| text.parse().map(|Wanted { rank, count }| (rank, count));
        assert_eq!(read("7x4"), Ok((Rank::Seven, 4)));
        assert_eq!(read("kX1"), Ok((Rank::King, 1)));
        assert_eq!(read("10x2"), Ok((Rank::Ten, 2)));
        for text in ["7", "7x", "x4", "7x0", "7x9", "7x-1", "77x1", "1x2", "7x4x4", "7x99999999999"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        assert_eq!(seconds("2.5"), Ok(2.5));
        for text in ["0", "-1", "nan", "inf", "1e300", "", "2s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parts_are_read() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 3, of: 8 }));
        for text in ["0/8", "9/8", "0/0", "3", "3/", "/8", "-1/8", "3/8/9", "+3/8", "1/99999999999"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
