//! `pyramid bot`.

use std::ffi::OsString;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::RulesFlag;
use crate::play::seat::Sight;

/// `pyramid bot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid bot --deals seed:1..1001 -- python3 examples/bot.py
  pyramid bot --deals decks.txt --rules classic -o games.pyr -- ./mybot
  pyramid bot --deals seed:1..101 --view full --json -- ./mybot

The bot reads a line of JSON with the state, and answers with a line such as
  {\"id\":\"1.0\",\"play\":\"Ad+Qh\"} or {\"id\":\"1.0\",\"resign\":true}
where the id is that of the question. docs/protocol.md has the rest.")]
pub(crate) struct BotArgs {
    /// The deals: seed:A..B (A included, B not), a file of deals, one deal, or - for standard input
    #[arg(long, value_name = "DEALS")]
    pub(crate) deals: String,
    /// The game.
    #[command(flatten)]
    pub(crate) rules: RulesFlag,
    /// What the bot sees: what a player does, or every card
    #[arg(long, value_name = "VIEW", default_value = "player")]
    pub(crate) view: ViewFlag,
    /// How many bots play at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU16>,
    /// The most moves of a game, 1 to 100000
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) moves: u32,
    /// The most seconds the bot may take for an answer
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    pub(crate) time: Duration,
    /// Who the records say has played
    #[arg(long, value_name = "NAME", value_parser = player)]
    pub(crate) player: Option<String>,
    /// Write the games to a file, which is replaced when all are played
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object for each game, then one for all
    #[arg(long)]
    pub(crate) json: bool,
    /// The program of the bot and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// `--view`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ViewFlag {
    /// What a player at the table sees and has seen.
    Player,
    /// Every card.
    Full,
}

impl From<ViewFlag> for Sight {
    fn from(flag: ViewFlag) -> Sight {
        match flag {
            ViewFlag::Player => Sight::Player,
            ViewFlag::Full => Sight::Full,
        }
    }
}

/// Reads seconds, more than none.
fn seconds(text: &str) -> Result<Duration, String> {
    /// A week: more is meant as no limit.
    const MOST: f64 = 604_800.0;
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= MOST => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("seconds are a number above 0 and up to 604800, such as 0.5".to_owned()),
    }
}

/// Reads what can stand in a record.
fn player(text: &str) -> Result<String, String> {
    let plain = !text.contains(char::is_control) && !text.contains("  #");
    match text.trim() {
        "" => Err("a name has letters".to_owned()),
        name if plain && name.len() <= 200 => Ok(name.to_owned()),
        _ => Err("a name is one line of at most 200 bytes, without two blanks before #".to_owned()),
    }
}
