//! Counting what a [`Book`] gives out, on any engines.
//!
//! One thread per engine counts; the calling thread alone reads and writes the book. It keeps
//! about a second of work ready, so that no engine waits for the disk, and not more, so that
//! little is held by a process that dies.

mod pool;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bezzel::count::{Engine, Plan, Route};

use crate::{Error, Lease, Origin, Outcome, Record};
use pool::{Message, Pool};

/// Results wait for at most so long until they are written.
const WRITE: Duration = Duration::from_millis(250);
/// No more results than this are written at once.
const MOST: usize = 4096;
/// How often `watch` is called at least.
const TICK: Duration = Duration::from_millis(100);
/// How long a full disk is waited for.
const FULL: Duration = Duration::from_secs(20);
/// How often it is asked whether others have finished the work.
const ASK: Duration = Duration::from_secs(1);

/// Where units come from and results go to.
pub trait Book {
    /// The plan whose units are counted.
    fn plan(&self) -> &Plan;
    /// The routes on which each unit is counted.
    fn routes(&self) -> &'static [Route];
    /// Who counts.
    fn origin(&self) -> Arc<Origin>;
    /// Takes up to so many units. Empty if there is nothing to take just now.
    fn take(&mut self, count: usize) -> Result<Vec<Lease>, Error>;
    /// Takes results in, and says what became of each.
    fn put(&mut self, records: &[Record]) -> Result<Vec<Outcome>, Error>;
    /// Takes back units that were not counted.
    fn give_back(&mut self, units: &[u64]) -> Result<(), Error>;
    /// Whether all is done, by whomever.
    fn is_finished(&mut self) -> Result<bool, Error>;
    /// Performs periodic maintenance, such as the heartbeat of a ledger. The run calls this
    /// about ten times a second.
    fn tend(&mut self) -> Result<(), Error> {
        Ok(())
    }
    /// Keeps results that could not be [put](Self::put) because of `error` in another place, if
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
pub struct News<'a> {
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
    pub outcomes: &'a [Outcome],
    /// Why an engine failed; its units are given back, and the others go on. Or what the run
    /// waits for.
    pub trouble: Option<&'a str>,
}

/// When to take no more units.
#[derive(Debug, Clone, Copy)]
pub struct Stop(Option<Instant>);

impl Stop {
    /// When all is done.
    pub fn never() -> Self {
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
pub enum Ended {
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
/// cannot be written; then the results in memory are [rescued](Book::rescue).
pub fn run(
    book: &mut dyn Book,
    engines: Vec<Box<dyn Engine>>,
    stop: Stop,
    watch: &mut dyn FnMut(&News) -> bool,
) -> Result<Ended, Error> {
    let (pool, messages) = Pool::start(engines, book.routes(), book.origin());
    let mut runner = Runner {
        book,
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
    let ended = runner.go(&messages, stop, watch);
    let left = runner.leave(&messages);
    let ended = ended.and_then(|ended| left.map(|()| ended));
    ended.map_err(|error| runner.book.rescue(error, &runner.pending))
}

struct Runner<'a> {
    book: &'a mut dyn Book,
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
    fn go(
        &mut self,
        messages: &Receiver<Message>,
        stop: Stop,
        watch: &mut dyn FnMut(&News) -> bool,
    ) -> Result<Ended, Error> {
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
                if self.book.is_finished()? {
                    return Ok(Ended::Complete);
                }
                if time_up {
                    return Ok(Ended::TimeUp);
                }
            } else if self.is_finished_by_others()? {
                return Ok(Ended::Complete);
            }
            let mut failed = None;
            match messages.recv_timeout(TICK) {
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
                    return Err(Error::NoEngine("no engine was given".to_owned()));
                }
            }
            if let Some(why) = &failed {
                watch(&self.news(&[], &[], Some(why)));
                if self.pool.is_empty() {
                    return Err(Error::NoEngine(why.clone()));
                }
            }
            let due = self.written.elapsed() >= WRITE || self.pending.len() >= MOST;
            if due && !self.pending.is_empty() {
                self.write(watch)?;
            }
            let tended = self.book.tend();
            self.unless_full(tended, watch)?;
            if !watch(&self.news(&[], &[], None)) {
                return Ok(Ended::Stopped);
            }
        }
    }

    /// Writes what is left and gives back what is not counted.
    fn leave(&mut self, messages: &Receiver<Message>) -> Result<(), Error> {
        self.pool.close();
        while let Ok(message) = messages.try_recv() {
            self.receive(message)?;
        }
        if !self.pending.is_empty() {
            self.book.put(&self.pending)?;
            self.pending.clear();
        }
        let held: Vec<u64> = self.held.drain().map(|(unit, _)| unit).collect();
        if held.is_empty() {
            return Ok(());
        }
        self.book.give_back(&held)
    }

    /// Keeps units ready: one batch for each engine that waits behind the one it counts, or as
    /// many as are counted in a second.
    fn refill(&mut self) -> Result<(), Error> {
        let batch = self.pool.batch();
        let per_second = self.results as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let ready = (per_second as usize).clamp(batch, MOST.max(batch));
        let target = batch + ready;
        if self.held.len() > batch + ready / 2 {
            return Ok(());
        }
        if self.asked.is_some_and(|asked| asked.elapsed() < ASK) {
            return Ok(());
        }
        self.asked = Some(Instant::now());
        let leases = self.book.take(target - self.held.len())?;
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
        let just = self.asked.is_some_and(|asked| asked.elapsed() < TICK);
        if !just {
            return Ok(false);
        }
        self.book.is_finished()
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
        self.book.give_back(&waiting)
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
                self.book.give_back(&units)?;
                self.asked = None;
                Ok(Some(format!("{engine}: {why}")))
            }
        }
    }

    fn write(&mut self, watch: &mut dyn FnMut(&News) -> bool) -> Result<(), Error> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.written = Instant::now();
        let put = self.book.put(&self.pending);
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
        watch: &mut dyn FnMut(&News) -> bool,
    ) -> Result<Option<T>, Error> {
        let Err(Error::Full { path }) = result else {
            return result.map(Some);
        };
        let error = Error::Full { path };
        match self.full {
            Some(since) if since.elapsed() >= FULL => return Err(error),
            Some(_) => {}
            None => {
                self.full = Some(Instant::now());
                let words = format!("{error}; waiting {} seconds for space", FULL.as_secs());
                watch(&self.news(&[], &[], Some(&words)));
            }
        }
        Ok(None)
    }

    fn news<'b>(
        &self,
        records: &'b [Record],
        outcomes: &'b [Outcome],
        trouble: Option<&'b str>,
    ) -> News<'b> {
        News {
            fraction: self.book.fraction(),
            results: self.results,
            joined: self.joined,
            in_work: self.pool.in_work(),
            records,
            outcomes,
            trouble,
        }
    }
}
