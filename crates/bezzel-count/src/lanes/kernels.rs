//! The safe boundary: kernels of one backend, compiled with its features.
//!
//! [`Kernels`] are only given out for features that the CPU has, and their methods check the
//! lengths of all arguments, also in release builds. Numbers inside tables need no check here:
//! the types of [`lowering`](crate::lowering) and [`Lists`] keep them in range.

use super::finish::Scratch;
use super::finish::weighted::{SquareSums, Weights};
#[cfg(doc)]
use super::finish::{NO_ROW, TAGS};
use super::layout::{Row, table_rows};
use super::lists::Lists;
use super::{LANES, Level, NARROW_LIMIT};
use crate::lowering::scatter::Batch;
use crate::lowering::{Quarter, RowGroup};

/// Sums over two tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DotSums {
    /// Σ a·b over all entries a of one table and b of the other.
    pub products: u64,
    /// Σ a, the sum of the first table.
    pub left: u64,
    /// Σ b, the sum of the second table.
    pub right: u64,
}

/// The kernels of one backend. Where there are three, they are for the [`Width`]s of counts; where
/// there are two, the second is for counts of 32 bits.
///
/// To call one, the CPU must have the features of the backend, and the arguments must have the
/// lengths that the generic kernel of the same name lists under "Safety".
#[derive(Clone, Copy)]
pub(crate) struct Kernels {
    pub(super) expand: ExpandFn,
    pub(super) finish: [FinishFn; 3],
    pub(super) transpose: [TransposeFn; 3],
    pub(super) dot: [DotFn; 2],
    pub(super) finish_weighted: FinishWeightedFn,
    pub(super) transpose_runs: TransposeRunsFn,
}

/// The width of the counts in the table of a group, and with it the number of start lists that are
/// joined together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// 16 bits, two start lists.
    Narrow,
    /// 32 bits, two start lists.
    Wide,
    /// 8 bits, four start lists whose placements share their lists, tagged by [`TAGS`].
    Shared,
}

impl Width {
    /// Returns the number of start lists.
    pub fn lists(self) -> usize {
        if self == Width::Shared { 4 } else { 2 }
    }
}

pub(super) type ExpandFn =
    unsafe fn(&Lists, &mut Lists, &Level, &Quarter, u32, &mut Vec<u32>) -> u64;
pub(super) type FinishFn =
    unsafe fn([&Lists; 2], &Batch, &Quarter, &[RowGroup], &mut [Row], &mut Scratch);
pub(super) type TransposeFn =
    unsafe fn(&[Row], &mut [Row], &[[usize; LANES]], [usize; 2], bool) -> bool;
pub(super) type FinishWeightedFn = unsafe fn(
    [&Lists; 2],
    &Batch,
    &Quarter,
    &[RowGroup],
    &[Weights<'_>],
    &mut [SquareSums],
    &mut Scratch,
);
pub(super) type TransposeRunsFn = unsafe fn(&[&[Row]; LANES], &mut [Row]);
pub(super) type DotFn = unsafe fn(&[Row], &[Row]) -> [u64; 3];

impl Kernels {
    /// Lists in `to` the placements of `from` with one more queen in `row`, and returns the
    /// number of tests. `most` is a buffer.
    ///
    /// # Panics
    ///
    /// If `from` does not have one list for each set of the level above, or the quarter does not
    /// have this row.
    pub fn expand(
        &self,
        from: &Lists,
        to: &mut Lists,
        level: &Level,
        quarter: &Quarter,
        row: u32,
        most: &mut Vec<u32>,
    ) -> u64 {
        assert_eq!(from.len(), level.sources());
        assert!(row < quarter.rows());
        // SAFETY: the CPU has the features of these kernels; lengths and row asserted above.
        unsafe { (self.expand)(from, to, level, quarter, row, most) }
    }

    /// Counts the possibilities to add two queens to the lists of a batch, and adds them to the
    /// tables of the groups, which follow each other.
    ///
    /// # Panics
    ///
    /// If there is not one list for each set of the batch, or not one table of [`table_rows`] for
    /// each group.
    #[expect(
        clippy::too_many_arguments,
        reason = "inputs, tables and buffers of one kernel call"
    )]
    pub fn finish(
        &self,
        width: Width,
        lists: [&Lists; 2],
        batch: &Batch,
        quarter: &Quarter,
        groups: &[RowGroup],
        tables: &mut [Row],
        scratch: &mut Scratch,
    ) {
        assert_eq!(lists.map(Lists::len), [batch.sets().len(); 2]);
        let rows = table_rows(batch.finals(), width == Width::Wide);
        assert_eq!(tables.len(), groups.len() * rows);
        // SAFETY: the CPU has the features of these kernels; lengths asserted above.
        unsafe {
            (self.finish[width as usize])(lists, batch, quarter, groups, tables, scratch);
        }
    }

    /// Transposes a table to `lanes` runs of cells per start list. The run of a list and lane begins
    /// at row `to[list][lane]` of `cells` and has `rows` rows; [`NO_ROW`] skips it. Counts replace
    /// the cells, or are added to them if `add` is set. Returns `false` if the count of a cell may
    /// exceed the width of the table.
    ///
    /// # Panics
    ///
    /// If `to` does not have the number of start lists of the width, the table does not have 32 rows
    /// for each row of a run, or a run ends outside `cells`.
    pub fn transpose(
        &self,
        width: Width,
        table: &[Row],
        cells: &mut [Row],
        to: &[[usize; LANES]],
        [lanes, rows]: [usize; 2],
        add: bool,
    ) -> bool {
        assert_eq!(to.len(), width.lists());
        assert_eq!(table.len(), rows * 2 * LANES);
        // One more than the last row at which a run begins; 0 if all are skipped.
        let last_run = to
            .as_flattened()
            .iter()
            .fold(0, |last, at| last.max(at.wrapping_add(1)));
        let room = cells.len();
        assert!(last_run == 0 || last_run <= room && rows <= room - (last_run - 1));
        // SAFETY: the CPU has the features of these kernels; lengths asserted above.
        unsafe { (self.transpose[width as usize])(table, cells, to, [lanes, rows], add) }
    }

    /// Returns Σ a·b, Σ a and Σ b over all cells. The first sum is modulo 2⁶⁴ if `wide`.
    ///
    /// # Panics
    ///
    /// If the tables do not have the same length.
    pub fn dot(&self, wide: bool, a: &[Row], b: &[Row]) -> DotSums {
        assert_eq!(a.len(), b.len());
        // SAFETY: the CPU has the features of these kernels; lengths asserted above.
        let [products, left, right] = unsafe { (self.dot[usize::from(wide)])(a, b) };
        DotSums {
            products,
            left,
            right,
        }
    }
}

impl Kernels {
    /// Counts the possibilities to add two queens to the lists of a batch, multiplies them by the
    /// weights of the groups, and adds the products to the sums of both squares.
    ///
    /// # Panics
    ///
    /// If there is not one list for each set of the batch, a group has no weights or sums, the
    /// weights are fewer than the final sets or not below 2¹⁵.
    #[expect(
        clippy::too_many_arguments,
        reason = "inputs, sums and buffers of one kernel call"
    )]
    pub fn finish_weighted(
        &self,
        lists: [&Lists; 2],
        batch: &Batch,
        quarter: &Quarter,
        groups: &[RowGroup],
        weights: &[Weights<'_>],
        sums: &mut [SquareSums],
        scratch: &mut Scratch,
    ) {
        assert_eq!(lists.map(Lists::len), [batch.sets().len(); 2]);
        assert_eq!([weights.len(), sums.len()], [groups.len(); 2]);
        for weights in weights {
            assert!(weights.rows.len() >= batch.finals());
            assert!(weights.largest < NARROW_LIMIT);
        }
        // SAFETY: the CPU has the features of these kernels; lengths and weights asserted above.
        unsafe {
            (self.finish_weighted)(lists, batch, quarter, groups, weights, sums, scratch);
        }
    }

    /// Transposes sixteen runs of words: word i of run l becomes word l of row i.
    ///
    /// # Panics
    ///
    /// If the runs do not have one row for each sixteen rows of `to`.
    pub fn transpose_runs(&self, from: &[&[Row]; LANES], to: &mut [Row]) {
        for run in from {
            assert_eq!(run.len() * LANES, to.len());
        }
        // SAFETY: the CPU has the features of these kernels; lengths asserted above.
        unsafe { (self.transpose_runs)(from, to) }
    }
}

/// Compiles the generic kernels for one backend, in functions that have its features and the preconditions of
/// the generic ones.
macro_rules! kernels {
    ($ops:ty $(, $features:literal)?) => {
        pub(in crate::lanes) const KERNELS: $crate::lanes::Kernels = {
            use $crate::lanes::finish::weighted::{self, SquareSums, Weights};
            use $crate::lanes::finish::{self, Scratch};
            use $crate::lanes::layout::Row;
            use $crate::lanes::{Kernels, LANES, Level, expand, lists::Lists, ops::VectorOps};
            use $crate::lowering::{RowGroup, Quarter, scatter::Batch};

            $(#[target_feature(enable = $features)])?
            unsafe fn expand(
                from: &Lists,
                to: &mut Lists,
                level: &Level,
                quarter: &Quarter,
                row: u32,
                most: &mut Vec<u32>,
            ) -> u64 {
                // SAFETY: this function has the features, and the same preconditions.
                unsafe {
                    let ops = <$ops>::assume_available();
                    expand::expand(ops, from, to, level, quarter, row, most)
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn finish<const BITS: u32>(
                lists: [&Lists; 2],
                batch: &Batch,
                quarter: &Quarter,
                groups: &[RowGroup],
                tables: &mut [Row],
                scratch: &mut Scratch,
            ) {
                // SAFETY: this function has the features, and the same preconditions.
                unsafe {
                    let ops = <$ops>::assume_available();
                    finish::finish::<_, BITS>(
                        ops, lists, batch, quarter, groups, tables, scratch,
                    );
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn transpose<const BITS: u32>(
                table: &[Row],
                cells: &mut [Row],
                to: &[[usize; LANES]],
                shape: [usize; 2],
                add: bool,
            ) -> bool {
                // SAFETY: this function has the features, and the same preconditions.
                unsafe {
                    let ops = <$ops>::assume_available();
                    if add {
                        finish::transpose_table::<_, BITS, true>(ops, table, cells, to, shape)
                    } else {
                        finish::transpose_table::<_, BITS, false>(ops, table, cells, to, shape)
                    }
                }
            }

            $(#[target_feature(enable = $features)])?
            fn dot<const WIDE: bool>(a: &[Row], b: &[Row]) -> [u64; 3] {
                // SAFETY: this function has the features.
                let ops = unsafe { <$ops>::assume_available() };
                if WIDE { ops.dot_wide(a, b) } else { ops.dot(a, b) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn finish_weighted(
                lists: [&Lists; 2],
                batch: &Batch,
                quarter: &Quarter,
                groups: &[RowGroup],
                weights: &[Weights<'_>],
                sums: &mut [SquareSums],
                scratch: &mut Scratch,
            ) {
                // SAFETY: this function has the features, and the same preconditions.
                unsafe {
                    let ops = <$ops>::assume_available();
                    weighted::finish(
                        ops, lists, batch, quarter, groups, weights, sums, scratch,
                    );
                }
            }

            $(#[target_feature(enable = $features)])?
            fn transpose_runs(from: &[&[Row]; LANES], to: &mut [Row]) {
                // SAFETY: this function has the features.
                let ops = unsafe { <$ops>::assume_available() };
                weighted::transpose_runs(ops, from, to);
            }

            Kernels {
                expand,
                finish: [finish::<16>, finish::<32>, finish::<8>],
                transpose: [transpose::<16>, transpose::<32>, transpose::<8>],
                dot: [dot::<false>, dot::<true>],
                finish_weighted,
                transpose_runs,
            }
        };
    };
}
pub(super) use kernels;

// They catch panics, which end a WebAssembly program.
#[cfg(all(test, panic = "unwind"))]
mod tests;
