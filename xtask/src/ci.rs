//! `cargo xtask ci`: the script that continuous integration calls.

use std::process::Command;

use crate::{Result, project};

pub(crate) fn run() -> Result {
    let status = Command::new("bash").arg(".ci/run").current_dir(project::root()).status()?;
    if status.success() { Ok(()) } else { Err("a step failed, see above".into()) }
}
