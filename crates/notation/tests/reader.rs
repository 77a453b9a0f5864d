//! The reader and the writer as a whole: what they make of every kind of text.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::fmt::Write as _;
use std::io::{BufReader, Read};

use proptest::prelude::*;
use pyramid_notation::{
    Code, Event, GameEnd, GameRead, GameResult, ReadOptions, Reader, Record, Writer, read_games,
};

/// The worked examples of the specification.
const EXAMPLES: [&str; 3] = [
    include_str!("reader/microsoft.pyr"),
    include_str!("reader/apophis.pyr"),
    include_str!("reader/closed-stock.pyr"),
];

/// A snapshot without the expression, which is longer than some of the snapshots.
macro_rules! snapshot {
    ($($argument:expr),* $(,)?) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!($($argument),*);
        });
    };
}

const HEAD: &str = "pyramid-game 1.0\nrules: par\ndeal: ms:3\n";

/// One line an event: line, column, bytes, and what it is.
fn events<R: std::io::BufRead>(mut reader: Reader<R>) -> String {
    let mut out = String::new();
    while let Some(item) = reader.next_event().unwrap() {
        let at = item.at;
        write!(out, "{}:{} {}..{} ", at.line, at.column, at.start, at.end()).unwrap();
        match item.event {
            Event::Game(Some(version)) => writeln!(out, "game {version}"),
            Event::Game(None) => writeln!(out, "game of no version"),
            Event::Header(header) => {
                let known = if header.known.is_some() { "" } else { " (unknown)" };
                let value = header.value;
                writeln!(
                    out,
                    "header {}{known} = {:?} at {}",
                    header.key.text, value.text, value.at.column
                )
            }
            Event::Move(played) => {
                let stated =
                    played.stated.map_or(String::new(), |stated| format!(" stated {stated}"));
                let open = if played.open { " open" } else { "" };
                let canonical = if played.text.canonical { "" } else { " <- " };
                let written = if played.text.canonical { "" } else { played.written };
                writeln!(
                    out,
                    "move {}{stated}{open} {}{canonical}{written}",
                    played.number, played.text
                )
            }
            Event::Comment(text) => writeln!(out, "comment {text:?}"),
            Event::Remark(text) => writeln!(out, "remark {text:?}"),
            Event::Ending(ending) => {
                write!(out, "ending {}", ending.result).unwrap();
                for (name, value) in ending.pairs() {
                    write!(out, " {}={} at {}", name.text, value.text, value.at.column).unwrap();
                }
                writeln!(out)
            }
            Event::GameEnd(end) => writeln!(out, "game end: {}", end.name()),
            Event::Problem(problem) => {
                write!(out, "{}[{}] {}", problem.severity, problem.name, problem.message).unwrap();
                let label = &problem.primary.text;
                if !label.is_empty() {
                    write!(out, "\n    label: {label}").unwrap();
                }
                for other in &problem.others {
                    write!(out, "\n    {}:{} {}", other.at.line, other.at.column, other.text)
                        .unwrap();
                }
                for (kind, text) in [("note", &problem.note), ("help", &problem.help)] {
                    if let Some(text) = text {
                        write!(out, "\n    {kind}: {text}").unwrap();
                    }
                }
                writeln!(out)
            }
            other => writeln!(out, "{other:?}"),
        }
        .unwrap();
    }
    out
}

fn lenient(input: &[u8]) -> String {
    events(Reader::new(input))
}

fn strict(input: &[u8]) -> String {
    events(Reader::with_options(input, ReadOptions::STRICT))
}

/// The text, readable, and its events, for every case.
fn cases<T: AsRef<[u8]>>(read: fn(&[u8]) -> String, cases: &[(&str, T)]) -> String {
    let mut out = String::new();
    for (name, input) in cases {
        let input = input.as_ref();
        let shown = input.escape_ascii().to_string().replace("\\n", "\\n\n");
        writeln!(out, "=== {name}\n{}\n---\n{}", shown.trim_end(), read(input)).unwrap();
    }
    out
}

fn with_head(rest: &str) -> String {
    format!("{HEAD}{rest}")
}

fn games(input: &[u8]) -> Vec<GameRead> {
    read_games(Reader::new(input)).map(Result::unwrap).collect()
}

fn written(games: &[GameRead]) -> String {
    let mut writer = Writer::new(Vec::new());
    games.iter().for_each(|game| game.write(&mut writer).unwrap());
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

#[test]
fn the_examples_are_canonical() {
    for example in EXAMPLES {
        let problems = strict(example.as_bytes());
        assert!(!problems.contains("error["), "{problems}");
        assert_eq!(written(&games(example.as_bytes())), example);
    }
}

#[test]
fn the_examples_in_events() {
    for (name, example) in ["microsoft", "apophis", "closed-stock"].into_iter().zip(EXAMPLES) {
        snapshot!(name, lenient(example.as_bytes()));
    }
}

#[test]
fn typed_at_the_table() {
    let typed = "pyramid-game 1\n# typed at the table\nrules: pysolfc-apophis\nDeal: pysol:25\nplayer:Ann\n\
        1. Kc@2.1 Kd@3.0 QsAc@5.6 6h7h@7.9\n4c9s@9.2  # either four would do\n5d8h@10.0 >@11.4\n\
        ~@14.0  # wanted Qh first\nQhAs@15.8 > :hint >@21.0 QdAd! > 6s7d Js2h@44.25\nend: resigned\n";
    let games = games(typed.as_bytes());
    assert_eq!(games[0].problems, []);
    snapshot!(written(&games));
}

#[test]
fn lenient_forms() {
    let crlf = EXAMPLES[1].replace('\n', "\r\n");
    let plain = lenient(EXAMPLES[1].as_bytes());
    let without_bytes = |events: &str| {
        events
            .lines()
            .map(|line| line.split_once("..").unwrap().1.split_once(' ').unwrap().1.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(without_bytes(&lenient(crlf.as_bytes())), without_bytes(&plain));
    assert_eq!(lenient(EXAMPLES[1].replace('\n', "\r").as_bytes()), plain);
    snapshot!(cases(
        lenient,
        &[
            ("byte order mark", format!("\u{FEFF}{HEAD}1. Ks\nend: open\n")),
            ("version, keys and results in any case", "Pyramid-Game 1\nRULES: par\nDeal: ms:3\nEND: Won\n".to_owned()),
            ("blanks and tabs", "  pyramid-game\t1.0  \n\n\trules:par\ndeal:   ms:3 \n\n 1.\tKs   >Ac \nend:\topen  moves=2\n".to_owned()),
            ("numbers", with_head("Ks 2. >Ac\n3)~ 4:Kh\n5.\n10h 2c2d\n")),
            ("comments of PGN", with_head("% first\n; second\n1. Ks ; third\nend: open\n")),
            ("remarks", "pyramid-game 1.0 # a\nrules: par  # b\ndeal: ms:3\t# c\nplayer: #1 or # 2  # d\nsite: #  \n1. Ks # e\n1.#f\nend: open # g\n# h\n#\n".to_owned()),
            ("cards", with_head("1. kS 10\u{2665} q\u{2660}\u{FE0F}+a\u{2662} Tc/3D 3dtc >QC6c3s\n")),
            ("words", with_head("draw REDEAL recycle undo :HINT < <024 ~1 ~03\n")),
            ("places", with_head("1. Ac[5.3]+Qd[w2] Ac[A5.3]Qd[s] ^2h[c] Tc/3d[02.1] K\u{2663}[r13]!?@3\n")),
            ("clocks and marks", with_head("1. Ks!@1 >??@1.50 ~!?@1.5 K\u{2665}@2.000\n")),
            ("from without deal", "pyramid-game 1.0\nrules: par\nfrom: ms:3\n1. Ks\nend: open\n".to_owned()),
            ("no last line end", with_head("1. Ks >Ac")),
            ("no last line end behind the game", with_head("end: open\n# x")),
            ("characters are counted", with_head("1. K\u{2665} K\u{2663} Ks  # \u{e9}t\u{e9}\n")),
            ("two files with byte order marks", format!("{HEAD}end: open\n\u{FEFF}{HEAD}end: open\n")),
            ("a newer minor version", "pyramid-game 1.7\nrules: par\ndeal: ms:3\nend: open\n".to_owned()),
            ("keys", with_head("plyer: a\nX-Table: 7\nmood: good\nplayer:\n1. Ks\nend: open\n")),
            ("unfinished games", format!("{HEAD}1. Ks >Ac\n# bye\n\n{HEAD}1. Ks\n")),
            ("nothing", String::new()),
            ("blank lines", "\n\r\n\n".to_owned()),
            ("comments only", "# a\n# b\n".to_owned()),
        ]
    ));
}

/// Texts with what is wrong with them; together they have every error the reader gives.
fn wrong_texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut texts: Vec<(&str, Vec<u8>)> = Vec::new();
    let mut add = |name, text: &[u8]| texts.push((name, text.to_vec()));
    add("Latin-1 in a comment", b"# caf\xe9\npyramid-game 1.0\nrules: par\ndeal: ms:3\nplayer: Andr\xe9\n1. Ks\nend: open\n");
    add("UTF-16", b"\xff\xfep\0y\0r\0a\0m\0i\0d\0\n\0");
    add(
        "bytes in a move",
        &[HEAD.as_bytes(), b"1. Ks\xff >Ac\n2. >Ac\n", HEAD.as_bytes(), b"end: open\n"].concat(),
    );
    add(
        "control characters",
        with_head("player: A\0nn\nevent: a\u{2028}b\n# \u{7f}\n1. Ks\u{b}>Ac\n").as_bytes(),
    );
    add("a game line with a control character", b"pyramid-game 1.0\0\nrules: par\n");
    let mut text = |name, text: String| texts.push((name, text.into_bytes()));
    text("text before the games", format!("hello\nworld\n{HEAD}end: open\n"));
    text("a newer major version", format!("pyramid-game 2.0\nthe: future\n\n{HEAD}end: open\n"));
    text(
        "not a version",
        format!(
            "pyramid-game one\n{HEAD}end: open\npyramid-game\npyramid-game: 1.0\nPyramid-Game 1.0 x\n"
        ),
    );
    text("no rules", "pyramid-game 1.0\nplayer: Ann\n1. Ks\nend: open\n".to_owned());
    text("rules behind the deal", "pyramid-game 1.0\ndeal: ms:3\nrules: par\n1. Ks\n".to_owned());
    text("no deal", "pyramid-game 1.0\nrules: par\nend: open\n".to_owned());
    text("empty rules", "pyramid-game 1.0\nrules:\ndeal: ms:3\n".to_owned());
    text("empty deal", "pyramid-game 1.0\nrules: par\ndeal:  # none\n".to_owned());
    text("empty from", "pyramid-game 1.0\nrules: par\nfrom: \n".to_owned());
    text("a key twice", with_head("player: Ann\nplayer: Bob\n1. Ks\nend: open\n"));
    text("two deals", with_head("deal: ms:4\n1. Ks\nend: open\n"));
    text("a header behind the moves", with_head("1. Ks\nplayer: Ann\n2. >Ac\nend: open\n"));
    text("header values", with_head("date: 30.11.2026\nmatch: 7/6\n1. Ks\nend: open\n"));
    text(
        "cards that are none",
        ["0c", "1c", "Xc+3d", "hQ", "14c", "11c", "Q", "9d+", "4h+9", ">Qc##", "\u{2665}K"]
            .map(|card| format!("{HEAD}1. Ks {card} >Ac\n"))
            .concat(),
    );
    text(
        "moves that are none",
        [
            "9d4hKh",
            "4h+9d+Kh",
            "4h-9d",
            ">2c3c4c5c",
            "Ac[9]+Qd",
            "Ac[5.3",
            "~0",
            "<70000",
            ":help",
            "hint",
            "hello",
            "Kh#x",
            "Kh,",
            "{x}",
            "Kh!!!",
            "##",
            "3.",
            "12",
        ]
        .map(|token| format!("{HEAD}1. Ks {token} >Ac\n"))
        .concat(),
    );
    text("a line of nothing known", with_head("player Ann\n1. Ks\n"));
    text("wrong clocks", with_head("1. Ks@5 >Ac@4.5 ~@1:30 Ks@7.1234 >Ac@6\nend: won time=5.9\n"));
    text("wrong numbers", with_head("1. Ks >Ac\n5. ~\n6. >Ac\n2. ~\n"));
    text(
        "wrong endings",
        [
            "",
            "win",
            "won 5",
            "won x=",
            "won a=1 a=2",
            "won score=x",
            "won moves=-1",
            "lost reason=luck",
            "won time=x",
        ]
        .map(|value| format!("{HEAD}1. Ks\nend: {value}\n# after\n"))
        .concat(),
    );
    text("text behind the end", with_head("end: open\n# fine\n1. Ks\nplayer: Ann\nend: won\n"));
    text(
        "every sort of cut",
        [
            "1. Ks >A",
            "1. Ks >Ac",
            "1. Ks@",
            "end: won",
            "player: An",
            "date: 2026-1",
            "pla",
            "1",
            "# x",
            "1. Ks ",
        ]
        .map(with_head)
        .join("\u{0}"),
    );
    texts
}

#[test]
fn errors() {
    let mut texts = wrong_texts();
    // These stand alone: each is the end of its input.
    let cuts = texts.pop().unwrap();
    let shown = cases(lenient, &texts);
    snapshot!("errors", shown);
    let cuts: Vec<_> = cuts.1.split(|&byte| byte == 0).map(|cut| ("cut", cut)).collect();
    snapshot!("cuts", cases(lenient, &cuts));
}

#[test]
fn the_reader_gives_all_its_codes() {
    let mut all: String = wrong_texts().iter().map(|(_, text)| lenient(text)).collect();
    all += &lenient(format!("\u{FEFF}{HEAD}x: y\nplayer:\n; x\n1. K").as_bytes());
    all += &lenient(b"# x");
    all += &lenient(&[b'#'; 70_000]);
    all += &strict(b"pyramid-game 1\n");
    all +=
        &lenient(with_head(&":hint ".repeat(10_000).replace("t :", "t\n:").repeat(11)).as_bytes());
    all += &lenient(with_head("1. Ks\n").as_bytes());
    // What needs the rules, a caller's condition, more than one game, or another format.
    let others =
        ["required", "too-much-text", "rules-invalid", "deck", "position", "json", "pickle"];
    for code in Code::ALL {
        let name = code.name();
        let elsewhere = others.contains(&name) || name.starts_with("code-");
        assert_eq!(all.contains(&format!("[{name}]")), !elsewhere, "{name}");
    }
}

#[test]
fn strict_refuses_what_is_not_canonical() {
    let two = |between: &str| format!("{HEAD}end: open\n{between}{HEAD}end: open\n");
    snapshot!(cases(
        strict,
        &[
            ("version", "pyramid-game 1\nrules: par\ndeal: ms:3\nend: open\n".to_owned()),
            ("byte order mark", format!("\u{FEFF}{HEAD}end: open\n")),
            ("CRLF", with_head("end: open\n").replace('\n', "\r\n")),
            (
                "headers",
                with_head(
                    "Player: Ann\nsite:x\nevent: before site\ntitle:  y\nx-Z: 1 # no remark\napp: z # no  #no\nend: open\n"
                )
            ),
            ("comments", with_head("#x\n#\n%y\n#  z\n# \u{2663}\tz\nend: open\n")),
            ("moves", with_head("Ks >Ac\n3.  Ks\n4. 9d4h ~@1\n6. kh  #x\n7) Ks ; y\nend: open\n")),
            (
                "lines of ten",
                with_head(
                    "1. Ks Ks Ks Ks Ks Ks Ks Ks Ks Ks Ks\n12. Ks\n13. Ks  # x\n14. Ks\n# x\n15. Ks\nend: open\n"
                )
            ),
            ("endings", with_head("end: open  moves=1 # x\n")),
            ("no blank line between games", two("")),
            ("two blank lines between games", two("\n\n")),
            ("blank lines elsewhere", with_head("\n1. Ks\n \nend: open\n\n# x\n\n")),
            ("no deal", "pyramid-game 1.0\nrules: par\nfrom: ms:3\n1. Ks\nend: open\n".to_owned()),
            ("no last line end", with_head("end: open\n# x")),
        ]
    ));
}

#[test]
fn limits() {
    let moves = |count: usize| with_head(&"Ks\n".repeat(count)) + "end: open\n";
    assert!(!lenient(moves(100_000).as_bytes()).contains("error["));
    let over = lenient(moves(100_001).as_bytes());
    assert!(over.contains("100004:1 300039..300041 error[too-many-moves]"));
    assert!(over.ends_with("game end: refused\n"));

    let long = with_head(&format!("# {0}\nplayer: {0}\n1. {0}\n", "x".repeat(70_000)));
    snapshot!(lenient((long + HEAD).as_bytes()));

    let wordy =
        with_head(&format!("# {}\n", "x".repeat(60_000)).repeat(300)) + "end: open\n" + HEAD;
    let games = games(wordy.as_bytes());
    assert_eq!(games[0].problems[0].name, "too-much-text");
    assert_eq!(games[0].record, None);
    assert!(games[1].record.is_some());
}

#[test]
fn problems_of_a_game_are_counted_not_hoarded() {
    let games = games(with_head(&"foo: bar\n".repeat(1000)).as_bytes());
    assert_eq!(games[0].problems.len(), GameRead::MAX_PROBLEMS);
    assert_eq!(games[0].more_problems, 1001 - 100);
}

#[test]
fn long_lines_take_linear_time() {
    // 64 KiB of tokens that are not ASCII, of pairs in an ending, and of signs.
    let line = |text: &str| with_head(&text.repeat(65_000 / text.len())) + "\n";
    for text in ["K\u{2665} ", ":hint ", "1.", "#", "@", "Ks+", "[", " #", "\u{2665}", "~9"] {
        lenient(line(text).as_bytes());
        strict(line(text).as_bytes());
    }
    let pairs: String = (0..9000).map(|n| format!(" k{n}=1")).collect();
    lenient(with_head(&format!("end: won{pairs}\n")).as_bytes());
}

#[test]
fn a_game_left_early_leaves_the_reader_where_a_full_read_would() {
    let text = format!("# x\n{}\n{HEAD}1. 0c\n# skipped\n\n{}", EXAMPLES[2], EXAMPLES[1]);
    let after_ends = |skip_after: usize| {
        let mut reader = Reader::new(text.as_bytes());
        let (mut seen, mut inside) = (Vec::new(), None);
        loop {
            let Some(item) = reader.next_event().unwrap() else { return seen };
            let game = matches!(item.event, Event::Game(_));
            if game || inside.is_none() {
                seen.push(format!("{item:?}"));
            }
            match item.event {
                Event::Game(_) => inside = Some(0),
                Event::GameEnd(_) => inside = None,
                _ => inside = inside.map(|count: usize| count + 1),
            }
            if inside == Some(skip_after) {
                reader.skip_game();
                inside = None;
            }
        }
    };
    let full = after_ends(usize::MAX);
    for skip_after in 0..70 {
        assert_eq!(after_ends(skip_after), full, "left after {skip_after} events");
    }
}

#[test]
fn no_prefix_of_a_file_is_a_finished_game_that_the_file_did_not_have() {
    for example in EXAMPLES {
        let finished = |input: &[u8]| {
            let ends: Vec<_> = games(input).iter().filter_map(|game| game.end).collect();
            ends.into_iter().filter(|end| *end == GameEnd::Finished).count()
        };
        let ends = example
            .match_indices("\nend: ")
            .map(|(at, _)| at + 1 + example[at + 1..].find('\n').unwrap());
        let ends: Vec<_> = ends.collect();
        for len in 0..example.len() {
            let whole_ends = ends.iter().filter(|&&end| end < len).count();
            let prefix = &example.as_bytes()[..len];
            assert_eq!(finished(prefix), whole_ends, "{}", String::from_utf8_lossy(prefix));
            // What is cut is never called wrong.
            let events = lenient(prefix);
            assert!(!events.contains("error["), "{events}");
        }
    }
}

#[test]
fn a_live_writer_writes_what_reads_the_same() {
    let mut writer = Writer::live(Vec::new());
    writer.comment("a game").unwrap();
    writer.game().unwrap();
    writer.header("rules", "par").unwrap();
    writer.header("deal", "ms:3").unwrap();
    for text in ["Ks@1.0", ">Ac@2.5", ":hint", "Ad+Qd!"] {
        writer.item(&text.parse().unwrap()).unwrap();
    }
    writer.remark("good").unwrap();
    writer.ending(GameResult::Open, "moves=3").unwrap();
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    snapshot!(text);
    assert_eq!(games(text.as_bytes())[0].problems, []);
}

/// An input that gives its bytes in pieces of a few different sizes.
struct Pieces<'a>(&'a [u8], Vec<usize>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = self.1.pop().unwrap_or(3).clamp(1, buffer.len().max(1));
        self.1.insert(0, size);
        let size = size.min(self.0.len()).min(buffer.len());
        buffer[..size].copy_from_slice(&self.0[..size]);
        self.0 = &self.0[size..];
        Ok(size)
    }
}

/// What the games hold, headers in one order.
fn contents(games: &[GameRead]) -> Vec<Record> {
    let records = games.iter().filter_map(|game| game.record.as_ref());
    let mut records: Vec<_> = records.map(Record::without_places).collect();
    for record in &mut records {
        record.head.sort_by_key(|line| format!("{line:?}"));
    }
    records
}

/// Text that is often nearly a record.
fn nearly_records() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "pyramid-game 1.0\n",
        "pyramid-game 2\n",
        "rules: par\n",
        "deal: ms:3\n",
        "from: ms:3\n",
        "player: \u{2665}",
        "x-y: z  # w\n",
        "date: 2026-11\n",
        "1. ",
        "2. ",
        "11)",
        "Ks ",
        "4h+9d",
        "9d4h",
        "Tc/3d ",
        ">Qc6c3s ",
        "> ",
        "<24 ",
        "~ ",
        "~3 ",
        "^2h ",
        ":hint ",
        "!",
        "@1.5 ",
        "@214.3 ",
        "\u{2663}",
        "\u{FE0F}",
        "[5.3]",
        "[w2]",
        "  # note\n",
        "# note\n",
        "% note\n",
        "; note",
        "end: won\n",
        "end: lost moves=3  # x\n",
        "end: open score=-5 time=7.1\n",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "\0",
        "\u{FEFF}",
        "\u{2028}",
        "10h ",
        "0c ",
        "undo ",
        "draw\n",
        "hello",
        ":",
        "#",
    ]);
    let bytes = prop::collection::vec(any::<u8>(), 0..4);
    let piece = prop_oneof![30 => pieces.prop_map(|piece| piece.as_bytes().to_vec()), 1 => bytes];
    let body = prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat());
    prop_oneof![
        2 => body.clone().prop_map(|body| [HEAD.as_bytes(), &body].concat()),
        1 => body,
    ]
}

/// A text, its events, and what the events say about it must fit together.
fn check_events(input: &[u8], options: ReadOptions) {
    let mut reader = Reader::with_options(input, options);
    let (mut inside, mut last_line) = (false, 0);
    while let Some(item) = reader.next_event().unwrap() {
        let len = input.len() as u64;
        let mut places = vec![item.at];
        match &item.event {
            Event::Problem(problem) => {
                assert!(Code::from_name(problem.name).is_some());
                assert!(!problem.message.is_empty());
                places.extend(problem.others.iter().map(|other| other.at));
            }
            Event::Game(_) => assert!(!std::mem::replace(&mut inside, true)),
            Event::GameEnd(_) => assert!(std::mem::replace(&mut inside, false)),
            Event::Header(header) => {
                assert!(inside);
                for text in [header.key, header.value] {
                    assert_eq!(
                        text.text.as_bytes(),
                        &input[text.at.start as usize..text.at.end() as usize]
                    );
                }
            }
            Event::Move(played) => {
                assert!(inside);
                assert_eq!(
                    played.written.as_bytes(),
                    &input[item.at.start as usize..item.at.end() as usize]
                );
                assert_eq!(played.text.canonical, played.text.to_string() == played.written);
            }
            Event::Ending(ending) => {
                assert!(inside);
                places.extend(ending.pairs().flat_map(|(name, value)| [name.at, value.at]));
            }
            Event::Comment(text) | Event::Remark(text) => {
                assert_eq!(text.as_bytes(), &input[item.at.start as usize..item.at.end() as usize]);
            }
            _ => {}
        }
        for at in places {
            assert!(at.end() <= len, "{at:?} of {len}: {:?}", item.event);
            let before = String::from_utf8_lossy(&input[..at.start as usize]);
            // One byte order mark before a line has no column.
            let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
            let line = line.strip_prefix('\u{FEFF}').unwrap_or(line);
            assert_eq!(line.chars().count() as u32 + 1, at.column, "{:?}", item.event);
            let ends = before.replace("\r\n", "\n").matches(['\n', '\r']).count() as u64;
            assert_eq!(ends + 1, at.line, "{:?}", item.event);
        }
        if !matches!(item.event, Event::Problem(_)) {
            assert!(item.at.line >= last_line);
            last_line = item.at.line;
        }
    }
    assert!(!inside);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_chunking_gives_the_same_events(
        text in nearly_records(),
        capacity in 1usize..40,
        sizes in prop::collection::vec(1usize..20, 1..6),
    ) {
        let whole = lenient(&text);
        let pieces = BufReader::with_capacity(capacity, Pieces(&text, sizes));
        prop_assert_eq!(events(Reader::new(pieces)), whole);
    }

    #[test]
    fn spans_lie_in_the_input_and_events_are_what_stands_there(text in nearly_records()) {
        check_events(&text, ReadOptions::LENIENT);
        check_events(&text, ReadOptions::STRICT);
    }

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_events(&bytes, ReadOptions::LENIENT);
        check_events(&bytes, ReadOptions::STRICT);
    }

    #[test]
    fn what_is_written_is_canonical_and_stays_the_same(text in nearly_records()) {
        let read = games(&text);
        let once = written(&read);
        let again = games(once.as_bytes());
        prop_assert_eq!(&written(&again), &once);
        // Nothing is lost, and nothing but headers changes its place.
        prop_assert_eq!(contents(&again), contents(&read));
    }
}
