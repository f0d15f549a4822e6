//! Leases: who counts what just now.
//!
//! A lease lasts as long as its run is seen to be alive. Each run counts up a beat in the file;
//! whoever sees a beat stand still for a while, by a clock that never jumps, opens the units of
//! that run again. Wall clocks play no part, neither the own nor those of other machines.

use std::collections::hash_map::Entry;
use std::time::{Duration, Instant};

use bezzel_count::Unit;
use rusqlite::{Connection, TransactionBehavior};

use super::{LEASE_TIMEOUT, Ledger};
use crate::order::UnitOrder;
use crate::{Error, UnitList};

/// Beats are at least this far apart.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// A unit to be counted by whoever holds this.
#[derive(Debug, Clone, PartialEq)]
pub struct Lease {
    /// The unit.
    pub unit: Unit,
    /// How often it has been given out, this time included.
    pub attempt: u32,
}

impl Ledger {
    /// Takes up to `count` units, the expensive ones first: such as nobody has counted or
    /// counts. If none is left, units that other runs hold are counted again, so that neither a
    /// run that died nor a slow machine delays the end; whichever result comes second is
    /// compared with the first. Empty if all that is left is held by this process, or nothing
    /// is left.
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
        // After a failure the units that were to be taken are open, and must be found again.
        self.order = order;
        self.run = Some(run);
        self.held.extend(taken.iter().map(|(unit, _)| *unit));
        let lease = |(unit, attempt)| {
            let unit = self.units.unit(unit)?;
            Ok(Lease { unit, attempt })
        };
        taken.into_iter().map(lease).collect()
    }

    /// Gives units back that will not be counted.
    pub fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        let run = self.run;
        self.write(|db| {
            for unit in units {
                db.prepare_cached(
                    "UPDATE units SET state = 0, run = NULL WHERE unit = ? AND run = ? AND state = 1",
                )?
                .execute((*unit as i64, run))?;
            }
            Ok(())
        })?;
        for unit in units {
            self.held.remove(unit);
        }
        Ok(())
    }

    /// Shows that this run is alive, as [`lease`](Self::lease) does too; whoever does not lease
    /// for a minute must call this.
    ///
    /// Fails with [`Error::Gone`] if the path no longer leads to the file.
    pub fn heartbeat(&mut self) -> Result<(), Error> {
        self.check_place()?;
        let now = self.now();
        let Some(run) = self
            .run
            .filter(|_| now - self.last_beat >= HEARTBEAT_INTERVAL)
        else {
            return Ok(());
        };
        self.last_beat = now;
        let sql = "UPDATE runs SET beat = beat + 1 WHERE id = ?";
        let alive = self.write(|db| db.execute(sql, [run]))?;
        if alive == 0 {
            // Others took this run for dead, as after a long sleep of the machine.
            self.run = None;
        }
        Ok(())
    }

    /// Moves the clock of this process forward, for tests of what happens only after minutes.
    #[doc(hidden)]
    pub fn advance_clock(&mut self, time: Duration) {
        self.clock_ahead += time;
    }

    fn now(&self) -> Instant {
        Instant::now() + self.clock_ahead
    }

    /// Opens the units of runs that are dead.
    fn expire(&mut self) -> Result<(), Error> {
        self.heartbeat()?;
        let now = self.now();
        let beats = self.read(beats)?;
        self.beats
            .retain(|run, _| beats.iter().any(|(alive, _)| alive == run));
        for (run, beat) in beats {
            if Some(run) == self.run {
                continue;
            }
            let since = match self.beats.entry(run) {
                Entry::Occupied(mut entry) if entry.get().0 != beat => {
                    entry.insert((beat, now));
                    continue;
                }
                Entry::Occupied(entry) => entry.get().1,
                Entry::Vacant(entry) => entry.insert((beat, now)).1,
            };
            if now - since >= LEASE_TIMEOUT {
                self.write(|db| end(db, run))?;
                self.beats.remove(&run);
            }
        }
        Ok(())
    }
}

impl Drop for Ledger {
    /// Gives back what is held. If that fails, the leases expire.
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

fn beats(db: &Connection) -> rusqlite::Result<Vec<(i64, i64)>> {
    let mut statement = db.prepare_cached("SELECT id, beat FROM runs")?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Ends a run and opens its units.
fn end(db: &Connection, run: i64) -> rusqlite::Result<()> {
    db.execute(
        "UPDATE units SET state = 0, run = NULL WHERE run = ? AND state = 1",
        [run],
    )?;
    db.execute("DELETE FROM runs WHERE id = ?", [run])?;
    Ok(())
}

/// Units that were never given out.
fn take_open(
    db: &Connection,
    units: &UnitList,
    order: &mut UnitOrder,
    run: i64,
    count: usize,
    taken: &mut Vec<(u64, u32)>,
) -> rusqlite::Result<()> {
    let mut insert = db.prepare_cached(
        "INSERT INTO units (unit, state, routes, attempts, run) VALUES (?1, 1, 0, 1, ?2)
         ON CONFLICT (unit) DO NOTHING",
    )?;
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

/// Units that were given back or whose leases expired.
fn take_opened_again(
    db: &Connection,
    run: i64,
    count: usize,
    taken: &mut Vec<(u64, u32)>,
) -> rusqlite::Result<()> {
    let missing = count - taken.len();
    if missing > 0 {
        let sql = "SELECT unit FROM units WHERE state = 0 LIMIT ?";
        let units = numbers(db, sql, [missing as i64])?;
        grant(db, run, &units, taken)?;
    }
    Ok(())
}

/// Units that other runs hold, those that were given out least often first.
fn take_over(
    db: &Connection,
    run: i64,
    count: usize,
    held: impl Fn(u64) -> bool,
    taken: &mut Vec<(u64, u32)>,
) -> rusqlite::Result<()> {
    let sql = "SELECT unit FROM units WHERE state = 1 AND run <> ? ORDER BY attempts, unit";
    let mut units = numbers(db, sql, [run])?;
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
    let mut update = db.prepare_cached(
        "UPDATE units SET state = 1, run = ?2, attempts = attempts + 1 WHERE unit = ?1
         RETURNING attempts",
    )?;
    for unit in units {
        let attempt = update.query_row((*unit as i64, run), |row| row.get(0))?;
        taken.push((*unit, attempt));
    }
    Ok(())
}
