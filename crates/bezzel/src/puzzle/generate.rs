//! Puzzles with exactly one solution.
//!
//! An attempt draws a placement without touching queens and grows a region from each queen. While
//! there is another solution, one of its squares moves to a neighbouring region, which breaks that
//! solution and keeps the intended one. The attempt fails when no move keeps all regions connected,
//! after 20 n moves, or when the puzzle does not have the wanted grade.

use super::other::other_solution;
use super::random::Random;
use super::{Grade, Puzzle, PuzzleError, check_size, edge_neighbours, squares};
use crate::{Placement, Square};

/// The smallest board of a generated puzzle.
pub const MIN_GENERATED_SIZE: u32 = 5;

/// The largest board of a generated puzzle.
pub const MAX_GENERATED_SIZE: u32 = 12;

const MOVES_PER_ROW: u32 = 20;

/// A puzzle with its only solution.
///
/// ```
/// use bezzel::puzzle::{Generator, Grade, SolutionCount};
/// let mut easy = Generator::new(5, 1)?.with_grade(Grade::Easy);
/// let generated = easy.generate(&|| false).unwrap();
/// assert_eq!((generated.puzzle.size(), generated.grade), (5, Grade::Easy));
/// assert_eq!(generated.puzzle.solve(), SolutionCount::One(generated.solution));
/// # Ok::<(), bezzel::puzzle::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Placement,
    /// Its grade.
    pub grade: Grade,
}

/// A source of random puzzles, each with exactly one solution.
///
/// Size, seed and grade determine the sequence of puzzles, in every version of this crate.
///
/// ```
/// use bezzel::puzzle::{Generator, SolutionCount};
/// let mut generator = Generator::new(6, 2024)?;
/// let generated = generator.generate(&|| false).unwrap();
/// assert_eq!(generated.puzzle.solve(), SolutionCount::One(generated.solution));
/// assert_eq!(generated.puzzle.grade(), Some(generated.grade));
/// # Ok::<(), bezzel::puzzle::PuzzleError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Generator {
    n: u32,
    grade: Option<Grade>,
    random: Random,
}

impl Generator {
    /// Creates a generator of puzzles of any grade. Fails for n outside [`MIN_GENERATED_SIZE`] to
    /// [`MAX_GENERATED_SIZE`].
    pub fn new(n: u32, seed: u64) -> Result<Self, PuzzleError> {
        check_size(n, MIN_GENERATED_SIZE, MAX_GENERATED_SIZE)?;
        Ok(Self {
            n,
            grade: None,
            random: Random::new(seed),
        })
    }

    /// Restricts the generator to one grade. Small boards rarely need the complex rules, and large
    /// ones are rarely easy.
    pub fn with_grade(mut self, grade: Grade) -> Self {
        self.grade = Some(grade);
        self
    }

    /// Makes attempts until one succeeds. Returns `None` if `should_stop`, which is called before
    /// each attempt, returned true.
    pub fn generate(&mut self, should_stop: &dyn Fn() -> bool) -> Option<GeneratedPuzzle> {
        while !should_stop() {
            if let Some(generated) = self.attempt() {
                return Some(generated);
            }
        }
        None
    }

    /// Makes one attempt.
    pub fn attempt(&mut self) -> Option<GeneratedPuzzle> {
        let queens = self.placement();
        let mut puzzle = self.grow_regions(&queens);
        let solution = Placement::from_columns(queens.iter().copied()).expect("columns below n");
        for _ in 0..MOVES_PER_ROW * self.n {
            let Some(other) = other_solution(&puzzle, &queens) else {
                return self.finish(&puzzle, solution);
            };
            self.break_solution(&mut puzzle, &queens, &other)?;
        }
        None
    }

    /// Returns the puzzle with its regions in their final order, if it has the wanted grade.
    fn finish(&self, puzzle: &Puzzle, solution: Placement) -> Option<GeneratedPuzzle> {
        let regions: Vec<u32> = puzzle.regions().collect();
        let puzzle = Puzzle::new(self.n, &regions).expect("connected regions");
        let grade = puzzle.grade()?;
        let wanted = self.grade.is_none_or(|wanted| wanted == grade);
        wanted.then_some(GeneratedPuzzle {
            puzzle,
            solution,
            grade,
        })
    }

    /// Draws the columns of queens that do not touch, one in each row and column.
    fn placement(&mut self) -> Vec<u32> {
        let mut columns = Vec::new();
        let found = self.extend(&mut columns);
        assert!(found, "there are placements for n > 3");
        columns
    }

    fn extend(&mut self, columns: &mut Vec<u32>) -> bool {
        if columns.len() == self.n as usize {
            return true;
        }
        let last = columns.last().copied();
        let mut candidates: Vec<u32> = (0..self.n)
            .filter(|column| !columns.contains(column))
            .filter(|column| last.is_none_or(|last| last.abs_diff(*column) > 1))
            .collect();
        self.random.shuffle(&mut candidates);
        candidates.into_iter().any(|column| {
            columns.push(column);
            let found = self.extend(columns);
            if !found {
                columns.pop();
            }
            found
        })
    }

    /// Gives random squares to neighbouring regions, from one queen in each region, until none is
    /// left.
    fn grow_regions(&mut self, queens: &[u32]) -> Puzzle {
        const NONE: u8 = u8::MAX;
        let n = self.n;
        let mut puzzle = Puzzle {
            n,
            regions: vec![NONE; (n * n) as usize],
        };
        let mut border: Vec<(Square, u8)> = Vec::new();
        for (row, &column) in (0..n).zip(queens) {
            let queen = Square::new(row, column);
            let index = puzzle.index(queen);
            puzzle.regions[index] = row as u8;
            border.extend(edge_neighbours(n, queen).map(|next| (next, row as u8)));
        }
        while !border.is_empty() {
            let (square, region) = border.swap_remove(self.random.below(border.len()));
            let index = puzzle.index(square);
            if puzzle.regions[index] == NONE {
                puzzle.regions[index] = region;
                border.extend(edge_neighbours(n, square).map(|next| (next, region)));
            }
        }
        puzzle
    }

    /// Moves a square of `other`, which is not in the intended solution, to a neighbouring region.
    /// Returns `None` if every move would cut a region.
    fn break_solution(
        &mut self,
        puzzle: &mut Puzzle,
        queens: &[u32],
        other: &Placement,
    ) -> Option<()> {
        let mut moves: Vec<(Square, u8)> = other
            .queens()
            .filter(|square| queens[square.row as usize] != square.column)
            .flat_map(|square| edge_neighbours(self.n, square).map(move |next| (square, next)))
            .map(|(square, next)| (square, puzzle.regions[puzzle.index(next)]))
            .filter(|&(square, region)| puzzle.regions[puzzle.index(square)] != region)
            .collect();
        self.random.shuffle(&mut moves);
        let (square, region) = moves
            .into_iter()
            .find(|&(square, _)| stays_connected(puzzle, square))?;
        let index = puzzle.index(square);
        puzzle.regions[index] = region;
        Some(())
    }
}

/// Returns true if the region of `removed`, which has other squares, is connected without it.
fn stays_connected(puzzle: &Puzzle, removed: Square) -> bool {
    let region = puzzle.region(removed);
    let rest =
        || squares(puzzle.n).filter(|&square| square != removed && puzzle.region(square) == region);
    let mut connected = vec![false; puzzle.regions.len()];
    // As if it were reached already, so that no path goes through it.
    connected[puzzle.index(removed)] = true;
    if let Some(first) = rest().next() {
        puzzle.mark_connected(first, &mut connected);
    }
    rest().all(|square| connected[puzzle.index(square)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Marks;

    /// The first of several solutions, the only one, and none but the known one.
    #[test]
    fn other_solutions_are_those_of_the_exact_cover_search() {
        let mut last = [0; 2];
        for n in MIN_GENERATED_SIZE..=MAX_GENERATED_SIZE {
            for seed in 0..4 {
                let mut generator = Generator::new(n, seed).unwrap();
                let queens = generator.placement();
                let solution = Placement::from_columns(queens.iter().copied()).unwrap();
                let mut puzzle = generator.grow_regions(&queens);
                for _ in 0..MOVES_PER_ROW * n {
                    let found = other_solution(&puzzle, &queens);
                    let mut solutions = puzzle.solutions(&Marks::new(n));
                    assert_eq!(
                        found,
                        solutions.find(|other| *other != solution),
                        "{puzzle}"
                    );
                    let broken = found
                        .as_ref()
                        .and_then(|other| generator.break_solution(&mut puzzle, &queens, other));
                    if broken.is_none() {
                        last[usize::from(found.is_none())] += 1;
                        break;
                    }
                }
            }
        }
        assert!(last.iter().all(|&count| count > 0), "{last:?}");
    }
}
