//! The start of a game: its deal, and what is said of where the deal comes from.

use pyramid_engine::{Scoring, Setup};
use pyramid_notation::{Code, Diagnostic, Location, Source, Text, read_deal};

use crate::check::{Check, Wrong};
use crate::{conditions, explain};

/// Deals the game and checks that `from:` gives the same deal.
pub(crate) fn deal(check: &mut Check) -> Result<Setup, Wrong> {
    let missing = |code, message: &'static str| {
        Err(Box::new(Diagnostic::new(code, Location::START, message)))
    };
    let Some((_, layout)) = check.rules.clone() else {
        return missing(Code::Rules, "this game has no rules");
    };
    let layout = &layout;
    let read = |text: &str, at: Location| {
        read_deal(text, layout).map_err(|error| explain::deal(Text { text, at }, &error))
    };
    let from = match &check.from {
        Some(from) if !Source::is_meant(&from.text) => {
            let message = "a deal comes from seed:, ms:, pysol:, daily: or a deal code";
            return Err(Box::new(Diagnostic::new(Code::From, from.at, message)));
        }
        Some(from) => Some((from, read(&from.text, from.at)?.deal)),
        None => None,
    };
    let deal = match (&check.deal, &from) {
        (Some(deal), _) => read(&deal.text, deal.at)?.deal,
        (None, Some((_, deal))) => deal.clone(),
        (None, None) => return missing(Code::Deal, "this game has no deal"),
    };
    if let (Some((from, named)), Some(said)) = (&from, &check.deal)
        && *named != deal
    {
        return Err(Box::new(explain::other_deal(from, said, layout, named, &deal)));
    }
    if check.options.strict
        && let Some(said) = &check.deal
    {
        check.canonical(said.at, &said.text, &deal.write(layout))?;
    }
    conditions::at_start(check, layout, &deal)?;
    Ok(Setup::new(layout.clone(), &deal))
}

/// A match is scored by par.
pub(crate) fn match_rules(check: &Check, at: Location) -> Result<(), Wrong> {
    let par = check.rules.as_ref().is_some_and(|(rules, _)| rules.rules().score == Scoring::Par);
    if par {
        return Ok(());
    }
    let message = "a match is played under rules with score=par";
    Err(Box::new(Diagnostic::new(Code::Match, at, message)))
}
