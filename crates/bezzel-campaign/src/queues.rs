//! The three work queues: remaining units of a ledger, units to verify, and a plan in memory.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel_count::{Plan, Route, Tally, Total, UnitResult};

use crate::order::UnitOrder;
use crate::run::WorkQueue;
use crate::{Error, Lease, Ledger, ProcessInfo, Record, RecordOutcome, SecretKey, UnitList};

const DIRECT: &[Route] = &[Route::Direct];
const EXCHANGED: &[Route] = &[Route::Exchanged];
const BOTH: &[Route] = &[Route::Direct, Route::Exchanged];

/// Interval at which the progress of other processes is read.
const PROGRESS_REFRESH_INTERVAL: Duration = Duration::from_secs(30);

/// Counted fraction of the expected cost, by all processes.
struct Share {
    fraction: f64,
    looked: Instant,
}

impl Share {
    fn of(ledger: &Ledger) -> Self {
        Self {
            fraction: ledger.fraction(),
            looked: Instant::now(),
        }
    }
}

/// The remaining units of a ledger.
///
/// ```
/// use bezzel_campaign::{LedgerQueue, ProcessInfo, TimeLimit, run};
/// # let folder = tempfile::tempdir()?;
/// # let mut ledger = bezzel_campaign::Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// let mut queue = LedgerQueue::twice(&mut ledger, ProcessInfo::current("example"));
/// run(&mut queue, engines, TimeLimit::none(), &mut |_| true)?;
/// assert_eq!(ledger.final_result()?.confirmed_by_exchange, ledger.counted());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LedgerQueue<'a> {
    ledger: &'a mut Ledger,
    origin: Arc<ProcessInfo>,
    routes: &'static [Route],
    key: Option<Arc<SecretKey>>,
    share: Share,
}

impl<'a> LedgerQueue<'a> {
    /// Creates a queue that counts each unit by the direct route.
    pub fn new(ledger: &'a mut Ledger, origin: Arc<ProcessInfo>) -> Self {
        Self {
            share: Share::of(ledger),
            ledger,
            origin,
            routes: DIRECT,
            key: None,
        }
    }

    /// Creates a queue that counts each unit by both routes.
    pub fn twice(ledger: &'a mut Ledger, origin: Arc<ProcessInfo>) -> Self {
        Self {
            routes: BOTH,
            ..Self::new(ledger, origin)
        }
    }

    /// Signs the results with this key, if there is one.
    #[must_use]
    pub fn signed(self, key: Option<Arc<SecretKey>>) -> Self {
        Self { key, ..self }
    }
}

/// Signs records, if there is a key.
fn signed<'a>(
    units: &UnitList,
    key: Option<&SecretKey>,
    records: &'a [Record],
) -> Result<std::borrow::Cow<'a, [Record]>, Error> {
    let mut records = std::borrow::Cow::Borrowed(records);
    if let Some(key) = key {
        for record in records.to_mut() {
            units.sign(record, key)?;
        }
    }
    Ok(records)
}

impl WorkQueue for LedgerQueue<'_> {
    fn routes(&self) -> &'static [Route] {
        self.routes
    }

    fn origin(&self) -> Arc<ProcessInfo> {
        self.origin.clone()
    }

    fn check_backend(&self, backend: &str) -> Result<(), Error> {
        let author = self.key.as_ref().map(|key| key.author());
        let ledger = &self.ledger;
        ledger.refuse_withdrawn_origin(&self.origin, author, backend)
    }

    fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        self.ledger.lease(count)
    }

    fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error> {
        let records = &*signed(self.ledger.units(), self.key.as_deref(), records)?;
        let outcomes = self.ledger.record(records)?;
        let units = self.ledger.units();
        for (record, outcome) in records.iter().zip(&outcomes) {
            if *outcome == RecordOutcome::Merged {
                self.share.fraction += units.unit(record.unit)?.cost() / units.cost();
            }
        }
        Ok(outcomes)
    }

    fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        self.ledger.release(units)
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(self.ledger.is_complete())
    }

    fn rescue(&mut self, error: Error, records: &[Record]) -> Error {
        match signed(self.ledger.units(), self.key.as_deref(), records) {
            Ok(records) => self.ledger.rescue(error, &records),
            Err(_) => self.ledger.rescue(error, records),
        }
    }

    fn check_stored(&mut self) -> Result<(), Error> {
        self.ledger.check_at_end()
    }

    fn maintain(&mut self) -> Result<(), Error> {
        self.ledger.maintain()?;
        if self.share.looked.elapsed() >= PROGRESS_REFRESH_INTERVAL {
            self.share = Share::of(self.ledger);
        }
        Ok(())
    }

    fn fraction(&self) -> Option<f64> {
        Some(self.share.fraction.min(1.0))
    }
}

/// Units of a ledger to count again: a sample by the exchanged route, those in conflict by both, or
/// chosen ones by both.
///
/// ```
/// use bezzel_campaign::{ProcessInfo, TimeLimit, VerificationQueue, run};
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// let process = ProcessInfo::current("example");
/// let mut queue = VerificationQueue::some(&mut ledger, process, 2, 1848);
/// run(&mut queue, engines, TimeLimit::none(), &mut |_| true)?;
/// assert_eq!(ledger.status()?.confirmed_by_exchange, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct VerificationQueue<'a> {
    ledger: &'a mut Ledger,
    origin: Arc<ProcessInfo>,
    routes: &'static [Route],
    key: Option<Arc<SecretKey>>,
    chosen: VecDeque<u64>,
    all: u64,
    done: u64,
}

impl<'a> VerificationQueue<'a> {
    /// Creates a queue of up to `units` units, drawn at random among those that own processes have
    /// not counted by the exchanged route, whatever was imported.
    pub fn some(ledger: &'a mut Ledger, origin: Arc<ProcessInfo>, units: u64, seed: u64) -> Self {
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
        let plan = ledger.units().plan();
        let cost = |unit: &u64| plan.unit(*unit).map_or(0.0, |unit| unit.cost());
        chosen.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then(a.cmp(b)));
        Self {
            routes: EXCHANGED,
            ..Self::chosen(ledger, origin, chosen)
        }
    }

    /// Creates a queue of the units in conflict. Counting them by both routes resolves the
    /// conflicts if both results are correct.
    pub fn conflicts(ledger: &'a mut Ledger, origin: Arc<ProcessInfo>) -> Self {
        let chosen = ledger.conflicts();
        Self::chosen(ledger, origin, chosen)
    }

    /// Creates a queue of these units, also if they are confirmed. Counting them by both routes
    /// outranks what was imported.
    pub fn chosen(ledger: &'a mut Ledger, origin: Arc<ProcessInfo>, units: Vec<u64>) -> Self {
        Self {
            ledger,
            origin,
            routes: BOTH,
            key: None,
            all: units.len() as u64,
            chosen: units.into(),
            done: 0,
        }
    }

    /// Signs the results with this key, if there is one.
    #[must_use]
    pub fn signed(self, key: Option<Arc<SecretKey>>) -> Self {
        Self { key, ..self }
    }

    /// Returns the number of units to count.
    pub fn units(&self) -> u64 {
        self.all
    }
}

impl WorkQueue for VerificationQueue<'_> {
    fn routes(&self) -> &'static [Route] {
        self.routes
    }

    fn origin(&self) -> Arc<ProcessInfo> {
        self.origin.clone()
    }

    fn check_backend(&self, backend: &str) -> Result<(), Error> {
        let author = self.key.as_ref().map(|key| key.author());
        let ledger = &self.ledger;
        ledger.refuse_withdrawn_origin(&self.origin, author, backend)
    }

    fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        let count = count.min(self.chosen.len());
        let units: Vec<u64> = self.chosen.drain(..count).collect();
        let lease = |unit| {
            let unit = self.ledger.units().unit(unit)?;
            Ok(Lease { unit, attempt: 1 })
        };
        units.into_iter().map(lease).collect()
    }

    fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error> {
        let last = self.routes.last();
        let units = records.iter().filter(|record| Some(&record.route) == last);
        let units = units.count() as u64;
        let records = &*signed(self.ledger.units(), self.key.as_deref(), records)?;
        let outcomes = self.ledger.record(records)?;
        self.done += units;
        Ok(outcomes)
    }

    fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        self.chosen.extend(units);
        Ok(())
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(self.chosen.is_empty() && self.done >= self.all)
    }

    fn rescue(&mut self, error: Error, records: &[Record]) -> Error {
        match signed(self.ledger.units(), self.key.as_deref(), records) {
            Ok(records) => self.ledger.rescue(error, &records),
            Err(_) => self.ledger.rescue(error, records),
        }
    }

    fn check_stored(&mut self) -> Result<(), Error> {
        self.ledger.check_at_end()
    }

    fn maintain(&mut self) -> Result<(), Error> {
        self.ledger.maintain()
    }

    fn fraction(&self) -> Option<f64> {
        Some(self.done as f64 / self.all.max(1) as f64)
    }
}

/// A plan whose results stay in memory.
///
/// ```
/// use bezzel_campaign::{InMemoryQueue, ProcessInfo, TimeLimit, run};
/// use bezzel_count::Plan;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// let mut queue = InMemoryQueue::new(Plan::new(8)?, ProcessInfo::current("example"), false);
/// run(&mut queue, engines, TimeLimit::none(), &mut |_| true)?;
/// assert_eq!(queue.total()?.solutions, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct InMemoryQueue {
    plan: Plan,
    origin: Arc<ProcessInfo>,
    routes: &'static [Route],
    order: UnitOrder,
    again: Vec<u64>,
    tally: Tally,
    /// Results of the first route that wait for those of the second.
    first: HashMap<u64, UnitResult>,
    agreed: u64,
    differing: Option<(u64, [UnitResult; 2])>,
    cost: f64,
    done: f64,
}

impl InMemoryQueue {
    /// Creates a queue that counts each unit by the direct route, or by both routes.
    pub fn new(plan: Plan, origin: Arc<ProcessInfo>, twice: bool) -> Self {
        Self {
            cost: plan.cost(),
            plan,
            origin,
            routes: if twice { BOTH } else { DIRECT },
            order: UnitOrder::default(),
            again: Vec::new(),
            tally: Tally::default(),
            first: HashMap::new(),
            agreed: 0,
            differing: None,
            done: 0.0,
        }
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the number of units for which both routes agree.
    pub fn agreed(&self) -> u64 {
        self.agreed
    }

    /// Returns the total after its checks. Fails if a unit is missing or a check fails.
    pub fn total(&self) -> Result<Total, Error> {
        Ok(self.tally.verified_total(&self.plan)?)
    }

    /// Returns the expected cost of the whole plan.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Returns a unit for which the two routes differ, with its direct and its exchanged result.
    pub fn differing(&self) -> Option<(String, [UnitResult; 2])> {
        let (unit, results) = self.differing?;
        Some((self.plan.unit(unit)?.to_string(), results))
    }

    fn add(&mut self, record: &Record) -> Result<RecordOutcome, Error> {
        if self.routes.len() > 1 {
            let Some(first) = self.first.remove(&record.unit) else {
                self.first.insert(record.unit, record.result);
                return Ok(RecordOutcome::Merged);
            };
            if !first.agrees(&record.result) {
                self.differing = Some((record.unit, [first, record.result]));
                return Ok(RecordOutcome::Conflict);
            }
            self.agreed += 1;
        }
        if let Some(unit) = self.plan.unit(record.unit) {
            self.tally.add(&unit, &record.result)?;
            self.done += unit.cost();
        }
        Ok(if self.routes.len() > 1 {
            RecordOutcome::Confirmed
        } else {
            RecordOutcome::Merged
        })
    }
}

impl WorkQueue for InMemoryQueue {
    fn routes(&self) -> &'static [Route] {
        self.routes
    }

    fn origin(&self) -> Arc<ProcessInfo> {
        self.origin.clone()
    }

    fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        let mut leases = Vec::new();
        while leases.len() < count {
            let unit = match self.again.pop() {
                Some(unit) => self.plan.unit(unit),
                None => self
                    .order
                    .next(&self.plan, |_| Ok::<_, Error>(Vec::new()))?,
            };
            let Some(unit) = unit else { break };
            leases.push(Lease { unit, attempt: 1 });
        }
        Ok(leases)
    }

    fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error> {
        records.iter().map(|record| self.add(record)).collect()
    }

    fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        self.again.extend(units);
        Ok(())
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(self.tally.units() == self.plan.len())
    }

    fn fraction(&self) -> Option<f64> {
        // The sum of the rounded costs depends on the order of the units.
        if self.tally.units() == self.plan.len() {
            return Some(1.0);
        }
        Some((self.done / self.cost).min(1.0))
    }
}
