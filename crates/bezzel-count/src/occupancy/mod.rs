//! Occupancy: on how many solutions each square has a queen.
//!
//! All numbers are counted together, see [`plan`]: the last two queens of each placement are not
//! only counted but also located, and the rows of the last two queens change until the queens of
//! every row have been located. The checks use other counts: every row and every column contains one
//! queen of each solution, and the queens on black squares are known from the count by colour.

mod count;
mod plan;

use bezzel::{Square, counted};

use crate::{Error, Total};

pub use self::plan::{
    OCCUPANCY_PLAN_VERSION, OCCUPANCY_TOTAL_SHARE, OccupancyPlan, OccupancySums, OccupancyUnit,
};

/// The number of solutions with a queen on each square, with its checks.
///
/// ```
/// use bezzel_count::Occupancy;
/// let occupancy = Occupancy::new(4, vec![0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0]);
/// assert_eq!(occupancy.row(0), [0, 1, 1, 0]);
/// occupancy.check(2)?;
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupancy {
    n: u32,
    /// Solutions with a queen on each square, row by row.
    counts: Vec<u128>,
}

impl Occupancy {
    /// Creates the occupancies from their numbers, row by row.
    ///
    /// # Panics
    ///
    /// If there is not one number for each square.
    pub fn new(n: u32, counts: Vec<u128>) -> Self {
        let (expected, found) = ((n * n) as usize, counts.len());
        assert_eq!(
            found, expected,
            "expected {expected} numbers, found {found}"
        );
        Self { n, counts }
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
                "expected {} with a queen in {line} {index}, found {found}",
                counted(expected, "solution")
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
            what: format!(
                "expected {} on black squares, found {found}",
                counted(expected, "queen")
            ),
        })
    }
}
