//! The full-screen game on a screen in memory, for fuzzing.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use pyramid_engine::{Deal, RuleSet};
use ratatui::Terminal;
use ratatui::backend::{Backend, TestBackend};

use super::model::Model;
use super::theme::Colours;
use super::update::{Effect, update};
use super::view::view;
use crate::board::{BoardStyle, Symbols};
use crate::play::fuzzing::{Desk, sit};

/// A game on a screen in memory.
pub struct Screen {
    model: Model,
    desk: Desk,
    terminal: Terminal<TestBackend>,
}

/// The keys that are no characters.
const KEYS: [KeyCode; 14] = [
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Backspace,
    KeyCode::Delete,
];

/// What a mouse can do.
const GESTURES: [MouseEventKind; 5] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Right),
    MouseEventKind::ScrollUp,
    MouseEventKind::ScrollDown,
    MouseEventKind::Moved,
];

impl Screen {
    /// Sits down to a deal.
    pub fn new(rules: RuleSet, deal: &Deal) -> Screen {
        let symbols = Symbols::Unicode;
        let (seat, greeting) = sit(rules, deal, BoardStyle { symbols, paint: None, width: 80 });
        let model = Model::new(seat, greeting, symbols, Colours::True, (80, 24));
        let terminal = terminal(model.size);
        Screen { model, desk: Desk::default(), terminal }
    }

    /// Takes an event in that three bytes stand for: its kind, and two that say more. A letter is
    /// itself. Gives whether the player is still there.
    pub fn happens(&mut self, [kind, a, b]: [u8; 3]) -> bool {
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let event = match kind {
            b' '..=b'~' => Event::Key(key(KeyCode::Char(kind.into()))),
            0x80..=0x9f => Event::Key(key(KEYS[usize::from(kind) % KEYS.len()])),
            0xa0..=0xbf => Event::Mouse(MouseEvent {
                kind: GESTURES[usize::from(kind) % GESTURES.len()],
                column: a.into(),
                row: b.into(),
                modifiers: KeyModifiers::NONE,
            }),
            0xc0..=0xdf => Event::Resize(a.into(), b.into()),
            0xe0..=0xef => {
                let code =
                    KeyCode::Char(char::from_u32(u32::from(a) << 8 | u32::from(b)).unwrap_or('?'));
                Event::Key(KeyEvent { kind: KeyEventKind::Repeat, ..key(code) })
            }
            _ => Event::Key(KeyEvent::new(KeyCode::Char(a.into()), KeyModifiers::CONTROL)),
        };
        if let Some(Effect::Line(line)) = update(&mut self.model, &event) {
            self.model.line(&line, &mut self.desk);
        }
        if matches!(event, Event::Resize(..)) {
            self.terminal = terminal(self.model.size);
        }
        !self.model.seat.has_left()
    }

    /// Draws. Gives columns and lines of the screen, and where the cursor is.
    pub fn draw(&mut self) -> ((u16, u16), (u16, u16)) {
        let (width, height) = self.model.size;
        let Ok(_) = self.terminal.draw(|frame| view(&self.model, frame));
        let Ok(cursor) = self.terminal.backend_mut().get_cursor_position();
        ((width, height), (cursor.x, cursor.y))
    }

    /// How many moves stand, which are all legal: the record says no other.
    pub fn ply(&self) -> usize {
        self.model.seat.ply()
    }
}

/// A blank screen.
fn terminal((width, height): (u16, u16)) -> Terminal<TestBackend> {
    let Ok(terminal) = Terminal::new(TestBackend::new(width, height));
    terminal
}
