//! The end of a game.

use std::sync::Arc;

use pyramid_engine::{Deal, Setup};

use crate::choices::Choices;
use crate::slow::Slow;

/// Bytes choose rules, a deal and moves, removals more often than not. In every state the engine and
/// plain lists agree on the piles, the moves and whether it is won; in the last ones also on whether
/// no removal can be made any more.
pub fn stuck(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = choices.rules();
    let deal = Deal::seeded(rules.rules(), choices.below(256) as u64);
    let setup = Setup::new(Arc::new(rules.layout()), &deal);
    let layout = setup.layout();
    let mut state = *setup.start();
    let mut slow = Slow::of(setup.piles(&state));
    let mut last = vec![(state, slow.clone())];
    while let Some(choice) = choices.next() {
        let mut moves = setup.legal_moves(&state);
        if choice % 4 != 0 && moves.iter().any(|m| m.is_removal()) {
            moves.retain(|m| m.is_removal());
        }
        let Some(&m) = moves.get(usize::from(choice / 4) % moves.len().max(1)) else { break };
        setup.play(&mut state, m).expect("a legal move can be played");
        slow = slow.play(rules.rules(), m);
        assert_eq!(Slow::of(setup.piles(&state)), slow, "{rules}: after {m:?}");
        last.push((state, slow.clone()));
    }
    for (state, slow) in last.iter().rev().step_by(5).take(2) {
        let won = slow.is_won(rules.rules().goal);
        let moves = slow.moves(layout);
        assert_eq!(setup.is_won(state), won, "{rules}: {slow:?}");
        assert_eq!(setup.is_exhausted(state), !won && moves.is_empty(), "{rules}: {slow:?}");
        assert_eq!(setup.is_stuck(state), !won && slow.is_stuck(layout), "{rules}: {slow:?}");
        let over = setup.status(state).is_over();
        let mut legal = 0;
        let _ = setup.for_each_move(state, |m| {
            assert!(moves.contains(&m), "{rules}: {m:?} in {slow:?}");
            legal += 1;
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(legal, moves.len(), "{rules}: a move is missing or comes twice in {slow:?}");
        let wanted = if over { 0 } else { legal };
        assert_eq!(setup.legal_moves(state).len(), wanted, "{rules}: {slow:?}");
    }
}
