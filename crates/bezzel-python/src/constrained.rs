//! The class `ConstrainedBoard`: placed queens, blocked squares, and completions.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bezzel::Square;
use bezzel_run::RandomMethod;
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};

use crate::arguments::{Threads, Whole};
use crate::boards::{MAX_SVG_ROWS, Placement};
use crate::count;
use crate::errors::{self, OutsideError, SizeError};
use crate::random;
use crate::solutions::Solutions;
use crate::wait;

/// An n×n board with placed queens and blocked squares.
///
/// A completion is a solution that contains every placed queen and no queen on a blocked square.
///
/// >>> from bezzel import ConstrainedBoard
/// >>> board = ConstrainedBoard(8, queens=[(0, 3)], blocked=[(1, 0)])
/// >>> board.block_diagonal(-2)
/// >>> board.count()
/// 4
/// >>> board.remove(0, 3)
/// >>> board.queens
/// []
/// >>> print(ConstrainedBoard(4, queens=[(0, 0)], blocked=[(1, 2)]), end="")
/// Q...
/// ..x.
/// ....
/// ....
///
/// `queens` and `blocked` are (row, column) pairs, `blocked_diagonals` numbers row - column, and
/// `blocked_anti_diagonals` numbers row + column.
///
/// Raises SizeError for n > 2147483647, and OutsideError for a square or diagonal outside the board.
#[pyclass(eq, module = "bezzel")]
#[derive(Clone, PartialEq)]
pub(crate) struct ConstrainedBoard(pub(crate) bezzel::ConstrainedBoard);

/// Returns the square of a row and a column. Numbers that do not fit the library are outside every board.
fn square(row: Whole<i64>, column: Whole<i64>) -> PyResult<Square> {
    match (row.0.try_into(), column.0.try_into()) {
        (Ok(row), Ok(column)) => Ok(Square::new(row, column)),
        _ => Err(OutsideError::new_err(format!(
            "expected a row and a column from 0, found row {} column {}",
            row.0, column.0
        ))),
    }
}

fn outside(error: bezzel::OutsideBoard) -> PyErr {
    OutsideError::new_err(error.to_string())
}

/// Iterates over an argument, if it is given.
fn items<'py>(
    given: Option<&Bound<'py, PyAny>>,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>>> {
    let items: Option<Bound<'py, PyIterator>> = given.map(|given| given.try_iter()).transpose()?;
    Ok(items.into_iter().flatten())
}

/// Reads a row and a column from any iterable of two numbers.
fn pair(square: &Bound<'_, PyAny>) -> PyResult<(Whole<i64>, Whole<i64>)> {
    let numbers = square.try_iter()?.map(|number| number?.extract());
    let numbers: Vec<Whole<i64>> = numbers.collect::<PyResult<_>>()?;
    let pair = <[Whole<i64>; 2]>::try_from(numbers).ok().map(Into::into);
    pair.ok_or_else(|| PyValueError::new_err(format!("expected (row, column), found {square}")))
}

impl ConstrainedBoard {
    pub(crate) fn add(
        &mut self,
        queens: Option<&Bound<'_, PyAny>>,
        blocked: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        for square in items(queens)? {
            let (row, column) = pair(&square?)?;
            self.place(row, column)?;
        }
        for square in items(blocked)? {
            let (row, column) = pair(&square?)?;
            self.block(row, column)?;
        }
        Ok(())
    }
}

#[pymethods]
impl ConstrainedBoard {
    #[new]
    #[pyo3(signature = (n, *, queens=None, blocked=None, blocked_diagonals=None, blocked_anti_diagonals=None))]
    #[pyo3(
        text_signature = "(n, *, queens=(), blocked=(), blocked_diagonals=(), blocked_anti_diagonals=())"
    )]
    fn __new__(
        n: Whole<u32>,
        queens: Option<&Bound<'_, PyAny>>,
        blocked: Option<&Bound<'_, PyAny>>,
        blocked_diagonals: Option<&Bound<'_, PyAny>>,
        blocked_anti_diagonals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let board = bezzel::ConstrainedBoard::new(n.0).map_err(errors::of)?;
        let mut board = Self(board);
        board.add(queens, blocked)?;
        for difference in items(blocked_diagonals)? {
            board.block_diagonal(difference?.extract()?)?;
        }
        for sum in items(blocked_anti_diagonals)? {
            board.block_anti_diagonal(sum?.extract()?)?;
        }
        Ok(board)
    }

    /// Returns the board in one word: its rows from the top, separated by '/', with 'Q' for a queen,
    /// 'x' for a blocked square and numbers for free squares. bezzel.cluster.Ledger.board has this form.
    ///
    /// Raises SizeError for n > 2048, and BezzelError if a placed queen is on a blocked square, which the
    /// word would lose.
    fn to_compact(&self) -> PyResult<String> {
        self.0.to_compact().map_err(errors::of)
    }

    /// Places a queen. Raises OutsideError outside the board.
    fn place(&mut self, row: Whole<i64>, column: Whole<i64>) -> PyResult<()> {
        let placed = self.0.place(square(row, column)?);
        placed.map(drop).map_err(outside)
    }

    /// Blocks a square. Raises OutsideError outside the board.
    fn block(&mut self, row: Whole<i64>, column: Whole<i64>) -> PyResult<()> {
        let blocked = self.0.block(square(row, column)?);
        blocked.map(drop).map_err(outside)
    }

    /// Removes a placed queen. A square without one stays as it is. Raises OutsideError outside the board.
    fn remove(&mut self, row: Whole<i64>, column: Whole<i64>) -> PyResult<()> {
        let removed = self.0.remove(square(row, column)?);
        removed.map(drop).map_err(outside)
    }

    /// Unblocks a square. The other squares of a blocked diagonal through it stay blocked, one by one.
    ///
    /// Raises OutsideError outside the board, and SizeError for a square of a blocked diagonal if n > 2048.
    fn unblock(&mut self, row: Whole<i64>, column: Whole<i64>) -> PyResult<()> {
        let square = square(row, column)?;
        let Square { row, column } = square;
        let difference = i64::from(row) - i64::from(column);
        let sum = u64::from(row) + u64::from(column);
        let is_line = (self.0.blocked_diagonals()).any(|one| i64::from(one) == difference)
            || (self.0.blocked_anti_diagonals()).any(|one| u64::from(one) == sum);
        if is_line && self.0.size() > bezzel::MAX_DRAWN_SIZE {
            return Err(self.too_large("a board with an unblocked square of a blocked diagonal"));
        }
        let unblocked = self.0.unblock(square);
        unblocked.map(drop).map_err(outside)
    }

    /// Blocks all squares with this row - column. Raises OutsideError if there are none.
    fn block_diagonal(&mut self, difference: Whole<i32>) -> PyResult<()> {
        let blocked = self.0.block_diagonal(difference.0);
        blocked.map(drop).map_err(outside)
    }

    /// Blocks all squares with this row + column. Raises OutsideError if there are none.
    fn block_anti_diagonal(&mut self, sum: Whole<u32>) -> PyResult<()> {
        let blocked = self.0.block_anti_diagonal(sum.0);
        blocked.map(drop).map_err(outside)
    }

    /// The number of rows and columns.
    #[getter]
    fn n(&self) -> u32 {
        self.0.size()
    }

    /// The (row, column) pairs of the placed queens, from the top row down.
    #[getter]
    fn queens(&self) -> Vec<(u32, u32)> {
        let queens = self.0.queens();
        queens.map(|queen| (queen.row, queen.column)).collect()
    }

    /// The (row, column) pairs of the squares that are blocked one by one, from the top row down.
    #[getter]
    fn blocked(&self) -> Vec<(u32, u32)> {
        let squares = self.0.blocked_squares();
        squares.map(|square| (square.row, square.column)).collect()
    }

    /// The blocked diagonals by row - column.
    #[getter]
    fn blocked_diagonals(&self) -> Vec<i32> {
        self.0.blocked_diagonals().collect()
    }

    /// The blocked anti-diagonals by row + column.
    #[getter]
    fn blocked_anti_diagonals(&self) -> Vec<u32> {
        self.0.blocked_anti_diagonals().collect()
    }

    /// Returns True if the square is blocked, by itself or as part of a diagonal. Raises
    /// OutsideError outside the board.
    fn is_blocked(&self, row: Whole<i64>, column: Whole<i64>) -> PyResult<bool> {
        let square = square(row, column)?;
        let n = self.0.size();
        if square.row >= n || square.column >= n {
            return Err(outside(bezzel::OutsideBoard::Square { square, n }));
        }
        Ok(self.0.is_blocked(square))
    }

    /// The reason why the constraints contradict each other, or None. A board without such a
    /// reason may still have no completion.
    #[getter]
    fn contradiction(&self) -> Option<String> {
        self.0.contradiction().map(|reason| reason.to_string())
    }

    /// Counts the completions, on all threads or on this number of threads, and on this backend if
    /// one is given, as count() does.
    ///
    /// Ctrl-C stops the count. Raises SizeError for n > 32.
    #[pyo3(signature = (*, threads=None, backend=None))]
    fn count(
        &self,
        py: Python<'_>,
        threads: Option<Threads>,
        backend: Option<&str>,
    ) -> PyResult<u128> {
        Ok(count::run(py, self.0.clone(), threads, backend, false)?.solutions)
    }

    /// Returns a completion, or None if there is none.
    ///
    /// Raises SizeError for n > 1000, and TimeoutError if the search takes longer than time_limit
    /// seconds.
    #[pyo3(signature = (*, time_limit=None))]
    fn complete(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Option<Placement>> {
        let found = self.find(py, 1, time_limit)?.pop();
        found.map(Placement::of_columns).transpose()
    }

    /// Returns True if there is exactly one completion. Raises the same errors as complete().
    #[pyo3(signature = (*, time_limit=None))]
    fn is_unique(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<bool> {
        Ok(self.find(py, 2, time_limit)?.len() == 1)
    }

    /// Iterates over all completions in lexicographic order of their columns.
    ///
    /// Raises SizeError for n > 64.
    fn completions(&self) -> PyResult<Solutions> {
        Solutions::of_board(&self.0)
    }

    /// Returns a list of random completions, all with the same probability: they are counted first.
    /// The list is empty if there is none.
    ///
    /// Raises SizeError for n > 32, and ValueError for a seed outside 0 to 2**64 - 1. Ctrl-C stops the count.
    #[pyo3(signature = (count=Whole(1), *, seed=None, threads=None))]
    #[pyo3(text_signature = "($self, count=1, *, seed=None, threads=None)")]
    fn random_completions(
        &self,
        py: Python<'_>,
        count: Whole<usize>,
        seed: Option<Whole<u64>>,
        threads: Option<Threads>,
    ) -> PyResult<Vec<Placement>> {
        random::drawn(
            py,
            self.0.clone(),
            Some(RandomMethod::Uniform),
            count,
            seed,
            threads,
        )
    }

    /// Counts, for each square, the completions with a queen on it: a list of rows, as occupancy()
    /// does.
    ///
    /// Raises SizeError for n > 32. Ctrl-C stops the count.
    #[pyo3(signature = (*, threads=None, backend=None))]
    fn occupancy(
        &self,
        py: Python<'_>,
        threads: Option<Threads>,
        backend: Option<&str>,
    ) -> PyResult<Vec<Vec<u128>>> {
        random::squares(py, self.0.clone(), threads, backend)
    }

    /// Returns a picture as SVG, with crosses on blocked squares.
    ///
    /// Raises SizeError for n > 2048.
    fn svg(&self) -> PyResult<String> {
        self.0.svg().ok_or_else(|| self.too_large("a picture"))
    }

    /// Returns the picture that notebooks show, or None for boards with more than 256 rows.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        match self.0.size() {
            0..=MAX_SVG_ROWS => self.svg().map(Some),
            _ => Ok(None),
        }
    }

    /// Returns a copy, which can be changed independently.
    fn copy(&self) -> Self {
        self.clone()
    }

    /// The arguments of the constructor, for pickle and copy.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((u32,), Bound<'py, PyDict>)> {
        let arguments = PyDict::new(py);
        arguments.set_item("queens", self.queens())?;
        arguments.set_item("blocked", self.blocked())?;
        arguments.set_item("blocked_diagonals", self.blocked_diagonals())?;
        arguments.set_item("blocked_anti_diagonals", self.blocked_anti_diagonals())?;
        Ok(((self.0.size(),), arguments))
    }

    fn __str__(&self) -> PyResult<String> {
        if self.0.size() > bezzel::MAX_DRAWN_SIZE {
            return Err(self.too_large("a drawing"));
        }
        Ok(self.0.to_string())
    }

    fn __repr__(&self) -> String {
        let queens = self.0.queens().len();
        format!(
            "<ConstrainedBoard: n = {}, queens = {queens}>",
            self.0.size()
        )
    }
}

impl ConstrainedBoard {
    fn too_large(&self, what: &str) -> PyErr {
        SizeError::new_err(format!(
            "expected n from 0 to {} for {what}, found {}",
            bezzel::MAX_DRAWN_SIZE,
            self.0.size()
        ))
    }

    /// Finds some completions, or all if there are fewer.
    fn find(
        &self,
        py: Python<'_>,
        limit: usize,
        time_limit: Option<f64>,
    ) -> PyResult<Vec<Vec<u32>>> {
        let seconds = time_limit.map(Duration::try_from_secs_f64).transpose();
        let seconds = seconds.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let deadline = seconds.and_then(|limit| Instant::now().checked_add(limit));
        let board = &self.0;
        let (found, flow) = wait::controlled(py, move |control| {
            let control = control.until(deadline);
            let mut found = Vec::new();
            let flow = board.visit_completions(&|| control.check().is_err(), &mut |columns| {
                found.push(columns.to_vec());
                match found.len() < limit {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            Ok((found, flow))
        })?;
        if flow.map_err(errors::of)?.is_break() && found.len() < limit {
            let message = "expected an answer within time_limit, found none";
            return Err(PyTimeoutError::new_err(message));
        }
        Ok(found)
    }
}
