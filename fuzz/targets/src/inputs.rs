//! The committed inputs of a target.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder `fuzz` of this checkout.
pub fn fuzz_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate lies in fuzz/targets")
}

/// The files in `seeds/NAME`, then those in `regressions/NAME`, each folder in the order of names.
///
/// # Errors
///
/// Every target has seeds: a folder of seeds that is missing or empty is an error, as is a file
/// that cannot be listed. Most targets have no regressions.
pub fn inputs(name: &str) -> io::Result<Vec<PathBuf>> {
    let seeds = fuzz_dir().join("seeds").join(name);
    let mut inputs = files(&seeds)?;
    if inputs.is_empty() {
        let missing = format!("{} holds no seeds", seeds.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, missing));
    }
    inputs.extend(files(&fuzz_dir().join("regressions").join(name))?);
    Ok(inputs)
}

/// The files of a folder by name; none if there is no such folder.
fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    if !dir.exists() {
        return Ok(Vec::new());
    }
    let mut files =
        fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}
