//! Engines: objects that count batches of units in one call.

use std::fmt;
use std::ops::AddAssign;

use crate::Error;
use crate::evaluate::{Workspace, evaluate};
use crate::lanes::Backend;
use crate::lowering::Lowering;
use crate::plan::Unit;
use crate::route::Route;

/// The result of a unit, the same on every backend.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnitResult {
    /// The unit value: contribution to the total, times
    /// [`Plan::VALUE_SCALE`](crate::Plan::VALUE_SCALE).
    pub value: u128,
    /// Joined pairs: placements on black and on white squares that were counted, Σ b + Σ w.
    pub joined: u128,
    /// Tests of one placement against one square in the expand phase.
    pub tests: u64,
    /// Placements for which the finish phase counted the possibilities to add two queens.
    pub finished: u64,
}

/// Adds the result of another part of the unit. A sum that does not fit becomes the maximum,
/// which no unit [accepts](Unit::check).
impl AddAssign for UnitResult {
    fn add_assign(&mut self, part: Self) {
        self.value = self.value.saturating_add(part.value);
        self.joined = self.joined.saturating_add(part.joined);
        self.tests = self.tests.saturating_add(part.tests);
        self.finished = self.finished.saturating_add(part.finished);
    }
}

impl UnitResult {
    /// Returns whether another result of the same unit, on any route, has the same value and
    /// joined pairs. Tests and finished placements depend on the route.
    pub fn agrees(&self, other: &UnitResult) -> bool {
        (self.value, self.joined) == (other.value, other.joined)
    }
}

/// Time that a [`Counter`] spent in each phase, in ticks of its clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Phases {
    /// Listing partial placements, row after row.
    pub expand: u64,
    /// Counting the possibilities to place the last two queens.
    pub finish: u64,
    /// Moving these counts into the tables b and w.
    pub transpose: u64,
    /// Multiplying the tables entry by entry, and adding: Σ b·w.
    pub dot: u64,
}

/// The hardware that an engine counts on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// CPU threads with this backend.
    Cpu(Backend),
    /// A device of the CUDA driver, with its index.
    Cuda(u32),
    /// A simulated GPU of the tests, with its index.
    Emulated(u32),
}

impl EngineKind {
    /// Returns whether the engine counts on a device, not with the threads of this process.
    pub fn is_device(self) -> bool {
        matches!(self, Self::Cuda(_) | Self::Emulated(_))
    }
}

/// The short name, as in `--backend`: `avx2`, `cuda:0`.
impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu(backend) => backend.fmt(f),
            Self::Cuda(index) => write!(f, "cuda:{index}"),
            Self::Emulated(index) => write!(f, "emulated:{index}"),
        }
    }
}

/// Properties of an [`Engine`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EngineInfo {
    /// The hardware on which the engine counts.
    pub kind: EngineKind,
    /// Name of the device, as its manufacturer gives it. `None` for CPU threads.
    pub device: Option<String>,
    /// Number of units that keep the engine busy in one call.
    pub batch: usize,
}

impl EngineInfo {
    /// Returns the properties of a thread with this backend.
    pub fn cpu(backend: Backend) -> Self {
        Self {
            kind: EngineKind::Cpu(backend),
            device: None,
            batch: 1,
        }
    }
}

/// The name of the backend, as it is stored with results: `avx512`, `cuda:0 (NVIDIA H100)`.
impl fmt::Display for EngineInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.device, self.kind) {
            (Some(device), kind) => write!(f, "{kind} ({device})"),
            (None, kind) => kind.fmt(f),
        }
    }
}

/// An object that counts batches of units: a thread with one [`Backend`], or a device.
///
/// ```
/// use bezzel_count::{Backend, Counter, Engine, Plan, Route};
/// let plan = Plan::new(10)?;
/// let units: Vec<_> = plan.units().collect();
/// let mut engine: Box<dyn Engine> = Box::new(Counter::new(Backend::detect())?);
/// let results = engine.run(&units, Route::Direct)?;
/// let value: u128 = results.iter().map(|result| result.value).sum();
/// assert_eq!(value / u128::from(Plan::VALUE_SCALE), 724);
/// # Ok::<(), bezzel_count::Error>(())
/// ```
pub trait Engine: Send {
    /// Returns the properties of the engine.
    fn info(&self) -> EngineInfo;

    /// Returns the name of the backend for results: the text form of [`info`](Self::info).
    fn name(&self) -> String {
        self.info().to_string()
    }

    /// Counts the units; the results are in their order. Fails if the device fails; there are
    /// then no results of this batch.
    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error>;
}

/// Counts units with one backend on the calling thread, the units of totals, of
/// [occupancies](crate::OccupancyPlan) and of [random draws](crate::UniformDraws). It keeps buffers
/// and tables from unit to unit.
///
/// ```
/// use bezzel_count::{Backend, Counter, Plan, Route};
/// let mut counter = Counter::new(Backend::Portable)?;
/// let plan = Plan::new(6)?;
/// let values = plan.units().map(|unit| counter.count(&unit, Route::Direct).value);
/// assert_eq!(values.sum::<u128>(), 4 * u128::from(Plan::VALUE_SCALE));
/// # Ok::<(), bezzel_count::Error>(())
/// ```
pub struct Counter {
    backend: Backend,
    pub(crate) lowering: Lowering,
    pub(crate) workspace: Workspace,
}

impl Counter {
    /// Creates a counter with this backend. Fails with [`Error::MissingBackend`] if the CPU does
    /// not support it.
    pub fn new(backend: Backend) -> Result<Self, Error> {
        Ok(Self {
            backend,
            lowering: Lowering::default(),
            workspace: Workspace::new(backend.kernels()?),
        })
    }

    /// Returns the backend whose CPU features the kernels use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Starts recording the time of each phase. The clock is read thousands of times a second.
    pub fn record_phases(&mut self, clock: fn() -> u64) {
        self.workspace.clock = Some(clock);
        self.workspace.ticks = [0; 4];
    }

    /// Returns the time of each phase since [`record_phases`](Self::record_phases); zeros before
    /// that.
    pub fn phases(&self) -> Phases {
        let [expand, finish, transpose, dot] = self.workspace.ticks;
        Phases {
            expand,
            finish,
            transpose,
            dot,
        }
    }

    /// Counts on the calling thread, in about [`Unit::cost`] nanoseconds by the direct route. Never
    /// fails: counts that do not fit 16 bits are made again with 32.
    pub fn count(&mut self, unit: &Unit, route: Route) -> UnitResult {
        let tiles = self.lowering.tiles(unit, route);
        evaluate(&mut self.workspace, tiles)
    }
}

impl Engine for Counter {
    fn info(&self) -> EngineInfo {
        EngineInfo::cpu(self.backend)
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        Ok(units.iter().map(|unit| self.count(unit, route)).collect())
    }
}
