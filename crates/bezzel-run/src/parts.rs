//! Counts that report their parts, on a thread that is abandoned when the caller is cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use bezzel::methods::Part;

use crate::{CountEvent, Error, POLL_INTERVAL};

/// The connection of a count with its observer.
pub(crate) struct Parts {
    sender: Sender<Part>,
    is_cancelled: Arc<AtomicBool>,
}

impl Parts {
    /// Reports a finished part.
    pub(crate) fn send(&self, part: Part) {
        // The receiver is gone if the count was cancelled.
        let _ = self.sender.send(part);
    }

    /// Returns true if nobody waits for the result.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// Runs `count` on its own thread and calls `observe` with its progress. Returns `None`, and
/// abandons the thread, as soon as `observe` returns false.
pub(crate) fn observed<T: Send + 'static>(
    observe: &mut dyn FnMut(&CountEvent) -> bool,
    count: impl FnOnce(&Parts) -> T + Send + 'static,
) -> Result<Option<T>, Error> {
    let (sender, incoming) = mpsc::channel();
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let parts = Parts {
        sender,
        is_cancelled: is_cancelled.clone(),
    };
    let counting = thread::Builder::new().spawn(move || count(&parts));
    let counting = counting.map_err(|error| Error::Thread(error.to_string()))?;
    let (mut fraction, mut solutions) = (None, 0);
    loop {
        match incoming.recv_timeout(POLL_INTERVAL) {
            Ok(Part {
                solutions: found,
                done,
                parts,
            }) => {
                solutions += found;
                fraction = Some(done as f64 / parts as f64);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if !observe(&CountEvent::Method {
            fraction,
            solutions,
        }) {
            is_cancelled.store(true, Ordering::Relaxed);
            return Ok(None);
        }
    }
    counting.join().map(Some).map_err(|_| Error::Panicked)
}
