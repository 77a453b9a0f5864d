//! One game's claims against its replay.

use std::collections::HashMap;
use std::sync::Arc;

use pyramid_engine::{Game, Layout, Refusal, RuleSet};
use pyramid_notation::{
    Code, Diagnostic, Ending, Header, HeaderKey, Location, Played, Text, Token, read_match,
    to_move, to_token, write_position,
};

use crate::conditions::{self, Kept};
use crate::explain;
use crate::judgement::{Judgement, Outcome};
use crate::verifier::Options;
use crate::{claims, start};

/// Why a game is not valid; boxed, since it is rare and large.
pub(crate) type Wrong = Box<Diagnostic>;

/// The rules lines that are kept with their layouts; a file names few.
const KEPT_RULES: usize = 64;

/// A header value that is needed later.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) text: String,
    pub(crate) at: Location,
}

impl Value {
    fn of(text: Text<'_>) -> Value {
        Value { text: text.text.to_owned(), at: text.at }
    }
}

/// What is known about the game that is being read.
pub(crate) struct Check {
    pub(crate) options: Options,
    pub(crate) kept: Kept,
    layouts: HashMap<String, (RuleSet, Arc<Layout>)>,
    pub(crate) rules: Option<(RuleSet, Arc<Layout>)>,
    pub(crate) deal: Option<Value>,
    pub(crate) from: Option<Value>,
    /// Where the game begins.
    pub(crate) begins: Location,
    pub(crate) rules_at: Location,
    match_game: Option<(u8, Location)>,
    pub(crate) game: Option<Box<Game>>,
    /// The game before, whose memory the next one takes over.
    spare: Option<Box<Game>>,
    /// Where the moves stand in the text that stand in the game.
    at: Vec<Location>,
    undone: usize,
    hints: usize,
    pub(crate) first_undo: Option<Location>,
    pub(crate) first_hint: Option<Location>,
    /// Where the result stands.
    pub(crate) ended: Option<Location>,
}

impl Check {
    pub(crate) fn new(options: Options) -> Check {
        Check {
            options,
            kept: Kept::default(),
            layouts: HashMap::new(),
            rules: None,
            deal: None,
            from: None,
            begins: Location::START,
            rules_at: Location::START,
            match_game: None,
            game: None,
            spare: None,
            at: Vec::new(),
            undone: 0,
            hints: 0,
            first_undo: None,
            first_hint: None,
            ended: None,
        }
    }

    /// Forgets the game before.
    pub(crate) fn begin(&mut self, at: Location) {
        self.begins = at;
        self.rules = None;
        self.deal = None;
        self.from = None;
        self.match_game = None;
        self.spare = self.game.take().or(self.spare.take());
        self.at.clear();
        self.undone = 0;
        self.hints = 0;
        self.first_undo = None;
        self.first_hint = None;
        self.ended = None;
    }

    pub(crate) fn header(&mut self, header: &Header<'_>) -> Result<(), Wrong> {
        // What may have been longer claims nothing.
        if header.open {
            return Ok(());
        }
        let value = header.value;
        match header.known {
            Some(HeaderKey::Rules) => self.read_rules(value)?,
            Some(HeaderKey::Deal) => self.deal = Some(Value::of(value)),
            Some(HeaderKey::From) => self.from = Some(Value::of(value)),
            Some(HeaderKey::Match) => {
                self.match_game = read_match(value.text).ok().map(|game| (game, value.at));
            }
            _ => {}
        }
        Ok(())
    }

    fn read_rules(&mut self, line: Text<'_>) -> Result<(), Wrong> {
        let rules = match self.layouts.get(line.text) {
            Some((rules, layout)) => (*rules, layout.clone()),
            None => {
                let rules: RuleSet =
                    line.text.parse().map_err(|error| explain::rules(line, &error))?;
                if self.layouts.len() == KEPT_RULES {
                    self.layouts.clear();
                }
                let kept = (rules, Arc::new(rules.layout()));
                self.layouts.insert(line.text.to_owned(), kept.clone());
                kept
            }
        };
        if self.options.strict {
            self.canonical(line.at, line.text, &rules.0.to_string())?;
        }
        self.rules = Some(rules);
        self.rules_at = line.at;
        Ok(())
    }

    pub(crate) fn canonical(
        &self,
        at: Location,
        written: &str,
        canonical: &str,
    ) -> Result<(), Wrong> {
        if written == canonical {
            return Ok(());
        }
        let message = format!("this is not the canonical spelling, which is `{canonical}`");
        Err(Box::new(Diagnostic::new(Code::NotCanonical, at, message)))
    }

    /// Deals the game, when its headers are complete.
    fn start(&mut self) -> Result<&mut Game, Wrong> {
        if self.game.is_none() {
            let setup = start::deal(self)?;
            if let Some((_, at)) = self.match_game {
                start::match_rules(self, at)?;
            }
            self.game = Some(match self.spare.take() {
                Some(mut game) => {
                    game.restart(setup);
                    game
                }
                None => Box::new(Game::from_setup(setup)),
            });
        }
        match &mut self.game {
            Some(game) => Ok(game),
            None => unreachable!("it was dealt above"),
        }
    }

    /// Plays a move. One that may have been cut off at the end of the input is only played if it
    /// can be: the record is truncated, not wrong.
    pub(crate) fn play(&mut self, at: Location, played: &Played<'_>) -> Result<(), Wrong> {
        match self.play_whole(at, played) {
            Err(_) if played.open && self.game.is_some() => Ok(()),
            result => result,
        }
    }

    fn play_whole(&mut self, at: Location, played: &Played<'_>) -> Result<(), Wrong> {
        let strict = self.options.strict;
        if self.game.is_none() {
            self.start()?;
        }
        let Some(game) = &mut self.game else { unreachable!("it was dealt above") };
        let token = &played.text.token;
        match to_move(game.setup(), game.state(), token) {
            Ok(Some(m)) => {
                if strict {
                    let canonical = to_token(game.setup(), game.state(), m);
                    if canonical != *token {
                        let canonical = canonical.to_string();
                        let token = token.to_string();
                        return self.canonical(at, &token, &canonical);
                    }
                }
                match game.play(m) {
                    Ok(()) => {
                        self.at.push(at);
                        Ok(())
                    }
                    Err(refusal) => Err(self.refused(at, played, &refusal)),
                }
            }
            Ok(None) => self.undo_or_hint(at, played),
            // A game that is over has no legal move, whatever the token says.
            Err(_) if game.status().is_over() => Err(self.refused(at, played, &Refusal::GameOver)),
            Err(refusal) => Err(self.refused(at, played, &refusal)),
        }
    }

    fn undo_or_hint(&mut self, at: Location, played: &Played<'_>) -> Result<(), Wrong> {
        let Token::Undo(count) = played.text.token else {
            self.hints += 1;
            self.first_hint.get_or_insert(at);
            return Ok(());
        };
        self.first_undo.get_or_insert(at);
        let stand = self.game.as_ref().map_or(0, |game| game.ply());
        if count as usize > stand {
            return Err(self.refused(at, played, &Refusal::NothingToUndo));
        }
        for _ in 0..count {
            let undone = self.game.as_mut().map_or(Err(Refusal::NothingToUndo), |game| game.undo());
            if let Err(refusal) = undone {
                return Err(self.refused(at, played, &refusal));
            }
            self.at.pop();
            self.undone += 1;
        }
        Ok(())
    }

    fn refused(&self, at: Location, played: &Played<'_>, refusal: &Refusal) -> Wrong {
        match &self.game {
            Some(game) => {
                let scene = explain::Scene { game, deal: self.deal.as_ref(), moves: &self.at };
                Box::new(scene.refused(at, played, refusal))
            }
            None => Box::new(Diagnostic::named(refusal.name(), at, "the game has not begun")),
        }
    }

    pub(crate) fn ending(&mut self, ending: &Ending<'_>) -> Result<(), Wrong> {
        let game = self.start()?;
        claims::check(game, ending)?;
        self.ended = Some(ending.text.part(0..ending.result.name().len()).at);
        Ok(())
    }

    /// The last look at a game, which may not have been dealt yet if it has no moves.
    pub(crate) fn finish(&mut self, outcome: Outcome) -> Result<(), Wrong> {
        if let Err(wrong) = self.start() {
            // A record that breaks off among its headers may have had the rest of them.
            return if outcome == Outcome::Truncated { Ok(()) } else { Err(wrong) };
        }
        conditions::at_end(self, outcome)
    }

    /// Writes into the judgement what was counted.
    pub(crate) fn count(&self, judgement: &mut Judgement) {
        if let Some(game) = &self.game {
            judgement.moves = game.ply();
            judgement.score = game.score();
        }
        judgement.undone = self.undone;
        judgement.hints = self.hints;
        judgement.match_game = self.match_game;
    }

    /// The number of moves that stand and the position after them.
    pub(crate) fn position(&self) -> Option<(usize, String)> {
        let game = self.game.as_ref()?;
        Some((game.ply(), write_position(game.setup(), game.state())))
    }
}
