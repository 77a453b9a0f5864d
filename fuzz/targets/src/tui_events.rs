//! Events of the full-screen game.

use pyramid_cli::fuzzing::Screen;
use pyramid_engine::{Deal, Preset, RuleSet};

/// The first byte picks a preset, the second a deal, and of the rest three bytes each are a key, a
/// gesture or another size of the screen. Whatever comes, every screen can be drawn, and the cursor
/// is on it.
pub fn tui_events(data: &[u8]) {
    let [preset, seed, events @ ..] = data else { return };
    let presets = Preset::all();
    let rules = RuleSet::from(&presets[*preset as usize % presets.len()]);
    let mut screen = Screen::new(rules, &Deal::seeded(rules.rules(), u64::from(*seed)));
    check(&mut screen);
    let (events, _) = events.as_chunks::<3>();
    for (at, &event) in events.iter().take(300).enumerate() {
        if !screen.happens(event) {
            return;
        }
        assert!(screen.ply() <= 100 * (at + 1), "{} moves after {} events", screen.ply(), at + 1);
        check(&mut screen);
    }
}

fn check(screen: &mut Screen) {
    let ((width, height), (x, y)) = screen.draw();
    let fits = |at: u16, length: u16| at < length.max(1);
    assert!(fits(x, width) && fits(y, height), "the cursor is at {x}, {y} of {width} by {height}");
}
