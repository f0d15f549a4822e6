//! Words, lines and rows: the units of memory that vector operations, lists and tables share.

use super::LANES;

/// A word that attacks every square: the padding of lists, never counted.
pub(crate) const BLOCKED: u64 = u64::MAX;

/// Number of placements of one list that share a 32-bit word with as many of another.
pub(crate) const PLACEMENTS_PER_HALF: usize = 16;

/// Number of words in a line.
pub(super) const LINE: u32 = 8;

/// Eight words: the length of the longest vector.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct CacheLine(pub [u64; LINE as usize]);

/// Sixteen words of 32 bits.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Row(pub [u32; LANES]);

impl Row {
    pub const ZERO: Row = Row([0; LANES]);
}

/// The anti-diagonals, then the diagonals, of one block: words with one bit per placement.
pub(super) type Transposed = [Row; 4];

/// Returns the number of rows of the table of a group: for each final set one row of pairs of
/// 16-bit counts, or two rows of 32-bit counts if `wide`, rounded up for
/// [`Kernels::transpose`](super::Kernels::transpose).
pub(crate) fn table_rows(finals: usize, wide: bool) -> usize {
    cell_rows(finals, wide) * 2 * LANES
}

/// Returns the number of rows of `cells` counts.
pub(crate) fn cell_rows(cells: usize, wide: bool) -> usize {
    cells.div_ceil(LANES * if wide { 1 } else { 2 })
}
