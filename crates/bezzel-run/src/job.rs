//! The trait of all jobs.

use crate::progress::Observer;
use crate::{Control, JobError};

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
