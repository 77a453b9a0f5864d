//! The settings as one table: flags, variables, keys of config.toml, their checks and their help
//! come from it.
//!
//! A flag counts before a variable, that before the file, and the file before the default.

mod config;
mod flags;

use std::collections::BTreeMap;

pub(crate) use flags::{BoardSettings, PlaySettings, color, global};

use crate::failure::Failure;
use crate::io::Io;

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Undo,
    AutoKings,
    Hints,
    Board,
    Symbols,
    Speech,
    Color,
    Deck,
    Width,
    Rules,
}

/// What values a setting has.
pub(crate) enum Values {
    /// `on` or `off`. In the file `true` and `false` too.
    Switch,
    /// One of these words, each with what it means.
    Words(&'static [(&'static str, &'static str)]),
    /// A number of columns.
    Columns,
    /// A rules line.
    Rules,
}

/// Which commands have a setting as a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    /// `play`, where it must have a value.
    Play,
    /// `play`, where it is `on` if nothing else is said.
    PlayAlone,
    /// All that draw boards.
    Board,
    /// Every command.
    All,
    /// It has another flag, which says more.
    Other,
}

/// A row of the table.
pub(crate) struct Row {
    pub(crate) key: Key,
    /// Its name: `auto-kings` in config.toml, `--auto-kings`, `PYRAMID_AUTO_KINGS`.
    pub(crate) name: &'static str,
    /// What stands for its value in help.
    pub(crate) value: &'static str,
    pub(crate) values: Values,
    /// The value it has when nothing is said, for people.
    pub(crate) default: &'static str,
    /// What it does, one clause.
    pub(crate) help: &'static str,
    pub(crate) flag: Flag,
}

/// The table.
pub(crate) static TABLE: [Row; 10] = [
    Row {
        key: Key::Undo,
        name: "undo",
        value: "on|off",
        values: Values::Switch,
        default: "on",
        help: "Whether moves can be taken back",
        flag: Flag::Play,
    },
    Row {
        key: Key::AutoKings,
        name: "auto-kings",
        value: "on|off",
        values: Values::Switch,
        default: "off",
        help: "Remove free cards that leave alone by themselves",
        flag: Flag::PlayAlone,
    },
    Row {
        key: Key::Hints,
        name: "hints",
        value: "HINTS",
        values: Values::Words(&[
            ("fair", "By the cards seen so far; proofs on request"),
            ("proof", "Proofs, which look at all cards"),
            ("off", "None, and no review of a lost game"),
        ]),
        default: "fair",
        help: "Which hints there are",
        flag: Flag::Play,
    },
    Row {
        key: Key::Board,
        name: "board",
        value: "WHEN",
        values: Values::Words(&[
            ("change", "After each change"),
            ("always", "After each command"),
            ("never", "When look asks for it"),
        ]),
        default: "change on a terminal, else never",
        help: "When to show the board",
        flag: Flag::Play,
    },
    Row {
        key: Key::Symbols,
        name: "symbols",
        value: "SYMBOLS",
        values: Values::Words(&[
            ("ascii", "Letters"),
            ("unicode", "Suit symbols"),
            ("auto", "As the locale has it"),
        ]),
        default: "auto",
        help: "How suits are written: 8c or 8♣",
        flag: Flag::Board,
    },
    Row {
        key: Key::Speech,
        name: "speech",
        value: "on|off",
        values: Values::Switch,
        default: "on if ACCESSIBLE is set, else off",
        help: "Words to be heard: no symbols, no board unasked",
        flag: Flag::PlayAlone,
    },
    Row {
        key: Key::Color,
        name: "color",
        value: "WHEN",
        values: Values::Words(&[
            ("auto", "On a terminal that has it, unless NO_COLOR is set"),
            ("always", "Everywhere"),
            ("never", "Nowhere"),
        ]),
        default: "auto",
        help: "When to use colour",
        flag: Flag::All,
    },
    Row {
        key: Key::Deck,
        name: "deck",
        value: "COLOURS",
        values: Values::Words(&[
            ("two", "Diamonds and hearts are red"),
            ("four", "Each suit has its own"),
        ]),
        default: "two",
        help: "Colours of the suits",
        flag: Flag::Board,
    },
    Row {
        key: Key::Width,
        name: "width",
        value: "COLUMNS",
        values: Values::Columns,
        default: "that of the terminal, or 80",
        help: "Columns there are",
        flag: Flag::Board,
    },
    Row {
        key: Key::Rules,
        name: "rules",
        value: "RULES",
        values: Values::Rules,
        default: "pyramid",
        help: "The game of new deals in play",
        flag: Flag::Other,
    },
];

impl Row {
    /// The row with this name.
    fn named(name: &str) -> Option<&'static Row> {
        TABLE.iter().find(|row| row.name == name)
    }

    /// The environment variable.
    pub(crate) fn variable(&self) -> String {
        format!("PYRAMID_{}", self.name.to_ascii_uppercase().replace('-', "_"))
    }

    /// Checks a value; says what it must be.
    fn check(&self, value: &str) -> Result<(), String> {
        let good = match self.values {
            Values::Switch => ["on", "off"].contains(&value),
            Values::Words(words) => words.iter().any(|(word, _)| *word == value),
            Values::Columns => value.parse::<u16>().is_ok_and(|columns| columns > 0),
            Values::Rules => {
                let rules = value.parse::<pyramid_engine::RuleSet>();
                return rules.map(|_| ()).map_err(|error| error.to_string());
            }
        };
        if good { Ok(()) } else { Err(format!("{} is {}", self.name, self.expected())) }
    }

    /// The values, for people: `on or off`.
    fn expected(&self) -> String {
        let words = match self.values {
            Values::Switch => vec!["on", "off"],
            Values::Words(words) => words.iter().map(|(word, _)| *word).collect(),
            Values::Columns => return "a number of columns".to_owned(),
            Values::Rules => return "a rules line".to_owned(),
        };
        match words.as_slice() {
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
            [] => String::new(),
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A flag.
    Flag,
    /// A variable.
    Variable,
    /// config.toml.
    File,
}

/// The values that were set anywhere.
#[derive(Debug, Default)]
pub(crate) struct Settings(BTreeMap<Key, (String, Origin)>);

impl Settings {
    /// Reads them all.
    pub(crate) fn read(io: &mut Io, flags: &BTreeMap<Key, String>) -> Result<Settings, Failure> {
        let file = config::read(io)?;
        let mut settings = Settings::default();
        for row in &TABLE {
            let flag = flags.get(&row.key).cloned().map(|value| (value, Origin::Flag));
            let set = match flag {
                Some(flag) => Some(flag),
                None => row.variable_value(io)?.map(|value| (value, Origin::Variable)),
            };
            let file = || Some((file.get(&row.key)?.clone(), Origin::File));
            settings.0.extend(set.or_else(file).map(|value| (row.key, value)));
        }
        Ok(settings)
    }

    /// Whether colour is used, for commands that need no other setting: what is wrong elsewhere is
    /// not their concern.
    pub(crate) fn color(io: &mut Io, flag: Option<String>) -> Result<Option<String>, Failure> {
        let row = TABLE.iter().find(|row| row.key == Key::Color);
        let variable = row.map_or(Ok(None), |row| row.variable_value(io))?;
        let file = |io| config::read(io).ok()?.remove(&Key::Color);
        Ok(flag.or(variable).or_else(|| file(io)))
    }

    /// A value, if it was set.
    pub(crate) fn get(&self, key: Key) -> Option<&str> {
        self.0.get(&key).map(|(value, _)| value.as_str())
    }

    /// Whether a switch is on; `None` if nothing was said.
    pub(crate) fn switch(&self, key: Key) -> Option<bool> {
        self.get(key).map(|value| value == "on")
    }

    /// Where a value comes from.
    pub(crate) fn origin(&self, key: Key) -> Option<Origin> {
        self.0.get(&key).map(|(_, origin)| *origin)
    }
}

impl Row {
    fn variable_value(&self, io: &Io) -> Result<Option<String>, Failure> {
        let variable = self.variable();
        let Some(value) = io.env(&variable) else { return Ok(None) };
        let wrong = |expected| Failure::usage(format!("{variable} is `{value}`, but {expected}"));
        self.check(&value).map_err(wrong)?;
        Ok(Some(value))
    }
}

#[cfg(test)]
mod tests;
