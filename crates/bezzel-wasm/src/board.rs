//! Boards and numbers of requests.

use std::fmt::Display;
use std::str::FromStr;

use bezzel::methods::Number;
use bezzel::shared::check_size;
use bezzel::{ConstrainedBoard, OutsideBoard, Placement, Square};
use serde::{Deserialize, Deserializer};

use crate::limits;
use crate::problem::Problem;

/// Reads a value by its name.
pub(crate) fn named<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(serde::de::Error::custom)
}

/// A board in a request, which may be incomplete.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    /// Number of rows and columns.
    n: u32,
    /// Squares with queens; several in a row or column are allowed.
    queens: Vec<Square>,
    /// Squares without a queen in every completion.
    #[serde(default)]
    blocked: Vec<Square>,
}

impl Board {
    pub(crate) fn constrained(&self) -> Result<ConstrainedBoard, Problem> {
        let squares = self.squares()?;
        let mut board = ConstrainedBoard::new(self.n)?;
        for queen in squares {
            // The square was checked.
            let _ = board.place(queen);
        }
        for &square in &self.blocked {
            board.block(square).map_err(bezzel::Error::from)?;
        }
        Ok(board)
    }

    /// Returns the squares in row order, after checking that they are distinct and on the board.
    pub(crate) fn squares(&self) -> Result<Vec<Square>, Problem> {
        check_size(self.n, limits::MAX_BOARD_N)?;
        let n = self.n;
        let mut squares = self.queens.clone();
        squares.sort();
        if let Some(&square) = squares.iter().find(|at| at.row.max(at.column) >= n) {
            return Err(bezzel::Error::from(OutsideBoard::Square { square, n }).into());
        }
        if let Some(repeated) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
            let (row, column) = (Number::of(repeated[0].row), Number::of(repeated[0].column));
            return Err(Problem::new(
                format_args!(
                    "expected at most one queen per square, found two in row {row} column {column}"
                ),
                format_args!("第 {row} 行第 {column} 列放了两个皇后：每格最多一个"),
            ));
        }
        Ok(squares)
    }

    /// Returns the board as a placement, which allows one queen per row.
    pub(crate) fn placement(&self) -> Result<Placement, Problem> {
        let squares = self.squares()?;
        let mut board = Placement::empty(self.n)?;
        for square in squares {
            if board.place(square)?.is_some() {
                let row = Number::of(square.row);
                return Err(Problem::new(
                    format_args!("expected at most one queen per row, found two in row {row}"),
                    format_args!("第 {row} 行有两个皇后：每行最多一个"),
                ));
            }
        }
        Ok(board)
    }
}
