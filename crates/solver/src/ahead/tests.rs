//! The look ahead along wins that are known to be shortest: what such a win still takes is never
//! refuted, whichever win a search would come upon first.

use proptest::prelude::*;
use pyramid_engine::{Card, Passes, Piles, Rank, Reserve, Rules, Setup, Stock};

use super::Ahead;
use crate::board::Board;
use crate::matching::Groups;
use crate::{Verdict, plain};

#[path = "../../tests/common/mod.rs"]
mod common;

const STATES: usize = 100_000;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: common::cases(10_000),
        max_local_rejects: 10_000_000,
        max_global_rejects: 1_000_000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn small_positions(
        rules in common::any_rules(), seed in any::<u64>(), table in any::<bool>(),
    ) {
        let rules = common::one_by_one(rules, table);
        prop_assume!(rules.validate().is_ok());
        refutes_no_win(&common::small(&rules, seed, 13))?;
    }

    /// Few ranks, so that much of the hand leaves with a reserve that may stay.
    #[test]
    fn a_reserve_that_may_stay(
        seed in any::<u64>(), open in any::<bool>(), waste_pair in any::<bool>(), passes in 2..=4u8,
    ) {
        let rules = Rules {
            rows: 2,
            reserve: Some(Reserve { piles: 2, depth: 2 }),
            stock: if open { Stock::Open } else { Stock::Closed },
            waste_pair,
            passes: Passes::Limited(passes),
            ..Rules::PYRAMID
        };
        prop_assume!(rules.validate().is_ok());
        let mut random = common::Numbers(seed);
        let ranks = [Rank::Three, Rank::Four, Rank::Five, Rank::Eight, Rank::Nine, Rank::Ten];
        let mut pack: Vec<Card> =
            rules.deck.new_deck().filter(|card| ranks.contains(&card.rank())).collect();
        let mut some = |least: usize, most: usize| -> Vec<Card> {
            let count = least + random.below(most - least + 1);
            (0..count).map(|_| pack.swap_remove(random.below(pack.len()))).collect()
        };
        let front = some(1, 2);
        let mut tableau = vec![some(1, 1).pop(), None, None];
        for (place, card) in front.into_iter().enumerate() {
            tableau[place + 1] = Some(card);
        }
        let piles = Piles {
            tableau,
            stock: some(2, 5),
            wastes: vec![some(0, 2)],
            reserve: vec![some(1, 2), some(0, 1)],
            redeals_left: Some(passes - 1),
            ..Piles::default()
        };
        let setup = Setup::from_piles(rules.validate().unwrap().into(), &piles).unwrap();
        refutes_no_win(&setup)?;
    }
}

/// Looks ahead from each position of a shortest win, with what it still takes as the budget.
fn refutes_no_win(setup: &Setup) -> Result<(), TestCaseError> {
    let Verdict::Won(line) = plain::shortest(setup, setup.start(), STATES) else {
        return Ok(());
    };
    let mut state = *setup.start();
    for (done, &next) in line.iter().enumerate() {
        let (board, pos, _) = Board::<u128>::new(setup, &state);
        let groups = Groups::new(&board);
        let Some(mut ahead) = Ahead::new(&board, &groups) else { return Ok(()) };
        let budget = (line.len() - done) as u16;
        let left = ahead.within(&groups, &board, &pos, &groups.possible, budget);
        prop_assert!(left.is_some(), "{}", common::describe(setup, &state));
        setup.play(&mut state, next).unwrap();
    }
    Ok(())
}
