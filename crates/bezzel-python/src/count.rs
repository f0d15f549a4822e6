//! Counts on all threads.

use std::sync::{Arc, LazyLock};

use bezzel::ConstrainedBoard;
use bezzel_count::ProcessInfo;
use bezzel_run::{CountJob, CountResult, CountUnits, EngineSelection, Storage, this_process};
use pyo3::prelude::*;

use crate::arguments::{self, Threads, Whole};
use crate::errors;
use crate::wait;

/// Counts the solutions of the n-queens problem.
///
/// Ctrl-C stops the count and discards its results; for counts of hours use `bezzel count --save`.
///
/// >>> import bezzel
/// >>> bezzel.count(8)
/// 92
/// >>> bezzel.count(14, threads=2)
/// 365596
///
/// backend is a name of backends(), by default the fastest; "cuda" for GPUs, one of
/// devices(), or several separated by commas, such as "cuda,avx512". threads is the number of CPU
/// threads. For n >= 12, and with a backend, the total is checked before it is returned: it must
/// equal the number of solutions with half-turn symmetry modulo 8, which an independent search
/// counts. Raises SizeError for n > 32.
#[pyfunction]
#[pyo3(signature = (n, *, threads=None, backend=None))]
pub(crate) fn count(
    py: Python<'_>,
    n: Whole<u32>,
    threads: Option<Threads>,
    backend: Option<&str>,
) -> PyResult<u128> {
    Ok(counted(py, n, threads, backend, false)?.solutions)
}

/// Counts the solutions with 0, 1, 2, … n queens on even squares.
///
/// A square is black if its row + column is even.
///
/// >>> import bezzel
/// >>> bezzel.count_by_colour(7)
/// [0, 0, 0, 32, 0, 8, 0, 0]
/// >>> sum(bezzel.count_by_colour(12))
/// 14200
///
/// Takes the same arguments as count.
#[pyfunction]
#[pyo3(signature = (n, *, threads=None, backend=None))]
pub(crate) fn count_by_colour(
    py: Python<'_>,
    n: Whole<u32>,
    threads: Option<Threads>,
    backend: Option<&str>,
) -> PyResult<Vec<u128>> {
    let units = counted(py, n, threads, backend, true)?.units;
    Ok(units.map_or_else(Vec::new, |units| units.total.by_black_queens))
}

fn counted(
    py: Python<'_>,
    n: Whole<u32>,
    threads: Option<Threads>,
    backend: Option<&str>,
    by_colour: bool,
) -> PyResult<CountResult> {
    let board = ConstrainedBoard::new(n.0).map_err(errors::of)?;
    run(py, board, threads, backend, by_colour)
}

/// Counts the completions of a board with the GIL released.
pub(crate) fn run(
    py: Python<'_>,
    board: ConstrainedBoard,
    threads: Option<Threads>,
    backend: Option<&str>,
    by_colour: bool,
) -> PyResult<CountResult> {
    let threads = threads.map(|threads| threads.0);
    let backends = backend.map(|names| arguments::backends(Some(names)));
    let job = match backends.transpose()? {
        None if !by_colour => CountJob::fastest(board, threads),
        backends => {
            let mut units = CountUnits::new(EngineSelection::new(backends, threads));
            units.process = origin().clone();
            CountJob::by_units(Storage::Board(board), units)
        }
    };
    wait::run(py, job.map_err(errors::of_run)?)
}

/// Returns the program, host and run of this process, which results name.
pub(crate) fn origin() -> &'static Arc<ProcessInfo> {
    static CURRENT: LazyLock<Arc<ProcessInfo>> =
        LazyLock::new(|| this_process(concat!("bezzel-python-", env!("CARGO_PKG_VERSION"))));
    &CURRENT
}
