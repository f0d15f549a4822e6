//! The class `Placement`, and `first()`, which constructs a solution without a search.

use bezzel::counted;
use bezzel::notation::{Notation, Options, Writer};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PySlice, PyTuple};

use crate::arguments::{Whole, is_overflow};
use crate::conflict::Conflict;
use crate::errors::{self, OutsideError};

/// Rows between two releases of the GIL, each with a check for Ctrl-C, while columns are read from a Python
/// iterator. They take longer than the 5 ms after which a waiting thread requests the GIL.
const ROWS_PER_GIL_RELEASE: usize = 1 << 18;

/// Largest board that notebooks draw.
pub(crate) const MAX_SVG_ROWS: u32 = 256;
/// Largest board whose repr() lists all columns.
const MAX_REPR_ROWS: u32 = 64;

/// Returns one solution by a formula, or None for n = 2 and n = 3, which have no solution.
///
/// >>> import bezzel
/// >>> bezzel.first(8)
/// Placement([1, 3, 5, 7, 2, 0, 6, 4])
/// >>> bezzel.first(1_000_000).is_solution
/// True
/// >>> bezzel.first(3) is None
/// True
///
/// Takes linear time and four bytes per row. Raises SizeError for n > 2147483647.
#[pyfunction]
pub(crate) fn first(py: Python<'_>, n: Whole<u32>) -> PyResult<Option<Placement>> {
    let rows = bezzel::first(n.0).map_err(errors::of)?;
    Ok(rows.map(|rows| Placement(py.detach(|| rows.placement()))))
}

/// A full or partial placement of queens on an n×n board, with at most one queen per row.
///
/// The argument is the 0-based column of each row's queen, with None or -1 for an empty row.
/// Placements are immutable sequences. They compare and hash like the tuples of their columns, and equal
/// lists and tuples; numpy takes them as rows.
///
/// >>> from bezzel import Placement
/// >>> solution = Placement([1, 3, 0, 2])
/// >>> solution.n, solution.is_solution, solution.symmetry
/// (4, True, 'quarter-turn')
/// >>> solution.columns
/// array([1, 3, 0, 2], dtype=int32)
/// >>> solution == Placement(solution.columns)
/// True
/// >>> solution[0], solution[:2], solution.index(3), list(solution)
/// (1, [1, 3], 1, [1, 3, 0, 2])
/// >>> solution == [1, 3, 0, 2]
/// True
///
/// Raises OutsideError if a column is not on the board.
#[pyclass(frozen, module = "bezzel")]
#[derive(Clone)]
pub(crate) struct Placement(pub(crate) bezzel::Placement);

impl Placement {
    pub(crate) fn of_columns(columns: Vec<u32>) -> PyResult<Self> {
        let placement = bezzel::Placement::from_columns(columns);
        placement.map(Self).map_err(errors::of)
    }
}

#[pymethods]
impl Placement {
    #[new]
    fn __new__(columns: Board) -> Self {
        Self(columns.0)
    }

    /// Returns the placement as text in a notation: 'positions', 'coordinates', 'grid', 'leetcode',
    /// 'json', 'unicode', 'svg' or 'fen'. read() reads all but 'svg'.
    ///
    /// >>> import bezzel
    /// >>> print(bezzel.first(4).text("grid"), end="")
    /// .Q..
    /// ...Q
    /// Q...
    /// ..Q.
    #[pyo3(signature = (notation="positions"))]
    fn text(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        let notation = notation.parse().map_err(errors::of)?;
        py.detach(|| written(&self.0, notation))
    }

    /// The number of rows and columns.
    #[getter]
    fn n(&self) -> u32 {
        self.0.size()
    }

    /// The column of each row's queen as a numpy array of int32, -1 for an empty row.
    ///
    /// The array is a read-only copy.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes: Vec<u8> = py.detach(|| {
            let columns = self.0.rows();
            let columns = columns.map(|row| row.map_or(-1, |column| column as i32));
            columns.flat_map(i32::to_ne_bytes).collect()
        });
        let bytes = PyBytes::new(py, &bytes);
        py.import("numpy")?
            .call_method1("frombuffer", (bytes, "=i4"))
    }

    /// The (row, column) pairs of the queens, from the top row down.
    #[getter]
    fn queens(&self) -> Vec<(u32, u32)> {
        let queens = self.0.queens();
        queens.map(|queen| (queen.row, queen.column)).collect()
    }

    /// True if there are n queens and no two attack each other.
    #[getter]
    fn is_solution(&self, py: Python<'_>) -> bool {
        py.detach(|| self.0.is_solution())
    }

    /// The first attacking pair, or None.
    #[getter]
    fn conflict(&self, py: Python<'_>) -> Option<Conflict> {
        py.detach(|| self.0.first_conflict()).map(Conflict)
    }

    /// The rotations that leave the placement unchanged: 'none', 'half-turn' or 'quarter-turn'.
    #[getter]
    fn symmetry(&self, py: Python<'_>) -> &'static str {
        py.detach(|| self.0.symmetry_class()).name()
    }

    /// The number of distinct images: 8, 4, 2 or 1.
    #[getter]
    fn orbit_size(&self, py: Python<'_>) -> PyResult<u32> {
        py.detach(|| self.0.orbit_size()).map_err(errors::of)
    }

    /// Returns the eight images: rotated clockwise by 0, 90, 180 and 270 degrees; reflected left to
    /// right, top to bottom, in the main diagonal and in the main anti-diagonal. Images of a
    /// symmetric placement repeat.
    ///
    /// >>> import bezzel
    /// >>> for image in bezzel.first(5).images():
    /// ...     print(image)
    /// 1 3 0 2 4
    /// 2 4 1 3 0
    /// 0 2 4 1 3
    /// 4 1 3 0 2
    /// 3 1 4 2 0
    /// 4 2 0 3 1
    /// 2 0 3 1 4
    /// 0 3 1 4 2
    ///
    /// Raises SharedColumnError if two queens share a column.
    fn images(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let images = py.detach(|| self.0.images()).map_err(errors::of)?;
        Ok(images.into_iter().map(Self).collect())
    }

    /// Returns the distinct images in lexicographic order.
    ///
    /// >>> from bezzel import Placement
    /// >>> Placement([2, 0, 3, 1]).orbit()
    /// [Placement([1, 3, 0, 2]), Placement([2, 0, 3, 1])]
    ///
    /// Raises SharedColumnError if two queens share a column.
    fn orbit(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let orbit = py.detach(|| self.0.orbit()).map_err(errors::of)?;
        Ok(orbit.into_iter().map(Self).collect())
    }

    /// Returns the lexicographically smallest of the eight images.
    ///
    /// >>> from bezzel import Placement
    /// >>> Placement([2, 0, 3, 1]).canonical()
    /// Placement([1, 3, 0, 2])
    ///
    /// Raises SharedColumnError if two queens share a column.
    fn canonical(&self, py: Python<'_>) -> PyResult<Self> {
        let canonical = py.detach(|| self.0.canonical()).map_err(errors::of)?;
        Ok(Self(canonical))
    }

    /// Returns the picture that notebooks show, or None for boards with more than 256 rows.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        match self.0.size() {
            0..=MAX_SVG_ROWS => written(&self.0, Notation::Svg).map(Some),
            _ => Ok(None),
        }
    }

    fn __len__(&self) -> usize {
        self.0.size() as usize
    }

    fn __getitem__<'py>(&self, row: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, n) = (row.py(), self.__len__());
        if row.is_instance_of::<PySlice>() {
            return PyList::new(py, self.0.rows())?.as_any().get_item(row);
        }
        let row: isize = row.extract()?;
        let from_top = if row < 0 { row + n as isize } else { row };
        match usize::try_from(from_top) {
            Ok(from_top) if from_top < n => self.0.queen(from_top as u32).into_bound_py_any(py),
            _ => Err(PyIndexError::new_err(format!(
                "row {row} is outside a board of {}",
                counted(n, "row")
            ))),
        }
    }

    /// Returns the first row from start to below stop whose queen is in the column `value`; None is the
    /// column of an empty row.
    ///
    /// Raises ValueError if there is none.
    #[pyo3(signature = (value, start=0, stop=isize::MAX))]
    #[pyo3(text_signature = "($self, value, start=0, stop=9223372036854775807)")]
    fn index<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        start: isize,
        stop: isize,
    ) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(value.py(), self.0.rows())?.call_method1("index", (value, start, stop))
    }

    /// Returns the number of rows whose queen is in the column `value`; None is the column of an empty row.
    fn count<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(value.py(), self.0.rows())?.call_method1("count", (value,))
    }

    /// Returns the columns for numpy, -1 for an empty row.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let message = "a placement has no array: its columns are copied";
            return Err(PyValueError::new_err(message));
        }
        let columns = self.columns(py)?;
        let dtype = dtype.map_or_else(|| columns.getattr("dtype"), Ok)?;
        // The array of `columns` is read-only.
        columns.call_method1("astype", (dtype,))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, order: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Self>() {
            let is_so = order.matches(self.0.cmp(&other.get().0));
            return is_so.into_py_any(py);
        }
        let is_list = other.is_instance_of::<PyList>();
        let is_comparable = is_list || other.is_instance_of::<PyTuple>();
        let (true, CompareOp::Eq | CompareOp::Ne) = (is_comparable, order) else {
            return Ok(py.NotImplemented());
        };
        let is_equal = other.len()? == self.__len__() && {
            let rows = self.0.rows();
            match is_list {
                true => PyList::new(py, rows)?.eq(other)?,
                false => PyTuple::new(py, rows)?.eq(other)?,
            }
        };
        (is_equal == matches!(order, CompareOp::Eq)).into_py_any(py)
    }

    /// Equal placements and tuples have equal hashes.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyTuple::new(py, self.0.rows())?.hash()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.0.rows())?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let mut rows: Vec<Option<u32>> = self.0.rows().collect();
        rows.reverse();
        PyList::new(py, rows)?.try_iter()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.text(py, "positions")?.trim_end().to_owned())
    }

    fn __repr__(&self) -> String {
        if self.0.size() > MAX_REPR_ROWS {
            return format!("<Placement: n = {}>", self.0.size());
        }
        let column = |column: Option<u32>| column.map_or("None".to_owned(), |c| c.to_string());
        let columns: Vec<_> = self.0.rows().map(column).collect();
        format!("Placement([{}])", columns.join(", "))
    }

    fn __reduce__<'py>(
        itself: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let columns = itself.get().columns(itself.py())?;
        Ok((itself.get_type().into_any(), (columns,)))
    }
}

/// A placement, or an iterable of its columns.
pub(crate) struct Board(pub(crate) bezzel::Placement);

impl<'py> FromPyObject<'_, 'py> for Board {
    type Error = PyErr;

    fn extract(board: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(placement) = board.cast::<Placement>() {
            return Ok(Self(placement.get().0.clone()));
        }
        let mut rows = Vec::new();
        for (row, column) in board.try_iter()?.enumerate() {
            if row % ROWS_PER_GIL_RELEASE == ROWS_PER_GIL_RELEASE - 1 {
                board.py().detach(|| ());
                board.py().check_signals()?;
            }
            rows.push(column_of(row, &column?)?);
        }
        bezzel::Placement::from_rows(rows)
            .map(Self)
            .map_err(errors::of)
    }
}

/// Reads the column of a row's queen; `None` and -1 denote an empty row.
fn column_of(row: usize, column: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    let outside = || {
        OutsideError::new_err(format!(
            "expected a column from 0 for row {row}, found {column}: use None or -1 for an empty \
             row"
        ))
    };
    match column.extract::<Option<i64>>() {
        Ok(None | Some(-1)) => Ok(None),
        Ok(Some(column)) => column.try_into().map(Some).map_err(|_| outside()),
        Err(error) if is_overflow(column.py(), &error) => Err(outside()),
        Err(error) => Err(error),
    }
}

fn written(board: &bezzel::Placement, notation: Notation) -> PyResult<String> {
    let failed = |error: std::io::Error| PyRuntimeError::new_err(error.to_string());
    let mut writer = Writer::new(Vec::new(), notation, Options::default());
    writer.write(board).map_err(failed)?;
    let text = writer.finish(None).map_err(failed)?;
    String::from_utf8(text).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
