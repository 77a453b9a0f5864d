//! Replies to lines: one set of sentences, said in three voices, and JSON.

mod games;
mod hints;
mod json;
mod matches;
mod refusals;
mod replays;
mod sentences;
mod speech;
mod text;
mod words;

pub(super) use json::json;
pub(super) use words::Voice;

use super::reply::Reply;
use crate::board::BoardStyle;

/// The lines of a reply. Of the style a voice without symbols needs nothing.
pub(super) fn lines(reply: &Reply, voice: Voice, style: BoardStyle) -> Vec<String> {
    match voice {
        Voice::Speech => speech::lines(reply),
        Voice::Ascii | Voice::Unicode => text::lines(reply, voice, style),
    }
}
