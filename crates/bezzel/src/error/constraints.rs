//! Boards without a completion, and constraints that do not fit a board.

use thiserror::Error;

use crate::limits::{MAX_COMPLETED, MAX_COVERED_SIZE, MAX_ENTRIES, MAX_PROOF_STEPS};
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

/// A reason why there is no random board.
///
/// ```
/// use bezzel::{ConstrainedBoard, RandomModel};
/// let model = RandomModel::PlacedQueens { queens: 9 };
/// let error = ConstrainedBoard::random(8, model, 1).unwrap_err();
/// assert!(error.to_string().contains("for n = 8 and this seed, found 9"));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum RandomError {
    /// A board that is too large.
    #[error("expected n from 0 to {MAX_COVERED_SIZE} for a random board, found {n}")]
    TooLarge {
        /// Number of rows and columns of the board.
        n: u32,
    },
    /// More queens than could be placed.
    #[error("expected a number of queens up to {placed} for n = {n} and this seed, found {queens}")]
    Queens {
        /// Number of rows and columns of the board.
        n: u32,
        /// Number of queens that were asked for.
        queens: u32,
        /// The number of queens that were placed before n² draws.
        placed: u32,
    },
    /// More diagonals than can be excluded.
    #[error(
        "expected a number of diagonals up to {excluded} for n = {n} and this seed, found {diagonals}"
    )]
    Diagonals {
        /// Number of rows and columns of the board.
        n: u32,
        /// Number of diagonals that were asked for.
        diagonals: u32,
        /// The number of diagonals that can be excluded.
        excluded: usize,
    },
    /// A share outside 0 to 1, or more squares than can be blocked.
    #[error("expected a share of blocked squares from 0 to {most:.3} for n = {n}, found {share}")]
    Share {
        /// Number of rows and columns of the board.
        n: u32,
        /// Fraction of blocked squares that was asked for, 0 to 1.
        share: f64,
        /// The greatest share for this seed.
        most: f64,
    },
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

/// An item or option that does not fit the problem.
///
/// ```
/// use bezzel::exact_cover::{ExactCover, ExactCoverError};
/// let mut cover = ExactCover::new(2, 1)?;
/// assert_eq!(
///     cover.add_option(&[2]).unwrap_err(),
///     ExactCoverError::NoPrimaryItem { primary: 2 }
/// );
/// # Ok::<(), ExactCoverError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExactCoverError {
    /// An item that does not exist.
    #[error("expected items below {items}, found {item}")]
    ItemOutside {
        /// The item that was given.
        item: u32,
        /// Number of items. An option may name the items below this number.
        items: u32,
    },
    /// An option that names an item twice.
    #[error("expected an option of different items, found item {item} twice")]
    RepeatedItem {
        /// The item that the option contains twice.
        item: u32,
    },
    /// An option that no search would choose.
    #[error("expected an option with an item below {primary}, found none: add a primary item")]
    NoPrimaryItem {
        /// The number of primary items.
        primary: u32,
    },
    /// More items or options than a search can hold.
    #[error("expected at most {MAX_ENTRIES} items in all options, found more")]
    TooLarge,
}
