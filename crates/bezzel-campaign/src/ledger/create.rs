//! Creation of the file of a ledger: it appears at its path complete or not at all.
//!
//! The file is created under another name in the same folder and then renamed. A process that is
//! killed in between leaves that file behind. The file is locked while it is being created, so that
//! the next process that opens or creates the ledger can remove abandoned ones.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use bezzel_count::PLAN_VERSION;
use rusqlite::{Connection, OpenFlags};
use tempfile::NamedTempFile;

use super::place::vacant;
use super::{APPLICATION, FORMAT, Ledger, SQLITE_MAGIC};
use crate::error::{folder, new_file};
use crate::{Error, UnitList};

const SCHEMA: &str = include_str!("schema.sql");
/// Suffix of the name of a file that is being created.
const PARTIAL: &str = ".partial";
/// Number of letters and digits between the name of the ledger and that suffix.
const RANDOM: usize = 6;
/// Maximum number of attempts, each of which fails if another process removes the file.
const MAX_ATTEMPTS: usize = 16;
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
        let storage = |error: std::io::Error| Error::of_io(path, &error);
        without_live_journal(path)?;
        fs::metadata(folder(path)).map_err(|error| Error::Storage {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
        remove_partial(path);
        let file = partial(path)?;
        initialise(file.path(), &units).map_err(|error| Error::of(path, error))?;
        file.as_file().sync_all().map_err(storage)?;
        vacant(path)?;
        file.persist_noclobber(path)
            .map_err(|error| match error.error.kind() {
                ErrorKind::AlreadyExists => Error::AlreadyExists { path: path.into() },
                _ => storage(error.error),
            })?;
        // Windows cannot open folders; it logs changes of their entries.
        #[cfg(unix)]
        File::open(folder(path))
            .and_then(|folder| folder.sync_all())
            .map_err(storage)?;
        Self::connect(path, units)
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

/// Creates a file beside `path` that is locked while it is open.
fn partial(path: &Path) -> Result<NamedTempFile, Error> {
    let failed = |error: std::io::Error| Error::of_io(path, &error);
    let mut builder = new_file();
    let prefix = prefix(path);
    builder.prefix(&prefix).suffix(PARTIAL).rand_bytes(RANDOM);
    for _ in 0..MAX_ATTEMPTS {
        let file = builder
            .tempfile_in(folder(path))
            .map_err(|error| failed(error.kind().into()))?;
        match file.as_file().try_lock() {
            // Another process may have locked the file in order to remove it.
            Err(fs::TryLockError::WouldBlock) => {}
            Ok(()) if !file.path().exists() => {}
            // Without locks on this file system, no process removes such files.
            Ok(()) | Err(fs::TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(Error::Storage {
        path: path.to_owned(),
        why: "other processes keep removing the new file".to_owned(),
    })
}

/// Returns the prefix of the names of files that will become the one at `path`.
fn prefix(path: &Path) -> std::ffi::OsString {
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
}

/// Removes files of killed processes that were creating a ledger at this path. Nothing depends on
/// it, so failures are ignored.
pub(super) fn remove_partial(path: &Path) {
    let Ok(entries) = fs::read_dir(folder(path)) else {
        return;
    };
    let prefix = prefix(path);
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes())
            .and_then(|rest| rest.strip_suffix(PARTIAL.as_bytes()));
        let is_ours = random.is_some_and(|random| {
            random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric)
        });
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_abandoned(&entry.path());
        }
    }
}

/// Removes an incomplete ledger that no process has locked.
fn remove_if_abandoned(path: &Path) {
    let Ok(file) = File::options().read(true).write(true).open(path) else {
        return;
    };
    let mut start = Vec::new();
    let read = (&file).take(16).read_to_end(&mut start);
    let is_beginning = start.is_empty() || start == SQLITE_MAGIC;
    if read.is_ok() && is_beginning && file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
    }
}

/// Writes an empty ledger to an empty file. After a crash the file is not used, so neither a
/// journal nor syncs are needed.
fn initialise(path: &Path, units: &UnitList) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.pragma_update(None, "journal_mode", "MEMORY")?;
    db.pragma_update(None, "synchronous", "OFF")?;
    db.pragma_update(None, "application_id", APPLICATION)?;
    db.pragma_update(None, "user_version", FORMAT)?;
    db.execute_batch(SCHEMA)?;
    db.execute(
        "INSERT INTO campaign VALUES (?, ?, ?, ?)",
        (
            units.plan().n(),
            PLAN_VERSION,
            units.plan().len() as i64,
            units.fingerprint(),
        ),
    )?;
    db.close().map_err(|(_, error)| error)
}
