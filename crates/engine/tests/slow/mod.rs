//! A second, slow truth: piles as lists, and every rule by its words.

use std::collections::HashSet;

use pyramid_engine::{Card, Goal, Layout, Move, Piles, Place, RedealOrder, Rules, Stock};

/// A position as plain lists, moved by its own code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slow {
    pub(crate) tableau: Vec<Option<Card>>,
    pub(crate) stock: Vec<Card>,
    pub(crate) wastes: Vec<Vec<Card>>,
    pub(crate) cell: Option<Card>,
    pub(crate) reserve: Vec<Vec<Card>>,
    pub(crate) redeals_left: Option<u8>,
}

impl Slow {
    pub(crate) fn of(piles: Piles) -> Slow {
        Slow {
            tableau: piles.tableau,
            stock: piles.stock,
            wastes: piles.wastes,
            cell: piles.cell,
            reserve: piles.reserve,
            redeals_left: piles.redeals_left,
        }
    }

    pub(crate) fn is_free(&self, layout: &Layout, place: u8) -> bool {
        let covers = |other: usize| layout.covered_by(place) >> other & 1 != 0;
        let gone = |other: usize| self.tableau[other].is_none();
        (0..self.tableau.len()).all(|other| !covers(other) || gone(other))
    }

    pub(crate) fn card(&self, layout: &Layout, place: Place) -> Option<Card> {
        match place {
            Place::Tableau(at) => self.tableau[at as usize].filter(|_| self.is_free(layout, at)),
            Place::Reserve(pile) => self.reserve[pile as usize].last().copied(),
            Place::Cell => self.cell,
            Place::Waste(waste) => self.wastes[waste as usize].last().copied(),
            Place::Stock if layout.rules().stock == Stock::Open => self.stock.first().copied(),
            Place::Stock => None,
        }
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        let tableau = (0..self.tableau.len() as u8).map(Place::Tableau);
        let reserve = (0..self.reserve.len() as u8).map(Place::Reserve);
        let wastes = (0..self.wastes.len() as u8).map(Place::Waste);
        tableau.chain(reserve).chain([Place::Cell]).chain(wastes).chain([Place::Stock]).collect()
    }

    /// Every move the rules allow, whether or not the game is over.
    pub(crate) fn moves(&self, layout: &Layout) -> HashSet<Move> {
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

    pub(crate) fn take(&mut self, place: Place) -> Option<Card> {
        match place {
            Place::Tableau(at) => self.tableau[at as usize].take(),
            Place::Reserve(pile) => self.reserve[pile as usize].pop(),
            Place::Cell => self.cell.take(),
            Place::Waste(waste) => self.wastes[waste as usize].pop(),
            Place::Stock => Some(self.stock.remove(0)),
        }
    }

    pub(crate) fn play(&self, rules: &Rules, m: Move) -> Slow {
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

    pub(crate) fn is_won(&self, goal: Goal) -> bool {
        let tableau = self.tableau.iter().all(Option::is_none);
        let table = tableau && self.cell.is_none() && self.reserve.iter().all(Vec::is_empty);
        match goal {
            Goal::Pyramid => tableau,
            Goal::Table => table,
            Goal::Deck => table && self.stock.is_empty() && self.wastes.iter().all(Vec::is_empty),
        }
    }

    /// No removal in any state that draws, redeals and parks lead to: all of them are visited.
    pub(crate) fn is_stuck(&self, layout: &Layout) -> bool {
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
