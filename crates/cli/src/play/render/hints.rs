//! What is said of hints and reviews.

use pyramid_notation::Token;

use super::super::hint::{Advice, PartnersLeft, Proven, Rated, Sorted, Uncovered};
use super::super::review::{Review, TurningPoint};
use super::sentences::Line;
use super::words::{Voice, list};

/// The most moves that a sentence about the turning point names.
const MOST: usize = 3;

pub(super) fn say_hint(line: &mut Line, advice: &Advice, voice: Voice) {
    match advice {
        Advice::NoRemoval { m: None, .. } => {
            line.say("No legal move that can be seen");
        }
        Advice::NoRemoval { m: Some(Token::Draw(_)), stock } => {
            line.say("No pair").say(format!("Draw: {stock} left"));
        }
        Advice::NoRemoval { .. } => {
            line.say("No pair").say("Redeal: the stock is empty");
        }
        Advice::OnlyMove { m } => {
            line.say(format!("{}: the only legal move", capital(&named(m, voice))));
        }
        Advice::Sampled { samples, in_stock, moves, all } => {
            let samples =
                format!("{samples} sampled {}", if *in_stock { "stocks" } else { "deals" });
            match all {
                true => say_rates(line, &samples, moves, voice),
                false => say_best(line, &samples, moves, voice),
            }
        }
        Advice::Known { moves, all: true } => {
            line.say("Every card is known");
            say_sorted(line, moves, voice);
        }
        Advice::Known { moves, all: false } => {
            line.say(match &moves.kept[..] {
                [best, others @ ..] => {
                    let best = capital(&named(best, voice));
                    match others {
                        [] => format!("{best} can still win; every card is known"),
                        [next, ..] => format!(
                            "{best} can still win, and so can {}; every card is known",
                            named(next, voice)
                        ),
                    }
                }
                [] if moves.undecided.is_empty() => {
                    "Not winnable any more; every card is known".to_owned()
                }
                [] => "Undecided".to_owned(),
            });
        }
        Advice::Proof { verdict: Proven::Won { m, moves, .. } } => {
            let m = match m {
                Token::Draw(_) | Token::Redeal(_) => capital(&named(m, voice)),
                token => voice.token(token),
            };
            line.say(format!("{m}: first move of a {moves}-move win (proved)"));
        }
        Advice::Proof { verdict: Proven::Lost } => {
            line.say("Not winnable any more");
        }
        Advice::Proof { verdict: Proven::Undecided } => {
            line.say("Undecided");
        }
        Advice::Proofs { moves } => {
            line.say("Proved");
            say_sorted(line, moves, voice);
        }
        Advice::Why { m, uncovers, partners_left, stock } => {
            let stock = matches!(m, Token::Draw(_)).then_some(*stock);
            say_why(line, m, uncovers, partners_left, stock, voice);
        }
    }
}

/// `Ts and 3s: wins 61 of 100 sampled stocks; next best Td and 3s, 55.`
fn say_best(line: &mut Line, samples: &str, moves: &[Rated], voice: Voice) {
    match moves {
        [best, others @ ..] if best.won > 0 => {
            let mut said =
                format!("{}: wins {} of {samples}", capital(&named(&best.m, voice)), best.won);
            said += &undecided(best);
            if let Some(next) = others.first() {
                said += &format!("; next best {}, {}", named(&next.m, voice), next.won);
                said += &undecided(next);
            }
            line.say(said);
        }
        moves if moves.iter().all(|rated| rated.undecided == 0) => {
            line.say(format!("No move wins any of {samples}"));
        }
        _ => {
            line.say(format!("Undecided: no win is found in {samples}"));
        }
    }
}

/// `Of 100 sampled stocks 61 are won by 3s+Ts, 55 by 3s+Td.`
fn say_rates(line: &mut Line, samples: &str, moves: &[Rated], voice: Voice) {
    let rates = moves.iter().enumerate().map(|(at, rated)| {
        let verb = if at == 0 { " can be won by" } else { " by" };
        format!("{}{}{verb} {}", rated.won, undecided(rated), named(&rated.m, voice))
    });
    line.say(format!("Of {samples} {}", rates.collect::<Vec<_>>().join(", ")));
}

fn undecided(rated: &Rated) -> String {
    match rated.undecided {
        0 => String::new(),
        undecided => format!(" ({undecided} undecided)"),
    }
}

fn say_sorted(line: &mut Line, moves: &Sorted, voice: Voice) {
    for (what, moves) in
        [("Can win", &moves.kept), ("Cannot win", &moves.lost), ("Undecided", &moves.undecided)]
    {
        if !moves.is_empty() {
            let moves: Vec<String> = moves.iter().map(|m| named(m, voice)).collect();
            line.say(format!("{what}: {}", moves.join(", ")));
        }
    }
}

fn say_why(
    line: &mut Line,
    m: &Token,
    uncovers: &[Uncovered],
    partners: &[PartnersLeft],
    stock: Option<usize>,
    voice: Voice,
) {
    line.say(capital(&named(m, voice)));
    if let Some(stock) = stock {
        line.say(format!("{stock} left in the stock"));
    }
    let places = uncovers.iter().map(|Uncovered { card, place }| match card {
        Some(card) => voice.at(*card, *place),
        None => format!("a face-down card at {}", voice.place(*place)),
    });
    line.say(match uncovers {
        [] => "It uncovers nothing".to_owned(),
        _ => format!("It uncovers {}", list(places, "and")),
    });
    let left = partners.iter().enumerate().map(|(at, PartnersLeft { card, partners })| {
        let noun = match (at, partners) {
            (0, 1) => " partner",
            (0, _) => " partners",
            _ => "",
        };
        format!("{partners}{noun} of {}", voice.card(*card))
    });
    if !partners.is_empty() {
        line.say(format!("Left: {}", list(left, "and")));
    }
}

/// A move in a sentence: `Ts and 3s`, `draw`.
fn named(m: &Token, voice: Voice) -> String {
    match m {
        Token::Draw(_) => "draw".to_owned(),
        Token::Redeal(_) => "redeal".to_owned(),
        m if voice.is_speech() => voice.token(m),
        m => {
            let text = voice.token(m).replace('+', " and ").replace('/', " on ");
            text.strip_prefix('^').map_or(text.clone(), |card| format!("park {card}"))
        }
    }
}

/// Words with a capital; a card has its own.
fn capital(text: &str) -> String {
    match text.strip_prefix(|first: char| "dpr".contains(first)) {
        Some(rest) => format!("{}{rest}", text[..1].to_uppercase()),
        None => text.to_owned(),
    }
}

pub(super) fn say_review(line: &mut Line, review: &Review, voice: Voice) {
    let Review { is_won, moves, won_until, lost_from, turning, undo, is_kept } = review;
    match (won_until, lost_from) {
        (_, Some(0)) => line.say("This deal could not be won"),
        _ if *is_won => line.say("This game was winnable from beginning to end"),
        (Some(until), None) if until == moves => line.say("This game could still be won"),
        (Some(until), Some(_)) if turning.is_some() => {
            line.say(format!("This deal was winnable until move {until}"))
        }
        (Some(until), Some(from)) => line
            .say(format!("This deal was winnable at move {until} and not at move {from}"))
            .say("Which move between them lost it is undecided"),
        (Some(until), None) => {
            line.say(format!("This deal was winnable at move {until}; whether later is undecided"))
        }
        (None, Some(from)) => {
            line.say(format!("This game was lost from move {from} on; whether before is undecided"))
        }
        (None, None) => line.say("Whether this deal could be won is undecided"),
    };
    if let Some(turning) = turning {
        line.say(turning_text(turning, voice));
    }
    if let Some(undo) = undo {
        let replay = if *is_kept { "; pyramid replay steps through it later" } else { "" };
        line.say(format!("undo {undo} goes back there{replay}"));
    }
}

/// `Move 55, 3s+Td, lost it; 3s+Th kept it`.
pub(super) fn turning_text(turning: &TurningPoint, voice: Voice) -> String {
    let TurningPoint { number, m, kept, undecided } = turning;
    let mut text = format!("Move {number}, {}, lost it", voice.token(m));
    if !kept.is_empty() {
        let mut named: Vec<String> = kept.iter().take(MOST).map(|m| voice.token(m)).collect();
        if kept.len() > MOST {
            named.push(format!("{} others", kept.len() - MOST).replace("1 others", "1 other"));
        }
        text += &format!("; {} kept it", list(named, "and"));
    }
    if !undecided.is_empty() {
        text += &format!(
            "; {} undecided",
            if undecided.len() == 1 {
                "1 other move is".to_owned()
            } else {
                format!("{} other moves are", undecided.len())
            }
        );
    }
    text
}
