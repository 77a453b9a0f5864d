//! Takes the terminal, and gives it back as it was: at the end, on a panic, on suspension.

use std::io::{self, BufWriter, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use super::model::Model;
use super::view::view;
use crate::io::Io;

/// Whether the terminal is ours now.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// What the full-screen game draws on.
type Backend = CrosstermBackend<BufWriter<Box<dyn Write + Send>>>;

/// The terminal while it is ours; dropped, it is given back.
pub(super) struct Guard {
    terminal: Terminal<Backend>,
}

impl Guard {
    /// Takes the terminal.
    pub(super) fn take(mouse: bool) -> io::Result<Guard> {
        give_back_on_panic();
        let taken = take(mouse);
        let screen: Box<dyn Write + Send> = Box::new(Io::screen());
        let terminal = taken
            .and_then(|()| Terminal::new(CrosstermBackend::new(BufWriter::new(screen))))
            .inspect_err(|_| give_back(&mut Io::screen()))?;
        Ok(Guard { terminal })
    }

    /// Columns and lines.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    /// Draws what is another than before.
    pub(super) fn draw(&mut self, model: &Model) -> io::Result<()> {
        self.terminal.draw(|frame| view(model, frame)).map(|_| ())
    }

    /// Forgets what was drawn, so that everything is drawn anew.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        // `clear` would ask the terminal where its cursor is, and the answer comes among the events.
        let (width, height) = self.size()?;
        self.terminal.resize(Rect::new(0, 0, width, height))
    }

    /// Takes the mouse, or gives it back.
    pub(super) fn mouse(&mut self, on: bool) -> io::Result<()> {
        match on {
            true => execute!(self.terminal.backend_mut(), EnableMouseCapture),
            false => execute!(self.terminal.backend_mut(), DisableMouseCapture),
        }
    }

    /// Gives the terminal back, waits for `stopped` to come back, and takes it again.
    #[cfg(unix)]
    pub(super) fn lend(&mut self, mouse: bool, stopped: impl FnOnce()) -> io::Result<()> {
        give_back(&mut Io::screen());
        stopped();
        take(mouse)?;
        self.forget()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back(&mut Io::screen());
    }
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let mut screen = Io::screen();
    execute!(screen, EnterAlternateScreen)?;
    if mouse {
        execute!(screen, EnableMouseCapture)?;
    }
    Ok(())
}

/// Gives the terminal back if it is taken. What does not work is left: the terminal may be gone.
fn give_back(screen: &mut impl Write) {
    if TAKEN.swap(false, Ordering::SeqCst) {
        write_restoring(screen);
        let _ = disable_raw_mode();
    }
}

fn write_restoring(screen: &mut impl Write) {
    let _ = execute!(screen, DisableMouseCapture, LeaveAlternateScreen, Show);
}

/// Before a panic is told, and before the process ends where panics abort, the terminal is given
/// back. What was told before still is.
fn give_back_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        give_back(&mut Io::screen());
        before(info);
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_was_taken_is_given_back() {
        let mut written = Vec::new();
        write_restoring(&mut written);
        let text = String::from_utf8(written).unwrap();
        for sequence in ["\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l", "\x1b[?1003l", "\x1b[?1006l"] {
            assert!(text.contains(sequence), "{sequence:?} in {text:?}");
        }
    }

    /// Not a test: what the next one runs in a terminal of its own.
    #[test]
    #[ignore = "it panics, for the next test"]
    fn panics_on_the_full_screen() {
        let _guard = Guard::take(true).unwrap();
        panic!("something went wrong");
    }

    /// This very program runs the above: the terminal is given back, and then the panic is told.
    #[cfg(unix)]
    #[test]
    fn a_panic_gives_the_terminal_back() {
        use std::io::Read;

        use portable_pty::{CommandBuilder, PtySize, native_pty_system};

        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let modes = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        let name = "tui::terminal::tests::panics_on_the_full_screen";
        command.args(["--exact", name, "--ignored", "--nocapture"]);
        let mut child = pair.slave.spawn_command(command).unwrap();
        // The child alone has the other end, so that reading ends with it.
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            bytes.extend_from_slice(&buffer[..count]);
        }
        assert!(!child.wait().unwrap().success());
        let text = String::from_utf8_lossy(&bytes);
        let taken = text.find("\x1b[?1049h").expect("it was taken");
        let free = text.find("\x1b[?1049l").expect("it was given back");
        let told = text.find("something went wrong").expect("it was told");
        assert!(taken < free && free < told, "{text:?}");
        assert_eq!(format!("{:?}", pair.master.get_termios()), modes);
    }

    #[test]
    fn a_terminal_that_is_not_ours_is_left_alone() {
        let mut written = Vec::new();
        give_back(&mut written);
        assert_eq!(written, b"");
    }
}
