//! Text in columns and lines.

/// Whether a character can be shown as it is: no controls, and nothing that turns text around.
pub(crate) fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{E000}'..='\u{F8FF}')
}

/// Fills up with blanks to a column.
pub(crate) fn pad(line: &mut String, column: usize) {
    let len = line.chars().count();
    line.extend(std::iter::repeat_n(' ', column.saturating_sub(len)));
}

/// Items on lines of a width, the first behind a head and the others indented as far. No line
/// without items.
pub(crate) fn wrapped(head: &str, separator: &str, items: &[String], width: usize) -> Vec<String> {
    let indent = head.chars().count();
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let wider = |line: &String| line.chars().count() + separator.len() + item.chars().count();
        match lines.last_mut() {
            Some(line) if wider(line) <= width => *line = format!("{line}{separator}{item}"),
            Some(_) => lines.push(format!("{:indent$}{item}", "")),
            None => lines.push(format!("{head}{item}")),
        }
    }
    lines
}

/// The words of a text on lines of a width, the first behind a head and the others indented as far.
pub(crate) fn wrapped_words(head: &str, text: &str, width: usize) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    wrapped(head, " ", &words, width)
}
