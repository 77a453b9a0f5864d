//! Recorded games as JSON.

use pyramid_notation::{GameRead, Reader, Record, Text, Writer, read_games, read_json, write_json};

/// Any text is read, and every place lies inside it. A record that comes of it is written as JSON
/// and as text that read as the same.
pub fn json_line(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let read = read_json(Text::new(text));
    for problem in &read.problems {
        let labels = std::iter::once(&problem.primary).chain(&problem.others);
        for at in labels.map(|label| label.at) {
            let range = at.start as usize..at.end() as usize;
            assert!(text.get(range).is_some(), "{at:?} lies outside of {text:?}");
        }
    }
    let Some(record) = record(&read) else { return };
    let json = write_json(&record);
    let again = read_json(Text::new(&json));
    assert!(!again.has_errors(), "{text:?} is written as {json}: {:?}", again.problems);
    assert_eq!(self::record(&again).as_ref(), Some(&record), "{text:?} is written as {json}");

    let mut writer = Writer::new(Vec::new());
    record.write(&mut writer).expect("a record that was read can be written");
    let written = writer.finish().expect("memory can be written");
    let mut games = read_games(Reader::new(&*written));
    let game = games.next().expect("there is a game").expect("memory can be read");
    let written = String::from_utf8_lossy(&written);
    assert!(!game.has_errors(), "{text:?} is written as {written}: {:?}", game.problems);
    assert_eq!(write_json(&self::record(&game).expect("no errors")), json, "{written}");
}

fn record(read: &GameRead) -> Option<Record> {
    read.record.as_ref().map(Record::without_places)
}
