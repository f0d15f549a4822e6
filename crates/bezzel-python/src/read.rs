//! The function `read()` and its result: boards and puzzles of a text in any form.

use bezzel::ReadError;
use bezzel::reader::{Board, BoardFault, Hints, NotRead, Queens};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::boards::Placement;
use crate::constrained::ConstrainedBoard;
use crate::errors::{self, NotationError};
use crate::puzzles::Puzzle;
use crate::wait;

/// Reads boards or puzzles in any form: drawings, lists, pairs, squares, FEN, JSON, output of a program.
///
/// >>> import bezzel
/// >>> contents = bezzel.read("Solution 1:\n- Q - -\n- - - Q\nQ - - -\n- - Q -\n")
/// >>> print(contents)
/// 1 drawing of 4 × 4, queens 'Q'
/// >>> contents.boards
/// [Placement([1, 3, 0, 2])]
/// >>> bezzel.read("Q3/2x1/4/4").boards
/// [<ConstrainedBoard: n = 4, queens = 1>]
/// >>> bezzel.read("AABB\nACBB\nCCDB\nDDDD").puzzles[0].grade
/// 'medium'
///
/// `base` is the number of the first row and column, 0 or 1, where the text does not show it. With
/// `columns`, a line of numbers is the columns of a board (True) or a row of a drawing (False).
///
/// Raises NotationError, a ValueError, for text that is neither a board nor a puzzle, or has two
/// meanings, and for a board with a row too many, a wrong width or a queen outside.
#[pyfunction]
#[pyo3(signature = (text, *, base=None, columns=None))]
pub(crate) fn read(
    py: Python<'_>,
    text: String,
    base: Option<u32>,
    columns: Option<bool>,
) -> PyResult<Contents> {
    if base.is_some_and(|base| base > 1) {
        return Err(PyValueError::new_err(format!(
            "expected base 0 or 1, found {}",
            base.unwrap_or_default()
        )));
    }
    let hints = Hints {
        base,
        are_columns: columns,
        ..Hints::default()
    };
    let read = wait::run_detached(py, move || bezzel_puzzle::Contents::read(&text, hints))?;
    let read = read.map_err(|error| match error {
        ReadError::NotRead(NotRead::Ambiguous { line, text }) => NotationError::new_err(format!(
            "line {line}: '{text}' is n and its columns, or columns only: use base=1 for n and columns from 1, \
             columns=True for columns only"
        )),
        error => errors::of_reading(error),
    })?;
    let boards = match read.given {
        Some(given) if read.boards.iter().all(|board| !board.blocked.is_empty()) => {
            vec![ConstrainedBoard(given).into_py_any(py)?]
        }
        _ => {
            let boards = read.boards.into_iter().map(|board| object(py, board));
            boards.collect::<PyResult<_>>()?
        }
    };
    let (puzzles, marks): (Vec<_>, Vec<_>) = read.puzzles.into_iter().unzip();
    Ok(Contents {
        said: read.said.english.into_owned(),
        boards,
        puzzles: puzzles.into_iter().map(Puzzle).collect(),
        marks: marks.iter().map(ToString::to_string).collect(),
    })
}

/// Returns a Placement, or a ConstrainedBoard for several queens in a row or blocked squares.
fn object(py: Python<'_>, board: Board) -> PyResult<Py<PyAny>> {
    let (line, n) = (board.line, board.n);
    match board.fault(true) {
        None | Some(BoardFault::Attack { .. }) => {}
        Some(fault) => return Err(errors::of_reading(ReadError::Fault { line, n, fault })),
    }
    match board.queens {
        Queens::Placement(placement) if board.blocked.is_empty() => {
            Placement(placement).into_py_any(py)
        }
        _ => ConstrainedBoard(board.constrained().map_err(errors::of)?).into_py_any(py),
    }
}

/// What read() found in a text; str() says it in one sentence.
#[pyclass(frozen, module = "bezzel")]
pub(crate) struct Contents {
    said: String,
    /// The boards, right or wrong, each a Placement, or a ConstrainedBoard if it has blocked squares or several
    /// queens in a row. Empty if there are puzzles.
    #[pyo3(get)]
    boards: Vec<Py<PyAny>>,
    /// The puzzles.
    #[pyo3(get)]
    puzzles: Vec<Puzzle>,
    /// The marks of each puzzle, rows of '.', 'Q' and 'x'.
    #[pyo3(get)]
    marks: Vec<String>,
}

#[pymethods]
impl Contents {
    fn __str__(&self) -> &str {
        &self.said
    }

    fn __repr__(&self) -> String {
        format!("<Contents: {}>", self.said)
    }
}
