//! Diagnostics drawn for a person: the lines they are about, with marks under what is wrong.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Level, Origin, Renderer, Snippet};
use pyramid_notation::{Diagnostic, Label, Location, Severity};

/// Columns of a drawing.
const WIDTH: usize = 80;
/// Characters of a line that is shown whole.
const WHOLE: usize = 70;
/// Characters that are shown of the beginning of a longer one.
const HEAD: usize = 8;
/// Characters that are shown at both sides of a place, at least.
const AROUND: usize = 4;
/// Characters that are shown of a stretch that is pointed at, half of them at each end.
const SPAN: usize = 32;

/// A line, or as much of a very long one as is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// The byte of the input at which it begins.
    pub(crate) start: u64,
    /// Its bytes without the line end.
    pub(crate) bytes: Vec<u8>,
}

/// The places of a diagnostic.
pub(crate) fn places(diagnostic: &Diagnostic) -> impl Iterator<Item = &Location> {
    std::iter::once(&diagnostic.primary).chain(&diagnostic.others).map(|label| &label.at)
}

/// The line of a text that holds a byte.
pub(crate) fn line_of(text: &[u8], at: &Location) -> Line {
    let byte = usize::try_from(at.start).map_or(text.len(), |byte| byte.min(text.len()));
    let start = memchr::memrchr2(b'\n', b'\r', &text[..byte]).map_or(0, |end| end + 1);
    let end = memchr::memchr2(b'\n', b'\r', &text[byte..]).map_or(text.len(), |end| byte + end);
    Line { number: at.line, start: start as u64, bytes: text[start..end].to_vec() }
}

/// The lines of a text that a diagnostic is about.
pub(crate) fn lines_of(text: &[u8], diagnostic: &Diagnostic) -> Vec<Line> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut lines: Vec<Line> = places(diagnostic).map(|at| line_of(text, at)).collect();
    lines.sort_by_key(|line| line.start);
    lines.dedup();
    lines
}

/// Draws a diagnostic. The lines stand in their order; places on lines that are not given are not
/// shown.
pub(crate) fn drawing(diagnostic: &Diagnostic, file: &str, lines: &[Line]) -> String {
    let Diagnostic { name, severity, message, primary, others, note, help } = diagnostic;
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let labels: Vec<(AnnotationKind, &Label)> = std::iter::once((AnnotationKind::Primary, primary))
        .chain(others.iter().map(|other| (AnnotationKind::Context, other)))
        .collect();
    let at = primary.at;
    let origin = Origin::path(file).line(at.line as usize).char_column(at.column as usize);
    let mut group = level.primary_title(&**message).id(*name).element(origin);
    for block in lines.chunk_by(|a, b| a.number + 1 == b.number) {
        group = group.element(snippet(block, &labels));
    }
    if let Some(note) = note {
        group = group.element(Level::NOTE.message(&**note));
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.message(&**help));
    }
    with_gaps(&Renderer::styled().term_width(WIDTH).render(&[group]))
}

/// Lines that follow one another, with the labels on them.
fn snippet<'a>(
    block: &[Line],
    labels: &[(AnnotationKind, &'a Label)],
) -> Snippet<'a, Annotation<'a>> {
    let mut text = String::new();
    let mut annotations = Vec::new();
    for line in block {
        let here: Vec<_> = labels.iter().filter(|(_, label)| line.holds(&label.at)).collect();
        let spans: Vec<Range<usize>> = here.iter().map(|(_, label)| line.span(&label.at)).collect();
        let (shown, spans) = shortened(&line.bytes, &spans);
        for ((kind, label), span) in here.into_iter().zip(spans) {
            let annotation = kind.span(text.len() + span.start..text.len() + span.end);
            annotations.push(match label.text.is_empty() {
                true => annotation,
                false => annotation.label(&*label.text),
            });
        }
        text += &shown;
        text.push('\n');
    }
    text.pop();
    let first = block.first().map_or(1, |line| line.number);
    Snippet::source(text).line_start(first as usize).annotations(annotations)
}

impl Line {
    fn holds(&self, at: &Location) -> bool {
        (self.start..=self.start + self.bytes.len() as u64).contains(&at.start)
    }

    /// The bytes of a place in this line. What reaches beyond the line, as a deal on several lines
    /// does, is cut off.
    fn span(&self, at: &Location) -> Range<usize> {
        let byte = |byte: u64| (byte.saturating_sub(self.start) as usize).min(self.bytes.len());
        byte(at.start)..byte(at.end())
    }
}

/// A line as it is shown, and where the spans are in that. What is not UTF-8 is replaced; of a long
/// line only the beginning and what stands around the spans is shown.
fn shortened(bytes: &[u8], spans: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    let letters = letters(bytes);
    let index = |byte: usize| letters.partition_point(|(at, _)| *at < byte);
    let spans: Vec<_> = spans.iter().map(|span| index(span.start)..index(span.end)).collect();
    let shown = shown(letters.len(), &spans);
    let mut text = String::new();
    // Where each letter is shown; of one that is not, where the sign of the gap is.
    let mut places = Vec::with_capacity(letters.len() + 1);
    for (at, (_, letter)) in letters.iter().enumerate() {
        let gap = !shown[at];
        if !gap || at == 0 || shown[at - 1] {
            places.push(text.len());
            text.push(if gap { '…' } else { *letter });
        } else {
            places.push(text.len() - '…'.len_utf8());
        }
    }
    places.push(text.len());
    (text, spans.iter().map(|span| places[span.start]..places[span.end]).collect())
}

/// The letters of a line with the bytes at which they stand, without a byte order mark. Controls
/// above ASCII are replaced; what else is not to be shown the renderer replaces.
fn letters(bytes: &[u8]) -> Vec<(usize, char)> {
    let mut letters = Vec::new();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        letters.extend(chunk.valid().char_indices().map(|(offset, letter)| match letter {
            '\u{80}'..='\u{9F}' => (at + offset, char::REPLACEMENT_CHARACTER),
            _ => (at + offset, letter),
        }));
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            letters.push((at, char::REPLACEMENT_CHARACTER));
            at += chunk.invalid().len();
        }
    }
    if letters.first().is_some_and(|(_, letter)| *letter == '\u{FEFF}') {
        letters.remove(0);
    }
    letters
}

/// Which letters of a line are shown.
fn shown(len: usize, spans: &[Range<usize>]) -> Vec<bool> {
    if len <= WHOLE {
        return vec![true; len];
    }
    let fits = |shown: &Vec<bool>| shown.iter().filter(|shown| **shown).count() <= WHOLE;
    let widest =
        (AROUND + 1..WHOLE).rev().map(|around| shown_around(len, spans, around)).find(fits);
    widest.unwrap_or_else(|| shown_around(len, spans, AROUND))
}

/// Which letters of a long line are shown, with so many at both sides of each span.
fn shown_around(len: usize, spans: &[Range<usize>], around: usize) -> Vec<bool> {
    let mut shown = vec![false; len];
    let mut show = |range: Range<usize>| shown[range.start.min(len)..range.end.min(len)].fill(true);
    show(0..HEAD);
    for span in spans {
        let (start, end) = match span.len() {
            length if length > SPAN => (span.start + SPAN / 2, span.end - SPAN / 2),
            _ => (span.end, span.start),
        };
        show(span.start.saturating_sub(around)..start);
        show(end..span.end + around);
    }
    if spans.is_empty() {
        show(0..WHOLE);
    }
    // The sign of a gap takes as much room as one letter.
    for at in 1..len - 1 {
        shown[at] |= shown[at - 1] && shown[at + 1];
    }
    shown
}

/// A block of lines begins with a sign that names no file. Before the first block, which follows the
/// place, it is left out; between two of them, with the bar above it, it becomes the sign of a gap.
fn with_gaps(drawing: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut blocks = 0;
    for line in drawing.lines() {
        if anstream::adapter::strip_str(line).to_string().trim() != ":::" {
            lines.push(line);
            continue;
        }
        blocks += 1;
        if blocks > 1 {
            lines.pop();
            lines.push("...");
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::is_printable;

    fn short(line: &str, spans: &[Range<usize>]) -> (String, Vec<String>) {
        let (text, spans) = shortened(line.as_bytes(), spans);
        let parts = spans.into_iter().map(|span| text[span].to_owned()).collect();
        (text, parts)
    }

    #[test]
    fn short_lines_are_shown_whole() {
        let (text, parts) = short("1. Ks ♣♦ Kh", &[3..5, 12..15, 15..15]);
        assert_eq!(text, "1. Ks ♣♦ Kh");
        assert_eq!(parts, ["Ks", " Kh", ""]);
    }

    #[test]
    fn of_long_lines_what_is_around_the_spans() {
        let line: String = (0..6000).map(|n| format!("{n:04}·")).collect();
        let bytes = |n: usize| 6 * n..6 * n + 4;
        let (text, parts) = short(&line, &[bytes(3000), bytes(10)]);
        assert_eq!(text, "0000·000…07·0008·0009·0010·0011·0012·00…97·2998·2999·3000·3001·3002·30…");
        assert_eq!(parts, ["3000", "0010"]);
        let whole = 0..line.len();
        let (text, parts) = short(&line, &[whole]);
        assert_eq!(text, "0000·0001·0002·0…·5997·5998·5999·");
        assert_eq!(parts[0], text);
        let end = line.len()..line.len();
        let (text, parts) = short(&line, &[end]);
        assert_eq!((text.chars().count(), parts[0].as_str()), (71, ""));
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let (text, spans) = shortened(b"\xEF\xBB\xBFcaf\xE9 ol\xE9", &[6..7, 10..11, 0..3]);
        assert_eq!(text, "caf\u{FFFD} ol\u{FFFD}");
        assert_eq!(spans, [3..6, 9..12, 0..0]);
    }

    #[test]
    fn no_control_of_a_line_reaches_the_terminal() {
        let line = "K\u{9b}2J\u{7f}\u{1b}[2J\u{202e}\u{85}h";
        let at = Location { start: 1, len: 2, line: 1, column: 2 };
        let wrong = Diagnostic::new(pyramid_notation::Code::Control, at, "a control character");
        let drawing = drawing(&wrong, "a.pyr", &lines_of(line.as_bytes(), &wrong));
        let plain: String = drawing
            .split("\u{1b}[")
            .map(|part| part.split_once('m').map_or(part, |(_, rest)| rest))
            .collect();
        let odd: Vec<char> = plain.chars().filter(|&c| c != '\n' && !is_printable(c)).collect();
        assert_eq!((odd, drawing.contains("\u{1b}[2J")), (Vec::new(), false), "{drawing:?}");
    }

    #[test]
    fn lines_of_a_text() {
        let at = |start| Location { start, len: 1, line: 2, column: 1 };
        let line = |start| {
            let line = line_of(b"one\r\ntwo\rthree", &at(start));
            (line.start, String::from_utf8(line.bytes).unwrap())
        };
        assert_eq!(line(0), (0, "one".to_owned()));
        assert_eq!(line(3), (0, "one".to_owned()));
        assert_eq!(line(6), (5, "two".to_owned()));
        assert_eq!(line(9), (9, "three".to_owned()));
        assert_eq!(line(99), (9, "three".to_owned()));
    }
}
