//! Threads, each with an engine, and the queue from which they take units.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use bezzel_count::{Engine, Route, Unit};

use crate::{ProcessInfo, Record};

/// What a thread tells.
pub(super) enum Message {
    /// Units were counted on all routes.
    Counted(Vec<Record>),
    /// The engine cannot go on; nothing of these units was counted.
    Failed {
        engine: String,
        units: Vec<u64>,
        batch: usize,
        why: String,
    },
}

pub(super) struct Pool {
    queue: Arc<Queue>,
    routes: &'static [Route],
    engines: usize,
    batch: usize,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Unit>,
    /// Expected work of what the threads have in hand.
    in_work: f64,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No thread panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Up to `count` units, as soon as there are any. `None` when it is over.
    fn take(&self, count: usize) -> Option<Vec<Unit>> {
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.closed {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return None;
        }
        let count = count.clamp(1, state.waiting.len());
        let units: Vec<Unit> = state.waiting.drain(..count).collect();
        state.in_work += cost(&units);
        Some(units)
    }
}

fn cost(units: &[Unit]) -> f64 {
    units.iter().map(Unit::cost).sum()
}

impl Pool {
    pub(super) fn start(
        engines: Vec<Box<dyn Engine>>,
        routes: &'static [Route],
        origin: Arc<ProcessInfo>,
    ) -> (Self, Receiver<Message>) {
        let (sender, messages) = mpsc::channel();
        let pool = Self {
            queue: Arc::default(),
            routes,
            engines: engines.len(),
            batch: engines.iter().map(|engine| engine.batch().max(1)).sum(),
        };
        for engine in engines {
            let (name, batch) = (engine.name(), engine.batch().max(1));
            let worker = Worker {
                engine,
                routes,
                origin: origin.clone(),
                queue: pool.queue.clone(),
                sender: sender.clone(),
            };
            if let Err(error) = thread::Builder::new().spawn(move || worker.work()) {
                // The other end is held by this function.
                let _ = sender.send(Message::Failed {
                    engine: name,
                    units: Vec::new(),
                    batch,
                    why: format!("the system gives no more threads: {error}"),
                });
            }
        }
        (pool, messages)
    }

    pub(super) fn routes(&self) -> &'static [Route] {
        self.routes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.engines == 0
    }

    /// The units that all engines together count at a time.
    pub(super) fn batch(&self) -> usize {
        self.batch
    }

    pub(super) fn in_work(&self) -> f64 {
        self.queue.lock().in_work
    }

    pub(super) fn lost(&mut self, batch: usize) {
        self.engines -= 1;
        self.batch -= batch;
    }

    pub(super) fn give(&self, units: impl Iterator<Item = Unit>) {
        self.queue.lock().waiting.extend(units);
        self.queue.changed.notify_all();
    }

    /// Takes back what no thread has begun.
    pub(super) fn take_back(&self) -> Vec<Unit> {
        self.queue.lock().waiting.drain(..).collect()
    }

    /// Lets the threads end when they have counted what they have in hand.
    pub(super) fn close(&self) {
        let mut state = self.queue.lock();
        state.waiting.clear();
        state.closed = true;
        drop(state);
        self.queue.changed.notify_all();
    }
}

struct Worker {
    engine: Box<dyn Engine>,
    routes: &'static [Route],
    origin: Arc<ProcessInfo>,
    queue: Arc<Queue>,
    sender: Sender<Message>,
}

impl Worker {
    fn work(mut self) {
        let batch = self.engine.batch().max(1);
        while let Some(units) = self.queue.take(batch) {
            let counted = self.count(&units);
            self.queue.lock().in_work -= cost(&units);
            let failed = counted.is_err();
            let message = counted.map_or_else(
                |why| Message::Failed {
                    engine: self.engine.name(),
                    units: units.iter().map(Unit::index).collect(),
                    batch,
                    why,
                },
                Message::Counted,
            );
            if self.sender.send(message).is_err() || failed {
                break;
            }
        }
    }

    fn count(&mut self, units: &[Unit]) -> Result<Vec<Record>, String> {
        let (routes, origin, engine) = (self.routes, &self.origin, &mut self.engine);
        let count = AssertUnwindSafe(|| {
            let mut records = Vec::new();
            for route in routes {
                records.extend(Record::count(engine.as_mut(), units, *route, origin)?);
            }
            Ok(records)
        });
        match catch_unwind(count) {
            // The name of the device is that of the engine.
            Ok(Err(crate::Error::Count(bezzel_count::Error::Device { what, .. }))) => Err(what),
            Ok(counted) => counted.map_err(|error| error.to_string()),
            Err(panic) => Err(words(panic.as_ref())),
        }
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a word"))
}
