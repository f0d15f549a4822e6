//! Images and the stabiliser.

use std::collections::HashSet;

use bezzel::{NEVER, Symmetry};

use super::*;

/// The queens and the free squares that no queen attacks.
fn essence(board: &ConstrainedBoard) -> (HashSet<Square>, HashSet<Square>) {
    let queens: HashSet<Square> = board.queens().collect();
    let free = Square::all(board.size())
        .filter(|&square| {
            !board.is_blocked(square)
                && queens
                    .iter()
                    .all(|queen| *queen != square && queen.line_to(square).is_none())
        })
        .collect();
    (queens, free)
}

proptest! {
    #[test]
    fn images_move_every_square(constraints in constraints(1..=6, 2)) {
        let board = board_of(&constraints);
        let n = board.size();
        let count = board.count_completions(NEVER);
        for symmetry in Symmetry::ALL {
            let image = board.image(symmetry);
            for square in Square::all(n) {
                let moved = symmetry.apply(square, n);
                prop_assert_eq!(board.is_blocked(square), image.is_blocked(moved));
            }
            prop_assert_eq!(board.queens().count(), image.queens().count());
            prop_assert_eq!(&image.count_completions(NEVER), &count, "{:?}", symmetry);
        }
    }

    #[test]
    fn the_stabiliser_is_the_set_of_symmetries_that_change_nothing(
        constraints in constraints(1..=5, 2),
        symmetric in prop::sample::select(Symmetry::ALL.to_vec()),
    ) {
        // The union of a board and its images under the powers of a symmetry is unchanged by it.
        let mut board = board_of(&constraints);
        for _ in 0..3 {
            let image = board.image(symmetric);
            for square in image.blocked_squares() {
                board.block(square).unwrap();
            }
            for difference in image.blocked_diagonals() {
                board.block_diagonal(difference).unwrap();
            }
            for sum in image.blocked_anti_diagonals() {
                board.block_anti_diagonal(sum).unwrap();
            }
            for queen in image.queens() {
                board.place(queen).unwrap();
            }
        }
        let stabiliser = board.stabiliser();
        prop_assert!(stabiliser.contains(&symmetric));
        for symmetry in Symmetry::ALL {
            let unchanged = essence(&board.image(symmetry)) == essence(&board);
            prop_assert_eq!(stabiliser.contains(&symmetry), unchanged, "{:?}", symmetry);
        }
        prop_assert!(8 % stabiliser.len() == 0);
        let by_symmetry = board.count_completions_parallel(1, NEVER, &|_| {});
        prop_assert_eq!(by_symmetry, board.count_completions(NEVER));
    }

    #[test]
    fn diagonals_are_as_good_as_their_squares(constraints in constraints(1..=6, 1)) {
        let by_lines = board_of(&constraints);
        let mut by_squares = ConstrainedBoard::new(constraints.n).unwrap();
        for square in Square::all(constraints.n).filter(|&square| by_lines.is_blocked(square)) {
            by_squares.block(square).unwrap();
        }
        for queen in by_lines.queens() {
            by_squares.place(queen).unwrap();
        }
        prop_assert_eq!(by_lines.stabiliser(), by_squares.stabiliser());
        prop_assert_eq!(by_lines.contradiction(), by_squares.contradiction());
    }
}
