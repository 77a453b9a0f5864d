//! Under which licences the code is that the program is made of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use crate::Result;

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
}

impl Package {
    /// Whether the program may be passed on with it.
    fn is_compatible(&self) -> bool {
        // The old way to write OR.
        let expression = self.licence.replace('/', " OR ").replace(['(', ')'], "");
        let one = |licence: &str| COMPATIBLE.contains(&licence.trim());
        !expression.is_empty() && expression.split(" AND ").all(|any| any.split(" OR ").any(one))
    }
}

/// What the program depends on, however many lie between, in the order of the names, by what
/// `cargo metadata` says of the workspace.
pub(crate) fn packages(metadata: &Value) -> Result<Vec<Package>> {
    let list = |value: &Value| value.as_array().cloned().ok_or("cargo metadata has no list");
    let mut known = BTreeMap::new();
    for package in list(&metadata["packages"])? {
        known.insert(package["id"].to_string(), package);
    }
    let mut edges = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"])? {
        let mut to = Vec::new();
        for dependency in list(&node["deps"])? {
            // What only tests or build scripts use is no part of the program.
            if list(&dependency["dep_kinds"])?.iter().any(|kind| kind["kind"].is_null()) {
                to.push(dependency["pkg"].to_string());
            }
        }
        edges.insert(node["id"].to_string(), to);
    }
    let program = known.values().find(|package| package["name"] == "pyramid-cli");
    let mut next = vec![program.ok_or("there is no pyramid-cli")?["id"].to_string()];
    let mut seen = BTreeSet::new();
    while let Some(id) = next.pop() {
        if seen.insert(id.clone()) {
            next.extend(edges.get(&id).into_iter().flatten().cloned());
        }
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let others = known.iter().filter(|(id, package)| {
        // Ours have no source.
        seen.contains(*id) && !package["source"].is_null()
    });
    let mut packages: Vec<Package> = others
        .map(|(_, package)| Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            repository: text(&package["repository"]),
        })
        .collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(packages)
}

/// Those that the program may not be passed on with.
pub(crate) fn incompatible(packages: &[Package]) -> impl Iterator<Item = &Package> {
    packages.iter().filter(|package| !package.is_compatible())
}

/// The list that goes with the program.
pub(crate) fn list(packages: &[Package]) -> String {
    let mut list = String::from(
        "The program is made with these packages of other people, each under one of its licences.\n\n",
    );
    for Package { name, version, licence, repository } in packages {
        let _ = writeln!(list, "{name} {version}: {licence}\n    {repository}");
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_licences() {
        let compatible = |licence: &str| {
            let text = String::new;
            let licence = licence.to_owned();
            Package { name: text(), version: text(), licence, repository: text() }.is_compatible()
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
