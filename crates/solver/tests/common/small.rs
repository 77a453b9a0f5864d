//! A small position, from choices: also what `fuzz/targets` makes of bytes.

use std::sync::Arc;

use pyramid_engine::{Card, Passes, Piles, Rules, Setup, Stock};

/// A small position of these rules with at most `most` cards, most of them in matching pairs.
///
/// `below` gives numbers below its argument; any will do.
pub(crate) fn small(rules: &Rules, most: usize, below: &mut dyn FnMut(usize) -> usize) -> Setup {
    let layout = Arc::new(rules.validate().expect("the rules can be played"));
    let mut pack: Vec<Card> = rules.deck.new_deck().collect();
    let mut chosen: Vec<Card> = Vec::new();
    let count = 4 + below(most - 3);
    while chosen.len() < count {
        let card = pack.swap_remove(below(pack.len()));
        chosen.push(card);
        let partners: Vec<usize> =
            (0..pack.len()).filter(|&at| layout.matches(card, pack[at])).collect();
        if below(8) > 0 && chosen.len() < count && !partners.is_empty() {
            chosen.push(pack.swap_remove(partners[below(partners.len())]));
        }
    }
    for last in (1..chosen.len()).rev() {
        chosen.swap(last, below(last + 1));
    }
    // Which tableau places are left: some of the furthest back.
    let places = layout.tableau_len();
    let in_tableau = (1 + below(8)).min(places).min(chosen.len());
    let mut left: Vec<u8> = (0..places as u8).collect();
    while left.len() > in_tableau {
        let open: Vec<usize> = (0..left.len())
            .filter(|&i| left.iter().all(|&other| layout.covered_by(left[i]) >> other & 1 == 0))
            .collect();
        left.remove(open[below(open.len())]);
    }
    let mut tableau = vec![None; places];
    for place in left {
        tableau[place as usize] = chosen.pop();
    }
    let mut piles = Piles {
        tableau,
        wastes: vec![Vec::new(); rules.wastes.max(1) as usize],
        reserve: vec![Vec::new(); rules.reserve.map_or(0, |reserve| reserve.piles as usize)],
        redeals_left: match rules.passes {
            Passes::Any => None,
            Passes::Limited(passes) => Some(below(passes as usize) as u8),
        },
        ..Piles::default()
    };
    if rules.cells > 0 && below(3) == 0 {
        piles.cell = chosen.pop();
    }
    if let Some(reserve) = rules.reserve {
        let many = if rules.stock == Stock::None { 12 } else { below(5) };
        for _ in 0..many {
            let pile = below(reserve.piles as usize);
            if piles.reserve[pile].len() < reserve.depth as usize {
                piles.reserve[pile].extend(chosen.pop());
            }
        }
    }
    if rules.stock != Stock::None {
        let drawn = if below(2) == 0 { 0 } else { below(chosen.len() + 1) };
        for card in chosen.drain(..drawn) {
            if rules.wastes == 0 && !piles.wastes[0].is_empty() {
                break;
            }
            let waste = below(piles.wastes.len());
            piles.wastes[waste].push(card);
        }
        piles.stock = chosen;
    }
    Setup::from_piles(layout, &piles).expect("a position of some cards of the pack")
}
