//! What can be typed behind `pyramid`: the table from which parser and help text come.
//!
//! Here arguments are only text. Rules, deals and positions are read once, in
//! [`table`](crate::table).

mod bot;
mod deals;
mod files;
mod history;
mod study;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure::Failure;
use crate::settings::{self, PlaySettings};

pub(crate) use bot::BotArgs;
pub(crate) use deals::{DealArgs, InspectArgs, Level, PerftArgs, ShareArgs};
pub(crate) use files::{
    ConvertArgs, ErrorsForm, FmtArgs, FromFormat, Requirement, ToFormat, VerifyArgs,
};
pub(crate) use history::{ReplayArgs, StatsArgs};
pub(crate) use study::{
    AnalyzeArgs, Maximize, SearchFlags, SolveArgs, WinrateArgs, WinrateCommand,
};

/// Pyramid Solitaire to play, record, check and convert
#[derive(Debug, Parser)]
#[command(
    name = "pyramid",
    version,
    help_expected = true,
    max_term_width = 80,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_help_heading = "Commands (without one: play)",
    override_usage = "pyramid [play] [OPTIONS] [new [DEAL] | FILE]\n       pyramid COMMAND …",
    after_help = "\
Examples:
  pyramid                        go on, or play a new deal
  pyramid new seed:7             play the deal of this number
  pyramid --rules giza           play another game
  pyramid deal --count 3         print three random deals
  pyramid rules                  list the games
  pyramid verify *.pyr           check recorded games

`pyramid COMMAND -h` tells more of a command, such as play; `--help` everything."
)]
pub(crate) struct Cli {
    /// What to do; nothing is `play`.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The arguments of `play`.
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// `--color`, which every command has.
    #[arg(skip)]
    pub(crate) color: Option<String>,
}

impl Cli {
    /// Reads the arguments, the program's name first.
    pub(crate) fn read(args: Vec<OsString>) -> Result<Cli, Failure> {
        let matches = Cli::complete_command().try_get_matches_from(args)?;
        Ok(Cli { color: settings::color(&matches), ..Cli::from_arg_matches(&matches)? })
    }

    /// The parser, with help that says how deals are written where one can be given, and short
    /// help that leaves the options of `play` to `pyramid play -h`.
    pub(crate) fn complete_command() -> clap::Command {
        let with_deals = |command: clap::Command| {
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            command.after_long_help(format!("{examples}\n\n{DEAL_HELP}"))
        };
        let command =
            with_deals(settings::global(Cli::command())).mut_args(|arg| arg.hide_short_help(true));
        let names: Vec<String> =
            command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
        ["play", "tui", "deal", "inspect", "perft", "convert", "solve", "share", "bot"]
            .into_iter()
            .fold(command, |command, name| command.mut_subcommand(name, with_deals))
            .mut_subcommand("man", |man| {
                man.mut_arg("command", |arg| arg.value_parser(PossibleValuesParser::new(names)))
            })
    }
}

/// How deals and rules are written, for `--help`.
const DEAL_HELP: &str = "\
A DEAL is one of:
  seed:7                     a number of our own shuffle, 0 to 2^64 - 1
  ms:617                     a deal of the Microsoft games
  pysol:32000                a game number of PySolFC
  daily, daily:2026-11-30    the deal of a day, the same for everybody
  pyr1qqrq…                  a deal code
  8c/Ac2h/… | Ad3sAh…        rows | stock, and | reserve if there is one
  8c Ac 2h 8h …              all cards in dealing order, in any layout
  -                          one or more of these from standard input
Ten is T or 10; suits are c d h s or the symbols.

RULES are a name, and what differs from it: 'giza', 'pyramid passes=1 cells=1'.
`pyramid rules` lists the names, `pyramid rules NAME` the keys and values.";

/// What `pyramid engine -h` shows behind its options.
const ENGINE_HELP: &str = "\
Requests are JSON objects on standard input, one a line; replies come on standard output.

Examples:
  {\"id\":1,\"cmd\":\"hello\",\"protocol\":1}
  {\"id\":2,\"cmd\":\"new\",\"deal\":\"seed:7\",\"view\":\"player\"}
  {\"id\":3,\"cmd\":\"play\",\"moves\":[\"Ad+Qh\",\">\"]}
  {\"id\":4,\"cmd\":\"quit\"}
docs/protocol.md is the whole of it.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the terminal, line by line
    Play(PlayArgs),
    /// Play on the full screen, with keys and mouse
    Tui(TuiArgs),
    /// Print deals
    Deal(DealArgs),
    /// Show what is free, what can be played and how the game stands
    Inspect(InspectArgs),
    /// Count move sequences
    Perft(PerftArgs),
    /// Turn deals and games into other formats, also those of other programs
    Convert(ConvertArgs),
    /// Rewrite recorded games in canonical form
    Fmt(FmtArgs),
    /// Check recorded games
    Verify(VerifyArgs),
    /// Find out whether deals can be won, and how
    Solve(SolveArgs),
    /// Find the moves that lost recorded games
    Analyze(AnalyzeArgs),
    /// Count how many deals can be won
    Winrate(WinrateArgs),
    /// Step through a recorded game
    Replay(ReplayArgs),
    /// Print what the archived games came to
    Stats(StatsArgs),
    /// Print a deal so that it can be passed on
    Share(ShareArgs),
    /// List the games, or explain one
    Rules(RulesArgs),
    /// Print what a shell needs to complete commands and options
    Completions(CompletionsArgs),
    /// Print the manual
    Man(ManArgs),
    /// Print where settings and games are kept
    Paths(PathsArgs),
    /// Speak the protocol for bots and other front ends
    #[command(after_help = ENGINE_HELP)]
    Engine,
    /// Let a program play many deals
    Bot(BotArgs),
}

/// Which game is played, where a deal is given.
#[derive(Debug, Args)]
pub(crate) struct RulesFlag {
    /// The game: a name, and key=value where it differs [default: pyramid, or what a deal code says]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
}

/// `pyramid play`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid play                   go on, or play a new deal
  pyramid play new daily         today's deal
  pyramid play ann.pyr           goes on with a saved game
  pyramid play --match may.pyr   a match of six games by par
  pyramid play new seed:7 --script moves.txt")]
pub(crate) struct PlayArgs {
    /// `new` and a deal, or a saved game; nothing: the game that was being played, else a new one
    #[arg(value_name = "new DEAL | FILE")]
    words: Vec<OsString>,
    /// The game of a new deal: a name, and key=value where it differs
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// Play six games scored by par, or go on with them; FILE holds the match
    #[arg(long = "match", value_name = "FILE")]
    pub(crate) match_file: Option<String>,
    /// Keep the game as on a terminal, and go on with it, where there is none
    #[arg(long, conflicts_with = "match_file")]
    pub(crate) resume: bool,
    /// Run the commands of a file and stop at the first that is refused
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
    /// What can be set in config.toml too.
    #[command(flatten)]
    pub(crate) settings: PlaySettings,
}

/// `pyramid tui`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid tui                    goes on with the game, or deals one
  pyramid tui new daily          today's deal
  pyramid tui ann.pyr            goes on with a saved game, or looks through it

? shows the keys.")]
pub(crate) struct TuiArgs {
    /// `new` and a deal, or a saved game; nothing: the game that was being played
    #[arg(value_name = "new DEAL | FILE")]
    words: Vec<OsString>,
    /// The game of a new deal: a name, and key=value where it differs [default: pyramid]
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// What can be set in config.toml too.
    #[command(flatten)]
    settings: PlaySettings,
}

impl TuiArgs {
    /// The line game that begins in the same way.
    pub(crate) fn into_play(self) -> PlayArgs {
        PlayArgs {
            words: self.words,
            rules: self.rules,
            match_file: None,
            resume: false,
            script: None,
            settings: self.settings,
        }
    }
}

/// What `play` starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Nothing was said.
    Nothing,
    /// A new game, of this deal or a random one.
    New(Option<String>),
    /// A saved game.
    File(PathBuf),
}

impl PlayArgs {
    /// What to start with.
    pub(crate) fn start(&self) -> Result<Start, Failure> {
        match self.words.as_slice() {
            [] => Ok(Start::Nothing),
            [new, deal @ ..] if new == "new" => match deal {
                [] => Ok(Start::New(None)),
                words => {
                    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
                    Ok(Start::New(Some(words.join(" "))))
                }
            },
            [file] => Ok(Start::File(file.into())),
            [word, ..] => Err(no_command(&word.to_string_lossy())),
        }
    }
}

/// The usage error of a word that is no command, with the command it looks like.
pub(crate) fn no_command(word: &str) -> Failure {
    let program = Cli::command();
    let names = || program.get_subcommands().map(clap::Command::get_name);
    let failure = Failure::usage(format!("`{word}` is neither a command nor a saved game"));
    let meant = names().find(|name| word.len() > 1 && name.starts_with(word));
    match meant.or_else(|| pyramid_engine::nearest(word, names())) {
        Some(name) => failure.help(format!("a similar command is `pyramid {name}`")),
        None => failure.help("`pyramid -h` lists the commands"),
    }
}

/// `pyramid paths`.
#[derive(Debug, Args)]
#[command(after_help = "\
PYRAMID_HOME puts all of them below one folder.

Examples:
  pyramid paths
  pyramid paths --json")]
pub(crate) struct PathsArgs {
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `pyramid rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid rules                  all games by name
  pyramid rules giza             one game in full
  pyramid rules 'pyramid passes=1 cells=1'")]
pub(crate) struct RulesArgs {
    /// A name, or a whole rules line [default: list all games]
    #[arg(value_name = "NAME")]
    pub(crate) name: Vec<String>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `pyramid completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid completions bash > ~/.local/share/bash-completion/completions/pyramid
  pyramid completions zsh > ~/.zfunc/_pyramid
  pyramid completions fish > ~/.config/fish/completions/pyramid.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// `pyramid man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pyramid man | man -l -         read it
  pyramid man verify             the page of a command
  pyramid man -o man1            write all pages into a folder")]
pub(crate) struct ManArgs {
    /// The page of a command [default: that of the program]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
    /// Write the pages into a folder, one file each
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}
