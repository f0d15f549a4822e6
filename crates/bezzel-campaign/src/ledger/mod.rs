//! The ledger: one SQLite file that keeps every result ever received.
//!
//! It is opened only if everything in it fits: its pages, the plan it belongs to, the checksum
//! of each result, and the state of each unit, which follows from the results. A file that is
//! refused is left as it is.

mod check;
mod exchange;
mod findings;
mod leases;
mod results;
mod standing;
mod status;

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bezzel::count::PLAN_VERSION;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::order::Order;
use crate::{Error, UnitList};

pub use exchange::Merge;
pub use findings::Findings;
pub use leases::Lease;
pub use results::Outcome;
pub(crate) use results::PRIMES;
pub use standing::State;
pub use status::{Bar, Dispute, Machine, Status};

const SCHEMA: &str = include_str!("schema.sql");
/// `bzzl`, in the header of the file.
const APPLICATION: u32 = 0x627a_7a6c;
/// Changes with the schema.
const FORMAT: u32 = 2;
/// How often a file is looked at before its end is said to be missing.
const LOOKS: u32 = 5;
/// How long a process waits for another one to finish writing.
const BUSY: Duration = Duration::from_secs(60);
/// A run whose beat stands still for so long is dead.
const PATIENCE: Duration = Duration::from_secs(120);

/// A campaign in a file. Several processes of one machine may have it open at once.
pub struct Ledger {
    path: PathBuf,
    db: Connection,
    units: UnitList,
    /// The run under which this process holds leases, once it has taken one.
    run: Option<i64>,
    held: HashSet<u64>,
    order: Order,
    /// What tests add to the time that has passed.
    clock_ahead: Duration,
    /// The beats of other runs, and since when they stand still.
    beats: HashMap<i64, (i64, Instant)>,
    last_beat: Instant,
}

impl Ledger {
    /// Makes the ledger of a campaign for n queens. Fails if there is such a file.
    pub fn create(path: &Path, n: u32) -> Result<Self, Error> {
        absent(path)?;
        Self::create_for(path, UnitList::new(n)?)
    }

    /// Makes the ledger of a campaign for these units, which takes a moment only. Fails if there
    /// is such a file.
    pub fn create_for(path: &Path, units: UnitList) -> Result<Self, Error> {
        let storage = |error: std::io::Error| Error::Storage {
            path: path.to_owned(),
            why: error.to_string(),
        };
        absent(path)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::metadata(folder).map_err(storage)?;
        // It appears at its place complete or not at all.
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Like any new file: what the umask leaves.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder
            .prefix(".bezzel.")
            .suffix(".partial")
            .tempfile_in(folder)
            .map_err(|error| storage(error.kind().into()))?;
        let made = initialise(file.path(), &units);
        made.map_err(|error| Error::of(path, error))?;
        file.as_file().sync_all().map_err(storage)?;
        file.persist_noclobber(path)
            .map_err(|error| match error.error.kind() {
                ErrorKind::AlreadyExists => Error::Exists { path: path.into() },
                _ => storage(error.error),
            })?;
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(storage)?;
        Self::connect(path, units)
    }

    /// Opens a ledger and checks all of it.
    pub fn open(path: &Path) -> Result<Self, Error> {
        recognise(path)?;
        let found = header(path)?;
        if found.plan_version != PLAN_VERSION {
            return Err(Error::OtherPlan {
                path: path.to_owned(),
                found: format!("of plan version {}", found.plan_version),
                wanted: format!("plan version {PLAN_VERSION}, the only one of this program"),
            });
        }
        let damaged = |what: String| Error::Damaged {
            path: path.to_owned(),
            what,
        };
        let units = UnitList::new(found.n)
            .map_err(|_| damaged(format!("it is said to be for n = {}", found.n)))?;
        if (found.units, found.fingerprint.as_str()) != (units.plan().len(), units.fingerprint()) {
            return Err(damaged(format!(
                "its list of units is not that of n = {}, plan version {PLAN_VERSION}",
                found.n
            )));
        }
        let ledger = Self::connect(path, units)?;
        ledger.keep_log_on_close(has_log(path))?;
        ledger.check()?;
        ledger.keep_log_on_close(false)?;
        Ok(ledger)
    }

    /// Opens the ledger at `path`, which must be for n queens, or makes it.
    pub fn open_or_create(path: &Path, n: u32) -> Result<Self, Error> {
        match Self::create(path, n) {
            Err(Error::Exists { .. }) => {}
            made => return made,
        }
        let ledger = Self::open(path)?;
        let found = ledger.units.plan().n();
        if found != n {
            return Err(Error::OtherPlan {
                path: path.to_owned(),
                found: format!("for n = {found}"),
                wanted: format!("n = {n}"),
            });
        }
        Ok(ledger)
    }

    fn connect(path: &Path, units: UnitList) -> Result<Self, Error> {
        let db = connection(path).map_err(|error| Error::of(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            db,
            units,
            run: None,
            held: HashSet::new(),
            order: Order::default(),
            clock_ahead: Duration::ZERO,
            beats: HashMap::new(),
            last_beat: Instant::now(),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The units of the campaign.
    pub fn units(&self) -> &UnitList {
        &self.units
    }

    fn keep_log_on_close(&self, keep: bool) -> Result<(), Error> {
        let set = self
            .db
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep);
        set.map(drop).map_err(|error| self.error(error))
    }

    /// As long as it is held, all is read as of one moment, whatever others write. Within
    /// another one it adds nothing.
    fn moment(&self) -> Result<Option<Transaction<'_>>, Error> {
        let is_held = !self.db.is_autocommit();
        let begin = || Transaction::new_unchecked(&self.db, TransactionBehavior::Deferred);
        (!is_held)
            .then(begin)
            .transpose()
            .map_err(|error| self.error(error))
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        Error::of(&self.path, error)
    }

    fn damaged(&self, what: impl Into<String>) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what: what.into(),
        }
    }
}

/// Fails if there is something at this place.
fn absent(path: &Path) -> Result<(), Error> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(Error::Exists { path: path.into() }),
        Err(_) => Ok(()),
    }
}

/// What a ledger says of itself.
struct Header {
    n: u32,
    plan_version: u32,
    units: u64,
    fingerprint: String,
}

fn connection(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.busy_timeout(BUSY)?;
    db.pragma_update(None, "synchronous", "FULL")?;
    // A short log, for small disks: 250 pages of 4 KiB.
    db.pragma_update(None, "wal_autocheckpoint", 250)?;
    Ok(db)
}

fn initialise(path: &Path, units: &UnitList) -> rusqlite::Result<()> {
    let db = connection(path)?;
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
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.close().map_err(|(_, error)| error)
}

/// Looks at the first bytes, without SQLite, which would write to a database of others.
fn recognise(path: &Path) -> Result<(), Error> {
    let mut looks = 1;
    loop {
        match look_at(path) {
            // Another process may have made it longer between the two looks that this takes.
            Err(Error::Damaged { .. }) if looks < LOOKS => looks += 1,
            seen => return seen,
        }
    }
}

fn look_at(path: &Path) -> Result<(), Error> {
    let storage = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Error::Missing { path: path.into() },
        _ => Error::Storage {
            path: path.into(),
            why: error.to_string(),
        },
    };
    let found = fs::metadata(path).map_err(storage)?;
    // A pipe would keep its reader waiting, and a device never ends.
    if !found.is_file() {
        return Err(Error::Foreign { path: path.into() });
    }
    let has_log = has_log(path);
    let mut start = Vec::new();
    let file = File::open(path).map_err(storage)?;
    let length = file.metadata().map_err(storage)?.len();
    file.take(100).read_to_end(&mut start).map_err(storage)?;
    let known = start.len() == 100
        && start.starts_with(b"SQLite format 3\0")
        && start[68..72] == APPLICATION.to_be_bytes();
    // SQLite fills up a last page that was cut. With a log the pages need not be in the file.
    if known && !has_log && length < pages(&start) {
        return Err(Error::Damaged {
            path: path.into(),
            what: format!(
                "its end is missing, it has {length} bytes of {}",
                pages(&start)
            ),
        });
    }
    if known {
        Ok(())
    } else {
        Err(Error::Foreign { path: path.into() })
    }
}

/// The length of a database by its header.
fn pages(header: &[u8]) -> u64 {
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    };
    let size = match number(&header[16..18]) {
        1 => 1 << 16,
        size => size,
    };
    size * number(&header[28..32])
}

/// Whether a process that died left a log beside the file. It is moved into the file only when
/// both are known to be sound.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

fn header(path: &Path) -> Result<Header, Error> {
    let read = || -> rusqlite::Result<(u32, Header)> {
        let db = connection(path)?;
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log(path))?;
        let format = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let header = db.query_row("SELECT * FROM campaign", (), |row| {
            Ok(Header {
                n: row.get(0)?,
                plan_version: row.get(1)?,
                units: row.get::<_, i64>(2)? as u64,
                fingerprint: row.get(3)?,
            })
        })?;
        Ok((format, header))
    };
    let (format, header) = read().map_err(|error| match Error::of(path, error) {
        Error::Storage { path, why } => Error::Damaged {
            path,
            what: format!("it does not say what it counts ({why})"),
        },
        other => other,
    })?;
    if format != FORMAT {
        return Err(Error::OtherPlan {
            path: path.to_owned(),
            found: format!("a ledger of format {format}"),
            wanted: format!("format {FORMAT}"),
        });
    }
    Ok(header)
}
