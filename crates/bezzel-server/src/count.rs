//! Counts that the page starts, stops and resumes, and the limits on them.
//!
//! A count belongs to the server, not to the request that started it, so it continues after the
//! page is closed. Each count runs [`bezzel_run::CountJob`] on its own thread and stores its results
//! in memory or in a ledger.

mod backends;
mod state;
mod view;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::methods::Text;
use bezzel_count::Plan;
use bezzel_run::{EngineSelection, Ledger, Storage};

use crate::limits;
use crate::problem::{Code, Problem};

pub(crate) use backends::{BackendView, all_backends, engines};
pub(crate) use state::ServerCount;
use view::CountState;
pub(crate) use view::CountView;

/// All counts of the server.
#[derive(Default)]
pub(crate) struct Counts(Mutex<CountRegistry>);

#[derive(Default)]
struct CountRegistry {
    last: u64,
    counts: BTreeMap<u64, Arc<ServerCount>>,
}

impl CountRegistry {
    /// Adds a stopped count.
    fn add(&mut self, count: ServerCount) -> Arc<ServerCount> {
        self.last += 1;
        count.set_id(self.last);
        let count = Arc::new(count);
        self.counts.insert(self.last, count.clone());
        count
    }

    fn check_running(&self) -> Result<(), Problem> {
        let running = self.counts.values().filter(|count| count.is_running());
        let most = limits::MAX_RUNNING_COUNTS;
        if running.count() < most {
            return Ok(());
        }
        let english = format!("the limit of {most} running counts is reached: stop one first");
        let chinese = format!("同时运行的计数已达上限（{most} 个），请先停止一个");
        Err(Problem::told(Code::Conflict, (english, chinese)))
    }

    fn of_ledger(&self, file: &str) -> Option<Arc<ServerCount>> {
        let is_it = |count: &&Arc<ServerCount>| count.ledger().as_deref() == Some(file);
        self.counts.values().find(is_it).cloned()
    }
}

impl Counts {
    /// Starts a count that is stored in memory.
    pub(crate) fn start(
        &self,
        n: u32,
        engines: &EngineSelection,
        double_check: bool,
    ) -> Result<Arc<ServerCount>, Problem> {
        let plan = Plan::new(n).map_err(Problem::internal)?;
        let mut registry = lock(&self.0);
        registry.check_running()?;
        let view = CountView::new(&plan, engines, double_check);
        let count = ServerCount::new(view, engines, Storage::Plan(plan))?;
        let count = registry.add(count);
        count.start_thread()?;
        Ok(count)
    }

    /// Opens a ledger as a stopped count, or returns the count that it is already open as. A
    /// complete ledger is started, which computes its total.
    pub(crate) fn open(
        &self,
        path: &Path,
        file: &str,
        engines: &EngineSelection,
    ) -> Result<Arc<ServerCount>, Problem> {
        if let Some(count) = self.of_ledger(file) {
            return Ok(count);
        }
        let opened = Ledger::open_as_allowed(path);
        let ledger = opened.map_err(|error| Problem::of_ledger(file, &error))?;
        let view = CountView::of_ledger(&ledger, file, engines);
        let view = view.map_err(|error| Problem::of_ledger(file, &error))?;
        let is_complete = ledger.is_complete();
        let count = ServerCount::new(view, engines, Storage::Ledger(Box::new(ledger)))?;
        let mut registry = lock(&self.0);
        if let Some(count) = registry.of_ledger(file) {
            return Ok(count);
        }
        let count = registry.add(count);
        drop(registry);
        if is_complete {
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
        found.ok_or_else(|| {
            let english = format!(
                "no count has the number {id}: it was deleted, or the server was restarted"
            );
            let chinese = "这个计数已经删除，或者服务器已重新启动".to_owned();
            Problem::told(Code::NotFound, (english, chinese))
        })
    }

    /// Returns all counts, the latest first.
    pub(crate) fn all(&self) -> Vec<Arc<ServerCount>> {
        let registry = lock(&self.0);
        registry.counts.values().rev().cloned().collect()
    }

    pub(crate) fn resume(&self, id: u64) -> Result<Arc<ServerCount>, Problem> {
        let count = self.find(id)?;
        let registry = lock(&self.0);
        let refused = match count.state() {
            CountState::Running => return Ok(count),
            CountState::Done | CountState::Failed => {
                Text::new("the count has already ended", "这个计数已经结束")
            }
            CountState::Stopping => Text::new("the count is still stopping", "这个计数正在停止"),
            CountState::Stopped => {
                registry.check_running()?;
                count.start_thread()?;
                return Ok(count);
            }
        };
        Err(Problem::told(Code::Conflict, refused))
    }

    /// Stops a count and removes it from the registry. The file of its ledger stays.
    pub(crate) fn delete(&self, id: u64) -> Result<(), Problem> {
        let count = self.find(id)?;
        lock(&self.0).counts.remove(&id);
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

/// Locks a mutex, also after a panic: every change under these locks is a single step, so the
/// data is consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
