//! The rules keys as one table: names, values, and the fields they set.

use crate::values::{End, Goal, Matching, Passes, RedealOrder, Reserve, Scoring, Shape, Stock};
use crate::{Card, Deck, Rules};

/// One rules key: its name, what it may be, and how it reads and writes its field.
pub struct Key {
    /// The name before the `=`.
    pub name: &'static str,
    /// The values in words.
    pub values: &'static str,
    /// What the key decides, one clause.
    pub meaning: &'static str,
    get: fn(&Rules) -> String,
    set: fn(&mut Rules, &str) -> Option<()>,
}

impl Key {
    /// The key with this name.
    pub fn by_name(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// The value these rules have, as it stands in a rules line.
    pub fn get(&self, rules: &Rules) -> String {
        (self.get)(rules)
    }

    /// Sets the value, written in lower case; `None`, with the rules unchanged, if the key has no such value.
    pub fn set(&self, rules: &mut Rules, value: &str) -> Option<()> {
        (self.set)(rules, value)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Key").field("name", &self.name).finish_non_exhaustive()
    }
}

fn yes_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

fn read_yes_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Decimal digits without sign or leading zero, within the range.
fn number(text: &str, allowed: impl Fn(u8) -> bool) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let value = if text == "0" { 0 } else { text.parse().ok().filter(|_| plain)? };
    allowed(value).then_some(value)
}

fn reserve(text: &str) -> Option<Option<Reserve>> {
    if text == "none" {
        return Some(None);
    }
    let (piles, depth) = text.split_once('x')?;
    let piles = number(piles, |n| (1..=13).contains(&n))?;
    let depth = number(depth, |n| (1..=8).contains(&n))?;
    Some(Some(Reserve { piles, depth }))
}

fn passes(text: &str) -> Option<Passes> {
    match text {
        "any" => Some(Passes::Any),
        _ => number(text, |n| (1..=9).contains(&n)).map(Passes::Limited),
    }
}

/// A table row for a yes/no field.
macro_rules! flag {
    ($name:literal, $field:ident, $meaning:literal) => {
        Key {
            name: $name,
            values: "no, yes",
            meaning: $meaning,
            get: |rules| yes_no(rules.$field),
            set: |rules, text| read_yes_no(text).map(|value| rules.$field = value),
        }
    };
}

/// A table row for a field whose type lists its own values.
macro_rules! choice {
    ($name:literal, $field:ident, $type:ident, $values:literal, $meaning:literal) => {
        Key {
            name: $name,
            values: $values,
            meaning: $meaning,
            get: |rules| rules.$field.to_string(),
            set: |rules, text| $type::from_name(text).map(|value| rules.$field = value),
        }
    };
}

/// A table row for a small number.
macro_rules! small {
    ($name:literal, $field:ident, $allowed:pat, $values:literal, $meaning:literal) => {
        Key {
            name: $name,
            values: $values,
            meaning: $meaning,
            get: |rules| rules.$field.to_string(),
            set: |rules, text| {
                number(text, |n| matches!(n, $allowed)).map(|value| rules.$field = value)
            },
        }
    };
}

/// All rules keys in the order in which a rules line writes them.
pub static KEYS: [Key; 20] = [
    Key {
        name: "deck",
        values: "52, 48, 40, 104",
        meaning: "the pack",
        get: |rules| rules.deck.len().to_string(),
        set: |rules, text| {
            let decks = [Deck::Cards52, Deck::Cards48, Deck::Cards40, Deck::Cards104];
            let deck = decks.into_iter().find(|deck| deck.len().to_string() == text)?;
            rules.deck = deck;
            Some(())
        },
    },
    choice!(
        "layout",
        layout,
        Shape,
        "pyramid, triangle, two-pyramids, up-and-down, pharaohs",
        "the shape of the tableau"
    ),
    small!("rows", rows, 1..=10, "1 to 10", "rows of a pyramid or triangle"),
    Key {
        name: "reserve",
        values: "none, RxH",
        meaning: "R piles (1 to 13) of H cards (1 to 8), tops free, not refilled",
        get: |rules| {
            rules.reserve.map_or_else(
                || "none".to_owned(),
                |Reserve { piles, depth }| format!("{piles}x{depth}"),
            )
        },
        set: |rules, text| reserve(text).map(|value| rules.reserve = value),
    },
    flag!("reserve-first", reserve_first, "the reserve is dealt before the tableau"),
    small!("cells", cells, 0 | 1, "0, 1", "cells a free card may be parked in"),
    choice!(
        "match",
        matching,
        Matching,
        "sum, sum12-qk, sum11-faces, adjacent",
        "which cards pair, and which leave alone"
    ),
    choice!("stock", stock, Stock, "open, closed, none", "whether the stock's top is free"),
    flag!("waste-pair", waste_pair, "the two top cards of one waste may pair"),
    small!("draw", draw, 1 | 3, "1, 3", "cards moved per draw to one waste"),
    small!("wastes", wastes, 0 | 1 | 3, "1, 3, 0", "waste piles"),
    Key {
        name: "passes",
        values: "1 to 9, any",
        meaning: "times through the stock in all",
        get: |rules| rules.passes.to_string(),
        set: |rules, text| passes(text).map(|value| rules.passes = value),
    },
    choice!(
        "redeal-order",
        redeal_order,
        RedealOrder,
        "kept, pysol",
        "how three wastes become a stock"
    ),
    flag!("overlap", overlap, "a card may leave together with the card it alone covers"),
    choice!("goal", goal, Goal, "pyramid, table, deck", "what has to be gone for a win"),
    flag!("hidden", hidden, "covered tableau cards lie face down"),
    Key {
        name: "apex",
        values: "none, Ks",
        meaning: "a card taken from the pack and dealt first",
        get: |rules| rules.apex.map_or_else(|| "none".to_owned(), |card| card.to_string()),
        set: |rules, text| {
            rules.apex = match text {
                "none" => None,
                "ks" => Some(Card::new(crate::Rank::King, crate::Suit::Spades)),
                _ => return None,
            };
            Some(())
        },
    },
    small!("predeal", predeal, 0 | 1 | 3, "0, 1, 3", "cards on the waste at the start"),
    choice!("end", end, End, "stuck, exhausted", "when a game that is not won is over"),
    choice!("score", score, Scoring, "left, par, msc, cards, none", "how the game is scored"),
];
