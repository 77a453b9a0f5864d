//! Taking back, and playing again.

use pyramid_engine::Move;

use super::act::{Outcome, count, not_done, not_played};
use super::facts::Other;
use super::reply::{How, Reply};
use super::session::Session;
use super::world::World;

impl Session {
    /// `undo`.
    pub(super) fn undo(&mut self, argument: &str, world: &mut dyn World) -> Outcome {
        let asked = count(argument, "undo takes a count, such as undo 3")?;
        self.take_back(asked, world)
    }

    pub(super) fn take_back(&mut self, asked: u64, world: &mut dyn World) -> Outcome {
        self.check_undo("taken back")?;
        let turns = self.turns();
        if let Some(was) = self.playing.early {
            if asked > 1 + turns.len() as u64 {
                let moves = 1 + turns.len();
                return Err(not_played(Other::TooFew { asked, moves, again: false }));
            }
            self.playing.early = None;
            let mut replies = vec![Reply::Continued { was }];
            if asked > 1 {
                replies.extend(self.take_back(asked - 1, world)?);
            }
            return Ok(replies);
        }
        if turns.is_empty() {
            return match self.left.take() {
                Some(left) if asked == 1 => {
                    let how = How::Back { moves: left.game.ply() };
                    self.put(*left, world)?;
                    Ok(self.started(how, None, None))
                }
                left => {
                    self.left = left;
                    Err(not_played(Other::NothingToUndo))
                }
            };
        }
        let Some(asked) = usize::try_from(asked).ok().filter(|&asked| asked <= turns.len()) else {
            return Err(not_played(Other::TooFew { asked, moves: turns.len(), again: false }));
        };
        let before = self.playing.before();
        let moves = self.playing.undo(turns[..asked].iter().sum());
        let (_, now) = self.playing.since(&before);
        Ok(vec![Reply::Undid { moves, now }])
    }

    /// `redo`.
    pub(super) fn redo(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        let asked = count(argument, "redo takes a count, such as redo 3")?;
        if let Some(outcome) = self.step(asked) {
            return outcome;
        }
        self.check_undo("played again")?;
        self.check_open()?;
        let before = self.playing.before();
        let was_won = self.playing.is_won();
        let turns = self.turns_ahead();
        let asked = match usize::try_from(asked).unwrap_or(usize::MAX) {
            _ if turns.is_empty() => return Err(not_played(Other::NothingToRedo)),
            more if more > turns.len() => {
                let (asked, moves) = (more as u64, turns.len());
                return Err(not_played(Other::TooFew { asked, moves, again: true }));
            }
            asked => asked,
        };
        let there: usize = turns[..asked].iter().sum();
        let moves = (0..there).filter_map(|_| self.playing.redo()).collect();
        let (uncovered, now) = self.playing.since(&before);
        let mut replies = vec![Reply::Redid { moves, uncovered, now }];
        replies.extend(self.ending(was_won));
        Ok(replies)
    }

    fn check_undo(&self, done: &'static str) -> Result<(), Box<Reply>> {
        match self.options.undo {
            true => Ok(()),
            false => Err(not_done(done, "undo-off", "this game is played without undo")),
        }
    }

    /// How many moves are taken back at a time, the last ones first. Cards that left by themselves
    /// go with the move that set them free.
    fn turns(&self) -> Vec<usize> {
        let mut turns = Vec::new();
        let mut alone = 0;
        for m in self.playing.game.moves().rev() {
            alone += 1;
            if !self.is_by_itself(m) {
                turns.push(std::mem::take(&mut alone));
            }
        }
        turns.extend((alone > 0).then_some(alone));
        turns
    }

    /// How many moves are played again at a time.
    fn turns_ahead(&self) -> Vec<usize> {
        let mut turns: Vec<usize> = Vec::new();
        for m in self.playing.game.undone() {
            match turns.last_mut().filter(|_| self.is_by_itself(m)) {
                Some(turn) => *turn += 1,
                None => turns.push(1),
            }
        }
        turns
    }

    fn is_by_itself(&self, m: Move) -> bool {
        self.options.auto_kings && matches!(m, Move::Single(_))
    }
}
