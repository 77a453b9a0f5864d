//! The line game in a world of its own, for fuzzing.

use std::collections::BTreeMap;

use pyramid_engine::{Deal, RuleSet};
use pyramid_notation::Day;

use super::commands::COMMANDS;
use super::playing::Playing;
use super::render::{Voice, json, lines};
use super::reply::{How, Reply};
use super::screen::{Answer, Seat};
use super::session::{Opening, Session};
use super::world::World;
use crate::advise::Adviser;
use crate::board::{BoardStyle, Symbols};
use crate::form::to_json;

/// The longest file that is kept, so that a session of loads and saves stays small.
const LONGEST: usize = 1 << 20;

/// Positions a search enters, so that a line of many hints stays short.
const NODES: u64 = 300;

/// A sitting at the line game. Files are in memory, the day is fixed, and seeds count up.
pub struct Sitting {
    session: Session,
    desk: Desk,
}

/// What was answered to a line, in every voice.
pub struct Answers {
    /// The lines of text, as ASCII and with symbols.
    pub text: Vec<String>,
    /// The lines to be heard.
    pub speech: Vec<String>,
    /// The facts, an object for each reply.
    pub json: Vec<String>,
}

impl Sitting {
    /// Sits down to a deal.
    pub fn new(rules: RuleSet, deal: &Deal) -> (Sitting, Answers) {
        let playing = Playing::deal(rules, deal, None);
        let (mut session, replies) = Opening::new(playing, How::Dealt).begin();
        session.adviser = Adviser::within(NODES);
        (Sitting { session, desk: Desk::default() }, answers(&replies))
    }

    /// Types a line. A player who leaves sits down again.
    pub fn line(&mut self, line: &str) -> Answers {
        let replies = self.session.line(line, &mut self.desk);
        self.session.is_over = false;
        answers(&replies)
    }

    /// The board as it is shown.
    pub fn board(&self) -> Answers {
        answers(&[self.session.board()])
    }

    /// The record as it would be saved.
    pub fn record(&self) -> String {
        self.session.playing.to_record().to_string()
    }
}

/// The names of the commands.
pub(crate) fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}

/// Sits down to a deal for the full-screen game.
pub(crate) fn sit(rules: RuleSet, deal: &Deal, style: BoardStyle) -> (Seat, Answer) {
    let playing = Playing::deal(rules, deal, None);
    let (session, greeting) = Opening::new(playing, How::Dealt).begin();
    Seat::new(session, &greeting, style)
}

fn answers(replies: &[Reply]) -> Answers {
    let say = |voice, symbols| {
        let style = BoardStyle { symbols, paint: None, width: BoardStyle::MAX_WIDTH };
        replies.iter().flat_map(|reply| lines(reply, voice, style)).collect::<Vec<_>>()
    };
    let mut text = say(Voice::Ascii, Symbols::Ascii);
    text.extend(say(Voice::Unicode, Symbols::Unicode));
    let speech = say(Voice::Speech, Symbols::Ascii);
    Answers { text, speech, json: replies.iter().map(|reply| to_json(&json(reply))).collect() }
}

/// A world in memory.
#[derive(Default)]
pub(crate) struct Desk {
    files: BTreeMap<String, String>,
    seed: u64,
}

impl World for Desk {
    fn today(&mut self) -> Result<Day, String> {
        Day::new(2026, 11, 30).ok_or_else(|| "there is no such day".to_owned())
    }

    fn seed(&mut self) -> Result<u64, String> {
        self.seed += 1;
        Ok(self.seed)
    }

    fn read(&mut self, file: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.files.get(file).map(|text| text.clone().into_bytes()))
    }

    fn archived(&mut self, _: &str) -> Option<(String, Vec<u8>)> {
        None
    }

    fn write(&mut self, file: &str, text: &str) -> Result<(), String> {
        if text.len() > LONGEST {
            return Err(format!("cannot write {file}: it is too long"));
        }
        self.files.insert(file.to_owned(), text.to_owned());
        Ok(())
    }
}
