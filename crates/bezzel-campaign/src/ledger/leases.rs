//! Leases: the units that processes are counting.
//!
//! A lease lasts as long as its process is alive. Each process increments a heartbeat in the file.
//! If the heartbeat of a process does not change for two minutes, by the monotonic clock of an
//! observer, its units are open again. Wall clocks are not used.

use std::collections::hash_map::Entry;
use std::time::{Duration, Instant};

use bezzel_count::Unit;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::verdict::{LEASED, OPEN};
use super::{LEASE_TIMEOUT, Ledger};
use crate::order::UnitOrder;
use crate::{Error, UnitList};

/// Minimum time between two heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// A lease of a unit.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let mut ledger = bezzel_campaign::Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// let leases = ledger.lease(2)?;
/// assert_eq!((leases.len(), leases[0].attempt), (2, 1));
/// let units: Vec<u64> = leases.iter().map(|lease| lease.unit.index()).collect();
/// ledger.release(&units)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Lease {
    /// The unit.
    pub unit: Unit,
    /// Number of leases of the unit, including this one.
    pub attempt: u32,
}

impl Ledger {
    /// Leases up to `count` open units, expensive ones first. If there is none, leases units that
    /// other processes are counting, so that neither a dead nor a slow machine delays the end; the
    /// second result is compared with the first. Returns an empty list if this process holds all
    /// remaining units, or none remain.
    pub fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        self.expire()?;
        let mut order = std::mem::take(&mut self.order);
        let (units, held, run) = (&self.units, &self.held, self.run);
        let (run, taken) = self.transact(TransactionBehavior::Immediate, |db| {
            let run = match run {
                Some(run) => run,
                None => join(db)?,
            };
            let mut taken = Vec::new();
            take_open(db, units, &mut order, run, count, &mut taken)?;
            take_opened_again(db, run, count, &mut taken)?;
            if taken.is_empty() {
                take_over(db, run, count, |unit| held.contains(&unit), &mut taken)?;
            }
            Ok((run, taken))
        })?;
        // After a failure the units are still open and must be found again.
        self.order = order;
        if self.run.replace(run).is_none() {
            self.presence.set_heartbeat(0, self.now());
        }
        self.held.extend(taken.iter().map(|(unit, _)| *unit));
        let lease = |(unit, attempt)| {
            let unit = self.units.unit(unit)?;
            Ok(Lease { unit, attempt })
        };
        taken.into_iter().map(lease).collect()
    }

    /// Releases units that will not be counted.
    pub fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        let run = self.run;
        let sql = format!(
            "UPDATE units SET state = {OPEN}, run = NULL
             WHERE unit = ? AND run = ? AND state = {LEASED}"
        );
        self.write(|db| {
            let mut update = db.prepare_cached(&sql)?;
            for unit in units {
                update.execute((*unit as i64, run))?;
            }
            Ok(())
        })?;
        for unit in units {
            self.held.remove(unit);
        }
        Ok(())
    }

    /// Increments the heartbeat, as [`lease`](Self::lease) also does. A process that does not lease
    /// for a minute must call this.
    ///
    /// Fails with [`Error::Gone`] if the path no longer leads to the file.
    pub fn heartbeat(&mut self) -> Result<(), Error> {
        self.check_place()?;
        self.check_at_times()?;
        let now = self.now();
        let Some(run) = self
            .run
            .filter(|_| now - self.last_heartbeat >= HEARTBEAT_INTERVAL)
        else {
            return Ok(());
        };
        self.last_heartbeat = now;
        // Each write increments it.
        let sql = "SELECT 1 FROM runs WHERE id = ?";
        let is_alive = self.write(|db| db.prepare_cached(sql)?.exists([run]))?;
        if !is_alive {
            // Others have expired this process, for example after the machine was suspended.
            self.run = None;
        }
        Ok(())
    }

    /// Moves the clock of this process forward, to test events that take minutes.
    #[doc(hidden)]
    pub fn advance_clock(&mut self, time: Duration) {
        self.clock_ahead += time;
    }

    pub(super) fn now(&self) -> Instant {
        Instant::now() + self.clock_ahead
    }

    /// Opens the units of processes whose heartbeat has stopped.
    fn expire(&mut self) -> Result<(), Error> {
        self.heartbeat()?;
        let now = self.now();
        let heartbeats = self.read(heartbeats)?;
        self.heartbeats
            .retain(|run, _| heartbeats.iter().any(|(alive, _)| alive == run));
        for (run, heartbeat) in heartbeats {
            if Some(run) == self.run {
                continue;
            }
            let since = match self.heartbeats.entry(run) {
                Entry::Occupied(mut entry) if entry.get().0 != heartbeat => {
                    entry.insert((heartbeat, now));
                    continue;
                }
                Entry::Occupied(entry) => entry.get().1,
                Entry::Vacant(entry) => entry.insert((heartbeat, now)).1,
            };
            if now - since >= LEASE_TIMEOUT {
                self.write(|db| end(db, run))?;
                self.heartbeats.remove(&run);
            }
        }
        Ok(())
    }
}

impl Drop for Ledger {
    /// Releases all leases. If that fails, they expire.
    fn drop(&mut self) {
        if let Some(run) = self.run {
            let _ = self.transact(TransactionBehavior::Immediate, |db| end(db, run));
        }
    }
}

fn join(db: &Connection) -> rusqlite::Result<i64> {
    let host = gethostname::gethostname();
    db.execute(
        "INSERT INTO runs (host, process, beat) VALUES (?, ?, 0)",
        (host.to_string_lossy(), std::process::id()),
    )?;
    Ok(db.last_insert_rowid())
}

/// Increments the heartbeat of a process and returns it, unless others have expired the process.
pub(super) fn heartbeat(db: &Connection, run: i64) -> rusqlite::Result<Option<i64>> {
    let sql = "UPDATE runs SET beat = beat + 1 WHERE id = ? RETURNING beat";
    let mut update = db.prepare_cached(sql)?;
    update.query_row([run], |row| row.get(0)).optional()
}

fn heartbeats(db: &Connection) -> rusqlite::Result<Vec<(i64, i64)>> {
    let mut statement = db.prepare_cached("SELECT id, beat FROM runs")?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Removes a process and opens its units.
fn end(db: &Connection, run: i64) -> rusqlite::Result<()> {
    let sql =
        format!("UPDATE units SET state = {OPEN}, run = NULL WHERE run = ? AND state = {LEASED}");
    db.execute(&sql, [run])?;
    db.execute("DELETE FROM runs WHERE id = ?", [run])?;
    Ok(())
}

/// Leases units that were never leased.
fn take_open(
    db: &Connection,
    units: &UnitList,
    order: &mut UnitOrder,
    run: i64,
    count: usize,
    taken: &mut Vec<(u64, u32)>,
) -> rusqlite::Result<()> {
    let mut insert = db.prepare_cached(&format!(
        "INSERT INTO units (unit, state, routes, own, attempts, run)
         VALUES (?1, {LEASED}, 0, 0, 1, ?2)
         ON CONFLICT (unit) DO NOTHING"
    ))?;
    while taken.len() < count {
        let known = |range: std::ops::Range<u64>| -> rusqlite::Result<Vec<u64>> {
            let mut rows =
                db.prepare_cached("SELECT unit FROM units WHERE unit >= ? AND unit < ?")?;
            let bounds = (range.start as i64, range.end as i64);
            let rows = rows.query_map(bounds, |row| row.get::<_, i64>(0))?;
            rows.map(|unit| unit.map(|unit| unit as u64)).collect()
        };
        let Some(unit) = order.next(units.plan(), known)? else {
            break;
        };
        if insert.execute((unit.index() as i64, run))? == 1 {
            taken.push((unit.index(), 1));
        }
    }
    Ok(())
}

/// Leases units that were released or whose leases expired.
fn take_opened_again(
    db: &Connection,
    run: i64,
    count: usize,
    taken: &mut Vec<(u64, u32)>,
) -> rusqlite::Result<()> {
    let missing = count - taken.len();
    if missing > 0 {
        let sql = format!("SELECT unit FROM units WHERE state = {OPEN} LIMIT ?");
        let units = numbers(db, &sql, [missing as i64])?;
        grant(db, run, &units, taken)?;
    }
    Ok(())
}

/// Leases units that other processes hold, those with the fewest attempts first.
fn take_over(
    db: &Connection,
    run: i64,
    count: usize,
    held: impl Fn(u64) -> bool,
    taken: &mut Vec<(u64, u32)>,
) -> rusqlite::Result<()> {
    let sql = format!(
        "SELECT unit FROM units WHERE state = {LEASED} AND run <> ? ORDER BY attempts, unit"
    );
    let mut units = numbers(db, &sql, [run])?;
    units.retain(|unit| !held(*unit));
    units.truncate(count);
    grant(db, run, &units, taken)
}

fn numbers(db: &Connection, sql: &str, with: [i64; 1]) -> rusqlite::Result<Vec<u64>> {
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map(with, |row| row.get::<_, i64>(0))?;
    rows.map(|unit| unit.map(|unit| unit as u64)).collect()
}

fn grant(
    db: &Connection,
    run: i64,
    units: &[u64],
    taken: &mut Vec<(u64, u32)>,
) -> rusqlite::Result<()> {
    let mut update = db.prepare_cached(&format!(
        "UPDATE units SET state = {LEASED}, run = ?2, attempts = attempts + 1 WHERE unit = ?1
         RETURNING attempts"
    ))?;
    for unit in units {
        let attempt = update.query_row((*unit as i64, run), |row| row.get(0))?;
        taken.push((*unit, attempt));
    }
    Ok(())
}
