//! `cargo xtask tidy`: rules of the code base that the compiler does not check.

mod edges;
mod map;
mod text;

use std::collections::BTreeSet;
use std::{fmt, fs};

use crate::{Result, licences, project};

/// A broken rule: where it is, what is wrong and how to mend it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fault {
    /// Relative to the root.
    file: String,
    /// From 1.
    line: usize,
    text: String,
}

impl Fault {
    fn new(file: &str, line: usize, text: impl Into<String>) -> Fault {
        Fault { file: file.to_owned(), line, text: text.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

pub(crate) fn run() -> Result {
    let read = |file: &str| fs::read_to_string(project::root().join(file)).unwrap_or_default();
    let mut faults = BTreeSet::new();
    let workspace = project::metadata("Cargo.toml")?;
    let files = project::files()?;
    let architecture = read(map::FILE);
    for metadata in [&workspace, &project::metadata("fuzz/Cargo.toml")?] {
        let packages = edges::packages(metadata)?;
        faults.extend(edges::check(&packages, read));
        faults.extend(map::dependencies(&architecture, edges::others(&packages)));
    }
    faults.extend(map::modules(&architecture, &files));
    let packages = licences::packages(&workspace, "all")?;
    for package in licences::incompatible(&packages) {
        let text = format!(
            "{} {} is under `{}`, which the program may not be passed on with",
            package.name, package.version, package.licence
        );
        faults.insert(Fault::new("Cargo.lock", 1, text));
    }
    let mut notes = Vec::new();
    for file in &files {
        let bytes = fs::read(project::root().join(file))?;
        let text = String::from_utf8_lossy(&bytes);
        faults.extend(text::check(file, &text));
        notes.extend(text::note(file, &text));
    }

    for note in &notes {
        println!("note: {note}");
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    match faults.len() {
        0 => {
            println!("tidy: {} files, no fault, {} to look at", files.len(), notes.len());
            Ok(())
        }
        count => Err(format!("{count} to mend").into()),
    }
}
