//! The canonical form of a record, which takes its game to be replayed.

use std::sync::Arc;

use pyramid_engine::{Game, Refusal, RuleSet};

use crate::deal::{DealTextErrorKind, Source, read_deal};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::HeaderKey;
use crate::moves::{to_move, to_token};
use crate::record::{HeadLine, Record};
use crate::span::Location;
use crate::spelling::{claim, header_value};
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
/// The rules line is that of the rules, `deal:` is there and written as cards, `from:` is there if
/// the deal was given by a name, every value has its canonical spelling, and every move is the
/// canonical token of the move that was played. Comments, remarks, marks, clocks, hints, unknown
/// keys and what the end says stay.
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
    spell_values(&mut record);
    let game = deal(&mut record).and_then(|game| replay(&mut record, game));
    Canonical { record, game }
}

/// Writes the headers that say what is played, and deals it.
fn deal(record: &mut Record) -> Result<Game, Box<Diagnostic>> {
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
    record.set_header(HeaderKey::Deal, read.deal.write(&layout));
    if let Some(source) = read.source
        && record.header(HeaderKey::From).is_none()
    {
        record.set_header(HeaderKey::From, source.to_string());
    }
    Ok(Game::new(layout, &read.deal))
}

/// Writes values canonically that can be read without the rules.
fn spell_values(record: &mut Record) {
    for line in &mut record.head {
        if let HeadLine::Header(header) = line
            && let Some(key) = HeaderKey::from_name(&header.key)
        {
            header.value = header_value(key, &header.value).into_owned();
        }
    }
    for (name, value) in record.ending.iter_mut().flat_map(|ending| &mut ending.pairs) {
        *value = claim(name, value).into_owned();
    }
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
