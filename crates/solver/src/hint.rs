//! Hints that are fair: they know no more than the player.

use pyramid_engine::{Card, Move, Piles, Setup, State};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::limits::Verdict;
use crate::solver::Solver;

/// Which of the cards that can be face down the player has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// A bit for each tableau place, numbered as in [`Place`](pyramid_engine::Place).
    pub tableau: u64,
    /// How many of the stock's next cards. Those behind them have not been seen.
    pub stock: usize,
}

impl Known {
    /// All cards were seen.
    pub const ALL: Known = Known { tableau: u64::MAX, stock: usize::MAX };

    /// Whether the player can know that the move is there.
    fn shows(self, m: Move) -> bool {
        match m {
            Move::Covered { lower, .. } => self.tableau >> lower & 1 != 0,
            _ => true,
        }
    }
}

/// How often each move keeps a win, over samples of the cards that were not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The legal moves that the player can know of, in the order of
    /// [`legal_moves`](Setup::legal_moves); none if the game is over.
    pub moves: Vec<Odds>,
    /// How many samples: [`Hint::SAMPLES`], or 1 if all cards are known.
    pub samples: u32,
    /// How many cards were not seen.
    pub unseen: usize,
    /// Positions that the searches entered.
    pub nodes: u64,
}

/// In how many samples the game can be won after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The move.
    pub m: Move,
    /// It can.
    pub won: u32,
    /// It cannot.
    pub lost: u32,
    /// The search ended before it knew.
    pub undecided: u32,
}

impl Hint {
    /// Samples of the unseen cards.
    pub const SAMPLES: u32 = 100;

    /// The most positions that all searches of a hint enter together. Those that a sample does not
    /// use are left to the samples after it.
    pub const NODES: u64 = 1_000_000;

    /// The moves, those that win most often first; of equals the one that loses less often, then the
    /// first. A removal goes before a move that removes nothing.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Rules, Setup};
    /// use pyramid_solver::{Known, Limits, Solver};
    ///
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// // The tableau is open, and so is the stock's top.
    /// let known = Known { tableau: u64::MAX, stock: 1 };
    /// let mut solver = Solver::new(Limits::default());
    /// let hint = solver.hint(&setup, setup.start(), known, 0, &|| false);
    /// assert_eq!((hint.samples, hint.unseen), (100, 23));
    /// let best = hint.ranked()[0];
    /// assert_eq!(best.won + best.lost + best.undecided, 100);
    /// ```
    pub fn ranked(&self) -> Vec<Odds> {
        let mut moves = self.moves.clone();
        moves.sort_by_key(|odds| (u32::MAX - odds.won, odds.lost, !odds.m.is_removal()));
        moves
    }
}

impl Solver {
    /// Rates the legal moves by what the player can know.
    ///
    /// The cards that were not seen are dealt anew to their places [`Hint::SAMPLES`] times, and in
    /// each sample it is searched whether the game can be won after each move, as if from then on
    /// all cards were known. So the odds are those of a player who plays on without a mistake, and
    /// above those of anybody who does not see the stock; they are good for comparing moves. If at
    /// most one card was not seen there is one sample, the truth.
    ///
    /// The samples depend on `ply` (the number of moves played), on where the known cards lie and on
    /// which cards are unseen, not on the order they lie in: the same question has the same answer,
    /// and nothing in it comes from what the player cannot know.
    /// All searches together enter at most [`Hint::NODES`] positions, and no more than the solver's
    /// limit.
    pub fn hint(
        &mut self,
        setup: &Setup,
        state: &State,
        known: Known,
        ply: usize,
        stop: &dyn Fn() -> bool,
    ) -> Hint {
        let mut unseen = Unseen::new(setup, state, known);
        let moves = setup.legal_moves(state).into_iter().filter(|&m| known.shows(m));
        let moves: Vec<Move> = moves.collect();
        let odds = |&m| Odds { m, won: 0, lost: 0, undecided: 0 };
        // The last unseen card is known without being seen.
        let samples = if unseen.cards.len() < 2 { 1 } else { Hint::SAMPLES };
        let mut hint = Hint {
            moves: moves.iter().map(odds).collect(),
            samples,
            unseen: unseen.cards.len(),
            nodes: 0,
        };
        if moves.is_empty() {
            return hint;
        }
        let all = Hint::NODES.min(self.limits.nodes);
        let mut random = Xoshiro256StarStar::seed_from_u64(unseen.seed(setup, state, ply));
        for sample in 0..samples {
            let share = (all - hint.nodes) / u64::from(samples - sample);
            let verdicts = match unseen.sample(setup, state, &mut random) {
                Some(setup) => {
                    let nodes = share / (moves.len() as u64 + 1);
                    let after = self.after(&setup, setup.start(), &moves, nodes, stop);
                    hint.nodes += after.spent.min(share);
                    after.verdicts
                }
                None => Vec::new(),
            };
            for (at, odds) in hint.moves.iter_mut().enumerate() {
                match verdicts.get(at).and_then(Verdict::is_won) {
                    Some(true) => odds.won += 1,
                    Some(false) => odds.lost += 1,
                    None => odds.undecided += 1,
                }
            }
        }
        hint
    }
}

/// The cards that were not seen.
struct Unseen {
    cards: Vec<Card>,
    known: Known,
}

impl Unseen {
    fn new(setup: &Setup, state: &State, known: Known) -> Unseen {
        let piles = setup.piles(state);
        let mut tableau = piles.tableau;
        let mut stock = piles.stock;
        let mut cards = Vec::new();
        Unseen::each(known, &mut tableau, &mut stock, |card| cards.push(*card));
        // Whatever order they lie in, the samples are the same.
        cards.sort_unstable();
        Unseen { cards, known }
    }

    /// Calls `f` for each unseen card.
    fn each(
        known: Known,
        tableau: &mut [Option<Card>],
        stock: &mut [Card],
        mut f: impl FnMut(&mut Card),
    ) {
        for (place, card) in tableau.iter_mut().enumerate() {
            if known.tableau >> place & 1 == 0
                && let Some(card) = card
            {
                f(card);
            }
        }
        stock.iter_mut().skip(known.stock).for_each(f);
    }

    /// A number from the moves played and the cards that can be known.
    fn seed(&self, setup: &Setup, state: &State, ply: usize) -> u64 {
        fingerprint(&self.dealt(setup.piles(state)), ply)
    }

    /// The piles with the unseen cards in the order they have here.
    fn dealt(&self, mut piles: Piles) -> Piles {
        let mut next = self.cards.iter();
        Unseen::each(self.known, &mut piles.tableau, &mut piles.stock, |card| {
            if let Some(&other) = next.next() {
                *card = other;
            }
        });
        piles
    }

    /// The position with the unseen cards in another order.
    fn sample(
        &mut self,
        setup: &Setup,
        state: &State,
        random: &mut Xoshiro256StarStar,
    ) -> Option<Setup> {
        for last in (1..self.cards.len()).rev() {
            self.cards.swap(last, below(random, last + 1));
        }
        let piles = self.dealt(setup.piles(state));
        Setup::from_piles(setup.layout().clone(), &piles).ok()
    }
}

/// A number below `n`, each as likely as any other.
pub(crate) fn below(random: &mut Xoshiro256StarStar, n: usize) -> usize {
    let unused_bits = (n as u64 - 1).leading_zeros();
    if unused_bits == u64::BITS {
        return 0;
    }
    loop {
        let number = (random.next_u64() >> unused_bits) as usize;
        if number < n {
            return number;
        }
    }
}

/// A number from the cards of some piles and another number: FNV-1a.
pub(crate) fn fingerprint(piles: &Piles, more: usize) -> u64 {
    let cards = piles.tableau.iter().flatten().chain(&piles.stock);
    let others = piles.wastes.iter().chain(&piles.reserve).flatten().chain(&piles.cell);
    let bytes = cards.chain(others).map(|card| card.index() as u64).chain([more as u64]);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ byte).wrapping_mul(0x0100_0000_01b3))
}
