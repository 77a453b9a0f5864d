//! Dead positions: cards that have to leave and cannot all find partners.
//!
//! A card that must be removed leaves with a partner, or alone. A partner is impossible if one of
//! the two must leave before the other can be free (it lies on it, directly or not), or if it has
//! been ruled out. So if the cards that must go have no matching along the possible pairs, the
//! position is lost. The pairs fall into groups of ranks that have nothing to do with each other;
//! a group of two ranks is bipartite, and there each side can be looked at alone: if one matching
//! covers what must go on one side and another what must go on the other, some matching covers
//! both (Mendelsohn and Dulmage). In other groups all cards have to go and a largest matching among
//! them tells (`blossom`), or only cards without any partner are found.
//!
//! In the last pass a waste is a stack (`last_pass`):
//!
//! * Two cards of one waste never meet again, unless the rules let them leave together there.
//! * A card `z` that lies on a card `u` of the waste must leave before `u` does. If all that is
//!   left to `z` as partners lies under a tableau card `x`, or is `x` itself, then `z` leaves after
//!   or with `x`, so `x` and `u` do not leave together. A `z` without partners never leaves, and
//!   nothing under it does. Likewise within the groups in which `draw=3` still deals the stock.
//! * Where the hand need not go, some number of cards is taken off the waste before it is buried
//!   for good: all cards above that depth must find partners, none below it can be one. If no
//!   depth suits all groups, the position is lost.
//!
//! Cells: a card may be parked, so what lay under it can come up while it waits in the cell and
//! become its partner. Then lying on one another rules nothing out, and none of the above on the
//! last pass is used. And where only the tableau has to go, one of its cards may stay in the cell
//! for ever.

use crate::bits::Bits;
use crate::blossom;
use crate::board::{Board, Pos, Spot};
use crate::hand::Orders;

/// Room for the groups, of which there is one a rank at most. (Sixteen small numbers are counted in
/// one go: see `ahead`.)
pub(crate) const GROUPS: usize = 16;

/// One group of ranks.
pub(crate) struct Group<M> {
    pub(crate) cards: M,
    /// The cards of its two ranks, if it is bipartite.
    pub(crate) sides: Option<(M, M)>,
}

/// The groups of a board, and room to work in.
pub(crate) struct Groups<M> {
    pub(crate) groups: Vec<Group<M>>,
    /// The group of each card, and [`GROUPS`] more on side 1 of a bipartite group.
    pub(crate) place: Vec<u8>,
    /// The other side of its group, if that is bipartite.
    pub(crate) opposite: Vec<M>,
    /// For each card those that could be its partners, whatever happens.
    pub(crate) possible: Vec<M>,
    /// Cards that may stay behind in the cell.
    pub(crate) spare: u32,
    /// For each card those that can be its partners from now on, in the last pass.
    edges: Vec<M>,
    /// For each card what must leave before it, and itself.
    before: Vec<M>,
}

impl<M: Bits> Groups<M> {
    pub(crate) fn new(board: &Board<M>) -> Groups<M> {
        let cards = board.cards.len();
        let mut groups = Groups {
            groups: Vec::new(),
            place: vec![0; cards],
            opposite: vec![M::NONE; cards],
            possible: possible(board),
            spare: u32::from(board.traits.cells && !board.cell_empty),
            edges: vec![M::NONE; cards],
            before: (0..cards).map(|card| board.above[card] | M::one(card as u8)).collect(),
        };
        let mut seen = M::NONE;
        for start in 0..cards as u8 {
            if seen.has(start) {
                continue;
            }
            let (a, b) = sides(board, start);
            let all = a | b;
            seen |= all;
            let sides = (a & b).is_none().then_some((a, b));
            let (near, far) = sides.unwrap_or((all, M::NONE));
            for (side, other, at) in [(near, far, 0), (far, near, GROUPS)] {
                for card in side.numbers() {
                    groups.place[card as usize] = (groups.groups.len() + at) as u8;
                    groups.opposite[card as usize] = other;
                }
            }
            groups.groups.push(Group { cards: all, sides });
        }
        groups
    }

    /// The group of a card.
    #[inline]
    pub(crate) fn of(&self, card: u8) -> usize {
        usize::from(self.place[card as usize]) % GROUPS
    }

    /// Its side in a bipartite group, else 0.
    #[inline]
    pub(crate) fn side(&self, card: u8) -> usize {
        usize::from(self.place[card as usize]) / GROUPS
    }

    /// Whether a position is lost for want of partners, in any group or in that of one card.
    #[inline]
    pub(crate) fn dead(&self, board: &Board<M>, pos: &Pos<M>, open: &[M], of: Option<u8>) -> bool {
        let there = pos.left | board.cell(pos);
        let must = (board.need | board.cell_need(pos)) & there & !board.singles;
        let edges = |card: u8| open[card as usize] & there;
        if let Some(card) = of {
            let group = &self.groups[self.of(card)];
            return unmatched(group, must, edges) > self.spare;
        }
        let mut left_over = 0;
        self.groups.iter().any(|group| {
            left_over += unmatched(group, must, edges);
            left_over > self.spare
        })
    }

    /// Of these cards at least so many stay behind.
    pub(crate) fn unmatched_of(&self, board: &Board<M>, pos: &Pos<M>, open: &[M], must: M) -> u32 {
        let there = pos.left | board.cell(pos);
        let must = must & there & !board.singles;
        let edges = |card: u8| open[card as usize] & there;
        self.groups
            .iter()
            .map(|group| unmatched(group, must, edges))
            .sum::<u32>()
            .saturating_sub(u32::from(board.traits.cells))
    }

    /// At most so many pairs can still be removed.
    pub(crate) fn pairs_of(&self, board: &Board<M>, pos: &Pos<M>, open: &[M]) -> u32 {
        let there = pos.left | board.cell(pos);
        let edges = |card: u8| open[card as usize] & there;
        let pairs = |group: &Group<M>| {
            let cards = group.cards & there;
            match group.sides {
                Some((a, _)) => (cards & a).len() - unmatched_side(cards & a, edges),
                None => cards.numbers().filter(|&card| !edges(card).is_none()).count() as u32 / 2,
            }
        };
        self.groups.iter().map(pairs).sum()
    }

    /// Looks at a position of the last pass; cells must be none. `None` if it is lost, else the
    /// cards of which some can still be removed.
    pub(crate) fn last_pass(
        &mut self,
        board: &Board<M>,
        pos: &Pos<M>,
        open: &[M],
        orders: &Orders,
    ) -> Option<M> {
        for card in pos.left.numbers() {
            let card = card as usize;
            self.edges[card] = open[card] & pos.left;
        }
        if board.traits.three_wastes {
            for waste in 0..3 {
                let apart = orders.pile(pos, waste).fold(M::NONE, |all, card| all | M::one(card));
                self.stack(board, orders.pile(pos, waste), apart);
            }
        } else if !board.traits.no_waste {
            let waste = board.waste(pos);
            self.stack(board, downwards(waste), waste);
            if board.traits.draw > 1 {
                let mut stock = board.stock(pos);
                while !stock.is_none() {
                    let mut group = M::NONE;
                    for card in stock.numbers().take(board.traits.draw.into()) {
                        group |= M::one(card);
                    }
                    stock &= !group;
                    self.stack(board, downwards(group), M::NONE);
                }
            }
        }
        let must = board.need & pos.left & !board.singles;
        let waste = board.waste(pos);
        if board.traits.three_wastes || board.traits.no_waste || (waste & !board.need).is_none() {
            let edges = |card: u8| self.edges[card as usize];
            let dead = self.groups.iter().any(|group| unmatched(group, must, edges) > 0);
            return (!dead).then_some(pos.left);
        }
        self.depth(board, pos, must, waste)
    }

    /// Takes pairs out that the order of a pile makes impossible; its cards from the top down.
    /// `apart`: cards that never leave together.
    fn stack(&mut self, board: &Board<M>, pile: impl Iterator<Item = u8>, apart: M) {
        let apart = if board.traits.waste_pair { M::NONE } else { apart };
        let mut never = M::NONE;
        for card in pile {
            let edges = self.edges[card as usize];
            let lost = edges & (never | apart);
            for other in lost.numbers() {
                self.edges[other as usize] &= !M::one(card);
            }
            let edges = edges & !lost;
            self.edges[card as usize] = edges;
            if !board.singles.has(card) {
                let mut bad = !M::NONE;
                for partner in edges.numbers() {
                    if board.hand.has(partner) {
                        bad = M::NONE;
                        break;
                    }
                    bad &= self.before[partner as usize];
                }
                never |= bad;
            }
        }
    }

    /// Finds the deepest that the waste can be taken off.
    fn depth(&self, board: &Board<M>, pos: &Pos<M>, must: M, waste: M) -> Option<M> {
        // For each group which numbers of its waste cards to take off were looked at and do.
        let mut looked = [0u16; 64];
        let mut suits = [0u16; 64];
        let mut off = waste;
        loop {
            let all = self.groups.iter().enumerate().all(|(i, group)| {
                let count = (off & group.cards).len().min(15);
                let i = i.min(63);
                if looked[i] >> count & 1 == 0 {
                    looked[i] |= 1 << count;
                    let usable = !(waste & !off);
                    let edges = |card: u8| self.edges[card as usize] & usable;
                    let must = must | off & !board.singles;
                    suits[i] |= u16::from(unmatched(group, must, edges) == 0) << count;
                }
                suits[i] >> count & 1 != 0
            });
            if all {
                return Some(pos.left & !(waste & !off));
            }
            if off.is_none() {
                return None;
            }
            off = off.rest();
        }
    }
}

/// A set from its highest number down.
fn downwards<M: Bits>(mut set: M) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let last = set.last()?;
        set &= !M::one(last);
        Some(last)
    })
}

impl<M: Bits> Board<M> {
    /// A parked card has to leave the cell again, unless only the tableau has to go.
    pub(crate) fn cell_need(&self, pos: &Pos<M>) -> M {
        if self.cell_empty { self.cell(pos) } else { M::NONE }
    }
}

/// The partners that each card could have.
fn possible<M: Bits>(board: &Board<M>) -> Vec<M> {
    let mut possible = board.partners.clone();
    if !board.traits.cells {
        for (card, &above) in (0..).zip(&board.above) {
            let mut apart = above;
            if board.traits.overlap && matches!(board.spots[card], Spot::Tableau(_)) {
                apart &= !board.cover[card];
            }
            possible[card] &= !apart;
            for upper in apart.numbers() {
                possible[upper as usize] &= !M::one(card as u8);
            }
        }
    }
    if !board.traits.hand_pairs {
        for card in board.hand.numbers() {
            possible[card as usize] &= !board.hand;
        }
    }
    possible
}

/// The two sides of the group of a card: all that pairs and equal ranks lead to.
fn sides<M: Bits>(board: &Board<M>, start: u8) -> (M, M) {
    let mut sides = [M::one(start), M::NONE];
    loop {
        let before = sides;
        for side in 0..2 {
            for card in sides[side].numbers() {
                sides[1 - side] |= board.partners[card as usize];
                sides[side] |= board.ranks[board.cards[card as usize].rank() as usize];
            }
        }
        if sides == before {
            return (sides[0], sides[1]);
        }
    }
}

/// Cards of a group that must go and do not find partners; at least as many are left over.
#[inline]
fn unmatched<M: Bits>(group: &Group<M>, must: M, edges: impl Fn(u8) -> M + Copy) -> u32 {
    let must = must & group.cards;
    if must.is_none() {
        return 0;
    }
    match group.sides {
        None => {
            let others = must.numbers().any(|card| !(edges(card) & !must).is_none());
            let alone = must.numbers().filter(|&card| edges(card).is_none()).count() as u32;
            if others || alone > 0 { alone } else { blossom::unmatched(must, edges) }
        }
        Some((a, b)) => unmatched_side(must & a, edges).max(unmatched_side(must & b, edges)),
    }
}

/// How many of the cards stay without a partner in a largest matching: augmenting paths.
#[inline]
pub(crate) fn unmatched_side<M: Bits>(cards: M, edges: impl Fn(u8) -> M + Copy) -> u32 {
    let mut pairs = [(0, 0); 8];
    let mut len = 0;
    let mut taken = M::NONE;
    let mut unmatched = 0;
    for card in cards.numbers() {
        let open = edges(card) & !taken;
        if !open.is_none() && len < pairs.len() {
            let partner = open.first();
            taken |= M::one(partner);
            pairs[len] = (partner, card);
            len += 1;
        } else {
            let mut tried = M::NONE;
            if !augment(card, edges, &mut pairs, &mut len, &mut taken, &mut tried) {
                unmatched += 1;
            }
        }
    }
    unmatched
}

/// At most eight cards of a rank are in play, so at most eight pairs on a side.
fn augment<M: Bits>(
    card: u8,
    edges: impl Fn(u8) -> M + Copy,
    pairs: &mut [(u8, u8); 8],
    len: &mut usize,
    taken: &mut M,
    tried: &mut M,
) -> bool {
    let edges_here = edges(card);
    let open = edges_here & !*taken;
    if !open.is_none() && *len < pairs.len() {
        *taken |= M::one(open.first());
        pairs[*len] = (open.first(), card);
        *len += 1;
        return true;
    }
    for partner in (edges_here & !*tried).numbers() {
        *tried |= M::one(partner);
        let Some(at) = pairs[..*len].iter().position(|pair| pair.0 == partner) else { continue };
        if augment(pairs[at].1, edges, pairs, len, taken, tried) {
            pairs[at].1 = card;
            return true;
        }
    }
    false
}
