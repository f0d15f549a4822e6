//! The run loop: counts the units of a [`WorkQueue`] on the engines of a pool.
//!
//! One thread per engine counts; only the calling thread reads and writes the queue. The loop
//! keeps about one second of work ready, so that no engine waits for the disk and a process that
//! dies holds few leases.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel_count::{Engine, Route};

use crate::pool::{Event, POLL_INTERVAL, reason};
use crate::{EnginePool, Error, Lease, ProcessInfo, Record, RecordOutcome};

/// Maximum time that a result waits until it is written.
const WRITE_INTERVAL: Duration = Duration::from_millis(250);
/// Maximum number of results in one write.
const MAX_RECORDS_PER_WRITE: usize = 4096;
/// Maximum time to wait for space on a full disk.
const DISK_FULL_TIMEOUT: Duration = Duration::from_secs(20);
/// Time between two requests to an empty queue: other processes may release units.
const EMPTY_QUEUE_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A source of units and a destination of results.
///
/// [`LedgerQueue`](crate::LedgerQueue), [`VerificationQueue`](crate::VerificationQueue) and
/// [`InMemoryQueue`](crate::InMemoryQueue) implement it.
///
/// ```
/// use bezzel_campaign::{InMemoryQueue, ProcessInfo, WorkQueue};
/// use bezzel_count::Plan;
/// let mut queue = InMemoryQueue::new(Plan::new(8)?, ProcessInfo::current("example"), false);
/// let units = queue.lease(3)?;
/// assert_eq!((units.len(), queue.is_finished()?), (3, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait WorkQueue {
    /// Returns the routes by which each unit is counted.
    fn routes(&self) -> &'static [Route];
    /// Returns the counting process, which results name.
    fn origin(&self) -> Arc<ProcessInfo>;
    /// Fails if results of this backend would not count. A run asks for each of its engines before
    /// it counts.
    fn check_backend(&self, backend: &str) -> Result<(), Error> {
        let _ = backend;
        Ok(())
    }
    /// Leases up to `count` units; none if there is nothing to count at this time.
    fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error>;
    /// Stores results and returns the outcome of each.
    fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error>;
    /// Releases units that were leased but not counted.
    fn release(&mut self, units: &[u64]) -> Result<(), Error>;
    /// Returns true if all units are counted, by whichever process.
    fn is_finished(&mut self) -> Result<bool, Error>;
    /// Reads what other processes have done, and checks the place of results. The run loop calls this
    /// about ten times a second.
    fn maintain(&mut self) -> Result<(), Error> {
        Ok(())
    }
    /// Checks, when all units are counted, that what was stored is still there.
    fn check_stored(&mut self) -> Result<(), Error> {
        Ok(())
    }
    /// Stores results elsewhere, if possible, after [`record`](Self::record) failed with `error`.
    /// Returns the error with the name of that place.
    fn rescue(&mut self, error: Error, records: &[Record]) -> Error {
        let _ = records;
        error
    }
    /// Returns the counted fraction of the expected cost, 0 to 1, if it is known.
    fn fraction(&self) -> Option<f64>;
}

/// Progress of a run since the last call of its observer.
///
/// ```
/// use bezzel_campaign::{InMemoryQueue, ProcessInfo, TimeLimit, run};
/// use bezzel_count::Plan;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// let mut queue = InMemoryQueue::new(Plan::new(8)?, ProcessInfo::current("example"), false);
/// let mut stored = 0;
/// run(&mut queue, engines, TimeLimit::none(), &mut |progress| {
///     stored += progress.records.len();
///     true
/// })?;
/// assert_eq!(stored as u64, Plan::new(8)?.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RunProgress<'a> {
    /// Counted fraction of the expected cost, 0 to 1, if it is known.
    pub fraction: Option<f64>,
    /// Number of results of this run.
    pub results: u64,
    /// Joined pairs in these results.
    pub joined: u128,
    /// Expected cost of the units that are being counted.
    pub in_work: f64,
    /// Units that engines have begun since the last call. A unit ends with its last record, or
    /// unrecorded if its engine fails.
    pub started: &'a [u64],
    /// Results that were written since the last call.
    pub records: &'a [Record],
    /// The outcome of each of these records.
    pub outcomes: &'a [RecordOutcome],
    /// The failure of an engine, whose units are released while the others continue, or the
    /// reason why the run waits.
    pub warning: Option<&'a str>,
}

/// A time after which a run starts no new units.
///
/// ```
/// use bezzel_campaign::{InMemoryQueue, ProcessInfo, RunOutcome, TimeLimit, run};
/// # use bezzel_count::Plan;
/// # let mut queue = InMemoryQueue::new(Plan::new(8)?, ProcessInfo::current("example"), false);
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// let limit = TimeLimit::after(std::time::Duration::ZERO);
/// assert_eq!(run(&mut queue, engines, limit, &mut |_| true)?, RunOutcome::TimeUp);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TimeLimit(Option<Instant>);

impl TimeLimit {
    /// Returns no limit.
    pub fn none() -> Self {
        Self(None)
    }

    /// Returns a limit `time` from now. Units that are being counted then are finished.
    ///
    /// ```
    /// use std::time::Duration;
    /// use bezzel_campaign::TimeLimit;
    /// let night = TimeLimit::after(Duration::from_secs(8 * 3600));
    /// # let _ = night;
    /// ```
    pub fn after(time: Duration) -> Self {
        Self(Instant::now().checked_add(time))
    }

    fn is_due(&self) -> bool {
        self.0.is_some_and(|at| Instant::now() >= at)
    }
}

/// The outcome of a run.
///
/// ```
/// use bezzel_campaign::{InMemoryQueue, ProcessInfo, RunOutcome, TimeLimit, run};
/// # use bezzel_count::Plan;
/// # let mut queue = InMemoryQueue::new(Plan::new(8)?, ProcessInfo::current("example"), false);
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// // The observer stops the run at once.
/// let outcome = run(&mut queue, engines, TimeLimit::none(), &mut |_| false)?;
/// assert_eq!(outcome, RunOutcome::Stopped);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// All units are counted.
    Complete,
    /// The time limit was reached.
    TimeUp,
    /// The observer stopped the run: results are written, unfinished units are released.
    Stopped,
}

/// Counts the units of a queue on these engines until all are counted, the time limit is reached,
/// or `observe` returns false. `observe` is called at least ten times a second.
///
/// An engine that fails or panics is not used again. Fails if no engine is left, or if the queue
/// cannot store results; then those in memory are [rescued](WorkQueue::rescue).
pub fn run(
    queue: &mut dyn WorkQueue,
    engines: Vec<Box<dyn Engine>>,
    limit: TimeLimit,
    observe: &mut dyn FnMut(&RunProgress) -> bool,
) -> Result<RunOutcome, Error> {
    EnginePool::start(engines).run(queue, limit, observe)
}

impl EnginePool {
    /// Counts the units of a queue on this pool, like [`run()`](run()). The pool can be used
    /// again afterwards; engines that failed are missing then.
    pub fn run(
        &mut self,
        queue: &mut dyn WorkQueue,
        limit: TimeLimit,
        observe: &mut dyn FnMut(&RunProgress) -> bool,
    ) -> Result<RunOutcome, Error> {
        for backend in self.backends() {
            queue
                .check_backend(&backend)
                .map_err(|error| queue.rescue(error, &[]))?;
        }
        self.begin(queue.routes(), &queue.origin(), usize::MAX);
        let mut runner = Runner {
            last_route: queue.routes().last().copied(),
            queue,
            pool: self,
            held: HashMap::new(),
            begun: Vec::new(),
            pending: Vec::new(),
            written: Instant::now(),
            empty_since: None,
            full_since: None,
            started: Instant::now(),
            results: 0,
            joined: 0,
        };
        let ended = runner.run_until_done(limit, observe);
        let left = runner.shut_down();
        let ended = ended.and_then(|ended| left.map(|()| ended));
        let ended = ended.and_then(|ended| {
            runner.queue.check_stored()?;
            Ok(ended)
        });
        ended.map_err(|error| runner.queue.rescue(error, &runner.pending))
    }
}

struct Runner<'a> {
    queue: &'a mut dyn WorkQueue,
    pool: &'a mut EnginePool,
    last_route: Option<Route>,
    /// Units that were leased and are not counted yet, with the number of the attempt.
    held: HashMap<u64, u32>,
    /// Units that engines have begun and the observer has not seen.
    begun: Vec<u64>,
    /// Results that are not written yet.
    pending: Vec<Record>,
    /// Time of the last write.
    written: Instant,
    /// Time of the last request that found the queue empty.
    empty_since: Option<Instant>,
    /// Time since which the disk is full.
    full_since: Option<Instant>,
    started: Instant,
    results: u64,
    joined: u128,
}

impl Runner<'_> {
    fn run_until_done(
        &mut self,
        limit: TimeLimit,
        observe: &mut dyn FnMut(&RunProgress) -> bool,
    ) -> Result<RunOutcome, Error> {
        loop {
            let time_up = limit.is_due();
            if time_up {
                self.release_waiting()?;
            } else {
                let refilled = self.refill();
                self.unless_full(refilled, observe)?;
            }
            if self.held.is_empty() {
                self.write(observe)?;
            }
            if self.held.is_empty() && self.pending.is_empty() {
                if self.queue.is_finished()? {
                    return Ok(RunOutcome::Complete);
                }
                if time_up {
                    return Ok(RunOutcome::TimeUp);
                }
            } else if self.is_finished_by_others()? {
                return Ok(RunOutcome::Complete);
            }
            let mut failed = None;
            if let Some(first) = self.pool.recv_timeout(POLL_INTERVAL)? {
                failed = self.receive(first)?;
                // Events after a failure are received in the next round.
                while failed.is_none()
                    && let Some(next) = self.pool.try_recv()
                {
                    failed = self.receive(next)?;
                }
            }
            if let Some(why) = &failed {
                self.notify(observe, &[], &[], Some(why));
                if self.pool.is_empty() {
                    return Err(Error::NoEngineLeft(why.clone()));
                }
            }
            let due = self.written.elapsed() >= WRITE_INTERVAL
                || self.pending.len() >= MAX_RECORDS_PER_WRITE;
            if due && !self.pending.is_empty() {
                self.write(observe)?;
            }
            let maintained = self.queue.maintain();
            self.unless_full(maintained, observe)?;
            if !self.notify(observe, &[], &[], None) {
                return Ok(RunOutcome::Stopped);
            }
        }
    }

    /// Writes the remaining results and releases the units that are not counted.
    fn shut_down(&mut self) -> Result<(), Error> {
        self.pool.take_back();
        while let Some(event) = self.pool.try_recv() {
            self.receive(event)?;
        }
        self.pool.end();
        if !self.pending.is_empty() {
            self.queue.record(&self.pending)?;
            self.pending.clear();
        }
        let held: Vec<u64> = self.held.drain().map(|(unit, _)| unit).collect();
        if held.is_empty() {
            return Ok(());
        }
        self.queue.release(&held)
    }

    /// Keeps units ready: one batch for each engine besides the one that it counts, or the number
    /// that is counted in a second.
    fn refill(&mut self) -> Result<(), Error> {
        let batch = self.pool.batch();
        let per_second = self.results as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let ready = (per_second as usize).clamp(batch, MAX_RECORDS_PER_WRITE.max(batch));
        let target = batch + ready;
        if self.held.len() > batch + ready / 2 {
            return Ok(());
        }
        if self
            .empty_since
            .is_some_and(|since| since.elapsed() < EMPTY_QUEUE_RETRY_INTERVAL)
        {
            return Ok(());
        }
        self.empty_since = Some(Instant::now());
        let leases = self.queue.lease(target - self.held.len())?;
        if !leases.is_empty() {
            self.empty_since = None;
        }
        for lease in &leases {
            self.held.insert(lease.unit.index(), lease.attempt);
        }
        self.pool.give(leases.into_iter().map(|lease| lease.unit));
        Ok(())
    }

    /// Returns true if other processes have counted all units, so that the run need not wait for
    /// its own threads.
    fn is_finished_by_others(&mut self) -> Result<bool, Error> {
        // An empty queue may mean that other processes have counted the rest.
        let is_empty = self
            .empty_since
            .is_some_and(|since| since.elapsed() < POLL_INTERVAL);
        if !is_empty {
            return Ok(false);
        }
        self.queue.is_finished()
    }

    fn release_waiting(&mut self) -> Result<(), Error> {
        let waiting: Vec<u64> = self
            .pool
            .take_back()
            .iter()
            .map(|unit| unit.index())
            .collect();
        if waiting.is_empty() {
            return Ok(());
        }
        for unit in &waiting {
            self.held.remove(unit);
        }
        self.queue.release(&waiting)
    }

    /// Handles an event of the pool. Returns the reason if an engine failed.
    fn receive(&mut self, event: Event) -> Result<Option<String>, Error> {
        match event {
            Event::Started(units) => {
                self.begun.extend(units);
                Ok(None)
            }
            Event::Counted(batch) => {
                for mut record in batch.records {
                    if let Some(attempt) = self.held.get(&record.unit) {
                        record.attempt = *attempt;
                    }
                    if Some(record.route) == self.last_route {
                        self.held.remove(&record.unit);
                    }
                    self.results += 1;
                    // For display only: the stored results are added up elsewhere, with checks.
                    self.joined = self.joined.saturating_add(record.result.joined);
                    self.pending.push(record);
                }
                Ok(None)
            }
            Event::Failed {
                engine,
                units,
                error,
            } => {
                for unit in &units {
                    self.held.remove(unit);
                }
                self.queue.release(&units)?;
                self.empty_since = None;
                Ok(Some(format!("{engine}: {}", reason(&error))))
            }
        }
    }

    fn write(&mut self, observe: &mut dyn FnMut(&RunProgress) -> bool) -> Result<(), Error> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.written = Instant::now();
        let recorded = self.queue.record(&self.pending);
        let Some(outcomes) = self.unless_full(recorded, observe)? else {
            return Ok(());
        };
        self.full_since = None;
        let records = std::mem::take(&mut self.pending);
        self.notify(observe, &records, &outcomes, None);
        Ok(())
    }

    /// Returns `None` while the disk is full: until a timeout, results wait in memory for space and
    /// no unit is leased.
    fn unless_full<T>(
        &mut self,
        result: Result<T, Error>,
        observe: &mut dyn FnMut(&RunProgress) -> bool,
    ) -> Result<Option<T>, Error> {
        let Err(Error::DiskFull { path }) = result else {
            return result.map(Some);
        };
        let error = Error::DiskFull { path };
        match self.full_since {
            Some(since) if since.elapsed() >= DISK_FULL_TIMEOUT => return Err(error),
            Some(_) => {}
            None => {
                self.full_since = Some(Instant::now());
                let words = format!(
                    "{error}; waiting up to {} s for space",
                    DISK_FULL_TIMEOUT.as_secs()
                );
                self.notify(observe, &[], &[], Some(&words));
            }
        }
        Ok(None)
    }

    /// Calls the observer and returns its answer.
    fn notify(
        &mut self,
        observe: &mut dyn FnMut(&RunProgress) -> bool,
        records: &[Record],
        outcomes: &[RecordOutcome],
        warning: Option<&str>,
    ) -> bool {
        let begun = std::mem::take(&mut self.begun);
        observe(&RunProgress {
            fraction: self.queue.fraction(),
            results: self.results,
            joined: self.joined,
            in_work: self.pool.in_work(),
            started: &begun,
            records,
            outcomes,
            warning,
        })
    }
}
