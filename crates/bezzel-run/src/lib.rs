//! The jobs that the command, the Python package and the web page run.
//!
//! A [`Job`] counts, locates or draws solutions. Its parts cannot contradict each other: what does
//! not fit together is refused when the job is made. It runs until it is done, until its [`Control`]
//! stops it, or until the time limit; it reports its [`Progress`], and it can be run again to continue.
//! Work units come from a [`Store`], which keeps their results.
//!
//! ```
//! use bezzel::ConstrainedBoard;
//! use bezzel_run::{Control, CountJob, CountUnits, EngineSelection, Job, Storage};
//!
//! let mut units = CountUnits::new(EngineSelection::new(None, Some(2)));
//! units.double_check = true;
//! let mut job = CountJob::by_units(Storage::Board(ConstrainedBoard::new(14)?), units)?;
//! let (mut started, mut stored) = (0, 0);
//! let result = job.run(&Control::never(), &mut |progress| {
//!     if let Some(units) = progress.units {
//!         started += units.started.len();
//!         stored += units.stored.len();
//!     }
//!     if let Some(warning) = progress.warning {
//!         println!("warning: {warning}");
//!     }
//! })?;
//! assert_eq!(result.solutions, 365_596);
//! assert_eq!(result.units.unwrap().confirmed, Some(started as u64));
//! assert_eq!(stored, 2 * started);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Its examples are tested with the examples of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod control;
mod count;
mod engines;
mod error;
mod ledger;
mod occupancy;
mod pool;
mod progress;
mod random;
mod store;
mod threads;
mod units;
mod verdict;
mod wait;

pub use control::{Control, Job};
pub use count::{CountJob, CountResult, CountUnits, Storage, UnitTotal};
pub use engines::{EngineSelection, MAX_THREADS, available_threads};
pub use error::{Error, JobError};
#[doc(hidden)]
pub use error::{in_chinese, system_text};
pub use ledger::{
    Certificate, ConflictingUnit, FinalResult, Ledger, LedgerError, MAX_UNITS, Machine, Merge,
    Status, Stopwatch, StoreOutcome, count_units, this_process,
};
pub use occupancy::OccupancyJob;
pub use pool::EnginePool;
pub use progress::{Batch, Done, Observer, Phase, Progress, UnitNews};
pub use random::{DrawJob, MAX_QUEENS, MAX_UNIFORM_BY_DEFAULT, RandomMethod, random_seed};
pub use store::Store;
pub use units::UnitsJob;
pub use verdict::UnitState;
pub use wait::detached;
