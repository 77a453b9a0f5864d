//! The hand: what shows on top of stock and wastes, and the forced line of draws and redeals.

use std::collections::HashMap;

use crate::bits::Bits;
use crate::board::{Board, Order, Pos, UNLIMITED};

/// The free cards of the hand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tops<M> {
    pub(crate) set: M,
    /// The two top cards of each waste whose two top cards may leave together.
    pub(crate) pairs: [Option<(u8, u8)>; 3],
}

/// The orders in which the hand has been dealt so far. More than one for three wastes only.
#[derive(Default)]
pub(crate) struct Orders {
    orders: Vec<Order>,
    ids: HashMap<Order, u32>,
}

impl Orders {
    pub(crate) fn start(&mut self, order: Order) {
        self.orders.clear();
        self.ids.clear();
        self.orders.push(order);
    }

    fn id(&mut self, order: Order) -> u32 {
        if let Some(&id) = self.ids.get(&order) {
            return id;
        }
        let id = self.orders.len() as u32;
        self.orders.push(order.clone());
        self.ids.insert(order, id);
        id
    }

    /// Bytes taken, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.orders.first().map_or(0, |order| self.orders.len() * (160 + 4 * order.slots.len()))
    }

    /// The waste a card is dealt to.
    pub(crate) fn waste_of<M>(&self, pos: &Pos<M>, card: u8) -> u8 {
        let slots = self.orders.get(pos.order as usize).map_or(&[][..], |order| &order.slots);
        slots.iter().find(|slot| slot.0 == card).map_or(0, |slot| slot.1)
    }

    /// The cards on one of three wastes, the top first.
    pub(crate) fn pile<'a, M: Bits>(
        &'a self,
        pos: &Pos<M>,
        waste: u8,
    ) -> impl Iterator<Item = u8> + use<'a, M> {
        self.drawn(pos).filter(move |&(_, of)| of == waste).map(|(card, _)| card)
    }

    /// The slots of one order that are drawn and left, as card and waste, the last drawn first.
    fn drawn<'a, M: Bits>(
        &'a self,
        pos: &Pos<M>,
    ) -> impl Iterator<Item = (u8, u8)> + 'a + use<'a, M> {
        let left = pos.left;
        let slots = self.orders.get(pos.order as usize).map_or(&[][..], |order| &order.slots);
        let drawn = (pos.drawn as usize).min(slots.len());
        slots[..drawn].iter().rev().copied().filter(move |&(card, _)| left.has(card))
    }
}

impl<M: Bits> Board<M> {
    /// The cards on the only waste.
    #[inline]
    pub(crate) fn waste(&self, pos: &Pos<M>) -> M {
        pos.left & self.hand & M::below(self.hand_at + pos.drawn)
    }

    /// The cards of the stock, of games without three wastes.
    #[inline]
    pub(crate) fn stock(&self, pos: &Pos<M>) -> M {
        pos.left & self.hand & !M::below(self.hand_at + pos.drawn)
    }

    #[inline]
    pub(crate) fn tops(&self, pos: &Pos<M>, orders: &Orders) -> Tops<M> {
        let mut tops = Tops { set: M::NONE, pairs: [None; 3] };
        if self.traits.three_wastes {
            let mut first = [None; 3];
            for (card, waste) in orders.drawn(pos) {
                let waste = waste as usize;
                match first[waste] {
                    None => {
                        first[waste] = Some(card);
                        tops.set |= M::one(card);
                    }
                    Some(top) if self.traits.waste_pair && tops.pairs[waste].is_none() => {
                        tops.pairs[waste] = Some((card, top));
                    }
                    Some(_) => {}
                }
            }
            return tops;
        }
        let waste = self.waste(pos);
        if let Some(top) = waste.last() {
            tops.set |= M::one(top);
            if self.traits.waste_pair {
                tops.pairs[0] = (waste & !M::one(top)).last().map(|second| (second, top));
            }
        }
        if self.traits.open && pos.drawn < self.hand_len {
            tops.set |= M::one(self.hand_at + pos.drawn);
        }
        tops
    }

    /// Draws, or turns the wastes over; `true` tells a redeal. `None` if neither can be done.
    pub(crate) fn advance(&self, pos: &Pos<M>, orders: &mut Orders) -> Option<(Pos<M>, bool)> {
        let mut next = *pos;
        if self.traits.three_wastes {
            return self.advance_three(next, orders);
        }
        if pos.drawn < self.hand_len {
            if self.traits.no_waste {
                next.left &= !self.waste(pos);
            }
            for _ in 0..self.traits.draw {
                if next.drawn < self.hand_len {
                    next.drawn += 1;
                    self.settle(&mut next);
                }
            }
            return Some((next, false));
        }
        if pos.redeals == 0 || self.traits.no_waste || (pos.left & self.hand).is_none() {
            return None;
        }
        next.drawn = 0;
        self.settle(&mut next);
        if next.redeals != UNLIMITED {
            next.redeals -= 1;
        }
        Some((next, true))
    }

    fn advance_three(&self, mut next: Pos<M>, orders: &mut Orders) -> Option<(Pos<M>, bool)> {
        let order = orders.orders.get(next.order as usize)?;
        let len = order.slots.len() as u8;
        if next.drawn < len {
            next.drawn = (next.drawn + 3).min(len);
            return Some((next, false));
        }
        if next.redeals == 0 || (next.left & self.hand).is_none() {
            return None;
        }
        let mut cards = Vec::with_capacity(order.slots.len());
        for waste in self.redeal_order() {
            let pile = order.slots.iter().filter(|&&(card, of)| of == waste && next.left.has(card));
            cards.extend(pile.map(|&(card, _)| card));
        }
        next.redeals -= 1;
        next.drawn = 0;
        let slots = cards.iter().zip(0..).map(|(&card, i)| (card, (i % 3) as u8)).collect();
        next.order = orders.id(Order { slots, redeals: next.redeals });
        Some((next, true))
    }
}
