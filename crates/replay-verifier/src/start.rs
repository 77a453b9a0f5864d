//! The start of a game: its deal, and what is said of where the deal comes from.

use pyramid_engine::{Game, Scoring};
use pyramid_notation::{Code, Diagnostic, Location, Source, Text, read_deal};

use crate::check::{Check, Wrong};
use crate::explain;

/// Deals the game and checks that `from:` gives the same deal.
pub(crate) fn deal(check: &Check, strict: bool) -> Result<Game, Wrong> {
    let missing = |code, message: &'static str| {
        Err(Box::new(Diagnostic::new(code, Location::START, message)))
    };
    let Some((_, layout)) = &check.rules else {
        return missing(Code::Rules, "this game has no rules");
    };
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
    if strict && let Some(said) = &check.deal {
        check.canonical(said.at, &said.text, &deal.write(layout))?;
    }
    Ok(Game::new(layout.clone(), &deal))
}

/// The games of a match follow one another, and are scored by par.
pub(crate) fn match_order(check: &Check, number: u8, at: Location) -> Result<(), Wrong> {
    let par = check.rules.as_ref().is_some_and(|(rules, _)| rules.rules().score == Scoring::Par);
    let message = if !par {
        "a match is played under rules with score=par".to_owned()
    } else if number != 1 && number != check.next_match() {
        format!("this says game {number} of a match, but game {} comes next", check.next_match())
    } else {
        return Ok(());
    };
    Err(Box::new(Diagnostic::new(Code::Match, at, message)))
}
