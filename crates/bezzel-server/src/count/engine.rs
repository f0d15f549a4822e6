//! A counter that tells what it is counting, for the map of units, and holds its place among
//! the threads until it has come to its end.

use std::sync::Arc;

use bezzel_count::Error;
use bezzel_count::{Counter, Engine, EngineInfo, Route, Unit, UnitResult};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Count;
use crate::app::{limits, processors};
use crate::reason::Reason;

/// Places for the threads of all counts. A thread ends only when the unit in its hands is
/// counted, even if its count was stopped or deleted before; until then it keeps its place.
pub(super) struct Places(Arc<Semaphore>);

impl Default for Places {
    /// Twice as many as can run, so that one who stops a count can go on with it at once.
    fn default() -> Self {
        let each = processors() + 1;
        Self(Arc::new(Semaphore::new(2 * limits::COUNTS_RUNNING * each)))
    }
}

impl Places {
    /// Places for so many engines and for the thread that gives them their work.
    pub(super) fn take(&self, engines: usize) -> Result<Taken, Reason> {
        let wanted = u32::try_from(engines + 1).map_err(|_| Reason::ThreadsEnding)?;
        let taken = self.0.clone().try_acquire_many_owned(wanted);
        taken.map(Taken).map_err(|_| Reason::ThreadsEnding)
    }
}

/// Places that one count has taken.
pub(super) struct Taken(OwnedSemaphorePermit);

impl Taken {
    fn one(&mut self) -> Option<OwnedSemaphorePermit> {
        self.0.split(1)
    }
}

pub(super) struct Watched {
    counter: Counter,
    count: Arc<Count>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Watched {
    pub(super) fn new(count: Arc<Count>, places: &mut Taken) -> Result<Self, Error> {
        let counter = Counter::new(count.backend)?;
        let _place = places.one();
        Ok(Self {
            counter,
            count,
            _place,
        })
    }
}

impl Engine for Watched {
    fn info(&self) -> EngineInfo {
        self.counter.info()
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        for unit in units {
            self.count.at_work(unit.index(), true);
        }
        let results = self.counter.run(units, route);
        for unit in units {
            self.count.at_work(unit.index(), false);
        }
        results
    }
}
