//! Numbers and lists of completions, against stored counts and filtered lists of all solutions.

use std::ops::ControlFlow;

use bezzel::{Advance, ConstrainedBoard, Error, NEVER};

use super::*;

fn count(board: &ConstrainedBoard) -> u128 {
    board.count_completions(NEVER).unwrap().expect("no stop")
}

/// Counts with threads and symmetry. The parts must sum to the count.
fn count_parallel(board: &ConstrainedBoard, threads: usize) -> u128 {
    let sum = std::sync::Mutex::new(0);
    let counted = board.count_completions_parallel(threads, NEVER, &|part| {
        *sum.lock().unwrap() += part.solutions;
        assert!(part.done <= part.parts);
    });
    let counted = counted.unwrap().expect("no stop");
    let sum = sum.into_inner().unwrap();
    assert!(
        sum == counted || sum == 0,
        "a board without a search has no parts"
    );
    counted
}

#[test]
fn stored_counts() {
    for stored in bezzel_oracle::constrained() {
        let board = board_of(&stored);
        assert_eq!(Some(count(&board)), stored.count, "{stored:?}");
        let counted = count_parallel(&board, 2);
        assert_eq!(Some(counted), stored.count, "{stored:?}");
    }
}

#[test]
fn a_stopped_count_has_no_result() {
    let board = ConstrainedBoard::new(20).unwrap();
    for threads in [1, 2] {
        let counted = board.count_completions_parallel(threads, &|| true, &|_| {});
        assert_eq!(counted, Ok(None));
    }
}

#[test]
fn stored_boards_with_excluded_diagonals() {
    let boards = bezzel_oracle::excluded_diagonals();
    for stored in boards.iter().filter(|stored| stored.n <= 14) {
        let board = board_of(stored);
        assert_eq!(Some(count(&board)), stored.count, "{stored:?}");
        assert_eq!(Some(count_parallel(&board, 2)), stored.count, "{stored:?}");
    }
}

/// All published boards: their counts up to n = 17, and whether there is a completion.
#[test]
#[ignore = "full size: scripts/test --all runs it"]
fn stored_boards_with_excluded_diagonals_of_all_sizes() {
    for stored in bezzel_oracle::excluded_diagonals() {
        let board = board_of(&stored);
        let flow = board.visit_completions(NEVER, &mut |_| ControlFlow::Break(()));
        assert_eq!(flow.unwrap().is_break(), stored.solvable, "{stored:?}");
        if stored.count.is_some() {
            assert_eq!(Some(count_parallel(&board, 2)), stored.count, "{stored:?}");
        }
    }
}

#[test]
fn unconstrained_boards_have_all_solutions() {
    let empty = ConstrainedBoard::new(0).unwrap();
    assert_eq!(count(&empty), 1);
    assert_eq!(empty.completions().unwrap().count(), 1);
    let mut visited = Vec::new();
    let flow = empty.visit_completions(NEVER, &mut |columns| {
        visited.push(columns.to_vec());
        ControlFlow::Break(())
    });
    assert_eq!((flow, visited), (Ok(ControlFlow::Break(())), vec![vec![]]));
    assert_eq!(empty.exact_cover().unwrap().0.search().count(), 1);
    for totals in bezzel_oracle::totals().into_iter().take(8) {
        let board = ConstrainedBoard::new(totals.n).unwrap();
        assert!(board.is_unconstrained());
        assert_eq!(count(&board), totals.all, "n = {}", totals.n);
        assert_eq!(count_parallel(&board, 1), totals.all, "n = {}", totals.n);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn completions_are_a_filter_of_all_solutions(constraints in constraints(1..=7, 2)) {
        let board = board_of(&constraints);
        let expected: Vec<Vec<u32>> = bezzel_oracle::solutions(constraints.n)
            .into_iter()
            .filter(|columns| constraints.allows(columns))
            .collect();
        prop_assert_eq!(count(&board), expected.len() as u128);
        let listed: Vec<Vec<u32>> = board
            .completions()
            .unwrap()
            .map(|placement| placement.columns().collect())
            .collect();
        prop_assert_eq!(&listed, &expected);
        prop_assert!(expected.iter().all(|columns| board.is_completion(columns)));
        let mut visited = Vec::new();
        let flow = board.visit_completions(NEVER, &mut |columns| {
            visited.push(columns.to_vec());
            ControlFlow::Continue(())
        });
        prop_assert_eq!(flow, Ok(ControlFlow::Continue(())));
        visited.sort();
        prop_assert_eq!(&visited, &expected);
        let (problem, squares) = board.exact_cover().unwrap();
        let mut covers: Vec<Vec<u32>> = problem
            .search()
            .map(|options| options.iter().map(|&at| squares[at as usize].column).collect())
            .collect();
        covers.sort();
        prop_assert_eq!(covers, expected);
    }

    #[test]
    fn placed_queens_of_a_row_add_up(constraints in constraints(1..=7, 0), row in any::<u32>()) {
        let board = board_of(&constraints);
        let row = row % constraints.n;
        let sum: u128 = (0..constraints.n)
            .map(|column| {
                let mut board = board.clone();
                board.place(Square::new(row, column)).unwrap();
                count(&board)
            })
            .sum();
        prop_assert_eq!(sum, count(&board));
    }

    #[test]
    fn a_paused_search_finds_the_same(constraints in constraints(1..=6, 1), steps in 1..5u64) {
        let board = board_of(&constraints);
        let mut found = Vec::new();
        let mut search = board.completions().unwrap();
        loop {
            match search.advance(steps) {
                Advance::Solution(columns) => found.push(columns.to_vec()),
                Advance::Paused => {}
                Advance::End => break,
            }
        }
        prop_assert_eq!(search.advance(steps), Advance::End);
        let all: Vec<Vec<u32>> = board
            .completions()
            .unwrap()
            .map(|placement| placement.columns().collect())
            .collect();
        prop_assert_eq!(found, all);
    }
}

#[test]
fn other_columns_are_no_completions() {
    let mut board = ConstrainedBoard::new(6).unwrap();
    board.place(Square::new(0, 1)).unwrap();
    assert!(board.is_completion(&[1, 3, 5, 0, 2, 4]));
    let wrong: [&[u32]; 5] = [
        &[],
        &[1, 3, 5, 0, 2],
        &[2, 5, 1, 4, 0, 3],
        &[1, 3, 5, 0, 4, 2],
        &[1, 3, 6, 0, 2, 4],
    ];
    assert!(wrong.iter().all(|columns| !board.is_completion(columns)));
    board.block_diagonal(3).unwrap();
    assert!(!board.is_completion(&[1, 3, 5, 0, 2, 4]));
}

#[test]
fn the_largest_boards() {
    let mut board = ConstrainedBoard::new(32).unwrap();
    let mut first = board.completions().unwrap();
    assert_eq!(first.advance(1), Advance::Paused);
    let full: Vec<u32> = bezzel::first(32).unwrap().unwrap().collect();
    for (row, &column) in full.iter().enumerate() {
        board.place(Square::new(row as u32, column)).unwrap();
    }
    assert_eq!(count(&board), 1);
    assert_eq!(board.completions().unwrap().count(), 1);
    assert_eq!(board.exact_cover().unwrap().0.search().count(), 1);

    let large = ConstrainedBoard::new(33).unwrap();
    let too_large = |error, max| matches!(error, Error::TooLarge { max: most, .. } if most == max);
    assert!(too_large(large.count_completions(NEVER).unwrap_err(), 32));
    let larger = ConstrainedBoard::new(65).unwrap();
    assert!(too_large(larger.completions().unwrap_err(), 64));
    let huge = ConstrainedBoard::new(1001).unwrap();
    assert!(too_large(huge.exact_cover().unwrap_err(), 1000));
}

#[test]
fn counting_stops_on_request() {
    let board = ConstrainedBoard::new(32).unwrap();
    assert_eq!(board.count_completions(&|| true).unwrap(), None);
    let checks = std::cell::Cell::new(0);
    let stopped = board.count_completions(&|| {
        checks.set(checks.get() + 1);
        checks.get() == 3
    });
    assert_eq!(stopped.unwrap(), None);
    assert_eq!(checks.get(), 3);
    let never = &mut |_: &[u32]| -> ControlFlow<()> { panic!("expected no call after a stop") };
    let stopped = board.visit_completions(&|| true, never);
    assert_eq!(stopped, Ok(ControlFlow::Break(())));
}
