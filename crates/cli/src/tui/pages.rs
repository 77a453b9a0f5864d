//! What is shown instead of the board: help, long replies, the list of games; and the typed line.

use super::entry::Entry;
use super::keys::{MOUSE, Scroll, helped};
use super::model::{Games, Model, Page, Screen, Typing};
use super::update::Effect;
use crate::text::wrapped_words;

/// With fewer columns than this a page has no two columns.
const TWO_COLUMNS: usize = 44;
/// Lines below a page or a list: the keys. And above: the title.
pub(super) const AROUND: u16 = 2;
/// Lines below the list of games that tell of the chosen one.
pub(super) const ABOUT: u16 = 3;

/// The keys, from their table.
pub(super) fn help() -> Page {
    let line = |head: &str, text: &str| (head.to_owned(), text.to_owned());
    let mut lines: Vec<_> = helped().map(|key| line(key.name, key.help)).collect();
    lines.push(line("", ""));
    lines.extend(MOUSE.iter().map(|(gesture, help)| line(gesture, help)));
    lines.push(line("", ""));
    lines.push(line("", "Open cards have thick frames or [brackets], the selected card >these<, its partners (these)."));
    lines.push(line(
        "",
        "Verdicts: + the game could still be won after the move, - it could not, ? undecided.",
    ));
    lines.push(line(
        "",
        "Every command of the line game can be typed behind a colon; : help lists them.",
    ));
    Page { title: "Keys".to_owned(), lines, top: 0 }
}

impl Page {
    /// The lines as they are shown in so many columns.
    pub(super) fn rows(&self, columns: usize) -> Vec<String> {
        let head = self.lines.iter().map(|(head, _)| head.chars().count()).max().unwrap_or(0);
        let mut rows = Vec::new();
        for (name, text) in &self.lines {
            let wide = columns >= TWO_COLUMNS;
            match name.as_str() {
                "" if text.chars().count() <= columns => rows.push(text.clone()),
                "" => {
                    // What belongs to the same line is indented.
                    let lines = wrapped_words("", text, columns.saturating_sub(2));
                    rows.extend(lines.into_iter().enumerate().map(|(at, line)| match at {
                        0 => line,
                        _ => format!("  {line}"),
                    }));
                }
                name if wide => {
                    rows.extend(wrapped_words(&format!("{name:<head$}  "), text, columns));
                }
                name => {
                    rows.push(name.to_owned());
                    rows.extend(wrapped_words("  ", text, columns));
                }
            }
        }
        rows
    }
}

impl Games {
    /// The first of so many that is shown in so many lines.
    pub(super) fn top(&self, count: usize, lines: usize) -> usize {
        self.at.saturating_sub(lines / 2).min(count.saturating_sub(lines))
    }
}

/// Lines for the text of a page.
pub(super) fn page_lines(height: u16) -> usize {
    height.saturating_sub(AROUND).max(1).into()
}

/// Lines for the list of games; on low screens it has all of them.
pub(super) fn games_lines(height: u16) -> usize {
    let about = if height > AROUND + 2 * ABOUT { ABOUT } else { 0 };
    height.saturating_sub(AROUND + about).max(1).into()
}

/// Moves by so many, within what there is.
fn moved(at: usize, scroll: Scroll, last: usize) -> usize {
    let to = i64::try_from(at).unwrap_or(0).saturating_add(scroll.into());
    usize::try_from(to.max(0)).unwrap_or(last).min(last)
}

/// Moves in a page or a list, or to another line that was typed.
pub(super) fn scroll(model: &mut Model, scroll: Scroll) {
    let (width, height) = model.size;
    match &mut model.screen {
        Screen::Page(page) => {
            let last = page.rows(width.into()).len().saturating_sub(page_lines(height));
            page.top = moved(page.top.min(last), scroll, last);
        }
        Screen::Games(games) => {
            games.at = moved(games.at, scroll, games.found().len().saturating_sub(1));
        }
        Screen::Line(typing) => {
            let count = model.typed.len();
            let at = moved(count - typing.back.min(count), scroll, count);
            let text = model.typed.get(at).map_or("", String::as_str);
            *typing = Typing { entry: Entry::of(text), back: count - at };
        }
        Screen::Board => {}
    }
}

/// Takes the chosen game, or what was typed.
pub(super) fn accept(model: &mut Model) -> Option<Effect> {
    let line = match &model.screen {
        Screen::Games(games) => format!("rules {}", games.found().get(games.at)?.name),
        Screen::Line(typing) => {
            let line = typing.entry.text();
            model.remember(&line);
            line
        }
        Screen::Board | Screen::Page(_) => return None,
    };
    model.screen = Screen::Board;
    (!line.trim().is_empty()).then_some(Effect::Line(line))
}

/// A click into the list of games chooses, on the chosen one it deals.
pub(super) fn click(model: &mut Model, line: u16) -> Option<Effect> {
    let lines = games_lines(model.size.1);
    let Screen::Games(games) = &mut model.screen else { return None };
    let count = games.found().len();
    let below = usize::from(line).checked_sub(1).filter(|&below| below < lines)?;
    let at = games.top(count, lines) + below;
    if at == games.at {
        return accept(model);
    }
    if at < count {
        games.at = at;
    }
    None
}
