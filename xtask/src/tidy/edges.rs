//! Which crate may depend on which.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use serde_json::Value;

use super::Fault;
use crate::{Result, project};

/// The libraries: they know no terminal and no command line.
const LIBRARIES: &[&str] =
    &["pyramid-engine", "pyramid-notation", "pyramid-solver", "pyramid-replay-verifier"];

/// Which of our crates each of our crates may name in its manifest, for tests and build as well.
const EDGES: &[(&str, &[&str])] = &[
    ("pyramid-engine", &[]),
    ("pyramid-notation", &["pyramid-engine"]),
    ("pyramid-solver", &["pyramid-engine"]),
    // A small trusted base: whoever audits it has no search to read.
    ("pyramid-replay-verifier", &["pyramid-engine", "pyramid-notation"]),
    ("pyramid-cli", LIBRARIES),
    // The program too: what is typed and sent to it is fuzzed like any text.
    (
        "pyramid-fuzz-targets",
        &[
            "pyramid-cli",
            "pyramid-engine",
            "pyramid-notation",
            "pyramid-solver",
            "pyramid-replay-verifier",
        ],
    ),
    ("pyramid-fuzz", &["pyramid-fuzz-targets"]),
    // It runs cargo and what cargo built.
    ("xtask", &[]),
];

/// To these no library leads by its normal dependencies, however many lie between.
const NEVER_IN_LIBRARIES: &[&str] = &["clap", "crossterm", "ratatui"];

/// The file of these tables, for messages.
const HERE: &str = file!();

/// The packages that cargo resolved, by the id it gives them.
pub(super) type Packages = BTreeMap<String, Package>;

pub(super) struct Package {
    name: String,
    /// Relative to the root if the package is ours.
    manifest: String,
    ours: bool,
    /// What the manifest names: every kind, optional or not, for any platform.
    declared: Vec<Declared>,
    /// The ids of its normal dependencies.
    normal: Vec<String>,
}

struct Declared {
    name: String,
    /// How the manifest calls it: by its name unless it is renamed.
    key: String,
    /// `dependencies`, `dev-dependencies` or `build-dependencies`.
    table: String,
}

/// Reads what `cargo metadata --format-version 1` prints.
pub(super) fn packages(metadata: &Value) -> Result<Packages> {
    let mut packages = Packages::new();
    for package in array(&metadata["packages"])? {
        let declared = array(&package["dependencies"])?.iter().map(declared).collect::<Result<_>>();
        let manifest = Path::new(text(&package["manifest_path"])?);
        let manifest = manifest.strip_prefix(project::root()).unwrap_or(manifest);
        let read = Package {
            name: text(&package["name"])?.to_owned(),
            manifest: manifest.to_string_lossy().replace('\\', "/"),
            ours: package["source"].is_null(),
            declared: declared?,
            normal: Vec::new(),
        };
        packages.insert(text(&package["id"])?.to_owned(), read);
    }
    for node in array(&metadata["resolve"]["nodes"])? {
        let mut normal = Vec::new();
        for dependency in array(&node["deps"])? {
            if array(&dependency["dep_kinds"])?.iter().any(|kind| kind["kind"].is_null()) {
                normal.push(text(&dependency["pkg"])?.to_owned());
            }
        }
        let id = text(&node["id"])?;
        packages.get_mut(id).ok_or_else(|| format!("{id} is no package"))?.normal = normal;
    }
    Ok(packages)
}

fn declared(dependency: &Value) -> Result<Declared> {
    let name = text(&dependency["name"])?;
    Ok(Declared {
        name: name.to_owned(),
        key: dependency["rename"].as_str().unwrap_or(name).to_owned(),
        table: match dependency["kind"].as_str() {
            None => "dependencies".to_owned(),
            Some(kind) => format!("{kind}-dependencies"),
        },
    })
}

fn array(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().ok_or_else(|| format!("cargo metadata has {value} for a list").into())
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().ok_or_else(|| format!("cargo metadata has {value} for a string").into())
}

/// The names of our packages.
fn ours(packages: &Packages) -> BTreeSet<&str> {
    packages.values().filter(|package| package.ours).map(|package| &*package.name).collect()
}

/// What the manifests of our packages name and is not ours.
pub(super) fn others(packages: &Packages) -> BTreeSet<&str> {
    let declared = packages.values().filter(|package| package.ours).flat_map(|p| &p.declared);
    &declared.map(|to| &*to.name).collect::<BTreeSet<_>>() - &ours(packages)
}

/// All edges that the tables forbid. `read` gives the text of a manifest.
pub(super) fn check(packages: &Packages, read: impl Fn(&str) -> String) -> Vec<Fault> {
    let ours = ours(packages);
    let mut faults = Vec::new();
    for (id, package) in packages.iter().filter(|(_, package)| package.ours) {
        let (name, file) = (&*package.name, &*package.manifest);
        let manifest = read(file);
        let Some((_, allowed)) = EDGES.iter().find(|(from, _)| *from == name) else {
            let line = line_of(&manifest, "name", "package");
            faults.push(Fault::new(file, line, format!("{name} is new: give it a row in {HERE}")));
            continue;
        };
        let forbidden = |to: &Declared| ours.contains(&*to.name) && !allowed.contains(&&*to.name);
        for to in package.declared.iter().filter(|to| forbidden(to)) {
            let text = format!(
                "{name} may not depend on {}: remove it, or argue for the edge in {HERE}",
                to.name
            );
            faults.push(Fault::new(file, line_of(&manifest, &to.key, &to.table), text));
        }
        if LIBRARIES.contains(&name) {
            for path in paths_to(packages, id, NEVER_IN_LIBRARIES) {
                let named = |to: &&Declared| to.name == path[1] && to.table == "dependencies";
                let first = package.declared.iter().find(named);
                let line = first.map_or(1, |to| line_of(&manifest, &to.key, &to.table));
                let text = format!(
                    "a library may not lead to {}, but {}: move what needs it to pyramid-cli",
                    path[path.len() - 1],
                    path.join(" -> ")
                );
                faults.push(Fault::new(file, line, text));
            }
        }
    }
    faults
}

/// A shortest path of names from a package to each of the names that its normal dependencies reach.
fn paths_to<'a>(packages: &'a Packages, from: &'a str, names: &[&str]) -> Vec<Vec<&'a str>> {
    let mut before = BTreeMap::from([(from, None)]);
    let mut queue = VecDeque::from([from]);
    let mut paths = Vec::new();
    while let Some(id) = queue.pop_front() {
        if names.contains(&&*packages[id].name) {
            let mut path: Vec<&str> = std::iter::successors(Some(id), |id| before[id])
                .map(|id| &*packages[id].name)
                .collect();
            path.reverse();
            paths.push(path);
        }
        for next in packages[id].normal.iter().map(String::as_str) {
            if !before.contains_key(next) {
                before.insert(next, Some(id));
                queue.push_back(next);
            }
        }
    }
    paths
}

/// The line of a key in a table of a manifest, `[target.X.TABLE]` and `[TABLE.KEY]` included; 1 if
/// it is not found.
fn line_of(manifest: &str, key: &str, table: &str) -> usize {
    let mut inside = false;
    for (index, line) in manifest.lines().enumerate() {
        if let Some(header) = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']'))
        {
            let mut parts = header.rsplit('.');
            let last = parts.next();
            if last == Some(key) && parts.next() == Some(table) {
                return index + 1;
            }
            inside = last == Some(table);
        } else if inside && line.split(['=', '.', ' ']).next() == Some(key) {
            return index + 1;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// An edge of a made-up graph: from, kind (`""` is normal), to.
    type Edge = (&'static str, &'static str, &'static str);

    /// What cargo would say of these edges. What is called `pyramid…` or `xtask` is ours.
    fn metadata(edges: &[Edge]) -> Value {
        let (mut packages, mut nodes) = (Vec::new(), Vec::new());
        let names: BTreeSet<&str> = edges.iter().flat_map(|(from, _, to)| [*from, *to]).collect();
        for name in names {
            let (mut dependencies, mut deps) = (Vec::new(), Vec::new());
            for (_, kind, to) in edges.iter().filter(|(from, ..)| *from == name) {
                let kind = if kind.is_empty() { Value::Null } else { json!(kind) };
                dependencies.push(json!({"name": to, "kind": kind, "rename": null}));
                deps.push(json!({"pkg": format!("{to} 1.0"), "dep_kinds": [{"kind": kind}]}));
            }
            let ours = name.starts_with("pyramid") || name == "xtask";
            packages.push(json!({
                "name": name,
                "id": format!("{name} 1.0"),
                "source": if ours { Value::Null } else { json!("a registry") },
                "manifest_path": format!("{name}/Cargo.toml"),
                "dependencies": dependencies,
            }));
            nodes.push(json!({"id": format!("{name} 1.0"), "deps": deps}));
        }
        json!({"packages": packages, "resolve": {"nodes": nodes}})
    }

    fn faults(edges: &[Edge]) -> Vec<String> {
        let packages = packages(&metadata(edges)).unwrap();
        check(&packages, |_| String::new()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_intended_graph_has_no_fault() {
        let found = faults(&[
            ("pyramid-notation", "", "pyramid-engine"),
            ("pyramid-solver", "", "pyramid-engine"),
            ("pyramid-replay-verifier", "", "pyramid-notation"),
            ("pyramid-cli", "", "pyramid-solver"),
            ("pyramid-cli", "", "clap"),
            ("pyramid-fuzz", "", "pyramid-fuzz-targets"),
            ("pyramid-fuzz-targets", "", "pyramid-notation"),
            ("xtask", "", "serde_json"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn a_forbidden_edge_is_found_whatever_its_kind() {
        for kind in ["", "dev", "build"] {
            let found = faults(&[("pyramid-engine", kind, "pyramid-notation")]);
            assert_eq!(found.len(), 1, "{found:?}");
            let start =
                "pyramid-engine/Cargo.toml:1: pyramid-engine may not depend on pyramid-notation: ";
            assert!(found[0].starts_with(start), "{found:?}");
        }
    }

    #[test]
    fn the_edges_that_the_design_excludes_are_found() {
        for (from, to) in [
            ("pyramid-engine", "pyramid-solver"),
            ("pyramid-notation", "pyramid-solver"),
            ("pyramid-notation", "pyramid-replay-verifier"),
            ("pyramid-solver", "pyramid-notation"),
            ("pyramid-replay-verifier", "pyramid-solver"),
            ("pyramid-replay-verifier", "pyramid-cli"),
            ("pyramid-cli", "xtask"),
            ("xtask", "pyramid-engine"),
        ] {
            assert_eq!(faults(&[(from, "", to)]).len(), 1, "{from} -> {to}");
        }
        for terminal in ["clap", "crossterm", "ratatui"] {
            for library in LIBRARIES {
                assert_eq!(faults(&[(library, "", terminal)]).len(), 1, "{library} -> {terminal}");
            }
        }
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        let found = faults(&[("pyramid-sound", "", "rodio")]);
        assert_eq!(
            found,
            [format!("pyramid-sound/Cargo.toml:1: pyramid-sound is new: give it a row in {HERE}")]
        );
    }

    #[test]
    fn a_library_that_leads_to_clap_is_found_with_the_shortest_path() {
        let found = faults(&[
            ("pyramid-solver", "", "pyramid-engine"),
            ("pyramid-engine", "", "short"),
            ("short", "", "clap"),
            ("pyramid-engine", "", "longer"),
            ("longer", "", "still-longer"),
            ("still-longer", "", "clap"),
        ]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("but pyramid-engine -> short -> clap: "), "{found:?}");
        assert!(
            found[1].contains("but pyramid-solver -> pyramid-engine -> short -> clap: "),
            "{found:?}"
        );
    }

    #[test]
    fn what_only_tests_need_may_lead_to_clap() {
        let found = faults(&[("pyramid-engine", "dev", "criterion"), ("criterion", "", "clap")]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn the_line_is_that_of_the_right_table() {
        let manifest = "[package]\nname = \"x\"\n[dev-dependencies]\nclap-extra = \"1\"\nclap = \"1\"\n\
            [dependencies]\nclap.workspace = true\n[target.'cfg(unix)'.build-dependencies]\n\
            clap = { version = \"1\" }\n[dependencies.serde]\nversion = \"1\"\n";
        assert_eq!(line_of(manifest, "clap", "dev-dependencies"), 5);
        assert_eq!(line_of(manifest, "clap", "dependencies"), 7);
        assert_eq!(line_of(manifest, "clap", "build-dependencies"), 9);
        assert_eq!(line_of(manifest, "serde", "dependencies"), 10);
        assert_eq!(line_of(manifest, "ratatui", "dependencies"), 1);
    }

    #[test]
    fn a_renamed_dependency_is_found_under_its_key() {
        let mut metadata = metadata(&[("pyramid-engine", "", "pyramid-solver")]);
        metadata["packages"][0]["dependencies"][0]["rename"] = json!("search");
        let manifest = "[dependencies]\nsearch = { package = \"pyramid-solver\" }\n";
        let faults = check(&packages(&metadata).unwrap(), |_| manifest.to_owned());
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(faults[0].line, 2);
    }

    #[test]
    fn metadata_of_another_shape_is_an_error() {
        assert!(packages(&json!({})).is_err());
        let nameless = json!({"packages": [{"dependencies": []}], "resolve": {"nodes": []}});
        assert!(packages(&nameless).is_err());
    }
}
