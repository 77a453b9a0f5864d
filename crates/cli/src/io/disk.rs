//! Whole files, and how bytes get into them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

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
    // What a link points to is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A device or a pipe has no half-written state, and must stay one.
        return disk.write(&mut File::options().write(true).open(path)?, bytes);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = complete(disk, folder.unwrap_or(Path::new(".")), bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}

/// A file in a folder that is complete, but has no name yet.
pub(super) fn complete(disk: &dyn Disk, folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = begun(folder)?;
    disk.write(file.as_file_mut(), bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// An empty file in a folder, without a name yet.
pub(super) fn begun(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pyramid-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
