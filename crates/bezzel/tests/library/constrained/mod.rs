//! Boards with constraints: counts, completions, symmetries, contradictions, drawings.

mod contradictions;
mod counts;
mod drawings;
mod placements;
mod proofs;
mod random;
mod symmetries;

use bezzel::{ConstrainedBoard, Square};
use proptest::prelude::*;

/// The constraints of a random board.
#[derive(Debug, Clone)]
struct Constraints {
    n: u32,
    queens: Vec<(u32, u32)>,
    blocked: Vec<(u32, u32)>,
    diagonals: Vec<i32>,
    anti_diagonals: Vec<u32>,
}

impl Constraints {
    fn board(&self) -> ConstrainedBoard {
        let mut board = ConstrainedBoard::new(self.n).unwrap();
        for &(row, column) in &self.queens {
            board.place(Square::new(row, column)).unwrap();
        }
        for &(row, column) in &self.blocked {
            board.block(Square::new(row, column)).unwrap();
        }
        for &difference in &self.diagonals {
            board.block_diagonal(difference).unwrap();
        }
        for &sum in &self.anti_diagonals {
            board.block_anti_diagonal(sum).unwrap();
        }
        board
    }

    /// Compares with the rules, not with the library.
    fn allow(&self, columns: &[u32]) -> bool {
        let has = |&(row, column): &(u32, u32)| columns[row as usize] == column;
        self.queens.iter().all(has)
            && !self.blocked.iter().any(has)
            && columns.iter().zip(0..).all(|(&column, row): (&u32, u32)| {
                let difference = row as i32 - column as i32;
                !self.diagonals.contains(&difference)
                    && !self.anti_diagonals.contains(&(row + column))
            })
    }
}

fn constraints(
    sizes: std::ops::RangeInclusive<u32>,
    most_queens: usize,
) -> BoxedStrategy<Constraints> {
    let constraints = sizes.prop_flat_map(move |n| {
        let square = || (0..n, 0..n);
        let limit = n as i32 - 1;
        (
            prop::collection::vec(square(), 0..=most_queens),
            prop::collection::vec(square(), 0..=(n * n / 3) as usize),
            prop::collection::vec(-limit..=limit, 0..3),
            prop::collection::vec(0..=2 * (n - 1), 0..3),
        )
            .prop_map(
                move |(queens, blocked, diagonals, anti_diagonals)| Constraints {
                    n,
                    queens,
                    blocked,
                    diagonals,
                    anti_diagonals,
                },
            )
    });
    constraints.boxed()
}
