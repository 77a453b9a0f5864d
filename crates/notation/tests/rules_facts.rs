//! The engine against facts from an independent implementation of the rules: `fixtures/rules`.
//!
//! Each row is checked by one function; a failure names the file and the line.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use pyramid_engine::{Game, Layout, RuleSet, Scoring, Setup, State, Status};
use pyramid_notation::{MoveText, read_deal, read_position, to_move, to_token, write_position};
use serde::Deserialize;

/// Calls `check` with each line's fields and fails with all lines that differ.
fn each_line(file: &str, rows: usize, check: impl Fn(&str) -> Result<(), String>) {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../fixtures/rules", file].iter().collect();
    let text = fs::read_to_string(&path).unwrap();
    let header = usize::from(file.ends_with(".csv"));
    let mut failures = Vec::new();
    let mut checked = 0;
    for (number, line) in text.lines().enumerate().skip(header) {
        checked += 1;
        if let Err(failure) = check(line) {
            failures.push(format!("fixtures/rules/{file}:{}: {failure}", number + 1));
        }
    }
    assert!(failures.is_empty(), "{} lines differ:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(checked, rows, "{file} has lost rows");
}

fn layout(rules: &str) -> Result<Arc<Layout>, String> {
    let rules: RuleSet = rules.parse().map_err(|error| format!("{rules}: {error}"))?;
    Ok(Arc::new(rules.layout()))
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found:?}, should be {expected:?}"))
    }
}

fn sorted_tokens(setup: &Setup, state: &State) -> Vec<String> {
    let mut tokens: Vec<String> = setup
        .legal_moves(state)
        .into_iter()
        .map(|m| to_token(setup, state, m).to_string())
        .collect();
    tokens.sort_by_key(|token| token.trim_start_matches(['>', '<', '^']).to_owned());
    tokens
}

#[test]
fn perft() {
    each_line("perft.csv", 1458, |line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [rules, deal, depth, nodes] = fields[..] else { return Err("four fields".into()) };
        let layout = layout(rules)?;
        let deal = read_deal(deal, &layout).map_err(|error| error.to_string())?.deal;
        let setup = Setup::new(layout, &deal);
        let found = setup.perft(setup.start(), depth.parse().unwrap());
        equal("nodes", found, nodes.parse().unwrap())
    });
}

#[derive(Deserialize)]
struct Play {
    rules: String,
    deal: String,
    moves: Vec<String>,
    legal_counts: Vec<usize>,
    final_position: String,
    result: String,
    reason: Option<String>,
    score: HashMap<String, i32>,
    pass: u16,
    legal: Option<Vec<Vec<String>>>,
}

#[test]
fn plays() {
    each_line("plays.jsonl", 254, |line| {
        let play: Play = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let layout = layout(&play.rules)?;
        let deal = read_deal(&play.deal, &layout).map_err(|error| error.to_string())?.deal;
        equal("deal text", deal.write(&layout), play.deal)?;
        let mut game = Game::new(layout, &deal);
        let check_legal = |game: &Game| {
            let ply = game.ply();
            equal("legal moves", game.legal_moves().len(), play.legal_counts[ply])?;
            if let Some(legal) = &play.legal {
                let found: HashSet<String> =
                    sorted_tokens(game.setup(), game.state()).into_iter().collect();
                let expected = legal[ply].iter().cloned().collect();
                equal(&format!("legal tokens at ply {ply}"), found, expected)?;
            }
            // The status kept from move to move is the status looked at afresh.
            equal("status", game.status(), game.setup().status(game.state()))
        };
        for text in &play.moves {
            check_legal(&game)?;
            let token = MoveText::read(text).map_err(|error| format!("{text}: {error}"))?.token;
            let m = to_move(game.setup(), game.state(), &token)
                .map_err(|refusal| format!("{text}: {}", refusal.explain(game.layout())))?
                .ok_or("not a move")?;
            equal("token", to_token(game.setup(), game.state(), m).to_string(), text.clone())?;
            game.play(m)
                .map_err(|refusal| format!("{text}: {}", refusal.explain(game.layout())))?;
        }
        check_legal(&game)?;
        let status = game.status();
        equal("result", status.name(), &play.result)?;
        equal("reason", status.reason().map(|reason| reason.name().to_owned()), play.reason)?;
        equal("pass", game.state().tally().pass, play.pass)?;
        equal("position", write_position(game.setup(), game.state()), play.final_position)?;
        for (system, &score) in &play.score {
            let scoring = Scoring::from_name(system).ok_or("no such score")?;
            equal(system, game.setup().score_by(game.state(), scoring), Some(score))?;
        }
        // Everything can be taken back, exactly.
        let states: Vec<State> = (0..=game.ply()).map(|ply| *game.state_at(ply).unwrap()).collect();
        for state in states.iter().rev().skip(1) {
            game.undo().map_err(|refusal| refusal.name().to_owned())?;
            equal("undone state", game.state() == state, true)?;
        }
        Ok(())
    });
}

#[test]
fn positions() {
    each_line("positions.csv", 147, |line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [rules, position, exhausted, stuck, winnable, legal, _] = fields[..] else {
            return Err("seven fields".into());
        };
        let setup = read_position(position, layout(rules)?).map_err(|error| error.to_string())?;
        let state = setup.start();
        equal("written", write_position(&setup, state), position.to_owned())?;
        equal("exhausted", setup.is_exhausted(state), exhausted == "yes")?;
        equal("stuck", setup.is_stuck(state), stuck == "yes")?;
        let found: HashSet<String> = sorted_tokens(&setup, state).into_iter().collect();
        let expected = legal.split_whitespace().map(str::to_owned).collect();
        equal("legal tokens", found, expected)?;
        equal("winnable", fewest_moves(&setup).is_some(), winnable == "yes")
    });
}

#[test]
fn brute() {
    each_line("brute.csv", 200, |line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [rules, position, winnable, moves] = fields[..] else {
            return Err("four fields".into());
        };
        let setup = read_position(position, layout(rules)?).map_err(|error| error.to_string())?;
        let fewest = fewest_moves(&setup);
        equal("winnable", fewest.is_some(), winnable == "yes")?;
        equal("moves", fewest, moves.parse().ok())
    });
}

/// The fewest moves to a win, by breadth-first search over all states: slow and simple.
fn fewest_moves(setup: &Setup) -> Option<u32> {
    let mut seen = HashSet::from([key(setup, setup.start())]);
    let mut level = vec![*setup.start()];
    for depth in 0.. {
        let mut next = Vec::new();
        for state in &level {
            if setup.is_won(state) {
                return Some(depth);
            }
            if setup.status(state) != Status::Open {
                continue;
            }
            for m in setup.legal_moves(state) {
                let mut after = *state;
                setup.play(&mut after, m).unwrap();
                if seen.insert(key(setup, &after)) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

/// What is left where; what has been counted on the way does not matter.
fn key(setup: &Setup, state: &State) -> String {
    write_position(setup, state)
}
