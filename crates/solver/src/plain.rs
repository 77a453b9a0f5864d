//! The search without a single shortcut, over the engine's own states: slow, and easy to trust.
//!
//! It is the oracle of the tests and the base of every ratio.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use pyramid_engine::{Card, Move, Scoring, Setup, State};

use crate::limits::{LimitReached, Verdict};

/// What is left where: the piles as bytes.
type Key = Box<[u8]>;

fn key(setup: &Setup, state: &State) -> Key {
    const END: u8 = 255;
    let byte = |card: &Card| card.index() as u8;
    let piles = setup.piles(state);
    let mut key: Vec<u8> =
        piles.tableau.iter().map(|card| card.as_ref().map_or(END, byte)).collect();
    for pile in [&piles.stock].into_iter().chain(&piles.wastes).chain(&piles.reserve) {
        key.extend(pile.iter().map(byte));
        key.push(END);
    }
    key.push(piles.cell.as_ref().map_or(END, byte));
    key.push(piles.redeals_left.unwrap_or(END));
    // Scores count them: when the tableau was cleared, and what was removed, not thrown away.
    let tally = state.tally();
    let par = setup.layout().rules().score == Scoring::Par;
    let cleared_in = tally.cleared_in.filter(|_| par).unwrap_or(0);
    for count in [cleared_in, tally.pairs, tally.singles] {
        key.extend(count.to_le_bytes());
    }
    key.into()
}

fn moves(setup: &Setup, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = setup.for_each_move(state, |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    moves
}

/// All states reached so far, in the order they were reached, each with the move that led there.
struct Reached<'a> {
    setup: &'a Setup,
    seen: HashMap<Key, ()>,
    states: Vec<(State, Option<(usize, Move)>)>,
    most: usize,
}

impl<'a> Reached<'a> {
    fn new(setup: &'a Setup, state: &State, most: usize) -> Reached<'a> {
        let seen = HashMap::from([(key(setup, state), ())]);
        Reached { setup, seen, states: vec![(*state, None)], most }
    }

    /// Adds what the moves of a state lead to, if it is new.
    fn expand(&mut self, at: usize) -> Result<(), LimitReached> {
        let state = self.states[at].0;
        for m in moves(self.setup, &state) {
            let mut after = state;
            if self.setup.play(&mut after, m).is_err() {
                continue;
            }
            if let Entry::Vacant(entry) = self.seen.entry(key(self.setup, &after)) {
                if self.states.len() >= self.most {
                    return Err(LimitReached::Nodes);
                }
                entry.insert(());
                self.states.push((after, Some((at, m))));
            }
        }
        Ok(())
    }

    fn line(&self, mut at: usize) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some((before, m)) = self.states[at].1 {
            line.push(m);
            at = before;
        }
        line.reverse();
        line
    }
}

/// The shortest win, by breadth-first search. At most `states` states are kept.
pub fn shortest(setup: &Setup, state: &State, states: usize) -> Verdict {
    let mut reached = Reached::new(setup, state, states);
    let mut at = 0;
    while at < reached.states.len() {
        if setup.is_won(&reached.states[at].0) {
            return Verdict::Won(reached.line(at));
        }
        if let Err(limit) = reached.expand(at) {
            return Verdict::Unknown(limit);
        }
        at += 1;
    }
    Verdict::Lost
}

/// A win by depth-first search, and the number of states reached. At most `states` are kept.
///
/// ```
/// use std::sync::Arc;
/// use pyramid_engine::{Deal, RuleSet, Setup};
/// use pyramid_solver::{Limits, plain, solve};
///
/// let rules: RuleSet = "one-pass deck=40 rows=4".parse()?;
/// let setup = Setup::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 1));
/// let (verdict, states) = plain::solve(&setup, setup.start(), 100_000);
/// assert!(states > 1000);
/// let fast = solve(&setup, setup.start(), Limits::default(), &|| false);
/// assert_eq!(verdict.is_won(), fast.is_won());
/// # Ok::<(), pyramid_engine::RulesLineError>(())
/// ```
pub fn solve(setup: &Setup, state: &State, states: usize) -> (Verdict, usize) {
    let mut reached = Reached::new(setup, state, states);
    let mut todo = vec![0];
    while let Some(at) = todo.pop() {
        if setup.is_won(&reached.states[at].0) {
            return (Verdict::Won(reached.line(at)), reached.states.len());
        }
        let known = reached.states.len();
        if let Err(limit) = reached.expand(at) {
            return (Verdict::Unknown(limit), reached.states.len());
        }
        todo.extend(known..reached.states.len());
    }
    (Verdict::Lost, reached.states.len())
}

/// The states that can be reached, each with a shortest line to it, in the order of its length;
/// those that `stops` is true of are not gone beyond. States that differ in the removals made, or
/// under `par` in when the tableau was cleared, are told apart.
///
/// # Errors
///
/// If there are more than `states`.
pub fn reachable(
    setup: &Setup,
    state: &State,
    states: usize,
    stops: impl Fn(&State) -> bool,
) -> Result<Vec<(State, Vec<Move>)>, LimitReached> {
    let mut reached = Reached::new(setup, state, states);
    let mut at = 0;
    while at < reached.states.len() {
        if !stops(&reached.states[at].0) {
            reached.expand(at)?;
        }
        at += 1;
    }
    Ok((0..at).map(|at| (reached.states[at].0, reached.line(at))).collect())
}
