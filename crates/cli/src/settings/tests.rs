//! What is set where.

use super::*;

fn wrong(text: &str) -> String {
    config::parse(text).unwrap_err().short("config.toml").to_string()
}

#[test]
fn a_file_with_everything() {
    let text = "undo = false\nauto-kings = \"on\"\nboard = 'never'\nsymbols = \"ascii\"\n\
                speech = \"off\"\ncolor = \"never\"\ndeck = \"four\"\nwidth = 1_00\n\
                rules = \"pyramid cells=1\"  # mine\n";
    let read = config::parse(text).unwrap();
    let values: Vec<&str> = read.values().map(String::as_str).collect();
    assert_eq!(
        values,
        ["off", "on", "never", "ascii", "off", "never", "four", "100", "pyramid cells=1"]
    );
    assert!(config::parse("").unwrap().is_empty());
}

/// Every kind of error says where it is, and has a stable name.
#[test]
fn files_that_are_wrong() {
    let cases = [
        "undo = \n",
        "[play]\nundo = \"on\"\n",
        "\n\nautokings = true\n",
        "colour = \"auto\"\n",
        "xyzzy = 1\n",
        "undo = \"maybe\"\n",
        "board = true\n",
        "width = 0\n",
        "width = -5\n",
        "width = 0x20\n",
        "width = 99999\n",
        "width = [80]\n",
        "rules = \"giz\"\n",
        "undo = true\nundo = false\n",
        "rules = \"pyramid rows=99\"\n",
        "undo = \"on",
        "\"a\\nb\" = 1",
    ];
    let said: Vec<String> = cases.iter().map(|text| wrong(text)).collect();
    insta::assert_snapshot!(said.join("\n"));
}

/// A flag counts before a variable, that before the file.
#[test]
fn the_order() {
    let home = tempfile::tempdir().unwrap();
    let (mut io, ..) = Io::memory(&[], "");
    io.live_in(home.path());
    let flags = BTreeMap::from([(Key::Board, "always".to_owned())]);
    let set = |io: &mut Io| Settings::read(io, &flags).unwrap();
    assert_eq!(set(&mut io).get(Key::Deck), None);
    io.write_file(
        &home.path().join("config.toml"),
        b"deck = 'four'\nboard = 'never'\nundo = false",
    )
    .unwrap();
    assert_eq!(set(&mut io).get(Key::Deck), Some("four"));
    io.set_env(&[
        ("PYRAMID_DECK", "two"),
        ("PYRAMID_BOARD", "never"),
        ("PYRAMID_AUTO_KINGS", "on"),
    ]);
    let settings = set(&mut io);
    assert_eq!(settings.get(Key::Deck), Some("two"));
    assert_eq!(settings.get(Key::Board), Some("always"));
    assert_eq!(settings.switch(Key::Undo), Some(false));
    assert_eq!(settings.switch(Key::AutoKings), Some(true));
    assert_eq!(settings.origin(Key::Undo), Some(Origin::File));
    io.set_env(&[("PYRAMID_DECK", "five")]);
    let said = Settings::read(&mut io, &flags).unwrap_err().to_string();
    assert_eq!(said, "error: PYRAMID_DECK is `five`, but deck is two or four\n");
}

/// Each setting is in the documents, with its values and its variable.
#[test]
fn the_documents_have_every_setting() {
    let text = include_str!("../../../../docs/files-and-settings.md");
    for row in &TABLE {
        let line = format!("| `{}` | {} | {} |", row.name, row.expected(), row.default);
        assert!(text.contains(&line), "{line}");
    }
}
