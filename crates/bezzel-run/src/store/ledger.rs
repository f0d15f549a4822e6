//! The units of a ledger: those that are open, or chosen ones.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel_count::{Plan, Route, Unit};

use super::{BOTH, DIRECT, Store};
use crate::{Ledger, LedgerError, Phase, ProcessInfo, StoreOutcome, StoredResult};

/// Time after which the progress of other processes is read.
const PROGRESS_REFRESH_INTERVAL: Duration = Duration::from_secs(30);

/// Units of a ledger, whose results go to the ledger.
pub struct LedgerStore<'a> {
    ledger: &'a mut Ledger,
    process: Arc<ProcessInfo>,
    routes: Vec<Route>,
    units: Units,
}

enum Units {
    /// All open units.
    Open {
        /// Counted fraction of the expected cost, and the time when it was read.
        fraction: f64,
        read: Instant,
    },
    /// These units, each once.
    Chosen {
        left: VecDeque<u64>,
        all: u64,
        done: u64,
        cost: f64,
        counted: f64,
    },
}

impl<'a> LedgerStore<'a> {
    /// Counts the units without a result, by the direct route or by both.
    pub fn open_units(
        ledger: &'a mut Ledger,
        process: Arc<ProcessInfo>,
        both_routes: bool,
    ) -> Self {
        Self {
            units: Units::open(ledger),
            ledger,
            process,
            routes: if both_routes { BOTH } else { DIRECT }.to_vec(),
        }
    }

    /// Counts these units by these routes, whether they have results or not, in this order.
    pub fn again(
        ledger: &'a mut Ledger,
        process: Arc<ProcessInfo>,
        units: Vec<u64>,
        routes: &[Route],
    ) -> Self {
        Self {
            units: Units::Chosen {
                all: units.len() as u64,
                done: 0,
                cost: units.iter().map(|&unit| cost_of(ledger.plan(), unit)).sum(),
                counted: 0.0,
                left: units.into(),
            },
            ledger,
            process,
            routes: routes.to_vec(),
        }
    }

    /// Borrows the ledger.
    pub fn ledger(&self) -> &Ledger {
        self.ledger
    }
}

impl Units {
    fn open(ledger: &Ledger) -> Self {
        Self::Open {
            fraction: ledger.fraction(),
            read: Instant::now(),
        }
    }
}

fn cost_of(plan: &Plan, unit: u64) -> f64 {
    plan.unit(unit).map_or(0.0, |unit| unit.cost())
}

impl Store for LedgerStore<'_> {
    fn routes(&self) -> &[Route] {
        &self.routes
    }

    fn process(&self) -> Arc<ProcessInfo> {
        self.process.clone()
    }

    fn phase(&self) -> Phase {
        match self.units {
            Units::Open { .. } => Phase::Counting,
            Units::Chosen { .. } => Phase::Verifying,
        }
    }

    fn take(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError> {
        let Units::Chosen { left, .. } = &mut self.units else {
            return self.ledger.lease(count);
        };
        let count = count.min(left.len());
        let plan = self.ledger.plan();
        Ok(left
            .drain(..count)
            .filter_map(|unit| plan.unit(unit))
            .collect())
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError> {
        let outcomes = self.ledger.store(results)?;
        let plan = self.ledger.plan();
        match &mut self.units {
            Units::Open { fraction, .. } => {
                for (stored, outcome) in results.iter().zip(&outcomes) {
                    if *outcome == StoreOutcome::First {
                        *fraction += cost_of(plan, stored.unit) / plan.cost();
                    }
                }
            }
            Units::Chosen { done, counted, .. } => {
                for stored in results {
                    *done += u64::from(Some(&stored.route) == self.routes.last());
                    *counted += cost_of(plan, stored.unit);
                }
            }
        }
        Ok(outcomes)
    }

    fn release(&mut self, units: &[u64]) -> Result<(), LedgerError> {
        match &mut self.units {
            Units::Open { .. } => self.ledger.release(units),
            Units::Chosen { left, .. } => {
                left.extend(units);
                Ok(())
            }
        }
    }

    fn is_finished(&mut self) -> Result<bool, LedgerError> {
        Ok(match &self.units {
            Units::Open { .. } => self.ledger.is_complete(),
            Units::Chosen {
                left, all, done, ..
            } => left.is_empty() && done >= all,
        })
    }

    fn rescue(&mut self, error: LedgerError, results: &[StoredResult]) -> LedgerError {
        self.ledger.rescue(error, results)
    }

    fn check_stored(&mut self) -> Result<(), LedgerError> {
        self.ledger.check_all()
    }

    fn maintain(&mut self) -> Result<(), LedgerError> {
        self.ledger.maintain()?;
        if let Units::Open { read, .. } = &self.units
            && read.elapsed() >= PROGRESS_REFRESH_INTERVAL
        {
            self.units = Units::open(self.ledger);
        }
        Ok(())
    }

    fn fraction(&self) -> Option<f64> {
        Some(match &self.units {
            Units::Open { fraction, .. } => fraction.min(1.0),
            Units::Chosen { cost, counted, .. } => {
                let all = cost * self.routes.len() as f64;
                if all > 0.0 {
                    (counted / all).min(1.0)
                } else {
                    1.0
                }
            }
        })
    }

    fn cost(&self) -> Option<f64> {
        match self.units {
            Units::Open { .. } => Some(self.ledger.plan().cost()),
            Units::Chosen { cost, .. } => Some(cost),
        }
    }
}
