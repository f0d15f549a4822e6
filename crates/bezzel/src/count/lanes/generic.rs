//! The algorithm of every backend: expand lists, finish row pairs, dot products.
//!
//! *Expand* adds one row. The entries of the list of U that do not attack (row, c) go to the
//! list of U ∪ {c}: test, compress, store, advance. All columns c are served while a line of
//! entries is in a register: that loop has the same length for every set, where one along
//! the list, for one c, would end after a line or two and be mispredicted.
//!
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

use super::lists::{BLOCKED, HALF, Line, Lists};
use super::{LANES, Lanes};
use crate::count::colour::cover::Group;
use crate::count::colour::quarter::Quarter;
use crate::count::colour::steps::{Ending, Level, Steps};

/// Blocks of 32 placements that are counted before the table is touched.
const PASS: usize = 8;
/// Blocks whose transposed diagonals are prepared ahead.
const AHEAD: usize = 64;

/// Sixteen words side by side.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Row(pub [u32; LANES]);

impl Row {
    pub const ZERO: Row = Row([0; LANES]);
}

static NOTHING: [Line; 2] = [Line([BLOCKED; 8]); 2];

/// The anti-diagonals, then the diagonals, of one block as words over its placements.
pub(crate) type Transposed = [Row; 4];

/// The blocks `first..first + blocks` of the lists of one column set.
#[derive(Debug, Clone, Copy)]
struct Stretch {
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
    stretches: Vec<Stretch>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            transposed: vec![[Row::ZERO; 4]; AHEAD + PASS],
            blocked: vec![[[Row::ZERO; 2]; 16]; PASS],
            stretches: Vec::new(),
        }
    }
}

/// Lists the placements with one more queen, in `row`. Returns the number of tests.
///
/// # Safety
/// The processor must have the features of `V`.
#[inline(always)]
pub(crate) unsafe fn expand<V: Lanes>(
    from: &Lists,
    to: &mut Lists,
    level: &Level,
    quarter: &Quarter,
    row: u32,
) -> u64 {
    debug_assert_eq!(level.begin.len(), from.length.len() + 1);
    let tests = make_room(from, to, level);
    let mut squares = [0; 16];
    for (column, square) in (0..quarter.columns).zip(&mut squares) {
        *square = quarter.diagonals(row, column);
    }
    let base = to.lines.as_mut_ptr().cast::<u64>();
    for (set, begin) in level.begin.windows(2).enumerate() {
        let steps = &level.steps[begin[0] as usize..begin[1] as usize];
        let lines = (from.length[set] as usize).div_ceil(8);
        debug_assert!(from.begin[set] as usize + lines <= from.lines.len());
        // SAFETY: the lines are those of one list; `make_room` left room in each target list
        // for all entries of all its sources, and two lines more.
        unsafe {
            let line = from.lines.as_ptr().add(from.begin[set] as usize);
            V::filter(line, lines, steps, &squares, to.next.as_mut_ptr(), base);
        }
    }
    for ((&next, &begin), length) in to.next.iter().zip(&to.begin).zip(&mut to.length) {
        *length = next - 8 * begin;
        debug_assert!(next as usize + HALF <= 8 * to.lines.len());
        // SAFETY: room for HALF words after every list was reserved.
        unsafe { V::fill(base.add(next as usize)) };
    }
    tests
}

/// Lays the target lists out so that each can take everything from all its sources. Returns
/// the number of entries that may come.
#[inline(always)]
fn make_room(from: &Lists, to: &mut Lists, level: &Level) -> u64 {
    to.begin.clear();
    to.begin.resize(level.sets, 0);
    to.length.resize(level.sets, 0);
    for (&length, begin) in from.length.iter().zip(level.begin.windows(2)) {
        for step in &level.steps[begin[0] as usize..begin[1] as usize] {
            to.begin[step.to as usize] += length;
        }
    }
    let (mut line, mut tests) = (0, 0);
    to.next.clear();
    for begin in &mut to.begin {
        let most = *begin;
        tests += u64::from(most);
        *begin = line;
        to.next.push(8 * line);
        line += most.div_ceil(8) + 2 * (HALF / 8) as u32;
    }
    if to.lines.len() < line as usize {
        to.lines.resize(line as usize, Line([BLOCKED; 8]));
    }
    tests
}

/// Adds to `table` of each group the number of placements for each final column set and lane,
/// low and high half from the two lists. With `WIDE` a table entry is two rows of 32-bit
/// counts, otherwise one row of 16-bit pairs. Returns the number of blocks.
///
/// # Safety
/// The processor must have the features of `V`.
#[inline(always)]
pub(crate) unsafe fn finish<V: Lanes, const WIDE: bool>(
    lists: [&Lists; 2],
    steps: &Steps,
    quarter: &Quarter,
    groups: &[Group],
    tables: &mut [Vec<Row>],
    scratch: &mut Scratch,
) -> u64 {
    let mut counted = 0;
    let mut set = 0;
    let mut block = 0;
    while set < steps.endings.len() {
        scratch.stretches.clear();
        let mut used = 0;
        while set < steps.endings.len() && used < AHEAD {
            let longest = lists[0].length[set].max(lists[1].length[set]) as usize;
            let blocks = (longest.div_ceil(HALF) - block).min(PASS);
            // SAFETY: the features of V are the caller's business.
            unsafe {
                transpose_blocks::<V>(
                    lists,
                    set,
                    block,
                    &mut scratch.transposed[used..used + blocks],
                )
            };
            scratch.stretches.push(Stretch {
                set,
                blocks,
                begin: used,
            });
            used += blocks;
            block += blocks;
            if block >= longest.div_ceil(HALF) {
                (set, block) = (set + 1, 0);
            }
        }
        counted += used as u64;
        for (group, table) in groups.iter().zip(tables.iter_mut()) {
            for stretch in scratch
                .stretches
                .iter()
                .filter(|stretch| stretch.blocks > 0)
            {
                let ending = &steps.endings[stretch.set];
                let transposed = &scratch.transposed[stretch.begin..][..stretch.blocks];
                // SAFETY: as above; every entry of the ending lies in the table.
                unsafe {
                    gather::<V>(transposed, ending, quarter, group, &mut scratch.blocked);
                    count_pairs::<V, WIDE>(stretch.blocks, ending, group, &scratch.blocked, table);
                }
            }
        }
    }
    counted
}

#[inline(always)]
unsafe fn transpose_blocks<V: Lanes>(
    lists: [&Lists; 2],
    set: usize,
    first: usize,
    to: &mut [Transposed],
) {
    let half = |list: &Lists, block: usize| {
        if block * HALF < list.length[set] as usize {
            let line = list.begin[set] as usize + block * (HALF / 8);
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
unsafe fn gather<V: Lanes>(
    transposed: &[Transposed],
    ending: &Ending,
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
            let anti = words.add(quarter.anti_diagonal as usize);
            let main = words.add(32 + quarter.diagonal as usize);
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
unsafe fn count_pairs<V: Lanes, const WIDE: bool>(
    blocks: usize,
    ending: &Ending,
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
            _ => pairs_of::<V, WIDE, PASS>(ending, group, blocked, table),
        }
    }
}

/// The inner loop. Both orders of a column pair lead to the same table entry.
#[inline(always)]
unsafe fn pairs_of<V: Lanes, const WIDE: bool, const BLOCKS: usize>(
    ending: &Ending,
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

/// Transposes `tables` to one run of counts per half and lane: `to(half, lane)` receives
/// them in the order of the entries.
///
/// # Safety
/// The processor must have the features of `V`.
#[inline(always)]
pub(crate) unsafe fn spread<V: Lanes, const WIDE: bool>(
    table: &[Row],
    cells: &mut [u32],
    to: &[[usize; LANES]; 2],
    lanes: usize,
    width: usize,
) {
    let rows = if WIDE { 2 } else { 1 };
    debug_assert_eq!(table.len(), width * rows);
    debug_assert_eq!(width % LANES, 0);
    for entry in (0..width).step_by(LANES) {
        // SAFETY: the table has `width` entries and each run of cells has room for them.
        unsafe {
            if WIDE {
                for (half, to) in to.iter().enumerate() {
                    let at = table.as_ptr().add(entry * rows + half);
                    let counts = V::transpose_words(at, rows);
                    store_runs::<V>(counts, cells, to, lanes, entry);
                }
            } else {
                let pairs = V::transpose_words(table.as_ptr().add(entry), rows);
                let (mut low, mut high) = (pairs, pairs);
                for (low, high) in low.iter_mut().zip(&mut high) {
                    (*low, *high) = (V::low_half(*low), V::high_half(*high));
                }
                store_runs::<V>(low, cells, &to[0], lanes, entry);
                store_runs::<V>(high, cells, &to[1], lanes, entry);
            }
        }
    }
}

#[inline(always)]
unsafe fn store_runs<V: Lanes>(
    counts: [V::Words; LANES],
    cells: &mut [u32],
    to: &[usize; LANES],
    lanes: usize,
    entry: usize,
) {
    for (&counts, &at) in counts.iter().zip(to).take(lanes) {
        if at != usize::MAX {
            debug_assert!(at + entry + LANES <= cells.len());
            // SAFETY: each run of cells has room for the width of the table.
            unsafe { V::store(cells.as_mut_ptr().add(at + entry), counts) };
        }
    }
}
