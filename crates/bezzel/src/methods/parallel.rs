//! Counting with threads: a search is split into start positions, which the threads count one by one.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::opening::{Opening, refined};
use super::{SearchMethod, SplitRule, weighted};
use crate::Error;
use crate::parallel::{FinishedPart, PARTS, thread_pool};

/// Counts with one method, as [`Method::count_parallel`](super::Method::count_parallel) does.
pub(super) fn count<S: SearchMethod>(
    n: u32,
    threads: usize,
    progress: &(dyn Fn(FinishedPart) + Sync),
) -> Result<u128, Error> {
    let openings = match S::SPLIT_RULE {
        SplitRule::Whole => S::openings(n),
        cut => refined(S::openings(n), n, PARTS, cut == SplitRule::AllSquares),
    };
    let count_part = |opening: &Opening| weighted::<S>(n, opening);
    count_parts(&openings, threads, &count_part, progress)
}

/// Sums the counts of all parts. It is compiled once, not for each method.
fn count_parts(
    openings: &[Opening],
    threads: usize,
    count: &(dyn Fn(&Opening) -> u128 + Sync),
    progress: &(dyn Fn(FinishedPart) + Sync),
) -> Result<u128, Error> {
    let done = AtomicUsize::new(0);
    let count_part = |opening| {
        let solutions = count(opening);
        progress(FinishedPart {
            solutions,
            done: done.fetch_add(1, Ordering::Relaxed) + 1,
            parts: openings.len(),
        });
        solutions
    };
    if threads <= 1 {
        return Ok(openings.iter().map(count_part).sum());
    }
    let pool = thread_pool(threads)?;
    // One part at a time, because parts differ widely in size.
    Ok(pool.install(|| openings.par_iter().with_max_len(1).map(count_part).sum()))
}
