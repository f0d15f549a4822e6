//! Python arguments that need validation beyond their Rust types.

use std::ops::RangeInclusive;

use bezzel_gpu::BackendSet;
use bezzel_run::MAX_THREADS;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{self, SizeError, ThreadsError};

/// A board size that fits `u32`. The library checks the limit `MAX` of each function; it is here
/// for the message about numbers that do not fit.
pub(crate) struct Size<const MAX: u32 = { bezzel::MAX_SIZE }>(pub(crate) u32);

/// A board size for the colour-split counter.
pub(crate) type CountSize = Size<{ bezzel_count::MAX_COUNT_SIZE }>;

/// A board size for listing solutions.
pub(crate) type SearchSize = Size<64>;

impl<'py, const MAX: u32> FromPyObject<'_, 'py> for Size<MAX> {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match number.extract() {
            Ok(n) => Ok(Self(n)),
            Err(error) if is_overflow(number.py(), &error) => Err(SizeError::new_err(format!(
                "expected n from 0 to {MAX}, found {}",
                number.str()?
            ))),
            Err(error) => Err(error),
        }
    }
}

/// A number of threads from 1 to [`MAX_THREADS`].
pub(crate) struct Threads(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        const MAX: usize = MAX_THREADS as usize;
        match number.extract() {
            Ok(threads @ 1..=MAX) => Ok(Self(threads)),
            Err(error) if !is_overflow(number.py(), &error) => Err(error),
            _ => Err(ThreadsError::new_err(format!(
                "expected 1 to {MAX_THREADS} threads, found {}",
                number.str()?
            ))),
        }
    }
}

/// Defines a whole number of a range; errors say what the number is.
macro_rules! whole_number {
    ($(#[$about:meta])* $name:ident, $what:literal, $range:expr) => {
        $(#[$about])*
        pub(crate) struct $name(pub(crate) u64);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                $crate::arguments::in_range(number, $what, $range).map(Self)
            }
        }
    };
}
pub(crate) use whole_number;

whole_number!(Seed, "a seed", 0..=u64::MAX);
whole_number!(Amount, "a number", 0..=usize::MAX as u64);

/// A row, a column, or the number of a diagonal. Numbers beyond 64 bits are outside every board, as the
/// nearest number of 64 bits is.
pub(crate) struct Coordinate(pub(crate) i64);

impl<'py> FromPyObject<'_, 'py> for Coordinate {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match number.extract() {
            Ok(number) => Ok(Self(number)),
            Err(error) if is_overflow(number.py(), &error) => {
                Ok(Self(if number.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// Reads a whole number. Fails with ValueError for one outside the range.
pub(crate) fn in_range(
    number: Borrowed<'_, '_, PyAny>,
    what: &str,
    range: RangeInclusive<u64>,
) -> PyResult<u64> {
    match number.extract() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(error) if !is_overflow(number.py(), &error) => Err(error),
        _ => Err(PyValueError::new_err(format!(
            "expected {what} from {} to {}, found {}",
            range.start(),
            range.end(),
            number.str()?
        ))),
    }
}

/// Parses comma-separated backend names; without names, selects the fastest CPU backend.
pub(crate) fn backends(names: Option<&str>) -> PyResult<BackendSet> {
    match names {
        Some(names) => names.parse().map_err(errors::of_count),
        None => Ok(BackendSet::detect()),
    }
}

/// Returns true for the error of a number that is too large for its type.
pub(crate) fn is_overflow(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyOverflowError>(py)
}
