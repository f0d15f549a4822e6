//! Occupancy: on how many solutions each square has a queen.
//!
//! The solutions with a queen on square s are those of a board on which that queen is placed. So
//! one constrained count for each orbit of squares under the eight symmetries gives all n² numbers,
//! each with the symmetries of its square. The checks use other counts: every row and every column
//! contains one queen of each solution, and the queens on black squares are known from the count
//! by colour, which places no queen.

mod count;
mod plan;

use bezzel::{ConstrainedBoard, Square, Symmetry};

use crate::{Error, Total};

pub use self::count::OccupancyCounter;
pub use self::plan::{OccupancyPlan, OccupancySums, OccupancyUnit};

/// The number of solutions with a queen on each square, with its checks.
///
/// ```
/// use bezzel::{ConstrainedBoard, Square};
/// use bezzel_count::Occupancy;
/// let counted = |square: Square| {
///     let mut board = ConstrainedBoard::new(6).unwrap();
///     board.place(square).unwrap();
///     board.count_completions(&|| false).unwrap().unwrap()
/// };
/// let counts = Occupancy::representatives(6).into_iter().map(counted).collect();
/// let occupancy = Occupancy::from_representatives(6, counts);
/// assert_eq!(occupancy.row(0), [0, 1, 1, 1, 1, 0]);
/// occupancy.check(4)?;
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupancy {
    n: u32,
    /// Row by row.
    counts: Vec<u128>,
}

impl Occupancy {
    /// Returns one square of each orbit under the eight symmetries: the first in reading order.
    pub fn representatives(n: u32) -> Vec<Square> {
        let side = n.div_ceil(2);
        let rows = 0..side;
        rows.flat_map(|row| (row..side).map(move |column| Square::new(row, column)))
            .collect()
    }

    /// Returns the squares of the first row from which all of its numbers follow.
    pub fn first_row_representatives(n: u32) -> Vec<Square> {
        let columns = 0..n.div_ceil(2);
        columns.map(|column| Square::new(0, column)).collect()
    }

    /// Returns a board with one queen. Of the eight images of the square, all with equally many
    /// solutions, it uses the one whose count is the fastest: on the quarter that is joined.
    pub fn board(n: u32, square: Square) -> Result<ConstrainedBoard, Error> {
        let images = Symmetry::ALL.map(|symmetry| symmetry.apply(square, n));
        let best = images
            .into_iter()
            .max_by_key(|image| (image.column % 2, image.row % 2))
            .unwrap_or(square);
        let mut board = ConstrainedBoard::new(n)?;
        // An image of a square of the board is on the board.
        let _ = board.place(best);
        Ok(board)
    }

    /// Creates the occupancies from those of the [representatives](Self::representatives), in their
    /// order.
    ///
    /// # Panics
    ///
    /// If there is not one number for each of them.
    pub fn from_representatives(n: u32, counts: Vec<u128>) -> Self {
        let squares = Self::representatives(n);
        assert_eq!(
            squares.len(),
            counts.len(),
            "expected a number for each orbit"
        );
        let mut all = vec![0; (n * n) as usize];
        for (square, count) in squares.into_iter().zip(counts) {
            for symmetry in Symmetry::ALL {
                let image = symmetry.apply(square, n);
                all[(image.row * n + image.column) as usize] = count;
            }
        }
        Self { n, counts: all }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> u32 {
        self.n
    }

    /// Returns the numbers of one row, from column 0 on.
    pub fn row(&self, row: u32) -> &[u128] {
        let n = self.n as usize;
        &self.counts[row as usize * n..][..n]
    }

    /// Returns the number of solutions with a queen on this square.
    pub fn at(&self, square: Square) -> u128 {
        self.row(square.row)[square.column as usize]
    }

    /// Checks that each row and each column adds up to the number of solutions. Fails with
    /// [`Error::Inconsistent`] otherwise.
    pub fn check(&self, solutions: u128) -> Result<(), Error> {
        for index in 0..self.n {
            let row = self.row(index).iter().sum();
            let column = (0..self.n)
                .map(|row| self.at(Square::new(row, index)))
                .sum();
            self.check_sum("row", index, row, solutions)?;
            self.check_sum("column", index, column, solutions)?;
        }
        Ok(())
    }

    fn check_sum(&self, line: &str, index: u32, found: u128, expected: u128) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        Err(Error::Inconsistent {
            n: self.n,
            what: format!(
                "expected {expected} solutions with a queen in {line} {index}, found {found}"
            ),
        })
    }

    /// Checks that the queens on black squares, whose row + column is even, are those of the
    /// solutions by number of black queens. Fails with [`Error::Inconsistent`] otherwise.
    pub fn check_colours(&self, total: &Total) -> Result<(), Error> {
        let squares = (0..self.n).flat_map(|row| (0..self.n).map(move |column| (row, column)));
        let black = squares.filter(|(row, column)| (row + column) % 2 == 0);
        let found: u128 = black
            .map(|(row, column)| self.at(Square::new(row, column)))
            .sum();
        let expected: u128 = (0..)
            .zip(&total.by_black_queens)
            .map(|(k, count)| k * count)
            .sum();
        if found == expected {
            return Ok(());
        }
        Err(Error::Inconsistent {
            n: self.n,
            what: format!("expected {expected} queens on black squares, found {found}"),
        })
    }
}
