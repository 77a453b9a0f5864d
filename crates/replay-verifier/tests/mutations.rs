//! One field of a valid record is changed: what the verifier still finds valid must be so for an
//! independent judge.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pyramid_engine::{Card, Preset, RuleSet};
use pyramid_notation::Writer;
use pyramid_replay_verifier::{Options, Verifier};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

mod common;
#[path = "../../engine/tests/slow/mod.rs"]
mod slow;
#[path = "common/slow_judge.rs"]
mod slow_judge;

/// Games of each preset, and changes of each game.
const GAMES: u64 = 16;
const CHANGES: usize = 180;

/// A canonical record in its parts.
#[derive(Clone)]
struct Parts {
    headers: Vec<(String, String)>,
    tokens: Vec<String>,
    end: String,
    /// Added to the number of this line.
    wrong_number: Option<usize>,
}

impl Parts {
    fn of(text: &str) -> Parts {
        let mut parts = Parts {
            headers: Vec::new(),
            tokens: Vec::new(),
            end: String::new(),
            wrong_number: None,
        };
        for line in text.lines().skip(1) {
            match line.split_once(": ") {
                Some(("end", value)) => parts.end = value.to_owned(),
                Some((key, value)) => parts.headers.push((key.to_owned(), value.to_owned())),
                None => parts.tokens.extend(line.split(' ').skip(1).map(str::to_owned)),
            }
        }
        parts
    }

    fn text(&self) -> String {
        let mut text = String::from("pyramid-game 1.0\n");
        for (key, value) in &self.headers {
            writeln!(text, "{key}: {value}").unwrap();
        }
        let (mut number, mut on_line, mut line) = (0, 0, 0);
        let mut open = false;
        for token in &self.tokens {
            if !open {
                let shown = number + 1 + usize::from(self.wrong_number == Some(line));
                write!(text, "{shown}.").unwrap();
                line += 1;
                open = true;
            }
            write!(text, " {token}").unwrap();
            number += usize::from(token != ":hint");
            on_line += usize::from(token != ":hint");
            if on_line == 10 {
                text.push('\n');
                (on_line, open) = (0, false);
            }
        }
        if open {
            text.push('\n');
        }
        writeln!(text, "end: {}", self.end).unwrap();
        text
    }

    fn header(&mut self, key: &str) -> Option<&mut String> {
        self.headers.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }
}

struct Random(Xoshiro256StarStar);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n.max(1) as u64) as usize
    }

    fn card(&mut self) -> Card {
        let cards: Vec<Card> = pyramid_engine::Deck::Cards52.new_deck().collect();
        cards[self.below(52)]
    }

    /// A place in a text where a card stands.
    fn card_in(&mut self, text: &str) -> Option<usize> {
        let is_card = |at: &usize| text.get(*at..at + 2).is_some_and(|t| t.parse::<Card>().is_ok());
        let places: Vec<usize> = (0..text.len()).filter(is_card).collect();
        places.get(self.below(places.len())).copied()
    }
}

type Change = fn(&mut Parts, &mut Random) -> Option<()>;

/// The fields that are checked, and how each is changed.
const CHANGE: &[(&str, Change)] = &[
    ("card of a token", |parts, random| {
        let at = random.below(parts.tokens.len());
        let token = parts.tokens.get_mut(at)?;
        let place = random.card_in(token)?;
        token.replace_range(place..place + 2, &random.card().to_string());
        Some(())
    }),
    ("token of another move", |parts, random| {
        let (to, from) = (random.below(parts.tokens.len()), random.below(parts.tokens.len()));
        let other = parts.tokens.get(from)?.clone();
        *parts.tokens.get_mut(to)? = other;
        Some(())
    }),
    ("token left out", |parts, random| {
        let at = random.below(parts.tokens.len());
        (at < parts.tokens.len()).then(|| drop(parts.tokens.remove(at)))
    }),
    ("token twice", |parts, random| {
        let at = random.below(parts.tokens.len());
        let token = parts.tokens.get(at)?.clone();
        parts.tokens.insert(at, token);
        Some(())
    }),
    ("neighbours swapped", |parts, random| {
        let at = random.below(parts.tokens.len().checked_sub(1)?);
        (at + 1 < parts.tokens.len()).then(|| parts.tokens.swap(at, at + 1))
    }),
    ("undo put in", |parts, random| {
        let at = random.below(parts.tokens.len() + 1);
        let undo = ["~", "~2", "~9"][random.below(3)];
        parts.tokens.insert(at, undo.to_owned());
        Some(())
    }),
    ("number of a line", |parts, random| {
        parts.wrong_number = Some(random.below(parts.tokens.len().div_ceil(10)));
        (!parts.tokens.is_empty()).then_some(())
    }),
    ("rules", |parts, random| {
        let presets = Preset::all();
        let other = presets[random.below(presets.len())].name;
        let key = [
            "passes=2",
            "goal=deck",
            "overlap=yes",
            "stock=closed",
            "cells=1",
            "predeal=1",
            "waste-pair=yes",
            "score=cards",
            "end=exhausted",
            "match=adjacent",
        ][random.below(10)];
        let rules = parts.header("rules")?;
        *rules = match random.below(2) {
            0 => other.to_owned(),
            _ => format!("{rules} {key}"),
        };
        Some(())
    }),
    ("two cards of the deal", |parts, random| {
        let deal = parts.header("deal")?;
        let (a, b) = (random.card_in(deal)?, random.card_in(deal)?);
        let (x, y) = (deal[a..a + 2].to_owned(), deal[b..b + 2].to_owned());
        deal.replace_range(a..a + 2, &y);
        deal.replace_range(b..b + 2, &x);
        Some(())
    }),
    ("card of the deal", |parts, random| {
        let deal = parts.header("deal")?;
        let place = random.card_in(deal)?;
        deal.replace_range(place..place + 2, &random.card().to_string());
        Some(())
    }),
    ("from", |parts, random| {
        let seed = random.below(1000);
        parts.header("from").map(|from| *from = format!("seed:{seed}"))
    }),
    ("result", |parts, random| {
        let result = ["won", "lost", "resigned", "open"][random.below(4)];
        let rest = parts.end.split_once(' ').map_or("", |(_, rest)| rest).to_owned();
        parts.end = format!("{result} {rest}");
        Some(())
    }),
    ("reason", |parts, random| {
        let reason = ["cleared", "deck-cleared", "exhausted", "stuck"][random.below(4)];
        claim(parts, "reason", reason.to_owned())
    }),
    ("score", |parts, random| {
        let score = random.below(60).to_string();
        claim(parts, "score", score)
    }),
    ("moves", |parts, random| {
        let moves = random.below(80).to_string();
        claim(parts, "moves", moves)
    }),
];

fn claim(parts: &mut Parts, name: &str, value: String) -> Option<()> {
    let mut words: Vec<String> = parts.end.split(' ').map(str::to_owned).collect();
    let word = words.iter_mut().find(|word| word.starts_with(&format!("{name}=")))?;
    *word = format!("{name}={value}");
    parts.end = words.join(" ");
    Some(())
}

fn is_valid(text: &str) -> bool {
    let mut options = Options::default();
    options.strict = true;
    let mut verifier = Verifier::new(text.as_bytes(), options);
    let judgement = verifier.next_judgement().unwrap().unwrap();
    judgement.is_valid()
}

#[test]
fn what_survives_a_change_is_true() {
    let mut random = Random(Xoshiro256StarStar::seed_from_u64(5));
    let mut counts: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for preset in Preset::all() {
        for seed in 0..GAMES {
            let mut writer = Writer::new(Vec::new());
            common::write_game(&mut writer, &RuleSet::from(preset), seed).unwrap();
            let text = String::from_utf8(writer.finish().unwrap()).unwrap();
            let parts = Parts::of(&text);
            assert_eq!(parts.text(), text);
            assert!(is_valid(&text), "{text}");
            assert!(slow_judge::is_true(&text), "the slow judge refuses\n{text}");
            for change in 0..CHANGES {
                let (kind, apply) = CHANGE[change % CHANGE.len()];
                let mut changed = parts.clone();
                if apply(&mut changed, &mut random).is_none() {
                    continue;
                }
                let changed = changed.text();
                let [tried, same, survived] = counts.entry(kind).or_default();
                *tried += 1;
                if changed == text {
                    *same += 1;
                    continue;
                }
                let valid = is_valid(&changed);
                *survived += u32::from(valid);
                if valid {
                    assert!(
                        slow_judge::is_true(&changed),
                        "{kind}: not true, but valid:\n{changed}"
                    );
                }
            }
        }
    }
    let mut table = String::new();
    for (kind, [tried, same, survived]) in &counts {
        let refused = tried - same - survived;
        writeln!(
            table,
            "{kind}: {tried} tried, {same} unchanged, {refused} refused, {survived} true"
        )
        .unwrap();
    }
    let total: u32 = counts.values().map(|[tried, ..]| tried).sum();
    writeln!(table, "all: {total} tried").unwrap();
    insta::assert_snapshot!(table);
}
