//! Replies as text: what is not one sentence after another.

use super::super::commands::{Argument, COMMANDS, Command, First};
use super::super::facts::Slot;
use super::super::help::{ALL, TOPICS, command};
use super::super::reply::{BoardRow, Reply};
use super::games::{game_text, saving_text};
use super::sentences::line;
use super::words::Voice;
use crate::board::{BoardStyle, board};

pub(super) fn lines(reply: &Reply, voice: Voice, style: BoardStyle) -> Vec<String> {
    match reply {
        Reply::Welcome { version, game, saving, .. } => vec![
            format!("Pyramid {version}. {}: {}.", game_text(game, voice), game.summary),
            format!("Type ? for help. {}.", saving_text(saving, voice)),
        ],
        Reply::Board(facts) => board(&facts.drawing.0, &facts.drawing.1, style),
        Reply::Row(row) => vec![row_text(row, voice, style)],
        Reply::Shared(shared) => shared.lines(),
        Reply::Record { text } => text.lines().map(str::to_owned).collect(),
        Reply::Help { topic } => help(topic.as_deref()),
        reply => vec![line(reply, voice)],
    }
}

fn row_text(row: &BoardRow, voice: Voice, style: BoardStyle) -> String {
    let slots = row.cards.iter().map(|slot| match slot {
        Slot::Gone => style.symbols.gap().to_owned(),
        Slot::Open(card) => format!("[{}]", voice.card(*card)),
        Slot::Covered(card) => voice.card(*card),
        Slot::FaceDown => style.symbols.hidden().to_owned(),
    });
    let line = format!("{}: {}", voice.row(&row.row), slots.collect::<Vec<_>>().join(" "));
    style.painted(line)
}

/// Help in short, on a topic, or the whole list.
fn help(topic: Option<&str>) -> Vec<String> {
    let listed = |least: fn(First) -> bool| {
        COMMANDS.iter().filter(move |command| least(command.first)).map(help_line)
    };
    let cards = columns("8c 5h", "", "remove two cards; one alone goes, or finds its partner");
    match topic {
        None => std::iter::once(cards).chain(listed(|first| first != First::List)).collect(),
        Some(ALL) => std::iter::once(cards).chain(listed(|_| true)).collect(),
        Some(name) => match command(name) {
            Some(command) => {
                let mut lines = vec![help_line(command)];
                lines.extend(command.more.iter().map(|&line| line.to_owned()));
                lines
            }
            None => {
                let topics = TOPICS.iter().filter(|topic| topic.name == name);
                topics.flat_map(|topic| topic.lines).map(|&line| line.to_owned()).collect()
            }
        },
    }
}

fn help_line(command: &Command) -> String {
    let letter = command.letter.map_or(String::new(), |letter| letter.to_string());
    columns(&usage(command), &letter, command.help)
}

fn columns(usage: &str, letter: &str, help: &str) -> String {
    format!("{usage:<13} {letter:<2} {help}")
}

/// `draw [N]`.
fn usage(command: &Command) -> String {
    let name = command.name;
    match command.argument {
        Argument::None => name.to_owned(),
        Argument::Optional(argument) => format!("{name} [{argument}]"),
        Argument::Needed(argument) | Argument::Rest(argument) => format!("{name} {argument}"),
    }
}
