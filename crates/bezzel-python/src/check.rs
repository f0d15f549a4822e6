//! The function `check()` and its results.

use pyo3::prelude::*;

use crate::boards::Board;
use crate::conflict::Conflict;

/// Checks a board: a Placement, or the column of each row (None or -1 for an empty row).
///
/// >>> import bezzel
/// >>> bezzel.check([1, 3, 0, 2]).valid
/// True
/// >>> wrong = bezzel.check([0, 4, 7, 5, 2, 6, 3, 1])
/// >>> bool(wrong)
/// False
/// >>> wrong.conflict
/// Conflict((2, 7), (6, 3), 'anti-diagonal')
/// >>> print(bezzel.check([1, 3, None, 2]))
/// wrong (n = 4): row 2 has no queen (rows count from 0)
///
/// Raises OutsideError for a column that is not on the board. Takes linear time.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, board: Board) -> Verdict {
    py.detach(|| Verdict::of(&board.0))
}

/// The result of check(); true as a condition if the board is a solution.
#[pyclass(frozen, get_all, eq, hash, module = "bezzel")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Verdict {
    /// The size of the board.
    n: u32,
    /// True if there are n queens and no two attack each other.
    valid: bool,
    /// The first attacking pair, or None.
    conflict: Option<Conflict>,
    /// The first row without a queen if no queens attack each other, else None.
    empty_row: Option<u32>,
}

impl Verdict {
    fn of(board: &bezzel::Placement) -> Self {
        let conflict = board.first_conflict().map(Conflict);
        let empty_row = board.first_empty_row().filter(|_| conflict.is_none());
        Self {
            n: board.size(),
            valid: conflict.is_none() && empty_row.is_none(),
            conflict,
            empty_row,
        }
    }
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.valid
    }

    fn __str__(&self) -> String {
        let n = self.n;
        match (&self.conflict, self.empty_row) {
            (Some(conflict), _) => format!("wrong (n = {n}): {}", conflict.__str__()),
            (None, Some(row)) => {
                format!("wrong (n = {n}): row {row} has no queen (rows count from 0)")
            }
            (None, None) => format!("valid (n = {n})"),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.__str__())
    }
}
