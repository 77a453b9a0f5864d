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
    /// What is known of the ending; nothing until it has to be looked at, which costs more than a
    /// move.
    known: Option<Known>,
    /// The moves that stand.
    moves: Vec<Move>,
    /// The states before them.
    before: Vec<State>,
    future: Vec<Move>,
}

/// The status of a state.
#[derive(Clone, Copy, Debug)]
struct Known {
    status: Status,
    /// Draws and redeals that can still be played before the ending must be looked at again.
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
        Game {
            setup,
            state,
            known: None,
            moves: Vec::new(),
            before: Vec::new(),
            future: Vec::new(),
        }
    }

    /// Starts again at the start of another setup, in the memory of the game before.
    pub fn restart(&mut self, setup: Setup) {
        self.state = *setup.start();
        self.setup = setup;
        self.known = None;
        self.moves.clear();
        self.before.clear();
        self.future.clear();
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
        match self.known {
            Some(known) => known.status,
            None => self.setup.status(&self.state),
        }
    }

    /// The score in the rules' own system.
    pub fn score(&self) -> Option<i32> {
        self.setup.score(&self.state)
    }

    /// The moves that stand.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        self.moves.iter().copied()
    }

    /// How many moves stand.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The state before the move of this number, from 0; the present one after all moves.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Game, Move, Rules};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let mut game = Game::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// game.play(Move::Draw)?;
    /// let left = |ply| game.state_at(ply).map(|state| state.stock_len());
    /// assert_eq!((left(0), left(1), left(2)), (Some(24), Some(23), None));
    /// # Ok::<(), pyramid_engine::Refusal>(())
    /// ```
    pub fn state_at(&self, ply: usize) -> Option<&State> {
        self.before.get(ply).or_else(|| (ply == self.ply()).then_some(&self.state))
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
    #[inline]
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
        let (Some(m), Some(before)) = (self.moves.pop(), self.before.pop()) else {
            return Err(Refusal::NothingToUndo);
        };
        self.state = before;
        // A move has been played there.
        self.known = Some(Known { status: Status::Open, quiet: 0 });
        self.future.push(m);
        Ok(m)
    }

    /// The moves that were taken back and can be played again, in the order of [`Game::redo`].
    ///
    /// ```
    /// use pyramid_engine::{Deal, Game, Move, Rules};
    /// use std::sync::Arc;
    /// let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let mut game = Game::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// game.play(Move::Draw).unwrap();
    /// assert_eq!(game.undone().len(), 0);
    /// game.undo().unwrap();
    /// assert_eq!(game.undone().collect::<Vec<_>>(), [Move::Draw]);
    /// ```
    pub fn undone(&self) -> impl ExactSizeIterator<Item = Move> {
        self.future.iter().rev().copied()
    }

    /// Plays the move that was taken back last, and returns it.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Game, Move, Refusal, Rules};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// let mut game = Game::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// game.play(Move::Draw)?;
    /// game.undo()?;
    /// assert_eq!(game.redo()?, Move::Draw);
    /// assert_eq!(game.redo(), Err(Refusal::NothingToRedo));
    /// # Ok::<(), Refusal>(())
    /// ```
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

    #[inline]
    fn step(&mut self, m: Move) -> Result<(), Refusal> {
        // A removal that can be made shows that the game goes on, unless it stops because it is won.
        let open = match self.known {
            Some(known) => !known.status.is_over(),
            None if m.is_removal() => !self.setup.ends_as_won(&self.state),
            None => !self.look().status.is_over(),
        };
        if !open {
            return Err(Refusal::GameOver);
        }
        if let Err(refusal) = self.setup.check(&self.state, m) {
            return Err(if self.status().is_over() { Refusal::GameOver } else { refusal });
        }
        self.moves.push(m);
        // A push would copy the state twice.
        self.before.extend_from_slice(std::slice::from_ref(&self.state));
        self.setup.apply(&mut self.state, m);
        self.known = match (m, self.known) {
            // A removal is still ahead on the line, and no win comes about by drawing.
            (Move::Draw | Move::Redeal, Some(Known { status, quiet })) if quiet > 0 => {
                Some(Known { status, quiet: quiet - 1 })
            }
            _ => None,
        };
        Ok(())
    }

    /// Finds the status, and for how many draws and redeals it is sure to stay open.
    fn look(&mut self) -> Known {
        let (status, quiet) = self.setup.status_ahead(&self.state);
        *self.known.insert(Known { status, quiet })
    }
}
