//! Boards of 18 to 24 rows, on which an exact-cover search alone takes up to hours.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use bezzel::{Advance, Placement};
use bezzel_puzzle::Marks;

use super::random_board::random_board;
use super::*;

/// Steps that suffice for each of the boards. The exact-cover search alone takes more than 2³⁰ for some.
const MOST_STEPS: u64 = 1 << 22;

/// Finds up to two solutions in a bounded number of steps.
fn two_solutions(puzzle: &Puzzle) -> Vec<Placement> {
    let (mut found, mut left) = (Vec::new(), MOST_STEPS);
    let mut solutions = puzzle.solutions(&Marks::new(puzzle.size()));
    while found.len() < 2 {
        assert!(left > 0, "no answer after {MOST_STEPS} steps:\n{puzzle}");
        const PART: u64 = 1 << 16;
        match solutions.advance(PART) {
            Advance::Solution(columns) => {
                found.push(Placement::from_columns(columns.iter().copied()).unwrap());
            }
            Advance::Paused => left -= PART,
            Advance::End => break,
        }
    }
    found
}

/// Counts up to two solutions from the rules alone: one clause for each unit, and for each two squares
/// that attack each other.
fn count_by_sat(puzzle: &Puzzle) -> usize {
    let mut solver = BasicSolver::default();
    let queens: Vec<(Square, Lit)> = Square::all(puzzle.size())
        .map(|square| (square, Lit::new(solver.new_var_default(), true)))
        .collect();
    for unit in puzzle.units() {
        let of_unit: Vec<Square> = puzzle.squares_of(unit).collect();
        let literals = queens.iter().filter(|(square, _)| of_unit.contains(square));
        solver.add_clause_reuse(&mut literals.map(|&(_, queen)| queen).collect());
    }
    for (at, &(a, queen)) in queens.iter().enumerate() {
        for &(b, other) in &queens[..at] {
            if puzzle.attack(a, b) {
                solver.add_clause_reuse(&mut vec![!queen, !other]);
            }
        }
    }
    let mut found = 0;
    while found < 2 && solver.solve_limited(&[]) == lbool::TRUE {
        found += 1;
        let placed = queens.iter().map(|&(_, queen)| queen);
        let placed = placed.filter(|&queen| solver.value_lit(queen) == lbool::TRUE);
        let mut excluded = placed.map(|queen| !queen).collect();
        solver.add_clause_reuse(&mut excluded);
    }
    found
}

#[test]
fn random_boards_are_decided_in_few_steps() {
    let mut numbers = [0; 3];
    for n in [18, 20, 22, 24] {
        for seed in 0..15 {
            let puzzle = random_board(n, seed);
            let found = two_solutions(&puzzle);
            for solution in &found {
                assert!(puzzle.is_solved(&Marks::from(solution)), "{puzzle}");
            }
            if let [first, second] = &found[..] {
                assert_ne!(first, second);
            }
            numbers[found.len()] += 1;
            if n <= 20 {
                assert_eq!(found.len(), count_by_sat(&puzzle), "{puzzle}");
            }
        }
    }
    assert!(numbers[0] >= 10 && numbers[2] >= 10, "{numbers:?}");
}

/// Each solution becomes the only one when every other one has a cross.
#[test]
fn marks_restrict_solutions_of_large_boards() {
    let puzzle = random_board(18, 8458);
    let all: Vec<Placement> = puzzle.solutions(&Marks::new(18)).collect();
    assert_eq!(all.len(), 40);
    for (at, solution) in all.iter().enumerate() {
        let others = all.iter().enumerate().filter(|&(other, _)| other != at);
        let mut marks = Marks::new(18);
        for (_, other) in others {
            let crossed = other
                .queens()
                .find(|queen| solution.queen(queen.row) != Some(queen.column));
            marks.set(crossed.unwrap(), bezzel_puzzle::Mark::Cross);
        }
        assert!(puzzle.solutions(&marks).take(2).eq([solution.clone()]));
    }
}
