//! Under which licences the code is that the program is made of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::{Result, project};

/// Licences that the program may be passed on under its own with. An expression needs one of them
/// for each of its `AND`s.
const COMPATIBLE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// A package of other people that goes into the program.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression; empty if the package names none.
    pub(crate) licence: String,
    repository: String,
    manifest: PathBuf,
}

impl Package {
    /// Whether the program may be passed on with it.
    fn is_compatible(&self) -> bool {
        // The old way to write OR.
        let expression = self.licence.replace('/', " OR ").replace(['(', ')'], "");
        let one = |licence: &str| COMPATIBLE.contains(&licence.trim());
        !expression.is_empty() && expression.split(" AND ").all(|any| any.split(" OR ").any(one))
    }

    /// The texts of licences that it comes with: that of MIT where MIT alone will do, else all.
    fn texts(&self) -> Result<Vec<String>> {
        let mut files: Vec<PathBuf> = Vec::new();
        let folder = self.manifest.parent().ok_or("a manifest without a folder")?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_ascii_uppercase();
            let name = name.to_string_lossy();
            let starts = ["LICEN", "COPYING", "UNLICENSE", "NOTICE"];
            if path.is_file() && starts.iter().any(|start| name.starts_with(start)) {
                files.push(path);
            }
        }
        let is_mit = |path: &PathBuf| path.to_string_lossy().to_uppercase().ends_with("-MIT");
        if !self.licence.contains("AND") && files.iter().any(is_mit) {
            files.retain(is_mit);
        }
        files.iter().map(|file| Ok(fs::read_to_string(file)?)).collect()
    }
}

/// What the program is made of besides our own, in the order of the names, when it is built for a
/// target, or for all of them.
pub(crate) fn packages(metadata: &Value, target: &str) -> Result<Vec<Package>> {
    let tree = "tree --locked --package pyramid-cli --edges normal --prefix none --no-dedupe";
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(tree.split(' ')).args(["--target", target]).current_dir(project::root());
    let tree = String::from_utf8(project::printed(&mut cargo)?)?;
    let used: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or_default()))
        .collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let known = metadata["packages"].as_array().ok_or("cargo metadata has no packages")?;
    // Ours have no source.
    let others =
        known.iter().filter(|package| !package["source"].is_null()).map(|package| Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            repository: text(&package["repository"]),
            manifest: text(&package["manifest_path"]).into(),
        });
    let is_used = |package: &Package| used.contains(&(&*package.name, &*package.version));
    let mut packages: Vec<Package> = others.filter(is_used).collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(packages)
}

/// Those that the program may not be passed on with.
pub(crate) fn incompatible(packages: &[Package]) -> impl Iterator<Item = &Package> {
    packages.iter().filter(|package| !package.is_compatible())
}

/// The list that goes with the program, and below it the texts that the packages come with.
pub(crate) fn list(packages: &[Package]) -> Result<String> {
    let mut list = String::from(
        "The program is made with these packages of other people, each under one of its licences.\n\n",
    );
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let Package { name, version, licence, repository, .. } = package;
        let _ = writeln!(list, "{name} {version}: {licence}\n    {repository}");
        for text in package.texts()? {
            texts.entry(text).or_default().push(name);
        }
    }
    let mut texts: Vec<(String, Vec<&str>)> = texts.into_iter().collect();
    texts.sort_by(|(_, a), (_, b)| a.cmp(b));
    for (text, mut names) in texts {
        names.dedup();
        let _ = write!(list, "\n---- {}\n\n{}\n", names.join(", "), text.trim());
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_licences() {
        let compatible = |licence: &str| {
            let text = String::new;
            let licence = licence.to_owned();
            let package = Package {
                name: text(),
                version: text(),
                licence,
                repository: text(),
                manifest: PathBuf::new(),
            };
            package.is_compatible()
        };
        for licence in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(compatible(licence), "{licence}");
        }
        for licence in ["", "GPL-3.0", "MIT AND GPL-3.0", "MPL-2.0", "MITX"] {
            assert!(!compatible(licence), "{licence}");
        }
    }
}
