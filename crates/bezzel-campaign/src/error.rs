//! What can go wrong with a campaign, said with what is accepted.

use std::io;
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
    AlreadyExists {
        /// The file.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("there is no file {} (`bezzel campaign new N FILE` makes one)", path.display())]
    NotFound {
        /// The file.
        path: PathBuf,
    },
    /// A file that is something else.
    #[error("{} is not a ledger of bezzel or its beginning is damaged; it is left as it is", path.display())]
    NotALedger {
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
    #[error(
        "{} is damaged: {what}; it is left as it is, and `bezzel campaign recover` makes a new \
         ledger of what is sound in it",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where, and what does not fit.
        what: String,
    },
    /// A ledger with several names, each of which would have a journal of its own.
    #[error(
        "{} is one of {links} hard links to the same file, which cannot be used safely: remove \
         the other names, or use a copy",
        path.display()
    )]
    SeveralNames {
        /// The file.
        path: PathBuf,
        /// The number of its names.
        links: u64,
    },
    /// A journal that does not belong to the ledger beside it, or to no ledger at all.
    #[error("{} {what}: move it away or remove it", path.display())]
    Leftover {
        /// The file that was left.
        path: PathBuf,
        /// Where it comes from.
        what: String,
    },
    /// A process died while it wrote, and nobody has undone what it did not finish.
    #[error(
        "a process has died while it wrote {}: any command that writes, such as `bezzel campaign \
         run`, undoes what it did not finish",
        path.display()
    )]
    UnfinishedWrite {
        /// The file.
        path: PathBuf,
    },
    /// The path of an open ledger no longer leads to its file.
    #[error("{} was {what}", path.display())]
    Gone {
        /// The path.
        path: PathBuf,
        /// What became of the file, and where it is now if that is known.
        what: String,
    },
    /// A run failed. Its results were written to another file.
    #[error(
        "{error}; {results} results are in {}, which `bezzel campaign merge` imports",
        path.display()
    )]
    Rescued {
        /// Why it failed.
        error: Box<Self>,
        /// The file of result lines.
        path: PathBuf,
        /// The number of results in it.
        results: u64,
    },
    /// A run failed, and results of it could not be written anywhere.
    #[error("{error}; {results} are lost ({why}): their units must be counted again")]
    Lost {
        /// Why it failed.
        error: Box<Self>,
        /// How many results.
        results: String,
        /// Why they could not be written.
        why: String,
    },
    /// The file cannot be read or written now.
    #[error("cannot use {}: {why}", path.display())]
    Storage {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file, its folder or its file system must not be written.
    #[error(
        "cannot write {}: the file, its folder or its disk is read-only (`status`, `export` and \
         `certificate` need no more than that)",
        path.display()
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full. What was written before is not affected.
    #[error("cannot write {}: the disk is full", path.display())]
    DiskFull {
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
    NoEngineLeft(String),
    /// The library says no.
    #[error(transparent)]
    Count(#[from] bezzel_count::Error),
}

impl Error {
    /// The error for a failure that SQLite reports about this file.
    pub(crate) fn of(path: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            CannotOpen, ConstraintViolation, DatabaseBusy, DatabaseCorrupt, DiskFull, NotADatabase,
            PermissionDenied, ReadOnly, SystemIoFailure, Unknown,
        };
        let storage = |why: String| Self::Storage {
            path: path.to_owned(),
            why,
        };
        let extended = error.sqlite_error().map(|error| error.extended_code);
        if extended == Some(rusqlite::ffi::SQLITE_READONLY_ROLLBACK) {
            return Self::UnfinishedWrite { path: path.into() };
        }
        match error.sqlite_error_code() {
            Some(NotADatabase) => Self::NotALedger { path: path.into() },
            Some(DatabaseCorrupt) => Self::Damaged {
                path: path.into(),
                what: "its pages are not in order".to_owned(),
            },
            Some(DiskFull) => Self::DiskFull { path: path.into() },
            Some(ReadOnly) => Self::ReadOnly { path: path.into() },
            Some(DatabaseBusy) => storage("another process holds it for too long".to_owned()),
            // SQLite does not say why. A file that is written beside it fails for the same reason.
            Some(CannotOpen | PermissionDenied | SystemIoFailure) => {
                Self::beside(path).unwrap_or_else(|| storage(error.to_string()))
            }
            // What is asked is always the same, so the file does not have what it should have.
            None | Some(Unknown | ConstraintViolation) => Self::Damaged {
                path: path.into(),
                what: error.to_string(),
            },
            Some(_) => storage(error.to_string()),
        }
    }

    /// The error for a failure that the system reports about this file.
    pub(crate) fn of_io(path: &Path, error: &io::Error) -> Self {
        use io::ErrorKind::{
            FileTooLarge, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
            StorageFull,
        };
        let path = path.to_owned();
        match error.kind() {
            NotFound => Self::NotFound { path },
            StorageFull | QuotaExceeded | FileTooLarge => Self::DiskFull { path },
            ReadOnlyFilesystem | PermissionDenied => Self::ReadOnly { path },
            _ => Self::Storage {
                path,
                why: error.to_string(),
            },
        }
    }

    /// Why nothing can be written beside this file; `None` if something can.
    fn beside(path: &Path) -> Option<Self> {
        static ENOUGH: [u8; 1 << 16] = [0; 1 << 16];
        let tried = tempfile::tempfile_in(folder(path)).and_then(|mut file| {
            io::Write::write_all(&mut file, &ENOUGH)?;
            file.sync_all()
        });
        match Self::of_io(path, &tried.err()?) {
            full_or_read_only @ (Self::DiskFull { .. } | Self::ReadOnly { .. }) => {
                Some(full_or_read_only)
            }
            _ => None,
        }
    }
}

/// Makes files that have the permissions of any new file, which are what the umask leaves.
pub(crate) fn new_file<'a>() -> tempfile::Builder<'a, 'a> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

/// The folder in which a file is.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
