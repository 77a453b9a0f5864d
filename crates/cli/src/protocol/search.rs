//! Searches that a request asks for: data, so that they can run on another thread.

use std::cell::Cell;

use pyramid_engine::{Move, Setup, State};
use pyramid_notation::{Drawn, Token, to_token};
use pyramid_solver::{Known, LimitReached, Limits, Solver, Verdict};
use serde_json::{Map, Value};

use super::request::Id;
use super::server::object;

/// Positions between two questions of a search whether to stop.
const POLL: u64 = 1024;
/// Questions between two events of progress: one for each 262,144 positions.
const POLLS: u64 = 256;

/// A search of a position.
pub(crate) struct Search {
    pub(super) id: Id,
    pub(super) task: Task,
    pub(super) setup: Setup,
    pub(super) state: State,
    /// Whether events and reply tell how long it took.
    pub(super) time: bool,
}

/// What is searched.
pub(super) enum Task {
    /// Whether the position can be won, entering at most so many positions.
    Solve { nodes: u64 },
    /// How often each move wins, by what is known.
    Hint { known: Known, ply: usize, nodes: u64 },
}

/// How a search ended.
pub(crate) struct Ended {
    pub(super) id: Id,
    /// What the reply holds; `None` if it was stopped.
    pub(super) found: Option<Map<String, Value>>,
    pub(super) hinted: bool,
}

impl Search {
    /// Runs it on the caller's thread and to its end.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(crate) fn run_here(self, mut progress: impl FnMut(String)) -> Ended {
        let events = std::cell::RefCell::new(Vec::new());
        let ended = self.run(|| false, || 0.0, |event| events.borrow_mut().push(event));
        events.into_inner().into_iter().for_each(&mut progress);
        ended
    }

    /// Runs it. `stop` is asked now and then whether to give up; `watch` tells seconds; `progress` is
    /// given events.
    pub(crate) fn run(
        self,
        stop: impl Fn() -> bool,
        watch: impl Fn() -> f64,
        progress: impl Fn(String),
    ) -> Ended {
        let polls = Cell::new(0u64);
        let poll = || {
            polls.set(polls.get() + 1);
            if polls.get().is_multiple_of(POLLS) {
                let mut event = format!(r#"{{"event":"progress","id":{}"#, self.id.get());
                event += &format!(r#","nodes":{}"#, polls.get() * POLL);
                if self.time {
                    event += &format!(r#","seconds":{:.3}"#, watch());
                }
                progress(event + "}");
            }
            stop()
        };
        let mut found = match self.task {
            Task::Solve { nodes } => self.solve(nodes, &poll),
            Task::Hint { known, ply, nodes } => self.hint(known, ply, nodes, &poll),
        };
        // A hint that found nothing is not counted.
        let moves = found.as_ref().and_then(|found| found.get("hint")?.as_array());
        let hinted = moves.is_some_and(|moves| !moves.is_empty());
        if let Some(found) = found.as_mut().filter(|_| self.time) {
            let seconds = (watch() * 1000.0).round() / 1000.0;
            found.insert("seconds".to_owned(), seconds.into());
        }
        Ended { id: self.id, found, hinted }
    }

    fn solve(&self, nodes: u64, stop: &dyn Fn() -> bool) -> Option<Map<String, Value>> {
        let mut solver = Solver::new(Limits { nodes, ..Limits::DEFAULT });
        let verdict = solver.solve(&self.setup, &self.state, stop);
        let (line, limit) = match &verdict {
            Verdict::Unknown(LimitReached::Stopped) => return None,
            Verdict::Unknown(limit) => (None, Some(limit.name())),
            Verdict::Lost => (None, None),
            Verdict::Won(line) => (Some(self.tokens(line)), None),
        };
        Some(object([
            ("verdict", verdict.name().into()),
            ("limit", limit.into()),
            ("moves", line.as_ref().map(Vec::len).into()),
            ("line", line.into()),
            ("nodes", solver.stats().positions().min(nodes).into()),
        ]))
    }

    fn hint(
        &self,
        known: Known,
        ply: usize,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Map<String, Value>> {
        let stopped = Cell::new(false);
        let stop = || {
            stopped.set(stopped.get() || stop());
            stopped.get()
        };
        let mut solver = Solver::new(Limits { nodes, ..Limits::DEFAULT });
        let hint = solver.hint(&self.setup, &self.state, known, ply, &stop);
        if stopped.get() {
            return None;
        }
        let moves = hint.ranked().into_iter().map(|odds| {
            let token = match odds.m {
                // A draw of cards that were not seen does not name them.
                Move::Draw if self.setup.next_draw(&self.state).count() > known.stock => {
                    Token::Draw(Drawn::UNNAMED)
                }
                m => to_token(&self.setup, &self.state, m),
            };
            Value::Object(object([
                ("move", token.to_string().into()),
                ("won", odds.won.into()),
                ("lost", odds.lost.into()),
                ("undecided", odds.undecided.into()),
            ]))
        });
        Some(object([
            ("hint", moves.collect::<Vec<_>>().into()),
            ("samples", hint.samples.into()),
            ("unseen", hint.unseen.into()),
            ("nodes", hint.nodes.into()),
        ]))
    }

    /// The tokens of moves that are played one after the other.
    fn tokens(&self, line: &[Move]) -> Vec<String> {
        let mut state = self.state;
        let token = |&m: &Move| {
            let token = to_token(&self.setup, &state, m).to_string();
            self.setup.play(&mut state, m).ok().map(|()| token)
        };
        line.iter().map_while(token).collect()
    }
}
