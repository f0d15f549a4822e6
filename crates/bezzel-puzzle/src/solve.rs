//! Solutions by exact cover and a SAT solver.
//!
//! Options are the squares; rows, columns and regions are primary items, the (n − 1)² windows of
//! 2×2 squares secondary ones: squares that touch only at a corner share a window, others that touch
//! share a row or column.
//!
//! The exact-cover search is fast where solutions are many, but on a board of 20 rows it can take hours to
//! leave a few queens with which there is no solution. With the feature `sat`, a SAT solver finds such
//! queens (`dead_ends.rs`). It finds the same solutions in the same order as the exact-cover search.

use std::fmt;

use bezzel::exact_cover::{Covers, ExactCover};
use bezzel::{Advance, Placement, Square};

#[cfg(feature = "sat")]
use crate::dead_ends::{DeadEnds, Found};
use crate::{Mark, Marks, Puzzle};

/// Steps of the exact-cover search without a solution before the SAT solver is asked, and between two such
/// questions. They take about as long as an answer.
const STEPS_BEFORE_SAT: u64 = 1 << 12;

/// The number of solutions of a puzzle, as precise as a player needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionCount {
    /// No solution.
    None,
    /// Exactly one solution.
    One(Placement),
    /// At least two solutions, the first two that the search finds.
    Several(Placement, Placement),
}

impl Puzzle {
    /// Finds out if there is no solution, exactly one, or more.
    ///
    /// ```
    /// use bezzel_puzzle::{Puzzle, SolutionCount};
    /// let columns: Puzzle = "ABCDE\n".repeat(5).parse()?;
    /// let SolutionCount::Several(first, second) = columns.solve() else { panic!() };
    /// assert_ne!(first, second);
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn solve(&self) -> SolutionCount {
        let mut solutions = self.solutions(&Marks::new(self.size()));
        match (solutions.next(), solutions.next()) {
            (Some(first), Some(second)) => SolutionCount::Several(first, second),
            (Some(only), None) => SolutionCount::One(only),
            _ => SolutionCount::None,
        }
    }

    /// Returns the solutions that contain the queens of `marks` and avoid its crosses. Panics if
    /// the marks are of another size.
    ///
    /// ```
    /// use bezzel_puzzle::{Marks, Puzzle};
    /// let columns: Puzzle = "ABCDE\n".repeat(5).parse()?;
    /// assert_eq!(columns.solutions(&Marks::new(5)).count(), 14);
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn solutions(&self, marks: &Marks) -> Solutions {
        let (problem, squares) = self.exact_cover(marks);
        Solutions {
            search: problem.search(),
            columns: vec![0; self.size() as usize],
            #[cfg(feature = "sat")]
            dead_ends: DeadEnds::new(self, &squares, STEPS_BEFORE_SAT),
            squares,
        }
    }

    /// Returns the exact-cover problem of the puzzle, and the square of each option.
    ///
    /// If two queens of `marks` attack each other, the problem has no options. Panics if the marks
    /// are of another size.
    pub fn exact_cover(&self, marks: &Marks) -> (ExactCover, Vec<Square>) {
        let n = self.size();
        assert_eq!(n, marks.size(), "marks of another board");
        let windows = (n - 1) * (n - 1);
        let mut problem = ExactCover::new(3 * n, windows);
        let (mut squares, mut items) = (Vec::new(), Vec::new());
        let queens: Vec<Square> = marks.squares_with(Mark::Queen).collect();
        let attacked = |square: Square| queens.iter().any(|&queen| self.attack(queen, square));
        if queens.iter().any(|&queen| attacked(queen)) {
            return (problem, squares);
        }
        for square in self.squares() {
            if marks.get(square) == Mark::Cross || attacked(square) {
                continue;
            }
            let Square { row, column } = square;
            items.clear();
            items.extend([row, n + column, 2 * n + self.region(square)]);
            for top in row.saturating_sub(1)..=row.min(n - 2) {
                for left in column.saturating_sub(1)..=column.min(n - 2) {
                    items.push(3 * n + top * (n - 1) + left);
                }
            }
            problem.add_option(&items);
            squares.push(square);
        }
        (problem, squares)
    }
}

/// The solutions of a puzzle, in the order of the exact-cover search.
///
/// ```
/// use bezzel::Advance;
/// use bezzel_puzzle::Marks;
/// # let puzzle: bezzel_puzzle::Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// let mut solutions = puzzle.solutions(&Marks::new(5));
/// assert_eq!(solutions.advance(1000), Advance::Solution(&[2, 0, 4, 1, 3]));
/// assert_eq!(solutions.advance(1000), Advance::End);
/// # Ok::<(), bezzel::ReadError>(())
/// ```
pub struct Solutions {
    search: Covers,
    /// The square of each option.
    squares: Vec<Square>,
    columns: Vec<u32>,
    #[cfg(feature = "sat")]
    dead_ends: DeadEnds,
}

impl Solutions {
    /// Continues the search for at most `steps` steps of the exact-cover search, or about as many
    /// decisions of the SAT solver, but not fewer than some thousand.
    pub fn advance(&mut self, mut steps: u64) -> Advance<'_> {
        while steps > 0 {
            #[cfg(feature = "sat")]
            if self.dead_ends.are_likely() {
                let chosen: Vec<u32> = self.search.chosen().collect();
                match self.dead_ends.find(&chosen, &mut steps) {
                    Found::WithFirst(queens) => self.search.leave(queens),
                    Found::None => {}
                    Found::Unknown => return Advance::Paused,
                }
                continue;
            }
            let part = steps.min(STEPS_BEFORE_SAT);
            match self.search.advance(part) {
                Advance::Solution(options) => {
                    for &option in options {
                        let square = self.squares[option as usize];
                        self.columns[square.row as usize] = square.column;
                    }
                    #[cfg(feature = "sat")]
                    self.dead_ends.exclude(options);
                    return Advance::Solution(&self.columns);
                }
                Advance::Paused => {
                    steps -= part;
                    #[cfg(feature = "sat")]
                    self.dead_ends.add_steps(part);
                }
                Advance::End => return Advance::End,
            }
        }
        Advance::Paused
    }
}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions")
            .field("search", &self.search)
            .field("squares", &self.squares)
            .finish_non_exhaustive()
    }
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        self.advance(u64::MAX).placement()
    }
}

impl std::iter::FusedIterator for Solutions {}

#[cfg(all(test, feature = "sat"))]
mod tests {
    use super::*;
    use bezzel::shared::Random;

    /// The SAT solver takes away only what has no solution.
    #[test]
    fn solutions_are_those_of_the_exact_cover_search() {
        let mut random = Random::new(1);
        let mut several = 0;
        for n in [5, 6, 7, 8] {
            for _ in 0..20 {
                // Without the condition that regions are connected.
                let regions = (0..n * n).map(|at| {
                    if at < n {
                        at
                    } else {
                        random.below(n as usize) as u32
                    }
                });
                let puzzle = Puzzle {
                    n,
                    regions: regions.map(|region| region as u8).collect(),
                };
                let marks = Marks::new(n);
                let (problem, squares) = puzzle.exact_cover(&marks);
                let all: Vec<Placement> = problem
                    .search()
                    .map(|options| {
                        let queens = options.iter().map(|&option| squares[option as usize]);
                        let mut queens: Vec<Square> = queens.collect();
                        queens.sort_by_key(|queen| queen.row);
                        Placement::from_columns(queens.iter().map(|queen| queen.column)).unwrap()
                    })
                    .collect();
                several += usize::from(all.len() > 1);
                for steps_before_sat in [1, 7, 50] {
                    let mut solutions = puzzle.solutions(&marks);
                    solutions.dead_ends.steps_before_sat = steps_before_sat;
                    let mut found = Vec::new();
                    loop {
                        match solutions.advance(3) {
                            Advance::Solution(columns) => found.push(columns.to_vec()),
                            Advance::Paused => {}
                            Advance::End => break,
                        }
                    }
                    let columns = |solution: &Placement| solution.rows().flatten().collect();
                    let all: Vec<Vec<u32>> = all.iter().map(columns).collect();
                    assert_eq!(found, all, "{puzzle}");
                }
            }
        }
        assert!(several > 10);
    }
}
