//! The classes `Puzzle` and `Hint`: queens with regions.

use bezzel::{Advance, counted};
use bezzel_puzzle::{Generator, Grade, Marks, Step, Unit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Whole;
use crate::boards::Placement;
use crate::errors::{self, SizeError};
use crate::wait;

/// Steps of the search between two checks for Ctrl-C.
const STEPS_PER_SIGNAL_CHECK: u64 = 1 << 14;

type Square = (u32, u32);

/// A board that is cut into n regions, which may have several parts, for one queen in each row, column
/// and region, no two on touching squares.
///
/// The argument is a line of letters for each row, or the JSON of `bezzel puzzle new`.
///
/// >>> from bezzel import Puzzle
/// >>> puzzle = Puzzle("AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC")
/// >>> puzzle.n, puzzle.is_unique, puzzle.grade
/// (5, True, 'easy')
/// >>> puzzle.solutions()
/// [Placement([2, 0, 4, 1, 3])]
/// >>> print(puzzle.hint())
/// single: region E has one free square; place a queen at row 4 column 3
///
/// Puzzles are immutable. Raises NotationError for text that is not a puzzle of 4 to 24 rows.
#[pyclass(frozen, eq, hash, module = "bezzel")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Puzzle(pub(crate) bezzel_puzzle::Puzzle);

#[pymethods]
impl Puzzle {
    #[new]
    fn __new__(text: &str) -> PyResult<Self> {
        let read = bezzel_puzzle::Puzzle::read(text.as_bytes());
        Ok(Self(read.map_err(errors::of_reading)?.0))
    }

    /// Makes a puzzle with exactly one solution.
    ///
    /// >>> from bezzel import Puzzle
    /// >>> Puzzle.generate(6, seed=3).regions
    /// ['AABBBC', 'AABBBC', 'DDDBBC', 'EEEBBB', 'FEEEBB', 'EEEEBB']
    /// >>> Puzzle.generate(7, grade="hard", seed=1).grade
    /// 'hard'
    ///
    /// n is from 5 to 16; the grade is 'easy', 'medium', 'hard' or 'expert'. Size, grade and seed
    /// determine the puzzle; without a seed it is random. A rare grade takes longer. Ctrl-C
    /// interrupts.
    #[staticmethod]
    #[pyo3(signature = (n, *, grade=None, seed=None))]
    fn generate(
        py: Python<'_>,
        n: Whole<u32>,
        grade: Option<&str>,
        seed: Option<Whole<u64>>,
    ) -> PyResult<Self> {
        let seed = seed.map_or_else(bezzel_run::random_seed, |seed| seed.0);
        let size = |error: bezzel_puzzle::PuzzleError| SizeError::new_err(error.to_string());
        let mut generator = Generator::new(n.0, seed).map_err(size)?;
        if let Some(grade) = grade {
            generator = generator.with_grade(grade.parse::<Grade>().map_err(errors::of)?);
        }
        let made = wait::controlled(py, move |control| {
            loop {
                control.check()?;
                if let Some(made) = generator.attempt() {
                    return Ok(made);
                }
            }
        })?;
        Ok(Self(made.puzzle))
    }

    /// The number of rows, columns and regions.
    #[getter]
    fn n(&self) -> u32 {
        self.0.size()
    }

    /// The letters of the regions, a string for each row.
    #[getter]
    fn regions(&self) -> Vec<String> {
        self.0.to_string().lines().map(str::to_owned).collect()
    }

    /// Returns the solutions, at most `limit`, that have the queens and avoid the crosses of `marks`.
    ///
    /// >>> from bezzel import Puzzle
    /// >>> len(Puzzle("ABCDE\n" * 5).solutions(limit=100))
    /// 14
    ///
    /// `marks` are rows of '.', 'Q' and 'x'. Ctrl-C interrupts.
    #[pyo3(signature = (marks=None, *, limit=Whole(2)), text_signature = "($self, marks=None, *, limit=2)")]
    fn solutions(
        &self,
        py: Python<'_>,
        marks: Option<&str>,
        limit: Whole<usize>,
    ) -> PyResult<Vec<Placement>> {
        let mut search = self.0.solutions(&self.marks(marks)?);
        let found = wait::controlled(py, move |control| {
            let mut found = Vec::new();
            while found.len() < limit.0 {
                control.check()?;
                match search.advance(STEPS_PER_SIGNAL_CHECK) {
                    Advance::Solution(columns) => found.push(columns.to_vec()),
                    Advance::Paused => {}
                    Advance::End => break,
                }
            }
            Ok(found)
        })?;
        found.into_iter().map(Placement::of_columns).collect()
    }

    /// True if there is exactly one solution.
    #[getter]
    fn is_unique(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.solutions(py, None, Whole(2))?.len() == 1)
    }

    /// 'easy', 'medium', 'hard' or 'expert', by the most complex rule of deduction that the puzzle
    /// needs; None if the rules do not solve it.
    #[getter]
    fn grade(&self, py: Python<'_>) -> Option<&'static str> {
        py.detach(|| self.0.grade()).map(Grade::name)
    }

    /// Returns the next step for a player with these marks, rows of '.', 'Q' and 'x': the simplest
    /// rule that makes progress, or None if there is none.
    ///
    /// >>> from bezzel import Puzzle
    /// >>> puzzle = Puzzle("AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC")
    /// >>> puzzle.hint("..Q..\n.....\n.....\n.....\n.....").rule
    /// 'queen'
    ///
    /// Raises ValueError if the marks break a rule of the puzzle.
    #[pyo3(signature = (marks=None))]
    fn hint(&self, py: Python<'_>, marks: Option<&str>) -> PyResult<Option<Hint>> {
        let marks = self.marks(marks)?;
        let hint = py.detach(|| self.0.hint(&marks));
        let hint = hint.map_err(|mistake| PyValueError::new_err(mistake.to_string()))?;
        Ok(hint.map(Hint))
    }

    /// Returns all steps from the empty board, until no rule makes progress.
    fn steps(&self, py: Python<'_>) -> Vec<Hint> {
        py.detach(|| self.0.steps().map(Hint).collect())
    }

    /// Returns a picture as SVG, with these marks.
    #[pyo3(signature = (marks=None))]
    fn svg(&self, marks: Option<&str>) -> PyResult<String> {
        Ok(self.0.svg(&self.marks(marks)?))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Puzzle({:?})", self.0.to_string().trim_end())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.0.to_string(),))
    }
}

impl Puzzle {
    fn marks(&self, text: Option<&str>) -> PyResult<Marks> {
        let Some(text) = text else {
            return Ok(Marks::new(self.0.size()));
        };
        let n = self.0.size();
        let expected = format!(
            "expected {} of {n} marks '.', 'Q' or 'x'",
            counted(n, "row")
        );
        // The reader would take other rows for text around the puzzle.
        let rows = text.lines().filter(|row| !row.trim().is_empty()).count();
        if rows != n as usize {
            let found = counted(rows as u64, "row");
            let message = format!("{expected}, found {found}");
            return Err(errors::NotationError::new_err(message));
        }
        let document = format!("{}\n{text}", self.0);
        let read = bezzel_puzzle::Puzzle::read(document.as_bytes());
        let (_, marks) = read.map_err(|error| {
            let lines = counted(n + 1, "line");
            let message = format!("{expected}: {error} (after {lines} of regions)");
            errors::NotationError::new_err(message)
        })?;
        Ok(marks)
    }
}

/// A step of a puzzle with its reason.
#[pyclass(frozen, eq, module = "bezzel")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Hint(bezzel_puzzle::Hint);

#[pymethods]
impl Hint {
    /// 'queen', 'single', 'inside', 'attacks-all', 'sets' or 'contradiction'.
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule.name()
    }

    /// The units of the argument as (kind, number), with the kinds 'row', 'column' and 'region'.
    #[getter]
    fn units(&self) -> Vec<(&'static str, u32)> {
        let unit = |unit: &Unit| match *unit {
            Unit::Row(row) => ("row", row),
            Unit::Column(column) => ("column", column),
            Unit::Region(region) => ("region", region),
        };
        self.0.units.iter().map(unit).collect()
    }

    /// The squares of the argument.
    #[getter]
    fn because(&self) -> Vec<Square> {
        squares(&self.0.because)
    }

    /// The square for a queen, or None.
    #[getter]
    fn queen(&self) -> Option<Square> {
        match &self.0.step {
            Step::Place(square) => Some((square.row, square.column)),
            Step::RuleOut(_) => None,
        }
    }

    /// The squares that are ruled out.
    #[getter]
    fn ruled_out(&self) -> Vec<Square> {
        match &self.0.step {
            Step::Place(_) => Vec::new(),
            Step::RuleOut(ruled_out) => squares(ruled_out),
        }
    }

    /// Returns the marks after this step.
    ///
    /// >>> from bezzel import Puzzle
    /// >>> puzzle = Puzzle("AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC")
    /// >>> marks = "\n".join(["....."] * 5)
    /// >>> for hint in puzzle.steps():
    /// ...     marks = hint.apply(marks)
    /// >>> print(marks.replace("x", "."), end="")
    /// ..Q..
    /// Q....
    /// ....Q
    /// .Q...
    /// ...Q.
    fn apply(&self, marks: &str) -> PyResult<String> {
        let mut rows: Vec<Vec<char>> = marks.lines().map(|row| row.chars().collect()).collect();
        let steps = match &self.0.step {
            Step::Place(square) => vec![(*square, 'Q')],
            Step::RuleOut(squares) => squares.iter().map(|&square| (square, 'x')).collect(),
        };
        for (square, mark) in steps {
            let row = rows.get_mut(square.row as usize);
            let at = row.and_then(|row| row.get_mut(square.column as usize));
            *at.ok_or_else(|| PyValueError::new_err(format!("expected marks with {square}")))? =
                mark;
        }
        let lines = rows
            .into_iter()
            .map(|row| row.into_iter().chain(['\n']).collect::<String>());
        Ok(lines.collect())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Hint {}>", self.0)
    }
}

fn squares(squares: &[bezzel::Square]) -> Vec<Square> {
    squares
        .iter()
        .map(|square| (square.row, square.column))
        .collect()
}
