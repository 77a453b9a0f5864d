//! The four ways to score a game.

use crate::setup::Setup;
use crate::state::State;
use crate::values::Scoring;

/// Microsoft's bonus for each emptied row, from the bottom row up
/// (mchung94/solitaire-player, `ScoreChallengeSolver`).
const ROW_BONUS: [i32; 7] = [25, 50, 75, 100, 150, 250, 500];

impl Setup {
    /// The score of a state in the rules' own system, or `None` if they have none.
    pub fn score(&self, state: &State) -> Option<i32> {
        self.score_by(state, self.layout().rules().score)
    }

    /// The score in any system. `par` and `msc` mean something only in the games that may have
    /// them, see [`Rules::validate`](crate::Rules::validate).
    ///
    /// * `left`: cards left in the tableau, 0 is perfect;
    /// * `par` (Morehead and Mott-Smith): 50, 35 or 20 for clearing the tableau in pass 1, 2 or 3,
    ///   minus the cards left in stock and waste; minus all cards left if it is not cleared;
    /// * `msc`: 5 a removal, and for each emptied row 25 to 500, at most 1290;
    /// * `cards`: one point a card removed.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pyramid_engine::{Deal, Move, Place, Rules, Scoring, Setup};
    /// # let layout = Arc::new(Rules::PYRAMID.validate().unwrap());
    /// # let setup = Setup::new(layout, &Deal::seeded(&Rules::PYRAMID, 7));
    /// let mut state = *setup.start();
    /// setup.play(&mut state, Move::pair(Place::Tableau(24), Place::Stock)).unwrap();
    /// assert_eq!(setup.score_by(&state, Scoring::Left), Some(27));
    /// assert_eq!(setup.score_by(&state, Scoring::Cards), Some(2));
    /// assert_eq!(setup.score_by(&state, Scoring::None), None);
    /// ```
    pub fn score_by(&self, state: &State, scoring: Scoring) -> Option<i32> {
        let tally = state.tally();
        let left = state.tableau_len() as i32;
        let hand = (state.stock_len() + state.wastes_len()) as i32;
        let removals = i32::from(tally.pairs) + i32::from(tally.singles);
        match scoring {
            Scoring::None => None,
            Scoring::Left => Some(left),
            Scoring::Cards => Some(removals + i32::from(tally.pairs)),
            Scoring::Par => Some(match tally.cleared_in {
                None => -(left + hand),
                Some(pass) => match pass {
                    1 => 50 - hand,
                    2 => 35 - hand,
                    _ => 20 - hand,
                },
            }),
            Scoring::Msc => {
                let rows = self.layout().rows().iter().rev();
                let emptied = rows.take_while(|row| {
                    row.places.clone().all(|place| state.tableau >> place & 1 == 0)
                });
                let bonus: i32 = emptied.zip(ROW_BONUS).map(|(_, bonus)| bonus).sum();
                Some(5 * removals + bonus)
            }
        }
    }
}
