//! The commands that search.

use std::num::{NonZeroU16, NonZeroU64};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};

use crate::io::Input;
use crate::winrate::Seeds;

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
    fn parts_are_read() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 3, of: 8 }));
        for text in ["0/8", "9/8", "0/0", "3", "3/", "/8", "-1/8", "3/8/9", "+3/8", "1/99999999999"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
