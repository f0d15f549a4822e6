//! Making the file of a ledger: it appears at its path complete or not at all.
//!
//! It is made under another name in the same folder and then renamed. A process that is killed
//! meanwhile leaves that file behind. While a file is being made it is locked, so that the next
//! process that opens or makes the ledger knows which of them to remove.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use bezzel_count::PLAN_VERSION;
use rusqlite::{Connection, OpenFlags};
use tempfile::NamedTempFile;

use super::place::vacant;
use super::{APPLICATION, FORMAT, Ledger};
use crate::error::{folder, new_file};
use crate::{Error, UnitList};

const SCHEMA: &str = include_str!("schema.sql");
/// What the name of a file that is being made ends with.
const PARTIAL: &str = ".partial";
/// Letters and digits between the name of the ledger and that ending.
const RANDOM: usize = 6;
/// How often another file is made if the first one is removed by another process.
const MAX_ATTEMPTS: usize = 16;
/// How long a journal is taken for one that is in use.
const JOURNAL_TIMEOUT: Duration = Duration::from_millis(500);
/// How often it is looked at.
const JOURNAL_POLL_INTERVAL: Duration = Duration::from_millis(10);

impl Ledger {
    /// Makes the ledger of a campaign for n queens. Fails if there is such a file.
    pub fn create(path: &Path, n: u32) -> Result<Self, Error> {
        without_live_journal(path)?;
        Self::create_for(path, UnitList::new(n)?)
    }

    /// Makes the ledger of a campaign for these units, within milliseconds. Fails if there is
    /// such a file, or a journal that would damage it.
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
        // Windows opens no folders, and keeps their entries in a log of its own.
        #[cfg(unix)]
        File::open(folder(path))
            .and_then(|folder| folder.sync_all())
            .map_err(storage)?;
        Self::connect(path, units)
    }
}

/// Fails like [`vacant`], but not at once if there is a journal: a process that writes to a file
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

/// A new file beside `path`, locked for as long as it is open.
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
            // Whoever removes such files may have come between the two.
            Err(fs::TryLockError::WouldBlock) => {}
            Ok(()) if !file.path().exists() => {}
            // Where the file system has no locks, none of them is removed.
            Ok(()) | Err(fs::TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(Error::Storage {
        path: path.to_owned(),
        why: "other processes remove each file that is to become it".to_owned(),
    })
}

/// What the names of files begin with that are to become the one at `path`.
fn prefix(path: &Path) -> std::ffi::OsString {
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
}

/// Removes what killed processes left that were making a ledger at this path. Nothing depends on
/// it, so that failures are ignored.
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

/// Removes the beginning of a ledger that no process has locked.
fn remove_if_abandoned(path: &Path) {
    let Ok(file) = File::options().read(true).write(true).open(path) else {
        return;
    };
    let mut start = Vec::new();
    let read = (&file).take(16).read_to_end(&mut start);
    let is_beginning = start.is_empty() || start == b"SQLite format 3\0";
    if read.is_ok() && is_beginning && file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
    }
}

/// Writes an empty ledger into an empty file. A crash leaves a file that is not used, so that
/// neither a journal nor syncs are needed.
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
