//! Random solutions and occupancies.

use bezzel::ConstrainedBoard;
use bezzel_run::{DrawJob, EngineSelection, OccupancyJob, RandomMethod};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{self, Threads, Whole};
use crate::boards::Placement;
use crate::errors;
use crate::wait;

/// Returns a random solution, or None for n = 2 and n = 3, which have no solution.
///
/// >>> import bezzel
/// >>> bezzel.random_solution(8, seed=1).is_solution
/// True
/// >>> bezzel.random_solution(1000).is_solution
/// True
///
/// Takes the same arguments as random_solutions.
#[pyfunction]
#[pyo3(signature = (n, *, seed=None, method=None, threads=None))]
pub(crate) fn random_solution(
    py: Python<'_>,
    n: Whole<u32>,
    seed: Option<Whole<u64>>,
    method: Option<&str>,
    threads: Option<Threads>,
) -> PyResult<Option<Placement>> {
    Ok(random_solutions(py, n, Whole(1), seed, method, threads)?.pop())
}

/// Returns a list of random solutions, each drawn independently of the others.
///
/// >>> import bezzel
/// >>> len(bezzel.random_solutions(10, 500, seed=7))
/// 500
/// >>> bezzel.random_solutions(12, 2, seed=7) == bezzel.random_solutions(12, 2, seed=7)
/// True
///
/// method is "uniform" (all solutions have the same probability; the solutions are counted first)
/// or "min-conflicts" (a local search in linear time, not uniform). The default is "uniform" up to
/// n = 20. The list is empty for n = 2 and n = 3, which have no solution. Raises SizeError if n is
/// too large for the method, and ValueError for another method or a seed outside 0 to 2**64 - 1.
#[pyfunction]
#[pyo3(signature = (n, count, *, seed=None, method=None, threads=None))]
pub(crate) fn random_solutions(
    py: Python<'_>,
    n: Whole<u32>,
    count: Whole<usize>,
    seed: Option<Whole<u64>>,
    method: Option<&str>,
    threads: Option<Threads>,
) -> PyResult<Vec<Placement>> {
    let method = method.map(method_of).transpose()?;
    let board = ConstrainedBoard::new(n.0).map_err(errors::of)?;
    drawn(py, board, method, count, seed, threads)
}

/// Draws solutions with the GIL released.
pub(crate) fn drawn(
    py: Python<'_>,
    board: ConstrainedBoard,
    method: Option<RandomMethod>,
    count: Whole<usize>,
    seed: Option<Whole<u64>>,
    threads: Option<Threads>,
) -> PyResult<Vec<Placement>> {
    let seed = seed.map_or_else(bezzel_run::random_seed, |seed| seed.0);
    let engines = EngineSelection::new(None, threads.map(|threads| threads.0));
    let job = DrawJob::new(board, method, engines, count.0, seed);
    let solutions = wait::run(py, job.map_err(errors::of_run)?)?;
    solutions.into_iter().map(Placement::of_columns).collect()
}

fn method_of(name: &str) -> PyResult<RandomMethod> {
    let mut methods = RandomMethod::ALL.into_iter();
    let method = methods.find(|method| method.name() == name);
    let message = || format!("expected 'uniform' or 'min-conflicts', found '{name}'");
    method.ok_or_else(|| PyValueError::new_err(message()))
}

/// Counts, for each square, the solutions with a queen on it: a list of rows.
///
/// >>> import bezzel
/// >>> bezzel.occupancy(4)
/// [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]
/// >>> sum(bezzel.occupancy(10)[3]) == bezzel.count(10)
/// True
///
/// Takes the same arguments as count; GPUs count only the number of all solutions. Before the result
/// is returned, every row and column must add up to that number, and the even squares to the count
/// by colour.
#[pyfunction]
#[pyo3(signature = (n, *, threads=None, backend=None))]
pub(crate) fn occupancy(
    py: Python<'_>,
    n: Whole<u32>,
    threads: Option<Threads>,
    backend: Option<&str>,
) -> PyResult<Vec<Vec<u128>>> {
    let board = ConstrainedBoard::new(n.0).map_err(errors::of)?;
    squares(py, board, threads, backend)
}

/// Counts the squares with the GIL released, by these threads and backends: a list of rows.
pub(crate) fn squares(
    py: Python<'_>,
    board: ConstrainedBoard,
    threads: Option<Threads>,
    backend: Option<&str>,
) -> PyResult<Vec<Vec<u128>>> {
    let backends = backend.map(|names| arguments::backends(Some(names)));
    let threads = threads.map(|threads| threads.0);
    let engines = EngineSelection::new(backends.transpose()?, threads);
    let n = board.size();
    let (occupancy, _) = wait::run(py, OccupancyJob::new(board, engines))?;
    Ok((0..n).map(|row| occupancy.row(row).to_vec()).collect())
}
