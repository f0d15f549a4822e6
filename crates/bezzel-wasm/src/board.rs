//! Boards and numbers of requests.

use bezzel::methods::Method;
use bezzel::shared::check_size;
use bezzel::{ConstrainedBoard, Placement, Square};
use serde::{Deserialize, Deserializer};

use crate::limits;
use crate::problem::{Problem, Reason};

pub(crate) fn method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(serde::de::Error::custom)
}

/// A square of a board.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct At {
    /// Row, 0-based from the top.
    row: u32,
    /// Column, 0-based from the left.
    column: u32,
}

/// A board with queens.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Number of rows and columns.
    n: u32,
    /// Squares with queens; several in a row or column are allowed.
    queens: Vec<At>,
    /// Squares without a queen in every completion.
    #[serde(default)]
    blocked: Vec<At>,
}

impl Board {
    pub(crate) fn constrained(&self) -> Result<ConstrainedBoard, Problem> {
        let (n, squares) = (self.n, self.squares()?);
        let mut board = ConstrainedBoard::new(n)?;
        for queen in squares {
            // The square was checked.
            let _ = board.place(queen);
        }
        for (number, &At { row, column }) in self.blocked.iter().enumerate() {
            board
                .block(Square::new(row, column))
                .map_err(|_| Reason::Outside {
                    number,
                    row,
                    column,
                    n,
                })?;
        }
        Ok(board)
    }

    /// Returns the squares in row order, after checking that they are distinct and on the board.
    pub(crate) fn squares(&self) -> Result<Vec<Square>, Problem> {
        check_size(self.n, limits::MAX_BOARD_N)?;
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
        if let Some(repeated) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
            let Square { row, column } = repeated[0];
            return Err(Reason::SquareTwice { row, column }.into());
        }
        Ok(squares)
    }

    /// Returns the board as a placement, which allows one queen per row.
    pub(crate) fn placement(&self) -> Result<Placement, Problem> {
        let squares = self.squares()?;
        let mut board = Placement::empty(self.n)?;
        for square in squares {
            if board.place(square)?.is_some() {
                return Err(Reason::RowTwice { row: square.row }.into());
            }
        }
        Ok(board)
    }
}
