//! The weighted join: how often each square of a quarter is used, instead of how many placements
//! there are.
//!
//! One colour is joined by the plain join, to a table w. The other colour is joined with the
//! weighted finish, where each placement counts w times its weight, on all squares of its finishing
//! rows. In a [cover of every row](crate::colour::every_row) those are all of its squares.
//!
//! As in the rest of the module, *black* is the colour whose squares are counted.

use super::join::{Join, batches, chunks};
use super::workspace::{CountTable, Phase, Workspace, cell};
use crate::colour::sets;
use crate::lanes::{Buffer, LANES, Lists, NARROW_LIMIT, Row, SquareSums, Weights, table_rows};
use crate::lowering::{LoweredColour, Node};

/// For each row and column of a quarter: weighted placements with a queen there.
pub(crate) type SquareCounts = [[u128; 16]; 16];

/// A weight reached 2¹⁵: this number.
#[derive(Debug)]
pub(crate) struct WeightOverflow(pub u32);

/// The colours that are joined to count squares.
pub(crate) struct WeightedColours<'a> {
    /// The colour whose squares are counted, with the row sets of an
    /// [`EveryRow`](crate::colour::every_row::EveryRow).
    pub black: &'a LoweredColour,
    /// For each group of black the lanes whose first and second finishing row count.
    pub counted: &'a [[u16; 2]],
    /// The other colour, whose row sets belong to the start lists of black.
    pub white: &'a LoweredColour,
    /// The start lists of black, each with its weight.
    pub black_starts: Vec<(u32, &'a [u64])>,
    /// The start lists of white, one for each row set of black.
    pub white_starts: Vec<&'a [u64]>,
}

/// Adds the weighted placements to the squares of the quarter that black is joined with. Fails if a
/// weight needs more than 15 bits.
pub(crate) fn weighted(
    workspace: &mut Workspace,
    colours: &WeightedColours<'_>,
    squares: &mut SquareCounts,
) -> Result<(), WeightOverflow> {
    let mut buffers = std::mem::take(&mut workspace.cells);
    let done = colours.run(workspace, &mut buffers, squares);
    workspace.cells = buffers;
    done
}

impl WeightedColours<'_> {
    fn run(
        &self,
        workspace: &mut Workspace,
        [w, weights]: &mut [Buffer<Row>; 2],
        squares: &mut SquareCounts,
    ) -> Result<(), WeightOverflow> {
        self.fill_table(workspace, w)?;
        if self.black.queens() < 2 {
            self.add_single_queens(w, squares);
            return Ok(());
        }
        for first in (0..self.black_starts.len()).step_by(2) {
            let largest = self.combine(w, first, weights);
            if largest >= NARROW_LIMIT {
                return Err(WeightOverflow(largest));
            }
            let starts = |at: usize| self.black_starts.get(at).map_or(&[][..], |list| list.1);
            let starts = [starts(first), starts(first + 1)];
            self.run_pair(workspace, starts, (weights, largest), squares);
        }
        Ok(())
    }

    /// Returns the number of rows of w for one pair of row sets.
    fn rows(&self) -> usize {
        Join(self.white).rows(false)
    }

    /// Fills w: for each start list of white, and each of black, a run of cells over all column
    /// sets.
    fn fill_table(
        &self,
        workspace: &mut Workspace,
        w: &mut Buffer<Row>,
    ) -> Result<(), WeightOverflow> {
        let rows = self.rows();
        let stride = self.black_starts.len() * rows;
        let mut table = CountTable::new(w, self.white_starts.len() * stride, false);
        let longest_first = |at: usize| !(self.white_starts[at].len() as u64);
        let order = sets::order(self.white_starts.len(), &longest_first);
        for two in order.chunks(2) {
            let list = |at: usize| two.get(at).map_or(&[][..], |&at| self.white_starts[at]);
            let base = |at: usize| two.get(at).map(|&at| at * stride);
            let joined = Join(self.white).run(
                workspace,
                [list(0), list(1)],
                &mut table,
                [base(0), base(1)],
                rows,
            );
            joined.map_err(|_| WeightOverflow(NARROW_LIMIT))?;
        }
        Ok(())
    }

    /// Combines w and the weights of two start lists of black: for each row set a run of words, the
    /// weights of both in their halves, and after the last one a run of zeros. Returns an upper
    /// bound of the weights.
    fn combine(&self, w: &[Row], first: usize, to: &mut Buffer<Row>) -> u32 {
        let rows = self.rows();
        to.grow((self.white_starts.len() + 1) * 2 * rows);
        let (lists, zeros) = (self.black_starts.len(), [Row::ZERO]);
        let weight = |at: usize| self.black_starts.get(at).map_or(0, |list| list.0);
        let weights = [weight(first), weight(first + 1)];
        let mut bound = 0;
        let mut runs = to.chunks_exact_mut(2 * rows);
        for (row_set, run) in runs.by_ref().take(self.white_starts.len()).enumerate() {
            let cells = |at: usize| &w[(row_set * lists + at) * rows..][..rows];
            let low = cells(first);
            let high = if first + 1 < lists {
                cells(first + 1)
            } else {
                &zeros
            };
            let high = high.iter().cycle();
            for ((low, high), to) in low.iter().zip(high).zip(run.as_chunks_mut::<2>().0) {
                for (at, (low, high)) in low.0.into_iter().zip(high.0).enumerate() {
                    for (cell, shift) in [0, 16].into_iter().enumerate() {
                        let low = (low >> shift & 0xffff) * weights[0];
                        let high = (high >> shift & 0xffff) * weights[1];
                        bound |= low | high;
                        to[at / 8].0[2 * (at % 8) + cell] = low | high << 16;
                    }
                }
            }
        }
        for run in runs.take(1) {
            run.fill(Row::ZERO);
        }
        bound
    }

    /// Joins two start lists of black.
    fn run_pair(
        &self,
        workspace: &mut Workspace,
        starts: [&[u64]; 2],
        weights: (&[Row], u32),
        squares: &mut SquareCounts,
    ) {
        let join = Join(self.black);
        for starts in chunks(starts) {
            join.set_roots(workspace, &starts);
            for node in &self.black.rows().nodes {
                let depth = node.depth as usize;
                if depth == join.last() {
                    self.finish(workspace, node, weights, squares);
                } else if depth > 0 {
                    let level = &self.black.columns().scatter().levels()[depth - 1];
                    join.expand(workspace, node, level);
                }
            }
        }
    }

    /// Adds the products of the groups of a node to the squares.
    fn finish(
        &self,
        workspace: &mut Workspace,
        node: &Node,
        (weights, largest): (&[Row], u32),
        squares: &mut SquareCounts,
    ) {
        let depth = node.depth as usize;
        let groups = self.black.rows().groups_of(node);
        let rows = table_rows(self.black.columns().finals().len(), false);
        let mut buffer = std::mem::take(&mut workspace.tables);
        buffer.grow(groups.len() * rows);
        let run = rows / LANES;
        let zeros = self.white_starts.len();
        for (group, table) in groups.iter().zip(buffer.chunks_exact_mut(rows)) {
            let member = |lane| group.used().get(lane).map_or(zeros, |&at| at as usize);
            let runs = std::array::from_fn(|lane| &weights[member(lane) * run..][..run]);
            workspace.kernels.transpose_runs(&runs, table);
        }
        let tables = buffer.chunks_exact(rows).take(groups.len());
        let weights: Vec<Weights<'_>> = tables.map(|rows| Weights { rows, largest }).collect();
        let mut sums = vec![SquareSums::ZERO; groups.len()];
        for batch in batches(workspace, depth, self.black.columns().scatter()) {
            if depth > 0 {
                Join(self.black).expand(workspace, node, batch.level());
            }
            let placements = workspace.levels[depth].iter().flat_map(Lists::lengths);
            workspace.work.finished += placements.copied().map(u64::from).sum::<u64>();
            workspace.timed(Phase::Finish, |workspace| {
                let [low, high] = &workspace.levels[depth];
                workspace.kernels.finish_weighted(
                    [low, high],
                    batch,
                    self.black.quarter(),
                    groups,
                    &weights,
                    &mut sums,
                    &mut workspace.scratch,
                );
            });
        }
        workspace.tables = buffer;
        self.add_sums(node, &sums, squares);
    }

    /// Adds the sums of the lanes whose rows count to the squares.
    fn add_sums(&self, node: &Node, sums: &[SquareSums], squares: &mut SquareCounts) {
        let groups = self.black.rows().groups_of(node);
        let counted = &self.counted[node.first_group as usize..];
        for ((group, counted), sums) in groups.iter().zip(counted).zip(sums) {
            let rows = [&group.first, &group.second];
            for (which, (rows, lanes)) in rows.into_iter().zip(counted).enumerate() {
                for (lane, &row) in rows.iter().enumerate() {
                    if lanes >> lane & 1 == 1 {
                        let squares = &mut squares[row as usize];
                        for (square, sums) in squares.iter_mut().zip(&sums.0) {
                            *square += u128::from(sums[which][lane]);
                        }
                    }
                }
            }
        }
    }

    /// Adds the squares of the only queen on the quarter.
    fn add_single_queens(&self, w: &[Row], squares: &mut SquareCounts) {
        let rows = self.rows();
        let finals = self.black.columns().finals();
        let quarter = self.black.quarter();
        for (at, row) in self.black.rows().row_sets.iter().enumerate() {
            let row = row.trailing_zeros();
            for (index, &(weight, starts)) in self.black_starts.iter().enumerate() {
                let cells = &w[(at * self.black_starts.len() + index) * rows..][..rows];
                for (final_set, column) in finals.iter().enumerate() {
                    let column = column.trailing_zeros();
                    let square = quarter.diagonals(row, column);
                    let free = starts.iter().filter(|&&start| start & square == 0);
                    let product = u128::from(cell(cells, final_set, false)) * u128::from(weight);
                    squares[row as usize][column as usize] += product * free.count() as u128;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::join::MAX_STARTS_PER_CHUNK;
    use super::*;
    use crate::Backend;
    use crate::colour::every_row::EveryRow;
    use crate::colour::sets;
    use crate::lowering::{Lowering, Quarter, RowTables};

    const QUEENS: u32 = 3;

    /// Returns the squares of two start lists, with `white` placements of the other colour before
    /// its join.
    fn squares(
        workspace: &mut Workspace,
        lists: [&[u64]; 2],
        white: usize,
    ) -> Result<SquareCounts, WeightOverflow> {
        let (black, eo) = (Quarter::new(12, true, true), Quarter::new(12, false, true));
        let row_sets = sets::subsets(black.rows(), QUEENS);
        let every = EveryRow::new(&row_sets, black.rows());
        let rows = Arc::new(RowTables::covered_by(&every.cover, &row_sets));
        let lowering = Lowering::default();
        let black = lowering.join_of_rows(black, rows, &row_sets);
        let white_starts = vec![0; white];
        let colours = WeightedColours {
            black: &black,
            counted: &every.counted,
            white: &lowering.join(eo, &row_sets[..2], &row_sets),
            black_starts: vec![(1, lists[0]), (2, lists[1])],
            white_starts: vec![&white_starts; row_sets.len()],
        };
        let mut squares = [[0; 16]; 16];
        weighted(workspace, &colours, &mut squares)?;
        Ok(squares)
    }

    fn times(squares: &SquareCounts, factor: usize) -> SquareCounts {
        squares.map(|row| row.map(|square| square * factor as u128))
    }

    fn sum(left: &SquareCounts, right: &SquareCounts) -> SquareCounts {
        std::array::from_fn(|row| {
            std::array::from_fn(|column| left[row][column] + right[row][column])
        })
    }

    /// The squares of k copies of a placement are k times its squares, for each number of blocks,
    /// around the length of a chunk, and for weights up to the largest, whose sums are flushed.
    #[test]
    fn squares_are_never_cut_off() {
        for backend in Backend::ALL {
            for kernels in backend.variants() {
                let mut workspace = Workspace::new(kernels);
                let mut run = |lists: [usize; 2], white| {
                    let lists = lists.map(|length| vec![0; length]);
                    squares(&mut workspace, [&lists[0], &lists[1]], white)
                };
                let low = run([1, 0], 1).unwrap();
                let high = run([0, 1], 1).unwrap();
                assert!(low.as_flattened().iter().any(|&square| square > 0));
                let lengths = [16, 17, 50, 70, 90, 100, 120, 130, MAX_STARTS_PER_CHUNK + 1];
                for length in lengths {
                    let expected = sum(&times(&low, length), &times(&high, 5));
                    assert_eq!(
                        run([length, 5], 1).unwrap(),
                        expected,
                        "{length} on {backend}"
                    );
                }
                // The largest number of placements of the other colour that fits.
                let fits = (1..).map(|power| 1 << power);
                let most = fits.take_while(|&white| run([1, 1], white).is_ok());
                let most = most.last().unwrap();
                let both = sum(&times(&low, 300 * most), &times(&high, 300 * most));
                assert_eq!(run([300, 300], most).unwrap(), both, "{most} on {backend}");
            }
        }
    }
}
