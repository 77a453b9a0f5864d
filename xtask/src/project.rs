//! The checkout: where it is, what it holds, what cargo says about it.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Result;

/// The root of the checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root")
}

/// Every file that is tracked, or would be by `git add .`, relative to the root and with `/`.
pub(crate) fn files() -> Result<Vec<String>> {
    let list = output("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    let names = list.split_terminator('\0');
    Ok(names.filter(|name| root().join(name).is_file()).map(str::to_owned).collect())
}

/// What cargo knows of the workspace of this manifest, dependencies included.
pub(crate) fn metadata(manifest: &str) -> Result<Value> {
    let flags = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
    Ok(serde_json::from_str(&output(env!("CARGO"), &flags)?)?)
}

/// How the program is built.
#[derive(Clone, Copy)]
pub(crate) enum Build {
    /// As the tests have built it.
    Dev,
    /// As it is handed out.
    Stripped,
}

/// Builds the program and gives its path.
pub(crate) fn program(build: Build) -> Result<PathBuf> {
    let (profile, folder) = match build {
        Build::Dev => ("dev", "debug"),
        Build::Stripped => ("stripped", "stripped"),
    };
    let build = ["build", "--quiet", "--locked", "--package", "pyramid-cli", "--profile", profile];
    if !Command::new(env!("CARGO")).args(build).current_dir(root()).status()?.success() {
        return Err("the program does not build".into());
    }
    let target = metadata("Cargo.toml")?["target_directory"].as_str().map(PathBuf::from);
    let name = format!("pyramid{}", std::env::consts::EXE_SUFFIX);
    Ok(target.ok_or("cargo names no target directory")?.join(folder).join(name))
}

/// The standard output of a program run in the root.
fn output(program: &str, arguments: &[&str]) -> Result<String> {
    Ok(String::from_utf8(printed(Command::new(program).args(arguments).current_dir(root()))?)?)
}

/// What a command prints on standard output, or, where it fails, an error with what it says of it.
pub(crate) fn printed(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output()?;
    if !output.status.success() {
        let log = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?}: {}: {}", output.status, log.trim_end()).into());
    }
    Ok(output.stdout)
}
