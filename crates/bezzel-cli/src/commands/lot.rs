//! Units that are counted for what their time tells, and not kept: samples and measurements.

use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::Instant;

use bezzel::Error;
use bezzel::count::{Drawn, Engine, Route, Unit, UnitResult};

use super::engines::is_card;

/// What an engine has counted in one call.
pub(crate) struct Call {
    /// Its name.
    pub(crate) engine: String,
    pub(crate) started: Instant,
    pub(crate) ended: Instant,
    /// The units and what they found.
    pub(crate) counted: Vec<(Drawn, UnitResult)>,
}

/// Draws units as campaigns give them out, so that those of one call cost about the same.
pub(crate) fn sorted(drawn: impl Iterator<Item = Drawn>) -> Vec<Drawn> {
    let mut drawn: Vec<Drawn> = drawn.collect();
    drawn.sort_by(|a, b| b.unit.cost().total_cmp(&a.unit.cost()));
    drawn
}

/// Lets each card count some of these units before the time is taken: the first ones wait until
/// its kernels are compiled. Which kernels a unit needs depends on its queens.
pub(crate) fn warm_up(
    engines: &mut [Box<dyn Engine>],
    drawn: &[Drawn],
    route: Route,
) -> Result<(), Error> {
    let mut units: Vec<Unit> = drawn.iter().map(|drawn| drawn.unit.clone()).collect();
    units.sort_by(|a, b| {
        let queens = |unit: &Unit| unit.parts().0;
        (queens(a).cmp(&queens(b))).then(a.cost().total_cmp(&b.cost()))
    });
    units.dedup_by_key(|unit| unit.parts().0);
    on_each(engines, &|engine| {
        if is_card(&engine.name()) {
            engine.run(&units, route)?;
        }
        Ok(())
    })
}

/// Counts the units on all engines at once, in batches as they want them, and tells of each call.
pub(crate) fn count(
    engines: &mut [Box<dyn Engine>],
    drawn: &[Drawn],
    route: Route,
    told: &(dyn Fn(Call) + Sync),
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
            let units: Vec<Unit> = batch.iter().map(|drawn| drawn.unit.clone()).collect();
            let started = Instant::now();
            let results = engine.run(&units, route).inspect_err(|_| {
                take(usize::MAX);
            })?;
            told(Call {
                engine: engine.name(),
                started,
                ended: Instant::now(),
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
