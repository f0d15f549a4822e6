//! Counts that the page starts, stops and resumes.
//!
//! A count belongs to the server, not to the request that started it, so it continues after the
//! page is closed. Each count runs [`bezzel_run::CountJob`] on its own thread and stores its results
//! in memory or in a ledger.
//!
//! | module | responsibility |
//! |---|---|
//! | `backends` | the backends of this machine, and the choice of a request |
//! | `registry` | all counts by number, and the limits on running and stored counts |
//! | `state` | one count: a state machine with its progress behind one lock |
//! | `view`, `unit_map` | the JSON form of a count |

mod backends;
mod registry;
mod state;
mod unit_map;
mod view;

use std::sync::{Mutex, MutexGuard, PoisonError};

use bezzel::ConstrainedBoard;
use bezzel_gpu::BackendSet;
use bezzel_run::{CountJob, CountUnits, EngineSelection, Storage, this_process};

use crate::limits::available_cpus;
use crate::problem::{Code, Problem, Reason};

pub(crate) use backends::{BackendView, all_backends};
pub(crate) use registry::Counts;
pub(crate) use view::CountView;

/// Program name in the results of this server.
const PROGRAM: &str = "bezzel serve";

#[derive(Debug, Clone)]
pub(crate) struct CountRequest {
    pub(crate) n: u32,
    /// Placed queens and blocked squares of the board, in one word.
    pub(crate) board: Option<String>,
    pub(crate) backends: BackendSet,
    /// Number of CPU threads; 0 if only devices count.
    pub(crate) threads: u32,
    pub(crate) double_check: bool,
}

impl CountRequest {
    /// Creates a request. The defaults are the fastest CPU backend and all CPU threads. May load
    /// drivers, which can take seconds. Fails if a backend is unknown or missing.
    pub(crate) fn new(
        n: u32,
        backend: Option<&str>,
        threads: Option<usize>,
        double_check: bool,
    ) -> Result<Self, Reason> {
        let backends = backend.map_or_else(|| Ok(BackendSet::detect()), backends::find)?;
        let threads = threads.unwrap_or(usize::MAX).min(available_cpus()) as u32;
        backends::check(&backends)?;
        Ok(Self {
            n,
            board: None,
            threads: backends.cpu().map_or(0, |_| threads),
            backends,
            double_check,
        })
    }

    /// Creates the job, which opens its engines when it runs.
    fn job(&self, storage: Storage) -> Result<CountJob, Problem> {
        let engines = EngineSelection::new(Some(self.backends.clone()), Some(self.threads));
        let mut units = CountUnits::new(engines);
        units.double_check = self.double_check;
        units.storage = storage;
        units.process = this_process(PROGRAM);
        let failed = |error: bezzel_run::Error| Problem::new(Code::Internal, error.to_string());
        CountJob::by_units(ConstrainedBoard::new(self.n)?, units).map_err(failed)
    }
}

/// Locks a mutex, also after a panic: every change under these locks is a single step, so the
/// data is consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
