//! A SAT solver that finds out if some queens are part of a solution.
//!
//! A variable stands for each square that may have a queen, and for each intersection of a region
//! with a row or a column. Rows, columns and regions have exactly one of their squares, and a region
//! exactly one of its rows and columns, a row or column exactly one of the regions. The variables of
//! intersections follow from the clauses of squares, but clauses that are learnt of them are short: without
//! them, boards of 24 rows take a hundred times as long.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use bezzel::Square;

use crate::{Puzzle, Unit};

/// The decisions that a call makes if there are no more than these left to make.
const MIN_DECISIONS: u64 = 1 << 14;

/// The decisions that are left, and stops the solver after them.
struct Decisions(Cell<u64>);

impl Callbacks for Decisions {
    fn stop(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }
}

/// What the SAT solver found within its limits.
pub(crate) enum Answer {
    /// There is a solution with the assumed queens, among others.
    Possible,
    /// No solution has the assumed queens.
    Impossible,
    /// The decisions were too few for an answer. The next call continues.
    Unknown,
}

/// The solver with the clauses of a puzzle.
pub(crate) struct Sat {
    solver: Solver<Decisions>,
    /// The literals of the squares, in their order.
    queens: Vec<Lit>,
}

impl Sat {
    /// Creates the solver of the solutions with queens on some of these squares.
    pub(crate) fn new(puzzle: &Puzzle, squares: &[Square]) -> Self {
        let decisions = Decisions(Cell::new(u64::MAX));
        let mut solver = Solver::new(SolverOpts::default(), decisions);
        let queens = squares.iter().map(|_| new_literal(&mut solver));
        let mut sat = Self {
            queens: queens.collect(),
            solver,
        };
        for unit in puzzle.units() {
            let of_unit = sat.literals(squares, |square| puzzle.is_in(square, unit));
            sat.clause(of_unit.clone());
            // That regions have at most one follows from their rows and columns.
            if !matches!(unit, Unit::Region(_)) {
                sat.at_most_one(&of_unit);
            }
        }
        for (at, &square) in squares.iter().enumerate() {
            for (other, &touching) in squares[..at].iter().enumerate() {
                if crate::touch(square, touching) {
                    sat.clause(vec![!sat.queens[at], !sat.queens[other]]);
                }
            }
        }
        for line in [Unit::Row, Unit::Column] {
            sat.add_intersections(puzzle, squares, line);
        }
        sat
    }

    /// Returns the literals of the squares for which `is_wanted` returns true.
    fn literals(&self, squares: &[Square], is_wanted: impl Fn(Square) -> bool) -> Vec<Lit> {
        let queens = self.queens.iter().zip(squares);
        let wanted = queens.filter(|&(_, &square)| is_wanted(square));
        wanted.map(|(&queen, _)| queen).collect()
    }

    fn clause(&mut self, mut literals: Vec<Lit>) {
        self.solver.add_clause_reuse(&mut literals);
    }

    fn at_most_one(&mut self, literals: &[Lit]) {
        for (at, &first) in literals.iter().enumerate() {
            for &second in &literals[..at] {
                self.clause(vec![!first, !second]);
            }
        }
    }

    /// Adds the variables of the intersections of regions with rows or columns, and their clauses.
    fn add_intersections(&mut self, puzzle: &Puzzle, squares: &[Square], line: fn(u32) -> Unit) {
        let n = puzzle.size();
        let mut of_regions = vec![Vec::new(); n as usize];
        for at in 0..n {
            let mut of_line = Vec::new();
            for (region, of_region) in (0..).zip(&mut of_regions) {
                let is_common = |square| {
                    puzzle.is_in(square, line(at)) && puzzle.is_in(square, Unit::Region(region))
                };
                let common = self.literals(squares, is_common);
                if let Some(literal) = self.one_of(common) {
                    of_line.push(literal);
                    of_region.push(literal);
                }
            }
            self.at_most_one(&of_line);
            self.clause(of_line);
        }
        for of_region in of_regions {
            self.at_most_one(&of_region);
            self.clause(of_region);
        }
    }

    /// Returns a literal that is true if one of the given ones is, or `None` if there are none.
    fn one_of(&mut self, mut literals: Vec<Lit>) -> Option<Lit> {
        if literals.len() < 2 {
            return literals.pop();
        }
        let any = new_literal(&mut self.solver);
        for &literal in &literals {
            self.clause(vec![!literal, any]);
        }
        literals.push(!any);
        self.clause(literals);
        Some(any)
    }

    /// Finds out if there is a solution with queens on the squares of these indices. Takes from
    /// `decisions` as many as it makes.
    pub(crate) fn answer(&mut self, placed: &[u32], decisions: &mut u64) -> Answer {
        let placed: Vec<Lit> = placed.iter().map(|&at| self.queens[at as usize]).collect();
        let most = (*decisions).max(MIN_DECISIONS);
        self.solver.cb_mut().0.set(most);
        let answer = self.solver.solve_limited(&placed);
        let left = self.solver.cb_mut().0.get();
        *decisions = decisions.saturating_sub(most - left);
        if answer == lbool::TRUE {
            Answer::Possible
        } else if answer == lbool::FALSE {
            Answer::Impossible
        } else {
            Answer::Unknown
        }
    }

    /// Returns true if the last solution has a queen on the square of this index.
    pub(crate) fn has_queen(&self, at: u32) -> bool {
        self.solver.value_lit(self.queens[at as usize]) == lbool::TRUE
    }

    /// Leaves out the solution with queens on the squares of these indices.
    pub(crate) fn exclude(&mut self, solution: &[u32]) {
        let queens = solution.iter().map(|&at| !self.queens[at as usize]);
        self.clause(queens.collect());
    }
}

fn new_literal(solver: &mut Solver<Decisions>) -> Lit {
    let variable: Var = solver.new_var_default();
    Lit::new(variable, true)
}
