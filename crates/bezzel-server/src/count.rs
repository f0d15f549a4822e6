//! Counts that go on while nobody looks: started, stopped and continued from the page.
//!
//! A count belongs to the server, not to the request that started it, so it survives every
//! tab. It is kept in memory, or in the ledger of a campaign; either way it is run by
//! [`bezzel_campaign::run()`] on threads of its own. What is known of it is behind one lock,
//! and a number that changes with it wakes whoever watches.

mod engine;
mod view;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::OrbitCounts;
use bezzel_campaign::{
    InMemoryQueue, Ledger, LedgerQueue, ProcessInfo, RecordOutcome, RunOutcome, RunProgress,
    TimeLimit, run,
};
use bezzel_count::{Backend, Engine, Plan, Total};
use tokio::sync::watch;

use crate::app::{limits, processors};
use crate::problem::{Code, Problem};
use crate::reason::Reason;
use engine::{Places, Taken, Watched};
use view::{Cells, Rates};

pub(crate) use view::CountView;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Order {
    pub(crate) n: u32,
    pub(crate) threads: usize,
    pub(crate) double_check: bool,
}

/// All counts, by number.
#[derive(Default)]
pub(crate) struct Counts {
    numbered: Mutex<Numbered>,
    places: Places,
}

#[derive(Default)]
struct Numbered {
    last: u64,
    counts: BTreeMap<u64, Arc<Count>>,
}

impl Numbered {
    fn add(&mut self, make: impl FnOnce(u64) -> Count) -> Arc<Count> {
        self.last += 1;
        let count = Arc::new(make(self.last));
        self.counts.insert(count.id, count.clone());
        count
    }

    fn may_one_more_run(&self) -> Result<(), Problem> {
        let running = self.counts.values().filter(|count| count.is_running());
        let most = limits::COUNTS_RUNNING;
        if running.count() < most {
            return Ok(());
        }
        Err(Reason::CountsRunning { most }.into())
    }

    fn may_one_more_be_kept(&self) -> Result<(), Problem> {
        let most = limits::COUNTS_KEPT;
        if self.counts.len() < most {
            return Ok(());
        }
        Err(Reason::CountsKept { most }.into())
    }

    fn of_campaign(&self, file: &str) -> Option<Arc<Count>> {
        let is_it = |count: &&Arc<Count>| count.campaign.as_deref() == Some(file);
        self.counts.values().find(is_it).cloned()
    }
}

impl Counts {
    /// Starts a count that is kept in memory.
    pub(crate) fn start(&self, order: Order) -> Result<Arc<Count>, Problem> {
        let plan = Plan::new(order.n)?;
        let mut numbered = lock(&self.numbered);
        numbered.may_one_more_run()?;
        numbered.may_one_more_be_kept()?;
        let places = self.places.take(order.threads)?;
        let count = numbered.add(|id| Count::in_memory(id, order, plan));
        count.go(places)?;
        Ok(count)
    }

    /// Opens a campaign, which waits until it is told to go on; if it is complete, its total
    /// is found. One that is open already is the count that it is.
    pub(crate) fn open(&self, path: &Path, file: &str) -> Result<Arc<Count>, Problem> {
        if let Some(count) = self.of_campaign(file) {
            return Ok(count);
        }
        let read = || {
            let ledger = Ledger::open_as_allowed(path)?;
            let cells = Cells::of_ledger(&ledger)?;
            let complete = ledger.is_complete()?;
            Ok((ledger, cells, complete))
        };
        let (ledger, cells, complete) = read().map_err(|error| Reason::campaign(file, &error))?;
        let mut numbered = lock(&self.numbered);
        if let Some(count) = numbered.of_campaign(file) {
            return Ok(count);
        }
        numbered.may_one_more_be_kept()?;
        let count = numbered.add(|id| Count::of_campaign(id, file, ledger, cells));
        drop(numbered);
        if complete {
            // Nothing is counted; if no thread is free now, it can be told to go on later.
            if let Ok(places) = self.places.take(count.order.threads) {
                let _ = count.go(places);
            }
        }
        Ok(count)
    }

    /// The count of a campaign that is open.
    pub(crate) fn of_campaign(&self, file: &str) -> Option<Arc<Count>> {
        lock(&self.numbered).of_campaign(file)
    }

    /// The count of this number.
    pub(crate) fn find(&self, id: u64) -> Result<Arc<Count>, Problem> {
        let found = lock(&self.numbered).counts.get(&id).cloned();
        Ok(found.ok_or(Reason::NoCount { id })?)
    }

    /// All of them, the latest first.
    pub(crate) fn all(&self) -> Vec<Arc<Count>> {
        lock(&self.numbered)
            .counts
            .values()
            .rev()
            .cloned()
            .collect()
    }

    /// Goes on with one that was stopped.
    pub(crate) fn go_on(&self, id: u64) -> Result<Arc<Count>, Problem> {
        let count = self.find(id)?;
        let numbered = lock(&self.numbered);
        if count.has_ended() {
            return Err(Reason::CountEnded.into());
        }
        if !count.take_back_stop()? {
            numbered.may_one_more_run()?;
            count.go(self.places.take(count.order.threads)?)?;
        }
        Ok(count)
    }

    /// Forgets one, which stops it. The file of a campaign stays.
    pub(crate) fn delete(&self, id: u64) -> Result<(), Problem> {
        let count = self.find(id)?;
        lock(&self.numbered).counts.remove(&id);
        let deleted = || Err("it was deleted".to_owned());
        lock(&count.progress).end.get_or_insert_with(deleted);
        count.stop();
        Ok(())
    }

    /// Tells all to stop, and waits until those of campaigns have written what they have.
    pub(crate) fn stop_all(&self) {
        for count in self.all() {
            count.stop();
        }
    }

    /// Waits until nothing runs any more, but not longer than this.
    pub(crate) fn wait(&self, patience: Duration) {
        let until = Instant::now() + patience;
        while self.all().iter().any(|count| count.is_running()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// How many are lost if the server ends: those in memory that have not come to an end.
    pub(crate) fn unfinished(&self) -> usize {
        let is_lost = |count: &&Arc<Count>| count.campaign.is_none() && !count.has_ended();
        self.all().iter().filter(is_lost).count()
    }
}

/// One count.
pub(crate) struct Count {
    id: u64,
    order: Order,
    backend: Backend,
    /// The file of the campaign, if it is one.
    campaign: Option<String>,
    units: u64,
    /// Where the results are; taken out while it runs.
    kept: Mutex<Option<Kept>>,
    progress: Mutex<Progress>,
    changes: watch::Sender<u64>,
}

/// Where results are kept.
enum Kept {
    InMemory(Box<InMemoryQueue>),
    Campaign(Box<Ledger>),
}

struct Progress {
    cells: Cells,
    fraction: f64,
    /// Where the present stretch began: when, and with how much done.
    since: Option<(Instant, f64)>,
    before: Duration,
    /// Joined pairs of all stretches, and of those before the present one.
    joined: u128,
    joined_before: u128,
    running: bool,
    stopping: bool,
    /// It has begun to stop, and nothing holds it up any more.
    leaving: bool,
    rates: Rates,
    warning: Option<String>,
    end: Option<Result<(Total, OrbitCounts), String>>,
}

impl Count {
    fn in_memory(id: u64, order: Order, plan: Plan) -> Self {
        let cells = Cells::of(plan.len());
        let origin = ProcessInfo::current("bezzel serve");
        let kept = Kept::InMemory(Box::new(InMemoryQueue::new(
            plan,
            origin,
            order.double_check,
        )));
        Self::new(id, order, None, kept, cells)
    }

    fn of_campaign(id: u64, file: &str, ledger: Ledger, cells: Cells) -> Self {
        let order = Order {
            n: ledger.units().plan().n(),
            threads: processors(),
            double_check: false,
        };
        let file = Some(file.to_owned());
        Self::new(id, order, file, Kept::Campaign(Box::new(ledger)), cells)
    }

    fn new(id: u64, order: Order, campaign: Option<String>, kept: Kept, cells: Cells) -> Self {
        Self {
            id,
            order,
            backend: Backend::detect(),
            campaign,
            units: cells.units(),
            kept: Mutex::new(Some(kept)),
            progress: Mutex::new(Progress {
                fraction: cells.fraction(),
                cells,
                since: None,
                before: Duration::ZERO,
                joined: 0,
                joined_before: 0,
                running: false,
                stopping: true,
                leaving: false,
                rates: Rates::default(),
                warning: None,
                end: None,
            }),
            changes: watch::Sender::new(0),
        }
    }

    /// Its number.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// A number that changes whenever something does.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(crate) fn is_running(&self) -> bool {
        lock(&self.progress).running
    }

    /// Whether there is nothing more to expect.
    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.progress).end.is_some()
    }

    /// Starts it.
    fn go(self: &Arc<Self>, places: Taken) -> Result<(), Problem> {
        let mut progress = lock(&self.progress);
        let count = self.clone();
        let name = format!("count {}", self.id);
        let spawned = thread::Builder::new()
            .name(name)
            .spawn(move || count.run(places));
        spawned.map_err(|error| Problem::new(Code::Busy, format!("no thread: {error}")))?;
        progress.stopping = false;
        progress.running = true;
        progress.since = Some((Instant::now(), progress.fraction));
        progress.joined_before = progress.joined;
        drop(progress);
        self.changed();
        Ok(())
    }

    /// Takes back that it is to stop, if it runs still; says whether it does.
    fn take_back_stop(&self) -> Result<bool, Reason> {
        let mut progress = lock(&self.progress);
        if progress.leaving {
            return Err(Reason::ThreadsEnding);
        }
        if progress.running {
            progress.stopping = false;
        }
        let is_running = progress.running;
        drop(progress);
        self.changed();
        Ok(is_running)
    }

    /// Asks it to stop.
    pub(crate) fn stop(&self) {
        lock(&self.progress).stopping = true;
        self.changed();
    }

    fn changed(&self) {
        self.changes
            .send_modify(|number| *number = number.wrapping_add(1));
    }

    /// What its thread does: counts until all is done or it is told to stop.
    fn run(self: Arc<Self>, mut places: Taken) {
        let Some(mut kept) = lock(&self.kept).take() else {
            return;
        };
        let end = self.count(&mut kept, &mut places).transpose();
        *lock(&self.kept) = Some(kept);
        let mut progress = lock(&self.progress);
        progress.before = progress.elapsed();
        progress.since = None;
        progress.running = false;
        progress.stopping = true;
        progress.leaving = false;
        if let Some(end) = end {
            progress.end.get_or_insert(end);
        }
        drop(progress);
        self.changed();
    }

    /// The total, or nothing if it was told to stop before.
    fn count(
        self: &Arc<Self>,
        kept: &mut Kept,
        places: &mut Taken,
    ) -> Result<Option<(Total, OrbitCounts)>, String> {
        let words = |error: bezzel_campaign::Error| error.to_string();
        let engines = self.engines(places).map_err(|error| error.to_string())?;
        let watch = &mut |news: &RunProgress<'_>| self.hear(news);
        let ended = match kept {
            Kept::InMemory(book) => run(&mut **book, engines, TimeLimit::none(), watch),
            Kept::Campaign(ledger) => {
                let mut book = LedgerQueue::new(ledger, ProcessInfo::current("bezzel serve"));
                run(&mut book, engines, TimeLimit::none(), watch)
            }
        };
        if ended.map_err(words)? != RunOutcome::Complete {
            return Ok(None);
        }
        let total = match kept {
            Kept::InMemory(book) => match book.differing() {
                Some((unit, _)) => return Err(format!("the double check of unit {unit} failed")),
                None => book.total(),
            },
            Kept::Campaign(ledger) => ledger.final_result().map(|final_result| final_result.total),
        };
        let total = total.map_err(words)?;
        let classes = OrbitCounts::of(self.order.n, total.solutions);
        let classes = classes.map_err(|error| error.to_string())?;
        Ok(Some((total, classes)))
    }

    fn engines(
        self: &Arc<Self>,
        places: &mut Taken,
    ) -> Result<Vec<Box<dyn Engine>>, bezzel_count::Error> {
        let mut engines: Vec<Box<dyn Engine>> = Vec::with_capacity(self.order.threads);
        for _ in 0..self.order.threads {
            engines.push(Box::new(Watched::new(self.clone(), places)?));
        }
        Ok(engines)
    }

    /// Takes in what happened, and says whether to go on.
    fn hear(&self, news: &RunProgress<'_>) -> bool {
        let mut progress = lock(&self.progress);
        for (record, outcome) in news.records.iter().zip(news.outcomes) {
            // With a double check the first result of a unit is only merged.
            let done = match outcome {
                RecordOutcome::Merged => !self.order.double_check,
                RecordOutcome::Confirmed => self.order.double_check,
                _ => false,
            };
            if done {
                progress.cells.done(record.unit);
            }
        }
        progress.fraction = news.fraction.unwrap_or(progress.fraction);
        progress.joined = progress.joined_before.saturating_add(news.joined);
        progress.warning = news.warning.map(str::to_owned).or(progress.warning.take());
        let (elapsed, joined) = (progress.elapsed(), progress.joined);
        if !news.records.is_empty() {
            progress.rates.add(elapsed, joined);
        }
        let go_on = !progress.stopping;
        progress.leaving = !go_on;
        drop(progress);
        if !news.records.is_empty() || !go_on {
            self.changed();
        }
        go_on
    }

    /// A thread begins or ends with a unit.
    fn at_work(&self, unit: u64, begins: bool) {
        lock(&self.progress).cells.at_work(unit, begins);
        self.changed();
    }
}

impl Progress {
    fn elapsed(&self) -> Duration {
        self.before
            + self
                .since
                .map_or(Duration::ZERO, |(since, _)| since.elapsed())
    }

    /// How long it will go on at the pace of the present stretch.
    fn remaining(&self) -> Option<f64> {
        let (since, began_with) = self.since?;
        let done = self.fraction - began_with;
        (done > 0.0).then(|| since.elapsed().as_secs_f64() * (1.0 - self.fraction) / done)
    }
}

/// Whoever panicked while holding the lock left nothing half done: each change is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
