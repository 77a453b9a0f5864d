//! Searches that a request asks for: data, so that they can run on another thread.

use std::cell::Cell;

use pyramid_engine::{Move, Setup, State};
use pyramid_notation::to_token;
use pyramid_solver::{LimitReached, Limits, Solver, Verdict};
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
}

/// How a search ended.
pub(crate) struct Ended {
    pub(super) id: Id,
    /// What the reply holds; `None` if it was stopped.
    pub(super) found: Option<Map<String, Value>>,
    pub(super) hinted: bool,
}

impl Search {
    /// Runs it. `stop` is asked now and then whether to give up; `watch` tells seconds; `progress` is
    /// given events.
    pub(crate) fn run(
        self,
        stop: impl Fn() -> bool,
        watch: impl Fn() -> f64,
        progress: impl Fn(String),
    ) -> Ended {
        let polls = Cell::new(0);
        let poll = || {
            polls.set(polls.get() + 1);
            if polls.get() % POLLS == 0 {
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
        };
        if let Some(found) = found.as_mut().filter(|_| self.time) {
            let seconds = (watch() * 1000.0).round() / 1000.0;
            found.insert("seconds".to_owned(), seconds.into());
        }
        Ended { id: self.id, found, hinted: false }
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
            ("nodes", solver.stats().positions().into()),
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
