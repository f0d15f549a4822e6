//! Errors of campaigns, with what was expected.

use std::io;
use std::path::{Path, PathBuf};

use bezzel::counted;
use thiserror::Error;

/// An error of this crate. Every message fits one line. A path is that of the file, and a text after it
/// describes the fault.
///
/// ```
/// use bezzel_campaign::{Error, Ledger};
/// let error = Ledger::open("missing.bezzel".as_ref()).err().unwrap();
/// assert!(matches!(error, Error::NotFound { .. }));
/// assert_eq!(
///     error.to_string(),
///     "missing.bezzel: file not found; create it with `bezzel campaign new N FILE`"
/// );
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A plan with more units than a ledger accepts.
    #[error(
        "expected at most {}, found {units} for n = {n}: too many for a ledger",
        counted(max, "unit")
    )]
    TooManyUnits {
        /// The size of the board.
        n: u32,
        /// Number of units of its plan.
        units: u64,
        /// Maximum number of units of a ledger.
        max: u64,
    },
    /// A ledger to be created where a file exists.
    #[error("{}: file exists; it was not changed", .0.display())]
    AlreadyExists(PathBuf),
    /// A file that does not exist.
    #[error("{}: file not found; create it with `bezzel campaign new N FILE`", .0.display())]
    NotFound(PathBuf),
    /// A file of another type.
    #[error(
        "{}: expected a bezzel ledger, found another file type or a damaged header; the file was \
         not changed",
        .0.display()
    )]
    NotALedger(PathBuf),
    /// A ledger for another n, plan or format.
    #[error("{}: expected {wanted}, found {found}; the file was not changed", path.display())]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// The content of the file.
        found: String,
        /// The content that the program or the command needs.
        wanted: String,
    },
    /// A ledger that contradicts itself.
    #[error(
        "{path} is damaged: {1}; the file was not changed, and `bezzel campaign recover` copies its \
         valid results to a new ledger",
        path = .0.display()
    )]
    Damaged(PathBuf, String),
    /// A damaged ledger of which nothing can be copied.
    #[error("{path}: nothing can be recovered: {1}; no ledger was created", path = .0.display())]
    Unrecoverable(PathBuf, String),
    /// A damaged ledger whose policy is unknown.
    #[error(
        "{path}: {1}, and without it the new ledger would accept what the campaign rejected; \
         `bezzel campaign recover --without-policy` recovers the results into a ledger that accepts \
         results of anyone",
        path = .0.display()
    )]
    PolicyLost(PathBuf, String),
    /// An open ledger whose path no longer leads to its file.
    #[error("{path} was {1}", path = .0.display())]
    Gone(PathBuf, String),
    /// A failed run whose results were written to another file.
    #[error(
        "{error}; {} saved in {}, which `bezzel campaign merge` imports",
        counted(results, "result"),
        path.display()
    )]
    Rescued {
        /// The failure.
        error: Box<Self>,
        /// The file of result lines.
        path: PathBuf,
        /// Results that the copy has.
        results: u64,
    },
    /// A failed run whose results could not be written anywhere.
    #[error("{error}; lost, so that their units must be recounted: {results} ({why})")]
    Lost {
        /// The failure.
        error: Box<Self>,
        /// The lost results.
        results: String,
        /// The reason why they could not be written.
        why: String,
    },
    /// A file that another process has locked for too long, or until the user stopped the wait.
    #[error("cannot use {}: another process keeps it locked", .0.display())]
    Locked(PathBuf),
    /// A file that cannot be read or written now.
    #[error("cannot use {path}: {1}", path = .0.display())]
    Storage(PathBuf, String),
    /// A file, folder or file system that must not be written.
    #[error(
        "cannot write {}: the file, its folder or its disk is read-only (`status`, `export` and \
         `certificate` only read)",
        .0.display()
    )]
    ReadOnly(PathBuf),
    /// A full disk. Earlier writes are not affected.
    #[error("cannot write {}: the disk is full", .0.display())]
    DiskFull(PathBuf),
    /// A line that is not a unit or a result of this plan.
    #[error("{0}")]
    Line(String),
    /// A valid line with an impossible result.
    #[error("{0}")]
    Result(String),
    /// A certificate that was changed or does not match the ledger.
    #[error("invalid certificate: {0}")]
    Certificate(String),
    /// A key, a list of authors, a policy or a withdrawal that is not possible.
    #[error("{0}")]
    Invalid(String),
    /// A result that the policy of the campaign does not accept.
    #[error("{0}")]
    NotAccepted(String),
    /// A campaign without a total, because units lack what its policy demands.
    #[error(
        "no total yet: {missing} of {} without the results that the policy of the campaign \
         demands; `bezzel campaign status` lists them, `bezzel campaign export` writes them",
        counted(units, "unit")
    )]
    PolicyUnmet {
        /// Number of units that need more results.
        missing: u64,
        /// Units of the plan.
        units: u64,
    },
    /// Results whose sum fails its checks.
    #[error(
        "{0}: a result is wrong; `bezzel campaign verify --fraction 100%` recounts all units that \
         were not counted here and names it, `bezzel campaign verify --again --author AUTHOR` recounts \
         those of one author"
    )]
    WrongTotal(String),
    /// A unit that the plan does not contain.
    #[error("expected a unit of n = {n}, found {unit}")]
    NoUnit {
        /// The size of the board.
        n: u32,
        /// The unit, by name or index.
        unit: String,
    },
    /// A campaign without a total, because units are missing or in conflict.
    #[error(
        "no total yet: {done} of {} counted, {conflicts} in conflict; continue with `bezzel \
         campaign run`, resolve conflicts with `verify --resolve`",
        counted(units, "unit")
    )]
    Unfinished {
        /// Number of units with a result.
        done: u64,
        /// Units of the plan.
        units: u64,
        /// Number of units whose results differ.
        conflicts: u64,
    },
    /// An engine that returned a wrong number of results.
    #[error("expected {} from the engine, found {got}", counted(given, "result"))]
    Engine {
        /// Number of units given to it.
        given: usize,
        /// Number of results.
        got: usize,
    },
    /// An error of the colour-split counter.
    #[error(transparent)]
    Count(#[from] bezzel_count::Error),
}

impl Error {
    /// Returns true if another process kept the file locked.
    pub fn is_locked(&self) -> bool {
        match self {
            Self::Locked { .. } => true,
            Self::Rescued { error, .. } | Self::Lost { error, .. } => error.is_locked(),
            _ => false,
        }
    }

    /// Converts a failure that the system reports for this file.
    pub(crate) fn of_io(path: &Path, error: &io::Error) -> Self {
        use io::ErrorKind::{
            FileTooLarge, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
            StorageFull,
        };
        let path = path.to_owned();
        match error.kind() {
            NotFound => Self::NotFound(path),
            StorageFull | QuotaExceeded | FileTooLarge => Self::DiskFull(path),
            ReadOnlyFilesystem | PermissionDenied => Self::ReadOnly(path),
            _ => Self::Storage(path, error.to_string()),
        }
    }
}

/// Creates files with the permissions of any new file, as the umask leaves them.
pub(crate) fn new_file<'a>() -> tempfile::Builder<'a, 'a> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "no permissions to set"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

/// Returns the folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
