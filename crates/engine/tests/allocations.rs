//! Playing allocates nothing: legal moves, moves, endings and scores of every preset.

use std::ops::ControlFlow;
use std::sync::Arc;

use pyramid_engine::{Deal, Preset, Setup, Status};

#[test]
fn play_allocates_nothing() {
    for preset in Preset::all() {
        let layout = Arc::new(preset.rules.validate().expect("presets can be played"));
        let setup = Setup::new(layout, &Deal::seeded(&preset.rules, 1));
        let mut played = 0;
        let info = allocation_counter::measure(|| {
            let mut state = *setup.start();
            let mut choice = 7usize;
            while setup.status(&state) == Status::Open && played < 300 {
                let mut legal = 0;
                let _ = setup.for_each_legal(&state, |_| {
                    legal += 1;
                    ControlFlow::Continue(())
                });
                choice = choice.wrapping_mul(31).wrapping_add(11);
                let mut left = choice % legal;
                let mut chosen = None;
                let _ = setup.for_each_legal(&state, |m| match left.checked_sub(1) {
                    Some(less) => {
                        left = less;
                        ControlFlow::Continue(())
                    }
                    None => {
                        chosen = Some(m);
                        ControlFlow::Break(())
                    }
                });
                let Some(m) = chosen else { return };
                assert!(setup.play(&mut state, m).is_ok(), "a legal move can be played");
                let _ = setup.score(&state);
                played += 1;
            }
        });
        assert!(played > 3, "{}: only {played} moves", preset.name);
        assert_eq!(info.count_total, 0, "{}: allocations in {played} moves", preset.name);
    }
}
