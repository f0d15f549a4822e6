//! Results: storing and reading them.

use std::collections::HashMap;
use std::sync::Arc;

use bezzel_count::{Route, UnitResult};
use rusqlite::{Connection, Row};
use serde::Serialize;

use super::Ledger;
use super::sums::Sums;
use super::verdict::{CONFIRMED, CONFLICT, DIRECT_ONLY, DONE, UnitVerdict, bit};
use crate::{Clock, Error, ProcessInfo, Record};

/// Primes of the residues that are stored with each value.
pub(crate) const PRIMES: [u64; 2] = [(1 << 31) - 1, (1 << 61) - 1];

pub(crate) fn residues(value: u128) -> [u64; 2] {
    PRIMES.map(|prime| (value % u128::from(prime)) as u64)
}

/// Outcome of a received result.
///
/// ```
/// use bezzel_campaign::RecordOutcome;
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
/// let results = [result.clone(), result];
/// assert_eq!(ledger.record(&results)?, [RecordOutcome::Merged, RecordOutcome::Identical]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordOutcome {
    /// The first result of its unit.
    Merged,
    /// An identical result, which was already stored.
    Identical,
    /// A further result of the unit, which agrees.
    Confirmed,
    /// A further result of the unit, which differs.
    Conflict,
}

/// A result as stored in the file.
pub(crate) struct Stored {
    pub(crate) record: Record,
    checksum: u64,
    residues: [u64; 2],
}

/// A backend and the process that used it.
type Known = (Arc<str>, Arc<ProcessInfo>);

/// Backends and processes by their number in the file.
pub(crate) type Origins = HashMap<i64, Known>;

/// Number of results that are read at once. No other process writes in the meantime.
const CHUNK: usize = 4096;

/// A visitor of the results of one unit.
type Visit<'a, E> = dyn FnMut(u64, &[Record]) -> Result<(), E> + 'a;

const COLUMNS: &str = "unit, checksum, route, value, joined, tests, finished, origin, \
                       microseconds, attempt, time, residue_31, residue_61";

impl Ledger {
    /// Stores results, all or none, and returns the outcome of each. Their units need not be
    /// leased. Fails if one is [impossible](crate::UnitList::check) for its unit.
    pub fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error> {
        records.iter().try_for_each(|one| self.units.check(one))?;
        let checksums: Vec<u64> = records
            .iter()
            .map(|record| self.units.checksum(record))
            .collect::<Result<_, _>>()?;
        let outcomes = self.write(|db| {
            let mut origins = Numbers::default();
            let mut added = Sums::default();
            let take_in = |(record, checksum): (&Record, &u64)| {
                take_in(db, &mut origins, &mut added, record, *checksum)
            };
            let outcomes = records.iter().zip(&checksums).map(take_in);
            let outcomes = outcomes.collect::<rusqlite::Result<_>>()?;
            added.store(db)?;
            Ok(outcomes)
        })?;
        for record in records {
            self.held.remove(&record.unit);
        }
        Ok(outcomes)
    }

    /// Returns the value of a unit. Fails with [`Error::Unfinished`] if it has no result, or if its
    /// results are in conflict.
    pub fn accepted_value(&self, unit: u64) -> Result<u128, Error> {
        let records = self.results(unit)?;
        let accepted = UnitVerdict::of_records(&records).accepted;
        accepted
            .map(|result| result.value)
            .ok_or(Error::Unfinished {
                done: 0,
                units: 1,
                conflicts: u64::from(!records.is_empty()),
            })
    }

    /// Returns all results of one unit.
    pub fn results(&self, unit: u64) -> Result<Vec<Record>, Error> {
        let stored = self.read(|db| of_unit(db, &origins(db)?, unit))?;
        stored
            .into_iter()
            .map(|stored| Ok(self.checked(stored)?.0))
            .collect()
    }

    /// Visits the units that have results, in canonical order, each with all its results, whose
    /// checksums are valid. Others can write between two visits, unless a
    /// [snapshot](Self::read_snapshot) is held.
    pub(crate) fn each_unit<E: From<Error>>(&self, visit: &mut Visit<E>) -> Result<(), E> {
        self.sum_units(visit).map(drop)
    }

    /// Does the same and returns the number of results and their joint checksum.
    pub(super) fn sum_units<E: From<Error>>(&self, visit: &mut Visit<E>) -> Result<Sums, E> {
        let mut sums = Sums::default();
        let mut origins = Origins::new();
        let mut last = i64::MIN;
        loop {
            self.place.check()?;
            let records = self.chunk(&self.db, &mut origins, last, &mut sums)?;
            let Some(end) = records.last() else {
                return Ok(sums);
            };
            last = end.unit as i64;
            for records in records.chunk_by(|a, b| a.unit == b.unit) {
                visit(records[0].unit, records)?;
            }
        }
    }

    /// Returns the results of the next units after this one, each with all its results. The path
    /// need not lead to the file any more if `db` is read-only.
    pub(super) fn chunk(
        &self,
        db: &Connection,
        known: &mut Origins,
        after: i64,
        sums: &mut Sums,
    ) -> Result<Vec<Record>, Error> {
        let _snapshot = self.snapshot_of(db)?;
        let failed = |error| self.error(error);
        let sql = format!("SELECT {COLUMNS} FROM results WHERE unit > ? ORDER BY unit, checksum");
        let mut statement = db.prepare_cached(&sql).map_err(failed)?;
        let mut rows = statement.query([after]).map_err(failed)?;
        let mut records: Vec<Record> = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let unreadable = |error| self.unreadable(row, &error);
            let is_known = row
                .get(7)
                .is_ok_and(|origin: i64| known.contains_key(&origin));
            if !is_known {
                *known = origins(db).map_err(failed)?;
            }
            let (record, checksum) = self.checked(stored(row, known).map_err(unreadable)?)?;
            let is_full = records.len() >= CHUNK;
            if is_full && records.last().is_some_and(|last| last.unit != record.unit) {
                break;
            }
            sums.add(checksum);
            records.push(record);
        }
        Ok(records)
    }

    fn unreadable(&self, row: &Row, error: &rusqlite::Error) -> Error {
        let unit = row.get::<_, i64>(0).unwrap_or(-1) as u64;
        self.damaged(format!(
            "a result of unit {} is unreadable ({error})",
            self.name(unit)
        ))
    }

    /// Returns the record and its checksum, if the checksum and the residues are valid.
    fn checked(&self, stored: Stored) -> Result<(Record, u64), Error> {
        let Stored {
            record,
            checksum,
            residues: kept,
        } = stored;
        let fits = self
            .units
            .checksum(&record)
            .is_ok_and(|sum| sum == checksum)
            && kept == residues(record.result.value);
        if !fits {
            let name = self.name(record.unit);
            return Err(self.damaged(format!("a result of unit {name} does not fit its checksum")));
        }
        let possible = self.units.unit(record.unit)?.check(&record.result);
        possible.map_err(|error| self.damaged(error.to_string()))?;
        Ok((record, checksum))
    }

    /// Returns the name of a unit, or its index if the plan does not contain it.
    pub(crate) fn name(&self, unit: u64) -> String {
        let unit_of_plan = self.units.plan().unit(unit);
        unit_of_plan.map_or_else(|| format!("number {unit}"), |unit| unit.to_string())
    }
}

fn take_in(
    db: &Connection,
    origins: &mut Numbers,
    sums: &mut Sums,
    record: &Record,
    checksum: u64,
) -> rusqlite::Result<RecordOutcome> {
    let origin = origins.number(db, record)?;
    let [residue_31, residue_61] = residues(record.result.value);
    let sql = format!(
        "INSERT OR IGNORE INTO results ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    );
    let added = db.prepare_cached(&sql)?.execute(rusqlite::params![
        record.unit as i64,
        checksum as i64,
        bit(record.route),
        record.result.value.to_string(),
        record.result.joined.to_string(),
        record.result.tests as i64,
        record.result.finished as i64,
        origin,
        stored_time(record),
        record.attempt,
        record.time,
        residue_31 as i64,
        residue_61 as i64,
    ])?;
    if added == 0 {
        return Ok(RecordOutcome::Identical);
    }
    sums.add(checksum);
    let results = results_of(db, record.unit)?;
    let verdict = UnitVerdict::of(&results);
    set_state(db, record.unit, verdict)?;
    let accepted = verdict.accepted;
    let agrees = accepted.is_some_and(|accepted| accepted.agrees(&record.result));
    Ok(match results.len() {
        1 => RecordOutcome::Merged,
        _ if agrees => RecordOutcome::Confirmed,
        _ => RecordOutcome::Conflict,
    })
}

/// Reads the results of a unit without their origins.
fn results_of(db: &Connection, unit: u64) -> rusqlite::Result<Vec<(Route, UnitResult)>> {
    let sql = format!("SELECT {COLUMNS} FROM results WHERE unit = ?");
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map([unit as i64], |row| Ok((route(row)?, result(row)?)))?;
    rows.collect()
}

fn set_state(db: &Connection, unit: u64, verdict: UnitVerdict) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO units (unit, state, routes, attempts) VALUES (?1, ?2, ?3, 0)
         ON CONFLICT (unit) DO UPDATE SET state = ?2, routes = ?3, run = NULL",
    )?
    .execute((unit as i64, verdict.state as u8, verdict.routes))?;
    Ok(())
}

/// The numbers of origins during a write.
#[derive(Default)]
struct Numbers(HashMap<(Arc<str>, Arc<ProcessInfo>), i64>);

impl Numbers {
    fn number(&mut self, db: &Connection, record: &Record) -> rusqlite::Result<i64> {
        let key = (record.backend.clone(), record.origin.clone());
        if let Some(number) = self.0.get(&key) {
            return Ok(*number);
        }
        let ProcessInfo { program, host, run } = record.origin.as_ref();
        let columns = [&*record.backend, program, host, run];
        let add = "INSERT OR IGNORE INTO origins (backend, program, host, run)
                   VALUES (?, ?, ?, ?)";
        db.prepare_cached(add)?.execute(columns)?;
        let find = "SELECT id FROM origins WHERE (backend, program, host, run) = (?, ?, ?, ?)";
        let number = db
            .prepare_cached(find)?
            .query_row(columns, |row| row.get(0))?;
        self.0.insert(key, number);
        Ok(number)
    }
}

fn origins(db: &Connection) -> rusqlite::Result<Origins> {
    let mut statement = db.prepare_cached("SELECT id, backend, program, host, run FROM origins")?;
    statement.query_map((), origin)?.collect()
}

/// Reads the origins before the first one that is unreadable.
fn readable_origins(db: &Connection) -> Origins {
    let mut known = Origins::new();
    let statement = db.prepare_cached("SELECT id, backend, program, host, run FROM origins");
    if let Ok(mut statement) = statement
        && let Ok(rows) = statement.query_map((), origin)
    {
        known.extend(rows.map_while(Result::ok));
    }
    known
}

fn origin(row: &Row) -> rusqlite::Result<(i64, Known)> {
    let backend: String = row.get(1)?;
    let origin = ProcessInfo {
        program: row.get(2)?,
        host: row.get(3)?,
        run: row.get(4)?,
    };
    Ok((row.get(0)?, (backend.into(), Arc::new(origin))))
}

fn of_unit(db: &Connection, origins: &Origins, unit: u64) -> rusqlite::Result<Vec<Stored>> {
    let sql = format!("SELECT {COLUMNS} FROM results WHERE unit = ?");
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map([unit as i64], |row| stored(row, origins))?;
    rows.collect()
}

/// Visits the readable results of a damaged ledger that have valid checksums.
pub(super) fn sound_results(
    ledger: &Ledger,
    visit: &mut dyn FnMut(Record) -> Result<(), Error>,
) -> Result<(), Error> {
    let db = &ledger.db;
    // An unreadable unit does not affect the next one.
    let origins = readable_origins(db);
    let sql = format!("SELECT {COLUMNS} FROM results WHERE unit = ?");
    for unit in 0..ledger.units.plan().len() {
        let Ok(mut statement) = db.prepare_cached(&sql) else {
            continue;
        };
        let Ok(mut rows) = statement.query([unit as i64]) else {
            continue;
        };
        while let Ok(Some(row)) = rows.next() {
            let sound = stored(row, &origins).ok();
            if let Some((record, _)) = sound.and_then(|stored| ledger.checked(stored).ok()) {
                visit(record)?;
            }
        }
    }
    Ok(())
}

fn stored(row: &Row, origins: &Origins) -> rusqlite::Result<Stored> {
    let origin: i64 = row.get(7)?;
    let unknown = || invalid(7, &origin.to_string());
    let (backend, origin) = origins.get(&origin).cloned().ok_or_else(unknown)?;
    let (microseconds, clock) = time(row.get(8)?);
    Ok(Stored {
        record: Record {
            unit: whole(row, 0)?,
            route: route(row)?,
            result: result(row)?,
            backend,
            origin,
            microseconds,
            clock,
            attempt: row.get(9)?,
            time: row.get(10)?,
        },
        checksum: whole(row, 1)?,
        residues: [whole(row, 11)?, whole(row, 12)?],
    })
}

fn route(row: &Row) -> rusqlite::Result<Route> {
    match row.get::<_, i64>(2)? {
        1 => Ok(Route::Direct),
        2 => Ok(Route::Exchanged),
        other => Err(invalid(2, &other.to_string())),
    }
}

fn result(row: &Row) -> rusqlite::Result<UnitResult> {
    let number = |column: usize| -> rusqlite::Result<u128> {
        let text = row.get_ref(column)?.as_str()?;
        text.parse().map_err(|_| invalid(column, text))
    };
    Ok(UnitResult {
        value: number(3)?,
        joined: number(4)?,
        tests: whole(row, 5)?,
        finished: whole(row, 6)?,
    })
}

/// Encodes microseconds: CPU time as −1 − µs.
fn stored_time(record: &Record) -> i64 {
    // The bound of a record is far below 2⁶³.
    let microseconds = record.microseconds as i64;
    match record.clock {
        Clock::Cpu => -1 - microseconds,
        Clock::Wall => microseconds,
    }
}

fn time(stored: i64) -> (u64, Clock) {
    if stored < 0 {
        ((-1 - stored) as u64, Clock::Cpu)
    } else {
        (stored as u64, Clock::Wall)
    }
}

/// Reads an unsigned number: SQLite has signed ones only.
fn whole(row: &Row, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(|value| value as u64)
}

fn invalid(column: usize, text: &str) -> rusqlite::Error {
    let what = format!("'{text}'");
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, what.into())
}

impl Ledger {
    /// Returns true if every unit has a result.
    pub fn is_complete(&self) -> Result<bool, Error> {
        Ok(self.counted()? == self.units.plan().len())
    }

    /// Returns the number of units that have a result.
    pub fn counted(&self) -> Result<u64, Error> {
        self.number(&format!("SELECT count(*) FROM units WHERE state >= {DONE}"))
    }

    fn number(&self, sql: &str) -> Result<u64, Error> {
        let count = self.read(|db| db.query_row(sql, (), |row| row.get::<_, i64>(0)))?;
        Ok(count as u64)
    }
}

impl Ledger {
    /// Returns the number of units that were counted by the direct route only.
    pub(crate) fn unconfirmed(&self) -> Result<u64, Error> {
        self.number(&format!(
            "SELECT count(*) FROM units
             WHERE state IN ({DONE}, {CONFIRMED}) AND routes = {DIRECT_ONLY}"
        ))
    }

    /// Returns the first `count` of them, from this unit on.
    pub(crate) fn unconfirmed_from(&self, unit: u64, count: u64) -> Result<Vec<u64>, Error> {
        let sql = format!(
            "SELECT unit FROM units
             WHERE state IN ({DONE}, {CONFIRMED}) AND routes = {DIRECT_ONLY} AND unit >= ?
             ORDER BY unit LIMIT ?"
        );
        self.numbers(&sql, (unit as i64, count as i64))
    }

    /// Returns the units in conflict.
    pub fn conflicts(&self) -> Result<Vec<u64>, Error> {
        let sql = format!("SELECT unit FROM units WHERE state = {CONFLICT} ORDER BY unit");
        self.numbers(&sql, ())
    }

    pub(super) fn numbers(
        &self,
        sql: &str,
        with: impl rusqlite::Params,
    ) -> Result<Vec<u64>, Error> {
        self.read(|db| {
            let mut statement = db.prepare_cached(sql)?;
            let rows = statement.query_map(with, |row| row.get::<_, i64>(0))?;
            rows.map(|unit| unit.map(|unit| unit as u64)).collect()
        })
    }
}
