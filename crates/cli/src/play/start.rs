//! The commands that put another game on the table.

use pyramid_engine::{Deal, RuleSet};
use pyramid_notation::{Day, DealTextError, Source, read_deal};

use super::act::{Outcome, not_done};
use super::playing::Playing;
use super::reply::{How, Reply};
use super::session::Session;
use super::world::World;

impl Session {
    /// `new`.
    pub(super) fn new_game(&mut self, argument: &str, world: &mut dyn World) -> Outcome {
        self.check_no_replay("dealt")?;
        if self.par_match.is_some() {
            return self.next_game(argument, world);
        }
        let rules = self.playing.rules;
        if argument.is_empty() {
            return self.random(rules, world);
        }
        if argument.eq_ignore_ascii_case("daily") {
            return self.daily("", world);
        }
        // A deal code brings its rules with it.
        let named = Source::is_meant(argument).then(|| Source::read(argument).ok()).flatten();
        let rules = named.and_then(|source| source.rules()).unwrap_or(rules);
        let read =
            read_deal(argument, &rules.layout()).map_err(|error| no_deal(argument, &error))?;
        self.deal(Playing::deal(rules, &read.deal, read.source), How::Dealt, None, world)
    }

    /// `daily`.
    pub(super) fn daily(&mut self, argument: &str, world: &mut dyn World) -> Outcome {
        self.check_no_match("dealt")?;
        self.check_no_replay("dealt")?;
        let day = match argument {
            "" => world.today().map_err(|text| not_done("dealt", "date", text))?,
            text => Day::read(text).ok_or_else(|| {
                not_done("dealt", "date", "daily takes a date, such as daily 2026-11-30")
            })?,
        };
        self.named(self.playing.rules, Source::Daily(day), world)
    }

    /// `rules`.
    pub(super) fn rules(&mut self, argument: &str, world: &mut dyn World) -> Outcome {
        if argument.is_empty() {
            return Ok(vec![self.say_rules()]);
        }
        self.check_no_match("dealt")?;
        self.check_no_replay("dealt")?;
        let rules: RuleSet =
            argument.parse().map_err(|error: pyramid_engine::RulesLineError| {
                not_done("dealt", error.name(), error.to_string().replace('`', ""))
            })?;
        self.random(rules, world)
    }

    /// Deals cards nobody chose.
    fn random(&mut self, rules: RuleSet, world: &mut dyn World) -> Outcome {
        let seed = world.seed().map_err(|text| not_done("dealt", "seed", text))?;
        self.named(rules, Source::Seed(seed), world)
    }

    fn named(&mut self, rules: RuleSet, source: Source, world: &mut dyn World) -> Outcome {
        let deal: Deal = source
            .deal(rules.rules())
            .map_err(|kind| not_done("dealt", kind.name(), kind.to_string()))?;
        self.deal(Playing::deal(rules, &deal, Some(source)), How::Dealt, None, world)
    }
}

/// What is wrong with the text of a deal, and where if it is long.
fn no_deal(text: &str, error: &DealTextError) -> Box<Reply> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if digits {
        let clause = format!(
            "say whose number it is: new seed:{text} is ours, new ms:{text} Microsoft's, \
             new pysol:{text} PySolFC's"
        );
        return not_done("dealt", error.kind.name(), clause);
    }
    let column = text.get(..error.span.start).map_or(0, |before| before.chars().count()) + 1;
    // Names are short, and an error about all of it has no place.
    let has_place = error.span.start > 0 && !Source::is_meant(text);
    let clause = match has_place {
        false => error.kind.to_string(),
        true => format!("{}, at character {column} of the deal", error.kind),
    };
    not_done("dealt", error.kind.name(), clause.replace('`', ""))
}
