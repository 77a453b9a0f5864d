//! The engine against a second, slow truth: piles as lists, and every rule by its words.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use proptest::prelude::*;
use pyramid_engine::{
    Card, Goal, Layout, Move, Piles, Place, RedealOrder, Rules, Setup, State, Status, Stock,
};

mod common;
use common::{any_rules, play_out};

/// A position as plain lists, moved by its own code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Slow {
    tableau: Vec<Option<Card>>,
    stock: Vec<Card>,
    wastes: Vec<Vec<Card>>,
    cell: Option<Card>,
    reserve: Vec<Vec<Card>>,
    redeals_left: Option<u8>,
}

impl Slow {
    fn of(piles: Piles) -> Slow {
        Slow {
            tableau: piles.tableau,
            stock: piles.stock,
            wastes: piles.wastes,
            cell: piles.cell,
            reserve: piles.reserve,
            redeals_left: piles.redeals_left,
        }
    }

    fn is_free(&self, layout: &Layout, place: u8) -> bool {
        let covers = |other: usize| layout.covered_by(place) >> other & 1 != 0;
        let gone = |other: usize| self.tableau[other].is_none();
        (0..self.tableau.len()).all(|other| !covers(other) || gone(other))
    }

    fn card(&self, layout: &Layout, place: Place) -> Option<Card> {
        match place {
            Place::Tableau(at) => self.tableau[at as usize].filter(|_| self.is_free(layout, at)),
            Place::Reserve(pile) => self.reserve[pile as usize].last().copied(),
            Place::Cell => self.cell,
            Place::Waste(waste) => self.wastes[waste as usize].last().copied(),
            Place::Stock if layout.rules().stock == Stock::Open => self.stock.first().copied(),
            Place::Stock => None,
        }
    }

    fn places(&self) -> Vec<Place> {
        let tableau = (0..self.tableau.len() as u8).map(Place::Tableau);
        let reserve = (0..self.reserve.len() as u8).map(Place::Reserve);
        let wastes = (0..self.wastes.len() as u8).map(Place::Waste);
        tableau.chain(reserve).chain([Place::Cell]).chain(wastes).chain([Place::Stock]).collect()
    }

    /// Every move the rules allow, whether or not the game is over.
    fn moves(&self, layout: &Layout) -> HashSet<Move> {
        let rules = layout.rules();
        let mut moves = HashSet::new();
        let places = self.places();
        for (i, &a) in places.iter().enumerate() {
            let Some(card) = self.card(layout, a) else { continue };
            if layout.leaves_alone(card) {
                moves.insert(Move::Single(a));
            }
            for &b in &places[i + 1..] {
                if self.card(layout, b).is_some_and(|other| layout.matches(card, other)) {
                    moves.insert(Move::pair(a, b));
                }
            }
            let parkable = matches!(a, Place::Tableau(_) | Place::Waste(_));
            if rules.cells == 1 && self.cell.is_none() && parkable {
                moves.insert(Move::Park(a));
            }
            if let Place::Tableau(upper) = a
                && rules.overlap
            {
                for lower in 0..self.tableau.len() as u8 {
                    let Some(under) = self.tableau[lower as usize] else { continue };
                    let covers: Vec<u8> = (0..self.tableau.len() as u8)
                        .filter(|&c| layout.covered_by(lower) >> c & 1 != 0)
                        .filter(|&c| self.tableau[c as usize].is_some())
                        .collect();
                    if covers == [upper] && layout.matches(card, under) {
                        moves.insert(Move::Covered { upper, lower });
                    }
                }
            }
        }
        if rules.waste_pair {
            for (waste, pile) in self.wastes.iter().enumerate() {
                if let [.., a, b] = pile[..]
                    && layout.matches(a, b)
                {
                    moves.insert(Move::WastePair(waste as u8));
                }
            }
        }
        if !self.stock.is_empty() {
            moves.insert(Move::Draw);
        } else if rules.wastes > 0
            && self.wastes.iter().any(|pile| !pile.is_empty())
            && self.redeals_left != Some(0)
        {
            moves.insert(Move::Redeal);
        }
        moves
    }

    fn take(&mut self, place: Place) -> Option<Card> {
        match place {
            Place::Tableau(at) => self.tableau[at as usize].take(),
            Place::Reserve(pile) => self.reserve[pile as usize].pop(),
            Place::Cell => self.cell.take(),
            Place::Waste(waste) => self.wastes[waste as usize].pop(),
            Place::Stock => Some(self.stock.remove(0)),
        }
    }

    fn play(&self, rules: &Rules, m: Move) -> Slow {
        let mut next = self.clone();
        match m {
            Move::Single(place) => {
                next.take(place);
            }
            Move::Pair(a, b) => {
                next.take(a);
                next.take(b);
            }
            Move::Covered { upper, lower } => {
                next.take(Place::Tableau(upper));
                next.take(Place::Tableau(lower));
            }
            Move::WastePair(waste) => {
                next.take(Place::Waste(waste));
                next.take(Place::Waste(waste));
            }
            Move::Park(place) => next.cell = next.take(place),
            Move::Draw => {
                if rules.wastes == 0 {
                    next.wastes[0].clear();
                }
                let count = if rules.wastes == 3 { 3 } else { rules.draw };
                for i in 0..count as usize {
                    if next.stock.is_empty() {
                        break;
                    }
                    let card = next.stock.remove(0);
                    next.wastes[if rules.wastes == 3 { i } else { 0 }].push(card);
                }
            }
            Move::Redeal => {
                if rules.wastes == 3 && rules.redeal_order == RedealOrder::Pysol {
                    next.wastes.reverse();
                }
                next.stock = next.wastes.concat();
                next.wastes.iter_mut().for_each(Vec::clear);
                next.redeals_left = next.redeals_left.map(|left| left - 1);
            }
        }
        next
    }

    fn is_won(&self, goal: Goal) -> bool {
        let tableau = self.tableau.iter().all(Option::is_none);
        let table = tableau && self.cell.is_none() && self.reserve.iter().all(Vec::is_empty);
        match goal {
            Goal::Pyramid => tableau,
            Goal::Table => table,
            Goal::Deck => table && self.stock.is_empty() && self.wastes.iter().all(Vec::is_empty),
        }
    }

    /// No removal in any state that draws, redeals and parks lead to: all of them are visited.
    fn is_stuck(&self, layout: &Layout) -> bool {
        let rules = layout.rules();
        let mut seen = HashSet::from([self.clone()]);
        let mut todo = vec![self.clone()];
        while let Some(state) = todo.pop() {
            if state.is_won(rules.goal) {
                return false;
            }
            for m in state.moves(layout) {
                if m.is_removal() {
                    return false;
                }
                let next = state.play(rules, m);
                if seen.insert(next.clone()) {
                    todo.push(next);
                }
            }
        }
        true
    }
}

fn all_moves(setup: &Setup, state: &State) -> HashSet<Move> {
    let mut moves = HashSet::new();
    let _ = setup.for_each_move(state, |m| {
        assert!(moves.insert(m), "{m:?} generated twice");
        std::ops::ControlFlow::Continue(())
    });
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn fast_and_slow_agree(
        rules in any_rules(),
        seed in 0..1000u64,
        choices in prop::collection::vec(any::<u8>(), 0..120),
    ) {
        let (setup, past, last) = play_out(rules, seed, &choices);
        let layout = setup.layout();
        let mut slow = Slow::of(setup.piles(setup.start()));
        for (state, m) in &past {
            prop_assert_eq!(&Slow::of(setup.piles(state)), &slow);
            prop_assert_eq!(all_moves(&setup, state), slow.moves(layout));
            slow = slow.play(&rules, *m);
        }
        prop_assert_eq!(&Slow::of(setup.piles(&last)), &slow);
        prop_assert_eq!(all_moves(&setup, &last), slow.moves(layout));
        // The endings, of the last state and of two before it.
        let states = past.iter().map(|(state, _)| *state).chain([last]).rev().step_by(7).take(3);
        for state in states {
            let slow = Slow::of(setup.piles(&state));
            let won = slow.is_won(rules.goal);
            let stuck = slow.is_stuck(layout);
            prop_assert_eq!(setup.is_won(&state), won);
            prop_assert_eq!(setup.is_stuck(&state), !won && stuck);
            prop_assert_eq!(setup.is_exhausted(&state), !won && slow.moves(layout).is_empty());
            let legal = setup.legal_moves(&state);
            let over = setup.status(&state) != Status::Open;
            prop_assert_eq!(legal.is_empty(), over || slow.moves(layout).is_empty());
            prop_assert!(over || !slow.moves(layout).is_empty());
        }
    }

    #[test]
    fn a_refused_move_changes_nothing(
        rules in any_rules(),
        seed in 0..1000u64,
        choices in prop::collection::vec(any::<u8>(), 0..80),
        places in prop::collection::vec((0..6u8, 0..70u8), 2..20),
    ) {
        let (setup, _, state) = play_out(rules, seed, &choices);
        let legal = all_moves(&setup, &state);
        let place = |(kind, at): (u8, u8)| match kind {
            0 | 1 => Place::Tableau(at),
            2 => Place::Reserve(at),
            3 => Place::Cell,
            4 => Place::Waste(at % 5),
            _ => Place::Stock,
        };
        for pair in places.windows(2) {
            let (a, b) = (place(pair[0]), place(pair[1]));
            let covered = Move::Covered { upper: pair[0].1, lower: pair[1].1 };
            let tries = [
                Move::Single(a), Move::pair(a, b), covered, Move::WastePair(pair[0].1 % 5),
                Move::Draw, Move::Redeal, Move::Park(a),
            ];
            for m in tries {
                let mut after = state;
                match setup.play(&mut after, m) {
                    Ok(()) => prop_assert!(legal.contains(&m), "{:?} was played", m),
                    Err(refusal) => {
                        prop_assert!(!legal.contains(&m), "{:?}: {:?}", m, refusal);
                        prop_assert!(after == state);
                        prop_assert!(!refusal.explain(setup.layout()).is_empty());
                    }
                }
            }
        }
    }
}
