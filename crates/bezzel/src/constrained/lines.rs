//! Rows, columns and diagonals as numbers.

use std::collections::HashSet;
use std::fmt;

use crate::{Line, Square, Symmetry};

/// A diagonal or anti-diagonal whose squares are all blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum BlockedLine {
    /// By row − column.
    Diagonal(i32),
    /// By row + column.
    AntiDiagonal(u32),
}

impl BlockedLine {
    /// Returns the two lines through a square.
    pub(super) fn through(square: Square) -> [Self; 2] {
        let Square { row, column } = square;
        let difference = i64::from(row) - i64::from(column);
        [
            Self::Diagonal(difference as i32),
            Self::AntiDiagonal(row + column),
        ]
    }

    /// Returns its squares on an n×n board, top row first.
    pub(super) fn squares(self, n: u32) -> impl Iterator<Item = Square> {
        let rows = match self {
            Self::Diagonal(difference) if difference < 0 => 0..n - difference.unsigned_abs(),
            Self::Diagonal(difference) => difference.unsigned_abs()..n,
            Self::AntiDiagonal(sum) => sum.saturating_sub(n - 1)..n.min(sum + 1),
        };
        rows.map(move |row| match self {
            Self::Diagonal(difference) => {
                Square::new(row, (i64::from(row) - i64::from(difference)) as u32)
            }
            Self::AntiDiagonal(sum) => Square::new(row, sum - row),
        })
    }

    pub(super) fn image(self, symmetry: Symmetry, n: u32) -> Self {
        let square = self.squares(n).next().expect("a line has a square");
        let [diagonal, anti_diagonal] = Self::through(symmetry.apply(square, n));
        match (self, exchanges_diagonals(symmetry)) {
            (Self::Diagonal(_), false) | (Self::AntiDiagonal(_), true) => diagonal,
            _ => anti_diagonal,
        }
    }
}

/// Returns true if the image of a diagonal is an anti-diagonal.
fn exchanges_diagonals(symmetry: Symmetry) -> bool {
    let [first, second] = [0, 1].map(|at| symmetry.apply(Square::new(at, at), 2));
    first.line_to(second) == Some(Line::AntiDiagonal)
}

/// A row or column, on which every solution has a queen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RowOrColumn {
    /// A row, from 0.
    Row(u32),
    /// A column, from 0.
    Column(u32),
}

impl RowOrColumn {
    pub(super) fn contains(self, square: Square) -> bool {
        match self {
            Self::Row(row) => square.row == row,
            Self::Column(column) => square.column == column,
        }
    }

    pub(super) fn squares(self, n: u32) -> impl Iterator<Item = Square> {
        (0..n).map(move |at| match self {
            Self::Row(row) => Square::new(row, at),
            Self::Column(column) => Square::new(at, column),
        })
    }
}

impl fmt::Display for RowOrColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {row}"),
            Self::Column(column) => write!(f, "column {column}"),
        }
    }
}

/// Sets of lines of all four kinds.
#[derive(Default)]
pub(crate) struct Lines {
    rows: HashSet<u32>,
    columns: HashSet<u32>,
    diagonals: HashSet<BlockedLine>,
}

impl Lines {
    /// Returns the four lines through each queen.
    pub(crate) fn of_queens(queens: impl Iterator<Item = Square>) -> Self {
        let mut lines = Self::default();
        for queen in queens {
            lines.rows.insert(queen.row);
            lines.columns.insert(queen.column);
            lines.diagonals.extend(BlockedLine::through(queen));
        }
        lines
    }

    pub(super) fn add<'a>(&mut self, lines: impl IntoIterator<Item = &'a BlockedLine>) {
        self.diagonals.extend(lines);
    }

    pub(super) fn contain_row(&self, row: u32) -> bool {
        self.rows.contains(&row)
    }

    /// Returns true if a line of the sets goes through the square.
    pub(crate) fn contain(&self, square: Square) -> bool {
        self.rows.contains(&square.row)
            || self.columns.contains(&square.column)
            || BlockedLine::through(square)
                .iter()
                .any(|line| self.diagonals.contains(line))
    }
}

/// The lines that queens take, one bit each, on a board whose diagonals fit in one word.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Taken {
    pub(crate) rows: u64,
    columns: u64,
    /// By column − row + n − 1.
    diagonals: u64,
    /// By column + row.
    anti_diagonals: u64,
}

impl Taken {
    pub(crate) fn of_rows(rows: u64) -> Self {
        Self {
            rows,
            ..Self::default()
        }
    }

    pub(crate) fn with(mut self, n: u32, Square { row, column }: Square) -> Self {
        self.rows |= 1 << row;
        self.columns |= 1 << column;
        self.diagonals |= 1 << (column + n - 1 - row);
        self.anti_diagonals |= 1 << (column + row);
        self
    }

    /// Returns the attacked squares of a row without a queen, one bit for each column.
    pub(crate) fn attacked(&self, n: u32, row: u32) -> u64 {
        self.columns | self.diagonals >> (n - 1 - row) | self.anti_diagonals >> row
    }
}

/// Returns the positions of the bits that are set, in ascending order.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros());
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

/// Returns the squares of each row, one bit for each column.
pub(crate) fn by_row(n: u32, squares: impl IntoIterator<Item = Square>) -> Vec<u64> {
    let mut rows = vec![0; n as usize];
    for Square { row, column } in squares {
        rows[row as usize] |= 1 << column;
    }
    rows
}
