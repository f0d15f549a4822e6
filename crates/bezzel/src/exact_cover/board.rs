//! Boards as exact-cover problems.

use std::collections::BTreeSet;

use super::ExactCover;
use crate::constrained::lines::Lines;
use crate::{ConstrainedBoard, Error, Square};

/// The largest board that becomes an exact-cover problem, which has up to n² options.
const MAX_COVERED_SIZE: u32 = 1024;

impl ConstrainedBoard {
    /// Returns the exact-cover problem whose solutions are the completions, and the square of each
    /// option. Rows and columns are primary items, diagonals and anti-diagonals secondary ones.
    ///
    /// The options are the placed queens and the squares that are neither blocked nor attacked. A
    /// contradictory board has no options. Fails for n > 1024.
    ///
    /// ```
    /// let board: bezzel::ConstrainedBoard = "....\nx...\n....\n....\n".parse()?;
    /// let (problem, squares) = board.exact_cover()?;
    /// let solutions: Vec<_> = problem.search().collect();
    /// assert_eq!(solutions.len(), 1);
    /// let columns: Vec<_> = solutions[0].iter().map(|&at| squares[at as usize].column).collect();
    /// assert_eq!(columns, [1, 3, 0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exact_cover(&self) -> Result<(ExactCover, Vec<Square>), Error> {
        let n = self.size();
        if n > MAX_COVERED_SIZE {
            return Err(Error::TooLarge {
                n: n.into(),
                what: "an exact-cover problem",
                max: MAX_COVERED_SIZE,
            });
        }
        let lines = (2 * n).saturating_sub(1);
        let mut problem = ExactCover::new(2 * n, 2 * lines).expect("few items");
        let mut squares = Vec::new();
        if self.contradiction().is_some() {
            return Ok((problem, squares));
        }
        let queens: BTreeSet<Square> = self.queens().collect();
        let attacked = Lines::of_queens(self.queens());
        for square in (0..n).flat_map(|row| (0..n).map(move |column| Square::new(row, column))) {
            let is_free = !self.is_blocked(square) && !attacked.contain(square);
            if is_free || queens.contains(&square) {
                let Square { row, column } = square;
                let diagonal = 2 * n + (row + n - 1 - column);
                let anti_diagonal = 2 * n + lines + row + column;
                let items = [row, n + column, diagonal, anti_diagonal];
                problem.add_option(&items).expect("different items");
                squares.push(square);
            }
        }
        Ok((problem, squares))
    }
}
