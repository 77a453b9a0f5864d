//! Documents with tables that a task measured: what stands between two lines is the task's.

use std::fs;

use crate::{Result, project};

const END: &str = "<!-- end of tables -->";

pub(crate) struct Document {
    /// Relative to the root.
    pub(crate) path: &'static str,
    pub(crate) task: &'static str,
}

impl Document {
    /// Replaces the tables.
    pub(crate) fn put(&self, tables: &str) -> Result {
        let path = project::root().join(self.path);
        let text = fs::read_to_string(&path)?;
        let (before, _, after) = self.parts(&text)?;
        fs::write(&path, format!("{before}\n\n{}\n\n{after}", tables.trim()))?;
        Ok(())
    }

    /// The tables as they stand.
    pub(crate) fn tables(&self) -> Result<String> {
        let text = fs::read_to_string(project::root().join(self.path))?;
        Ok(self.parts(&text)?.1.to_owned())
    }

    /// What stands before, between and after, the two lines before and after.
    fn parts<'a>(&self, text: &'a str) -> Result<(&'a str, &'a str, &'a str)> {
        let begin = format!("<!-- tables: made by cargo xtask {} -->", self.task);
        let missing = |line: &str| format!("{} has no line `{line}`", self.path);
        let start = text.find(&begin).ok_or_else(|| missing(&begin))? + begin.len();
        let end = text[start..].find(END).ok_or_else(|| missing(END))? + start;
        Ok((&text[..start], text[start..end].trim(), &text[end..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_the_lines_is_found() {
        let document = Document { path: "x.md", task: "x" };
        let begin = "before\n<!-- tables: made by cargo xtask x -->";
        let text = format!("{begin}\n\nold\n\n{END}\nafter\n");
        let parts = document.parts(&text).unwrap();
        assert_eq!(parts, (begin, "old", &*format!("{END}\nafter\n")));
        for wrong in ["nothing", begin, END] {
            assert!(document.parts(wrong).is_err(), "{wrong}");
        }
    }
}
