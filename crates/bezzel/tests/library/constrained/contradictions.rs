//! Reasons of contradictory boards, and coordinates outside.

use bezzel::{Conflict, Contradiction, Line, MAX_SIZE, NEVER};

use super::*;

fn board(drawing: &str) -> ConstrainedBoard {
    drawing.replace(' ', "\n").parse().unwrap()
}

#[test]
fn each_contradiction_names_its_reason() {
    let mut on_blocked = board("Q.... ..... ..... ..... .....");
    on_blocked.block_diagonal(0).unwrap();
    let cases = [
        (
            on_blocked,
            "the queen at row 0 column 0 is on a blocked square",
        ),
        (
            board("Q.... ..... ..... ...Q. Q...."),
            "the queens at row 0 column 0 and row 3 column 3 attack each other along one diagonal",
        ),
        (
            board("..... .Q... ..... .Q... ....."),
            "the queens at row 1 column 1 and row 3 column 1 attack each other along one column",
        ),
        (
            board("..... xxxxx ..... ..... ....."),
            "every square of row 1 is blocked or attacked",
        ),
        (
            board("..... ..x.. Q.x.. ..x.. ..x.."),
            "every square of column 2 is blocked or attacked",
        ),
    ];
    for (board, message) in cases {
        let contradiction = board.contradiction().expect(message);
        assert_eq!(contradiction.to_string(), message);
        assert_eq!(message.lines().count(), 1);
        assert_eq!(board.count_completions(NEVER).unwrap(), Some(0));
        assert_eq!(board.completions().unwrap().next(), None);
        assert_eq!(board.exact_cover().unwrap().0.option_count(), 0);
    }
}

#[test]
fn the_first_attacking_pair_is_in_reading_order() {
    let board = board("..... ...Q. ..... .Q... ....Q");
    let pair = Conflict {
        first: Square::new(1, 3),
        second: Square::new(3, 1),
        line: Line::AntiDiagonal,
    };
    assert_eq!(board.contradiction(), Some(Contradiction::Attack(pair)));
}

#[test]
fn coordinates_outside_the_board_change_nothing() {
    let mut board = ConstrainedBoard::new(8).unwrap();
    let errors = [
        board.place(Square::new(0, 8)).unwrap_err(),
        board.block(Square::new(8, 0)).unwrap_err(),
        board.block_diagonal(8).unwrap_err(),
        board.block_diagonal(i32::MIN).unwrap_err(),
        board.block_anti_diagonal(15).unwrap_err(),
        board.block_anti_diagonal(u32::MAX).unwrap_err(),
    ];
    let messages = errors.map(|error| error.to_string());
    assert_eq!(
        messages,
        [
            "expected a square with row and column below 8, found row 0 column 8",
            "expected a square with row and column below 8, found row 8 column 0",
            "expected a diagonal with |row - column| below 8, found row - column = 8",
            "expected a diagonal with |row - column| below 8, found row - column = -2147483648",
            "expected an anti-diagonal with row + column below 15, found row + column = 15",
            "expected an anti-diagonal with row + column below 15, found row + column = 4294967295",
        ]
    );
    assert!(board.is_unconstrained());
    board.block_diagonal(7).unwrap().block_diagonal(-7).unwrap();
    board.block_anti_diagonal(14).unwrap();
    assert_eq!(board.blocked_diagonals().collect::<Vec<_>>(), [-7, 7]);
    assert_eq!(board.blocked_anti_diagonals().collect::<Vec<_>>(), [14]);

    let mut none = ConstrainedBoard::new(0).unwrap();
    assert!(none.place(Square::new(0, 0)).is_err());
    assert!(none.block_diagonal(0).is_err());
    assert!(none.block_anti_diagonal(0).is_err());
    assert_eq!(none.contradiction(), None);
}

/// The memory of a board grows with its constraints, not with n.
#[test]
fn memory_does_not_grow_with_n() {
    let mut board = ConstrainedBoard::new(MAX_SIZE).unwrap();
    let last = MAX_SIZE - 1;
    board.place(Square::new(last, 0)).unwrap();
    board.block(Square::new(0, 0)).unwrap();
    board.block_diagonal(-(last as i32)).unwrap();
    assert_eq!(board.contradiction(), None);
    assert!(board.is_blocked(Square::new(0, last)));
    assert_eq!(board.stabiliser().len(), 2);
    board.block_anti_diagonal(2 * last).unwrap();
    assert!(board.is_blocked(Square::new(last, last)));
    board.block_anti_diagonal(last).unwrap();
    let square = Square::new(last, 0);
    let contradiction = Contradiction::QueenOnBlockedSquare { square };
    assert_eq!(board.contradiction(), Some(contradiction));
    assert!(ConstrainedBoard::new(MAX_SIZE + 1).is_err());
}

proptest! {
    /// A full row or column is found exactly where every square is blocked or attacked.
    #[test]
    fn full_lines(constraints in constraints(1..=6, 2)) {
        let board = board_of(&constraints);
        let queens: Vec<Square> = board.queens().collect();
        let free = |square: Square| {
            !board.is_blocked(square)
                && queens.iter().all(|queen| *queen != square && queen.line_to(square).is_none())
        };
        let n = board.size();
        let full_row = (0..n).find(|&row| {
            queens.iter().all(|queen| queen.row != row)
                && Square::all(n).filter(|square| square.row == row).all(|square| !free(square))
        });
        let full_column = (0..n).find(|&column| {
            queens.iter().all(|queen| queen.column != column)
                && Square::all(n).filter(|square| square.column == column).all(|square| !free(square))
        });
        match board.contradiction() {
            None => prop_assert!(full_row.is_none() && full_column.is_none()),
            Some(Contradiction::FullRow { row }) => prop_assert_eq!(Some(row), full_row),
            Some(Contradiction::FullColumn { column }) => {
                prop_assert_eq!(full_row, None);
                prop_assert_eq!(Some(column), full_column);
            }
            Some(Contradiction::Attack(pair)) => {
                prop_assert_eq!(Conflict::between(pair.first, pair.second), Some(pair));
                prop_assert!(queens.contains(&pair.first) && queens.contains(&pair.second));
            }
            Some(Contradiction::QueenOnBlockedSquare { square }) => {
                prop_assert!(queens.contains(&square) && board.is_blocked(square));
            }
            Some(other) => prop_assert!(false, "{}", other),
        }
    }
}
