//! Colours, and that nothing depends on them.

use ratatui::style::Color;

use super::*;

const DEPTHS: [Colours; 4] = [Colours::None, Colours::Sixteen, Colours::Palette, Colours::True];

fn colours(table: &Table) -> Vec<Color> {
    let (buffer, _) = table.buffer();
    buffer
        .content
        .iter()
        .flat_map(|cell| [cell.fg, cell.bg])
        .filter(|c| *c != Color::Reset)
        .collect()
}

#[test]
fn each_depth_has_its_own_colours_and_none_has_none() {
    for depth in DEPTHS {
        let mut table = pyramid((80, 24));
        table.model.colours = depth;
        table.press(KeyCode::Enter);
        let seen = colours(&table);
        let fits = |color: &Color| match depth {
            Colours::None => false,
            Colours::Sixteen => !matches!(color, Color::Indexed(_) | Color::Rgb(..)),
            Colours::Palette => matches!(color, Color::Indexed(_)),
            Colours::True => matches!(color, Color::Rgb(..)),
        };
        assert!(seen.iter().all(fits), "{depth:?}: {seen:?}");
        assert_eq!(seen.is_empty(), depth == Colours::None);
    }
}

#[test]
fn without_colour_the_screen_says_the_same() {
    let screens = ["", "\n", "3", "r", "dd[", ":where", "?", "R"];
    for keys in screens {
        let frame = |depth| {
            let mut table = pyramid((80, 24));
            table.model.colours = depth;
            table.keys(keys);
            table.frame()
        };
        for depth in DEPTHS {
            assert_eq!(frame(depth), frame(Colours::None));
        }
    }
}

/// What is open, selected, or a partner is told by signs: no two of them look the same.
#[test]
fn signs_tell_what_colours_tell() {
    for (size, open) in [((80, 24), "# Ts  #"), ((44, 12), "[Ts]")] {
        let mut table = pyramid(size);
        table.keys(":ad qh\n");
        table.model.mark = None;
        assert!(table.frame().contains(open), "{}", table.frame());
        table.keys(":where 3s\n");
        while table.model.card_text(table.model.cursor).unwrap() != "3s" {
            table.press(KeyCode::Tab);
        }
        table.press(KeyCode::Enter);
        let frame = table.frame();
        for sign in [">3s<", "(Ts)", "(Td)"] {
            assert!(frame.contains(sign), "{sign}: {frame}");
        }
    }
}
