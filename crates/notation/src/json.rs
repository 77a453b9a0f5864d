//! The JSON twin of a record: one object on one line, with the same strings.
//!
//! | member | value |
//! |---|---|
//! | `format` | `"pyramid-game"` |
//! | `version` | `"1.0"` |
//! | `rules` | the rules line |
//! | `deal` | the deal; may be missing if `headers` has `from` |
//! | `headers` | an object of all other headers, in their order; a key that stands several times has a list |
//! | `moves` | a list of moves and hints as in the text, with their marks and without their clocks |
//! | `clock` | missing, or a list as long as `moves`: seconds as a number, or `null` |
//! | `end` | missing, or an object: `result`, then the `name=value` pairs; `score`, `moves` and `time` are numbers |
//!
//! There is no place in it for comments and remarks, nor for a pair that is called `result`.

mod read;
mod source;
mod write;

pub use read::read_json;
pub use write::write_json;

/// The members in the order in which they are written.
const MEMBERS: [&str; 8] =
    ["format", "version", "rules", "deal", "headers", "moves", "clock", "end"];

/// The pairs behind the result that are numbers.
const NUMBERS: [&str; 3] = ["score", "moves", "time"];

#[cfg(test)]
mod tests;
