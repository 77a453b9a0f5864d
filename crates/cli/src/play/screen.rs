//! What the full-screen game sees of a session: lines in, what is said of them out, and the state
//! to draw.

use pyramid_engine::{Move, Passes, Place, RuleSet, Rules, Setup, State, Stock};
use pyramid_notation::{to_move, to_token};

use pyramid_solver::Course;

use super::render::{Voice, lines};
use super::reply::Reply;
use super::session::Session;
use super::world::World;
use crate::advise::Adviser;
use crate::board::{BoardStyle, Symbols};

/// A session as the full-screen game has it.
pub(crate) struct Seat {
    session: Session,
}

/// What is said of a line.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// The lines of each reply.
    pub(crate) said: Vec<Vec<String>>,
    /// How many lines are said before those of the end of the game, where it ended.
    pub(crate) before_end: Option<usize>,
    /// Something was not done.
    pub(crate) is_refused: bool,
    /// The moves that a refused line could have meant.
    pub(crate) choices: Vec<Move>,
}

impl Seat {
    /// Sits down at a session that was begun, and says its greeting.
    pub(super) fn new(session: Session, greeting: &[Reply], style: BoardStyle) -> (Seat, Answer) {
        let seat = Seat { session };
        let answer = seat.said(greeting, style);
        (seat, answer)
    }

    /// Does what a line of the line game says.
    pub(crate) fn line(&mut self, line: &str, style: BoardStyle, world: &mut dyn World) -> Answer {
        let replies = self.session.line(line, world);
        self.said(&replies, style)
    }

    /// Saves what is saved without being asked, and says how the player left.
    pub(crate) fn leave(
        &mut self,
        style: BoardStyle,
        world: &mut dyn World,
    ) -> Result<Answer, String> {
        let left = self.session.end_of_input(world)?;
        Ok(self.said(left.as_slice(), style))
    }

    fn said(&self, replies: &[Reply], style: BoardStyle) -> Answer {
        let voice = voice(style.symbols);
        let said: Vec<_> = replies.iter().map(|reply| lines(reply, voice, style)).collect();
        let end = replies.iter().position(|reply| matches!(reply, Reply::Ended(_)));
        Answer {
            before_end: end.map(|end| said[..end].iter().map(Vec::len).sum()),
            said,
            is_refused: replies.iter().any(Reply::is_refusal),
            choices: replies.iter().flat_map(|reply| self.choices(reply)).collect(),
        }
    }

    fn choices(&self, reply: &Reply) -> Vec<Move> {
        let read = |token| to_move(self.setup(), self.state(), token).ok().flatten();
        reply.choices().iter().filter_map(read).collect()
    }

    /// The player has left.
    pub(crate) fn has_left(&self) -> bool {
        self.session.is_over
    }

    /// `won`, `lost`, `resigned` or `stopped` when the game is over.
    pub(crate) fn over(&self) -> Option<&'static str> {
        self.session.playing.over()
    }

    /// The deal and its layout.
    pub(crate) fn setup(&self) -> &Setup {
        self.session.playing.game.setup()
    }

    /// The state now.
    pub(crate) fn state(&self) -> &State {
        self.session.playing.game.state()
    }

    /// The state after so many moves.
    pub(crate) fn state_at(&self, ply: usize) -> Option<&State> {
        self.session.playing.game.state_at(ply)
    }

    /// How many moves were played and stand.
    pub(crate) fn ply(&self) -> usize {
        self.session.playing.game.ply()
    }

    /// Whether a move that was taken back can be played again.
    pub(crate) fn can_redo(&self) -> bool {
        self.session.playing.game.undone().len() > 0
    }

    /// Whether a move can be played.
    pub(crate) fn can_play(&self, m: Move) -> bool {
        self.over().is_none() && self.session.playing.view().try_move(m).is_ok()
    }

    /// The legal moves that the player can know of.
    pub(crate) fn legal(&self) -> Vec<Move> {
        match self.over() {
            Some(_) => Vec::new(),
            None => self.session.playing.view().legal(),
        }
    }

    /// The move played after so many others.
    pub(crate) fn move_at(&self, ply: usize) -> Option<Move> {
        self.session.playing.game.moves().nth(ply)
    }

    /// What a move that was played is called.
    pub(crate) fn name_at(&self, ply: usize, symbols: Symbols) -> Option<String> {
        let token = to_token(self.setup(), self.state_at(ply)?, self.move_at(ply)?);
        Some(voice(symbols).token(&token))
    }

    /// Where the game so far could be won, from all of its cards.
    pub(crate) fn course(&self) -> Option<Course> {
        let course = Adviser::new().course(&self.session.playing.game, &|| false)?;
        Some(course.0)
    }

    /// The line that plays a legal move.
    pub(crate) fn line_of(&self, m: Move) -> String {
        match m {
            Move::Draw => "draw".to_owned(),
            Move::Redeal => "redeal".to_owned(),
            m => to_token(self.setup(), self.state(), m).to_string(),
        }
    }

    /// The line that takes back to the state after so many moves.
    pub(crate) fn back_to(&self, ply: usize) -> String {
        let moves = self.ply().saturating_sub(ply);
        // An end that the player made is taken back before any move.
        format!("undo {}", moves + usize::from(self.session.playing.early.is_some()))
    }

    /// What a place is called.
    pub(crate) fn place_name(&self, place: Place) -> String {
        self.setup().layout().name(place).to_string()
    }

    /// The line that says what the card at a place can do.
    pub(crate) fn card_line(&self, place: Place) -> String {
        let name = self.place_name(place);
        match self.setup().free_card(self.state(), place) {
            // A place alone may be the letter of a command.
            Some(card) => format!("{card}[{name}]"),
            None => name,
        }
    }

    /// The rules line.
    pub(crate) fn rules(&self) -> &RuleSet {
        &self.session.playing.rules
    }

    /// The name of the deal, if it has one.
    pub(crate) fn deal_name(&self) -> Option<String> {
        self.session.playing.facts().deal
    }
}

/// The rules in a few words.
pub(crate) fn summary(rules: &Rules) -> String {
    super::playing::summary(rules)
}

/// `Pass 1 of 3`; nothing in games without a stock.
pub(crate) fn pass_text(rules: &Rules, state: &State) -> Option<String> {
    let pass = state.tally().pass;
    match (rules.stock, rules.passes) {
        (Stock::None, _) => None,
        (_, Passes::Limited(passes)) => Some(format!("Pass {pass} of {passes}")),
        (_, Passes::Any) => Some(format!("Pass {pass}")),
    }
}

fn voice(symbols: Symbols) -> Voice {
    match symbols {
        Symbols::Ascii => Voice::Ascii,
        Symbols::Unicode => Voice::Unicode,
    }
}
