//! `docs/verify.schema.json` is what `pyramid verify --json` prints: every line of all fixtures, and no
//! line that is wrong in anything.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::disallowed_methods, reason = "a test is outside of the program")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use jsonschema::Validator;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema() -> Validator {
    let text = fs::read_to_string(root().join("docs/verify.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// What is printed for all fixtures of a folder, under some flags.
fn lines(folder: &str, flags: &[&str]) -> Vec<Value> {
    let folder = root().join("fixtures/games").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let output = Command::new(env!("CARGO_BIN_EXE_pyramid"))
        .args(["verify", "--json"])
        .args(flags)
        .args(files)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_that_is_printed_fits() {
    let schema = schema();
    let mut seen = Vec::new();
    for (folder, flags) in [
        ("valid", &["--strict"][..]),
        ("valid", &["--require", "won,finished,no-undo,no-hint"]),
        ("warned", &[]),
        ("invalid", &[]),
        ("loose", &["--strict"]),
    ] {
        for line in lines(folder, flags) {
            let wrong: Vec<String> = schema.iter_errors(&line).map(|e| e.to_string()).collect();
            assert!(wrong.is_empty(), "{line}: {wrong:?}");
            seen.extend(line["result"].as_str().map(str::to_owned));
            let error = line["error"].as_object();
            seen.extend(error.into_iter().flat_map(|error| error.keys().cloned()));
            seen.extend(line["warnings"].as_array().map(|_| "warnings".to_owned()));
        }
    }
    // Everything the schema tells of has been seen.
    for name in [
        "won",
        "lost",
        "resigned",
        "open",
        "unfinished",
        "truncated",
        "unknown",
        "ply",
        "note",
        "help",
        "position",
        "warnings",
    ] {
        assert!(seen.iter().any(|seen| seen == name), "no line has {name}");
    }
}

/// The line with a change: another value at a path, or none.
fn changed(line: &Value, path: &str, value: Option<Value>) -> Value {
    let mut line = line.clone();
    let (parent, name) = path.rsplit_once('/').unwrap();
    let object = line.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    match value {
        Some(value) => object.insert(name.to_owned(), value),
        None => object.remove(name),
    };
    line
}

#[test]
fn lines_that_are_wrong_do_not_fit() {
    let schema = schema();
    let warned = lines("warned", &[]);
    let invalid = lines("invalid", &[]);
    let valid = warned.iter().find(|line| line["ok"] == true).unwrap();
    let wrong = invalid.iter().find(|line| line["error"]["position"].is_string()).unwrap();
    let summary = warned.last().unwrap();
    for (kind, line, optional) in [
        ("valid", valid, &["/warnings"][..]),
        ("wrong", wrong, &["/warnings", "/error/note", "/error/help"]),
        ("summary", summary, &[]),
    ] {
        assert!(schema.is_valid(line), "{kind}");
        let mut paths: Vec<String> =
            line.as_object().unwrap().keys().map(|name| format!("/{name}")).collect();
        let error = line["error"].as_object();
        let inner = error.into_iter().flat_map(|error| error.keys());
        paths.extend(inner.map(|name| format!("/error/{name}")));
        for path in &paths {
            let without = changed(line, path, None);
            let may_go = optional.contains(&path.as_str());
            assert_eq!(schema.is_valid(&without), may_go, "{kind} without {path}");
            // No member takes all of these, and most none.
            for value in [json!({}), json!(true), json!(1.5), json!(-1)] {
                let same = line.pointer(path) == Some(&value);
                let score = path == "/score" && value == json!(-1);
                let other = changed(line, path, Some(value.clone()));
                assert_eq!(schema.is_valid(&other), same || score, "{kind}: {value} at {path}");
            }
        }
        let more = changed(line, "/more", Some(json!(1)));
        assert!(!schema.is_valid(&more), "{kind} with another member");
    }
    let warning = json!({ "name": "key", "line": 1, "column": 1, "text": "x" });
    for (line, path, value) in [
        (valid, "/result", json!("unknown")),
        (valid, "/result", json!("Won")),
        (valid, "/game", json!(0)),
        (valid, "/ok", json!(false)),
        (valid, "/line", json!(0)),
        (valid, "/warnings", json!([])),
        (valid, "/warnings", json!(vec![warning.clone(); 101])),
        (valid, "/warnings", json!([{ "name": "key" }])),
        (valid, "/error", json!({ "name": "covered", "line": 1, "column": 1, "text": "x" })),
        (wrong, "/ok", json!(true)),
        (wrong, "/error/name", json!("Covered")),
        (wrong, "/error/name", json!("not canonical")),
        (wrong, "/error/column", json!(0)),
        (wrong, "/error/text", json!("")),
        (wrong, "/error/severity", json!("error")),
        (summary, "/type", json!("game")),
    ] {
        assert!(!schema.is_valid(&changed(line, path, Some(value.clone()))), "{value} at {path}");
    }
    assert!(schema.is_valid(&changed(valid, "/warnings", Some(json!(vec![warning; 100])))));
    for other in [json!([]), json!(null), json!({}), json!({ "type": "progress" })] {
        assert!(!schema.is_valid(&other), "{other}");
    }
}
