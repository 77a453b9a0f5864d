//! The arguments of commands that look at games which were played.

use clap::Args;

use crate::io::Input;
use crate::settings::BoardSettings;

/// `pyramid replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal Enter plays the next move of the record, undo goes back, and every
question of the game can be asked. Moves of your own may be tried; nothing is kept.

Examples:
  pyramid replay ann.pyr                 step through it
  pyramid replay ann.pyr --at 40         begin after move 40
  pyramid replay ann.pyr --verdicts      which move lost it
  pyramid replay club.pyr --game 3 --plain")]
pub(crate) struct ReplayArgs {
    /// A recorded game, or the name of an archived one; - reads standard input [default: the last
    /// archived game]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<Input>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive())]
    pub(crate) game: usize,
    /// Begin after N moves; without a terminal show the board there, and no more
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Print all moves, on a terminal too
    #[arg(long)]
    pub(crate) plain: bool,
    /// Say of each move whether it kept the win, lost it, or was the only one that kept it
    #[arg(long)]
    pub(crate) verdicts: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// How boards are drawn.
    #[command(flatten)]
    pub(crate) style: BoardSettings,
}

/// `pyramid stats`.
#[derive(Debug, Args)]
#[command(after_help = "\
A game counts from its first move, and has one result: that of its record. Games
that were left are no losses; `pyramid paths` says where all of them are.

Examples:
  pyramid stats
  pyramid stats --rules giza --json")]
pub(crate) struct StatsArgs {
    /// Only games of these rules
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a number from 1 on.
fn positive() -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser;
    clap::value_parser!(u32).range(1..).map(|number| number as usize)
}
