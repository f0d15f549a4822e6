//! Opening a ledger: a complete check before anything is written.
//!
//! The check uses a read-only connection. A process that is killed while it writes leaves a
//! journal, with which SQLite undoes the unfinished transaction. This is tried on a copy first, so
//! that a rejected file does not change and ledgers in read-only folders can be read.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use bezzel_count::PLAN_VERSION;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use tempfile::TempDir;

use super::create::remove_partial;
use super::memory::Memory;
use super::place::{JOURNAL, LOG, Place, with_suffix};
use super::repair;
use super::schema::{self, FORMAT, OLDEST_FORMAT, stored_constraint};
use super::waits::wait_for_lock;
use super::{APPLICATION, Ledger};
use crate::units::shortened;
use crate::{Error, UnitList};

/// Maximum number of attempts of a read while other processes write.
const MAX_ATTEMPTS: u32 = 100;
/// Time between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

impl Ledger {
    /// Opens a ledger for reading and writing, and checks all of it. A file that fails a check is
    /// not changed.
    pub fn open(path: &Path) -> Result<Self, Error> {
        // Incomplete files lie beside the file itself, not beside a link to it.
        if let Ok(real) = fs::canonicalize(path) {
            remove_partial(&real);
        }
        let sound = Self::open_and_check(path, true)?;
        // The check may have read a copy.
        let place = Place::of(path)?;
        if sound.copy.is_none() {
            sound.place.check()?;
        }
        let db = writer(&place).map_err(|error| match Error::of(path, error) {
            // The journal cannot be applied because the file cannot be written.
            Error::UnfinishedWrite { path } => Error::ReadOnly { path },
            other => other,
        })?;
        let is_read_only = db.is_readonly("main");
        if is_read_only.map_err(|error| Error::of(path, error))? {
            return Err(Error::ReadOnly { path: path.into() });
        }
        // This read makes SQLite undo the unfinished transaction.
        let undone = db.query_row("SELECT n FROM campaign", (), |row| row.get::<_, u32>(0));
        undone.map_err(|error| Error::of(path, error))?;
        let header = (sound.units.clone(), sound.policy.clone());
        let memory = sound.memory.take();
        drop(sound);
        let ledger = Self::connect_with(path, place, header, db)?;
        ledger.memory.replace(memory);
        ledger.convert()?;
        Ok(ledger)
    }

    /// Converts a ledger of an earlier format.
    fn convert(&self) -> Result<(), Error> {
        if self.read(schema::format)? == FORMAT {
            return Ok(());
        }
        self.transact(TransactionBehavior::Immediate, |db| {
            // Another process may have done so in the meantime.
            if schema::format(db)? == FORMAT {
                return Ok(());
            }
            schema::convert(db)
        })
    }

    /// Opens a ledger for reading and writing, or for reading only if it must not be written.
    pub fn open_as_allowed(path: &Path) -> Result<Self, Error> {
        match Self::open(path) {
            Err(Error::ReadOnly { .. }) => Self::open_to_read(path),
            opened => opened,
        }
    }

    /// Opens a ledger for reading only, and checks all of it. Writes neither to the file nor to its
    /// folder: if a killed process has left a journal, a copy is read.
    pub fn open_to_read(path: &Path) -> Result<Self, Error> {
        Self::open_and_check(path, false)
    }

    /// Opens a ledger for reading only, and may keep its results in memory.
    fn open_and_check(path: &Path, keep: bool) -> Result<Self, Error> {
        for _ in 0..MAX_ATTEMPTS {
            let place = Place::of(path)?;
            place.check_journal()?;
            recognise(path, &place)?;
            place.without_log()?;
            match Self::read_at(path, place, keep) {
                Err(Error::UnfinishedWrite { .. }) => {}
                read => return read,
            }
            let place = Place::of(path)?;
            // Another process may have undone the transaction in the meantime.
            if place.journal().exists()
                && let Some(copy) = copied(path, &place, true)?
            {
                return Self::read_copy(path, &place, copy, keep);
            }
            std::thread::sleep(RETRY_INTERVAL);
        }
        Err(Error::UnfinishedWrite { path: path.into() })
    }

    /// Reads and checks the file itself.
    fn read_at(path: &Path, place: Place, keep: bool) -> Result<Self, Error> {
        let db = reader(&place).map_err(|error| unreadable(path, &place, error))?;
        let mut ledger = Self::of_connection(path, place, UnitList::new(0)?, db);
        ledger.check_length()?;
        ledger.check_schema()?;
        ledger.units = ledger.units_of_header()?;
        ledger.policy = ledger.stored_policy()?;
        ledger.memory.replace(keep.then(Memory::new));
        ledger.check()?;
        Ok(ledger)
    }

    /// Reads and checks a copy, in which the unfinished transaction is undone.
    fn read_copy(path: &Path, place: &Place, copy: TempDir, keep: bool) -> Result<Self, Error> {
        let read = |copy: &TempDir| -> Result<Self, Error> {
            let at = copy.path().join("ledger");
            let place = Place::of(&at)?;
            // Undoing a transaction needs a connection that can write.
            let undone = writer(&place)
                .and_then(|db| db.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(())));
            undone.map_err(|error| Error::of(path, error))?;
            Self::read_at(path, place, keep)
        };
        let leftover = || Error::Leftover {
            path: place.journal(),
            what: format!(
                "is damaged or does not belong to {}, which is valid without it",
                path.display()
            ),
        };
        match read(&copy) {
            // SQLite would remove a file that is not a journal.
            Ok(_) if !is_journal(&place.journal()) => Err(leftover()),
            Ok(mut ledger) => {
                ledger.copy = Some(copy);
                Ok(ledger)
            }
            Err(error) => {
                // The journal may belong to another file, or may have been damaged before it was
                // needed.
                let alone = copied(path, place, false)?;
                let is_sound = alone.is_some_and(|copy| read(&copy).is_ok());
                Err(if is_sound { leftover() } else { error })
            }
        }
    }

    /// Returns the units of the ledger. Fails for another plan.
    fn units_of_header(&self) -> Result<UnitList, Error> {
        let _snapshot = self.read_snapshot()?;
        let found = self.header()?;
        if found.plan_version != PLAN_VERSION {
            return Err(Error::OtherPlan {
                path: self.path.clone(),
                found: format!("plan version {}", found.plan_version),
                wanted: format!(
                    "plan version {PLAN_VERSION} (`bezzel campaign recover` may convert it)"
                ),
            });
        }
        let constraint = found.constraint.as_deref();
        let units = UnitList::of_text(found.n, constraint).map_err(|_| {
            self.damaged(match constraint {
                None => format!("it claims to be for n = {}", found.n),
                Some(text) => {
                    let text = shortened(text);
                    format!("it claims to be for n = {}, board {text}", found.n)
                }
            })
        })?;
        if (found.units, found.fingerprint.as_str()) != (units.plan().len(), units.fingerprint()) {
            return Err(self.damaged(format!(
                "its list of units is not that of n = {}, plan version {PLAN_VERSION}",
                found.n
            )));
        }
        Ok(units)
    }

    fn header(&self) -> Result<Header, Error> {
        let header = self.db.query_row("SELECT * FROM campaign", (), |row| {
            Ok(Header {
                n: row.get(0)?,
                plan_version: row.get(1)?,
                units: row.get::<_, i64>(2)? as u64,
                fingerprint: row.get(3)?,
                constraint: stored_constraint(&self.db)?,
            })
        });
        header.map_err(|error| match self.error(error) {
            Error::Damaged { what, .. } => {
                self.damaged(format!("its header is unreadable ({what})"))
            }
            other => other,
        })
    }

    /// Fails if the end of the file is missing: SQLite would pad a truncated last page.
    fn check_length(&self) -> Result<(), Error> {
        let failed = |error| self.error(error);
        let number = |sql| {
            self.db
                .pragma_query_value(None, sql, |row| row.get::<_, i64>(0))
        };
        // Otherwise SQLite rejects a file that lacks whole pages, as is checked below.
        let accept_short = |accept: bool| {
            let set = self.db.pragma_update(None, "writable_schema", accept);
            set.map_err(failed)
        };
        accept_short(true)?;
        let snapshot = self.read_snapshot()?;
        let pages = number("page_count").map_err(failed)?;
        let size = number("page_size").map_err(failed)?;
        drop(snapshot);
        accept_short(false)?;
        let expected = (pages * size) as u64;
        let found = fs::metadata(self.place.real());
        let length = found
            .map_err(|error| Error::of_io(&self.path, &error))?
            .len();
        if length < expected {
            return Err(self.damaged(format!(
                "expected {expected} bytes, found {length}: its end is missing"
            )));
        }
        match self.read_snapshot() {
            Err(Error::Damaged { .. }) => Err(self.damaged(format!(
                "its header states more than {length} bytes: its end is missing"
            ))),
            locked => locked.map(drop),
        }
    }
}

/// The row of the table `campaign`.
struct Header {
    n: u32,
    plan_version: u32,
    units: u64,
    fingerprint: String,
    /// The row of the table `board`, in ledgers that have it.
    constraint: Option<String>,
}

/// Opens a connection that reads and writes. A committed transaction is in the file and synced.
pub(super) fn writer(place: &Place) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut db = Connection::open_with_flags(place.real(), flags)?;
    configure(&mut db)?;
    // Syncs the folder too: a journal that reappears after a power failure would undo a transaction
    // that was reported as stored.
    db.pragma_update(None, "synchronous", "EXTRA")?;
    // Until the commit nothing is written to the file: whatever changes it is another program.
    db.pragma_update(None, "cache_spill", false)?;
    Ok(db)
}

/// Opens a read-only connection.
pub(super) fn reader(place: &Place) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut db = Connection::open_with_flags(place.real(), flags)?;
    configure(&mut db)?;
    Ok(db)
}

fn configure(db: &mut Connection) -> rusqlite::Result<()> {
    db.busy_handler(Some(wait_for_lock))?;
    // Functions that a foreign schema calls must not have effects outside the file.
    db.pragma_update(None, "trusted_schema", false)
}

/// Returns the error of the system if a file cannot be opened for reading.
fn unreadable(path: &Path, place: &Place, error: rusqlite::Error) -> Error {
    match fs::File::open(place.real()) {
        Err(why) => Error::Storage {
            path: path.into(),
            why: why.to_string(),
        },
        Ok(_) => Error::of(path, error),
    }
}

/// Fails unless the file is a ledger of a format that is read. SQLite reads it without locks, journal
/// or log, because it would otherwise write to databases of other programs. (Opening and closing the
/// file without SQLite would drop the locks of this process.)
///
/// Neither number ever changes, so a write in progress does not matter. It may have written the
/// first page, with the new number of pages, before the others.
fn recognise(path: &Path, place: &Place) -> Result<(), Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let db = Connection::open_with_flags(immutable(place.real()), flags)
        .map_err(|error| unreadable(path, place, error))?;
    // Accepts a file that is shorter than its first page says. Nothing is written.
    db.pragma_update(None, "writable_schema", true)
        .map_err(|error| unreadable(path, place, error))?;
    let number = |name| db.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    let foreign = |error| match Error::of(path, error) {
        Error::Damaged { path, .. } => Error::NotALedger { path },
        other => other,
    };
    if number("application_id").map_err(foreign)? != APPLICATION {
        return Err(Error::NotALedger { path: path.into() });
    }
    match number("user_version").map_err(foreign)? {
        OLDEST_FORMAT..=FORMAT => Ok(()),
        format => Err(other_format(path, format)),
    }
}

/// Returns the error for a ledger of another format.
pub(super) fn other_format(path: &Path, format: u32) -> Error {
    Error::OtherPlan {
        path: path.to_owned(),
        found: format!("format {format}"),
        wanted: if format < FORMAT {
            format!("a ledger of format {FORMAT} (`bezzel campaign recover` converts it)")
        } else {
            format!("a ledger of format {FORMAT}; use the version of bezzel that wrote it")
        },
    }
}

/// Returns the URI with which SQLite assumes that nobody writes the file.
fn immutable(path: &Path) -> String {
    let mut uri = String::from(if cfg!(windows) { "file:///" } else { "file:" });
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b':' | b'.' | b'_' | b'-' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri + "?immutable=1"
}

/// Copies the file and everything that a killed process may have left beside it, for recovery.
pub(super) fn copy_of(path: &Path) -> Result<TempDir, Error> {
    for _ in 0..MAX_ATTEMPTS {
        if let Some(copy) = copied(path, &Place::of(path)?, true)? {
            repair::pad(&copy.path().join("ledger")).map_err(|error| Error::of_io(path, &error))?;
            return Ok(copy);
        }
        std::thread::sleep(RETRY_INTERVAL);
    }
    Err(Error::Storage {
        path: path.to_owned(),
        why: "other processes write to it continuously".to_owned(),
    })
}

/// Copies the file, and its journals if requested, to a temporary folder. Returns `None` if another
/// process has written to one of them in the meantime.
fn copied(path: &Path, place: &Place, with_journals: bool) -> Result<Option<TempDir>, Error> {
    let folder =
        tempfile::tempdir().map_err(|error| Error::of_io(&std::env::temp_dir(), &error))?;
    let before = place.stamps();
    let to = folder.path().join("ledger");
    let copy = |from: &Path, to: &Path| {
        fs::copy(from, to).map_err(|error| match Error::of_io(to, &error) {
            full @ Error::DiskFull { .. } => full,
            _ => Error::Storage {
                path: from.to_owned(),
                why: error.to_string(),
            },
        })
    };
    copy(place.real(), &to)?;
    for suffix in [JOURNAL, LOG].into_iter().filter(|_| with_journals) {
        let journal = with_suffix(place.real(), suffix);
        if journal.is_file() {
            copy(&journal, &with_suffix(&to, suffix))?;
        }
    }
    for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
        make_writable(&file.path()).map_err(|error| Error::of_io(path, &error))?;
    }
    Ok((place.stamps() == before).then_some(folder))
}

/// Returns true if a file begins like a journal of SQLite, or no longer exists.
fn is_journal(path: &Path) -> bool {
    const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
    read.is_err() || start == MAGIC
}

/// Makes a copy writable, which has the permissions of its original.
fn make_writable(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))
    }
    #[cfg(not(unix))]
    {
        let mut permissions = fs::metadata(path)?.permissions();
        permissions.set_readonly(false);
        fs::set_permissions(path, permissions)
    }
}
