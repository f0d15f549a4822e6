//! Units that are counted for what their time tells, and not kept: samples and measurements.

use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use bezzel_campaign::{Clock, Stopwatch};
use bezzel_count::Error;
use bezzel_count::{Engine, Route, Unit, UnitResult};

/// What an engine has counted in one call.
pub(crate) struct TimedBatch {
    /// Its name.
    pub(crate) engine: String,
    /// Set if it is a device, not a thread.
    pub(crate) is_device: bool,
    pub(crate) started: Instant,
    pub(crate) ended: Instant,
    /// What it took: CPU time where that can be measured, else the time from start to end.
    pub(crate) taken: Duration,
    /// By which clock.
    pub(crate) clock: Clock,
    /// The units and what they found.
    pub(crate) counted: Vec<(Unit, UnitResult)>,
}

/// Units in the order in which campaigns give them out, so that those of one call cost about the
/// same.
pub(crate) fn sorted(units: impl Iterator<Item = Unit>) -> Vec<Unit> {
    let mut units: Vec<Unit> = units.collect();
    units.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
    units
}

/// Lets each card count some of these units before the time is taken: the first ones wait until
/// its kernels are compiled. Which kernels a unit needs depends on its queens.
pub(crate) fn warm_up(
    engines: &mut [Box<dyn Engine>],
    drawn: &[Unit],
    route: Route,
) -> Result<(), Error> {
    let mut units = drawn.to_vec();
    units.sort_by(|a, b| {
        let queens = |unit: &Unit| unit.extent().0;
        (queens(a).cmp(&queens(b))).then(a.cost().total_cmp(&b.cost()))
    });
    units.dedup_by_key(|unit| unit.extent().0);
    on_each(engines, &|engine| {
        if engine.info().kind.is_device() {
            engine.run(&units, route)?;
        }
        Ok(())
    })
}

/// Counts the units on all engines at once, in batches as they want them, and tells of each call.
pub(crate) fn count(
    engines: &mut [Box<dyn Engine>],
    drawn: &[Unit],
    route: Route,
    told: &(dyn Fn(TimedBatch) + Sync),
) -> Result<(), Error> {
    let queue = Mutex::new(drawn);
    let take = |batch: usize| {
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (taken, left) = queue.split_at(batch.max(1).min(queue.len()));
        *queue = left;
        taken
    };
    on_each(engines, &|engine| {
        loop {
            let batch = take(engine.batch());
            if batch.is_empty() {
                return Ok(());
            }
            let started = Instant::now();
            let watch = Stopwatch::start(engine.counts_on_this_thread());
            let results = engine.run(batch, route).inspect_err(|_| {
                take(usize::MAX);
            })?;
            let (taken, clock) = watch.elapsed();
            told(TimedBatch {
                engine: engine.name(),
                is_device: engine.info().kind.is_device(),
                started,
                ended: Instant::now(),
                taken,
                clock,
                counted: batch.iter().cloned().zip(results).collect(),
            });
        }
    })
}

/// Does the same on all engines, each on a thread of its own, and nothing if the system does not
/// give all of them. Fails with the first error.
fn on_each(
    engines: &mut [Box<dyn Engine>],
    work: &(dyn Fn(&mut dyn Engine) -> Result<(), Error> + Sync),
) -> Result<(), Error> {
    let threads = engines.len();
    let go = RwLock::new(false);
    thread::scope(|scope| {
        let mut going = go.write().unwrap_or_else(PoisonError::into_inner);
        let mut started = Vec::new();
        for engine in engines {
            let (name, go) = (engine.name(), &go);
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                if *go.read().unwrap_or_else(PoisonError::into_inner) {
                    work(engine.as_mut())?;
                }
                Ok(())
            });
            let thread = thread.map_err(|error| Error::Threads {
                threads,
                why: error.to_string(),
            })?;
            started.push((name, thread));
        }
        *going = true;
        drop(going);
        let ended = started.into_iter().map(|(name, thread)| {
            let what = "it panicked".to_owned();
            thread.join().unwrap_or(Err(Error::Device { name, what }))
        });
        let ended: Vec<Result<(), Error>> = ended.collect();
        ended.into_iter().collect()
    })
}
