//! Games played on screens in memory.

use std::collections::HashMap;

use clap::Parser;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::model::Model;
use super::theme::Colours;
use super::update::{Effect, update};
use super::view::view;
use crate::args::{Cli, Command};
use crate::board::Symbols;
use crate::io::Io;
use crate::play;

mod colours;
mod events;
mod frames;
mod keys;
mod wins;

/// The sizes at which each layout is looked at.
const SIZES: [(u16, u16); 4] = [(120, 40), (80, 24), (44, 12), (24, 8)];

/// A game on a screen.
struct Table {
    io: Io,
    model: Model,
}

/// A game of these rules.
fn table(rules: &str, deal: &str, symbols: Symbols, size: (u16, u16)) -> Table {
    let signs = if symbols == Symbols::Unicode { "unicode" } else { "ascii" };
    let (mut io, ..) = Io::memory(&["tui", "new", deal, "--rules", rules, "--symbols", signs], "");
    let Some(Command::Tui(args)) = Cli::try_parse_from(io.args()).unwrap().command else {
        panic!()
    };
    let (seat, greeting, _) = play::sit(&mut io, &args.into_play()).unwrap();
    let model = Model::new(seat, greeting, symbols, Colours::None, size);
    Table { io, model }
}

/// The usual one.
fn pyramid(size: (u16, u16)) -> Table {
    table("pyramid", "seed:7", Symbols::Ascii, size)
}

impl Table {
    /// Takes an event in and does what it asks for; gives what only a terminal can do.
    fn happens(&mut self, event: &Event) -> Option<Effect> {
        match update(&mut self.model, event) {
            Some(Effect::Line(line)) => {
                self.model.line(&line, &mut self.io);
                None
            }
            effect => effect,
        }
    }

    fn press(&mut self, code: KeyCode) -> Option<Effect> {
        self.happens(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    /// Presses the keys of a text.
    fn keys(&mut self, text: &str) {
        for c in text.chars() {
            self.press(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
        }
    }

    fn resize(&mut self, (width, height): (u16, u16)) {
        self.happens(&Event::Resize(width, height));
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> Option<Effect> {
        let modifiers = KeyModifiers::NONE;
        self.happens(&Event::Mouse(MouseEvent { kind, column, row, modifiers }))
    }

    fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    /// The screen and where the cursor is.
    fn buffer(&self) -> (Buffer, Position) {
        let (width, height) = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view(&self.model, frame)).unwrap();
        let cursor = terminal.get_cursor_position().unwrap();
        (terminal.backend().buffer().clone(), cursor)
    }

    /// The lines of the screen; below them the cursor.
    fn frame(&self) -> String {
        let (buffer, cursor) = self.buffer();
        let mut text = String::new();
        for line in buffer.content.chunks(buffer.area.width.max(1).into()) {
            let line: String = line.iter().map(|cell| cell.symbol()).collect();
            text += line.trim_end();
            text.push('\n');
        }
        text + &format!("cursor at {}, {}\n", cursor.x, cursor.y)
    }

    /// The message.
    fn said(&self) -> &str {
        &self.model.message.text
    }
}
