//! CPU engines that report their current units, and the thread slots that limit them.

use std::sync::Arc;

use bezzel_count::Error;
use bezzel_count::{Counter, Engine, EngineInfo, Route, Unit, UnitResult};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::state::Count;
use crate::app::{available_cpus, limits};
use crate::reason::Reason;

/// Slots for the threads of all counts. A thread exits only after its current unit, even if its
/// count was stopped or deleted, and holds its slot until then.
pub(super) struct ThreadSlots(Arc<Semaphore>);

impl Default for ThreadSlots {
    /// Provides twice as many slots as running counts need, so that a count can be resumed
    /// immediately after a stop.
    fn default() -> Self {
        let per_count = available_cpus() + 1;
        let slots = 2 * limits::MAX_RUNNING_COUNTS * per_count;
        Self(Arc::new(Semaphore::new(slots)))
    }
}

impl ThreadSlots {
    /// Acquires slots for the engines of a count and for the thread that runs them.
    pub(super) fn acquire(&self, engines: usize) -> Result<AcquiredSlots, Reason> {
        let wanted = u32::try_from(engines + 1).map_err(|_| Reason::ThreadsEnding)?;
        let permit = self.0.clone().try_acquire_many_owned(wanted);
        permit.map(AcquiredSlots).map_err(|_| Reason::ThreadsEnding)
    }
}

/// Slots that a count holds.
pub(super) struct AcquiredSlots(OwnedSemaphorePermit);

/// A CPU engine that marks its current units in the unit map.
pub(super) struct ReportingEngine {
    counter: Counter,
    count: Arc<Count>,
    _slot: Option<OwnedSemaphorePermit>,
}

impl ReportingEngine {
    pub(super) fn new(count: Arc<Count>, slots: &mut AcquiredSlots) -> Result<Self, Error> {
        Ok(Self {
            counter: Counter::new(count.backend())?,
            count,
            _slot: slots.0.split(1),
        })
    }
}

impl Engine for ReportingEngine {
    fn info(&self) -> EngineInfo {
        self.counter.info()
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        for unit in units {
            self.count.set_counting(unit.index(), true);
        }
        let results = self.counter.run(units, route);
        for unit in units {
            self.count.set_counting(unit.index(), false);
        }
        results
    }
}
