//! Errors of ledgers, with what was expected.

use std::io;
use std::path::{Path, PathBuf};

use bezzel::counted;
use thiserror::Error;

/// An error of a ledger. Every message fits one line. A path is that of the file, and a text after it
/// describes the fault.
///
/// ```
/// use bezzel_run::{Ledger, LedgerError};
/// let error = Ledger::open("missing.bezzel".as_ref()).err().unwrap();
/// assert!(matches!(error, LedgerError::NotFound { .. }));
/// assert_eq!(error.to_string(), "missing.bezzel: file not found; `bezzel count N --save FILE` starts a new count");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// A plan with more units than a ledger, or a draw, accepts.
    #[error(
        "expected at most {}, found {units} for n = {n}: their results are too many",
        counted(max, "unit")
    )]
    TooManyUnits {
        /// Number of rows and columns of the board.
        n: u32,
        /// Number of units of its plan.
        units: u64,
        /// The largest accepted number of units.
        max: u64,
    },
    /// A ledger to be created where a file exists.
    #[error("{}: file exists; it was not changed", .0.display())]
    AlreadyExists(PathBuf),
    /// A file that does not exist.
    #[error("{}: file not found; `bezzel count N --save FILE` starts a new count", .0.display())]
    NotFound(PathBuf),
    /// A file of another type.
    #[error("{path}: expected a bezzel ledger, found {1}; the file was not changed", path = .0.display())]
    NotALedger(PathBuf, &'static str),
    /// A ledger for another board.
    #[error("{}: expected a ledger for {wanted}, found one for {found}; the file was not changed", path.display())]
    OtherBoard {
        /// The ledger that was opened.
        path: PathBuf,
        /// The n of the ledger, with its board in one word if there are constraints.
        found: String,
        /// The n of the count, with its board in one word if there are constraints.
        wanted: String,
    },
    /// An open ledger whose path no longer leads to its file, or whose content was changed.
    #[error("{path} was {1}", path = .0.display())]
    Gone(PathBuf, String),
    /// A failed run whose results were written to another file.
    #[error(
        "{error}; {} saved in {}, which {import}",
        counted(results, "result"),
        path.display()
    )]
    Rescued {
        /// The failure that ended the run.
        error: Box<Self>,
        /// The new ledger that contains the results.
        path: PathBuf,
        /// Number of results that were saved there.
        results: u64,
        /// The command that imports them, with its verb.
        import: &'static str,
    },
    /// A file that another process has locked for too long, or until the user stopped the wait.
    #[error("cannot use {}: another process keeps it locked", .0.display())]
    Locked(PathBuf),
    /// A file on a system without locks.
    #[error(
        "cannot write {path}: processes that share a ledger need file locks, which fail here ({1}): \
         use a local disk, and `bezzel ledger merge` to join the ledgers of several machines",
        path = .0.display()
    )]
    NoLocks(PathBuf, String),
    /// A file that cannot be read or written now.
    #[error("cannot use {path}: {1}", path = .0.display())]
    Storage(PathBuf, io::Error),
    /// A file, folder or file system that must not be written.
    #[error(
        "cannot write {}: the file, its folder or its disk is read-only (`bezzel ledger status` and \
         `certificate` only read)",
        .0.display()
    )]
    ReadOnly(PathBuf),
    /// A file that cannot grow now: the disk is full, or its quota is used up. Earlier writes are not
    /// affected.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Full(PathBuf, &'static str),
    /// A file that this process may not let grow, however long it waits. Earlier writes are not affected.
    #[error("cannot write {path}: the limit on the size of files is reached (`ulimit -f` shows it)", path = .0.display())]
    TooLarge(PathBuf),
    /// A line that is not a result of this plan.
    #[error("{0}")]
    Line(String),
    /// A certificate that was changed or does not match the ledger.
    #[error("invalid certificate: {0}")]
    Certificate(String),
    /// Results whose sum fails its checks.
    #[error(
        "{0}: a result is wrong; `bezzel ledger verify --fraction 100%` recounts all units and names it"
    )]
    WrongTotal(String),
    /// A unit that the plan does not contain.
    #[error("expected a unit of n = {n}, found {unit}")]
    NoUnit {
        /// Number of rows and columns of the board.
        n: u32,
        /// The unit, by name or index.
        unit: String,
    },
    /// A ledger without a total, because units are missing or in conflict.
    #[error(
        "no total yet: {done} of {} counted, {conflicts} in conflict{}{}",
        counted(units, "unit"),
        next(done < units, format!("`bezzel count --save {}` continues the count", path.display())),
        next(*conflicts > 0, format!("`bezzel ledger verify {} --resolve` resolves them", path.display()))
    )]
    Unfinished {
        /// The file of the ledger.
        path: PathBuf,
        /// Number of units with a result.
        done: u64,
        /// Number of all units of the plan.
        units: u64,
        /// Number of units whose results differ.
        conflicts: u64,
    },
    /// An error of the colour-split counter.
    #[error(transparent)]
    Count(bezzel_count::Error),
}

/// Returns what the user can do, if it applies.
fn next(applies: bool, command: String) -> String {
    match applies {
        true => format!("; {command}"),
        false => String::new(),
    }
}

impl From<bezzel_count::Error> for LedgerError {
    fn from(error: bezzel_count::Error) -> Self {
        match error {
            bezzel_count::Error::Line(what) => Self::Line(what),
            error => Self::Count(error),
        }
    }
}

impl LedgerError {
    /// Returns true if another process kept the file locked.
    pub fn is_locked(&self) -> bool {
        match self {
            Self::Locked { .. } => true,
            Self::Rescued { error, .. } => error.is_locked(),
            _ => false,
        }
    }

    /// Converts a failure that the system reports for this file.
    pub(crate) fn of_io(path: &Path, error: io::Error) -> Self {
        use io::ErrorKind::{
            FileTooLarge, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
            StorageFull,
        };
        let path = path.to_owned();
        match error.kind() {
            NotFound => Self::NotFound(path),
            StorageFull => Self::Full(path, "the disk is full"),
            QuotaExceeded => Self::Full(path, "the quota of the disk is used up"),
            FileTooLarge => Self::TooLarge(path),
            ReadOnlyFilesystem | PermissionDenied => Self::ReadOnly(path),
            _ => Self::Storage(path, error),
        }
    }
}
