//! A world of streams in memory, on a fixed day and with a fixed seed.

use std::cell::RefCell;
use std::rc::Rc;
#[cfg(test)]
use std::sync::Mutex;

use super::*;

/// What a stream was given.
#[derive(Clone, Default)]
pub(crate) struct Written(Rc<RefCell<Vec<u8>>>);

impl Written {
    /// The text so far.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).into_owned()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Io {
    /// A world in which this is typed; with it what will be on stdout and stderr.
    pub(crate) fn memory(args: &[&str], stdin: impl AsRef<[u8]>) -> (Io, Written, Written) {
        let (stdout, stderr) = (Written::default(), Written::default());
        let io = Io {
            args: std::iter::once("pyramid").chain(args.iter().copied()).map(Into::into).collect(),
            stdin: Box::new(io::Cursor::new(stdin.as_ref().to_vec())),
            stdout: BufWriter::new(Box::new(stdout.clone())),
            bare: || None,
            stderr: Box::new(stderr.clone()),
            has_color: false,
            terminals: [false; 3],
            env: Box::new(|_| None),
            home: None,
            disk: Arc::new(SystemDisk),
            is_process: false,
            today: || Day::new(2026, 11, 30),
            entropy: || Some(7_000_000_042),
        };
        (io, stdout, stderr)
    }
}

#[cfg(test)]
impl Io {
    /// Has its files below a folder.
    pub(crate) fn live_in(&mut self, folder: &Path) {
        self.home = Some(Home::below(folder.to_owned()));
    }

    /// Has these variables and no others.
    pub(crate) fn set_env(&mut self, variables: &[(&'static str, &'static str)]) {
        let variables: Vec<_> = variables.to_vec();
        self.env = Box::new(move |name| {
            let (_, value) = variables.iter().find(|(known, _)| *known == name)?;
            Some(value.into())
        });
    }

    /// Writes its files to a disk like this.
    pub(crate) fn write_to(&mut self, disk: &SmallDisk) {
        self.disk = Arc::new(disk.clone());
    }
}

/// A disk that counts what is written, and may be full.
#[cfg(test)]
#[derive(Clone, Default)]
pub(crate) struct SmallDisk(Arc<Mutex<Used>>);

#[cfg(test)]
#[derive(Default)]
struct Used {
    writes: usize,
    space: Option<usize>,
}

#[cfg(test)]
impl SmallDisk {
    /// How often it was written since this was asked last.
    pub(crate) fn writes(&self) -> usize {
        std::mem::take(&mut self.0.lock().expect("no test panics while it writes").writes)
    }

    /// Leaves room for so many bytes, or for all.
    pub(crate) fn set_space(&self, space: Option<usize>) {
        self.0.lock().expect("no test panics while it writes").space = space;
    }
}

#[cfg(test)]
impl Disk for SmallDisk {
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        let mut used = self.0.lock().expect("no test panics while it writes");
        used.writes += 1;
        let fits = used.space.map_or(bytes.len(), |space| space.min(bytes.len()));
        // A full disk takes what fits.
        file.write_all(&bytes[..fits])?;
        used.space = used.space.map(|space| space - fits);
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}
