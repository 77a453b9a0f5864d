//! The arguments of commands that look at deals.

use clap::{Args, ValueEnum};

use super::RulesFlag;
use crate::form::Form;
use crate::settings::BoardSettings;

/// `pyramid deal`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid deal seed:7                         its board
  pyramid deal --count 5 --format code        five random deals as codes
  pyramid deal --seed 1 --count 1000 --format cards --rules giza
  pyramid deal ms:3 --format record > ann.pyr a record to play on
  pyramid deal --difficulty hard              one that can be won, but hardly is")]
pub(crate) struct DealArgs {
    /// The deal, in any spelling; - reads deals from standard input [default: random]
    #[arg(value_name = "DEAL", conflicts_with_all = ["seed", "count"])]
    pub(crate) deal: Vec<String>,
    /// The game and its board.
    #[command(flatten)]
    pub(crate) rules: RulesFlag,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "board")]
    pub(crate) format: Form,
    /// Print one JSON object a line: --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// How many deals, of consecutive seeds unless they are picked
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// The first seed [default: random]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Pick deals that can be won
    #[arg(long, conflicts_with = "deal")]
    pub(crate) winnable: bool,
    /// Pick deals that can be won and are easy, medium or hard
    #[arg(long, value_name = "LEVEL", conflicts_with = "deal")]
    pub(crate) difficulty: Option<Level>,
    /// How boards are drawn.
    #[command(flatten)]
    pub(crate) style: BoardSettings,
}

/// `deal --difficulty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// At least half of 100 careless games are won.
    Easy,
    /// At least one in ten is.
    Medium,
    /// Fewer are.
    Hard,
}

/// `pyramid share`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid share seed:7
  pyramid share daily --rules giza
  pyramid share ann.pyr          the deals of recorded games")]
pub(crate) struct ShareArgs {
    /// A deal in any spelling, or a file; - reads standard input [default: a random deal]
    #[arg(value_name = "DEAL|FILE")]
    pub(crate) deal: Vec<String>,
    /// The game.
    #[command(flatten)]
    pub(crate) rules: RulesFlag,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `pyramid inspect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid inspect seed:7
  pyramid inspect 'Kc/4c9c | 2c2d | - | - | - | 2' --rules 'pyramid rows=2'
  pyramid deal --count 9 --format deal | pyramid inspect - --json")]
pub(crate) struct InspectArgs {
    /// A deal or a position; - reads them from standard input
    #[arg(value_name = "DEAL", required = true)]
    pub(crate) deal: Vec<String>,
    /// The game.
    #[command(flatten)]
    pub(crate) rules: RulesFlag,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// How boards are drawn.
    #[command(flatten)]
    pub(crate) style: BoardSettings,
}

/// `pyramid perft`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid perft seed:1 --depth 10
  pyramid perft seed:1 --depth 10 --divide    by first move")]
pub(crate) struct PerftArgs {
    /// A deal or a position; - reads them from standard input
    #[arg(value_name = "DEAL", required = true)]
    pub(crate) deal: Vec<String>,
    /// The game.
    #[command(flatten)]
    pub(crate) rules: RulesFlag,
    /// How many moves each sequence has, 0 to 255
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=255))]
    pub(crate) depth: u32,
    /// Print the number for each first move too
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}
