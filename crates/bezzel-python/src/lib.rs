//! The Python module `bezzel._native`: the libraries as Python objects.
//!
//! It translates and computes nothing. Whatever can take long runs on threads of its own
//! (`wait.rs`), so that other Python threads go on and Ctrl-C is obeyed. `python/bezzel/` holds
//! what is Python: the exceptions, the type stubs and the cluster driver.

mod arguments;
mod boards;
mod check;
mod count;
mod errors;
mod ledger;
mod solutions;
mod wait;
mod work;

use pyo3::prelude::*;

/// The compiled part of the package bezzel.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::boards::{Placement, first};
    #[pymodule_export]
    use super::check::{Conflict, Verdict, check};
    #[pymodule_export]
    use super::count::{backends, cards, count, count_by_colour, parts};
    #[pymodule_export]
    use super::ledger::{Lease, Ledger};
    #[pymodule_export]
    use super::solutions::{Solutions, fundamental, solutions};
    #[pymodule_export]
    use super::work::work;

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python gives it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
