//! Squares, and the lines along which queens attack each other.
//!
//! Rows are numbered from the top and columns from the left, both from 0. Two squares are on
//! one *diagonal* if row − column is equal, and on one *anti-diagonal* if row + column is
//! equal:
//!
//! ```text
//!   row − column           row + column
//!    0 -1 -2 -3             0  1  2  3
//!    1  0 -1 -2             1  2  3  4
//!    2  1  0 -1             2  3  4  5
//!    3  2  1  0             3  4  5  6
//! ```

use std::fmt;

/// Square of a board, 0-based from the top left.
///
/// ```
/// use bezzel::Square;
/// assert_eq!(Square::new(2, 5).to_string(), "row 2 column 5");
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Square {
    /// Row, 0 at the top.
    pub row: u32,
    /// Column, 0 at the left.
    pub column: u32,
}

impl Square {
    /// Creates the square in this row and column.
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// Returns all squares of a board of n rows, in reading order.
    ///
    /// ```
    /// assert_eq!(bezzel::Square::all(8).count(), 64);
    /// ```
    pub fn all(n: u32) -> impl Iterator<Item = Self> + Clone {
        (0..n).flat_map(move |row| (0..n).map(move |column| Self::new(row, column)))
    }

    /// Returns the line on which queens on `self` and `other` attack each other, if any. A
    /// square does not attack itself.
    ///
    /// ```
    /// use bezzel::{Line, Square};
    /// assert_eq!(Square::new(0, 0).line_to(Square::new(5, 5)), Some(Line::Diagonal));
    /// assert_eq!(Square::new(0, 5).line_to(Square::new(5, 0)), Some(Line::AntiDiagonal));
    /// assert_eq!(Square::new(0, 0).line_to(Square::new(1, 2)), None);
    /// ```
    pub fn line_to(self, other: Self) -> Option<Line> {
        let down = i64::from(other.row) - i64::from(self.row);
        let right = i64::from(other.column) - i64::from(self.column);
        match (down, right) {
            (0, 0) => None,
            (0, _) => Some(Line::Row),
            (_, 0) => Some(Line::Column),
            _ if down == right => Some(Line::Diagonal),
            _ if down == -right => Some(Line::AntiDiagonal),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row, self.column)
    }
}

/// Line along which a queen attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Line {
    /// Same row.
    Row,
    /// Same column.
    Column,
    /// Same row − column: from the upper left to the lower right.
    Diagonal,
    /// Same row + column: from the upper right to the lower left.
    AntiDiagonal,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Line::Row => "row",
            Line::Column => "column",
            Line::Diagonal => "diagonal",
            Line::AntiDiagonal => "anti-diagonal",
        })
    }
}

/// Attacking pair: two queens and the line that joins them.
///
/// ```
/// use bezzel::{Conflict, Line, Square};
/// let pair = Conflict::between(Square::new(5, 5), Square::new(1, 1)).unwrap();
/// assert_eq!((pair.first, pair.line), (Square::new(1, 1), Line::Diagonal));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Conflict {
    /// Queen in the upper row, or the left one of two in the same row.
    pub first: Square,
    /// The other queen.
    pub second: Square,
    /// Line that joins the queens.
    pub line: Line,
}

impl Conflict {
    /// Returns the attacking pair of two queens, if they attack each other.
    pub fn between(a: Square, b: Square) -> Option<Self> {
        a.line_to(b).map(|line| Self {
            first: a.min(b),
            second: a.max(b),
            line,
        })
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the queens at {} and {} attack each other along one {}",
            self.first, self.second, self.line
        )
    }
}
