//! Units to count, and the destinations of their results.

use std::collections::HashMap;
use std::sync::Arc;

use bezzel::counted;
use bezzel_count::{Error, Plan, ProcessInfo, Route, Schedule, StoredResult, Tally, Unit};

use crate::{Ledger, LedgerError, Phase, StoreOutcome};

/// Units to count, by which routes, and the destination of their results.
///
/// | store | units | results |
/// |---|---|---|
/// | [`of_plan`](Self::of_plan) | a plan | memory |
/// | [`of_list`](Self::of_list) | a list | the observer of the run |
/// | [`of_ledger`](Self::of_ledger), [`again`](Self::again) | open units of a ledger, or units to count again | the ledger |
///
/// ```
/// use bezzel_count::{Plan, Route};
/// use bezzel_run::{Control, EnginePool, EngineSelection, Job, Store, UnitsJob, this_process};
/// let plan = Plan::new(12)?;
/// let units = plan.units().take(3).collect();
/// let mut store = Store::of_list(units, Route::Direct, this_process("example"));
/// let mut pool = EnginePool::start(EngineSelection::new(None, Some(1)).open()?);
/// let mut pairs = 0;
/// UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |progress| {
///     let stored = progress.units.map_or(&[][..], |units| units.stored);
///     pairs += stored.iter().map(|stored| stored.result.joined).sum::<u128>();
/// })?;
/// assert!(pairs > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Store<'a> {
    pub(crate) routes: Vec<Route>,
    pub(crate) process: Arc<ProcessInfo>,
    pub(crate) phase: Phase,
    /// Largest number of units that an engine gets in one call.
    pub max_batch: usize,
    units: Units<'a>,
}

enum Units<'a> {
    List(Schedule),
    Plan(Schedule, Box<Counted>),
    Again(Schedule, &'a mut Ledger),
    /// The schedule is that of the ledger, whose units other processes count, too.
    Open(&'a mut Ledger),
}

/// The results of a plan in memory.
pub(crate) struct Counted {
    pub(crate) plan: Plan,
    pub(crate) tally: Tally,
    is_double_check: bool,
    /// Results of the first route that wait for the results of the second.
    first: HashMap<u64, StoredResult>,
    /// Number of units for which both routes agree.
    pub(crate) agreed: u64,
}

fn routes(both: bool) -> &'static [Route] {
    &Route::ALL[..1 + usize::from(both)]
}

impl<'a> Store<'a> {
    fn new(units: Units<'a>, routes: &[Route], process: Arc<ProcessInfo>) -> Self {
        Self {
            routes: routes.to_vec(),
            process,
            phase: Phase::Counting,
            max_batch: usize::MAX,
            units,
        }
    }

    /// Counts each unit of a plan by the direct route, or by both routes.
    pub fn of_plan(plan: Plan, process: Arc<ProcessInfo>, both_routes: bool) -> Self {
        let schedule = Schedule::of_plan(plan.clone());
        let counted = Box::new(Counted {
            plan,
            tally: Tally::default(),
            is_double_check: both_routes,
            first: HashMap::new(),
            agreed: 0,
        });
        Self::new(Units::Plan(schedule, counted), routes(both_routes), process)
    }

    /// Counts these units once, in their order. The observer of the run gets their results.
    pub fn of_list(units: Vec<Unit>, route: Route, process: Arc<ProcessInfo>) -> Self {
        let schedule = Schedule::of_list(units, Unit::cost);
        Self::new(Units::List(schedule), &[route], process)
    }

    /// Counts the units of a ledger without a result, by the direct route or by both.
    pub fn of_ledger(ledger: &'a mut Ledger, process: Arc<ProcessInfo>, both_routes: bool) -> Self {
        Self::new(Units::Open(ledger), routes(both_routes), process)
    }

    /// Counts these units of a ledger by these routes, whether they have results or not, in this order.
    pub fn again(
        ledger: &'a mut Ledger,
        process: Arc<ProcessInfo>,
        units: Vec<u64>,
        routes: &[Route],
    ) -> Self {
        let has_result = |unit: &u64| ledger.results(*unit).next().is_some();
        let phase = match units.iter().any(has_result) {
            true => Phase::Verifying,
            false => Phase::Counting,
        };
        let plan = ledger.plan();
        let units = units.into_iter().filter_map(|unit| plan.unit(unit));
        let schedule = Schedule::of_list(units.collect(), Unit::cost);
        Self {
            phase,
            ..Self::new(Units::Again(schedule, ledger), routes, process)
        }
    }

    /// Borrows the ledger, if one has the results.
    pub(crate) fn ledger(&mut self) -> Option<&mut Ledger> {
        match &mut self.units {
            Units::Open(ledger) | Units::Again(_, ledger) => Some(ledger),
            Units::List(_) | Units::Plan(..) => None,
        }
    }

    /// Borrows the results of a plan in memory.
    pub(crate) fn counted(&self) -> Option<&Counted> {
        match &self.units {
            Units::Plan(_, counted) => Some(counted),
            _ => None,
        }
    }

    /// Stores all results or none. Returns an outcome for each, in their order. Fails if storage
    /// fails; the job then lets the ledger rescue them.
    pub(crate) fn put(
        &mut self,
        results: &[StoredResult],
    ) -> Result<Vec<StoreOutcome>, LedgerError> {
        match &mut self.units {
            Units::List(_) => Ok(vec![StoreOutcome::First; results.len()]),
            Units::Plan(_, counted) => results.iter().map(|stored| counted.add(stored)).collect(),
            Units::Open(ledger) | Units::Again(_, ledger) => ledger.store(results),
        }
    }

    /// Takes up to `count` units; none if there is nothing to count at this time.
    pub(crate) fn take(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError> {
        match &mut self.units {
            Units::List(units) | Units::Plan(units, _) | Units::Again(units, _) => {
                Ok(units.take(count))
            }
            Units::Open(ledger) => ledger.lease(count),
        }
    }

    /// Takes units back that were taken but not counted.
    pub(crate) fn release(&mut self, released: Vec<Unit>) -> Result<(), LedgerError> {
        match &mut self.units {
            Units::List(units) | Units::Plan(units, _) | Units::Again(units, _) => {
                units.give_back(released);
                Ok(())
            }
            Units::Open(ledger) => {
                ledger.release(&released.iter().map(Unit::index).collect::<Vec<_>>())
            }
        }
    }

    /// Notes that the results of a unit by all routes are stored. A ledger knows by itself.
    pub(crate) fn finish(&mut self, unit: &Unit) {
        match &mut self.units {
            Units::List(units) | Units::Plan(units, _) | Units::Again(units, _) => {
                units.finish(unit);
            }
            Units::Open(_) => {}
        }
    }

    /// Borrows the schedule. That of a ledger is finished when this and other processes have counted all units.
    pub(crate) fn schedule(&self) -> &Schedule {
        match &self.units {
            Units::List(units) | Units::Plan(units, _) | Units::Again(units, _) => units,
            Units::Open(ledger) => ledger.schedule(),
        }
    }
}

impl Counted {
    /// Fails if the two routes of a double check differ.
    fn add(&mut self, stored: &StoredResult) -> Result<StoreOutcome, LedgerError> {
        let Some(unit) = self.plan.unit(stored.unit) else {
            return Ok(StoreOutcome::First);
        };
        let mut outcome = StoreOutcome::First;
        if self.is_double_check {
            let Some(first) = self.first.remove(&stored.unit) else {
                self.first.insert(stored.unit, stored.clone());
                return Ok(outcome);
            };
            if first.found() != stored.found() {
                let ([value, joined], [other, others]) = (first.found(), stored.found());
                let (n, pairs) = (self.plan.n(), counted(joined, "joined pair"));
                let what = format!(
                    "the double check of unit {unit} found {value} of {pairs} by the direct route, \
                     {other} of {others} by the exchanged route"
                );
                return Err(Error::Inconsistent { n, what }.into());
            }
            self.agreed += 1;
            outcome = StoreOutcome::Confirmed;
        }
        self.tally.add(&unit, &stored.result)?;
        Ok(outcome)
    }
}
