//! A recorded game, gone through move by move: a session whose next moves are those of the record.

use pyramid_engine::Move;
use pyramid_notation::{BodyItem, HeadLine, Record, Token};
use pyramid_solver::Effect;
use serde::Serialize;

use super::act::{Outcome, not_done};
use super::hint::Patience;
use super::playing::Playing;
use super::reply::{How, Reply};
use super::review::Review;
use super::session::{Opening, Session};
use super::{Loop, manner, store};
use crate::advise::Adviser;
use crate::args::ReplayArgs;
use crate::failure::{Exit, Failure};
use crate::io::{Input, Io};
use crate::settings::Settings;

/// The most positions that all searches for the verdicts of a game enter together.
const POSITIONS: u64 = 20 * Adviser::NODES;

/// What is ahead in a game that is gone through.
pub(super) struct Replaying {
    /// The moves that stand in the record.
    moves: Vec<Move>,
    /// How the player ended it, if the rules had not.
    early: Option<&'static str>,
    /// Comments of the record, and the number of moves before each.
    notes: Vec<(usize, String)>,
    /// What each move did, if that was asked for.
    effects: Vec<Effect>,
    /// Moves that were taken back in the record, and hints that were shown.
    undos: usize,
    hints: usize,
    /// Somebody types.
    typed: bool,
}

/// A game that is gone through, as facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ReplayFacts {
    pub(super) file: String,
    /// Which game of the file it is, from 1.
    pub(super) game: usize,
    pub(super) of: usize,
    /// The moves that stand.
    pub(super) moves: usize,
    /// Moves that were taken back; they are not gone through.
    pub(super) undone: usize,
    pub(super) hints: usize,
    /// Comments before the first move.
    pub(super) notes: Vec<String>,
    /// Somebody types.
    #[serde(skip)]
    pub(super) typed: bool,
}

/// One move of the record.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Step {
    /// Its number, from 1.
    pub(super) number: usize,
    #[serde(rename = "move", serialize_with = "super::reply::text")]
    pub(super) m: Token,
    /// The reply to it.
    pub(super) did: Reply,
    /// `kept`, `only`, `lost`, `past` or `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verdict: Option<&'static str>,
    /// The comments behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
}

impl Replaying {
    /// How many of a game's moves are those of the record, from the first on.
    fn common(&self, playing: &Playing) -> usize {
        playing.game.moves().zip(&self.moves).take_while(|(a, b)| a == *b).count()
    }

    fn notes_at(&self, ply: usize) -> Vec<String> {
        self.notes.iter().filter(|(at, _)| *at == ply).map(|(_, text)| text.clone()).collect()
    }
}

/// The comments of a record, each with the number of moves that stand before it.
fn notes(record: &Record) -> Vec<(usize, String)> {
    let mut ply = 0_usize;
    let head = record.head.iter().filter_map(|line| match line {
        HeadLine::Comment(text) => Some((0, text.clone())),
        HeadLine::Header(_) => None,
    });
    let mut notes: Vec<(usize, String)> = head.collect();
    for item in &record.body {
        match item {
            BodyItem::Comment(text) | BodyItem::Remark(text) => notes.push((ply, text.clone())),
            BodyItem::Move(played) => match played.text.token {
                Token::Hint => {}
                Token::Undo(moves) => {
                    ply = ply.saturating_sub(moves as usize);
                    // A note on moves that were taken back has lost its place.
                    notes.retain(|(at, _)| *at <= ply);
                }
                _ => ply += 1,
            },
        }
    }
    notes
}

impl Session {
    /// Plays the next moves of the record; `None` where the game is not one that is gone through, or
    /// has left the record.
    pub(super) fn step(&mut self, asked: u64) -> Option<Outcome> {
        let replaying = self.replaying.as_ref()?;
        let common = replaying.common(&self.playing);
        let ply = self.playing.game.ply();
        if common < ply {
            let back = ply - common;
            let text = format!("the record was left at move {common}; undo {back} goes back to it");
            // Moves of one's own that were taken back can be played again.
            return match self.playing.game.undone().next() {
                Some(_) => None,
                None => Some(Err(not_done("done", "off-record", text))),
            };
        }
        let ahead = self.ahead();
        if ahead == 0 {
            return Some(Ok(vec![Reply::RecordEnds { moves: ply }]));
        }
        if asked > ahead as u64 {
            let text = format!("the record has {ahead} more to play");
            return Some(Err(not_done("done", "too-few", text)));
        }
        // Those of the record are told, not what is taken back on the way.
        (self.playing.undos, self.playing.hints) = (replaying.undos, replaying.hints);
        let mut replies = Vec::new();
        for _ in 0..asked {
            replies.extend(self.step_once());
        }
        Some(Ok(replies))
    }

    /// How much of the record is ahead: its moves, and that the player ended it.
    fn ahead(&self) -> usize {
        let Some(replaying) = self.replaying.as_ref().filter(|_| self.playing.early.is_none())
        else {
            return 0;
        };
        let moves = replaying.moves.len().saturating_sub(self.playing.game.ply());
        moves + usize::from(replaying.early.is_some())
    }

    /// Whether the verdicts have said where the game was lost.
    pub(super) fn is_reviewed(&self) -> bool {
        self.replaying.as_ref().is_some_and(|replaying| !replaying.effects.is_empty())
    }

    /// Whether what is said is read by somebody who can type.
    pub(super) fn is_typed(&self) -> bool {
        self.replaying.as_ref().is_none_or(|replaying| replaying.typed)
    }

    fn step_once(&mut self) -> Vec<Reply> {
        let ply = self.playing.game.ply();
        let Some(replaying) = &self.replaying else { return Vec::new() };
        let Some(&m) = replaying.moves.get(ply) else {
            self.playing.early = replaying.early;
            return self.ending(false);
        };
        let verdict = replaying.effects.get(ply).map(|effect| effect.name());
        let notes = replaying.notes_at(ply + 1);
        let token =
            pyramid_notation::to_token(self.playing.game.setup(), self.playing.game.state(), m);
        let mut replies = self.play_one(m, None).into_iter();
        let step = replies.next().map(|did| {
            Reply::Step(Box::new(Step { number: ply + 1, m: token, did, verdict, notes }))
        });
        step.into_iter().chain(replies).collect()
    }

    /// Refuses what would put another game on the table.
    pub(super) fn check_no_replay(&self, done: &'static str) -> Result<(), Box<Reply>> {
        match self.replaying {
            None => Ok(()),
            Some(_) => {
                let text = "a replay goes through one game; quit leaves it";
                Err(not_done(done, "replay", text))
            }
        }
    }
}

/// Goes through a recorded game.
pub(crate) fn run(io: &mut Io, args: ReplayArgs) -> Result<Exit, Failure> {
    let typed = io.stdin_is_terminal() && io.stdout_is_terminal() && !args.plain && !args.json;
    let (session, greeting) = begin(io, &args, typed)?;
    let settings = Settings::read(io, &args.style.0)?;
    let (style, _, voice, board) = manner(io, &settings, typed);
    let keyboard = io.keyboard();
    let json = args.json;
    let mut table = Loop { io, keyboard, session, voice, style, board, json, person: typed };
    table.show(&greeting)?;
    if typed {
        return table.lines();
    }
    if args.at.is_some() {
        let board = table.session.board();
        return table.show(&[board]).map(|()| Exit::Success);
    }
    while table.session.ahead() > 0 {
        let replies = table.session.step(1).and_then(Result::ok).unwrap_or_default();
        table.show(&replies)?;
    }
    if table.session.playing.over().is_none() {
        let moves = table.session.playing.game.ply();
        table.show(&[Reply::RecordEnds { moves }])?;
    }
    Ok(Exit::Success)
}

/// The file of the last archived game.
fn last_archived(io: &Io) -> Result<Input, Failure> {
    let files = io
        .archive()
        .map_err(|error| Failure::Io { doing: "cannot read the archive".to_owned(), error })?;
    let last = files.into_iter().next_back();
    last.map(Input::File).ok_or_else(|| Failure::usage("no game is archived yet; name a file"))
}

/// Reads the game, and goes to where it is to begin.
pub(super) fn begin(
    io: &mut Io,
    args: &ReplayArgs,
    typed: bool,
) -> Result<(Session, Vec<Reply>), Failure> {
    let input = match &args.file {
        Some(input) => input.clone(),
        None => last_archived(io)?,
    };
    let file = input.to_string();
    let bytes = match io.archived(&file).filter(|_| input != Input::Stdin) {
        Some((_, bytes)) => bytes,
        None => io.read(&input)?,
    };
    let read = store::nth_game(&bytes, args.game).and_then(|(record, _, of)| {
        let mut head = record.clone();
        head.body.clear();
        head.after.clear();
        head.ending = None;
        Ok((store::replay(record)?, store::replay(head)?, of))
    });
    let (played, start, of) = match read {
        Ok(read) => read,
        Err(wrong) => return Err(store::complaint(wrong.diagnostic(), file, &bytes)),
    };
    let (moves, at) = (played.game.ply(), args.at.unwrap_or(0));
    if at > moves {
        let text = format!("--at {at} is behind the end of the game, which has {moves} moves");
        return Err(Failure::usage(text));
    }
    let mut replaying = Replaying {
        moves: played.game.moves().collect(),
        early: played.early,
        undos: played.undos,
        hints: played.hints,
        notes: notes(&played.record),
        effects: Vec::new(),
        typed,
    };
    let (undone, hints) = (played.undos, played.hints);
    let facts = ReplayFacts {
        file,
        game: args.game,
        of,
        moves,
        undone,
        hints,
        notes: replaying.notes_at(0),
        typed,
    };
    let patience = Patience::new(POSITIONS);
    let review = args.verdicts.then(|| Adviser::new().review(&played.game, &|| patience.is_over()));
    let review = review.flatten().map(|review| {
        replaying.effects = review.effects;
        Reply::Review(Review::new(&played.game, &review.course, review.turning.as_ref()))
    });
    let (mut session, _) = Opening::new(start, How::Dealt).begin();
    session.replaying = Some(replaying);
    let mut greeting = session.started(How::Replayed(Box::new(facts)), None, None);
    greeting.extend(review);
    if at > 0 {
        let steps = session.step(at as u64).and_then(Result::ok).unwrap_or_default();
        let last = steps.iter().rposition(|reply| matches!(reply, Reply::Step(_)));
        greeting.extend(steps.into_iter().skip(last.unwrap_or(0)));
    }
    session.last.clone_from(&greeting);
    Ok((session, greeting))
}
