//! Searches.

use std::fmt;
use std::sync::Arc;

use pyramid_engine::{Deal, Move, RuleSet, Scoring, Setup, State};
use pyramid_notation::write_position;
use pyramid_solver::{Known, LimitReached, Limits, Shortest, Solver, Verdict, plain};

use crate::choices::Choices;
use crate::game_text::judged;
use crate::small::small;

/// The most states a plain search keeps: positions with more are not compared.
const STATES: usize = 3_000;

/// Enough for every position that a plain search can judge.
const AMPLE: Limits = Limits { nodes: 400_000, memory: 8 << 20 };

/// What tables take at least.
const TABLES: usize = 64 << 10;

/// Bytes choose rules, limits, a question, and a small position or a whole deal. Every line that is
/// given leads where it is said to, by the engine and for whole deals by the verifier; searches
/// keep to their limits; and where a plain search can judge, nothing else than its truth is said.
pub fn solver(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = choices.rules();
    let whole = choices.below(3) == 1;
    let nodes = choices.of(&[3_000, 0, 1, 30, 500, 10_000]);
    let memory = choices.of(&[1 << 20, 0, 1 << 10, 1 << 14]);
    let question = choices.below(6);
    let limits = Limits { nodes, memory };
    let (setup, deal) = if whole {
        let deal = Deal::seeded(rules.rules(), choices.below(256) as u64);
        (Setup::new(Arc::new(rules.layout()), &deal), Some(deal))
    } else {
        (small(rules.rules(), 11, &mut |n| choices.below(n)), None)
    };
    let mut asked = Asked { rules, limits, solver: Solver::new(limits), truth: None, setup };
    if !whole {
        asked.truth = asked.truth();
        asked.ample();
    }
    let verdict = asked.verdict();
    if let (Some(deal), Verdict::Won(line)) = (&deal, &verdict) {
        judged(rules, deal, line);
    }
    match question {
        0 => asked.shortest(&verdict),
        1 => asked.best(),
        2 => asked.proofs(&verdict),
        3 => asked.fates(),
        4 => asked.hint(&mut choices),
        _ => asked.course(&mut choices),
    }
    assert_eq!(asked.verdict(), verdict, "{asked}: asked again");
}

/// A position and the solver that is asked about it.
struct Asked {
    rules: RuleSet,
    setup: Setup,
    limits: Limits,
    solver: Solver,
    truth: Option<Truth>,
}

/// What a plain search found: every state that can be reached, with a shortest line.
struct Truth {
    states: Vec<(State, Vec<Move>)>,
    fewest: Option<usize>,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = write_position(&self.setup, self.setup.start());
        write!(f, "{}\n{position}\n{:?}\n", self.rules, self.limits)
    }
}

impl Asked {
    /// Whether the game goes on; under `par` it does when it is won.
    fn is_open(&self, state: &State) -> bool {
        self.rules.rules().score == Scoring::Par || !self.setup.is_won(state)
    }

    fn truth(&self) -> Option<Truth> {
        let ends = |state: &State| !self.is_open(state);
        let states = plain::reachable(&self.setup, self.setup.start(), STATES, ends).ok()?;
        let won = states.iter().find(|(state, _)| self.setup.is_won(state));
        let fewest = won.map(|(_, line)| line.len());
        Some(Truth { states, fewest })
    }

    /// Where a line leads from a state.
    fn end(&self, state: &State, line: &[Move]) -> State {
        let mut state = *state;
        for &m in line {
            assert!(self.is_open(&state), "{self}{line:?} goes on behind its end");
            let played = self.setup.play(&mut state, m);
            played.unwrap_or_else(|refusal| panic!("{self}{m:?} of {line:?}: {refusal:?}"));
        }
        state
    }

    fn wins(&self, state: &State, line: &[Move]) {
        let (_, before) = line.split_last().map_or((None, line), |(m, before)| (Some(m), before));
        assert!(line.is_empty() || !self.setup.is_won(&self.end(state, before)), "{self}{line:?}");
        assert!(self.setup.is_won(&self.end(state, line)), "{self}{line:?} does not win");
    }

    /// Whether a verdict that may be unknown is true.
    fn agrees(&self, won: Option<bool>) {
        if let (Some(won), Some(truth)) = (won, &self.truth) {
            assert_eq!(won, truth.fewest.is_some(), "{self}won");
        }
    }

    /// One search kept to its limits, and gave up for no other reason.
    fn kept(&self, limit: Option<LimitReached>) {
        let stats = self.solver.stats();
        assert!(stats.positions() <= self.limits.nodes + 1, "{self}{stats:?}");
        assert!(stats.table_bytes <= self.limits.memory + TABLES, "{self}{stats:?}");
        let fault = matches!(limit, Some(LimitReached::Stopped | LimitReached::Refused));
        assert!(!fault, "{self}{limit:?}");
    }

    fn verdict(&mut self) -> Verdict {
        let verdict = self.solver.solve(&self.setup, self.setup.start(), &|| false);
        let limit = match &verdict {
            Verdict::Won(line) => {
                self.wins(self.setup.start(), line);
                None
            }
            Verdict::Lost => None,
            Verdict::Unknown(limit) => Some(*limit),
        };
        self.kept(limit);
        self.agrees(verdict.is_won());
        verdict
    }

    /// With ample limits a search knows whatever a plain one knows.
    fn ample(&self) {
        let Some(truth) = &self.truth else { return };
        let mut solver = Solver::new(AMPLE);
        let start = self.setup.start();
        let verdict = solver.solve(&self.setup, start, &|| false);
        assert_eq!(verdict.is_won(), Some(truth.fewest.is_some()), "{self}{verdict:?}");
        let mut lengths = Vec::new();
        let shortest = solver.shortest(&self.setup, start, &|| false, |line| {
            self.wins(start, line);
            lengths.push(line.len());
        });
        assert!(lengths.is_sorted_by(|a, b| a > b), "{self}{lengths:?}");
        match (&shortest, truth.fewest) {
            (Shortest::Proved(line), Some(fewest)) => {
                self.wins(start, line);
                assert_eq!(line.len(), fewest, "{self}{line:?}");
            }
            (Shortest::Lost, None) => {}
            other => panic!("{self}{other:?}"),
        }
    }

    fn shortest(&mut self, verdict: &Verdict) {
        let start = *self.setup.start();
        let mut lines = Vec::new();
        let shortest =
            self.solver.shortest(&self.setup, &start, &|| false, |line| lines.push(line.to_vec()));
        lines.iter().for_each(|line| self.wins(&start, line));
        match (&shortest, verdict) {
            (Shortest::Proved(line), Verdict::Won(first)) => {
                self.wins(&start, line);
                assert!(line.len() <= first.len(), "{self}{line:?}, {first:?}");
                let fewest = self.truth.as_ref().map(|truth| truth.fewest);
                assert!(fewest.is_none_or(|fewest| fewest == Some(line.len())), "{self}{line:?}");
            }
            (Shortest::Lost, Verdict::Lost) => {}
            (Shortest::Unknown { limit, line, at_least }, _) => {
                self.kept(Some(*limit));
                assert_eq!(line.is_some(), verdict.is_won() == Some(true), "{self}{shortest:?}");
                line.iter().for_each(|line| self.wins(&start, line));
                let fewest = self.truth.as_ref().and_then(|truth| truth.fewest);
                let most = fewest.into_iter().chain(line.as_ref().map(Vec::len)).min();
                assert!(most.is_none_or(|most| *at_least <= most), "{self}{shortest:?}");
            }
            other => panic!("{self}{other:?}"),
        }
    }

    fn best(&mut self) {
        let start = *self.setup.start();
        let own = self.rules.rules().score;
        for scoring in [Scoring::Left, Scoring::Cards, own] {
            let Some(best) = self.solver.best(&self.setup, &start, scoring, &|| false) else {
                assert_eq!(scoring, Scoring::None, "{self}no best");
                continue;
            };
            self.kept(best.limit);
            let score = self.setup.score_by(&self.end(&start, &best.line), scoring);
            assert_eq!(score, Some(best.score), "{self}{scoring}: {best:?}");
            let Some(truth) = &self.truth else { continue };
            let scores =
                truth.states.iter().filter_map(|(end, _)| self.setup.score_by(end, scoring));
            let sign = if scoring == Scoring::Left { -1 } else { 1 };
            let most = scores.map(|score| sign * score).max();
            match best.limit {
                None => assert_eq!(most, Some(sign * best.score), "{self}{scoring}: {best:?}"),
                Some(_) => assert!(most >= Some(sign * best.score), "{self}{scoring}: {best:?}"),
            }
        }
    }

    fn proofs(&mut self, verdict: &Verdict) {
        let start = *self.setup.start();
        let proofs = self.solver.proofs(&self.setup, &start, &|| false);
        let legal = self.setup.legal_moves(&start);
        assert_eq!(proofs.iter().map(|proof| proof.m).collect::<Vec<_>>(), legal, "{self}");
        for proof in &proofs {
            if let Verdict::Won(line) = &proof.verdict {
                assert_eq!(line.first(), Some(&proof.m), "{self}{proof:?}");
                self.wins(&start, line);
                assert_ne!(verdict, &Verdict::Lost, "{self}{proof:?}");
            }
            if self.truth.is_some()
                && let Some(won) = proof.verdict.is_won()
            {
                let after = self.end(&start, &[proof.m]);
                let (truth, _) = plain::solve(&self.setup, &after, STATES);
                assert!(truth.is_won().is_none_or(|truth| truth == won), "{self}{proof:?}");
            }
        }
    }

    fn fates(&mut self) {
        let start = *self.setup.start();
        let fates = self.solver.fates(&self.setup, &start, &|| false);
        let Some(truth) = &self.truth else { return };
        let mut leaving = Vec::new();
        for (_, line) in &truth.states {
            let Some((last, before)) = line.split_last().filter(|(m, _)| m.is_removal()) else {
                continue;
            };
            let state = self.end(&start, before);
            leaving.extend(self.setup.cards_of(&state, *last).into_iter().flatten());
        }
        for fate in &fates {
            match fate.leaves {
                Some(true) => assert!(leaving.contains(&fate.card), "{self}{fate:?}"),
                // Of two equal cards one may leave.
                Some(false) => {
                    let alone = fates.iter().filter(|other| other.card == fate.card).count() == 1;
                    assert!(!alone || !leaving.contains(&fate.card), "{self}{fate:?}");
                }
                None => {}
            }
        }
    }

    fn hint(&mut self, choices: &mut Choices<'_>) {
        let known = Known {
            tableau: u64::from_le_bytes([0; 8].map(|_: u8| choices.next().unwrap_or(0))),
            stock: choices.below(12),
        };
        let state = *self.setup.start();
        let hint = self.solver.hint(&self.setup, &state, known, 0, &|| false);
        let legal = self.setup.legal_moves(&state);
        assert!(hint.nodes <= self.limits.nodes + 1, "{self}{hint:?}");
        for odds in &hint.moves {
            assert!(legal.contains(&odds.m), "{self}{odds:?}");
            assert_eq!(odds.won + odds.lost + odds.undecided, hint.samples, "{self}{odds:?}");
        }
        assert_eq!(hint.ranked().len(), hint.moves.len(), "{self}{hint:?}");
    }

    /// Plays some moves and asks where they could be won.
    fn course(&mut self, choices: &mut Choices<'_>) {
        let mut state = *self.setup.start();
        let (mut moves, mut states) = (Vec::new(), vec![state]);
        while let Some(choice) = choices.next().filter(|_| moves.len() < 40) {
            let legal = self.setup.legal_moves(&state);
            let Some(&m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            self.setup.play(&mut state, m).expect("a legal move can be played");
            moves.push(m);
            states.push(state);
        }
        let review = self.solver.review(&self.setup, &moves, &|| false);
        let review = review.expect("the moves can be played");
        assert_eq!(review.effects.len(), moves.len(), "{self}{moves:?}: {review:?}");
        if let Some(won) = review.course.last_won {
            self.wins(&states[won], &review.course.win);
        }
        self.agrees(review.course.is_won(0));
        if let Some(turning) = &review.turning {
            let legal = self.setup.legal_moves(&states[turning.ply]);
            let kept = turning.kept_by.iter().chain(&turning.undecided);
            assert!(kept.into_iter().all(|m| legal.contains(m)), "{self}{moves:?}: {review:?}");
            assert_eq!(turning.lost_by, moves[turning.ply], "{self}{moves:?}: {review:?}");
        }
    }
}
