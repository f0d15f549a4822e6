//! One count: its job, its thread and its view.

use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::OrbitCounts;
use bezzel_run::{
    Control, CountJob, CountUnits, EngineSelection, Job, JobError, Storage, StoreOutcome, UnitNews,
    this_process,
};
use tokio::sync::watch;

use super::lock;
use super::view::{CountState, CountView, TotalView};
use crate::problem::Problem;

/// Program name in the results of this server.
const PROGRAM: &str = "bezzel serve";

pub(crate) struct ServerCount {
    /// The job with its results; `None` while the thread of the count uses it.
    job: Mutex<Option<CountJob>>,
    live: watch::Sender<LiveView>,
}

/// The view of a count, and what its times and rates follow from.
#[derive(Default)]
pub(crate) struct LiveView {
    view: CountView,
    /// Start of the current run and the fraction at that time; `None` if none is running.
    since: Option<(Instant, f64)>,
    /// Duration of the earlier runs.
    before: Duration,
    /// Joined pairs of all runs.
    joined: u128,
}

impl ServerCount {
    /// Creates a stopped count, whose job opens its engines when it runs.
    pub(super) fn new(
        view: CountView,
        engines: &EngineSelection,
        storage: Storage,
    ) -> Result<Self, Problem> {
        let mut units = CountUnits::new(engines.clone());
        units.double_check = view.double_check;
        units.process = this_process(PROGRAM);
        let job = CountJob::by_units(storage, units).map_err(Problem::internal)?;
        Ok(Self {
            job: Mutex::new(Some(job)),
            live: watch::Sender::new(LiveView {
                view,
                ..LiveView::default()
            }),
        })
    }

    pub(super) fn set_id(&self, id: u64) {
        self.live.send_modify(|live| live.view.id = id);
    }

    pub(crate) fn id(&self) -> u64 {
        self.live.borrow().view.id
    }

    /// Returns the file name of the ledger; `None` if the results are stored in memory.
    pub(super) fn ledger(&self) -> Option<String> {
        self.live.borrow().view.ledger.clone()
    }

    /// Returns the state of now.
    pub(crate) fn view(&self) -> CountView {
        let live = self.live.borrow();
        let mut view = live.view.clone();
        view.seconds = live.elapsed().as_secs_f64();
        view.remaining_seconds = live.remaining();
        view.joined = live.joined.to_string();
        view
    }

    /// Returns a receiver that notices every change of the view.
    pub(crate) fn changes(&self) -> watch::Receiver<LiveView> {
        self.live.subscribe()
    }

    pub(super) fn state(&self) -> CountState {
        self.live.borrow().view.state
    }

    /// Returns true while the thread of the count is running.
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.state(), CountState::Running | CountState::Stopping)
    }

    /// Returns true if the count is done or failed.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.state(), CountState::Done | CountState::Failed)
    }

    /// Starts the thread of the count.
    pub(super) fn start_thread(self: &Arc<Self>) -> Result<(), Problem> {
        let mut result = Ok(());
        // The thread waits until the state has changed, so it cannot end the run before.
        self.live.send_modify(|live| {
            let count = self.clone();
            let name = format!("count {}", live.view.id);
            let spawned = thread::Builder::new().name(name).spawn(move || count.run());
            let failed = |error| Problem::internal(format!("cannot start a thread: {error}"));
            result = spawned.map(drop).map_err(failed);
            if result.is_ok() {
                live.view.state = CountState::Running;
                live.since = Some((Instant::now(), live.view.fraction));
            }
        });
        result
    }

    pub(crate) fn stop(&self) {
        self.live.send_if_modified(|live| {
            let is_running = live.view.state == CountState::Running;
            if is_running {
                live.view.state = CountState::Stopping;
            }
            is_running
        });
    }

    /// Main function of the thread: counts until all units are done or a stop is requested.
    fn run(self: Arc<Self>) {
        let Some(mut job) = lock(&self.job).take() else {
            return;
        };
        let end = self.count(&mut job).transpose();
        *lock(&self.job) = Some(job);
        self.live.send_modify(|live| live.end_run(end));
    }

    /// Counts the remaining units. Returns the total, or `None` if the count was stopped.
    fn count(&self, job: &mut CountJob) -> Result<Option<TotalView>, String> {
        // Opening engines and adding up cannot be interrupted: a run that returned before their end
        // would end the count while its threads still work.
        let counts_units = Cell::new(false);
        let is_stopped = || counts_units.get() && self.state() == CountState::Stopping;
        let ended = job.run(&Control::new(&is_stopped), &mut |progress| {
            counts_units.set(progress.units.is_some());
            if let Some(units) = &progress.units {
                self.show(progress, units);
            }
        });
        let total = match ended {
            Err(JobError::Cancelled | JobError::TimeUp) => return Ok(None),
            Err(JobError::Failed(error)) => return Err(error.to_string()),
            Ok(result) => match result.units {
                Some(units) => units.total,
                None => return Ok(None),
            },
        };
        let (n, is_empty) = {
            let live = self.live.borrow();
            (live.view.n, live.view.board.is_none())
        };
        let of_all = || OrbitCounts::of(n, total.solutions);
        let orbits = is_empty.then(of_all).transpose();
        let orbits = orbits.map_err(|error| error.to_string())?;
        Ok(Some(TotalView::new(&total, orbits.as_ref())))
    }

    fn show(&self, job: &bezzel_run::Progress, units: &UnitNews) {
        self.live.send_if_modified(|live| {
            live.show(job, units);
            !units.started.is_empty() || !units.stored.is_empty() || job.warning.is_some()
        });
    }
}

impl LiveView {
    fn show(&mut self, job: &bezzel_run::Progress, units: &UnitNews) {
        let elapsed = self.elapsed();
        let Self { view, joined, .. } = self;
        for &unit in units.started {
            view.map.start(unit);
        }
        for (stored, outcome) in units.stored.iter().zip(units.outcomes) {
            // With a double check the first result of a unit is not enough.
            let done = match outcome {
                StoreOutcome::First => !view.double_check,
                StoreOutcome::Confirmed => view.double_check,
                _ => false,
            };
            view.units_done += u64::from(view.map.end(stored.unit, done));
            view.core_seconds += stored.seconds();
            *joined = joined.saturating_add(stored.result.joined);
        }
        view.fraction = job.fraction.unwrap_or(view.fraction);
        view.warning = job.warning.map(str::to_owned).or(view.warning.take());
        if !units.stored.is_empty() {
            view.rates.add(elapsed, *joined);
        }
    }

    fn end_run(&mut self, end: Option<Result<TotalView, String>>) {
        self.before = self.elapsed();
        self.since = None;
        let view = &mut self.view;
        view.map.end_all();
        view.state = match end {
            None => CountState::Stopped,
            Some(Ok(total)) => {
                view.fraction = 1.0;
                view.total = Some(total);
                CountState::Done
            }
            Some(Err(failure)) => {
                view.failure = Some(failure);
                CountState::Failed
            }
        };
    }

    /// Returns the duration of all runs.
    fn elapsed(&self) -> Duration {
        let current = self.since.map(|(since, _)| since.elapsed());
        self.before + current.unwrap_or_default()
    }

    /// Estimates the remaining seconds from the rate of the current run.
    fn remaining(&self) -> Option<f64> {
        let (since, began_with) = self.since?;
        let done = self.view.fraction - began_with;
        (done > 0.0).then(|| since.elapsed().as_secs_f64() * (1.0 - self.view.fraction) / done)
    }
}
