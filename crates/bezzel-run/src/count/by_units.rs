//! The count by units: in memory, in a ledger, or as a sum of other counts.

use std::sync::{Arc, Mutex};

use bezzel::ConstrainedBoard;
use bezzel_count::{Engine, Plan, Total};

use super::UnitTotal;
use super::complement::{Term, cheaper_terms};
use super::terms::Terms;
use crate::progress::Observer;
use crate::wait::{in_phase, lock};
use crate::{
    Control, EnginePool, EngineSelection, Error, Job, JobError, Ledger, LedgerJob, MemoryStore,
    Phase, ProcessInfo, UnitsJob, this_process,
};

/// Options of a count by units. [`new`](Self::new) sets the defaults.
#[derive(Debug)]
#[non_exhaustive]
pub struct CountUnits {
    /// Backends and threads; by default all CPU threads of the best backend.
    pub engines: EngineSelection,
    /// Counts each unit by both routes.
    pub double_check: bool,
    /// Destination of the results.
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
    /// An open ledger.
    Ledger(Box<Ledger>),
}

impl std::fmt::Debug for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Memory => f.write_str("Memory"),
            Self::Plan(plan) => write!(f, "Plan({})", plan.n()),
            Self::Ledger(ledger) => write!(f, "Ledger({})", ledger.path().display()),
        }
    }
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
    pub(super) engines: EngineSelection,
    board: ConstrainedBoard,
    double_check: bool,
    process: Arc<ProcessInfo>,
    storage: Storage,
    pub(super) results: Option<Results>,
}

/// Results so far.
pub(super) enum Results {
    Stored(Stored),
    /// Counts that are added and subtracted.
    Terms(Terms),
}

/// The place of the results. Shared with threads that were abandoned while they added them up.
#[derive(Clone)]
pub(super) enum Stored {
    Memory(Arc<Mutex<MemoryStore>>),
    Ledger(Arc<Mutex<Ledger>>),
}

type Engines = Vec<Box<dyn Engine>>;

impl UnitCount {
    /// Fails if an open ledger is for another board.
    pub(super) fn new(board: ConstrainedBoard, units: CountUnits) -> Result<Self, Error> {
        if let Storage::Ledger(ledger) = &units.storage {
            check_board(ledger, &board)?;
        }
        Ok(Self {
            engines: units.engines,
            board,
            double_check: units.double_check,
            process: units.process,
            storage: units.storage,
            results: None,
        })
    }

    /// Plans the count, unless it has a plan.
    fn prepare(&mut self, control: &Control, observe: &mut Observer) -> Result<Results, JobError> {
        let board = self.board.clone();
        Ok(match std::mem::take(&mut self.storage) {
            Storage::Memory => {
                let plan = move || planned(&board);
                match in_phase(Phase::Preparing, control, observe, plan)?? {
                    Planned::Whole(plan) => self.in_memory(plan),
                    Planned::Terms(terms) => Results::Terms(self.terms(terms)),
                }
            }
            Storage::Plan(plan) => self.in_memory(plan),
            Storage::Ledger(ledger) => {
                Results::Stored(Stored::Ledger(Arc::new(Mutex::new(*ledger))))
            }
        })
    }

    fn in_memory(&self, plan: Plan) -> Results {
        let store = MemoryStore::new(plan, self.process.clone(), self.double_check);
        Results::Stored(Stored::Memory(Arc::new(Mutex::new(store))))
    }

    fn terms(&self, terms: Vec<Term>) -> Terms {
        Terms::new(terms, |plan| Self {
            engines: self.engines.clone(),
            board: self.board.clone(),
            double_check: self.double_check,
            process: self.process.clone(),
            storage: Storage::Plan(plan),
            results: None,
        })
    }
}

impl Job for UnitCount {
    type Answer = UnitTotal;

    /// Fails if a backend is missing, if no engine is left, if the ledger cannot be used, or if a
    /// check of the total fails.
    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<UnitTotal, JobError> {
        let results = match self.results.take() {
            Some(results) => results,
            None => self.prepare(control, observe)?,
        };
        let stored = match self.results.insert(results) {
            Results::Terms(terms) => return terms.run(control, observe),
            Results::Stored(stored) => stored.clone(),
        };
        let mut engines = open_engines(&self.engines, control, observe)?;
        let mut backends: Vec<String> = engines.iter().map(|engine| engine.name()).collect();
        backends.dedup();
        if let (Stored::Memory(store), false) = (&stored, self.engines.has_gpus()) {
            engines.truncate(lock(store).plan().len().max(1) as usize);
        }
        let mut pool = EnginePool::start(engines);
        let (total, units, confirmed) = match &stored {
            Stored::Memory(store) => count_in_memory(store, pool, control, observe)?,
            Stored::Ledger(ledger) => {
                let process = self.process.clone();
                let mut job = LedgerJob::new(ledger, &mut pool, process, self.double_check);
                let found = job.run(control, observe)?;
                let units = lock(ledger).plan().len();
                (found.total, units, Some(units - found.unconfirmed))
            }
        };
        Ok(UnitTotal {
            total,
            backends,
            units,
            confirmed,
        })
    }
}

enum Planned {
    Whole(Plan),
    Terms(Vec<Term>),
}

/// Plans a board, by its complement if that is cheaper.
fn planned(board: &ConstrainedBoard) -> Result<Planned, Error> {
    let plan = Plan::constrained(board)?;
    let terms = match board.is_unconstrained() {
        true => None,
        false => cheaper_terms(board, &plan)?,
    };
    Ok(terms.map_or(Planned::Whole(plan), Planned::Terms))
}

fn open_engines(
    selection: &EngineSelection,
    control: &Control,
    observe: &mut Observer,
) -> Result<Engines, JobError> {
    let selection = selection.clone();
    let open = move || selection.open();
    Ok(in_phase(Phase::Preparing, control, observe, open)??)
}

fn count_in_memory(
    shared: &Arc<Mutex<MemoryStore>>,
    mut pool: EnginePool,
    control: &Control,
    observe: &mut Observer,
) -> Result<(Total, u64, Option<u64>), JobError> {
    let mut store = lock(shared);
    let ended = UnitsJob::new(&mut *store, &mut pool).run(control, observe);
    drop(pool);
    if let Some((unit, [direct, exchanged])) = store.differing() {
        return Err(JobError::Failed(Error::DoubleCheck {
            unit,
            direct: Box::new(direct),
            exchanged: Box::new(exchanged),
        }));
    }
    ended?;
    let (units, agreed) = (store.plan().len(), store.agreed());
    let agreed = store.is_double_check().then_some(agreed);
    drop(store);
    let shared = shared.clone();
    let sum = move || lock(&shared).total();
    let total = in_phase(Phase::Summing, control, observe, sum)??;
    Ok((total, units, agreed))
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
