//! Random boards, and completions of large ones.

use std::ops::ControlFlow;

use bezzel::{NEVER, RandomModel};

use super::*;

/// The models at their phase transition.
fn models(n: u32) -> [RandomModel; 3] {
    [
        RandomModel::placed_queens(n),
        RandomModel::excluded_diagonals(n),
        RandomModel::blocked_squares(n),
    ]
}

fn random(n: u32, model: RandomModel, seed: u64) -> ConstrainedBoard {
    ConstrainedBoard::random(n, model, seed).unwrap()
}

#[test]
fn seeds_determine_boards_of_the_wanted_size() {
    for n in [0, 1, 2, 5, 10, 17, 40] {
        for model in models(n) {
            let board = random(n, model, 3);
            assert_eq!(board, random(n, model, 3));
            assert_eq!(board.contradiction(), None, "{n} {model:?}");
            let lines = board.blocked_diagonals().count() + board.blocked_anti_diagonals().count();
            match model {
                RandomModel::PlacedQueens { queens } => {
                    assert_eq!(board.queens().len() as u32, queens);
                }
                RandomModel::ExcludedDiagonals { diagonals } => {
                    assert_eq!(lines as u32, diagonals);
                }
                RandomModel::BlockedSquares { share } => {
                    let blocked = board.blocked_squares().len() as f64;
                    let squares = f64::from(n * n);
                    assert!((blocked - share * squares).abs() <= 0.5, "{n} {blocked}");
                }
                _ => {}
            }
        }
    }
    assert_ne!(random(20, models(20)[0], 1), random(20, models(20)[0], 2));
}

/// About half of the boards at the phase transition have a completion.
#[test]
fn half_of_the_boards_are_solvable() {
    for (n, model) in [(10, 0), (20, 0), (12, 1), (14, 2), (20, 2), (26, 2)] {
        let has_completion = |seed: &u64| {
            let board = random(n, models(n)[model], *seed);
            let flow = board.visit_completions(NEVER, &mut |_| ControlFlow::Break(()));
            flow.unwrap().is_break()
        };
        let solvable = (0..100).filter(has_completion).count();
        assert!(
            (20..=80).contains(&solvable),
            "n = {n}, model {model}: {solvable}"
        );
    }
}

#[test]
fn impossible_parameters_are_refused() {
    let refused = |n, model| {
        ConstrainedBoard::random(n, model, 1)
            .unwrap_err()
            .to_string()
    };
    let queens = RandomModel::PlacedQueens { queens: 9 };
    let error = refused(8, queens);
    assert!(
        error.ends_with("for n = 8 and this seed, found 9"),
        "{error}"
    );
    let error = refused(8, RandomModel::ExcludedDiagonals { diagonals: 30 });
    assert!(
        error.ends_with("for n = 8 and this seed, found 30"),
        "{error}"
    );
    for share in [-0.1, 0.99, 1.0, 2.0, f64::NAN] {
        let error = refused(8, RandomModel::BlockedSquares { share });
        assert!(
            error.ends_with(&format!("for n = 8, found {share}")),
            "{error}"
        );
    }
    let message = "expected n from 0 to 1000 for a random board, found 1001";
    assert_eq!(refused(1001, queens), message);
}

fn completions(board: &ConstrainedBoard, limit: usize) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let _ = board
        .visit_completions(NEVER, &mut |columns| {
            found.push(columns.to_vec());
            match found.len() < limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })
        .unwrap();
    found
}

#[test]
fn large_boards_are_completed() {
    for (n, queens) in [(33, 0), (100, 1), (100, 70), (1000, 900)] {
        let board = random(n, RandomModel::PlacedQueens { queens }, 7);
        let found = completions(&board, 2);
        assert_eq!(found.len(), 2, "n = {n}");
        assert_ne!(found[0], found[1]);
        assert!(found.iter().all(|columns| board.is_completion(columns)));
    }
}

/// The exact-cover search and the one in lexicographic order agree.
#[test]
fn all_completions_of_a_large_board_are_found() {
    let solution: Vec<u32> = bezzel::first(40).unwrap().unwrap().collect();
    let mut board = ConstrainedBoard::new(40).unwrap();
    for (row, &column) in (0..).zip(&solution).skip(8) {
        board.place(Square::new(row, column)).unwrap();
    }
    let mut found = completions(&board, usize::MAX);
    found.sort();
    let listed = board.completions().unwrap();
    let expected: Vec<Vec<u32>> = listed.map(|one| one.columns().collect()).collect();
    assert!(expected.contains(&solution));
    assert_eq!(found, expected);
}

#[test]
fn large_boards_without_completions() {
    let mut board = ConstrainedBoard::new(40).unwrap();
    for column in 2..40 {
        for row in 0..2 {
            board.block(Square::new(row, column)).unwrap();
        }
    }
    // Rows 0 and 1 have columns 0 and 1 left, which attack each other.
    assert_eq!(completions(&board, 1), Vec::<Vec<u32>>::new());
    let stopped = board.visit_completions(&|| true, &mut |_| ControlFlow::Continue(()));
    assert_eq!(stopped, Ok(ControlFlow::Break(())));
    let huge = ConstrainedBoard::new(100_000).unwrap();
    let refused = huge.visit_completions(NEVER, &mut |_| ControlFlow::Continue(()));
    let message = "expected n from 0 to 1000 for completing a board, found 100000";
    assert_eq!(refused.unwrap_err().to_string(), message);
}
