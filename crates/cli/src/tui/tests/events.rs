//! Whatever comes: nothing panics, and the cursor stays on the screen.

use proptest::prelude::*;

use super::*;

fn code() -> impl Strategy<Value = KeyCode> {
    let named = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
        KeyCode::Delete,
    ];
    prop_oneof![
        3 => proptest::sample::select(named.to_vec()),
        4 => proptest::sample::select("1234567890druymnp.:?[] RDSM".chars().collect::<Vec<_>>())
            .prop_map(KeyCode::Char),
        1 => any::<char>().prop_map(KeyCode::Char),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let modifiers = prop_oneof![
        8 => Just(KeyModifiers::NONE),
        1 => Just(KeyModifiers::SHIFT),
        1 => Just(KeyModifiers::ALT),
    ];
    let kinds = [
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::Moved,
    ];
    let mouse = (proptest::sample::select(kinds.to_vec()), 0..90u16, 0..30u16);
    prop_oneof![
        6 => (code(), modifiers).prop_map(|(code, modifiers)| Event::Key(KeyEvent::new(code, modifiers))),
        3 => mouse.prop_map(|(kind, column, row)| {
            Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }),
        1 => (0..130u16, 0..45u16).prop_map(|(width, height)| Event::Resize(width, height)),
    ]
}

const RULES: [&str; 12] = [
    "pyramid",
    "giza",
    "apophis",
    "cell",
    "overlap",
    "thirteen",
    "no-waste",
    "triangle",
    "two-pyramids",
    "pharaohs",
    "par",
    "pyramid rows=1 deck=104 waste-pair=yes",
];

/// Draws, and checks that the cursor is on the screen, and on a place it can stand on.
fn check(table: &Table) {
    let (width, height) = table.model.size;
    let (_, cursor) = table.buffer();
    if width > 0 && height > 0 {
        assert!(cursor.x < width && cursor.y < height, "{cursor:?} on {width}x{height}");
    }
    let scene = table.model.plan().scene;
    // With a card selected it may stand on a partner below the card, where they overlap.
    let stands = scene.stops().any(|stop| stop.place == table.model.cursor)
        || table.model.partners().contains(&table.model.cursor);
    let is_now = table.model.past.is_none();
    assert!(stands || !is_now || scene.stops().next().is_none(), "{:?}", table.model.cursor);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_panics(
        rules in proptest::sample::select(RULES.to_vec()),
        seed in 0..50u64,
        events in proptest::collection::vec(event(), 1..120),
    ) {
        let mut table = table(rules, &format!("seed:{seed}"), Symbols::Unicode, (80, 24));
        for event in &events {
            table.happens(event);
            check(&table);
            if table.model.seat.has_left() {
                break;
            }
        }
    }
}

/// Every size there can be, from nothing up, for boards of every shape.
#[test]
fn every_size_is_drawn() {
    for rules in RULES {
        let mut table = table(rules, "seed:7", Symbols::Unicode, (80, 24));
        let heights = [0, 1, 2, 3, 4, 5, 8, 11, 12, 13, 23, 24, 25, 40, 200];
        for width in [0, 1, 2, 3, 5, 9, 23, 24, 25, 43, 44, 61, 62, 63, 80, 119, 120, 300] {
            for height in heights {
                table.resize((width, height));
                check(&table);
            }
        }
    }
}

/// The layouts begin where they are said to.
#[test]
fn the_form_follows_the_size() {
    use super::super::scene::Form;
    let sizes = [
        ((62, 24), Form::Large),
        ((61, 24), Form::Compact),
        ((62, 18), Form::Compact),
        ((44, 12), Form::Compact),
        ((43, 12), Form::Compact),
        ((40, 12), Form::List),
        ((44, 11), Form::List),
        ((1, 1), Form::List),
    ];
    for (size, form) in sizes {
        assert_eq!(pyramid(size).model.plan().scene.form, form, "{size:?}");
    }
}

/// Ten thousand events come to one state, whatever is drawn between them.
#[test]
fn ten_thousand_events_in_a_row() {
    let mut table = pyramid((80, 24));
    for at in 0..10_000 {
        let keys = [KeyCode::Char('d'), KeyCode::Tab, KeyCode::Char('u'), KeyCode::Left];
        table.press(keys[at % keys.len()]);
    }
    assert_eq!(table.model.seat.ply(), 0);
    check(&table);
}
