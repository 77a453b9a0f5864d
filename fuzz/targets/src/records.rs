//! Recorded games.

use std::io::BufReader;

use pyramid_notation::{Event, Location, ReadOptions, Reader, Writer, read_games};

/// Any bytes can be read, strictly or not: every place lies inside the input, and any chunking
/// gives the same events. The games that are read are written in a text that is written again as
/// itself.
pub fn records(data: &[u8]) {
    for options in [ReadOptions::LENIENT, ReadOptions::STRICT] {
        let whole = events(Reader::with_options(data, options), data);
        let capacity = 1 + data.len() % 7;
        let chunks = BufReader::with_capacity(capacity, data);
        let parts = events(Reader::with_options(chunks, options), data);
        assert_eq!(whole, parts, "chunks of {capacity} give other events");
    }
    let once = rewritten(data);
    let twice = rewritten(&once);
    assert_eq!(
        String::from_utf8_lossy(&once),
        String::from_utf8_lossy(&twice),
        "written again as another text"
    );
}

fn events(mut reader: Reader<impl std::io::BufRead>, data: &[u8]) -> Vec<String> {
    let mut all = Vec::new();
    while let Some(item) = reader.next_event().expect("memory can be read") {
        inside(&item.at, data);
        if let Event::Problem(problem) = &item.event {
            inside(&problem.primary.at, data);
            problem.others.iter().for_each(|other| inside(&other.at, data));
        }
        all.push(format!("{item:?}"));
    }
    all
}

fn inside(at: &Location, data: &[u8]) {
    assert!(at.end() <= data.len() as u64, "{at:?} lies outside");
    assert!(at.line > 0 && at.column > 0, "{at:?} counts from 0");
}

fn rewritten(data: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    for game in read_games(Reader::new(data)) {
        let game = game.expect("memory can be read");
        if let Some(record) = game.record {
            record.write(&mut writer).expect("memory can be written");
        }
    }
    writer.finish().expect("memory can be written")
}
