//! The checked total of a ledger, whose open units are counted first.

use std::sync::{Arc, Mutex};

use bezzel_campaign::{FinalResult, Ledger, ProcessInfo, SecretKey};

use crate::progress::Observer;
use crate::wait::{in_phase, lock};
use crate::{Control, EnginePool, Error, Job, JobError, LedgerStore, Phase, UnitsJob};

/// Counts the open units of a ledger, and adds all units up.
///
/// The ledger is shared with the thread that adds the results up, which may be abandoned.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use bezzel_campaign::ProcessInfo;
/// use bezzel_run::{Control, EnginePool, EngineSelection, Job, LedgerJob};
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// let ledger = Arc::new(Mutex::new(bezzel_campaign::Ledger::create(&file, 8)?));
/// let mut pool = EnginePool::start(EngineSelection::new(None, Some(1)).open()?);
/// let mut job = LedgerJob::new(&ledger, &mut pool, ProcessInfo::current("example"));
/// assert_eq!(job.run(&Control::never(), &mut |_| {})?.total.solutions, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LedgerJob<'a> {
    ledger: Arc<Mutex<Ledger>>,
    pool: &'a mut EnginePool,
    process: Arc<ProcessInfo>,
    key: Option<Arc<SecretKey>>,
    both_routes: bool,
}

impl<'a> LedgerJob<'a> {
    /// Counts each open unit by the direct route.
    pub fn new(
        ledger: &Arc<Mutex<Ledger>>,
        pool: &'a mut EnginePool,
        process: Arc<ProcessInfo>,
    ) -> Self {
        Self {
            ledger: ledger.clone(),
            pool,
            process,
            key: None,
            both_routes: false,
        }
    }

    /// Signs the results with this key, if there is one.
    #[must_use]
    pub fn signed(self, key: Option<Arc<SecretKey>>) -> Self {
        Self { key, ..self }
    }

    /// Counts each open unit by both routes, and those that were counted before by the exchanged
    /// route.
    #[must_use]
    pub fn by_both_routes(self, both_routes: bool) -> Self {
        Self {
            both_routes,
            ..self
        }
    }
}

impl Job for LedgerJob<'_> {
    type Answer = FinalResult;

    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<FinalResult, JobError> {
        let mut ledger = lock(&self.ledger);
        let process = || self.process.clone();
        if !ledger.is_complete() {
            let store = LedgerStore::open_units(&mut ledger, process(), self.both_routes);
            let mut store = store.signed(self.key.clone());
            UnitsJob::new(&mut store, self.pool).run(control, observe)?;
        }
        if self.both_routes {
            let store = LedgerStore::sample(&mut ledger, process(), u64::MAX, 0);
            let mut store = store.signed(self.key.clone());
            UnitsJob::new(&mut store, self.pool).run(control, observe)?;
        }
        let conflicts = ledger.conflicts();
        if let Some(&unit) = conflicts.first() {
            return Err(JobError::Failed(Error::Conflict {
                unit: ledger.units().unit(unit)?.to_string(),
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
