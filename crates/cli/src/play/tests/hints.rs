//! Hints in every game: they change nothing but the record, they repeat, and fair ones do not
//! depend on what was not seen.

use pyramid_engine::{Deal, Piles, Preset};
use pyramid_notation::Token;
use pyramid_replay_verifier::Options;

use super::matches::verify;
use super::*;
use crate::advise::{Adviser, Proved};
use crate::play::hint::{Advice, Hints, Patience};

/// Every game of the table, and some with face-down cards.
fn games() -> impl Iterator<Item = (String, RuleSet)> {
    const HIDDEN: [&str; 6] = ["pyramid", "cell", "giza", "apophis", "tuts-tomb", "triangle"];
    let names = Preset::all().iter().map(|preset| preset.name.to_owned());
    let names = names.chain(HIDDEN.iter().map(|name| format!("{name} hidden=yes")));
    names.map(|name| (name.clone(), name.parse().unwrap()))
}

fn sit(rules: RuleSet, deal: &Deal) -> Session {
    let (mut session, _) = Opening::new(Playing::deal(rules, deal, None), How::Dealt).begin();
    // What a hint cannot decide in this it does not, and says so.
    session.adviser = Adviser::within(30_000);
    session
}

/// A legal move that can be seen, as it is typed.
fn legal(session: &Session, pick: usize) -> Option<String> {
    let moves = session.playing.view().legal();
    let m = moves.get(pick % moves.len().max(1))?;
    Some(session.playing.view().token(*m).to_string())
}

/// All that is said in every voice.
fn voices(replies: &[Reply]) -> Vec<String> {
    let voices = [Voice::Ascii, Voice::Unicode, Voice::Speech];
    let mut all: Vec<String> = voices
        .iter()
        .flat_map(|&voice| replies.iter().flat_map(move |reply| say(reply, voice)))
        .collect();
    all.extend(replies.iter().map(|reply| json(reply).to_string()));
    all
}

/// What is asked at each step. Two packs take seconds where nothing is optimised.
fn asked(rules: &RuleSet) -> &'static [&'static [&'static str]] {
    match rules.rules().deck.copies() {
        1 => &[&["hint", "h w"], &["hint all", "h p"], &["hint proof all", "h p w"]],
        _ => &[&["h"]],
    }
}

#[test]
fn hints_change_nothing_but_the_record_and_repeat() {
    let mut kinds = std::collections::BTreeSet::new();
    for (name, rules) in games() {
        let mut desk = Desk::default();
        let mut session = sit(rules, &Deal::seeded(rules.rules(), 21));
        for (step, typed) in asked(&rules).iter().enumerate() {
            for &typed in *typed {
                let (state, ply) = (*session.playing.game.state(), session.playing.game.ply());
                let before = session.playing.counts();
                let body = session.playing.record.body.len();
                let first = session.line(typed, &mut desk);
                let again = session.line(typed, &mut desk);
                assert_eq!(voices(&first), voices(&again), "{name}: {typed}");
                assert_eq!(
                    (*session.playing.game.state(), session.playing.game.ply()),
                    (state, ply)
                );
                let [Reply::Hint(advice)] = &first[..] else { panic!("{name}: {first:?}") };
                let counted = session.playing.counts().hints - before.hints;
                assert_eq!(session.playing.record.body.len() - body, counted);
                assert!(counted == 0 || counted == 2, "{name}: {counted}");
                if matches!(**advice, Advice::NoRemoval { .. }) {
                    assert_eq!(counted, 0);
                }
                for line in say(&first[0], Voice::Speech) {
                    assert_eq!(lint(&line), None, "{line}");
                }
                kinds.insert(json(&first[0])["hint"].as_str().unwrap().to_owned());
            }
            for pick in 0..9 {
                if let Some(token) =
                    legal(&session, step + pick * 5).filter(|_| session.playing.over().is_none())
                {
                    session.line(&token, &mut desk);
                }
            }
            if session.playing.over().is_some() {
                break;
            }
        }
        verify(&session.playing.to_record().to_string(), Options::default());
    }
    let all = ["known", "no-removal", "proof", "proofs", "sampled", "why"];
    assert!(all.iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}

/// The deal with its unseen cards in the opposite order.
fn turned(session: &Session) -> Option<Deal> {
    let playing = &session.playing;
    let setup = playing.game.setup();
    let known = playing.seen.known(setup, playing.game.state());
    let unseen_in_stock = playing.game.state().stock_len().saturating_sub(known.stock);
    let mut piles: Piles = setup.piles(setup.start());
    let stock = piles.stock.len();
    let places = (0..piles.tableau.len()).filter(|&place| known.tableau >> place & 1 == 0);
    let places: Vec<usize> = places.collect();
    let mut unseen: Vec<_> = places.iter().filter_map(|&place| piles.tableau[place]).collect();
    unseen.extend(&piles.stock[stock - unseen_in_stock..]);
    let mut reversed = unseen.iter().rev().copied();
    for &place in &places {
        piles.tableau[place] = reversed.next();
    }
    for (card, other) in piles.stock[stock - unseen_in_stock..].iter_mut().zip(reversed) {
        *card = other;
    }
    // What was dealt to the wastes came from the stock.
    piles.stock.splice(0..0, piles.wastes.concat());
    (unseen.len() > 1).then(|| Deal::from_piles(playing.rules.rules(), &piles).unwrap())
}

#[test]
fn fair_hints_do_not_depend_on_what_was_not_seen() {
    let mut compared = 0;
    for (name, rules) in games() {
        // Two packs take too long, and are the same.
        if rules.rules().deck.copies() > 1 {
            continue;
        }
        let deal = Deal::seeded(rules.rules(), 4);
        for (moves, typed) in [(0, "hint"), (7, "hint all"), (15, "hint why")] {
            let mut desk = Desk::default();
            let mut session = sit(rules, &deal);
            let mut played = Vec::new();
            for pick in 0..moves {
                let Some(token) = legal(&session, pick * 3) else { break };
                // A draw names what nobody knows before.
                played.push(if token.starts_with('>') { ">".to_owned() } else { token });
                session.line(&played[pick], &mut desk);
            }
            let Some(other) = turned(&session).filter(|_| session.playing.over().is_none()) else {
                continue;
            };
            let mut twin = sit(rules, &other);
            played.iter().for_each(|token| drop(twin.line(token, &mut desk)));
            let (one, two) = (session.line(typed, &mut desk), twin.line(typed, &mut desk));
            assert!(matches!(one[..], [Reply::Hint(_)]), "{name}: {one:?}");
            assert_eq!(voices(&one), voices(&two), "{name} after {played:?}: {typed}");
            compared += usize::from(json(&one[0])["hint"] != "no-removal");
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn settings_decide_which_hints_there_are() {
    let mut desk = Desk::default();
    let (mut session, _) = session("pyramid", "seed:7");
    session.options.hints = Hints::Proof;
    let replies = session.line("h", &mut desk);
    assert_eq!(said(&replies[0]), "Ad+Qh: first move of a 43-move win (proved).");
    session.options.hints = Hints::Off;
    for typed in ["h", "hint proof", "hint all"] {
        let body = session.playing.record.body.len();
        let replies = session.line(typed, &mut desk);
        assert_eq!(said(&replies[0]), "Not done: hints are switched off.");
        assert_eq!(session.playing.record.body.len(), body);
    }
    let replies = session.line("resign", &mut desk);
    assert!(matches!(replies[..], [Reply::Ended(_)]), "a review is a hint: {replies:?}");
}

#[test]
fn there_is_no_hint_after_the_end() {
    let mut desk = Desk::default();
    let (mut session, _) = session("pyramid", "seed:7");
    session.line("resign", &mut desk);
    let replies = session.line("hint", &mut desk);
    assert!(replies[0].is_refusal());
    assert_eq!(session.playing.counts().hints, 0);
}

#[test]
fn a_par_game_that_is_cleared_has_no_hints() {
    let mut desk = Desk::default();
    let mut refused = 0;
    for seed in 5..25 {
        let (mut session, _) = session("par", &format!("seed:{seed}"));
        let proved = Adviser::new().proof(&session.playing.game, &|| false);
        let Proved::Won { line, .. } = proved else { continue };
        for m in line {
            let token = session.playing.view().token(m).to_string();
            session.line(&token, &mut desk);
        }
        assert!(session.playing.is_won());
        let reply = said(&session.line("hint", &mut desk)[0]);
        match session.playing.over() {
            Some(_) => assert!(reply.starts_with("Not played: the game is won"), "{reply}"),
            None => assert!(reply.starts_with("Not done: the tableau is cleared"), "{reply}"),
        }
        refused += usize::from(session.playing.over().is_none());
    }
    assert!(refused > 0);
}

/// The first win that a search finds may use a pair nobody can know of.
#[test]
fn a_proof_may_name_what_was_not_seen_and_a_list_does_not() {
    let mut desk = Desk::default();
    let rules = "pyramid hidden=yes overlap=yes";
    let mut hidden = 0;
    for seed in 0..30 {
        let (mut session, _) = session(rules, &format!("seed:{seed}"));
        for pick in 0..12 {
            if let Some(token) = legal(&session, pick) {
                session.line(&token, &mut desk);
            }
        }
        if session.playing.over().is_some() {
            continue;
        }
        let view = session.playing.view();
        hidden += usize::from(view.game.legal_moves().len() > view.legal().len());
        let known: Vec<Token> = view.legal().iter().map(|&m| view.token(m)).collect();
        let replies = session.line("hint proof all", &mut desk);
        let [Reply::Hint(advice)] = &replies[..] else { panic!("{replies:?}") };
        let Advice::Proofs { moves } = &**advice else { panic!("{advice:?}") };
        let told = moves.kept.iter().chain(&moves.lost).chain(&moves.undecided);
        assert!(told.clone().all(|token| known.contains(token)));
        assert_eq!(told.count(), known.len());
    }
    assert!(hidden > 0);
}

#[test]
fn patience_ends_at_the_same_point() {
    let patience = Patience::new(3 * 1024);
    let asked = [(); 5].map(|()| patience.is_over());
    assert_eq!(asked, [false, false, false, true, true]);
}
