//! Play under any preset.

use std::sync::Arc;

use pyramid_engine::{Deal, Game, Move, Place};
use pyramid_notation::{MoveText, read_position, to_move, to_token, write_position};

use crate::choices::Choices;

/// The most moves that are played and taken back.
const MOST: usize = 300;

/// Bytes choose rules, a deal, and each further byte a legal move, or takes one back. Every legal
/// move can be played, is undone exactly and has a token that means it; any other is refused and
/// changes nothing; the status kept from move to move is that of the state looked at afresh;
/// positions read back.
pub fn engine_play(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = choices.rules();
    let layout = Arc::new(rules.layout());
    let deal = Deal::seeded(rules.rules(), choices.below(256) as u64);
    let mut game = Game::new(layout.clone(), &deal);
    for _ in 0..MOST {
        let Some(choice) = choices.next() else { break };
        let state = *game.state();
        let fresh = game.setup().status(&state);
        assert_eq!(game.status(), fresh, "{rules}: the status at ply {}", game.ply());
        if choice == 0 && game.ply() > 0 {
            let before = *game.state_at(game.ply() - 1).expect("there is a move");
            game.undo().expect("there is a move");
            assert!(*game.state() == before, "{rules}: undone to another state");
            continue;
        }
        let moves = game.legal_moves();
        assert_eq!(moves.is_empty(), fresh.is_over(), "{rules}: moves in a game that is {fresh:?}");
        let Some(&m) = moves.get(choice as usize % moves.len().max(1)) else { break };
        for &m in &moves {
            both_ways(&mut game, m);
        }
        let odd = any_move(choice, state.stock_len());
        if !moves.contains(&odd) {
            assert!(game.play(odd).is_err(), "{rules}: {odd:?} is not legal and was played");
            assert!(*game.state() == state, "{rules}: {odd:?} was refused and changed something");
        }
        let text = to_token(game.setup(), &state, m).to_string();
        let read = MoveText::read(&text).expect("a token reads back").token;
        assert_eq!(to_move(game.setup(), &state, &read), Ok(Some(m)), "{rules}: `{text}`");
        game.play(m).expect("a legal move can be played");
    }
    let position = write_position(game.setup(), game.state());
    let setup = read_position(&position, layout).expect("a position reads back");
    assert_eq!(write_position(&setup, setup.start()), position);
    while game.ply() > 0 {
        game.undo().expect("there is a move");
    }
    assert!(game.state() == game.setup().start(), "{rules}: undone to another start");
}

/// Plays a legal move and takes it back.
fn both_ways(game: &mut Game, m: Move) {
    let (state, status, ply) = (*game.state(), game.status(), game.ply());
    game.play(m).unwrap_or_else(|refusal| panic!("{m:?} is legal and refused: {refusal:?}"));
    assert!(*game.state() != state && game.ply() == ply + 1, "{m:?} changes nothing");
    assert_eq!(game.undo(), Ok(m));
    assert!(*game.state() == state, "{m:?} is undone to another state");
    assert_eq!((game.status(), game.ply()), (status, ply), "{m:?} is undone to another status");
    assert_eq!(game.undone().next(), Some(m));
}

/// A move that two numbers stand for, sense or not.
fn any_move(a: u8, b: usize) -> Move {
    let place = |at: usize| match at % 7 {
        0..3 => Place::Tableau((at / 7 % 60) as u8),
        3 => Place::Reserve((at / 7 % 15) as u8),
        4 => Place::Cell,
        5 => Place::Waste((at / 7 % 5) as u8),
        _ => Place::Stock,
    };
    let (one, two) = (place(a.into()), place(usize::from(a) * 31 + b * 7));
    match usize::from(a) % 6 {
        0 => Move::Single(one),
        1 | 2 => Move::pair(one, two),
        3 => Move::Covered { upper: a % 60, lower: a / 4 },
        4 => Move::WastePair(a % 5),
        _ => Move::Park(one),
    }
}
