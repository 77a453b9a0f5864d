//! The names of the protocol: one table for parser, greeting and document.

/// The version that is spoken.
pub(crate) const PROTOCOL: u64 = 1;

/// The commands, and the fields each may have beside `id` and `cmd`.
pub(super) const COMMANDS: &[(&str, &[&str])] = &[
    ("hello", &["protocol", "client"]),
    ("new", &["rules", "deal", "view"]),
    ("load", &["record", "view"]),
    ("position", &["position", "rules", "view"]),
    ("state", &[]),
    ("play", &["moves"]),
    ("undo", &["moves"]),
    ("hint", &["nodes", "time"]),
    ("solve", &["nodes", "time"]),
    ("record", &[]),
    ("stop", &[]),
    ("quit", &[]),
];

/// The errors of the protocol itself. The others are those of refused moves and of texts.
#[cfg(test)]
pub(crate) const ERRORS: &[&str] = &[
    "bad-json",
    "bad-argument",
    "unknown-command",
    "too-long",
    "version",
    "no-hello",
    "no-game",
    "not-in-view",
    "busy",
    "stopped",
];
