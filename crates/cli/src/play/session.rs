//! A sitting at the table: lines in, replies out, and no other input or output than through
//! [`World`].

use super::act::{Outcome, not_done};
use super::commands::{Argument, COMMANDS, Command, First};
use super::hint::Hints;
use super::keep::Keeper;
use super::par_match::ParMatch;
use super::playing::Playing;
use super::replaying::Replaying;
use super::reply::{How, Kept, LeftBehind, Reply, Saving};
use super::world::World;
use crate::advise::Adviser;

/// The game on the table, and what a player can come back to.
pub(super) struct Session {
    pub(super) playing: Playing,
    /// The game that was on the table before.
    pub(super) left: Option<Box<Playing>>,
    /// The match the game is of.
    pub(super) par_match: Option<ParMatch>,
    pub(super) options: PlayOptions,
    /// Keeps the game, if it is kept.
    pub(super) keeper: Option<Keeper>,
    /// The record that is gone through.
    pub(super) replaying: Option<Replaying>,
    pub(super) adviser: Adviser,
    /// The last answer, to be said again.
    pub(super) last: Vec<Reply>,
    /// The player has left.
    pub(super) is_over: bool,
}

/// How the player wants it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayOptions {
    /// Moves can be taken back.
    pub(super) undo: bool,
    /// Free cards that leave alone do so by themselves.
    pub(super) auto_kings: bool,
    pub(super) hints: Hints,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions { undo: true, auto_kings: false, hints: Hints::Fair }
    }
}

/// How a session begins.
pub(super) struct Opening {
    pub(super) playing: Playing,
    pub(super) options: PlayOptions,
    pub(super) how: How,
    pub(super) notice: Option<String>,
    /// The game that was being played.
    pub(super) left: Option<LeftBehind>,
    pub(super) par_match: Option<ParMatch>,
    pub(super) keeper: Option<Keeper>,
    pub(super) saving: Saving,
    /// What turned speech on.
    pub(super) speech: Option<&'static str>,
}

impl Opening {
    /// A game that nothing else is to be said of.
    pub(super) fn new(playing: Playing, how: How) -> Opening {
        Opening {
            playing,
            options: PlayOptions::default(),
            how,
            notice: None,
            left: None,
            par_match: None,
            keeper: None,
            saving: Saving::Asked,
            speech: None,
        }
    }

    /// Sits down to the game. The first answer is the greeting.
    pub(super) fn begin(self) -> (Session, Vec<Reply>) {
        let Opening { playing, options, how, notice, left, .. } = self;
        let Opening { par_match, keeper, saving, speech, .. } = self;
        let game = playing.facts();
        let mut session = Session {
            playing,
            left: None,
            par_match,
            options,
            keeper,
            replaying: None,
            adviser: Adviser::new(),
            last: Vec::new(),
            is_over: false,
        };
        let mut replies = vec![Reply::Welcome { version: version(), game, speech, saving }];
        // The greeting has said what was dealt.
        let said = usize::from(how == How::Dealt && notice.is_none() && left.is_none());
        let dealt = how == How::Dealt;
        replies.extend(session.started(how, left, notice).into_iter().skip(said));
        if dealt {
            replies.extend(session.auto_kings());
        }
        session.last.clone_from(&replies);
        (session, replies)
    }
}

impl Session {
    /// Does what a line says. Commands are separated by `;`; after one that is refused the others
    /// are not done.
    pub(super) fn line(&mut self, line: &str, world: &mut dyn World) -> Vec<Reply> {
        let mut replies = Vec::new();
        // Enter alone goes on in a record.
        let blank = self.replaying.is_some() && line.trim().is_empty();
        let mut rest = Some(if blank { "redo" } else { line });
        while let Some(text) = rest.filter(|_| !self.is_over) {
            let (command, after) = first_command(text);
            rest = after;
            let outcome = self.command(command.trim(), world);
            let refused = outcome.is_err();
            let mut said = outcome.unwrap_or_else(|refusal| vec![*refusal]);
            if said.iter().any(|reply| matches!(reply, Reply::Started { how: How::Dealt, .. })) {
                said.extend(self.auto_kings());
            }
            self.match_after(&mut said, world);
            self.keep(&mut said, world);
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

    /// What the end of input comes to, if there is anything to be said. What is saved without
    /// being asked is saved.
    pub(super) fn end_of_input(&mut self, world: &mut dyn World) -> Result<Option<Reply>, String> {
        self.save_match(world)?;
        self.close(world)?;
        let lost = self.playing.is_begun() && self.playing.saved_in().is_none();
        let told = lost || self.par_match.is_some() || self.keeper.is_some();
        Ok((told && !self.is_over).then(|| self.leaving()))
    }

    /// The board as it is now.
    pub(super) fn board(&self) -> Reply {
        Reply::Board(Box::new(self.playing.view().board()))
    }

    /// The reply to a player who leaves.
    pub(super) fn leaving(&self) -> Reply {
        let LeftBehind { moves, saved, archived, .. } =
            left_behind(&self.playing, self.options.undo);
        let game = self.playing.facts();
        let kept = self.keeper.as_ref().filter(|keeper| !keeper.trouble).map(|_| match archived {
            Some(name) => Kept::Archived { name },
            None => Kept::Current,
        });
        let (begun, par_match) = (self.playing.is_begun(), self.match_facts());
        Reply::Left { game, moves, saved, kept, begun, par_match }
    }

    fn command(&mut self, text: &str, world: &mut dyn World) -> Outcome {
        match text.as_bytes() {
            [] => return Ok(Vec::new()),
            &[digit @ b'0'..=b'9'] => return self.key(digit - b'0'),
            _ => {}
        }
        let Some((command, argument)) = parse(text) else { return self.cards(text, world) };
        match command.argument {
            Argument::None if !argument.is_empty() => {
                let text = format!("{} takes nothing behind it", command.name);
                Err(not_done("done", "argument", text))
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
            false if AWAY.contains(&&*word) => vec!["quit"],
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

    /// Puts another game on the table, and says so.
    pub(super) fn deal(
        &mut self,
        playing: Playing,
        how: How,
        notice: Option<String>,
        world: &mut dyn World,
    ) -> Outcome {
        let left = self.put(playing, world)?;
        Ok(self.started(how, left, notice))
    }

    /// Puts another game on the table and keeps the one before within reach; gives that, if it was
    /// begun.
    pub(super) fn put(
        &mut self,
        playing: Playing,
        world: &mut dyn World,
    ) -> Result<Option<LeftBehind>, Box<Reply>> {
        let mut file = None;
        if let Some(keeper) = &mut self.keeper {
            let left = keeper.leave(&mut self.playing, world);
            left.map_err(|text| not_done("left", "io", text))?;
            file = keeper.file_of_other();
        }
        let before = std::mem::replace(&mut self.playing, playing);
        let mut left = before.is_begun().then(|| left_behind(&before, self.options.undo));
        if let Some(left) = left.as_mut().filter(|left| left.archived.is_none()) {
            left.saved = left.saved.take().or(file);
        }
        self.left = Some(Box::new(before));
        Ok(left)
    }

    /// Writes down what has changed.
    pub(super) fn keep(&mut self, said: &mut Vec<Reply>, world: &mut dyn World) {
        // Who has left was told what there is to be told.
        let Some(keeper) = self.keeper.as_mut().filter(|_| !self.is_over) else { return };
        let trouble = keeper.trouble;
        match keeper.sync(&mut self.playing, world) {
            Ok(true) if trouble => said.push(Reply::SavedAgain),
            Ok(_) => {}
            Err(text) => said.push(Reply::NotSaved { text }),
        }
    }

    /// Writes down what is not saved yet, and archives the game if it is over.
    pub(super) fn close(&mut self, world: &mut dyn World) -> Result<(), String> {
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        keeper.sync(&mut self.playing, world)?;
        if self.playing.over().is_some() {
            keeper.leave(&mut self.playing, world)?;
        }
        Ok(())
    }

    /// Closes the game of a player who leaves. One who was told that it cannot be saved may leave.
    pub(super) fn leave_kept(&mut self, world: &mut dyn World) -> Result<(), Box<Reply>> {
        let closed = self.close(world);
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        match closed {
            Err(text) if !keeper.warned => {
                keeper.warned = true;
                let text = format!("{text}; save FILE writes it elsewhere, quit again leaves");
                Err(not_done("saved", "io", text))
            }
            _ => Ok(()),
        }
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
        let end = super::ending::end(&self.playing, self.options.undo);
        replies.extend(end.map(|end| Reply::Ended(Box::new(end))));
        replies
    }
}

/// What people type elsewhere to leave.
const AWAY: [&str; 4] = ["exit", "bye", "logout", "close"];

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

pub(super) fn left_behind(playing: &Playing, undo: bool) -> LeftBehind {
    LeftBehind {
        deal: playing.facts().deal,
        moves: playing.game.ply(),
        undo,
        archived: playing.archived_as().map(str::to_owned),
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
