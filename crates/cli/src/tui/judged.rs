//! Which moves of a game that is over kept the win.

use pyramid_engine::Move;
use pyramid_solver::Course;

use super::model::Model;

/// A game that was judged.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    moves: Vec<Move>,
    course: Course,
}

impl Model {
    /// Finds out which moves kept the win.
    pub(super) fn judge(&mut self) {
        self.changed = true;
        let Some(course) = self.seat.course() else { return self.say("Nothing is known.") };
        let name = |ply: usize| self.seat.name_at(ply, self.symbols).unwrap_or_default();
        let text = match (course.turning_ply(), course.last_won, course.first_lost) {
            (Some(ply), ..) => {
                let number = ply + 1;
                format!(
                    "This deal was winnable until move {ply}. Move {number}, {}, lost it.",
                    name(ply)
                )
            }
            (None, _, Some(0)) => "This deal could not be won from the start.".to_owned(),
            (None, Some(won), None) if won == self.seat.ply() => {
                "Every move kept the win.".to_owned()
            }
            (None, won, lost) => {
                let won = won.map(|won| format!("It was winnable until move {won}. "));
                let lost = lost.map(|lost| format!("From move {lost} on it was not. "));
                format!(
                    "{}{}The rest is undecided.",
                    won.unwrap_or_default(),
                    lost.unwrap_or_default()
                )
            }
        };
        let moves = (0..self.seat.ply()).filter_map(|ply| self.seat.move_at(ply)).collect();
        self.judged = Some(Judged { moves, course });
        self.say(text);
    }

    /// Whether the game could still be won after the move that came after so many others. Nothing
    /// if it was not judged.
    pub(super) fn verdict(&self, ply: usize) -> Option<Option<bool>> {
        let Judged { moves, course } = self.judged.as_ref()?;
        let same = (0..=ply).all(|at| moves.get(at).copied() == self.seat.move_at(at));
        (same && ply < moves.len()).then(|| course.is_won(ply + 1))
    }

    /// The same before that move.
    pub(super) fn verdict_before(&self, ply: usize) -> Option<Option<bool>> {
        self.verdict(ply)?;
        self.judged.as_ref().map(|judged| judged.course.is_won(ply))
    }
}
