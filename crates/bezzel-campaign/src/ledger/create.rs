//! Creation of the file of a ledger: it appears at its path complete or not at all.
//!
//! The file is created as a [partial file](crate::partial) and then renamed. Processes that open or
//! create the ledger remove those that killed processes have left.

use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bezzel_count::PLAN_VERSION;
use rusqlite::{Connection, OpenFlags};
use tempfile::NamedTempFile;

use super::place::{Place, vacant};
use super::policy::store_policy;
use super::schema::{self, FORMAT};
use super::{APPLICATION, Ledger, SQLITE_MAGIC};
use crate::error::folder;
use crate::{Error, Policy, UnitList, partial};

/// Maximum time that a process which still uses a removed file may keep its journal.
const JOURNAL_TIMEOUT: Duration = Duration::from_millis(500);
/// Interval at which such a journal is looked for.
const JOURNAL_POLL_INTERVAL: Duration = Duration::from_millis(10);

impl Ledger {
    /// Creates the ledger of a campaign for n queens. Fails if the file exists.
    pub fn create(path: &Path, n: u32) -> Result<Self, Error> {
        without_live_journal(path)?;
        Self::create_for(path, UnitList::new(n)?)
    }

    /// Creates the ledger of a campaign for these units, within milliseconds. Fails if the file
    /// exists, or if there is a journal that would damage it.
    pub fn create_for(path: &Path, units: UnitList) -> Result<Self, Error> {
        Self::create_with(path, units, Policy::default())
    }

    /// Does the same for a campaign with this policy. Fails if no campaign can have it.
    pub fn create_with(path: &Path, units: UnitList, policy: Policy) -> Result<Self, Error> {
        Draft::new(path, units, policy)?.finish()
    }
}

/// A ledger in a partial file, which appears at its path when it is complete.
pub(super) struct Draft {
    /// Nobody else reads or writes it.
    pub(super) ledger: Ledger,
    path: PathBuf,
    file: NamedTempFile,
}

impl Draft {
    /// Creates an empty ledger. Fails if there is a file at the path, or a journal that would damage
    /// the new one.
    pub(super) fn new(path: &Path, units: UnitList, policy: Policy) -> Result<Self, Error> {
        let policy = policy.check()?;
        without_live_journal(path)?;
        fs::metadata(folder(path)).map_err(|error| Error::Storage {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
        remove_partial(path);
        let file = partial::create(path).map_err(|error| Error::of_io(path, &error))?;
        let db =
            initialise(file.path(), &units, &policy).map_err(|error| Error::of(path, error))?;
        let mut ledger = Ledger::of_connection(path, Place::of(file.path())?, units, db);
        ledger.policy = policy;
        Ok(Self {
            ledger,
            path: path.to_owned(),
            file,
        })
    }

    /// Moves the file to its path and opens it there. Fails if there is a file now.
    pub(super) fn finish(self) -> Result<Ledger, Error> {
        let Self { ledger, path, file } = self;
        let (units, policy) = (ledger.units.clone(), ledger.policy.clone());
        drop(ledger);
        let storage = |error: std::io::Error| Error::of_io(&path, &error);
        file.as_file().sync_all().map_err(storage)?;
        vacant(&path)?;
        file.persist_noclobber(&path)
            .map_err(|error| match error.error.kind() {
                ErrorKind::AlreadyExists => Error::AlreadyExists { path: path.clone() },
                _ => storage(error.error),
            })?;
        // Windows cannot open folders; it logs changes of their entries.
        #[cfg(unix)]
        File::open(folder(&path))
            .and_then(|folder| folder.sync_all())
            .map_err(storage)?;
        Ledger::connect(&path, units, policy)
    }
}

/// Fails like [`vacant`], but waits for a journal to disappear: a process that writes to a file
/// which was removed from this path has one for some milliseconds.
fn without_live_journal(path: &Path) -> Result<(), Error> {
    let until = Instant::now() + JOURNAL_TIMEOUT;
    loop {
        match vacant(path) {
            Err(Error::Leftover { .. }) if Instant::now() < until => {
                std::thread::sleep(JOURNAL_POLL_INTERVAL);
            }
            done => return done,
        }
    }
}

/// Removes what killed processes have left that were creating a ledger at this path.
pub(super) fn remove_partial(path: &Path) {
    partial::remove_abandoned(path, |file| {
        let mut start = Vec::new();
        let read = file.take(SQLITE_MAGIC.len() as u64).read_to_end(&mut start);
        read.is_ok() && (start.is_empty() || start == SQLITE_MAGIC)
    });
}

/// Writes an empty ledger to an empty file and returns the connection. After a crash the file is not
/// used, so neither a journal nor syncs are needed.
fn initialise(path: &Path, units: &UnitList, policy: &Policy) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.pragma_update(None, "journal_mode", "MEMORY")?;
    db.pragma_update(None, "synchronous", "OFF")?;
    db.pragma_update(None, "application_id", APPLICATION)?;
    schema::create(&db, FORMAT)?;
    if let Some(constraint) = units.plan().constraint() {
        db.execute("INSERT INTO board VALUES (?)", [constraint])?;
    }
    db.execute(
        "INSERT INTO campaign VALUES (?, ?, ?, ?)",
        (
            units.plan().n(),
            PLAN_VERSION,
            units.plan().len() as i64,
            units.fingerprint(),
        ),
    )?;
    store_policy(&db, policy)?;
    Ok(db)
}
