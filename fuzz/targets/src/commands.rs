//! Commands that read their standard input.

use pyramid_cli::fuzzing::run;

/// The arguments. None of them names a file.
const COMMANDS: &[&str] = &[
    "fmt -",
    "fmt --renumber --errors human -",
    "verify --threads 1 --errors json -",
    "verify --threads 1 --errors human -",
    "verify --threads 2 --strict --errors short -",
    "verify --threads 1 --json --require won,no-undo,no-hint -",
    "convert --to pyr -",
    "convert --to pyr --lossy --from cards --errors human -",
    "convert --to pyr --lossy --from mchung94 -",
    "convert --to pyr --lossy --from fc-solve -",
    "convert --to pyr --lossy --from solvitaire -",
    "convert --to pyr --from json --errors human -",
    "convert --to json --lossy -",
    "convert --to cards --lossy -",
    "convert --to deal --lossy --rules giza -",
    "convert --to code --lossy -",
    "convert --to board --lossy --symbols unicode -",
    "convert --to mchung94 --lossy -",
    "convert --to fc-solve --lossy -",
    "convert --to solvitaire --lossy -",
    "deal --format board --rules double-pyramid -",
    "deal --format record -",
    "share --json -",
    "inspect --json -",
    "inspect --symbols unicode --rules giza -",
    "perft --depth 2 --divide -",
    "solve --nodes 300 --memory 1 --threads 1 --json -",
    "solve --nodes 300 --memory 1 --threads 1 --shortest -",
    "analyze --nodes 300 --threads 1 -",
];

/// The first byte picks a command, the rest is what it reads. It ends with one of its exit codes, says
/// something if it fails, and prints lines of JSON where it was told to,
/// and no control characters but those of its own styles. What `fmt` and `convert` give
/// as records is given again as it is.
pub fn commands(data: &[u8]) {
    let Some((command, input)) = data.split_first() else { return };
    let command = COMMANDS[usize::from(*command) % COMMANDS.len()];
    let (out, err, code) = call(command, input);
    assert!(matches!(code, 0..=3), "{command}: exit code {code}\n{err}");
    assert!(code != 2 || !err.is_empty(), "{command}: fails without a word");
    plain(command, &out);
    plain(command, &err);
    if command.contains("--json") || command.contains("--to json") {
        json(command, &out);
    }
    if command.contains("--errors json") {
        json(command, &err);
    }
    let records = command.starts_with("fmt") || command.contains("--to pyr");
    if records && !out.is_empty() {
        let (again, err, code) = call("fmt -", out.as_bytes());
        assert_eq!((&again, code), (&out, 0), "{command}: formatted again\n{err}");
    }
}

fn call(command: &str, input: &[u8]) -> (String, String, u8) {
    run(&command.split(' ').collect::<Vec<_>>(), input)
}

/// No control characters but line ends and styles, which the program puts in and takes off again
/// where they do not belong.
fn plain(command: &str, text: &str) {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    let styled = parts.map(|part| {
        part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').strip_prefix('m')
    });
    for part in std::iter::once(Some(first)).chain(styled) {
        let is_plain = |part: &str| part.chars().all(|c| c == '\n' || !c.is_control());
        assert!(part.is_some_and(is_plain), "{command}: control characters in {text:?}");
    }
}

fn json(command: &str, lines: &str) {
    for line in lines.lines() {
        let read = serde_json::from_str::<serde_json::Value>(line);
        assert!(read.is_ok_and(|value| value.is_object()), "{command}: {line:?} is no object");
    }
}
