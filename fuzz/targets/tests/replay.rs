//! Replays the committed inputs of every fuzz target, and keeps the lists of targets in step.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;

use pyramid_fuzz_targets::{TARGETS, fuzz_dir, inputs};

#[test]
fn inputs_hold() {
    let mut failed = Vec::new();
    for (name, target) in TARGETS {
        for path in inputs(name).unwrap() {
            let data = fs::read(&path).unwrap();
            if catch_unwind(|| target(&data)).is_err() {
                failed.push(format!("{name}: {}", path.display()));
            }
        }
    }
    assert!(failed.is_empty(), "these inputs fail, see the panics above:\n{}", failed.join("\n"));
}

#[test]
fn a_target_without_seeds_fails() {
    let error = inputs("no_such_target").unwrap_err();
    assert!(error.to_string().ends_with("no_such_target holds no seeds"), "{error}");
}

/// The names in a folder of `fuzz` without their endings; none if there is no such folder.
fn names(dir: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(fuzz_dir().join(dir)).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    paths.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned()).collect()
}

#[test]
fn each_target_has_a_binary_and_each_folder_a_target() {
    let targets: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(targets.len(), TARGETS.len(), "a name stands twice in TARGETS");
    assert_eq!(names("fuzz_targets"), targets, "fuzz/fuzz_targets and TARGETS differ");
    assert_eq!(names("seeds"), targets, "fuzz/seeds and TARGETS differ");
    let regressions = names("regressions");
    let orphans: Vec<_> = regressions.difference(&targets).collect();
    assert!(orphans.is_empty(), "fuzz/regressions has folders of no target: {orphans:?}");
    let manifest = fs::read_to_string(fuzz_dir().join("Cargo.toml")).unwrap();
    for name in targets {
        let path = format!("path = \"fuzz_targets/{name}.rs\"");
        assert!(manifest.contains(&path), "fuzz/Cargo.toml has no [[bin]] with {path}");
    }
}
