//! The `bezzel` command. The library has it too, for the Python package.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(bezzel_command::run(std::env::args_os()))
}
