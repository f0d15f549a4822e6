//! Boards without a completion, and constraints that do not fit a board.

use thiserror::Error;

use crate::limits::{MAX_COMPLETED, MAX_PROOF_STEPS};
use crate::methods::{Number, Text, counted_from};
use crate::{Conflict, Line, Square};

/// A square or diagonal that is not on the board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", counted_from(0, &self.text().english))]
#[non_exhaustive]
pub enum OutsideBoard {
    /// A square whose row or column is not below n.
    Square {
        /// The square that was given.
        square: Square,
        /// Number of rows and columns of the board.
        n: u32,
    },
    /// A diagonal on which no square of the board lies.
    Diagonal {
        /// Row − column of its squares.
        difference: i32,
        /// Number of rows and columns of the board.
        n: u32,
    },
    /// An anti-diagonal on which no square of the board lies.
    AntiDiagonal {
        /// Row + column of its squares.
        sum: u32,
        /// Number of rows and columns of the board.
        n: u32,
    },
}

impl OutsideBoard {
    /// Returns what was expected and what was found, in both languages.
    pub fn text(&self) -> Text {
        let (english, chinese) = match self {
            Self::Square { square, n } => {
                let (english, chinese) = named(*square);
                (
                    format!("expected a square with row and column below {n}, found {english}"),
                    format!("行号和列号应小于 {n}，实际为{chinese}"),
                )
            }
            Self::Diagonal { difference, n } => (
                format!(
                    "expected a diagonal with |row - column| below {n}, found row - column = {difference}"
                ),
                format!("主对角线方向的行 − 列，绝对值应小于 {n}，实际为 {difference}"),
            ),
            Self::AntiDiagonal { sum, n } => {
                let end = (2 * u64::from(*n)).saturating_sub(1);
                (
                    format!(
                        "expected an anti-diagonal with row + column below {end}, found row + column = {sum}"
                    ),
                    format!("副对角线方向的行 + 列应小于 {end}，实际为 {sum}"),
                )
            }
        };
        (english, chinese).into()
    }
}

/// Returns the name of a square in both languages.
pub(crate) fn named(square: Square) -> (String, String) {
    let (row, column) = (Number::of(square.row), Number::of(square.column));
    (
        format!("row {row} column {column}"),
        format!("第 {row} 行第 {column} 列"),
    )
}

/// Says in both languages that two queens attack each other.
pub(crate) fn attack(pair: Conflict) -> (String, String) {
    let (first, second, line) = (named(pair.first), named(pair.second), pair.line);
    let chinese = match line {
        Line::Row => "行",
        Line::Column => "列",
        Line::Diagonal => "条主对角线",
        Line::AntiDiagonal => "条副对角线",
    };
    (
        format!(
            "the queens at {} and {} attack each other along one {line}",
            first.0, second.0
        ),
        format!("{}与{}的皇后在同一{chinese}上，互相攻击", first.1, second.1),
    )
}

/// The reason why a board cannot have a completion, found without a search.
///
/// ```
/// use bezzel::{ConstrainedBoard, Contradiction, Square};
/// let mut board = ConstrainedBoard::new(3)?;
/// board.place(Square::new(0, 0))?.block(Square::new(1, 2))?;
/// let contradiction = board.contradiction().unwrap();
/// assert_eq!(contradiction, Contradiction::FullRow { row: 1 });
/// assert_eq!(contradiction.to_string(), "every square of row 1 is blocked or attacked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", counted_from(0, &self.text().english))]
#[non_exhaustive]
pub enum Contradiction {
    /// A queen is placed on a blocked square.
    QueenOnBlockedSquare {
        /// The square of the first such queen in reading order.
        square: Square,
    },
    /// Two placed queens attack each other.
    Attack(Conflict),
    /// Every square of a row is blocked or attacked by a placed queen.
    FullRow {
        /// The first such row.
        row: u32,
    },
    /// Every square of a column is blocked or attacked by a placed queen.
    FullColumn {
        /// The first such column.
        column: u32,
    },
}

impl Contradiction {
    /// Returns the reason in both languages.
    pub fn text(&self) -> Text {
        let (english, chinese) = match self {
            Self::QueenOnBlockedSquare { square } => {
                let (english, chinese) = named(*square);
                (
                    format!("the queen at {english} is on a blocked square"),
                    format!("{chinese}的皇后在禁用格上"),
                )
            }
            Self::Attack(pair) => attack(*pair),
            Self::FullRow { row } => {
                let row = Number::of(*row);
                (
                    format!("every square of row {row} is blocked or attacked"),
                    format!("第 {row} 行的格子都被禁用或受攻击"),
                )
            }
            Self::FullColumn { column } => {
                let column = Number::of(*column);
                (
                    format!("every square of column {column} is blocked or attacked"),
                    format!("第 {column} 列的格子都被禁用或受攻击"),
                )
            }
        };
        (english, chinese).into()
    }
}

/// The reason why there is no proof.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoProof {
    /// The board has this completion.
    #[error("expected a board without a completion, found a completion")]
    Completion(Vec<u32>),
    /// The proof is too long.
    #[error("expected a proof of at most {MAX_PROOF_STEPS} steps, found a longer one")]
    TooLong,
    /// The search was stopped before it was over.
    #[error("stopped before the end")]
    Stopped,
    /// The board is too large.
    #[error("expected n from 0 to {MAX_COMPLETED} for a proof, found {n}")]
    TooLarge {
        /// Number of rows and columns of the board.
        n: u32,
    },
}
