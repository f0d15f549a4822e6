//! Puzzles: new ones, those of a day, their grade, and the next step of a player.

use bezzel::shared::check_range;
use bezzel::{ReadError, Square};
use bezzel_puzzle::{Day, Generator, Grade, Hint, MIN_SIZE, Marks, Puzzle, SolutionCount};
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::problem::{Problem, Reason};
use crate::reply::Answer;

/// A request about a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleRequest {
    /// A new puzzle; answered by [`Made`].
    New {
        /// Number of rows.
        n: u32,
        /// Its grade [default: any].
        grade: Option<Grade>,
        /// Equal seeds give equal puzzles.
        seed: u64,
    },
    /// The puzzle of a date, such as `2026-11-22`; answered by [`Made`].
    Day(String),
    /// The number of solutions and the grade of a puzzle, given by its rows of letters; answered by
    /// [`Made`].
    Analyse(Vec<String>),
    /// The next step for a player; answered by [`NextStep`].
    Hint {
        /// Rows of letters.
        regions: Vec<String>,
        /// Rows of marks.
        marks: Vec<String>,
    },
}

/// A puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Made {
    /// Rows of letters.
    regions: Vec<String>,
    grade: Option<Grade>,
    /// 2 if there are several.
    solutions: u32,
}

/// The next step for a player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct NextStep {
    /// Marks that differ from the solution.
    wrong: Vec<Square>,
    /// `None` if there is nothing to do.
    hint: Option<Hint>,
}

impl PuzzleRequest {
    pub(crate) fn answer(self) -> Result<Answer, Problem> {
        Ok(match self {
            Self::New { n, grade, seed } => {
                let generator = Generator::new(n, seed).map_err(unacceptable)?;
                Answer::new(&made(match grade {
                    Some(grade) => generator.with_grade(grade),
                    None => generator,
                }))
            }
            Self::Day(date) => {
                let day: Day = date.parse().map_err(unacceptable)?;
                Answer::new(&made(day.generator()))
            }
            Self::Analyse(regions) => Answer::new(&analysed(&regions)?),
            Self::Hint { regions, marks } => {
                let (puzzle, marks) = read(&regions, &marks)?;
                Answer::new(&hint(&puzzle, &marks))
            }
        })
    }
}

fn unacceptable(error: impl ToString) -> Problem {
    let detail = error.to_string();
    Reason::Puzzle { detail }.into()
}

fn letters(puzzle: &Puzzle) -> Vec<String> {
    puzzle.to_string().lines().map(str::to_owned).collect()
}

fn made(mut generator: Generator) -> Made {
    let made = generator.next().expect("endless");
    Made {
        regions: letters(&made.puzzle),
        grade: Some(made.grade),
        solutions: 1,
    }
}

fn analysed(regions: &[String]) -> Result<Made, Problem> {
    let (puzzle, marks) = read(regions, &[])?;
    let solutions = puzzle.solutions(&marks).take(2).count() as u32;
    Ok(Made {
        grade: (solutions == 1).then(|| puzzle.grade()).flatten(),
        regions: letters(&puzzle),
        solutions,
    })
}

fn hint(puzzle: &Puzzle, marks: &Marks) -> NextStep {
    let wrong: Vec<Square> = match puzzle.solve() {
        SolutionCount::One(solution) => marks.wrong(&solution).collect(),
        _ => Vec::new(),
    };
    // Marks that agree with a solution break no rule.
    let hint = match wrong.is_empty() {
        true => puzzle.hint(marks).unwrap_or_default(),
        false => None,
    };
    NextStep { wrong, hint }
}

fn read(regions: &[String], marks: &[String]) -> Result<(Puzzle, Marks), Problem> {
    let n = regions.len();
    let is_whole = |row: &String| row.chars().count() == n;
    if !marks.is_empty() && (marks.len() != n || !marks.iter().all(is_whole)) {
        let message = format!("expected {n} rows of {n} marks '.', 'Q' or 'x'");
        return Err(unacceptable(ReadError::Content {
            line: None,
            message,
        }));
    }
    let document = format!("{}\n\n{}\n", regions.join("\n"), marks.join("\n"));
    let read = Puzzle::read(document.as_bytes());
    let (puzzle, marks) = read.map_err(|error: ReadError| unacceptable(error))?;
    let rows = u64::from(puzzle.size());
    check_range("rows", rows, MIN_SIZE.into()..=limits::MAX_PUZZLE_N.into())?;
    Ok((puzzle, marks))
}
