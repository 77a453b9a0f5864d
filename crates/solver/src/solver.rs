//! The door to the searches: tables that are kept from one to the next.

use std::fmt;

use pyramid_engine::{Deck, Move, Rank, Scoring, Setup, State};

use crate::actions::Step;
use crate::best::{self, Aim, Past};
use crate::bits::Bits;
use crate::board::{Board, Order, Pos};
use crate::cards::Quota;
use crate::limits::{Best, LimitReached, Limits, Meter, Shortest, Stats, Verdict};
use crate::line::{self, Writer};
use crate::search::{Search, Tables};

/// Searches, one after another, with tables that are kept in between.
pub struct Solver {
    pub(crate) limits: Limits,
    one_pack: Tables<u64>,
    two_packs: Tables<u128>,
    stats: Stats,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solver { limits, stats, .. } = self;
        f.debug_struct("Solver")
            .field("limits", limits)
            .field("stats", stats)
            .finish_non_exhaustive()
    }
}

/// Whether a position can be won: one search with tables of its own. For many positions keep a
/// [`Solver`].
///
/// ```
/// use std::sync::Arc;
/// use pyramid_engine::{Deal, Rules, Setup};
/// use pyramid_solver::{Limits, Verdict, solve};
///
/// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
/// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 1));
/// let verdict = solve(&setup, setup.start(), Limits::default(), &|| false);
/// assert_ne!(verdict.is_won(), None);
/// ```
pub fn solve(setup: &Setup, state: &State, limits: Limits, stop: &dyn Fn() -> bool) -> Verdict {
    Solver::new(limits).solve(setup, state, stop)
}

/// Runs a search with the tables of the pack.
macro_rules! with_tables {
    ($solver:ident, $setup:ident, $state:ident, $stop:ident, |$task:ident, $search:ident| $run:expr) => {
        if $setup.layout().rules().deck == Deck::Cards104 {
            let $task = Task::new($setup, $state);
            let mut $search = $task.search(&mut $solver.two_packs, &$solver.limits, $stop);
            let result = $run;
            $solver.stats = $search.stats();
            result
        } else {
            let $task = Task::new($setup, $state);
            let mut $search = $task.search(&mut $solver.one_pack, &$solver.limits, $stop);
            let result = $run;
            $solver.stats = $search.stats();
            result
        }
    };
}

impl Solver {
    /// A solver whose every search keeps to the limits.
    pub fn new(limits: Limits) -> Solver {
        Solver {
            limits,
            one_pack: Tables::new(),
            two_packs: Tables::new(),
            stats: Stats::default(),
        }
    }

    /// What the last search did cost.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Whether a position can be won. `stop` is asked every thousand positions or so whether to
    /// give up.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use pyramid_engine::{Deal, Preset, Setup};
    /// use pyramid_solver::{Limits, Solver, Verdict};
    ///
    /// let rules = Preset::by_name("one-pass").unwrap().rules;
    /// let layout = Arc::new(rules.validate().unwrap());
    /// let mut solver = Solver::new(Limits::default());
    /// let stop = AtomicBool::new(false);
    /// let won = (0..100).filter(|&seed| {
    ///     let setup = Setup::new(layout.clone(), &Deal::seeded(&rules, seed));
    ///     let verdict = solver.solve(&setup, setup.start(), &|| stop.load(Ordering::Relaxed));
    ///     verdict.is_won() == Some(true)
    /// });
    /// assert_eq!(won.count(), 9);
    /// ```
    pub fn solve(&mut self, setup: &Setup, state: &State, stop: &dyn Fn() -> bool) -> Verdict {
        with_tables!(self, setup, state, stop, |task, search| task.verdict(&mut search))
    }

    /// The fewest moves that remove so many more cards of some ranks; `Lost` if none do. A won game
    /// is over, but for `par`. The last count of a rank that is named twice does not add to the
    /// first: the larger one holds.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rank, Rules, Setup};
    /// use pyramid_solver::{Limits, Shortest, Solver};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 8));
    /// let mut solver = Solver::new(Limits::default());
    /// let sevens = solver.remove(&setup, setup.start(), &[(Rank::Seven, 2)], &|| false);
    /// assert!(matches!(sevens, Shortest::Proved(_)));
    /// ```
    pub fn remove(
        &mut self,
        setup: &Setup,
        state: &State,
        wanted: &[(Rank, u32)],
        stop: &dyn Fn() -> bool,
    ) -> Shortest {
        with_tables!(self, setup, state, stop, |task, search| {
            let quota = search.quota(wanted);
            task.remove(&mut search, &quota)
        })
    }

    /// The fewest moves that remove one card, by its number on the board.
    pub(crate) fn remove_one(
        &mut self,
        setup: &Setup,
        state: &State,
        card: u8,
        stop: &dyn Fn() -> bool,
    ) -> Shortest {
        with_tables!(self, setup, state, stop, |task, search| {
            task.remove(&mut search, &Quota::one(card))
        })
    }

    /// The best score that can be reached in a system, and how; under `left` the fewest tableau
    /// cards left. A won game is over, but for `par`. `None` for [`Scoring::None`].
    ///
    /// `msc` and `par` mean something only under rules that may have them.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rules, Scoring, Setup};
    /// use pyramid_solver::{Limits, Solver};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 8));
    /// let mut solver = Solver::new(Limits::default());
    /// let best = solver.best(&setup, setup.start(), Scoring::Left, &|| false).unwrap();
    /// assert_eq!((best.score, best.limit), (0, None));
    /// ```
    pub fn best(
        &mut self,
        setup: &Setup,
        state: &State,
        scoring: Scoring,
        stop: &dyn Fn() -> bool,
    ) -> Option<Best> {
        if scoring == Scoring::None {
            return None;
        }
        with_tables!(self, setup, state, stop, |task, search| task.best(&mut search, scoring))
    }

    /// The shortest win: draws, redeals, parks and removals count one each. `found` is told the
    /// first win as soon as there is one, and each shorter one.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rules, Setup};
    /// use pyramid_solver::{Limits, Shortest, Solver};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 8));
    /// let mut solver = Solver::new(Limits::default());
    /// let mut lengths = Vec::new();
    /// let shortest =
    ///     solver.shortest(&setup, setup.start(), &|| false, |line| lengths.push(line.len()));
    /// let Shortest::Proved(line) = shortest else { panic!() };
    /// assert_eq!(lengths.last(), Some(&line.len()));
    /// assert!(lengths.is_sorted_by(|longer, shorter| longer > shorter));
    /// ```
    pub fn shortest(
        &mut self,
        setup: &Setup,
        state: &State,
        stop: &dyn Fn() -> bool,
        mut found: impl FnMut(&[Move]),
    ) -> Shortest {
        with_tables!(self, setup, state, stop, |task, search| {
            task.shortest(&mut search, &mut found)
        })
    }
}

/// One search of one position.
struct Task<'a, M> {
    setup: &'a Setup,
    state: &'a State,
    board: Board<M>,
    start: Pos<M>,
    order: Order,
}

impl<'a, M: Bits> Task<'a, M> {
    fn new(setup: &'a Setup, state: &'a State) -> Task<'a, M> {
        let (board, start, order) = Board::new(setup, state);
        Task { setup, state, board, start, order }
    }

    fn search<'s>(
        &'s self,
        tables: &'s mut Tables<M>,
        limits: &Limits,
        stop: &'s dyn Fn() -> bool,
    ) -> Search<'s, M> {
        let meter = Meter::new(limits.nodes, stop);
        Search::new(&self.board, tables, &self.start, self.order.clone(), limits.memory, meter)
    }

    fn verdict(&self, search: &mut Search<'_, M>) -> Verdict {
        match search.run(&self.start) {
            Ok(false) => Verdict::Lost,
            Err(limit) => Verdict::Unknown(limit),
            Ok(true) => match self.line(&search.line, !self.board.traits.monotone) {
                Some(line) => Verdict::Won(line),
                None => Verdict::Unknown(LimitReached::Refused),
            },
        }
    }

    /// The moves of some steps, if the engine agrees that they win.
    fn line(&self, steps: &[Step], exact: bool) -> Option<Vec<Move>> {
        let writer = Writer::new(&self.board, &self.start, self.order.clone());
        let line = if exact { writer.exact(steps) } else { writer.early(steps) };
        let line = line.filter(|line| line::wins(self.setup, self.state, line));
        debug_assert!(line.is_some(), "a line that does not win: {steps:?}");
        line
    }

    fn best(&self, search: &mut Search<'_, M>, scoring: Scoring) -> Option<Best> {
        let tally = self.state.tally();
        let removals = i32::from(tally.pairs) + i32::from(tally.singles);
        let past = Past {
            removals,
            cards: removals + i32::from(tally.pairs),
            cleared_in: tally.cleared_in.unwrap_or(0).min(9) as u8,
        };
        let aim = Aim::new(&self.board, self.setup.layout(), scoring);
        let mut best = best::Best { value: 0, line: Vec::new() };
        let limit = search.run_best(&self.start, &aim, past, &mut best).err();
        let line = Writer::new(&self.board, &self.start, self.order.clone()).exact(&best.line)?;
        let end = line::end(self.setup, self.state, &line)?;
        Some(Best { score: self.setup.score_by(&end, scoring)?, line, limit })
    }

    fn remove(&self, search: &mut Search<'_, M>, quota: &Quota<M>) -> Shortest {
        let mut at_least = 0;
        let limit = match search.run_quota(&self.start, quota, &mut at_least) {
            Ok(false) => return Shortest::Lost,
            Ok(true) => {
                let writer = Writer::new(&self.board, &self.start, self.order.clone());
                let line = writer.exact(&search.line);
                let played = |line: &Vec<Move>| line::end(self.setup, self.state, line).is_some();
                match line.filter(played) {
                    Some(line) => return Shortest::Proved(line),
                    None => LimitReached::Refused,
                }
            }
            Err(limit) => limit,
        };
        Shortest::Unknown { limit, line: None, at_least: at_least.into() }
    }

    fn shortest(&self, search: &mut Search<'_, M>, found: &mut dyn FnMut(&[Move])) -> Shortest {
        let first = match self.verdict(search) {
            Verdict::Won(line) => line,
            Verdict::Lost => return Shortest::Lost,
            Verdict::Unknown(limit) => {
                return Shortest::Unknown { limit, line: None, at_least: 0 };
            }
        };
        found(&first);
        let most = (first.len() as u16).saturating_sub(1);
        let mut best = first;
        let mut at_least = 0;
        let mut refused = false;
        let result = search.run_shortest(&self.start, most, &mut at_least, &mut |steps| match self
            .line(steps, true)
        {
            Some(line) => {
                found(&line);
                best = line;
            }
            None => refused = true,
        });
        match result {
            Ok(()) if !refused => Shortest::Proved(best),
            result => {
                let limit = result.err().unwrap_or(LimitReached::Refused);
                Shortest::Unknown { limit, line: Some(best), at_least: at_least.into() }
            }
        }
    }
}
