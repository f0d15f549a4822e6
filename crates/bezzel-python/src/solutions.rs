//! Python iterators over solutions.

use bezzel::{Advance, is_canonical};
use pyo3::prelude::*;

use crate::arguments::Whole;
use crate::boards::Placement;
use crate::errors;

/// Search steps that run before the GIL is released.
const STEPS_WITH_GIL: u64 = 10_000;
/// Search steps between two checks for Ctrl-C, a few hundredths of a second.
const STEPS_PER_SIGNAL_CHECK: u64 = 10_000_000;

/// Iterates over all solutions in lexicographic order of their columns.
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
pub(crate) fn solutions(n: Whole<u32>) -> PyResult<Solutions> {
    Solutions::of_size(n, false)
}

/// Iterates over the fundamental solutions, one of each orbit under rotation and reflection.
///
/// Each is the lexicographically smallest of its orbit.
///
/// >>> import bezzel
/// >>> [(str(one), one.orbit_size) for one in bezzel.fundamental(5)]
/// [('0 2 4 1 3', 8), ('1 4 2 0 3', 2)]
/// >>> len(list(bezzel.fundamental(8)))
/// 12
///
/// Raises SizeError for n > 64.
#[pyfunction]
pub(crate) fn fundamental(n: Whole<u32>) -> PyResult<Solutions> {
    Solutions::of_size(n, true)
}

/// An iterator over solutions, as returned by solutions(), fundamental() and
/// ConstrainedBoard.completions().
#[pyclass(module = "bezzel")]
pub(crate) struct Solutions {
    search: bezzel::Solutions,
    fundamental: bool,
}

impl Solutions {
    pub(crate) fn of_board(board: &bezzel::ConstrainedBoard) -> PyResult<Self> {
        Ok(Self {
            search: board.completions().map_err(errors::of)?,
            fundamental: false,
        })
    }

    fn of_size(n: Whole<u32>, fundamental: bool) -> PyResult<Self> {
        Ok(Self {
            search: bezzel::solutions(n.0).map_err(errors::of)?,
            fundamental,
        })
    }

    /// Runs at least `steps` search steps. Returns `None` if the search goes on, and the columns of a
    /// solution, or none, if it does not.
    fn advance(&mut self, steps: u64) -> Option<Option<Vec<u32>>> {
        // Each skipped solution counts as a step, so that the loop is bounded.
        for _ in 0..steps {
            match self.search.advance(steps) {
                Advance::Solution(columns) if self.fundamental && !is_canonical(columns) => {}
                Advance::Solution(columns) => return Some(Some(columns.to_vec())),
                Advance::Paused => return None,
                Advance::End => return Some(None),
            }
        }
        None
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(itself: PyRef<'_, Self>) -> PyRef<'_, Self> {
        itself
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Placement>> {
        let mut found = self.advance(STEPS_WITH_GIL);
        loop {
            if let Some(columns) = found {
                return columns.map(Placement::of_columns).transpose();
            }
            py.check_signals()?;
            found = py.detach(|| self.advance(STEPS_PER_SIGNAL_CHECK));
        }
    }
}
