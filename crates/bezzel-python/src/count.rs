//! Counting on all threads with the record counter.

use bezzel_campaign::{InMemoryQueue, TimeLimit, run};
use bezzel_count::{Backend, Plan, Total};
use bezzel_gpu::DeviceInfo;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{self, Size, Threads};
use crate::errors;
use crate::ledger::origin;
use crate::wait::{self, Signals};

/// The number of ways in which n queens can stand on an n×n board, none attacking another.
///
/// Ctrl-C stops the count, and nothing is kept; for counts of hours see `bezzel campaign`.
///
/// >>> import bezzel
/// >>> bezzel.count(8)
/// 92
/// >>> bezzel.count(14, threads=2)
/// 365596
///
/// backend is one of backends(), by default the fastest; or "cuda" or "opencl" for graphics
/// cards, one of cards(), or several with commas, as "cuda,avx512". threads are those of the
/// processor. The total is checked before it is
/// returned: it must leave the same remainder modulo 8 as the number of half-turn symmetric
/// solutions, which is found by a search of its own. Raises SizeError for n > 32.
#[pyfunction]
#[pyo3(signature = (n, *, threads=None, backend=None))]
pub(crate) fn count(
    py: Python<'_>,
    n: Size,
    threads: Option<Threads>,
    backend: Option<&str>,
) -> PyResult<u128> {
    Ok(total(py, &n, threads, backend)?.solutions)
}

/// How many of the solutions have 0, 1, 2, … n queens on black squares.
///
/// Black are the squares whose row + column is even.
///
/// >>> import bezzel
/// >>> bezzel.count_by_colour(7)
/// [0, 0, 0, 32, 0, 8, 0, 0]
/// >>> sum(bezzel.count_by_colour(12))
/// 14200
///
/// The arguments are those of count.
#[pyfunction]
#[pyo3(signature = (n, *, threads=None, backend=None))]
pub(crate) fn count_by_colour(
    py: Python<'_>,
    n: Size,
    threads: Option<Threads>,
    backend: Option<&str>,
) -> PyResult<Vec<u128>> {
    Ok(total(py, &n, threads, backend)?.by_black_queens)
}

/// The backends that this processor can run, from the simplest to the fastest.
///
/// >>> import bezzel
/// >>> bezzel.backends()[0]
/// 'portable'
#[pyfunction]
pub(crate) fn backends() -> Vec<&'static str> {
    let available = Backend::ALL.into_iter().filter(|one| one.is_available());
    available.map(Backend::name).collect()
}

/// The graphics cards of this machine, and whatever else OpenCL leads to: names and descriptions.
///
/// >>> import bezzel
/// >>> isinstance(bezzel.cards(), dict)
/// True
///
/// A name is a backend: bezzel.count(20, backend="cuda:0"). Drivers that are not installed have
/// no cards.
#[pyfunction]
pub(crate) fn cards(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let cards = PyDict::new(py);
    for about in wait::patiently(py, bezzel_gpu::devices)?
        .into_iter()
        .flatten()
    {
        let DeviceInfo {
            backend,
            name,
            driver,
            ..
        } = about;
        cards.set_item(backend, format!("{name}, {driver}"))?;
    }
    Ok(cards)
}

/// The parts of a backend, as ["cuda:0", "avx2"] of "avx2, cuda:0". Raises UnknownNameError.
#[pyfunction]
pub(crate) fn parts(backend: &str) -> PyResult<Vec<String>> {
    let backends = arguments::backends(Some(backend))?.to_string();
    Ok(backends.split(',').map(str::to_owned).collect())
}

fn total(
    py: Python<'_>,
    n: &Size,
    threads: Option<Threads>,
    name: Option<&str>,
) -> PyResult<Total> {
    let n = n.0;
    // The plans of the largest n take many seconds.
    let plan = wait::patiently(py, move || Plan::new(n))?.map_err(errors::of_count)?;
    let backends = arguments::backends(name)?;
    let threads = (Threads::or_all(threads) as u64).min(plan.len()).max(1);
    let open = move || backends.engines(threads as u32);
    let engines = wait::patiently(py, open)?.map_err(errors::of_count)?;
    let mut book = InMemoryQueue::new(plan, origin().clone(), false);
    let mut signals = Signals::default();
    let ended = py.detach(|| {
        run(&mut book, engines, TimeLimit::none(), &mut |_| {
            signals.go_on()
        })
    });
    signals.raised()?;
    ended.map_err(errors::of_campaign)?;
    book.total().map_err(errors::of_campaign)
}
