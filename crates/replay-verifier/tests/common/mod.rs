//! Random games as records, for tests and examples.

use std::io::{self, Write};
use std::sync::Arc;

use pyramid_engine::{Deal, Game, Move, RuleSet, Status};
use pyramid_notation::{GameResult, MoveText, Token, Writer, to_token};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A number below `n`.
fn below(random: &mut Xoshiro256StarStar, n: usize) -> usize {
    (random.next_u64() % n as u64) as usize
}

/// Writes a random game of `seed:SEED`: three removals of four that could be made are made, one
/// move of sixteen is taken back, hints are asked for, some games are given up.
pub(crate) fn write_game<W: Write>(
    writer: &mut Writer<W>,
    rules: &RuleSet,
    seed: u64,
) -> io::Result<()> {
    let mut random = Xoshiro256StarStar::seed_from_u64(seed ^ 0x5eed);
    let layout = Arc::new(rules.layout());
    let deal = Deal::seeded(rules.rules(), seed);
    let mut game = Game::new(layout.clone(), &deal);
    writer.game()?;
    writer.header("rules", &rules.to_string())?;
    writer.header("deal", &deal.write(&layout))?;
    if below(&mut random, 2) == 0 {
        writer.header("from", &format!("seed:{seed}"))?;
    }
    let mut played = 0;
    while game.status() == Status::Open && played < 400 {
        let moves = game.legal_moves();
        let removals: Vec<Move> = moves.iter().copied().filter(|m| m.is_removal()).collect();
        let pool =
            if removals.is_empty() || below(&mut random, 4) == 0 { &moves } else { &removals };
        let m = pool[below(&mut random, pool.len())];
        let token = to_token(game.setup(), game.state(), m);
        writer.item(&MoveText::from(token))?;
        game.play(m).map_err(|refusal| io::Error::other(refusal.name()))?;
        played += 1;
        match below(&mut random, 64) {
            0..4 => {
                game.undo().map_err(|refusal| io::Error::other(refusal.name()))?;
                writer.item(&MoveText::from(Token::Undo(1)))?;
                played += 1;
            }
            4 => writer.item(&MoveText::from(Token::Hint))?,
            5 if below(&mut random, 8) == 0 => break,
            _ => {}
        }
    }
    let stopped = game.setup().is_won(game.state());
    let result = match game.status() {
        Status::Won(_) => GameResult::Won,
        Status::Lost(_) => GameResult::Lost,
        Status::Open if stopped => GameResult::Won,
        Status::Open => GameResult::Resigned,
    };
    let mut claims = Vec::new();
    if let Some(reason) = game.status().reason() {
        claims.push(format!("reason={}", reason.name()));
    }
    if let Some(score) = game.score() {
        claims.push(format!("score={score}"));
    }
    claims.push(format!("moves={}", game.ply()));
    writer.ending(result, &claims.join(" "))
}
