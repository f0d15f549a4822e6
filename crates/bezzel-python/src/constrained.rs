//! The class `ConstrainedBoard`: placed queens, blocked squares, and completions.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel::Square;
use bezzel_run::{Count, CountRequest, OccupancyRequest, RandomMethod, RandomRequest};
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::{self, Size, Threads};
use crate::boards::Placement;
use crate::errors::{self, NotationError, OutsideError, SizeError};
use crate::ledger::origin;
use crate::random;
use crate::solutions::Solutions;
use crate::wait::{self, Signals};

/// An n×n board with placed queens and blocked squares.
///
/// A completion is a solution that contains every placed queen and no queen on a blocked square.
///
/// >>> from bezzel import ConstrainedBoard
/// >>> board = ConstrainedBoard(8)
/// >>> board.place(0, 3)
/// >>> board.block(1, 0)
/// >>> board.block_diagonal(-2)
/// >>> board.count()
/// 4
/// >>> print(ConstrainedBoard.read("Q...\n..x.\n....\n....\n"), end="")
/// Q...
/// ..x.
/// ....
/// ....
///
/// Raises SizeError for n > 2147483647.
#[pyclass(eq, module = "bezzel")]
#[derive(Clone, PartialEq)]
pub(crate) struct ConstrainedBoard(pub(crate) bezzel::ConstrainedBoard);

/// Coordinates that fit the library; the others are outside every board.
fn square(row: i64, column: i64) -> PyResult<Square> {
    match (row.try_into(), column.try_into()) {
        (Ok(row), Ok(column)) => Ok(Square::new(row, column)),
        _ => Err(OutsideError::new_err(format!(
            "expected a row and a column from 0, found row {row} column {column}"
        ))),
    }
}

fn outside(error: bezzel::OutsideBoard) -> PyErr {
    OutsideError::new_err(error.to_string())
}

fn placement(columns: Vec<u32>) -> PyResult<Placement> {
    let placement = bezzel::Placement::from_columns(columns).map_err(errors::of)?;
    Ok(Placement(Arc::new(placement)))
}

#[pymethods]
impl ConstrainedBoard {
    #[new]
    fn __new__(n: Size) -> PyResult<Self> {
        bezzel::ConstrainedBoard::new(n.0)
            .map(Self)
            .map_err(errors::of)
    }

    /// Reads a board in any form: a drawing, with one line a row, '.' for a free square, 'Q' for a
    /// queen and 'x' for a blocked square; one word, such as "Q3/2x1/4/1x2"; JSON, as `bezzel generate
    /// completion --format json` writes it; or one placement in any notation.
    ///
    /// Raises NotationError for other text.
    #[staticmethod]
    fn read(py: Python<'_>, text: String) -> PyResult<Self> {
        let read = wait::run_detached(py, move || {
            bezzel::ConstrainedBoard::read_document(text.as_bytes())
        })?;
        read.map(Self)
            .map_err(|error| NotationError::new_err(error.to_string()))
    }

    /// Returns the board in one word: its rows from the top, separated by '/', with 'Q' for a queen,
    /// 'x' for a blocked square and numbers for free squares. bezzel.cluster.Ledger.board has this form.
    ///
    /// Raises SizeError for n > 2048.
    fn to_compact(&self) -> PyResult<String> {
        self.0
            .to_compact()
            .ok_or_else(|| self.too_large("a board in one word"))
    }

    /// Places a queen. Raises OutsideError outside the board.
    fn place(&mut self, row: i64, column: i64) -> PyResult<()> {
        let placed = self.0.place(square(row, column)?);
        placed.map(drop).map_err(outside)
    }

    /// Blocks a square. Raises OutsideError outside the board.
    fn block(&mut self, row: i64, column: i64) -> PyResult<()> {
        let blocked = self.0.block(square(row, column)?);
        blocked.map(drop).map_err(outside)
    }

    /// Blocks all squares with this row - column. Raises OutsideError if there are none.
    fn block_diagonal(&mut self, difference: i32) -> PyResult<()> {
        let blocked = self.0.block_diagonal(difference);
        blocked.map(drop).map_err(outside)
    }

    /// Blocks all squares with this row + column. Raises OutsideError if there are none.
    fn block_anti_diagonal(&mut self, sum: u32) -> PyResult<()> {
        let blocked = self.0.block_anti_diagonal(sum);
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

    /// Returns True if the square is blocked, by itself or as part of a diagonal. Raises
    /// OutsideError outside the board.
    fn is_blocked(&self, row: i64, column: i64) -> PyResult<bool> {
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
        let backends = backend.map(|names| arguments::backends(Some(names)));
        let mut request = CountRequest::new(self.0.size());
        request.board = Some(self.0.clone());
        request.backends = backends.transpose()?;
        request.threads = threads.map(|threads| threads.0 as u32);
        request.process = origin().clone();
        let mut count = Count::new(request).map_err(errors::of_run)?;
        let mut signals = Signals::default();
        let counted = py.detach(|| count.run(&mut |_| signals.go_on()));
        signals.raised()?;
        let result = counted.map_err(errors::of_run)?;
        Ok(result.ok_or_else(wait::failed)?.solutions)
    }

    /// Returns a completion, or None if there is none.
    ///
    /// Raises SizeError for n > 1000, and TimeoutError if the search takes longer than time_limit
    /// seconds.
    #[pyo3(signature = (*, time_limit=None))]
    fn complete(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Option<Placement>> {
        let found = self.find(py, 1, time_limit)?.pop();
        found.map(placement).transpose()
    }

    /// Returns True if there is exactly one completion. Errors are those of complete().
    #[pyo3(signature = (*, time_limit=None))]
    fn is_unique(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<bool> {
        Ok(self.find(py, 2, time_limit)?.len() == 1)
    }

    /// Iterates over all completions in lexicographic order of their columns.
    ///
    /// Raises SizeError for n > 32.
    fn completions(&self) -> PyResult<Solutions> {
        Solutions::of_board(&self.0)
    }

    /// Returns a list of random completions, all with the same probability: they are counted first.
    /// The list is empty if there is none.
    ///
    /// Raises SizeError for n > 32. Ctrl-C stops the count.
    #[pyo3(signature = (count=1, *, seed=None, threads=None))]
    fn random_completions(
        &self,
        py: Python<'_>,
        count: usize,
        seed: Option<u64>,
        threads: Option<Threads>,
    ) -> PyResult<Vec<Placement>> {
        let seed = seed.unwrap_or_else(RandomRequest::random_seed);
        let mut request = RandomRequest::of_board(self.0.clone(), seed);
        request.count = count;
        request.method = Some(RandomMethod::Uniform);
        request.threads = threads.map(|threads| threads.0 as u32);
        random::drawn(py, &request)
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
        let request = OccupancyRequest::of_board(self.0.clone());
        random::squares(py, request, threads, backend)
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
        let (found, flow, signals) = py.detach(move || {
            let signals = RefCell::new(Signals::default());
            let should_stop = || {
                deadline.is_some_and(|deadline| Instant::now() >= deadline)
                    || !signals.borrow_mut().go_on()
            };
            let mut found = Vec::new();
            let flow = board.visit_completions(&should_stop, &mut |columns| {
                found.push(columns.to_vec());
                match found.len() < limit {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            (found, flow, signals.into_inner())
        });
        signals.raised()?;
        if flow.map_err(errors::of)?.is_break() && found.len() < limit {
            let message = "expected an answer within time_limit, found none";
            return Err(PyTimeoutError::new_err(message));
        }
        Ok(found)
    }
}
