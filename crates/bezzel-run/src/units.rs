//! The run loop: counts the units of a [`Store`] on the engines of a pool.
//!
//! One thread per engine counts; only the calling thread reads and writes the store. The loop
//! keeps about one second of work ready, so that no engine waits for the disk and a process that
//! dies holds few leases.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, TryIter};
use std::time::{Duration, Instant};

use bezzel_count::{Route, StoredResult, Unit};

use crate::pool::{Event, Message, Workers, reason};
use crate::progress::{Batch, Observer, UnitNews};
use crate::wait::receive;
use crate::{
    Control, Done, EnginePool, Error, Job, JobError, LedgerError, Progress, Store, StoreOutcome,
};

/// Maximum time that a result waits until it is written.
const WRITE_INTERVAL: Duration = Duration::from_millis(250);
/// Maximum number of results in one write.
const MAX_RECORDS_PER_WRITE: usize = 4096;
/// Time between two requests to an empty store: other processes may release units.
const EMPTY_STORE_RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// Time after a request to an empty store in which the run asks whether others have finished.
const EMPTY_STORE_CHECK_TIME: Duration = Duration::from_millis(100);

/// Counts the units of a store on a pool, until all are counted.
///
/// An engine that fails or panics is not used again. Fails if no engine is left, or if the store
/// cannot keep results; then those in memory are [rescued](crate::Ledger::rescue). After the time limit no
/// unit is begun; those that are being counted are finished.
///
/// ```
/// use bezzel_count::Plan;
/// use bezzel_run::{Control, EnginePool, EngineSelection, Job, Store, UnitsJob, this_process};
/// let plan = Plan::new(8)?;
/// let mut store = Store::of_plan(plan.clone(), this_process("example"), false);
/// let mut pool = EnginePool::start(EngineSelection::new(None, Some(1)).open()?);
/// let mut stored = 0;
/// UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |progress| {
///     stored += progress.units.map_or(0, |units| units.stored.len());
/// })?;
/// assert_eq!(stored as u64, plan.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnitsJob<'s, 'a> {
    store: &'a mut Store<'s>,
    pool: &'a mut EnginePool,
}

impl<'s, 'a> UnitsJob<'s, 'a> {
    /// Counts the units of this store on this pool. The pool can be used again afterwards; engines
    /// that failed are missing then.
    pub fn new(store: &'a mut Store<'s>, pool: &'a mut EnginePool) -> Self {
        Self { store, pool }
    }
}

impl Job for UnitsJob<'_, '_> {
    type Answer = ();

    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<(), JobError> {
        let EnginePool { workers, messages } = &mut *self.pool;
        let store = &mut *self.store;
        workers.begin(&store.routes, &store.process, store.max_batch);
        let mut runner = Runner {
            last_route: store.routes.last().copied(),
            store,
            workers,
            observe,
            held: HashMap::new(),
            news: News::default(),
            pending: Vec::new(),
            counted: Vec::new(),
            written: Instant::now(),
            empty_since: None,
            started: Instant::now(),
            in_work: 0.0,
            results: 0,
            joined: 0,
        };
        let ended = runner.run(messages, control);
        let is_refused = matches!(ended, Err(JobError::Failed(Error::Ledger(_))));
        if is_refused && runner.store.ledger().is_none() {
            // Memory has the results before the refused one, and must not add them again.
            runner.pending.clear();
        }
        let stored = runner.shut_down(messages.try_iter());
        let stored = stored.and_then(|()| match runner.store.ledger() {
            Some(ledger) => ledger.check_all(),
            None => Ok(()),
        });
        let lost = match (ended, stored) {
            (Err(JobError::Failed(Error::Ledger(lost))), _) | (_, Err(lost)) => lost,
            (ended, Ok(())) => return ended,
        };
        Err(match runner.store.ledger() {
            Some(ledger) => ledger.rescue(lost, &runner.pending).into(),
            None => lost.into(),
        })
    }
}

/// News that the observer has not seen yet.
#[derive(Default)]
struct News {
    started: Vec<u64>,
    batches: Vec<Batch>,
}

struct Runner<'a, 's, 'o> {
    store: &'a mut Store<'s>,
    workers: &'a mut Workers,
    observe: &'a mut Observer<'o>,
    last_route: Option<Route>,
    /// Units that were taken and are not counted yet.
    held: HashMap<u64, Unit>,
    news: News,
    /// Results that are not written yet, and the units that are counted with them.
    pending: Vec<StoredResult>,
    counted: Vec<Unit>,
    written: Instant,
    /// Time of the last request that found the store empty.
    empty_since: Option<Instant>,
    started: Instant,
    /// Expected cost of the units that are being counted.
    in_work: f64,
    results: u64,
    joined: u128,
}

/// The decision to go on or to end a run.
type Flow = ControlFlow<Result<(), JobError>>;

impl Runner<'_, '_, '_> {
    fn run(&mut self, messages: &Receiver<Message>, control: &Control) -> Result<(), JobError> {
        if let ControlFlow::Break(ended) = self.refill_or_end(control)? {
            return ended;
        }
        let ended = receive(messages, control, |first| {
            for message in first.into_iter().chain(messages.try_iter()) {
                self.accept(message)?;
            }
            let is_due = self.written.elapsed() >= WRITE_INTERVAL
                || self.pending.len() >= MAX_RECORDS_PER_WRITE;
            if is_due {
                self.write()?;
            }
            if let Some(ledger) = self.store.ledger() {
                ledger.maintain()?;
            }
            self.notify(&[], &[], None);
            match control.is_stopped() {
                true => Err(JobError::Cancelled),
                false => self.refill_or_end(control),
            }
        })?;
        let none = || Err(Error::NoEngineLeft("no engine was given".to_owned()).into());
        ended.unwrap_or_else(none)
    }

    /// Keeps units ready, and ends the run if there is nothing left to do.
    fn refill_or_end(&mut self, control: &Control) -> Result<Flow, JobError> {
        let is_time_up = control.is_time_up();
        if is_time_up {
            self.release_waiting()?;
        } else {
            self.refill()?;
        }
        if self.held.is_empty() {
            self.write()?;
        }
        if self.held.is_empty() && self.pending.is_empty() {
            if self.store.schedule().is_finished() {
                return Ok(Flow::Break(Ok(())));
            }
            if is_time_up {
                return Ok(Flow::Break(Err(JobError::TimeUp)));
            }
        } else if self.is_finished_by_others() {
            return Ok(Flow::Break(Ok(())));
        }
        Ok(Flow::Continue(()))
    }

    /// Writes the remaining results and releases the units that are not counted.
    fn shut_down(&mut self, messages: TryIter<Message>) -> Result<(), LedgerError> {
        self.workers.take_back();
        for message in messages {
            // A failure is no news any more.
            match self.workers.accept(message) {
                Some(Event::Counted(batch, results)) => self.add(batch, results),
                Some(Event::Started(_) | Event::Failed { .. }) | None => {}
            }
        }
        self.workers.end();
        if !self.pending.is_empty() {
            self.store.put(&self.pending)?;
            self.take_written();
        }
        let held: Vec<Unit> = self.held.drain().map(|(_, unit)| unit).collect();
        if held.is_empty() {
            return Ok(());
        }
        self.store.release(held)
    }

    /// Keeps units ready: one batch for each engine besides the one that it counts, or the number
    /// that is counted in a second.
    fn refill(&mut self) -> Result<(), LedgerError> {
        let batch = self.workers.batch();
        let per_second = self.results as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let ready = (per_second as usize).clamp(batch, MAX_RECORDS_PER_WRITE.max(batch));
        let target = batch + ready;
        if self.held.len() > batch + ready / 2 {
            return Ok(());
        }
        if self
            .empty_since
            .is_some_and(|since| since.elapsed() < EMPTY_STORE_RETRY_INTERVAL)
        {
            return Ok(());
        }
        self.empty_since = Some(Instant::now());
        let units = self.store.take(target - self.held.len())?;
        if !units.is_empty() {
            self.empty_since = None;
        }
        let held = units.iter().map(|unit| (unit.index(), unit.clone()));
        self.held.extend(held);
        self.workers.give(units.into_iter());
        Ok(())
    }

    /// Returns true if other processes have counted all units, so that the run need not wait for
    /// its own threads.
    fn is_finished_by_others(&self) -> bool {
        // An empty store may mean that other processes have counted the rest.
        let is_empty = self
            .empty_since
            .is_some_and(|since| since.elapsed() < EMPTY_STORE_CHECK_TIME);
        is_empty && self.store.schedule().is_finished()
    }

    fn release_waiting(&mut self) -> Result<(), LedgerError> {
        let waiting = self.workers.take_back();
        if waiting.is_empty() {
            return Ok(());
        }
        for unit in &waiting {
            self.held.remove(&unit.index());
        }
        self.store.release(waiting)
    }

    /// Handles a message of the pool. Fails if the last engine failed.
    fn accept(&mut self, message: Message) -> Result<(), JobError> {
        match self.workers.accept(message) {
            None => {}
            Some(Event::Started(units)) => {
                self.in_work += self.cost(&units);
                self.news.started.extend(units);
            }
            Some(Event::Counted(batch, results)) => self.add(batch, results),
            Some(Event::Failed {
                engine,
                units,
                error,
            }) => {
                self.in_work -= self.cost(&units);
                let held = units.iter().filter_map(|unit| self.held.remove(unit));
                self.store.release(held.collect())?;
                self.empty_since = None;
                let why = format!("{engine}: {}", reason(&error));
                self.notify(&[], &[], Some(&why));
                if self.workers.count() == 0 {
                    return Err(Error::NoEngineLeft(why).into());
                }
            }
        }
        Ok(())
    }

    /// Returns the expected cost of units that are held.
    fn cost(&self, units: &[u64]) -> f64 {
        let units = units.iter().filter_map(|unit| self.held.get(unit));
        units.map(Unit::cost).sum()
    }

    fn add(&mut self, batch: Batch, results: Vec<StoredResult>) {
        self.in_work -= self.cost(&batch.units);
        for stored in results {
            if Some(stored.route) == self.last_route
                && let Some(unit) = self.held.remove(&stored.unit)
            {
                self.counted.push(unit);
            }
            self.results += 1;
            // For display only: the stored results are added up elsewhere, with checks.
            self.joined = self.joined.saturating_add(stored.result.joined);
            self.pending.push(stored);
        }
        self.news.batches.push(batch);
    }

    fn write(&mut self) -> Result<(), LedgerError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.written = Instant::now();
        let outcomes = self.store.put(&self.pending)?;
        let results = self.take_written();
        self.notify(&results, &outcomes, None);
        Ok(())
    }

    /// Returns the pending results, which are written.
    fn take_written(&mut self) -> Vec<StoredResult> {
        for unit in self.counted.drain(..) {
            self.store.finish(&unit);
        }
        std::mem::take(&mut self.pending)
    }

    fn notify(
        &mut self,
        results: &[StoredResult],
        outcomes: &[StoreOutcome],
        warning: Option<&str>,
    ) {
        let News { started, batches } = std::mem::take(&mut self.news);
        let schedule = self.store.schedule();
        (self.observe)(&Progress {
            fraction: Some(schedule.fraction()),
            done: Done::JoinedPairs(self.joined),
            units: Some(UnitNews {
                engines: self.workers.count(),
                results: self.results,
                in_work: self.in_work,
                cost: schedule.cost(),
                started: &started,
                stored: results,
                outcomes,
                batches: &batches,
            }),
            warning,
            ..Progress::of(self.store.phase)
        });
    }
}

#[cfg(test)]
mod tests {
    use bezzel_count::{Backend, Counter, Engine, EngineInfo, Plan, UnitResult};

    use super::*;
    use crate::this_process;

    /// Counts one more solution by the exchanged route.
    struct Wrong(Counter);

    impl Engine for Wrong {
        fn info(&self) -> EngineInfo {
            self.0.info()
        }

        fn run(
            &mut self,
            units: &[Unit],
            route: Route,
        ) -> Result<Vec<UnitResult>, bezzel_count::Error> {
            let mut results = self.0.run(units, route)?;
            results[0].value += u128::from(route == Route::Exchanged);
            Ok(results)
        }
    }

    #[test]
    fn routes_that_differ_end_the_count() {
        let plan = Plan::new(10).unwrap();
        let mut store = Store::of_plan(plan, this_process("test"), true);
        let wrong = Wrong(Counter::new(Backend::Portable).unwrap());
        let mut pool = EnginePool::start(vec![Box::new(wrong)]);
        let ended = UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |_| {});
        let failed = ended.unwrap_err().to_string();
        let expected = "the count for n = 10 is wrong: the double check of unit n10-";
        assert!(failed.starts_with(expected), "{failed}");
    }
}
