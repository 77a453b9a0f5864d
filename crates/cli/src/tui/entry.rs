//! A line that is typed, with its cursor.

use super::keys::Edit;

/// The most characters of a line: more than any command has.
const MOST: usize = 4096;

/// A typed line.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    chars: Vec<char>,
    at: usize,
}

impl Entry {
    /// A line with its cursor at the end.
    pub(super) fn of(text: &str) -> Entry {
        let chars: Vec<char> = text.chars().collect();
        Entry { at: chars.len(), chars }
    }

    /// The text.
    pub(super) fn text(&self) -> String {
        self.chars.iter().collect()
    }

    /// The text before the cursor.
    pub(super) fn before(&self) -> String {
        self.chars[..self.at].iter().collect()
    }

    /// Types a character.
    pub(super) fn insert(&mut self, c: char) {
        if self.chars.len() < MOST && !c.is_control() {
            self.chars.insert(self.at, c);
            self.at += 1;
        }
    }

    /// Changes the line.
    pub(super) fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Left => self.at = self.at.saturating_sub(1),
            Edit::Right => self.at = (self.at + 1).min(self.chars.len()),
            Edit::Home => self.at = 0,
            Edit::End => self.at = self.chars.len(),
            Edit::Back if self.at > 0 => {
                self.at -= 1;
                self.chars.remove(self.at);
            }
            Edit::Delete if self.at < self.chars.len() => {
                self.chars.remove(self.at);
            }
            Edit::Back | Edit::Delete => {}
            Edit::Clear => *self = Entry::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_where_its_cursor_is() {
        let mut entry = Entry::of("whre 4c");
        for edit in [Edit::Home, Edit::Right, Edit::Right] {
            entry.edit(edit);
        }
        entry.insert('e');
        assert_eq!((entry.text().as_str(), entry.before().as_str()), ("where 4c", "whe"));
        entry.edit(Edit::End);
        entry.edit(Edit::Right);
        entry.edit(Edit::Delete);
        entry.edit(Edit::Back);
        entry.insert('\n');
        entry.insert('♥');
        assert_eq!(entry.text(), "where 4♥");
        entry.edit(Edit::Clear);
        entry.edit(Edit::Back);
        assert_eq!(entry.text(), "");
    }
}
