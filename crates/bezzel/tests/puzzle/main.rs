//! Puzzles with regions: solutions, hints, grades, generator, text.

mod drawings;
mod generator;
mod hints;
mod json;
mod solutions;
mod text;

use bezzel::Square;
use bezzel::puzzle::{GeneratedPuzzle, Generator, Puzzle};

/// Solves row by row, from the rules alone: the second solver.
fn naive_solutions(puzzle: &Puzzle, most: usize) -> Vec<Vec<u32>> {
    fn extend(puzzle: &Puzzle, queens: &mut Vec<Square>, most: usize, found: &mut Vec<Vec<u32>>) {
        let row = queens.len() as u32;
        if row == puzzle.size() {
            found.push(queens.iter().map(|queen| queen.column).collect());
            return;
        }
        for column in 0..puzzle.size() {
            let queen = Square::new(row, column);
            let allowed = queens.iter().all(|other| {
                let down = queen.row - other.row;
                let right = queen.column.abs_diff(other.column);
                let touch = down <= 1 && right <= 1;
                right > 0 && !touch && puzzle.region(queen) != puzzle.region(*other)
            });
            if allowed && found.len() < most {
                queens.push(queen);
                extend(puzzle, queens, most, found);
                queens.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(puzzle, &mut Vec::new(), most, &mut found);
    found
}

/// Generates `count` puzzles of each size. Unoptimised, the median time of one is 0.3 ms for n = 5 and
/// 90 ms for n = 12.
fn generated(sizes: impl Iterator<Item = u32>, count: usize) -> Vec<GeneratedPuzzle> {
    sizes
        .flat_map(|n| {
            let mut generator = Generator::new(n, 1000 + u64::from(n)).unwrap();
            (0..count).map(move |_| generator.generate(&|| false).expect("no stop"))
        })
        .collect()
}

fn squares(n: u32) -> impl Iterator<Item = Square> {
    (0..n).flat_map(move |row| (0..n).map(move |column| Square::new(row, column)))
}
