//! Expected cost of a unit, computed before anything is counted.
//!
//! The model treats queens as if each were on a random square of its row, independent of the
//! others. A list of placements on q columns then has q! entries, times the probability that no
//! two of them share a diagonal. Only for the columns Ce, which are the same for all units of a
//! subproblem, does it use the true distances. The lengths of the lists give the time of the
//! expand and finish phases in nanoseconds on one core.
//!
//! Expected costs decide where a plan splits its subproblems, so they must be the same on every
//! machine. The model therefore uses only operations that IEEE 754 rounds exactly: `+`, `−`,
//! `×`, `÷` and comparisons. A change of any expected cost needs a new
//! [`PLAN_VERSION`](crate::PLAN_VERSION).
//!
//! On a core with AVX-512 the measured time is mostly within a factor of 2 of the expected cost.

use crate::colour::constraint::Constraint;
use crate::colour::quarter::Quarter;
use crate::colour::sets;

/// Nanoseconds per test of a placement against a square.
const TEST_NS: f64 = 0.1;
/// Nanoseconds per list.
const LIST_NS: f64 = 6.0;
/// Nanoseconds per block of 32 placements and column pair.
const PAIR_NS: f64 = 0.5;
/// Nanoseconds per block of 32 placements.
const BLOCK_NS: f64 = 20.0;
/// Nanoseconds per final column set.
const CELL_NS: f64 = 0.5;

/// Nodes of the cover on the last level, per row set.
const NODES_PER_ROW_SET: f64 = 0.075;
/// Nodes of the cover on one level, per node on the next.
const NODE_RATIO_PER_LEVEL: f64 = 0.63;

/// Cost model of one n and one number a of queens on EE.
pub(super) struct CostModel {
    black: ColourCost,
    white: ColourCost,
}

/// Both quarters of one colour.
struct ColourCost {
    first: Quarter,
    second: Quarter,
    /// Number of queens on the second quarter.
    queens: u32,
    /// For each column of the first quarter: the fractions of the squares of the second quarter
    /// that a queen in that column attacks along its anti-diagonal and its diagonal.
    attacked: Vec<[f64; 2]>,
    /// The fractions of the squares of each quarter that are neither blocked nor attacked by a
    /// placed queen, 1 on a board without constraints.
    allowed: [f64; 2],
}

impl CostModel {
    pub fn new(n: u32, a: u32, constraint: Option<&Constraint>) -> Self {
        let quarter = |rows, columns| match constraint {
            None => Quarter::new(n, rows, columns),
            Some(constraint) => constraint.quarter(rows, columns),
        };
        let initial = |white| constraint.map_or(0, |some| some.initial(white));
        let taken = |white| constraint.map_or(0, |some| some.taken(white)[0].count_ones());
        let (black, white) = (a - n % 2, n.div_ceil(2) - a);
        let (black, white) = (
            black - taken(false).min(black),
            white - taken(true).min(white),
        );
        let [ee, oe] = [quarter(false, false), quarter(true, false)];
        let [oo, eo] = [quarter(true, true), quarter(false, true)];
        Self {
            black: ColourCost::new([ee, oo], black, initial(false)),
            white: ColourCost::new([oe, eo], white, initial(true)),
        }
    }

    /// Returns the nanoseconds for one pair (Re, Ro) with this Ce and all of `finals` sets Co.
    pub fn pair(&self, ce: u32, finals: usize) -> f64 {
        let others = sets::full(self.white.first.columns()) & !ce;
        // Two colours, each with its part of the tables.
        self.black.cost(ce) + self.white.cost(others) + 2.0 * CELL_NS * finals as f64
    }
}

impl ColourCost {
    fn new([first, second]: [Quarter; 2], queens: u32, initial: u64) -> Self {
        let squares = squares(&second);
        let allowed = [&self::squares(&first), &squares].map(|squares| {
            let allowed = squares.iter().filter(|&square| square & initial == 0);
            (allowed.count().max(1) as f64) / (squares.len().max(1) as f64)
        });
        let all = (first.rows() as usize * squares.len()).max(1) as f64;
        let attacked = (0..first.columns()).map(|column| {
            let mut attacked = [0.0; 2];
            for row in 0..first.rows() {
                let queen = first.diagonals(row, column);
                for square in &squares {
                    let shared = queen & square & !initial;
                    attacked[0] += f64::from(shared as u32 != 0) / all;
                    attacked[1] += f64::from(shared >> 32 != 0) / all;
                }
            }
            attacked
        });
        Self {
            first,
            second,
            queens,
            attacked: attacked.collect(),
            allowed,
        }
    }

    /// Returns the fraction of the second quarter that queens on these columns do not attack.
    /// Their diagonals are distinct, so the attacked squares of one direction add up.
    fn free(&self, columns: u32) -> f64 {
        let attacked = |direction: usize| -> f64 {
            let columns = sets::elements(columns);
            columns
                .map(|column| self.attacked[column as usize][direction])
                .sum()
        };
        ((1.0 - attacked(0)) * (1.0 - attacked(1)) * self.allowed[1]).max(0.01)
    }

    /// Returns the expected number of placements on these columns of the first quarter, for one
    /// row set.
    fn starts(&self, columns: u32) -> f64 {
        let mut starts = 1.0;
        for (placed, right) in sets::elements(columns).enumerate() {
            starts *= (placed as f64 + 1.0) * self.allowed[0];
            for left in sets::elements(columns).take(placed) {
                starts *= 1.0 - same_distance(self.first.rows(), right - left);
            }
        }
        starts
    }

    fn cost(&self, columns: u32) -> f64 {
        let width = self.second.columns();
        let free = self.free(columns);
        let apart = 1.0 - sharing(self.second.rows(), width);
        let mut entries = self.starts(columns);
        let mut cost = 0.0;
        let last = self.queens.saturating_sub(2);
        for depth in 1..=last {
            let nodes = NODES_PER_ROW_SET * power(NODE_RATIO_PER_LEVEL, last - depth);
            let tests = entries * f64::from(width + 1 - depth);
            let lists = sets::binomial(width, depth) as f64;
            cost += nodes * (TEST_NS * tests + LIST_NS * lists);
            entries = tests * free * power(apart, depth - 1);
        }
        let open = f64::from(width - last.min(width));
        let blocks = entries / 32.0 + sets::binomial(width, last) as f64 / 4.0;
        cost + NODES_PER_ROW_SET * blocks * (BLOCK_NS + PAIR_NS * open * (open - 1.0) / 2.0)
    }
}

/// Returns the diagonals of all squares.
fn squares(quarter: &Quarter) -> Vec<u64> {
    let columns = quarter.columns();
    let rows = 0..quarter.rows();
    rows.flat_map(|i| (0..columns).map(move |j| quarter.diagonals(i, j)))
        .collect()
}

/// Returns `base` to the power of `exponent` by repeated multiplication: the precision of
/// `powf` and `powi` is unspecified.
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// Returns the probability that two rows of a quarter have this distance.
fn same_distance(rows: u32, distance: u32) -> f64 {
    let rows = f64::from(rows);
    let distance = f64::from(distance);
    (2.0 * (rows - distance) / (rows * (rows - 1.0))).clamp(0.0, 1.0)
}

/// Returns the probability that two queens in different rows and columns share a diagonal.
fn sharing(rows: u32, columns: u32) -> f64 {
    (1..rows.min(columns))
        .map(|distance| same_distance(rows, distance) * same_distance(columns, distance))
        .sum()
}
