//! The units of a ledger: those that are open, or those that are counted again.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel_campaign::{
    Error, Lease, Ledger, ProcessInfo, SecretKey, StoreOutcome, StoredResult, UnitList,
};
use bezzel_count::Route;

use super::{BOTH, DIRECT, EXCHANGED, Store};
use crate::Phase;

/// Interval at which the progress of other processes is read.
const PROGRESS_REFRESH_INTERVAL: Duration = Duration::from_secs(30);

/// Units of a ledger, which stores their results.
///
/// ```
/// use bezzel_campaign::ProcessInfo;
/// use bezzel_run::{Control, EnginePool, EngineSelection, Job, LedgerStore, UnitsJob};
/// # let folder = tempfile::tempdir()?;
/// # let mut ledger = bezzel_campaign::Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// let process = ProcessInfo::current("example");
/// let mut pool = EnginePool::start(EngineSelection::new(None, Some(1)).open()?);
/// let mut store = LedgerStore::open_units(&mut ledger, process.clone(), false);
/// UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |_| {})?;
///
/// let mut store = LedgerStore::sample(&mut ledger, process, 2, 1848);
/// UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |_| {})?;
/// assert_eq!(ledger.status()?.confirmed_by_exchange, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LedgerStore<'a> {
    ledger: &'a mut Ledger,
    process: Arc<ProcessInfo>,
    routes: &'static [Route],
    key: Option<Arc<SecretKey>>,
    units: Units,
}

/// The units of a store.
enum Units {
    /// Open units, which are leased.
    Open {
        /// Counted fraction of the expected cost, by all processes.
        fraction: f64,
        /// The time at which it was read.
        read: Instant,
    },
    /// These units, which are counted again.
    Again {
        left: VecDeque<u64>,
        /// Number of units, and of those that are finished.
        all: u64,
        done: u64,
        /// Expected cost of one count of each of them, and that of the results so far.
        cost: f64,
        counted: f64,
    },
}

impl<'a> LedgerStore<'a> {
    /// Selects the open units: each is counted by the direct route, or by both routes.
    pub fn open_units(
        ledger: &'a mut Ledger,
        process: Arc<ProcessInfo>,
        both_routes: bool,
    ) -> Self {
        Self {
            units: Units::open(ledger),
            ledger,
            process,
            routes: if both_routes { BOTH } else { DIRECT },
            key: None,
        }
    }

    /// Selects up to `units` units, drawn at random among those that own processes have not counted
    /// by the exchanged route, whatever was imported. They are counted by that route.
    pub fn sample(
        ledger: &'a mut Ledger,
        process: Arc<ProcessInfo>,
        units: u64,
        seed: u64,
    ) -> Self {
        let mut chosen = ledger.unverified();
        let count = usize::try_from(units)
            .unwrap_or(usize::MAX)
            .min(chosen.len());
        // The first `count` of a random order.
        let mut random = bezzel::seeded(seed);
        for at in 0..count {
            let other = random.usize(at..chosen.len());
            chosen.swap(at, other);
        }
        chosen.truncate(count);
        let units = ledger.units();
        let cost = |unit: &u64| cost_of(units, *unit);
        chosen.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then(a.cmp(b)));
        Self {
            routes: EXCHANGED,
            ..Self::again(ledger, process, chosen)
        }
    }

    /// Selects the units in conflict. Counting them by both routes resolves the conflicts if both
    /// results are correct.
    pub fn conflicts(ledger: &'a mut Ledger, process: Arc<ProcessInfo>) -> Self {
        let chosen = ledger.conflicts();
        Self::again(ledger, process, chosen)
    }

    /// Selects these units, also if they are confirmed. Counting them by both routes outranks what
    /// was imported.
    pub fn again(ledger: &'a mut Ledger, process: Arc<ProcessInfo>, units: Vec<u64>) -> Self {
        let cost = units.iter().map(|&unit| cost_of(ledger.units(), unit));
        Self {
            units: Units::Again {
                all: units.len() as u64,
                done: 0,
                cost: cost.sum(),
                counted: 0.0,
                left: units.into(),
            },
            ledger,
            process,
            routes: BOTH,
            key: None,
        }
    }

    /// Signs the results with this key, if there is one.
    #[must_use]
    pub fn signed(self, key: Option<Arc<SecretKey>>) -> Self {
        Self { key, ..self }
    }

    /// Borrows the ledger, to read its state between two calls of the job.
    pub fn ledger(&self) -> &Ledger {
        self.ledger
    }

    /// Returns the number of units that are counted again.
    pub fn units_again(&self) -> u64 {
        match self.units {
            Units::Open { .. } => 0,
            Units::Again { all, .. } => all,
        }
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

/// Returns the expected cost of a unit.
fn cost_of(units: &UnitList, unit: u64) -> f64 {
    units.plan().unit(unit).map_or(0.0, |unit| unit.cost())
}

/// Signs results, if there is a key.
fn signed<'a>(
    units: &UnitList,
    key: Option<&SecretKey>,
    results: &'a [StoredResult],
) -> Result<Cow<'a, [StoredResult]>, Error> {
    let mut results = Cow::Borrowed(results);
    if let Some(key) = key {
        for stored in results.to_mut() {
            units.sign(stored, key)?;
        }
    }
    Ok(results)
}

impl Store for LedgerStore<'_> {
    fn routes(&self) -> &'static [Route] {
        self.routes
    }

    fn process(&self) -> Arc<ProcessInfo> {
        self.process.clone()
    }

    fn phase(&self) -> Phase {
        match self.units {
            Units::Open { .. } => Phase::Counting,
            Units::Again { .. } => Phase::Verifying,
        }
    }

    fn check_backend(&self, backend: &str) -> Result<(), Error> {
        let author = self.key.as_ref().map(|key| key.author());
        let ledger = &self.ledger;
        ledger.refuse_withdrawn_origin(&self.process, author, backend)
    }

    fn take(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        let Units::Again { left, .. } = &mut self.units else {
            return self.ledger.lease(count);
        };
        let count = count.min(left.len());
        let lease = |unit| {
            let unit = self.ledger.units().unit(unit)?;
            Ok(Lease { unit, attempt: 1 })
        };
        left.drain(..count).map(lease).collect()
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, Error> {
        let results = &*signed(self.ledger.units(), self.key.as_deref(), results)?;
        let outcomes = self.ledger.record(results)?;
        match &mut self.units {
            Units::Open { fraction, .. } => {
                let units = self.ledger.units();
                for (stored, outcome) in results.iter().zip(&outcomes) {
                    if *outcome == StoreOutcome::Merged {
                        *fraction += cost_of(units, stored.unit) / units.cost();
                    }
                }
            }
            Units::Again { done, counted, .. } => {
                let last = self.routes.last();
                for stored in results {
                    *done += u64::from(Some(&stored.route) == last);
                    *counted += cost_of(self.ledger.units(), stored.unit);
                }
            }
        }
        Ok(outcomes)
    }

    fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        match &mut self.units {
            Units::Open { .. } => self.ledger.release(units),
            Units::Again { left, .. } => {
                left.extend(units);
                Ok(())
            }
        }
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(match &self.units {
            Units::Open { .. } => self.ledger.is_complete(),
            Units::Again {
                left, all, done, ..
            } => left.is_empty() && done >= all,
        })
    }

    fn rescue(&mut self, error: Error, results: &[StoredResult]) -> Error {
        match signed(self.ledger.units(), self.key.as_deref(), results) {
            Ok(results) => self.ledger.rescue(error, &results),
            Err(_) => self.ledger.rescue(error, results),
        }
    }

    fn check_stored(&mut self) -> Result<(), Error> {
        self.ledger.check_at_end()
    }

    fn maintain(&mut self) -> Result<(), Error> {
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
            Units::Again { cost, counted, .. } => {
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
            Units::Open { .. } => Some(self.ledger.units().cost()),
            Units::Again { cost, .. } => Some(cost),
        }
    }
}
