//! Runs of tests, whose observers can stop them.

use std::cell::Cell;
use std::time::Instant;

use bezzel_count::Engine;
use bezzel_run::{Control, EnginePool, Error, Job, JobError, Progress, Store, UnitsJob};

/// The end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Complete,
    TimeUp,
    Stopped,
}

/// Counts the units of a store until the observer returns false.
pub(crate) fn run(
    store: &mut dyn Store,
    engines: Vec<Box<dyn Engine>>,
    observe: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Ended, Error> {
    run_until(None, store, engines, observe)
}

/// Counts the units of a store until the observer returns false, or until the time limit.
pub(crate) fn run_until(
    end: Option<Instant>,
    store: &mut dyn Store,
    engines: Vec<Box<dyn Engine>>,
    observe: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Ended, Error> {
    let stopped = Cell::new(false);
    let is_stopped = || stopped.get();
    let control = Control::new(&is_stopped).until(end);
    let mut pool = EnginePool::start(engines);
    let ended = UnitsJob::new(store, &mut pool).run(&control, &mut |progress| {
        if !observe(progress) {
            stopped.set(true);
        }
    });
    match ended {
        Ok(()) => Ok(Ended::Complete),
        Err(JobError::TimeUp) => Ok(Ended::TimeUp),
        Err(JobError::Cancelled) => Ok(Ended::Stopped),
        Err(JobError::Failed(error)) => Err(error),
    }
}

/// Returns the error of a store that ended a run.
pub(crate) fn of_store(error: Error) -> bezzel_campaign::Error {
    match error {
        Error::Campaign(error) => error,
        other => panic!("not an error of a store: {other}"),
    }
}
