//! A pool of engines, each on its own thread, and the queue from which they take units.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use bezzel_count::{Engine, EngineInfo, ProcessInfo, Route, StoredResult, Unit};

use crate::progress::Batch;
use crate::wait::spawn;
use crate::{Error, Stopwatch, count_units};

/// Engines on threads of their own, which end when the pool is dropped and their current units
/// are counted. A [`UnitsJob`](crate::UnitsJob) counts on them.
///
/// ```
/// use bezzel_run::{EnginePool, EngineSelection};
/// let pool = EnginePool::start(EngineSelection::new(None, Some(2)).open()?);
/// assert_eq!(pool.engines(), 2);
/// # Ok::<(), bezzel_count::Error>(())
/// ```
pub struct EnginePool {
    pub(crate) messages: Receiver<Message>,
    pub(crate) workers: Workers,
}

pub(crate) struct Workers {
    queue: Arc<Queue>,
    /// Number of the current task: messages of earlier ones are ignored.
    task: u64,
    /// Name and batch size of each engine; `None` after it failed.
    engines: Vec<Option<EngineInfo>>,
    device_threads: Vec<JoinHandle<()>>,
}

/// A message of a thread, with the number of its task.
pub(crate) struct Message {
    task: u64,
    engine: usize,
    event: Event,
}

pub(crate) enum Event {
    /// An engine begins with these units.
    Started(Vec<u64>),
    /// Units were counted by all routes.
    Counted(Batch, Vec<StoredResult>),
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
struct Task {
    number: u64,
    routes: Vec<Route>,
    process: Arc<ProcessInfo>,
    max_batch: usize,
}

#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<Unit>,
    task: Option<Arc<Task>>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // No thread panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for up to `batch` units and returns them. Returns `None` when the pool is closed.
    fn take(&self, batch: usize) -> Option<(Arc<Task>, Vec<Unit>)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(task) = state.task.clone().filter(|_| !state.waiting.is_empty()) {
                let count = batch.min(task.max_batch).clamp(1, state.waiting.len());
                return Some((task, state.waiting.drain(..count).collect()));
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl EnginePool {
    /// Starts a thread for each engine. If the system provides too few threads, the first use of
    /// the pool reports it for each engine that has none.
    pub fn start(engines: Vec<Box<dyn Engine>>) -> Self {
        let (sender, messages) = mpsc::channel();
        let queue = Arc::<Queue>::default();
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
            match spawn(move || worker.work()) {
                Ok(thread) if is_device => device_threads.push(thread),
                Ok(_) => {}
                Err(error) => {
                    let event = Event::Failed {
                        error: device_error(&name, error.to_string()),
                        engine: name,
                        units: Vec::new(),
                    };
                    // `messages` is still open.
                    let _ = sender.send(Message {
                        task: 0,
                        engine: index,
                        event,
                    });
                }
            }
        }
        Self {
            messages,
            workers: Workers {
                queue,
                task: 0,
                engines: infos,
                device_threads,
            },
        }
    }

    /// Returns the number of engines that have not failed.
    pub fn engines(&self) -> usize {
        self.workers.engines.iter().flatten().count()
    }
}

impl Workers {
    pub(crate) fn count(&self) -> usize {
        self.engines.iter().flatten().count()
    }

    /// Returns the number of units that all engines together count at a time.
    pub(crate) fn batch(&self) -> usize {
        let infos = self.engines.iter().flatten();
        infos.map(|info| info.batch.max(1)).sum()
    }

    /// Begins another task. Units of an earlier one that are being counted are ignored.
    pub(crate) fn begin(&mut self, routes: &[Route], process: &Arc<ProcessInfo>, max_batch: usize) {
        self.end();
        self.task += 1;
        self.queue.lock().task = Some(Arc::new(Task {
            number: self.task,
            routes: routes.to_vec(),
            process: process.clone(),
            max_batch: max_batch.max(1),
        }));
    }

    /// Ends the task: waiting units are dropped.
    pub(crate) fn end(&mut self) {
        let mut state = self.queue.lock();
        state.waiting.clear();
        state.task = None;
    }

    /// Returns the event of a message of this task. A failed engine counts as failed in any task.
    pub(crate) fn accept(&mut self, message: Message) -> Option<Event> {
        let is_current = message.task == self.task;
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

    pub(crate) fn give(&self, units: impl Iterator<Item = Unit>) {
        self.queue.lock().waiting.extend(units);
        self.queue.changed.notify_all();
    }

    /// Takes back the units that no engine has begun.
    pub(crate) fn take_back(&self) -> Vec<Unit> {
        self.queue.lock().waiting.drain(..).collect()
    }
}

impl Drop for Workers {
    /// Lets the threads end when they have counted their current units, and waits for the threads of
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
        while let Some((task, units)) = self.queue.take(self.batch) {
            let indices: Vec<u64> = units.iter().map(Unit::index).collect();
            // The pool may have been dropped: `take` ends this thread then.
            self.send(&task, Event::Started(indices.clone()));
            let counted = self.count(&task, &units);
            match counted {
                Ok((batch, results)) => self.send(&task, Event::Counted(batch, results)),
                Err(error) => {
                    let engine = self.engine.name();
                    let event = Event::Failed {
                        engine,
                        units: indices,
                        error,
                    };
                    return self.send(&task, event);
                }
            }
        }
    }

    fn send(&self, task: &Task, event: Event) {
        let _ = self.sender.send(Message {
            task: task.number,
            engine: self.index,
            event,
        });
    }

    /// Counts units by all routes.
    fn count(&mut self, task: &Task, units: &[Unit]) -> Result<(Batch, Vec<StoredResult>), Error> {
        let info = self.engine.info();
        let watch = Stopwatch::start(!info.kind.is_device());
        let started = Instant::now();
        let count = AssertUnwindSafe(|| {
            let mut results = Vec::new();
            for &route in &task.routes {
                let engine = self.engine.as_mut();
                results.extend(count_units(engine, units, route, &task.process)?);
            }
            Ok::<_, Error>(results)
        });
        let counted = catch_unwind(count);
        let (taken, clock) = watch.elapsed();
        let batch = Batch {
            engine: info.to_string(),
            is_device: info.kind.is_device(),
            started,
            ended: Instant::now(),
            taken,
            clock,
            units: units.iter().map(Unit::index).collect(),
        };
        match counted {
            Ok(results) => Ok((batch, results?)),
            Err(panic) => Err(device_error(&batch.engine, panic_text(panic.as_ref()))),
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
