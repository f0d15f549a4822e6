//! Where the file of a ledger is, and whether its path still leads to it.
//!
//! SQLite names the journal of a file after its path, so a file must be used under one name only.
//! Links are resolved once, when the file is opened. From then on device and inode say whether
//! the path still leads to the same file. Windows neither moves nor removes a file that is open,
//! so nothing is compared there.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::Error;

/// What SQLite adds to the name of a file for its journal.
pub(super) const JOURNAL: &str = "-journal";
/// The same for write-ahead logs, which ledgers do not have: those of earlier formats had.
pub(super) const LOG: &str = "-wal";
/// The same for the index of such a log.
const LOG_INDEX: &str = "-shm";

/// The file of a ledger: its path, and which file that was when it was opened.
#[derive(Debug)]
pub(super) struct Place {
    /// As given, for messages.
    shown: PathBuf,
    /// As given, from the root.
    given: PathBuf,
    /// Without links.
    real: PathBuf,
    identity: Identity,
}

/// What became of a file that is open.
enum Fate {
    /// It has another path now.
    Moved(PathBuf),
    /// It has no path any more, or none that is known.
    Removed,
}

impl Place {
    /// The file at this path. Fails if there is none, if it is not a regular file, or if it has
    /// several names.
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
        // A pipe would keep its reader waiting, and a device never ends.
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

    /// The path without links.
    pub(super) fn real(&self) -> &Path {
        &self.real
    }

    /// Whether another path leads to the file too.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| path == self.real)
    }

    /// Fails with [`Error::Gone`] if the path no longer leads to the file.
    pub(super) fn check(&self) -> Result<(), Error> {
        let leads = |path: &Path| match fs::metadata(path) {
            Ok(found) => Ok(identity(&found) == self.identity),
            Err(error) if is_missing(&error) => Ok(false),
            Err(error) => Err(Error::Storage {
                path: self.shown.clone(),
                why: error.to_string(),
            }),
        };
        if leads(&self.real)? && leads(&self.given)? {
            return Ok(());
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
            // Other systems do not say where it is.
            (false, Fate::Removed) => "moved or removed while it was in use".to_owned(),
        };
        Err(Error::Gone {
            path: self.shown.clone(),
            what,
        })
    }

    /// Whether what was stored is no longer in any file that has a known path.
    pub(super) fn is_lost(&self) -> bool {
        self.check().is_err() && matches!(self.fate(), Fate::Removed)
    }

    fn fate(&self) -> Fate {
        path_of_open_file(self.identity).map_or(Fate::Removed, Fate::Moved)
    }

    /// The file that SQLite keeps beside this one while it writes.
    pub(super) fn journal(&self) -> PathBuf {
        with_suffix(&self.real, JOURNAL)
    }

    /// Fails if there is a write-ahead log beside the file: SQLite would read it as part of the
    /// ledger, which has none.
    pub(super) fn without_log(&self) -> Result<(), Error> {
        for suffix in [LOG, LOG_INDEX] {
            let path = with_suffix(&self.real, suffix);
            if fs::symlink_metadata(&path).is_ok() {
                let what = format!(
                    "is not part of the ledger {} but would be read with it",
                    self.shown.display()
                );
                return Err(Error::Leftover { path, what });
            }
        }
        Ok(())
    }

    /// Tells whether file or journal were written: equal stamps mean that they were not.
    pub(super) fn stamp(&self) -> [Option<(u64, Option<std::time::SystemTime>)>; 2] {
        [self.real.clone(), self.journal()].map(|path| {
            let found = fs::metadata(path).ok()?;
            Some((found.len(), found.modified().ok()))
        })
    }
}

/// Fails if there is anything where a ledger is to be made: a file, or what SQLite would take for
/// the journal or log of a new one.
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

/// Neither the file nor, perhaps, its folder is there.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {}

#[cfg(unix)]
fn links(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

#[cfg(not(unix))]
fn links(_: &Metadata) -> u64 {
    1
}

/// The path that an open file of this process has now, as far as the system tells it.
fn path_of_open_file(identity: Identity) -> Option<PathBuf> {
    let is_it =
        |path: &Path| fs::metadata(path).is_ok_and(|found| self::identity(&found) == identity);
    let mut files = fs::read_dir("/proc/self/fd").ok()?.flatten();
    let open = files.find(|entry| is_it(&entry.path()))?;
    fs::read_link(open.path()).ok().filter(|path| is_it(path))
}
