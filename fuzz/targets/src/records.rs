//! Recorded games.

use std::io::{BufRead, BufReader};

use pyramid_notation::{
    Code, Event, GameEnd, Location, ReadOptions, Reader, Record, Writer, read_games,
};

/// The longest input that is cut at every byte.
const CUT_EVERYWHERE: usize = 400;

/// Any bytes can be read, strictly or not: every place lies inside the input, in the line and the
/// column it says, and holds what was read; any chunking gives the same events; a game that is left
/// early leaves the reader where a full read would; no prefix is a finished game that the whole is
/// not. The games that are read are written in a text that reads as the same and is written again
/// as itself.
pub fn records(data: &[u8]) {
    for options in [ReadOptions::LENIENT, ReadOptions::STRICT] {
        let whole = events(Reader::with_options(data, options), data);
        let capacity = 1 + data.len() % 7;
        let chunks = BufReader::with_capacity(capacity, data);
        let parts = events(Reader::with_options(chunks, options), data);
        assert_eq!(whole, parts, "chunks of {capacity} give other events");
    }
    let stays = data.first().map_or(0, |byte| usize::from(*byte) % 16);
    assert_eq!(outside(data, stays), outside(data, usize::MAX), "left after {stays} events");
    prefixes(data);
    let (games, once) = rewritten(data);
    let (again, twice) = rewritten(&once);
    assert_eq!(
        String::from_utf8_lossy(&once),
        String::from_utf8_lossy(&twice),
        "written again as another text"
    );
    assert_eq!(games, again, "written as other games: {}", String::from_utf8_lossy(&once));
}

fn events(mut reader: Reader<impl BufRead>, data: &[u8]) -> Vec<String> {
    let mut all = Vec::new();
    let places = Places::new(data);
    while let Some(item) = reader.next_event().expect("memory can be read") {
        places.check(&item.at);
        match &item.event {
            Event::Problem(problem) => {
                places.check(&problem.primary.at);
                problem.others.iter().for_each(|other| places.check(&other.at));
                assert!(Code::from_name(problem.name).is_some(), "{problem:?}");
            }
            Event::Header(header) => {
                places.holds(&header.key.at, header.key.text);
                places.holds(&header.value.at, header.value.text);
            }
            Event::Move(played) => places.holds(&item.at, played.written),
            Event::Comment(text) | Event::Remark(text) => places.holds(&item.at, text),
            Event::Ending(ending) => {
                for (name, value) in ending.pairs() {
                    places.holds(&name.at, name.text);
                    places.holds(&value.at, value.text);
                }
            }
            _ => {}
        }
        all.push(format!("{item:?}"));
    }
    all
}

/// The lines of an input, to look up places.
struct Places<'a> {
    data: &'a [u8],
    /// Where lines begin.
    lines: Vec<usize>,
}

impl<'a> Places<'a> {
    fn new(data: &'a [u8]) -> Places<'a> {
        let ends = |&at: &usize| match data[at - 1] {
            b'\n' => true,
            b'\r' => data.get(at) != Some(&b'\n'),
            _ => false,
        };
        let lines = std::iter::once(0).chain((1..=data.len()).filter(ends)).collect();
        Places { data, lines }
    }

    fn check(&self, at: &Location) {
        assert!(at.end() <= self.data.len() as u64, "{at:?} lies outside");
        let line = self.lines.partition_point(|&start| start as u64 <= at.start);
        assert_eq!(at.line, line as u64, "{at:?} lies in another line");
        let before = &self.data[self.lines[line - 1]..at.start as usize];
        // One byte order mark before a line has no column.
        let before = before.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(before);
        let column = 1 + String::from_utf8_lossy(before).chars().count() as u64;
        assert_eq!(u64::from(at.column), column, "{at:?} lies in another column");
    }

    fn holds(&self, at: &Location, text: &str) {
        self.check(at);
        let bytes = &self.data[at.start as usize..at.end() as usize];
        assert_eq!(String::from_utf8_lossy(bytes), text, "{at:?} holds another text");
    }
}

/// The events between games, and those that begin them, where each is left after so many events.
fn outside(data: &[u8], stays: usize) -> Vec<String> {
    let mut reader = Reader::new(data);
    let (mut seen, mut inside) = (Vec::new(), None);
    while let Some(item) = reader.next_event().expect("memory can be read") {
        let begins = matches!(item.event, Event::Game(_));
        if begins || inside.is_none() {
            seen.push(format!("{item:?}"));
        }
        inside = match item.event {
            Event::Game(_) => Some(0),
            Event::GameEnd(_) => None,
            _ => inside.map(|count: usize| count + 1),
        };
        if inside == Some(stays) {
            reader.skip_game();
            inside = None;
        }
    }
    seen
}

/// Cuts the input: at every byte if it is short, else in and behind each `end:`.
fn prefixes(data: &[u8]) {
    let finished = |data: &[u8]| {
        let mut ends = Vec::new();
        let (mut reader, mut end) = (Reader::new(data), None);
        while let Some(item) = reader.next_event().expect("memory can be read") {
            match item.event {
                Event::Ending(_) => end = Some(item.at.end()),
                Event::GameEnd(GameEnd::Finished) => ends.extend(end),
                _ => {}
            }
        }
        ends
    };
    let whole = finished(data);
    let near = whole.iter().rev().take(3).flat_map(|&end| end.saturating_sub(12)..end + 3);
    let cuts: Vec<u64> = match data.len() <= CUT_EVERYWHERE {
        true => (0..data.len() as u64).collect(),
        false => near.filter(|&cut| cut < data.len() as u64).collect(),
    };
    for cut in cuts {
        let ends = finished(&data[..cut as usize]);
        // An end is one only with its line end, which is no part of its place.
        let before: Vec<u64> = whole.iter().copied().filter(|&end| end < cut).collect();
        assert!(ends.iter().all(|end| before.contains(end)), "cut at {cut}: {ends:?}, {whole:?}");
    }
}

/// The games without places and the order of their headers, and the text they are written in.
fn rewritten(data: &[u8]) -> (Vec<Record>, Vec<u8>) {
    let mut records = Vec::new();
    let mut writer = Writer::new(Vec::new());
    for game in read_games(Reader::new(data)) {
        let game = game.expect("memory can be read");
        if let Some(record) = game.record {
            record.write(&mut writer).expect("memory can be written");
            let mut record = record.without_places();
            record.head.sort_by_key(|line| format!("{line:?}"));
            records.push(record);
        }
    }
    (records, writer.finish().expect("memory can be written"))
}
