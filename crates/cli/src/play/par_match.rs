//! A par match: six games in one file, whose net score counts.

mod begin;
mod check;

pub(super) use begin::{First, Wanted, begin};

use pyramid_engine::RuleSet;
use pyramid_notation::{HeaderKey, MATCH_GAMES, Record, Source, Writer};
use serde::Serialize;

use super::act::{Outcome, not_done};
use super::playing::Playing;
use super::reply::{How, Reply};
use super::session::Session;
use super::world::World;

/// How a par match stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct MatchFacts {
    pub(super) file: String,
    /// The game on the table.
    pub(super) game: usize,
    pub(super) of: usize,
    /// Whether that game is over.
    pub(super) over: bool,
    /// The scores of the games that are over.
    pub(super) scores: Vec<i32>,
    /// Their sum.
    pub(super) net: i32,
    /// The sum with the game on the table as it stands.
    pub(super) net_with_this: i32,
    /// `won`, `lost` or `level` with par, after the last game.
    pub(super) result: Option<&'static str>,
    /// Whether the file has all of it.
    pub(super) saved: bool,
}

/// A match, but for the game on the table.
pub(super) struct ParMatch {
    pub(super) file: String,
    /// Where else the player saved it last.
    pub(super) copy: Option<String>,
    /// The comments before the first game.
    before: Vec<String>,
    /// The games before the one on the table, with their scores.
    games: Vec<(Record, i32)>,
    /// What the file holds.
    there: Option<Vec<u8>>,
    /// The match when it was read or written last.
    known: Option<String>,
    /// The player was told that it cannot be saved.
    warned: bool,
}

impl ParMatch {
    fn new(file: String) -> ParMatch {
        ParMatch {
            file,
            copy: None,
            before: Vec::new(),
            games: Vec::new(),
            there: None,
            known: None,
            warned: false,
        }
    }

    /// All games as they stand.
    pub(super) fn text(&self, playing: &Playing) -> Result<String, String> {
        let mut writer = Writer::new(Vec::new());
        let mut write = || {
            self.before.iter().try_for_each(|text| writer.comment(text))?;
            self.games.iter().try_for_each(|(record, _)| record.write(&mut writer))?;
            playing.to_record().write(&mut writer)
        };
        let wrong = |error: std::io::Error| format!("the match cannot be written: {error}");
        write().map_err(wrong)?;
        String::from_utf8(writer.finish().map_err(wrong)?).map_err(|error| error.to_string())
    }

    /// How it stands.
    fn facts(&self, playing: &Playing) -> MatchFacts {
        let of = usize::from(MATCH_GAMES);
        let over = playing.over().is_some();
        let this = playing.game.score().unwrap_or_default();
        let mut scores: Vec<i32> = self.games.iter().map(|(_, score)| *score).collect();
        let net_with_this = scores.iter().sum::<i32>() + this;
        scores.extend(over.then_some(this));
        let net: i32 = scores.iter().sum();
        let result = match net {
            1.. => "won",
            0 => "level",
            _ => "lost",
        };
        MatchFacts {
            file: self.file.clone(),
            game: self.games.len() + 1,
            of,
            over,
            result: (scores.len() == of).then_some(result),
            scores,
            net,
            net_with_this,
            saved: self.known.is_some() && self.text(playing).ok() == self.known,
        }
    }

    /// Whether another game follows the one on the table.
    fn has_next(&self) -> bool {
        self.games.len() + 1 < usize::from(MATCH_GAMES)
    }

    /// Puts a game that is over among those that were played.
    fn push(&mut self, record: Record, playing: &Playing) {
        self.games.push((record, playing.game.score().unwrap_or_default()));
    }

    /// Writes the whole file, unless it has all of it.
    fn save(&mut self, playing: &Playing, world: &mut dyn World) -> Result<(), String> {
        let text = self.text(playing)?;
        if self.known.as_ref() == Some(&text) {
            return Ok(());
        }
        let there = world.read(&self.file)?;
        if there.is_some() && there != self.there {
            return Err(format!("{} is not as it was; another program wrote it", self.file));
        }
        world.write(&self.file, &text)?;
        self.there = Some(text.clone().into_bytes());
        self.known = Some(text);
        Ok(())
    }
}

/// Deals a game of a match: its seed follows that of the game before, so that the first one names
/// them all.
fn deal(
    rules: RuleSet,
    number: usize,
    before: Option<&Source>,
    world: &mut dyn World,
) -> Result<Playing, String> {
    let next = match before {
        Some(Source::Seed(seed)) => seed.checked_add(1),
        _ => None,
    };
    let source = Source::Seed(next.map_or_else(|| world.seed(), Ok)?);
    let deal = source.deal(rules.rules()).map_err(|kind| kind.to_string())?;
    let mut playing = Playing::deal(rules, &deal, Some(source));
    number_game(&mut playing, number);
    Ok(playing)
}

fn number_game(playing: &mut Playing, number: usize) {
    playing.record.set_header(HeaderKey::Match, format!("{number}/{MATCH_GAMES}"));
}

impl Session {
    /// How the match stands, if it is one.
    pub(super) fn match_facts(&self) -> Option<MatchFacts> {
        self.par_match.as_ref().map(|par_match| par_match.facts(&self.playing))
    }

    /// Whether `new` can deal another game after this one.
    pub(super) fn has_next(&self) -> bool {
        self.par_match.as_ref().is_none_or(ParMatch::has_next)
    }

    /// Saves the match, if it is one.
    pub(super) fn save_match(&mut self, world: &mut dyn World) -> Result<(), String> {
        let par_match = self.par_match.as_mut();
        par_match.map_or(Ok(()), |par_match| par_match.save(&self.playing, world))
    }

    /// After the end of a game of the match: saves it and says how it stands.
    pub(super) fn match_after(&mut self, said: &mut Vec<Reply>, world: &mut dyn World) {
        if !matches!(said.last(), Some(Reply::Ended(_))) {
            return;
        }
        let saved = self.save_match(world);
        said.extend(self.match_facts().map(Reply::Match));
        said.extend(saved.err().map(|text| *not_done("saved", "io", text)));
    }

    /// Saves the match of a player who leaves. One who was told that it cannot be saved may leave.
    pub(super) fn leave_match(&mut self, world: &mut dyn World) -> Result<(), Box<Reply>> {
        let saved = self.save_match(world);
        let Some(par_match) = &mut self.par_match else { return Ok(()) };
        match saved {
            Err(text) if !par_match.warned => {
                par_match.warned = true;
                let text = format!("{text}; save FILE writes it elsewhere, quit again leaves");
                Err(not_done("saved", "io", text))
            }
            _ => Ok(()),
        }
    }

    /// Refuses what would put a game on the table that is not of the match.
    pub(super) fn check_no_match(&self, done: &'static str) -> Result<(), Box<Reply>> {
        match &self.par_match {
            Some(_) => Err(not_done(done, "match", "this is a match; quit leaves it saved")),
            None => Ok(()),
        }
    }

    /// `new` in a match.
    pub(super) fn next_game(&mut self, argument: &str, world: &mut dyn World) -> Outcome {
        let refuse = |text: &str| Err(not_done("dealt", "match", text));
        let Some(par_match) = &mut self.par_match else { return Ok(Vec::new()) };
        if !argument.is_empty() {
            return refuse("the deals of a match are not chosen; new alone deals the next");
        }
        if self.playing.over().is_none() {
            return refuse("this game is not over; stop ends it, to be scored as it is");
        }
        if !par_match.has_next() {
            return refuse("the match is over; --match with another FILE starts another");
        }
        let (before, number) = (&self.playing, par_match.games.len() + 2);
        let next = deal(before.rules, number, before.source.as_ref(), world)
            .map_err(|text| not_done("dealt", "seed", text))?;
        par_match.push(before.to_record(), before);
        if let Err(text) = par_match.save(&next, world) {
            par_match.games.pop();
            return Err(not_done("dealt", "io", text));
        }
        self.playing = next;
        Ok(self.started(How::Dealt, None, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::said;

    /// A match whose first games scored so, and whose last scores -52.
    fn last_game(scores: [i32; 5]) -> MatchFacts {
        let rules: RuleSet = "par".parse().unwrap();
        let deal = Source::Seed(7).deal(rules.rules()).unwrap();
        let mut playing = Playing::deal(rules, &deal, None);
        playing.early = Some("stopped");
        let mut par_match = ParMatch::new("m.pyr".to_owned());
        par_match.games = scores.map(|score| (Record::new(), score)).to_vec();
        par_match.facts(&playing)
    }

    #[test]
    fn the_result_is_that_of_the_net_score() {
        for (scores, text) in [
            ([50, 3, 0, 0, 0], "Match won: net score 1, par is 0."),
            ([50, -3, 4, 1, 0], "Match level with par: net score 0."),
            ([50, -3, 4, 0, 0], "Match lost: net score -1, par is 0."),
        ] {
            assert!(said(&Reply::Match(last_game(scores))).starts_with(text));
        }
        let text = said(&Reply::Match(last_game([50, 3, 0, -2, 1])));
        assert!(text.ends_with("The games scored 50, 3, 0, -2, 1 and -52."), "{text}");
    }
}
