//! The location of the file of a ledger, and the check that its path still leads to it.
//!
//! SQLite derives the name of a journal from the path of the file, so a file must be used under one
//! name only. Links are resolved once, when the file is opened. Afterwards device and inode show
//! whether the path still leads to the same file. Windows neither moves nor removes an open file,
//! so nothing is compared there.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::Error;

/// Suffix of the journal of SQLite.
pub(super) const JOURNAL: &str = "-journal";
/// Suffix of a write-ahead log, which only ledgers of earlier formats have.
pub(super) const LOG: &str = "-wal";
/// Suffix of the index of such a log.
const LOG_INDEX: &str = "-shm";

/// Length and time of the last change of a file.
pub(super) type Stamp = (u64, Option<std::time::SystemTime>);

/// The file of a ledger: its path and its identity when it was opened.
#[derive(Debug)]
pub(super) struct Place {
    /// The path as given, for messages.
    shown: PathBuf,
    /// The path as given, made absolute.
    given: PathBuf,
    /// The path without links.
    real: PathBuf,
    identity: Identity,
}

/// The new location of an open file.
enum Fate {
    /// Another path.
    Moved(PathBuf),
    /// No path, or none that is known.
    Removed,
}

impl Place {
    /// Locates the file at this path. Fails if it does not exist, is not a regular file, or has
    /// several hard links.
    pub(super) fn of(path: &Path) -> Result<Self, Error> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => Error::NotFound { path: path.into() },
            _ => Error::Storage {
                path: path.into(),
                why: error.to_string(),
            },
        };
        let given = std::path::absolute(path).map_err(failed)?;
        let found = fs::metadata(&given).map_err(failed)?;
        // Reading a pipe would block, and a device has no end.
        if !found.is_file() {
            return Err(Error::NotALedger { path: path.into() });
        }
        let links = links(&found);
        if links > 1 {
            return Err(Error::SeveralNames {
                path: path.into(),
                links,
            });
        }
        Ok(Self {
            shown: path.to_owned(),
            real: fs::canonicalize(&given).map_err(failed)?,
            given,
            identity: identity(&found),
        })
    }

    /// Returns the path without links.
    pub(super) fn real(&self) -> &Path {
        &self.real
    }

    /// Returns true if this path leads to the file too.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| path == self.real)
    }

    /// Returns the stamp of the file. Fails with [`Error::Gone`] if the path no longer leads to it.
    pub(super) fn check(&self) -> Result<Stamp, Error> {
        let leads = |path: &Path| match fs::metadata(path) {
            Ok(found) => Ok(Some(found).filter(|found| identity(found) == self.identity)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(Error::Storage {
                path: self.shown.clone(),
                why: error.to_string(),
            }),
        };
        if let (Some(found), Some(_)) = (leads(&self.real)?, leads(&self.given)?) {
            return Ok(stamp(&found));
        }
        let is_replaced = self.real.exists() || self.given.exists();
        let what = match (is_replaced, self.fate()) {
            (true, Fate::Moved(to)) => format!(
                "replaced by another file while it was in use: its stored results are in {}",
                to.display()
            ),
            (true, Fate::Removed) => "replaced by another file while it was in use".to_owned(),
            (false, Fate::Moved(to)) => format!(
                "moved to {} while it was in use: its stored results are there",
                to.display()
            ),
            (false, Fate::Removed) if cfg!(target_os = "linux") => {
                "removed while it was in use".to_owned()
            }
            // Only Linux reports the new path.
            (false, Fate::Removed) => "moved or removed while it was in use".to_owned(),
        };
        Err(Error::Gone {
            path: self.shown.clone(),
            what,
        })
    }

    /// Returns true if the stored results are no longer in any file with a known path.
    pub(super) fn is_lost(&self) -> bool {
        self.check().is_err() && matches!(self.fate(), Fate::Removed)
    }

    fn fate(&self) -> Fate {
        path_of_open_file(self.identity).map_or(Fate::Removed, Fate::Moved)
    }

    /// Returns the path of the journal, which exists while SQLite writes.
    pub(super) fn journal(&self) -> PathBuf {
        with_suffix(&self.real, JOURNAL)
    }

    /// Fails if something else than a file has the name of the journal.
    pub(super) fn check_journal(&self) -> Result<(), Error> {
        let path = self.journal();
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            let what = format!(
                "has the name of the journal of {} but is not a regular file",
                self.shown.display()
            );
            return Err(Error::Leftover { path, what });
        }
        Ok(())
    }

    /// Fails if there is a write-ahead log beside the file: SQLite would read it as part of the
    /// ledger, which has none.
    pub(super) fn without_log(&self) -> Result<(), Error> {
        for suffix in [LOG, LOG_INDEX] {
            let path = with_suffix(&self.real, suffix);
            if fs::symlink_metadata(&path).is_ok() {
                let what = format!(
                    "does not belong to the ledger {} but would be read with it",
                    self.shown.display()
                );
                return Err(Error::Leftover { path, what });
            }
        }
        Ok(())
    }

    /// Returns lengths and times of the file and its journal: equal stamps mean that neither was
    /// written.
    pub(super) fn stamps(&self) -> [Option<Stamp>; 2] {
        let paths = [self.real.clone(), self.journal()];
        paths.map(|path| fs::metadata(path).ok().as_ref().map(stamp))
    }
}

pub(super) fn stamp(found: &Metadata) -> Stamp {
    (found.len(), found.modified().ok())
}

/// Fails if there is anything at the path of a new ledger: a file, or a journal or log that SQLite
/// would apply to it.
pub(super) fn vacant(path: &Path) -> Result<(), Error> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(Error::AlreadyExists { path: path.into() });
    }
    for suffix in [JOURNAL, LOG, LOG_INDEX] {
        let left = with_suffix(path, suffix);
        if fs::symlink_metadata(&left).is_ok() {
            return Err(Error::Leftover {
                path: left,
                what: "was left by an earlier file and would damage a new one".to_owned(),
            });
        }
    }
    Ok(())
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Returns true if the file, or its folder, does not exist.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(unix)]
pub(super) type Identity = (u64, u64);
#[cfg(not(unix))]
pub(super) type Identity = ();

#[cfg(unix)]
pub(super) fn identity(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
pub(super) fn identity(_: &Metadata) -> Identity {}

#[cfg(unix)]
fn links(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

#[cfg(not(unix))]
fn links(_: &Metadata) -> u64 {
    1
}

/// Returns the current path of an open file of this process, if the system reports it.
fn path_of_open_file(identity: Identity) -> Option<PathBuf> {
    let is_it =
        |path: &Path| fs::metadata(path).is_ok_and(|found| self::identity(&found) == identity);
    let mut files = fs::read_dir("/proc/self/fd").ok()?.flatten();
    let open = files.find(|entry| is_it(&entry.path()))?;
    fs::read_link(open.path()).ok().filter(|path| is_it(path))
}
