//! Calls that cannot be interrupted, on threads that are abandoned when the caller is cancelled.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use crate::{Error, POLL_INTERVAL};

/// Runs `work` on its own thread. Returns `None`, and abandons the thread, as soon as
/// `should_continue` returns false.
pub(crate) fn detached<T: Send + 'static>(
    should_continue: &mut dyn FnMut() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Error> {
    let (sender, result) = mpsc::channel();
    let started = thread::Builder::new().spawn(move || {
        // The receiver is gone if the caller was cancelled.
        let _ = sender.send(work());
    });
    started.map_err(|error| Error::Thread(error.to_string()))?;
    loop {
        match result.recv_timeout(POLL_INTERVAL) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) if should_continue() => {}
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(Error::Panicked),
        }
    }
}
