//! A line of JSON and the places of what stands in it.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::diagnostic::{Code, Diagnostic, quote};
use crate::lines::is_control;
use crate::span::{Location, Text};

/// What is wrong with the JSON itself: its syntax, a member that is missing, unknown or of another
/// type. Everything else has the name that it has in the text of a record.
pub(super) const JSON: &str = Code::Json.name();

pub(super) type Wrong = Box<Diagnostic>;

/// The members of an object in their order.
struct Members<'a>(Vec<(String, &'a str)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members<'de>, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
                    members.push((name, value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// The line that is read. Its values are slices of it, which have their places by that.
pub(super) struct Json<'a> {
    pub(super) line: Text<'a>,
    /// Warnings.
    pub(super) problems: Vec<Diagnostic>,
    /// The place that was asked for last, and its byte in the line.
    last: Location,
    counted: usize,
}

impl<'a> Json<'a> {
    pub(super) fn new(line: Text<'a>) -> Json<'a> {
        Json { line, problems: Vec::new(), last: line.at, counted: 0 }
    }

    /// The members of an object.
    pub(super) fn members(
        &mut self,
        raw: &'a str,
        what: &str,
    ) -> Result<Vec<(String, &'a str)>, Wrong> {
        match serde_json::from_str::<Members<'a>>(raw) {
            Ok(Members(members)) => Ok(members),
            Err(error) => Err(self.syntax(raw, &error, &format!("{what} is an object"))),
        }
    }

    /// The values of a list.
    pub(super) fn list(&mut self, raw: &'a str, name: &str) -> Result<Vec<&'a str>, Wrong> {
        match serde_json::from_str::<Vec<&'a RawValue>>(raw) {
            Ok(values) => Ok(values.into_iter().map(RawValue::get).collect()),
            Err(error) => Err(self.syntax(raw, &error, &format!("{} is a list", quoted(name)))),
        }
    }

    pub(super) fn text(&self, raw: &'a str, name: &str) -> Result<String, Wrong> {
        let wrong =
            |_| self.wrong(JSON, raw, format!("{} is a text in quotation marks", quoted(name)));
        serde_json::from_str(raw).map_err(wrong)
    }

    pub(super) fn needed(&self, value: Option<&'a str>, name: &str) -> Result<&'a str, Wrong> {
        value.ok_or_else(|| self.missing(name, self.line.text))
    }

    /// A member that an object has not; the place is the end of the object.
    pub(super) fn missing(&self, name: &str, object: &str) -> Wrong {
        let end = object.trim_end().len();
        let message = format!("the member `{name}` is missing");
        self.wrong_part(JSON, object, end.saturating_sub(1)..end, message)
    }

    /// An error of the parser: of the type, which is to be said in our words, or of the syntax.
    fn syntax(&self, raw: &str, error: &serde_json::Error, expected: &str) -> Wrong {
        if error.is_data() {
            return self.wrong(JSON, raw, expected.to_owned());
        }
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text);
        let lines: usize =
            raw.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let byte = lines + error.column().saturating_sub(1);
        self.wrong_part(JSON, raw, byte..byte + 1, format!("this is not JSON: {message}"))
    }

    pub(super) fn wrong(&self, name: &'static str, raw: &str, message: String) -> Wrong {
        self.wrong_part(name, raw, 0..raw.len(), message)
    }

    pub(super) fn wrong_part(
        &self,
        name: &'static str,
        raw: &str,
        part: Range<usize>,
        message: String,
    ) -> Wrong {
        let start = self.byte(raw);
        let at = self.line.part(start + part.start..start + part.end).at;
        Box::new(Diagnostic::named(name, at, message))
    }

    /// The byte of the line at which a part of it begins.
    fn byte(&self, raw: &str) -> usize {
        (raw.as_ptr() as usize).saturating_sub(self.line.text.as_ptr() as usize)
    }

    /// The place of a part of the line. Columns are counted on from the place asked for before.
    pub(super) fn at(&mut self, raw: &str) -> Location {
        let byte = self.byte(raw);
        if byte < self.counted {
            (self.last, self.counted) = (self.line.at, 0);
        }
        let between = Text { text: &self.line.text[self.counted..], at: self.last };
        let at = between.part(byte - self.counted..byte - self.counted + raw.len()).at;
        (self.last, self.counted) = (at, byte);
        at
    }
}

/// Quoted for a message, which holds no control characters.
pub(super) fn quoted(text: &str) -> String {
    quote(&text.replace(is_control, "\u{FFFD}"))
}
