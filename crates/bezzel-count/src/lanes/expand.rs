//! *Expand* adds a queen in one row to lists of partial placements.
//!
//! The entries of the list of U that do not attack (row, c) go to the list of U ∪ {c}: test,
//! compress, store, advance. The loop serves all columns c while a line of entries is in a
//! register. Its inner loop has the same length for every set; a loop along the list, for one c,
//! would end after a few lines and be mispredicted. It is compiled for each number of columns,
//! so that squares and targets stay in registers or at the top of the stack.
//!
//! The cache is the limit: each line is read once, but its survivors go to as many lists as
//! there are columns. Hence the dense layout of [`Lists`], and the batches of
//! [`Scatter`](crate::lowering::scatter::Scatter) on the last level.

use super::Level;
use super::layout::CacheLine;
use super::lists::Lists;
use super::ops::VectorOps;
use crate::lowering::Quarter;
use crate::lowering::scatter::Step;

/// Number of lines of the next list.
const PREFETCHED_LINES: usize = 16;

/// Lists the placements with one more queen, in `row`. Returns the number of tests.
///
/// # Safety
///
/// `from` must have one list for each source of the level, and the quarter must have this row.
#[inline(always)]
pub(super) unsafe fn expand<V: VectorOps>(
    ops: V,
    from: &Lists,
    to: &mut Lists,
    level: &Level,
    quarter: &Quarter,
    row: u32,
    most: &mut Vec<u32>,
) -> u64 {
    let tests = count_sources(from, level, most);
    let has_full_room = to.lay_out(most, level.sources_per_set(), tests);
    let mut squares = [0; 16];
    for (column, square) in (0..quarter.columns()).zip(&mut squares) {
        *square = quarter.diagonals(row, column);
    }
    for (index, run) in level.runs().iter().enumerate() {
        if !has_full_room && let Some(next) = level.runs().get(index + 1) {
            for line in from.lines(next.from()).iter().take(PREFETCHED_LINES) {
                ops.prefetch(line);
            }
        }
        let lines = from.lines(run.from());
        if lines.is_empty() {
            continue;
        }
        let steps = level.steps(run);
        if !has_full_room {
            let length = from.length(run.from());
            for step in steps {
                to.reserve(step.to(), length);
            }
        }
        // SAFETY: each target has room for the words of this list: in `lay_out` for `most` words,
        // of which these are a part, or by `reserve`.
        unsafe { filter(ops, lines, steps, &squares, to) };
    }
    to.fill_ends(ops);
    to.close(tests);
    tests
}

/// Returns the number of tests, and in `most` the largest possible length of each list. That is at
/// most the length of all lists in `from`, which fits 32 bits, because a run has distinct targets.
#[inline(always)]
fn count_sources(from: &Lists, level: &Level, most: &mut Vec<u32>) -> u64 {
    most.clear();
    most.resize(level.sets(), 0);
    let mut tests = 0;
    for run in level.runs() {
        let length = from.length(run.from());
        let steps = level.steps(run);
        tests += u64::from(length) * steps.len() as u64;
        for step in steps {
            most[step.to()] += length;
        }
    }
    tests
}

/// Calls the loop that is compiled for this number of columns.
///
/// # Safety
///
/// The list of each step must have room for all placements in `from`, and 8 words more.
#[inline(always)]
unsafe fn filter<V: VectorOps>(
    ops: V,
    from: &[CacheLine],
    steps: &[Step],
    squares: &[u64; 16],
    to: &mut Lists,
) {
    macro_rules! by_number {
        ($($number:literal)*) => {
            match steps.len() {
                // SAFETY: the same as of this function.
                $($number => unsafe { filter_to::<V, $number>(ops, from, steps, squares, to) },)*
                _ => unreachable!("a run has 1 to 16 steps"),
            }
        };
    }
    by_number!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
}

/// Filters a list for `COLUMNS` columns.
///
/// # Safety
///
/// The list of each step must have room for all placements in `from`, and 8 words more.
#[inline(always)]
unsafe fn filter_to<V: VectorOps, const COLUMNS: usize>(
    ops: V,
    from: &[CacheLine],
    steps: &[Step],
    squares: &[u64; 16],
    to: &mut Lists,
) {
    let Ok(steps) = <&[Step; COLUMNS]>::try_from(steps) else {
        unreachable!("called with the number of steps");
    };
    let (base, ends) = to.words_and_ends();
    // SAFETY: the ends are inside of the words.
    let next = steps.map(|step| unsafe { base.add(ends[step.to()] as usize) });
    let squares = steps.map(|step| squares[step.column() % 16]);
    // SAFETY: by the contract of this function each target has room; words are aligned.
    let next = unsafe { ops.filter(from, squares, next) };
    let mut column = 0;
    while column < COLUMNS {
        // SAFETY: both pointers are into the words of `to`.
        let words = unsafe { next[column].offset_from(base) };
        ends[steps[column].to()] = words as u32;
        column += 1;
    }
}
