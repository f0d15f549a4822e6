//! Counts that go on while nobody looks: started, stopped and continued from the page.
//!
//! A count belongs to the server, not to the request that started it, so it survives every
//! tab. Each has threads of its own, which take units from one list. What is known of it is
//! behind one lock, and a number that changes with it wakes whoever watches.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bezzel::Classes;
use bezzel::count::{Backend, Counter, Plan, Route, Tally, Total, Unit, UnitResult};
use tokio::sync::watch;

use crate::app::limits;
use crate::problem::{Code, Problem};

mod view;

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
pub(crate) struct Counts(Mutex<Numbered>);

#[derive(Default)]
struct Numbered {
    last: u64,
    counts: BTreeMap<u64, Arc<Count>>,
}

impl Counts {
    /// Starts a count.
    pub(crate) fn start(&self, order: Order) -> Result<Arc<Count>, Problem> {
        let mut numbered = lock(&self.0);
        if running(&numbered) >= limits::COUNTS_RUNNING {
            return Err(too_many_running());
        }
        if numbered.counts.len() >= limits::COUNTS_KEPT {
            let detail = format!("{} counts are kept: delete one first", limits::COUNTS_KEPT);
            return Err(Problem::new(Code::Conflict, detail));
        }
        numbered.last += 1;
        let count = Arc::new(Count::new(numbered.last, order)?);
        numbered.counts.insert(count.id, count.clone());
        count.go()?;
        Ok(count)
    }

    /// The count of this number.
    pub(crate) fn find(&self, id: u64) -> Result<Arc<Count>, Problem> {
        let found = lock(&self.0).counts.get(&id).cloned();
        found.ok_or_else(|| Problem::not_found(format!("there is no count {id}")))
    }

    /// All of them, the latest first.
    pub(crate) fn all(&self) -> Vec<Arc<Count>> {
        lock(&self.0).counts.values().rev().cloned().collect()
    }

    /// Goes on with one that was stopped.
    pub(crate) fn go_on(&self, id: u64) -> Result<Arc<Count>, Problem> {
        let count = self.find(id)?;
        let numbered = lock(&self.0);
        if !count.is_running() && running(&numbered) >= limits::COUNTS_RUNNING {
            return Err(too_many_running());
        }
        count.go()?;
        Ok(count)
    }

    /// Forgets one, which stops it.
    pub(crate) fn delete(&self, id: u64) -> Result<(), Problem> {
        let count = self.find(id)?;
        lock(&self.0).counts.remove(&id);
        let deleted = || Err("it was deleted".to_owned());
        lock(&count.progress).end.get_or_insert_with(deleted);
        count.stop();
        Ok(())
    }

    /// Tells all to stop.
    pub(crate) fn stop_all(&self) {
        for count in self.all() {
            count.stop();
        }
    }

    /// How many have not come to an end.
    pub(crate) fn unfinished(&self) -> usize {
        let ended = |count: &Arc<Count>| lock(&count.progress).end.is_some();
        self.all().iter().filter(|count| !ended(count)).count()
    }
}

fn running(numbered: &Numbered) -> usize {
    numbered
        .counts
        .values()
        .filter(|count| count.is_running())
        .count()
}

fn too_many_running() -> Problem {
    let most = limits::COUNTS_RUNNING;
    Problem::new(
        Code::Conflict,
        format!("{most} counts are running: stop one first"),
    )
}

/// One count.
pub(crate) struct Count {
    id: u64,
    order: Order,
    backend: Backend,
    plan: Plan,
    /// The expected cost of all units.
    cost: f64,
    progress: Mutex<Progress>,
    changes: watch::Sender<u64>,
}

struct Progress {
    /// The units that nobody has taken, the most expensive last.
    left: Vec<Unit>,
    /// By place in the plan.
    states: Vec<UnitState>,
    cost_done: f64,
    tally: Tally,
    workers: usize,
    stopping: bool,
    /// The time of earlier stretches, and when the present one began.
    before: Duration,
    since: Option<Instant>,
    rates: view::Rates,
    end: Option<Result<(Total, Classes), String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnitState {
    Waiting,
    Running,
    Done,
}

impl Count {
    fn new(id: u64, order: Order) -> Result<Self, Problem> {
        let plan = Plan::new(order.n)?;
        let mut left: Vec<_> = plan.units().collect();
        let cost = left.iter().map(Unit::cost).sum();
        left.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        Ok(Self {
            id,
            order,
            backend: Backend::detect(),
            progress: Mutex::new(Progress {
                states: vec![UnitState::Waiting; left.len()],
                left,
                cost_done: 0.0,
                tally: Tally::default(),
                workers: 0,
                stopping: false,
                before: Duration::ZERO,
                since: None,
                rates: view::Rates::default(),
                end: None,
            }),
            plan,
            cost,
            changes: watch::Sender::new(0),
        })
    }

    /// Its number.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// A number that changes whenever something does.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn is_running(&self) -> bool {
        lock(&self.progress).workers > 0
    }

    /// Whether there is nothing more to expect.
    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.progress).end.is_some()
    }

    /// Starts the threads that are missing.
    fn go(self: &Arc<Self>) -> Result<(), Problem> {
        let mut progress = lock(&self.progress);
        if progress.end.is_some() {
            return Err(Problem::new(Code::Conflict, "this count has ended"));
        }
        progress.stopping = false;
        progress.since.get_or_insert_with(Instant::now);
        let wanted = self.order.threads.min(progress.left.len());
        while progress.workers < wanted {
            let counter = Counter::new(self.backend)?;
            let count = self.clone();
            progress.workers += 1;
            let name = format!("count {}", self.id);
            let spawned = std::thread::Builder::new()
                .name(name)
                .spawn(move || count.work(counter));
            if let Err(error) = spawned {
                progress.workers -= 1;
                return Err(Problem::busy(format!("no thread: {error}")));
            }
        }
        drop(progress);
        self.changed();
        Ok(())
    }

    /// Asks the threads to end with the units they have.
    pub(crate) fn stop(&self) {
        lock(&self.progress).stopping = true;
        self.changed();
    }

    fn changed(&self) {
        self.changes
            .send_modify(|number| *number = number.wrapping_add(1));
    }

    /// What one thread does.
    fn work(&self, mut counter: Counter) {
        while let Some(unit) = self.take() {
            let result = counter.count(&unit, Route::Direct);
            let agrees =
                !self.order.double_check || counter.count(&unit, Route::Exchanged).agrees(&result);
            self.put(&unit, &result, agrees);
        }
        self.leave();
    }

    fn take(&self) -> Option<Unit> {
        let mut progress = lock(&self.progress);
        if progress.stopping || progress.end.is_some() {
            return None;
        }
        let unit = progress.left.pop()?;
        progress.states[unit.index() as usize] = UnitState::Running;
        Some(unit)
    }

    fn put(&self, unit: &Unit, result: &UnitResult, agrees: bool) {
        let mut progress = lock(&self.progress);
        progress.states[unit.index() as usize] = UnitState::Done;
        progress.cost_done += unit.cost();
        progress.tally.add(unit, result);
        if !agrees {
            let words = format!("the double check of unit {unit} failed");
            progress.end = Some(Err(words));
        }
        let (elapsed, joined) = (progress.elapsed(), progress.tally.joined());
        progress.rates.add(elapsed, joined);
        drop(progress);
        self.changed();
    }

    /// The last thread to leave closes the stretch, and the count if all is counted.
    fn leave(&self) {
        let mut progress = lock(&self.progress);
        progress.workers -= 1;
        if progress.workers > 0 {
            return;
        }
        progress.before = progress.elapsed();
        progress.since = None;
        let all = progress.tally.units() == self.plan.len();
        if progress.end.is_none() && all {
            let total = progress.tally.checked(&self.plan);
            let classes =
                total.and_then(|total| Ok((Classes::of(self.order.n, total.solutions)?, total)));
            let end = classes.map(|(classes, total)| (total, classes));
            progress.end = Some(end.map_err(|error| error.to_string()));
        }
        drop(progress);
        self.changed();
    }
}

impl Progress {
    fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// Whoever panicked while holding the lock left nothing half done: each change is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
