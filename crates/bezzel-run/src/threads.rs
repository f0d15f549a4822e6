//! Threads that count the units of occupancies and draws.
//!
//! Their units are counted by the weighted join on the CPU, which no [`Engine`](bezzel_count::Engine)
//! offers, and they need neither leases nor a ledger. So they do not go through the pool of engines.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};

use crate::wait::{lock, receive, spawn};
use crate::{Control, Error, JobError};

/// The results of units that threads count.
pub(crate) struct UnitThreads<R> {
    results: Receiver<R>,
}

impl<R: Send + 'static> UnitThreads<R> {
    /// Starts one thread for each counter. The threads take the units in their order and call
    /// `count`. They end when no unit is left or when this is dropped.
    ///
    /// Fails with [`Error::Thread`] if the system does not start a thread.
    pub(crate) fn start<C: Send + 'static, U: 'static>(
        counters: Vec<C>,
        units: impl Iterator<Item = U> + Send + 'static,
        count: impl Fn(&mut C, U) -> R + Copy + Send + 'static,
    ) -> Result<Self, Error> {
        let units = Arc::new(Mutex::new(units));
        let (sender, results) = mpsc::channel();
        for mut counter in counters {
            let (units, sender) = (units.clone(), sender.clone());
            let work = move || {
                let next = || lock(&units).next();
                while let Some(unit) = next() {
                    // The receiver is gone after a cancellation.
                    if sender.send(count(&mut counter, unit)).is_err() {
                        return;
                    }
                }
            };
            spawn(work)?;
        }
        Ok(Self { results })
    }

    /// Calls `each` with every result, and with `None` if none comes in time, until all threads have
    /// ended. Fails with the first error of `each`, and when the control stops or the time is up.
    pub(crate) fn for_each(
        self,
        control: &Control,
        mut each: impl FnMut(Option<R>) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        let ended = receive(&self.results, control, |result| {
            each(result)?;
            match control.is_time_up() {
                true => Err(JobError::TimeUp),
                false => Ok(ControlFlow::<()>::Continue(())),
            }
        });
        ended.map(drop)
    }
}
