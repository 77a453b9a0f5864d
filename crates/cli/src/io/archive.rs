//! The archived games, in the order they were played.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::{Io, Shelf};

impl Io {
    /// The files of the archive, the oldest game first; none if there is no archive yet. Only
    /// regular files whose names end in `.pyr` are looked at.
    ///
    /// # Errors
    ///
    /// If the folder is there and cannot be read.
    pub(crate) fn archive(&self) -> io::Result<Vec<PathBuf>> {
        self.home().map_or(Ok(Vec::new()), |home| files(&home.games))
    }
}

impl Shelf {
    /// The archived games, the newest first, as far as they can be opened.
    pub(crate) fn newest_games(&self) -> impl Iterator<Item = BufReader<File>> {
        let files = files(self.games()).unwrap_or_default().into_iter().rev();
        files.filter_map(|path| File::open(path).ok()).map(BufReader::new)
    }
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "pyr") && path.is_file() {
            files.push(path);
        }
    }
    files.sort_by_cached_key(|path| order(path));
    Ok(files)
}

/// `2026-11-30-1000` stands behind `2026-11-30-999`.
fn order(path: &Path) -> (String, u64, String) {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let numbered = name
        .rsplit_once('-')
        .and_then(|(day, number)| Some((day.to_owned(), number.parse::<u64>().ok()?)));
    let (day, number) = numbered.unwrap_or_else(|| (name.clone(), 0));
    (day, number, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thousandth_game_of_a_day_is_its_last() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["2026-11-30-999", "2026-11-30-1000", "2026-12-01-001", "2026-11-30-002"];
        for name in names {
            fs::write(folder.path().join(format!("{name}.pyr")), "").unwrap();
        }
        fs::write(folder.path().join("notes.txt"), "").unwrap();
        fs::create_dir(folder.path().join("folder.pyr")).unwrap();
        let found = files(folder.path()).unwrap();
        let found: Vec<_> =
            found.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
        let sorted = ["2026-11-30-002", "2026-11-30-999", "2026-11-30-1000", "2026-12-01-001"];
        assert_eq!(found, sorted);
        assert_eq!(files(&folder.path().join("none")).unwrap(), Vec::<PathBuf>::new());
    }
}
