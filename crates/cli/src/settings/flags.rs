//! The settings as flags.

use std::collections::BTreeMap;

use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::{Flag, Key, Row, TABLE, Values};

/// The flags of `play`: all settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlaySettings(pub(crate) BTreeMap<Key, String>);

/// The flags of commands that draw boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardSettings(pub(crate) BTreeMap<Key, String>);

impl Row {
    /// The flag.
    fn arg(&self) -> Arg {
        let help = format!("{} [default: {}]", self.help, self.default);
        let arg = Arg::new(self.name).long(self.name).help(help).global(self.flag == Flag::All);
        let value =
            |(word, help): &(&'static str, &'static str)| PossibleValue::new(*word).help(*help);
        let parser: ValueParser = match self.values {
            Values::Switch => PossibleValuesParser::new(["on", "off"]).into(),
            Values::Words(words) => PossibleValuesParser::new(words.iter().map(value)).into(),
            Values::Columns => ValueParser::new(columns),
            Values::Rules => ValueParser::string(),
        };
        // What is seldom needed is left to the long help.
        let seldom = matches!(self.key, Key::Deck | Key::Width);
        let is_switch = matches!(self.values, Values::Switch);
        let arg = arg.value_parser(parser).value_name(self.value).hide_short_help(seldom);
        let arg = arg.hide_possible_values(is_switch);
        match self.flag {
            // `--speech new` is not a value.
            Flag::PlayAlone => arg.num_args(0..=1).require_equals(true).default_missing_value("on"),
            _ => arg,
        }
    }
}

fn columns(text: &str) -> Result<String, String> {
    match Row::named("width").map(|row| row.check(text)) {
        Some(Err(expected)) => Err(expected),
        _ => Ok(text.to_owned()),
    }
}

/// The flag for every command.
pub(crate) fn global(command: Command) -> Command {
    with(command, &[Flag::All])
}

/// What the flag for every command says.
pub(crate) fn color(matches: &ArgMatches) -> Option<String> {
    matches.get_one::<String>("color").cloned()
}

fn with(command: Command, flags: &[Flag]) -> Command {
    let rows = TABLE.iter().filter(|row| flags.contains(&row.flag));
    rows.fold(command, |command, row| command.arg(row.arg()))
}

fn given(matches: &ArgMatches, flags: &[Flag]) -> BTreeMap<Key, String> {
    let rows = TABLE.iter().filter(|row| flags.contains(&row.flag));
    rows.filter_map(|row| {
        let value = matches.try_get_one::<String>(row.name).ok()??;
        Some((row.key, value.clone()))
    })
    .collect()
}

const PLAY: &[Flag] = &[Flag::Play, Flag::PlayAlone, Flag::Board];
const BOARD: &[Flag] = &[Flag::Board];

macro_rules! settings {
    ($name:ident, $flags:expr) => {
        impl Args for $name {
            fn augment_args(command: Command) -> Command {
                with(command, $flags)
            }

            fn augment_args_for_update(command: Command) -> Command {
                with(command, $flags)
            }
        }

        impl FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<$name, clap::Error> {
                Ok($name(given(matches, $flags)))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                self.0.extend(given(matches, $flags));
                Ok(())
            }
        }
    };
}

settings!(PlaySettings, PLAY);
settings!(BoardSettings, BOARD);
