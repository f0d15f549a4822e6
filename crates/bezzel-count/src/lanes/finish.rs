//! *Finish* counts, without listing them, the ways to add two queens. Take 32 placements and
//! let bit p of the word blocked(r, c) say that placement p attacks (r, c). For the row pair
//! r1 < r2 and the columns c1, c2
//!
//! ```text
//!   count(c1, c2) += popcount(¬blocked(r1,c1) & ¬blocked(r2,c2))
//! ```
//!
//! One vector holds this word for [`LANES`] row pairs at once, so every lane works whatever
//! the number of open columns, and the sum for {c1, c2} goes to one contiguous table entry.
//! The words of one column and all rows are contiguous among the transposed diagonals, since
//! the diagonals of (r, c) are numbered r + c and r − c up to constants: two loads and an or,
//! then one permutation for r1 and one for r2.
//!
//! The low and high 16 bits of a word belong to two different start lists (*halves*), which
//! halves the loss in the last word of short lists.
//!
//! Cost per 32 placements and 16 row pairs, with k open columns: k(k−1) times or-not, count
//! and add, and about 5k instructions to prepare.

use super::lists::{BLOCKED, CacheLine, Lists, PLACEMENTS_PER_HALF};
use super::{LANES, VectorOps};
use crate::colour::cover::Group;
use crate::colour::quarter::Quarter;
use crate::colour::steps::LastLevelSet;

/// Blocks of 32 placements that are counted before the table is touched.
const BLOCKS_PER_PASS: usize = 8;
/// Blocks whose transposed diagonals are prepared ahead.
const MAX_PREPARED_BLOCKS: usize = 64;

/// Narrow cells are below this, a single bit, so that their products can be summed as signed
/// numbers.
pub(crate) const NARROW_LIMIT: u32 = 1 << 15;

/// Sixteen words side by side.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Row(pub [u32; LANES]);

impl Row {
    pub const ZERO: Row = Row([0; LANES]);
}

static NOTHING: [CacheLine; 2] = [CacheLine([BLOCKED; 8]); 2];

/// The anti-diagonals, then the diagonals, of one block as words over its placements.
pub(crate) type Transposed = [Row; 4];

/// The blocks `first..first + blocks` of the lists of one column set.
#[derive(Debug, Clone, Copy)]
struct BlockRange {
    set: usize,
    blocks: usize,
    begin: usize,
}

/// Buffers of [`finish`], kept between calls.
#[derive(Debug)]
pub(crate) struct Scratch {
    transposed: Vec<Transposed>,
    /// For each block and column: the words of the first rows, then of the second rows.
    blocked: Vec<[[Row; 2]; 16]>,
    stretches: Vec<BlockRange>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            transposed: vec![[Row::ZERO; 4]; MAX_PREPARED_BLOCKS + BLOCKS_PER_PASS],
            blocked: vec![[[Row::ZERO; 2]; 16]; BLOCKS_PER_PASS],
            stretches: Vec::new(),
        }
    }
}

/// Adds to `table` of each group the number of placements for each final column set and lane,
/// low and high half from the two lists. With `WIDE` a table entry is two rows of 32-bit
/// counts, otherwise one row of pairs of 16 bits, which stay at their limit once they reach
/// it.
///
/// # Safety
/// The processor must have the features of `V`.
#[inline(always)]
pub(crate) unsafe fn finish<V: VectorOps, const WIDE: bool>(
    lists: [&Lists; 2],
    last_level_sets: &[LastLevelSet],
    quarter: &Quarter,
    groups: &[Group],
    tables: &mut [Vec<Row>],
    scratch: &mut Scratch,
) {
    let mut set = 0;
    let mut block = 0;
    while set < last_level_sets.len() {
        scratch.stretches.clear();
        let mut used = 0;
        while set < last_level_sets.len() && used < MAX_PREPARED_BLOCKS {
            let longest = lists[0].length[set].max(lists[1].length[set]) as usize;
            let blocks = (longest.div_ceil(PLACEMENTS_PER_HALF) - block).min(BLOCKS_PER_PASS);
            // SAFETY: the features of V are the caller's business.
            unsafe {
                transpose_blocks::<V>(
                    lists,
                    set,
                    block,
                    &mut scratch.transposed[used..used + blocks],
                )
            };
            scratch.stretches.push(BlockRange {
                set,
                blocks,
                begin: used,
            });
            used += blocks;
            block += blocks;
            if block >= longest.div_ceil(PLACEMENTS_PER_HALF) {
                (set, block) = (set + 1, 0);
            }
        }
        for (group, table) in groups.iter().zip(tables.iter_mut()) {
            for stretch in scratch
                .stretches
                .iter()
                .filter(|stretch| stretch.blocks > 0)
            {
                let ending = &last_level_sets[stretch.set];
                let transposed = &scratch.transposed[stretch.begin..][..stretch.blocks];
                // SAFETY: as above; every entry of the ending lies in the table.
                unsafe {
                    gather::<V>(transposed, ending, quarter, group, &mut scratch.blocked);
                    count_pairs::<V, WIDE>(stretch.blocks, ending, group, &scratch.blocked, table);
                }
            }
        }
    }
}

#[inline(always)]
unsafe fn transpose_blocks<V: VectorOps>(
    lists: [&Lists; 2],
    set: usize,
    first: usize,
    to: &mut [Transposed],
) {
    let half = |list: &Lists, block: usize| {
        if block * PLACEMENTS_PER_HALF < list.length[set] as usize {
            let line = list.begin[set] as usize + block * (PLACEMENTS_PER_HALF / 8);
            debug_assert!(line + 2 <= list.lines.len());
            // SAFETY: lists are filled up to a multiple of HALF words.
            unsafe { list.lines.as_ptr().add(line) }
        } else {
            NOTHING.as_ptr()
        }
    };
    for (index, transposed) in to.iter_mut().enumerate() {
        let block = first + index;
        // SAFETY: both pointers lead to HALF readable words.
        unsafe { V::transpose(half(lists[0], block), half(lists[1], block), transposed) };
    }
}

/// Brings the words blocked(r1, c) and blocked(r2, c) of each row pair into its lane.
#[inline(always)]
unsafe fn gather<V: VectorOps>(
    transposed: &[Transposed],
    ending: &LastLevelSet,
    quarter: &Quarter,
    group: &Group,
    blocked: &mut [[[Row; 2]; 16]],
) {
    debug_assert!(transposed.len() <= blocked.len());
    // SAFETY: the offsets stay within the 64 words of a block, see `Quarter`: a square's
    // diagonals are below 32, and rows beyond the quarter's are never picked.
    unsafe {
        let first = V::load(group.first.as_ptr());
        let second = V::load(group.second.as_ptr());
        for (index, block) in transposed.iter().enumerate() {
            let words = block.as_ptr().cast::<u32>();
            let anti = words.add(quarter.anti_diagonal() as usize);
            let main = words.add(32 + quarter.diagonal() as usize);
            let to = blocked.get_unchecked_mut(index).as_mut_ptr().cast::<u32>();
            for (position, &column) in ending.columns.iter().enumerate() {
                let column = usize::from(column);
                let rows = V::or(V::load(anti.add(column)), V::load(main.sub(column)));
                let to = to.add(position * 2 * LANES);
                V::store(to, V::pick(rows, first));
                V::store(to.add(LANES), V::pick(rows, second));
            }
        }
    }
}

#[inline(always)]
unsafe fn count_pairs<V: VectorOps, const WIDE: bool>(
    blocks: usize,
    ending: &LastLevelSet,
    group: &Group,
    blocked: &[[[Row; 2]; 16]],
    table: &mut [Row],
) {
    // SAFETY: see `pairs_of`.
    unsafe {
        match blocks {
            1 => pairs_of::<V, WIDE, 1>(ending, group, blocked, table),
            2 => pairs_of::<V, WIDE, 2>(ending, group, blocked, table),
            3 => pairs_of::<V, WIDE, 3>(ending, group, blocked, table),
            4 => pairs_of::<V, WIDE, 4>(ending, group, blocked, table),
            5 => pairs_of::<V, WIDE, 5>(ending, group, blocked, table),
            6 => pairs_of::<V, WIDE, 6>(ending, group, blocked, table),
            7 => pairs_of::<V, WIDE, 7>(ending, group, blocked, table),
            _ => pairs_of::<V, WIDE, BLOCKS_PER_PASS>(ending, group, blocked, table),
        }
    }
}

/// The inner loop. Both orders of a column pair lead to the same table entry.
#[inline(always)]
unsafe fn pairs_of<V: VectorOps, const WIDE: bool, const BLOCKS: usize>(
    ending: &LastLevelSet,
    group: &Group,
    blocked: &[[[Row; 2]; 16]],
    table: &mut [Row],
) {
    let words = blocked.as_ptr().cast::<u32>();
    for pair in &ending.pairs {
        debug_assert!(pair.high() < 16 && BLOCKS <= blocked.len());
        debug_assert!((pair.entry as usize) * if WIDE { 2 } else { 1 } < table.len());
        // SAFETY: positions and entries are in range, as asserted.
        unsafe {
            let low = words.add(pair.low() * 2 * LANES);
            let high = words.add(pair.high() * 2 * LANES);
            let mut tally = V::nothing();
            for block in 0..BLOCKS {
                let first = block * 16 * 2 * LANES;
                let second = first + LANES;
                tally = V::tally(tally, V::load(low.add(first)), V::load(high.add(second)));
                tally = V::tally(tally, V::load(high.add(first)), V::load(low.add(second)));
            }
            let clear = *group.clear.get_unchecked(pair.distance());
            if WIDE {
                V::add_wide(
                    table.as_mut_ptr().add(2 * pair.entry as usize),
                    tally,
                    clear,
                );
            } else {
                V::add(table.as_mut_ptr().add(pair.entry as usize), tally, clear);
            }
        }
    }
}

/// Transposes a table to one run of cells per half and lane, which begin at `to(half, lane)`;
/// `shape` gives the number of lanes and of the rows of a run. Cells have 32 bits with `WIDE`
/// and 16 otherwise; with `ADD` counts are added to theirs. Returns whether all narrow ones
/// are below [`NARROW_LIMIT`], as they must be.
///
/// # Safety
/// The processor must have the features of `V`.
#[inline(always)]
pub(crate) unsafe fn spread<V: VectorOps, const WIDE: bool, const ADD: bool>(
    table: &[Row],
    cells: &mut [Row],
    to: &[[usize; LANES]; 2],
    [lanes, rows]: [usize; 2],
) -> bool {
    debug_assert_eq!(table.len(), rows * 2 * LANES);
    // SAFETY: a table has 32 rows for each row of cells, and each run of cells has room.
    unsafe {
        let mut seen = V::load(Row::ZERO.0.as_ptr());
        for row in 0..rows {
            let from = table.as_ptr().add(row * 2 * LANES);
            let mut counts = [
                V::transpose_words(from, 1 + usize::from(WIDE)),
                V::transpose_words(
                    from.add(if WIDE { 1 } else { LANES }),
                    1 + usize::from(WIDE),
                ),
            ];
            if !WIDE {
                let [first, second] = counts;
                for lane in 0..LANES {
                    (counts[0][lane], counts[1][lane]) = V::unzip(first[lane], second[lane]);
                }
            }
            for (counts, to) in counts.iter().zip(to) {
                for (&counts, &at) in counts.iter().zip(to).take(lanes) {
                    if at == usize::MAX {
                        continue;
                    }
                    debug_assert!(at + row < cells.len());
                    let cell = cells.as_mut_ptr().add(at + row).cast();
                    let sum = match (ADD, WIDE) {
                        (false, _) => counts,
                        (true, false) => V::sum_narrow(V::load(cell), counts),
                        (true, true) => V::sum_wide(V::load(cell), counts),
                    };
                    seen = V::or(seen, sum);
                    V::store(cell, sum);
                }
            }
        }
        let mut bits = Row::ZERO;
        V::store(bits.0.as_mut_ptr(), seen);
        let bits = bits.0.iter().fold(0, |all, bits| all | bits);
        WIDE || (bits | bits >> 16) & NARROW_LIMIT == 0
    }
}
