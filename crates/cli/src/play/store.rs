//! Games to records and back.

use pyramid_engine::{Game, RuleSet, Scoring};
use pyramid_notation::{
    BodyItem, Diagnostic, GameResult, HeaderKey, Location, MoveText, Reader, Record,
    RecordedEnding, RecordedHeader, Token, read_deal, read_games, to_move, to_token,
};

use super::act::{Outcome, not_done};
use super::playing::{Filed, Playing, Saved};
use super::reply::{How, Reply};
use super::session::Session;
use super::world::World;
use crate::failure::{Complaint, Failure};

/// A record that cannot be played on: where in the file, and why.
#[derive(Debug)]
pub(super) struct Wrong {
    at: Location,
    name: &'static str,
    message: String,
}

impl Wrong {
    fn new(at: Location, name: &'static str, message: impl Into<String>) -> Wrong {
        Wrong { at, name, message: message.into() }
    }

    /// `line LINE: message`.
    pub(super) fn in_line(&self) -> String {
        format!("line {}: {}", self.at.line, self.message)
    }

    /// `FILE:LINE:COLUMN: message`.
    fn text(&self, file: &str) -> String {
        format!("{file}:{}:{}: {}", self.at.line, self.at.column, self.message)
    }

    pub(super) fn diagnostic(self) -> Diagnostic {
        Diagnostic::named(self.name, self.at, self.message)
    }
}

/// The failure of a program that was started with a wrong file.
pub(super) fn complaint(diagnostic: Diagnostic, file: String, bytes: &[u8]) -> Failure {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        // A sign for each byte, so that places stay what they are.
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Complaint { diagnostic, origin: file, text }.into()
}

impl Session {
    /// `save`.
    pub(super) fn save(&mut self, argument: &str, world: &mut dyn World) -> Outcome {
        let refuse = |text: String| not_done("saved", "io", text);
        let own = match &self.par_match {
            Some(par_match) => Some(par_match.file.clone()),
            None => self.playing.saved.as_ref().map(|saved| saved.file.clone()),
        };
        let text = match &self.par_match {
            Some(par_match) => par_match.text(&self.playing).map_err(refuse)?,
            None => self.playing.to_record().to_string(),
        };
        let file = match argument {
            "-" => return Ok(vec![Reply::Record { text }]),
            "" if own.is_none() && self.keeper.as_ref().is_some_and(|keeper| !keeper.trouble) => {
                return Ok(vec![Reply::SavedAnyway]);
            }
            "" => own.clone().ok_or_else(|| {
                not_done("saved", "argument", "save takes a file, such as save ann.pyr, or a dash")
            })?,
            file => file.to_owned(),
        };
        let known = own.as_ref() == Some(&file);
        let games = self.match_facts().map(|facts| facts.game);
        match &mut self.par_match {
            Some(_) if known => self.save_match(world).map_err(refuse)?,
            Some(par_match) => {
                if par_match.copy.as_ref() != Some(&file) {
                    may_write(&file, false, world).map_err(refuse)?;
                }
                world.write(&file, &text).map_err(refuse)?;
                par_match.copy = Some(file.clone());
            }
            None => {
                may_write(&file, known, world).map_err(refuse)?;
                world.write(&file, &text).map_err(refuse)?;
                let (items, early) = (self.playing.record.body.len(), self.playing.early);
                self.playing.saved = Some(Saved { file: file.clone(), items, early });
            }
        }
        Ok(vec![Reply::Saved { file, moves: self.playing.game.ply(), games }])
    }

    /// `load`.
    pub(super) fn load(&mut self, argument: &str, world: &mut dyn World) -> Outcome {
        self.check_no_match("loaded")?;
        self.check_no_replay("loaded")?;
        if argument.is_empty() {
            let text = "load takes a file, such as load ann.pyr";
            return Err(not_done("loaded", "argument", text));
        }
        let refuse = |text| not_done("loaded", "io", text);
        let (archive, bytes) = match world.archived(argument) {
            Some((name, bytes)) => (Some(name), Some(bytes)),
            None => (None, world.read(argument).map_err(refuse)?),
        };
        let bytes = bytes.ok_or_else(|| refuse(format!("there is no file {argument}")))?;
        if archive.is_some() && archive.as_deref() == self.playing.archived_as() {
            return Err(refuse(format!("{argument} is the game on the table")));
        }
        let (mut playing, notice) = read_record(&bytes, argument)
            .map_err(|wrong| not_done("loaded", wrong.name, wrong.text(argument)))?;
        playing.filed = Some(Filed::now(&playing, archive));
        let how = How::Loaded { file: argument.to_owned(), moves: playing.game.ply() };
        self.deal(playing, how, notice, world)
    }
}

/// Refuses to write over what is no record, unless the game is known to be there, and over several
/// games.
fn may_write(file: &str, known: bool, world: &mut dyn World) -> Result<(), String> {
    let bytes = world.read(file)?.unwrap_or_default();
    let games = read_games(Reader::new(&bytes[..])).flatten();
    match games.filter(|game| game.end.is_some()).count() {
        0 if !bytes.is_empty() && !known => Err(format!("{file} is there and is no recorded game")),
        0 | 1 => Ok(()),
        more => Err(format!("{file} holds {more} games, which would be lost")),
    }
}

impl Playing {
    /// The record as it stands, with its end if the game is over.
    pub(super) fn to_record(&self) -> Record {
        let mut record = self.record.clone();
        let Some(over) = self.over() else { return record };
        let result = match over {
            "lost" => GameResult::Lost,
            "won" => GameResult::Won,
            _ => GameResult::Resigned,
        };
        let mut pairs = Vec::new();
        if let Some(reason) = self.reason() {
            pairs.push(("reason".to_owned(), reason.name().to_owned()));
        }
        if let Some(score) = self.game.score() {
            pairs.push(("score".to_owned(), score.to_string()));
        }
        pairs.push(("moves".to_owned(), self.game.ply().to_string()));
        record.ending = Some(RecordedEnding { result, pairs, at: Location::START, remark: None });
        record
    }
}

/// A game of a file, from 1, what else is to be said of it, and how many games there are.
pub(super) fn nth_game(
    bytes: &[u8],
    number: usize,
) -> Result<(Record, Vec<Diagnostic>, usize), Wrong> {
    let mut found = (None, Vec::new());
    let mut count = 0;
    for (index, read) in read_games(Reader::new(bytes)).filter_map(Result::ok).enumerate() {
        if index + 1 == number {
            found = (read.record, read.problems);
        }
        count += usize::from(read.end.is_some());
    }
    if let Some(error) = found.1.iter().find(|problem| problem.is_error()) {
        return Err(Wrong::new(error.primary.at, error.name, error.message.clone()));
    }
    let Some(record) = found.0 else {
        let text = match count {
            0 => "there is no recorded game here".to_owned(),
            count => format!("there is no game {number}; the file has {count}"),
        };
        return Err(Wrong::new(Location::START, "no-game", text));
    };
    Ok((record, found.1, count))
}

/// Reads the first game of a file and plays its moves. The notice says what else there is to know.
pub(super) fn read_record(bytes: &[u8], file: &str) -> Result<(Playing, Option<String>), Wrong> {
    let (record, problems, count) = nth_game(bytes, 1)?;
    let mut notices: Vec<String> = Vec::new();
    notices.extend(warning(&problems));
    if record.header(HeaderKey::Match).is_some() {
        notices.push(format!("pyramid play --match {file} goes on with the match it is of"));
    }
    if count > 1 {
        notices.push(format!("the file has {count} games, and this is the first"));
    }
    let mut playing = replay(record)?;
    playing.saved = Some(Saved {
        file: file.to_owned(),
        items: playing.record.body.len(),
        early: playing.early,
    });
    Ok((playing, (!notices.is_empty()).then(|| notices.join("; "))))
}

/// The first warning worth telling.
pub(super) fn warning(problems: &[Diagnostic]) -> Option<String> {
    let warning = problems.iter().find(|problem| problem.name != "unfinished")?;
    Some(format!("line {}: {}", warning.primary.at.line, warning.message))
}

/// Deals a record's game and plays its moves.
pub(super) fn replay(mut record: Record) -> Result<Playing, Wrong> {
    let whole = Location::START;
    let rules = record
        .header(HeaderKey::Rules)
        .ok_or_else(|| Wrong::new(whole, "rules", "the record does not say its rules"))?;
    let rules_at = rules.at;
    let rules: RuleSet = rules.value.parse().map_err(|error: pyramid_engine::RulesLineError| {
        Wrong::new(rules_at, error.name(), error.to_string())
    })?;
    let layout = rules.layout();
    let read = |header: &RecordedHeader| {
        read_deal(&header.value, &layout).map_err(|error| {
            let at = header.at.part(&header.value, error.span);
            Wrong::new(at, error.kind.name(), error.kind.to_string())
        })
    };
    let deal = record.header(HeaderKey::Deal).map(read).transpose()?;
    let from = record.header(HeaderKey::From).map(|from| Ok((from.at, read(from)?))).transpose()?;
    let (deal, source) = match (deal, from) {
        (Some(deal), Some((at, from))) if deal.deal != from.deal => {
            return Err(Wrong::new(at, "from", "this gives another deal than the cards above"));
        }
        (Some(deal), from) => (deal.deal, from.and_then(|(_, from)| from.source).or(deal.source)),
        (None, Some((_, from))) => (from.deal, from.source),
        (None, None) => return Err(Wrong::new(whole, "deal", "the record has no deal")),
    };
    let mut playing = Playing::deal(rules, &deal, source);
    record.set_header(HeaderKey::Rules, rules.to_string());
    record.set_header(HeaderKey::Deal, deal.write(&layout));
    if let Some(source) = &playing.source {
        record.set_header(HeaderKey::From, source.to_string());
    }
    for played in record.moves_mut() {
        let text = step(&mut playing, &played.text, played.at)?;
        played.respell(text);
    }
    let ending = record.ending.take();
    record.body.extend(record.after.drain(..).map(BodyItem::Comment));
    if let Some(ending) = ending {
        playing.early = early(&playing.game, &ending)?;
    }
    playing.record = record;
    Ok(playing)
}

/// Plays one token; gives it in its canonical form.
fn step(playing: &mut Playing, text: &MoveText, at: Location) -> Result<MoveText, Wrong> {
    let game = &mut playing.game;
    let refuse = |refusal: pyramid_engine::Refusal, game: &Game| {
        Wrong::new(at, refusal.name(), refusal.explain(game.layout()))
    };
    let token = match text.token {
        Token::Hint => {
            playing.hints += 1;
            Token::Hint
        }
        Token::Undo(moves) => {
            for _ in 0..moves {
                game.undo().map_err(|refusal| refuse(refusal, game))?;
            }
            playing.undos += moves as usize;
            Token::Undo(moves)
        }
        token => {
            let m = to_move(game.setup(), game.state(), &token);
            let m = m.map_err(|refusal| refuse(refusal, game))?;
            let Some(m) = m else { return Ok(*text) };
            let canonical = to_token(game.setup(), game.state(), m);
            game.play(m).map_err(|refusal| refuse(refusal, game))?;
            canonical
        }
    };
    playing.seen.add(playing.game.setup(), playing.game.state());
    Ok(MoveText { token, ..*text })
}

/// How the player ended the game, if the rules had not.
fn early(game: &Game, ending: &RecordedEnding) -> Result<Option<&'static str>, Wrong> {
    let status = game.status();
    let stopped = game.layout().rules().score == Scoring::Par && game.setup().is_won(game.state());
    let wrong = |message: String| Err(Wrong::new(ending.at, "result", message));
    match (ending.result, status.is_over()) {
        (GameResult::Resigned, false) if stopped => {
            wrong("the tableau is cleared, so a stopped par game is won".to_owned())
        }
        (GameResult::Resigned, false) => Ok(Some("resigned")),
        (GameResult::Open, false) => Ok(None),
        (GameResult::Won, false) if stopped => Ok(Some("stopped")),
        (GameResult::Won | GameResult::Lost, true) if ending.result.name() == status.name() => {
            Ok(None)
        }
        (result, true) => {
            wrong(format!("the record says {result}, but the game is {}", status.name()))
        }
        (result, false) => wrong(format!("the record says {result}, but the game is not over")),
    }
}
