//! What can go wrong with a campaign, said with what is accepted.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// An error of this crate. Every variant fits one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A plan with more units than a ledger takes.
    #[error("n = {n} has {units} units, too many for a ledger: accepted are at most {max}")]
    TooManyUnits {
        /// The size of the board.
        n: u32,
        /// The units of its plan.
        units: u64,
        /// How many a ledger takes.
        max: u64,
    },
    /// A ledger was to be made where a file is.
    #[error("{} exists already and is left as it is", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("there is no file {} (`bezzel campaign new N FILE` makes one)", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A file that is something else.
    #[error("{} is not a ledger of bezzel or its beginning is damaged; it is left as it is", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A ledger for another n, plan or format.
    #[error("{} is {found}, but wanted is {wanted}; it is left as it is", path.display())]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What this program, or the command, needs.
        wanted: String,
    },
    /// A ledger that contradicts itself.
    #[error("{} is damaged: {what}; it is left as it is", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where, and what does not fit.
        what: String,
    },
    /// The file cannot be read or written now.
    #[error("cannot use {}: {why}", path.display())]
    Storage {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The disk is full. What was written before is not affected.
    #[error("cannot write {}: the disk is full", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// A line that is no unit or no result of this plan.
    #[error("{what}")]
    Line {
        /// What does not fit.
        what: String,
    },
    /// A sound line with a result that cannot be.
    #[error("{what}")]
    Result {
        /// What is expected, and what was found.
        what: String,
    },
    /// A certificate that was changed, or that is not one of this ledger.
    #[error("the certificate does not hold: {what}")]
    Certificate {
        /// What does not fit.
        what: String,
    },
    /// A unit that the plan does not have.
    #[error("n = {n} has no unit {unit}")]
    NoUnit {
        /// The size of the board.
        n: u32,
        /// The unit, by name or number.
        unit: String,
    },
    /// The total was asked for too early.
    #[error(
        "there is no total yet: {done} of {units} units are counted, {conflicts} of them in conflict"
    )]
    Unfinished {
        /// Units with a result.
        done: u64,
        /// All units.
        units: u64,
        /// Units whose results differ.
        conflicts: u64,
    },
    /// An engine that does not do what is asked of it.
    #[error("the engine returned {got} results for {given} units")]
    Engine {
        /// How many units it was given.
        given: usize,
        /// How many results it gave.
        got: usize,
    },
    /// No engine is left.
    #[error("nothing can count any more: {0}")]
    NoEngine(String),
    /// The library says no.
    #[error(transparent)]
    Count(#[from] bezzel::Error),
}

impl Error {
    /// What SQLite says of this file.
    pub(crate) fn of(path: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseCorrupt, DiskFull, NotADatabase};
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(NotADatabase) => Self::Foreign { path },
            Some(DatabaseCorrupt) => Self::Damaged {
                path,
                what: "its pages are not in order".to_owned(),
            },
            Some(DiskFull) => Self::Full { path },
            Some(DatabaseBusy) => Self::Storage {
                path,
                why: "another process holds it for too long".to_owned(),
            },
            _ => Self::Storage {
                path,
                why: error.to_string(),
            },
        }
    }
}
