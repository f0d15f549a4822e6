//! Random boards to complete, in three models.
//!
//! The models of placed queens and of excluded diagonals come from Gent, Jefferson and
//! Nightingale ("Complexity of n-Queens Completion", JAIR 59, 2017; CSPLib problem 079). Where
//! about half of the boards have a completion, they are hardest: this *phase transition* is the
//! default of each model.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use super::lines::BlockedLine;
use super::{ConstrainedBoard, Square};
use crate::Error;
use crate::limits::MAX_COVERED_SIZE;
use crate::random::Random;

/// A diagonal is excluded only if all rows and columns that lose a square keep at least this many.
const KEPT_SQUARES: u32 = 4;

/// A model of random boards, with its parameter.
///
/// ```
/// use bezzel::{ConstrainedBoard, RandomModel};
/// let model = RandomModel::placed_queens(20);
/// assert_eq!(model, RandomModel::PlacedQueens { queens: 10 });
/// let board = ConstrainedBoard::random(20, model, 1)?;
/// assert_eq!(board.queens().len(), 10);
/// assert_eq!(board, ConstrainedBoard::random(20, model, 1)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum RandomModel {
    /// Queens are placed one after the other, in rows and columns drawn at random.
    PlacedQueens {
        /// Number of placed queens, no two of which attack each other.
        queens: u32,
    },
    /// Diagonals and anti-diagonals are excluded one after the other, in random order, as long as
    /// every row and column that loses a square has more than four.
    ExcludedDiagonals {
        /// The number of diagonals and anti-diagonals.
        diagonals: u32,
    },
    /// Squares are blocked one after the other, in random order, except the last one of a row or
    /// column.
    BlockedSquares {
        /// The fraction of the squares that are blocked, 0 to 1.
        share: f64,
    },
}

impl RandomModel {
    /// Returns the model of placed queens at the phase transition, n ≈ 0.19 δ² for δ open rows.
    pub fn placed_queens(n: u32) -> Self {
        let open = (f64::from(n) / 0.19).sqrt().round() as u32;
        Self::PlacedQueens {
            queens: n.saturating_sub(open),
        }
    }

    /// Returns the model of excluded diagonals at the phase transition, a line through the
    /// published values for n = 10 to 21.
    pub fn excluded_diagonals(n: u32) -> Self {
        let diagonals = (1.2 * f64::from(n) - 6.1).round().max(0.0);
        Self::ExcludedDiagonals {
            diagonals: diagonals as u32,
        }
    }

    /// Returns the model of blocked squares at the phase transition.
    ///
    /// With a free squares in each row and column, Q(n) (a/n)ⁿ solutions are left on average. Rows
    /// and columns do not have equally many free squares, though, which makes the typical number
    /// smaller by a factor of about exp(n (1 − a/n) / a). The transition is where that number is
    /// about 1; the factor 1 − 1.75/n was fitted to the solvable fraction of 300 boards a point,
    /// n = 10 to 30.
    pub fn blocked_squares(n: u32) -> Self {
        let size = f64::from(n);
        if n < 4 {
            return Self::BlockedSquares { share: 0.0 };
        }
        // n / Q(n)^(1/n) with Q(n) ≈ n! 0.39ⁿ. Stirling: n!^(1/n) ≈ n / e · (2πn)^(1/2n);
        // 0.39 / e = exp(-1.942), the constant of M. Simkin ("The number of n-queens
        // configurations", 2021).
        let average = 1.942_f64.exp() / (2.0 * PI * size).powf(0.5 / size);
        let mut free = average;
        for _ in 0..20 {
            free = average * ((1.0 - free / size) / free).exp() * (1.0 - 1.75 / size);
        }
        let share = (1.0 - free / size).max(0.0);
        Self::BlockedSquares {
            share: (10_000.0 * share).round() / 10_000.0,
        }
    }
}

impl ConstrainedBoard {
    /// Draws a board of a model. Size, model and seed determine it, in every version of this crate.
    ///
    /// Fails for n > [`MAX_COVERED_SIZE`], and if the parameter is too large.
    pub fn random(n: u32, model: RandomModel, seed: u64) -> Result<Self, Error> {
        if n > MAX_COVERED_SIZE {
            return Err(Error::TooLarge {
                n: n.into(),
                what: "a random board",
                max: MAX_COVERED_SIZE,
            });
        }
        let board = Self::new(n).expect("a small board");
        let random = Random::new(seed);
        match model {
            RandomModel::PlacedQueens { queens } => placed_queens(board, queens, random),
            RandomModel::ExcludedDiagonals { diagonals } => {
                excluded_diagonals(board, diagonals, random)
            }
            RandomModel::BlockedSquares { share } => blocked_squares(board, share, random),
        }
    }
}

fn placed_queens(
    mut board: ConstrainedBoard,
    queens: u32,
    mut random: Random,
) -> Result<ConstrainedBoard, Error> {
    let n = board.n;
    let mut rows: Vec<u32> = (0..n).collect();
    let mut columns = rows.clone();
    let mut diagonals = BTreeSet::new();
    let mut draws = u64::from(n) * u64::from(n);
    while (board.queens.len() as u32) < queens {
        if draws == 0 || rows.is_empty() {
            let placed = board.queens.len() as u32;
            return Err(Error::Random(format!(
                "expected a number of queens up to {placed} for n = {n} and this seed, found {queens}"
            )));
        }
        draws -= 1;
        let (row, column) = (random.below(rows.len()), random.below(columns.len()));
        let square = Square::new(rows[row], columns[column]);
        let lines = BlockedLine::through(square);
        if lines.iter().any(|line| diagonals.contains(line)) {
            continue;
        }
        diagonals.extend(lines);
        rows.swap_remove(row);
        columns.swap_remove(column);
        board.queens.insert(square);
    }
    Ok(board)
}

/// The allowed squares of each row and column.
struct Allowed {
    rows: Vec<u32>,
    columns: Vec<u32>,
}

impl Allowed {
    fn new(n: u32) -> Self {
        Self {
            rows: vec![n; n as usize],
            columns: vec![n; n as usize],
        }
    }

    /// Returns true if the row and the column of the square have more than `least` squares.
    fn exceeds(&self, square: Square, least: u32) -> bool {
        self.rows[square.row as usize] > least && self.columns[square.column as usize] > least
    }

    fn remove(&mut self, square: Square) {
        self.rows[square.row as usize] -= 1;
        self.columns[square.column as usize] -= 1;
    }
}

fn excluded_diagonals(
    mut board: ConstrainedBoard,
    wanted: u32,
    mut random: Random,
) -> Result<ConstrainedBoard, Error> {
    let n = board.n;
    let limit = n as i32 - 1;
    let mut diagonals: Vec<_> = (-limit..=limit).map(BlockedLine::Diagonal).collect();
    let sums = 0..(2 * n).saturating_sub(1);
    let mut anti_diagonals: Vec<_> = sums.map(BlockedLine::AntiDiagonal).collect();
    random.shuffle(&mut diagonals);
    random.shuffle(&mut anti_diagonals);
    let mut allowed = Allowed::new(n);
    while (board.blocked_lines.len() as u32) < wanted {
        let (first, second) = match random.below(2) {
            0 => (&mut diagonals, &mut anti_diagonals),
            _ => (&mut anti_diagonals, &mut diagonals),
        };
        let Some(line) = first.pop().or_else(|| second.pop()) else {
            let excluded = board.blocked_lines.len();
            return Err(Error::Random(format!(
                "expected a number of diagonals up to {excluded} for n = {n} and this seed, found {wanted}"
            )));
        };
        let squares: Vec<_> = line
            .squares(n)
            .filter(|&square| !board.is_blocked(square))
            .collect();
        let keeps = |&square: &Square| allowed.exceeds(square, KEPT_SQUARES);
        if squares.iter().all(keeps) {
            squares
                .into_iter()
                .for_each(|square| allowed.remove(square));
            board.blocked_lines.insert(line);
        }
    }
    Ok(board)
}

fn blocked_squares(
    mut board: ConstrainedBoard,
    share: f64,
    mut random: Random,
) -> Result<ConstrainedBoard, Error> {
    let n = board.n;
    let all = f64::from(n) * f64::from(n);
    let mut squares: Vec<Square> = Square::all(n).collect();
    random.shuffle(&mut squares);
    let mut allowed = Allowed::new(n);
    let mut blocked = BTreeSet::new();
    for square in squares {
        if blocked.len() as f64 + 0.5 >= share * all {
            break;
        }
        if allowed.exceeds(square, 1) {
            allowed.remove(square);
            blocked.insert(square);
        }
    }
    if !(0.0..=1.0).contains(&share) || (blocked.len() as f64 + 0.5) < share * all {
        let most = if n == 0 {
            0.0
        } else {
            blocked.len() as f64 / all
        };
        return Err(Error::Random(format!(
            "expected a share of blocked squares from 0 to {most:.3} for n = {n}, found {share}"
        )));
    }
    board.blocked = blocked;
    Ok(board)
}
