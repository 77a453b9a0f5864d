//! Games that are written and read again.

use std::sync::Arc;

use pyramid_engine::{Deal, Game, Move, RuleSet, Status};
use pyramid_notation::{
    BodyItem, Clock, GameResult, HeadLine, HeaderKey, Location, Mark, MoveText, ReadOptions,
    Reader, Record, RecordedEnding, RecordedHeader, RecordedMove, Text, Token, canonical,
    read_games, read_json, to_token, write_json,
};

use crate::choices::Choices;
use crate::verify::all_valid;

/// Bytes choose rules, a deal, headers, moves with marks and clocks, what is taken back, hints,
/// comments and remarks. The record of it is strictly canonical and valid, and reads back as the
/// same, from text and, but for comments, from JSON.
pub fn game_text(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = choices.rules();
    let deal = Deal::seeded(rules.rules(), choices.below(256) as u64);
    let (record, game) = played(rules, &deal, &mut choices);
    let text = record.to_string();
    reads_back(&record, &text);
    all_valid(&text);
    let again = canonical(record.clone());
    assert_eq!(again.record, record, "not canonical:\n{text}");
    let end = again.game.unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    assert!(end.state() == game.state(), "ends in another state:\n{text}");

    let bare = without_comments(record);
    let json = write_json(&bare);
    let read = read_json(Text::new(&json));
    assert_eq!(read.problems, [], "{json}");
    let read = read.record.expect("JSON that was written can be read").without_places();
    assert_eq!(read, bare, "{json}");
}

/// Writes a win of a deal down, and has it judged.
pub(crate) fn judged(rules: RuleSet, deal: &Deal, line: &[Move]) {
    let mut game = Game::new(Arc::new(rules.layout()), deal);
    let mut record = Record::new();
    header(&mut record, "rules", rules.to_string());
    header(&mut record, "deal", deal.write(game.layout()));
    for &m in line {
        push(&mut record, to_token(game.setup(), game.state(), m).into());
        game.play(m).expect("a line can be played");
    }
    end(&mut record, GameResult::Won, Vec::new());
    all_valid(&record.to_string());
}

fn header(record: &mut Record, key: &str, value: String) {
    let at = Location::START;
    let header = RecordedHeader { key: key.to_owned(), value, at, remark: None };
    record.head.push(HeadLine::Header(header));
}

fn push(record: &mut Record, text: MoveText) {
    let played = RecordedMove { text, written: None, at: Location::START };
    record.body.push(BodyItem::Move(played));
}

fn end(record: &mut Record, result: GameResult, pairs: Vec<(String, String)>) {
    record.ending = Some(RecordedEnding { result, pairs, at: Location::START, remark: None });
}

/// A game, and its record.
fn played(rules: RuleSet, deal: &Deal, choices: &mut Choices<'_>) -> (Record, Game) {
    let mut game = Game::new(Arc::new(rules.layout()), deal);
    let mut record = Record::new();
    header(&mut record, "rules", rules.to_string());
    header(&mut record, "deal", deal.write(game.layout()));
    for key in [HeaderKey::Player, HeaderKey::Event, HeaderKey::Site, HeaderKey::Title] {
        let text = line(choices);
        let value = text.split("  #").next().unwrap_or_default().trim();
        if !value.is_empty() {
            header(&mut record, key.name(), value.to_owned());
        }
    }
    if choices.below(2) == 1 {
        record.head.push(HeadLine::Comment(line(choices)));
    }
    let mut millis = 0;
    while let Some(choice) = choices.next().filter(|_| record.body.len() < 400) {
        match choice {
            0..6 if game.ply() > 0 => {
                let count = 1 + usize::from(choice) % game.ply();
                for _ in 0..count {
                    game.undo().expect("so many moves stand");
                }
                push(&mut record, Token::Undo(count as u32).into());
            }
            6..10 => push(&mut record, Token::Hint.into()),
            10..15 if !record.body.is_empty() => {
                record.body.push(BodyItem::Comment(line(choices)));
            }
            15..20 if matches!(record.body.last(), Some(BodyItem::Move(_))) => {
                let text = line(choices);
                if !text.is_empty() {
                    record.body.push(BodyItem::Remark(text));
                }
            }
            _ => {
                let legal = game.legal_moves();
                let Some(&m) = legal.get(usize::from(choice) % legal.len().max(1)) else {
                    continue;
                };
                let mut text = MoveText::from(to_token(game.setup(), game.state(), m));
                if choice >= 200 {
                    let marks = [
                        Mark::Good,
                        Mark::Mistake,
                        Mark::Brilliant,
                        Mark::Blunder,
                        Mark::Interesting,
                        Mark::Dubious,
                    ];
                    text.mark = Some(choices.of(&marks));
                }
                if choice % 4 == 3 {
                    millis += choices.below(256) as u32 * 37;
                    text.clock = Some(Clock::from_millis(millis));
                }
                push(&mut record, text);
                game.play(m).expect("a legal move can be played");
            }
        }
    }
    let status = game.status();
    let result = match status {
        Status::Won(_) => GameResult::Won,
        Status::Lost(_) => GameResult::Lost,
        Status::Open => choices.of(&[GameResult::Open, GameResult::Resigned]),
    };
    let mut pairs = Vec::new();
    let mut pair = |name: &str, value: String| pairs.push((name.to_owned(), value));
    status.reason().into_iter().for_each(|reason| pair("reason", reason.name().to_owned()));
    game.score().into_iter().for_each(|score| pair("score", score.to_string()));
    pair("moves", game.ply().to_string());
    pair("time", Clock::from_millis(millis).to_string());
    end(&mut record, result, pairs);
    if choices.below(2) == 1 {
        record.after.push(line(choices));
    }
    (record, game)
}

/// Text that can stand on a line.
fn line(choices: &mut Choices<'_>) -> String {
    let text =
        choices.text().replace(|c: char| c.is_control() || "\u{2028}\u{2029}".contains(c), "");
    text.trim_matches(' ').to_owned()
}

fn reads_back(record: &Record, text: &str) {
    let reader = Reader::with_options(text.as_bytes(), ReadOptions::STRICT);
    let mut games = read_games(reader);
    let read = games.next().expect("there is a game").expect("memory can be read");
    assert_eq!(read.problems, [], "{text}");
    let read = read.record.expect("a record that was written can be read").without_places();
    assert_eq!(&read, record, "{text}");
    assert!(games.next().is_none(), "two games:\n{text}");
}

fn without_comments(mut record: Record) -> Record {
    record.head.retain(|line| matches!(line, HeadLine::Header(_)));
    record.body.retain(|item| matches!(item, BodyItem::Move(_)));
    record.after.clear();
    record
}
