//! A pool of engines, each on its own thread, and the queue from which they take units.
//!
//! [`run()`](crate::run()) counts the units of a [`WorkQueue`](crate::WorkQueue) on a pool.
//! [`EnginePool::count`] counts a fixed list of units and reports the time of each batch.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bezzel_count::{Engine, EngineInfo, Route, Unit};

use crate::words::word;
use crate::{Clock, Error, ProcessInfo, Record, Stopwatch};

/// Maximum time between two calls of an observer.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Engines on threads of their own, which end when the pool is dropped and their current units
/// are counted.
///
/// ```
/// use bezzel_campaign::{EnginePool, ProcessInfo};
/// use bezzel_count::{Backend, Counter, Engine, Plan, Route};
/// let engines: Vec<Box<dyn Engine>> = vec![Box::new(Counter::new(Backend::detect())?)];
/// let mut pool = EnginePool::start(engines);
/// let units: Vec<_> = Plan::new(12)?.units().collect();
/// let mut counted = 0;
/// let process = ProcessInfo::current("example");
/// pool.count(&units, Route::Direct, usize::MAX, &process, &mut |batch| {
///     counted += batch.map_or(0, |batch| batch.records.len());
///     true
/// })?;
/// assert_eq!(counted, units.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EnginePool {
    queue: Arc<Queue>,
    messages: Receiver<Message>,
    /// Number of the current job: messages of earlier ones are ignored.
    job: u64,
    /// Name and batch size of each engine; `None` after it failed.
    engines: Vec<Option<EngineInfo>>,
    /// The threads of device engines.
    device_threads: Vec<JoinHandle<()>>,
}

/// Units that an engine counted in one call, with the time of that call.
///
/// ```
/// use bezzel_campaign::{EnginePool, ProcessInfo};
/// use bezzel_count::{Plan, Route};
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// let units: Vec<_> = Plan::new(8)?.units().collect();
/// let process = ProcessInfo::current("example");
/// let mut pool = EnginePool::start(engines);
/// pool.count(&units, Route::Direct, 1, &process, &mut |batch| {
///     if let Some(batch) = batch {
///         println!("{}: {:?} of {} time", batch.units[0], batch.taken, batch.clock.name());
///     }
///     true
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct TimedBatch {
    /// The name of the engine.
    pub engine: String,
    /// Set if the engine counts on a device, not on a CPU thread of this process.
    pub is_device: bool,
    /// The start of the call.
    pub started: Instant,
    /// The end of the call.
    pub ended: Instant,
    /// The duration of the call by `clock`.
    pub taken: Duration,
    /// The clock of `taken`: CPU time if the engine counts on its own thread.
    pub clock: Clock,
    /// The units.
    pub units: Vec<Unit>,
    /// Their results, by each route.
    pub records: Vec<Record>,
}

/// A message of a thread, with the number of its job.
pub(crate) struct Message {
    job: u64,
    engine: usize,
    event: Event,
}

/// An event of a job.
pub(crate) enum Event {
    /// An engine begins with these units.
    Started(Vec<u64>),
    /// Units were counted by all routes.
    Counted(TimedBatch),
    /// An engine failed and is not used again; none of these units was counted.
    Failed {
        engine: String,
        units: Vec<u64>,
        error: Error,
    },
}

/// Returns the text of an engine's error without the name of the engine.
pub(crate) fn reason(error: &Error) -> String {
    match error {
        Error::Count(bezzel_count::Error::Device { what, .. }) => what.clone(),
        error => error.to_string(),
    }
}

/// The routes and the process of the units that are counted now.
struct Job {
    number: u64,
    routes: Vec<Route>,
    process: Arc<ProcessInfo>,
    /// Largest batch of one call.
    max_batch: usize,
    /// Expected cost of the units being counted.
    in_work: Mutex<f64>,
}

impl Job {
    fn add_in_work(&self, cost: f64) {
        *self.in_work.lock().unwrap_or_else(PoisonError::into_inner) += cost;
    }
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Unit>,
    /// Units that one engine must count, by engine: those of [`EnginePool::warm_up`].
    assigned: Vec<Vec<Unit>>,
    job: Option<Arc<Job>>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No thread panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for up to `batch` units and returns them. Returns `None` when the pool is closed.
    fn take(&self, engine: usize, batch: usize) -> Option<(Arc<Job>, Vec<Unit>)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.job.clone() {
                let assigned = std::mem::take(&mut state.assigned[engine]);
                if !assigned.is_empty() {
                    return Some((job, assigned));
                }
                if !state.waiting.is_empty() {
                    let count = batch.min(job.max_batch).clamp(1, state.waiting.len());
                    let units: Vec<Unit> = state.waiting.drain(..count).collect();
                    job.add_in_work(cost(&units));
                    return Some((job, units));
                }
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn cost(units: &[Unit]) -> f64 {
    units.iter().map(Unit::cost).sum()
}

impl EnginePool {
    /// Starts a thread for each engine. If the system provides too few threads, the first use of
    /// the pool reports it for each engine that has none.
    pub fn start(engines: Vec<Box<dyn Engine>>) -> Self {
        let (sender, messages) = mpsc::channel();
        let queue = Arc::<Queue>::default();
        queue.lock().assigned = vec![Vec::new(); engines.len()];
        let mut infos = Vec::new();
        let mut device_threads = Vec::new();
        for (index, engine) in engines.into_iter().enumerate() {
            let info = engine.info();
            let (name, batch) = (info.to_string(), info.batch.max(1));
            let is_device = info.kind.is_device();
            infos.push(Some(info));
            let worker = Worker {
                index,
                batch,
                engine,
                queue: queue.clone(),
                sender: sender.clone(),
            };
            match thread::Builder::new().spawn(move || worker.work()) {
                Ok(thread) if is_device => device_threads.push(thread),
                Ok(_) => {}
                Err(error) => {
                    let reason = format!("the system gives no more threads: {error}");
                    let event = Event::Failed {
                        engine: name.clone(),
                        units: Vec::new(),
                        error: device_error(&name, reason),
                    };
                    // `messages` is still open.
                    let _ = sender.send(Message {
                        job: 0,
                        engine: index,
                        event,
                    });
                }
            }
        }
        Self {
            queue,
            messages,
            job: 0,
            engines: infos,
            device_threads,
        }
    }

    /// Returns true if no engine is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.engines() == 0
    }

    /// Returns the number of engines that have not failed.
    pub fn engines(&self) -> usize {
        self.engines.iter().flatten().count()
    }

    /// Returns the names of their backends, as results state them.
    pub(crate) fn backends(&self) -> Vec<String> {
        let infos = self.engines.iter().flatten();
        infos.map(|info| word(&info.to_string())).collect()
    }

    /// Returns the number of units that all engines together count at a time.
    pub fn batch(&self) -> usize {
        let infos = self.engines.iter().flatten();
        infos.map(|info| info.batch.max(1)).sum()
    }

    /// Lets each device count these units once, without timing them: a GPU compiles its kernels
    /// for the first units. Fails with the first error.
    pub fn warm_up(&mut self, units: &[Unit], process: &Arc<ProcessInfo>) -> Result<(), Error> {
        let chosen: Vec<usize> = (0..self.engines.len())
            .filter(|&index| matches!(&self.engines[index], Some(info) if info.kind.is_device()))
            .collect();
        if units.is_empty() || chosen.is_empty() {
            return Ok(());
        }
        self.begin(&[Route::Direct], process, usize::MAX);
        let mut state = self.queue.lock();
        for &index in &chosen {
            state.assigned[index] = units.to_vec();
        }
        drop(state);
        self.queue.changed.notify_all();
        self.receive_batches(chosen.len() * units.len(), &mut |_| true)
    }

    /// Counts these units on all engines, in batches of at most `max_batch` units, and calls
    /// `observe` with each batch, and with `None` at least ten times a second. Stops when
    /// `observe` returns false. Fails with the first error of an engine.
    pub fn count(
        &mut self,
        units: &[Unit],
        route: Route,
        max_batch: usize,
        process: &Arc<ProcessInfo>,
        observe: &mut dyn FnMut(Option<TimedBatch>) -> bool,
    ) -> Result<(), Error> {
        self.begin(&[route], process, max_batch);
        self.give(units.iter().cloned());
        let ended = self.receive_batches(units.len(), observe);
        self.end();
        ended
    }

    fn receive_batches(
        &mut self,
        units: usize,
        observe: &mut dyn FnMut(Option<TimedBatch>) -> bool,
    ) -> Result<(), Error> {
        let mut left = units;
        while left > 0 {
            let batch = match self.recv_timeout(POLL_INTERVAL)? {
                Some(Event::Counted(batch)) => {
                    left = left.saturating_sub(batch.units.len());
                    Some(batch)
                }
                Some(Event::Failed { error, .. }) => {
                    self.end();
                    return Err(error);
                }
                Some(Event::Started(_)) | None => None,
            };
            if !observe(batch) {
                break;
            }
        }
        Ok(())
    }

    /// Begins another job. Units of an earlier one that are being counted are ignored.
    pub(crate) fn begin(&mut self, routes: &[Route], process: &Arc<ProcessInfo>, max_batch: usize) {
        self.end();
        self.job += 1;
        self.queue.lock().job = Some(Arc::new(Job {
            number: self.job,
            routes: routes.to_vec(),
            process: process.clone(),
            max_batch: max_batch.max(1),
            in_work: Mutex::default(),
        }));
    }

    /// Ends the job: waiting units are dropped.
    pub(crate) fn end(&mut self) {
        let mut state = self.queue.lock();
        state.waiting.clear();
        state.assigned.iter_mut().for_each(Vec::clear);
        state.job = None;
    }

    /// Waits for the next event of the job. Fails if no engine is left.
    pub(crate) fn recv_timeout(&mut self, timeout: Duration) -> Result<Option<Event>, Error> {
        match self.messages.recv_timeout(timeout) {
            Ok(message) => Ok(self.accept(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Error::NoEngineLeft("no engine was given".to_owned()))
            }
        }
    }

    /// Returns the next event of the job if there is one.
    pub(crate) fn try_recv(&mut self) -> Option<Event> {
        loop {
            match self.messages.try_recv() {
                Ok(message) => {
                    if let Some(event) = self.accept(message) {
                        return Some(event);
                    }
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return None,
            }
        }
    }

    /// Returns the event of a message of this job. A failed engine counts as failed in any job.
    fn accept(&mut self, message: Message) -> Option<Event> {
        let is_current = message.job == self.job;
        match message.event {
            Event::Failed {
                engine,
                units,
                error,
            } => {
                self.engines[message.engine] = None;
                Some(Event::Failed {
                    engine,
                    units: if is_current { units } else { Vec::new() },
                    error,
                })
            }
            event => is_current.then_some(event),
        }
    }

    pub(crate) fn in_work(&self) -> f64 {
        let job = self.queue.lock().job.clone();
        job.map_or(0.0, |job| {
            *job.in_work.lock().unwrap_or_else(PoisonError::into_inner)
        })
    }

    pub(crate) fn give(&self, units: impl Iterator<Item = Unit>) {
        self.queue.lock().waiting.extend(units);
        self.queue.changed.notify_all();
    }

    /// Takes back the units that no engine has begun.
    pub(crate) fn take_back(&self) -> Vec<Unit> {
        self.queue.lock().waiting.drain(..).collect()
    }
}

impl Drop for EnginePool {
    /// Lets the threads end when they have counted their current units, and waits for those of
    /// devices: a driver crashes if the process ends while another thread uses it.
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.changed.notify_all();
        for thread in self.device_threads.drain(..) {
            // A panic was reported as an error of the engine.
            let _ = thread.join();
        }
    }
}

struct Worker {
    index: usize,
    batch: usize,
    engine: Box<dyn Engine>,
    queue: Arc<Queue>,
    sender: Sender<Message>,
}

impl Worker {
    fn work(mut self) {
        while let Some((job, units)) = self.queue.take(self.index, self.batch) {
            let indices: Vec<u64> = units.iter().map(Unit::index).collect();
            // The pool may have been dropped: `take` ends this thread then.
            self.send(&job, Event::Started(indices.clone()));
            let cost = cost(&units);
            let counted = self.count(&job, units);
            job.add_in_work(-cost);
            match counted {
                Ok(batch) => self.send(&job, Event::Counted(batch)),
                Err(error) => {
                    let engine = self.engine.name();
                    let event = Event::Failed {
                        engine,
                        units: indices,
                        error,
                    };
                    return self.send(&job, event);
                }
            }
        }
    }

    fn send(&self, job: &Job, event: Event) {
        let _ = self.sender.send(Message {
            job: job.number,
            engine: self.index,
            event,
        });
    }

    /// Counts units by all routes.
    fn count(&mut self, job: &Job, units: Vec<Unit>) -> Result<TimedBatch, Error> {
        let engine = &mut self.engine;
        let info = engine.info();
        let watch = Stopwatch::start(info.on_calling_thread);
        let started = Instant::now();
        let count = AssertUnwindSafe(|| {
            let mut records = Vec::new();
            for route in &job.routes {
                let counted = Record::count(engine.as_mut(), &units, *route, &job.process);
                records.extend(counted?);
            }
            Ok(records)
        });
        let counted = catch_unwind(count);
        let (taken, clock) = watch.elapsed();
        match counted {
            Ok(Ok(records)) => Ok(TimedBatch {
                engine: info.to_string(),
                is_device: info.kind.is_device(),
                started,
                ended: Instant::now(),
                taken,
                clock,
                units,
                records,
            }),
            Ok(Err(error)) => Err(error),
            Err(panic) => Err(device_error(&info.to_string(), panic_text(panic.as_ref()))),
        }
    }
}

fn device_error(name: &str, reason: String) -> Error {
    Error::Count(bezzel_count::Error::Device {
        name: name.to_owned(),
        what: reason,
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a message"))
}
