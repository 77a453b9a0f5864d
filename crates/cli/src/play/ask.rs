//! The commands that only tell.

use pyramid_engine::{Card, PlaceName, Rank, Scoring, Suit};
use pyramid_notation::{BodyItem, scan_card};

use super::act::{Outcome, not_done};
use super::help::topic;
use super::playing::summary;
use super::reply::{Pile, Reply};
use super::score::score;
use super::session::Session;
use super::world::World;
use crate::commands::share::Shared;

/// The longest note: well within a line of a record.
const MAX_NOTE: usize = 1000;

/// A word of `look`, and which piles it means.
type Part = (&'static str, fn(&PlaceName) -> bool);

/// The parts of the board that `look` shows beside rows.
const PARTS: [Part; 4] = [
    ("stock", |place| matches!(place, PlaceName::Stock)),
    ("waste", |place| matches!(place, PlaceName::Waste(_))),
    ("reserve", |place| matches!(place, PlaceName::Reserve(_))),
    ("cell", |place| matches!(place, PlaceName::Cell)),
];

impl Session {
    /// `moves`.
    pub(super) fn moves(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        let view = self.playing.view();
        let over = self.playing.over();
        let moves = match over {
            Some(_) => Vec::new(),
            None => view.legal().into_iter().map(|m| view.token(m)).collect(),
        };
        Ok(vec![Reply::Legal { moves, over }])
    }

    /// `open`.
    pub(super) fn open(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        let view = self.playing.view();
        let top = |mut pile: Pile| {
            pile.cards.truncate(1);
            pile
        };
        let piles = view.piles().into_iter().map(top).collect();
        Ok(vec![Reply::Open { rows: view.open_rows(), piles }])
    }

    /// `where`.
    pub(super) fn find(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        let view = self.playing.view();
        let mut found = Vec::new();
        let words = argument.split([' ', '\t', ',', '+']).filter(|word| !word.is_empty());
        for word in words {
            let cards = cards(word).ok_or_else(|| {
                not_done("done", "argument", "where takes a card, such as 4c, or a rank, such as 4")
            })?;
            let of_rank = cards.len() > 1;
            let deck = self.playing.rules.rules().deck;
            for card in cards.into_iter().filter(|&card| !of_rank || deck.contains(card)) {
                found.extend(view.find(card));
            }
            if of_rank && found.is_empty() {
                return Err(not_done("done", "not-in-deal", format!("this pack has no {word}")));
            }
        }
        if found.is_empty() {
            let text = "where takes a card, such as 4c, or a rank, such as 4";
            return Err(not_done("done", "argument", text));
        }
        Ok(vec![Reply::Where { found }])
    }

    /// `look`.
    pub(super) fn look(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        let view = self.playing.view();
        let word = argument.to_ascii_lowercase();
        if word.is_empty() {
            return Ok(vec![Reply::Board(Box::new(view.board()))]);
        }
        let begins = |name: &str| word.len() <= name.len() && name.starts_with(&word);
        if let Some(row) = view.rows().into_iter().find(|row| row.row == word) {
            return Ok(vec![Reply::Row(row)]);
        }
        if begins("removed") && word.len() > 2 {
            let layers = view.gone();
            let cards = layers.iter().map(|layer| layer.cards.len()).sum();
            return Ok(vec![Reply::Gone { layers, cards }]);
        }
        let mut named = view.piles();
        named.retain(|pile| pile.place.to_string() == word);
        if !named.is_empty() {
            return Ok(vec![Reply::Piles { piles: named }]);
        }
        let Some((name, is_part)) = PARTS.iter().find(|(name, _)| begins(name)) else {
            let text = "look takes the number of a row, or stock, waste, reserve, cell or removed";
            return Err(not_done("done", "argument", text));
        };
        let mut piles = view.piles();
        piles.retain(|pile| is_part(&pile.place));
        if piles.is_empty() {
            return Err(not_done("done", "no-part", format!("this game has no {name}")));
        }
        Ok(vec![Reply::Piles { piles }])
    }

    /// `status`.
    pub(super) fn status(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        let playing = &self.playing;
        Ok(vec![Reply::Status {
            game: playing.facts(),
            counts: playing.counts(),
            now: playing.now(),
            pass: playing.view().pass(),
            // The cards left are told anyway.
            score: score(&playing.game).filter(|score| score.system != Scoring::Left.as_str()),
            par_match: self.match_facts(),
            state: playing.over().unwrap_or("open"),
        }])
    }

    /// `share`.
    pub(super) fn share(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        let shared = self.playing.table().map(|table| Shared::of(&table));
        match shared {
            Some(shared) => Ok(vec![Reply::Shared(Box::new(shared))]),
            None => Err(not_done("done", "deal", "this game has no deal")),
        }
    }

    /// `note`.
    pub(super) fn note(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        // What cannot stand on a line of a record becomes a blank.
        let blank = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        let text = argument.replace(blank, " ").trim().to_owned();
        if text.is_empty() {
            return Err(not_done(
                "noted",
                "argument",
                "note takes a text, such as note a good start",
            ));
        }
        if text.chars().count() > MAX_NOTE {
            let text = format!("a note has at most {MAX_NOTE} characters");
            return Err(not_done("noted", "too-long", text));
        }
        self.playing.record.body.push(BodyItem::Comment(text.clone()));
        Ok(vec![Reply::Noted { text }])
    }

    /// `rules` without an argument.
    pub(super) fn say_rules(&self) -> Reply {
        let rules = self.playing.rules;
        Reply::Rules { rules: rules.to_string(), summary: summary(rules.rules()) }
    }

    /// `repeat`.
    pub(super) fn repeat(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        Ok(self.last.clone())
    }

    /// `help`.
    pub(super) fn help(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        let word = argument.to_ascii_lowercase();
        if word.is_empty() {
            return Ok(vec![Reply::Help { topic: None }]);
        }
        match topic(&word) {
            Some(topic) => Ok(vec![Reply::Help { topic: Some(topic) }]),
            None => {
                let text = format!("there is no help on {argument}; help all lists the commands");
                Err(not_done("done", "no-topic", text))
            }
        }
    }

    /// `quit`.
    pub(super) fn quit(&mut self, _: &str, world: &mut dyn World) -> Outcome {
        self.leave_match(world)?;
        self.leave_kept(world)?;
        self.is_over = true;
        if self.replaying.is_some() {
            return Ok(Vec::new());
        }
        Ok(vec![self.leaving()])
    }
}

/// The card a word names, or all cards of the rank.
fn cards(word: &str) -> Option<Vec<Card>> {
    if let Ok(scanned) = scan_card(word) {
        return (scanned.len == word.len()).then(|| vec![scanned.card]);
    }
    let word = word.to_ascii_lowercase();
    let is_named = |rank: &Rank| {
        let letter = rank.letter().to_ascii_lowercase().to_string();
        let name = if *rank == Rank::Ten { "ten" } else { rank.name() };
        [&*letter, name, rank.name()].contains(&word.strip_suffix('s').unwrap_or(&word))
    };
    let rank = Rank::ALL.into_iter().find(is_named)?;
    Some(Suit::ALL.map(|suit| Card::new(rank, suit)).to_vec())
}
