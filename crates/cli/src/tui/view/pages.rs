//! Draws pages, the list of games and the typed line.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Canvas, cut, keys, width};
use crate::play::summary;
use crate::text::wrapped_words;
use crate::tui::model::{Games, Model, Page, Typing};
use crate::tui::pages::{ABOUT, games_lines, page_lines};
use crate::tui::plan::Plan;
use crate::tui::theme::Role;

/// Title, so many lines, and the rest above the keys.
fn parts(area: Rect, lines: usize) -> [Rect; 4] {
    let line = |y: u16, height: u16| Rect::new(area.x, y, area.width, height).intersection(area);
    let lines = u16::try_from(lines).unwrap_or(u16::MAX);
    // Where there is one line the text has it.
    let title = u16::from(area.height > 1);
    let text = line(title, lines);
    let keys = line(area.height.saturating_sub(1), u16::from(area.height > 2));
    [line(0, title), text, line(text.bottom(), keys.y.saturating_sub(text.bottom())), keys]
}

/// A page of text.
pub(super) fn page(model: &Model, page: &Page, canvas: &mut Canvas<'_>) {
    let lines = page_lines(canvas.area.height);
    let [title, text, _, key_line] = parts(canvas.area, lines);
    let rows = page.rows(text.width.into());
    let top = page.top.min(rows.len().saturating_sub(lines));
    let end = rows.len().min(top + lines);
    canvas.put(title, title.x, title.y, &page.title, model.colours.style(Role::Title));
    if rows.len() > lines {
        let at = format!("{}-{end} of {}", top + 1, rows.len());
        let x = title.right().saturating_sub(width(&at));
        canvas.put(title, x, title.y, &at, model.colours.style(Role::Faint));
    }
    canvas.lines(text, &rows[top..end], Style::new());
    keys(model, key_line, canvas);
    canvas.cursor = Some((text.x, text.y));
}

/// The list of games.
pub(super) fn games(model: &Model, games: &Games, canvas: &mut Canvas<'_>) {
    let lines = games_lines(canvas.area.height);
    let [title, list, about, key_line] = parts(canvas.area, lines);
    let found = games.found();
    let heading = match found.len() {
        1 => "1 game, with: ".to_owned(),
        count => format!("{count} games, with: "),
    };
    let x = canvas.put(title, title.x, title.y, &heading, model.colours.style(Role::Title));
    let x = canvas.put(title, x, title.y, &games.filter.text(), Style::new());
    canvas.cursor = Some((x, title.y));
    let top = games.top(found.len(), lines);
    let names = found.iter().map(|preset| preset.name.len()).max().unwrap_or(0);
    for ((at, preset), y) in found.iter().enumerate().skip(top).zip(list.y..list.bottom()) {
        let chosen = at == games.at;
        let style = match chosen {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        let sign = if chosen { '>' } else { ' ' };
        let text = format!("{sign} {:<names$}  {}", preset.name, summary(&preset.rules));
        canvas.put(list, list.x, y, &cut(&text, list.width.into(), model.symbols), style);
    }
    if let Some(preset) = found.get(games.at).filter(|_| about.height >= ABOUT) {
        let text = wrapped_words("", &format!("{}.", summary(&preset.rules)), about.width.into());
        let below = Rect { y: about.y + 1, height: about.height - 1, ..about };
        canvas.lines(below, &text, model.colours.style(Role::Faint));
    }
    keys(model, key_line, canvas);
}

/// The line that is typed, where messages stand.
pub(super) fn typed(model: &Model, typing: &Typing, plan: &Plan, canvas: &mut Canvas<'_>) {
    let area = canvas.area;
    // Where there is no room for messages it lies over the board.
    let part = match plan.message {
        none if none.is_empty() => Rect { height: area.height.min(1), ..area },
        part => Rect { height: 1, ..part },
    };
    canvas.put(part, part.x, part.y, &" ".repeat(part.width.into()), Style::new());
    let x = canvas.put(part, part.x, part.y, ":", model.colours.style(Role::Key));
    let room = part.right().saturating_sub(x + 1);
    // The cursor stays in view.
    let before: Vec<char> = typing.entry.before().chars().collect();
    let mut start = 0;
    while start < before.len() && width(&before[start..].iter().collect::<String>()) > room {
        start += 1;
    }
    let text: String = typing.entry.text().chars().skip(start).collect();
    canvas.put(part, x, part.y, &text, Style::new());
    let shown: String = before[start..].iter().collect();
    canvas.cursor = Some((x.saturating_add(width(&shown)), part.y));
}
