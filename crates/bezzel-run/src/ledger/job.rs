//! The checked total of a ledger, whose open units are counted first.

use std::sync::{Arc, Mutex};

use bezzel_count::Route;

use super::{FinalResult, Ledger};
use crate::progress::Observer;
use crate::verdict::UnitState;
use crate::wait::{in_phase, lock};
use crate::{Control, EnginePool, Error, Job, JobError, LedgerStore, Phase, ProcessInfo, UnitsJob};

/// Counts the open units of a ledger, and adds all units up.
///
/// The ledger is shared with the thread that adds the results up, which may be abandoned.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use bezzel_count::Plan;
/// use bezzel_run::{Control, EnginePool, EngineSelection, Job, Ledger, LedgerJob, this_process};
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// let ledger = Arc::new(Mutex::new(Ledger::create(&file, Plan::new(8)?)?));
/// let mut pool = EnginePool::start(EngineSelection::new(None, Some(1)).open()?);
/// let mut job = LedgerJob::new(&ledger, &mut pool, this_process("example"), false);
/// assert_eq!(job.run(&Control::never(), &mut |_| {})?.total.solutions, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LedgerJob<'a> {
    ledger: Arc<Mutex<Ledger>>,
    pool: &'a mut EnginePool,
    process: Arc<ProcessInfo>,
    both_routes: bool,
}

impl<'a> LedgerJob<'a> {
    /// Counts each open unit by the direct route, or by both routes: then also units that were counted
    /// before by the exchanged route.
    pub fn new(
        ledger: &Arc<Mutex<Ledger>>,
        pool: &'a mut EnginePool,
        process: Arc<ProcessInfo>,
        both_routes: bool,
    ) -> Self {
        Self {
            ledger: ledger.clone(),
            pool,
            process,
            both_routes,
        }
    }
}

impl Job for LedgerJob<'_> {
    type Answer = FinalResult;

    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<FinalResult, JobError> {
        let mut ledger = lock(&self.ledger);
        let process = || self.process.clone();
        if !ledger.is_complete() {
            let mut store = LedgerStore::open_units(&mut ledger, process(), self.both_routes);
            UnitsJob::new(&mut store, self.pool).run(control, observe)?;
        }
        if self.both_routes {
            let units = ledger.without_route(Route::Exchanged);
            let mut store = LedgerStore::again(&mut ledger, process(), units, &[Route::Exchanged]);
            UnitsJob::new(&mut store, self.pool).run(control, observe)?;
        }
        let conflicts = ledger.units_in(UnitState::Conflict);
        if let Some(&unit) = conflicts.first() {
            return Err(JobError::Failed(Error::Conflict {
                unit: ledger.name(unit)?,
                units: conflicts.len(),
                path: ledger.path().to_owned(),
            }));
        }
        drop(ledger);
        let shared = self.ledger.clone();
        let sum = move || {
            let ledger = lock(&shared);
            // If the file is gone, the results are written to another one.
            let rescued = |error| ledger.rescue(error, &[]);
            ledger.final_result().map_err(rescued)
        };
        Ok(in_phase(Phase::Summing, control, observe, sum)??)
    }
}
