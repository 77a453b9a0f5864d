//! Single keys and gestures.

use pyramid_engine::Place;

use super::super::keys::{KEYS, MOUSE, On, helped};
use super::*;

/// Terminals that tell of a key being let go would play each move twice.
#[test]
fn a_key_counts_when_it_is_pressed_or_repeated() {
    for (kind, plies) in
        [(KeyEventKind::Press, 1), (KeyEventKind::Repeat, 1), (KeyEventKind::Release, 0)]
    {
        let mut table = pyramid((80, 24));
        let key = KeyEvent::new_with_kind(KeyCode::Char('d'), KeyModifiers::NONE, kind);
        table.happens(&Event::Key(key));
        assert_eq!(table.model.seat.ply(), plies, "{kind:?}");
    }
}

#[test]
fn no_key_means_two_things() {
    let mut seen = HashMap::new();
    for key in KEYS {
        for code in key.codes {
            let before = seen.insert((format!("{:?}", key.on), *code, key.ctrl), key.name);
            assert_eq!(before, None, "{:?} {code:?}", key.on);
        }
    }
}

/// Whoever is shown a word can find the key, and the other way round.
#[test]
fn the_help_has_every_key_of_the_board() {
    for key in KEYS.iter().filter(|key| key.on == On::Board && !key.word.is_empty()) {
        let is_helped = helped().any(|row| row.word == key.word);
        assert!(is_helped, "{}", key.word);
    }
}

#[test]
fn the_document_has_the_tables() {
    let text = include_str!("../../../../../docs/full-screen.md");
    let keys = helped().map(|key| format!("| `{}` | {} |\n", key.name, key.help));
    let mouse = MOUSE.iter().map(|(gesture, help)| format!("| {gesture} | {help} |\n"));
    for table in [keys.collect::<String>(), mouse.collect()] {
        assert!(text.replace("\r\n", "\n").contains(&table), "docs/full-screen.md lacks:\n{table}");
    }
}

#[test]
fn undo_redo_and_looking_back() {
    let mut table = pyramid((80, 24));
    table.keys("ddd");
    table.press(KeyCode::Home);
    assert_eq!(table.model.past, Some(0));
    table.keys("]]");
    assert_eq!(table.model.past, Some(2));
    table.keys("[");
    let shown = table.frame();
    assert!(shown.contains("Looking back: move 1 of 3, then came >3s."), "{shown}");
    // Nothing is played from the past: the first key comes back.
    table.press(KeyCode::Left);
    assert_eq!((table.model.past, table.model.seat.ply()), (None, 3));
    table.keys("[[u");
    assert_eq!((table.model.past, table.model.seat.ply()), (None, 1));
    table.keys("yy");
    assert_eq!(table.model.seat.ply(), 3);
    table.keys(":resign\n[u");
    assert_eq!((table.model.seat.ply(), table.model.seat.over()), (2, None));
}

#[test]
fn two_cards_that_do_not_pair_say_so_and_the_second_is_selected() {
    let mut table = pyramid((80, 24));
    let at = |table: &Table, card: &str| {
        let scene = table.model.plan().scene;
        scene
            .stops()
            .map(|s| s.place)
            .find(|&p| table.model.card_text(p).as_deref() == Some(card))
            .unwrap()
    };
    table.model.cursor = at(&table, "Qh");
    table.press(KeyCode::Enter);
    assert_eq!(table.model.mark, Some(at(&table, "Qh")));
    table.model.cursor = at(&table, "9d");
    table.press(KeyCode::Enter);
    assert_eq!(table.said(), "Not played: Qh and 9d make 21, not 13.");
    assert_eq!((table.model.mark, table.model.seat.ply()), (None, 0), "9d has no partner now");
    table.press(KeyCode::Enter);
    assert_eq!(table.said(), "Not played: 9d pairs with 4, and none is free.");
}

#[test]
fn a_pair_key_goes_through_its_pairs() {
    let mut table = pyramid((80, 24));
    table.keys(":ad qh\n3");
    let first = table.model.shown_move();
    assert!(table.said().starts_with("3: 3s+T"), "{}", table.said());
    table.keys("3");
    assert_ne!(table.model.shown_move(), first);
    table.keys("3");
    assert_eq!(table.model.shown_move(), first);
    table.press(KeyCode::Esc);
    assert_eq!((table.model.shown_move(), table.model.seat.ply()), (None, 1));
    table.keys("33\n");
    assert_eq!(table.model.seat.ply(), 2);
}

#[test]
fn covered_cards_say_what_lies_on_them() {
    let mut table = pyramid((80, 24));
    let plan = table.model.plan();
    let spot = plan.scene.spot(Place::Tableau(16)).unwrap();
    table.click(plan.board.x + spot.x + 3, plan.board.y + spot.y + 1);
    assert_eq!(table.said(), "Not played: 6d at 6.2 is covered by 9d and 7h.");
}

#[test]
fn the_wheel_looks_back_and_the_right_button_undoes() {
    let mut table = pyramid((80, 24));
    table.keys("dd");
    table.mouse(MouseEventKind::ScrollUp, 3, 3);
    table.mouse(MouseEventKind::ScrollUp, 3, 3);
    assert_eq!(table.model.past, Some(0));
    table.mouse(MouseEventKind::ScrollDown, 3, 3);
    assert_eq!((table.model.past, table.model.seat.ply()), (Some(1), 2));
    table.mouse(MouseEventKind::ScrollDown, 3, 3);
    assert_eq!(table.model.past, None);
    table.mouse(MouseEventKind::Down(MouseButton::Right), 3, 3);
    assert_eq!(table.model.seat.ply(), 1);
}

#[test]
fn moving_the_mouse_draws_nothing() {
    let mut table = pyramid((80, 24));
    table.model.changed = false;
    for at in 0..50 {
        table.mouse(MouseEventKind::Moved, at, at / 3);
    }
    assert!(!table.model.changed);
    assert_eq!(table.press(KeyCode::Char('M')), Some(Effect::Mouse(false)));
    assert!(table.model.changed);
}

/// The cursor stands on the game as it is, also after the screen changed while looking back.
#[test]
fn a_resize_while_looking_back_leaves_the_cursor_on_an_open_card() {
    let mut table = pyramid((80, 24));
    table.keys(":ad qh\n:3s ts\n");
    // It was covered before.
    while table.model.card_text(table.model.cursor).as_deref() != Some("Js") {
        table.press(KeyCode::Tab);
    }
    let cursor = table.model.cursor;
    table.press(KeyCode::Home);
    for size in SIZES {
        table.resize(size);
    }
    table.press(KeyCode::End);
    assert_eq!(table.model.cursor, cursor);
    assert!(table.model.card_text(cursor).is_some());
}

/// Verdicts know the unseen cards: they are told of a game that is over, and of its moves only.
#[test]
fn verdicts_of_a_game_that_is_over() {
    let mut table = pyramid((80, 24));
    table.keys("dv");
    assert!(table.said().contains("games that are over"), "{}", table.said());
    for _ in 0..3 {
        for _ in 0..24 {
            table.keys("d");
        }
        table.keys("r");
    }
    table.keys(":resign\n");
    assert_eq!(table.model.seat.over(), Some("resigned"));
    assert_eq!(table.press(KeyCode::Char('v')), Some(Effect::Judge));
    assert_eq!(table.press(KeyCode::Char('T')), Some(Effect::Stats));
    table.model.judge();
    let said = table.said().to_owned();
    let lost: usize =
        said.split("until move ").nth(1).unwrap().split('.').next().unwrap().parse().unwrap();
    assert_eq!(table.model.verdict(lost), Some(Some(false)), "{said}");
    assert!(lost == 0 || table.model.verdict(lost - 1) == Some(Some(true)), "{said}");
    // Other moves were not judged.
    table.press(KeyCode::Home);
    table.keys("u1");
    assert_eq!(table.model.verdict(0), None);
    table.keys("n");
    assert_eq!(table.model.verdict(0), None);
}

#[test]
fn suits_can_be_letters() {
    let mut table = table("pyramid", "seed:7", Symbols::Unicode, (80, 24));
    assert!(table.frame().contains('♥'));
    table.keys("S");
    assert!(table.frame().is_ascii());
}

#[test]
fn another_game_is_chosen_from_the_list() {
    let mut table = pyramid((80, 24));
    table.keys("Rgiz\n");
    assert_eq!(table.model.seat.rules().to_string(), "giza");
    table.keys("Rno such game\n");
    assert_eq!(table.model.seat.rules().to_string(), "giza");
    table.press(KeyCode::Esc);
    table.keys("D");
    assert_eq!(table.model.seat.deal_name().unwrap(), "daily:2026-11-30");
}

#[test]
fn lines_that_were_typed_come_back() {
    let mut table = pyramid((80, 24));
    table.keys(":draw 2\n:where 4c\n:");
    table.press(KeyCode::Up);
    table.press(KeyCode::Up);
    table.press(KeyCode::Enter);
    assert_eq!(table.model.seat.ply(), 4);
}

#[test]
fn every_way_out_leaves() {
    let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    for leave in [ctrl_c, KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE)] {
        let mut table = pyramid((80, 24));
        table.happens(&Event::Key(leave));
        assert!(table.model.seat.has_left());
    }
}

#[test]
fn without_a_terminal_it_says_what_there_is() {
    let (mut io, ..) = Io::memory(&["tui"], "");
    let Some(Command::Tui(args)) = Cli::try_parse_from(io.args()).unwrap().command else {
        panic!()
    };
    let failure = super::super::run(&mut io, args).unwrap_err();
    assert_eq!(failure.code(), 2);
    assert!(failure.to_string().contains("pyramid play"), "{failure}");
}
