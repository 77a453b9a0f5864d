//! The full-screen game.
//!
//! [`update`](update::update) takes an event into the [`Model`], [`view`](view::view) draws it;
//! neither does any input or output. [`run`] has the terminal, the events and the signals, and does
//! what `update` asks of the world outside.

mod entry;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod judged;
mod keys;
mod model;
mod mouse;
mod pages;
mod plan;
mod scene;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod update;
mod view;

use std::io;
use std::io::Write;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crossterm::event::Event;

use self::model::Model;
use self::terminal::Guard;
use self::theme::Colours;
use self::update::{Effect, update};
use crate::args::TuiArgs;
use crate::commands::stats;
use crate::failure::{Exit, Failure};
use crate::io::Io;
use crate::play;

/// Plays on the full screen.
pub(crate) fn run(io: &mut Io, args: TuiArgs) -> Result<Exit, Failure> {
    let is_dumb = io.env("TERM").is_some_and(|term| term == "dumb");
    if is_dumb || !io.stdin_is_terminal() || !io.stdout_is_terminal() {
        return Err(Failure::usage("the full-screen game needs a terminal, for input and output")
            .help("`pyramid play` is played line by line anywhere"));
    }
    let args = args.into_play();
    let (seat, greeting, style) = play::sit(io, &args)?;
    let mut guard = Guard::take(true).map_err(no_terminal)?;
    let size = guard.size().map_err(no_terminal)?;
    let mut model = Model::new(seat, greeting, style.symbols, Colours::new(io), size);
    let ended = play(io, &mut model, &mut guard);
    drop(guard);
    let left = model.leave(io).map_err(Failure::usage)?;
    for line in left {
        writeln!(io.out(), "{line}")?;
    }
    ended.map_err(no_terminal)?;
    Ok(Exit::Success)
}

fn no_terminal(error: io::Error) -> Failure {
    Failure::Io { doing: "the terminal does not work".to_owned(), error }
}

/// What comes from outside.
enum Happening {
    Event(io::Result<Event>),
    /// A signal, by its number.
    #[cfg(unix)]
    Signal(i32),
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    End,
}

/// Plays until the player leaves or the process is told to end.
fn play(io: &mut Io, model: &mut Model, guard: &mut Guard) -> io::Result<()> {
    let happenings = listen()?;
    loop {
        if std::mem::take(&mut model.changed) {
            guard.draw(model)?;
        }
        // What came meanwhile is taken in before anything is drawn.
        let Ok(first) = happenings.recv() else { return Ok(()) };
        for happening in std::iter::once(first).chain(happenings.try_iter()) {
            if take_in(io, model, guard, happening)? == Next::End {
                return Ok(());
            }
        }
    }
}

fn take_in(
    io: &mut Io,
    model: &mut Model,
    guard: &mut Guard,
    happening: Happening,
) -> io::Result<Next> {
    let event = match happening {
        Happening::Event(event) => event?,
        #[cfg(unix)]
        Happening::Signal(signal) => return signals::take_in(model, guard, signal),
    };
    match update(model, &event) {
        None => {}
        Some(Effect::Line(line)) => model.line(&line, io),
        Some(Effect::Mouse(on)) => guard.mouse(on)?,
        Some(Effect::Redraw) => guard.forget()?,
        Some(Effect::Judge) => {
            guard.draw(model)?;
            model.judge();
        }
        Some(Effect::Stats) => match stats::lines(io) {
            Ok(lines) => model.show("Statistics", lines),
            Err(failure) => model.say(failure.to_string().trim_end()),
        },
        #[cfg(unix)]
        Some(Effect::Suspend) => signals::suspend(model, guard)?,
        #[cfg(not(unix))]
        Some(Effect::Suspend) => model.say("This system cannot suspend a program."),
    }
    Ok(if model.seat.has_left() { Next::End } else { Next::Go })
}

/// Events and signals in the order in which they come.
fn listen() -> io::Result<Receiver<Happening>> {
    let (sender, receiver) = channel();
    #[cfg(unix)]
    signals::listen(sender.clone())?;
    thread::spawn(move || read(&sender));
    Ok(receiver)
}

fn read(sender: &Sender<Happening>) {
    loop {
        let event = crossterm::event::read();
        let failed = event.is_err();
        if sender.send(Happening::Event(event)).is_err() || failed {
            return;
        }
    }
}

#[cfg(unix)]
mod signals {
    //! Signals that end or stop the process.

    use std::io;
    use std::sync::mpsc::Sender;
    use std::thread;

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::model::Model;
    use super::terminal::Guard;
    use super::{Happening, Next};

    /// Sends signals on.
    pub(super) fn listen(sender: Sender<Happening>) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
        thread::spawn(move || {
            for signal in &mut signals {
                if sender.send(Happening::Signal(signal)).is_err() {
                    return;
                }
            }
        });
        Ok(())
    }

    /// Ends the game, or gives the terminal back for a while. Who was stopped in another way takes
    /// the terminal again when he goes on.
    pub(super) fn take_in(model: &mut Model, guard: &mut Guard, signal: i32) -> io::Result<Next> {
        match signal {
            SIGTSTP => suspend(model, guard)?,
            SIGCONT => lend(model, guard, || {})?,
            _ => return Ok(Next::End),
        }
        Ok(Next::Go)
    }

    /// Stops the process; comes back when it goes on.
    pub(super) fn suspend(model: &mut Model, guard: &mut Guard) -> io::Result<()> {
        lend(model, guard, || {
            // Where it cannot be stopped the game goes on.
            let _ = emulate_default_handler(SIGTSTP);
        })
    }

    fn lend(model: &mut Model, guard: &mut Guard, stopped: impl FnOnce()) -> io::Result<()> {
        guard.lend(model.mouse, stopped)?;
        model.size = guard.size()?;
        model.changed = true;
        Ok(())
    }
}
