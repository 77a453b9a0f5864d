//! A game being played: the state, how it came about, and what was taken back.

use std::sync::Arc;

use crate::deal::Deal;
use crate::layout::Layout;
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::state::State;
use crate::status::Status;

/// A game being played, with every state it went through.
///
/// ```
/// use std::sync::Arc;
/// use pyramid_engine::{Deal, Game, Move, Rules, Status};
/// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
/// let mut game = Game::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
/// game.play(Move::Draw)?;
/// assert_eq!(game.status(), Status::Open);
/// assert_eq!(game.undo()?, Move::Draw);
/// # Ok::<(), pyramid_engine::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    state: State,
    status: Status,
    /// Draws and redeals that can still be played before the ending must be looked at again.
    quiet: u32,
    past: Vec<Past>,
    future: Vec<Move>,
}

/// A move that stands, and what it was played in.
#[derive(Clone, Copy, Debug)]
struct Past {
    m: Move,
    before: State,
    quiet: u32,
}

impl Game {
    /// Deals a game.
    pub fn new(layout: Arc<Layout>, deal: &Deal) -> Game {
        Game::from_setup(Setup::new(layout, deal))
    }

    /// Starts at the start of a setup.
    pub fn from_setup(setup: Setup) -> Game {
        let state = *setup.start();
        let mut game = Game {
            setup,
            state,
            status: Status::Open,
            quiet: 0,
            past: Vec::new(),
            future: Vec::new(),
        };
        game.look();
        game
    }

    /// Starts again at the start of another setup, in the memory of the game before.
    pub fn restart(&mut self, setup: Setup) {
        self.state = *setup.start();
        self.setup = setup;
        self.past.clear();
        self.future.clear();
        self.look();
    }

    /// What does not change.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        self.setup.layout()
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether the game is over, and why.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The score in the rules' own system.
    pub fn score(&self) -> Option<i32> {
        self.setup.score(&self.state)
    }

    /// The moves that stand.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        self.past.iter().map(|past| past.m)
    }

    /// How many moves stand.
    pub fn ply(&self) -> usize {
        self.past.len()
    }

    /// The state before the move of this number, from 0; the present one after all moves.
    pub fn state_at(&self, ply: usize) -> Option<&State> {
        match self.past.get(ply) {
            Some(past) => Some(&past.before),
            None => (ply == self.past.len()).then_some(&self.state),
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.setup.legal_moves(&self.state)
    }

    /// Plays a move; what was taken back before is forgotten.
    ///
    /// # Errors
    ///
    /// If the game is over or the move is against the rules; nothing has changed then.
    pub fn play(&mut self, m: Move) -> Result<(), Refusal> {
        self.step(m)?;
        self.future.clear();
        Ok(())
    }

    /// Takes back the last move and returns it.
    ///
    /// # Errors
    ///
    /// [`Refusal::NothingToUndo`] at the start.
    pub fn undo(&mut self) -> Result<Move, Refusal> {
        let past = self.past.pop().ok_or(Refusal::NothingToUndo)?;
        self.state = past.before;
        self.quiet = past.quiet;
        self.status = Status::Open;
        self.future.push(past.m);
        Ok(past.m)
    }

    /// Plays the move that was taken back last, and returns it.
    ///
    /// # Errors
    ///
    /// [`Refusal::NothingToRedo`] if nothing was taken back since the last move.
    pub fn redo(&mut self) -> Result<Move, Refusal> {
        let m = *self.future.last().ok_or(Refusal::NothingToRedo)?;
        self.step(m)?;
        self.future.pop();
        Ok(m)
    }

    fn step(&mut self, m: Move) -> Result<(), Refusal> {
        if self.status.is_over() {
            return Err(Refusal::GameOver);
        }
        self.setup.check(&self.state, m)?;
        self.past.push(Past { m, before: self.state, quiet: self.quiet });
        self.setup.apply(&mut self.state, m);
        match m {
            // A removal is still ahead on the line, and no win comes about by drawing.
            Move::Draw | Move::Redeal if self.quiet > 0 => self.quiet -= 1,
            _ => self.look(),
        }
        Ok(())
    }

    /// Finds the status, and for how many draws and redeals it is sure to stay open.
    fn look(&mut self) {
        (self.status, self.quiet) = self.setup.status_ahead(&self.state);
    }
}
