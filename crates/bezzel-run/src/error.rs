//! Reasons why a job ends without an answer.

use bezzel::counted;
use thiserror::Error;

use crate::LedgerError;

/// The reason why a job has no answer. Requests that cannot be met are refused before, when the job
/// is made.
#[derive(Debug, Error)]
pub enum JobError {
    /// The control stopped the job. Another run continues.
    #[error("cancelled")]
    Cancelled,
    /// The time limit has passed. Another run continues.
    #[error("the time is up")]
    TimeUp,
    /// The job failed, for the reason inside.
    #[error(transparent)]
    Failed(Error),
}

impl<E: Into<Error>> From<E> for JobError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// An error of this crate. Every message fits one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A method cannot count this n, or has failed.
    #[error(transparent)]
    Method(#[from] bezzel::Error),
    /// The colour-split counter cannot count this n, or an engine is missing.
    #[error(transparent)]
    Count(#[from] bezzel_count::Error),
    /// The run or its ledger has failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// An algorithm does not accept constraints.
    #[error(
        "expected an empty board with {algorithm}, found placed queens or blocked squares: leave out \
         the method"
    )]
    Constraints {
        /// A method, or `colour-split-counter`.
        algorithm: &'static str,
    },
    /// Random solutions would need too much memory.
    #[error(
        "expected at most {} in all solutions together, found {count} times {n}",
        counted(max, "queen")
    )]
    TooManyQueens {
        /// The requested number of queens of a solution.
        n: u32,
        /// The requested number of solutions.
        count: usize,
        /// The largest accepted product of both.
        max: u64,
    },
    /// The count that uniform draws need would take long.
    #[error(
        "expected a count of at most {max} hour of CPU time before the first draw, found about \
         {hours:.1} hours for this board of {}: place more queens, or use \
         --method uniform to count that long",
        counted(n, "row")
    )]
    LongCount {
        /// The requested number of queens.
        n: u32,
        /// The expected CPU time in hours.
        hours: f64,
        /// The longest count by default, in hours.
        max: f64,
    },
    /// A run without engines.
    #[error("no engine left: {0}")]
    NoEngineLeft(String),
    /// The system provides no thread.
    #[error("the system gives no more threads: {0}")]
    Thread(String),
    /// A thread panicked, which is a bug of this crate.
    #[error("a thread failed: this is a bug")]
    Panicked,
}
