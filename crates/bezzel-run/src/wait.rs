//! The loop in which every job waits for its threads, and the threads that it may abandon.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::progress::Observer;
use crate::{Control, Error, JobError, Phase, Progress};

/// Longest time between two looks at the control, and between two calls of an observer.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Calls `each` with every message, and with `None` if none comes in time. Returns what `each` breaks
/// with, or `None` when all senders are gone. Fails as soon as the control stops; what the time limit
/// means is up to `each`.
pub(crate) fn receive<M, T>(
    messages: &Receiver<M>,
    control: &Control,
    mut each: impl FnMut(Option<M>) -> Result<ControlFlow<T>, JobError>,
) -> Result<Option<T>, JobError> {
    loop {
        let message = match messages.recv_timeout(POLL_INTERVAL) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        };
        if let ControlFlow::Break(found) = each(message)? {
            return Ok(Some(found));
        }
        if control.is_stopped() {
            return Err(JobError::Cancelled);
        }
    }
}

/// The end of a thread at which its work is done.
pub(crate) struct Reporter<M> {
    sender: Sender<M>,
    is_abandoned: Arc<AtomicBool>,
}

impl<M> Reporter<M> {
    /// Sends a message to the job. Does nothing if the job no longer waits.
    pub(crate) fn send(&self, message: M) {
        // The receiver is gone if the work was abandoned.
        let _ = self.sender.send(message);
    }

    /// Returns true if nobody waits for the result.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned.load(Ordering::Relaxed)
    }
}

/// Runs `work` on its own thread, and calls `each` with its messages, and with `None` if none comes in
/// time. If the control stops, or the time is up, the thread is abandoned.
pub(crate) fn reported<M: Send + 'static, T: Send + 'static>(
    control: &Control,
    work: impl FnOnce(&Reporter<M>) -> T + Send + 'static,
    mut each: impl FnMut(Option<M>),
) -> Result<T, JobError> {
    let (sender, messages) = mpsc::channel();
    let is_abandoned = Arc::new(AtomicBool::new(false));
    let reporter = Reporter {
        sender,
        is_abandoned: is_abandoned.clone(),
    };
    let working = spawn(move || work(&reporter))?;
    let waited = receive(&messages, control, |message| {
        each(message);
        if control.is_time_up() {
            return Err(JobError::TimeUp);
        }
        Ok(ControlFlow::<()>::Continue(()))
    });
    if let Err(stopped) = waited {
        is_abandoned.store(true, Ordering::Relaxed);
        return Err(stopped);
    }
    Ok(working.join().map_err(|_| Error::Panicked)?)
}

/// Runs `work`, which cannot be interrupted, on its own thread. If the control stops, or the time is
/// up, the thread is abandoned: it works to its end, and the result is dropped.
///
/// ```
/// use bezzel_run::{Control, detached};
/// assert_eq!(detached(&Control::never(), || 6 * 7)?, 42);
/// # Ok::<(), bezzel_run::JobError>(())
/// ```
pub fn detached<T: Send + 'static>(
    control: &Control,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JobError> {
    reported(control, |_: &Reporter<()>| work(), |_| {})
}

/// Runs `work` like [`detached`] in a phase of a job.
pub(crate) fn in_phase<T: Send + 'static>(
    phase: Phase,
    control: &Control,
    observe: &mut Observer,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JobError> {
    let show = |_: Option<()>| observe(&Progress::of(phase));
    reported(control, |_: &Reporter<()>| work(), show)
}

/// Starts a thread. The error says why the system gives none.
pub(crate) fn spawn<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<thread::JoinHandle<T>, Error> {
    let started = thread::Builder::new().spawn(work);
    started.map_err(|error| Error::Thread(error.to_string()))
}

/// Locks, also after a panic: it leaves results that are complete or missing.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
