//! config.toml.

use std::collections::BTreeMap;
use std::ops::Range;

use pyramid_notation::{Diagnostic, Location};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Key, Row, TABLE, Values};
use crate::failure::{Complaint, Failure};
use crate::io::{Input, Io};

/// Reads the file, if there is one.
pub(super) fn read(io: &mut Io) -> Result<BTreeMap<Key, String>, Failure> {
    let Some(path) = io.home().map(|home| home.config.clone()) else {
        return Ok(BTreeMap::new());
    };
    if !io.exists(&path) {
        return Ok(BTreeMap::new());
    }
    let input = Input::File(path);
    let text = io.read_text(&input)?;
    parse(&text).map_err(|diagnostic| {
        Complaint { diagnostic: *diagnostic, origin: input.to_string(), text }.into()
    })
}

/// Reads the text of the file.
pub(super) fn parse(text: &str) -> Result<BTreeMap<Key, String>, Box<Diagnostic>> {
    let wrong = |name, span: Range<usize>, message: String| {
        Box::new(Diagnostic::named(name, Location::START.part(text, span), message))
    };
    let table = DeTable::parse(text).map_err(|error| {
        let end = text.len();
        wrong("config-syntax", error.span().unwrap_or(end..end), one_line(error.message()))
    })?;
    let mut settings = BTreeMap::new();
    for (name, value) in table.get_ref() {
        let Some(row) = Row::named(name.get_ref()) else {
            let message = format!("there is no setting {}", name.get_ref().escape_debug());
            let diagnostic = *wrong("config-key", name.span(), message);
            let names = || TABLE.iter().map(|row| row.name);
            return Err(Box::new(match pyramid_engine::nearest(name.get_ref(), names()) {
                Some(near) => diagnostic.help(format!("a similar one is `{near}`")),
                None => {
                    diagnostic.help(format!("there are {}", names().collect::<Vec<_>>().join(", ")))
                }
            }));
        };
        let value =
            checked(row, value).map_err(|message| wrong("config-value", value.span(), message))?;
        settings.insert(row.key, value);
    }
    Ok(settings)
}

/// A value as its text.
fn checked(row: &Row, value: &Spanned<DeValue<'_>>) -> Result<String, String> {
    let text = match (value.get_ref(), &row.values) {
        (DeValue::String(text), _) => text.to_string(),
        (DeValue::Boolean(on), Values::Switch) => if *on { "on" } else { "off" }.to_owned(),
        (DeValue::Integer(number), Values::Columns) if number.radix() == 10 => {
            number.as_str().replace('_', "")
        }
        _ => return Err(format!("{} is {}", row.name, row.expected())),
    };
    row.check(&text).map(|()| text)
}

/// A message of the parser as one clause.
fn one_line(message: &str) -> String {
    message.trim().trim_end_matches('.').replace('\n', "; ")
}
