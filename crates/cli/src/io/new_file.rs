//! A file that is written piece by piece and takes its place when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::disk::begun;
use crate::failure::Failure;

/// A file that is being written; it is gone if it is never put in its place.
pub(crate) struct NewFile {
    path: PathBuf,
    file: BufWriter<Box<dyn Target>>,
}

/// Where the bytes go: beside the place, or, to a device or a pipe, which has no half-written state,
/// there.
trait Target: Write {
    /// Puts it in its place.
    fn put(self: Box<Self>, path: &Path) -> io::Result<()>;
}

impl Target for File {
    fn put(self: Box<Self>, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

impl Target for NamedTempFile {
    fn put(self: Box<Self>, path: &Path) -> io::Result<()> {
        self.as_file().sync_all()?;
        self.persist(path)?;
        Ok(())
    }
}

impl NewFile {
    /// Begins a file that will stand at the path.
    pub(super) fn begin(path: &Path) -> Result<NewFile, Failure> {
        let open = || -> io::Result<NewFile> {
            // What a link points to is replaced, not the link.
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            let old = fs::metadata(&path).ok();
            let file: Box<dyn Target> = match old {
                Some(old) if !old.is_file() => Box::new(File::options().write(true).open(&path)?),
                old => {
                    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                    let file = begun(folder.unwrap_or(Path::new(".")))?;
                    if let Some(old) = old {
                        file.as_file().set_permissions(old.permissions())?;
                    }
                    Box::new(file)
                }
            };
            Ok(NewFile { path, file: BufWriter::with_capacity(64 << 10, file) })
        };
        open().map_err(|error| unwritable(path, error))
    }

    /// Puts it in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let whole = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        let put = whole.and_then(|file| file.put(&self.path));
        put.map_err(|error| unwritable(&self.path, error))
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
