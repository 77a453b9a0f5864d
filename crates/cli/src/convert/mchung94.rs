//! Decks and solutions of mchung94's programs (pyramid-solver, solitaire-player,
//! pyramid-service).
//!
//! A deck is 52 tokens `Rs`, apex first, in any layout. Its solution follows behind `|` or on the
//! next lines, one step or more a line: `Draw`, `Recycle`, `X`, `X+Y`, `Remove X and Y`,
//! `("X" "Y")`, or `NONE` for a deck without one.

use std::ops::Range;

use pyramid_notation::{
    CardSpelling, Code, Diagnostic, Drawn, Location, Placed, Text, Token, scan_card,
};

use crate::table::{Parts, card_spans};

const PACK: usize = 52;

/// A deck and what is said of it.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// The deck.
    pub(super) deal: Text<'a>,
    /// What follows it, if anything does.
    pub(super) said: Option<Said>,
}

/// What is said of a deck.
#[derive(Debug)]
pub(super) enum Said {
    /// There is no solution.
    Unsolvable,
    /// These moves, or why they cannot be read.
    Moves(Result<Vec<Step>, Box<Diagnostic>>),
}

/// A step of a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Which cards it takes, as our token.
    pub(super) token: Token,
    /// Where it stands.
    pub(super) at: Location,
}

/// Whether a text has solutions, not only decks.
pub(super) fn is_meant(text: &str) -> bool {
    text.lines().filter(|line| !line.starts_with('#')).any(|line| {
        let solution = solution_behind_bar(line).map(|at| &line[at..]);
        solution.is_some() || says_step(line)
    })
}

/// Where the solution of a line `deck | solution` begins.
fn solution_behind_bar(line: &str) -> Option<usize> {
    let bar = line.find('|')?;
    // In a structured deal there are not so many cards before the bar, or `/` between its rows.
    let is_deck = card_spans(&line[..bar]).len() > PACK / 2 + 2 && !line[..bar].contains('/');
    (is_deck || says_step(&line[bar + 1..])).then_some(bar + 1)
}

/// Whether a line begins with something that is a step and not a card of a deck.
fn says_step(line: &str) -> bool {
    let word = line.trim_start().trim_start_matches(['(', '"']);
    let word: String = word.chars().take_while(char::is_ascii_alphanumeric).collect();
    let is_word = ["draw", "recycle", "remove", "none"].contains(&&*word.to_ascii_lowercase());
    is_word
        || line.trim_start().starts_with('(')
        || line.trim_start()[word.len()..].starts_with('+')
}

/// The entries of a text.
pub(super) fn entries(text: Text<'_>) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    let mut parts = Parts::new(text);
    let mut open: Option<Open> = None;
    let mut start = 0;
    let mut after_blank = true;
    for whole in text.text.split_inclusive('\n') {
        let line = whole.trim_end();
        let range = start..start + line.len();
        start += whole.len();
        if line.trim().is_empty() || line.starts_with('#') {
            after_blank = true;
            continue;
        }
        let blank_before = std::mem::take(&mut after_blank);
        let cards = card_spans(line).len();
        if let Some(at) = solution_behind_bar(line) {
            entries.extend(open.take().map(|open| open.entry(&mut parts)));
            let deck = range.start..range.start + line[..at - 1].trim_end().len();
            let mut entry = Open { deck, cards: PACK, steps: Vec::new() };
            entry.steps.push(range.start + at..range.end);
            entries.push(entry.entry(&mut parts));
            continue;
        }
        open = match open {
            // A card alone is a step, unless it is the apex of the next deck.
            Some(mut open)
                if says_step(line)
                    || open.cards >= PACK
                        && cards == 1
                        && !(blank_before && open.steps.is_empty()) =>
            {
                open.steps.push(range);
                Some(open)
            }
            Some(mut open) if open.cards < PACK && open.cards + cards <= PACK => {
                open.deck.end = range.end;
                open.cards += cards;
                Some(open)
            }
            done => {
                entries.extend(done.map(|open| open.entry(&mut parts)));
                Some(Open { deck: range, cards, steps: Vec::new() })
            }
        };
    }
    entries.extend(open.map(|open| open.entry(&mut parts)));
    entries
}

/// A deck whose solution may still follow.
struct Open {
    deck: Range<usize>,
    cards: usize,
    steps: Vec<Range<usize>>,
}

impl Open {
    fn entry<'a>(&self, parts: &mut Parts<'a>) -> Entry<'a> {
        let deal = parts.part(self.deck.clone());
        let lines: Vec<Text<'_>> =
            self.steps.iter().map(|range| parts.part(range.clone())).collect();
        let says_none =
            |line: &Text<'_>| line.text.trim().trim_matches('"').eq_ignore_ascii_case("none");
        let said = match self.steps.is_empty() {
            true => None,
            false if lines.iter().any(says_none) => Some(Said::Unsolvable),
            false => {
                let read: Result<Vec<Vec<Step>>, Box<Diagnostic>> =
                    lines.into_iter().map(steps).collect();
                Some(Said::Moves(read.map(|lines| lines.concat())))
            }
        };
        Entry { deal, said }
    }
}

/// The steps of a line.
fn steps(line: Text<'_>) -> Result<Vec<Step>, Box<Diagnostic>> {
    let mut steps: Vec<Step> = Vec::new();
    // Where the last step begins, if a card may still join it.
    let mut joins: Option<usize> = None;
    let mut last = 0;
    let mut in_parentheses = false;
    let mut at = 0;
    while let Some(next) = line.text[at..].chars().next() {
        let start = at;
        let rest = &line.text[at..];
        let word: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
        match &*word.to_ascii_lowercase() {
            "draw" => {
                at += word.len();
                let token = Token::Draw(Drawn::UNNAMED);
                steps.push(Step { token, at: line.part(start..at).at });
                continue;
            }
            "recycle" => {
                at += word.len();
                steps.push(Step { token: Token::Redeal(None), at: line.part(start..at).at });
                continue;
            }
            "remove" => {
                at += word.len();
                continue;
            }
            "and" => {
                at += word.len();
                joins = Some(last);
                continue;
            }
            _ => {}
        }
        match next {
            '(' => in_parentheses = true,
            ')' => (in_parentheses, joins) = (false, None),
            '+' => joins = Some(last),
            ' ' | '\t' | ',' | '"' | '|' => {}
            _ => {
                let card = scan_card(rest).map_err(|error| {
                    let span = error.range.start + start..error.range.end + start;
                    let message = match error.kind {
                        CardSpelling::NoCard => {
                            let end = rest.find([' ', ',', '"', ')']).unwrap_or(rest.len());
                            format!(
                                "`{}` is no step; one is Draw, Recycle, a card or two",
                                &rest[..end]
                            )
                        }
                        kind => kind.to_string(),
                    };
                    Box::new(Diagnostic::new(Code::Token, line.part(span).at, message))
                })?;
                at += card.len;
                let card = Placed::from(card.card);
                match (joins.take(), steps.last_mut()) {
                    (Some(first), Some(step)) if matches!(step.token, Token::Single(_)) => {
                        if let Token::Single(other) = step.token {
                            step.token = Token::Pair(other, card);
                        }
                        step.at = line.part(first..at).at;
                    }
                    _ => {
                        last = start;
                        joins = in_parentheses.then_some(start);
                        steps
                            .push(Step { token: Token::Single(card), at: line.part(start..at).at });
                    }
                }
                continue;
            }
        }
        at += next.len_utf8();
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> String {
        let steps = steps(Text::new(text)).unwrap();
        steps.iter().map(|step| step.token.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_in_every_spelling() {
        for (text, tokens) in [
            ("Draw 4c+9c Kh Recycle", "> 4c+9c Kh <"),
            ("Remove 4c and 9c", "4c+9c"),
            ("Remove Kh", "Kh"),
            (r#"("4c" "9c")"#, "4c+9c"),
            (r#"("Draw" ("4c" "9c") ("Kh") "Recycle" ("Kd"))"#, "> 4c+9c Kh < Kd"),
            ("draw, draw, 10c + 3d, K♠", "> > Tc+3d Ks"),
            ("Kd Kc 4c + 9c", "Kd Kc 4c+9c"),
        ] {
            assert_eq!(spelled(text), tokens, "{text}");
        }
    }

    #[test]
    fn places_of_steps() {
        let read = steps(Text::new("Draw Remove 4c and 9c Kd")).unwrap();
        let places: Vec<_> = read.iter().map(|step| (step.at.column, step.at.len)).collect();
        assert_eq!(places, [(1, 4), (13, 9), (23, 2)]);
        let wrong = steps(Text::new("Draw 4c+9x")).unwrap_err();
        assert_eq!((wrong.name, wrong.primary.at.column), ("token", 9));
    }

    #[test]
    fn solutions_on_lines_of_their_own() {
        let row = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc ";
        let deck = [row, &row.replace('c', "d"), &row.replace('c', "h"), &row.replace('c', "s")];
        let deck = deck.join("\n");
        let text =
            format!("# decks\n{deck}\n\nDraw\nKc\nRemove 4c and 9c\n\n{deck}\nNONE\n{deck}\n");
        let entries = entries(Text::new(&text));
        assert_eq!(entries.len(), 3);
        assert_eq!(entries[1].deal.text, deck.trim_end());
        match &entries[0].said {
            Some(Said::Moves(Ok(steps))) => assert_eq!(steps.len(), 3),
            other => panic!("{other:?}"),
        }
        assert!(matches!(entries[1].said, Some(Said::Unsolvable)));
        assert!(entries[2].said.is_none());
    }
}
