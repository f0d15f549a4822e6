//! Waiting for other threads without the interpreter lock, with an ear for Ctrl-C.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::ThreadsError;

/// How long Ctrl-C may wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// The next message, or `None` once nobody is left to send one.
///
/// Fails if a Python signal handler does, as that of Ctrl-C.
pub(crate) fn next<T: Send>(py: Python<'_>, messages: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        let messages = &mut *messages;
        match py.detach(move || messages.recv_timeout(PATIENCE)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

/// An ear for Ctrl-C while this thread itself is at work, without the interpreter lock.
#[derive(Default)]
pub(crate) struct Signals {
    listened: Option<Instant>,
    raised: Option<PyErr>,
}

impl Signals {
    /// Whether to go on. It may be asked often: other Python threads may hold the lock for a
    /// while, so it is taken only now and then.
    pub(crate) fn go_on(&mut self) -> bool {
        if self.listened.is_none_or(|at| at.elapsed() >= PATIENCE) {
            self.raised = Python::attach(|py| py.check_signals()).err();
            self.listened = Some(Instant::now());
        }
        self.raised.is_none()
    }

    /// Fails if a signal handler did.
    pub(crate) fn raised(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}

/// What `work` returns, which runs on a thread of its own. After Ctrl-C it is left to end by
/// itself.
pub(crate) fn patiently<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut results) = mpsc::channel();
    start(1, move || {
        // Nobody listens any more after Ctrl-C.
        let _ = sender.send(work());
    })?;
    next(py, &mut results)?.ok_or_else(failed)
}

/// Starts one of `threads` threads.
pub(crate) fn start(threads: usize, work: impl FnOnce() + Send + 'static) -> PyResult<()> {
    let started = thread::Builder::new().spawn(work);
    started
        .map(drop)
        .map_err(|error| ThreadsError::new_err(format!("cannot start {threads} threads: {error}")))
}

/// A thread ended without a result.
pub(crate) fn failed() -> PyErr {
    PyRuntimeError::new_err("a thread failed: this is a bug of bezzel")
}
