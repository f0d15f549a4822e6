//! The ledger: one SQLite file that stores every result received.
//!
//! Opening a ledger checks the schema, the database pages, the plan, the policy, the checksum of
//! each result, the state of each unit, which follows from its results, and the numbers and joint
//! checksums of all results and withdrawals, which are stored separately. A file that fails a check
//! is not changed.
//!
//! When a result is reported as stored, it is in the file itself and synced. SQLite keeps a
//! rollback journal beside the file only while it writes. A journal that is lost or damaged after a
//! crash affects only the unfinished transaction, and is detected. Readers write nothing.

mod audit;
mod authors;
mod check;
mod create;
mod demand;
mod exchange;
mod final_result;
mod intake;
mod lacking;
mod leases;
mod log;
mod memory;
mod open;
mod place;
mod policy;
mod presence;
mod public_log;
mod recover;
mod repair;
mod rescue;
mod restore_board;
mod results;
mod rows;
mod schema;
mod status;
mod sums;
mod verdict;
mod waits;
mod withdrawals;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tempfile::TempDir;

use crate::order::UnitOrder;
use crate::{Error, Policy, UnitList};
use memory::Memory;
use place::Place;
use presence::Presence;

pub use audit::{Audit, DrawnPart, DrawnResults};
pub use authors::AuthorReport;
pub use demand::{Demand, Received, RouteSet, UnitDemand};
pub use exchange::Merge;
pub use final_result::FinalResult;
pub use lacking::Lacking;
pub use leases::Lease;
pub use public_log::PublicLog;
pub use recover::{RecoverOptions, Recovered};
pub(crate) use results::PRIMES;
pub use results::RecordOutcome;
pub use status::{ConflictingUnit, HistogramBin, Machine, Status};
pub use waits::end_waits_if;
pub use withdrawals::{ResultFilter, Withdrawal, Withdrawn};

/// The first bytes of every SQLite database.
pub const SQLITE_MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// `bzzl`, the application ID in the header of the file.
const APPLICATION: u32 = 0x627a_7a6c;
/// Time without a heartbeat after which a process counts as dead.
const LEASE_TIMEOUT: Duration = Duration::from_secs(120);
/// Minimum time between two complete checks during a run.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Minimum ratio of that time to the time of a check.
const CHECK_INTERVAL_RATIO: u32 = 50;
/// Maximum number of attempts of a read that finds the journal of another process.
const MAX_READ_ATTEMPTS: u32 = 10;
/// Time between two such attempts.
const READ_RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// A campaign in a file. Several processes of one machine may use it at once.
///
/// ```
/// use bezzel_campaign::Ledger;
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let mut counter = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let unit = ledger.units().unit(0)?;
/// # let counted = bezzel_campaign::Record::count(
/// #     &mut counter, &[unit], bezzel_count::Route::Direct, &process,
/// # );
/// # let result = counted?.remove(0);
/// ledger.record(&[result])?;
/// drop(ledger);
/// let ledger = Ledger::open_to_read(&file)?;
/// assert_eq!((ledger.counted()?, ledger.is_complete()?), (1, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ledger {
    /// The path as given, for messages.
    path: PathBuf,
    place: Place,
    db: Connection,
    /// A read-only connection, which can read the file even if its path leads elsewhere.
    reader: Option<Connection>,
    /// The results that this process knows, if the file is open for writing.
    memory: RefCell<Option<Memory>>,
    presence: Presence,
    /// The folder of the copy that is read instead of the file.
    copy: Option<TempDir>,
    units: UnitList,
    policy: Policy,
    /// The row of this process in the table of runs, after its first lease.
    run: Option<i64>,
    held: HashSet<u64>,
    order: UnitOrder,
    /// Offset that tests add to the clock.
    clock_ahead: Duration,
    /// The heartbeats of other processes, and the times of their last changes.
    heartbeats: HashMap<i64, (i64, Instant)>,
    last_heartbeat: Instant,
    /// Time of the next complete check during a run.
    next_check: Instant,
}

impl Ledger {
    /// Opens the ledger at `path`, which must be for n queens, or creates it.
    pub fn open_or_create(path: &Path, n: u32) -> Result<Self, Error> {
        Self::open_or_create_for(path, UnitList::new(n)?)
    }

    /// Opens the ledger at `path`, which must be for these units, or creates it.
    pub fn open_or_create_for(path: &Path, units: UnitList) -> Result<Self, Error> {
        let (wanted, fingerprint) = (units.title(), units.fingerprint().to_owned());
        match Self::create_for(path, units) {
            Err(Error::AlreadyExists { .. }) => {}
            made => return made,
        }
        let ledger = Self::open(path)?;
        if ledger.units.fingerprint() != fingerprint {
            return Err(Error::OtherPlan {
                path: path.to_owned(),
                found: format!("one for {}", ledger.units.title()),
                wanted: format!("a ledger for {wanted}"),
            });
        }
        Ok(ledger)
    }

    /// Opens a file whose content is known to be valid.
    fn connect(path: &Path, units: UnitList, policy: Policy) -> Result<Self, Error> {
        let place = Place::of(path)?;
        let db = open::writer(&place).map_err(|error| Error::of(path, error))?;
        Self::connect_with(path, place, (units, policy), db)
    }

    fn connect_with(
        path: &Path,
        place: Place,
        (units, policy): (UnitList, Policy),
        db: Connection,
    ) -> Result<Self, Error> {
        let reader = open::reader(&place).map_err(|error| Error::of(path, error))?;
        place.check()?;
        let mut ledger = Self::of_connection(path, place, units, db);
        ledger.reader = Some(reader);
        ledger.policy = policy;
        ledger.memory.replace(Some(Memory::new()));
        ledger.check_place()?;
        Ok(ledger)
    }

    fn of_connection(path: &Path, place: Place, units: UnitList, db: Connection) -> Self {
        Self {
            path: path.to_owned(),
            place,
            db,
            reader: None,
            memory: RefCell::new(None),
            presence: Presence::new(),
            copy: None,
            units,
            policy: Policy::default(),
            run: None,
            held: HashSet::new(),
            order: UnitOrder::default(),
            clock_ahead: Duration::ZERO,
            heartbeats: HashMap::new(),
            last_heartbeat: Instant::now(),
            next_check: Instant::now() + CHECK_INTERVAL,
        }
    }

    /// Returns the path of the file as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if this path leads to the same file.
    pub fn is_at(&self, path: &Path) -> bool {
        self.place.is_at(path)
    }

    /// Returns true if a copy is read, in which the unfinished transaction of a killed process is
    /// undone. Later writes to the file are not visible in it.
    pub fn is_copy(&self) -> bool {
        self.copy.is_some()
    }

    /// Returns the units of the campaign.
    pub fn units(&self) -> &UnitList {
        &self.units
    }

    /// Returns the policy of the campaign.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Fails with [`Error::Gone`] if the path no longer leads to this file, for example after it
    /// was moved, removed or replaced, or if another file was copied over it. Every read and write
    /// checks this; a process that does neither for seconds should call it.
    pub fn check_place(&self) -> Result<(), Error> {
        let stamp = self.place.check()?;
        self.check_presence(stamp)
    }

    /// Opens a read snapshot: while the guard is held, all reads see the same state of the ledger.
    /// Returns `None` within another snapshot.
    fn read_snapshot(&self) -> Result<Option<Transaction<'_>>, Error> {
        // SQLite would use the journal of another file at this path.
        self.check_place()?;
        self.snapshot_of(&self.db)
    }

    fn snapshot_of<'a>(&self, db: &'a Connection) -> Result<Option<Transaction<'a>>, Error> {
        let is_held = !db.is_autocommit();
        if is_held {
            return Ok(None);
        }
        snapshot(db).map(Some).map_err(|error| self.error(error))
    }

    /// Reads in one snapshot.
    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        let _snapshot = self.read_snapshot()?;
        read(&self.db).map_err(|error| self.error(error))
    }

    /// Writes in one transaction. When this returns, the data are in the file, and the file is at
    /// its path.
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let written = self.transact(TransactionBehavior::Immediate, write)?;
        self.check_place()?;
        Ok(written)
    }

    fn transact<T>(
        &self,
        behavior: TransactionBehavior,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        self.place.check()?;
        self.refuse_overwritten()?;
        self.drop_pages()?;
        let failed = |error| self.error(error);
        let transaction = Transaction::new_unchecked(&self.db, behavior).map_err(failed)?;
        // Waiting for other processes may have taken long.
        let before = self.place.check()?;
        self.check_content(before)?;
        let written = write(&transaction).map_err(failed)?;
        let heartbeat = self
            .run
            .map_or(Ok(None), |run| leases::heartbeat(&transaction, run));
        let heartbeat = heartbeat.map_err(failed)?;
        // No other process writes during this transaction.
        if self.is_watched() && self.place.check()? != before {
            return Err(self.overwritten("another program has written to it"));
        }
        transaction.commit().map_err(|error| {
            self.presence.has_failed(self.now());
            failed(error)
        })?;
        if let Some(heartbeat) = heartbeat {
            self.presence.set_heartbeat(heartbeat, self.now());
        }
        Ok(written)
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        match self.place.check() {
            Err(gone @ Error::Gone { .. }) => return gone,
            Err(_) => return Error::of(&self.path, error),
            Ok(_) => {}
        }
        let extended = error.sqlite_error().map(|error| error.extended_code);
        if extended == Some(rusqlite::ffi::SQLITE_IOERR_DELETE_NOENT) {
            return Error::Gone {
                path: self.place.journal(),
                what:
                    "removed by another program during a write to the ledger: nothing may change \
                       the files of a ledger that is in use"
                        .to_owned(),
            };
        }
        if extended == Some(rusqlite::ffi::SQLITE_IOERR_SHORT_READ) && self.is_watched() {
            return self.overwritten("its end is missing");
        }
        match Error::of(&self.path, error) {
            Error::Damaged { what, .. } if self.is_watched() => self.overwritten(what),
            Error::NotALedger { .. } if self.is_watched() => {
                self.overwritten("it is no database any more")
            }
            other => other,
        }
    }

    fn damaged(&self, what: impl Into<String>) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what: what.into(),
        }
    }
}

/// Starts a read transaction. If another process ends its transaction at that moment, SQLite may
/// believe for an instant that its journal was abandoned.
fn snapshot(db: &Connection) -> rusqlite::Result<Transaction<'_>> {
    let mut attempt = 1;
    loop {
        let transaction = Transaction::new_unchecked(db, TransactionBehavior::Deferred)?;
        let locked = db.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0));
        match locked {
            Err(error) if is_journal_left(&error) && attempt < MAX_READ_ATTEMPTS => {}
            Err(error) => return Err(error),
            Ok(_) => return Ok(transaction),
        }
        drop(transaction);
        attempt += 1;
        std::thread::sleep(READ_RETRY_INTERVAL);
    }
}

fn is_journal_left(error: &rusqlite::Error) -> bool {
    error
        .sqlite_error()
        .is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
}
