//! `pyramid bot` with good programs and bad ones.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn pyramid() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pyramid"));
    command.env_remove("LANG");
    command
}

fn checkout(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The bot in Rust, which `cargo test` builds beside the program.
fn rust_bot() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_pyramid")).parent().unwrap().join("examples");
    let bot = folder.join(format!("bot{}", std::env::consts::EXE_SUFFIX));
    assert!(bot.exists(), "build it first: cargo build -p pyramid-cli --example bot");
    bot
}

/// The words of the bot in Python, if there is Python.
fn python_bot() -> Option<Vec<String>> {
    let words = |python: &str| {
        vec![python.to_owned(), checkout("examples/bot.py").to_str().unwrap().to_owned()]
    };
    let runs = |python: &&str| {
        Command::new(python).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    let found = ["python3", "python"].into_iter().find(runs).map(words);
    if found.is_none() {
        println!("skipped: there is no python3 here");
    }
    found
}

/// Plays with `--json`; the games, the summary, and the records.
fn play(args: &[&str], bot: &[&str]) -> (Vec<Value>, Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pyr");
    let output = pyramid()
        .args(["bot", "--json", "-o", file.to_str().unwrap()])
        .args(args)
        .arg("--")
        .args(bot)
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut games: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = games.pop().unwrap();
    let records = std::fs::read_to_string(&file).unwrap();
    let verify = pyramid().args(["verify", "--strict", "--json"]).arg(&file).output().unwrap();
    let judged = String::from_utf8(verify.stdout).unwrap();
    assert_eq!(verify.status.code(), Some(0), "{judged}");
    let judged: Vec<Value> =
        judged.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (game, judged) in games.iter().zip(&judged) {
        assert_eq!((&game["game"], &game["moves"]), (&judged["game"], &judged["moves"]));
        let result = match game["result"].as_str().unwrap() {
            finished @ ("won" | "lost" | "resigned") => finished,
            _ => "open",
        };
        assert_eq!(judged["result"], result);
    }
    assert_eq!(games.len() + 1, judged.len());
    assert_eq!(summary["games"], games.len());
    (games, summary, records)
}

const GAMES: [&str; 8] = [
    "pyramid",
    "classic",
    "giza",
    "par",
    "cell",
    "pysolfc-apophis",
    "double-pyramid",
    "pyramid hidden=yes overlap=yes cells=1 stock=closed",
];

/// The example bots play every kind of game without a fault.
#[test]
fn the_examples_play() {
    let rust = rust_bot();
    let rust = rust.to_str().unwrap();
    let python = python_bot().unwrap_or_default();
    let python: Vec<&str> = python.iter().map(String::as_str).collect();
    for rules in GAMES {
        // A hint is a hundred searches, and one game shows as well as three that it is legal.
        for (deals, bot) in [
            ("seed:1..4", &[rust][..]),
            ("seed:1..2", &[rust, "hint", "100"]),
            ("seed:1..4", &python),
        ] {
            if bot.is_empty() {
                continue;
            }
            let (games, summary, _) = play(&["--deals", deals, "--rules", rules], bot);
            for game in games {
                let result = game["result"].as_str().unwrap();
                assert!(["won", "lost", "move-limit"].contains(&result), "{rules} {bot:?}: {game}");
            }
            assert!(summary["moves"].as_u64().unwrap() > 3);
        }
    }
}

/// The greedy bots win now and then, and do not win all.
#[test]
fn bots_win() {
    let rust = rust_bot();
    let python = python_bot().unwrap_or_default();
    let python: Vec<&str> = python.iter().map(String::as_str).collect();
    for bot in [&[rust.to_str().unwrap()][..], &python] {
        if !bot.is_empty() {
            let (_, summary, _) = play(&["--deals", "seed:1..31"], bot);
            let won = summary["won"].as_u64().unwrap();
            assert!(0 < won && won < 30, "{summary}");
        }
    }
}

/// The examples are short enough to be read.
#[test]
fn the_examples_are_short() {
    for bot in ["examples/bot.rs", "examples/bot.py"] {
        let lines = std::fs::read_to_string(checkout(bot)).unwrap().lines().count();
        assert!(lines < 80, "{bot} has {lines} lines");
    }
}

/// The order of the deals is kept, and what is said and written is the same for any number of threads.
#[test]
fn threads_change_nothing() {
    let rust = rust_bot();
    let rust = rust.to_str().unwrap();
    let run = |threads: &str| play(&["--deals", "seed:1..41", "--threads", threads], &[rust]);
    let (one, three) = (run("1"), run("3"));
    assert_eq!(one, three);
    for (game, seed) in one.0.iter().zip(1..) {
        assert_eq!(game["deal"], format!("seed:{seed}"));
    }
}

/// Deals from a file, from stdin, and one alone.
#[test]
fn deals_from_elsewhere() {
    let rust = rust_bot();
    let rust = rust.to_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.txt");
    std::fs::write(&file, "seed:7\r\n# a remark\nms:3\n").unwrap();
    let (games, ..) = play(&["--deals", file.to_str().unwrap()], &[rust]);
    assert_eq!((&games[0]["deal"], &games[1]["deal"]), (&"seed:7".into(), &"ms:3".into()));
    let (one, ..) = play(&["--deals", "seed:7"], &[rust]);
    assert_eq!(one, games[..1]);
    for (deals, wrong) in [
        ("seed:5..5", "there is no seed in seed:5..5"),
        ("seed:5..x", "seed:5..x is no range of seeds"),
        ("seed:9..1", "there is no seed in seed:9..1"),
        ("nonesuch", "error"),
    ] {
        let output = pyramid().args(["bot", "--deals", deals, "--", rust]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{deals}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(wrong), "{told}");
    }
    let output = pyramid().args(["bot", "--deals", "seed:7", "--", "/nonesuch"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("error: cannot start /nonesuch: "), "{told}");
}

/// A bot in the shell: `$id` is the id of the question.
#[cfg(unix)]
fn shell(choose: &str) -> String {
    format!(r#"while read -r line; do id=${{line#*\"id\":\"}}; id=${{id%%\"*}}; {choose}; done"#)
}

#[cfg(unix)]
#[test]
fn what_bots_do_wrong_has_names() {
    let illegal = shell(r#"echo "{\"id\":\"$id\",\"play\":\"6d+7h\"}""#);
    let resigns = shell(r#"echo "{\"id\":\"$id\",\"resign\":true}""#);
    let draws = shell(r#"echo "{\"id\":\"$id\",\"play\":\">\"}""#);
    let stale = shell(r#"echo "{\"id\":\"7.0\",\"play\":\">\"}""#);
    let once = shell(r#"echo "{\"id\":\"$id\",\"play\":\">\"}"; exit"#);
    let long = "head -c 2000000 /dev/zero | tr '\\0' x; echo; cat > /dev/null";
    let cases: [(&str, &[&str], &str, u64, &str); 10] = [
        (&illegal, &[], "illegal", 0, "covered: 6d at 6.2 is covered by 9d and 7h"),
        (&resigns, &[], "resigned", 0, ""),
        (&draws, &["--moves", "3"], "move-limit", 3, ""),
        (&stale, &[], "bad-answer", 0, r#"the question was "1.0""#),
        (&once, &[], "crashed", 1, ""),
        ("exit 3", &[], "crashed", 0, ""),
        ("kill -9 $$", &[], "crashed", 0, ""),
        ("yes", &[], "bad-answer", 0, "this is no answer: it is no object"),
        (long, &[], "bad-answer", 0, "an answer has at most 1 MiB"),
        ("while read -r line; do :; done", &["--time", "0.05"], "silent", 0, ""),
    ];
    for (bot, args, result, moves, error) in cases {
        let args = [&["--deals", "seed:7..9", "--threads", "1"], args].concat();
        let (games, summary, records) = play(&args, &["sh", "-c", bot]);
        assert_eq!(games.len(), 2);
        assert_eq!((&games[0]["result"], &games[0]["moves"]), (&result.into(), &moves.into()));
        assert_eq!(games[0]["error"].as_str().unwrap_or_default(), error, "{bot}");
        if result != "illegal" {
            // A process that was killed is followed by another.
            assert_eq!((&games[1]["result"], &games[1]["moves"]), (&result.into(), &moves.into()));
            assert_eq!(summary[result], 2, "{summary}");
        }
        assert!(records.contains(&format!("x-bot: {result}\n")), "{records}");
    }
}

/// What a bot is asked is what the schema says.
#[cfg(unix)]
#[test]
fn questions_are_valid() {
    let rust = rust_bot();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut schema: Value =
        serde_json::from_slice(&std::fs::read(checkout("docs/protocol.schema.json")).unwrap())
            .unwrap();
    schema["oneOf"] = serde_json::json!([{ "$ref": "#/$defs/question" }]);
    let schema = jsonschema::validator_for(&schema).unwrap();
    for (rules, view) in [("pyramid hidden=yes", "player"), ("giza", "player"), ("par", "full")] {
        let tee = r#"tee "$0" | "$1""#;
        let bot = ["sh", "-c", tee, log.to_str().unwrap(), rust.to_str().unwrap()];
        let args = ["--deals", "seed:1..3", "--threads", "1", "--rules", rules, "--view", view];
        play(&args, &bot);
        let log = std::fs::read_to_string(&log).unwrap();
        assert!(log.lines().count() > 10);
        for line in log.lines() {
            let question: Value = serde_json::from_str(line).unwrap();
            if let Err(wrong) = schema.validate(&question) {
                panic!("{line}\n{wrong}");
            }
            assert_eq!(question["view"], view);
        }
    }
}
