//! The count by units: in memory, in a ledger, or as a sum of other counts.

use std::sync::{Arc, Mutex};

use bezzel::ConstrainedBoard;
use bezzel_count::{Plan, ProcessInfo, Route};

use super::UnitTotal;
use super::complement::Terms;
use crate::progress::Observer;
use crate::wait::{in_phase, lock};
use crate::{
    Control, EnginePool, EngineSelection, Error, Job, JobError, Ledger, Phase, Store, UnitsJob,
    this_process,
};

/// Options of a count by units. [`new`](Self::new) sets the defaults.
#[derive(Clone)]
#[non_exhaustive]
pub struct CountUnits {
    /// Backends and threads; by default all CPU threads of the best backend.
    pub engines: EngineSelection,
    /// Counts each unit by both routes.
    pub double_check: bool,
    /// The process that results name.
    pub process: Arc<ProcessInfo>,
}

/// What is counted, and where the results go.
#[non_exhaustive]
pub enum Storage {
    /// A board, in memory: a cancelled count can be resumed only with the same job.
    Board(ConstrainedBoard),
    /// A plan that was made before, in memory.
    Plan(Plan),
    /// The board of a ledger: another run continues with the results that are in its file.
    Ledger(Box<Ledger>),
}

impl CountUnits {
    /// Counts on these engines, by the direct route.
    pub fn new(engines: EngineSelection) -> Self {
        Self {
            engines,
            double_check: false,
            process: this_process(concat!("bezzel-run-", env!("CARGO_PKG_VERSION"))),
        }
    }

    /// Returns a store of this plan in memory.
    pub(super) fn store(&self, plan: Plan) -> Store<'static> {
        Store::of_plan(plan, self.process.clone(), self.double_check)
    }
}

pub(super) struct UnitCount {
    options: CountUnits,
    pub(super) results: Results,
}

/// Results so far.
pub(super) enum Results {
    /// None, for a board that is not planned yet.
    Board(ConstrainedBoard),
    Memory(Store<'static>),
    /// Shared with a thread that adds the results up, which may be abandoned.
    Ledger(Arc<Mutex<Ledger>>),
    /// Counts that are added and subtracted.
    Terms(Terms),
}

impl UnitCount {
    pub(super) fn new(storage: Storage, options: CountUnits) -> Self {
        let results = match storage {
            Storage::Board(board) => Results::Board(board),
            Storage::Plan(plan) => Results::Memory(options.store(plan)),
            Storage::Ledger(ledger) => Results::Ledger(Arc::new(Mutex::new(*ledger))),
        };
        Self { options, results }
    }

    /// Fails if a backend is missing, if no engine is left, if the ledger cannot be used, or if a
    /// check of the total fails.
    pub(super) fn run(
        &mut self,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<UnitTotal, JobError> {
        match &mut self.results {
            Results::Board(board) => {
                self.results = planned(board.clone(), &self.options, control, observe)?;
                self.run(control, observe)
            }
            Results::Memory(store) => count_in_memory(store, &self.options, control, observe),
            Results::Ledger(ledger) => count_in_ledger(ledger, &self.options, control, observe),
            Results::Terms(terms) => terms.run(&self.options, control, observe),
        }
    }
}

/// Plans a board, by its complement if that is cheaper.
fn planned(
    board: ConstrainedBoard,
    options: &CountUnits,
    control: &Control,
    observe: &mut Observer,
) -> Result<Results, JobError> {
    let options = options.clone();
    let plan = move || {
        let plan = Plan::constrained(&board)?;
        Ok::<_, Error>(match Terms::cheaper(&board, &plan, &options)? {
            Some(terms) => Results::Terms(terms),
            None => Results::Memory(options.store(plan)),
        })
    };
    Ok(in_phase(Phase::Preparing, control, observe, plan)??)
}

/// Opens the engines, but no more threads than there are units. Returns the names of the backends, too.
fn open_engines(
    selection: &EngineSelection,
    units: u64,
    control: &Control,
    observe: &mut Observer,
) -> Result<(EnginePool, Vec<String>), JobError> {
    let (opened, has_gpus) = (selection.clone(), selection.has_gpus());
    let mut engines = in_phase(Phase::Preparing, control, observe, move || opened.open())??;
    let mut backends: Vec<String> = engines.iter().map(|engine| engine.name()).collect();
    backends.dedup();
    if !has_gpus {
        engines.truncate(units.max(1) as usize);
    }
    Ok((EnginePool::start(engines), backends))
}

pub(super) fn count_in_memory(
    store: &mut Store<'static>,
    options: &CountUnits,
    control: &Control,
    observe: &mut Observer,
) -> Result<UnitTotal, JobError> {
    let units = store.counted().map_or(0, |counted| counted.plan.len());
    let (mut pool, backends) = open_engines(&options.engines, units, control, observe)?;
    UnitsJob::new(store, &mut pool).run(control, observe)?;
    drop(pool);
    let counted = store.counted().ok_or(Error::Panicked)?;
    let (tally, plan) = (counted.tally.clone(), counted.plan.clone());
    let sum = move || tally.verified_total(&plan);
    Ok(UnitTotal {
        total: in_phase(Phase::Summing, control, observe, sum)??,
        backends,
        units,
        confirmed: options.double_check.then_some(counted.agreed),
    })
}

/// Counts the open units of a ledger by the direct route, or by both routes: then also units that were
/// counted before by the exchanged route. Adds all units up.
fn count_in_ledger(
    shared: &Arc<Mutex<Ledger>>,
    options: &CountUnits,
    control: &Control,
    observe: &mut Observer,
) -> Result<UnitTotal, JobError> {
    let (engines, both_routes) = (&options.engines, options.double_check);
    let (mut pool, backends) = open_engines(engines, u64::MAX, control, observe)?;
    let mut ledger = lock(shared);
    let process = || options.process.clone();
    if !ledger.is_complete() {
        let mut store = Store::of_ledger(&mut ledger, process(), both_routes);
        UnitsJob::new(&mut store, &mut pool).run(control, observe)?;
    }
    if both_routes {
        let units = ledger.without_route(Route::Exchanged);
        let mut store = Store::again(&mut ledger, process(), units, &[Route::Exchanged]);
        UnitsJob::new(&mut store, &mut pool).run(control, observe)?;
    }
    let units = ledger.plan().len();
    drop(ledger);
    let shared = shared.clone();
    let sum = move || {
        let ledger = lock(&shared);
        // If the file is gone, the results are written to another one.
        let rescued = |error| ledger.rescue(error, &[]);
        ledger.final_result().map_err(rescued)
    };
    let found = in_phase(Phase::Summing, control, observe, sum)??;
    Ok(UnitTotal {
        total: found.total,
        backends,
        units,
        confirmed: Some(units - found.unconfirmed),
    })
}
