//! How far a long command has come, on stderr: a moving line on a terminal, else now and then a line.
#![allow(clippy::disallowed_methods, reason = "time decides only how often something is said")]

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a line is written where there is no terminal.
const LINES: Duration = Duration::from_secs(5);
/// Nothing is said before this: most commands are done by then.
const PATIENCE: Duration = Duration::from_secs(1);

/// Progress of one command.
pub(crate) struct Progress {
    begun: Instant,
    said: Instant,
    /// On a terminal, once there is something to say.
    bar: Option<ProgressBar>,
    terminal: bool,
}

impl Progress {
    /// Progress on stderr, which is a terminal or not.
    pub(crate) fn new(terminal: bool) -> Progress {
        let now = Instant::now();
        Progress { begun: now, said: now, bar: None, terminal }
    }

    /// Gives the present state, if it is time to; the line to write where there is no terminal.
    pub(crate) fn update(&mut self, state: impl FnOnce() -> String) -> Option<String> {
        let now = Instant::now();
        if now - self.begun < PATIENCE {
            return None;
        }
        if self.terminal {
            let bar = self.bar.get_or_insert_with(|| {
                let bar =
                    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
                let style = ProgressStyle::with_template("{wide_msg}");
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            });
            if now - self.said >= PATIENCE / 4 {
                self.said = now;
                bar.set_message(state());
            }
            return None;
        }
        if now - self.said < LINES {
            return None;
        }
        self.said = now;
        Some(state())
    }

    /// The time since the command began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Takes the moving line away.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// A time that comes again and again.
pub(crate) struct Every {
    period: Duration,
    last: Instant,
}

impl Every {
    /// Due after this time, counted from now.
    pub(crate) fn new(period: Duration) -> Every {
        Every { period, last: Instant::now() }
    }

    /// Whether the time has passed since this was last so.
    pub(crate) fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = now - self.last >= self.period;
        if due {
            self.last = now;
        }
        due
    }
}

/// A time after which something is given up.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    end: Option<Instant>,
}

impl Deadline {
    /// So many seconds from now, or never.
    pub(crate) fn after(seconds: Option<f64>) -> Deadline {
        Deadline { end: seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds)) }
    }

    /// Whether it is past.
    pub(crate) fn is_past(self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}
