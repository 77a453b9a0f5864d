//! A file that is written piece by piece and takes its place when it is complete.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::disk::Replacement;
use crate::failure::Failure;

/// A file that is being written; it is gone if it is never put in its place.
pub(crate) struct NewFile {
    /// As it was named.
    path: PathBuf,
    file: BufWriter<Replacement>,
}

impl NewFile {
    /// Begins a file that will stand at the path.
    pub(super) fn begin(path: &Path) -> Result<NewFile, Failure> {
        let file = Replacement::begin(path).map_err(|error| unwritable(path, error))?;
        let file = BufWriter::with_capacity(64 << 10, file);
        Ok(NewFile { path: path.to_owned(), file })
    }

    /// Puts it in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let whole = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        whole.and_then(Replacement::put).map_err(|error| unwritable(&self.path, error))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn unwritable(path: &Path, error: io::Error) -> Failure {
    Failure::Io { doing: format!("cannot write {}", path.display()), error }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_is_not_finished_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pyr");
        fs::write(&path, "old").unwrap();
        let mut file = NewFile::begin(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let mut file = NewFile::begin(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
