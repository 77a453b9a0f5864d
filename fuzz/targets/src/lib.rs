//! What the fuzz targets check: one function for each, from bytes to a panic if a property fails.
//!
//! libFuzzer calls them through the ten-line binaries in `fuzz/fuzz_targets`; `tests/replay.rs`
//! calls them on every file in `fuzz/seeds` and `fuzz/regressions`, without libFuzzer.
//! `fuzz/README.md` says how to add one.
#![allow(clippy::panic, reason = "a target fails by panicking")]

mod card_text;
mod choices;
mod commands;
mod deal_code;
mod deal_text;
mod engine_play;
mod game_text;
mod inputs;
mod json_line;
mod protocol_lines;
mod records;
mod rules_line;
mod session_lines;
mod solver;
mod stuck;
mod tui_events;
mod verify;

/// The second, slow truth of the engine's tests.
#[path = "../../../crates/engine/tests/slow/mod.rs"]
mod slow;
/// The small positions of the solver's tests.
#[path = "../../../crates/solver/tests/common/small.rs"]
mod small;

pub use card_text::card_text;
pub use commands::commands;
pub use deal_code::deal_code;
pub use deal_text::deal_text;
pub use engine_play::engine_play;
pub use game_text::game_text;
pub use inputs::{fuzz_dir, inputs};
pub use json_line::json_line;
pub use protocol_lines::protocol_lines;
pub use records::records;
pub use rules_line::rules_line;
pub use session_lines::session_lines;
pub use solver::solver;
pub use stuck::stuck;
pub use tui_events::tui_events;
pub use verify::verify;

/// A name, which is that of the function, of the binary and of the folders of inputs, and a check.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("card_text", card_text),
    ("commands", commands),
    ("deal_code", deal_code),
    ("deal_text", deal_text),
    ("engine_play", engine_play),
    ("game_text", game_text),
    ("json_line", json_line),
    ("protocol_lines", protocol_lines),
    ("records", records),
    ("rules_line", rules_line),
    ("session_lines", session_lines),
    ("solver", solver),
    ("stuck", stuck),
    ("tui_events", tui_events),
    ("verify", verify),
];
