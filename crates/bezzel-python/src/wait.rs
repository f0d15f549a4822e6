//! Jobs with the GIL released, which Ctrl-C stops.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use bezzel_run::{Control, Job, JobError, detached};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors;

/// Time between two checks for Ctrl-C.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A check for Ctrl-C on a thread that works with the GIL released.
#[derive(Default)]
struct Signals {
    checked: Option<Instant>,
    raised: Option<PyErr>,
}

impl Signals {
    /// Returns true after a signal handler raised an exception.
    ///
    /// Cheap to call often: it takes the GIL, which other threads may hold, only every 50 ms.
    fn have_raised(&mut self) -> bool {
        let is_due = |at: Instant| at.elapsed() >= SIGNAL_CHECK_INTERVAL;
        if self.checked.is_none_or(is_due) {
            self.raised = Python::attach(|py| py.check_signals()).err();
            self.checked = Some(Instant::now());
        }
        self.raised.is_some()
    }
}

/// Calls `work` with the GIL released, and with a control that stops when a signal handler raises an
/// exception, such as that of Ctrl-C. Fails with that exception.
pub(crate) fn controlled<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Control) -> Result<T, JobError> + Send,
) -> PyResult<T> {
    let (ended, raised) = py.detach(move || {
        let signals = RefCell::new(Signals::default());
        let is_stopped = || signals.borrow_mut().have_raised();
        let ended = work(&Control::new(&is_stopped));
        (ended, signals.into_inner().raised)
    });
    match (ended, raised) {
        (_, Some(raised)) => Err(raised),
        (Ok(answer), None) => Ok(answer),
        (Err(JobError::Failed(error)), None) => Err(errors::of_run(error)),
        (Err(JobError::Cancelled | JobError::TimeUp), None) => Err(PyRuntimeError::new_err(
            "a job ended without an answer: this is a bug in bezzel",
        )),
    }
}

pub(crate) fn run<J: Job<Answer: Send> + Send>(py: Python<'_>, mut job: J) -> PyResult<J::Answer> {
    controlled(py, move |control| job.run(control, &mut |_| {}))
}

/// Runs `work` on another thread and returns its result. After Ctrl-C the thread runs to its end and
/// its result is dropped.
pub(crate) fn run_detached<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    controlled(py, |control| detached(control, work))
}
