//! Errors of a count.

use std::path::PathBuf;

use bezzel_count::UnitResult;
use thiserror::Error;

/// An error of this crate. Every message fits one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A method cannot count this n, or has failed.
    #[error(transparent)]
    Method(#[from] bezzel::Error),
    /// The record counter cannot count this n, or an engine is missing.
    #[error(transparent)]
    Count(#[from] bezzel_count::Error),
    /// The run or its ledger has failed.
    #[error(transparent)]
    Campaign(#[from] bezzel_campaign::Error),
    /// The two routes of a double check differ.
    #[error(
        "the double check of unit {unit} failed: {} of {} joined pairs by the direct route, {} of \
         {} by the exchanged route",
        direct.value, direct.joined, exchanged.value, exchanged.joined
    )]
    DoubleCheck {
        /// The unit, by name.
        unit: String,
        /// The result of the direct route.
        direct: Box<UnitResult>,
        /// The result of the exchanged route.
        exchanged: Box<UnitResult>,
    },
    /// A ledger has units in conflict.
    #[error(
        "the results of unit {unit} differ: resolve the conflict with `bezzel campaign verify {} \
         --resolve`",
        path.display()
    )]
    Conflict {
        /// The first unit in conflict, by name.
        unit: String,
        /// The ledger.
        path: PathBuf,
    },
    /// The system provides no thread.
    #[error("the system gives no more threads: {0}")]
    Thread(String),
    /// A thread panicked.
    #[error("a thread failed: this is a bug")]
    Panicked,
}
