//! *Expand* adds one row to lists of partial placements.
//!
//! The entries of the list of U that do not attack (row, c) go to the list of U ∪ {c}: test,
//! compress, store, advance. All columns c are served while a line of entries is in a
//! register: that loop has the same length for every set, where one along the list, for one
//! c, would end after a few lines and be mispredicted. It is compiled for each number of
//! columns, so that squares and targets stay in registers or at the top of the stack.
//!
//! What limits it is the cache: each line is read once, but its survivors go to as many
//! lists as there are columns. Hence the close layout of [`Lists`], and the batches of
//! [`crate::colour::steps`] on the last level.

use super::VectorOps;
use super::lists::{CacheLine, Lists, PLACEMENTS_PER_HALF};
use crate::colour::quarter::Quarter;
use crate::colour::steps::{Level, Step};

/// Lists the placements with one more queen, in `row`. Returns the number of tests.
///
/// # Safety
/// The processor must have the features of `V`.
#[inline(always)]
pub(crate) unsafe fn expand<V: VectorOps>(
    from: &Lists,
    to: &mut Lists,
    level: &Level,
    quarter: &Quarter,
    row: u32,
    most: &mut Vec<u32>,
) -> u64 {
    let tests = count_sources(from, level, most);
    let roomy = to.lay_out(most, level.sources(), tests);
    let mut squares = [0; 16];
    for (column, square) in (0..quarter.columns()).zip(&mut squares) {
        *square = quarter.diagonals(row, column);
    }
    for run in &level.runs {
        let length = from.length[run.from as usize];
        if length == 0 {
            continue;
        }
        let steps = level.steps(run);
        if !roomy {
            for step in steps {
                to.reserve(step.to as usize, length);
            }
        }
        let lines = length.div_ceil(8) as usize;
        let begin = from.begin[run.from as usize] as usize;
        debug_assert!(begin + lines <= from.lines.len());
        // SAFETY: the lines are those of one list, and each target has room for all of them.
        unsafe { filter::<V>(from.lines.as_ptr().add(begin), lines, steps, &squares, to) };
    }
    let base = to.lines.as_mut_ptr().cast::<u64>();
    for &next in &to.next {
        debug_assert!(next as usize + PLACEMENTS_PER_HALF <= 8 * to.lines.len());
        // SAFETY: `reserve` and `lay_out` leave room for HALF words after every list.
        unsafe { V::fill(base.add(next as usize)) };
    }
    to.close(tests);
    tests
}

/// How many entries may come to each list at most, and to all.
#[inline(always)]
fn count_sources(from: &Lists, level: &Level, most: &mut Vec<u32>) -> u64 {
    most.clear();
    most.resize(level.sets, 0);
    let mut tests = 0;
    for run in &level.runs {
        let length = from.length[run.from as usize];
        let steps = level.steps(run);
        tests += u64::from(length) * steps.len() as u64;
        for step in steps {
            most[step.to as usize] += length;
        }
    }
    tests
}

/// Calls the loop for this number of columns.
#[inline(always)]
unsafe fn filter<V: VectorOps>(
    from: *const CacheLine,
    lines: usize,
    steps: &[Step],
    squares: &[u64; 16],
    to: &mut Lists,
) {
    macro_rules! by_number {
        ($($number:literal)*) => {
            match steps.len() {
                // SAFETY: see `filter_to`; the number is that of the steps.
                $($number => unsafe { filter_to::<V, $number>(from, lines, steps, squares, to) },)*
                _ => unreachable!("a quarter has at most 16 columns"),
            }
        };
    }
    by_number!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
}

#[inline(always)]
unsafe fn filter_to<V: VectorOps, const COLUMNS: usize>(
    from: *const CacheLine,
    lines: usize,
    steps: &[Step],
    squares: &[u64; 16],
    to: &mut Lists,
) {
    let Ok(steps) = <&[Step; COLUMNS]>::try_from(steps) else {
        unreachable!("called with the number of steps");
    };
    let base = to.lines.as_mut_ptr().cast::<u64>();
    // SAFETY: `next` leads into the room of each list.
    let next = steps.map(|step| unsafe { base.add(to.next[step.to as usize] as usize) });
    let squares = steps.map(|step| squares[step.column as usize % 16]);
    // SAFETY: the caller gives `lines` lines, and each target has room for them.
    let next = unsafe { V::filter(from, lines, squares, next) };
    let mut column = 0;
    while column < COLUMNS {
        // SAFETY: both are in the lines of `to`.
        let words = unsafe { next[column].offset_from(base) };
        to.next[steps[column].to as usize] = words as u32;
        column += 1;
    }
}
