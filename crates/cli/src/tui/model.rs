//! All that the full-screen game knows between two events.

use std::collections::BTreeSet;

use pyramid_engine::{Card, Move, Place, Preset};

use super::entry::Entry;
use super::judged::Judged;
use super::keys::On;
use super::plan::Plan;
use super::scene::{Face, Scene, Spot, Stage};
use super::theme::Colours;
use crate::board::{BoardStyle, Symbols};
use crate::play::{Answer, Seat, World};

/// The lines that were typed last are kept, so many.
const TYPED: usize = 100;

/// The game with what is on the screen.
pub(crate) struct Model {
    pub(super) seat: Seat,
    pub(super) symbols: Symbols,
    pub(super) colours: Colours,
    /// Columns and lines of the screen.
    pub(super) size: (u16, u16),
    /// Whether the mouse is ours.
    pub(super) mouse: bool,
    /// The place the cursor stands on.
    pub(super) cursor: Place,
    /// The place that is selected.
    pub(super) mark: Option<Place>,
    /// The pairs of a pair key.
    pub(super) choice: Option<Choice>,
    /// The time that is looked at, in moves, if it is not now.
    pub(super) past: Option<usize>,
    pub(super) screen: Screen,
    pub(super) message: Message,
    /// All of the last reply.
    pub(super) reply: Vec<String>,
    /// What was typed before, the last line last.
    pub(super) typed: Vec<String>,
    /// What is known of the moves of a game that is over.
    pub(super) judged: Option<Judged>,
    /// Something is to be drawn.
    pub(super) changed: bool,
}

/// Several pairs of one pair key, of which one is shown.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) key: char,
    pub(super) moves: Vec<Move>,
    pub(super) at: usize,
}

/// What takes the keys.
#[derive(Clone, Debug)]
pub(super) enum Screen {
    Board,
    Page(Page),
    Games(Games),
    Line(Typing),
}

/// Text that can be scrolled.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) title: String,
    /// What stands in the first column, if there is one, and the text.
    pub(super) lines: Vec<(String, String)>,
    /// The first line shown.
    pub(super) top: usize,
}

/// The list of games.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    pub(super) filter: Entry,
    /// The chosen one of those that pass the filter.
    pub(super) at: usize,
}

impl Games {
    /// The games whose name has the filter in it.
    pub(super) fn found(&self) -> Vec<&'static Preset> {
        let filter = self.filter.text().to_lowercase();
        let has = |preset: &&Preset| {
            preset.aliases.iter().chain([&preset.name]).any(|name| name.contains(filter.trim()))
        };
        Preset::all().iter().filter(has).collect()
    }
}

/// A line that is being typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Typing {
    pub(super) entry: Entry,
    /// How many lines before the last it was taken from; 0 is none of them.
    pub(super) back: usize,
}

/// What is said at the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) tone: Tone,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Refused,
    Won,
}

impl Model {
    /// A game that begins.
    pub(crate) fn new(
        seat: Seat,
        greeting: Answer,
        symbols: Symbols,
        colours: Colours,
        size: (u16, u16),
    ) -> Model {
        let said: Vec<String> = greeting.said.into_iter().flatten().collect();
        let mut model = Model {
            seat,
            symbols,
            colours,
            size,
            mouse: true,
            cursor: Place::Stock,
            mark: None,
            choice: None,
            past: None,
            screen: Screen::Board,
            message: Message { text: said.join(" "), tone: Tone::Plain },
            reply: said,
            typed: Vec::new(),
            judged: None,
            changed: true,
        };
        let free = model.seat.legal().into_iter().find(|m| m.is_removal());
        let place = free.and_then(|m| places(m)[0]).unwrap_or(Place::Tableau(0));
        model.settle_near(Some(place), None);
        model
    }

    /// Which part of the key table holds now.
    pub(super) fn on(&self) -> On {
        match self.screen {
            Screen::Board => On::Board,
            Screen::Page(_) => On::Page,
            Screen::Games(_) => On::Games,
            Screen::Line(_) => On::Line,
        }
    }

    /// Whether something is selected.
    pub(super) fn holds(&self) -> bool {
        self.mark.is_some() || self.choice.is_some()
    }

    /// What is shown of the game.
    pub(super) fn stage(&self) -> Stage<'_> {
        let past = self.past.and_then(|ply| self.seat.state_at(ply));
        let state = past.unwrap_or(self.seat.state());
        Stage { setup: self.seat.setup(), state, symbols: self.symbols }
    }

    /// Where everything stands on the screen.
    pub(super) fn plan(&self) -> Plan {
        Plan::new(self.stage(), self.size, self.focus())
    }

    /// How boards in replies are drawn.
    pub(super) fn style(&self) -> BoardStyle {
        BoardStyle { symbols: self.symbols, paint: None, width: self.size.0.into() }
    }

    /// The place the cursor is shown at.
    pub(super) fn focus(&self) -> Place {
        match (self.past, &self.choice) {
            (Some(_), _) => self.shown_move().map_or(self.cursor, first_place),
            (None, Some(choice)) => {
                choice.moves.get(choice.at).map_or(self.cursor, |&m| first_place(m))
            }
            (None, None) => self.cursor,
        }
    }

    /// The move whose cards are shown as selected: that of a pair key, or the one that followed in
    /// the past.
    pub(super) fn shown_move(&self) -> Option<Move> {
        match (self.past, &self.choice) {
            (Some(ply), _) => self.seat.move_at(ply),
            (None, Some(choice)) => choice.moves.get(choice.at).copied(),
            (None, None) => None,
        }
    }

    /// The places shown as selected.
    pub(super) fn marked(&self) -> Vec<Place> {
        match self.shown_move() {
            Some(m) => places(m).into_iter().flatten().collect(),
            None => self.mark.filter(|_| self.past.is_none()).into_iter().collect(),
        }
    }

    /// The removals of a place: each with the other place, which is itself for two cards of one
    /// waste and none for a card that leaves alone.
    pub(super) fn removals(&self, place: Place) -> Vec<(Move, Option<Place>)> {
        let legal = self.seat.legal().into_iter();
        legal.filter(|m| m.is_removal()).filter_map(|m| Some((m, other(m, place)?))).collect()
    }

    /// The partners of the selected card in their order on the board.
    pub(super) fn partners(&self) -> Vec<Place> {
        let Some(mark) = self.mark.filter(|_| self.past.is_none()) else { return Vec::new() };
        let set: BTreeSet<Place> =
            self.removals(mark).into_iter().filter_map(|(_, other)| other).collect();
        set.into_iter().collect()
    }

    /// What is said of a card's partners: each with its place.
    pub(super) fn partner_names(&self, place: Place) -> Vec<String> {
        let name = |(m, other): (Move, Option<Place>)| {
            let Some(other) = other else { return "no other: it leaves alone".to_owned() };
            let cards = self.seat.setup().cards_of(self.seat.state(), m);
            let places = places(m);
            // Of two cards of one waste it is the lower one.
            let second = usize::from(places[0] != Some(other) || places[0] == places[1]);
            let card = cards[second].map(|card| self.symbols.card(card)).unwrap_or_default();
            format!("{card} ({})", self.place_words(other))
        };
        self.removals(place).into_iter().map(name).collect()
    }

    /// A place in a list of cards: the piles have words, the others numbers.
    fn place_words(&self, place: Place) -> String {
        match place {
            Place::Stock => "stock".to_owned(),
            Place::Waste(waste) if self.seat.rules().rules().wastes == 3 => {
                format!("W{}", waste + 1)
            }
            Place::Waste(_) => "waste".to_owned(),
            Place::Cell => "cell".to_owned(),
            Place::Tableau(_) | Place::Reserve(_) => self.seat.place_name(place),
        }
    }

    /// What lies open at a place.
    pub(super) fn card_text(&self, place: Place) -> Option<String> {
        let card = self.seat.setup().free_card(self.seat.state(), place)?;
        Some(self.symbols.card(card))
    }

    /// Says something.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), tone: Tone::Plain };
    }

    /// Does a line of the line game and shows what comes of it.
    pub(crate) fn line(&mut self, line: &str, world: &mut dyn World) {
        let (spot, start) = (self.position(), *self.seat.setup().start());
        let answer = self.seat.line(line, self.style(), world);
        self.take(line, answer);
        if self.seat.setup().start() != &start {
            self.judged = None;
        }
        self.settle_near(Some(self.cursor), spot);
        self.changed = true;
    }

    /// The player leaves, or is made to: saves what is saved without being asked, and gives what is
    /// said of it.
    pub(super) fn leave(&mut self, world: &mut dyn World) -> Result<Vec<String>, String> {
        if self.seat.has_left() {
            return Ok(std::mem::take(&mut self.reply));
        }
        let answer = self.seat.leave(self.style(), world)?;
        Ok(answer.said.into_iter().flatten().collect())
    }

    fn take(&mut self, line: &str, answer: Answer) {
        let refused = answer.is_refused;
        // What is refused changes nothing.
        let keep = self.mark.filter(|_| refused);
        (self.mark, self.choice, self.past) = (keep, None, None);
        let is_text = answer.said.iter().any(|reply| reply.len() > 1);
        self.reply = answer.said.into_iter().flatten().collect();
        let tone = match (refused, self.seat.over()) {
            (true, _) => Tone::Refused,
            (false, Some("won")) => Tone::Won,
            _ => Tone::Plain,
        };
        if is_text {
            self.say("");
            self.screen = Screen::Page(self.reply_page(line));
        } else if !self.reply.is_empty() {
            // Where a game ends the end matters more than the move before it.
            let said = &self.reply[answer.before_end.unwrap_or(0)..];
            self.message = Message { text: said.join(" "), tone };
        }
        let mut digits = line.chars().filter(char::is_ascii_digit);
        if let (Some(key), false, 1) = (digits.next(), answer.choices.is_empty(), line.len()) {
            self.choice = Some(Choice { key, moves: answer.choices, at: 0 });
            self.say_choice();
        }
    }

    /// A page with all of the last reply.
    pub(super) fn reply_page(&self, title: &str) -> Page {
        let lines = self.reply.iter().map(|line| (String::new(), line.clone())).collect();
        Page { title: title.to_owned(), lines, top: 0 }
    }

    /// Shows a page of lines.
    pub(super) fn show(&mut self, title: &str, lines: Vec<String>) {
        let lines = lines.into_iter().map(|line| (String::new(), line)).collect();
        self.screen = Screen::Page(Page { title: title.to_owned(), lines, top: 0 });
        self.changed = true;
    }

    /// Says which pair of a pair key is shown.
    pub(super) fn say_choice(&mut self) {
        let Some(Choice { key, moves, at }) = self.choice.clone() else { return };
        let Some(&m) = moves.get(at) else { return };
        let cards = self.seat.setup().cards_of(self.seat.state(), m);
        let mut cards: Vec<Card> = cards.into_iter().flatten().collect();
        cards.sort();
        let cards: Vec<String> = cards.into_iter().map(|card| self.symbols.card(card)).collect();
        let text = format!(
            "{key}: {}, {} of {}. {key} again for the next.",
            cards.join("+"),
            at + 1,
            moves.len()
        );
        self.say(text);
    }

    /// Keeps a line that was typed.
    pub(super) fn remember(&mut self, line: &str) {
        if !line.trim().is_empty() && self.typed.last().is_none_or(|last| last != line) {
            self.typed.push(line.to_owned());
            let old = self.typed.len().saturating_sub(TYPED);
            self.typed.drain(..old);
        }
    }

    /// The board as it is now, whatever is looked at: the cursor stands on it.
    fn scene_now(&self) -> Scene {
        let (width, height) = self.size;
        let stage =
            Stage { setup: self.seat.setup(), state: self.seat.state(), symbols: self.symbols };
        stage.scene(width, height)
    }

    fn position(&self) -> Option<(u16, u16)> {
        self.scene_now().spot(self.cursor).map(|spot| (spot.x, spot.y))
    }

    /// Puts the cursor on a place, or where it cannot stand there on the next open card.
    pub(super) fn settle_near(&mut self, place: Option<Place>, at: Option<(u16, u16)>) {
        let scene = self.scene_now();
        if let Some(place) = place
            && scene.stops().any(|stop| stop.place == place)
        {
            self.cursor = place;
            return;
        }
        let at = at.or_else(|| place.and_then(|p| scene.spot(p)).map(|spot| (spot.x, spot.y)));
        let (x, y) = at.unwrap_or((0, 0));
        let far = |spot: &&Spot| {
            let open = matches!(spot.face, Face::Open(_));
            (!open, 4 * u32::from(spot.y.abs_diff(y)) + u32::from(spot.x.abs_diff(x)))
        };
        self.cursor = scene.stops().min_by_key(far).map_or(Place::Stock, |spot| spot.place);
    }
}

/// The places of a move's cards.
pub(super) fn places(m: Move) -> [Option<Place>; 2] {
    match m {
        Move::Single(place) | Move::Park(place) => [Some(place), None],
        Move::Pair(a, b) => [Some(a), Some(b)],
        Move::Covered { upper, lower } => {
            [Some(Place::Tableau(upper)), Some(Place::Tableau(lower))]
        }
        Move::WastePair(waste) => [Some(Place::Waste(waste)); 2],
        Move::Draw | Move::Redeal => [Some(Place::Stock), None],
    }
}

fn first_place(m: Move) -> Place {
    places(m)[0].unwrap_or(Place::Stock)
}

/// Whether a removal takes the card at a place, and then the other place.
fn other(m: Move, place: Place) -> Option<Option<Place>> {
    let [a, b] = places(m);
    match (a == Some(place), b == Some(place)) {
        (true, _) => Some(b),
        (false, true) => Some(a),
        (false, false) => None,
    }
}
