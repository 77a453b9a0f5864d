//! Sessions from `fixtures/sessions`, in every voice; and what must hold whatever is typed.

use std::collections::BTreeMap;

use pyramid_engine::{RuleSet, Whereabouts};
use pyramid_notation::{Day, read_deal};

use super::playing::Playing;
use super::render::{Voice, json, lines};
use super::reply::{How, Reply};
use super::session::{Opening, PlayOptions, Session};
use super::shows_board;
use super::world::World;
use crate::board::{BoardStyle, Symbols};

mod docs;
mod files;
mod hints;
mod keeping;
mod matches;
mod options;
mod properties;
mod replays;
mod runs;
mod sessions;

/// A world in memory: a fixed day, seeds that count up, and files that were there before.
#[derive(Default)]
struct Desk {
    files: BTreeMap<String, String>,
    seed: u64,
}

impl World for Desk {
    fn today(&mut self) -> Result<Day, String> {
        Ok(Day::new(2026, 11, 30).unwrap())
    }

    fn seed(&mut self) -> Result<u64, String> {
        self.seed += 1;
        Ok(self.seed)
    }

    fn read(&mut self, file: &str) -> Result<Option<Vec<u8>>, String> {
        match file {
            "broken" => Err("cannot read broken: input/output error".to_owned()),
            file => Ok(self.files.get(file).map(|text| text.clone().into_bytes())),
        }
    }

    fn archived(&mut self, _: &str) -> Option<(String, Vec<u8>)> {
        None
    }

    fn write(&mut self, file: &str, text: &str) -> Result<(), String> {
        if file.contains("nowhere/") {
            return Err(format!("cannot write {file}: no such file or directory"));
        }
        self.files.insert(file.to_owned(), text.to_owned());
        Ok(())
    }
}

/// A session with a deal.
fn session(rules: &str, deal: &str) -> (Session, Vec<Reply>) {
    let rules: RuleSet = rules.parse().unwrap();
    let read = read_deal(deal, &rules.layout()).unwrap();
    Opening::new(Playing::deal(rules, &read.deal, read.source), How::Dealt).begin()
}

fn style(voice: Voice) -> BoardStyle {
    let symbols = if voice == Voice::Unicode { Symbols::Unicode } else { Symbols::Ascii };
    BoardStyle { symbols, paint: None, width: 80 }
}

fn say(reply: &Reply, voice: Voice) -> Vec<String> {
    lines(reply, voice, style(voice))
}

/// What a reply is on one line of text.
pub(super) fn said(reply: &Reply) -> String {
    say(reply, Voice::Ascii).join("\n")
}

/// What is wrong with a line to be heard.
fn lint(line: &str) -> Option<&'static str> {
    let signs = |c: char| "[]|<>+/~^".contains(c);
    let checks: [(&'static str, bool); 6] = [
        ("a sign", line.contains(signs)),
        ("dots", line.contains("..")),
        ("a hidden card", line.contains("##")),
        ("two blanks", line.contains("  ")),
        ("blanks around", line.trim() != line),
        ("no full stop", !line.ends_with('.')),
    ];
    checks.iter().find(|(_, wrong)| *wrong).map(|(name, _)| *name)
}
