//! A board as it was printed: right, or with its first fault.

use bezzel::{Conflict, Square};
use serde::Serialize;

/// Queens as they were printed, with numbers that may be anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Column of each row; `None` for an empty row.
    Columns(Vec<Option<i64>>),
    /// Two numbers for each queen.
    Pairs(Vec<(i64, i64)>),
    /// Columns of the queens in each row of a drawing, from 0.
    Drawn(Vec<Vec<u32>>),
}

/// First fault of a printed board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "fault")]
pub enum BoardFault {
    /// Another number of rows, columns or queens than n.
    Size {
        /// Number found.
        found: u64,
    },
    /// A queen outside the board.
    Outside {
        /// The number that is no row or column, as printed.
        number: i64,
        /// First number that is one: 0 or 1.
        base: u32,
    },
    /// A row without a queen.
    EmptyRow {
        /// Row, from 0.
        row: u32,
    },
    /// Two queens that attack each other.
    Attack {
        /// The first attacking pair.
        pair: Conflict,
    },
}

/// A board with its meaning.
pub(crate) struct Read {
    /// Squares of the queens, counted from 0, in the order of rows; some may be outside the board.
    pub(crate) squares: Vec<(i64, i64)>,
    /// Numbering that the board itself shows: its smallest row or column is 0 or 1.
    pub(crate) shows_base: Option<u32>,
    pub(crate) fault: Option<BoardFault>,
}

impl Read {
    pub(crate) fn columns(&self) -> Vec<u32> {
        self.squares
            .iter()
            .map(|&(_, column)| column as u32)
            .collect()
    }

    /// Returns the columns of the queens in each row of a board of n rows.
    pub(crate) fn rows(&self, n: u32) -> Vec<Vec<u32>> {
        let mut rows = vec![Vec::new(); n as usize];
        for &(row, column) in &self.squares {
            let row = usize::try_from(row).ok().and_then(|row| rows.get_mut(row));
            if let (Some(row), Ok(column)) = (row, u32::try_from(column))
                && column < n
            {
                row.push(column);
            }
        }
        rows
    }

    /// Returns a number that depends on the squares only.
    pub(crate) fn digest(&self) -> u64 {
        digest(self.squares.iter().copied())
    }
}

/// Returns a number for a list of squares; equal lists have equal numbers.
pub(crate) fn digest(squares: impl Iterator<Item = (i64, i64)>) -> u64 {
    squares.fold(0x9e37_79b9_7f4a_7c15, |state, (row, column)| {
        let mixed = (state ^ row as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let mixed = (mixed ^ (mixed >> 32) ^ column as u64).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        mixed ^ (mixed >> 29)
    })
}

impl Shape {
    /// Reads the board of a program that counts rows and columns from `known`, if that is known.
    pub(crate) fn read(&self, n: u32, known: Option<u32>) -> Read {
        let shows_base = self.shows_base(n);
        let base = known.or(shows_base).unwrap_or(0);
        let squares = self.squares(base);
        let fault = self.fault(n, base, &squares);
        Read {
            squares,
            shows_base,
            fault,
        }
    }

    fn shows_base(&self, n: u32) -> Option<u32> {
        let numbers: Vec<i64> = match self {
            Shape::Columns(columns) => columns.iter().copied().flatten().collect(),
            Shape::Pairs(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
            Shape::Drawn(_) => return None,
        };
        if numbers.contains(&0) {
            return Some(0);
        }
        numbers.contains(&i64::from(n)).then_some(1)
    }

    /// Returns the squares, counted from 0.
    fn squares(&self, base: u32) -> Vec<(i64, i64)> {
        let base = i64::from(base);
        match self {
            Shape::Columns(columns) => (0..)
                .zip(columns)
                .filter_map(|(row, column)| Some((row, (*column)?.saturating_sub(base))))
                .collect(),
            Shape::Pairs(pairs) => {
                let ascend = |number: fn(&(i64, i64)) -> i64| {
                    pairs
                        .windows(2)
                        .all(|two| number(&two[0]) < number(&two[1]))
                };
                // The number that ascends is the row; a set of solutions is the same either way.
                let rows_second = !ascend(|pair| pair.0) && ascend(|pair| pair.1);
                let mut squares: Vec<_> = pairs
                    .iter()
                    .map(|&(a, b)| if rows_second { (b, a) } else { (a, b) })
                    .map(|(row, column)| (row.saturating_sub(base), column.saturating_sub(base)))
                    .collect();
                squares.sort_unstable();
                squares
            }
            Shape::Drawn(rows) => (0..)
                .zip(rows)
                .flat_map(|(row, columns)| columns.iter().map(move |&column| (row, column.into())))
                .collect(),
        }
    }

    fn fault(&self, n: u32, base: u32, squares: &[(i64, i64)]) -> Option<BoardFault> {
        let items = match self {
            Shape::Columns(columns) => columns.len(),
            Shape::Pairs(pairs) => pairs.len(),
            Shape::Drawn(rows) => rows.len(),
        };
        if items as u64 != u64::from(n) {
            return Some(BoardFault::Size {
                found: items as u64,
            });
        }
        let is_outside = |number: &i64| *number < 0 || *number >= i64::from(n);
        let numbers = squares.iter().flat_map(|&(row, column)| [row, column]);
        if let Some(number) = numbers.into_iter().find(is_outside) {
            let number = number.saturating_add(base.into());
            return Some(BoardFault::Outside { number, base });
        }
        let squares: Vec<_> = squares
            .iter()
            .map(|&(row, column)| Square::new(row as u32, column as u32))
            .collect();
        if let Some(pair) = first_attack(n, &squares) {
            return Some(BoardFault::Attack { pair });
        }
        let empty = (0..n).find(|&row| !squares.iter().any(|square| square.row == row));
        empty.map(|row| BoardFault::EmptyRow { row })
    }
}

/// Returns the first attacking pair: the topmost queen that is attacked from above, or from the left
/// in its row, with its topmost attacker. O(n) for one queen in each row.
fn first_attack(n: u32, squares: &[Square]) -> Option<Conflict> {
    let mut rows = vec![None; n as usize];
    let one_in_each = squares
        .iter()
        .all(|square| rows[square.row as usize].replace(square.column).is_none());
    if one_in_each {
        return bezzel::Placement::from_rows(rows).ok()?.first_conflict();
    }
    squares.iter().enumerate().find_map(|(at, &square)| {
        squares[..at]
            .iter()
            .find_map(|&before| Conflict::between(before, square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::Line;

    fn columns(columns: &[i64]) -> Shape {
        Shape::Columns(columns.iter().copied().map(Some).collect())
    }

    #[test]
    fn numbers_count_from_0_or_from_1() {
        for (shape, base) in [(columns(&[1, 3, 0, 2]), 0), (columns(&[2, 4, 1, 3]), 1)] {
            let read = shape.read(4, None);
            assert_eq!((read.shows_base, read.fault.clone()), (Some(base), None));
            assert_eq!(read.columns(), [1, 3, 0, 2]);
        }
        let read = columns(&[2, 4, 1, 3]).read(4, Some(0));
        let outside = BoardFault::Outside { number: 4, base: 0 };
        assert_eq!(read.fault, Some(outside));
    }

    #[test]
    fn a_pair_is_row_and_column_or_x_and_y() {
        let rows_first = Shape::Pairs(vec![(1, 2), (2, 4), (3, 1), (4, 3)]);
        let columns_first = Shape::Pairs(vec![(2, 1), (4, 2), (1, 3), (3, 4)]);
        for shape in [rows_first, columns_first] {
            assert_eq!(shape.read(4, None).columns(), [1, 3, 0, 2]);
        }
    }

    #[test]
    fn each_fault_is_found() {
        let fault = |shape: Shape| shape.read(4, Some(0)).fault;
        let short = Some(BoardFault::Size { found: 3 });
        assert_eq!(fault(columns(&[1, 3, 0])), short);
        let Some(BoardFault::Attack { pair }) = fault(columns(&[0, 1, 3, 2])) else {
            panic!("two queens attack each other")
        };
        assert_eq!(pair.line, Line::Diagonal);
        let empty = Shape::Columns(vec![Some(1), Some(3), None, None]);
        assert_eq!(fault(empty), Some(BoardFault::EmptyRow { row: 2 }));
        let two = Shape::Drawn(vec![vec![0, 2], vec![], vec![], vec![]]);
        let Some(BoardFault::Attack { pair }) = fault(two) else {
            panic!("two queens are in one row")
        };
        assert_eq!(pair.line, Line::Row);
    }
}
