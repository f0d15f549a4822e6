//! Threads that count the units of occupancies and draws.
//!
//! Their units are counted by the weighted join on the CPU, which no [`Engine`](bezzel_count::Engine)
//! offers, and they need neither leases nor a ledger. So they do not go through the pool of engines.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::{Error, POLL_INTERVAL};

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
                let next = || units.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(unit) = next() {
                    // The receiver is gone after a cancellation.
                    if sender.send(count(&mut counter, unit)).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().spawn(work);
            started.map_err(|error| Error::Thread(error.to_string()))?;
        }
        Ok(Self { results })
    }

    /// Calls `receive` with each result, and with `None` if none arrives for [`POLL_INTERVAL`],
    /// until all threads have ended. Returns false as soon as `receive` does.
    ///
    /// Fails with the first error of `receive`.
    pub(crate) fn for_each(
        self,
        mut receive: impl FnMut(Option<R>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        loop {
            let result = match self.results.recv_timeout(POLL_INTERVAL) {
                Ok(result) => Some(result),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(true),
            };
            if !receive(result)? {
                return Ok(false);
            }
        }
    }
}
