//! Puzzles: new puzzles, the puzzle of a day, grades, and the next step of a player.

use bezzel::shared::check_range;
use bezzel::{Advance, Placement, Square};
use bezzel_puzzle::{Day, DayError, Generator, Grade, Hint, MIN_SIZE, Marks, Puzzle};
use serde::{Deserialize, Serialize};

use crate::Host;
use crate::answer::Answer;
use crate::host::Deadline;
use crate::limits;
use crate::problem::Problem;

/// Steps of a search between two looks at the clock.
const STEPS_PER_LOOK: u64 = 1 << 14;

/// A request about a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PuzzleRequest {
    /// A new puzzle; answered by [`Made`].
    New {
        /// Number of rows, 5 to 16.
        n: u32,
        /// Its grade [default: any].
        grade: Option<Grade>,
        /// Equal seeds give equal puzzles.
        seed: u64,
    },
    /// The puzzle of a date, such as `2026-11-22`; answered by [`Made`].
    Day(String),
    /// The solutions and the grade of a puzzle, given by its rows of letters; answered by [`Made`].
    Analyse(Vec<String>),
    /// The next step for a player; answered by [`NextStep`].
    Hint {
        /// The regions: a string of letters for each row.
        regions: Vec<String>,
        /// The player's marks: a string of `.`, `Q` and `x` for each row.
        marks: Vec<String>,
    },
}

/// A puzzle, with its grade and its solutions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Made {
    /// The regions: a string of letters for each row.
    regions: Vec<String>,
    /// Null if there is not exactly one solution, or if the rules of hints do not find it.
    grade: Option<Grade>,
    /// The column of each row in each solution: none, one, or the first two of several.
    solutions: Vec<Vec<u32>>,
    /// False if the time limit ended the search for solutions.
    certain: bool,
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
    pub(crate) fn answer(self, host: &dyn Host) -> Result<Answer, Problem> {
        Ok(match self {
            Self::New { n, grade, seed } => {
                let generator = Generator::new(n, seed).map_err(|error| error.text())?;
                Answer::new(&made(match grade {
                    Some(grade) => generator.with_grade(grade),
                    None => generator,
                }))
            }
            Self::Day(date) => {
                let day: Day = date.parse().map_err(|error: DayError| error.text())?;
                Answer::new(&made(day.generator()))
            }
            Self::Analyse(regions) => Answer::new(&analysed(&regions, host)?),
            Self::Hint { regions, marks } => {
                let (puzzle, marks) = read(&regions, &marks)?;
                Answer::new(&hint(&puzzle, &marks, host))
            }
        })
    }
}

pub(crate) fn letters(puzzle: &Puzzle) -> Vec<String> {
    puzzle.to_string().lines().map(str::to_owned).collect()
}

fn made(mut generator: Generator) -> Made {
    let made = generator.next().expect("endless");
    Made {
        regions: letters(&made.puzzle),
        grade: Some(made.grade),
        solutions: vec![made.solution.rows().flatten().collect()],
        certain: true,
    }
}

/// Finds up to two solutions within the time limit. The number is certain if it is two, or the search ended.
fn solved(puzzle: &Puzzle, host: &dyn Host) -> (Vec<Vec<u32>>, bool) {
    let deadline = Deadline::new(host, limits::SEARCH_SECONDS);
    let mut search = puzzle.solutions(&Marks::new(puzzle.size()));
    let mut solutions = Vec::new();
    while solutions.len() < 2 {
        match search.advance(STEPS_PER_LOOK) {
            Advance::Solution(columns) => solutions.push(columns.to_vec()),
            Advance::Paused if deadline.is_over() => return (solutions, false),
            Advance::Paused => {}
            Advance::End => break,
        }
    }
    (solutions, true)
}

fn analysed(regions: &[String], host: &dyn Host) -> Result<Made, Problem> {
    let (puzzle, _) = read(regions, &[])?;
    let (solutions, certain) = solved(&puzzle, host);
    let grade = || puzzle.grade();
    Ok(Made {
        grade: (certain && solutions.len() == 1).then(grade).flatten(),
        regions: letters(&puzzle),
        solutions,
        certain,
    })
}

fn hint(puzzle: &Puzzle, marks: &Marks, host: &dyn Host) -> NextStep {
    let wrong: Vec<Square> = match solved(puzzle, host) {
        (solutions, true) if solutions.len() == 1 => {
            let solution = Placement::from_columns(solutions[0].iter().copied());
            marks.wrong(&solution.expect("a solution")).collect()
        }
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
        return Err(Problem::new(
            format_args!("expected {n} rows of {n} marks '.', 'Q' or 'x'"),
            format_args!("标记应为 {n} 行，每行 {n} 个“.”“Q”或“x”"),
        ));
    }
    let document = format!("{}\n\n{}\n", regions.join("\n"), marks.join("\n"));
    let read = Puzzle::read(document.as_bytes());
    let (puzzle, marks) = read.map_err(|error| error.text())?;
    let rows = u64::from(puzzle.size());
    check_range("rows", rows, MIN_SIZE.into()..=limits::MAX_PUZZLE_N.into())?;
    Ok((puzzle, marks))
}
