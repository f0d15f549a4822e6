//! Slots that limit the threads of all counts.

use std::sync::Arc;

use bezzel_count::Error;
use bezzel_count::{Engine, EngineInfo, Route, Unit, UnitResult};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::CountRequest;
use crate::limits::{self, available_cpus};
use crate::reason::Reason;

/// Slots for the threads of all counts. A thread exits only after its current units, even if its
/// count was stopped or deleted, and holds its slot until then.
pub(super) struct ThreadSlots {
    /// Slots for CPU engines, and for the threads that run counts.
    cpu: Arc<Semaphore>,
    /// Slots for the engines of devices.
    device: Arc<Semaphore>,
}

impl Default for ThreadSlots {
    /// Provides twice as many slots as running counts need, so that a count can be resumed
    /// immediately after a stop.
    fn default() -> Self {
        let slots =
            |per_count| Arc::new(Semaphore::new(2 * limits::MAX_RUNNING_COUNTS * per_count));
        Self {
            cpu: slots(available_cpus() + 1),
            device: slots(limits::MAX_DEVICE_ENGINES),
        }
    }
}

impl ThreadSlots {
    /// Acquires slots for the engines of a count and for the thread that runs them.
    pub(super) fn acquire(&self, request: &CountRequest) -> Result<AcquiredSlots, Reason> {
        let acquire = |slots: &Arc<Semaphore>, wanted| {
            let permit = slots.clone().try_acquire_many_owned(wanted);
            permit.map_err(|_| Reason::ThreadsEnding)
        };
        Ok(AcquiredSlots {
            own: acquire(&self.cpu, 1)?,
            engines: EngineSlots {
                cpu: acquire(&self.cpu, request.threads)?,
                device: acquire(&self.device, request.device_engines)?,
            },
        })
    }
}

/// Slots that a count holds.
pub(super) struct AcquiredSlots {
    /// The slot of the thread that runs the count.
    pub(super) own: OwnedSemaphorePermit,
    pub(super) engines: EngineSlots,
}

/// Slots of the engines of a count.
pub(super) struct EngineSlots {
    cpu: OwnedSemaphorePermit,
    device: OwnedSemaphorePermit,
}

impl EngineSlots {
    /// Gives a slot to an engine, which holds it until its thread ends.
    pub(super) fn assign(&mut self, engine: Box<dyn Engine>) -> Box<dyn Engine> {
        let slots = if engine.info().kind.is_device() {
            &mut self.device
        } else {
            &mut self.cpu
        };
        let _slot = slots.split(1);
        Box::new(SlotHolder { engine, _slot })
    }
}

/// An engine that holds a slot.
struct SlotHolder {
    // Dropped before the slot.
    engine: Box<dyn Engine>,
    _slot: Option<OwnedSemaphorePermit>,
}

impl Engine for SlotHolder {
    fn info(&self) -> EngineInfo {
        self.engine.info()
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        self.engine.run(units, route)
    }
}
