//! Queens of the exact-cover search with which there is no further solution.

use bezzel::Square;

use crate::Puzzle;
use crate::sat::{Answer, Sat};

/// Solutions that the SAT solver leaves out, so that it can find out that there are no others.
const MAX_EXCLUDED: usize = 1000;

/// Finds dead ends of the exact-cover search, which has taken many steps without a solution.
pub(crate) struct DeadEnds {
    puzzle: Puzzle,
    /// The square of each option.
    squares: Vec<Square>,
    /// The options of the first solutions.
    solutions: Vec<Vec<u32>>,
    /// Created when it is first asked.
    sat: Option<Sat>,
    /// Steps of the exact-cover search since the last solution or answer.
    steps: u64,
    pub(crate) steps_before_sat: u64,
    /// The number of first queens of the next question.
    asked: usize,
}

/// The answer for the queens that the exact-cover search has placed.
pub(crate) enum Found {
    /// There is no further solution with this many of the first queens, but with one less there is.
    WithFirst(usize),
    /// There is a further solution with all of them.
    None,
    /// The steps do not suffice. The next call, for the same queens, continues.
    Unknown,
}

impl DeadEnds {
    pub(crate) fn new(puzzle: &Puzzle, squares: &[Square], steps_before_sat: u64) -> Self {
        Self {
            puzzle: puzzle.clone(),
            squares: squares.to_vec(),
            solutions: Vec::new(),
            sat: None,
            steps: 0,
            steps_before_sat,
            asked: 0,
        }
    }

    /// Adds steps of the exact-cover search without a solution.
    pub(crate) fn add_steps(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// Returns true after many steps without a solution.
    pub(crate) fn are_likely(&self) -> bool {
        self.steps >= self.steps_before_sat
    }

    /// Leaves out a solution that the exact-cover search has found.
    pub(crate) fn exclude(&mut self, solution: &[u32]) {
        self.steps = 0;
        if self.solutions.len() == MAX_EXCLUDED {
            return;
        }
        if let Some(sat) = &mut self.sat {
            sat.exclude(solution);
        }
        self.solutions.push(solution.to_vec());
    }

    /// Finds the fewest of the first `chosen` options with which there is no further solution. Takes from
    /// `steps` the decisions of the SAT solver.
    pub(crate) fn find(&mut self, chosen: &[u32], steps: &mut u64) -> Found {
        let sat = self.sat.get_or_insert_with(|| {
            let mut sat = Sat::new(&self.puzzle, &self.squares);
            let solutions = self.solutions.iter();
            solutions.for_each(|solution| sat.exclude(solution));
            sat
        });
        let mut found = Found::None;
        while self.asked <= chosen.len() {
            match sat.answer(&chosen[..self.asked], steps) {
                Answer::Possible => self.asked += 1,
                Answer::Impossible => {
                    found = Found::WithFirst(self.asked);
                    break;
                }
                Answer::Unknown => return Found::Unknown,
            }
            // Queens that the solution of the SAT solver has too need no further question.
            let last = |queens: usize| chosen.get(queens - 1);
            while last(self.asked).is_some_and(|&queen| sat.has_queen(queen)) {
                self.asked += 1;
            }
        }
        (self.asked, self.steps) = (0, 0);
        found
    }
}
