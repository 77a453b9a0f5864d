//! Whole files, and how bytes get into them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// How bytes get into a file. In tests another one counts them, or is full.
pub(crate) trait Disk: Send + Sync {
    /// Writes all of them.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;
}

/// The system's own.
pub(super) struct SystemDisk;

impl Disk for SystemDisk {
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }
}

/// Puts a file in its place when it is complete.
pub(super) fn replace(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = Replacement::begin(path)?;
    disk.write(new.file(), bytes)?;
    new.put()
}

/// A file that is to take a place.
pub(super) struct Replacement {
    place: PathBuf,
    target: Target,
}

/// Where its bytes go.
enum Target {
    /// Beside the place, until they are complete.
    Beside(NamedTempFile),
    /// To a device or a pipe, which has no half-written state and must stay one.
    There(File),
}

impl Replacement {
    /// Begins a file that will stand at the path, with the permissions of the one that stands there.
    pub(super) fn begin(path: &Path) -> io::Result<Replacement> {
        // What a link points to is replaced, not the link.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let target = match fs::metadata(&place).ok() {
            Some(old) if !old.is_file() => Target::There(File::options().write(true).open(&place)?),
            old => {
                let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
                let file = begun(folder.unwrap_or(Path::new(".")))?;
                if let Some(old) = old {
                    file.as_file().set_permissions(old.permissions())?;
                }
                Target::Beside(file)
            }
        };
        Ok(Replacement { place, target })
    }

    pub(super) fn file(&mut self) -> &mut File {
        match &mut self.target {
            Target::Beside(file) => file.as_file_mut(),
            Target::There(file) => file,
        }
    }

    /// Puts it in its place.
    pub(super) fn put(self) -> io::Result<()> {
        if let Target::Beside(file) = self.target {
            file.as_file().sync_all()?;
            file.persist(self.place)?;
        }
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// A file in a folder that is complete, but has no name yet.
pub(super) fn complete(disk: &dyn Disk, folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = begun(folder)?;
    disk.write(file.as_file_mut(), bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// An empty file in a folder, without a name yet.
fn begun(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pyramid-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
