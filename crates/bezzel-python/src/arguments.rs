//! Python arguments that need validation beyond their Rust types.

use bezzel_gpu::BackendSet;
use bezzel_run::MAX_THREADS;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::{self, SizeError, ThreadsError};

/// A whole number that fits its type. The library checks the narrower limits of each function.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(pub(crate) T);

macro_rules! whole {
    ($($number:ty),*) => {$(
        impl<'py> FromPyObject<'_, 'py> for Whole<$number> {
            type Error = PyErr;

            fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                match number.extract() {
                    Err(error) if is_overflow(number.py(), &error) => Err(SizeError::new_err(format!(
                        "expected a number from {} to {}, found {}",
                        <$number>::MIN,
                        <$number>::MAX,
                        number.str()?
                    ))),
                    extracted => extracted.map(Self),
                }
            }
        }
    )*};
}

whole!(i32, i64, u32, u64, usize);

/// A number of threads from 1 to [`MAX_THREADS`].
pub(crate) struct Threads(pub(crate) u32);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match number.extract::<Whole<u32>>()?.0 {
            threads @ 1..=MAX_THREADS => Ok(Self(threads)),
            other => Err(ThreadsError::new_err(format!(
                "expected 1 to {MAX_THREADS} threads, found {other}"
            ))),
        }
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
