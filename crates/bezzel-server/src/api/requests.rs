//! Reading requests: whatever cannot be read becomes a problem.

use axum::extract::{FromRequest, FromRequestParts};
use bezzel::methods::Method;
use bezzel::{Placement, Square};
use serde::{Deserialize, Deserializer};

use crate::app::limits;
use crate::problem::Problem;
use crate::reason::Reason;

/// The query of an address.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(super) struct Query<T>(pub(super) T);

/// A part of the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(super) struct Path<T>(pub(super) T);

/// The body.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
pub(super) struct Json<T>(pub(super) T);

/// A method by name.
pub(super) fn method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(serde::de::Error::custom)
}

/// Fails unless `n` is from 1 to `most`.
pub(super) fn size(n: u32, most: u32) -> Result<(), Problem> {
    within("n", n.into(), 1, most.into())
}

/// Fails unless a value is within bounds.
pub(super) fn within(what: &'static str, value: u64, least: u64, most: u64) -> Result<(), Problem> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Reason::OutOfRange {
        what,
        value,
        least,
        most,
    }
    .into())
}

/// A square of a board.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    /// The row, from 0 at the top.
    row: u32,
    /// The column, from 0 at the left.
    column: u32,
}

/// A board with some queens.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Board {
    /// The number of rows and columns.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 32))]
    n: u32,
    /// The queens, anywhere on the board.
    #[cfg_attr(feature = "schema", schema(max_items = 1024))]
    queens: Vec<At>,
}

impl Board {
    pub(super) fn squares(&self) -> Result<Vec<Square>, Problem> {
        size(self.n, limits::BOARD_SIZE)?;
        let n = self.n;
        let mut squares = Vec::with_capacity(self.queens.len());
        for (number, queen) in self.queens.iter().enumerate() {
            let square = Square::new(queen.row, queen.column);
            if queen.row >= n || queen.column >= n {
                let Square { row, column } = square;
                return Err(Reason::Outside {
                    number,
                    row,
                    column,
                    n,
                }
                .into());
            }
            squares.push(square);
        }
        squares.sort();
        if let Some(twice) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
            let Square { row, column } = twice[0];
            return Err(Reason::SquareTwice { row, column }.into());
        }
        Ok(squares)
    }

    /// The board as a placement, which has no two queens in one row.
    pub(super) fn placement(&self) -> Result<Placement, Problem> {
        let mut board = Placement::empty(self.n)?;
        for square in self.squares()? {
            if board.place(square)?.is_some() {
                return Err(Reason::RowTwice { row: square.row }.into());
            }
        }
        Ok(board)
    }
}
