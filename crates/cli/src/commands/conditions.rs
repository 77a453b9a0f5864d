//! What `pyramid verify` asks of games, read before any is judged.

use std::ops::Range;
use std::sync::Arc;

use pyramid_engine::{Preset, RuleSet};
use pyramid_notation::{Diagnostic, Text, read_deal, read_position};
use pyramid_replay_verifier::Conditions;

use crate::args::{Requirement, VerifyArgs};
use crate::failure::{Complaint, Failure};
use crate::io::Io;
use crate::table;

/// The conditions of the arguments.
///
/// # Errors
///
/// Rules that are none; a deal or position that is none under the rules asked for, or, without such,
/// under any. What is one under some rules and not under those of a game fails that game.
pub(super) fn conditions(io: &Io, args: &VerifyArgs) -> Result<Conditions, Failure> {
    let rules = table::rules_flag(args.rules.as_deref())?;
    let wants = |requirement| args.require.contains(&requirement);
    let deal = match args.deal.as_deref() {
        Some(text) if table::is_daily(text) => Some(format!("daily:{}", io.today()?)),
        text => text.map(str::to_owned),
    };
    if let Some(text) = &deal {
        readable(rules, "--deal", text, |rules| {
            let read = read_deal(text, &rules.layout()).map(drop);
            read.map_err(|error| Unread {
                name: error.name(),
                message: error.to_string(),
                elsewhere: error.kind.depends_on_rules(),
                span: error.span,
            })
        })?;
    }
    if let Some(text) = &args.final_position {
        readable(rules, "--final", text, |rules| {
            let read = read_position(text, Arc::new(rules.layout())).map(drop);
            read.map_err(|error| Unread {
                name: error.name(),
                message: error.to_string(),
                elsewhere: error.kind.depends_on_rules(),
                span: error.span,
            })
        })?;
    }
    Ok(Conditions {
        rules: rules.map(|rules| *rules.rules()),
        deal,
        final_position: args.final_position.clone(),
        won: wants(Requirement::Won),
        finished: wants(Requirement::Finished),
        no_undo: wants(Requirement::NoUndo),
        no_hint: wants(Requirement::NoHint),
    })
}

/// Why a text was not read under some rules.
struct Unread {
    name: &'static str,
    message: String,
    span: Range<usize>,
    /// Whether it may be read under others.
    elsewhere: bool,
}

/// Whether the text of an argument can be read: under the rules asked for, or under any.
fn readable(
    rules: Option<RuleSet>,
    origin: &str,
    text: &str,
    read: impl Fn(RuleSet) -> Result<(), Unread>,
) -> Result<(), Failure> {
    let unread = match rules {
        Some(rules) => read(rules).err(),
        None => Preset::all()
            .iter()
            .filter_map(|preset| read(RuleSet::from(preset)).err())
            .find(|unread| !unread.elsewhere),
    };
    let Some(Unread { name, message, span, .. }) = unread else { return Ok(()) };
    let diagnostic = Diagnostic::named(name, Text::new(text).part(span).at, message);
    Err(Complaint { diagnostic, origin: origin.to_owned(), text: text.to_owned() }.into())
}
