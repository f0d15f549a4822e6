//! A list of units, whose results go to a function.

use std::sync::Arc;

use bezzel_count::{Route, Schedule, Unit};

use super::{Store, Work};
use crate::{LedgerError, ProcessInfo, StoreOutcome, StoredResult};

/// Receives the results, as they come.
type Receive<'a> = Box<dyn FnMut(&[StoredResult]) -> Result<(), LedgerError> + 'a>;

/// Units that are counted once, in their order.
pub struct ListStore<'a> {
    work: Work,
    receive: Receive<'a>,
}

impl<'a> ListStore<'a> {
    /// Creates a store of these units, which are counted by this route.
    ///
    /// ```
    /// use bezzel_count::{Plan, Route};
    /// use bezzel_run::{Control, EnginePool, EngineSelection, Job, ListStore, UnitsJob, this_process};
    /// let plan = Plan::new(12)?;
    /// let units = plan.units().take(3).collect();
    /// let mut pairs = 0;
    /// let mut store = ListStore::new(units, Route::Direct, this_process("example"), |found| {
    ///     pairs += found.iter().map(|stored| stored.result.joined).sum::<u128>();
    ///     Ok(())
    /// });
    /// let mut pool = EnginePool::start(EngineSelection::new(None, Some(1)).open()?);
    /// UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |_| {})?;
    /// drop(store);
    /// assert!(pairs > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        units: Vec<Unit>,
        route: Route,
        process: Arc<ProcessInfo>,
        receive: impl FnMut(&[StoredResult]) -> Result<(), LedgerError> + 'a,
    ) -> Self {
        Self {
            work: Work::new(Schedule::of_list(units), &[route], process),
            receive: Box::new(receive),
        }
    }

    /// Limits the number of units that an engine gets in one call.
    #[must_use]
    pub fn in_batches_of(mut self, max_batch: usize) -> Self {
        self.work.max_batch = max_batch;
        self
    }
}

impl Store for ListStore<'_> {
    fn work(&self) -> &Work {
        &self.work
    }

    fn work_mut(&mut self) -> &mut Work {
        &mut self.work
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError> {
        (self.receive)(results)?;
        Ok(vec![StoreOutcome::First; results.len()])
    }
}
