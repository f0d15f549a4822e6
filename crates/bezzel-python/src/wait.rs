//! Waits for worker threads with the GIL released and checks for Ctrl-C every 50 ms.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::counted;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::ThreadsError;

/// Time between two checks for Ctrl-C.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Returns the next message, or `None` after all senders are dropped.
///
/// Fails if a Python signal handler raises an exception, such as that of Ctrl-C.
pub(crate) fn next<T: Send>(py: Python<'_>, messages: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        let messages = &mut *messages;
        match py.detach(move || messages.recv_timeout(SIGNAL_CHECK_INTERVAL)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

/// A check for Ctrl-C on a thread that works with the GIL released.
#[derive(Default)]
pub(crate) struct Signals {
    checked: Option<Instant>,
    raised: Option<PyErr>,
}

impl Signals {
    /// Returns false after a signal handler raised an exception.
    ///
    /// Cheap to call often: it takes the GIL, which other threads may hold, only every 50 ms.
    pub(crate) fn go_on(&mut self) -> bool {
        let is_due = |at: Instant| at.elapsed() >= SIGNAL_CHECK_INTERVAL;
        if self.checked.is_none_or(is_due) {
            self.raised = Python::attach(|py| py.check_signals()).err();
            self.checked = Some(Instant::now());
        }
        self.raised.is_none()
    }

    /// Fails with the exception of the signal handler, if any.
    pub(crate) fn raised(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}

/// Runs `work` on another thread with the GIL released and returns its result. After Ctrl-C the
/// thread runs to its end and its result is dropped.
pub(crate) fn run_detached<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut results) = mpsc::channel();
    start(1, move || {
        // After Ctrl-C there is no receiver.
        let _ = sender.send(work());
    })?;
    next(py, &mut results)?.ok_or_else(failed)
}

/// Starts one of `threads` threads.
pub(crate) fn start(threads: usize, work: impl FnOnce() + Send + 'static) -> PyResult<()> {
    let started = thread::Builder::new().spawn(work);
    started.map(drop).map_err(|error| {
        ThreadsError::new_err(format!(
            "cannot start {}: {error}",
            counted(threads, "thread")
        ))
    })
}

/// Returns the error for a thread that ended without a result.
pub(crate) fn failed() -> PyErr {
    PyRuntimeError::new_err("a thread ended without a result: this is a bug in bezzel")
}
