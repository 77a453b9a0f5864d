//! What an organiser asks of a record beyond that it is true.

use std::collections::HashMap;
use std::sync::Arc;

use pyramid_engine::{Deal, Layout, Rules};
use pyramid_notation::{Code, Diagnostic, Location, read_deal, read_position, write_position};

use crate::check::{Check, Wrong};
use crate::judgement::Outcome;

/// Conditions a game must fulfil besides being what it says; by default none.
///
/// A game that does not is not valid, with the finding `required`.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The game is played by these rules, whatever their name.
    pub rules: Option<Rules>,
    /// The deal is this one, in any spelling; a seed is dealt under the game's own rules.
    pub deal: Option<String>,
    /// The game ends in this position.
    pub final_position: Option<String>,
    /// The game is won.
    pub won: bool,
    /// The record has its `end:` line.
    pub finished: bool,
    /// No move was taken back.
    pub no_undo: bool,
    /// No hint was seen.
    pub no_hint: bool,
}

/// The text of a deal or position under the rules of the game, read once for each.
#[derive(Default)]
pub(crate) struct Kept {
    deals: HashMap<Rules, Result<Deal, String>>,
    positions: HashMap<Rules, Result<String, String>>,
}

/// Rules under which the texts are kept at the same time.
const KEPT: usize = 64;

impl Kept {
    fn deal(&mut self, text: &str, layout: &Layout) -> &Result<Deal, String> {
        if self.deals.len() >= KEPT {
            self.deals.clear();
        }
        self.deals.entry(*layout.rules()).or_insert_with(|| {
            read_deal(text, layout).map(|read| read.deal).map_err(|error| error.to_string())
        })
    }

    fn position(&mut self, text: &str, layout: &Arc<Layout>) -> &Result<String, String> {
        if self.positions.len() >= KEPT {
            self.positions.clear();
        }
        self.positions.entry(*layout.rules()).or_insert_with(|| {
            let setup = read_position(text, layout.clone()).map_err(|error| error.to_string())?;
            Ok(write_position(&setup, setup.start()))
        })
    }
}

fn required(at: Location, message: impl Into<String>) -> Wrong {
    Box::new(Diagnostic::new(Code::Required, at, message.into()))
}

/// Conditions on the start.
pub(crate) fn at_start(check: &mut Check, layout: &Arc<Layout>, deal: &Deal) -> Result<(), Wrong> {
    if let Some(rules) = &check.options.conditions.rules
        && rules != layout.rules()
    {
        return Err(required(check.rules_at, "the game must be played by the rules asked for"));
    }
    if let Some(text) = &check.options.conditions.deal {
        let at = check.deal.as_ref().or(check.from.as_ref()).map_or(check.begins, |v| v.at);
        match check.kept.deal(text, layout) {
            Ok(wanted) if wanted == deal => {}
            Ok(_) => return Err(required(at, "the deal must be the one asked for")),
            Err(error) => {
                let message = format!("the deal asked for is none under these rules: {error}");
                return Err(required(at, message));
            }
        }
    }
    Ok(())
}

/// Conditions on the end.
pub(crate) fn at_end(check: &mut Check, outcome: Outcome) -> Result<(), Wrong> {
    let conditions = &check.options.conditions;
    let ended = check.ended.unwrap_or(check.begins);
    if conditions.finished && matches!(outcome, Outcome::Unfinished | Outcome::Truncated) {
        return Err(required(ended, "the record must be finished, but has no `end:` line"));
    }
    if conditions.won && outcome != Outcome::Won {
        return Err(required(ended, format!("the game must be won, but is {}", outcome.name())));
    }
    if conditions.no_undo
        && let Some(at) = check.first_undo
    {
        return Err(required(at, "no move may be taken back, but here one is"));
    }
    if conditions.no_hint
        && let Some(at) = check.first_hint
    {
        return Err(required(at, "no hint may be seen, but here one was"));
    }
    if let Some(text) = &conditions.final_position
        && let Some(game) = &check.game
    {
        let found = write_position(game.setup(), game.state());
        match check.kept.position(text, game.layout()) {
            Ok(wanted) if *wanted == found => {}
            Ok(wanted) => {
                let message = "the game must end in another position".to_owned();
                let note = format!("it ends in {found}\nit must end in {wanted}");
                return Err(Box::new((*required(ended, message)).note(note)));
            }
            Err(error) => {
                let message = format!("the position asked for is none under these rules: {error}");
                return Err(required(ended, message));
            }
        }
    }
    Ok(())
}
