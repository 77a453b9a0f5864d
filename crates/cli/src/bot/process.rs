//! A bot's process: questions in, answers out, and no waiting without end.

use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::protocol::{Line, Lines};

/// A process that is being asked. It is killed when it is dropped.
pub(super) struct Process {
    child: Child,
    questions: Option<SyncSender<String>>,
    answers: Receiver<Line>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The process has ended, or has closed its output.
    Crashed,
    /// Its time is over.
    Silent,
}

impl Process {
    /// Starts a bot. What it writes to stderr goes where ours does.
    pub(super) fn start(command: &[OsString]) -> io::Result<Process> {
        let [program, args @ ..] = command else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for us: bots end when we do.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        // One question at a time: a bot that has answered one has taken it out of its pipe.
        let (questions, asked) = sync_channel::<String>(1);
        let (answer, answers) = sync_channel(1);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            while let Ok(question) = asked.recv() {
                if stdin.write_all(question.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut lines = Lines::new(BufReader::new(stdout));
            while let Ok(Some(line)) = lines.next_line() {
                if answer.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, questions: Some(questions), answers })
    }

    /// Asks, and waits for an answer.
    pub(super) fn ask(&mut self, question: String, patience: Duration) -> Result<Line, NoAnswer> {
        // Whoever does not take the question does not answer it either.
        if let Some(questions) = &self.questions {
            let _ = questions.try_send(question);
        }
        self.answers.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoAnswer::Silent,
            RecvTimeoutError::Disconnected => NoAnswer::Crashed,
        })
    }

    /// Closes its input and lets it end by itself.
    pub(super) fn end(mut self, patience: Duration) {
        self.questions = None;
        while self.answers.recv_timeout(patience).is_ok() {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
