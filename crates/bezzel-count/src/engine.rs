//! The boundary between what is counted and how: one call on a batch of units.

use crate::colour::join::Workspace;
use std::ops::AddAssign;

use crate::Error;
use crate::colour::orbit::Subproblem;
use crate::colour::unit::UnitEvaluator;
use crate::lanes::Backend;
use crate::plan::Unit;

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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnitResult {
    /// The share of the total, times [`Plan::VALUE_SCALE`](crate::Plan::VALUE_SCALE).
    pub value: u128,
    /// Placements on black and on white squares that were counted, Σ b + Σ w.
    pub joined: u128,
    /// Tests of one placement against one square while lists were made.
    pub tests: u64,
    /// Placements to which the last two queens were added by counting the ways.
    pub finished: u64,
}

/// Adds the result of another part of the unit. A sum that does not fit becomes the largest
/// number there is, which no unit [accepts](Unit::check).
impl AddAssign for UnitResult {
    fn add_assign(&mut self, part: Self) {
        self.value = self.value.saturating_add(part.value);
        self.joined = self.joined.saturating_add(part.joined);
        self.tests = self.tests.saturating_add(part.tests);
        self.finished = self.finished.saturating_add(part.finished);
    }
}

impl UnitResult {
    /// Whether another count of the same unit, on whatever route, found the same: the share
    /// and the joined pairs. Tests and finished placements depend on the route.
    pub fn agrees(&self, other: &UnitResult) -> bool {
        (self.value, self.joined) == (other.value, other.joined)
    }
}

/// Where the time of a [`Counter`] went, in the ticks of the clock that it was given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Phases {
    /// Listing partial placements, row after row.
    pub expand: u64,
    /// Counting the ways to place the last two queens.
    pub finish: u64,
    /// Bringing these counts to their places in the tables b and w.
    pub fold: u64,
    /// Σ b·w.
    pub dot: u64,
}

/// Whatever counts units: a thread with one [`Backend`], or a device.
pub trait Engine: Send {
    /// The name of the backend, for records.
    fn name(&self) -> String;

    /// How many units one call should be given to keep this engine busy.
    fn batch(&self) -> usize {
        1
    }

    /// Whether the thread that calls [`run`](Self::run) does all of the work, so that its CPU
    /// time is what the units take.
    fn counts_on_this_thread(&self) -> bool {
        false
    }

    /// Counts the units; the results are in their order. Fails if the device does, and then
    /// nothing of the batch is counted.
    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error>;
}

/// Counts units on one thread with one backend, and keeps its buffers from unit to unit.
pub struct Counter {
    backend: Backend,
    worker: Workspace,
}

impl Counter {
    /// A counter on this backend. Fails if the processor lacks what the backend needs.
    pub fn new(backend: Backend) -> Result<Self, Error> {
        Ok(Self {
            backend,
            worker: Workspace::new(backend.kernels()?),
        })
    }

    /// What does the counting.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Takes the time of each phase from now on. The clock is read some thousand times a second.
    pub fn record_phases(&mut self, clock: fn() -> u64) {
        self.worker.clock = Some(clock);
        self.worker.ticks = [0; 4];
    }

    /// Where the time went since [`record_phases`](Self::record_phases); nothing before that.
    pub fn phases(&self) -> Phases {
        let [expand, finish, fold, dot] = self.worker.ticks;
        Phases {
            expand,
            finish,
            fold,
            dot,
        }
    }

    /// Counts one unit.
    pub fn count(&mut self, unit: &Unit, route: Route) -> UnitResult {
        let subproblem = Subproblem::of_unit(unit);
        let outcome = UnitEvaluator::new(unit, &subproblem, route).run(&mut self.worker);
        UnitResult {
            value: outcome.value,
            joined: outcome.joined,
            tests: outcome.work.tests,
            finished: outcome.work.finished,
        }
    }
}

impl Engine for Counter {
    fn name(&self) -> String {
        self.backend.name().to_owned()
    }

    fn counts_on_this_thread(&self) -> bool {
        true
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        Ok(units.iter().map(|unit| self.count(unit, route)).collect())
    }
}
