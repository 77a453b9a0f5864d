//! What the mouse does.

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use pyramid_engine::Place;

use super::keys::{Act, Scroll, Time};
use super::model::{Model, Screen};
use super::pages;
use super::update::{Effect, act, draw, look, touch};

/// Takes a mouse event in.
pub(super) fn update(model: &mut Model, mouse: MouseEvent) -> Option<Effect> {
    let wheel = match mouse.kind {
        MouseEventKind::ScrollUp => Some((Time::Before, Scroll::Up)),
        MouseEventKind::ScrollDown => Some((Time::After, Scroll::Down)),
        MouseEventKind::Down(MouseButton::Left | MouseButton::Right) => None,
        // Where the pointer is does not matter.
        _ => return None,
    };
    model.changed = true;
    match (&model.screen, wheel, mouse.kind) {
        (Screen::Board, Some((time, _)), _) => look(model, time),
        (Screen::Page(_) | Screen::Games(_), Some((_, scroll)), _) => {
            pages::scroll(model, scroll);
            None
        }
        (Screen::Board, None, MouseEventKind::Down(MouseButton::Right)) => {
            act(model, Act::Say("undo"), KeyCode::Null)
        }
        (Screen::Board, None, _) => click(model, mouse.column, mouse.row),
        (Screen::Games(_), None, MouseEventKind::Down(MouseButton::Left)) => {
            pages::click(model, mouse.row)
        }
        (Screen::Page(_), None, _) => act(model, Act::Close, KeyCode::Null),
        _ => None,
    }
}

fn click(model: &mut Model, column: u16, line: u16) -> Option<Effect> {
    if model.past.is_some() {
        return look(model, Time::Now);
    }
    let plan = model.plan();
    let Some(place) = plan.hit(column, line) else {
        return act(model, Act::Drop, KeyCode::Null);
    };
    model.choice = None;
    let selected = model.mark;
    if plan.scene.stops().any(|stop| stop.place == place) {
        model.cursor = place;
    }
    let partner = selected.is_some() && model.partners().contains(&place);
    match (place, selected) {
        // Unless it is the selected card's partner the stock is there to be drawn from.
        (Place::Stock, _) if !partner => Some(draw(model)),
        (Place::Cell, Some(mark)) if model.seat.state().cell().is_none() => {
            Some(Effect::Line(format!("park {}", model.seat.place_name(mark))))
        }
        (Place::Cell, None) if model.seat.state().cell().is_none() => {
            model.say("The cell is empty: select a card, then click here to park it.");
            None
        }
        _ => touch(model, place),
    }
}
