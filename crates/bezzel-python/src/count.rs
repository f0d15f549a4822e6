//! Counting on all threads with the record counter.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};

use bezzel::count::{Backend, Counter, Plan, Route, Tally, Total, Unit, UnitResult};
use pyo3::prelude::*;

use crate::arguments::{Size, Threads, backend};
use crate::{errors, wait};

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
/// backend is one of backends(), by default the fastest. The total is checked before it is
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

fn total(
    py: Python<'_>,
    n: &Size,
    threads: Option<Threads>,
    name: Option<&str>,
) -> PyResult<Total> {
    let plan = Plan::new(n.0).map_err(errors::of)?;
    let mut results = start(&plan, Threads::or_all(threads), backend(name)?)?;
    let mut tally = Tally::default();
    while tally.units() < plan.len() {
        let (unit, result) = wait::next(py, &mut results)?.ok_or_else(wait::failed)?;
        tally.add(&unit, &result);
    }
    tally.checked(&plan).map_err(errors::of)
}

/// Starts the threads, which take the most expensive units first. They end when all units are
/// counted or nobody listens any more.
fn start(plan: &Plan, threads: usize, backend: Backend) -> PyResult<Receiver<(Unit, UnitResult)>> {
    let mut units: Vec<_> = plan.units().collect();
    units.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
    let threads = threads.min(units.len()).max(1);
    let (sender, results) = mpsc::channel();
    let units = Arc::new(units);
    let next = Arc::new(AtomicUsize::new(0));
    for _ in 0..threads {
        let mut counter = Counter::new(backend).map_err(errors::of)?;
        let (units, next, sender) = (Arc::clone(&units), Arc::clone(&next), sender.clone());
        wait::start(threads, move || {
            while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                let result = counter.count(unit, Route::Direct);
                if sender.send((unit.clone(), result)).is_err() {
                    break;
                }
            }
        })?;
    }
    Ok(results)
}
