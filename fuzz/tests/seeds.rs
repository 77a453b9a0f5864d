//! Runs each libFuzzer binary once over its seeds and regressions, so that the binaries cannot rot.

use std::path::{Path, PathBuf};
use std::process::Command;

use pyramid_fuzz_targets::{TARGETS, inputs};

/// Seconds after which libFuzzer calls one input a hang.
const TIMEOUT: u32 = 20;

/// Cargo puts the binaries of a package one folder above its tests.
fn binary(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own file");
    let profile = test.parent().and_then(Path::parent).expect("a test lies in deps");
    profile.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn each_binary_runs_its_inputs() {
    for (name, _) in TARGETS {
        let inputs = inputs(name).unwrap();
        let run = Command::new(binary(name))
            .arg(format!("-timeout={TIMEOUT}"))
            .args(&inputs)
            .output()
            .unwrap_or_else(|error| panic!("{name} has no [[bin]] in fuzz/Cargo.toml: {error}"));
        let log = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{name}: {}\n{log}", run.status);
        assert_eq!(log.matches("Executed ").count(), inputs.len(), "{name}\n{log}");
    }
}
