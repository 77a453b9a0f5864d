//! What a format has no place for.

use std::collections::BTreeMap;

use pyramid_notation::{BodyItem, HeadLine, HeaderKey, MoveText, Record, Source, Token};

use super::solutions::{is_implied, is_theirs, steps};
use super::{Item, Play, Played};
use crate::args::ToFormat;
use crate::table::Table;

/// Something that may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// All moves of a game, and with them what is said of each.
    Moves,
    /// Moves that were taken back.
    TakenBack,
    Hints,
    Marks,
    Clocks,
    Comments,
    /// Headers but for `rules`, `deal` and `from`.
    Headers,
    /// How the game ended.
    Result,
    /// The rules that the source says.
    Rules,
    /// Games behind the first.
    Games,
}

use Part::{Clocks, Comments, Games, Headers, Hints, Marks, Moves, Result, Rules, TakenBack};

/// What each format has a place for. For some it depends on the game: see [`Losses::add`].
const KEEPS: [(ToFormat, &[Part]); 9] = [
    (
        ToFormat::Pyr,
        &[Moves, TakenBack, Hints, Marks, Clocks, Comments, Headers, Result, Rules, Games],
    ),
    (ToFormat::Json, &[Moves, TakenBack, Hints, Marks, Clocks, Headers, Result, Rules, Games]),
    (ToFormat::Mchung94, &[Moves, Games]),
    (ToFormat::Code, &[Rules, Games]),
    (ToFormat::Board, &[Rules, Games]),
    (ToFormat::Deal, &[Games]),
    (ToFormat::Cards, &[Games]),
    (ToFormat::FcSolve, &[Games]),
    (ToFormat::Solvitaire, &[]),
];

fn keeps(to: ToFormat, part: Part) -> bool {
    KEEPS.iter().any(|(format, parts)| *format == to && parts.contains(&part))
}

/// What would be lost of all that was read.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    /// How many, and the names of those that have any.
    parts: BTreeMap<Part, (u64, Vec<String>)>,
    games: u64,
}

impl Losses {
    /// Counts what a game loses in a format.
    pub(crate) fn add(&mut self, item: &Item, to: ToFormat) {
        self.games += 1;
        if self.games > 1 && !keeps(to, Games) {
            self.lose(Games, 1, []);
        }
        if let Some(rules) = lost_rules(item, to) {
            self.lose(Rules, 1, [format!("`{rules}`")]);
        }
        match &item.play {
            Play::Nothing { remarks } => {
                self.lose(Comments, if keeps(to, Comments) { 0 } else { remarks.len() as u64 }, []);
            }
            Play::Unsolvable => {
                // As records they are left out and counted, which is said.
                let said = matches!(to, ToFormat::Pyr | ToFormat::Json | ToFormat::Mchung94);
                self.lose(Result, u64::from(!said), []);
            }
            Play::Solution(played) | Play::Record(played) => self.add_played(played, to),
        }
    }

    fn add_played(&mut self, played: &Played, to: ToFormat) {
        let record = &played.record;
        let game = played.game.as_ref().ok();
        let keeps_moves =
            keeps(to, Moves) && (to != ToFormat::Mchung94 || game.and_then(steps).is_some());
        if !keeps_moves {
            self.lose(Moves, u64::from(record.moves().next().is_some()), []);
        }
        for (part, count) in counts(&played.before, record) {
            // What is said of moves goes with them.
            let counts = keeps_moves || part == Comments;
            self.lose(part, if counts && !keeps(to, part) { count } else { 0 }, []);
        }
        if !keeps(to, Headers) {
            let headers = headers(record);
            self.lose(Headers, headers.len() as u64, headers);
        }
        let Some(ending) = &record.ending else { return };
        let result = match to {
            // The result itself has the name `result` there.
            ToFormat::Json => ending.pairs.iter().all(|(name, _)| name != "result"),
            ToFormat::Mchung94 if keeps_moves => game.is_some_and(|game| is_implied(record, game)),
            _ => keeps(to, Result),
        };
        self.lose(Result, u64::from(!result), []);
    }

    fn lose(&mut self, part: Part, count: u64, names: impl IntoIterator<Item = String>) {
        if count == 0 {
            return;
        }
        let lost = self.parts.entry(part).or_default();
        lost.0 += count;
        for name in names {
            if lost.1.len() <= NAMED && !lost.1.contains(&name) {
                lost.1.push(name);
            }
        }
    }

    /// What would be lost, in words.
    pub(crate) fn text(&self) -> Option<String> {
        let parts: Vec<String> =
            self.parts.iter().map(|(part, (count, names))| words(*part, *count, names)).collect();
        match parts.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            [most @ .., last] => Some(format!("{} and {last}", most.join(", "))),
        }
    }
}

/// How many names are said.
const NAMED: usize = 6;

fn words(part: Part, count: u64, names: &[String]) -> String {
    let counted = |one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let games = counted("game", "games");
    let mut listed = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > NAMED {
        listed += " and more";
    }
    match part {
        Moves => format!("the moves of {games}"),
        TakenBack => counted("taking back of moves", "takings back of moves"),
        Hints => counted("hint", "hints"),
        Marks => counted("mark", "marks"),
        Clocks => counted("clock", "clocks"),
        Comments => counted("comment", "comments"),
        Headers => format!("{} ({listed})", counted("header", "headers")),
        Result => format!("the result of {games}"),
        Rules => format!("the rules of {games} ({listed})"),
        Games => counted("game behind the first", "games behind the first"),
    }
}

/// The rules that the source says and the format does not, unless they would be taken anyway.
fn lost_rules(item: &Item, to: ToFormat) -> Option<String> {
    let rules = &item.table.rules;
    let said = match item.play {
        Play::Record(_) => true,
        _ => item.table.says_rules(),
    };
    let kept = match to {
        ToFormat::Code => !rules.deviates(),
        ToFormat::Mchung94 => is_theirs(rules),
        _ => keeps(to, Rules) || *rules == pyramid_engine::RuleSet::default(),
    };
    (said && !kept).then(|| rules.to_string())
}

/// How often a record has what may be lost.
fn counts(before: &[String], record: &Record) -> [(Part, u64); 5] {
    let moves =
        |is: fn(&MoveText) -> bool| record.moves().filter(|played| is(&played.text)).count();
    let in_head = record.head.iter().filter(|line| match line {
        HeadLine::Comment(_) => true,
        HeadLine::Header(header) => header.remark.is_some(),
    });
    let in_body = record.body.iter().filter(|item| !matches!(item, BodyItem::Move(_)));
    let at_end = record.ending.iter().filter(|ending| ending.remark.is_some());
    let comments =
        before.len() + in_head.count() + in_body.count() + at_end.count() + record.after.len();
    [
        (TakenBack, moves(|text| matches!(text.token, Token::Undo(_))) as u64),
        (Hints, moves(|text| text.token == Token::Hint) as u64),
        (Marks, moves(|text| text.mark.is_some()) as u64),
        (Clocks, moves(|text| text.clock.is_some()) as u64),
        (Comments, comments as u64),
    ]
}

/// The keys of the headers that say nothing of the deal.
fn headers(record: &Record) -> Vec<String> {
    let of_deal = [HeaderKey::Rules, HeaderKey::Deal, HeaderKey::From].map(HeaderKey::name);
    let others = record.headers().filter(|header| !of_deal.contains(&&*header.key));
    others.map(|header| header.key.clone()).collect()
}

impl Table {
    /// Whether the rules are those that a deal code names.
    fn says_rules(&self) -> bool {
        matches!(&self.source, Some(Source::Code(code)) if code.rules == Some(self.rules.preset().number))
            && !self.rules.deviates()
    }
}
