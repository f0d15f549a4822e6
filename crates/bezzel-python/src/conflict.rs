//! The class `Conflict`.

use bezzel::Square;
use pyo3::prelude::*;

/// Two queens that attack each other.
#[pyclass(frozen, eq, hash, module = "bezzel")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Conflict(pub(crate) bezzel::Conflict);

#[pymethods]
impl Conflict {
    /// Row and column of the upper queen (of the left one if both are in one row), 0-based.
    #[getter]
    fn first(&self) -> (u32, u32) {
        pair(self.0.first)
    }

    /// Row and column of the lower queen.
    #[getter]
    fn second(&self) -> (u32, u32) {
        pair(self.0.second)
    }

    /// 'row', 'column', 'diagonal' or 'anti-diagonal'.
    #[getter]
    fn line(&self) -> String {
        self.0.line.to_string()
    }

    pub(crate) fn __str__(&self) -> String {
        format!("{} (rows and columns count from 0)", self.0)
    }

    fn __repr__(&self) -> String {
        let (first, second) = (self.first(), self.second());
        format!("Conflict({first:?}, {second:?}, '{}')", self.line())
    }
}

fn pair(square: Square) -> (u32, u32) {
    (square.row, square.column)
}
