//! Replies as JSON, one object each.

use serde_json::{Map, Value};

use super::super::reply::Reply;
use super::words::Voice;
use crate::board::{BoardStyle, Symbols};

/// The facts of a reply. A refusal comes with its text, help with its lines.
pub(in super::super) fn json(reply: &Reply) -> Value {
    let mut value = serde_json::to_value(reply).unwrap_or(Value::Null);
    let style = BoardStyle { symbols: Symbols::Ascii, paint: None, width: BoardStyle::MAX_WIDTH };
    let text = super::lines(reply, Voice::Ascii, style);
    let Some(object) = value.as_object_mut() else { return value };
    match reply {
        Reply::NotPlayed { .. } => {
            let error = object.entry("error").or_insert_with(|| Value::Object(Map::new()));
            if let Some(error) = error.as_object_mut() {
                let text = text.join(" ");
                let text = text.strip_prefix("Not played: ").unwrap_or(&text);
                let text = text.strip_suffix('.').unwrap_or(text);
                error.insert("text".to_owned(), text.into());
            }
        }
        Reply::Help { .. } => {
            object.insert("lines".to_owned(), text.into());
        }
        _ => {}
    }
    value
}
