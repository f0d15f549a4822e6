//! Puzzles with regions: new ones, and the solutions and steps of given ones.

use axum::extract::State;
use bezzel::puzzle::{
    Generator, Grade, Hint, MAX_GENERATED_SIZE, MIN_GENERATED_SIZE, Marks, Puzzle, Step,
};
use bezzel::{Advance, Placement};
use serde::{Deserialize, Deserializer, Serialize};

use super::requests::{Json, Query, within};
use crate::app::{App, Deadline};
use crate::problem::Problem;
use crate::reason::Reason;

/// Steps of the search between two checks of the time limit.
const STEPS_PER_STOP_CHECK: u64 = 1 << 12;

/// A puzzle with its solution and the steps to it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct PuzzleView {
    /// Number of rows, columns and regions.
    n: u32,
    /// Letters of the regions, a string for each row.
    regions: Vec<String>,
    /// Grade; null unless the rules of deduction solve the puzzle.
    grade: Option<Grade>,
    /// Number of solutions; 2 if there are several.
    solutions: u32,
    /// Column of the queen in each row of a solution.
    queens: Option<Vec<u32>>,
    /// Steps from the empty board, each by the simplest rule that makes progress.
    steps: Vec<Hint>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Wanted {
    /// Number of rows.
    #[cfg_attr(feature = "schema", param(minimum = 5, maximum = 12, example = 8))]
    n: u32,
    /// Seed; size, grade and seed determine the puzzle.
    #[cfg_attr(feature = "schema", param(example = 1848))]
    seed: u64,
    /// Grade; any without it.
    #[serde(default, deserialize_with = "grade")]
    #[cfg_attr(feature = "schema", param(value_type = Option<Grade>))]
    grade: Option<Grade>,
}

fn grade<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Grade>, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map(Some).map_err(serde::de::Error::custom)
}

/// Makes a puzzle with exactly one solution.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/puzzles/new", tag = "puzzles", params(Wanted),
    responses(
        (status = 200, body = PuzzleView),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn new(
    State(app): State<App>,
    Query(wanted): Query<Wanted>,
) -> Result<axum::Json<PuzzleView>, Problem> {
    let Wanted { n, seed, grade } = wanted;
    let (least, most) = (MIN_GENERATED_SIZE.into(), MAX_GENERATED_SIZE.into());
    within("n", n.into(), least, most)?;
    let view = app.compute(move |deadline| {
        let unlucky = |_| Reason::NoPuzzle;
        let mut generator = Generator::new(n, seed).map_err(unlucky)?;
        if let Some(grade) = grade {
            generator = generator.with_grade(grade);
        }
        let made = generator.generate(&|| deadline.is_over());
        let made = made.ok_or(Reason::NoPuzzle)?;
        view(&made.puzzle, 1, Some(&made.solution), deadline)
    });
    view.await.map(axum::Json)
}

/// Regions of a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Regions {
    /// Letters of the regions, a string for each row.
    #[cfg_attr(feature = "schema", schema(max_items = 12))]
    regions: Vec<String>,
}

/// Solves a puzzle and explains the steps.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/puzzles/analysis", tag = "puzzles", request_body = Regions,
    responses(
        (status = 200, body = PuzzleView),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn analysis(
    State(app): State<App>,
    Json(given): Json<Regions>,
) -> Result<axum::Json<PuzzleView>, Problem> {
    let rows = given.regions.len();
    within("n", rows as u64, 4, MAX_GENERATED_SIZE.into())?;
    let refused = |detail: String| Reason::Regions { detail };
    let text = given.regions.join("\n");
    let puzzle: Puzzle = text.parse().map_err(|error| refused(format!("{error}")))?;
    if puzzle.size() as usize != rows {
        let n = puzzle.size();
        return Err(refused(format!(
            "expected {n} rows of {n} letters, found {rows} rows"
        ))
        .into());
    }
    let view = app.compute(move |deadline| {
        let (mut solutions, mut first) = (0, None);
        let mut search = puzzle.solutions(&Marks::new(puzzle.size()));
        while solutions < 2 {
            match search.advance(STEPS_PER_STOP_CHECK) {
                Advance::Solution(columns) => {
                    solutions += 1;
                    first.get_or_insert(columns.to_vec());
                }
                Advance::Paused if deadline.is_over() => return Err(Reason::Untimely.into()),
                Advance::Paused => {}
                Advance::End => break,
            }
        }
        let first = first.map(Placement::from_columns).transpose()?;
        view(&puzzle, solutions, first.as_ref(), deadline)
    });
    view.await.map(axum::Json)
}

fn view(
    puzzle: &Puzzle,
    solutions: u32,
    solution: Option<&Placement>,
    deadline: &Deadline,
) -> Result<PuzzleView, Problem> {
    let mut steps = Vec::new();
    for step in puzzle.steps() {
        steps.push(step);
        if deadline.is_over() {
            return Err(Reason::Untimely.into());
        }
    }
    let queens = steps
        .iter()
        .filter(|hint| matches!(hint.step, Step::Place(_)));
    let is_solved = queens.count() == puzzle.size() as usize;
    let hardest = steps.iter().map(|hint| hint.rule).max();
    Ok(PuzzleView {
        n: puzzle.size(),
        regions: puzzle.to_string().lines().map(str::to_owned).collect(),
        grade: hardest.filter(|_| is_solved).map(Grade::of_rule),
        solutions,
        queens: solution.map(|solution| solution.rows().flatten().collect()),
        steps,
    })
}
