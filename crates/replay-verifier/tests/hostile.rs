//! Input that means harm: bounded memory, a finding, and the games beside it judged.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{self, BufRead, BufReader, Read};

use pyramid_replay_verifier::{Judgement, Options, Summary, Verifier};

/// Repeats a text so many times without holding it.
struct Repeat<'a> {
    text: &'a [u8],
    at: usize,
    times: usize,
}

fn repeat(text: &[u8], times: usize) -> Repeat<'_> {
    Repeat { text, at: 0, times }
}

impl Read for Repeat<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.times == 0 {
            return Ok(0);
        }
        let len = buffer.len().min(self.text.len() - self.at);
        buffer[..len].copy_from_slice(&self.text[self.at..self.at + len]);
        self.at += len;
        if self.at == self.text.len() {
            self.at = 0;
            self.times -= 1;
        }
        Ok(len)
    }
}

const GOOD: &str = "pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n1. Ad+Qh 3s+Ts\nend: open\n";
const BAD: &str = "pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n1. 9d\nend: open\n";
const HEAD: &str = "pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n";

/// Counts the judgements, and names the findings of the first few games.
fn judge(input: impl BufRead) -> (Summary, Vec<&'static str>) {
    let mut verifier = Verifier::new(input, Options::default());
    let mut summary = Summary::default();
    let mut names = Vec::new();
    while let Some(judgement) = verifier.next_judgement().unwrap() {
        summary.add(&judgement);
        if let Some(finding) = judgement.finding.filter(|_| names.len() < 9) {
            names.push(finding.diagnostic.name);
        }
    }
    (summary, names)
}

/// What is judged, and the most bytes that were allocated at the same time.
fn judge_in_memory(input: impl Read) -> (Summary, Vec<&'static str>, u64) {
    let mut judged = None;
    let info = allocation_counter::measure(|| judged = Some(judge(BufReader::new(input))));
    let (summary, names) = judged.unwrap();
    (summary, names, info.bytes_max)
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let mut peaks = Vec::new();
    for times in [100, 30_000] {
        let (summary, _, peak) = judge_in_memory(repeat(GOOD.as_bytes(), times));
        assert_eq!((summary.games, summary.valid), (times as u64, times as u64));
        peaks.push(peak);
    }
    // 7 KB and 2 MB of input.
    assert!(peaks[1] <= peaks[0] + 1024, "{peaks:?} bytes");
}

#[test]
fn a_line_of_100_mb() {
    for start in ["# ", "1. ", "x-note: ", ""] {
        let line = repeat(b"ABCDEFGHIJ", 10_000_000);
        let input = HEAD.as_bytes().chain(start.as_bytes()).chain(line);
        let (summary, names, peak) =
            judge_in_memory(input.chain(&b"\n"[..]).chain(GOOD.as_bytes()));
        assert_eq!((summary.games, summary.valid), (2, 1), "{start:?}");
        assert_eq!(names, ["line-too-long"], "{start:?}");
        assert!(peak < 2 << 20, "{start:?}: {peak} bytes");
    }
}

#[test]
fn a_million_moves() {
    let input = HEAD.as_bytes().chain(repeat(b"> ~\n", 500_000)).chain(GOOD.as_bytes());
    let (summary, names, peak) = judge_in_memory(input);
    assert_eq!((summary.games, summary.valid), (2, 1));
    assert_eq!(names, ["too-many-moves"]);
    assert!(peak < 2 << 20, "{peak} bytes");
}

#[test]
fn moves_that_all_stand_are_bounded_by_their_limit() {
    // No game lasts so long, but unlimited passes let one try.
    let head = "pyramid-game 1.0\nrules: king-tut end=exhausted\nfrom: seed:7\n";
    let pass = [">\n".repeat(8), "<\n".to_owned()].concat();
    let input = head.as_bytes().chain(repeat(pass.as_bytes(), 200_000)).chain(GOOD.as_bytes());
    let (summary, names, peak) = judge_in_memory(input);
    assert_eq!((summary.games, summary.valid), (2, 1));
    assert_eq!(names, ["too-many-moves"]);
    assert!(peak < 100 << 20, "{peak} bytes for 100,000 states");
}

#[test]
fn a_million_findings() {
    let (summary, names) = judge(BufReader::new(repeat(BAD.as_bytes(), 20_000)));
    assert_eq!((summary.games, summary.invalid), (20_000, 20_000));
    assert!(names.iter().all(|name| *name == "not-single"));
    let (summary, names, peak) = judge_in_memory(repeat(b"nonsense\n", 1_000_000));
    assert_eq!((summary.games, names), (0, vec!["no-game"]));
    assert!(peak < 1 << 20, "{peak} bytes");
}

#[test]
fn warnings_are_kept_up_to_a_number() {
    let unknown: String = (0..500).map(|i| format!("unknown-{i}: 1\n")).collect();
    let text = format!("{HEAD}{unknown}1. Ad+Qh\nend: open\n");
    let mut verifier = Verifier::new(text.as_bytes(), Options::default());
    let judgement = verifier.next_judgement().unwrap().unwrap();
    assert!(judgement.is_valid(), "{:?}", judgement.finding);
    assert_eq!(judgement.warnings.len(), Judgement::MAX_WARNINGS);
    assert_eq!(judgement.more_warnings, 400);
}

#[test]
fn bytes_that_are_no_text() {
    for (bytes, name) in [
        (&b"1. Ad+Qh\0\n"[..], "control"),
        (b"1. Ad+Qh \xe9\n", "encoding"),
        (b"1. Ad+\xe2\x99\n", "encoding"),
        (b"\xff\xfe1\0.\0\n", "encoding"),
        (b"1. \xe2\x80\xa8 Ad+Qh\n", "control"),
        (b"\x1b[31m1. Ad+Qh\n", "control"),
    ] {
        let input = HEAD.as_bytes().chain(bytes).chain(GOOD.as_bytes());
        let (summary, names) = judge(BufReader::new(input));
        assert_eq!((summary.games, summary.valid), (2, 1), "{name}");
        assert_eq!(names, [name]);
    }
}

#[test]
fn an_input_that_fails_is_an_error_after_the_games_before() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let input = BufReader::new(GOOD.as_bytes().chain(HEAD.as_bytes()).chain(Fails));
    let mut verifier = Verifier::new(input, Options::default());
    assert!(verifier.next_judgement().unwrap().unwrap().is_valid());
    assert_eq!(verifier.next_judgement().unwrap_err().to_string(), "the disk is gone");
}

#[test]
fn no_prefix_of_a_file_is_a_finished_game() {
    let text = include_str!("../../../fixtures/games/valid/example-two-games.pyr");
    let whole = judge(text.as_bytes()).0;
    for end in 0..text.len() {
        if !text.is_char_boundary(end) {
            continue;
        }
        let (summary, names) = judge(&text.as_bytes()[..end]);
        assert!(summary.won <= whole.won && summary.games <= whole.games);
        let finished = summary.won + summary.lost + summary.resigned + summary.open;
        let ends = text[..end].matches("\nend: won\n").count() as u64;
        assert_eq!(finished, ends, "{end}");
        // What is there is right as far as it goes; only rules and deal may not be there yet.
        let last = &text[..end][text[..end].rfind("pyramid-game").unwrap_or(0)..];
        let headers = !last.contains("\ndeal: ") || !last.contains('.');
        let missing = headers && matches!(names[..], ["rules" | "deal" | "no-game" | "version"]);
        assert!(names.is_empty() || missing, "{end}: {names:?}");
    }
}
