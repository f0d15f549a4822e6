//! Puzzles with regions: solutions, hints, grades, generator, text.

mod drawings;
mod generator;
mod hints;
mod json;
mod large;
mod random_board;
mod solutions;
mod text;

use bezzel::Square;
use bezzel_puzzle::{GeneratedPuzzle, Generator, Puzzle};

/// Solves from the rules alone: the second solver. Each row has a set of free columns, as bits; the row
/// with the fewest is next.
fn naive_solutions(puzzle: &Puzzle, most: usize) -> Vec<Vec<u32>> {
    struct NaiveSearch<'a> {
        puzzle: &'a Puzzle,
        /// The columns of each region in each row.
        regions: Vec<Vec<u32>>,
        most: usize,
        found: Vec<Vec<u32>>,
    }

    impl NaiveSearch<'_> {
        /// `queens` has the column of each row that has a queen.
        fn extend(&mut self, free: &[u32], queens: &mut Vec<Option<u32>>) {
            let open = (0..free.len()).filter(|&row| queens[row].is_none());
            let Some(row) = open.min_by_key(|&row| free[row].count_ones()) else {
                self.found.push(queens.iter().flatten().copied().collect());
                return;
            };
            for column in (0..self.puzzle.size()).filter(|column| free[row] >> column & 1 == 1) {
                if self.found.len() == self.most {
                    return;
                }
                let region = self.puzzle.region(Square::new(row as u32, column));
                let left = free.iter().zip(&self.regions[region as usize]).enumerate();
                let left: Vec<u32> = left
                    .map(|(other, (free, region))| {
                        let touching = u32::from(other.abs_diff(row) == 1) * (5 << column >> 1);
                        free & !(1 << column | region | touching)
                    })
                    .collect();
                queens[row] = Some(column);
                self.extend(&left, queens);
                queens[row] = None;
            }
        }
    }

    let n = puzzle.size();
    let mut regions = vec![vec![0; n as usize]; n as usize];
    for square in Square::all(n) {
        regions[puzzle.region(square) as usize][square.row as usize] |= 1 << square.column;
    }
    let mut search = NaiveSearch {
        puzzle,
        regions,
        most,
        found: Vec::new(),
    };
    search.extend(&vec![(1 << n) - 1; n as usize], &mut vec![None; n as usize]);
    search.found.sort();
    search.found
}

/// Generates `count` puzzles of each size.
fn generated(sizes: impl Iterator<Item = u32>, count: usize) -> Vec<GeneratedPuzzle> {
    sizes
        .flat_map(|n| {
            let mut generator = Generator::new(n, 1000 + u64::from(n)).unwrap();
            (0..count).map(move |_| generator.next().expect("endless"))
        })
        .collect()
}
