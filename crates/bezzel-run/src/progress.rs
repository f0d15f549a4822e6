//! The progress of any job.

use std::time::{Duration, Instant};

use crate::StoreOutcome;
use bezzel_count::{Clock, StoredResult};

/// The progress of a job, which its observer receives at least ten times a second.
///
/// ```
/// use bezzel::ConstrainedBoard;
/// use bezzel_run::{Control, CountJob, Done, Job, Phase};
/// let mut job = CountJob::fastest(ConstrainedBoard::new(13)?, Some(1))?;
/// job.run(&Control::never(), &mut |progress| {
///     if let (Phase::Counting, Done::JoinedPairs(pairs)) = (progress.phase, progress.done) {
///         println!("{:.0}%, {pairs} joined pairs", 100.0 * progress.fraction.unwrap_or(0.0));
///     }
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// What the job is doing now.
    pub phase: Phase,
    /// Finished part, 0 to 1, if it is known.
    pub fraction: Option<f64>,
    /// The amount of work that is done.
    pub done: Done,
    /// News of work units, in the phases that count them.
    pub units: Option<UnitNews<'a>>,
    /// Something that the user should know, which does not end the job.
    pub warning: Option<&'a str>,
}

/// What a job does at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Plans, opens engines, opens a ledger.
    Preparing,
    /// Counts the solutions, or the units of a count.
    Counting,
    /// Counts units again by the other route.
    Verifying,
    /// Draws random solutions.
    Drawing,
    /// Adds the results up and checks them.
    Summing,
}

/// How much work is done, in the unit of the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Done {
    /// Solutions that a method or the search has counted.
    Solutions(u128),
    /// Joined pairs of the units that were counted.
    JoinedPairs(u128),
    /// Work units that were counted.
    Units(u64),
    /// Boards that were drawn.
    Boards(u64),
}

impl Done {
    /// Returns the number and the noun of what it counts.
    pub fn amount(self) -> (u128, &'static str) {
        match self {
            Self::Solutions(number) => (number, "solution"),
            Self::JoinedPairs(number) => (number, "joined pair"),
            Self::Units(number) => (number.into(), "unit"),
            Self::Boards(number) => (number.into(), "board"),
        }
    }
}

/// News of work units since the last call of the observer, and their sums.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct UnitNews<'a> {
    /// Number of engines that count.
    pub engines: usize,
    /// Number of results of this run.
    pub results: u64,
    /// Expected cost of the units that are being counted.
    pub in_work: f64,
    /// Expected cost of all units.
    pub cost: f64,
    /// Units that engines have begun. A unit ends with its last result, or unrecorded if its engine
    /// fails.
    pub started: &'a [u64],
    /// Results that were stored.
    pub stored: &'a [StoredResult],
    /// The outcome of each of these results.
    pub outcomes: &'a [StoreOutcome],
    /// The calls of engines that have ended.
    pub batches: &'a [Batch],
}

/// One call of an engine, with its time.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The backend with its device, as in `cuda:0 (NVIDIA H200)`.
    pub engine: String,
    /// Set if the engine counts on a device, not on a CPU thread of this process.
    pub is_device: bool,
    /// When the engine received the units.
    pub started: Instant,
    /// When the engine returned the results.
    pub ended: Instant,
    /// The duration of the call by `clock`.
    pub taken: Duration,
    /// The clock of `taken`: CPU time if the engine counts on its own thread.
    pub clock: Clock,
    /// The units that were counted, by index in the plan.
    pub units: Vec<u64>,
}

impl Progress<'_> {
    /// Returns the progress of a phase that has no measure.
    pub(crate) fn of(phase: Phase) -> Self {
        Self {
            phase,
            fraction: None,
            done: Done::Units(0),
            units: None,
            warning: None,
        }
    }
}

/// Receives the progress of a job.
pub type Observer<'a> = dyn FnMut(&Progress) + 'a;
