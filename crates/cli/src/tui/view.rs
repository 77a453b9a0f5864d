//! Draws the model. It decides nothing.

mod board;
mod pages;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;

use super::keys::{KEYS, Key};
use super::model::{Message, Model, Screen, Tone};
use super::plan::Plan;
use super::scene::Form;
use super::theme::Role;
use crate::play::pass_text;
use crate::text::wrapped_words;

/// Draws all.
pub(crate) fn view(model: &Model, frame: &mut Frame<'_>) {
    let mut canvas = Canvas { area: frame.area(), buffer: frame.buffer_mut(), cursor: None };
    match &model.screen {
        Screen::Page(page) => pages::page(model, page, &mut canvas),
        Screen::Games(games) => pages::games(model, games, &mut canvas),
        Screen::Board | Screen::Line(_) => table(model, &mut canvas),
    }
    let (area, cursor) = (canvas.area, canvas.cursor);
    if let Some((x, y)) = cursor.filter(|_| !area.is_empty()) {
        let within = |at: u16, start: u16, len: u16| at.clamp(start, start + len - 1);
        let at = Position::new(within(x, area.x, area.width), within(y, area.y, area.height));
        frame.set_cursor_position(at);
    }
}

/// A screen that is drawn on only where it is.
struct Canvas<'a> {
    area: Rect,
    buffer: &'a mut Buffer,
    /// Where the cursor goes.
    cursor: Option<(u16, u16)>,
}

impl Canvas<'_> {
    /// Puts text at a column and a line, as far as a part of the screen reaches. Gives the column
    /// behind it.
    fn put(&mut self, part: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let part = part.intersection(self.area);
        if !part.contains((x, y).into()) {
            return x.saturating_add(width(text));
        }
        let room = usize::from(part.right() - x);
        self.buffer.set_stringn(x, y, text, room, style).0
    }

    /// Puts lines of text into a part of the screen, as far as there is room.
    fn lines(&mut self, part: Rect, lines: &[String], style: Style) {
        for (y, line) in (part.y..part.bottom()).zip(lines) {
            self.put(part, part.x, y, line, style);
        }
    }
}

/// Columns of a text.
fn width(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// Text of at most so many columns.
fn cut(text: &str, columns: usize, symbols: crate::board::Symbols) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    let more = match symbols {
        crate::board::Symbols::Ascii => "...",
        crate::board::Symbols::Unicode => "…",
    };
    let kept = columns.saturating_sub(more.chars().count());
    text.chars().take(kept).chain(more.chars().take(columns)).collect()
}

/// The board with all around it.
fn table(model: &Model, canvas: &mut Canvas<'_>) {
    let plan = model.plan();
    title(model, &plan, canvas);
    board::board(model, &plan, canvas);
    side(model, &plan, canvas);
    match &model.screen {
        Screen::Line(typing) => pages::typed(model, typing, &plan, canvas),
        _ => message(model, &plan, canvas),
    }
    keys(model, plan.keys, canvas);
}

/// Rules, deal, and how the game stands.
fn title(model: &Model, plan: &Plan, canvas: &mut Canvas<'_>) {
    let part = plan.title;
    if part.is_empty() {
        return;
    }
    let (faint, bold) = (model.colours.style(Role::Faint), model.colours.style(Role::Title));
    let stage = model.stage();
    let now = model.seat.ply();
    let mut right = vec![match model.past {
        Some(ply) => format!("Move {ply} of {now}"),
        None => format!("Move {now}"),
    }];
    // The other forms have these below the board.
    if plan.scene.form == Form::Large {
        right.extend(pass_text(model.seat.rules().rules(), stage.state));
        right.push(format!("Left {}", stage.state.tableau_len()));
    }
    let right = right.join("  ");
    let at = part.right().saturating_sub(width(&right)).max(part.x);
    let rules = model.seat.rules().to_string();
    let deal = model.seat.deal_name().unwrap_or_default();
    let room = usize::from((at - part.x).saturating_sub(2));
    let rules = cut(&rules, room, model.symbols);
    let x = canvas.put(part, part.x, part.y, &rules, bold) + 2;
    let room = usize::from(at.saturating_sub(x + 2));
    if deal.chars().count() <= room {
        canvas.put(part, x, part.y, &deal, faint);
    }
    canvas.put(part, at, part.y, &right, Style::new());
}

/// The last moves, and the partners of the card under the cursor or of the selected one.
fn side(model: &Model, plan: &Plan, canvas: &mut Canvas<'_>) {
    let part = plan.side;
    if part.is_empty() {
        return;
    }
    let title = model.colours.style(Role::Title);
    let place = model.mark.unwrap_or(model.cursor);
    let mut y = part.y;
    let card = model.card_text(place).filter(|_| model.past.is_none() && model.choice.is_none());
    if let Some(card) = card.filter(|_| model.seat.over().is_none()) {
        let names = model.partner_names(place);
        canvas.put(part, part.x, y, &format!("{card} goes with"), title);
        let names = if names.is_empty() { vec!["nothing now".to_owned()] } else { names };
        for name in names {
            y += 1;
            canvas.put(part, part.x, y, &name, Style::new());
        }
        y += 2;
    }
    let shown = model.past.unwrap_or(model.seat.ply());
    let room = usize::from(part.bottom().saturating_sub(y + 1));
    if shown > 0 && room > 0 {
        canvas.put(part, part.x, y, "Last moves", title);
        for ply in (shown.saturating_sub(room)..shown).rev() {
            y += 1;
            let name = model.seat.name_at(ply, model.symbols).unwrap_or_default();
            let verdict = match model.verdict(ply) {
                None => "",
                Some(Some(true)) => "+ ",
                Some(Some(false)) => "- ",
                Some(None) => "? ",
            };
            canvas.put(part, part.x, y, &format!("{:>3} {verdict}{name}", ply + 1), Style::new());
        }
    }
}

/// What was said last.
fn message(model: &Model, plan: &Plan, canvas: &mut Canvas<'_>) {
    let Message { text, tone } = &model.message;
    let style = model.colours.style(match tone {
        Tone::Plain => Role::Plain,
        Tone::Refused => Role::Refused,
        Tone::Won => Role::Good,
    });
    let part = plan.message;
    let lines = clipped(text, part.width.into(), part.height.into());
    canvas.lines(part, &lines, style);
}

/// A text in so many lines; where it is longer its last words are left out, and it says so.
fn clipped(text: &str, columns: usize, room: usize) -> Vec<String> {
    const MORE: &str = "(. for all)";
    let mut lines = wrapped_words("", text, columns);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    while lines.len() > room && words.pop().is_some() {
        lines = wrapped_words("", &format!("{} {MORE}", words.join(" ")), columns);
    }
    lines
}

/// As many keys as there is room for, from their table.
fn keys(model: &Model, part: Rect, canvas: &mut Canvas<'_>) {
    let (name, word) = (model.colours.style(Role::Key), model.colours.style(Role::Faint));
    let here = |key: &&Key| key.on == model.on() && !key.word.is_empty() && (key.now)(model);
    let mut x = part.x;
    for key in KEYS.iter().filter(here) {
        let end = x + width(key.name) + 1 + width(key.word);
        if end > part.right() {
            break;
        }
        let behind = canvas.put(part, x, part.y, key.name, name) + 1;
        x = canvas.put(part, behind, part.y, key.word, word) + 2;
    }
}
