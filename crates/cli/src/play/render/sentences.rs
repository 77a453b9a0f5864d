//! The sentences of a reply, in any voice.

use pyramid_engine::{Card, PlaceName};
use pyramid_notation::Token;

use super::super::facts::{At, Left, Now, StockNow};
use super::super::reply::{Pass, Pile, Reply};
use super::super::session::first_words;
use super::games::{game_text, left_text, number, say_end, say_leaving, say_started};
use super::hints::{say_hint, say_review};
use super::matches::{say_leaving_match, say_match, say_net};
use super::refusals::{found, why};
use super::replays::say_step;
use super::words::{Voice, count, list, pile};

/// Sentences on one line.
#[derive(Default)]
pub(super) struct Line(String);

impl Line {
    /// Adds a sentence; one without an end gets a full stop.
    pub(super) fn say(&mut self, sentence: impl AsRef<str>) -> &mut Line {
        let sentence = sentence.as_ref().trim();
        let mut letters = sentence.chars();
        let Some(first) = letters.next() else { return self };
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push(first);
        self.0.push_str(letters.as_str());
        if !sentence.ends_with('.') {
            self.0.push('.');
        }
        self
    }

    pub(super) fn finish(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}

/// The one line of a reply. Boards, help and records are not said here.
pub(super) fn line(reply: &Reply, voice: Voice) -> String {
    let mut line = Line::default();
    match reply {
        Reply::Removed { cards, uncovered, now } => {
            line.say(format!("Removed {}", voice.cards(cards)));
            say_uncovered(&mut line, uncovered, voice);
            say_now(&mut line, now, voice, false);
        }
        Reply::Drew { cards, thrown_away, now } => {
            say_drew(&mut line, cards, thrown_away, now, voice);
        }
        Reply::Redealt { wastes, pass, passes, now, .. } => {
            let wastes = if *wastes == 3 { "wastes" } else { "waste" };
            line.say(format!("Turned the {wastes} over"));
            line.say(pass_text("Pass", *pass, *passes));
            say_stock(&mut line, now.stock.as_ref(), voice, true);
        }
        Reply::Parked { card, uncovered, now } => {
            line.say(format!("Parked {} in the cell", voice.card(card.card)));
            say_uncovered(&mut line, uncovered, voice);
            say_now(&mut line, &Now { cell: None, ..now.clone() }, voice, false);
        }
        Reply::Undid { moves, now } => {
            line.say(format!("Undid {}", moves_text(moves, voice)));
            say_now(&mut line, &without_drawn(moves, now), voice, has_draw(moves));
        }
        Reply::Redid { moves, uncovered, now } => {
            let hand = |token: &Token| matches!(token, Token::Draw(_) | Token::Redeal(_));
            let wastes = if moves.iter().all(hand) { Vec::new() } else { now.wastes.clone() };
            line.say(format!("Redid {}", moves_text(moves, voice)));
            say_uncovered(&mut line, uncovered, voice);
            say_now(&mut line, &Now { wastes, ..now.clone() }, voice, has_draw(moves));
        }
        Reply::Continued { was } => {
            let command = if *was == "stopped" { "stop" } else { "resign" };
            line.say(format!("Undid {command}")).say("The game goes on");
        }
        Reply::PlaysOn { score, in_hand } => {
            let score = number(score.unwrap_or_default(), voice);
            line.say(format!("Cleared: the score is {score} now"));
            line.say(format!("Play on to lower the {} left, or stop", count(*in_hand, "card")));
        }
        Reply::Ended(end) => say_end(&mut line, end, voice),
        Reply::Review(review) => say_review(&mut line, review, voice),
        Reply::Step(step) => say_step(&mut line, step, voice),
        Reply::RecordEnds { moves } => {
            line.say(format!("The record ends here, at move {moves}"));
        }
        Reply::Hint(advice) => say_hint(&mut line, advice, voice),
        Reply::Match(facts) => say_match(&mut line, facts, voice),
        Reply::Legal { moves, over } => {
            line.say(match (over, moves.as_slice()) {
                (Some(over), _) => format!("No legal move: the game is {over}"),
                (None, []) => "No legal move that can be seen".to_owned(),
                (None, moves) => {
                    let tokens: Vec<String> = moves.iter().map(|m| voice.token(m)).collect();
                    format!("{} legal: {}", moves.len(), tokens.join(", "))
                }
            });
        }
        Reply::Open { rows, piles } => {
            line.say("Open");
            for row in rows {
                let cards: Vec<String> = row.cards.iter().map(|&card| voice.card(card)).collect();
                line.say(format!("{}: {}", voice.row(&row.row), cards.join(", ")));
            }
            let is_reserve = |pile: &&Pile| matches!(pile.place, PlaceName::Reserve(_));
            for pile in piles.iter().filter(|pile| !is_reserve(pile)) {
                line.say(pile_text(pile, voice, ": "));
            }
            let tops: Vec<String> = piles
                .iter()
                .filter(is_reserve)
                .map(|pile| pile.cards.first().map_or("empty".to_owned(), |&card| voice.card(card)))
                .collect();
            if !tops.is_empty() {
                line.say(format!("Reserve: {}", tops.join(", ")));
            }
        }
        Reply::Piles { piles } => {
            for pile in piles {
                line.say(pile_text(pile, voice, ", top first: "));
            }
        }
        Reply::Where { found: all } => {
            for card in all {
                line.say(capital(&found(card, voice)));
            }
        }
        Reply::Gone { layers, cards } => {
            let layers: Vec<String> =
                layers.iter().map(|layer| voice.cards(&layer.cards)).collect();
            line.say(match cards {
                0 => "Nothing is removed yet".to_owned(),
                n => format!("{} removed: {}", count(*n, "card"), layers.join(", ")),
            });
        }
        Reply::Status { game, counts, now, pass, score, par_match, state } => {
            line.say(game_text(game, voice));
            line.say(match pass.counts {
                true => format!("Move {}, {}", counts.moves, pass_of("pass", pass)),
                false => format!("Move {}", counts.moves),
            });
            say_piles_now(&mut line, now);
            if let Some(score) = score {
                line.say(format!("Score {}", number(score.score, voice)));
            }
            if let Some(facts) = par_match {
                line.say(format!("Game {} of {}", facts.game, facts.of));
                say_net(&mut line, facts, true, voice);
            }
            line.say(format!("Hints {}, undos {}", counts.hints, counts.undos));
            if *state != "open" {
                line.say(format!("The game is {state}"));
            }
        }
        Reply::Rules { rules, summary } => {
            line.say(format!("Rules {}: {summary}", voice.plain(rules)));
        }
        Reply::Noted { .. } => {
            line.say("Noted");
        }
        Reply::Saved { file, moves, games } => {
            let what = games.map_or(count(*moves, "move"), |games| count(games, "game"));
            line.say(format!("Saved as {}, {what}", voice.echo(file)));
        }
        Reply::NotSaved { text } => {
            line.say(format!("Not saved: {}", voice.plain(text)));
        }
        Reply::SavedAnyway => {
            line.say("The game is saved after every move").say("save FILE writes a copy");
        }
        Reply::SavedAgain => {
            line.say("All of the game is saved again");
        }
        Reply::Left { moves, par_match: Some(facts), .. } => {
            say_leaving_match(&mut line, facts, *moves, voice);
        }
        Reply::Left { game, moves, saved, kept, begun, par_match: None } => {
            let saved = saved.as_deref();
            say_leaving(&mut line, game, *moves, saved, kept.as_ref(), *begun, voice);
        }
        Reply::Started { how, game, left, notice } => {
            say_started(&mut line, how, game, voice);
            if let Some(notice) = notice {
                line.say(format!("Note: {}", voice.plain(notice)));
            }
            if let Some(left) = left {
                line.say(left_text(left, voice));
            }
        }
        Reply::NotPlayed { error } => {
            line.say(format!("Not played: {}", why(error, voice)));
        }
        Reply::NotDone { done, text, .. } => {
            line.say(format!("Not {done}: {}", voice.plain(text)));
        }
        Reply::Unknown { word, meant, cut } => say_unknown(&mut line, word, meant, *cut, voice),
        Reply::Stopped { skipped } => {
            line.say(format!("Stopped there: {} not done", count(*skipped, "command")));
        }
        Reply::Welcome { .. }
        | Reply::Board(_)
        | Reply::Row(_)
        | Reply::Record { .. }
        | Reply::Shared(_)
        | Reply::Help { .. } => {}
    }
    line.finish()
}

fn say_drew(line: &mut Line, cards: &[At], thrown_away: &[Card], now: &Now, voice: Voice) {
    let three = |at: &At| matches!(at.place, PlaceName::Waste(Some(_)));
    let drawn = cards.iter().map(|at| match three(at) {
        true => format!("{} to {}", voice.card(at.card), voice.place(at.place)),
        false => voice.card(at.card),
    });
    line.say(format!("Drew {}", list(drawn, "and")));
    if !thrown_away.is_empty() {
        line.say(format!("Threw away {}", voice.cards(thrown_away)));
    }
    say_stock(line, now.stock.as_ref(), voice, true);
    if cards.len() > 1 && !cards.iter().any(three) {
        say_wastes(line, now, voice);
    }
}

fn say_uncovered(line: &mut Line, uncovered: &[At], voice: Voice) {
    if !uncovered.is_empty() {
        let cards = uncovered.iter().map(|at| voice.at(at.card, at.place));
        line.say(format!("Uncovered {}", list(cards, "and")));
    }
}

/// Stock, waste, cell, count: always in this order.
fn say_now(line: &mut Line, now: &Now, voice: Voice, counts: bool) {
    say_stock(line, now.stock.as_ref(), voice, counts);
    say_wastes(line, now, voice);
    if let Some(cell) = &now.cell {
        line.say(match cell.holds {
            Some(card) => format!("The cell holds {}", voice.card(card)),
            None => "The cell is empty".to_owned(),
        });
    }
    if let Some(left) = &now.left {
        line.say(left_over(left));
    }
}

fn say_stock(line: &mut Line, stock: Option<&StockNow>, voice: Voice, counts: bool) {
    let Some(stock) = stock else { return };
    match (stock.left, stock.shows) {
        (0, _) if !stock.waste => line.say("Stock is empty"),
        (0, _) => line.say(match stock.redeals {
            Some(0) => "Stock is empty, no redeal left".to_owned(),
            Some(redeals) => format!("Stock is empty, {} left", count(redeals.into(), "redeal")),
            None => "Stock is empty, redeals without limit".to_owned(),
        }),
        (left, Some(card)) if counts => {
            line.say(format!("Stock shows {}, {left} left", voice.card(card)))
        }
        (_, Some(card)) => line.say(format!("Stock shows {}", voice.card(card))),
        (left, None) if counts => line.say(format!("{left} left in the stock")),
        _ => line,
    };
}

fn say_wastes(line: &mut Line, now: &Now, voice: Voice) {
    for waste in &now.wastes {
        let name = pile(waste.place);
        line.say(match waste.shows {
            Some(card) => format!("{name} shows {}", voice.card(card)),
            None => format!("{name} is empty"),
        });
    }
}

pub(super) fn left_over(left: &Left) -> String {
    match (left.tableau, left.all_matter) {
        (0, true) => {
            format!("The {} is cleared, {} left in all", left.noun, count(left.all, "card"))
        }
        (n, true) => format!("{n} left in the {}, {} in all", left.noun, left.all),
        (n, false) => format!("{n} left in the {}", left.noun),
    }
}

/// What was drawn lay on the waste, so there is no news of it.
fn without_drawn(moves: &[Token], now: &Now) -> Now {
    let draws = moves.iter().all(|token| matches!(token, Token::Draw(_)));
    Now { wastes: if draws { Vec::new() } else { now.wastes.clone() }, ..now.clone() }
}

fn has_draw(moves: &[Token]) -> bool {
    moves.iter().any(|token| matches!(token, Token::Draw(_) | Token::Redeal(_)))
}

fn moves_text(moves: &[Token], voice: Voice) -> String {
    const MOST: usize = 4;
    let tokens = || moves.iter().map(|token| voice.token(token)).collect::<Vec<_>>().join(", ");
    match moves.len() {
        1 => tokens(),
        2..=MOST => format!("{} moves: {}", moves.len(), tokens()),
        n => format!("{n} moves"),
    }
}

fn pass_text(word: &str, pass: u16, of: Option<u8>) -> String {
    of.map_or(format!("{word} {pass}"), |of| format!("{word} {pass} of {of}"))
}

fn pass_of(word: &str, pass: &Pass) -> String {
    pass_text(word, pass.pass, pass.of)
}

fn pile_text(pile: &Pile, voice: Voice, separator: &str) -> String {
    let name = super::words::pile(pile.place);
    let cards: Vec<String> = pile.cards.iter().map(|&card| voice.card(card)).collect();
    match (pile.place, pile.len) {
        (_, 0) => format!("{name}: empty"),
        (PlaceName::Stock, n) if pile.closed => format!("{name}: {}, closed", count(n, "card")),
        (PlaceName::Stock, n) if separator != ": " => {
            format!("{name} shows {}, {n} left", cards.join(", "))
        }
        (_, 1) => format!("{name}: {}", cards.join(", ")),
        _ => format!("{name}{separator}{}", cards.join(", ")),
    }
}

fn say_unknown(line: &mut Line, word: &str, meant: &[&str], cut: bool, voice: Voice) {
    let word = voice.echo(word);
    let names = |names: &[&str]| list(names.iter().map(|&name| name.to_owned()), "or");
    if cut {
        line.say(format!("\"{word}\" can be {}", names(meant)));
        return;
    }
    // In speech nothing may be left of it.
    line.say(match word.as_str() {
        "" | "." => "I don't know that".to_owned(),
        word => format!("I don't know \"{word}\""),
    });
    if meant.is_empty() {
        let words = list(first_words().map(str::to_owned), "or");
        line.say(format!("Try a card (7h), two cards (7h 6c), {words}"));
    } else {
        line.say(format!("Perhaps you mean {}", names(meant)));
    }
}

fn say_piles_now(line: &mut Line, now: &Now) {
    let mut parts = Vec::new();
    if let Some(stock) = &now.stock {
        parts.push(format!("{} in the stock", stock.left));
    }
    if !now.wastes.is_empty() {
        let cards: usize = now.wastes.iter().map(|waste| waste.cards).sum();
        let wastes = if now.wastes.len() > 1 { "wastes" } else { "waste" };
        parts.push(format!("{cards} on the {wastes}"));
    }
    if let Some(left) = &now.left {
        parts.push(format!("{} left in the {}", left.tableau, left.noun));
        if left.all_matter {
            parts.push(format!("{} in all", left.all));
        }
    }
    line.say(parts.join(", "));
}

/// With a capital at its beginning, unless it is a card's.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
