//! How fast the reader goes through recorded games: `cargo run --release --example read_speed`.
//!
//! The games are made in memory; the figures are the best of five runs. The first argument is the
//! number of games, the second a part of the name of what is to be run.

use std::hint::black_box;
use std::time::Instant;

use pyramid_notation::{Event, ReadOptions, Reader, read_games};

const GAME: &str = "pyramid-game 1.0
rules: microsoft
deal: Kc/2dQc/7h6s8h/Th4d7dJh/9dJsQs8s9c/QdTcQhTs5d6h/Ks7cAd4hAsJd8d | Ac6d3dKh6cTd2s3c9hKd7s3s9s2c3h4cAh2hJc5h8c4s5s5c
from: ms:3
player: solver
date: 2026-11-30
";

const MOVES: [&str; 36] = [
    "Ks", ">Ac", "6d+7c", "Ad+Qd", "3d+Tc", "4h+9d", "As+Qh", "Kh", ">6c", ">Td", "2s+Js", "3c+Th",
    ">9h", "Kd", ">7s", "3s+Ts", ">9s", "2c+Jd", "5d+8d", ">3h", ">4c", "Ah+Qs", ">2h", "2h+Jc",
    "5h+8s", "6h+7d", "4d+9c", "6s+7h", "2d+Jh", ">8c", ">4s", "5s+8h", ">5c", "<11", "Ac+Qc",
    "Kc",
];

/// So many games; with clocks if wanted, or in a lenient spelling.
fn text(games: usize, clocks: bool, lenient: bool) -> String {
    let mut text = String::new();
    for game in 0..games {
        text.push_str(GAME);
        for (index, token) in MOVES.iter().enumerate() {
            match index % 10 {
                0 if lenient => text.push('\n'),
                0 => text.push_str(&format!("\n{}. ", index + 1)),
                _ => text.push(' '),
            }
            match lenient {
                true => text.push_str(&token.replace('+', "").to_lowercase()),
                false => text.push_str(token),
            }
            if clocks {
                text.push_str(&format!("@{}.{}", 3 * index, (game + index) % 10));
            }
        }
        text.push_str("\nend: won reason=cleared score=1265 moves=36\n\n");
    }
    text.pop();
    text.replace("\n\n1", "\n1").replace("\n\nk", "\nk")
}

/// The best of five runs in MB/s, and what the run counted.
fn best(bytes: usize, run: impl Fn() -> usize) -> (f64, usize) {
    let times = (0..5).map(|_| {
        let start = Instant::now();
        let count = black_box(run());
        (bytes as f64 / 1e6 / start.elapsed().as_secs_f64(), count)
    });
    times.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}

fn events(text: &str, options: ReadOptions) -> usize {
    let mut reader = Reader::with_options(text.as_bytes(), options);
    let mut moves = 0;
    while let Ok(Some(item)) = reader.next_event() {
        match item.event {
            Event::Move(played) => moves += usize::from(black_box(&played).number > 0),
            Event::Problem(problem) if problem.is_error() => println!("{}", problem.short("games")),
            _ => {}
        }
    }
    moves
}

fn skipped(text: &str) -> usize {
    let mut reader = Reader::new(text.as_bytes());
    let mut games = 0;
    while let Ok(Some(_)) = reader.next_event() {
        reader.skip_game();
        games += 1;
    }
    games
}

fn main() {
    let games = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(50_000);
    let wanted_name = std::env::args().nth(2).unwrap_or_default();
    let report = |name: &str, text: &str, run: &dyn Fn() -> usize, what: &str, wanted: usize| {
        if !name.contains(&wanted_name) {
            return;
        }
        let (speed, count) = best(text.len(), run);
        assert_eq!(count, wanted, "{name}: {what}");
        println!("{name:<28} {speed:7.0} MB/s  {count} {what}");
    };
    let all = games * MOVES.len();
    let plain = text(games, false, false);
    report("events, canonical", &plain, &|| events(&plain, ReadOptions::LENIENT), "moves", all);
    report("events, strict", &plain, &|| events(&plain, ReadOptions::STRICT), "moves", all);
    report("games skipped", &plain, &|| skipped(&plain), "games", games);
    let records = || {
        let reads = read_games(Reader::new(plain.as_bytes()));
        reads.flatten().filter_map(|game| game.record).map(|record| record.moves().count()).sum()
    };
    report("records", &plain, &records, "moves", all);
    let clocks = text(games, true, false);
    report("events with clocks", &clocks, &|| events(&clocks, ReadOptions::LENIENT), "moves", all);
    let lenient = text(games, false, true);
    report(
        "events, lenient spelling",
        &lenient,
        &|| events(&lenient, ReadOptions::LENIENT),
        "moves",
        all,
    );
    // Moves alone: one game's head and then nothing but full lines.
    let lines = 9_000;
    let line: String = MOVES[..10].join(" ") + "\n";
    let long = format!("{GAME}{}end: open\n", line.repeat(lines));
    let many = long.repeat(games.div_ceil(lines / 4).max(1));
    let count = events(&many, ReadOptions::LENIENT);
    report("events of moves only", &many, &|| events(&many, ReadOptions::LENIENT), "moves", count);
}
