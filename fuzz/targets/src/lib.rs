//! What the fuzz targets check: one function for each, from bytes to a panic if a property fails.
//!
//! libFuzzer calls them through the ten-line binaries in `fuzz/fuzz_targets`; `tests/replay.rs`
//! calls them on every file in `fuzz/seeds` and `fuzz/regressions`, without libFuzzer.
//! `fuzz/README.md` says how to add one.

mod card_text;
mod deal_text;
mod engine_play;
mod inputs;
mod protocol_lines;
mod records;
mod rules_line;
mod session_lines;
mod tui_events;
mod verify;

pub use card_text::card_text;
pub use deal_text::deal_text;
pub use engine_play::engine_play;
pub use inputs::{fuzz_dir, inputs};
pub use protocol_lines::protocol_lines;
pub use records::records;
pub use rules_line::rules_line;
pub use session_lines::session_lines;
pub use tui_events::tui_events;
pub use verify::verify;

/// A name, which is that of the function, of the binary and of the folders of inputs, and a check.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("card_text", card_text),
    ("deal_text", deal_text),
    ("engine_play", engine_play),
    ("protocol_lines", protocol_lines),
    ("records", records),
    ("rules_line", rules_line),
    ("session_lines", session_lines),
    ("tui_events", tui_events),
    ("verify", verify),
];
