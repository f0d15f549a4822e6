//! Completions of a board: one, all of them in numbers, random ones, and those of each square.

use std::ops::ControlFlow;

use axum::extract::State;
use bezzel::proof::Proof;
use bezzel::{Conflict, ConstrainedBoard, Contradiction, Square};
use bezzel_run::{Control, DrawFrom, DrawJob, EngineSelection, Job, OccupancyJob};
use serde::{Deserialize, Serialize};

use super::requests::{Board, Json, Query, size, within};
use crate::app::{App, limits};
use crate::problem::Problem;
use crate::reason::Reason;

/// Reason why a board has no completion, found without a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Impossibility {
    /// The reason as a sentence.
    pub(crate) detail: String,
    #[serde(flatten)]
    cause: Cause,
}

/// The reason in structured form, for translations.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Cause {
    /// A queen on a blocked square.
    QueenOnBlockedSquare { square: Square },
    /// Two queens that attack each other.
    Attack { pair: Conflict },
    /// A row in which every square is blocked or attacked.
    FullRow { row: u32 },
    /// A column in which every square is blocked or attacked.
    FullColumn { column: u32 },
    /// A reason that `detail` names.
    Other,
}

impl Impossibility {
    pub(super) fn of(board: &ConstrainedBoard) -> Option<Self> {
        let contradiction = board.contradiction()?;
        let detail = contradiction.to_string();
        let cause = match contradiction {
            Contradiction::QueenOnBlockedSquare { square } => {
                Cause::QueenOnBlockedSquare { square }
            }
            Contradiction::Attack(pair) => Cause::Attack { pair },
            Contradiction::FullRow { row } => Cause::FullRow { row },
            Contradiction::FullColumn { column } => Cause::FullColumn { column },
            _ => Cause::Other,
        };
        Some(Self { detail, cause })
    }
}

/// Completions of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Completion {
    /// Attacking pairs. A board with such a pair has no completion.
    conflicts: Vec<Conflict>,
    /// Reason why there is no completion, if it is found without a search.
    contradiction: Option<Impossibility>,
    /// Column of each row in one completion.
    first: Option<Vec<u32>>,
    /// Square for the next queen.
    hint: Option<Square>,
    /// Number of completions found.
    count: String,
    /// True if all completions were found; otherwise `count` is a lower bound.
    certain: bool,
    /// Proof that there is no completion; null if there is one, if `contradiction` is the reason, and if the proof
    /// has more than 500 deductions and cases or takes too long.
    proof: Option<Proof>,
}

/// Returns one completion of a board and the number of completions.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/board/complete", tag = "boards", request_body = Board,
    responses(
        (status = 200, body = Completion),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn complete(
    State(app): State<App>,
    Json(board): Json<Board>,
) -> Result<axum::Json<Completion>, Problem> {
    let conflicts = conflicts(&board.squares()?);
    let board = board.constrained()?;
    let contradiction = Impossibility::of(&board);
    if contradiction.is_some() {
        return Ok(axum::Json(Completion {
            conflicts,
            contradiction,
            first: None,
            hint: None,
            count: "0".into(),
            certain: true,
            proof: None,
        }));
    }
    let completion = app.compute(move |deadline| {
        let (mut first, mut count) = (None, 0u64);
        let flow = board.visit_completions(&|| deadline.is_over(), &mut |columns| {
            first.get_or_insert_with(|| columns.to_vec());
            count += 1;
            ControlFlow::Continue(())
        })?;
        let hint = first.as_ref().and_then(|columns| hint(&board, columns));
        let is_impossible = first.is_none() && flow.is_continue();
        let proof = is_impossible
            .then(|| board.prove_impossible(&|| deadline.is_over()).ok())
            .flatten();
        Ok(Completion {
            conflicts,
            contradiction,
            first,
            hint,
            count: count.to_string(),
            certain: flow.is_continue(),
            proof: proof.filter(|proof| proof.len() <= limits::MAX_PROOF_STEPS),
        })
    });
    completion.await.map(axum::Json)
}

/// Returns the attacking pairs, at most one for each line of each queen.
fn conflicts(squares: &[Square]) -> Vec<Conflict> {
    let mut found = Vec::new();
    for (at, &below) in squares.iter().enumerate() {
        let mut lines = Vec::with_capacity(4);
        for &above in squares[..at].iter().rev() {
            let Some(conflict) = Conflict::between(above, below) else {
                continue;
            };
            if !lines.contains(&conflict.line) {
                lines.push(conflict.line);
                found.push(conflict);
            }
        }
    }
    found
}

/// Returns the queen of the completion in the row with the fewest free squares.
fn hint(board: &ConstrainedBoard, completion: &[u32]) -> Option<Square> {
    let n = board.size();
    let is_free = |square: &Square| {
        !board.is_blocked(*square)
            && board
                .queens()
                .all(|queen| queen != *square && queen.line_to(*square).is_none())
    };
    let row = (0..n)
        .filter(|&row| board.queens().all(|queen| queen.row != row))
        .min_by_key(|&row| {
            let squares = (0..n).map(|column| Square::new(row, column));
            squares.filter(is_free).count()
        })?;
    Some(Square::new(row, completion[row as usize]))
}

/// Options of random completions.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Drawing {
    /// Number of completions; 0 only checks that the board is accepted.
    #[serde(default = "one")]
    #[cfg_attr(feature = "schema", param(minimum = 0, maximum = 1000, default = 1))]
    count: usize,
    /// Seed below 2⁵³: equal seeds give equal completions [default: random].
    seed: Option<u64>,
}

fn one() -> usize {
    1
}

/// Random completions of a board, each with the same probability.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Drawn {
    /// Column of each row of each completion; empty if there is none.
    boards: Vec<Vec<u32>>,
    /// The seed.
    seed: u64,
    /// Reason why there is no completion, if it is found without a search.
    contradiction: Option<Impossibility>,
}

/// Draws random completions of a board. All completions have the same probability: they are counted
/// first, with one thread.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/board/random", tag = "boards", params(Drawing),
    request_body = Board,
    responses(
        (status = 200, body = Drawn),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn random(
    State(app): State<App>,
    Query(Drawing { count, seed }): Query<Drawing>,
    Json(board): Json<Board>,
) -> Result<axum::Json<Drawn>, Problem> {
    const MAX_SEED: u64 = (1 << 53) - 1;
    within("count", count as u64, 0, limits::MAX_BOARDS_PER_PAGE as u64)?;
    let seed = seed.unwrap_or_else(bezzel_run::random_seed);
    within("seed", seed, 0, MAX_SEED)?;
    let board = board.constrained()?;
    let contradiction = Impossibility::of(&board);
    let n = board.size();
    let is_long = || bezzel_run::search_seconds(&board) > limits::MAX_DRAW_SECONDS;
    if n > limits::MAX_DRAWN_N && (board.is_unconstrained() || is_long()) {
        let most = limits::MAX_DRAWN_N;
        return Err(Reason::ManyCompletions { n, most }.into());
    }
    if count == 0 {
        return Ok(axum::Json(Drawn {
            boards: Vec::new(),
            seed,
            contradiction,
        }));
    }
    let engines = EngineSelection::new(None, Some(1));
    let mut job = DrawJob::new(board, DrawFrom::Default, engines, count, seed)?;
    let boards = app.compute_for(app.times().draw_timeout, move |deadline| {
        let is_over = || deadline.is_over();
        Ok(job.run(&Control::new(&is_over), &mut |_| {})?)
    });
    let boards = boards.await?;
    Ok(axum::Json(Drawn {
        boards,
        seed,
        contradiction,
    }))
}

/// Number of completions with a queen on each square.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Occupancies {
    /// Number of completions.
    solutions: String,
    /// Row by row, the number of completions with a queen on each square.
    occupancy: Vec<Vec<String>>,
    /// Reason why there is no completion, if it is found without a search.
    contradiction: Option<Impossibility>,
}

/// Counts, for each square, the completions of a board with a queen on it.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/board/occupancy", tag = "boards", request_body = Board,
    responses(
        (status = 200, body = Occupancies),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn occupancy(
    State(app): State<App>,
    Json(board): Json<Board>,
) -> Result<axum::Json<Occupancies>, Problem> {
    let board = board.constrained()?;
    let n = board.size();
    size(n, limits::MAX_OCCUPANCY_N)?;
    let contradiction = Impossibility::of(&board);
    let mut job = OccupancyJob::new(board, EngineSelection::new(None, Some(1)));
    let counted = app.compute(move |deadline| {
        let is_over = || deadline.is_over();
        Ok(job.run(&Control::new(&is_over), &mut |_| {})?)
    });
    let (occupancy, total) = counted.await?;
    let row = |row| occupancy.row(row).iter().map(u128::to_string).collect();
    Ok(axum::Json(Occupancies {
        solutions: total.solutions.to_string(),
        occupancy: (0..n).map(row).collect(),
        contradiction,
    }))
}
