//! Sessions of the line game.

use pyramid_cli::fuzzing::{Answers, Sitting};
use pyramid_engine::{Deal, Preset, RuleSet};

use crate::verify::all_valid;

/// The first byte picks a preset, the second a deal, the rest is typed, line by line. Whatever is
/// typed, each voice answers in lines without control characters, and the record of the game is
/// canonical and valid.
pub fn session_lines(data: &[u8]) {
    let [preset, seed, typed @ ..] = data else { return };
    let presets = Preset::all();
    let rules = RuleSet::from(&presets[*preset as usize % presets.len()]);
    let (mut sitting, welcome) =
        Sitting::new(rules, &Deal::seeded(rules.rules(), u64::from(*seed)));
    check("", &welcome);
    for line in typed.split(|&byte| byte == b'\n').take(200) {
        let line = String::from_utf8_lossy(line);
        check(&line, &sitting.line(&line));
        check(&line, &sitting.board());
    }
    all_valid(&sitting.record());
}

fn check(typed: &str, answers: &Answers) {
    for line in answers.text.iter().chain(&answers.speech).chain(&answers.json) {
        assert!(!line.is_empty(), "an empty line answers {typed:?}");
        assert!(!line.contains(char::is_control), "{typed:?} is answered with {line:?}");
    }
    for line in &answers.speech {
        assert!(!line.contains("##"), "{typed:?}: a hidden card is said as signs: {line:?}");
    }
}
