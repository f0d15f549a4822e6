//! The Python module `bezzel._native`: the Rust libraries as Python objects.
//!
//! It translates arguments, results and errors and contains no algorithm. Long calls run on
//! separate threads with the GIL released and handle Ctrl-C (`wait.rs`). `python/bezzel/`
//! contains the exceptions, the type stubs and the cluster driver.

mod arguments;
mod boards;
mod check;
mod conflict;
mod constrained;
mod count;
mod devices;
mod errors;
mod ledger;
mod notebook;
mod puzzles;
mod random;
mod read;
mod solutions;
mod wait;
mod work;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with these arguments, which begin with its name, and returns the exit code.
/// It handles Ctrl-C in place of Python: the caller gives SIGINT its usual effect first.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| bezzel_command::run(arguments))
}

/// The compiled part of the package bezzel.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::boards::{Placement, first};
    #[pymodule_export]
    use super::check::{Verdict, check};
    #[pymodule_export]
    use super::conflict::Conflict;
    #[pymodule_export]
    use super::constrained::ConstrainedBoard;
    #[pymodule_export]
    use super::count::{count, count_by_colour};
    #[pymodule_export]
    use super::devices::{backends, devices, uses_cuda};
    #[pymodule_export]
    use super::ledger::{Lease, Ledger};
    #[pymodule_export]
    use super::notebook::{View, board, player};
    #[pymodule_export]
    use super::puzzles::{Hint, Puzzle};
    #[pymodule_export]
    use super::random::{occupancy, random_solution, random_solutions};
    #[pymodule_export]
    use super::read::{Contents, read};
    #[pymodule_export]
    use super::run_command;
    #[pymodule_export]
    use super::solutions::{Solutions, fundamental, solutions};
    #[pymodule_export]
    use super::work::work;

    /// The version of the package.
    #[pymodule_export]
    #[expect(
        non_upper_case_globals,
        reason = "the name is fixed by Python convention"
    )]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
