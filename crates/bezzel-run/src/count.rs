//! The count: runs an algorithm, reports progress and returns a checked total.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bezzel::ConstrainedBoard;
use bezzel::methods::Method;
use bezzel_campaign::{
    EnginePool, InMemoryQueue, Ledger, LedgerQueue, RunOutcome, RunProgress, TimeLimit, UnitList,
    VerificationQueue,
};
use bezzel_count::{Engine, Plan, Total};
use bezzel_gpu::BackendSet;

use crate::complement::cheaper_terms;
use crate::detached::detached;
use crate::parts::observed;
use crate::terms::Terms;
use crate::{Algorithm, CountRequest, EngineSelection, Error, Storage};

/// An event of a count, for its observer.
#[derive(Debug)]
#[non_exhaustive]
pub enum CountEvent<'a> {
    /// Engines, plan or ledger are being opened. Repeated about twenty times a second.
    Preparing,
    /// The record counter begins.
    Started {
        /// Number of units of the plan, or of the ledger.
        units: u64,
        /// Expected cost of all units.
        cost: f64,
        /// Number of engines.
        engines: usize,
        /// Names of the backends, without repetitions.
        backends: &'a [String],
    },
    /// The record counter counts: units in work, results, warnings. Repeated at least ten times a
    /// second.
    Units {
        /// The phase of the count.
        phase: Phase,
        /// The progress of the phase.
        progress: &'a RunProgress<'a>,
    },
    /// A method or the search counts. Repeated at least ten times a second.
    Method {
        /// Counted fraction of the search, 0 to 1, if it is known.
        fraction: Option<f64>,
        /// Solutions counted so far.
        solutions: u128,
    },
    /// The results are being added up and checked. Repeated about twenty times a second.
    Summing,
}

/// A phase of a count with the record counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Units without a result are counted.
    Counting,
    /// Units that a ledger has from an earlier count are counted by the exchanged route.
    Verifying,
}

/// A finished count, whose checks have passed.
#[derive(Debug, Clone, PartialEq)]
pub struct CountResult {
    /// Q(n), or the number of completions of the board.
    pub solutions: u128,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Names of the backends of the record counter, without repetitions.
    pub backends: Vec<String>,
    /// The total of the record counter.
    pub total: Option<Total>,
    /// Number of units of the record counter.
    pub units: u64,
    /// Number of units confirmed by the exchanged route, if a double check was requested.
    pub confirmed: Option<u64>,
}

/// Replaces an engine, for example by one that holds a permit for its thread.
type Wrap = Box<dyn FnMut(Box<dyn Engine>) -> Box<dyn Engine> + Send>;

/// A count, which can be cancelled and resumed.
///
/// ```
/// use bezzel_run::{Count, CountRequest};
/// let mut count = Count::new(CountRequest::new(12))?;
/// assert!(count.run(&mut |_| false)?.is_none());
/// let result = count.run(&mut |_| true)?.expect("not cancelled");
/// assert_eq!(result.solutions, 14_200);
/// # Ok::<(), bezzel_run::Error>(())
/// ```
pub struct Count {
    n: u32,
    board: Option<ConstrainedBoard>,
    double_check: bool,
    backends: Option<BackendSet>,
    threads: Option<u32>,
    process: Arc<bezzel_campaign::ProcessInfo>,
    algorithm: Algorithm,
    state: State,
    wrap: Option<Wrap>,
}

/// Results so far. Shared with threads that were abandoned while they added them up.
enum State {
    Request(Option<Plan>),
    Memory(Arc<Mutex<InMemoryQueue>>),
    File(PathBuf),
    Ledger(Arc<Mutex<Ledger>>),
    /// Counts that are added and subtracted.
    Terms(Terms),
}

/// The observer's events, or `None` in a function that was cancelled.
type Observe<'a> = &'a mut dyn FnMut(&CountEvent) -> bool;

impl Count {
    /// Chooses the algorithm. Fails if n is too large for it. Opens nothing.
    pub fn new(request: CountRequest) -> Result<Self, Error> {
        request.check_size()?;
        Ok(Self {
            n: request.n,
            board: request.constraints().cloned(),
            double_check: request.double_check,
            backends: request.backends.clone(),
            threads: request.threads,
            algorithm: request.algorithm(),
            process: request.process,
            state: match request.storage {
                Storage::Memory => State::Request(None),
                Storage::Plan(plan) => State::Request(Some(plan)),
                Storage::File(path) => State::File(path),
                Storage::Ledger(ledger) => State::Ledger(Arc::new(Mutex::new(*ledger))),
            },
            wrap: None,
        })
    }

    /// Returns the algorithm.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// Replaces each engine that a run opens. The engine is dropped when its thread ends, which
    /// may be after a cancelled run has returned.
    pub fn wrap_engines(
        &mut self,
        wrap: impl FnMut(Box<dyn Engine>) -> Box<dyn Engine> + Send + 'static,
    ) {
        self.wrap = Some(Box::new(wrap));
    }

    /// Counts, and calls `observe` with each event. Returns `None` if `observe` returned false;
    /// results until then are kept, and another run continues from them.
    ///
    /// Engines are opened before anything is written. Fails if a backend is missing, if no engine
    /// is left, if the ledger cannot be used, or if a check of the total fails.
    pub fn run(
        &mut self,
        observe: &mut dyn FnMut(&CountEvent) -> bool,
    ) -> Result<Option<CountResult>, Error> {
        match self.algorithm.clone() {
            Algorithm::Method(method, threads) => self.run_method(method, threads, observe),
            Algorithm::Search(threads) => self.run_search(threads, observe),
            Algorithm::RecordCounter(selection) => self.run_record_counter(&selection, observe),
        }
    }

    fn run_method(
        &self,
        method: Method,
        threads: u32,
        observe: Observe<'_>,
    ) -> Result<Option<CountResult>, Error> {
        let n = self.n;
        let counted = observed(observe, move |parts| {
            method.count_parallel(n, threads as usize, &|part| parts.send(part))
        })?;
        Ok(counted
            .transpose()?
            .map(|solutions| self.without_units(solutions)))
    }

    fn run_search(&self, threads: u32, observe: Observe<'_>) -> Result<Option<CountResult>, Error> {
        let board = match &self.board {
            Some(board) => board.clone(),
            None => ConstrainedBoard::new(self.n)?,
        };
        let counted = observed(observe, move |parts| {
            let (should_stop, progress) = (|| parts.is_cancelled(), |part| parts.send(part));
            board.count_completions_parallel(threads as usize, &should_stop, &progress)
        })?;
        let solutions = counted.transpose()?.flatten();
        Ok(solutions.map(|solutions| self.without_units(solutions)))
    }

    /// Returns the result of an algorithm without units.
    fn without_units(&self, solutions: u128) -> CountResult {
        CountResult {
            solutions,
            algorithm: self.algorithm.clone(),
            backends: Vec::new(),
            total: None,
            units: 0,
            confirmed: None,
        }
    }

    fn run_record_counter(
        &mut self,
        selection: &EngineSelection,
        observe: Observe<'_>,
    ) -> Result<Option<CountResult>, Error> {
        if !self.choose_terms(&mut || observe(&CountEvent::Preparing))? {
            return Ok(None);
        }
        if let State::Terms(terms) = &mut self.state {
            return terms.run(observe);
        }
        let open = selection.clone();
        let mut preparing = || observe(&CountEvent::Preparing);
        let Some(engines) = detached(&mut preparing, move || open.open())? else {
            return Ok(None);
        };
        let mut engines = engines?;
        let backends = names(&engines);
        if !self.prepare(&mut preparing)? {
            return Ok(None);
        }
        if let (State::Memory(queue), false) = (&self.state, selection.has_gpus()) {
            engines.truncate(lock(queue).plan().len().max(1) as usize);
        }
        if let Some(wrap) = &mut self.wrap {
            engines = engines.into_iter().map(wrap).collect();
        }
        let (units, cost) = match &self.state {
            State::Memory(queue) => {
                let queue = lock(queue);
                (queue.plan().len(), queue.cost())
            }
            State::Ledger(ledger) => {
                let ledger = lock(ledger);
                (ledger.units().plan().len(), ledger.units().cost())
            }
            State::Request(_) | State::File(_) | State::Terms(_) => (0, 0.0),
        };
        let started = CountEvent::Started {
            units,
            cost,
            engines: engines.len(),
            backends: &backends,
        };
        if !observe(&started) {
            return Ok(None);
        }
        let pool = EnginePool::start(engines);
        let counted = match &self.state {
            State::Memory(queue) => count_in_memory(pool, queue, observe)?,
            State::Ledger(ledger) => self.count_in_ledger(pool, ledger, observe)?,
            State::Request(_) | State::File(_) | State::Terms(_) => None,
        };
        Ok(counted.map(|(total, confirmed)| CountResult {
            solutions: total.solutions,
            algorithm: self.algorithm.clone(),
            backends,
            total: Some(total),
            units,
            confirmed: self.double_check.then_some(confirmed),
        }))
    }

    /// Plans a board that is counted in memory, by its complement if that is cheaper. Returns false if
    /// it was cancelled.
    fn choose_terms(&mut self, should_continue: &mut dyn FnMut() -> bool) -> Result<bool, Error> {
        let (State::Request(None), Some(board), None) = (&self.state, &self.board, &self.wrap)
        else {
            return Ok(true);
        };
        let board = board.clone();
        let plan = move || {
            let direct = Plan::constrained(&board)?;
            let terms = cheaper_terms(&board, &direct)?;
            Ok::<_, Error>((direct, terms))
        };
        let Some((direct, terms)) = detached(should_continue, plan)?.transpose()? else {
            return Ok(false);
        };
        self.state = match terms {
            None => State::Request(Some(direct)),
            Some(terms) => State::Terms(Terms::new(terms, |plan| CountRequest {
                record_counter: true,
                backends: self.backends.clone(),
                threads: self.threads,
                double_check: self.double_check,
                process: self.process.clone(),
                storage: Storage::Plan(plan),
                ..CountRequest::new(self.n)
            })?),
        };
        Ok(true)
    }

    /// Makes the plan, or opens or creates the ledger. Returns false if it was cancelled.
    fn prepare(&mut self, should_continue: &mut dyn FnMut() -> bool) -> Result<bool, Error> {
        let (n, process, twice) = (self.n, self.process.clone(), self.double_check);
        let board = self.board.clone();
        let prepared = match &mut self.state {
            State::Memory(_) | State::Ledger(_) | State::Terms(_) => return Ok(true),
            State::Request(plan) => {
                let plan = plan.take();
                let make = move || {
                    let plan = match plan {
                        Some(plan) => plan,
                        None => plan_of(n, board.as_ref())?,
                    };
                    let queue = InMemoryQueue::new(plan, process, twice);
                    Ok::<_, Error>(State::Memory(Arc::new(Mutex::new(queue))))
                };
                detached(should_continue, make)?.transpose()?
            }
            State::File(path) => {
                let ledger = open_or_create(path, (n, board), should_continue)?;
                ledger.map(|ledger| State::Ledger(Arc::new(Mutex::new(ledger))))
            }
        };
        let is_done = prepared.is_some();
        if let Some(state) = prepared {
            self.state = state;
        }
        Ok(is_done)
    }

    fn count_in_ledger(
        &self,
        mut pool: EnginePool,
        shared: &Arc<Mutex<Ledger>>,
        observe: Observe<'_>,
    ) -> Result<Option<(Total, u64)>, Error> {
        let mut ledger = lock(shared);
        if !ledger.is_complete() {
            let process = self.process.clone();
            let mut queue = if self.double_check {
                LedgerQueue::twice(&mut ledger, process)
            } else {
                LedgerQueue::new(&mut ledger, process)
            };
            let ended = pool.run(&mut queue, TimeLimit::none(), &mut |progress| {
                let phase = Phase::Counting;
                observe(&CountEvent::Units { phase, progress })
            })?;
            if ended == RunOutcome::Stopped {
                return Ok(None);
            }
        }
        if self.double_check {
            // Units that an earlier run has counted without a double check.
            let process = self.process.clone();
            let mut queue = VerificationQueue::some(&mut ledger, process, u64::MAX, 0);
            let ended = pool.run(&mut queue, TimeLimit::none(), &mut |progress| {
                let phase = Phase::Verifying;
                observe(&CountEvent::Units { phase, progress })
            })?;
            if ended == RunOutcome::Stopped {
                return Ok(None);
            }
        }
        drop(pool);
        if let Some(unit) = ledger.conflicts().first() {
            return Err(Error::Conflict {
                unit: ledger.units().unit(*unit)?.to_string(),
                path: ledger.path().to_owned(),
            });
        }
        drop(ledger);
        let shared = shared.clone();
        let sum = move || {
            let ledger = lock(&shared);
            let result = ledger.final_result();
            // If the file is gone, the results are written to another one.
            result.map_err(|error| ledger.rescue(error, &[]))
        };
        let result = detached(&mut || observe(&CountEvent::Summing), sum)?.transpose()?;
        Ok(result.map(|result| (result.total, result.confirmed_by_exchange)))
    }
}

fn count_in_memory(
    mut pool: EnginePool,
    shared: &Arc<Mutex<InMemoryQueue>>,
    observe: Observe<'_>,
) -> Result<Option<(Total, u64)>, Error> {
    let mut queue = lock(shared);
    let ended = pool.run(&mut *queue, TimeLimit::none(), &mut |progress| {
        let phase = Phase::Counting;
        observe(&CountEvent::Units { phase, progress })
    });
    drop(pool);
    if let Some((unit, [direct, exchanged])) = queue.differing() {
        return Err(Error::DoubleCheck {
            unit,
            direct: Box::new(direct),
            exchanged: Box::new(exchanged),
        });
    }
    if ended? == RunOutcome::Stopped {
        return Ok(None);
    }
    let agreed = queue.agreed();
    drop(queue);
    let shared = shared.clone();
    let sum = move || lock(&shared).total();
    let total = detached(&mut || observe(&CountEvent::Summing), sum)?.transpose()?;
    Ok(total.map(|total| (total, agreed)))
}

fn plan_of(n: u32, board: Option<&ConstrainedBoard>) -> Result<Plan, bezzel_count::Error> {
    board.map_or_else(|| Plan::new(n), Plan::constrained)
}

/// Opens the ledger at `path`, which must be for this n and board, or creates it.
fn open_or_create(
    path: &Path,
    (n, board): (u32, Option<ConstrainedBoard>),
    should_continue: &mut dyn FnMut() -> bool,
) -> Result<Option<Ledger>, Error> {
    let units = move || UnitList::of_plan(plan_of(n, board.as_ref())?);
    let Some(units) = detached(should_continue, units)?.transpose()? else {
        return Ok(None);
    };
    if fs::symlink_metadata(path).is_err() {
        return Ok(Some(Ledger::create_for(path, units)?));
    }
    let path = path.to_owned();
    let opened = detached(should_continue, move || {
        Ledger::open_or_create_for(&path, units)
    })?;
    Ok(opened.transpose()?)
}

/// Returns the names of the backends, without repetitions.
fn names(engines: &[Box<dyn Engine>]) -> Vec<String> {
    let mut names: Vec<String> = engines.iter().map(|engine| engine.name()).collect();
    names.dedup();
    names
}

/// A panic while the lock was held leaves results that are complete or missing.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
