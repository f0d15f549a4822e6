//! Arguments that need more than Rust's types say.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel_gpu::BackendSet;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::boards::Placement;
use crate::errors::{self, OutsideError, SizeError, ThreadsError};

/// While columns are taken from a Python iterator, other threads get their turn so often, and
/// Ctrl-C is looked for. Threads that wait for the interpreter ask for it only after five
/// milliseconds in which it did not change hands.
const TURN: Duration = Duration::from_millis(20);
/// The clock is read once for so many columns.
const STRIDE: usize = 1 << 12;

/// A size of a board that fits Rust's type; what is accepted is the library's to say.
pub(crate) struct Size(pub(crate) u32);

impl<'py> FromPyObject<'_, 'py> for Size {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match number.extract() {
            Ok(n) => Ok(Self(n)),
            Err(error) if is_overflow(number.py(), &error) => Err(SizeError::new_err(format!(
                "n = {} is not the size of a board: accepted are 0 to {}",
                number.str()?,
                bezzel::MAX_SIZE
            ))),
            Err(error) => Err(error),
        }
    }
}

/// A number of threads, at least one.
pub(crate) struct Threads(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        const MOST: usize = 4096;
        match number.extract() {
            Ok(threads @ 1..=MOST) => Ok(Self(threads)),
            Err(error) if !is_overflow(number.py(), &error) => Err(error),
            _ => Err(ThreadsError::new_err(format!(
                "{} is not a number of threads: accepted are 1 to {MOST}",
                number.str()?
            ))),
        }
    }
}

/// The backends of these names, or the best one of this processor.
pub(crate) fn backends(names: Option<&str>) -> PyResult<BackendSet> {
    match names {
        Some(names) => names.parse().map_err(errors::of_count),
        None => Ok(BackendSet::detect()),
    }
}

/// A placement, or the columns of one.
pub(crate) struct Board(pub(crate) Arc<bezzel::Placement>);

impl<'py> FromPyObject<'_, 'py> for Board {
    type Error = PyErr;

    fn extract(board: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(placement) = board.cast::<Placement>() {
            return Ok(Self(Arc::clone(&placement.get().0)));
        }
        let mut rows = Vec::new();
        let mut turn = Instant::now();
        for (row, column) in board.try_iter()?.enumerate() {
            if row % STRIDE == 0 && turn.elapsed() >= TURN {
                board.py().detach(|| ());
                board.py().check_signals()?;
                turn = Instant::now();
            }
            rows.push(column_of(row, &column?)?);
        }
        let placement = bezzel::Placement::from_rows(rows).map_err(errors::of)?;
        Ok(Self(Arc::new(placement)))
    }
}

/// The column of a row's queen; `None` and -1 stand for an empty row.
fn column_of(row: usize, column: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    let outside = || {
        OutsideError::new_err(format!(
            "row {row} has its queen in column {column}, outside the board: accepted are columns \
             from 0, and None or -1 for an empty row"
        ))
    };
    match column.extract::<Option<i64>>() {
        Ok(None | Some(-1)) => Ok(None),
        Ok(Some(column)) => column.try_into().map(Some).map_err(|_| outside()),
        Err(error) if is_overflow(column.py(), &error) => Err(outside()),
        Err(error) => Err(error),
    }
}

fn is_overflow(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyOverflowError>(py)
}
