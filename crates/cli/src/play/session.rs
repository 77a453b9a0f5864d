//! A sitting at the table: lines in, replies out, and no other input or output than through
//! [`World`].

use super::act::Outcome;
use super::commands::{Argument, COMMANDS, Command, First};
use super::par_match::ParMatch;
use super::playing::Playing;
use super::reply::{How, LeftBehind, Reply};
use super::world::World;

/// The game on the table, and what a player can come back to.
pub(super) struct Session {
    pub(super) playing: Playing,
    /// The game that was on the table before.
    pub(super) left: Option<Box<Playing>>,
    /// The match the game is of.
    pub(super) par_match: Option<ParMatch>,
    /// The last answer, to be said again.
    pub(super) last: Vec<Reply>,
    /// The player has left.
    pub(super) is_over: bool,
}

impl Session {
    /// Sits down to a game. The first answer is the greeting.
    pub(super) fn new(
        playing: Playing,
        par_match: Option<ParMatch>,
        how: How,
        notice: Option<String>,
        speech: Option<&'static str>,
    ) -> (Session, Vec<Reply>) {
        let game = playing.facts();
        let match_file = par_match.as_ref().map(|par_match| par_match.file.clone());
        let mut session =
            Session { playing, left: None, par_match, last: Vec::new(), is_over: false };
        let mut replies = vec![Reply::Welcome { version: version(), game, speech, match_file }];
        // The greeting has said what was dealt.
        let said = usize::from(how == How::Dealt && notice.is_none());
        replies.extend(session.started(how, None, notice).into_iter().skip(said));
        session.last.clone_from(&replies);
        (session, replies)
    }

    /// Does what a line says. Commands are separated by `;`; after one that is refused the others
    /// are not done.
    pub(super) fn line(&mut self, line: &str, world: &mut dyn World) -> Vec<Reply> {
        let mut replies = Vec::new();
        let mut rest = Some(line);
        while let Some(text) = rest.filter(|_| !self.is_over) {
            let (command, after) = first_command(text);
            rest = after;
            let outcome = self.command(command.trim(), world);
            let refused = outcome.is_err();
            let mut said = outcome.unwrap_or_else(|refusal| vec![*refusal]);
            self.match_after(&mut said, world);
            if !said.is_empty() {
                self.last.clone_from(&said);
            }
            replies.extend(said);
            if refused {
                let skipped = count_commands(rest);
                if skipped > 0 {
                    replies.push(Reply::Stopped { skipped });
                }
                break;
            }
        }
        replies
    }

    /// What the end of input comes to, if anything of the game is not saved. A match is saved.
    pub(super) fn end_of_input(&mut self, world: &mut dyn World) -> Result<Option<Reply>, String> {
        self.save_match(world)?;
        let lost = self.playing.is_begun() && self.playing.saved_in().is_none();
        let told = !self.is_over && (lost || self.par_match.is_some());
        Ok(told.then(|| self.leaving()))
    }

    /// The board as it is now.
    pub(super) fn board(&self) -> Reply {
        Reply::Board(Box::new(self.playing.view().board()))
    }

    /// The reply to a player who leaves.
    pub(super) fn leaving(&self) -> Reply {
        let LeftBehind { moves, saved, .. } = left_behind(&self.playing);
        let game = self.playing.facts();
        let par_match = self.match_facts();
        Reply::Left { game, moves, saved, begun: self.playing.is_begun(), par_match }
    }

    fn command(&mut self, text: &str, world: &mut dyn World) -> Outcome {
        match text.as_bytes() {
            [] => return Ok(Vec::new()),
            &[digit @ b'0'..=b'9'] => return self.key(digit - b'0'),
            _ => {}
        }
        let Some((command, argument)) = parse(text) else { return self.cards(text) };
        match command.argument {
            Argument::None if !argument.is_empty() => {
                let text = format!("{} takes nothing behind it", command.name);
                Err(super::act::not_done("done", "argument", text))
            }
            _ => (command.run)(self, argument, world),
        }
    }

    /// The answer to what is no command.
    pub(super) fn unknown(&self, text: &str) -> Box<Reply> {
        let word = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        let begun = begun(&word);
        let cut = !begun.is_empty();
        let meant = match cut {
            true => begun,
            false if word.len() > 2 => {
                pyramid_engine::nearest(&word, names()).into_iter().collect()
            }
            false => Vec::new(),
        };
        Box::new(Reply::Unknown { word: text.to_owned(), meant, cut })
    }

    /// Whether a text is the beginning of commands.
    pub(super) fn is_begun(&self, text: &str) -> bool {
        !begun(&text.to_ascii_lowercase()).is_empty()
    }

    /// Puts another game on the table and keeps the one before within reach.
    pub(super) fn deal(
        &mut self,
        playing: Playing,
        how: How,
        notice: Option<String>,
    ) -> Vec<Reply> {
        let before = std::mem::replace(&mut self.playing, playing);
        let left = before.is_begun().then(|| left_behind(&before));
        self.left = Some(Box::new(before));
        self.started(how, left, notice)
    }

    /// Says which game is on the table, and how it ended if it is over.
    pub(super) fn started(
        &self,
        how: How,
        left: Option<LeftBehind>,
        notice: Option<String>,
    ) -> Vec<Reply> {
        let game = self.playing.facts();
        let mut replies = vec![Reply::Started { how, game, left, notice }];
        replies.extend(self.match_facts().filter(|facts| !facts.over).map(Reply::Match));
        replies.extend(super::ending::end(&self.playing).map(|end| Reply::Ended(Box::new(end))));
        replies
    }
}

/// The names of the commands.
fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}

/// The commands a word is the beginning of. One letter is a command or nothing.
fn begun(word: &str) -> Vec<&'static str> {
    names().filter(|name| word.len() > 1 && name.starts_with(word)).collect()
}

/// The commands that an unknown word is told of.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter(|command| command.first == First::Word).map(|command| command.name)
}

fn left_behind(playing: &Playing) -> LeftBehind {
    LeftBehind {
        deal: playing.facts().deal,
        moves: playing.game.ply(),
        saved: playing.saved_in().map(str::to_owned),
    }
}

/// The version as people say it: 0.1.
fn version() -> &'static str {
    let whole = env!("CARGO_PKG_VERSION");
    whole.strip_suffix(".0").unwrap_or(whole)
}

/// The command of a word: its letter, its name, or the beginning of just one name.
pub(super) fn by_word(word: &str) -> Option<&'static Command> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return COMMANDS.iter().find(|command| command.letter == Some(letter));
    }
    let mut begun = COMMANDS.iter().filter(|command| command.name.starts_with(word));
    let exact = COMMANDS.iter().find(|command| command.name == word);
    exact.or_else(|| begun.next().filter(|_| begun.next().is_none()))
}

/// A command with what stands behind it; `None` for cards and for what is neither.
fn parse(text: &str) -> Option<(&'static Command, &str)> {
    let first = text.chars().next()?;
    let end = match first {
        '#' | '?' => 1,
        _ => text.find(char::is_whitespace).unwrap_or(text.len()),
    };
    let (word, argument) = (&text[..end], text[end..].trim());
    // `s` alone asks for the status, before a card it is the stock.
    if word.eq_ignore_ascii_case("s") && !argument.is_empty() || word.is_empty() {
        return None;
    }
    by_word(&word.to_ascii_lowercase()).map(|command| (command, argument))
}

/// Cuts the first command off a line.
fn first_command(line: &str) -> (&str, Option<&str>) {
    let takes_all = parse(line.trim_start())
        .is_some_and(|(command, _)| matches!(command.argument, Argument::Rest(_)));
    match line.split_once(';').filter(|_| !takes_all) {
        Some((command, rest)) => (command, Some(rest)),
        None => (line, None),
    }
}

/// How many commands the rest of a line has.
fn count_commands(mut rest: Option<&str>) -> usize {
    let mut count = 0;
    while let Some(text) = rest {
        let (command, after) = first_command(text);
        count += usize::from(!command.trim().is_empty());
        rest = after;
    }
    count
}
