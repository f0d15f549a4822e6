//! Boards with constraints: counts, completions, symmetries, contradictions, drawings.

mod contradictions;
mod counts;
mod drawings;
mod proofs;
mod random;
mod symmetries;

use bezzel::{ConstrainedBoard, Square};
use bezzel_oracle::Constrained;
use proptest::prelude::*;

fn board_of(constraints: &Constrained) -> ConstrainedBoard {
    let mut board = ConstrainedBoard::new(constraints.n).unwrap();
    for &(row, column) in &constraints.placed {
        board.place(Square::new(row, column)).unwrap();
    }
    for &(row, column) in &constraints.blocked {
        board.block(Square::new(row, column)).unwrap();
    }
    for &difference in &constraints.diagonals {
        board.block_diagonal(difference).unwrap();
    }
    for &sum in &constraints.anti_diagonals {
        board.block_anti_diagonal(sum).unwrap();
    }
    board
}

fn constraints(
    sizes: std::ops::RangeInclusive<u32>,
    most_queens: usize,
) -> BoxedStrategy<Constrained> {
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
                move |(placed, blocked, diagonals, anti_diagonals)| Constrained {
                    n,
                    placed,
                    blocked,
                    diagonals,
                    anti_diagonals,
                    ..Default::default()
                },
            )
    });
    constraints.boxed()
}
