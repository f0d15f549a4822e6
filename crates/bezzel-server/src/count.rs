//! Counts that the page starts, stops and resumes.
//!
//! A count belongs to the server, not to the request that started it, so it continues after the
//! page is closed. Each count runs [`bezzel_campaign::run()`] on its own threads and stores its
//! results in memory or in the ledger of a campaign.
//!
//! | module | responsibility |
//! |---|---|
//! | `registry` | all counts by number, and the limits on running and stored counts |
//! | `state` | one count: a state machine with its progress behind one lock |
//! | `storage` | the results of a count, and the call that counts the remaining units |
//! | `engine` | an engine that reports its current units and holds a thread slot |
//! | `view`, `unit_map`, `rates` | the JSON form of a count |

mod engine;
mod rates;
mod registry;
mod state;
mod storage;
mod unit_map;
mod view;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) use registry::Counts;
pub(crate) use view::CountView;

/// Parameters of a count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CountRequest {
    pub(crate) n: u32,
    pub(crate) threads: usize,
    pub(crate) double_check: bool,
}

/// Locks a mutex, also after a panic: every change under these locks is a single step, so the
/// data is consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
