//! When a game is over, and why.

use std::ops::ControlFlow;

use crate::Card;
use crate::layout::Layout;
use crate::moves::Move;
use crate::place::Place;
use crate::setup::Setup;
use crate::state::State;
use crate::values::{End, Goal, Scoring};

/// Whether a game is over, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on.
    Open,
    /// It is won.
    Won(Reason),
    /// It is lost.
    Lost(Reason),
}

impl Status {
    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        !matches!(self, Status::Open)
    }

    /// The stable name: `open`, `won` or `lost`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Won(_) => "won",
            Status::Lost(_) => "lost",
        }
    }

    /// Why the game is over.
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Status::Open => None,
            Status::Won(reason) | Status::Lost(reason) => Some(reason),
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// What the goal wants gone is gone.
    Cleared,
    /// No card is left anywhere.
    DeckCleared,
    /// No move of any kind exists.
    Exhausted,
    /// No removal can be made any more, now or on any pass.
    Stuck,
}

impl Reason {
    /// The stable name, as records write it.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Cleared => "cleared",
            Reason::DeckCleared => "deck-cleared",
            Reason::Exhausted => "exhausted",
            Reason::Stuck => "stuck",
        }
    }

    /// Reads what [`name`](Reason::name) writes.
    pub fn from_name(text: &str) -> Option<Reason> {
        [Reason::Cleared, Reason::DeckCleared, Reason::Exhausted, Reason::Stuck]
            .into_iter()
            .find(|reason| reason.name() == text)
    }
}

/// What some free cards come to, for the question whether any of them can leave.
#[derive(Clone, Copy)]
struct Ranks {
    /// Ranks of which a further card could leave: alone, or with one of these.
    wanted: u16,
    /// Whether two of the cards pair, or one leaves alone.
    removal: bool,
}

impl Ranks {
    fn new(layout: &Layout) -> Ranks {
        Ranks { wanted: layout.singles(), removal: false }
    }

    fn add(&mut self, layout: &Layout, card: Card) {
        self.removal |= self.wanted & card.rank_bit() != 0;
        self.wanted |= layout.partners(card);
    }
}

/// How far the forced draws and redeals lead before a removal can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// A removal is possible after this many draws and redeals (or instead, or after, a park).
    Removal(u32),
    /// Never.
    Nothing,
}

impl Setup {
    /// Whether the game is over in this state, and why.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Deal, Move, Place, Reason, RuleSet, Setup, Status};
    /// let rules: RuleSet = "pyramid rows=1".parse()?;
    /// let cards = rules.rules().deck.new_deck().collect::<Vec<_>>();
    /// let deal = Deal::new(rules.rules(), cards.into_iter().rev().collect())?;
    /// let setup = Setup::new(Arc::new(rules.layout()), &deal);
    /// let mut state = *setup.start();
    /// assert_eq!(setup.status(&state), Status::Open);
    /// setup.play(&mut state, Move::Single(Place::Tableau(0)))?;
    /// assert_eq!(setup.status(&state), Status::Won(Reason::Cleared));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn status(&self, state: &State) -> Status {
        self.status_ahead(state).0
    }

    /// The status, and for how many draws and redeals more it is sure to stay open.
    pub(crate) fn status_ahead(&self, state: &State) -> (Status, u32) {
        if self.ends_as_won(state) {
            return (Status::Won(won_reason(state)), 0);
        }
        match self.layout().rules().end {
            End::Stuck => {
                if let Ahead::Removal(steps) = self.look_ahead(state) {
                    return (Status::Open, steps);
                }
            }
            End::Exhausted => {
                if self.has_move(state) {
                    return (Status::Open, 0);
                }
            }
        }
        let status = if self.is_won(state) {
            Status::Won(won_reason(state))
        } else if self.has_move(state) {
            Status::Lost(Reason::Stuck)
        } else {
            Status::Lost(Reason::Exhausted)
        };
        (status, 0)
    }

    /// Whether the game stops here because it is won.
    pub(crate) fn ends_as_won(&self, state: &State) -> bool {
        let plays_on = || self.layout().rules().score == Scoring::Par && !state.is_empty();
        self.is_won(state) && !plays_on()
    }

    /// Whether everything is gone that the goal wants gone. A par game plays on then.
    pub fn is_won(&self, state: &State) -> bool {
        let table = || state.tableau == 0 && state.reserve == 0 && state.cell.is_none();
        match self.layout().rules().goal {
            Goal::Pyramid => state.tableau == 0,
            Goal::Table => table(),
            Goal::Deck => table() && state.hand_is_empty(),
        }
    }

    /// Whether no move of any kind can be made and the game is not won: the rules' `exhausted`.
    pub fn is_exhausted(&self, state: &State) -> bool {
        !self.is_won(state) && !self.has_move(state)
    }

    /// Whether the game is not won and no removal can be made in any state that draws, redeals
    /// and parks lead to: the rules' `stuck`, whatever their `end`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Piles, RuleSet, Setup};
    /// let rules: RuleSet = "pyramid rows=1".parse()?;
    /// let piles = Piles {
    ///     tableau: vec![Some("5c".parse()?)],
    ///     stock: vec!["7s".parse()?],
    ///     wastes: vec![vec![]],
    ///     redeals_left: Some(0),
    ///     ..Piles::default()
    /// };
    /// let setup = Setup::from_piles(Arc::new(rules.layout()), &piles)?;
    /// // A card can still be drawn, but nothing will ever leave.
    /// assert!(setup.is_stuck(setup.start()) && !setup.is_exhausted(setup.start()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_stuck(&self, state: &State) -> bool {
        !self.is_won(state) && self.look_ahead(state) == Ahead::Nothing
    }

    fn has_move(&self, state: &State) -> bool {
        self.for_each_move(state, |_| ControlFlow::Break(())).is_break()
    }

    /// Walks the line of draws and redeals until a removal can be made.
    ///
    /// Nothing is removed along it, so the free tableau, reserve and cell cards are looked at
    /// once. With one waste every pass after this one deals the same groups: the rest of this pass
    /// and one more decide. Three wastes are dealt in another order each pass, but their passes
    /// are limited.
    pub(crate) fn look_ahead(&self, state: &State) -> Ahead {
        let layout = self.layout();
        let rules = layout.rules();
        let mut fixed = Ranks::new(layout);
        self.for_each_fixed(state, |_, card| fixed.add(layout, card));
        if fixed.removal || self.hand_removal(state, &fixed) {
            return Ahead::Removal(0);
        }
        if rules.overlap && self.has_covered(state) {
            return Ahead::Removal(0);
        }
        let may_park = rules.cells > 0 && state.cell.is_none();
        // A tableau card parked now or later leaves the same hand to be gone through.
        if may_park && self.park_helps(state, |place| matches!(place, Place::Tableau(_))) {
            return Ahead::Removal(0);
        }
        let mut ahead = *state;
        let mut redeals = 0;
        for steps in 0.. {
            if steps > 0 && self.hand_removal(&ahead, &fixed) {
                return Ahead::Removal(steps);
            }
            if may_park && self.park_helps(&ahead, |place| matches!(place, Place::Waste(_))) {
                return Ahead::Removal(steps);
            }
            if ahead.stock != 0 {
                ahead.draw(rules);
            } else if ahead.may_redeal(rules) && (redeals == 0 || rules.wastes == 3) {
                redeals += 1;
                ahead.redeal(rules);
            } else {
                break;
            }
        }
        Ahead::Nothing
    }

    /// Whether a card on show in the hand can leave, given the ranks free elsewhere.
    fn hand_removal(&self, state: &State, fixed: &Ranks) -> bool {
        let layout = self.layout();
        let rules = layout.rules();
        let mut free = Ranks { removal: false, ..*fixed };
        for waste in 0..rules.wastes.max(1) {
            if let Some(top) = state.waste_top(waste) {
                free.add(layout, top);
            }
        }
        if let Some(top) = self.free_stock_top(state) {
            free.add(layout, top);
        }
        free.removal
            || rules.waste_pair && (0..rules.wastes).any(|w| self.waste_pair_matches(state, w))
    }

    /// Whether parking a card of one of these places leads to a win or a removal.
    fn park_helps(&self, state: &State, allowed: impl Fn(Place) -> bool) -> bool {
        self.for_each_parkable(state, |place| {
            if !allowed(place) {
                return ControlFlow::Continue(());
            }
            let mut parked = *state;
            self.apply(&mut parked, Move::Park(place));
            if self.is_won(&parked) || self.look_ahead(&parked) != Ahead::Nothing {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }
}

fn won_reason(state: &State) -> Reason {
    if state.is_empty() { Reason::DeckCleared } else { Reason::Cleared }
}
