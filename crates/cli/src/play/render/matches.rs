//! What is said of a par match.

use super::super::par_match::MatchFacts;
use super::games::{argument, number};
use super::sentences::Line;
use super::words::{Voice, count, list};

/// How the match stands at the beginning of a game, or after one.
pub(super) fn say_match(line: &mut Line, facts: &MatchFacts, voice: Voice) {
    let MatchFacts { file, game, of, .. } = facts;
    match (facts.over, facts.result) {
        (_, Some(result)) => say_result(line, facts, result, voice),
        (true, None) => {
            line.say(format!("Game {game} of {of} is over"));
            say_net(line, facts, false, voice);
        }
        (false, None) if *game == 1 => {
            line.say(format!("Game 1 of {of}")).say("The net score counts, and 0 is par");
        }
        (false, None) => {
            line.say(format!("Game {game} of {of}"));
            say_net(line, facts, false, voice);
        }
    }
    if facts.over && facts.saved {
        line.say(format!("Saved in {}", voice.echo(file)));
    }
    if facts.over && facts.result.is_none() {
        line.say(format!("Type new for game {}", game + 1));
    }
}

fn say_result(line: &mut Line, facts: &MatchFacts, result: &str, voice: Voice) {
    let net = number(facts.net, voice);
    line.say(match result {
        "level" => format!("Match level with par: net score {net}"),
        result => format!("Match {result}: net score {net}, par is 0"),
    });
    let scores = facts.scores.iter().map(|&score| number(score, voice));
    line.say(format!("The games scored {}", list(scores, "and")));
}

/// The net score after the games that are over, and with the one that is not.
pub(super) fn say_net(line: &mut Line, facts: &MatchFacts, with_this: bool, voice: Voice) {
    let games = facts.scores.len();
    if games == 0 {
        return;
    }
    let net = format!("Net score {} after {}", number(facts.net, voice), count(games, "game"));
    line.say(match with_this && !facts.over {
        true => format!("{net}, {} with this one", number(facts.net_with_this, voice)),
        false => net,
    });
}

/// The reply to a player who leaves a match.
pub(super) fn say_leaving_match(line: &mut Line, facts: &MatchFacts, moves: usize, voice: Voice) {
    let MatchFacts { file, game, of, .. } = facts;
    match facts.saved {
        true => line.say(format!("Saved in {}", voice.echo(file))),
        false => line.say("Not saved"),
    };
    match (facts.result, facts.over) {
        (Some(result), _) => return say_result(line, facts, result, voice),
        (None, true) => line.say(format!("Game {game} of {of} is over")),
        (None, false) => line.say(format!("Game {game} of {of} at move {moves}")),
    };
    say_net(line, facts, false, voice);
    if facts.saved {
        line.say(format!("Run pyramid play --match {} to go on", argument(file, voice)));
    }
}
