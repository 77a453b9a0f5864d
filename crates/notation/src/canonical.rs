//! The canonical form of a record, which takes its game to be replayed.

use std::sync::Arc;

use pyramid_engine::{Game, Refusal, RuleSet};

use crate::deal::{DealTextErrorKind, Source, read_deal};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::HeaderKey;
use crate::moves::{to_move, to_token};
use crate::record::{HeadLine, Record, RecordedHeader};
use crate::span::Location;
use crate::token::{MoveText, Token};

/// A record in canonical form.
#[derive(Debug)]
#[non_exhaustive]
pub struct Canonical {
    /// The record.
    pub record: Record,
    /// The game after its last move; or what keeps it from being replayed, and then the moves are
    /// as they were written, all of them.
    pub game: Result<Game, Box<Diagnostic>>,
}

/// Brings a record into canonical form.
///
/// The rules line is that of the rules, `deal:` is there and written as cards, `from:` is written
/// canonically and there if the deal was given by a name, and every move is the canonical token of
/// the move that was played. Comments, remarks, marks, clocks, hints, unknown keys and the end stay.
/// Nothing the record claims is checked; the verifier does that.
///
/// ```
/// use pyramid_notation::{Reader, canonical, read_games};
/// let typed = "pyramid-game 1\nrules: MSC\ndeal: ms:3\nks draw 7c6d! QdAd@9\n";
/// let read = read_games(Reader::new(typed.as_bytes())).next().unwrap()?;
/// let text = canonical(read.record.unwrap()).record.to_string();
/// assert!(text.starts_with("pyramid-game 1.0\nrules: microsoft\ndeal: Kc/2dQc/7h6s8h/"));
/// assert!(text.ends_with("\nfrom: ms:3\n1. Ks >Ac 6d+7c! Ad+Qd@9.0\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn canonical(mut record: Record) -> Canonical {
    let game = deal(&mut record).and_then(|game| replay(&mut record, game));
    Canonical { record, game }
}

/// Writes the headers that say what is played, and deals it.
fn deal(record: &mut Record) -> Result<Game, Box<Diagnostic>> {
    spell_source(record);
    let missing = |code, what| {
        Box::new(Diagnostic::new(code, Location::START, format!("there is no {what}")))
    };
    let line = record.header(HeaderKey::Rules).ok_or_else(|| missing(Code::Rules, "`rules:`"))?;
    let rules: RuleSet = line.value.parse().map_err(|error: pyramid_engine::RulesLineError| {
        let at = line.at.part(&line.value, error.span.clone());
        Box::new(Diagnostic::named(error.name(), at, error.to_string()))
    })?;
    record.set_header(HeaderKey::Rules, rules.to_string());
    let layout = Arc::new(rules.layout());
    let given = record.header(HeaderKey::Deal).or_else(|| record.header(HeaderKey::From));
    let given = given.ok_or_else(|| missing(Code::Deal, "`deal:`"))?;
    if given.key == HeaderKey::From.name() && !Source::is_meant(&given.value) {
        let message = DealTextErrorKind::Source.to_string();
        return Err(Box::new(Diagnostic::new(Code::From, given.at, message)));
    }
    let read = read_deal(&given.value, &layout).map_err(|error| {
        let at = given.at.part(&given.value, error.span.clone());
        Box::new(Diagnostic::named(error.name(), at, error.to_string()))
    })?;
    put(record, HeaderKey::Deal, read.deal.write(&layout), HeaderKey::Rules);
    if let Some(source) = read.source
        && record.header(HeaderKey::From).is_none()
    {
        put(record, HeaderKey::From, source.to_string(), HeaderKey::Deal);
    }
    Ok(Game::new(layout, &read.deal))
}

/// Writes `from:` canonically if it can be read.
fn spell_source(record: &mut Record) {
    let source = record.header(HeaderKey::From).and_then(|from| Source::read(&from.value).ok());
    if let Some(source) = source {
        record.set_header(HeaderKey::From, source.to_string());
    }
}

/// Sets a header, or adds it behind another: at the end it would stand between a comment and what
/// the comment is above of.
fn put(record: &mut Record, key: HeaderKey, value: String, behind: HeaderKey) {
    if record.header(key).is_some() {
        return record.set_header(key, value);
    }
    let is_before =
        |line: &HeadLine| matches!(line, HeadLine::Header(header) if header.key == behind.name());
    let at = record.head.iter().position(is_before).map_or(record.head.len(), |at| at + 1);
    let key = key.name().to_owned();
    let header = RecordedHeader { key, value, at: Location::START, remark: None };
    record.head.insert(at, HeadLine::Header(header));
}

/// Plays the moves and respells them, if all of them can be played.
fn replay(record: &mut Record, mut game: Game) -> Result<Game, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    let mut number = 0;
    for played in record.moves() {
        number += u32::from(played.text.token.is_numbered());
        let token = play(&mut game, &played.text.token).map_err(|refusal| {
            let message = format!("move {number}: {}", refusal.explain(game.layout()));
            Box::new(Diagnostic::named(refusal.name(), played.at, message))
        })?;
        tokens.push(token);
    }
    for (played, token) in record.moves_mut().zip(tokens) {
        played.respell(MoveText { token, canonical: true, ..played.text });
    }
    Ok(game)
}

/// Plays what a token says, and gives the canonical one.
fn play(game: &mut Game, token: &Token) -> Result<Token, Refusal> {
    match to_move(game.setup(), game.state(), token)? {
        Some(m) => {
            let canonical = to_token(game.setup(), game.state(), m);
            game.play(m)?;
            Ok(canonical)
        }
        None => {
            if let Token::Undo(count) = token {
                (0..*count).try_for_each(|_| game.undo().map(drop))?;
            }
            Ok(*token)
        }
    }
}
