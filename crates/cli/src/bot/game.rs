//! One game of a bot.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use pyramid_notation::Record;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::process::{NoAnswer, Process};
use crate::form::to_json;
use crate::play::seat::{Seat, Sight, Standing};
use crate::protocol::{Line, PROTOCOL};
use crate::table::Table;

/// What holds for all games.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) command: Vec<OsString>,
    pub(super) view: Sight,
    /// The most moves of a game.
    pub(super) moves: usize,
    /// The longest time for an answer.
    pub(super) patience: Duration,
    pub(super) player: Option<String>,
}

/// How a game of a bot ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    /// It is won.
    Won,
    /// It is lost by the rules.
    Lost,
    /// The bot gave it up.
    Resigned,
    /// It had as many moves as it may have.
    MoveLimit,
    /// The bot chose what is no legal move.
    Illegal,
    /// The bot's line is no answer to the question.
    BadAnswer,
    /// The bot ended, or closed its output.
    Crashed,
    /// The bot did not answer in time.
    Silent,
}

impl Outcome {
    /// All of them, in the order of reports.
    pub(super) const ALL: [Outcome; 8] = [
        Outcome::Won,
        Outcome::Lost,
        Outcome::Resigned,
        Outcome::MoveLimit,
        Outcome::Illegal,
        Outcome::BadAnswer,
        Outcome::Crashed,
        Outcome::Silent,
    ];

    /// The stable name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Resigned => "resigned",
            Outcome::MoveLimit => "move-limit",
            Outcome::Illegal => "illegal",
            Outcome::BadAnswer => "bad-answer",
            Outcome::Crashed => "crashed",
            Outcome::Silent => "silent",
        }
    }

    /// Whether the bot did wrong, so that its process is ended and another started.
    pub(super) fn is_fault(self) -> bool {
        self >= Outcome::Illegal
    }
}

/// A game that was played.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) deal: Option<String>,
    pub(super) rules: String,
    pub(super) outcome: Outcome,
    /// Of a fault, what was wrong.
    pub(super) text: Option<String>,
    pub(super) standing: Standing,
    pub(super) record: Record,
}

/// A question: the state of a game, and which.
#[derive(Serialize)]
struct Question<'a> {
    id: &'a str,
    cmd: &'static str,
    protocol: u64,
    game: u64,
    rules: &'a str,
    view: &'static str,
    state: &'a Standing,
}

/// An answer: a move, or that the game is given up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(default)]
    play: Option<String>,
    #[serde(default)]
    resign: Option<bool>,
}

/// What a bot wants.
#[derive(Debug, PartialEq)]
enum Choice {
    Play(String),
    Resign,
}

/// Plays a game with the process, which is started if there is none, and gone after a fault.
pub(super) fn play(
    process: &mut Option<Process>,
    terms: &Terms,
    table: &Table,
    number: u64,
) -> io::Result<Played> {
    let mut seat = Seat::new(table, terms.view);
    let rules = seat.rules();
    let mut text = None;
    let (outcome, standing) = loop {
        let standing = seat.standing();
        match standing.status {
            "won" => break (Outcome::Won, standing),
            "lost" => break (Outcome::Lost, standing),
            _ if standing.ply >= terms.moves => break (Outcome::MoveLimit, standing),
            _ => {}
        }
        let id = format!("{number}.{}", standing.ply);
        let question = to_json(&Question {
            id: &id,
            cmd: "choose",
            protocol: PROTOCOL,
            game: number,
            rules: &rules,
            view: terms.view.name(),
            state: &standing,
        });
        let bot = match process {
            Some(bot) => bot,
            None => process.insert(Process::start(&terms.command)?),
        };
        let answer = match bot.ask(question + "\n", terms.patience) {
            Ok(line) => read(&line, &id),
            Err(NoAnswer::Crashed) => break (Outcome::Crashed, standing),
            Err(NoAnswer::Silent) => break (Outcome::Silent, standing),
        };
        match answer {
            Err(wrong) => {
                text = Some(wrong);
                break (Outcome::BadAnswer, standing);
            }
            Ok(Choice::Resign) if seat.resign() => break (Outcome::Won, standing),
            Ok(Choice::Resign) => break (Outcome::Resigned, standing),
            Ok(Choice::Play(token)) => {
                if let Err(denial) = seat.play(&token) {
                    text = Some(format!("{}: {}", denial.name, denial.text));
                    break (Outcome::Illegal, standing);
                }
            }
        }
    };
    if outcome.is_fault() {
        *process = None;
    }
    let record = seat.record_of(terms.player.as_deref(), outcome.name());
    let deal = seat.deal_name();
    Ok(Played { deal, rules, outcome, text, standing, record })
}

/// Reads the answer to the question of this id.
fn read(line: &Line, id: &str) -> Result<Choice, String> {
    let Line::Bytes(bytes) = line else { return Err("an answer has at most 1 MiB".to_owned()) };
    // A list of three values would be read as the three fields.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err("this is no answer: it is no object".to_owned());
    }
    let answer: Answer<'_> = serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        format!("this is no answer: {}", text.split(" at line ").next().unwrap_or(&text))
    })?;
    if serde_json::from_str::<String>(answer.id.get()).ok().as_deref() != Some(id) {
        return Err(format!("the question was \"{id}\""));
    }
    match (answer.play, answer.resign) {
        (Some(token), None | Some(false)) => Ok(Choice::Play(token)),
        (None, Some(true)) => Ok(Choice::Resign),
        _ => Err("an answer has either `play` or `resign`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_every_kind() {
        let answer = |text: &str| read(&Line::Bytes(text.as_bytes().to_vec()), "1.0");
        assert_eq!(answer(r#"{"id":"1.0","play":">"}"#), Ok(Choice::Play(">".to_owned())));
        assert_eq!(answer(r#" {"resign":true,"id":"1\u002e0"} "#), Ok(Choice::Resign));
        let wrong = [
            ("", "this is no answer: it is no object"),
            (r#"["1.0",">",null]"#, "this is no answer: it is no object"),
            (r#"{"id":"1.0""#, "this is no answer: EOF while parsing an object"),
            (r#"{"play":">"}"#, "this is no answer: missing field `id`"),
            (r#"{"id":"1.1","play":">"}"#, "the question was \"1.0\""),
            (r#"{"id":1.0,"play":">"}"#, "the question was \"1.0\""),
            (r#"{"id":"1.0"}"#, "an answer has either `play` or `resign`"),
            (r#"{"id":"1.0","play":">","resign":true}"#, "an answer has either `play` or `resign`"),
            (
                r#"{"id":"1.0","move":">"}"#,
                "this is no answer: unknown field `move`, expected one of `id`, `play`, `resign`",
            ),
        ];
        for (text, why) in wrong {
            assert_eq!(answer(text), Err(why.to_owned()));
        }
        assert_eq!(read(&Line::TooLong, "1.0"), Err("an answer has at most 1 MiB".to_owned()));
    }
}
