//! Which cards can never leave.

use std::collections::HashMap;

use pyramid_engine::{Card, Move, Place, Setup, State};

use crate::limits::{Shortest, Verdict};
use crate::solver::Solver;

/// Whether a card that is in the game can be removed by any line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// The card.
    pub card: Card,
    /// Where it lies, also if others lie on it.
    pub place: Place,
    /// Whether it can; `None` if the search ended before it knew.
    pub leaves: Option<bool>,
}

impl Solver {
    /// Whether each card can be removed: tableau in dealing order, reserve, wastes, stock, cell. A
    /// won game is over, but for `par`. A card that is thrown away was not removed.
    ///
    /// One search for a win, which removes most cards if there is one, and a search for each card
    /// that no line found so far removes. All searches together enter at most as many positions as
    /// the solver's limit says.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Piles, RuleSet, Setup};
    /// use pyramid_solver::{Limits, Solver};
    ///
    /// let rules: RuleSet = "pyramid rows=1".parse()?;
    /// let card = |text: &str| text.parse().unwrap();
    /// let piles = Piles {
    ///     tableau: vec![Some(card("5c"))],
    ///     stock: vec![card("8d"), card("Kh"), card("7s")],
    ///     wastes: vec![vec![]],
    ///     redeals_left: Some(0),
    ///     ..Piles::default()
    /// };
    /// let setup = Setup::from_piles(Arc::new(rules.layout()), &piles).unwrap();
    /// let fates = Solver::new(Limits::default()).fates(&setup, setup.start(), &|| false);
    /// let dead = fates.iter().filter(|fate| fate.leaves == Some(false));
    /// assert_eq!(dead.map(|fate| fate.card).collect::<Vec<_>>(), [card("7s")]);
    /// # Ok::<(), pyramid_engine::RulesLineError>(())
    /// ```
    pub fn fates(&mut self, setup: &Setup, state: &State, stop: &dyn Fn() -> bool) -> Vec<Fate> {
        let mut fates = cards(setup, state);
        let mut left = self.limits.nodes;
        let verdict = self.solve_within(setup, state, left / 4, stop);
        left = left.saturating_sub(self.stats().positions());
        if let Verdict::Won(line) = verdict {
            note_leaving(setup, state, &line, &mut fates);
        }
        for number in 0..fates.len() {
            if fates[number].leaves.is_some() {
                continue;
            }
            let open = fates[number..].iter().filter(|fate| fate.leaves.is_none()).count() as u64;
            let limits = self.limits;
            self.limits.nodes = left / open;
            // The searches number the cards in the same order.
            let sought = self.remove_one(setup, state, number as u8, stop);
            self.limits = limits;
            left = left.saturating_sub(self.stats().positions());
            match sought {
                Shortest::Lost => fates[number].leaves = Some(false),
                Shortest::Proved(line) => {
                    fates[number].leaves = Some(true);
                    note_leaving(setup, state, &line, &mut fates);
                }
                Shortest::Unknown { .. } => {}
            }
        }
        fates
    }
}

/// The cards that are there, in the order in which the searches number them.
fn cards(setup: &Setup, state: &State) -> Vec<Fate> {
    let piles = setup.piles(state);
    let mut fates = Vec::new();
    let mut push = |card, place| fates.push(Fate { card, place, leaves: None });
    for (place, card) in (0..).zip(&piles.tableau) {
        card.iter().for_each(|&card| push(card, Place::Tableau(place)));
    }
    for (pile, cards) in (0..).zip(&piles.reserve) {
        cards.iter().for_each(|&card| push(card, Place::Reserve(pile)));
    }
    for (waste, cards) in (0..).zip(&piles.wastes) {
        cards.iter().for_each(|&card| push(card, Place::Waste(waste)));
    }
    piles.stock.iter().for_each(|&card| push(card, Place::Stock));
    piles.cell.iter().for_each(|&card| push(card, Place::Cell));
    fates
}

/// Notes the cards that a line removes, if all copies of them are.
fn note_leaving(setup: &Setup, state: &State, line: &[Move], fates: &mut [Fate]) {
    let mut state = *state;
    let mut removed: HashMap<Card, usize> = HashMap::new();
    for &m in line {
        if m.is_removal() {
            for card in setup.cards_of(&state, m).into_iter().flatten() {
                *removed.entry(card).or_default() += 1;
            }
        }
        if setup.play(&mut state, m).is_err() {
            return;
        }
    }
    for (card, count) in removed {
        let mut copies: Vec<&mut Fate> =
            fates.iter_mut().filter(|fate| fate.card == card).collect();
        if copies.len() == count {
            copies.iter_mut().for_each(|fate| fate.leaves = Some(true));
        }
    }
}
