//! A plan in memory.

use std::collections::HashMap;
use std::sync::Arc;

use bezzel_count::{Plan, Route, Schedule, Tally, Total, UnitResult};

use super::{DIRECT, Store, Work};
use crate::verdict::{Evidence, UnitState, verdict};
use crate::{LedgerError, ProcessInfo, StoreOutcome, StoredResult};

/// A plan whose results stay in memory.
///
/// ```
/// use bezzel_count::Plan;
/// use bezzel_run::{Control, EnginePool, EngineSelection, Job, MemoryStore, UnitsJob, this_process};
/// let mut store = MemoryStore::new(Plan::new(8)?, this_process("example"), true);
/// let mut pool = EnginePool::start(EngineSelection::new(None, Some(1)).open()?);
/// UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |_| {})?;
/// assert_eq!((store.agreed(), store.total()?.solutions), (store.plan().len(), 92));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MemoryStore {
    plan: Plan,
    work: Work,
    tally: Tally,
    /// Results of the first route that wait for those of the second.
    first: HashMap<u64, StoredResult>,
    agreed: u64,
    differing: Option<(u64, [UnitResult; 2])>,
}

impl MemoryStore {
    /// Creates a store that counts each unit by the direct route, or by both routes.
    pub fn new(plan: Plan, process: Arc<ProcessInfo>, both_routes: bool) -> Self {
        let routes = if both_routes { &Route::ALL } else { DIRECT };
        Self {
            work: Work::new(Schedule::of_plan(plan.clone()), routes, process),
            plan,
            tally: Tally::default(),
            first: HashMap::new(),
            agreed: 0,
            differing: None,
        }
    }

    /// Borrows the plan whose units are counted.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns true if each unit is counted by both routes.
    pub fn is_double_check(&self) -> bool {
        self.work.routes.len() > 1
    }

    /// Returns the number of units for which both routes agree.
    pub fn agreed(&self) -> u64 {
        self.agreed
    }

    /// Returns the total after its checks. Fails if a unit is missing or a check fails.
    pub fn total(&self) -> Result<Total, LedgerError> {
        Ok(self.tally.verified_total(&self.plan)?)
    }

    /// Returns a unit for which the two routes differ, with its direct and its exchanged result.
    pub fn differing(&self) -> Option<(String, [UnitResult; 2])> {
        let (unit, results) = self.differing?;
        Some((self.plan.unit(unit)?.to_string(), results))
    }

    fn add(&mut self, stored: &StoredResult) -> Result<StoreOutcome, LedgerError> {
        let mut outcome = StoreOutcome::First;
        if self.is_double_check() {
            let Some(first) = self.first.remove(&stored.unit) else {
                self.first.insert(stored.unit, stored.clone());
                return Ok(outcome);
            };
            let evidence = [&first, stored].map(|stored| Evidence {
                found: stored.found(),
                route: stored.route,
                device: stored.source.device(),
            });
            if verdict(evidence.into_iter()).state == UnitState::Conflict {
                self.differing = Some((stored.unit, [first.result, stored.result]));
                return Ok(StoreOutcome::Conflict);
            }
            self.agreed += 1;
            outcome = StoreOutcome::Confirmed;
        }
        if let Some(unit) = self.plan.unit(stored.unit) {
            self.tally.add(&unit, &stored.result)?;
        }
        Ok(outcome)
    }
}

impl Store for MemoryStore {
    fn work(&self) -> &Work {
        &self.work
    }

    fn work_mut(&mut self) -> &mut Work {
        &mut self.work
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError> {
        results.iter().map(|stored| self.add(stored)).collect()
    }
}
