//! A game on the table with its record, and what a change of it comes to.

use std::sync::Arc;

use pyramid_engine::{
    Deal, Game, Goal, Matching, Move, Passes, Place, PlaceName, Reason, RuleSet, Rules, Scoring,
    Stock,
};
use pyramid_notation::{
    BodyItem, HeaderKey, Location, Mark, MoveText, Record, RecordedMove, Source, Token, read_deal,
};

use super::facts::{At, CellNow, Counts, GameFacts, Now, StockNow, WasteNow};
use super::seen::Seen;
use super::view::View;
use crate::table::Table;

/// A game on the table.
#[derive(Clone, Debug)]
pub(super) struct Playing {
    pub(super) game: Game,
    pub(super) rules: RuleSet,
    /// The name of the deal.
    pub(super) source: Option<Source>,
    /// Headers, moves, undone moves and notes; the end is written when it is saved.
    pub(super) record: Record,
    pub(super) seen: Seen,
    /// The player ended it before the rules did: `resigned` or `stopped`.
    pub(super) early: Option<&'static str>,
    pub(super) undos: usize,
    pub(super) hints: usize,
    pub(super) saved: Option<Saved>,
    pub(super) filed: Option<Filed>,
}

/// A file had all of the game when it came to the table, or left it.
#[derive(Clone, Debug)]
pub(super) struct Filed {
    /// Its name, if it is in the archive.
    pub(super) archive: Option<String>,
    items: usize,
    early: Option<&'static str>,
}

impl Filed {
    /// As the game is now.
    pub(super) fn now(playing: &Playing, archive: Option<String>) -> Filed {
        Filed { archive, items: playing.record.body.len(), early: playing.early }
    }
}

/// Where the record was written, and how much of it there was.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    pub(super) file: String,
    pub(super) items: usize,
    pub(super) early: Option<&'static str>,
}

impl Playing {
    /// Deals a game and begins its record.
    pub(super) fn deal(rules: RuleSet, deal: &Deal, source: Option<Source>) -> Playing {
        let layout = Arc::new(rules.layout());
        let mut record = Record::new();
        record.set_header(HeaderKey::Rules, rules.to_string());
        record.set_header(HeaderKey::Deal, deal.write(&layout));
        if let Some(source) = &source {
            record.set_header(HeaderKey::From, source.to_string());
        }
        let app = concat!("pyramid ", env!("CARGO_PKG_VERSION"));
        record.set_header(HeaderKey::App, app);
        let game = Game::new(layout, deal);
        let (seen, early, saved) = (Seen::of(&game), None, None);
        Playing { game, rules, source, record, seen, early, undos: 0, hints: 0, saved, filed: None }
    }

    /// The game as it was dealt.
    pub(super) fn table(&self) -> Option<Table> {
        let deal = &self.record.header(HeaderKey::Deal)?.value;
        let deal = read_deal(deal, self.game.layout()).ok()?.deal;
        Some(Table {
            rules: self.rules,
            deal: Some(deal),
            source: self.source.clone(),
            setup: self.game.setup().clone(),
            notice: None,
        })
    }

    pub(super) fn view(&self) -> View<'_> {
        View { game: &self.game, seen: &self.seen }
    }

    /// `won`, `lost`, `resigned` or `stopped` when the game is over.
    pub(super) fn over(&self) -> Option<&'static str> {
        let status = self.game.status();
        match self.early {
            // A par game plays on when it is won; given up then, it stays so.
            Some(_) if self.is_won() => Some("won"),
            early => early.or(status.is_over().then(|| status.name())),
        }
    }

    /// Why it is won or lost.
    pub(super) fn reason(&self) -> Option<Reason> {
        let stopped = self.early.is_some() && self.is_won();
        self.game.status().reason().or(stopped.then_some(Reason::Cleared))
    }

    /// Whether the goal is reached.
    pub(super) fn is_won(&self) -> bool {
        self.game.setup().is_won(self.game.state())
    }

    /// Whether all of it is in a file.
    pub(super) fn saved_in(&self) -> Option<&str> {
        let saved = self.saved.as_ref()?;
        let all = saved.items == self.record.body.len() && saved.early == self.early;
        all.then_some(&saved.file)
    }

    /// Whether the file it came from, or went to, has all of it.
    pub(super) fn is_filed(&self) -> bool {
        let is_all =
            |filed: &Filed| filed.items == self.record.body.len() && filed.early == self.early;
        self.filed.as_ref().is_some_and(is_all)
    }

    /// The name of the archived game that is all of it.
    pub(super) fn archived_as(&self) -> Option<&str> {
        self.filed.as_ref().filter(|_| self.is_filed())?.archive.as_deref()
    }

    /// Whether there is anything to be lost.
    pub(super) fn is_begun(&self) -> bool {
        !self.record.body.is_empty()
    }

    /// Plays a legal move and writes it down; gives its token.
    pub(super) fn play(&mut self, m: Move, mark: Option<Mark>) -> Option<Token> {
        let token = pyramid_notation::to_token(self.game.setup(), self.game.state(), m);
        self.game.play(m).ok()?;
        self.write(MoveText { mark, ..MoveText::from(token) });
        Some(token)
    }

    /// Plays the move that was taken back last.
    pub(super) fn redo(&mut self) -> Option<Token> {
        let before = *self.game.state();
        let m = self.game.redo().ok()?;
        let token = pyramid_notation::to_token(self.game.setup(), &before, m);
        self.write(MoveText::from(token));
        Some(token)
    }

    /// Takes back moves, as many as there are; gives their tokens, the last move first.
    pub(super) fn undo(&mut self, moves: usize) -> Vec<Token> {
        let mut tokens = Vec::new();
        for _ in 0..moves {
            let Ok(m) = self.game.undo() else { break };
            tokens.push(pyramid_notation::to_token(self.game.setup(), self.game.state(), m));
        }
        if let Ok(count @ 1..) = u32::try_from(tokens.len()) {
            self.write(MoveText::from(Token::Undo(count)));
            self.undos += tokens.len();
        }
        tokens
    }

    /// Writes down that a hint was shown.
    pub(super) fn hinted(&mut self) {
        self.write(MoveText::from(Token::Hint));
        self.hints += 1;
    }

    fn write(&mut self, text: MoveText) {
        self.seen.add(self.game.setup(), self.game.state());
        let played = RecordedMove { text, written: None, at: Location::START };
        self.record.body.push(BodyItem::Move(played));
    }

    /// What the game is.
    pub(super) fn facts(&self) -> GameFacts {
        GameFacts {
            deal: self.source.as_ref().map(Source::to_string),
            rules: self.rules.to_string(),
            summary: summary(self.rules.rules()),
        }
    }

    /// What was played.
    pub(super) fn counts(&self) -> Counts {
        let tally = self.game.state().tally();
        let count = |wanted: fn(Move) -> bool| self.game.moves().filter(|&m| wanted(m)).count();
        Counts {
            moves: self.game.ply(),
            pairs: tally.pairs.into(),
            kings: tally.singles.into(),
            draws: count(|m| m == Move::Draw),
            redeals: count(|m| m == Move::Redeal),
            parks: count(|m| matches!(m, Move::Park(_))),
            hints: self.hints,
            undos: self.undos,
        }
    }

    /// The state before a change.
    pub(super) fn before(&self) -> Before {
        Before { free: self.view().free(), now: self.now() }
    }

    /// How stock, wastes, cell and cards left stand.
    pub(super) fn now(&self) -> Now {
        let (view, rules) = (self.view(), self.rules.rules());
        let (setup, state) = (self.game.setup(), self.game.state());
        let stock = (rules.stock != Stock::None).then(|| StockNow {
            shows: view.stock_top(),
            left: state.stock_len(),
            redeals: if rules.wastes == 0 { Some(0) } else { state.redeals_left() },
            waste: state.wastes_len() > 0,
        });
        let wastes = if rules.stock == Stock::None { 0 } else { rules.wastes.max(1) };
        let wastes = (0..wastes).map(|waste| WasteNow {
            place: view.name(Place::Waste(waste)),
            shows: setup.free_card(state, Place::Waste(waste)),
            cards: state.waste_len(waste),
        });
        Now {
            stock,
            wastes: wastes.collect(),
            cell: (rules.cells > 0).then(|| CellNow { holds: state.cell() }),
            left: Some(view.left()),
        }
    }

    /// What is another than before, and the cards that came free in tableau and reserve.
    pub(super) fn since(&self, before: &Before) -> (Vec<At>, Now) {
        let laid = |at: &At| {
            matches!(at.place, PlaceName::Tableau { .. } | PlaceName::Reserve(_))
                && !before.free.contains(at)
        };
        let uncovered = self.view().free().into_iter().filter(laid).collect();
        let mut now = self.now();
        now.stock = now.stock.filter(|stock| {
            before.now.stock.is_none_or(|old| (old.shows, old.left) != (stock.shows, stock.left))
        });
        now.wastes.retain(|waste| !before.now.wastes.contains(waste));
        now.cell = now.cell.filter(|_| now.cell != before.now.cell);
        now.left = now.left.filter(|left| {
            before.now.left.is_none_or(|old| {
                old.tableau != left.tableau || left.all_matter && old.all != left.all
            })
        });
        (uncovered, now)
    }
}

/// A state to compare with.
pub(super) struct Before {
    free: Vec<At>,
    now: Now,
}

/// The rules in a few words: "3 passes, clear the pyramid to win".
pub(super) fn summary(rules: &Rules) -> String {
    let mut parts = Vec::new();
    match (rules.matching, rules.deck.top_value()) {
        (Matching::Sum, 13) => {}
        (Matching::Sum, top) => parts.push(format!("pairs make {top}, a king leaves alone")),
        (Matching::Sum12Qk, _) => {
            parts.push("pairs make 12 or are queen and king, nothing leaves alone".to_owned());
        }
        (Matching::Sum11Faces, _) => {
            parts.push("pairs make 11 or are two equal faces, nothing leaves alone".to_owned());
        }
        (Matching::Adjacent, _) => {
            parts.push("pairs are equal or neighbouring ranks, nothing leaves alone".to_owned());
        }
    }
    if rules.hidden {
        parts.push("covered cards lie face down".to_owned());
    }
    if rules.stock == Stock::Closed {
        parts.push("cards are drawn before they are free".to_owned());
    }
    match (rules.draw, rules.wastes) {
        (3, _) => parts.push("three at a time".to_owned()),
        (_, 3) => parts.push("three wastes".to_owned()),
        (_, 0) => parts.push("no waste".to_owned()),
        _ => {}
    }
    if rules.cells > 0 {
        parts.push("one cell".to_owned());
    }
    if rules.overlap {
        parts.push("a card may leave with the one it alone covers".to_owned());
    }
    if rules.waste_pair {
        parts.push("the two top cards of the waste may pair".to_owned());
    }
    match (rules.stock, rules.passes) {
        (Stock::None, _) => parts.push("no stock".to_owned()),
        (_, Passes::Limited(1)) => parts.push("1 pass".to_owned()),
        (_, Passes::Limited(passes)) => parts.push(format!("{passes} passes")),
        (_, Passes::Any) => parts.push("any number of passes".to_owned()),
    }
    let tableau = super::view::noun(rules.layout);
    parts.push(match (rules.goal, rules.score) {
        (_, Scoring::Par) => format!("clear the {tableau} early, few cards left score best"),
        (Goal::Pyramid, _) => format!("clear the {tableau} to win"),
        (Goal::Table, _) => match (rules.reserve, rules.cells) {
            (None, _) => format!("clear {tableau} and cell to win"),
            (Some(_), 0) => format!("clear {tableau} and reserve to win"),
            (Some(_), _) => format!("clear {tableau}, reserve and cell to win"),
        },
        (Goal::Deck, _) => "clear every card to win".to_owned(),
    });
    parts.join(", ")
}
