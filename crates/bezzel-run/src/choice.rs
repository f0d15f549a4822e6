//! The choice between search and record counter for boards with constraints.
//!
//! The time of a search grows with the number of completions, that of the record counter with its
//! square root or so. Both are predicted from the expected number of completions.

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::MAX_COUNT_SIZE;

/// Expected number of completions from which the record counter is used. At about this number
/// both take 0.1 s on one core with AVX-512: n = 14 to 20 with 0 to 4 placed queens or up to 30 %
/// of all squares blocked, 2026-11-22, `bezzel count` with and without `--backend avx512`.
const RECORD_COUNTER_FROM_COMPLETIONS: f64 = 1e6;

/// Returns true if the record counter is expected to be faster than the search.
pub(crate) fn prefers_record_counter(board: &ConstrainedBoard) -> bool {
    board.size() <= MAX_COUNT_SIZE
        && board.contradiction().is_none()
        && expected_completions(board) > RECORD_COUNTER_FROM_COMPLETIONS
}

/// Estimates the number of completions: Q(n) is about (0.143 n)^n (M. Simkin, 2021), and of those
/// solutions each row keeps the fraction of its squares that are free.
fn expected_completions(board: &ConstrainedBoard) -> f64 {
    let n = board.size();
    let mut expected = (0.143 * f64::from(n)).powi(n as i32);
    let mut rows: Vec<Option<u32>> = vec![None; n as usize];
    for queen in board.queens() {
        rows[queen.row as usize] = Some(queen.column);
    }
    let placed = board.queens().len() as u32;
    for (row, queen) in (0..n).zip(&rows) {
        let free = if queen.is_some() {
            1
        } else {
            let blocked = |&column: &u32| board.is_blocked(Square::new(row, column));
            (0..n).filter(|column| !blocked(column)).count() as u32
        };
        // The columns of placed queens are lost to the other rows, and about two diagonals each.
        let lost = if queen.is_some() { 0 } else { placed };
        let share = f64::from(free) / f64::from(n) - 2.0 * f64::from(lost) / f64::from(n);
        expected *= share.max(1.0 / f64::from(n));
    }
    expected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_completions_are_searched_and_many_counted() {
        let prefers = |n, queens: &[(u32, u32)]| {
            let mut board = ConstrainedBoard::new(n).unwrap();
            for &(row, column) in queens {
                board.place(Square::new(row, column)).unwrap();
            }
            prefers_record_counter(&board)
        };
        assert!(!prefers(12, &[(0, 0)]));
        assert!(prefers(18, &[(0, 0)]));
        assert!(prefers(20, &[(0, 0), (1, 2)]));
        let first: Vec<u32> = bezzel::first(32).unwrap().unwrap().collect();
        let queens: Vec<(u32, u32)> = (0..).zip(first).take(24).collect();
        assert!(!prefers(32, &queens));
        assert!(!prefers(40, &[]), "above the limit of the record counter");
    }
}
