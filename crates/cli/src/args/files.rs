//! The commands that read files of deals and games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::RulesFlag;
use crate::io::Input;
use crate::settings::BoardSettings;

/// How errors in inputs are written.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ErrorsFlag {
    /// How errors are written [default: human on a terminal, else short]
    #[arg(long, value_name = "FORM")]
    pub(crate) errors: Option<ErrorsForm>,
}

/// `--errors`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorsForm {
    /// With the lines they are about, and marks under what is wrong.
    Human,
    /// One line with place, name and text.
    #[value(help = "FILE:LINE:COLUMN: error[name]: text")]
    Short,
    /// One JSON object a line.
    Json,
}

/// `pyramid convert`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid convert decks.txt --to code
  pyramid convert solutions.txt --from mchung94 --to pyr -o solved.pyr
  pyramid convert ann.pyr --to json | jq .moves")]
pub(crate) struct ConvertArgs {
    /// What to convert; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<Input>,
    /// What the files hold
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub(crate) from: FromFormat,
    /// What to write
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: ToFormat,
    /// Leave out what the other format cannot hold
    #[arg(long)]
    pub(crate) lossy: bool,
    /// The game.
    #[command(flatten)]
    pub(crate) rules: RulesFlag,
    /// Write to a file, which is replaced when all is written
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// How errors are written.
    #[command(flatten)]
    pub(crate) errors: ErrorsFlag,
    /// How boards are drawn.
    #[command(flatten)]
    pub(crate) style: BoardSettings,
}

/// `convert --from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FromFormat {
    /// Whatever it is.
    Auto,
    /// Recorded games.
    Pyr,
    /// Recorded games as JSON, one a line.
    Json,
    /// Deals in any spelling.
    Cards,
    /// Decks and solutions of mchung94's programs.
    Mchung94,
    /// Card lists of fc-solve and pysol_cards.
    FcSolve,
    /// A deal as Solvitaire's JSON.
    Solvitaire,
}

/// `convert --to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToFormat {
    /// Recorded games.
    #[value(alias = "record")]
    Pyr,
    /// Recorded games as JSON, one a line.
    Json,
    /// The cards in dealing order, one deal a line.
    Cards,
    /// Rows, stock and reserve, one deal a line.
    Deal,
    /// Deal codes.
    Code,
    /// Boards.
    Board,
    /// Decks and solutions of mchung94's programs.
    Mchung94,
    /// Card lists of fc-solve and pysol_cards, one a line.
    FcSolve,
    /// One deal as Solvitaire's JSON.
    Solvitaire,
}

/// `pyramid fmt`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid fmt ann.pyr            rewrite a file
  pyramid fmt --check *.pyr      name the files that would change
  pyramid fmt - < typed.txt      from standard input to standard output")]
pub(crate) struct FmtArgs {
    /// Recorded games; - is standard input, and its text goes to standard output
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<Input>,
    /// Write nothing, but name the files that would change
    #[arg(long)]
    pub(crate) check: bool,
    /// Number the moves anew, whatever numbers they have
    #[arg(long)]
    pub(crate) renumber: bool,
    /// How errors are written.
    #[command(flatten)]
    pub(crate) errors: ErrorsFlag,
}

/// `pyramid verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid verify ann.pyr
  cat games/*.pyr | pyramid verify - --json
  pyramid verify entry.pyr --deal seed:7 --require won,no-undo")]
pub(crate) struct VerifyArgs {
    /// Recorded games; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<Input>,
    /// Refuse all but the canonical form
    #[arg(long)]
    pub(crate) strict: bool,
    /// The game must be of these rules
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// The game must be of this deal
    #[arg(long, value_name = "DEAL")]
    pub(crate) deal: Option<String>,
    /// The game must end in this position
    #[arg(long = "final", value_name = "POSITION")]
    pub(crate) final_position: Option<String>,
    /// What else must be so, separated by commas
    #[arg(long, value_name = "CONDITION", value_delimiter = ',')]
    pub(crate) require: Vec<Requirement>,
    /// Threads that judge at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroU16>,
    /// Say nothing, only give the exit code
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Print one JSON object a line for each game, errors included
    #[arg(long, conflicts_with = "errors")]
    pub(crate) json: bool,
    /// How errors are written.
    #[command(flatten)]
    pub(crate) errors: ErrorsFlag,
}

/// `verify --require`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Requirement {
    /// The game is won.
    Won,
    /// The record has its `end:` line.
    Finished,
    /// Nothing was taken back.
    NoUndo,
    /// No hint was seen.
    NoHint,
}
