//! The choice between search and record counter for boards with constraints.
//!
//! The time of a search grows with the number of completions, that of the record counter with its
//! square root or so. Both are predicted from the expected number of completions.

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::MAX_COUNT_SIZE;

/// Expected number of completions from which the record counter is used. At about this number
/// both take 40 ms on one core of an Emerald Rapids VM, 2026-11-22, one placed queen: at n = 16
/// the search takes 0.7 s and the record counter 0.15 s, at n = 14 both take 20 ms.
const RECORD_COUNTER_FROM_COMPLETIONS: f64 = 5e4;

/// Returns true if the record counter is expected to be faster than the search.
pub(crate) fn prefers_record_counter(board: &ConstrainedBoard) -> bool {
    board.size() <= MAX_COUNT_SIZE
        && board.contradiction().is_none()
        && expected_completions(board) > RECORD_COUNTER_FROM_COMPLETIONS
}

/// Estimates the number of completions. Q(n) is about 25 · (0.143 n)^n for n = 12 to 27. Of all
/// solutions, 1/n have a queen on a given square on average, and 1/(n − 1) of these one on another
/// square. A row without a placed queen keeps the fraction of its squares that are not blocked.
fn expected_completions(board: &ConstrainedBoard) -> f64 {
    let n = board.size();
    let mut expected = 25.0 * (0.143 * f64::from(n)).powi(n as i32);
    let mut has_queen = vec![false; n as usize];
    for (left, queen) in (1..=n).rev().zip(board.queens()) {
        has_queen[queen.row as usize] = true;
        expected /= f64::from(left);
    }
    for (row, _) in (0..n).zip(&has_queen).filter(|(_, has_queen)| !**has_queen) {
        let free = (0..n).filter(|&column| !board.is_blocked(Square::new(row, column)));
        expected *= free.count() as f64 / f64::from(n);
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
