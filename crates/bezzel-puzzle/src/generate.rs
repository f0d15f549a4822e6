//! Puzzles with exactly one solution.
//!
//! An attempt draws a placement without touching queens and grows a region from each queen, one of them
//! larger than the others. While there is another solution, one of its squares moves to a neighbouring
//! region, which breaks that solution and keeps the intended one. The attempt fails when every move would
//! cut a region or leave it one square, after 20 n moves, when a search for another solution of a board of more
//! than 12 rows takes long, or when the puzzle does not have the wanted grade.

use bezzel::shared::Random;
use bezzel::{Placement, Square};

use crate::other::{MAX_GENERATED_SIZE, Other, other_solution};
use crate::{Grade, Puzzle, PuzzleError, check_size, edge_neighbours};

/// The smallest board of a generated puzzle.
pub const MIN_GENERATED_SIZE: u32 = 5;

const MOVES_PER_ROW: u32 = 20;

/// Weights of the regions, which are given out at random: 1000 / k^1.15. With them the largest region has
/// on average about 38% of the squares, as in published puzzles of 11 rows.
const WEIGHTS: [usize; MAX_GENERATED_SIZE as usize] = [
    1000, 451, 283, 203, 157, 127, 107, 92, 80, 71, 63, 57, 52, 48, 44, 41,
];

/// One of this many regions does not get a second square before the others grow. So puzzles of 11 rows have
/// on average 0.3 regions of one square, as published ones.
const SECOND_OF: usize = 2;

/// A puzzle with its only solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// A puzzle with exactly one solution.
    pub puzzle: Puzzle,
    /// The only solution of the puzzle.
    pub solution: Placement,
    /// The most complex rule that a person needs.
    pub grade: Grade,
}

/// An endless iterator of random puzzles, each with exactly one solution.
///
/// Size, seed and grade determine the sequence of puzzles, in every version of this crate. To be able to
/// stop between attempts, call [`attempt`](Self::attempt).
///
/// ```
/// use bezzel_puzzle::{Generator, SolutionCount};
/// for generated in Generator::new(6, 2024)?.take(3) {
///     assert_eq!(generated.puzzle.solve(), SolutionCount::One(generated.solution));
///     assert_eq!(generated.puzzle.grade(), Some(generated.grade));
/// }
/// # Ok::<(), bezzel_puzzle::PuzzleError>(())
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

    /// Makes one attempt, which takes a few milliseconds, and at most about a tenth of a second for 16 rows. [`next`](Iterator::next) makes attempts
    /// until one succeeds.
    pub fn attempt(&mut self) -> Option<GeneratedPuzzle> {
        let queens = self.placement();
        let mut puzzle = self.grow_regions(&queens);
        let solution = Placement::from_columns(queens.iter().copied()).expect("columns below n");
        for _ in 0..MOVES_PER_ROW * self.n {
            match other_solution(&puzzle, &queens) {
                Other::Found(other) => self.break_solution(&mut puzzle, &queens, &other)?,
                Other::None => return self.finish(&puzzle, solution),
                Other::Unknown => return None,
            }
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

    /// Grows a region from each queen until no square is left. Regions of different weights compete, so
    /// that one becomes large.
    fn grow_regions(&mut self, queens: &[u32]) -> Puzzle {
        let mut growth = Growth::new(queens);
        let mut weights = WEIGHTS[..queens.len()].to_vec();
        self.random.shuffle(&mut weights);
        // Most regions have a second square, before others enclose them.
        for region in 0..queens.len() {
            if self.random.below(SECOND_OF) > 0 {
                growth.grow(region, &mut self.random);
            }
        }
        loop {
            let is_open = |&region: &usize| !growth.borders[region].is_empty();
            let open: Vec<usize> = (0..queens.len()).filter(is_open).collect();
            let total: usize = open.iter().map(|&region| weights[region]).sum();
            if total == 0 {
                return growth.puzzle;
            }
            let mut drawn = self.random.below(total);
            let region = open.into_iter().find(|&region| {
                let is_it = drawn < weights[region];
                drawn = drawn.wrapping_sub(weights[region]);
                is_it
            });
            growth.grow(region.expect("a number below the total"), &mut self.random);
        }
    }

    /// Moves a square of `other`, which is not in the intended solution, to a neighbouring region.
    /// Returns `None` if every move would cut a region or leave it one square.
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
            .find(|&(square, _)| can_leave(puzzle, square))?;
        let index = puzzle.index(square);
        puzzle.regions[index] = region;
        Some(())
    }
}

impl Iterator for Generator {
    type Item = GeneratedPuzzle;

    fn next(&mut self) -> Option<GeneratedPuzzle> {
        loop {
            if let Some(generated) = self.attempt() {
                return Some(generated);
            }
        }
    }
}

/// Regions that grow, one square at a time.
struct Growth {
    puzzle: Puzzle,
    /// Squares next to each region, which other regions may have taken since.
    borders: Vec<Vec<Square>>,
}

impl Growth {
    const NONE: u8 = u8::MAX;

    /// Starts regions of one square, each at a queen.
    fn new(queens: &[u32]) -> Self {
        let n = queens.len() as u32;
        let mut growth = Self {
            puzzle: Puzzle {
                n,
                regions: vec![Self::NONE; (n * n) as usize],
            },
            borders: vec![Vec::new(); n as usize],
        };
        for (region, &column) in queens.iter().enumerate() {
            growth.take(region, Square::new(region as u32, column));
        }
        growth
    }

    fn take(&mut self, region: usize, square: Square) {
        let index = self.puzzle.index(square);
        self.puzzle.regions[index] = region as u8;
        self.borders[region].extend(edge_neighbours(self.puzzle.n, square));
    }

    /// Gives a random square of its border to a region, if one is left.
    fn grow(&mut self, region: usize, random: &mut Random) {
        while !self.borders[region].is_empty() {
            let at = random.below(self.borders[region].len());
            let square = self.borders[region].swap_remove(at);
            if self.puzzle.regions[self.puzzle.index(square)] == Self::NONE {
                return self.take(region, square);
            }
        }
    }
}

/// Returns true if the region of `removed` keeps several squares without it, which are connected.
fn can_leave(puzzle: &Puzzle, removed: Square) -> bool {
    let region = puzzle.region(removed);
    let rest = || {
        Square::all(puzzle.n).filter(|&square| square != removed && puzzle.region(square) == region)
    };
    if rest().nth(1).is_none() {
        return false;
    }
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
    use crate::Marks;

    /// Equal placements are as frequent for neighbouring seeds as for independent ones.
    #[test]
    fn neighbouring_seeds_give_independent_placements() {
        const SEEDS: usize = 20_000;
        let placement = |seed| Generator::new(5, seed).unwrap().placement();
        let drawn: Vec<Vec<u32>> = (0..SEEDS as u64).map(placement).collect();
        let mut shares = std::collections::HashMap::new();
        for columns in &drawn {
            *shares.entry(columns).or_insert(0.0) += 1.0 / SEEDS as f64;
        }
        assert_eq!(shares.len(), 14);
        let expected: f64 = shares.values().map(|share| share * share).sum();
        for apart in [1, 2, 8] {
            let pairs = drawn.iter().zip(&drawn[apart..]);
            let equal = pairs.filter(|(first, second)| first == second).count();
            let share = equal as f64 / (SEEDS - apart) as f64;
            let standard_error = (expected / SEEDS as f64).sqrt();
            assert!(
                (share - expected).abs() < 4.0 * standard_error,
                "{apart}: {share}, not {expected}"
            );
        }
    }

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
                    let found = match other_solution(&puzzle, &queens) {
                        Other::Found(other) => Some(other),
                        Other::None => None,
                        Other::Unknown => break,
                    };
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
