//! Sources of units and destinations of their results.

mod ledger;
mod listed;
mod memory;

use std::sync::Arc;

use bezzel_count::{Route, Unit};

use crate::{LedgerError, Phase, ProcessInfo, StoreOutcome, StoredResult};

pub use ledger::LedgerStore;
pub use listed::ListStore;
pub use memory::MemoryStore;

const DIRECT: &[Route] = &[Route::Direct];
const BOTH: &[Route] = &[Route::Direct, Route::Exchanged];

/// A source of units and a destination of their results.
///
/// | store | units | results |
/// |---|---|---|
/// | [`MemoryStore`] | a plan | memory |
/// | [`LedgerStore`] | open units of a ledger, or units to count again | the ledger |
/// | [`ListStore`] | a list | each goes to a function |
///
/// ```
/// use bezzel_count::Plan;
/// use bezzel_run::{MemoryStore, Store, this_process};
/// let mut store = MemoryStore::new(Plan::new(8)?, this_process("example"), false);
/// let units = store.take(3)?;
/// assert_eq!((units.len(), store.is_finished()?), (3, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Store {
    /// Returns the routes by which each unit is counted.
    fn routes(&self) -> &[Route];
    /// Returns the counting process, which results name.
    fn process(&self) -> Arc<ProcessInfo>;
    /// Returns what a run of this store does.
    fn phase(&self) -> Phase {
        Phase::Counting
    }
    /// Returns the largest number of units that an engine gets in one call.
    fn max_batch(&self) -> usize {
        usize::MAX
    }
    /// Takes up to `count` units; none if there is nothing to count at this time.
    fn take(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError>;
    /// Stores all results or none. Returns an outcome for each, in their order. Fails if storage
    /// fails; the job then waits for space or calls [`rescue`](Self::rescue).
    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError>;
    /// Takes units back that were taken but not counted.
    fn release(&mut self, units: &[u64]) -> Result<(), LedgerError>;
    /// Returns true if all units are counted, by whichever process.
    fn is_finished(&mut self) -> Result<bool, LedgerError>;
    /// Reads what other processes have done, and checks the place of results. A run calls this
    /// about ten times a second.
    fn maintain(&mut self) -> Result<(), LedgerError> {
        Ok(())
    }
    /// Checks, when all units are counted, that what was stored is still there.
    fn check_stored(&mut self) -> Result<(), LedgerError> {
        Ok(())
    }
    /// Stores results elsewhere, if possible, after [`put`](Self::put) failed with `error`. Returns
    /// the error with the name of that place.
    fn rescue(&mut self, error: LedgerError, results: &[StoredResult]) -> LedgerError {
        let _ = results;
        error
    }
    /// Returns the counted fraction of the expected cost, 0 to 1, if it is known.
    fn fraction(&self) -> Option<f64>;
    /// Returns the expected cost of all units, if it is known.
    fn cost(&self) -> Option<f64> {
        None
    }
}
