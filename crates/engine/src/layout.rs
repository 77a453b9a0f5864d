//! The tableau as a graph: places, what covers what, and the tables the match rule comes to.

use std::ops::Range;

use crate::place::{Place, PlaceName};
use crate::rules::Rules;
use crate::state::State;
use crate::values::{Matching, Shape};
use crate::{Card, Rank};

/// Room for the tableau places of any layout, which are 56 at most: as many as a set has bits, so
/// that no index into a table of them needs a check.
pub(crate) const MAX_TABLEAU: usize = 64;
/// The most reserve piles, and the most cards in one.
pub(crate) const MAX_PILES: usize = 13;
pub(crate) const MAX_DEPTH: usize = 8;
/// The most cards in a stock: two packs beside a pyramid of one row.
pub(crate) const MAX_HAND: usize = 103;

/// One row of the tableau.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The part the row belongs to, from 0; parts are named `a`, `b`, `c`.
    pub part: u8,
    /// The number of the row in its part, from 1.
    pub number: u8,
    /// The places of the row, left to right.
    pub places: Range<u8>,
    /// How far the row's first card stands from the left edge of its part, in half cards.
    pub indent: u8,
}

/// What the rules make of the cards' places and ranks. Made by [`Rules::validate`].
///
/// Tableau places are numbered from 0 in dealing order, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    rules: Rules,
    rows: Vec<Row>,
    parts: u8,
    /// For each place the places that lie on it.
    covered_by: [u64; MAX_TABLEAU],
    /// For each place the places it lies on.
    lies_on: [u64; MAX_TABLEAU],
    /// For each rank the ranks it pairs with.
    partners: [u16; 16],
    /// The ranks that leave alone.
    singles: u16,
}

impl Layout {
    /// The rules must be valid.
    pub(crate) fn derive(rules: Rules) -> Layout {
        let mut layout = Layout {
            rules,
            rows: Vec::new(),
            parts: 0,
            covered_by: [0; MAX_TABLEAU],
            lies_on: [0; MAX_TABLEAU],
            partners: partners(&rules),
            singles: singles(&rules),
        };
        match rules.layout {
            Shape::Pyramid => layout.pyramid(rules.rows),
            Shape::Triangle => layout.triangle(rules.rows),
            Shape::TwoPyramids => {
                layout.pyramid(7);
                layout.pyramid(7);
            }
            Shape::UpAndDown => {
                layout.pyramid(7);
                layout.triangle(7);
            }
            Shape::Pharaohs => {
                layout.pyramid(2);
                layout.pyramid(7);
                layout.pyramid(6);
            }
        }
        layout
    }

    /// The rules the layout was derived from.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rows in dealing order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The number of parts, 1 to 3.
    pub fn parts(&self) -> usize {
        self.parts as usize
    }

    /// The number of tableau places, 1 to 56.
    pub fn tableau_len(&self) -> usize {
        self.rows.last().map_or(0, |row| row.places.end as usize)
    }

    /// The set of places that lie on a place, one bit a place.
    ///
    /// ```
    /// use pyramid_engine::Rules;
    /// let layout = Rules::PYRAMID.validate().unwrap();
    /// // On the card at the top lie the two of the second row.
    /// assert_eq!(layout.covered_by(0), 0b110);
    /// ```
    pub fn covered_by(&self, place: u8) -> u64 {
        self.covered_by[place as usize & 63]
    }

    /// The set of places that a place lies on, one bit a place.
    pub fn lies_on(&self, place: u8) -> u64 {
        self.lies_on[place as usize & 63]
    }

    /// Whether two cards pair. Cards of ranks the pack does not have pair with nothing.
    pub fn matches(&self, a: Card, b: Card) -> bool {
        self.partners(a) & b.rank_bit() != 0
    }

    /// Whether a card leaves alone.
    pub fn leaves_alone(&self, card: Card) -> bool {
        self.singles & card.rank_bit() != 0
    }

    /// The ranks that leave alone, one bit a rank.
    pub(crate) fn singles(&self) -> u16 {
        self.singles
    }

    pub(crate) fn partners(&self, card: Card) -> u16 {
        self.partners[card.rank_index()]
    }

    /// The ranks that pair with a rank, lowest first.
    pub fn partner_ranks(&self, rank: Rank) -> impl Iterator<Item = Rank> {
        let set = self.partners[rank as usize];
        Rank::ALL.into_iter().filter(move |&other| set >> other as u8 & 1 != 0)
    }

    /// The name of a place in this layout.
    ///
    /// ```
    /// use pyramid_engine::{Place, Rules};
    /// let layout = Rules::PYRAMID.validate().unwrap();
    /// assert_eq!(layout.name(Place::Tableau(12)).to_string(), "5.3");
    /// assert_eq!(layout.name(Place::Waste(0)).to_string(), "w");
    /// ```
    pub fn name(&self, place: Place) -> PlaceName {
        match place {
            Place::Tableau(index) => {
                let row = self.rows.iter().find(|row| row.places.contains(&index));
                row.map_or(PlaceName::Tableau { part: None, row: 0, card: 0 }, |row| {
                    PlaceName::Tableau {
                        part: (self.parts > 1).then_some((b'a' + row.part) as char),
                        row: row.number,
                        card: index - row.places.start + 1,
                    }
                })
            }
            Place::Reserve(pile) => PlaceName::Reserve(pile + 1),
            Place::Cell => PlaceName::Cell,
            Place::Waste(waste) if self.rules.wastes == 3 => PlaceName::Waste(Some(waste + 1)),
            Place::Waste(_) => PlaceName::Waste(None),
            Place::Stock => PlaceName::Stock,
        }
    }

    /// The place of this name, if the layout has it.
    ///
    /// ```
    /// use pyramid_engine::{Place, PlaceName, Rules};
    /// let layout = Rules::PYRAMID.validate().unwrap();
    /// let place = |row, card| layout.place(PlaceName::Tableau { part: None, row, card });
    /// assert_eq!(place(5, 3), Some(Place::Tableau(12)));
    /// assert_eq!(place(5, 6), None);
    /// ```
    pub fn place(&self, name: PlaceName) -> Option<Place> {
        match name {
            PlaceName::Tableau { part, row, card } => {
                let part = match part {
                    None if self.parts == 1 => 0,
                    Some(letter) if self.parts > 1 => (letter as u32).checked_sub('a' as u32)?,
                    _ => return None,
                };
                let row =
                    self.rows.iter().find(|r| u32::from(r.part) == part && r.number == row)?;
                let index = row.places.start + card.checked_sub(1)?;
                row.places.contains(&index).then_some(Place::Tableau(index))
            }
            PlaceName::Reserve(pile) => {
                let piles = self.rules.reserve.map_or(0, |reserve| reserve.piles);
                (1..=piles).contains(&pile).then(|| Place::Reserve(pile - 1))
            }
            PlaceName::Cell => (self.rules.cells > 0).then_some(Place::Cell),
            PlaceName::Waste(None) => (self.rules.wastes < 3).then_some(Place::Waste(0)),
            PlaceName::Waste(Some(waste)) => {
                (1..=self.rules.wastes).contains(&waste).then(|| Place::Waste(waste - 1))
            }
            PlaceName::Stock => Some(Place::Stock),
        }
    }

    /// Takes the card off a tableau place and frees what lay under nothing else.
    pub(crate) fn uncover(&self, state: &mut State, place: u8) {
        let gone = !(1 << place);
        state.tableau &= gone;
        state.free &= gone;
        let mut below = self.lies_on[place as usize & 63] & state.tableau;
        while below != 0 {
            let lower = below.trailing_zeros() as usize;
            below &= below - 1;
            if self.covered_by[lower] & state.tableau == 0 {
                state.free |= 1 << lower;
            }
        }
    }

    fn pyramid(&mut self, rows: u8) {
        for row in 1..=rows {
            let next = self.push_row(row, row, rows - row);
            if row < rows {
                for card in 0..row {
                    self.cover(next - row + card, next + card);
                    self.cover(next - row + card, next + card + 1);
                }
            }
        }
        self.parts += 1;
    }

    fn triangle(&mut self, rows: u8) {
        for row in 1..=rows {
            let len = rows + 1 - row;
            let next = self.push_row(row, len, row - 1);
            for card in 0..len - 1 {
                self.cover(next - len + card, next + card);
                self.cover(next - len + card + 1, next + card);
            }
        }
        self.parts += 1;
    }

    /// Adds a row and gives the first place after it.
    fn push_row(&mut self, number: u8, len: u8, indent: u8) -> u8 {
        let start = self.tableau_len() as u8;
        let places = start..start + len;
        self.rows.push(Row { part: self.parts, number, places, indent });
        start + len
    }

    fn cover(&mut self, lower: u8, upper: u8) {
        self.covered_by[lower as usize] |= 1 << upper;
        self.lies_on[upper as usize] |= 1 << lower;
    }
}

/// For each rank the set of ranks it pairs with.
fn partners(rules: &Rules) -> [u16; 16] {
    let deck = rules.deck;
    let value = |rank: Rank| deck.value(rank);
    let pairs = |a: Rank, b: Rank| {
        let (Some(x), Some(y)) = (value(a), value(b)) else { return false };
        match rules.matching {
            Matching::Sum => x + y == deck.top_value(),
            Matching::Sum12Qk => x + y == 12 || matches!((x.min(y), x.max(y)), (12, 13)),
            Matching::Sum11Faces => x + y == 11 || (x == y && x > 10),
            Matching::Adjacent => x.abs_diff(y) <= 1,
        }
    };
    let mut table = [0; 16];
    for a in Rank::ALL {
        for b in Rank::ALL {
            table[a as usize] |= u16::from(pairs(a, b)) << b as u8;
        }
    }
    table
}

/// The set of ranks that leave alone.
fn singles(rules: &Rules) -> u16 {
    match rules.matching {
        Matching::Sum => 1 << Rank::King as u8,
        Matching::Sum12Qk | Matching::Sum11Faces | Matching::Adjacent => 0,
    }
}
