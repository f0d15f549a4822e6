//! Solutions by exact cover and a SAT solver.
//!
//! Options are the squares; rows, columns and regions are primary items, the (n − 1)² windows of
//! 2×2 squares secondary ones: squares that touch only at a corner share a window, others that touch
//! share a row or column.
//!
//! The exact-cover search finds solutions fast where there are many, but can take hours for one of 20
//! rows to find that queens of the first levels leave none. After some thousand steps without a
//! solution, a SAT solver therefore finds the first of the present queens with which there is none, and
//! the search leaves it. So the solutions and their order are those of the exact-cover search.

use std::fmt;

use super::sat::{Answer, Sat};
use super::{Mark, Marks, Puzzle};
use crate::exact_cover::{ExactCover, Search};
use crate::solutions::next_placement;
use crate::{Advance, Placement, Square};

/// Items of a square: its row, column, region and four windows.
const MAX_ITEMS: usize = 7;

/// Steps of the exact-cover search without a solution before the SAT solver is asked. They take about
/// as long as its answer.
const STEPS_BEFORE_SAT: u64 = 1 << 12;

/// Solutions that the SAT solver leaves out, so that it can find out that there are no others.
const MAX_EXCLUDED: usize = 1000;

/// The number of solutions of a puzzle, as far as a player needs it.
///
/// ```
/// use bezzel::puzzle::SolutionCount;
/// # let puzzle: bezzel::puzzle::Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// assert!(matches!(puzzle.solve(), SolutionCount::One(_)));
/// # Ok::<(), bezzel::notation::ReadError>(())
/// ```
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
    /// use bezzel::puzzle::{Puzzle, SolutionCount};
    /// let columns: Puzzle = "ABCDE\n".repeat(5).parse()?;
    /// let SolutionCount::Several(first, second) = columns.solve() else { panic!() };
    /// assert_ne!(first, second);
    /// # Ok::<(), bezzel::notation::ReadError>(())
    /// ```
    pub fn solve(&self) -> SolutionCount {
        self.solve_with(&Marks::new(self.size()))
    }

    /// Counts solutions that contain the queens of `marks` and avoid its crosses, as
    /// [`solve`](Self::solve) does. Panics if the marks are of another size.
    pub fn solve_with(&self, marks: &Marks) -> SolutionCount {
        let mut solutions = self.solutions(marks);
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
    /// use bezzel::puzzle::{Marks, Puzzle};
    /// let columns: Puzzle = "ABCDE\n".repeat(5).parse()?;
    /// assert_eq!(columns.solutions(&Marks::new(5)).count(), 14);
    /// # Ok::<(), bezzel::notation::ReadError>(())
    /// ```
    pub fn solutions(&self, marks: &Marks) -> Solutions {
        let (problem, squares) = self.exact_cover(marks);
        Solutions {
            search: problem.search(),
            columns: vec![0; self.size() as usize],
            steps: 0,
            steps_before_sat: STEPS_BEFORE_SAT,
            hopes: Hopes {
                puzzle: self.clone(),
                squares,
                found: Vec::new(),
                sat: None,
                asked: 0,
            },
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
        let mut problem = ExactCover::new(3 * n, windows).expect("few items");
        // The generator does this for every change of a board.
        let options = (n * n) as usize;
        problem.reserve(options, MAX_ITEMS * options);
        let mut squares = Vec::with_capacity(options);
        let mut items = Vec::with_capacity(MAX_ITEMS);
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
            problem.add_option(&items).expect("different items");
            squares.push(square);
        }
        (problem, squares)
    }
}

/// The solutions of a puzzle, in the order of the exact-cover search.
///
/// ```
/// use bezzel::Advance;
/// use bezzel::puzzle::Marks;
/// # let puzzle: bezzel::puzzle::Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// let mut solutions = puzzle.solutions(&Marks::new(5));
/// assert_eq!(solutions.advance(1000), Advance::Solution(&[2, 0, 4, 1, 3]));
/// assert_eq!(solutions.advance(1000), Advance::End);
/// # Ok::<(), bezzel::notation::ReadError>(())
/// ```
pub struct Solutions {
    search: Search,
    columns: Vec<u32>,
    /// Steps of the exact-cover search since the last solution or answer of the SAT solver.
    steps: u64,
    steps_before_sat: u64,
    hopes: Hopes,
}

impl Solutions {
    /// Continues the search for at most `steps` steps of the exact-cover search, or about as many
    /// decisions of the SAT solver, but not fewer than some thousand.
    pub fn advance(&mut self, mut steps: u64) -> Advance<'_> {
        while steps > 0 {
            if self.steps >= self.steps_before_sat {
                let chosen: Vec<u32> = self.search.chosen().collect();
                match self.hopes.first_vain(&chosen, &mut steps) {
                    Some(Vain::FirstOf(queens)) => self.search.leave(queens),
                    Some(Vain::None) => {}
                    None => return Advance::Paused,
                }
                self.steps = 0;
                continue;
            }
            let part = steps.min(self.steps_before_sat - self.steps);
            match self.search.advance(part) {
                Advance::Solution(options) => {
                    for &option in options {
                        let square = self.hopes.squares[option as usize];
                        self.columns[square.row as usize] = square.column;
                    }
                    self.hopes.exclude(options);
                    self.steps = 0;
                    return Advance::Solution(&self.columns);
                }
                Advance::Paused => (self.steps, steps) = (self.steps + part, steps - part),
                Advance::End => return Advance::End,
            }
        }
        Advance::Paused
    }
}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions")
            .field("puzzle", &self.hopes.puzzle)
            .finish_non_exhaustive()
    }
}

/// Finds queens of the exact-cover search with which there is no further solution.
struct Hopes {
    puzzle: Puzzle,
    /// The square of each option.
    squares: Vec<Square>,
    /// The options of the first solutions.
    found: Vec<Vec<u32>>,
    /// Created when it is first asked.
    sat: Option<Sat>,
    /// With this many of the chosen queens there is a further solution, or it is not known.
    asked: usize,
}

/// The fewest first queens with which there is no further solution.
enum Vain {
    FirstOf(usize),
    /// There is one with all queens.
    None,
}

impl Hopes {
    fn exclude(&mut self, solution: &[u32]) {
        if self.found.len() == MAX_EXCLUDED {
            return;
        }
        if let Some(sat) = &mut self.sat {
            sat.exclude(solution);
        }
        self.found.push(solution.to_vec());
    }

    /// Returns `None` if the steps do not suffice. The next call, for the same queens, continues.
    fn first_vain(&mut self, chosen: &[u32], steps: &mut u64) -> Option<Vain> {
        let sat = self.sat.get_or_insert_with(|| {
            let mut sat = Sat::new(&self.puzzle, &self.squares);
            self.found.iter().for_each(|solution| sat.exclude(solution));
            sat
        });
        while self.asked <= chosen.len() {
            match sat.answer(&chosen[..self.asked], steps) {
                Answer::Possible => self.asked += 1,
                Answer::Impossible => return Some(Vain::FirstOf(std::mem::take(&mut self.asked))),
                Answer::Unknown => return None,
            }
            // The queens that the found solution has too need no further question.
            let placed = |queens: usize| chosen.get(queens - 1);
            while placed(self.asked).is_some_and(|&queen| sat.has_queen(queen)) {
                self.asked += 1;
            }
        }
        self.asked = 0;
        Some(Vain::None)
    }
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        next_placement(self, Self::advance)
    }
}

impl std::iter::FusedIterator for Solutions {}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

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
                        let mut columns: Vec<Square> = queens.collect();
                        columns.sort_by_key(|queen| queen.row);
                        Placement::from_columns(columns.iter().map(|queen| queen.column)).unwrap()
                    })
                    .collect();
                several += usize::from(all.len() > 1);
                for steps_before_sat in [1, 7, 50] {
                    let mut solutions = puzzle.solutions(&marks);
                    solutions.steps_before_sat = steps_before_sat;
                    assert!(solutions.eq(all.iter().cloned()), "{puzzle}");
                }
            }
        }
        assert!(several > 10);
    }
}
