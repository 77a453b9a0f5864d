//! Rules that one file keeps or breaks by itself.

use super::Fault;

/// Lines of a source file above which it is named, and above which it has to be divided.
const LONG: usize = 400;
const TOO_LONG: usize = 600;

/// Folders at the root of a file system that name somebody's machine.
const MACHINE: [&str; 4] = ["home", "root", "work", "Users"];

/// All rules that the file breaks.
pub(super) fn check(file: &str, text: &str) -> Vec<Fault> {
    let mut faults = machine_paths(file, text);
    if file.ends_with(".rs") {
        faults.extend(module_doc(file, text));
    }
    if file.ends_with("Cargo.toml") {
        faults.extend(lints(file, text));
    }
    if file.starts_with("crates/") && file.ends_with("/src/lib.rs") {
        faults.extend(missing_docs(file, text));
    }
    if file.starts_with("fixtures/games/invalid/") {
        faults.extend(kebab_case(file));
    }
    if is_source(file) && code_lines(text) > TOO_LONG {
        let text = format!("{} lines without tests: divide it by concept", code_lines(text));
        faults.push(Fault::new(file, TOO_LONG + 1, text));
    }
    faults
}

/// What is not wrong yet.
pub(super) fn note(file: &str, text: &str) -> Option<String> {
    let lines = code_lines(text);
    let long = is_source(file) && (LONG + 1..=TOO_LONG).contains(&lines);
    long.then(|| format!("{file} has {lines} lines without tests: is it still one idea?"))
}

/// Rust that is compiled into a crate, not beside it and not for tests only.
fn is_source(file: &str) -> bool {
    let mut folders: Vec<&str> = file.split('/').collect();
    let name = folders.pop().unwrap_or_default();
    name.ends_with(".rs")
        && name != "tests.rs"
        && folders.contains(&"src")
        && !folders.contains(&"tests")
}

/// How many lines precede the inline tests.
fn code_lines(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let tests = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ");
    lines.windows(2).position(tests).unwrap_or(lines.len())
}

/// A Rust file says first what it is.
fn module_doc(file: &str, text: &str) -> Option<Fault> {
    let missing = !text.starts_with("//!");
    missing.then(|| Fault::new(file, 1, "no module doc: begin with `//!` and say what this is"))
}

/// No text holds a path of one machine.
fn machine_paths(file: &str, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for folder in MACHINE.map(|folder| format!("/{folder}/")) {
            // In `docs/home/` and `example.org/home/` it is something else.
            let inside = |at: usize| {
                let before = line[..at].chars().next_back();
                before.is_some_and(|c| c.is_alphanumeric() || "._-~".contains(c))
            };
            if line.match_indices(&folder).any(|(at, _)| !inside(at)) {
                let text = format!(
                    "`{folder}` is a path of one machine: write one relative to the checkout"
                );
                faults.push(Fault::new(file, index + 1, text));
            }
        }
    }
    faults
}

/// A member of the workspace takes its lints. A workspace of its own cannot.
fn lints(file: &str, text: &str) -> Option<Fault> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let inherits = lines.windows(2).any(|pair| pair == ["[lints]", "workspace = true"]);
    let missing = lines.contains(&"[package]") && !lines.contains(&"[workspace]") && !inherits;
    missing.then(|| {
        Fault::new(
            file,
            lines.len(),
            "the lints of the workspace are not taken: add `[lints]`, `workspace = true`",
        )
    })
}

/// A library documents all it offers.
fn missing_docs(file: &str, text: &str) -> Option<Fault> {
    let missing = !text.lines().any(|line| line == "#![deny(missing_docs)]");
    missing.then(|| Fault::new(file, 1, "add `#![deny(missing_docs)]` under the module doc"))
}

/// Broken games are named like the diagnostics they are about.
fn kebab_case(file: &str) -> Option<Fault> {
    let name = file.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    let right = stem.split('-').all(word);
    (!right).then(|| Fault::new(file, 1, format!("`{stem}` is not kebab-case: rename the file")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(faults: &[Fault]) -> Vec<usize> {
        faults.iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn a_rust_file_begins_with_a_module_doc() {
        assert_eq!(check("crates/x/tests/a.rs", "//! A.\n\nfn a() {}\n"), []);
        for text in ["", "\n//! A.\n", "// A.\n", "/// A.\nfn a() {}\n"] {
            assert_eq!(lines(&check("crates/x/tests/a.rs", text)), [1], "{text:?}");
        }
    }

    #[test]
    fn paths_of_one_machine_are_found_with_their_line() {
        for folder in MACHINE {
            assert_eq!(lines(&check("a.md", &format!("one\n\"/{folder}/ann\"\n"))), [2]);
            assert_eq!(lines(&check("a.md", &format!("file:///{folder}/ann"))), [1]);
            assert_eq!(
                check("a.md", &format!("docs/{folder}/ann /{folder} https://a.org/{folder}/")),
                []
            );
        }
    }

    #[test]
    fn long_source_is_noted_and_too_long_source_fails() {
        let source = |lines: usize| format!("//! A.\n{}", "fn a() {}\n".repeat(lines - 1));
        let (at, file) = (|lines| source(lines), "crates/x/src/a.rs");
        assert_eq!((check(file, &at(400)), note(file, &at(400))), (vec![], None));
        assert!(note(file, &at(401)).unwrap().starts_with("crates/x/src/a.rs has 401 lines"));
        assert_eq!((check(file, &at(600)), note(file, &at(600)).is_some()), (vec![], true));
        assert_eq!((lines(&check(file, &at(601))), note(file, &at(601))), (vec![601], None));
    }

    #[test]
    fn tests_may_be_long() {
        let body = "fn a() {}\n".repeat(700);
        let text = format!("//! A.\n{body}");
        for file in ["crates/x/tests/a.rs", "crates/x/src/tests.rs", "crates/x/src/tests/a.rs"] {
            assert_eq!(check(file, &text), [], "{file}");
        }
        assert_eq!(
            check("crates/x/src/a.rs", &format!("//! A.\n#[cfg(test)]\nmod tests {{\n{body}}}\n")),
            []
        );
        assert_eq!(
            lines(&check("crates/x/src/a.rs", &format!("//! A.\n#[cfg(test)]\n{body}"))),
            [601]
        );
    }

    #[test]
    fn a_member_takes_the_lints_of_the_workspace() {
        let package = "[package]\nname = \"x\"\n";
        assert_eq!(lines(&check("crates/x/Cargo.toml", package)), [2]);
        assert_eq!(
            lines(&check("crates/x/Cargo.toml", &format!("{package}[lints]\nworkspace = false\n"))),
            [4]
        );
        assert_eq!(
            check("crates/x/Cargo.toml", &format!("{package}\n[lints]\nworkspace = true\n")),
            []
        );
        assert_eq!(check("fuzz/Cargo.toml", &format!("{package}[workspace]\n")), []);
        assert_eq!(check("Cargo.toml", "[workspace]\n"), []);
    }

    #[test]
    fn a_library_denies_missing_docs() {
        assert_eq!(
            lines(&check("crates/x/src/lib.rs", "//! X.\n// #![deny(missing_docs)]\n")),
            [1]
        );
        assert_eq!(check("crates/x/src/lib.rs", "//! X.\n\n#![deny(missing_docs)]\n"), []);
        assert_eq!(check("fuzz/targets/src/lib.rs", "//! X.\n"), []);
    }

    #[test]
    fn broken_games_have_kebab_case_names() {
        for name in ["not-a-move", "move-2", "card-twice.game", "a.game.snap"] {
            assert_eq!(check(&format!("fixtures/games/invalid/{name}"), ""), [], "{name}");
        }
        for name in ["Not-a-move", "not_a_move", "not--a-move", "-a", "a b.game", ".game"] {
            assert_eq!(lines(&check(&format!("fixtures/games/invalid/{name}"), "")), [1], "{name}");
        }
    }
}
