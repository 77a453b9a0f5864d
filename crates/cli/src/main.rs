//! The `pyramid` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    pyramid_cli::main()
}
