//! The functions `player()` and `board()`, which notebooks show.

use bezzel::methods::{self, Method};
use bezzel::{Contradiction, UnknownName};
use bezzel_judge::RECORDER;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use crate::arguments::Whole;
use crate::boards::Placement;
use crate::constrained::ConstrainedBoard;
use crate::errors::{self, SizeError};

/// Largest n of a player and of a board on the page.
const MAX_PLAYED_N: u32 = 16;
const MAX_BOARD_N: u32 = bezzel::MAX_COMPLETED;
/// Size at which a program is recorded, and the largest one.
const PROGRAM_N: u32 = 6;
const MAX_PROGRAM_N: u32 = 10;
/// Time after which a program is killed; what was recorded is shown.
const PROGRAM_SECONDS: u32 = 10;

/// A size from 1 to `MAX`, or a board of such a size with its queens and blocked squares.
pub(crate) struct Start<const MAX: u32>(bezzel::ConstrainedBoard);

impl<'py, const MAX: u32> FromPyObject<'_, 'py> for Start<MAX> {
    type Error = PyErr;

    fn extract(start: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(board) = start.cast::<ConstrainedBoard>() {
            let board = board.borrow();
            return Self::sized(board.0.size()).map(|_| Self(board.0.clone()));
        }
        if let Ok(placement) = start.cast::<Placement>() {
            let placement = &placement.get().0;
            let mut board = Self::sized(placement.size())?;
            for queen in placement.queens() {
                board.0.place(queen).expect("a square of the board");
            }
            return Ok(board);
        }
        Self::sized(start.extract::<Whole<u32>>()?.0)
    }
}

impl<const MAX: u32> Start<MAX> {
    fn sized(n: u32) -> PyResult<Self> {
        match n {
            1.. if n <= MAX => bezzel::ConstrainedBoard::new(n)
                .map(Self)
                .map_err(errors::of),
            _ => Err(SizeError::new_err(format!(
                "expected n from 1 to {MAX}, found {n}"
            ))),
        }
    }

    /// Returns the board with more queens and blocked squares, unless a queen is on a blocked square.
    fn with(
        self,
        queens: Option<&Bound<'_, PyAny>>,
        blocked: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bezzel::ConstrainedBoard> {
        let mut board = ConstrainedBoard(self.0);
        board.add(queens, blocked)?;
        match board.0.contradiction() {
            Some(reason @ Contradiction::QueenOnBlockedSquare { .. }) => Err(impossible(&reason)),
            _ => Ok(board.0),
        }
    }
}

fn impossible(reason: &Contradiction) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// Shows the steps of a method or of a program in a notebook: Jupyter, VS Code or Colab.
///
/// >>> import bezzel
/// >>> bezzel.player(8, method="bitmask", step=20)
/// View('#/embed?method=bitmask&n=8&step=20')
/// >>> board = bezzel.ConstrainedBoard(8, queens=[(0, 3)])
/// >>> bezzel.player(board)
/// View('#/embed?method=bitmask&n=8&board=3Q4/8/8/8/8/8/8/8&step=0')
/// >>> bezzel.player(program="queens = []\nfor row in range(n): queens.append(row)")
/// View('#/program')
///
/// `program` is the text of a Python program. It runs with your rights in a process of its own, at most 10 s, and
/// finds n [default: 6] as its input, as its argument and in the variable n. The notebook shows each line that it runs
/// with its variables, and the board that bezzel finds among them.
///
/// `n` is a size from 1 to 16, a ConstrainedBoard or a Placement; `queens` and `blocked` are (row, column)
/// pairs of squares. Needs no server and no network. `language` is "en" or "zh"
/// [default: that of the browser], `height` is in pixels.
///
/// Raises ValueError for a value that is not accepted, and for a method that does not search the board; OSError if the
/// recording of the program cannot be written.
#[pyfunction]
#[pyo3(signature = (n=None, *, method="bitmask", program=None, queens=None, blocked=None, step=Whole(0), language=None, height=Whole(760)))]
#[pyo3(
    text_signature = "(n=None, *, method='bitmask', program=None, queens=(), blocked=(), step=0, language=None, height=760)"
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn player(
    py: Python<'_>,
    n: Option<Start<MAX_PLAYED_N>>,
    method: &str,
    program: Option<&str>,
    queens: Option<&Bound<'_, PyAny>>,
    blocked: Option<&Bound<'_, PyAny>>,
    step: Whole<u32>,
    language: Option<&str>,
    height: Whole<u32>,
) -> PyResult<View> {
    if let Some(program) = program {
        let n = n.map_or(PROGRAM_N, |start| start.0.size());
        let trace = recorded(py, program, Start::<MAX_PROGRAM_N>::sized(n)?.0.size())?;
        let view = View::new("#/program".to_owned(), language, height)?;
        return Ok(View {
            trace: Some(trace),
            ..view
        });
    }
    let n = n.ok_or_else(|| PyTypeError::new_err("player() needs n or program"))?;
    let method: Method = method.parse().map_err(errors::of)?;
    let board = n.with(queens, blocked)?;
    // A full row or column is what a search shows; queens that contradict each other it does not see.
    let contradiction = board.contradiction();
    if let Some(reason @ (Contradiction::Attack(_) | Contradiction::QueenOnBlockedSquare { .. })) =
        contradiction
    {
        return Err(impossible(&reason));
    }
    methods::Run::new(method, &board).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let (start, step) = (place_of(&board)?, step.0);
    let place = format!("#/embed?method={}&{start}&step={step}", method.name());
    View::new(place, language, height)
}

/// Runs a program under the interpreter's tracing and returns its trace.
fn recorded(py: Python<'_>, program: &str, n: u32) -> PyResult<String> {
    let folder = py.import("tempfile")?.call_method0("TemporaryDirectory")?;
    let path = |name: &str| -> PyResult<std::path::PathBuf> {
        let folder: std::path::PathBuf = folder.getattr("name")?.extract()?;
        Ok(folder.join(name))
    };
    let (source, out) = (path("program.py")?, path("trace")?);
    std::fs::write(&source, program)?;
    let executable = py.import("sys")?.getattr("executable")?;
    let words = (executable, "-c", RECORDER, &source, n.to_string(), &out);
    let subprocess = py.import("subprocess")?;
    let options: Bound<'_, PyDict> = [("timeout", PROGRAM_SECONDS)].into_py_dict(py)?;
    options.set_item("capture_output", true)?;
    options.set_item("stdin", subprocess.getattr("DEVNULL")?)?;
    match subprocess.call_method("run", (words,), Some(&options)) {
        Ok(ran) => {
            let stderr: Vec<u8> = ran.getattr("stderr")?.extract()?;
            let stderr = String::from_utf8_lossy(&stderr);
            let mut lines = stderr.lines();
            if let Some(line) = lines.find(|line| line.starts_with("cannot write the recording: "))
            {
                return Err(PyOSError::new_err(line.to_owned()));
            }
        }
        Err(error) if error.is_instance(py, &subprocess.getattr("TimeoutExpired")?) => {}
        Err(error) => return Err(error),
    }
    let trace = std::fs::read_to_string(&out)?;
    folder.call_method0("cleanup")?;
    Ok(trace)
}

/// Shows a board in a notebook: Jupyter, VS Code or Colab. Queens are placed and squares blocked with the
/// mouse; the board is completed, and gives hints.
///
/// >>> import bezzel
/// >>> bezzel.board(8, queens=[(0, 3)], blocked=[(1, 0)])
/// View('#/board?n=8&board=3Q4/x7/8/8/8/8/8/8')
/// >>> bezzel.board(bezzel.first(4))
/// View('#/board?n=4&board=1Q2/3Q/Q3/2Q1')
///
/// `n` is a size from 1 to 32, a ConstrainedBoard or a Placement; `queens` and `blocked` are (row, column)
/// pairs of squares. Needs no server and no network. `language` is "en" or "zh" [default: that of the
/// browser], `height` is in pixels.
///
/// Raises ValueError for a value that is not accepted.
#[pyfunction]
#[pyo3(signature = (n, *, queens=None, blocked=None, language=None, height=Whole(640)))]
#[pyo3(text_signature = "(n, *, queens=(), blocked=(), language=None, height=640)")]
pub(crate) fn board(
    n: Start<MAX_BOARD_N>,
    queens: Option<&Bound<'_, PyAny>>,
    blocked: Option<&Bound<'_, PyAny>>,
    language: Option<&str>,
    height: Whole<u32>,
) -> PyResult<View> {
    let board = n.with(queens, blocked)?;
    View::new(format!("#/board?{}", place_of(&board)?), language, height)
}

/// Writes a board for an address: `n=4&board=1Q2/4/4/4`, without its squares if they are all free.
fn place_of(board: &bezzel::ConstrainedBoard) -> PyResult<String> {
    let n = board.size();
    let squares = board.to_compact().map_err(errors::of)?;
    Ok(match squares.contains(['Q', 'x']) {
        true => format!("n={n}&board={squares}"),
        false => format!("n={n}"),
    })
}

/// The result of player() and board(). A notebook shows it in a frame with all that it needs inside: about
/// 600 kB in the file of the notebook, 1.5 MB for a program.
#[pyclass(frozen, module = "bezzel")]
pub(crate) struct View {
    place: String,
    language: Option<&'static str>,
    height: u32,
    /// The recorded program that is shown.
    trace: Option<String>,
}

impl View {
    fn new(place: String, language: Option<&str>, height: Whole<u32>) -> PyResult<Self> {
        let known = ["en", "zh"].map(|name| (name, name));
        let language = language.map(|name| UnknownName::find("language", name, &known));
        let language = language
            .transpose()
            .map_err(|error| errors::of(error.into()))?;
        Ok(Self {
            place,
            language,
            height: height.0,
            trace: None,
        })
    }
}

#[pymethods]
impl View {
    /// Returns what notebooks show.
    fn _repr_html_(&self) -> String {
        let document = bezzel_server::notebook(&self.place, self.language, self.trace.as_deref());
        format!(
            "<iframe title=\"bezzel\" width=\"100%\" height=\"{}\" style=\"border:0\" srcdoc=\"{}\"></iframe>",
            self.height,
            bezzel_server::attribute(&document)
        )
    }

    fn __repr__(&self) -> String {
        format!("View('{}')", self.place)
    }
}
