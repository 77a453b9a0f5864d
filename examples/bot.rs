//! A bot for `pyramid bot`, on the libraries. It knows what a player knows.
//!
//! ```sh
//! cargo build --release -p pyramid-cli --example bot
//! pyramid bot --deals seed:1..101 -- target/release/examples/bot
//! pyramid bot --deals seed:1..101 -- target/release/examples/bot hint 20000
//! ```
//!
//! Without a word it is greedy: it removes what leaves the fewest cards in the tableau and opens the
//! most moves. With `hint` it asks for a hint each time, of so many positions searched.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "a program of its own")]

use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::Arc;

use pyramid_engine::{Move, RuleSet, Setup};
use pyramid_notation::{read_position, to_token};
use pyramid_solver::{Known, Limits, Solver};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let hints = args.first().is_some_and(|word| word == "hint");
    let nodes = args.get(1).map_or(Ok(100_000), |nodes| nodes.parse())?;
    let mut solver = Solver::new(Limits { nodes, ..Limits::DEFAULT });
    for line in std::io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let (setup, known) = table(&question).ok_or("a question of another kind")?;
        let tokens = question["state"]["legal"].as_array().ok_or("no legal moves")?;
        let token = |m: Move| to_token(&setup, setup.start(), m).to_string();
        let told = |&m: &Move| m == Move::Draw || tokens.contains(&token(m).into());
        let wanted = if hints {
            let ply = question["state"]["ply"].as_u64().unwrap_or(0) as usize;
            let hint = solver.hint(&setup, setup.start(), known, ply, &|| false);
            hint.ranked().first().map(|odds| odds.m)
        } else {
            let moves = setup.legal_moves(setup.start()).into_iter().filter(told);
            moves.max_by_key(|&m| worth(&setup, m))
        };
        // A draw of unseen cards does not name them.
        let wanted = wanted.map(|m| if m == Move::Draw { ">".to_owned() } else { token(m) });
        let play = wanted.map_or_else(|| tokens.first().cloned().unwrap_or_default(), Value::from);
        writeln!(std::io::stdout(), "{}", json!({ "id": question["id"], "play": play }))?;
    }
    Ok(())
}

/// The state with the unseen cards put anywhere, and which cards are known.
fn table(question: &Value) -> Option<(Setup, Known)> {
    let rules: RuleSet = question["rules"].as_str()?.parse().ok()?;
    let position = question["state"]["position"].as_str()?;
    let mut unseen = question["state"]["unseen"].as_array()?.iter().filter_map(Value::as_str);
    let (rows, rest) = position.split_once(" | ")?;
    let places = rows.replace('/', "");
    let places = places.as_bytes().chunks(2).enumerate();
    let tableau = places.filter(|(_, card)| *card != b"##").map(|(at, _)| 1 << at).sum();
    let mut filled = String::new();
    for (part, gap) in rows.split_inclusive("##").map(|part| (part, part.ends_with("##"))) {
        filled += part.strip_suffix("##").unwrap_or(part);
        filled += if gap { unseen.next()? } else { "" };
    }
    let stock = rest.split(" | ").next()?;
    let shown = stock.split('?').next()?;
    let known = Known { tableau, stock: shown.trim_matches('-').len() / 2 };
    let stock = shown.to_owned() + &unseen.collect::<String>();
    let others = rest.split_once(" | ")?.1;
    let position = format!("{filled} | {stock} | {others}");
    Some((read_position(&position, Arc::new(rules.layout())).ok()?, known))
}

/// Removals before draws, the fewest cards left and the most moves after it.
fn worth(setup: &Setup, m: Move) -> (bool, bool, usize, usize) {
    let mut state = *setup.start();
    let parks = matches!(m, Move::Park(_));
    let played = setup.play(&mut state, m).is_ok();
    (m.is_removal(), !parks && played, 99 - state.tableau_len(), setup.legal_moves(&state).len())
}
