//! Searches in parts, on several threads.

use crate::Error;

/// Number of start positions into which a search is split, at least: they keep the threads evenly busy and
/// the progress smooth, and their set-up time is negligible.
pub(crate) const PARTS: usize = 1000;

/// Finished part of a parallel count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedPart {
    /// Solutions in this part, including images.
    pub solutions: u128,
    /// Number of finished parts, including this one.
    pub done: usize,
    /// Parts of the whole search, the same in each call.
    pub parts: usize,
}

/// Starts threads for the parts of a search.
pub(crate) fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Threads {
        threads,
        why: error.to_string(),
    })
}
