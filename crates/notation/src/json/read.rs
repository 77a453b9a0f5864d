//! JSON to records.

use super::MEMBERS;
use super::source::{JSON, Json, Wrong, quoted};
use crate::clock::Clock;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ending::Ending;
use crate::event::{GameEnd, Version};
use crate::keys::HeaderKey;
use crate::lines::{MAX_LINE, is_control};
use crate::reader::{GAME_WORD, MAX_MOVES, is_key};
use crate::record::{
    BodyItem, GameRead, HeadLine, Record, RecordedEnding, RecordedHeader, RecordedMove,
};
use crate::span::Text;
use crate::token::MoveText;
use crate::values::{read_date, read_match};

/// Reads the JSON twin of a record, which [`write_json`](crate::write_json) writes.
///
/// At the first error the game is refused, and the error, with its exact place, is the last of the
/// problems.
///
/// ```
/// use pyramid_notation::{Text, read_json};
/// let line = r#"{"format":"pyramid-game","version":"1.0","rules":"par","deal":"ms:3","moves":["ks","AxQd"]}"#;
/// let read = read_json(Text::new(line));
/// let wrong = &read.problems[0];
/// assert_eq!((wrong.name, wrong.primary.at.column), ("token", 85));
/// let right = line.replace("AxQd", "QdAd?!");
/// let record = read_json(Text::new(&right)).record.unwrap();
/// assert!(record.to_string().ends_with("1. ks QdAd?!\n"));
/// ```
pub fn read_json(line: Text<'_>) -> GameRead {
    let mut json = Json::new(line);
    let read = json.game();
    let Json { mut problems, .. } = json;
    let (record, end) = match read {
        Ok(record) if record.ending.is_some() => (Some(record), GameEnd::Finished),
        Ok(record) => (Some(record), GameEnd::Unfinished),
        Err(wrong) => {
            problems.push(*wrong);
            (None, GameEnd::Refused)
        }
    };
    GameRead { before: Vec::new(), record, end: Some(end), problems, more_problems: 0 }
}

impl<'a> Json<'a> {
    fn game(&mut self) -> Result<Record, Wrong> {
        let mut found = [None; MEMBERS.len()];
        let mut unknown = None;
        for (name, value) in self.members(self.line.text, "a game")? {
            match MEMBERS.iter().position(|known| *known == name) {
                Some(member) if found[member].is_some() => {
                    return Err(self.wrong(JSON, value, format!("{} stands twice", quoted(&name))));
                }
                Some(member) => found[member] = Some(value),
                None => drop(unknown.get_or_insert((name, value))),
            }
        }
        let [format, version, rules, deal, headers, moves, clock, end] = found;
        let format = self.needed(format, "format")?;
        if self.text(format, "format")? != GAME_WORD {
            return Err(self.wrong(JSON, format, format!("the format is not `{GAME_WORD}`")));
        }
        let mut record = Record { version: self.version(version)?, ..Record::new() };
        if let Some((name, value)) = unknown.filter(|_| record.version <= Version::CURRENT) {
            let wrong = self.wrong(JSON, value, format!("a game has no member {}", quoted(&name)));
            return Err(match pyramid_engine::nearest(&name, MEMBERS) {
                Some(nearest) => Box::new(wrong.help(format!("did you mean `{nearest}`?"))),
                None => wrong,
            });
        }
        let rules = self.needed(rules, "rules")?;
        self.header(&mut record, "rules", rules)?;
        if let Some(deal) = deal {
            self.header(&mut record, "deal", deal)?;
        }
        if let Some(headers) = headers {
            self.headers(&mut record, headers)?;
        }
        if deal.is_none() && record.header(HeaderKey::From).is_none() {
            self.needed(None, "deal")?;
        }
        self.moves(&mut record, moves, clock)?;
        record.ending = end.map(|end| self.end(end, &record)).transpose()?;
        Ok(record)
    }

    fn version(&mut self, value: Option<&'a str>) -> Result<Version, Wrong> {
        let value = self.needed(value, "version")?;
        let text = self.text(value, "version")?;
        let newest = Version::CURRENT;
        let at = self.at(value);
        match Version::read(&text) {
            Some(version) if version.major != newest.major => {
                let message = format!("this game is written in version {version} of the format");
                Err(Box::new(Diagnostic::new(Code::Version, at, message)))
            }
            Some(version) => {
                if version > newest {
                    let message = format!(
                        "this game is written in version {version}, newer than {newest}: some of it may not be understood"
                    );
                    let warning = Diagnostic::new(Code::Version, at, message);
                    self.problems.push(warning.severity(Severity::Warning));
                }
                Ok(version)
            }
            None => Err(self.wrong(
                Code::Version.name(),
                value,
                format!("{} is not a version", quoted(&text)),
            )),
        }
    }

    fn headers(&mut self, record: &mut Record, value: &'a str) -> Result<(), Wrong> {
        for (name, value) in self.members(value, "`headers`")? {
            let key = name.to_ascii_lowercase();
            if !is_key(&key) || key == "end" {
                return Err(self.wrong(
                    JSON,
                    value,
                    format!("{} is not a header key", quoted(&name)),
                ));
            }
            if MEMBERS.contains(&&*key) && HeaderKey::from_name(&key).is_some() {
                let message = format!("`{key}` stands beside `headers`, not in it");
                return Err(self.wrong(JSON, value, message));
            }
            if HeaderKey::from_name(&key).is_none() && record.headers().any(|h| h.key == key) {
                let wrong = self.wrong(JSON, value, format!("{} stands twice", quoted(&name)));
                return Err(Box::new(wrong.help("several values of one key are a list")));
            }
            let values = match value.starts_with('[') {
                true => self.list(value, &key)?,
                false => vec![value],
            };
            for value in values {
                if HeaderKey::from_name(&key).is_some_and(|key| record.header(key).is_some()) {
                    let message = format!("this game has two headers `{key}`");
                    return Err(self.wrong(Code::DuplicateKey.name(), value, message));
                }
                self.header(record, &key, value)?;
            }
        }
        Ok(())
    }

    fn header(&mut self, record: &mut Record, key: &str, raw: &'a str) -> Result<(), Wrong> {
        let value = self.text(raw, key)?.replace('\t', " ");
        if let Some(control) = value.chars().find(|&c| is_control(c)) {
            let message = format!("U+{:04X} cannot stand in a header", u32::from(control));
            return Err(self.wrong(Code::Control.name(), raw, message));
        }
        if value.is_empty() || value.trim_matches(' ').len() != value.len() || value.contains("  #")
        {
            let message = format!("{} cannot be the value of a header", quoted(&value));
            let help =
                "a value is not empty, has no blanks at its ends and no two blanks before `#`";
            return Err(Box::new(self.wrong(JSON, raw, message).help(help)));
        }
        if key.len() + 1 + value.len() > MAX_LINE {
            let message = format!("a header has at most {} KiB", MAX_LINE / 1024);
            return Err(self.wrong(Code::LineTooLong.name(), raw, message));
        }
        let form = match HeaderKey::from_name(key) {
            Some(HeaderKey::Date) => read_date(&value).err().map(|wrong| (Code::Date, wrong)),
            Some(HeaderKey::Match) => read_match(&value).err().map(|wrong| (Code::Match, wrong)),
            _ => None,
        };
        if let Some((code, wrong)) = form {
            return Err(self.wrong(code.name(), raw, format!("{}: {wrong}", quoted(&value))));
        }
        let (key, at) = (key.to_owned(), self.at(raw));
        record.head.push(HeadLine::Header(RecordedHeader { key, value, at, remark: None }));
        Ok(())
    }

    fn moves(
        &mut self,
        record: &mut Record,
        moves: Option<&'a str>,
        clock: Option<&'a str>,
    ) -> Result<(), Wrong> {
        let moves = moves.map_or(Ok(Vec::new()), |moves| self.list(moves, "moves"))?;
        let clocks = clock.map(|clocks| self.list(clocks, "clock")).transpose()?;
        if let Some((clocks, clock)) = clocks.as_ref().zip(clock)
            && clocks.len() != moves.len()
        {
            let message =
                format!("there are {} clocks for {} moves and hints", clocks.len(), moves.len());
            let help = "`clock` has a number or null for each of `moves`";
            return Err(Box::new(self.wrong(Code::Clock.name(), clock, message).help(help)));
        }
        if let Some(extra) = moves.get(MAX_MOVES as usize) {
            let message = "a game has at most 100,000 moves and hints".to_owned();
            return Err(self.wrong(Code::TooManyMoves.name(), extra, message));
        }
        let mut last = None;
        for (index, raw) in moves.into_iter().enumerate() {
            let clock = match clocks.as_ref().and_then(|clocks| clocks.get(index)) {
                Some(clock) => self.clock(clock, &mut last)?,
                None => None,
            };
            let played = self.played(raw, clock)?;
            record.body.push(BodyItem::Move(played));
        }
        Ok(())
    }

    fn played(
        &mut self,
        raw: &'a str,
        clock: Option<(Clock, &'a str)>,
    ) -> Result<RecordedMove, Wrong> {
        let spelled = self.text(raw, "a move")?;
        let text = MoveText::read(&spelled).map_err(|error| {
            let message = format!("{} is not a move: {}", quoted(&spelled), error.fault);
            // Without escapes the bytes of the error are those of the line.
            let whole = raw.len() == spelled.len() + 2;
            let range =
                if whole { error.range.start + 1..error.range.end + 1 } else { 0..raw.len() };
            self.wrong_part(Code::Token.name(), raw, range, message)
        })?;
        if text.clock.is_some() {
            let message = "the clock of a move stands in the list `clock`".to_owned();
            return Err(self.wrong(Code::Clock.name(), raw, message));
        }
        if let Some((_, clock)) = clock.filter(|_| !text.token.is_numbered()) {
            let message = "a hint has no clock".to_owned();
            return Err(self.wrong(Code::Clock.name(), clock, message));
        }
        let clock = clock.map(|(clock, _)| clock);
        let written = match clock {
            _ if text.canonical => None,
            Some(clock) => Some(format!("{spelled}@{clock}").into()),
            None => Some(spelled.into()),
        };
        Ok(RecordedMove { text: MoveText { clock, ..text }, written, at: self.at(raw) })
    }

    /// A clock, which is not before the last one.
    fn clock(
        &mut self,
        raw: &'a str,
        last: &mut Option<(Clock, &'a str)>,
    ) -> Result<Option<(Clock, &'a str)>, Wrong> {
        if raw == "null" {
            return Ok(None);
        }
        let Some((clock, _)) = Clock::read(raw) else {
            let message =
                format!("{} is not a number of seconds with up to three decimals", quoted(raw));
            return Err(self.wrong(Code::Clock.name(), raw, message));
        };
        if let Some((before, place)) = *last
            && clock < before
        {
            let message = format!("the clock runs backwards: from {before} s to {clock} s");
            let wrong = self.wrong(Code::Clock.name(), raw, message);
            return Err(Box::new(wrong.other(self.at(place), "the clock before")));
        }
        *last = Some((clock, raw));
        Ok(*last)
    }

    fn end(&mut self, raw: &'a str, record: &Record) -> Result<RecordedEnding, Wrong> {
        let members = self.members(raw, "`end`")?;
        let result = members.iter().find(|(name, _)| name == "result");
        let &(_, result) = result.ok_or_else(|| self.missing("result", raw))?;
        let mut text = self.text(result, "result")?;
        // Where each value stands in the text that an `end:` line would have.
        let mut places = vec![(0..text.len(), result)];
        let mut pairs = Vec::new();
        for (name, value) in members.iter().filter(|(_, value)| value.as_ptr() != result.as_ptr()) {
            if name == "result" {
                return Err(self.wrong(JSON, value, "`result` stands twice".to_owned()));
            }
            let is_no_part = |c| matches!(c, '=' | ' ' | '\t') || is_control(c);
            if name.is_empty() || name.starts_with('#') || name.contains(is_no_part) {
                let message = format!("{} is no name of a pair", quoted(name));
                return Err(self.wrong(Code::Result.name(), value, message));
            }
            let is_number = value.starts_with(|first: char| first == '-' || first.is_ascii_digit());
            let atom = if is_number { (*value).to_owned() } else { self.text(value, name)? };
            if atom.chars().any(|c| c == ' ' || c == '\t' || is_control(c)) {
                return Err(self.wrong(
                    Code::Result.name(),
                    value,
                    format!("{} has blanks or control characters", quoted(&atom)),
                ));
            }
            let start = text.len() + 1;
            text += &format!(" {name}={atom}");
            places.push((start..text.len(), value));
            pairs.push((name.clone(), atom));
        }
        let read = Ending::read(Text::new(&text)).map_err(|wrong| {
            let byte = wrong.primary.at.start as usize;
            let place = places.iter().find(|(range, _)| range.contains(&byte));
            let at = self.at(place.map_or(raw, |(_, value)| value));
            let others = Vec::new();
            Box::new(Diagnostic { primary: crate::Label { at, ..wrong.primary }, others, ..*wrong })
        })?;
        let last = record.moves().filter_map(|played| played.text.clock).last();
        if let (Some(time), Some(last)) = (read.time(), last)
            && time < last
        {
            let message = format!("the game ends at {time} s, but a move was played at {last} s");
            let place = members.iter().find(|(name, _)| name == "time");
            let place = place.map_or(raw, |(_, value)| value);
            return Err(self.wrong(Code::Clock.name(), place, message));
        }
        Ok(RecordedEnding { result: read.result, pairs, at: self.at(raw), remark: None })
    }
}
