//! Counts the units of the occupancies.

use crate::colour::cover::Cover;
use crate::colour::quarter::QuarterPlacements;
use crate::colour::sets;
use crate::evaluate::{SquareCounts, WeightedColours, weighted};
use crate::lanes::cell_rows;
use crate::lowering::MAX_TABLE_ROWS;
use crate::{Counter, Error, OccupancySums, OccupancyUnit};

impl Counter {
    /// Returns the sums of one unit of an [`OccupancyPlan`](crate::OccupancyPlan). Fails with [`Error::Inconsistent`] if a row and column set has
    /// 2¹⁵ placements of the other colour or more, which no n ≤ 28 has.
    pub fn occupancy(&mut self, unit: &OccupancyUnit) -> Result<OccupancySums, Error> {
        let (part, columns) = (&*unit.part, unit.columns);
        let frame = &*part.frame;
        let joined = frame.quarter([true, true]);
        let starts = frame.quarter([false, false]);
        let white_starts = frame.quarter([true, false]);
        let white_joined = frame.quarter([false, true]);

        let all = |width: u32, sets: &[u32]| -> Vec<u32> {
            sets.iter().map(|set| sets::full(width) & !set).collect()
        };
        let black = self
            .lowering
            .join_of_rows(joined, part.rows.clone(), &part.columns);
        let white_row_sets = all(joined.rows(), &part.rows.row_sets);
        let white_columns = sets::full(starts.columns()) & !columns;
        let white = QuarterPlacements::list(
            &white_starts,
            white_columns,
            &white_row_sets,
            frame.initial(true),
        );
        let finals = all(joined.columns(), &part.columns);

        let start_rows = part.start_rows(columns);
        let row_sets: Vec<u32> = start_rows.iter().map(|&(rows, _)| rows).collect();
        let placements = QuarterPlacements::list(&starts, columns, &row_sets, frame.initial(false));
        let used: Vec<usize> = (0..row_sets.len())
            .filter(|&at| !placements.of_set(at).is_empty())
            .collect();
        let rows_of = |at: usize| sets::full(starts.rows()) & !row_sets[at];
        let rows_of_each = cell_rows(finals.len(), false) * white_row_sets.len();
        let mut squares: SquareCounts = [[0; 16]; 16];
        for mut lists in parts(used, rows_of, starts.rows(), MAX_TABLE_ROWS / rows_of_each) {
            sets::sort(&mut lists, &|&at| !(placements.of_set(at).len() as u64));
            let rows: Vec<u32> = lists.iter().map(|&at| rows_of(at)).collect();
            let colours = WeightedColours {
                black: &black,
                counted: &part.counted,
                white: &self.lowering.join(white_joined, &rows, &finals),
                black_starts: lists
                    .iter()
                    .map(|&at| (start_rows[at].1, placements.of_set(at)))
                    .collect(),
                white_starts: (0..white_row_sets.len())
                    .map(|at| white.of_set(at))
                    .collect(),
            };
            weighted(&mut self.workspace, &colours, &mut squares).map_err(|overflow| {
                let what = format!("expected weights below 2^15, found {}", overflow.0);
                Error::Inconsistent { n: frame.n, what }
            })?;
        }
        Ok(sums(frame.n, frame.odd, &squares))
    }
}

/// Divides the start lists into parts of at most `most`, in the order of a cover of their rows.
fn parts(
    used: Vec<usize>,
    rows_of: impl Fn(usize) -> u32,
    width: u32,
    most: usize,
) -> Vec<Vec<usize>> {
    let parts = used.len().div_ceil(most.max(2));
    if parts <= 1 {
        return if used.is_empty() {
            Vec::new()
        } else {
            vec![used]
        };
    }
    let rows: Vec<u32> = used.iter().map(|&at| rows_of(at)).collect();
    let ordered: Vec<usize> = if rows[0].count_ones() < 2 {
        used
    } else {
        let order = Cover::new(&rows, width).order();
        order.into_iter().map(|index| used[index]).collect()
    };
    let size = ordered.len().div_ceil(parts).next_multiple_of(2);
    ordered.chunks(size).map(<[usize]>::to_vec).collect()
}

/// Moves the numbers of a quarter to the squares of the board.
fn sums(n: u32, odd: [bool; 2], squares: &SquareCounts) -> OccupancySums {
    let mut numbers = vec![0; (n * n) as usize];
    let [first_row, first_column] = odd.map(usize::from);
    let n = n as usize;
    for (row, squares) in (first_row..n).step_by(2).zip(squares) {
        for (column, &square) in (first_column..n).step_by(2).zip(squares) {
            numbers[row * n + column] = square;
        }
    }
    OccupancySums::new(numbers)
}
