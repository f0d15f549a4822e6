//! Boards with constraints: queens that are placed and squares that are blocked.
//!
//! A completion of such a board is a solution that contains every placed queen and no queen on
//! a blocked square. Squares are blocked one by one, or by whole diagonals (row − column
//! constant) and anti-diagonals (row + column constant).
//!
//! ```text
//!   Q . . .      one queen is placed, two squares are blocked:
//!   . . x .      no completion, since no solution of 4 queens
//!   . . . .      has a queen in a corner
//!   . x . .
//! ```
//!
//! The board stores its constraints, not its squares, so its memory does not depend on n.
//! Deciding whether a completion exists is NP-complete, and counting them is #P-complete
//! (Gent, Jefferson, Nightingale: "Complexity of n-Queens Completion", JAIR 59, 2017).

pub(crate) mod compact;
mod contradiction;
mod document;
mod estimate;
mod json;
pub(crate) mod lines;
#[cfg(feature = "parallel")]
mod parallel;
pub mod proof;
mod random;
mod search;

use std::collections::BTreeSet;

pub use json::JsonBoard;
pub use lines::RowOrColumn;
pub use random::RandomModel;

use crate::board::checked_size;
use crate::{Error, OutsideBoard, Placement, Square, Symmetry};
use lines::{BlockedLine, Lines};

/// An n×n board with placed queens and blocked squares.
///
/// Constraints may contradict each other; such a board has no completion, and
/// [`contradiction`](Self::contradiction) returns the reason.
///
/// ```
/// use bezzel::{ConstrainedBoard, NEVER, Square};
/// let mut board = ConstrainedBoard::new(8)?;
/// board.place(Square::new(0, 3))?.block(Square::new(1, 0))?.block_diagonal(-2)?;
/// assert_eq!(board.contradiction(), None);
/// assert_eq!(board.count_completions(NEVER)?, Some(4));
/// assert_eq!(board.to_string().lines().nth(1), Some("x..x...."));
///
/// let error = board.place(Square::new(8, 0)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected a square with row and column below 8, found row 8 column 0"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConstrainedBoard {
    n: u32,
    queens: BTreeSet<Square>,
    blocked: BTreeSet<Square>,
    blocked_lines: BTreeSet<BlockedLine>,
}

impl ConstrainedBoard {
    /// Creates a board of n rows without constraints. Fails for n > [`MAX_SIZE`](crate::MAX_SIZE).
    pub fn new(n: u32) -> Result<Self, Error> {
        checked_size(n.into())?;
        Ok(Self {
            n,
            queens: BTreeSet::new(),
            blocked: BTreeSet::new(),
            blocked_lines: BTreeSet::new(),
        })
    }

    /// Places a queen. Placing it twice has no further effect.
    ///
    /// Fails with [`OutsideBoard::Square`] if the square is not on the board.
    pub fn place(&mut self, queen: Square) -> Result<&mut Self, OutsideBoard> {
        self.check_square(queen)?;
        self.queens.insert(queen);
        Ok(self)
    }

    /// Blocks one square.
    ///
    /// Fails with [`OutsideBoard::Square`] if the square is not on the board.
    pub fn block(&mut self, square: Square) -> Result<&mut Self, OutsideBoard> {
        self.check_square(square)?;
        self.blocked.insert(square);
        Ok(self)
    }

    /// Removes a placed queen. A square without one stays as it is.
    ///
    /// Fails with [`OutsideBoard::Square`] if the square is not on the board.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// let mut board = ConstrainedBoard::new(8)?;
    /// board.place(Square::new(0, 3))?.remove(Square::new(0, 3))?;
    /// board.block_diagonal(0)?.unblock(Square::new(2, 2))?;
    /// assert!(board.queens().len() == 0 && !board.is_blocked(Square::new(2, 2)));
    /// assert_eq!(board.blocked_squares().count(), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, queen: Square) -> Result<&mut Self, OutsideBoard> {
        self.check_square(queen)?;
        self.queens.remove(&queen);
        Ok(self)
    }

    /// Unblocks one square. The other squares of a blocked diagonal through it stay blocked, one by one,
    /// which takes time and memory for each of them.
    ///
    /// Fails with [`OutsideBoard::Square`] if the square is not on the board.
    pub fn unblock(&mut self, square: Square) -> Result<&mut Self, OutsideBoard> {
        self.check_square(square)?;
        for line in BlockedLine::through(square) {
            if self.blocked_lines.remove(&line) {
                self.blocked.extend(line.squares(self.n));
            }
        }
        self.blocked.remove(&square);
        Ok(self)
    }

    /// Blocks all squares with this row − column.
    ///
    /// Fails with [`OutsideBoard::Diagonal`] if no square of the board is on the diagonal.
    pub fn block_diagonal(&mut self, difference: i32) -> Result<&mut Self, OutsideBoard> {
        if difference.unsigned_abs() >= self.n {
            let n = self.n;
            return Err(OutsideBoard::Diagonal { difference, n });
        }
        self.blocked_lines.insert(BlockedLine::Diagonal(difference));
        Ok(self)
    }

    /// Blocks all squares with this row + column.
    ///
    /// Fails with [`OutsideBoard::AntiDiagonal`] if no square of the board is on the anti-diagonal.
    pub fn block_anti_diagonal(&mut self, sum: u32) -> Result<&mut Self, OutsideBoard> {
        if u64::from(sum) + 1 >= 2 * u64::from(self.n) {
            return Err(OutsideBoard::AntiDiagonal { sum, n: self.n });
        }
        self.blocked_lines.insert(BlockedLine::AntiDiagonal(sum));
        Ok(self)
    }

    fn check_square(&self, square: Square) -> Result<(), OutsideBoard> {
        let n = self.n;
        if square.row >= n || square.column >= n {
            return Err(OutsideBoard::Square { square, n });
        }
        Ok(())
    }

    /// Returns the number n of rows and columns.
    pub fn size(&self) -> u32 {
        self.n
    }

    /// Returns the placed queens in reading order.
    pub fn queens(&self) -> impl ExactSizeIterator<Item = Square> + Clone + '_ {
        self.queens.iter().copied()
    }

    /// Returns the squares that are blocked one by one, in reading order.
    pub fn blocked_squares(&self) -> impl ExactSizeIterator<Item = Square> + Clone + '_ {
        self.blocked.iter().copied()
    }

    /// Returns the blocked diagonals by row − column, in ascending order.
    pub fn blocked_diagonals(&self) -> impl Iterator<Item = i32> + Clone + '_ {
        self.blocked_lines.iter().filter_map(|line| match line {
            BlockedLine::Diagonal(difference) => Some(*difference),
            BlockedLine::AntiDiagonal(_) => None,
        })
    }

    /// Returns the blocked anti-diagonals by row + column, in ascending order.
    pub fn blocked_anti_diagonals(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.blocked_lines.iter().filter_map(|line| match line {
            BlockedLine::AntiDiagonal(sum) => Some(*sum),
            BlockedLine::Diagonal(_) => None,
        })
    }

    /// Returns true if nothing is placed or blocked.
    pub fn is_unconstrained(&self) -> bool {
        self.queens.is_empty() && self.blocked.is_empty() && self.blocked_lines.is_empty()
    }

    /// Returns true if the square is blocked, by itself or as part of a diagonal.
    pub fn is_blocked(&self, square: Square) -> bool {
        self.blocked.contains(&square)
            || BlockedLine::through(square)
                .iter()
                .any(|line| self.blocked_lines.contains(line))
    }

    /// Returns the squares that may have a queen, in reading order: placed queens, and squares that
    /// are neither blocked nor attacked by one. None on a board that contradicts itself.
    pub(crate) fn possible_squares(&self) -> Vec<Square> {
        if self.contradiction().is_some() {
            return Vec::new();
        }
        let n = self.n;
        let mut is_possible = vec![true; (n * n) as usize];
        let mut clear =
            |square: Square| is_possible[(square.row * n + square.column) as usize] = false;
        for queen in self.queens() {
            let lines = BlockedLine::through(queen);
            lines
                .iter()
                .flat_map(|line| line.squares(n))
                .for_each(&mut clear);
            for at in 0..n {
                clear(Square::new(queen.row, at));
                clear(Square::new(at, queen.column));
            }
        }
        let lines = self.blocked_lines.iter();
        lines.flat_map(|line| line.squares(n)).for_each(&mut clear);
        self.blocked_squares().for_each(&mut clear);
        for queen in self.queens() {
            is_possible[(queen.row * n + queen.column) as usize] = true;
        }
        let squares = Square::all(n).zip(is_possible);
        squares
            .filter(|(_, is_possible)| *is_possible)
            .map(|(square, _)| square)
            .collect()
    }

    /// Returns true if `columns`, one for each row, is a completion of this board.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// let mut board = ConstrainedBoard::new(4)?;
    /// board.place(Square::new(0, 1))?;
    /// assert!(board.is_completion(&[1, 3, 0, 2]));
    /// assert!(!board.is_completion(&[2, 0, 3, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_completion(&self, columns: &[u32]) -> bool {
        let contains = |queen: Square| columns[queen.row as usize] == queen.column;
        columns.len() == self.n as usize
            && self.queens().all(contains)
            && Placement::from_columns(columns.iter().copied()).is_ok_and(|placement| {
                placement.is_solution() && !placement.queens().any(|queen| self.is_blocked(queen))
            })
    }

    /// Returns the image of the board and its constraints under `symmetry`. It has as many
    /// completions as the board.
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let n = self.n;
        let images = |squares: &BTreeSet<Square>| {
            let squares = squares.iter();
            squares.map(|&square| symmetry.apply(square, n)).collect()
        };
        let lines = self.blocked_lines.iter();
        Self {
            n,
            queens: images(&self.queens),
            blocked: images(&self.blocked),
            blocked_lines: lines.map(|line| line.image(symmetry, n)).collect(),
        }
    }

    /// Returns the symmetries of the square that leave the board unchanged, the identity first:
    /// they map placed queens onto placed queens and free squares onto free squares. A blocked
    /// square that a placed queen attacks makes no difference, nor does it matter if squares are
    /// blocked one by one or by diagonals.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square, Symmetry};
    /// let mut board = ConstrainedBoard::new(8)?;
    /// assert_eq!(board.stabiliser(), Symmetry::ALL);
    /// board.place(Square::new(2, 2))?;
    /// assert_eq!(board.stabiliser(), [Symmetry::Identity, Symmetry::Transpose]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stabiliser(&self) -> Vec<Symmetry> {
        let attacked = Lines::of_queens(self.queens());
        let unchanged = |symmetry: &Symmetry| self.is_unchanged_by(*symmetry, &attacked);
        Symmetry::ALL.into_iter().filter(unchanged).collect()
    }

    /// A symmetry permutes the squares, so that a set is unchanged if its image lies within it.
    fn is_unchanged_by(&self, symmetry: Symmetry, attacked: &Lines) -> bool {
        let n = self.n;
        let stays_blocked =
            |square: Square| attacked.contain(square) || self.is_blocked(symmetry.apply(square, n));
        self.queens()
            .all(|queen| self.queens.contains(&symmetry.apply(queen, n)))
            && self.blocked_squares().all(stays_blocked)
            && self.blocked_lines.iter().all(|line| {
                self.blocked_lines.contains(&line.image(symmetry, n))
                    || line.squares(n).all(stays_blocked)
            })
    }
}

impl From<&Placement> for ConstrainedBoard {
    /// Creates a board with the queens of a full or partial placement.
    fn from(placement: &Placement) -> Self {
        Self {
            n: placement.size(),
            queens: placement.queens().collect(),
            blocked: BTreeSet::new(),
            blocked_lines: BTreeSet::new(),
        }
    }
}
