//! What the solver says of a game that is being played: facts, which each front end words itself.

use pyramid_engine::{Card, Game, Move, Place, PlaceName, Setup};
use pyramid_solver::{
    Course, Hint, LimitReached, Limits, Proof, Review, Shortest, Solver, Turning,
};

use crate::play::seen::Seen;

/// Searches that are short enough to be waited for.
pub(crate) struct Adviser {
    solver: Solver,
}

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proved {
    /// It can be won by these moves.
    Won {
        /// The moves.
        line: Vec<Move>,
        /// Whether no win has fewer.
        shortest: bool,
    },
    /// It cannot be won.
    Lost,
    /// The search ended before it knew.
    Undecided(LimitReached),
}

/// What a move does, as far as its player can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Places whose cards come free in tableau and reserve; the card if it was seen.
    pub(crate) uncovers: Vec<(Option<Card>, PlaceName)>,
    /// For each card that leaves, how many partners it has left besides the one it leaves with, as
    /// far as that can be told from what was seen to leave.
    pub(crate) partners_left: Vec<(Card, usize)>,
}

impl Adviser {
    /// Positions a search enters before it gives up; a second or less.
    pub(crate) const NODES: u64 = 1_000_000;

    pub(crate) fn new() -> Adviser {
        Adviser::within(Adviser::NODES)
    }

    /// One whose searches give up earlier, or later.
    pub(crate) fn within(nodes: u64) -> Adviser {
        Adviser { solver: Solver::new(Limits { nodes, ..Limits::default() }) }
    }

    /// How often each move wins, by what the player has seen. Ranked by [`Hint::ranked`].
    pub(crate) fn fair(&mut self, game: &Game, seen: &Seen, stop: &dyn Fn() -> bool) -> Hint {
        let known = seen.known(game.setup(), game.state());
        self.solver.hint(game.setup(), game.state(), known, game.ply(), stop)
    }

    /// Whether the present position can be won, and how: the cards not seen are looked at.
    pub(crate) fn proof(&mut self, game: &Game, stop: &dyn Fn() -> bool) -> Proved {
        match self.solver.shortest(game.setup(), game.state(), stop, |_| ()) {
            Shortest::Proved(line) => Proved::Won { line, shortest: true },
            Shortest::Unknown { line: Some(line), .. } => Proved::Won { line, shortest: false },
            Shortest::Lost => Proved::Lost,
            Shortest::Unknown { limit, .. } => Proved::Undecided(limit),
        }
    }

    /// The verdict after each legal move.
    pub(crate) fn proofs(&mut self, game: &Game, stop: &dyn Fn() -> bool) -> Vec<Proof> {
        self.solver.proofs(game.setup(), game.state(), stop)
    }

    /// Where the game so far could be won, and the move that lost it.
    pub(crate) fn course(
        &mut self,
        game: &Game,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Course, Option<Turning>)> {
        let moves: Vec<Move> = game.moves().collect();
        // A game's moves have been played already.
        self.solver.course(game.setup(), &moves, stop).ok()
    }

    /// What each move of the game so far did.
    pub(crate) fn review(&mut self, game: &Game, stop: &dyn Fn() -> bool) -> Option<Review> {
        let moves: Vec<Move> = game.moves().collect();
        self.solver.review(game.setup(), &moves, stop).ok()
    }

    /// What a legal move does, from what its player has seen; nothing is searched.
    pub(crate) fn facts(game: &Game, seen: &Seen, m: Move) -> Facts {
        let (setup, state) = (game.setup(), game.state());
        let mut after = *state;
        if setup.play(&mut after, m).is_err() {
            return Facts { uncovers: Vec::new(), partners_left: Vec::new() };
        }
        let mut uncovers = Vec::new();
        setup.for_each_free(&after, |place, card| {
            let laid = matches!(place, Place::Tableau(_) | Place::Reserve(_));
            if laid && setup.free_card(state, place) != Some(card) {
                let told = match place {
                    Place::Tableau(place) => seen.tableau(place),
                    _ => true,
                };
                uncovers.push((told.then_some(card), setup.layout().name(place)));
            }
        });
        let leaving = setup.cards_of(state, m).into_iter().flatten();
        let partners_left = leaving
            .filter(|&card| m.is_removal() && !setup.layout().leaves_alone(card))
            .map(|card| (card, partners(setup, &after, card)))
            .collect();
        Facts { uncovers, partners_left }
    }
}

/// How many cards that pair with this one are left anywhere. What left was seen to leave, so this
/// gives nothing away.
fn partners(setup: &Setup, state: &pyramid_engine::State, card: Card) -> usize {
    let piles = setup.piles(state);
    let cards = piles.tableau.into_iter().flatten().chain(piles.stock).chain(piles.cell);
    let others = piles.wastes.into_iter().chain(piles.reserve).flatten();
    cards.chain(others).filter(|&other| setup.layout().matches(card, other)).count()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pyramid_engine::{Deal, RuleSet, Rules};

    use super::*;

    fn game(rules: &str, seed: u64) -> Game {
        let rules: RuleSet = rules.parse().unwrap();
        Game::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), seed))
    }

    #[test]
    fn hints_repeat_for_the_same_deal_and_ply() {
        let mut game = game("one-pass", 8);
        let mut adviser = Adviser::new();
        let seen = Seen::of(&game);
        let first = adviser.fair(&game, &seen, &|| false);
        assert_eq!(first.unseen, 23);
        game.play(first.ranked()[0].m).unwrap();
        let later = adviser.fair(&game, &Seen::of(&game), &|| false);
        assert_ne!(first.moves, later.moves);
        game.undo().unwrap();
        assert_eq!(Adviser::new().fair(&game, &seen, &|| false), first);
    }

    #[test]
    fn what_was_seen_before_an_undo_counts() {
        let mut game = game("pyramid", 8);
        let mut seen = Seen::of(&game);
        for _ in 0..24 {
            game.play(Move::Draw).unwrap();
            seen.add(game.setup(), game.state());
        }
        while game.undo().is_ok() {}
        let hint = Adviser::new().fair(&game, &seen, &|| false);
        assert_eq!((hint.unseen, hint.samples), (0, 1));
    }

    #[test]
    fn proofs_and_the_course_of_a_lost_game() {
        let mut game = game("pyramid", 8);
        let mut adviser = Adviser::new();
        let Proved::Won { line, shortest: true } = adviser.proof(&game, &|| false) else {
            panic!("seed:8 is won in the fewest moves within the limit");
        };
        let proofs = adviser.proofs(&game, &|| false);
        let first = proofs.iter().find(|proof| proof.m == line[0]).unwrap();
        assert_eq!(first.verdict.is_won(), Some(true));
        for _ in 0..3 {
            while game.play(Move::Draw).is_ok() {}
            let _ = game.play(Move::Redeal);
        }
        assert_eq!(adviser.proof(&game, &|| false), Proved::Lost);
        let (course, turning) = adviser.course(&game, &|| false).unwrap();
        assert_eq!(course.is_won(0), Some(true));
        assert!(!turning.unwrap().kept_by.is_empty());
    }

    #[test]
    fn facts_do_not_tell_of_what_lies_face_down() {
        let rules = Rules { hidden: true, ..Rules::PYRAMID };
        let layout = Arc::new(rules.validate().unwrap());
        let mut told = 0;
        for seed in 0..20 {
            let mut game = Game::new(layout.clone(), &Deal::seeded(&rules, seed));
            let mut seen = Seen::of(&game);
            while let Some(&m) = game.legal_moves().first() {
                for (card, place) in Adviser::facts(&game, &seen, m).uncovers {
                    let Some(Place::Tableau(at)) = game.layout().place(place) else { panic!() };
                    assert_eq!(card.is_some(), seen.tableau(at));
                    assert_eq!(card, None, "the first look at a place is when it comes free");
                    told += 1;
                }
                game.play(m).unwrap();
                seen.add(game.setup(), game.state());
            }
        }
        assert!(told > 20);
    }
}
