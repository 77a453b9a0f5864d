//! Requests: what a line asks for, or why it asks for nothing.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::schema::COMMANDS;
use crate::play::seat::{Denial, Sight};

/// An id as it was written, to be written again.
pub(crate) type Id = Box<RawValue>;

/// A request whose command is known and whose fields are those of the command.
pub(super) struct Request {
    pub(super) id: Id,
    /// A name of [`COMMANDS`].
    pub(super) command: &'static str,
    fields: Vec<(String, Box<RawValue>)>,
}

/// A line that is no request: the id, if there is one, and why.
pub(super) type Refused = Box<(Option<Id>, Denial)>;

impl Request {
    /// Reads a line.
    pub(super) fn read(line: &[u8]) -> Result<Request, Refused> {
        let text = std::str::from_utf8(line).map_err(|error| {
            let column = error.valid_up_to() + 1;
            refused(None, Denial::new("bad-json", "this is not UTF-8").with("column", column))
        })?;
        let Object(mut fields) =
            serde_json::from_str(text).map_err(|error| refused(None, bad_json(&error)))?;
        let mut take = |name: &str| {
            let at = fields.iter().position(|(field, _)| field == name)?;
            Some(fields.remove(at).1)
        };
        let Some(id) = take("id") else {
            return Err(refused(None, bad_argument("id", "a request has an `id`")));
        };
        let Some(command) = take("cmd") else {
            return Err(refused(Some(id), bad_argument("cmd", "a request has a `cmd`")));
        };
        let Ok(name) = serde_json::from_str::<String>(command.get()) else {
            return Err(refused(Some(id), bad_argument("cmd", "`cmd` is a text")));
        };
        let Some((command, known)) = COMMANDS.iter().find(|(command, _)| *command == name) else {
            let names = COMMANDS.iter().map(|(command, _)| *command);
            return Err(refused(Some(id), unknown("unknown-command", "command", &name, names)));
        };
        if let Some((field, _)) = fields.iter().find(|(field, _)| !known.contains(&field.as_str()))
        {
            let wrong = unknown("bad-argument", "field", field, known.iter().copied());
            return Err(refused(Some(id), wrong));
        }
        Ok(Request { id, command, fields })
    }

    /// The JSON of a field.
    fn raw(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.get())
    }

    /// A field, if it is there and of the type.
    fn field<T: serde::de::DeserializeOwned>(
        &self,
        name: &str,
        what: &str,
    ) -> Result<Option<T>, Denial> {
        let read = |text| serde_json::from_str(text);
        let value = self.raw(name).map(read).transpose();
        value.map_err(|_| bad_argument(name, format!("`{name}` is {what}")))
    }

    /// A text.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Denial> {
        self.field(name, "a text")
    }

    /// A text that has to be there.
    pub(super) fn needed(&self, name: &str) -> Result<String, Denial> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    /// Texts that have to be there.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, Denial> {
        self.field(name, "a list of texts")?.ok_or_else(|| self.missing(name))
    }

    /// A whole number from 1.
    pub(super) fn count(&self, name: &str) -> Result<Option<u64>, Denial> {
        let what = "a whole number from 1";
        match self.field(name, what)? {
            Some(0) => Err(bad_argument(name, format!("`{name}` is {what}"))),
            count => Ok(count),
        }
    }

    /// Yes or no; no if it is not there.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Denial> {
        Ok(self.field(name, "true or false")?.unwrap_or(false))
    }

    /// Which cards are seen.
    pub(super) fn sight(&self) -> Result<Sight, Denial> {
        match self.text("view")? {
            None => Ok(Sight::default()),
            Some(name) => Sight::from_name(&name).ok_or_else(|| {
                bad_argument("view", format!("`view` is {}", Sight::NAMES.join(" or ")))
            }),
        }
    }

    fn missing(&self, name: &str) -> Denial {
        bad_argument(name, format!("`{}` has a `{name}`", self.command))
    }
}

fn refused(id: Option<Id>, denial: Denial) -> Refused {
    Box::new((id, denial))
}

/// The error of a field that is missing or of another type.
pub(super) fn bad_argument(field: &str, text: impl Into<String>) -> Denial {
    Denial::new("bad-argument", text).with("field", field)
}

/// The error of a name that is not known, with the nearest that is.
fn unknown(
    name: &str,
    what: &str,
    found: &str,
    known: impl Iterator<Item = &'static str> + Clone,
) -> Denial {
    /// The longest name that is said again.
    const ECHO: usize = 40;
    let said: String = found.chars().take(ECHO).collect();
    let cut = if said.len() < found.len() { "…" } else { "" };
    let text = format!("unknown {what} `{said}{cut}`");
    match pyramid_engine::nearest(&said, known) {
        Some(nearest) => Denial::new(name, format!("{text}; did you mean `{nearest}`?")),
        None => Denial::new(name, text),
    }
}

fn bad_json(error: &serde_json::Error) -> Denial {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or(&text);
    Denial::new("bad-json", text).with("column", error.column().max(1))
}

/// The members of an object, in their order, with none twice.
struct Object(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Object, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                /// No command has as many fields; of more it is not worth telling two apart.
                const MOST: usize = 64;
                let mut members: Vec<(String, Box<RawValue>)> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if members.len() == MOST {
                        return Err(A::Error::custom("too many fields"));
                    }
                    if members.iter().any(|(other, _)| *other == name) {
                        return Err(A::Error::custom("a field stands twice"));
                    }
                    members.push((name, map.next_value()?));
                }
                Ok(Object(members))
            }
        }

        from.deserialize_map(Members)
    }
}
