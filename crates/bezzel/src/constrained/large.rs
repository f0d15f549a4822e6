//! Completions of boards that do not fit the bit masks, up to n = 1000.
//!
//! A local search, which swaps the columns of two rows, finds completions of boards with much
//! freedom quickly, but proves nothing. When it finds no further completion, a SAT solver takes
//! over, which also proves that there is none.

use std::collections::HashSet;
use std::ops::ControlFlow;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::{ConstrainedBoard, SatInstance, Square};
use crate::random::Random;
use crate::{Error, MAX_SAT_SIZE};

/// Swaps that the local search tries for each open row.
const SWAPS_PER_ROW: usize = 4000;
/// Swaps between two calls of a stop check, which take less than 10 ms.
const SWAPS_PER_STOP_CHECK: usize = 1 << 16;
/// Clauses between two calls of a stop check.
const CLAUSES_PER_STOP_CHECK: usize = 1 << 16;

/// Calls `each` with every completion, as
/// [`visit_completions`](ConstrainedBoard::visit_completions) does.
pub(super) fn visit(
    board: &ConstrainedBoard,
    should_stop: &dyn Fn() -> bool,
    each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Error> {
    if board.size() > MAX_SAT_SIZE {
        return Err(Error::TooLarge {
            n: board.size().into(),
            what: "completing a board",
            max: MAX_SAT_SIZE,
        });
    }
    if should_stop() {
        return Ok(ControlFlow::Break(()));
    }
    if board.contradiction().is_some() {
        return Ok(ControlFlow::Continue(()));
    }
    let mut found = HashSet::new();
    let mut swaps = Swaps::new(board);
    while let Some(columns) = swaps.search(should_stop) {
        if !found.insert(columns.clone()) {
            break;
        }
        if each(&columns).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    if should_stop() {
        return Ok(ControlFlow::Break(()));
    }
    let instance = board.sat_instance()?;
    let mut sat = Sat::new(&instance, should_stop);
    for columns in &found {
        sat.exclude(columns);
    }
    loop {
        match sat.solve() {
            Some(Some(columns)) => {
                if each(&columns).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                sat.exclude(&columns);
            }
            Some(None) => return Ok(ControlFlow::Continue(())),
            None => return Ok(ControlFlow::Break(())),
        }
    }
}

/// A permutation of the open columns over the open rows, and its conflicts.
struct Swaps {
    n: usize,
    /// The columns of all rows.
    columns: Vec<u32>,
    open: Vec<u32>,
    /// The squares without a queen that are not blocked and not attacked by a placed queen.
    free: Vec<bool>,
    /// The queens on each diagonal and anti-diagonal, except placed ones.
    diagonals: Vec<u32>,
    anti_diagonals: Vec<u32>,
    random: Random,
}

impl Swaps {
    fn new(board: &ConstrainedBoard) -> Self {
        let n = board.size() as usize;
        let attacked = super::lines::Lines::of_queens(board.queens());
        let squares = (0..board.n).flat_map(|row| (0..board.n).map(move |c| Square::new(row, c)));
        let free = squares.map(|square| !attacked.contain(square) && !board.is_blocked(square));
        let mut columns = vec![u32::MAX; n];
        for queen in board.queens() {
            columns[queen.row as usize] = queen.column;
        }
        let open = (0..board.n).filter(|&row| columns[row as usize] == u32::MAX);
        Self {
            n,
            open: open.collect(),
            free: free.collect(),
            columns,
            diagonals: vec![0; 2 * n],
            anti_diagonals: vec![0; 2 * n],
            random: Random::new(0),
        }
    }

    /// Begins with a random permutation, and returns a completion if it finds one.
    fn search(&mut self, should_stop: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        self.shuffle();
        let mut cost: u32 = self.cost();
        let tries = SWAPS_PER_ROW * self.open.len();
        for swap in 1..=tries {
            if cost == 0 {
                return Some(self.columns.clone());
            }
            if swap.is_multiple_of(SWAPS_PER_STOP_CHECK) && should_stop() {
                return None;
            }
            let first = self.open[self.random.below(self.open.len())];
            if !self.is_in_conflict(first) {
                continue;
            }
            let second = self.open[self.random.below(self.open.len())];
            if first == second {
                continue;
            }
            let before = self.cost_of(first, second);
            self.exchange(first, second);
            let after = self.cost_of(first, second);
            if after > before {
                self.exchange(first, second);
            } else {
                cost = cost + after - before;
            }
        }
        (cost == 0).then(|| self.columns.clone())
    }

    fn shuffle(&mut self) {
        let mut taken = vec![false; self.n];
        let is_open: HashSet<u32> = self.open.iter().copied().collect();
        for row in (0..self.n as u32).filter(|row| !is_open.contains(row)) {
            taken[self.columns[row as usize] as usize] = true;
        }
        let mut columns: Vec<u32> = (0..self.n as u32)
            .filter(|&column| !taken[column as usize])
            .collect();
        self.random.shuffle(&mut columns);
        self.diagonals.fill(0);
        self.anti_diagonals.fill(0);
        for (&row, column) in self.open.iter().zip(columns) {
            self.columns[row as usize] = column;
            let [diagonal, anti_diagonal] = self.diagonals_of(row);
            self.diagonals[diagonal] += 1;
            self.anti_diagonals[anti_diagonal] += 1;
        }
    }

    fn diagonals_of(&self, row: u32) -> [usize; 2] {
        let (row, column) = (row as usize, self.columns[row as usize] as usize);
        [row + self.n - column, row + column]
    }

    fn is_misplaced(&self, row: u32) -> bool {
        !self.free[row as usize * self.n + self.columns[row as usize] as usize]
    }

    fn is_in_conflict(&self, row: u32) -> bool {
        let [diagonal, anti_diagonal] = self.diagonals_of(row);
        self.diagonals[diagonal] > 1
            || self.anti_diagonals[anti_diagonal] > 1
            || self.is_misplaced(row)
    }

    /// Returns the number of queens on squares that are not free, and of pairs on one diagonal.
    fn cost(&self) -> u32 {
        let misplaced = self.open.iter().filter(|&&row| self.is_misplaced(row));
        let lines = self.diagonals.iter().chain(&self.anti_diagonals);
        misplaced.count() as u32 + lines.map(|&queens| pairs(queens)).sum::<u32>()
    }

    /// Returns the part of the cost that moving the queens of two rows changes.
    fn cost_of(&self, first: u32, second: u32) -> u32 {
        let [first_lines, second_lines] = [first, second].map(|row| self.diagonals_of(row));
        let others = |own: usize, other: usize, queens: &[u32]| {
            // A pair of the two queens is counted once.
            queens[own] - 1 - u32::from(own == other)
        };
        let [mut cost, both] = [first, second].map(|row| u32::from(self.is_misplaced(row)));
        cost += both;
        cost += others(first_lines[0], second_lines[0], &self.diagonals);
        cost += others(second_lines[0], first_lines[0], &self.diagonals);
        cost += others(first_lines[1], second_lines[1], &self.anti_diagonals);
        cost += others(second_lines[1], first_lines[1], &self.anti_diagonals);
        cost + u32::from(first_lines[0] == second_lines[0])
            + u32::from(first_lines[1] == second_lines[1])
    }

    fn exchange(&mut self, first: u32, second: u32) {
        for row in [first, second] {
            let [diagonal, anti_diagonal] = self.diagonals_of(row);
            self.diagonals[diagonal] -= 1;
            self.anti_diagonals[anti_diagonal] -= 1;
        }
        self.columns.swap(first as usize, second as usize);
        for row in [first, second] {
            let [diagonal, anti_diagonal] = self.diagonals_of(row);
            self.diagonals[diagonal] += 1;
            self.anti_diagonals[anti_diagonal] += 1;
        }
    }
}

fn pairs(queens: u32) -> u32 {
    queens * queens.saturating_sub(1) / 2
}

/// The stop check of the solver.
struct Stop<'a>(&'a dyn Fn() -> bool);

impl Callbacks for Stop<'_> {
    fn stop(&self) -> bool {
        (self.0)()
    }
}

/// The SAT solver.
struct Sat<'a> {
    instance: &'a SatInstance,
    solver: Solver<Stop<'a>>,
    variables: Vec<Var>,
    /// True if it was stopped before it had all clauses.
    is_stopped: bool,
}

impl<'a> Sat<'a> {
    fn new(instance: &'a SatInstance, should_stop: &'a dyn Fn() -> bool) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Stop(should_stop));
        let variables = (0..instance.variables()).map(|_| solver.new_var_default());
        let mut sat = Self {
            instance,
            variables: variables.collect(),
            solver,
            is_stopped: false,
        };
        for (at, clause) in instance.clauses().enumerate() {
            if at % CLAUSES_PER_STOP_CHECK == 0 && should_stop() {
                sat.is_stopped = true;
                break;
            }
            let literals = clause.iter().map(|&literal| {
                let variable = sat.variables[literal.unsigned_abs() as usize - 1];
                Lit::new(variable, literal > 0)
            });
            let mut literals: Vec<Lit> = literals.collect();
            sat.solver.add_clause_reuse(&mut literals);
        }
        sat
    }

    /// Returns the columns of a completion, `Some(None)` if there is none, or `None` if it was
    /// stopped.
    fn solve(&mut self) -> Option<Option<Vec<u32>>> {
        if self.is_stopped {
            return None;
        }
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::TRUE {
            let mut columns = vec![0; self.instance.n() as usize];
            for (variable, square) in self.variables.iter().zip(self.instance.squares()) {
                if self.solver.value_var(*variable) == lbool::TRUE {
                    columns[square.row as usize] = square.column;
                }
            }
            return Some(Some(columns));
        }
        (answer == lbool::FALSE).then_some(None)
    }

    /// Adds a clause that a completion violates.
    fn exclude(&mut self, columns: &[u32]) {
        let squares = self.variables.iter().zip(self.instance.squares());
        let queens = squares.filter(|(_, square)| columns[square.row as usize] == square.column);
        let mut literals: Vec<Lit> = queens
            .map(|(variable, _)| Lit::new(*variable, false))
            .collect();
        self.solver.add_clause_reuse(&mut literals);
    }
}
