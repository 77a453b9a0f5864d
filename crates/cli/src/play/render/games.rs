//! What is said of games that begin, are left, and are over.

use pyramid_engine::{Card, Goal};

use super::super::facts::{Blocked, Counts, GameFacts, Score};
use super::super::reply::{End, How, Kept, LeftBehind, Saving};
use super::refusals::found;
use super::replays::say_replay;
use super::sentences::{Line, left_over};
use super::words::{Voice, count};

/// `seed:7`, in speech `seed 7`.
fn deal_text(deal: Option<&String>, voice: Voice) -> String {
    match deal {
        None => "of your own".to_owned(),
        Some(deal) if voice.is_speech() => deal.replace(':', " "),
        Some(deal) => deal.clone(),
    }
}

pub(super) fn game_text(game: &GameFacts, voice: Voice) -> String {
    let deal = deal_text(game.deal.as_ref(), voice);
    format!("Deal {deal}, rules {}", voice.plain(&game.rules))
}

/// When the game is saved.
pub(super) fn saving_text(saving: &Saving, voice: Voice) -> String {
    match saving {
        Saving::Asked => "Nothing is saved until you type save FILE".to_owned(),
        Saving::Always => "The game is saved after every move".to_owned(),
        Saving::Cannot { why } => {
            format!("Nothing is saved until you type save FILE: {}", voice.plain(why))
        }
        Saving::Match { file } => {
            let file = voice.echo(file);
            format!("The match is saved in {file} after every game and when you leave")
        }
    }
}

pub(super) fn say_started(line: &mut Line, how: &How, game: &GameFacts, voice: Voice) {
    let facts = game_text(game, voice);
    line.say(match how {
        How::Dealt => format!("{facts}: {}", game.summary),
        How::Loaded { file, moves } => {
            format!("Loaded {} at move {moves}. {facts}", voice.echo(file))
        }
        How::Resumed { moves } => format!("Your game goes on at move {moves}"),
        How::Replayed(replay) => return say_replay(line, replay, game, voice),
        How::Back { moves } => format!("Back at move {moves}. {facts}"),
    });
}

pub(super) fn left_text(left: &LeftBehind, voice: Voice) -> String {
    let deal = deal_text(left.deal.as_ref(), voice);
    let game = format!("The game before, {deal} at move {},", left.moves);
    match (&left.archived, &left.saved) {
        (Some(name), _) => format!("{game} is kept as {name}"),
        (None, Some(file)) => format!("{game} is in {}", voice.echo(file)),
        (None, None) if left.undo => format!("{game} is not saved; undo now brings it back"),
        (None, None) => format!("{game} is not saved"),
    }
}

pub(super) fn say_leaving(
    line: &mut Line,
    game: &GameFacts,
    moves: usize,
    saved: Option<&str>,
    kept: Option<&Kept>,
    begun: bool,
    voice: Voice,
) {
    let rules = match game.rules.as_str() {
        "pyramid" => String::new(),
        name if name.contains(' ') => format!(" --rules '{name}'"),
        name => format!(" --rules {name}"),
    };
    let with =
        game.deal.as_ref().map(|_| format!(" with {}", deal_text(game.deal.as_ref(), voice)));
    let with = with.unwrap_or_default();
    if let Some(Kept::Archived { name }) = kept {
        line.say(format!("Saved as {name}")).say("Run pyramid for another game");
        return;
    }
    match (saved, &game.deal) {
        _ if kept == Some(&Kept::Current) => line
            .say(if begun { "Saved" } else { "Nothing was played yet" })
            .say(format!("Run pyramid to go on{with} at move {moves}")),
        _ if !begun => line.say("Nothing was played, nothing to save"),
        (Some(file), _) => line
            .say("Saved")
            .say(format!("Run pyramid play {} to go on at move {moves}", argument(file, voice))),
        (None, Some(deal)) => line
            .say("Not saved")
            .say(format!("Run pyramid new {deal}{rules} to play this deal again")),
        (None, None) => line.say("Not saved"),
    };
}

/// A file in a command.
pub(super) fn argument(file: &str, voice: Voice) -> String {
    let file = voice.plain(file);
    if file.contains(' ') { format!("'{file}'") } else { file }
}

pub(super) fn say_end(line: &mut Line, end: &End, voice: Voice) {
    let counts = counts_text(&end.counts);
    let cleared = match (end.goal, end.reason) {
        (_, Some("deck-cleared")) | (Goal::Deck, _) => "every card removed".to_owned(),
        (Goal::Pyramid, _) => format!("{} cleared", end.left.noun),
        (Goal::Table, _) => "table cleared".to_owned(),
    };
    match (end.result, end.reason) {
        ("won", _) => line.say(format!("Won: {cleared} in {counts}")),
        ("lost", Some("exhausted")) => line.say("Lost: exhausted").say("No move is left"),
        ("lost", _) => line.say("Lost: stuck").say(match end.stock {
            true => "No card can be removed any more, now or on any pass",
            false => "No card can be removed any more",
        }),
        ("stopped", _) => line.say(format!("Stopped after {counts}")),
        _ => line.say(format!("Resigned after {counts}")),
    };
    match end.result {
        "won" if end.left.all_matter && end.left.all > 0 => {
            line.say(format!("{} left", count(end.left.all, "card")));
        }
        "won" => {}
        _ => {
            line.say(left_over(&end.left));
        }
    }
    for blocked in &end.blocked {
        line.say(blocked_text(blocked, voice));
    }
    if end.result == "lost" {
        line.say(format!("Played {counts}"));
    }
    if let Some(Score { score, meaning, .. }) = &end.score {
        line.say(format!("Score {}, {meaning}", number(*score, voice)));
    }
    line.say(format!("Hints {}, undos {}", end.counts.hints, end.counts.undos));
    if let Some(streak) = end.streak {
        line.say(format!("Streak {streak}"));
    }
    if end.result == "lost" && end.undo {
        line.say("You can undo");
    }
}

/// A number; a synthesizer may swallow the sign.
pub(super) fn number(number: i32, voice: Voice) -> String {
    match number {
        ..0 if voice.is_speech() => format!("minus {}", number.unsigned_abs()),
        _ => number.to_string(),
    }
}

/// `63 moves (17 pairs, 4 kings, 41 draws, 1 redeal)`.
fn counts_text(counts: &Counts) -> String {
    let parts: Vec<String> = [
        (counts.pairs, "pair"),
        (counts.kings, "king"),
        (counts.draws, "draw"),
        (counts.redeals, "redeal"),
        (counts.parks, "park"),
    ]
    .into_iter()
    .filter(|&(n, _)| n > 0)
    .map(|(n, noun)| count(n, noun))
    .collect();
    let moves = count(counts.moves, "move");
    if parts.is_empty() { moves } else { format!("{moves} ({})", parts.join(", ")) }
}

fn blocked_text(blocked: &Blocked, voice: Voice) -> String {
    match blocked {
        Blocked::NoPartner { card, gone } => {
            let card = voice.at(card.card, card.place);
            match gone.len() {
                0..=4 => format!("{card} has no partner left: {} are gone", voice.cards(gone)),
                _ => format!("{card} has no partner left"),
            }
        }
        Blocked::CoversPartners { card, partners } => {
            let cards: Vec<Card> = partners.iter().map(|at| at.card).collect();
            let last = if cards.len() == 1 { "its last partner" } else { "its last partners" };
            format!("{} covers {last}, {}", voice.at(card.card, card.place), voice.cards(&cards))
        }
        Blocked::PartnersNotFree { card, partners } => {
            let partners: Vec<String> = partners.iter().map(|card| found(card, voice)).collect();
            let card = voice.at(card.card, card.place);
            format!("{card} waits for a partner: {}", partners.join("; "))
        }
    }
}
