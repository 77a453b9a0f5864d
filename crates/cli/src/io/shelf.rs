//! The files of the games a player has: the one being played, and those that were.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyramid_notation::Day;

use super::Io;
use super::disk::{Disk, complete, replace};
use crate::failure::reason;
use crate::home::{HOME_VARIABLE, Home};

/// Whoever has it may write these files; no other process can at the same time.
pub(crate) struct Shelf {
    home: Home,
    disk: Arc<dyn Disk>,
    /// Holds the lock, which the system takes back however the process ends.
    _lock: File,
    /// The game being played, open behind its last whole line.
    current: Option<File>,
    /// Its whole lines, in bytes.
    len: u64,
    /// There may be part of a line behind them.
    torn: bool,
}

/// Why a game cannot be kept.
#[derive(Debug)]
pub(crate) enum NoShelf {
    /// Another process is keeping one.
    Busy,
    /// The user has no home.
    Homeless,
    /// It does not work.
    Io(PathBuf, io::Error),
}

impl fmt::Display for NoShelf {
    /// One lower-case clause.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoShelf::Busy => f.write_str("the saved game is open in another pyramid"),
            NoShelf::Homeless => write!(f, "there is no home folder; {HOME_VARIABLE} names one"),
            NoShelf::Io(path, error) => {
                write!(f, "cannot write {}: {}", path.display(), reason(error))
            }
        }
    }
}

impl Io {
    /// The files of the player's games, if no other process has them.
    pub(crate) fn shelf(&self) -> Result<Shelf, NoShelf> {
        let home = self.home.clone().ok_or(NoShelf::Homeless)?;
        let path = home.current.with_extension("lock");
        let open = || {
            for folder in [path.parent(), Some(&*home.games)].into_iter().flatten() {
                fs::create_dir_all(folder)?;
            }
            File::options().create(true).truncate(false).write(true).open(&path)
        };
        let lock = open().map_err(|error| NoShelf::Io(path.clone(), error))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => NoShelf::Busy,
            TryLockError::Error(error) => NoShelf::Io(path, error),
        })?;
        let disk = Arc::clone(&self.disk);
        Ok(Shelf { home, disk, _lock: lock, current: None, len: 0, torn: false })
    }

    /// The archived game that a text names: a name in the archive, unless there is such a file
    /// here, or its path.
    pub(crate) fn archived(&self, text: &str) -> Option<(String, Vec<u8>)> {
        let (games, path) = (&self.home.as_ref()?.games, Path::new(text));
        let here = path.parent()?;
        let name = path.file_name()?.to_str()?;
        let name = name.strip_suffix(".pyr").unwrap_or(name);
        let meant = here == games || here.as_os_str().is_empty() && !path.exists();
        let bytes = meant.then(|| fs::read(file_of(games, name)).ok()).flatten()?;
        Some((name.to_owned(), bytes))
    }
}

impl Shelf {
    /// The whole lines of the game being played, and whether there is part of another behind them;
    /// `None` if there is no such game.
    pub(crate) fn read_current(&mut self) -> io::Result<Option<(Vec<u8>, bool)>> {
        let mut bytes = Vec::new();
        match File::options().read(true).write(true).open(&self.home.current) {
            Ok(mut file) => {
                file.read_to_end(&mut bytes)?;
                self.current = Some(file);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
        let len = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        self.torn = len < bytes.len();
        self.len = len as u64;
        bytes.truncate(len);
        Ok((len > 0 || self.torn).then_some((bytes, self.torn)))
    }

    /// The folder of the archive.
    pub(crate) fn games(&self) -> &Path {
        &self.home.games
    }

    /// The file of the game being played.
    pub(crate) fn current(&self) -> &Path {
        &self.home.current
    }

    /// How many bytes of whole lines the game being played has.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Adds whole lines to the game being played, with one write. When it fails nothing is added.
    pub(crate) fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.torn {
            self.cut(self.len)?;
        }
        let file = self.current.as_mut().ok_or(io::ErrorKind::NotFound)?;
        if let Err(error) = self.disk.write(file, lines) {
            self.torn = true;
            // What got there is no line; if it cannot be cut off now, it is before the next.
            let _ = self.cut(self.len);
            return Err(error);
        }
        self.len += lines.len() as u64;
        Ok(())
    }

    /// Cuts the game being played down to its first bytes.
    pub(crate) fn cut(&mut self, len: u64) -> io::Result<()> {
        let file = self.current.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.set_len(len)?;
        file.seek(SeekFrom::Start(len))?;
        self.len = len;
        self.torn = false;
        Ok(())
    }

    /// Puts another record in the place of the game being played.
    pub(crate) fn restart(&mut self, text: &[u8]) -> io::Result<()> {
        replace(&*self.disk, &self.home.current, text)?;
        let mut file = File::options().write(true).open(&self.home.current)?;
        self.len = file.seek(SeekFrom::End(0))?;
        self.torn = false;
        self.current = Some(file);
        Ok(())
    }

    /// Takes the game being played away, when all of it is elsewhere.
    pub(crate) fn remove_current(&mut self) -> io::Result<()> {
        self.current = None;
        self.len = 0;
        self.torn = false;
        match fs::remove_file(&self.home.current) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Puts the file of the game being played aside as it is, and gives its new place.
    pub(crate) fn set_aside(&mut self) -> io::Result<PathBuf> {
        self.current = None;
        let current = &self.home.current;
        let free = (1..).map(|n: u32| current.with_file_name(format!("damaged-{n}.pyr")));
        let free = free.into_iter().find(|path| !path.exists()).ok_or(io::ErrorKind::NotFound)?;
        fs::rename(current, &free)?;
        Ok(free)
    }

    /// Puts a record into the archive under a new name of its day, and gives the name. One that may
    /// be there already, under the last name, stays the only one.
    pub(crate) fn archive(&mut self, day: Day, text: &[u8], again: bool) -> io::Result<String> {
        let folder = &self.home.games;
        let name = |number: u32| format!("{day}-{number:03}");
        let last = last_number(folder, day)?;
        if again && last > 0 && fs::read(file_of(folder, &name(last)))? == text {
            return Ok(name(last));
        }
        let mut file = complete(&*self.disk, folder, text)?;
        for number in last + 1.. {
            match file.persist_noclobber(file_of(folder, &name(number))) {
                Ok(_) => return Ok(name(number)),
                Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => {
                    file = taken.file;
                }
                Err(other) => return Err(other.error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Takes a record out of the archive, when all of it is elsewhere.
    pub(crate) fn take_back(&mut self, name: &str) -> io::Result<()> {
        fs::remove_file(file_of(&self.home.games, name))
    }
}

fn file_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.pyr"))
}

/// The last number that is taken on a day, 0 for none.
fn last_number(folder: &Path, day: Day) -> io::Result<u32> {
    let begin = format!("{day}-");
    let mut last = 0;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let number = name
            .to_str()
            .and_then(|name| name.strip_prefix(&begin)?.strip_suffix(".pyr")?.parse::<u32>().ok());
        last = last.max(number.unwrap_or(0));
    }
    Ok(last)
}
