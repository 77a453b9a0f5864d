//! That `ARCHITECTURE.md` names what there is: every module in the code map, every dependency with
//! its reason.

use std::collections::BTreeSet;

use super::Fault;

pub(super) const FILE: &str = "ARCHITECTURE.md";

/// Modules that the map lacks, or that it has and the tree has not.
pub(super) fn modules(text: &str, files: &[String]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (line, row) in (1..).zip(text.lines()) {
        let Some((place, about)) = row.strip_prefix("| `").and_then(|row| row.split_once("` | "))
        else {
            continue;
        };
        let source = format!("{place}/src/");
        let modules: BTreeSet<&str> = files
            .iter()
            .filter_map(|file| file.strip_prefix(&source)?.strip_suffix(".rs"))
            .map(|module| module.strip_suffix("/mod").unwrap_or(module))
            .collect();
        let named: Vec<&str> = about.split('`').skip(1).step_by(2).collect();
        let top = modules.iter().filter(|module| !module.contains('/'));
        for module in top.filter(|module| !["lib", "main"].contains(*module)) {
            if !named.contains(module) {
                faults.push(Fault::new(
                    FILE,
                    line,
                    format!("`{module}` of {place} is not told of"),
                ));
            }
        }
        let is_module =
            |name: &&str| name.bytes().all(|b| b.is_ascii_lowercase() || b"_/".contains(&b));
        for name in named.into_iter().filter(is_module).filter(|_| !modules.is_empty()) {
            let inner = format!("/{name}");
            if !modules.iter().any(|module| *module == name || module.ends_with(&inner)) {
                faults.push(Fault::new(FILE, line, format!("{place} has no module `{name}`")));
            }
        }
    }
    faults
}

/// Dependencies that the text gives no reason for.
pub(super) fn dependencies<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<Fault> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let told: BTreeSet<&str> =
        rows.filter_map(|row| row.split(" | ").next()).flat_map(|cell| cell.split('`')).collect();
    let untold = names.into_iter().filter(|name| !told.contains(name));
    let fault = |name| Fault::new(FILE, 1, format!("no row gives the reason for `{name}`"));
    untold.collect::<BTreeSet<_>>().into_iter().map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_names_what_there_is() {
        let files = ["a/src/lib.rs", "a/src/one.rs", "a/src/two/mod.rs", "a/src/two/in.rs"];
        let files = files.map(str::to_owned);
        let faults = |row: &str| modules(row, &files).len();
        assert_eq!(faults("| `a` | `one` does, `two`; `two/in` and `in` are `Other` |"), 0);
        assert_eq!(faults("| `a` | `two` |"), 1);
        assert_eq!(faults("| `a` | `one` `two` `three` |"), 1);
        assert_eq!(faults("| `fixtures` | `facts` |"), 0);
    }

    #[test]
    fn each_dependency_has_a_reason() {
        let text = "uses `three`\n| `one`, `two` | for `four` |\n";
        assert_eq!(dependencies(text, ["one", "two"]), []);
        assert_eq!(dependencies(text, ["three", "four", "one"]).len(), 2);
    }
}
