//! A list of units, whose results go to a function.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bezzel_count::{Route, Unit};

use super::Store;
use crate::{LedgerError, ProcessInfo, StoreOutcome, StoredResult};

/// Receives the results, as they come.
type Receive<'a> = Box<dyn FnMut(&[StoredResult]) -> Result<(), LedgerError> + 'a>;

/// Units that are counted once, in their order.
pub struct ListStore<'a> {
    units: VecDeque<Unit>,
    /// Units that are being counted.
    taken: HashMap<u64, Unit>,
    route: Route,
    max_batch: usize,
    process: Arc<ProcessInfo>,
    receive: Receive<'a>,
    all: usize,
    done: usize,
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
            all: units.len(),
            units: units.into(),
            taken: HashMap::new(),
            route,
            max_batch: usize::MAX,
            process,
            receive: Box::new(receive),
            done: 0,
        }
    }

    /// Limits the number of units that an engine gets in one call.
    #[must_use]
    pub fn in_batches_of(self, max_batch: usize) -> Self {
        Self { max_batch, ..self }
    }
}

impl Store for ListStore<'_> {
    fn routes(&self) -> &[Route] {
        std::slice::from_ref(&self.route)
    }

    fn process(&self) -> Arc<ProcessInfo> {
        self.process.clone()
    }

    fn max_batch(&self) -> usize {
        self.max_batch
    }

    fn take(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError> {
        let count = count.min(self.units.len());
        let units: Vec<Unit> = self.units.drain(..count).collect();
        self.taken
            .extend(units.iter().map(|unit| (unit.index(), unit.clone())));
        Ok(units)
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError> {
        for stored in results {
            self.taken.remove(&stored.unit);
        }
        (self.receive)(results)?;
        self.done += results.len();
        Ok(vec![StoreOutcome::First; results.len()])
    }

    fn release(&mut self, units: &[u64]) -> Result<(), LedgerError> {
        let again = units.iter().filter_map(|unit| self.taken.remove(unit));
        self.units.extend(again);
        Ok(())
    }

    fn is_finished(&mut self) -> Result<bool, LedgerError> {
        Ok(self.done >= self.all)
    }

    fn fraction(&self) -> Option<f64> {
        Some(self.done as f64 / self.all.max(1) as f64)
    }
}
