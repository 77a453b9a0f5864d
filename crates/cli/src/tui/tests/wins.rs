//! Whole games won with one kind of input.

use pyramid_engine::{Move, Place};
use pyramid_solver::{Limits, Verdict, solve};

use super::super::model::places;
use super::*;

/// A game with a line that wins it.
fn won(rules: &str, deal: &str) -> (Table, Vec<Move>) {
    let table = table(rules, deal, Symbols::Unicode, (80, 24));
    let (setup, state) = (table.model.seat.setup(), table.model.seat.state());
    let Verdict::Won(line) = solve(setup, state, Limits::default(), &|| false) else {
        panic!("{rules}, {deal} is not won");
    };
    (table, line.to_vec())
}

/// Games that can be won: hands with one waste and three, reserves, pairs within a waste.
const GAMES: [(&str, &str); 5] = [
    ("pyramid", "seed:8"),
    ("pyramid rows=4", "seed:1"),
    ("apophis rows=3", "seed:2"),
    ("pyramid rows=3 reserve=3x2", "seed:1"),
    ("pyramid rows=3 waste-pair=yes", "seed:3"),
];

#[test]
fn games_won_with_pair_keys_only() {
    for (rules, deal) in GAMES {
        let (mut table, line) = won(rules, deal);
        for m in line {
            let before = table.model.seat.ply();
            match m {
                Move::Draw => table.keys("d"),
                Move::Redeal => table.keys("r"),
                m => {
                    let deck = table.model.seat.rules().rules().deck;
                    let cards = table.model.seat.setup().cards_of(table.model.seat.state(), m);
                    let values =
                        cards.map(|card| card.map(|card| deck.value(card.rank()).unwrap()));
                    let key = match values {
                        [Some(a), Some(b)] => a.min(b),
                        _ => 0,
                    };
                    table.keys(&key.to_string());
                    if table.model.seat.ply() == before {
                        while table.model.shown_move() != Some(m) {
                            table.keys(&key.to_string());
                        }
                        table.press(KeyCode::Enter);
                    }
                }
            }
            assert_eq!(table.model.seat.ply(), before + 1, "{rules}: {}", table.said());
        }
        assert_eq!(table.model.seat.over(), Some("won"), "{rules}");
        assert!(table.said().contains("Won: "), "{}", table.said());
    }
}

fn click_on(table: &mut Table, place: Place) {
    let plan = table.model.plan();
    let spot = plan.scene.spot(place).unwrap();
    table.click(plan.board.x + spot.x + 2, plan.board.y + spot.y - plan.scroll);
}

#[test]
fn games_won_with_the_mouse_only() {
    // Where a list scrolls the mouse does not reach all of it.
    for size in [(120, 40), (80, 24), (44, 12), (24, 20)] {
        for (rules, deal) in GAMES {
            let (mut table, line) = won(rules, deal);
            table.resize(size);
            for m in line {
                match (m, places(m)) {
                    (Move::Draw | Move::Redeal, _) => click_on(&mut table, Place::Stock),
                    // A click on the stock draws: its top leaves from the waste.
                    (_, [Some(Place::Stock), None]) => {
                        click_on(&mut table, Place::Stock);
                        click_on(&mut table, Place::Waste(0));
                    }
                    // The stock comes second.
                    (_, [a, b]) => {
                        for place in [a, b].into_iter().flatten() {
                            click_on(&mut table, place);
                        }
                    }
                }
            }
            assert_eq!(
                table.model.seat.over(),
                Some("won"),
                "{rules} at {size:?}: {}",
                table.said()
            );
        }
    }
}
