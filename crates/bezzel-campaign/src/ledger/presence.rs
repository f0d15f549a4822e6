//! The check that the file still has the content that this process has seen.
//!
//! A file that is copied over a ledger keeps its name and inode, so only the content reveals it.
//! Results are never removed: their number only grows, and each one that was seen stays. In
//! addition, each write of a process that holds leases increments its heartbeat, which nobody else
//! changes. An older state of the same ledger has another heartbeat, and another ledger has no row of
//! this process, or lacks a result that was seen.
//!
//! SQLite keeps pages in memory as long as the change counter in the header is the same. They are
//! dropped before each check, so that it reads the file.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension};

use super::place::Stamp;
use super::sums::Sums;
use super::withdrawals::WithdrawalSums;
use super::{LEASE_TIMEOUT, Ledger, snapshot};
use crate::Error;

/// Maximum age of a check of a file whose length and time have not changed.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The content that this process has seen in the file.
pub(super) struct Presence {
    state: Cell<Option<(Stamp, Instant)>>,
    seen: RefCell<Seen>,
    /// The heartbeat that this process has written last, and the time of that write.
    heartbeat: Cell<(i64, Instant)>,
    /// True if the next one may be in the file too.
    is_uncertain: Cell<bool>,
    /// The fault that was found.
    fault: RefCell<Option<String>>,
}

#[derive(Default)]
struct Seen {
    sums: Sums,
    withdrawals: u64,
    /// Units and checksums of the first result of the file and of the last one that this process
    /// stored.
    first: Option<(i64, i64)>,
    last: Option<(i64, i64)>,
}

impl Presence {
    pub(super) fn new() -> Self {
        Self {
            state: Cell::new(None),
            seen: RefCell::default(),
            heartbeat: Cell::new((0, Instant::now())),
            is_uncertain: Cell::new(false),
            fault: RefCell::new(None),
        }
    }

    /// Notes a result that this process has stored.
    pub(super) fn has_stored(&self, unit: u64, checksum: u64) {
        self.seen.borrow_mut().last = Some((unit as i64, checksum as i64));
    }

    /// Notes the heartbeat that this process has written before this time.
    pub(super) fn set_heartbeat(&self, heartbeat: i64, now: Instant) {
        self.heartbeat.set((heartbeat, now));
        self.is_uncertain.set(false);
    }

    /// Notes that a commit has failed: it may be in the file nevertheless.
    pub(super) fn has_failed(&self, now: Instant) {
        let (heartbeat, _) = self.heartbeat.get();
        self.heartbeat.set((heartbeat, now));
        self.is_uncertain.set(true);
    }

    /// Returns true if the file was found to be overwritten.
    pub(super) fn is_overwritten(&self) -> bool {
        self.fault.borrow().is_some()
    }

    fn is_due(&self, stamp: Stamp) -> bool {
        self.state
            .get()
            .is_none_or(|(seen, at)| seen != stamp || at.elapsed() >= CHECK_INTERVAL)
    }
}

impl Ledger {
    /// Returns true if the file was opened for writing: it was valid then.
    pub(super) fn is_watched(&self) -> bool {
        self.reader.is_some()
    }

    /// Returns the error for a file that was overwritten. All later calls fail with it.
    pub(super) fn overwritten(&self, what: impl Into<String>) -> Error {
        let mut fault = self.presence.fault.borrow_mut();
        let what = fault.get_or_insert_with(|| what.into());
        Error::Gone {
            path: self.path.clone(),
            what: format!("overwritten or damaged while it was in use: {what}"),
        }
    }

    /// Fails if the file was overwritten, unless this was checked within the last second and the
    /// file has not changed since.
    pub(super) fn check_presence(&self, stamp: Stamp) -> Result<(), Error> {
        if self.db.is_autocommit() && self.is_watched() {
            self.refuse_overwritten()?;
            if self.presence.is_due(stamp) {
                self.drop_pages()?;
                let snapshot = snapshot(&self.db).map_err(|error| self.error(error))?;
                self.check_content(stamp)?;
                drop(snapshot);
            }
        }
        Ok(())
    }

    /// Fails if the file was found to be overwritten.
    pub(super) fn refuse_overwritten(&self) -> Result<(), Error> {
        if self.presence.is_overwritten() {
            return Err(self.overwritten(""));
        }
        Ok(())
    }

    /// Makes SQLite read pages from the file again.
    pub(super) fn drop_pages(&self) -> Result<(), Error> {
        let dropped = self.db.execute_batch("PRAGMA shrink_memory");
        dropped.map_err(|error| self.error(error))
    }

    /// Checks the content within a transaction.
    pub(super) fn check_content(&self, stamp: Stamp) -> Result<(), Error> {
        if !self.is_watched() {
            return Ok(());
        }
        let found = self.content(&self.db).map_err(|error| self.error(error))?;
        match found {
            Ok(seen) => {
                *self.presence.seen.borrow_mut() = seen;
                self.presence.state.set(Some((stamp, Instant::now())));
                Ok(())
            }
            Err(what) => Err(self.overwritten(what)),
        }
    }

    /// Returns the content, or what contradicts the content that was seen.
    fn content(&self, db: &Connection) -> rusqlite::Result<Result<Seen, String>> {
        let plan: (u32, String) = db
            .prepare_cached("SELECT n, fingerprint FROM campaign")?
            .query_row((), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let expected = self.units.plan().n();
        if plan.0 != expected {
            let found = plan.0;
            return Ok(Err(format!("expected n = {expected}, found n = {found}")));
        }
        if plan.1 != self.units.fingerprint() {
            return Ok(Err("its units are not those of this campaign".to_owned()));
        }
        let seen = self.presence.seen.borrow();
        let sums = Sums::stored(db)?;
        let is_behind = sums.results < seen.sums.results
            || (sums.results == seen.sums.results && sums != seen.sums && sums.results > 0);
        if is_behind {
            let (expected, found) = (seen.sums.results, sums.results);
            return Ok(Err(if found < expected {
                format!("expected at least {expected} results, found {found}")
            } else {
                format!("its {found} results are not those that were stored")
            }));
        }
        let withdrawals = WithdrawalSums::stored(db)?.map_or(0, |sums| sums.withdrawals);
        if withdrawals < seen.withdrawals {
            let expected = seen.withdrawals;
            return Ok(Err(format!(
                "expected at least {expected} withdrawals, found {withdrawals}"
            )));
        }
        for one in [seen.first, seen.last].into_iter().flatten() {
            let sql = "SELECT 1 FROM results WHERE unit = ? AND checksum = ?";
            if !db.prepare_cached(sql)?.exists(one)? {
                return Ok(Err("a result that was stored is missing".to_owned()));
            }
        }
        if let Some(what) = self.other_run(db)? {
            return Ok(Err(what));
        }
        let first = match seen.first {
            Some(first) => Some(first),
            None => db
                .prepare_cached("SELECT unit, checksum FROM results LIMIT 1")?
                .query_row((), |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?,
        };
        let last = seen.last;
        Ok(Ok(Seen {
            sums,
            withdrawals,
            first,
            last,
        }))
    }

    /// Returns the fault of the row of this process, if there is one. The row may be missing: other
    /// processes remove those whose heartbeat has not changed for a long time.
    fn other_run(&self, db: &Connection) -> rusqlite::Result<Option<String>> {
        let Some(run) = self.run else {
            return Ok(None);
        };
        let found = db
            .prepare_cached("SELECT process, beat FROM runs WHERE id = ?")?
            .query_row([run], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))
            .optional()?;
        let (heartbeat, written) = self.presence.heartbeat.get();
        let is_it = match found {
            Some((process, found)) => {
                let next = heartbeat + i64::from(self.presence.is_uncertain.get());
                process == i64::from(std::process::id()) && (heartbeat..=next).contains(&found)
            }
            None => self.now() - written >= LEASE_TIMEOUT / 2,
        };
        let what = "it does not contain the last write of this process";
        Ok((!is_it).then(|| what.to_owned()))
    }
}
