//! How a match begins, or goes on.

use pyramid_engine::{Preset, RuleSet, Scoring};

use super::super::playing::Playing;
use super::super::reply::{How, Reply, Saving};
use super::super::session::{Opening, PlayOptions, Session};
use super::super::store::complaint;
use super::super::world::World;
use super::check::{Checked, check};
use super::{ParMatch, deal, number_game};
use crate::failure::Failure;

/// What was asked for.
pub(in super::super) struct Wanted {
    pub(in super::super) file: String,
    /// The rules, if any were named.
    pub(in super::super) rules: Option<RuleSet>,
    pub(in super::super) first: First,
    pub(in super::super) options: PlayOptions,
}

/// What was said of the first game.
pub(in super::super) enum First {
    /// Nothing: the match may be there.
    Any,
    /// `new`.
    New,
    /// `new` and a deal, with a notice.
    Deal(Box<Playing>, Option<String>),
}

/// Starts the match of a file, or goes on with it.
pub(in super::super) fn begin(
    world: &mut dyn World,
    wanted: Wanted,
    speech: Option<&'static str>,
) -> Result<(Session, Vec<Reply>), Failure> {
    if let Some(rules) = &wanted.rules {
        scored_by_par(rules)?;
    }
    let options = wanted.options;
    let (playing, par_match, how, notice) =
        match world.read(&wanted.file).map_err(Failure::usage)? {
            None => start(world, wanted)?,
            Some(bytes) => go_on(world, wanted, bytes)?,
        };
    let saving = Saving::Match { file: par_match.file.clone() };
    let opening = Opening { notice, options, saving, speech, ..Opening::new(playing, how) };
    let (mut session, mut replies) = Opening { par_match: Some(par_match), ..opening }.begin();
    session.save_match(world).map_err(Failure::usage)?;
    session.match_after(&mut replies, world);
    Ok((session, replies))
}

type Begun = (Playing, ParMatch, How, Option<String>);

/// Deals the first game.
fn start(world: &mut dyn World, wanted: Wanted) -> Result<Begun, Failure> {
    let par = || Preset::by_name("par").map(RuleSet::from).unwrap_or_default();
    let (mut playing, notice) = match wanted.first {
        First::Deal(playing, notice) => (*playing, notice),
        First::Any | First::New => {
            let rules = wanted.rules.unwrap_or_else(par);
            (deal(rules, 1, None, world).map_err(Failure::usage)?, None)
        }
    };
    scored_by_par(&playing.rules)?;
    number_game(&mut playing, 1);
    Ok((playing, ParMatch::new(wanted.file), How::Dealt, notice))
}

/// Takes up the unfinished game of the file, or deals the next.
fn go_on(world: &mut dyn World, wanted: Wanted, bytes: Vec<u8>) -> Result<Begun, Failure> {
    let Wanted { file, rules, first, .. } = wanted;
    let Checked { before, mut games, notice } = match check(&bytes) {
        Ok(checked) => checked,
        Err(diagnostic) => return Err(complaint(*diagnostic, file, &bytes)),
    };
    if !matches!(first, First::Any) {
        let help = "without new it goes on; another FILE starts another";
        return Err(Failure::usage(format!("{file} is there already")).help(help));
    }
    let Some((record, playing)) = games.pop() else {
        return Err(Failure::usage(format!("there is no game in {file}")));
    };
    if let Some(rules) = rules.filter(|rules| rules.rules() != playing.rules.rules()) {
        let text = format!("{file} is a match of `{}`, not of `{rules}`", playing.rules);
        return Err(Failure::usage(text));
    }
    let mut par_match = ParMatch::new(file);
    par_match.before = before;
    for (record, playing) in games {
        par_match.push(record, &playing);
    }
    par_match.there = Some(bytes);
    if playing.over().is_some() && par_match.has_next() {
        par_match.push(record, &playing);
        let number = par_match.games.len() + 1;
        let next = deal(playing.rules, number, playing.source.as_ref(), world);
        return Ok((next.map_err(Failure::usage)?, par_match, How::Dealt, notice));
    }
    par_match.known = par_match.text(&playing).ok();
    let how = How::Loaded { file: par_match.file.clone(), moves: playing.game.ply() };
    Ok((playing, par_match, how, notice))
}

fn scored_by_par(rules: &RuleSet) -> Result<(), Failure> {
    match rules.rules().score {
        Scoring::Par => Ok(()),
        other => {
            let text = format!(
                "a match is scored by par, and the rules `{rules}` have score={}",
                other.as_str()
            );
            Err(Failure::usage(text).help("name others, such as --rules 'par passes=2'"))
        }
    }
}
