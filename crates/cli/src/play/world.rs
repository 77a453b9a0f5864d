//! What a session asks of the world outside.

use std::path::Path;

use pyramid_notation::Day;

use crate::failure::Failure;
use crate::io::{Input, Io};

/// The world outside. What does not work is said in one lower-case clause.
pub(crate) trait World {
    /// Today's date where the player is.
    fn today(&mut self) -> Result<Day, String>;
    /// A seed nobody chose.
    fn seed(&mut self) -> Result<u64, String>;
    /// All of a file; `None` if there is none.
    fn read(&mut self, file: &str) -> Result<Option<Vec<u8>>, String>;
    /// The archived game that a text names: its name, and all of its file.
    fn archived(&mut self, text: &str) -> Option<(String, Vec<u8>)>;
    /// Writes a whole file, or nothing of it.
    fn write(&mut self, file: &str, text: &str) -> Result<(), String>;
}

impl World for Io {
    fn today(&mut self) -> Result<Day, String> {
        Io::today(self).map_err(clause)
    }

    fn seed(&mut self) -> Result<u64, String> {
        self.random_seed().map_err(clause)
    }

    fn read(&mut self, file: &str) -> Result<Option<Vec<u8>>, String> {
        match Io::read(self, &Input::File(file.into())) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(Failure::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(None)
            }
            Err(failure) => Err(clause(failure)),
        }
    }

    fn archived(&mut self, text: &str) -> Option<(String, Vec<u8>)> {
        Io::archived(self, text)
    }

    fn write(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.write_file(Path::new(file), text.as_bytes()).map_err(clause)
    }
}

/// The message of a failure as a clause.
fn clause(failure: Failure) -> String {
    let text = failure.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
