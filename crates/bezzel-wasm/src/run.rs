//! A run of a method, as requests name it.

use bezzel::methods::{self, Method};
use bezzel::shared::{check_range, check_size};
use bezzel::{ConstrainedBoard, Contradiction, counted};
use serde::Deserialize;

use crate::board::named;
use crate::limits;
use crate::problem::Problem;

/// A method, and the board that it searches.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// Name of the method, as `bezzel methods` lists it.
    #[serde(deserialize_with = "named")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub(crate) method: Method,
    /// Number of queens.
    pub(crate) n: u32,
    /// Board with constraints, in one word such as `Q3/2x1/4/1x2` [default: an
    /// empty board].
    pub(crate) board: Option<String>,
}

impl Run {
    /// Returns the run, unless its size cannot be shown or the method does not accept the board.
    pub(crate) fn check(&self) -> Result<methods::Run, Problem> {
        check_size(self.n, limits::MAX_STEPS_N)?;
        let board = match &self.board {
            None => ConstrainedBoard::new(self.n)?,
            Some(text) => given(text, self.n)?,
        };
        methods::Run::new(self.method, &board).map_err(|error| match error {
            bezzel::Error::Constraints { method, .. } => {
                Problem::new(error, format_args!("{method} 不能搜索给定棋盘"))
            }
            error => error.into(),
        })
    }
}

/// Reads a board in one word.
fn given(text: &str, n: u32) -> Result<ConstrainedBoard, Problem> {
    let board = ConstrainedBoard::from_compact(text).map_err(bezzel::Error::from)?;
    if board.size() != n {
        let rows = board.size();
        return Err(Problem::new(
            format_args!(
                "expected a board of {}, found one of {rows}",
                counted(n, "row")
            ),
            format_args!("应为 {n} 行的棋盘，实际为 {rows} 行"),
        ));
    }
    // A full row or column is what a search shows; queens that contradict each other it does not see.
    match board.contradiction() {
        Some(because @ (Contradiction::Attack(_) | Contradiction::QueenOnBlockedSquare { .. })) => {
            Err(because.text().into())
        }
        _ => Ok(board),
    }
}

pub(crate) fn check_step(from: u64) -> Result<(), Problem> {
    Ok(check_range("step", from, 0..=limits::MAX_STEP)?)
}
