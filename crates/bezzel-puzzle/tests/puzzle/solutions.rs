//! Solutions by exact cover, against known numbers and a search row by row.

use bezzel::Advance;
use bezzel_puzzle::{Mark, Marks, PuzzleError, SolutionCount, Unit};
use proptest::prelude::*;

use super::*;

/// Regions that are the columns leave out nothing: OEIS A002464.
#[test]
fn placements_without_touching_queens() {
    for (n, expected) in [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)] {
        let regions: Vec<u32> = Square::all(n).map(|square| square.column).collect();
        let puzzle = Puzzle::new(n, &regions).unwrap();
        assert_eq!(
            puzzle.solutions(&Marks::new(n)).count(),
            expected,
            "n = {n}"
        );
    }
}

#[test]
fn marks_restrict_solutions() {
    let puzzle = Puzzle::new(
        6,
        &Square::all(6).map(|square| square.row).collect::<Vec<_>>(),
    )
    .unwrap();
    let all = naive_solutions(&puzzle, usize::MAX);
    assert_eq!(all.len(), 90);
    for square in Square::all(6) {
        for (mark, has_queen) in [(Mark::Queen, true), (Mark::Cross, false)] {
            let mut marks = Marks::new(6);
            marks.set(square, mark);
            let mut found: Vec<Vec<u32>> = puzzle
                .solutions(&marks)
                .map(|solution| solution.columns().collect())
                .collect();
            found.sort();
            let expected = all
                .iter()
                .filter(|columns| (columns[square.row as usize] == square.column) == has_queen);
            assert!(found.iter().eq(expected), "{mark:?} at {square}");
        }
    }
    let mut marks = Marks::new(6);
    for square in [Square::new(0, 0), Square::new(1, 1)] {
        marks.set(square, Mark::Queen);
    }
    assert_eq!(puzzle.solutions(&marks).next(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Regions of random puzzles with some squares exchanged, so that there may be any number of
    /// solutions.
    #[test]
    fn both_solvers_agree(seed in any::<u64>(), n in 5..8u32, moves in 0..30usize) {
        let mut generator = Generator::new(n, seed).unwrap();
        let puzzle = generator.next().unwrap().puzzle;
        let mut regions: Vec<u32> = puzzle.regions().collect();
        for at in 0..moves {
            let from = (seed as usize ^ at.wrapping_mul(0x9e37_79b9)) % (regions.len() - 1);
            let old = regions[from];
            regions[from] = regions[from + 1];
            if Puzzle::new(n, &regions).is_err() {
                regions[from] = old;
            }
        }
        let puzzle = Puzzle::new(n, &regions).unwrap();
        let expected = naive_solutions(&puzzle, usize::MAX);
        let mut found = Vec::new();
        let mut solutions = puzzle.solutions(&Marks::new(n));
        loop {
            match solutions.advance(3) {
                Advance::Solution(columns) => found.push(columns.to_vec()),
                Advance::Paused => {}
                Advance::End => break,
            }
        }
        found.sort();
        prop_assert_eq!(&found, &expected);
        match puzzle.solve() {
            SolutionCount::None => prop_assert!(expected.is_empty()),
            SolutionCount::One(only) => {
                prop_assert_eq!(expected.len(), 1);
                prop_assert!(only.columns().eq(expected[0].iter().copied()));
            }
            SolutionCount::Several(first, second) => {
                prop_assert_ne!(&first, &second);
                for solution in [first, second] {
                    prop_assert!(puzzle.is_solved(&Marks::from(&solution)));
                }
            }
        }
    }
}

#[test]
fn attacks_are_those_of_the_rules() {
    let puzzle: Puzzle = "AAAB\nACBB\nCCCB\nDDCC\n".parse().unwrap();
    let attacked: Vec<Square> = Square::all(4)
        .filter(|&square| puzzle.attack(Square::new(0, 0), square))
        .collect();
    let expected = [(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0), (3, 0)];
    assert_eq!(
        attacked,
        expected.map(|(row, column)| Square::new(row, column))
    );
    for unit in puzzle.units() {
        for square in puzzle.squares_of(unit) {
            assert!(match unit {
                Unit::Row(row) => square.row == row,
                Unit::Column(column) => square.column == column,
                Unit::Region(region) => puzzle.region(square) == region,
            });
        }
    }
    assert_eq!(puzzle.units().count(), 12);
    let sizes = puzzle.units().map(|unit| puzzle.squares_of(unit).count());
    assert_eq!(sizes.sum::<usize>(), 48);
}

#[test]
fn regions_that_make_no_puzzle() {
    let size = |n, min, max| PuzzleError::Size { n, min, max };
    assert_eq!(Puzzle::new(3, &[0; 9]), Err(size(3, 4, 24)));
    assert_eq!(Puzzle::new(25, &[0; 625]), Err(size(25, 4, 24)));
    assert_eq!(Generator::new(4, 0).unwrap_err(), size(4, 5, 16));
    assert_eq!(Generator::new(17, 0).unwrap_err(), size(17, 5, 16));
    let errors = [
        (
            Puzzle::new(4, &[0; 15]),
            "expected the regions of 16 squares, found 15",
        ),
        (
            Puzzle::new(4, &[7; 16]),
            "expected 4 regions on a board of 4 rows, found 1",
        ),
        (
            Puzzle::new(4, &(0..16).collect::<Vec<_>>()),
            "expected 4 regions on a board of 4 rows, found 16",
        ),
    ];
    for (puzzle, message) in errors {
        assert_eq!(puzzle.unwrap_err().to_string(), message);
    }
}
