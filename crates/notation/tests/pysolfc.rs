//! What PySolFC deals, in the layouts of its games: `fixtures/deals/pysolfc-variants.json`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::sync::Arc;

use pyramid_engine::{Card, Passes, Piles, RuleSet, Setup, Stock};
use pyramid_notation::read_deal;
use serde::Deserialize;

/// PySolFC's game ids and our rules.
const GAMES: [(u32, &str); 13] = [
    (38, "pysolfc"),
    (193, "pysolfc-relaxed"),
    (592, "pysolfc-giza"),
    (658, "pysolfc-apophis"),
    (681, "pysolfc-king-tut"),
    (655, "pharaohs"),
    (846, "pyramid-dozen reserve-first=yes"),
    (659, "cheops predeal=1"),
    (700, "triangle predeal=1"),
    (699, "double-pyramid predeal=1"),
    (677, "two-pyramids predeal=1"),
    (701, "up-and-down predeal=1"),
    (44, "thirteen stock=open predeal=1"),
];

#[derive(Deserialize)]
struct Entry {
    id: u32,
    name: String,
    game: String,
    max_rounds: i32,
    draw: u8,
    rows_top_to_bottom_left_to_right: Vec<String>,
    face_down: Vec<u8>,
    reserves_bottom_to_top: Vec<String>,
    waste_bottom_to_top: Option<String>,
    talon_next_card_first: String,
    talon_top_face_up: bool,
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

#[test]
fn layouts_are_those_of_pysolfc() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/deals/pysolfc-variants.json");
    let entries: Vec<Entry> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(entries.len(), 39);
    for entry in entries {
        let at = format!("pysolfc-variants.json: {} {} game {}", entry.id, entry.name, entry.game);
        let (_, line) = GAMES.iter().find(|(id, _)| *id == entry.id).unwrap();
        let rules: RuleSet = line.parse().unwrap();
        let layout = Arc::new(rules.layout());
        let deal = read_deal(&format!("pysol:{}", entry.game), &layout).unwrap().deal;
        let setup = Setup::new(layout, &deal);
        let Piles { tableau, stock, wastes, reserve, .. } = setup.piles(setup.start());

        let tableau: Vec<Card> = tableau.into_iter().flatten().collect();
        assert_eq!(text(&tableau), entry.rows_top_to_bottom_left_to_right.concat(), "{at}: rows");
        let stock_text = text(&stock);
        assert_eq!(stock_text, entry.talon_next_card_first, "{at}: stock");
        let three = wastes.len() == 3;
        if !three {
            let waste = entry.waste_bottom_to_top.unwrap_or_default();
            assert_eq!(text(&wastes[0]), waste, "{at}: waste");
        }
        // PySolFC lists the three wastes under its reserves.
        let piles = if three { wastes } else { reserve };
        let piles: Vec<String> = piles.iter().map(|pile| text(pile)).collect();
        assert_eq!(piles, entry.reserves_bottom_to_top, "{at}: reserves");

        let rules = rules.rules();
        let passes = match rules.passes {
            Passes::Any => -1,
            Passes::Limited(passes) => i32::from(passes),
        };
        assert_eq!(passes, entry.max_rounds, "{at}: passes");
        assert_eq!(rules.draw, entry.draw, "{at}: draw");
        let open = rules.stock == Stock::Open && !stock.is_empty();
        assert_eq!(open, entry.talon_top_face_up, "{at}: stock's top");
        let hidden: Vec<u8> = (0..setup.layout().tableau_len() as u8)
            .filter(|&place| rules.hidden && setup.layout().covered_by(place) != 0)
            .collect();
        assert_eq!(hidden, entry.face_down, "{at}: face down");
    }
}
