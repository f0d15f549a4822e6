//! Counts of boards with constraints, on every CPU backend and both routes,
//! against stored counts, against the search of the library, and against each other.

use std::ops::RangeInclusive;

use bezzel::{ConstrainedBoard, NEVER, Square, Symmetry};
use bezzel_count::{Backend, Counter, Plan, Route, Tally, Total};
use bezzel_oracle::Constrained;
use proptest::prelude::*;

fn board(stored: &Constrained) -> ConstrainedBoard {
    let mut board = ConstrainedBoard::new(stored.n).unwrap();
    for &(row, column) in &stored.placed {
        board.place(Square::new(row, column)).unwrap();
    }
    for &(row, column) in &stored.blocked {
        board.block(Square::new(row, column)).unwrap();
    }
    for &difference in &stored.diagonals {
        board.block_diagonal(difference).unwrap();
    }
    for &sum in &stored.anti_diagonals {
        board.block_anti_diagonal(sum).unwrap();
    }
    board
}

fn count(counter: &mut Counter, board: &ConstrainedBoard, route: Route) -> Total {
    let plan = Plan::constrained(board).unwrap();
    let mut tally = Tally::default();
    for unit in plan.units() {
        assert_eq!(plan.unit_by_name(&unit.to_string()), Some(unit.clone()));
        let result = counter.count(&unit, route);
        tally.add(&unit, &result).unwrap();
    }
    tally.verified_total(&plan).unwrap()
}

fn counters() -> Vec<Counter> {
    let backends = Backend::ALL.into_iter();
    let available = backends.filter(|backend| backend.is_available());
    available
        .map(|backend| Counter::new(backend).unwrap())
        .collect()
}

/// Counts on all backends and routes, which must agree, and returns the total.
fn agreed(counters: &mut [Counter], board: &ConstrainedBoard) -> Total {
    let mut expected: Option<Total> = None;
    for counter in counters {
        for route in [Route::Direct, Route::Exchanged] {
            let found = count(counter, board, route);
            if let Some(expected) = &expected {
                assert_eq!(&found, expected, "{} {route:?}\n{board}", counter.backend());
            }
            expected = Some(found);
        }
    }
    expected.expect("a backend")
}

/// Counts boards by all backends, or from `fastest_from` rows on by the fastest backend only, which saves five sixths
/// of the time.
fn have_their_counts(boards: &[Constrained], rows: RangeInclusive<u32>, fastest_from: u32) {
    let mut counters = counters();
    let fastest = counters.len() - 1;
    for stored in boards.iter().filter(|stored| rows.contains(&stored.n)) {
        let first = if stored.n < fastest_from { 0 } else { fastest };
        let total = agreed(&mut counters[first..], &board(stored));
        assert_eq!(Some(total.solutions), stored.count, "{stored:?}");
    }
}

#[test]
fn stored_counts() {
    have_their_counts(&bezzel_oracle::constrained(), 0..=32, 13);
    have_their_counts(&bezzel_oracle::excluded_diagonals(), 0..=12, 13);
}

/// The search of `bezzel-core` finds whether boards beyond 17 rows have a solution.
#[test]
#[ignore = "full size: scripts/test --all runs it"]
fn stored_counts_of_large_boards() {
    have_their_counts(&bezzel_oracle::constrained(), 13..=32, 33);
    have_their_counts(&bezzel_oracle::excluded_diagonals(), 13..=17, 16);
}

/// The same board, given in different ways, has one plan and one text.
#[test]
fn equal_constraints_have_one_plan() {
    let mut by_line = ConstrainedBoard::new(9).unwrap();
    by_line
        .place(Square::new(2, 4))
        .unwrap()
        .block_diagonal(5)
        .unwrap();
    let mut by_square = ConstrainedBoard::new(9).unwrap();
    by_square.place(Square::new(2, 4)).unwrap();
    for row in 5..9 {
        by_square.block(Square::new(row, row - 5)).unwrap();
    }
    // The queen attacks this square.
    by_square.block(Square::new(0, 2)).unwrap();
    let [one, other] = [by_line, by_square].map(|board| Plan::constrained(&board).unwrap());
    let text = one.constraint().unwrap();
    assert_eq!(Some(text), other.constraint());
    assert!(one.units().eq(other.units()));
    let read = Plan::of_text(9, Some(text)).unwrap();
    assert!(read.units().eq(one.units()));
    for wrong in ["", "9", "Q8/8", "1Q7/Q8/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/9"] {
        let error = Plan::of_text(9, Some(wrong)).unwrap_err().to_string();
        assert!(
            error.starts_with("expected the board of a plan for n = 9: "),
            "{error}"
        );
    }
}

#[test]
fn a_full_board_has_one_solution_and_a_contradictory_one_none() {
    let mut counters = counters();
    for n in [4, 8, 13, 31] {
        let mut board = ConstrainedBoard::new(n).unwrap();
        let first: Vec<u32> = bezzel::first(n).unwrap().unwrap().collect();
        for (row, &column) in first.iter().enumerate() {
            board.place(Square::new(row as u32, column)).unwrap();
        }
        assert_eq!(agreed(&mut counters, &board).solutions, 1, "n = {n}");
        board.block(Square::new(0, first[0])).unwrap();
        assert!(Plan::constrained(&board).unwrap().is_empty());
        assert_eq!(agreed(&mut counters, &board).solutions, 0, "n = {n}");
    }
    assert!(Plan::constrained(&ConstrainedBoard::new(33).unwrap()).is_err());
}

/// The diagonals of the largest boards use every bit but the reserved one.
#[test]
fn the_largest_boards() {
    let mut counters = counters();
    let (first, last) = (0, counters.len() - 1);
    counters.swap(first, last);
    let counters = &mut counters[..1];
    for (n, omitted) in [(31, 25..31), (32, 0..6), (32, 26..32)] {
        let first: Vec<u32> = bezzel::first(n).unwrap().unwrap().collect();
        let mut board = ConstrainedBoard::new(n).unwrap();
        for (row, &column) in (0..n).zip(&first) {
            let square = Square::new(row, column);
            if !omitted.contains(&row) {
                board.place(square).unwrap();
            } else if row % 3 == 0 {
                board.block(Square::new(row, (column + 5) % n)).unwrap();
            }
        }
        let searched = board.count_completions(NEVER).unwrap();
        assert_eq!(Some(agreed(counters, &board).solutions), searched);
    }
}

/// Boards that are unchanged by a random group of symmetries.
fn boards() -> impl Strategy<Value = ConstrainedBoard> {
    let squares = |most| prop::collection::vec((any::<u32>(), any::<u32>()), 0..=most);
    let lines = prop::collection::vec((any::<bool>(), any::<u32>()), 0..=2);
    let symmetries = prop::sample::subsequence(Symmetry::ALL.to_vec(), 0..=2);
    (4..=10u32, squares(1), squares(6), lines, symmetries).prop_map(
        |(n, queens, blocked, lines, symmetries)| {
            let mut board = ConstrainedBoard::new(n).unwrap();
            for (row, column) in queens {
                board.place(Square::new(row % n, column % n)).unwrap();
            }
            for (row, column) in blocked {
                board.block(Square::new(row % n, column % n)).unwrap();
            }
            for (is_diagonal, line) in lines {
                let line = line % (2 * n - 1);
                if is_diagonal {
                    board.block_diagonal(line as i32 - n as i32 + 1).unwrap();
                } else {
                    board.block_anti_diagonal(line).unwrap();
                }
            }
            // Twice, which closes most of the groups.
            for symmetry in symmetries.iter().chain(&symmetries) {
                let image = board.image(*symmetry);
                for square in image.blocked_squares() {
                    board.block(square).unwrap();
                }
                for queen in image.queens() {
                    board.place(queen).unwrap();
                }
                for difference in image.blocked_diagonals() {
                    board.block_diagonal(difference).unwrap();
                }
                for sum in image.blocked_anti_diagonals() {
                    board.block_anti_diagonal(sum).unwrap();
                }
            }
            board
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn counts_and_colours_are_those_of_a_search(board in boards()) {
        let n = board.size();
        let total = agreed(&mut counters(), &board);
        let mut by_black = vec![0_u128; n as usize + 1];
        for solution in board.completions().unwrap() {
            let black = solution.queens().filter(|queen| (queen.row + queen.column) % 2 == 0);
            by_black[black.count()] += 1;
        }
        prop_assert_eq!(&total.by_black_queens, &by_black);
        prop_assert_eq!(total.solutions, by_black.iter().sum::<u128>());
    }
}
