//! Replies to be heard: no symbols, no layout, one line each, and the board in words.

use super::super::commands::{Argument, COMMANDS, Command, First};
use super::super::facts::Slot;
use super::super::help::{ALL, TOPICS, command};
use super::super::reply::{Board, BoardRow, Reply, Saving};
use super::games::{game_text, saving_text};
use super::sentences::{Line, left_over, line};
use super::words::Voice;

pub(super) fn lines(reply: &Reply) -> Vec<String> {
    let voice = Voice::Speech;
    match reply {
        Reply::Welcome { game, speech, saving, .. } => {
            let mut text = Line::default();
            if let Some(from) = speech {
                text.say(format!("Speech mode on, from {from}"));
            }
            text.say("Pyramid").say(game_text(game, voice)).say("Type help for commands");
            if matches!(saving, Saving::Cannot { .. } | Saving::Match { .. }) {
                text.say(saving_text(saving, voice));
            }
            vec![text.finish()]
        }
        Reply::Board(board) => vec![board_text(board)],
        Reply::Row(row) => vec![format!("{}.", row_text(row))],
        Reply::Shared(shared) => {
            let said = shared.say().unwrap_or("This deal has no short name");
            vec![Line::default().say(said).finish()]
        }
        // Asked for as it is.
        Reply::Record { text } => text.lines().map(str::to_owned).collect(),
        Reply::Help { topic } => help(topic.as_deref()),
        reply => vec![line(reply, voice)],
    }
}

/// The rows from the free end, then the piles.
fn board_text(board: &Board) -> String {
    let mut text = Line::default();
    for row in board.rows.iter().rev() {
        text.say(row_text(row));
    }
    let mut piles = board.piles.clone();
    piles.iter_mut().for_each(|pile| pile.cards.truncate(1));
    let open = Reply::Open { rows: Vec::new(), piles };
    text.say(line(&open, Voice::Speech).trim_start_matches("Open."));
    if board.pass.counts {
        text.say(match board.pass.of {
            Some(of) => format!("Pass {} of {of}", board.pass.pass),
            None => format!("Pass {}", board.pass.pass),
        });
    }
    text.say(left_over(&board.left));
    text.finish()
}

/// A row; one without cards is said to be empty.
fn row_text(row: &BoardRow) -> String {
    let slots = row.cards.iter().map(|slot| match slot {
        Slot::Gone => "blank".to_owned(),
        Slot::Open(card) => card.name(),
        Slot::Covered(card) => format!("{} covered", card.name()),
        Slot::FaceDown => "face down".to_owned(),
    });
    let name = Voice::Speech.row(&row.row);
    match row.cards.iter().all(|slot| *slot == Slot::Gone) {
        true => format!("{name}: empty"),
        false => format!("{name}: {}", slots.collect::<Vec<_>>().join(", ")),
    }
}

/// Help in short, on a topic, or the whole list.
fn help(topic: Option<&str>) -> Vec<String> {
    let listed = |least: fn(First) -> bool| {
        COMMANDS.iter().filter(move |command| least(command.first)).map(help_line)
    };
    let cards = "8c 5h: remove two cards. One alone goes, or finds its partner.".to_owned();
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

/// `draw, or d, with N if you like: draw the next card.`
fn help_line(command: &Command) -> String {
    let mut said = command.name.to_owned();
    match command.letter {
        Some(letter) if letter.is_ascii_alphabetic() => said.push_str(&format!(", or {letter}")),
        Some('?') => said.push_str(", or a question mark"),
        Some('.') => said.push_str(", or a full stop"),
        Some(_) => said.push_str(", or a number sign"),
        None => {}
    }
    match command.argument {
        Argument::None => {}
        Argument::Optional(name) => said.push_str(&format!(", perhaps with {name}")),
        Argument::Needed(name) | Argument::Rest(name) => said.push_str(&format!(", with {name}")),
    }
    format!("{said}: {}.", command.help)
}
