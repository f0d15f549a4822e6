//! The units of a ledger: those that are open, or chosen ones.

use std::sync::Arc;

use bezzel_count::{Route, Schedule, Unit};

use super::{DIRECT, Store, Work};
use crate::{Ledger, LedgerError, Phase, ProcessInfo, StoreOutcome, StoredResult};

/// Units of a ledger, whose results go to the ledger.
pub struct LedgerStore<'a> {
    ledger: &'a mut Ledger,
    work: Work,
    /// The ledger schedules its open units, which other processes count, too.
    is_shared: bool,
}

impl<'a> LedgerStore<'a> {
    /// Counts the units without a result, by the direct route or by both.
    pub fn open_units(
        ledger: &'a mut Ledger,
        process: Arc<ProcessInfo>,
        both_routes: bool,
    ) -> Self {
        let routes = if both_routes { &Route::ALL } else { DIRECT };
        Self {
            work: Work::new(Schedule::of_list(Vec::new()), routes, process),
            ledger,
            is_shared: true,
        }
    }

    /// Counts these units by these routes, whether they have results or not, in this order.
    pub fn again(
        ledger: &'a mut Ledger,
        process: Arc<ProcessInfo>,
        units: Vec<u64>,
        routes: &[Route],
    ) -> Self {
        let plan = ledger.plan();
        let units = units.into_iter().filter_map(|unit| plan.unit(unit));
        let work = Work::new(Schedule::of_list(units.collect()), routes, process);
        Self {
            ledger,
            work: Work {
                phase: Phase::Verifying,
                ..work
            },
            is_shared: false,
        }
    }
}

impl Store for LedgerStore<'_> {
    fn work(&self) -> &Work {
        &self.work
    }

    fn work_mut(&mut self) -> &mut Work {
        &mut self.work
    }

    fn ledger(&mut self) -> Option<&mut Ledger> {
        Some(self.ledger)
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError> {
        self.ledger.store(results)
    }

    fn take(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError> {
        match self.is_shared {
            true => self.ledger.lease(count),
            false => Ok(self.work.schedule.take(count)),
        }
    }

    fn release(&mut self, units: Vec<Unit>) -> Result<(), LedgerError> {
        if self.is_shared {
            let units: Vec<u64> = units.iter().map(Unit::index).collect();
            return self.ledger.release(&units);
        }
        self.work.schedule.give_back(units);
        Ok(())
    }

    fn finish(&mut self, unit: &Unit) {
        if !self.is_shared {
            self.work.schedule.finish(unit);
        }
    }

    fn is_finished(&self) -> bool {
        match self.is_shared {
            true => self.ledger.is_complete(),
            false => self.work.schedule.is_finished(),
        }
    }

    fn fraction(&self) -> f64 {
        match self.is_shared {
            true => self.ledger.fraction(),
            false => self.work.schedule.fraction(),
        }
    }

    fn cost(&self) -> f64 {
        match self.is_shared {
            true => self.ledger.plan().cost(),
            false => self.work.schedule.cost(),
        }
    }
}
