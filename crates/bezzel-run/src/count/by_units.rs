//! The count by units: in memory, in a ledger, or as a sum of other counts.

use std::sync::{Arc, Mutex};

use bezzel::ConstrainedBoard;
use bezzel_count::{Plan, ProcessInfo, Route};

use super::UnitTotal;
use super::complement::Terms;
use crate::progress::Observer;
use crate::verdict::UnitState;
use crate::wait::{in_phase, lock};
use crate::{
    Control, EnginePool, EngineSelection, Error, Job, JobError, Ledger, Phase, Store, UnitsJob,
    this_process,
};

/// Options of a count by units. [`new`](Self::new) sets the defaults.
#[non_exhaustive]
pub struct CountUnits {
    /// Backends and threads; by default all CPU threads of the best backend.
    pub engines: EngineSelection,
    /// Counts each unit by both routes.
    pub double_check: bool,
    /// Where the results go, and whether another run can continue from them.
    pub storage: Storage,
    /// The process that results name.
    pub process: Arc<ProcessInfo>,
}

/// Destination of the results of a count.
#[derive(Default)]
#[non_exhaustive]
pub enum Storage {
    /// Memory: a cancelled count can be resumed only with the same job.
    #[default]
    Memory,
    /// Memory, with a plan that was made before.
    Plan(Plan),
    /// A ledger: another run continues with the results that are in its file.
    Ledger(Box<Ledger>),
}

impl CountUnits {
    /// Counts on these engines, by the direct route, in memory.
    pub fn new(engines: EngineSelection) -> Self {
        Self {
            engines,
            double_check: false,
            storage: Storage::Memory,
            process: this_process(concat!("bezzel-run-", env!("CARGO_PKG_VERSION"))),
        }
    }

    pub(super) fn stores_in_file(&self) -> bool {
        matches!(self.storage, Storage::Ledger(_))
    }
}

pub(super) struct UnitCount {
    board: ConstrainedBoard,
    pub(super) options: CountUnits,
    pub(super) results: Option<Results>,
}

/// Results so far.
pub(super) enum Results {
    Memory(Store<'static>),
    /// Shared with a thread that adds the results up, which may be abandoned.
    Ledger(Arc<Mutex<Ledger>>),
    /// Counts that are added and subtracted.
    Terms(Terms),
}

impl UnitCount {
    /// Fails if an open ledger is for another board.
    pub(super) fn new(board: ConstrainedBoard, options: CountUnits) -> Result<Self, Error> {
        if let Storage::Ledger(ledger) = &options.storage {
            check_board(ledger, &board)?;
        }
        Ok(Self {
            board,
            options,
            results: None,
        })
    }

    /// Plans the count, unless it has a plan. A board is planned by its complement if that is cheaper.
    fn prepare(&mut self, control: &Control, observe: &mut Observer) -> Result<Results, JobError> {
        let (process, both_routes) = (self.options.process.clone(), self.options.double_check);
        let store = move |plan| Store::of_plan(plan, process.clone(), both_routes);
        let plan = match std::mem::take(&mut self.options.storage) {
            Storage::Memory => {
                let (board, store) = (self.board.clone(), store.clone());
                let plan = move || {
                    let plan = Plan::constrained(&board)?;
                    let terms = Terms::cheaper(&board, &plan, store)?;
                    Ok::<_, Error>((plan, terms))
                };
                match in_phase(Phase::Preparing, control, observe, plan)?? {
                    (_, Some(terms)) => return Ok(Results::Terms(terms)),
                    (plan, None) => plan,
                }
            }
            Storage::Plan(plan) => plan,
            Storage::Ledger(ledger) => return Ok(Results::Ledger(Arc::new(Mutex::new(*ledger)))),
        };
        Ok(Results::Memory(store(plan)))
    }

    /// Fails if a backend is missing, if no engine is left, if the ledger cannot be used, or if a
    /// check of the total fails.
    pub(super) fn run(
        &mut self,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<UnitTotal, JobError> {
        let results = match self.results.take() {
            Some(results) => results,
            None => self.prepare(control, observe)?,
        };
        match self.results.insert(results) {
            Results::Memory(store) => count_in_memory(store, &self.options, control, observe),
            Results::Ledger(ledger) => count_in_ledger(ledger, &self.options, control, observe),
            Results::Terms(terms) => terms.run(&self.options, control, observe),
        }
    }
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
    let ended = UnitsJob::new(store, &mut pool).run(control, observe);
    drop(pool);
    let counted = store.counted().ok_or(Error::Panicked)?;
    if let Some((unit, [direct, exchanged])) = &counted.differing {
        return Err(JobError::Failed(Error::DoubleCheck {
            unit: unit.to_string(),
            direct: Box::new(*direct),
            exchanged: Box::new(*exchanged),
        }));
    }
    ended?;
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
    let (units, conflicts) = (ledger.plan().len(), ledger.units_in(UnitState::Conflict));
    if let Some(&unit) = conflicts.first() {
        return Err(JobError::Failed(Error::Conflict {
            unit: ledger.name(unit)?,
            units: conflicts.len(),
            path: ledger.path().to_owned(),
        }));
    }
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

/// Fails if the ledger is for another board.
fn check_board(ledger: &Ledger, board: &ConstrainedBoard) -> Result<(), Error> {
    let plan = ledger.plan();
    if board.is_unconstrained() || plan.constraint() == Plan::constrained(board)?.constraint() {
        return Ok(());
    }
    Err(Error::LedgerBoard {
        found: ledger.title(),
        path: ledger.path().to_owned(),
    })
}
