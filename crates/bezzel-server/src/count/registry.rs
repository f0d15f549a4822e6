//! All counts of the server, and the limits on them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bezzel_count::Plan;
use bezzel_run::{Ledger, Storage};

use super::state::ServerCount;
use super::unit_map::UnitMap;
use super::{CountRequest, lock};
use crate::limits;
use crate::problem::{Problem, Reason};

#[derive(Default)]
pub(crate) struct Counts(Mutex<CountRegistry>);

#[derive(Default)]
struct CountRegistry {
    last: u64,
    counts: BTreeMap<u64, Arc<ServerCount>>,
}

impl CountRegistry {
    fn add(&mut self, make: impl FnOnce(u64) -> ServerCount) -> Arc<ServerCount> {
        self.last += 1;
        let count = Arc::new(make(self.last));
        self.counts.insert(count.id(), count.clone());
        count
    }

    fn check_running(&self) -> Result<(), Problem> {
        let running = self.counts.values().filter(|count| count.is_running());
        let most = limits::MAX_RUNNING_COUNTS;
        if running.count() < most {
            return Ok(());
        }
        Err(Reason::CountsRunning { most }.into())
    }

    fn check_stored(&self) -> Result<(), Problem> {
        let most = limits::MAX_STORED_COUNTS;
        if self.counts.len() < most {
            return Ok(());
        }
        Err(Reason::CountsKept { most }.into())
    }

    fn of_ledger(&self, file: &str) -> Option<Arc<ServerCount>> {
        let is_it = |count: &&Arc<ServerCount>| count.ledger() == Some(file);
        self.counts.values().find(is_it).cloned()
    }
}

impl Counts {
    /// Starts a count that is stored in memory.
    pub(crate) fn start(&self, request: CountRequest) -> Result<Arc<ServerCount>, Problem> {
        let plan = Plan::new(request.n)?;
        let mut registry = lock(&self.0);
        registry.check_running()?;
        registry.check_stored()?;
        let units = plan.len();
        let job = request.job(Storage::Plan(plan))?;
        let map = UnitMap::new(units);
        let count = registry.add(|id| ServerCount::new(id, request, None, job, map, 0.0));
        count.start_thread()?;
        Ok(count)
    }

    /// Opens a ledger as a stopped count, or returns the count that it is already open as. A
    /// complete ledger is started, which computes its total.
    pub(crate) fn open(
        &self,
        path: &Path,
        file: &str,
        backend: Option<&str>,
        threads: Option<usize>,
    ) -> Result<Arc<ServerCount>, Problem> {
        if let Some(count) = self.of_ledger(file) {
            return Ok(count);
        }
        let read = || {
            let ledger = Ledger::open_as_allowed(path)?;
            let map = UnitMap::of_ledger(&ledger);
            let complete = ledger.is_complete();
            let status = ledger.status()?;
            let core_seconds = status.cpu_seconds + status.wall_seconds;
            Ok((ledger, map, complete, core_seconds))
        };
        let (ledger, map, complete, core_seconds) =
            read().map_err(|error| Reason::ledger(file, &error))?;
        let plan = ledger.plan();
        let mut request = CountRequest::new(plan.n(), backend, threads, false)?;
        request.board = plan.constraint().map(str::to_owned);
        let job = request.job(Storage::Ledger(Box::new(ledger)))?;
        let mut registry = lock(&self.0);
        if let Some(count) = registry.of_ledger(file) {
            return Ok(count);
        }
        registry.check_stored()?;
        let count = registry.add(|id| {
            let file = Some(file.to_owned());
            ServerCount::new(id, request, file, job, map, core_seconds)
        });
        drop(registry);
        if complete {
            // No unit is counted. Without a thread, the user can resume the count later.
            let _ = count.start_thread();
        }
        Ok(count)
    }

    /// Returns the count that a ledger is open as.
    pub(crate) fn of_ledger(&self, file: &str) -> Option<Arc<ServerCount>> {
        lock(&self.0).of_ledger(file)
    }

    pub(crate) fn find(&self, id: u64) -> Result<Arc<ServerCount>, Problem> {
        let found = lock(&self.0).counts.get(&id).cloned();
        Ok(found.ok_or(Reason::NoCount { id })?)
    }

    /// Returns all counts, the latest first.
    pub(crate) fn all(&self) -> Vec<Arc<ServerCount>> {
        let registry = lock(&self.0);
        registry.counts.values().rev().cloned().collect()
    }

    pub(crate) fn resume(&self, id: u64) -> Result<Arc<ServerCount>, Problem> {
        let count = self.find(id)?;
        let registry = lock(&self.0);
        if count.has_ended() {
            return Err(Reason::CountEnded.into());
        }
        if !count.cancel_stop() {
            registry.check_running()?;
            count.start_thread()?;
        }
        Ok(count)
    }

    /// Stops a count and removes it from the registry. The file of its ledger stays.
    pub(crate) fn delete(&self, id: u64) -> Result<(), Problem> {
        let count = self.find(id)?;
        lock(&self.0).counts.remove(&id);
        count.fail("the count was deleted");
        count.stop();
        Ok(())
    }

    pub(crate) fn stop_all(&self) {
        for count in self.all() {
            count.stop();
        }
    }

    /// Waits until no count is running, at most for `timeout`.
    pub(crate) fn wait(&self, timeout: Duration) {
        let until = Instant::now() + timeout;
        while self.all().iter().any(|count| count.is_running()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the number of counts that are lost when the server exits: those stored in memory
    /// that have not ended.
    pub(crate) fn unfinished(&self) -> usize {
        let is_lost = |count: &&Arc<ServerCount>| count.ledger().is_none() && !count.has_ended();
        self.all().iter().filter(is_lost).count()
    }
}
