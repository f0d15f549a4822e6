//! Units to count, and the destinations of their results.

mod ledger;
mod listed;
mod memory;

use std::sync::Arc;

use bezzel_count::{Route, Schedule, Unit};

use crate::{Ledger, LedgerError, Phase, ProcessInfo, StoreOutcome, StoredResult};

pub use ledger::LedgerStore;
pub use listed::ListStore;
pub use memory::MemoryStore;

const DIRECT: &[Route] = &[Route::Direct];

/// What a run counts, and how.
pub struct Work {
    /// The routes by which each unit is counted.
    pub routes: Vec<Route>,
    /// The counting process, which results name.
    pub process: Arc<ProcessInfo>,
    /// What the run does.
    pub phase: Phase,
    /// Largest number of units that an engine gets in one call.
    pub max_batch: usize,
    /// Which units are open, and in which order they go out.
    pub schedule: Schedule,
}

impl Work {
    fn new(schedule: Schedule, routes: &[Route], process: Arc<ProcessInfo>) -> Self {
        Self {
            routes: routes.to_vec(),
            process,
            phase: Phase::Counting,
            max_batch: usize::MAX,
            schedule,
        }
    }
}

/// Units to count, and the destination of their results.
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
/// assert_eq!((units.len(), store.is_finished()), (3, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Store {
    /// Borrows what is counted.
    fn work(&self) -> &Work;
    /// Borrows it to change it.
    fn work_mut(&mut self) -> &mut Work;
    /// Stores all results or none. Returns an outcome for each, in their order. Fails if storage
    /// fails; the job then waits for space, or lets the [ledger](Self::ledger) rescue them.
    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError>;
    /// Borrows the ledger, if one has the results.
    fn ledger(&mut self) -> Option<&mut Ledger> {
        None
    }
    /// Takes up to `count` units; none if there is nothing to count at this time.
    fn take(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError> {
        Ok(self.work_mut().schedule.take(count))
    }
    /// Takes units back that were taken but not counted.
    fn release(&mut self, units: Vec<Unit>) -> Result<(), LedgerError> {
        self.work_mut().schedule.give_back(units);
        Ok(())
    }
    /// Notes that the results of a unit by all routes are stored.
    fn finish(&mut self, unit: &Unit) {
        self.work_mut().schedule.finish(unit);
    }
    /// Returns true if all units are counted, by whichever process.
    fn is_finished(&self) -> bool {
        self.work().schedule.is_finished()
    }
    /// Returns the counted fraction of the expected cost, 0 to 1.
    fn fraction(&self) -> f64 {
        self.work().schedule.fraction()
    }
    /// Returns the expected cost of all units.
    fn cost(&self) -> f64 {
        self.work().schedule.cost()
    }
}
