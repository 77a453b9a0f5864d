//! Screens as they are seen.

use super::*;

/// A game at every size, after some keys.
fn frames(rules: &str, deal: &str, symbols: Symbols, keys: &str) -> String {
    let mut text = String::new();
    for size in SIZES {
        let mut table = table(rules, deal, symbols, size);
        table.keys(keys);
        text += &format!("{} x {}\n{}\n", size.0, size.1, table.frame());
    }
    text
}

#[test]
fn games_at_every_size() {
    for (rules, keys) in [
        ("pyramid", ":ad qh\n:3s ts\ndd"),
        ("giza", ""),
        ("apophis", "ddd"),
        ("cell", "d:park ad\n"),
        ("thirteen", "d"),
        ("no-waste", "dd"),
        ("triangle", ""),
        ("two-pyramids", ""),
        ("pharaohs", ""),
        ("pyramid waste-pair=yes", "ddd"),
    ] {
        let name = rules.split(['=', ' ']).collect::<Vec<_>>().join("-");
        insta::assert_snapshot!(
            format!("unicode@{name}"),
            frames(rules, "seed:7", Symbols::Unicode, keys)
        );
    }
}

#[test]
fn games_in_letters() {
    for rules in ["pyramid", "giza"] {
        let text = frames(rules, "seed:7", Symbols::Ascii, "d");
        assert!(text.is_ascii());
        insta::assert_snapshot!(format!("ascii@{rules}"), text);
    }
}

#[test]
fn other_screens() {
    let screens = [
        ("help", "?"),
        ("games", "Rgi"),
        ("typed", ":where 4c"),
        ("selected", "\n"),
        ("choice", ":ad\n3"),
        ("refused", "r"),
        ("past", "ddd[["),
        ("resigned", "d:resign\n"),
        ("text", ":help all\n"),
        ("reply", "d."),
    ];
    for (name, keys) in screens {
        insta::assert_snapshot!(
            format!("screens@{name}"),
            frames("pyramid", "seed:7", Symbols::Unicode, keys)
        );
    }
}

/// A card box, a text board and a list: the cursor stands on the rank of its card in each.
#[test]
fn the_cursor_is_on_the_selected_card() {
    for size in SIZES {
        for symbols in [Symbols::Ascii, Symbols::Unicode] {
            let mut table = table("pyramid", "seed:7", symbols, size);
            for _ in 0..8 {
                let (buffer, cursor) = table.buffer();
                let card = table.model.card_text(table.model.cursor).unwrap();
                let shown: String =
                    (0..2).map(|i| buffer[(cursor.x + i, cursor.y)].symbol()).collect();
                assert_eq!(shown, card, "{size:?}");
                table.press(KeyCode::Tab);
            }
        }
    }
}
