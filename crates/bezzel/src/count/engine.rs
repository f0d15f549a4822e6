//! The boundary between what is counted and how: one call on a batch of units.

use super::colour::join::Worker;
use super::colour::orbit::Orbits;
use super::colour::unit::Task;
use super::lanes::Backend;
use super::plan::Unit;
use crate::Error;

/// Which way a unit is counted. Both give the same share by entirely different intermediate
/// lists, so that one checks the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Route {
    /// Row after row.
    Direct,
    /// With rows and columns exchanged: one and a half to two times the work.
    Exchanged,
}

/// What a unit found: the same on every backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitResult {
    /// The share of the total, times [`Plan::SCALE`].
    pub value: u128,
    /// Placements on black and on white squares that were counted, Σ b + Σ w.
    pub joined: u128,
    /// Tests of one placement against one square while lists were made.
    pub tests: u64,
    /// Blocks of up to 32 placements whose row pairs were counted.
    pub blocks: u64,
}

impl UnitResult {
    /// Whether another count of the same unit, on whatever route, found the same: the share
    /// and the joined pairs. Tests and blocks depend on the route.
    pub fn agrees(&self, other: &UnitResult) -> bool {
        (self.value, self.joined) == (other.value, other.joined)
    }
}

/// Whatever counts units: a thread with one [`Backend`], or a device.
pub trait Engine: Send {
    /// The name of the backend, for records.
    fn name(&self) -> String;

    /// How many units one call should be given to keep this engine busy.
    fn batch(&self) -> usize {
        1
    }

    /// Counts the units; the results are in their order. Fails if the device does, and then
    /// nothing of the batch is counted.
    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error>;
}

/// Counts units on one thread with one backend, and keeps its buffers from unit to unit.
pub struct Counter {
    backend: Backend,
    worker: Worker,
}

impl Counter {
    /// A counter on this backend. Fails if the processor lacks what the backend needs.
    pub fn new(backend: Backend) -> Result<Self, Error> {
        Ok(Self {
            backend,
            worker: Worker::new(backend.kernels()?),
        })
    }

    /// What does the counting.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Counts one unit.
    pub fn count(&mut self, unit: &Unit, route: Route) -> UnitResult {
        let chapter = Orbits::new(unit.n, unit.a).chapter(unit.ce);
        let task = Task {
            n: unit.n,
            chapter: &chapter,
            re: unit.re.start as usize..unit.re.end as usize,
            ro: unit.ro.start as usize..unit.ro.end as usize,
            exchanged: route == Route::Exchanged,
        };
        let outcome = task.run(&mut self.worker);
        UnitResult {
            value: outcome.value,
            joined: outcome.joined,
            tests: outcome.work.tests,
            blocks: outcome.work.blocks,
        }
    }
}

impl Engine for Counter {
    fn name(&self) -> String {
        self.backend.name().to_owned()
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        Ok(units.iter().map(|unit| self.count(unit, route)).collect())
    }
}
