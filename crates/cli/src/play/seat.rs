//! A game as a program plays it: tokens in, facts out as JSON. What the program may know is decided
//! here, by the same view as in the line game.

use pyramid_engine::{Card, Game, Place, Setup, State};
use pyramid_notation::{
    Diagnostic, GameResult, HeadLine, HeaderKey, Location, MoveText, Record, RecordedEnding,
    RecordedHeader, Token, write_position,
};
use pyramid_solver::Known;
use serde::Serialize;
use serde_json::{Map, Value};

use super::cards::{self, Meaningless, Meant};
use super::facts::{Other, Why};
use super::playing::Playing;
use super::render::json;
use super::reply::Reply;
use super::seen::Seen;
use super::store::read_record;
use crate::table::Table;

/// How much of a game a program sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sight {
    /// What a player at the table sees, and has seen.
    #[default]
    Player,
    /// Every card.
    Full,
}

impl Sight {
    /// The names, in the order of help.
    pub(crate) const NAMES: [&str; 2] = ["player", "full"];

    /// The stable name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sight::Player => "player",
            Sight::Full => "full",
        }
    }

    /// Reads what [`name`](Sight::name) writes.
    pub(crate) fn from_name(name: &str) -> Option<Sight> {
        [Sight::Player, Sight::Full].into_iter().find(|sight| sight.name() == name)
    }
}

/// Why something was not done: the stable name, the facts, and a clause.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Denial {
    /// The name.
    pub(crate) name: String,
    /// The facts, without name and text.
    pub(crate) facts: Map<String, Value>,
    /// One lower-case clause.
    pub(crate) text: String,
}

impl Denial {
    /// A denial without facts.
    pub(crate) fn new(name: &str, text: impl Into<String>) -> Denial {
        Denial { name: name.to_owned(), facts: Map::new(), text: text.into() }
    }

    /// Adds a fact.
    #[must_use]
    pub(crate) fn with(mut self, fact: &str, value: impl Into<Value>) -> Denial {
        self.facts.insert(fact.to_owned(), value.into());
        self
    }

    /// The object that replies hold.
    pub(crate) fn json(self) -> Value {
        let mut object = Map::new();
        object.insert("name".to_owned(), self.name.into());
        object.extend(self.facts);
        object.insert("text".to_owned(), self.text.into());
        Value::Object(object)
    }
}

impl From<Diagnostic> for Denial {
    /// Of what is wrong with a text: where in it, and what.
    fn from(wrong: Diagnostic) -> Denial {
        Denial::new(wrong.name, wrong.message)
            .with("line", wrong.primary.at.line)
            .with("column", wrong.primary.at.column)
    }
}

impl From<Why> for Denial {
    fn from(why: Why) -> Denial {
        let mut reply = json(&Reply::NotPlayed { error: why });
        let mut facts = match reply.get_mut("error").map(Value::take) {
            Some(Value::Object(facts)) => facts,
            _ => Map::new(),
        };
        let mut text = |key| match facts.shift_remove(key) {
            Some(Value::String(text)) => text,
            _ => String::new(),
        };
        let (name, text) = (text("name"), text("text"));
        Denial { name, facts, text }
    }
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Standing {
    /// Moves that stand.
    pub(crate) ply: usize,
    /// `open`, `won` or `lost`.
    pub(crate) status: &'static str,
    /// Why it is won or lost.
    pub(crate) reason: Option<&'static str>,
    /// The position; cards that may not be known are `##` in the tableau and `?n` in the stock.
    pub(crate) position: String,
    /// The free cards: tableau, reserve, cell, wastes, stock.
    pub(crate) free: Vec<String>,
    /// The tokens of the legal moves that may be known.
    pub(crate) legal: Vec<String>,
    /// The cards that may not be known, in the order of a new pack.
    pub(crate) unseen: Vec<String>,
    /// The score, if the rules have one.
    pub(crate) score: Option<i32>,
}

/// A game with the program that sits at it.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    playing: Playing,
    sight: Sight,
    /// Whether it began with a deal, so that it can be recorded.
    dealt: bool,
}

impl Seat {
    /// Sits down to a table.
    pub(crate) fn new(table: &Table, sight: Sight) -> Seat {
        let playing = match &table.deal {
            Some(deal) => Playing::deal(table.rules, deal, table.source.clone()),
            None => {
                let game = Game::from_setup(table.setup.clone());
                let seen = Seen::of(&game);
                Playing {
                    game,
                    rules: table.rules,
                    source: None,
                    record: Record::new(),
                    seen,
                    early: None,
                    undos: 0,
                    hints: 0,
                    saved: None,
                    filed: None,
                }
            }
        };
        Seat::at(playing, sight, table.deal.is_some())
    }

    /// Sits down to a recorded game, as it stands after its moves.
    pub(crate) fn load(record: &str, sight: Sight) -> Result<Seat, Denial> {
        let read = read_record(record.as_bytes(), "record");
        let (mut playing, _) = read.map_err(|wrong| Denial::from(wrong.diagnostic()))?;
        // A game that was given up can be played on.
        playing.early = None;
        Ok(Seat::at(playing, sight, true))
    }

    fn at(mut playing: Playing, sight: Sight, dealt: bool) -> Seat {
        if sight == Sight::Full {
            playing.seen = Seen::ALL;
        }
        Seat { playing, sight, dealt }
    }

    /// How much is seen.
    pub(crate) fn sight(&self) -> Sight {
        self.sight
    }

    /// The rules line.
    pub(crate) fn rules(&self) -> String {
        self.playing.rules.to_string()
    }

    /// The name of the deal, if it has one.
    pub(crate) fn deal_name(&self) -> Option<String> {
        self.playing.source.as_ref().map(ToString::to_string)
    }

    /// The game, with every card.
    pub(crate) fn game(&self) -> &Game {
        &self.playing.game
    }

    /// Moves, undone moves and hints in the record.
    pub(crate) fn written(&self) -> usize {
        self.playing.record.body.len()
    }

    /// How the game stands.
    pub(crate) fn standing(&self) -> Standing {
        let view = self.playing.view();
        let status = view.game.status();
        Standing {
            ply: view.game.ply(),
            status: status.name(),
            reason: status.reason().map(|reason| reason.name()),
            position: self.position(),
            free: view.free().iter().map(|at| at.card.to_string()).collect(),
            legal: view.legal().iter().map(|&m| view.token(m).to_string()).collect(),
            unseen: self.unseen().iter().map(Card::to_string).collect(),
            score: view.game.score(),
        }
    }

    /// The cards that may be known, of those that can be hidden.
    pub(crate) fn known(&self) -> Known {
        let (setup, state) = self.parts();
        self.playing.seen.known(setup, state)
    }

    fn parts(&self) -> (&Setup, &State) {
        (self.playing.game.setup(), self.playing.game.state())
    }

    /// The cards in the game that may not be known.
    fn unseen(&self) -> Vec<Card> {
        let (setup, state) = self.parts();
        let Known { tableau, stock } = self.known();
        let piles = setup.piles(state);
        let laid = piles.tableau.iter().enumerate();
        let laid = laid.filter_map(|(place, card)| card.filter(|_| tableau >> place & 1 == 0));
        let mut unseen: Vec<Card> = laid.chain(piles.stock.into_iter().skip(stock)).collect();
        unseen.sort_by_key(|card| (card.suit(), card.rank()));
        unseen
    }

    /// The position as far as it may be known.
    fn position(&self) -> String {
        let (setup, state) = self.parts();
        let whole = write_position(setup, state);
        let mut fields: Vec<String> = whole.split(" | ").map(str::to_owned).collect();
        if self.sight == Sight::Full {
            return whole;
        }
        let stock = self.known().stock;
        let hidden = state.stock_len().saturating_sub(stock);
        if let Some(field) = fields.get_mut(1).filter(|_| hidden > 0) {
            field.truncate(2 * stock);
            *field += &format!("?{hidden}");
        }
        if let Some(rows) = fields.first_mut().filter(|_| setup.layout().rules().hidden) {
            *rows = self.rows();
        }
        fields.join(" | ")
    }

    /// The rows with face-down cards, as they lie on the table: a card that was seen and is covered
    /// again lies face down.
    fn rows(&self) -> String {
        let (setup, state) = self.parts();
        let piles = setup.piles(state);
        let slot = |place: u8| match piles.tableau.get(usize::from(place)).copied().flatten() {
            None => "..".to_owned(),
            Some(card) => match setup.free_card(state, Place::Tableau(place)) {
                Some(_) => card.to_string(),
                None => "##".to_owned(),
            },
        };
        let rows = setup.layout().rows().iter();
        rows.map(|row| row.places.clone().map(slot).collect()).collect::<Vec<String>>().join("/")
    }

    /// Plays the move a token means; gives its canonical token.
    pub(crate) fn play(&mut self, token: &str) -> Result<String, Denial> {
        let text =
            MoveText::read(token).map_err(|error| Denial::new("token", error.fault.to_string()))?;
        if text.clock.is_some() {
            return Err(Denial::new("token", "a move is played without a clock"));
        }
        let view = self.playing.view();
        match text.token {
            Token::Undo(_) | Token::Hint => {
                let wrong = "this is no move; undo and hint are commands of their own";
                return Err(Denial::new("token", wrong));
            }
            _ if view.game.status().is_over() => {
                let result = view.game.status().name();
                return Err(Why::from(Other::GameOver { result, new: false }).into());
            }
            // Whether the next card is this one is told by drawing it, and not before.
            Token::Draw(drawn) if !drawn.is_unnamed() && !view.knows_next() => {
                let wrong = "the next card has not been seen; a draw that does not name it is >";
                return Err(Denial::new("not-in-view", wrong));
            }
            // One card alone does not stand for a pair, as it does when it is typed.
            Token::Single(card) if !view.game.layout().leaves_alone(card.card) => {
                let refusal = pyramid_engine::Refusal::NotSingle { card: card.card };
                let text = refusal.explain(view.game.layout());
                return Err(Denial::new(refusal.name(), text).with("card", card.card.to_string()));
            }
            _ => {}
        }
        let m = match cards::read(view, &text.token.to_string()) {
            Ok(Meant::Move(m, _)) => m,
            Err(Meaningless::Why(why)) => return Err(why.into()),
            Ok(Meant::Undo(_)) | Err(Meaningless::NotCards) => {
                return Err(Denial::new("token", "this is no move"));
            }
        };
        match self.playing.play(m, text.mark) {
            Some(token) => Ok(token.to_string()),
            None => Err(Denial::new("game-over", "the game is over")),
        }
    }

    /// Takes back so many moves, or none; gives their tokens, the last move first.
    pub(crate) fn undo(&mut self, moves: u64) -> Result<Vec<String>, Denial> {
        let ply = self.playing.game.ply();
        match usize::try_from(moves).ok().filter(|&moves| moves <= ply) {
            Some(moves) => Ok(self.playing.undo(moves).iter().map(Token::to_string).collect()),
            None if ply == 0 => Err(Why::from(Other::NothingToUndo).into()),
            None => {
                let few = Other::TooFew { asked: moves, moves: ply, again: false };
                let text = Denial::from(Why::from(few)).text;
                Err(Denial::new("nothing-to-undo", text).with("asked", moves).with("ply", ply))
            }
        }
    }

    /// Writes down that a hint was given.
    pub(crate) fn hinted(&mut self) {
        self.playing.hinted();
    }

    /// The record. A player's has the name of the deal and not its cards.
    pub(crate) fn record(&self) -> Result<Record, Denial> {
        if !self.dealt {
            let text = "a game that was set up from a position has no record";
            return Err(Denial::new("deal", text));
        }
        let mut record = self.playing.to_record();
        if self.sight == Sight::Player {
            if record.header(HeaderKey::From).is_none() {
                let text = "a record shows every card, and this deal has no name to stand for it";
                return Err(Denial::new("not-in-view", text));
            }
            let deal = |line: &HeadLine| matches!(line, HeadLine::Header(header) if header.key == HeaderKey::Deal.name());
            record.head.retain(|line| !deal(line));
        }
        Ok(record)
    }

    /// Gives the game up; true if that wins it, as in a par game whose tableau is gone.
    pub(crate) fn resign(&mut self) -> bool {
        self.playing.early = Some("resigned");
        self.playing.over() == Some("won")
    }

    /// The record with every card and an end, for the one who keeps the records: who has played,
    /// and how it came out in the words of `x-bot`.
    pub(crate) fn record_of(&self, player: Option<&str>, outcome: &str) -> Record {
        let mut record = self.playing.to_record();
        if let Some(player) = player {
            record.set_header(HeaderKey::Player, player);
        }
        let (key, value, at) = ("x-bot".to_owned(), outcome.to_owned(), Location::START);
        record.head.push(HeadLine::Header(RecordedHeader { key, value, at, remark: None }));
        record.ending.get_or_insert_with(|| RecordedEnding {
            result: GameResult::Open,
            pairs: vec![("moves".to_owned(), self.playing.game.ply().to_string())],
            at: Location::START,
            remark: None,
        });
        record
    }
}
