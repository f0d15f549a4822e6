//! Counting what a [`WorkQueue`] gives out, on any engines.
//!
//! One thread per engine counts; the calling thread alone reads and writes the queue. It keeps
//! about a second of work ready, so that no engine waits for the disk, and not more, so that
//! little is held by a process that dies.

mod pool;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bezzel_count::{Engine, Plan, Route};

use crate::{Error, Lease, ProcessInfo, Record, RecordOutcome};
use pool::{Message, Pool};

/// Results wait for at most so long until they are written.
const WRITE_INTERVAL: Duration = Duration::from_millis(250);
/// No more results than this are written at once.
const MAX_RECORDS_PER_WRITE: usize = 4096;
/// How often `watch` is called at least.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long a full disk is waited for.
const DISK_FULL_TIMEOUT: Duration = Duration::from_secs(20);
/// How often it is asked whether others have finished the work.
const EMPTY_QUEUE_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Where units come from and results go to.
pub trait WorkQueue {
    /// The plan whose units are counted.
    fn plan(&self) -> &Plan;
    /// The routes on which each unit is counted.
    fn routes(&self) -> &'static [Route];
    /// Who counts.
    fn origin(&self) -> Arc<ProcessInfo>;
    /// Takes up to so many units. Empty if there is nothing to take just now.
    fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error>;
    /// Takes results in, and says what became of each.
    fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error>;
    /// Takes back units that were not counted.
    fn release(&mut self, units: &[u64]) -> Result<(), Error>;
    /// Whether all is done, by whomever.
    fn is_finished(&mut self) -> Result<bool, Error>;
    /// Performs periodic maintenance, such as the heartbeat of a ledger. The run calls this
    /// about ten times a second.
    fn maintain(&mut self) -> Result<(), Error> {
        Ok(())
    }
    /// Keeps results that could not be [put](Self::record) because of `error` in another place, if
    /// there is one. Returns the error with the name of that place.
    fn rescue(&mut self, error: Error, records: &[Record]) -> Error {
        let _ = records;
        error
    }
    /// How much is done, 0 to 1, if that is known.
    fn fraction(&self) -> Option<f64>;
}

/// What happened since the last time.
#[derive(Debug)]
pub struct RunProgress<'a> {
    /// How much is done, 0 to 1, if that is known.
    pub fraction: Option<f64>,
    /// Results of this run so far.
    pub results: u64,
    /// Joined pairs in them.
    pub joined: u128,
    /// Expected work of the units that are being counted, in the measure of the plan.
    pub in_work: f64,
    /// What was written now, …
    pub records: &'a [Record],
    /// … and what became of it.
    pub outcomes: &'a [RecordOutcome],
    /// Why an engine failed; its units are given back, and the others go on. Or what the run
    /// waits for.
    pub warning: Option<&'a str>,
}

/// When to take no more units.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimit(Option<Instant>);

impl TimeLimit {
    /// When all is done.
    pub fn none() -> Self {
        Self(None)
    }

    /// After this time. What is in work is finished.
    pub fn after(time: Duration) -> Self {
        Self(Instant::now().checked_add(time))
    }

    fn is_due(&self) -> bool {
        self.0.is_some_and(|at| Instant::now() >= at)
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// All is done.
    Complete,
    /// The time is up.
    TimeUp,
    /// `watch` said stop: results are written, units in work are given back.
    Stopped,
}

/// Counts until all is done, the time is up, or `watch`, which is called at least ten times a
/// second, returns false.
///
/// An engine that fails or panics is not used again. Fails if no engine is left, or if the book
/// cannot be written; then the results in memory are [rescued](WorkQueue::rescue).
pub fn run(
    queue: &mut dyn WorkQueue,
    engines: Vec<Box<dyn Engine>>,
    stop: TimeLimit,
    watch: &mut dyn FnMut(&RunProgress) -> bool,
) -> Result<RunOutcome, Error> {
    let (pool, messages) = Pool::start(engines, queue.routes(), queue.origin());
    let mut runner = Runner {
        queue,
        pool,
        held: HashMap::new(),
        pending: Vec::new(),
        written: Instant::now(),
        asked: None,
        full: None,
        started: Instant::now(),
        results: 0,
        joined: 0,
    };
    let ended = runner.run_until_done(&messages, stop, watch);
    let left = runner.shut_down(&messages);
    let ended = ended.and_then(|ended| left.map(|()| ended));
    ended.map_err(|error| runner.queue.rescue(error, &runner.pending))
}

struct Runner<'a> {
    queue: &'a mut dyn WorkQueue,
    pool: Pool,
    /// Units that were taken and not counted yet, with the number of the attempt.
    held: HashMap<u64, u32>,
    pending: Vec<Record>,
    written: Instant,
    /// When the book was asked and had nothing to give.
    asked: Option<Instant>,
    /// Since when the disk is full.
    full: Option<Instant>,
    started: Instant,
    results: u64,
    joined: u128,
}

impl Runner<'_> {
    fn run_until_done(
        &mut self,
        messages: &Receiver<Message>,
        stop: TimeLimit,
        watch: &mut dyn FnMut(&RunProgress) -> bool,
    ) -> Result<RunOutcome, Error> {
        loop {
            let time_up = stop.is_due();
            if time_up {
                self.give_back_waiting()?;
            } else {
                let refilled = self.refill();
                self.unless_full(refilled, watch)?;
            }
            if self.held.is_empty() {
                self.write(watch)?;
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
            match messages.recv_timeout(POLL_INTERVAL) {
                Ok(first) => {
                    failed = self.receive(first)?;
                    // What comes after a failure is received in the next round.
                    while failed.is_none()
                        && let Ok(next) = messages.try_recv()
                    {
                        failed = self.receive(next)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::NoEngineLeft("no engine was given".to_owned()));
                }
            }
            if let Some(why) = &failed {
                watch(&self.news(&[], &[], Some(why)));
                if self.pool.is_empty() {
                    return Err(Error::NoEngineLeft(why.clone()));
                }
            }
            let due = self.written.elapsed() >= WRITE_INTERVAL
                || self.pending.len() >= MAX_RECORDS_PER_WRITE;
            if due && !self.pending.is_empty() {
                self.write(watch)?;
            }
            let tended = self.queue.maintain();
            self.unless_full(tended, watch)?;
            if !watch(&self.news(&[], &[], None)) {
                return Ok(RunOutcome::Stopped);
            }
        }
    }

    /// Writes what is left and gives back what is not counted.
    fn shut_down(&mut self, messages: &Receiver<Message>) -> Result<(), Error> {
        self.pool.close();
        while let Ok(message) = messages.try_recv() {
            self.receive(message)?;
        }
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

    /// Keeps units ready: one batch for each engine that waits behind the one it counts, or as
    /// many as are counted in a second.
    fn refill(&mut self) -> Result<(), Error> {
        let batch = self.pool.batch();
        let per_second = self.results as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let ready = (per_second as usize).clamp(batch, MAX_RECORDS_PER_WRITE.max(batch));
        let target = batch + ready;
        if self.held.len() > batch + ready / 2 {
            return Ok(());
        }
        if self
            .asked
            .is_some_and(|asked| asked.elapsed() < EMPTY_QUEUE_RETRY_INTERVAL)
        {
            return Ok(());
        }
        self.asked = Some(Instant::now());
        let leases = self.queue.lease(target - self.held.len())?;
        if !leases.is_empty() {
            self.asked = None;
        }
        for lease in &leases {
            self.held.insert(lease.unit.index(), lease.attempt);
        }
        self.pool.give(leases.into_iter().map(|lease| lease.unit));
        Ok(())
    }

    /// Whether there is no reason to wait for the own threads any more.
    fn is_finished_by_others(&mut self) -> Result<bool, Error> {
        // Just asked in vain: then somebody else may have counted what is left.
        let just = self
            .asked
            .is_some_and(|asked| asked.elapsed() < POLL_INTERVAL);
        if !just {
            return Ok(false);
        }
        self.queue.is_finished()
    }

    fn give_back_waiting(&mut self) -> Result<(), Error> {
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

    /// Notes what a thread says; if its engine failed, why.
    fn receive(&mut self, message: Message) -> Result<Option<String>, Error> {
        match message {
            Message::Counted(records) => {
                for mut record in records {
                    if let Some(attempt) = self.held.get(&record.unit) {
                        record.attempt = *attempt;
                    }
                    if Some(&record.route) == self.pool.routes().last() {
                        self.held.remove(&record.unit);
                    }
                    self.results += 1;
                    // Only shown: what is kept is added up elsewhere, and checked.
                    self.joined = self.joined.saturating_add(record.result.joined);
                    self.pending.push(record);
                }
                Ok(None)
            }
            Message::Failed {
                engine,
                units,
                batch,
                why,
            } => {
                self.pool.lost(batch);
                for unit in &units {
                    self.held.remove(unit);
                }
                self.queue.release(&units)?;
                self.asked = None;
                Ok(Some(format!("{engine}: {why}")))
            }
        }
    }

    fn write(&mut self, watch: &mut dyn FnMut(&RunProgress) -> bool) -> Result<(), Error> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.written = Instant::now();
        let put = self.queue.record(&self.pending);
        let Some(outcomes) = self.unless_full(put, watch)? else {
            return Ok(());
        };
        self.full = None;
        let records = std::mem::take(&mut self.pending);
        watch(&self.news(&records, &outcomes, None));
        Ok(())
    }

    /// A full disk may be emptied: for a while results wait in memory, and nothing is taken.
    fn unless_full<T>(
        &mut self,
        result: Result<T, Error>,
        watch: &mut dyn FnMut(&RunProgress) -> bool,
    ) -> Result<Option<T>, Error> {
        let Err(Error::DiskFull { path }) = result else {
            return result.map(Some);
        };
        let error = Error::DiskFull { path };
        match self.full {
            Some(since) if since.elapsed() >= DISK_FULL_TIMEOUT => return Err(error),
            Some(_) => {}
            None => {
                self.full = Some(Instant::now());
                let words = format!(
                    "{error}; waiting {} seconds for space",
                    DISK_FULL_TIMEOUT.as_secs()
                );
                watch(&self.news(&[], &[], Some(&words)));
            }
        }
        Ok(None)
    }

    fn news<'b>(
        &self,
        records: &'b [Record],
        outcomes: &'b [RecordOutcome],
        warning: Option<&'b str>,
    ) -> RunProgress<'b> {
        RunProgress {
            fraction: self.queue.fraction(),
            results: self.results,
            joined: self.joined,
            in_work: self.pool.in_work(),
            records,
            outcomes,
            warning,
        }
    }
}
