//! What must hold whatever is typed.

use proptest::prelude::*;
use proptest::sample::select;
use pyramid_engine::{Card, Place, Refusal};

use super::matches::{par_match as match_of, verify_strictly};
use super::*;
use crate::play::facts::{Other, Why};
use crate::play::refuse::why;

const RULES: [&str; 17] = [
    "pyramid",
    "par",
    "giza",
    "apophis",
    "pysolfc-apophis",
    "triangle",
    "cell",
    "spanish",
    "double-pyramid",
    "two-pyramids",
    "thirteen",
    "tuts-tomb",
    "no-waste",
    "cheops",
    "pyramid-dozen",
    "eleven-triangle",
    "pyramid hidden=yes overlap=yes cells=1",
];

const WORDS: [&str; 63] = [
    "h",
    "hint why",
    "hint all",
    "draw",
    "d",
    "d 2",
    "d 0",
    "d 99999999999999999999",
    "redeal",
    "r",
    "park",
    "p 2c",
    "p w",
    "undo",
    "u",
    "u 3",
    "y",
    "redo 2",
    "moves",
    "m",
    "open",
    "o",
    "where",
    "f 4c",
    "f q",
    "where tens",
    "look",
    "l 7",
    "l a3",
    "look waste",
    "look stock",
    "look removed",
    "look reserve",
    "look cell",
    "s",
    "# a; b",
    "note",
    "save x.pyr",
    "save -",
    "save",
    "load x.pyr",
    "load none",
    "new seed:3",
    "new",
    "daily",
    "rules",
    "rules giza",
    "rules cells=1",
    "resign",
    "stop",
    ".",
    "help",
    "? d",
    "help all",
    ";",
    ";;",
    "#",
    "1",
    "3",
    "0",
    "9",
    "w",
    "c",
];

/// Something a player may type, sensible or not.
fn typed() -> impl Strategy<Value = String> {
    let card = "([a23456789tjqk]|10)[cdhs]";
    let place = "(s|w|w[1-3]|c|r[1-9]|[a-c]?[1-9][.][1-9])";
    prop_oneof![
        4 => select(&WORDS[..]).prop_map(str::to_owned),
        4 => card.prop_map(|text| text),
        3 => (card, "[ +/]", card).prop_map(|(a, sign, b)| a + &sign + &b),
        2 => place.prop_map(|text| text),
        2 => (place, "[ +/]", card).prop_map(|(a, sign, b)| a + &sign + &b),
        1 => (place, "[ +/]", place).prop_map(|(a, sign, b)| a + &sign + &b),
        1 => (card, place).prop_map(|(card, place)| format!("{card}[{place}]+{card}")),
        1 => "[>^~<]([a2-9tjqk][cdhs])?",
        1 => "[a-z#?.;0-9 ]{0,12}",
        1 => any::<String>(),
        1 => "\\PC{0,90}",
        // Whatever else happens, games get somewhere.
        6 => Just("!".to_owned()),
    ]
}

/// A legal move for `!`, as its token.
fn legal(session: &Session, pick: usize) -> String {
    let view = session.playing.view();
    let moves = view.legal();
    moves.get(pick % moves.len().max(1)).map_or("d".to_owned(), |&m| view.token(m).to_string())
}

/// What a refusal must not change.
fn fingerprint(
    session: &Session,
) -> (pyramid_engine::State, usize, usize, Option<&'static str>, String) {
    let playing = &session.playing;
    (
        *playing.game.state(),
        playing.game.ply(),
        playing.record.body.len(),
        playing.early,
        playing.rules.to_string(),
    )
}

/// The cards that have not been seen, and that nothing may tell.
fn unseen(session: &Session) -> Vec<String> {
    let playing = &session.playing;
    if playing.rules.rules().deck.copies() > 1 {
        return Vec::new();
    }
    let view = playing.view();
    let cards = playing.rules.rules().deck.new_deck();
    cards.filter(|&card| view.known(card).1 > 0).map(|card| card.to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sessions_are_safe(
        rules in select(&RULES[..]),
        seed in 0u64..1000,
        par_match in any::<bool>(),
        script in prop::collection::vec((typed(), any::<usize>()), 1..60),
    ) {
        let mut desk = Desk::default();
        let mut typed_before = String::new();
        let deal = format!("seed:{seed}");
        let (mut session, welcome) = match par_match && rules == "par" {
            true => match_of(&mut desk, "m.pyr", None, Some(&deal)).unwrap(),
            false => session(rules, &deal),
        };
        session.adviser = crate::advise::Adviser::within(5_000);
        for reply in &welcome {
            for line in say(reply, Voice::Speech) {
                prop_assert_eq!(lint(&line), None, "{}", line);
            }
        }
        for (typed, pick) in script {
            let line = if typed == "!" { legal(&session, pick) } else { typed };
            let before = fingerprint(&session);
            let replies = session.line(&line, &mut desk);
            session.is_over = false;
            let only_refused = replies.len() == 1 && replies[0].is_refusal();
            if only_refused && !line.contains(';') {
                prop_assert_eq!(&before, &fingerprint(&session), "{}", line);
            }
            let secret = unseen(&session);
            // What is repeated may name what was typed before.
            let asked = format!("{typed_before} {line}");
            for reply in replies.iter().chain(&[session.board()]) {
                check(reply, &asked, &secret)?;
            }
            if line.contains('.') || line.contains("rep") {
                typed_before = asked;
            } else if !replies.is_empty() {
                typed_before = line;
            }
        }
        session.end_of_input(&mut desk).unwrap();
        if let Some(text) = desk.files.get("m.pyr") {
            verify_strictly(text);
        }
    }
}

/// Every voice says something fit for it, and nothing that has not been seen and typed.
fn check(reply: &Reply, line: &str, secret: &[String]) -> Result<(), TestCaseError> {
    // Examples, and what was asked for as it is.
    let examples = matches!(
        reply,
        Reply::Record { .. }
            | Reply::Help { .. }
            | Reply::Unknown { .. }
            | Reply::NotDone { .. }
            | Reply::NotPlayed { error: Why::Other(Other::Spelling { .. }) }
    );
    let typed = line.to_ascii_lowercase().replace("10", "t");
    for said in say(reply, Voice::Speech) {
        if !matches!(reply, Reply::Record { .. }) {
            prop_assert_eq!(lint(&said), None, "{}: {}", line, said);
        }
    }
    let mut all = say(reply, Voice::Ascii);
    for text in &all {
        prop_assert!(!text.contains('\n') && !text.is_empty(), "{line}: {reply:?}");
        prop_assert!(!text.contains(|c: char| c.is_control()), "{line}: {text:?}");
    }
    all.push(json(reply).to_string());
    // A game that is over is looked at with all its cards.
    if examples || matches!(reply, Reply::Review(_)) {
        return Ok(());
    }
    for card in secret.iter().filter(|card| !typed.contains(&card.to_ascii_lowercase())) {
        for text in &all {
            // All that may be said of it.
            let text = text.replace(&format!("{card} has not been seen yet"), "");
            let text = text.replace(&format!(r#"{{"card":"{card}","name":"unseen""#), "");
            prop_assert!(!names(&text, card), "{line}: {card} in {text}");
        }
    }
    Ok(())
}

/// Whether a text names a card: `Th`, and not `The`.
fn names(text: &str, card: &str) -> bool {
    text.match_indices(card)
        .any(|(at, _)| !text[at + card.len()..].starts_with(|next: char| next.is_ascii_lowercase()))
}

/// The names of cards in messages are not what a card of the engine is spelled like elsewhere.
#[test]
fn unseen_cards_are_found_unseen() {
    let (session, _) = session("thirteen", "seed:7");
    let view = session.playing.view();
    let all = view.setup().locate(view.state(), "8c".parse().unwrap());
    assert!(matches!(all[..], [Whereabouts::Covered { .. }]));
    assert_eq!(unseen(&session).len(), 52 - 7);
}

/// What is told of a refusal is what the engine, the verifier and the protocol tell of it, except
/// where the game knows more.
#[test]
fn refusals_are_those_of_the_engine() {
    let card = |text: &str| text.parse::<Card>().unwrap();
    let ascii = |why: &Why| {
        let lines = say(&Reply::NotPlayed { error: why.clone() }, Voice::Ascii);
        lines[0].strip_prefix("Not played: ").unwrap().strip_suffix('.').unwrap().to_owned()
    };
    let mut compared = 0;
    for rules in RULES {
        let mut desk = Desk::default();
        let (mut session, _) = session(rules, "seed:11");
        for pick in 0..40 {
            let view = session.playing.view();
            let layout = session.playing.game.layout();
            let pack = session.playing.rules.rules().deck;
            for card in pack.new_deck().filter(|_| pack.copies() == 1) {
                let Some(refusal) = view.setup().why_not(view.state(), card) else { continue };
                let known = !matches!(refusal, Refusal::Removed { .. }) && view.known(card).1 == 0;
                if known {
                    assert_eq!(ascii(&why(view, refusal.clone())), refusal.explain(layout));
                    compared += 1;
                }
            }
            for refusal in [
                Refusal::NoMatch { a: card("2c"), b: card("3d") },
                Refusal::SameCard { card: card("2c") },
                Refusal::StockNotEmpty { left: 1 },
                Refusal::StockNotEmpty { left: 7 },
                Refusal::NoCell,
                Refusal::CellFull { holds: card("2c") },
                Refusal::CellSource { card: card("2c"), place: Place::Stock },
                Refusal::CellSource { card: card("2c"), place: Place::Reserve(1) },
                Refusal::CellSource { card: card("2c"), place: Place::Cell },
                Refusal::NoOverlap,
                Refusal::NoWastePair,
                Refusal::NotCovering { upper: card("2c"), lower: card("3d") },
                Refusal::NothingToUndo,
                Refusal::NothingToRedo,
                Refusal::WrongRedeal { cards: 5 },
            ] {
                assert_eq!(ascii(&why(view, refusal.clone())), refusal.explain(layout));
            }
            let line = legal(&session, pick * 7);
            session.line(&line, &mut desk);
        }
    }
    assert!(compared > 1000);
}
