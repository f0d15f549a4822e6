//! What a unit is expected to cost, before anything of it is counted.
//!
//! Queens are treated as if each stood anywhere in its row, independent of the others: a list
//! of placements on q columns is then as long as the q! ways to fill them, times the chance of
//! each pair not to share a diagonal. Only for the columns Ce, which are the same for all of a
//! chapter, the true distances count. From the lengths of the lists follows the work of
//! [`expand`] and [`finish`], in nanoseconds of one core.
//!
//! Within one n the guess is right up to a factor, mostly below 1.5 either way.
//!
//! [`expand`]: crate::lanes
//! [`finish`]: crate::lanes

use crate::colour::quarter::Quarter;
use crate::colour::sets;

/// Per test of a placement against a square.
const TEST_NS: f64 = 0.1;
/// Per list that is made.
const LIST_NS: f64 = 6.0;
/// Per block of 32 placements and column pair.
const PAIR_NS: f64 = 0.5;
/// Per block of 32 placements.
const BLOCK_NS: f64 = 20.0;
/// Per final set of columns.
const CELL_NS: f64 = 0.5;

/// Nodes of the cover on the last level for each row set, and per level above the part that
/// is left of them.
const NODES_PER_ROW_SET: f64 = 0.075;
const NODE_RATIO_PER_LEVEL: f64 = 0.63;

/// One n and one number a of queens on EE.
pub(super) struct CostModel {
    black: ColourCost,
    white: ColourCost,
}

/// The quarters of one colour.
struct ColourCost {
    first: Quarter,
    second: Quarter,
    /// Queens on the second quarter.
    queens: u32,
    /// For each column of the first quarter: the parts of the squares of the second that a
    /// queen there attacks along its anti-diagonal and its diagonal.
    attacked: Vec<[f64; 2]>,
}

impl CostModel {
    pub fn new(n: u32, a: u32) -> Self {
        let quarter = |rows, columns| Quarter::new(n, rows, columns);
        let white = n.div_ceil(2) - a;
        Self {
            black: ColourCost::new(quarter(false, false), quarter(true, true), a - n % 2),
            white: ColourCost::new(quarter(true, false), quarter(false, true), white),
        }
    }

    /// Nanoseconds for one pair (Re, Ro) with this Ce and all of `finals` sets Co.
    pub fn pair(&self, ce: u32, finals: usize) -> f64 {
        let others = sets::full(self.white.first.columns) & !ce;
        // Twice two quarters, each with a share of the tables.
        self.black.cost(ce) + self.white.cost(others) + 2.0 * CELL_NS * finals as f64
    }
}

impl ColourCost {
    fn new(first: Quarter, second: Quarter, queens: u32) -> Self {
        let squares: Vec<u64> = (0..second.rows)
            .flat_map(|i| (0..second.columns).map(move |j| second.diagonals(i, j)))
            .collect();
        let all = (first.rows as usize * squares.len()).max(1) as f64;
        let attacked = (0..first.columns).map(|column| {
            let mut attacked = [0.0; 2];
            for row in 0..first.rows {
                let queen = first.diagonals(row, column);
                for square in &squares {
                    let shared = queen & square;
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
        }
    }

    /// The part of the second quarter that queens on these columns leave free. Their diagonals
    /// are distinct, so the squares that they attack in one direction add up.
    fn free(&self, columns: u32) -> f64 {
        let attacked = |direction: usize| -> f64 {
            let columns = sets::elements(columns);
            columns
                .map(|column| self.attacked[column as usize][direction])
                .sum()
        };
        ((1.0 - attacked(0)) * (1.0 - attacked(1))).max(0.01)
    }

    /// The placements on these columns of the first quarter, for one set of rows.
    fn starts(&self, columns: u32) -> f64 {
        let mut starts = 1.0;
        for (placed, right) in sets::elements(columns).enumerate() {
            starts *= placed as f64 + 1.0;
            for left in sets::elements(columns).take(placed) {
                starts *= 1.0 - same_distance(self.first.rows, right - left);
            }
        }
        starts
    }

    fn cost(&self, columns: u32) -> f64 {
        let width = self.second.columns;
        let free = self.free(columns);
        let apart = 1.0 - sharing(self.second.rows, width);
        let mut entries = self.starts(columns);
        let mut cost = 0.0;
        let last = self.queens.saturating_sub(2);
        for depth in 1..=last {
            let nodes = NODES_PER_ROW_SET * NODE_RATIO_PER_LEVEL.powf(f64::from(last - depth));
            let tests = entries * f64::from(width + 1 - depth);
            let lists = sets::binomial(width, depth) as f64;
            cost += nodes * (TEST_NS * tests + LIST_NS * lists);
            entries = tests * free * apart.powf(f64::from(depth - 1));
        }
        let open = f64::from(width - last.min(width));
        let blocks = entries / 32.0 + sets::binomial(width, last) as f64 / 4.0;
        cost + NODES_PER_ROW_SET * blocks * (BLOCK_NS + PAIR_NS * open * (open - 1.0) / 2.0)
    }
}

/// The chance that two rows of a quarter are this far apart.
fn same_distance(rows: u32, distance: u32) -> f64 {
    let rows = f64::from(rows);
    let distance = f64::from(distance);
    (2.0 * (rows - distance) / (rows * (rows - 1.0))).clamp(0.0, 1.0)
}

/// The chance that two queens in different rows and columns share a diagonal.
fn sharing(rows: u32, columns: u32) -> f64 {
    (1..rows.min(columns))
        .map(|distance| same_distance(rows, distance) * same_distance(columns, distance))
        .sum()
}
