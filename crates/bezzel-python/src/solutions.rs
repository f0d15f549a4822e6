//! Solutions as Python iterators.

use std::sync::Arc;

use bezzel::{Advance, is_canonical};
use pyo3::prelude::*;

use crate::arguments::Size;
use crate::boards::Placement;
use crate::errors;

/// Steps of the search that are too few to be worth giving the interpreter lock away; …
const AT_ONCE: u64 = 10_000;
/// … and how many are taken between two looks for Ctrl-C: some hundredths of a second.
const BETWEEN_SIGNALS: u64 = 10_000_000;

/// All solutions in lexicographic order of their columns, as an iterator.
///
/// >>> import bezzel
/// >>> for solution in bezzel.solutions(6):
/// ...     print(solution)
/// 1 3 5 0 2 4
/// 2 5 1 4 0 3
/// 3 0 4 1 5 2
/// 4 2 0 5 3 1
/// >>> from itertools import islice
/// >>> next(islice(bezzel.solutions(12), 1000, None)).is_solution
/// True
///
/// Raises SizeError for n > 64.
#[pyfunction]
pub(crate) fn solutions(n: Size) -> PyResult<Solutions> {
    Solutions::new(&n, false)
}

/// The fundamental solutions, one of each orbit of turns and mirror images, as an iterator.
///
/// It is the least of the orbit in lexicographic order.
///
/// >>> import bezzel
/// >>> [(str(one), one.orbit_size) for one in bezzel.fundamental(5)]
/// [('0 2 4 1 3', 8), ('1 4 2 0 3', 2)]
/// >>> len(list(bezzel.fundamental(8)))
/// 12
///
/// Raises SizeError for n > 64.
#[pyfunction]
pub(crate) fn fundamental(n: Size) -> PyResult<Solutions> {
    Solutions::new(&n, true)
}

/// An iterator of solutions; solutions() and fundamental() return one.
#[pyclass(module = "bezzel")]
pub(crate) struct Solutions {
    search: bezzel::Solutions,
    fundamental: bool,
}

impl Solutions {
    fn new(n: &Size, fundamental: bool) -> PyResult<Self> {
        let search = bezzel::solutions(n.0).map_err(errors::of)?;
        Ok(Self {
            search,
            fundamental,
        })
    }

    /// Takes so many steps at least; `None` if they found nothing.
    fn advance(&mut self, steps: u64) -> Option<Found> {
        // Solutions that are passed over count as a step each, so that they use the steps up.
        for _ in 0..steps {
            match self.search.advance(steps) {
                Advance::Solution(columns) if self.fundamental && !is_canonical(columns) => {}
                Advance::Solution(columns) => return Some(Found::Solution(columns.to_vec())),
                Advance::Paused => return None,
                Advance::End => return Some(Found::End),
            }
        }
        None
    }
}

enum Found {
    Solution(Vec<u32>),
    End,
}

#[pymethods]
impl Solutions {
    fn __iter__(itself: PyRef<'_, Self>) -> PyRef<'_, Self> {
        itself
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Placement>> {
        let mut found = self.advance(AT_ONCE);
        while found.is_none() {
            py.check_signals()?;
            found = py.detach(|| self.advance(BETWEEN_SIGNALS));
        }
        match found {
            Some(Found::Solution(columns)) => {
                let placement = bezzel::Placement::from_columns(columns).map_err(errors::of)?;
                Ok(Some(Placement(Arc::new(placement))))
            }
            Some(Found::End) | None => Ok(None),
        }
    }
}
