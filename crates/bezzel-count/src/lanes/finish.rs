//! *Finish* counts the possibilities to add two queens, without listing them. For a block of 32
//! placements, bit p of the word blocked(r, c) is set if placement p attacks (r, c). For the row
//! pair r1 < r2 and the columns c1, c2, unless their squares attack each other,
//!
//! ```text
//!   count(c1, c2) += popcount(¬blocked(r1,c1) & ¬blocked(r2,c2))
//! ```
//!
//! One vector holds this word for [`LANES`] row pairs, so all lanes are used for any number of
//! open columns, and the sum for {c1, c2} goes to one contiguous table entry.
//! The words of one column and all rows are contiguous among the transposed diagonals, since
//! the diagonals of (r, c) have the numbers r + c and r − c up to constants: two loads and an
//! or, then one permutation for r1 and one for r2.
//!
//! The low and high 16 bits of a word belong to two different start lists (*halves*), which
//! halves the unused part of the last word of short lists. Shared lists are sorted by start list, and
//! the four bytes of a word belong to four of them.
//!
//! Cost per 32 placements and 16 row pairs, with k open columns: k(k−1) times or-not, count
//! and add, and about 5k instructions to prepare.

pub(super) mod weighted;

use super::LANES;
use super::layout::{BLOCKED, CacheLine, PLACEMENTS_PER_HALF, Row, Transposed, table_rows};
use super::lists::Lists;
use super::ops::{BLOCK_WORDS, VectorOps};
use crate::lowering::scatter::{Batch, LastLevelSet};
use crate::lowering::{Quarter, RowGroup};

/// Number of blocks of 32 placements that are counted between two updates of the table.
const BLOCKS_PER_PASS: usize = 8;
/// Number of blocks whose transposed diagonals are prepared in advance.
const MAX_PREPARED_BLOCKS: usize = 64;

/// Upper bound of 16-bit counts: 2¹⁵, so that their products can be summed as signed numbers.
pub(crate) const NARROW_LIMIT: u32 = 1 << 15;

/// Upper bound of 8-bit counts.
const SHARED_LIMIT: u32 = 1 << 7;

/// One bit for each of four start lists that share lists: the words of a start list have the bits of the
/// three others. No diagonal of a board has these numbers if n ≤ 29.
pub(crate) const TAGS: [u64; 4] = [1 << 29, 1 << 30, 1 << 61, 1 << 62];

/// Marks an unused run of cells, see [`Kernels::transpose`](super::Kernels::transpose).
pub(crate) const NO_ROW: usize = usize::MAX;

static NO_PLACEMENTS: [CacheLine; 2] = [CacheLine([BLOCKED; 8]); 2];

/// Consecutive blocks of the lists of one column set.
#[derive(Debug, Clone, Copy)]
struct BlockRange {
    set: usize,
    blocks: usize,
    /// Index of the first among the prepared blocks.
    begin: usize,
}

/// Buffers of the finish kernel, kept between calls.
#[derive(Debug)]
pub(crate) struct Scratch {
    transposed: Vec<Transposed>,
    blocked: Box<Blocked>,
    ranges: Vec<BlockRange>,
    buckets: Buckets,
}

/// For each open column: blocked(r1, c) of all lanes, then blocked(r2, c).
type BlockedSquares = [[Row; 2]; 16];
/// The same for each block.
type Blocked = [BlockedSquares; BLOCKS_PER_PASS];

impl Default for Scratch {
    fn default() -> Self {
        Self {
            transposed: vec![[Row::ZERO; 4]; MAX_PREPARED_BLOCKS + BLOCKS_PER_PASS],
            blocked: Box::new([[[Row::ZERO; 2]; 16]; BLOCKS_PER_PASS]),
            ranges: Vec::new(),
            buckets: Buckets::default(),
        }
    }
}

/// Adds to the table of each group the number of completions for each final column set and lane,
/// low and high half from the two lists. If `BITS` is 32, a table entry is two rows of 32-bit counts.
/// Otherwise, it is one row of pairs of 16-bit counts or fours of 8-bit counts, which saturate.
///
/// # Safety
///
/// Both lists must have one list for each set of the batch. The length of `tables` must be
/// [`table_rows`] of the final sets of the batch, times the number of groups.
#[inline(always)]
pub(super) unsafe fn finish<V: VectorOps, const BITS: u32>(
    ops: V,
    lists: [&Lists; 2],
    batch: &Batch,
    quarter: &Quarter,
    groups: &[RowGroup],
    tables: &mut [Row],
    scratch: &mut Scratch,
) {
    let sets = batch.sets();
    let rows = table_rows(batch.finals(), BITS == 32);
    let masks = masks_of(quarter);
    let (mut set, mut block) = (0, 0);
    while set < sets.len() {
        prepare::<V, BITS>(ops, lists, sets.len(), [&mut set, &mut block], scratch);
        for (group, table) in groups.iter().zip(tables.chunks_exact_mut(rows)) {
            for range in scratch.ranges.iter().filter(|range| range.blocks > 0) {
                let set = &sets[range.set];
                let transposed = &scratch.transposed[range.begin..][..range.blocks];
                let blocked = &mut scratch.blocked;
                gather(ops, transposed, set, quarter, &masks, group, blocked);
                // SAFETY: the table has an entry for each final set, as `chunks_exact_mut` cuts
                // tables of `table_rows`.
                unsafe {
                    count_pairs::<V, BITS>(ops, range.blocks, set, group, &scratch.blocked, table);
                }
            }
        }
    }
}

/// Transposes the diagonals of the next blocks, from this set and block on.
#[inline(always)]
fn prepare<V: VectorOps, const BITS: u32>(
    ops: V,
    lists: [&Lists; 2],
    sets: usize,
    [set, block]: [&mut usize; 2],
    scratch: &mut Scratch,
) {
    scratch.ranges.clear();
    let mut used = 0;
    while *set < sets && used < MAX_PREPARED_BLOCKS {
        if BITS == 8 && *block == 0 {
            scratch.buckets.fill(ops, lists[0].lines(*set));
        }
        let all = if BITS == 8 {
            scratch.buckets.blocks()
        } else {
            let longest = lists[0].length(*set).max(lists[1].length(*set));
            (longest as usize).div_ceil(PLACEMENTS_PER_HALF)
        };
        let blocks = (all - *block).min(BLOCKS_PER_PASS);
        let prepared = &mut scratch.transposed[used..used + blocks];
        if BITS == 8 {
            for (block, transposed) in (*block..).zip(prepared) {
                ops.transpose(scratch.buckets.block(block), transposed);
            }
        } else {
            transpose_blocks(ops, lists, *set, *block, prepared);
        }
        scratch.ranges.push(BlockRange {
            set: *set,
            blocks,
            begin: used,
        });
        used += blocks;
        *block += blocks;
        if *block >= all {
            (*set, *block) = (*set + 1, 0);
        }
    }
}

#[inline(always)]
fn transpose_blocks<V: VectorOps>(
    ops: V,
    lists: [&Lists; 2],
    set: usize,
    first: usize,
    to: &mut [Transposed],
) {
    for (index, transposed) in to.iter_mut().enumerate() {
        let block = first + index;
        let low = lists[0].half(set, block).unwrap_or(&NO_PLACEMENTS);
        let high = lists[1].half(set, block).unwrap_or(&NO_PLACEMENTS);
        ops.transpose([&low[0], &low[1], &high[0], &high[1]], transposed);
    }
}

/// The placements of a list that four start lists share, sorted by start list.
#[derive(Debug, Default)]
struct Buckets {
    lines: Vec<CacheLine>,
    /// For each start list the number of its placements. They are padded with blocked words to whole
    /// lines, and by one line more.
    lengths: [usize; 4],
    /// Number of lines from the first one of a start list to that of the next.
    room: usize,
}

impl Buckets {
    #[inline(always)]
    fn fill<V: VectorOps>(&mut self, ops: V, from: &[CacheLine]) {
        self.room = from.len() + 2;
        if self.lines.len() < 4 * self.room {
            self.lines.resize(8 * self.room, CacheLine([BLOCKED; 8]));
        }
        let words = self.lines.as_mut_ptr().cast::<u64>();
        // SAFETY: each start list has room for all placements and 16 words more.
        unsafe {
            let starts = [0, 1, 2, 3].map(|list| words.add(8 * self.room * list));
            let ends = ops.filter(from, TAGS, starts);
            for (list, length) in self.lengths.iter_mut().enumerate() {
                ops.fill(&mut *ends[list].cast());
                *length = ends[list].offset_from(starts[list]) as usize;
            }
        }
    }

    /// Returns the number of lines of the longest start list.
    #[inline(always)]
    fn blocks(&self) -> usize {
        let [a, b, c, d] = self.lengths;
        a.max(b).max(c.max(d)).div_ceil(8)
    }

    /// Returns a line of each start list: blocked words behind its end.
    #[inline(always)]
    fn block(&self, block: usize) -> [&CacheLine; 4] {
        let line = |list: usize| block.min(self.lengths[list].div_ceil(8)) + list * self.room;
        [0, 1, 2, 3].map(|list| &self.lines[line(list)])
    }
}

/// Returns, for each column, the words of all rows: all ones where the square is blocked. `None` if
/// none is.
#[inline(always)]
fn masks_of(quarter: &Quarter) -> Option<[Row; 16]> {
    if !quarter.has_blocked() {
        return None;
    }
    let mut masks = [Row::ZERO; 16];
    for row in 0..quarter.rows() {
        let blocked = quarter.blocked(row);
        for (column, mask) in masks.iter_mut().enumerate() {
            mask.0[row as usize] = (blocked >> column & 1).wrapping_neg();
        }
    }
    Some(masks)
}

/// Moves the words blocked(r1, c) and blocked(r2, c) of each row pair into its lane.
#[inline(always)]
fn gather<V: VectorOps>(
    ops: V,
    transposed: &[Transposed],
    set: &LastLevelSet,
    quarter: &Quarter,
    masks: &Option<[Row; 16]>,
    group: &RowGroup,
    blocked: &mut Blocked,
) {
    // SAFETY: 16 words from anti_diagonal + column ≤ 1 + 15 and from 32 + diagonal − column, which
    // is 17 to 48, are inside of the 64 words of a block, as a quarter is of n ≤ 32. Words of rows
    // that the quarter does not have are never picked. A set has at most 16 open columns.
    unsafe {
        let first = ops.index(ops.load(group.first.as_ptr()));
        let second = ops.index(ops.load(group.second.as_ptr()));
        for (block, to) in transposed.iter().zip(blocked) {
            let words = block.as_ptr().cast::<u32>();
            let anti = words.add(quarter.anti_diagonal() as usize);
            let main = words.add(32 + quarter.diagonal() as usize);
            let to = to.as_mut_ptr().cast::<u32>();
            for (position, &column) in set.columns().iter().enumerate() {
                let column = usize::from(column);
                let mut rows = ops.or(ops.load(anti.add(column)), ops.load(main.sub(column)));
                if let Some(masks) = masks {
                    rows = ops.or(rows, ops.load(masks[column % 16].0.as_ptr()));
                }
                let to = to.add(position * 2 * LANES);
                ops.store(to, ops.permute(rows, &first));
                ops.store(to.add(LANES), ops.permute(rows, &second));
            }
        }
    }
}

/// Calls the loop that is compiled for this number of blocks. Counts of 32 bits are rare, so theirs is
/// compiled for one block only: browsers load this code.
///
/// # Safety
///
/// The table must have an entry for each final set.
#[inline(always)]
unsafe fn count_pairs<V: VectorOps, const BITS: u32>(
    ops: V,
    blocks: usize,
    set: &LastLevelSet,
    group: &RowGroup,
    blocked: &Blocked,
    table: &mut [Row],
) {
    // SAFETY: the same as of this function.
    unsafe {
        match blocks {
            _ if BITS == 32 => {
                for block in 0..blocks {
                    pairs_of::<V, BITS, 1>(ops, set, group, &blocked[block..], table);
                }
            }
            1 => pairs_of::<V, BITS, 1>(ops, set, group, blocked, table),
            2 => pairs_of::<V, BITS, 2>(ops, set, group, blocked, table),
            3 => pairs_of::<V, BITS, 3>(ops, set, group, blocked, table),
            4 => pairs_of::<V, BITS, 4>(ops, set, group, blocked, table),
            5 => pairs_of::<V, BITS, 5>(ops, set, group, blocked, table),
            6 => pairs_of::<V, BITS, 6>(ops, set, group, blocked, table),
            7 => pairs_of::<V, BITS, 7>(ops, set, group, blocked, table),
            _ => pairs_of::<V, BITS, BLOCKS_PER_PASS>(ops, set, group, blocked, table),
        }
    }
}

/// The inner loop. Both orders of a column pair lead to the same table entry.
///
/// # Safety
///
/// The table must have an entry for each final set, and there must be this number of blocks.
#[inline(always)]
unsafe fn pairs_of<V: VectorOps, const BITS: u32, const BLOCKS: usize>(
    ops: V,
    set: &LastLevelSet,
    group: &RowGroup,
    blocked: &[BlockedSquares],
    table: &mut [Row],
) {
    const { assert!(BLOCKS <= BLOCKS_PER_PASS) };
    let words = blocked.as_ptr().cast::<u32>();
    let table = table.as_mut_ptr();
    for pair in set.pairs() {
        // SAFETY: positions and distances are below 16 and entries below the number of final
        // sets, by construction of the pairs.
        unsafe {
            let low = words.add(pair.low() * 2 * LANES);
            let high = words.add(pair.high() * 2 * LANES);
            let tally = if BITS == 8 {
                ops.tally::<BLOCKS, true>(low, high)
            } else {
                ops.tally::<BLOCKS, false>(low, high)
            };
            let clear = *group.clear.get_unchecked(pair.distance());
            match BITS {
                32 => {
                    let entry = table.add(2 * pair.entry()).cast::<[Row; 2]>();
                    ops.add_wide(&mut *entry, tally, clear);
                }
                16 => ops.add(&mut *table.add(pair.entry()), tally, clear),
                _ => ops.add_bytes(&mut *table.add(pair.entry()), tally, clear),
            }
        }
    }
}

/// Transposes a table to runs of cells, see [`Kernels::transpose`](super::Kernels::transpose). With
/// `ADD` counts are added to the cells.
///
/// # Safety
///
/// The length of `table` must be 32 times `rows`. `to` must have an entry for each start list: four
/// for counts of 8 bits, else two. For each lane `at` of it that is not [`NO_ROW`], `at + rows` must
/// be at most the length of `cells`.
#[inline(always)]
pub(super) unsafe fn transpose_table<V: VectorOps, const BITS: u32, const ADD: bool>(
    ops: V,
    table: &[Row],
    cells: &mut [Row],
    to: &[[usize; LANES]],
    [lanes, rows]: [usize; 2],
) -> bool {
    let cells = cells.as_mut_ptr();
    // SAFETY: all pointers are to whole rows, inside of `cells` by the precondition of this
    // function.
    unsafe {
        let mut seen = ops.load(Row::ZERO.0.as_ptr());
        let tables = table.as_chunks::<{ 2 * LANES }>().0.iter();
        for (row, from) in tables.enumerate().take(rows) {
            // 32 bits: a row of low halves, then one of high halves, for each final set. Vector
            // operations must not be in closures, which would be compiled without the features.
            let (low, high): ([&Row; LANES], [&Row; LANES]) = if BITS == 32 {
                (
                    std::array::from_fn(|i| &from[2 * i]),
                    std::array::from_fn(|i| &from[2 * i + 1]),
                )
            } else {
                (
                    std::array::from_fn(|i| &from[i]),
                    std::array::from_fn(|i| &from[LANES + i]),
                )
            };
            let mut counts = [ops.transpose_words(low), ops.transpose_words(high)];
            let at = [lanes, row];
            if BITS == 8 {
                let mut odd = counts;
                for lane in 0..LANES {
                    let first = ops.split_bytes(counts[0][lane]);
                    let second = ops.split_bytes(counts[1][lane]);
                    (counts[0][lane], counts[1][lane]) = ops.unzip(first[0], second[0]);
                    (odd[0][lane], odd[1][lane]) = ops.unzip(first[1], second[1]);
                }
                for (counts, to) in odd.iter().zip([&to[1], &to[3]]) {
                    seen = store_run::<V, BITS, ADD>(ops, counts, cells, to, at, seen);
                }
            } else if BITS == 16 {
                let [first, second] = counts;
                for lane in 0..LANES {
                    (counts[0][lane], counts[1][lane]) = ops.unzip(first[lane], second[lane]);
                }
            }
            for (counts, to) in counts.iter().zip([&to[0], &to[to.len() / 2]]) {
                seen = store_run::<V, BITS, ADD>(ops, counts, cells, to, at, seen);
            }
        }
        let mut bits = Row::ZERO;
        ops.store(bits.0.as_mut_ptr(), seen);
        let bits = bits.0.iter().fold(0, |all, bits| all | bits);
        match BITS {
            32 => true,
            16 => (bits | bits >> 16) & NARROW_LIMIT == 0,
            _ => (bits | bits >> 16) & SHARED_LIMIT == 0,
        }
    }
}

/// Writes one row of cells of each lane of a start list. Returns the bits of `seen` and of all cells.
///
/// # Safety
///
/// `at + row` must be the index of a row of `cells`, for each lane `at` of `to` that is not
/// [`NO_ROW`].
#[inline(always)]
unsafe fn store_run<V: VectorOps, const BITS: u32, const ADD: bool>(
    ops: V,
    counts: &[V::Words; LANES],
    cells: *mut Row,
    to: &[usize; LANES],
    [lanes, row]: [usize; 2],
    mut seen: V::Words,
) -> V::Words {
    for (&counts, &at) in counts.iter().zip(to).take(lanes) {
        if at == NO_ROW {
            continue;
        }
        // SAFETY: the precondition of this function.
        unsafe {
            let cell = cells.add(at + row).cast();
            let sum = match (ADD, BITS) {
                (false, _) => counts,
                (true, 32) => ops.add_u32(ops.load(cell), counts),
                (true, _) => ops.adds_u16(ops.load(cell), counts),
            };
            seen = ops.or(seen, sum);
            ops.store(cell, sum);
        }
    }
    seen
}
