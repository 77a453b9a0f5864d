//! The file of a match, checked as a whole.

use pyramid_notation::{
    Code, Diagnostic, HeaderKey, Location, MATCH_GAMES, Reader, Record, Severity, read_games,
    read_match,
};
use pyramid_replay_verifier::{Options, Verifier};

use super::super::playing::Playing;
use super::super::store::{replay, warning};

/// A match as it was read.
pub(super) struct Checked {
    /// The comments before the first game.
    pub(super) before: Vec<String>,
    /// The games: as they were read, and played.
    pub(super) games: Vec<(Record, Playing)>,
    /// What else there is to know.
    pub(super) notice: Option<String>,
}

/// Reads a match: every claim of every game is true, the games follow one another under the same
/// rules, and none but the last is unfinished.
pub(super) fn check(bytes: &[u8]) -> Result<Checked, Box<Diagnostic>> {
    let mut verifier = Verifier::new(bytes, Options::default());
    while let Ok(Some(judgement)) = verifier.next_judgement() {
        if let Some(finding) = judgement.finding {
            return Err(Box::new(finding.diagnostic));
        }
    }
    let mut checked = Checked { before: Vec::new(), games: Vec::new(), notice: None };
    // Where the game before stands, if it is unfinished.
    let mut unfinished: Option<Location> = None;
    for read in read_games(Reader::new(bytes)).filter_map(Result::ok) {
        checked.before.extend(read.before);
        checked.notice = checked.notice.or_else(|| warning(&read.problems));
        let Some(record) = read.record else { continue };
        let number = checked.games.len() + 1;
        if let Some(at) = unfinished {
            let text = format!("game {} is not finished, but another follows", number - 1);
            let wrong = Diagnostic::new(Code::Unfinished, at, text);
            return Err(Box::new(wrong.severity(Severity::Error)));
        }
        let last = read.problems.last().map(|problem| problem.primary.at);
        let at = follows(&record, number, last.unwrap_or(Location::START))?;
        let end = record.ending.as_ref().map(|ending| ending.at);
        let playing = replay(record.clone()).map_err(|wrong| Box::new(wrong.diagnostic()))?;
        if let Some((_, first)) = checked.games.first() {
            same_rules(&record, first, &playing)?;
        }
        unfinished = playing.over().is_none().then(|| end.unwrap_or(at));
        // A game that is over has its end written down, if it is not there.
        let record = if end.is_some() { record } else { playing.to_record() };
        checked.games.push((record, playing));
    }
    Ok(checked)
}

/// Checks that a game is of the match, and in its place; gives the place of its number. A game
/// that breaks off before its rules is `somewhere`.
fn follows(
    record: &Record,
    number: usize,
    somewhere: Location,
) -> Result<Location, Box<Diagnostic>> {
    let wrong = |at, text: String| Err(Box::new(Diagnostic::new(Code::Match, at, text)));
    let Some(header) = record.header(HeaderKey::Match) else {
        let at = record.header(HeaderKey::Rules).map_or(somewhere, |rules| rules.at);
        let text = format!("this game is of no match: it has no `match: {number}/{MATCH_GAMES}`");
        return wrong(at, text);
    };
    let said = read_match(&header.value).map_or(0, usize::from);
    if said == number {
        return Ok(header.at);
    }
    wrong(
        header.at,
        match number > usize::from(MATCH_GAMES) {
            true => format!("the match has its {MATCH_GAMES} games, but here is another"),
            false => format!("this says game {said} of a match, but game {number} comes next"),
        },
    )
}

fn same_rules(record: &Record, first: &Playing, this: &Playing) -> Result<(), Box<Diagnostic>> {
    if first.rules.rules() == this.rules.rules() {
        return Ok(());
    }
    let at = record.header(HeaderKey::Rules).map_or(Location::START, |rules| rules.at);
    let text = format!("the match is played by `{}`, this game by other rules", first.rules);
    Err(Box::new(Diagnostic::new(Code::Match, at, text)))
}
