//! `hint`: what may be played, by what the player has seen, or proved.

use std::cell::Cell;

use pyramid_engine::{Card, Move, PlaceName};
use pyramid_notation::Token;
use pyramid_solver::{Hint, Odds};
use serde::Serialize;

use super::act::{Outcome, not_done};
use super::reply::{Reply, maybe_text, text, texts};
use super::session::Session;
use super::world::World;
use crate::advise::{Adviser, Proved};

/// Which hints there are in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hints {
    /// They know what the player has seen; proofs are given on request.
    Fair,
    /// They are proofs.
    Proof,
    /// None.
    Off,
}

impl Hints {
    /// Whether there are any.
    pub(super) fn any(self) -> bool {
        self != Hints::Off
    }
}

/// What a hint says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "hint", rename_all = "kebab-case")]
pub(super) enum Advice {
    /// Nothing can be removed that can be seen, and one thing can be done.
    NoRemoval {
        #[serde(rename = "move", serialize_with = "maybe_text")]
        m: Option<Token>,
        /// Cards in the stock.
        stock: usize,
    },
    /// It is the only legal move.
    OnlyMove {
        #[serde(rename = "move", serialize_with = "text")]
        m: Token,
    },
    /// In how many samples of the unseen cards a move wins, the best first.
    Sampled {
        samples: u32,
        /// Whether all unseen cards are in the stock.
        in_stock: bool,
        moves: Vec<Rated>,
        /// Whether all of them are asked for, or the best.
        all: bool,
    },
    /// Which moves can win, where every card is known.
    Known {
        #[serde(flatten)]
        moves: Sorted,
        all: bool,
    },
    /// What is proved of the position, with the cards that were not seen.
    Proof { verdict: Proven },
    /// What is proved of each move.
    Proofs {
        #[serde(flatten)]
        moves: Sorted,
    },
    /// What the best move does.
    Why {
        #[serde(rename = "move", serialize_with = "text")]
        m: Token,
        uncovers: Vec<Uncovered>,
        partners_left: Vec<PartnersLeft>,
        /// Cards in the stock.
        stock: usize,
    },
}

/// How often a move wins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Rated {
    #[serde(rename = "move", serialize_with = "text")]
    pub(super) m: Token,
    pub(super) won: u32,
    pub(super) undecided: u32,
}

/// Moves by what is known of the position after them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Sorted {
    /// It can be won.
    #[serde(serialize_with = "texts")]
    pub(super) kept: Vec<Token>,
    /// It cannot.
    #[serde(serialize_with = "texts")]
    pub(super) lost: Vec<Token>,
    /// The search ended before it knew.
    #[serde(serialize_with = "texts")]
    pub(super) undecided: Vec<Token>,
}

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub(super) enum Proven {
    Won {
        #[serde(rename = "move", serialize_with = "text")]
        m: Token,
        /// How many moves the win has.
        moves: usize,
        /// Whether no win has fewer.
        shortest: bool,
    },
    Lost,
    Undecided,
}

/// A place that comes free, and its card if it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Uncovered {
    #[serde(serialize_with = "maybe_text")]
    pub(super) card: Option<Card>,
    #[serde(serialize_with = "text")]
    pub(super) place: PlaceName,
}

/// How many partners a card that leaves has left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct PartnersLeft {
    #[serde(serialize_with = "text")]
    pub(super) card: Card,
    pub(super) partners: usize,
}

impl Advice {
    /// Whether it says more than `moves` does, so that it is written down.
    fn counts(&self) -> bool {
        match self {
            Advice::NoRemoval { .. } | Advice::OnlyMove { .. } => false,
            Advice::Sampled { moves, .. } => moves.iter().any(|rated| rated.won > 0),
            Advice::Known { moves, .. } | Advice::Proofs { moves } => {
                !moves.kept.is_empty() || !moves.lost.is_empty()
            }
            Advice::Proof { verdict } => *verdict != Proven::Undecided,
            Advice::Why { .. } => true,
        }
    }
}

/// Ends searches after so many positions together, and so at the same point every time.
pub(super) struct Patience(Cell<u64>);

impl Patience {
    /// Positions between two questions of the solver.
    const STEP: u64 = 1024;

    pub(super) fn new(positions: u64) -> Patience {
        Patience(Cell::new(positions / Patience::STEP))
    }

    /// Whether it is over.
    pub(super) fn is_over(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }
}

/// The most positions that the searches of a proved hint enter together; a fair one has its own
/// limit. Two packs take a second or two.
const POSITIONS: u64 = 500_000;

/// What is asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    proof: bool,
    why: bool,
    all: bool,
}

impl Asked {
    fn read(argument: &str) -> Result<Asked, Box<Reply>> {
        let mut asked = Asked::default();
        for word in argument.split_whitespace() {
            let word = word.to_ascii_lowercase();
            match ["proof", "why", "all"].into_iter().find(|name| name.starts_with(&word)) {
                Some("proof") => asked.proof = true,
                Some("why") => asked.why = true,
                Some(_) => asked.all = true,
                None => {
                    let text = "hint takes proof, why or all, or nothing";
                    return Err(not_done("done", "argument", text));
                }
            }
        }
        match asked.why && asked.all {
            true => {
                Err(not_done("done", "argument", "hint why is about one move, hint all is not"))
            }
            false => Ok(asked),
        }
    }
}

impl Session {
    /// `hint`.
    pub(super) fn hint(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        let mut asked = Asked::read(argument)?;
        match self.options.hints {
            Hints::Fair => {}
            Hints::Proof => asked.proof = true,
            Hints::Off => return Err(not_done("done", "hints-off", "hints are switched off")),
        }
        self.check_open()?;
        if self.playing.is_won() {
            let text = "the tableau is cleared, and hints are about clearing it";
            return Err(not_done("done", "cleared", text));
        }
        let advice = if asked.proof { self.proved(asked) } else { self.fair(asked) };
        if advice.counts() {
            self.playing.hinted();
        }
        Ok(vec![Reply::Hint(Box::new(advice))])
    }

    /// By what the player has seen.
    fn fair(&mut self, asked: Asked) -> Advice {
        let view = self.playing.view();
        let stock = view.state().stock_len();
        let legal = view.legal();
        let hand = legal.iter().all(|m| matches!(m, Move::Draw | Move::Redeal));
        if hand {
            return Advice::NoRemoval { m: legal.first().map(|&m| view.token(m)), stock };
        }
        if let ([m], false) = (&legal[..], asked.why) {
            return Advice::OnlyMove { m: view.token(*m) };
        }
        let (game, seen) = (&self.playing.game, &self.playing.seen);
        let hint = self.adviser.fair(game, seen, &|| false);
        let ranked = hint.ranked();
        let best = ranked.first().filter(|best| best.won > 0);
        match best.filter(|_| asked.why) {
            Some(best) => self.why(best.m),
            None => self.rated(&hint, &ranked, asked.all),
        }
    }

    fn rated(&self, hint: &Hint, ranked: &[Odds], all: bool) -> Advice {
        let view = self.playing.view();
        if hint.samples == 1 {
            let verdict = |odds: &Odds| match (odds.won, odds.undecided) {
                (1.., _) => Some(true),
                (_, 0) => Some(false),
                _ => None,
            };
            let moves = ranked.iter().map(|odds| (view.token(odds.m), verdict(odds)));
            return Advice::Known { moves: sorted(moves), all };
        }
        let tableau = view.setup().piles(view.state()).tableau;
        let in_stock =
            (0..).zip(&tableau).all(|(place, card)| card.is_none() || view.seen.tableau(place));
        let rate =
            |odds: &Odds| Rated { m: view.token(odds.m), won: odds.won, undecided: odds.undecided };
        let moves = ranked.iter().map(rate).collect();
        Advice::Sampled { samples: hint.samples, in_stock, moves, all }
    }

    /// With the cards that were not seen.
    fn proved(&mut self, asked: Asked) -> Advice {
        let patience = Patience::new(POSITIONS);
        let game = &self.playing.game;
        let stop = || patience.is_over();
        if asked.all {
            let proofs = self.adviser.proofs(game, &stop);
            let view = self.playing.view();
            let moves = proofs.iter().filter(|proof| view.may_know(proof.m));
            let moves = moves.map(|proof| (view.token(proof.m), proof.verdict.is_won()));
            return Advice::Proofs { moves: sorted(moves) };
        }
        let verdict = match self.adviser.proof(game, &stop) {
            Proved::Won { line, shortest } => match line.first() {
                Some(&m) if asked.why => return self.why(m),
                Some(&m) => {
                    Proven::Won { m: self.playing.view().token(m), moves: line.len(), shortest }
                }
                // Only a won position has no move to be won by.
                None => Proven::Undecided,
            },
            Proved::Lost => Proven::Lost,
            Proved::Undecided(_) => Proven::Undecided,
        };
        Advice::Proof { verdict }
    }

    /// What a move does.
    fn why(&self, m: Move) -> Advice {
        let view = self.playing.view();
        let facts = Adviser::facts(view.game, view.seen, m);
        let uncovers = facts.uncovers.into_iter();
        let mut partners = facts.partners_left;
        partners.sort();
        Advice::Why {
            m: view.token(m),
            uncovers: uncovers.map(|(card, place)| Uncovered { card, place }).collect(),
            partners_left: partners
                .into_iter()
                .map(|(card, partners)| PartnersLeft { card, partners })
                .collect(),
            stock: view.state().stock_len(),
        }
    }
}

fn sorted(moves: impl Iterator<Item = (Token, Option<bool>)>) -> Sorted {
    let mut sorted = Sorted::default();
    for (token, verdict) in moves {
        match verdict {
            Some(true) => sorted.kept.push(token),
            Some(false) => sorted.lost.push(token),
            None => sorted.undecided.push(token),
        }
    }
    sorted
}
