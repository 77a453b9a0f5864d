//! Play under any preset.

use std::sync::Arc;

use pyramid_engine::{Game, Preset, RuleSet};
use pyramid_notation::{MoveText, read_position, to_move, to_token, write_position};

/// The first byte picks a preset, the second a deal, each further byte a legal move, or takes one
/// back. Every legal move can be played and has a token that means it; the status kept from move
/// to move is that of the state looked at afresh; positions read back; everything is undone exactly.
pub fn engine_play(data: &[u8]) {
    let [preset, seed, choices @ ..] = data else { return };
    let presets = Preset::all();
    let rules = RuleSet::from(&presets[*preset as usize % presets.len()]);
    let layout = Arc::new(rules.layout());
    let deal = pyramid_engine::Deal::seeded(rules.rules(), u64::from(*seed));
    let mut game = Game::new(layout.clone(), &deal);
    for &choice in choices.iter().take(300) {
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
