//! The ledger: one SQLite file that keeps every result ever received.
//!
//! It is opened only if everything in it fits: its pages, the plan it belongs to, the checksum
//! of each result, the state of each unit, which follows from the results, and their number and
//! joint checksum, which are stored apart from them. A file that is refused is left as it is.
//!
//! A result is in the file itself, synced, when it is reported as stored. SQLite keeps a rollback
//! journal beside the file only while it writes, so that a journal that is lost or damaged after
//! a crash affects the unfinished transaction and is noticed. Readers write nothing.

mod check;
mod create;
mod exchange;
mod final_result;
mod leases;
mod open;
mod place;
mod recover;
mod rescue;
mod results;
mod status;
mod sums;
mod verdict;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tempfile::TempDir;

use crate::order::UnitOrder;
use crate::{Error, UnitList};
use place::Place;

pub use exchange::Merge;
pub use final_result::FinalResult;
pub use leases::Lease;
pub use recover::Recovered;
pub(crate) use results::PRIMES;
pub use results::RecordOutcome;
pub use status::{Dispute, HistogramBin, Machine, Status};
pub use verdict::State;

/// `bzzl`, in the header of the file.
const APPLICATION: u32 = 0x627a_7a6c;
/// Changes with the schema.
const FORMAT: u32 = 3;
/// How long a process waits for another one to finish writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);
/// A run whose beat stands still for so long is dead.
const LEASE_TIMEOUT: Duration = Duration::from_secs(120);
/// How often a read is tried again that finds the journal of another process.
const MAX_READ_ATTEMPTS: u32 = 10;
/// The time between two such attempts.
const READ_RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// A campaign in a file. Several processes of one machine may have it open at once.
pub struct Ledger {
    /// As given, for messages.
    path: PathBuf,
    place: Place,
    db: Connection,
    /// A connection that cannot write: it can read the file even if its path leads elsewhere.
    reader: Option<Connection>,
    /// The folder of the copy that is read instead of the file.
    copy: Option<TempDir>,
    units: UnitList,
    /// The run under which this process holds leases, once it has taken one.
    run: Option<i64>,
    held: HashSet<u64>,
    order: UnitOrder,
    /// What tests add to the time that has passed.
    clock_ahead: Duration,
    /// The beats of other runs, and since when they stand still.
    beats: HashMap<i64, (i64, Instant)>,
    last_beat: Instant,
}

impl Ledger {
    /// Opens the ledger at `path`, which must be for n queens, or makes it.
    pub fn open_or_create(path: &Path, n: u32) -> Result<Self, Error> {
        match Self::create(path, n) {
            Err(Error::AlreadyExists { .. }) => {}
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

    /// Opens a file that is known to be sound.
    fn connect(path: &Path, units: UnitList) -> Result<Self, Error> {
        let place = Place::of(path)?;
        let db = open::writer(&place).map_err(|error| Error::of(path, error))?;
        Self::connect_with(path, place, units, db)
    }

    fn connect_with(
        path: &Path,
        place: Place,
        units: UnitList,
        db: Connection,
    ) -> Result<Self, Error> {
        let reader = open::reader(&place).map_err(|error| Error::of(path, error))?;
        place.check()?;
        let mut ledger = Self::of_connection(path, place, units, db);
        ledger.reader = Some(reader);
        Ok(ledger)
    }

    fn of_connection(path: &Path, place: Place, units: UnitList, db: Connection) -> Self {
        Self {
            path: path.to_owned(),
            place,
            db,
            reader: None,
            copy: None,
            units,
            run: None,
            held: HashSet::new(),
            order: UnitOrder::default(),
            clock_ahead: Duration::ZERO,
            beats: HashMap::new(),
            last_beat: Instant::now(),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether this path leads to the file, under whatever name.
    pub fn is_at(&self, path: &Path) -> bool {
        self.place.is_at(path)
    }

    /// Whether a copy is read, in which the transaction of a killed process is undone. What is
    /// written to the file later is not in it.
    pub fn is_copy(&self) -> bool {
        self.copy.is_some()
    }

    /// The units of the campaign.
    pub fn units(&self) -> &UnitList {
        &self.units
    }

    /// Fails with [`Error::Gone`] if the path no longer leads to this file, as after it was
    /// moved, removed or replaced. Every read and write checks that too; a process that does
    /// neither for seconds should call it.
    pub fn check_place(&self) -> Result<(), Error> {
        self.place.check()
    }

    /// As long as it is held, all is read as of one moment, whatever others write. Within
    /// another one it adds nothing.
    fn read_snapshot(&self) -> Result<Option<Transaction<'_>>, Error> {
        // SQLite would take the journal of another file at this path for its own.
        self.place.check()?;
        self.snapshot_of(&self.db)
    }

    fn snapshot_of<'a>(&self, db: &'a Connection) -> Result<Option<Transaction<'a>>, Error> {
        let is_held = !db.is_autocommit();
        if is_held {
            return Ok(None);
        }
        snapshot(db).map(Some).map_err(|error| self.error(error))
    }

    /// Reads as of one moment.
    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        let _snapshot = self.read_snapshot()?;
        read(&self.db).map_err(|error| self.error(error))
    }

    /// Writes in one transaction. What is written is in the file, and the file at its path, when
    /// this returns.
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let written = self.transact(TransactionBehavior::Immediate, write)?;
        self.place.check()?;
        Ok(written)
    }

    fn transact<T>(
        &self,
        behavior: TransactionBehavior,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        self.place.check()?;
        let failed = |error| self.error(error);
        let transaction = Transaction::new_unchecked(&self.db, behavior).map_err(failed)?;
        // Others may have held the file for long.
        self.place.check()?;
        let written = write(&transaction).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(written)
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        match self.place.check() {
            Err(gone @ Error::Gone { .. }) => gone,
            _ => Error::of(&self.path, error),
        }
    }

    fn damaged(&self, what: impl Into<String>) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what: what.into(),
        }
    }
}

/// Starts a transaction that reads. A process that ends its transaction at that moment makes SQLite
/// believe for an instant that its journal was left behind.
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
