//! The commands that search, as processes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::disallowed_methods, reason = "a test is the world outside")]

use std::fs;
use std::process::Stdio;

mod common;
use common::{output, pyramid, run, run_with, runs, stdout};

/// A text without what a better search would change.
fn settled(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r#""(positions|worst)":\d+"#, "\"$1\":N");
    settings
        .add_filter(r"searched: [\d,]+ a deal, [\d,]+ at most", "searched: N a deal, N at most");
    // Which of several lines is found, and how long one is that need not be the shortest.
    settings.add_filter(r"won in \d+ moves: .*", "won in N moves: LINE");
    settings.add_filter(r"(in \d+ moves, the fewest): .*", "$1: LINE");
    settings
        .add_filter(r"(the best|tableau, the fewest), in \d+ moves: .*", "$1, in N moves: LINE");
    settings.add_filter(r#"("score":.*"moves"):\d+"#, "$1:N");
    settings.add_filter(r#""line":\[[^\]]*\]"#, "\"line\":[LINE]");
    settings.add_filter(r#""nodes":\d+\}"#, "\"nodes\":N}");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn win_rates() {
    let runs = runs(&[
        &["winrate", "--rules", "one-pass", "--deals", "seed:0..60", "--shortest"],
        &["winrate", "--rules", "giza", "--deals", "seed:0..30", "--shortest", "--json"],
        &["winrate", "--rules", "one-pass", "--deals", "seed:0..3", "--shard", "4/4", "--shortest"],
        &["winrate", "--rules", "one-pass", "--deals", "seed:0..3", "--shard", "1/4"],
        &[
            "winrate",
            "--shortest",
            "--json",
            "--rules",
            "giza",
            "--deals",
            "seed:18446744073709551610..18446744073709551616",
        ],
    ]);
    settled("win_rates", &runs);
}

#[test]
fn win_rates_that_are_none() {
    insta::assert_snapshot!(runs(&[
        &["winrate"],
        &["winrate", "--deals", "0..5"],
        &["winrate", "--deals", "seed:5..5"],
        &["winrate", "--deals", "seed:0..18446744073709551617"],
        &["winrate", "--deals", "seed:0..5", "--shard", "3/2"],
        &["winrate", "--deals", "seed:0..5", "--threads", "0"],
        &["winrate", "--deals", "seed:0..5", "--rules", "giza passes=2"],
        &["winrate", "--deals", "seed:0..5", "--resume", "no-such-folder/x.json"],
        &["winrate", "merge"],
        &["winrate", "merge", "no-such-file.json"],
        &["winrate", "merge", "cut-off.pyr"],
    ]));
}

#[test]
fn shards_are_merged_to_the_whole_run() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["winrate", "--rules", "one-pass", "--deals", "seed:100..160", "--json"];
    let whole = stdout(&args);
    for shards in [1, 2, 7] {
        let mut files = Vec::new();
        for index in 1..=shards {
            let shard = format!("{index}/{shards}");
            let threads = (1 + index % 3).to_string();
            let part = stdout(&[&args[..], &["--shard", &shard, "--threads", &threads]].concat());
            let file = folder.path().join(format!("{shards}-{index}.json"));
            fs::write(&file, part).unwrap();
            files.push(file.to_str().unwrap().to_owned());
        }
        let files: Vec<&str> = files.iter().rev().map(String::as_str).collect();
        assert_eq!(stdout(&[&["winrate", "merge", "--json"], &files[..]].concat()), whole);
        let text = stdout(&[&["winrate", "merge"], &files[..]].concat());
        assert_eq!(text, stdout(&args[..args.len() - 1]));
    }
}

#[test]
fn results_that_cannot_be_merged() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, args: &[&str]| {
        let text = stdout(&[&["winrate", "--json"], args].concat());
        fs::write(folder.path().join(name), text).unwrap();
    };
    file("a.json", &["--rules", "giza", "--deals", "seed:0..5"]);
    file("b.json", &["--rules", "giza", "--deals", "seed:4..9"]);
    file("c.json", &["--rules", "pharaohs", "--deals", "seed:5..9"]);
    file("d.json", &["--rules", "giza", "--deals", "seed:8..9"]);
    file("e.json", &["--rules", "giza", "--deals", "seed:8..9", "--shortest"]);
    let a = fs::read_to_string(folder.path().join("a.json")).unwrap();
    fs::write(folder.path().join("f.json"), a.replace("\"count\":5", "\"count\":6")).unwrap();
    fs::write(folder.path().join("g.json"), format!("{a}\n{{\"type\":")).unwrap();
    let merge = |names: &[&str]| {
        let mut command = pyramid(&[&["winrate", "merge"], names].concat());
        command.current_dir(folder.path());
        let result = output(command, "");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        format!(
            "{names:?} [exit {}]\n{}{}",
            result.status.code().unwrap(),
            text(result.stdout),
            text(result.stderr)
        )
    };
    let texts = [
        merge(&["a.json", "b.json"]),
        merge(&["a.json", "c.json"]),
        merge(&["a.json", "d.json"]),
        merge(&["a.json", "e.json"]),
        merge(&["f.json"]),
        merge(&["g.json"]),
    ];
    settled("results_that_cannot_be_merged", &texts.join("\n"));
}

#[test]
fn a_run_goes_on_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("part.json");
    let name = file.to_str().unwrap();
    let deals = |deals| ["winrate", "--rules", "giza", "--json", "--deals", deals];
    let whole = stdout(&deals("seed:0..60"));
    // What a run that was cut short left.
    fs::write(&file, stdout(&deals("seed:10..35"))).unwrap();
    let resumed = stdout(&[&deals("seed:0..60")[..], &["--resume", name]].concat());
    assert_eq!(resumed, whole);
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    // Done: nothing is counted again.
    assert_eq!(stdout(&[&deals("seed:0..60")[..], &["--resume", name]].concat()), whole);
    for other in [
        &["--deals", "seed:0..50"][..],
        &["--deals", "seed:0..60", "--rules", "pharaohs"],
        &["--deals", "seed:0..60", "--rules", "giza", "--nodes", "7"],
        &["--deals", "seed:0..60", "--rules", "giza", "--shortest"],
    ] {
        let args = [&["winrate", "--resume", name], other].concat();
        let result = output(pyramid(&args), "");
        assert_eq!(result.status.code(), Some(2), "{other:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), whole, "{other:?}");
    }
    fs::write(&file, "half a fi").unwrap();
    let args = [&deals("seed:0..60")[..], &["--resume", name]].concat();
    assert_eq!(output(pyramid(&args), "").status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), "half a fi");
}

/// A run that is interrupted reports what it has, and goes on from there.
#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("part.json");
    let name = file.to_str().unwrap();
    // More than can be done, until it is interrupted.
    let args = ["winrate", "--rules", "giza", "--deals", "seed:0..1000000000", "--json"];
    let child = pyramid(&[&args[..], &["--resume", name]].concat())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file is written before the first deal is played, after that it can be interrupted.
    while !file.exists() {
        std::thread::yield_now();
    }
    let kill = ["-INT", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(kill).status().unwrap().success());
    let result = child.wait_with_output().unwrap();
    let said = String::from_utf8(result.stderr).unwrap();
    let printed = String::from_utf8(result.stdout).unwrap();
    if result.status.code() == Some(130) {
        assert!(said.contains("The same command goes on from"), "{said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), printed);
        let merged = stdout(&["winrate", "merge", "--json", name]);
        assert_eq!(merged, printed);
    } else {
        // Interrupted before the handler was there.
        assert_eq!(result.status.code(), None, "{said}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = pyramid(&["winrate", "--rules", "giza", "--deals", "seed:0..3"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let result = child.wait_with_output().unwrap();
    assert_eq!((result.status.code(), result.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn standard_input_holds_results() {
    let text = stdout(&["winrate", "--rules", "giza", "--deals", "seed:0..4", "--json"]);
    let merged = run_with(&["winrate", "merge", "-", "--json"], &text);
    assert!(merged.contains(text.trim_end()), "{merged}");
    assert!(run(&["winrate", "merge", "-"]).contains("there is no result in it"));
}

/// Runs that read standard input.
fn runs_with(all: &[(&[&str], &str)]) -> String {
    all.iter().map(|(args, stdin)| run_with(args, stdin)).collect::<Vec<_>>().join("\n")
}

#[test]
fn deals_are_solved() {
    const SMALL: &str = "Kc/4c9c | 2c2d | - | - | - | 2";
    settled(
        "deals_are_solved",
        &runs(&[
            &["solve", "seed:7"],
            &["solve", "seed:7", "--rules", "one-pass"],
            &["solve", "seed:1", "--rules", "cheops", "--nodes", "5"],
            &["solve", "seed:7", "seed:8", "--rules", "one-pass", "--json"],
            &["solve", "seed:7", "seed:8", "--shortest"],
            &["solve", "seed:8", "--shortest", "--json"],
            &["solve", SMALL, "--rules", "pyramid rows=2", "--json"],
            &["solve", "ms:3", "--rules", "microsoft", "--maximize", "score"],
            &["solve", "seed:3", "--rules", "par", "--maximize", "score"],
            &["solve", "seed:3", "--rules", "one-pass", "--maximize", "left", "--json"],
            &["solve", "seed:8", "--cards", "7x2"],
            &["solve", "seed:8", "--cards", "7x1,Kx1", "--json"],
            &[
                "solve",
                "Kc/4c9c | 2c2d | - | - | - | 2",
                "--rules",
                "pyramid rows=2",
                "--cards",
                "2x1",
            ],
        ]),
    );
}

#[test]
fn what_cannot_be_solved() {
    insta::assert_snapshot!(runs_with(&[
        (&["solve"], ""),
        (&["solve", "sed:7"], ""),
        (&["solve", "seed:7", "--cards", "1x4"], ""),
        (&["solve", "seed:7", "--cards", "7x9"], ""),
        (&["solve", "seed:7", "--cards", "7x4", "--shortest"], ""),
        (&["solve", "seed:7", "--time", "0"], ""),
        (&["solve", "seed:7", "--nodes", "0"], ""),
        (&["solve", "seed:7", "--maximize", "score", "--rules", "pyramid score=none"], ""),
        (&["solve", "-"], "# nothing\n\n"),
        (&["solve", "-", "--rules", "one-pass"], "seed:7\r\nsed:8\nseed:9\n8c 9c\n"),
    ]));
}

#[test]
fn solutions_come_in_order_whatever_the_threads() {
    let deals = stdout(&["deal", "--seed", "0", "--count", "60", "--format", "cards"]);
    let solve = |threads: &str| {
        let args = ["solve", "-", "--rules", "one-pass", "--json", "--threads", threads];
        let result = output(pyramid(&args), &deals);
        assert_eq!(result.status.code(), Some(0));
        String::from_utf8(result.stdout).unwrap()
    };
    let one = solve("1");
    assert_eq!(one.lines().count(), 60);
    assert_eq!(one, solve("4"));
}

/// Every line that is printed is replayed by the verifier, for every game.
#[test]
fn solutions_are_verified() {
    let list = stdout(&["rules", "--json"]);
    let names = list.lines().map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        game["name"].as_str().unwrap().to_owned()
    });
    let mut records = String::new();
    let (mut games, mut presets) = (0, 0);
    for name in names {
        presets += 1;
        let deals: String = (0..8).map(|seed| format!("seed:{seed}\n")).collect();
        for extra in [&[][..], &["--shortest"]] {
            let args = ["solve", "-", "--json", "--nodes", "3000", "--rules", &name];
            let result = output(pyramid(&[&args[..], extra].concat()), &deals);
            assert!(matches!(result.status.code(), Some(0 | 3)), "{name}");
            let answers = String::from_utf8(result.stdout).unwrap();
            assert_eq!(answers.lines().count(), 8);
            for answer in answers.lines() {
                let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
                let Some(line) = answer["line"].as_array() else {
                    assert_ne!(answer["verdict"], "won");
                    continue;
                };
                assert_eq!(answer["verdict"], "won");
                assert_eq!(answer["moves"], line.len());
                let line: Vec<&str> = line.iter().map(|token| token.as_str().unwrap()).collect();
                records += &format!(
                    "pyramid-game 1.0\nrules: {name}\ndeal: {}\n{}\nend: won\n\n",
                    answer["deal"].as_str().unwrap(),
                    line.join("\n")
                );
                games += 1;
            }
        }
    }
    assert_eq!(presets, pyramid_engine::Preset::all().len());
    assert!(games > 200, "{games}");
    let verified = output(pyramid(&["verify", "-", "--require", "won"]), &records);
    let report = String::from_utf8(verified.stdout).unwrap();
    let invalid: Vec<&str> = report.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(invalid, Vec::<&str>::new());
    assert!(report.contains(&format!("{games} games")), "{report}");
}

const REFUSED: &str = "pyramid-game 1.0
rules: pyramid rows=2 passes=1
deal: Kc/4c9c | 5c8c6c7cAc2c3cTcJcQcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs
1. >5c 4c+9d
";

#[test]
fn games_are_analyzed() {
    let games = "../games/valid";
    let file = |name: &str| format!("{games}/{name}.pyr");
    let (two, forty) = (file("example-two-games"), file("forty"));
    insta::assert_snapshot!(runs_with(&[
        (&["analyze", &two], ""),
        (&["analyze", &forty, "--json"], ""),
        (&["analyze", "-"], "pyramid-game 1.0\nrules: one-pass\ndeal: seed:7\n1. > Ad+Qh\n"),
        (&["analyze", "-"], "pyramid-game 1.0\nrules: pyramid\ndeal: seed:8\n"),
        (
            &["analyze", "-", "--nodes", "1"],
            "pyramid-game 1.0\r\nrules: cheops\r\ndeal: seed:1\r\n1. > >\r\n"
        ),
        (&["analyze", "-"], REFUSED),
        (&["analyze", "-"], ""),
        (&["analyze", "no-such-file.pyr"], ""),
        (&["analyze", "does-not-replay.pyr", &forty], ""),
    ]));
}

/// A game in which nothing is removed loses at the last draw after which it could still be won.
#[test]
fn the_turning_point_comes_first() {
    let draws = vec![">"; 24].join(" ");
    let record = format!(
        "pyramid-game 1.0\nrules: pyramid\ndeal: seed:8\n{draws}\n<\n{draws}\n<\n{draws}\n"
    );
    let text = run_with(&["analyze", "-"], &record);
    let lines: Vec<&str> = text.lines().skip(3).collect();
    assert!(lines[1].contains("This deal was winnable until move"), "{text}");
    let lost: Vec<&&str> = lines.iter().filter(|line| line.ends_with("  lost")).collect();
    assert_eq!(lost.len(), 1, "{text}");
    let number = lost[0].trim().split('.').next().unwrap();
    assert!(lines[1].contains(&format!("Move {number}, >")), "{text}");
    assert!(lines[1].contains("kept it."), "{text}");
    assert!(lines.last().unwrap().ends_with("  past"), "{text}");
}

#[test]
fn deals_are_picked() {
    insta::assert_snapshot!(runs(&[
        &[
            "deal",
            "--seed",
            "0",
            "--count",
            "2",
            "--winnable",
            "--rules",
            "one-pass",
            "--format",
            "code"
        ],
        &["deal", "--seed", "0", "--winnable", "--rules", "giza", "--json"],
        &["deal", "--seed", "0", "--difficulty", "medium", "--rules", "forty", "--format", "deal"],
        &["deal", "--seed", "18446744073709551615", "--winnable", "--rules", "one-pass"],
        &["deal", "--winnable", "seed:7"],
        &["deal", "--difficulty", "harder"],
    ]));
}

/// Every deal that is picked can be won, and no deal before it.
#[test]
fn picked_deals_are_the_first_that_can_be_won() {
    let args = ["deal", "--seed", "0", "--count", "6", "--winnable", "--rules", "giza", "--json"];
    let seed = |line: &str| {
        let deal: serde_json::Value = serde_json::from_str(line).unwrap();
        deal["from"].as_str().unwrap().to_owned()
    };
    let picked: Vec<String> = stdout(&args).lines().map(seed).collect();
    let deals: String = (0..40).map(|seed| format!("seed:{seed}\n")).collect();
    let solved = output(pyramid(&["solve", "-", "--rules", "giza", "--json"]), &deals);
    let solved = String::from_utf8(solved.stdout).unwrap();
    let won: Vec<String> = solved
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|answer| answer["verdict"] == "won")
        .map(|answer| answer["deal"].as_str().unwrap().to_owned())
        .take(6)
        .collect();
    assert_eq!(picked, won);
}
