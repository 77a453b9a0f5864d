//! A world of streams in memory, on a fixed day and with a fixed seed.

use std::cell::RefCell;
use std::rc::Rc;

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
