//! The command `bezzel`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with these arguments, of which the first is its name, and returns the exit code.
/// It handles Ctrl-C in place of Python: the caller gives SIGINT its usual effect first.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| bezzel_command::run(arguments))
}
