//! The commands that play: each checks all of its input before it changes anything.

use pyramid_engine::{Card, Move, Place, Stock};
use pyramid_notation::{Mark, Token};

use super::cards::{self, Meaningless, Meant};
use super::ending::end;
use super::facts::{At, Other, Why};
use super::refuse::why;
use super::reply::Reply;
use super::session::Session;
use super::world::World;

/// What a command comes to: its answers, or the one that says why it is not done.
pub(super) type Outcome = Result<Vec<Reply>, Box<Reply>>;

/// The refusal of a move.
pub(super) fn not_played(why: impl Into<Why>) -> Box<Reply> {
    Box::new(Reply::NotPlayed { error: why.into() })
}

/// The refusal of another command.
pub(super) fn not_done(
    done: &'static str,
    name: &'static str,
    text: impl Into<String>,
) -> Box<Reply> {
    Box::new(Reply::NotDone { done, name, text: text.into() })
}

/// Reads a count.
pub(super) fn count(argument: &str, text: &'static str) -> Result<u64, Box<Reply>> {
    match argument {
        "" => Ok(1),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            match digits.parse().unwrap_or(u64::MAX) {
                0 => Err(not_played(Other::CountZero)),
                count => Ok(count),
            }
        }
        _ => Err(not_done("done", "argument", text)),
    }
}

impl Session {
    /// Refuses moves in a game that is over.
    pub(super) fn check_open(&self) -> Result<(), Box<Reply>> {
        match self.playing.over() {
            Some(result) => Err(not_played(self.game_over(result))),
            None => Ok(()),
        }
    }

    fn game_over(&self, result: &'static str) -> Other {
        Other::GameOver { result, new: self.has_next() }
    }

    /// Cards and places.
    pub(super) fn cards(&mut self, text: &str, world: &mut dyn World) -> Outcome {
        match cards::read(self.playing.view(), text) {
            Ok(Meant::Undo(moves)) => self.take_back(moves.into(), world),
            Err(Meaningless::NotCards) => Err(self.unknown(text)),
            // The beginning of several commands is that rather than a misspelt card.
            Err(Meaningless::Why(Why::Other(Other::Spelling { .. }))) if self.is_begun(text) => {
                Err(self.unknown(text))
            }
            meant => {
                self.check_open()?;
                match meant {
                    Ok(Meant::Move(m, mark)) => Ok(self.play(m, mark)),
                    Err(Meaningless::Why(why)) => Err(not_played(why)),
                    _ => Ok(Vec::new()),
                }
            }
        }
    }

    /// A digit alone.
    pub(super) fn key(&mut self, key: u8) -> Outcome {
        self.check_open()?;
        let m = cards::key(self.playing.view(), key).map_err(not_played)?;
        Ok(self.play(m, None))
    }

    /// Plays a legal move and what follows from it, and says what came of it.
    fn play(&mut self, m: Move, mark: Option<Mark>) -> Vec<Reply> {
        let mut replies = self.play_one(m, mark);
        replies.extend(self.auto_kings());
        replies
    }

    /// Removes the free cards that leave alone, if that is wanted, each by a move of its own.
    pub(super) fn auto_kings(&mut self) -> Vec<Reply> {
        let mut replies = Vec::new();
        while self.options.auto_kings && self.playing.over().is_none() {
            let alone = |m: &Move| matches!(m, Move::Single(_));
            let Some(m) = self.playing.view().legal().into_iter().find(alone) else { break };
            replies.extend(self.play_one(m, None));
        }
        replies
    }

    /// Plays a legal move, and says what came of it.
    pub(super) fn play_one(&mut self, m: Move, mark: Option<Mark>) -> Vec<Reply> {
        let before = self.playing.before();
        let drawn = self.next_cards(m);
        let view = self.playing.view();
        let thrown_away = view.thrown_away(self.playing.game.ply(), m).into_iter().collect();
        let cards_turned = self.playing.game.state().wastes_len();
        let parked = self.parked(m);
        let was_won = self.playing.is_won();
        let Some(token) = self.playing.play(m, mark) else {
            let over = self.game_over(self.playing.game.status().name());
            return vec![Reply::NotPlayed { error: over.into() }];
        };
        let (uncovered, now) = self.playing.since(&before);
        let pass = self.playing.view().pass();
        let reply = match (m, parked) {
            (Move::Draw, _) => Reply::Drew { cards: drawn, thrown_away, now },
            (Move::Redeal, _) => Reply::Redealt {
                cards: cards_turned,
                wastes: self.playing.rules.rules().wastes,
                pass: pass.pass,
                passes: pass.of,
                now,
            },
            (_, Some(card)) => Reply::Parked { card, uncovered, now },
            _ => Reply::Removed { cards: cards_of(&token), uncovered, now },
        };
        let mut replies = vec![reply];
        replies.extend(self.ending(was_won));
        replies
    }

    /// The cards a draw will turn up, with the waste each goes to.
    fn next_cards(&self, m: Move) -> Vec<At> {
        if m != Move::Draw {
            return Vec::new();
        }
        let view = self.playing.view();
        let three = self.playing.rules.rules().wastes == 3;
        let next = view.setup().next_draw(view.state());
        (0..)
            .zip(next)
            .map(|(i, card)| At { card, place: view.name(Place::Waste(if three { i } else { 0 })) })
            .collect()
    }

    fn parked(&self, m: Move) -> Option<At> {
        let Move::Park(place) = m else { return None };
        let view = self.playing.view();
        let card = view.setup().free_card(view.state(), place)?;
        Some(At { card, place: view.name(place) })
    }

    /// The end of the game, if it is over, or that a won par game goes on.
    pub(super) fn ending(&mut self, was_won: bool) -> Vec<Reply> {
        if let Some(mut end) = end(&self.playing, self.options.undo) {
            let keeper = self.keeper.as_ref().filter(|_| end.result == "won");
            let before = keeper.and_then(|keeper| keeper.streak(&self.playing.rules));
            end.streak = before.map(|before| before + 1);
            let review = self.review();
            // A review says how far.
            end.undo &= review.as_ref().is_none_or(|review| review.undo.is_none());
            let mut replies = vec![Reply::Ended(Box::new(end))];
            replies.extend(review.map(Reply::Review));
            return replies;
        }
        let playing = &self.playing;
        let state = playing.game.state();
        let plays_on = (playing.is_won() && !was_won).then(|| Reply::PlaysOn {
            score: playing.game.score(),
            in_hand: state.stock_len() + state.wastes_len(),
        });
        plays_on.into_iter().collect()
    }

    /// `draw`.
    pub(super) fn draw(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        let asked = count(argument, "draw takes a count, such as draw 3")?;
        self.check_open()?;
        let rules = *self.playing.rules.rules();
        let group = if rules.wastes == 3 { 3 } else { usize::from(rules.draw) };
        let draws = self.playing.game.state().stock_len().div_ceil(group);
        if draws == 0 {
            return Err(not_played(match rules.stock {
                Stock::None => Other::NoStock,
                _ => {
                    Other::StockEmpty { redeal: self.playing.view().try_move(Move::Redeal).is_ok() }
                }
            }));
        }
        if asked > draws as u64 {
            return Err(not_played(Other::StockTooShort { asked, draws }));
        }
        let mut all = self.play(Move::Draw, None);
        for _ in 1..asked {
            if self.playing.over().is_some() {
                break;
            }
            let mut more = self.play(Move::Draw, None).into_iter();
            // After another reply the next draw has its own.
            if all.len() == 1 {
                join_draws(&mut all, more.next());
            }
            all.extend(more);
        }
        Ok(all)
    }

    /// `redeal`.
    pub(super) fn redeal(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        self.check_open()?;
        let view = self.playing.view();
        view.try_move(Move::Redeal).map_err(|refusal| not_played(why(view, refusal)))?;
        Ok(self.play(Move::Redeal, None))
    }

    /// `park`.
    pub(super) fn park(&mut self, argument: &str, _: &mut dyn World) -> Outcome {
        let view = self.playing.view();
        let card = match cards::one(view, argument) {
            Ok(card) => card,
            Err(Meaningless::Why(why)) => return Err(not_played(why)),
            Err(Meaningless::NotCards) => {
                return Err(not_done("done", "argument", "park takes a card, such as park 2h"));
            }
        };
        self.check_open()?;
        let m = match cards::park(view, &card) {
            Ok(m) => m,
            Err(Meaningless::Why(why)) => return Err(not_played(why)),
            Err(Meaningless::NotCards) => return Err(not_played(Other::NoCell)),
        };
        view.try_move(m).map_err(|refusal| not_played(why(view, refusal)))?;
        Ok(self.play(m, None))
    }

    /// `resign`.
    pub(super) fn resign(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        self.check_open()?;
        self.playing.early = Some("resigned");
        Ok(self.ending(false))
    }

    /// `stop`.
    pub(super) fn stop(&mut self, _: &str, _: &mut dyn World) -> Outcome {
        if self.playing.rules.rules().score != pyramid_engine::Scoring::Par {
            let text = "stop is for par games; resign gives this one up";
            return Err(not_done("stopped", "not-par", text));
        }
        self.check_open()?;
        self.playing.early = Some("stopped");
        Ok(self.ending(false))
    }
}

/// Adds the cards of one draw to those of the draws before it.
fn join_draws(all: &mut [Reply], more: Option<Reply>) {
    if let (
        Some(Reply::Drew { cards, thrown_away, now }),
        Some(Reply::Drew { cards: more, thrown_away: gone, now: then }),
    ) = (all.first_mut(), more)
    {
        cards.extend(more);
        thrown_away.extend(gone);
        *now = then;
    }
}

/// The cards of a removal, as its token has them.
fn cards_of(token: &Token) -> Vec<Card> {
    match token {
        Token::Pair(a, b) | Token::Covered { upper: a, lower: b } => vec![a.card, b.card],
        Token::Single(card) => vec![card.card],
        _ => Vec::new(),
    }
}
