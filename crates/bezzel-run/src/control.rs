//! The trait of all jobs, and the ends of a job before it is done: a request to stop, and a time limit.

use std::time::Instant;

use bezzel::NEVER;

use crate::JobError;
use crate::progress::Observer;

/// Work that reports its progress, can be stopped, and can be run again to continue.
///
/// | job | answer |
/// |---|---|
/// | [`CountJob`](crate::CountJob) | a checked total: by a method, by the search, or by units in memory or in a ledger |
/// | [`UnitsJob`](crate::UnitsJob) | nothing: the results of the units go to its [`Store`](crate::Store) |
/// | [`OccupancyJob`](crate::OccupancyJob) | solutions with a queen on each square |
/// | [`DrawJob`](crate::DrawJob) | random solutions |
pub trait Job {
    /// The result of a finished job.
    type Answer;

    /// Runs the job, and calls `observe` at least ten times a second.
    ///
    /// [`JobError::Cancelled`] and [`JobError::TimeUp`] leave what is done in the job: the next run
    /// continues there.
    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<Self::Answer, JobError>;
}

/// A request to stop, and a time limit. A job asks about twenty times a second, on the thread that
/// runs it. To pause a job, stop it and run it again: it continues where it stopped.
///
/// ```
/// use bezzel::ConstrainedBoard;
/// use bezzel_run::{Control, CountJob, Job, JobError};
/// let stopped = || true;
/// let mut job = CountJob::fastest(ConstrainedBoard::new(12)?, None)?;
/// let ended = job.run(&Control::new(&stopped), &mut |_| {});
/// assert!(matches!(ended, Err(JobError::Cancelled)));
/// assert_eq!(job.run(&Control::never(), &mut |_| {})?.solutions, 14_200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Control<'a> {
    is_stopped: &'a dyn Fn() -> bool,
    end: Option<Instant>,
}

impl<'a> Control<'a> {
    /// Stops when `is_stopped` returns true.
    pub fn new(is_stopped: &'a dyn Fn() -> bool) -> Self {
        Self {
            is_stopped,
            end: None,
        }
    }

    /// Returns a control that never stops the job.
    pub fn never() -> Self {
        Self::new(NEVER)
    }

    /// Sets the time limit, or removes it. Units that are being counted then are finished; other work is
    /// abandoned.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use bezzel_run::Control;
    /// let night = Control::never().until(Instant::now().checked_add(Duration::from_secs(8 * 3600)));
    /// assert!(!night.is_time_up());
    /// ```
    #[must_use]
    pub fn until(self, end: Option<Instant>) -> Self {
        Self { end, ..self }
    }

    /// Returns true after the request to stop.
    pub fn is_stopped(&self) -> bool {
        (self.is_stopped)()
    }

    /// Returns true after the time limit.
    pub fn is_time_up(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Fails after the request to stop, and after the time limit.
    pub fn check(&self) -> Result<(), JobError> {
        match self {
            _ if self.is_stopped() => Err(JobError::Cancelled),
            _ if self.is_time_up() => Err(JobError::TimeUp),
            _ => Ok(()),
        }
    }
}
