//! One count: its state, its progress and its thread.

use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::OrbitCounts;
use bezzel_count::Total;
use bezzel_run::{Control, CountJob, CountResult, Done, Job, JobError, StoreOutcome, UnitNews};
use tokio::sync::watch;

use super::unit_map::UnitMap;
use super::view::RateHistory;
use super::{CountRequest, lock};
use crate::problem::{Code, Problem};

pub(crate) struct ServerCount {
    id: u64,
    request: CountRequest,
    /// File name of the ledger; `None` if the results are stored in memory.
    ledger: Option<String>,
    units: u64,
    /// The job with its results; `None` while the thread of the count uses it.
    job: Mutex<Option<CountJob>>,
    progress: Mutex<CountProgress>,
    /// Version of the progress; changes with every change.
    changes: watch::Sender<u64>,
}

/// Progress of a count. Times and pairs are split at the start of the current run.
pub(super) struct CountProgress {
    pub(super) map: UnitMap,
    /// Completed fraction of the expected cost.
    pub(super) fraction: f64,
    /// Start of the current run and the fraction at that time; `None` if none is running.
    since: Option<(Instant, f64)>,
    before: Duration,
    /// Joined pairs of all runs, and of all earlier runs.
    pub(super) joined: u128,
    joined_before: u128,
    /// Core time of all results.
    pub(super) core_seconds: f64,
    pub(super) running: bool,
    pub(super) stopping: bool,
    pub(super) rates: RateHistory,
    pub(super) warning: Option<String>,
    pub(super) end: Option<Result<End, String>>,
}

/// The total, with the orbits of all solutions if there are no constraints.
pub(super) type End = (Total, Option<OrbitCounts>);

impl ServerCount {
    /// Creates a stopped count. `ledger` is the file name of its ledger, if it has one, and
    /// `core_seconds` the time of the results that it has.
    pub(super) fn new(
        id: u64,
        request: CountRequest,
        ledger: Option<String>,
        job: CountJob,
        map: UnitMap,
        core_seconds: f64,
    ) -> Self {
        Self {
            id,
            request,
            ledger,
            units: map.units(),
            job: Mutex::new(Some(job)),
            progress: Mutex::new(CountProgress::new(map, core_seconds)),
            changes: watch::Sender::new(0),
        }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn request(&self) -> &CountRequest {
        &self.request
    }

    pub(super) fn ledger(&self) -> Option<&str> {
        self.ledger.as_deref()
    }

    pub(super) fn units(&self) -> u64 {
        self.units
    }

    /// Calls a function with the current progress, under its lock.
    pub(super) fn with_progress<T>(&self, read: impl FnOnce(&CountProgress) -> T) -> T {
        read(&lock(&self.progress))
    }

    /// Returns a receiver of a number that changes with every change of the progress.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Returns true while the thread of the count is running.
    pub(crate) fn is_running(&self) -> bool {
        lock(&self.progress).running
    }

    /// Returns true if the count is done, failed or deleted.
    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.progress).end.is_some()
    }

    /// Starts the thread of the count.
    pub(super) fn start_thread(self: &Arc<Self>) -> Result<(), Problem> {
        let mut progress = lock(&self.progress);
        let count = self.clone();
        let name = format!("count {}", self.id);
        let spawned = thread::Builder::new().name(name).spawn(move || count.run());
        let failed = |error| Problem::new(Code::Busy, format!("cannot start a thread: {error}"));
        spawned.map_err(failed)?;
        progress.begin_run();
        drop(progress);
        self.notify();
        Ok(())
    }

    /// Cancels a stop request if the count is still running. Returns true if it is.
    pub(super) fn cancel_stop(&self) -> bool {
        let mut progress = lock(&self.progress);
        progress.stopping &= !progress.running;
        let is_running = progress.running;
        drop(progress);
        self.notify();
        is_running
    }

    pub(crate) fn stop(&self) {
        lock(&self.progress).stopping = true;
        self.notify();
    }

    /// Ends the count with an error, unless it has ended before.
    pub(super) fn fail(&self, error: &str) {
        let failed = || Err(error.to_owned());
        lock(&self.progress).end.get_or_insert_with(failed);
    }

    fn notify(&self) {
        self.changes
            .send_modify(|number| *number = number.wrapping_add(1));
    }

    /// Main function of the thread: counts until all units are done or a stop is requested.
    fn run(self: Arc<Self>) {
        let Some(mut job) = lock(&self.job).take() else {
            return;
        };
        loop {
            let end = self.count(&mut job).transpose();
            let mut progress = lock(&self.progress);
            // The stop was cancelled after the job had obeyed it.
            if end.is_none() && !progress.stopping {
                continue;
            }
            *lock(&self.job) = Some(job);
            progress.end_run(end);
            break;
        }
        self.notify();
    }

    /// Counts the remaining units. Returns the total, or `None` if the count was stopped.
    fn count(&self, job: &mut CountJob) -> Result<Option<End>, String> {
        // Opening engines and adding up cannot be interrupted: a run that returned before their end
        // would end the count while its threads still work.
        let counts_units = Cell::new(false);
        let is_stopped = || counts_units.get() && lock(&self.progress).stopping;
        let result = job.run(&Control::new(&is_stopped), &mut |progress| {
            counts_units.set(progress.units.is_some());
            if let Some(units) = &progress.units {
                self.show(progress, units);
            }
        });
        let total = match result {
            Err(JobError::Cancelled | JobError::TimeUp) => return Ok(None),
            Err(JobError::Failed(error)) => return Err(error.to_string()),
            Ok(CountResult { units: None, .. }) => return Ok(None),
            Ok(CountResult {
                units: Some(units), ..
            }) => units.total,
        };
        let of_all = |n| OrbitCounts::of(n, total.solutions);
        let is_whole = self.request.board.is_none();
        let orbits = is_whole.then(|| of_all(self.request.n)).transpose();
        let orbits = orbits.map_err(|error| error.to_string())?;
        Ok(Some((total, orbits)))
    }

    fn show(&self, job: &bezzel_run::Progress, units: &UnitNews) {
        let mut progress = lock(&self.progress);
        for &unit in units.started {
            progress.map.start(unit);
        }
        for (stored, outcome) in units.stored.iter().zip(units.outcomes) {
            // With a double check the first result of a unit is not enough.
            let done = match outcome {
                StoreOutcome::First => !self.request.double_check,
                StoreOutcome::Confirmed => self.request.double_check,
                _ => false,
            };
            progress.map.end(stored.unit, done);
            progress.core_seconds += stored.microseconds as f64 * 1e-6;
        }
        progress.fraction = job.fraction.unwrap_or(progress.fraction);
        if let Done::JoinedPairs(joined) = job.done {
            progress.joined = progress.joined_before.saturating_add(joined);
        }
        progress.warning = job.warning.map(str::to_owned).or(progress.warning.take());
        let (elapsed, joined) = (progress.elapsed(), progress.joined);
        if !units.stored.is_empty() {
            progress.rates.add(elapsed, joined);
        }
        drop(progress);
        if !units.started.is_empty() || !units.stored.is_empty() || job.warning.is_some() {
            self.notify();
        }
    }
}

impl CountProgress {
    fn new(map: UnitMap, core_seconds: f64) -> Self {
        Self {
            fraction: map.fraction(),
            map,
            since: None,
            before: Duration::ZERO,
            joined: 0,
            joined_before: 0,
            core_seconds,
            running: false,
            stopping: true,
            rates: RateHistory::default(),
            warning: None,
            end: None,
        }
    }

    fn begin_run(&mut self) {
        self.stopping = false;
        self.running = true;
        self.since = Some((Instant::now(), self.fraction));
        self.joined_before = self.joined;
    }

    fn end_run(&mut self, end: Option<Result<End, String>>) {
        self.before = self.elapsed();
        self.since = None;
        self.running = false;
        self.stopping = true;
        self.map.end_all();
        if let Some(end) = end {
            // The sum of the rounded costs of all units may differ from 1.
            if end.is_ok() {
                self.fraction = 1.0;
            }
            self.end.get_or_insert(end);
        }
    }

    /// Returns the duration of all runs.
    pub(super) fn elapsed(&self) -> Duration {
        let current = self.since.map(|(since, _)| since.elapsed());
        self.before + current.unwrap_or_default()
    }

    /// Estimates the remaining seconds from the rate of the current run.
    pub(super) fn remaining(&self) -> Option<f64> {
        let (since, began_with) = self.since?;
        let done = self.fraction - began_with;
        (done > 0.0).then(|| since.elapsed().as_secs_f64() * (1.0 - self.fraction) / done)
    }
}
