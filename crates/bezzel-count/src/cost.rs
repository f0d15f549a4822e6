//! Weights and expected times of units, computed before anything is counted.
//!
//! All must be the same on every machine. The models therefore use only operations that IEEE 754
//! rounds exactly: `+`, `−`, `×`, `÷` and comparisons.
//!
//! # Weights
//!
//! The *weight* decides where a plan splits its subproblems; a change of any weight needs a new
//! [`PLAN_VERSION`](crate::PLAN_VERSION). It treats queens as if each were on a random square of its row,
//! independent of the others. A list of placements on q columns then has q! entries, times the probability
//! that no two of them share a diagonal. Only for the columns Ce, which are the same for all units of a
//! subproblem, does it use the true distances.
//!
//! # Expected time
//!
//! The *expected time* of a unit decides about order, progress, samples, methods, and how long covers are
//! searched. It may change with the speed of the counter. The queens of a placement on a quarter occupy distinct diagonals, so the
//! squares that they attack along one direction add up, and a square is free with probability
//!
//! ```text
//!   (1 − Σ attacked along anti-diagonals) · (1 − Σ attacked along diagonals)
//! ```
//!
//! One such factor for each queen gives the lengths of all lists. Weights multiply the probabilities of
//! all pairs instead, which makes the lists of crowded colours up to a thousand times too long.
//!
//! The quotients of expected and measured time, for n = 20 to 28 and each a (the number of queens on EE)
//! that takes 3% of the time or more, have a standard deviation of 21%
//! (`records/laboratory.md`).

use crate::colour::constraint::Constraint;
use crate::colour::groups::PAIRS_PER_GROUP;
use crate::colour::quarter::Quarter;
use crate::colour::sets::{self, LineSets};

/// Most rows and columns of a quarter whose start lists can share lists: all numbers of diagonals are
/// then below the bits with the number of the list.
pub(crate) const MAX_SHARED_LINES: u32 = 28;

/// Most placements of four start lists that share lists. For 64 / 128 / 256 / 600, n = 18 takes 0.65 /
/// 0.57 / 0.48 / 0.49 s, n = 20 9.6 / 9.3 / 8.7 / 8.5 s and n = 21 – / – / 33.9 / 35.1 s; without shared
/// lists 0.72, 10.2 and 34.4 s. Intel VM, 2026-11-22, AVX-512.
pub(crate) const MAX_SHARED_STARTS: usize = 256;

/// Nanoseconds per test of a placement against a square, in weights.
const TEST_NS: f64 = 0.1;
/// Nanoseconds per list that is made.
const LIST_NS: f64 = 6.0;
/// Nanoseconds per block of 32 placements and column pair.
const PAIR_NS: f64 = 0.5;
/// Nanoseconds per block of 32 placements.
const BLOCK_NS: f64 = 20.0;
/// Blocks that are not full, per list.
const PARTIAL_BLOCKS: f64 = 0.25;
/// Nanoseconds per final column set.
const CELL_NS: f64 = 0.5;

/// Nanoseconds per test and per list in the expected time: joins of two start lists at a time.
const SEPARATE_TIME: [f64; 2] = [0.3, 6.0];
/// The same for joins of four start lists that share lists.
const SHARED_TIME: [f64; 2] = [0.12, 0.0];

/// Nanoseconds per final column set, for both colours.
const CELL_TIME: f64 = 3.2;

/// Least expected fraction of squares that are free along one direction.
const MIN_FREE: f64 = 0.02;

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
    /// Number of placed queens on the first quarter.
    placed: u32,
    /// The same fraction of the first quarter, outside the rows and columns of these queens.
    allowed_besides: f64,
    /// Numbers of rows and columns of the second quarter without a placed queen.
    open: LineCounts,
    /// Those rows, from the centre on.
    rows: Vec<RowShares>,
    order: RowOrder,
}

/// Fractions of the squares of a row of the second quarter, in columns without a placed queen.
struct RowShares {
    /// Neither blocked nor attacked by a placed queen.
    allowed: f64,
    /// For each column of the first quarter: attacked by a queen there, along each direction.
    attacked: Vec<[f64; 2]>,
}

/// How expected times depend on the rows, fitted to the numbers of tests and finished placements of 250
/// units of n = 16 to 28.
struct RowOrder {
    /// How much earlier than others central rows are added: 0 to 1.
    centred: f64,
    /// Attacks between queens of the second quarter, relative to those between random squares.
    attacks: f64,
}

const BLACK: RowOrder = RowOrder {
    centred: 0.0,
    attacks: 0.93,
};
const WHITE: RowOrder = RowOrder {
    centred: 0.75,
    attacks: 1.03,
};

/// Numbers of rows and columns.
#[derive(Debug, Clone, Copy)]
struct LineCounts {
    rows: u32,
    columns: u32,
}

impl CostModel {
    pub fn new(a: u32, constraint: &Constraint) -> Self {
        let n = constraint.n();
        let colour = |white: bool, queens: u32, order| {
            let placed = [constraint.fixed(white), constraint.taken(white)];
            let queens = queens.saturating_sub(placed[1].rows.count_ones());
            // EE and OO for black, OE and EO for white.
            let quarters = [
                constraint.quarter(white, false),
                constraint.quarter(!white, true),
            ];
            ColourCost::new(quarters, queens, constraint.initial(white), placed, order)
        };
        Self {
            black: colour(false, a - n % 2, BLACK),
            white: colour(true, n.div_ceil(2) - a, WHITE),
        }
    }

    /// Returns the expected nanoseconds for one pair (Re, Ro) with this Ce and all of `finals` sets Co.
    pub fn time(&self, ce: u32, finals: usize) -> f64 {
        let others = sets::full(self.white.first.columns()) & !ce;
        self.black.time(ce) + self.white.time(others) + CELL_TIME * finals as f64
    }

    /// Returns the weight of such a pair, which splits subproblems.
    pub fn weight(&self, ce: u32, finals: usize) -> f64 {
        let others = sets::full(self.white.first.columns()) & !ce;
        // Two colours, each with its part of the tables.
        self.black.weight(ce) + self.white.weight(others) + 2.0 * CELL_NS * finals as f64
    }
}

impl ColourCost {
    /// `placed`: the rows and columns of placed queens on each quarter.
    fn new(
        [first, second]: [Quarter; 2],
        queens: u32,
        initial: u64,
        placed: [LineSets; 2],
        order: RowOrder,
    ) -> Self {
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
            placed: placed[0].rows.count_ones(),
            allowed_besides: allowed_besides(&first, initial, placed[0]),
            open: LineCounts {
                rows: second.rows() - placed[1].rows.count_ones(),
                columns: second.columns() - placed[1].columns.count_ones(),
            },
            rows: row_shares([&first, &second], initial, placed[1]),
            order,
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

    /// Returns whether start lists of this length share lists.
    fn shares_lists(&self, starts: f64) -> bool {
        let lines = self.second.rows() + self.second.columns();
        let are_short = 4.0 * starts <= MAX_SHARED_STARTS as f64;
        self.queens >= 2 && lines <= MAX_SHARED_LINES && are_short
    }

    /// Returns the weight of one start list on these columns, for one row set. Lists that start lists share
    /// and placed queens are like others.
    fn weight(&self, columns: u32) -> f64 {
        let (rows, width) = (self.second.rows(), self.second.columns());
        let mut entries = 1.0;
        for (before, right) in sets::elements(columns).enumerate() {
            entries *= (before as f64 + 1.0) * self.allowed[0];
            for left in sets::elements(columns).take(before) {
                entries *= 1.0 - same_distance(self.first.rows(), right - left);
            }
        }
        let free = self.free(columns);
        let apart = 1.0 - sharing(rows, width);
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
        let blocks = entries / 32.0 + sets::binomial(width, last) as f64 * PARTIAL_BLOCKS;
        let block = BLOCK_NS + PAIR_NS * open * (open - 1.0) / 2.0;
        cost + NODES_PER_ROW_SET * blocks * block
    }

    /// Returns the expected nanoseconds to join one start list on these columns, for one row set.
    fn time(&self, columns: u32) -> f64 {
        let LineCounts {
            rows,
            columns: width,
        } = self.open;
        let last = self.queens.saturating_sub(2);
        let starts = self.expected_starts(columns);
        let [test, list] = match self.shares_lists(starts) {
            true => SHARED_TIME,
            false => SEPARATE_TIME,
        };
        // Nodes of the last level and groups, for each row set.
        let row_pairs = sets::binomial(rows.saturating_sub(last), 2).max(1) as f64;
        let groups = 0.64 / PAIRS_PER_GROUP as f64 + 1.0 / row_pairs;
        let nodes = groups.min(2.6 / row_pairs);
        let above = |depth: u32| {
            let levels = (depth + 1..=last).map(f64::from);
            levels.fold(nodes, |nodes, level| nodes * level / (level + 2.5))
        };
        let attack = self.order.attacks * sharing(rows, width) / 2.0;
        let (mut entries, mut time) = (starts, 0.0);
        for depth in 1..=last {
            let tests = entries * f64::from(width.saturating_sub(depth - 1));
            let lists = sets::binomial(width, depth) as f64;
            time += above(depth) * (test * tests + list * lists);
            entries = tests * self.free_at(depth, columns, attack * f64::from(depth - 1));
        }
        let open = f64::from(width.saturating_sub(last));
        time + PAIR_NS * groups * entries / 32.0 * open * (open - 1.0).max(0.0) / 2.0
    }

    /// Returns the expected number of placements on these columns of the first quarter, for one
    /// row set.
    fn expected_starts(&self, columns: u32) -> f64 {
        let (rows, mut starts) = (self.first.rows(), 1.0);
        for (before, right) in sets::elements(columns).enumerate() {
            let left = sets::elements(columns).take(before);
            let attacked: f64 = left.map(|left| same_distance(rows, right - left)).sum();
            let free = (1.0 - attacked / 2.0).max(MIN_FREE);
            starts *= free * free;
            if let Some(before) = (before as u32).checked_sub(self.placed) {
                starts *= (f64::from(before) + 1.0) * self.allowed_besides;
            }
        }
        starts
    }

    /// Returns the expected fraction of free squares in the row that is added at this depth, where
    /// queens on these columns and queens of earlier rows attack. The latter attack the fraction
    /// `attacked` along each direction.
    fn free_at(&self, depth: u32, columns: u32, attacked: f64) -> f64 {
        let rows = self.rows.len() as f64;
        let ordered = (f64::from(depth) - 0.5) * rows / f64::from(self.queens);
        let centred = self.order.centred;
        let middle = centred * ordered + (1.0 - centred) * rows / 2.0;
        // The means of some rows around that place.
        let is_near = |row: usize| (row as f64 + 0.5 - middle).abs() <= 3.0;
        let near = || (self.rows.iter().enumerate()).filter(|(row, _)| is_near(*row));
        let mean = |share: &dyn Fn(&RowShares) -> f64| {
            let sum: f64 = near().map(|(_, row)| share(row)).sum();
            sum / near().count().max(1) as f64
        };
        let free = |direction: usize| {
            let by_starts = mean(&|row| {
                let columns = sets::elements(columns);
                columns
                    .map(|column| row.attacked[column as usize][direction])
                    .sum()
            });
            (1.0 - by_starts - attacked).max(MIN_FREE)
        };
        free(0) * free(1) * mean(&|row| row.allowed)
    }
}

/// Returns the fraction of the squares of a quarter outside these rows and columns that are neither
/// blocked nor attacked by a placed queen.
fn allowed_besides(quarter: &Quarter, initial: u64, placed: LineSets) -> f64 {
    let rows = sets::full(quarter.rows()) & !placed.rows;
    let columns = sets::full(quarter.columns()) & !placed.columns;
    let squares = sets::elements(rows)
        .flat_map(|row| sets::elements(columns).map(move |column| (row, column)));
    let all = (rows.count_ones() * columns.count_ones()).max(1);
    let allowed = squares.filter(|&(row, column)| quarter.diagonals(row, column) & initial == 0);
    (allowed.count().max(1) as f64) / f64::from(all)
}

/// Returns the rows of the second quarter outside these rows, from the centre on.
fn row_shares([first, second]: [&Quarter; 2], initial: u64, placed: LineSets) -> Vec<RowShares> {
    let queens = |column| (0..first.rows()).map(move |row| first.diagonals(row, column));
    let open = sets::full(second.columns()) & !placed.columns;
    let shares_of = |row: u32| {
        let squares = sets::elements(open).map(|column| second.diagonals(row, column));
        let squares: Vec<u64> = squares.collect();
        let all = (squares.len().max(1)) as f64;
        let attacked = |column: u32, direction: u32| {
            let pairs = queens(column).flat_map(|queen| squares.iter().map(move |&it| queen & it));
            let shared =
                pairs.filter(|pair| (pair & !initial) >> (32 * direction) & 0xffff_ffff != 0);
            shared.count() as f64 / (all * f64::from(first.rows().max(1)))
        };
        let allowed = squares.iter().filter(|&square| square & initial == 0);
        RowShares {
            allowed: allowed.count() as f64 / all,
            attacked: (0..first.columns())
                .map(|column| [0, 1].map(|direction| attacked(column, direction)))
                .collect(),
        }
    };
    let rows = sets::centre_first(second.rows()).into_iter();
    rows.filter(|row| placed.rows >> row & 1 == 0)
        .map(shares_of)
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::quarter::QuarterPlacements;

    /// Independent pairs of queens, as in weights, would expect 1.5 times as many placements.
    #[test]
    fn start_lists_of_crowded_colours_have_their_expected_length() {
        for (n, ce) in [
            (18, 0b111),
            (20, 0b111),
            (20, 0b111_0000),
            (22, 0b10_0101),
            (22, 0b1100_0110),
        ] {
            let a = u32::count_ones(ce);
            let white = CostModel::new(a, &Constraint::none(n)).white;
            let columns = sets::full(n / 2) & !ce;
            let row_sets = sets::subsets(n / 2, n / 2 - a);
            let lists = QuarterPlacements::list(&white.first, columns, &row_sets, 0);
            let lengths = (0..row_sets.len()).map(|at| lists.of_set(at).len());
            let mean = lengths.sum::<usize>() as f64 / row_sets.len() as f64;
            let ratio = white.expected_starts(columns) / mean;
            assert!((0.85..1.2).contains(&ratio), "n = {n}, {ce:b}: {ratio}");
        }
    }
}
