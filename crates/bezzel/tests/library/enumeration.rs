//! Solutions, fundamental solutions, symmetry classes and the explicit construction.

use bezzel::{
    ConstrainedBoard, MAX_SIZE, OrbitCounts, Square, SymmetryClass, first, fundamental_solutions,
    half_turn_solutions, quarter_turn_solutions, solutions,
};
use bezzel_oracle as oracle;
use proptest::prelude::*;

fn columns(placement: &bezzel::Placement) -> Vec<u32> {
    placement.rows().map(|column| column.unwrap()).collect()
}

#[test]
fn solutions_come_in_lexicographic_order() {
    for n in 0..=9 {
        let found: Vec<_> = solutions(n).unwrap().map(|one| columns(&one)).collect();
        assert_eq!(found, oracle::solutions(n), "n = {n}");
    }
}

/// 32 and 33 lie on both sides of a 32-bit word; 64 is the last size whose columns fit one. Some rows are left to the
/// search, since the first solution of an empty board takes seconds.
#[test]
fn enumeration_crosses_word_boundaries() {
    for n in [32, 33, 63, 64] {
        let solution: Vec<u32> = first(n).unwrap().unwrap().collect();
        for open in [0..8, n - 8..n] {
            let mut board = ConstrainedBoard::new(n).unwrap();
            for (row, &column) in (0..n).zip(&solution) {
                if !open.contains(&row) {
                    board.place(Square::new(row, column)).unwrap();
                }
            }
            let found: Vec<_> = board.completions().unwrap().collect();
            assert!(found.iter().all(bezzel::Placement::is_solution), "n = {n}");
            assert!(found.iter().any(|one| columns(one) == solution), "n = {n}");
        }
    }
    assert!(solutions(64).is_ok());
    let error = solutions(65).unwrap_err().to_string();
    assert!(
        error.contains("n from 0 to 64") && error.contains("found 65"),
        "{error}"
    );
}

#[test]
fn fundamental_solutions_are_the_least_of_their_orbits() {
    for n in 0..=8 {
        let expected: Vec<_> = oracle::solutions(n)
            .into_iter()
            .filter(|board| oracle::orbit(board)[0] == *board)
            .collect();
        let found: Vec<_> = fundamental_solutions(n).unwrap().collect();
        let boards: Vec<_> = found.iter().map(|one| columns(&one.placement)).collect();
        assert_eq!(boards, expected, "n = {n}");
        for (one, board) in found.iter().zip(&expected) {
            assert_eq!(one.orbit_size as usize, oracle::orbit(board).len());
            assert_eq!(one.placement.canonical().unwrap(), one.placement);
        }
    }
}

#[test]
fn fundamental_counts_and_classes_are_the_published_ones() {
    for published in oracle::totals().iter().take(13) {
        let n = published.n;
        let classes = OrbitCounts::of(n, published.all).unwrap();
        assert_eq!(classes.fundamental, published.fundamental, "n = {n}");
        let mut seen = [0u128; 3];
        for one in fundamental_solutions(n).unwrap() {
            seen[one.symmetry as usize] += 1;
        }
        for class in SymmetryClass::ALL {
            assert_eq!(
                seen[class as usize],
                classes.orbits(class),
                "n = {n}, {class}"
            );
        }
    }
}

#[test]
fn impossible_counts_have_no_classes() {
    for wrong in [91, 93, 0, 3] {
        let error = OrbitCounts::of(8, wrong).unwrap_err().to_string();
        assert!(error.contains(&wrong.to_string()), "{error}");
    }
}

#[test]
fn symmetric_solutions_are_the_published_ones() {
    assert_eq!(
        (half_turn_solutions(0), quarter_turn_solutions(0)),
        (Ok(1), Ok(1))
    );
    for published in oracle::totals().iter().filter(|line| line.n <= 22) {
        let n = published.n;
        let half_turn = u128::from(half_turn_solutions(n).unwrap());
        let quarter_turn = u128::from(quarter_turn_solutions(n).unwrap());
        assert_eq!(half_turn, published.half_turn, "n = {n}");
        assert_eq!(quarter_turn, published.quarter_turn, "n = {n}");
    }
    // The widest word: 63 diagonals, and the last size that is accepted.
    assert_eq!(quarter_turn_solutions(28), Ok(32896));
    assert_eq!(quarter_turn_solutions(29), Ok(43776));
    assert!(quarter_turn_solutions(32).unwrap() > 0);
    assert!(half_turn_solutions(33).is_err());
}

#[test]
fn the_construction_solves_every_small_board() {
    for n in 0..2000 {
        match first(n).unwrap() {
            Some(rows) => {
                assert_eq!(rows.len(), n as usize);
                assert!(rows.placement().is_solution(), "n = {n}");
                assert!(
                    rows.clone().map(Some).eq(rows.placement().rows()),
                    "n = {n}"
                );
            }
            None => assert!(n == 2 || n == 3),
        }
    }
}

#[test]
fn the_construction_reaches_the_largest_board() {
    let rows = first(MAX_SIZE).unwrap().unwrap();
    assert_eq!(rows.size(), MAX_SIZE);
    let some: Vec<u32> = rows.clone().take(5).collect();
    assert_eq!(some, [1, 3, 5, 7, 9]);
    assert!(first(MAX_SIZE + 1).is_err());
}

proptest! {
    #[test]
    fn the_construction_solves_large_boards(n in 2_000u32..200_000) {
        prop_assert!(first(n).unwrap().unwrap().placement().is_solution());
    }
}
