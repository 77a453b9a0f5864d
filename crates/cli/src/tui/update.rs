//! What an event does to the model.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use pyramid_engine::{Move, Place};

use super::keys::{Act, Scroll, Time, Way, find};
use super::model::{Choice, Model, Screen, Typing};
use super::pages;

/// What only the world outside can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// A line of the line game is to be done.
    Line(String),
    /// The mouse is to be taken, or given back.
    Mouse(bool),
    /// Everything is to be drawn anew.
    Redraw,
    /// The moves are to be judged, which takes a moment.
    Judge,
    /// The archived games are to be counted.
    Stats,
    /// The terminal is to be given back for a while.
    Suspend,
}

/// Takes an event in.
pub(super) fn update(model: &mut Model, event: &Event) -> Option<Effect> {
    match event {
        // Some terminals tell of a key a second time when it is let go.
        Event::Key(key) if matches!(key.kind, KeyEventKind::Press | KeyEventKind::Repeat) => {
            model.changed = true;
            press(model, *key)
        }
        Event::Mouse(mouse) => super::mouse::update(model, *mouse),
        Event::Resize(width, height) => {
            model.changed = true;
            model.size = (*width, *height);
            // In a list the cursor may stand on what is not there in another form.
            model.settle_near(Some(model.cursor), None);
            None
        }
        _ => None,
    }
}

fn press(model: &mut Model, key: KeyEvent) -> Option<Effect> {
    match (find(model.on(), key), key.code) {
        (Some(row), code) => act(model, row.act, code),
        (None, KeyCode::Char(c)) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            type_in(model, c);
            None
        }
        _ => None,
    }
}

fn type_in(model: &mut Model, c: char) {
    match &mut model.screen {
        Screen::Line(typing) => typing.entry.insert(c),
        Screen::Games(games) => {
            games.filter.insert(c);
            games.at = 0;
        }
        Screen::Board | Screen::Page(_) => {}
    }
}

/// Does what a key or a gesture stands for.
pub(super) fn act(model: &mut Model, act: Act, code: KeyCode) -> Option<Effect> {
    // Who looks back and moves, or selects, is back first.
    let is_here = matches!(act, Act::Step(_) | Act::Next | Act::Previous | Act::Choose | Act::Park);
    if model.past.is_some() && (is_here || matches!(act, Act::Drop | Act::Pair)) {
        return look(model, Time::Now);
    }
    match act {
        Act::Step(way) => step(model, way),
        Act::Next => turn(model, true),
        Act::Previous => turn(model, false),
        Act::Choose => return choose(model),
        Act::Drop => let_go(model),
        Act::Pair => return pair(model, code),
        Act::Say("undo") => {
            return Some(Effect::Line(match model.past {
                Some(ply) => model.seat.back_to(ply),
                None => "undo".to_owned(),
            }));
        }
        Act::Say(line) => return Some(Effect::Line(line.to_owned())),
        Act::Park => {
            return Some(Effect::Line(format!("park {}", model.seat.place_name(model.cursor))));
        }
        Act::Past(time) => return look(model, time),
        Act::Ask => model.screen = Screen::Line(Typing::default()),
        Act::More => model.screen = Screen::Page(model.reply_page("The last reply")),
        Act::Verdicts if model.seat.over().is_none() => {
            model.say("Verdicts know the unseen cards, so they are for games that are over.");
        }
        Act::Verdicts => {
            model.say("Searching...");
            return Some(Effect::Judge);
        }
        Act::Help => model.screen = Screen::Page(pages::help()),
        Act::Games => model.screen = Screen::Games(Default::default()),
        Act::Stats => return Some(Effect::Stats),
        Act::Suits => {
            model.symbols = model.symbols.other();
            model.say("Suits and frames are drawn with other characters. S changes back.");
        }
        Act::Mouse => {
            model.mouse = !model.mouse;
            model.say(match model.mouse {
                true => "The mouse plays. M gives it back to the terminal.",
                false => "The mouse is the terminal's, to select text. M takes it again.",
            });
            return Some(Effect::Mouse(model.mouse));
        }
        Act::Redraw => return Some(Effect::Redraw),
        Act::Suspend => return Some(Effect::Suspend),
        Act::Scroll(scroll) => pages::scroll(model, scroll),
        Act::Close => model.screen = Screen::Board,
        Act::Accept => return pages::accept(model),
        Act::Edit(edit) => match &mut model.screen {
            Screen::Line(typing) => typing.entry.edit(edit),
            Screen::Games(games) => {
                games.filter.edit(edit);
                games.at = 0;
            }
            Screen::Board | Screen::Page(_) => {}
        },
    }
    None
}

/// To the nearest open card in a direction.
fn step(model: &mut Model, way: Way) {
    model.choice = None;
    let scene = model.plan().scene;
    let Some(from) = scene.spot(model.cursor) else { return };
    let far = |x: u16, y: u16| {
        let (right, down) = (i32::from(x) - i32::from(from.x), i32::from(y) - i32::from(from.y));
        let (ahead, aside) = match way {
            Way::Left => (-right, 4 * down.abs()),
            Way::Right => (right, 4 * down.abs()),
            Way::Up => (-4 * down, right.abs()),
            Way::Down => (4 * down, right.abs()),
        };
        (ahead > 0).then_some(ahead + 2 * aside)
    };
    let near = scene.stops().filter_map(|stop| Some((far(stop.x, stop.y)?, stop.place)));
    if let Some((_, place)) = near.min_by_key(|&(far, place)| (far, place)) {
        model.cursor = place;
    }
}

/// To the next stop, partner of the selected card, or pair of the pair key.
fn turn(model: &mut Model, forward: bool) {
    if let Some(choice) = &mut model.choice {
        let count = choice.moves.len();
        choice.at = (choice.at + if forward { 1 } else { count - 1 }) % count;
        return model.say_choice();
    }
    let mut stops = model.partners();
    if stops.is_empty() {
        stops = model.plan().scene.stops().map(|stop| stop.place).collect();
    }
    let count = stops.len();
    let next = match (stops.iter().position(|&place| place == model.cursor), forward) {
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => (at + count - 1) % count,
        (None, _) => 0,
    };
    if let Some(&place) = stops.get(next) {
        model.cursor = place;
    }
}

fn let_go(model: &mut Model) {
    if model.holds() {
        (model.mark, model.choice) = (None, None);
        model.say("");
    }
}

/// Enter: selects the card under the cursor, or plays it with the selected one.
fn choose(model: &mut Model) -> Option<Effect> {
    if let Some(Choice { moves, at, .. }) = &model.choice {
        return moves.get(*at).map(|&m| Effect::Line(model.seat.line_of(m)));
    }
    let marked = model.mark;
    let effect = touch(model, model.cursor);
    if model.mark.is_some() && marked.is_none() && !model.partners().is_empty() {
        turn(model, true);
    }
    effect
}

/// Selects a card, plays it with the selected one, or says why it does nothing.
pub(super) fn touch(model: &mut Model, place: Place) -> Option<Effect> {
    let play = |m: Move| Some(Effect::Line(model.seat.line_of(m)));
    if let Some(mark) = model.mark {
        let removals = model.removals(mark);
        let alone = removals.iter().find(|(_, other)| other.is_none()).filter(|_| place == mark);
        if let Some(&(m, _)) = removals.iter().find(|(_, other)| *other == Some(place)).or(alone) {
            return play(m);
        }
        if mark == place {
            let_go(model);
            return None;
        }
    }
    let removals = model.removals(place);
    let is_open = model.card_text(place).is_some();
    match (place, model.mark, removals.as_slice()) {
        (Place::Stock, _, _) if !is_open => Some(draw(model)),
        // The selected card with this one: the game says why not, and this one is selected.
        (_, Some(mark), removals) => {
            let (a, b) = (model.seat.place_name(mark), model.seat.place_name(place));
            model.mark = Some(place).filter(|_| !removals.is_empty());
            Some(Effect::Line(format!("{a} {b}")))
        }
        (_, None, []) => Some(Effect::Line(model.seat.card_line(place))),
        (_, None, &[(m, None)]) => play(m),
        (_, None, _) => {
            mark(model, place);
            None
        }
    }
}

/// Draws, or turns the waste over.
pub(super) fn draw(model: &Model) -> Effect {
    let line = if model.seat.state().stock_len() > 0 { "draw" } else { "redeal" };
    Effect::Line(line.to_owned())
}

fn mark(model: &mut Model, place: Place) {
    model.mark = Some(place);
    let names = model.partner_names(place);
    let card = model.card_text(place).unwrap_or_default();
    model.say(format!("{card} goes with {}.", names.join(", ")));
}

/// A pair key: the same again shows the next pair.
fn pair(model: &mut Model, code: KeyCode) -> Option<Effect> {
    let KeyCode::Char(key) = code else { return None };
    if model.choice.as_ref().is_some_and(|choice| choice.key == key) {
        turn(model, true);
        return None;
    }
    model.mark = None;
    Some(Effect::Line(key.to_string()))
}

/// Looks at another time.
pub(super) fn look(model: &mut Model, time: Time) -> Option<Effect> {
    let now = model.seat.ply();
    let at = model.past.unwrap_or(now);
    let to = match time {
        Time::Before => at.saturating_sub(1),
        Time::After => at + 1,
        Time::Start => 0,
        Time::Now => now,
    };
    (model.mark, model.choice) = (None, None);
    model.past = Some(to).filter(|&to| to < now);
    match (model.past, model.seat.name_at(to, model.symbols)) {
        (Some(_), Some(next)) => {
            let judged = model.verdict(to).map_or("", |verdict| match verdict {
                Some(true) => ", which kept the win",
                Some(false) if model.verdict_before(to) == Some(Some(true)) => {
                    ", which lost the win"
                }
                Some(false) => ", when it could not be won any more",
                None => ", of which nothing is known",
            });
            model.say(format!("Looking back: move {to} of {now}, then came {next}{judged}.",));
        }
        _ if now == 0 => model.say("Nothing was played yet."),
        _ => model.say(format!("Back at move {now}.")),
    }
    None
}

impl From<Scroll> for i64 {
    /// Lines, except for whole pages.
    fn from(scroll: Scroll) -> i64 {
        match scroll {
            Scroll::Up => -1,
            Scroll::Down => 1,
            Scroll::PageUp => -10,
            Scroll::PageDown => 10,
            Scroll::Top => -(1 << 32),
            Scroll::Bottom => 1 << 32,
        }
    }
}
