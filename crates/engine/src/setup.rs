//! What does not change during a game: the layout and which card was dealt where.

mod error;

use std::sync::Arc;

use crate::deal::{Deal, DeckError, Split};
use crate::layout::{Layout, MAX_DEPTH, MAX_PILES, MAX_TABLEAU};
use crate::place::Place;
use crate::state::{NO_CARD, State, bits};
use crate::values::Stock;
use crate::{Card, Passes};

pub use error::PositionError;

/// A layout with the cards dealt to it, and the state play starts from.
///
/// ```
/// use std::sync::Arc;
/// use pyramid_engine::{Deal, Move, Place, Rules, Setup};
/// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
/// let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
/// let mut state = *setup.start();
/// // Qh at 7.4 and the stock's Ad make 13.
/// setup.play(&mut state, Move::pair(Place::Tableau(24), Place::Stock)).unwrap();
/// assert_eq!(state.tableau_len(), 27);
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    layout: Arc<Layout>,
    tableau: [Card; MAX_TABLEAU],
    reserve: [[Card; MAX_DEPTH]; MAX_PILES],
    homes: [[Home; 2]; Card::COUNT],
    start: State,
}

/// Where a copy of a card lies at the start, if that is a place it can be free at without having
/// been in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Elsewhere,
    Tableau(u8),
    Reserve(u8),
}

/// A position as piles: what a position text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piles {
    /// The tableau in dealing order; `None` where a card has been removed.
    pub tableau: Vec<Option<Card>>,
    /// The stock, the next card first.
    pub stock: Vec<Card>,
    /// The wastes, bottom card first: one pile, or three where the game has three.
    pub wastes: Vec<Vec<Card>>,
    /// The card in the cell.
    pub cell: Option<Card>,
    /// The reserve piles, bottom card first.
    pub reserve: Vec<Vec<Card>>,
    /// Redeals left, `None` for no limit.
    pub redeals_left: Option<u8>,
}

impl Setup {
    /// Deals the cards. The deal must be of the pack of the layout's rules, as [`Deal::new`] with
    /// these rules gives it; a deal of another pack gives an unspecified but safe setup.
    pub fn new(layout: Arc<Layout>, deal: &Deal) -> Setup {
        let rules = *layout.rules();
        let split = Split::new(&rules);
        let cards = deal.cards();
        let group = |range: std::ops::Range<usize>| {
            &cards[range.start.min(cards.len())..range.end.min(cards.len())]
        };
        let mut setup = Setup::bare(layout);
        for (place, &card) in group(split.tableau).iter().enumerate() {
            setup.lay(place, card);
        }
        if let Some(reserve) = rules.reserve {
            let piles = reserve.piles as usize;
            for (i, &card) in group(split.reserve).iter().enumerate() {
                setup.stack(i % piles, card);
            }
        }
        let stock = group(split.stock);
        setup.start.hand[..stock.len()].copy_from_slice(stock);
        setup.start.stock = (1 << stock.len()) - 1;
        setup.find_free();
        for i in 0..rules.predeal as usize {
            setup.start.draw_one(if rules.wastes == 3 { i } else { 0 });
        }
        setup
    }

    /// Sets up a position. Cards that are not shown are out of the game.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pyramid_engine::{Piles, PositionError, RuleSet, Setup};
    /// let rules: RuleSet = "pyramid rows=1".parse()?;
    /// let layout = Arc::new(rules.layout());
    /// let five: pyramid_engine::Card = "5c".parse()?;
    /// let mut piles = Piles {
    ///     tableau: vec![Some(five)],
    ///     stock: vec!["8d".parse()?],
    ///     wastes: vec![vec![]],
    ///     redeals_left: Some(0),
    ///     ..Piles::default()
    /// };
    /// let setup = Setup::from_piles(layout.clone(), &piles)?;
    /// assert_eq!(setup.piles(setup.start()), piles);
    /// piles.stock.push(five);
    /// let refused = Setup::from_piles(layout, &piles);
    /// assert!(matches!(refused, Err(PositionError::Surplus { card }) if card == five));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the piles are no position of a game with this layout.
    pub fn from_piles(layout: Arc<Layout>, piles: &Piles) -> Result<Setup, PositionError> {
        let rules = *layout.rules();
        let count = |what, expected, found| {
            if expected == found {
                Ok(())
            } else {
                Err(PositionError::Count { what, expected, found })
            }
        };
        count("tableau places", layout.tableau_len(), piles.tableau.len())?;
        count("wastes", rules.wastes.max(1) as usize, piles.wastes.len())?;
        let reserve_piles = rules.reserve.map_or(0, |reserve| reserve.piles as usize);
        count("reserve piles", reserve_piles, piles.reserve.len())?;
        let in_hand = piles.stock.len() + piles.wastes.iter().map(Vec::len).sum::<usize>();
        if rules.stock == Stock::None && in_hand > 0 {
            let what = if piles.stock.is_empty() { "waste" } else { "stock" };
            return Err(PositionError::NoSuchGroup { what });
        }
        if rules.wastes == 0 && piles.wastes[0].len() > 1 {
            return Err(PositionError::PileTooHigh { place: Place::Waste(0), most: 1 });
        }
        if piles.cell.is_some() && rules.cells == 0 {
            return Err(PositionError::NoSuchGroup { what: "cell" });
        }
        let most = rules.reserve.map_or(0, |reserve| reserve.depth as usize);
        if let Some(pile) = piles.reserve.iter().position(|pile| pile.len() > most) {
            return Err(PositionError::PileTooHigh { place: Place::Reserve(pile as u8), most });
        }
        let cards: Vec<Card> = (piles.tableau.iter().flatten().copied())
            .chain(piles.stock.iter().copied())
            .chain(piles.wastes.iter().flatten().copied())
            .chain(piles.cell)
            .chain(piles.reserve.iter().flatten().copied())
            .collect();
        if let Some(&surplus) = DeckError::difference(rules.deck, &cards).1.first() {
            return Err(PositionError::Surplus { card: cards[surplus] });
        }

        let mut setup = Setup::bare(layout);
        for (place, card) in piles.tableau.iter().enumerate() {
            if let Some(card) = *card {
                setup.lay(place, card);
            }
        }
        for (place, card) in piles.tableau.iter().enumerate() {
            let covers = setup.layout.covered_by(place as u8) & setup.start.tableau;
            if card.is_none() && covers != 0 {
                return Err(PositionError::RemovedUnder {
                    place: Place::Tableau(place as u8),
                    by: Place::Tableau(covers.trailing_zeros() as u8),
                });
            }
        }
        for (pile, cards) in piles.reserve.iter().enumerate() {
            for &card in cards {
                setup.stack(pile, card);
            }
        }
        let mut slot = 0;
        for (waste, cards) in piles.wastes.iter().enumerate() {
            for &card in cards {
                setup.start.hand[slot] = card;
                setup.start.wastes[waste] |= 1 << slot;
                slot += 1;
            }
        }
        for &card in &piles.stock {
            setup.start.hand[slot] = card;
            setup.start.stock |= 1 << slot;
            slot += 1;
        }
        setup.start.cell = piles.cell;
        match (rules.passes, piles.redeals_left) {
            (Passes::Any, None) => {}
            (Passes::Limited(passes), Some(left)) if left < passes => {
                setup.start.set_redeals_left(left);
            }
            _ => return Err(PositionError::Redeals),
        }
        if setup.start.tableau == 0 {
            setup.start.tally.cleared_in = Some(setup.start.tally.pass);
        }
        setup.find_free();
        Ok(setup)
    }

    /// The piles of a state.
    pub fn piles(&self, state: &State) -> Piles {
        let rules = self.layout.rules();
        let cards = |set| bits(set).map(|slot| state.hand[slot]).collect::<Vec<_>>();
        let tableau = (0..self.layout.tableau_len() as u8)
            .map(|place| (state.tableau >> place & 1 != 0).then(|| self.tableau_card(place)))
            .collect();
        let wastes = (0..rules.wastes.max(1) as usize).map(|w| cards(state.wastes[w])).collect();
        let reserve = (0..rules.reserve.map_or(0, |reserve| reserve.piles))
            .map(|pile| self.reserve_cards(pile)[..state.reserve_len(pile)].to_vec())
            .collect();
        Piles {
            tableau,
            stock: cards(state.stock),
            wastes,
            cell: state.cell,
            reserve,
            redeals_left: state.redeals_left(),
        }
    }

    /// The layout.
    #[inline]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The state play starts from.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The card dealt to a tableau place, whether or not it is still there.
    pub fn tableau_card(&self, place: u8) -> Card {
        self.tableau[place as usize & 63]
    }

    pub(crate) fn reserve_cards(&self, pile: u8) -> &[Card; MAX_DEPTH] {
        &self.reserve[pile as usize]
    }

    /// The stock's top card, if it is free before it is drawn.
    pub(crate) fn free_stock_top(&self, state: &State) -> Option<Card> {
        if self.layout.rules().stock == Stock::Open { state.stock_top() } else { None }
    }

    /// The card that is free at a place.
    #[inline]
    pub fn free_card(&self, state: &State, place: Place) -> Option<Card> {
        match place {
            Place::Tableau(place) => {
                let free = place < 64 && state.free >> place & 1 != 0;
                free.then(|| self.tableau_card(place))
            }
            Place::Reserve(pile) if (pile as usize) < MAX_PILES => {
                let len = state.reserve_len(pile);
                (len > 0).then(|| self.reserve_cards(pile)[len - 1])
            }
            Place::Waste(waste) if waste < 3 => state.waste_top(waste),
            Place::Reserve(_) | Place::Waste(_) => None,
            Place::Cell => state.cell,
            Place::Stock => self.free_stock_top(state),
        }
    }

    /// The place where a card is free that is once in the pack. Quicker than
    /// [`free_places`](Setup::free_places), whose first place it is.
    #[inline]
    pub fn free_place(&self, state: &State, card: Card) -> Option<Place> {
        match self.homes[card.index()][0] {
            Home::Tableau(place) if state.tableau >> place & 1 != 0 => {
                return (state.free >> place & 1 != 0).then_some(Place::Tableau(place));
            }
            Home::Reserve(pile) if self.free_card(state, Place::Reserve(pile)) == Some(card) => {
                return Some(Place::Reserve(pile));
            }
            _ => {}
        }
        if state.cell == Some(card) {
            return Some(Place::Cell);
        }
        let waste = (0..self.layout.rules().wastes.max(1))
            .find(|&waste| state.waste_top(waste) == Some(card))
            .map(Place::Waste);
        waste.or_else(|| (self.free_stock_top(state) == Some(card)).then_some(Place::Stock))
    }

    /// The places where a card is free, in the order of [`Place`]: at most one a copy.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Card, Deal, Place, Rules, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let queen: Card = "Qh".parse().unwrap();
    /// assert_eq!(setup.free_places(setup.start(), queen), [Some(Place::Tableau(24)), None]);
    /// ```
    pub fn free_places(&self, state: &State, card: Card) -> [Option<Place>; 2] {
        let mut found = [None; 2];
        let mut len = 0;
        let mut push = |place| {
            if len < 2 {
                found[len] = Some(place);
                len += 1;
            }
        };
        for home in self.homes[card.index()] {
            match home {
                Home::Tableau(place) if state.free >> place & 1 != 0 => {
                    push(Place::Tableau(place));
                }
                Home::Reserve(pile)
                    if self.free_card(state, Place::Reserve(pile)) == Some(card) =>
                {
                    push(Place::Reserve(pile));
                }
                _ => {}
            }
        }
        if state.cell == Some(card) {
            push(Place::Cell);
        }
        for waste in 0..self.layout.rules().wastes.max(1) {
            if state.waste_top(waste) == Some(card) {
                push(Place::Waste(waste));
            }
        }
        if self.free_stock_top(state) == Some(card) {
            push(Place::Stock);
        }
        found
    }

    fn bare(layout: Arc<Layout>) -> Setup {
        let start = State::empty(layout.rules());
        Setup {
            layout,
            tableau: [NO_CARD; MAX_TABLEAU],
            reserve: [[NO_CARD; MAX_DEPTH]; MAX_PILES],
            homes: [[Home::Elsewhere; 2]; Card::COUNT],
            start,
        }
    }

    fn lay(&mut self, place: usize, card: Card) {
        self.tableau[place] = card;
        self.start.tableau |= 1 << place;
        self.settle(card, Home::Tableau(place as u8));
    }

    fn stack(&mut self, pile: usize, card: Card) {
        let height = self.start.reserve_len(pile as u8);
        self.reserve[pile][height] = card;
        self.start.reserve += 1 << (4 * pile);
        self.settle(card, Home::Reserve(pile as u8));
    }

    /// Both copies in one reserve pile make one home: only one of them can be on top.
    fn settle(&mut self, card: Card, home: Home) {
        let [first, second] = &mut self.homes[card.index()];
        if *first == Home::Elsewhere {
            *first = home;
        } else if *first != home {
            *second = home;
        }
    }

    fn find_free(&mut self) {
        for place in 0..self.layout.tableau_len() as u8 {
            let there = self.start.tableau >> place & 1 != 0;
            if there && self.layout.covered_by(place) & self.start.tableau == 0 {
                self.start.free |= 1 << place;
            }
        }
    }
}
