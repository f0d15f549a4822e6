//! Rows of the table of results, with the processes, authors and withdrawals that they refer to.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bezzel_count::{Route, UnitResult};
use rusqlite::{Connection, Row};

use super::Ledger;
use super::results::{Evidence, Stored};
use super::withdrawals::{Withdrawal, withdrawals};
use crate::{Author, Clock, Commitment, Error, ProcessInfo, Record, Signature, commitment};

pub(super) const COLUMNS: &str = "unit, checksum, route, value, joined, tests, finished, origin, \
                                  microseconds, attempt, time, residue_31, residue_61, author, \
                                  signature, own, received, parts";
/// The same for ledgers of formats 4 and 5, whose results have no parts.
const COLUMNS_OF_FORMAT_5: &str = "unit, checksum, route, value, joined, tests, finished, origin, \
                                   microseconds, attempt, time, residue_31, residue_61, author, \
                                   signature, own, received, NULL";
/// The same for ledgers of formats 2 and 3, which do not know where their results come from.
const COLUMNS_OF_FORMAT_3: &str = "unit, checksum, route, value, joined, tests, finished, origin, \
                                   microseconds, attempt, time, residue_31, residue_61, \
                                   NULL, NULL, 0, time, NULL";

/// Returns the columns of a ledger of this format.
fn columns_of(format: u32) -> &'static str {
    match format {
        0..4 => COLUMNS_OF_FORMAT_3,
        4..6 => COLUMNS_OF_FORMAT_5,
        _ => COLUMNS,
    }
}

/// Returns the columns of this ledger, whose format is read.
pub(super) fn columns(db: &Connection) -> rusqlite::Result<&'static str> {
    Ok(columns_of(super::schema::format(db)?))
}

/// A backend and the process that used it.
type Known = (Arc<str>, Arc<ProcessInfo>);

/// The processes and authors of results by their numbers in the file, and the withdrawals.
#[derive(Default)]
pub(crate) struct Names {
    origins: HashMap<i64, Known>,
    authors: HashMap<i64, Author>,
    withdrawals: Vec<Withdrawal>,
}

impl Names {
    /// Reads processes and authors again if those of this row are unknown.
    pub(super) fn learn(&mut self, db: &Connection, row: &Row) -> rusqlite::Result<()> {
        if !self.knows_origin(row) {
            self.origins = origins(db)?;
        }
        let knows_author = match row.get(13) {
            Ok(Some(author)) => self.authors.contains_key(&author),
            _ => true,
        };
        if !knows_author {
            self.authors = authors(db)?;
        }
        Ok(())
    }

    fn knows_origin(&self, row: &Row) -> bool {
        let origin: Result<i64, _> = row.get(7);
        origin.is_ok_and(|origin| self.origins.contains_key(&origin))
    }

    /// Reads the process and the author of this row, if they are readable. The rows of others may be
    /// damaged.
    fn learn_readable(&mut self, db: &Connection, row: &Row) {
        let by_id = |sql| db.prepare_cached(sql);
        if let Ok(id) = row.get(7)
            && !self.origins.contains_key(&id)
            && let Ok(mut statement) =
                by_id("SELECT id, backend, program, host, run FROM origins WHERE id = ?")
            && let Ok((id, found)) = statement.query_row([id], origin)
        {
            self.origins.insert(id, found);
        }
        if let Ok(Some(id)) = row.get(13)
            && !self.authors.contains_key(&id)
            && let Ok(mut statement) = by_id("SELECT id, key FROM authors WHERE id = ?")
            && let Ok((id, found)) = statement.query_row([id], author)
        {
            self.authors.insert(id, found);
        }
    }

    /// Looks for a wrong bit in the key of an author: with the right key, the checksum of its result
    /// is valid. Returns this result and keeps the key, or returns `None` and keeps the wrong one.
    fn restore_author(&mut self, ledger: &Ledger, row: &Row, id: i64) -> Option<(Evidence, u64)> {
        let wrong = *self.authors.get(&id)?;
        for bit in 0..8 * wrong.bytes().len() {
            let mut key = *wrong.bytes();
            key[bit / 8] ^= 1 << (bit % 8);
            self.authors.insert(id, Author::from_bytes(key));
            let sound = sound_result(ledger, row, self);
            if sound.is_some() {
                return sound;
            }
        }
        self.authors.insert(id, wrong);
        None
    }

    pub(super) fn read_withdrawals(&mut self, db: &Connection) -> rusqlite::Result<()> {
        self.withdrawals = withdrawals(db)?;
        self.withdrawals.retain(|one| one.undone.is_none());
        Ok(())
    }

    /// Returns the first withdrawal of a result.
    pub(super) fn withdrawal(&self, evidence: &Evidence) -> Option<&Withdrawal> {
        let covers = |one: &&Withdrawal| one.rule.covers(evidence);
        self.withdrawals.iter().find(covers)
    }
}

fn origins(db: &Connection) -> rusqlite::Result<HashMap<i64, Known>> {
    let mut statement = db.prepare_cached("SELECT id, backend, program, host, run FROM origins")?;
    statement.query_map((), origin)?.collect()
}

fn authors(db: &Connection) -> rusqlite::Result<HashMap<i64, Author>> {
    let mut statement = db.prepare_cached("SELECT id, key FROM authors")?;
    statement.query_map((), author)?.collect()
}

fn author(row: &Row) -> rusqlite::Result<(i64, Author)> {
    Ok((row.get(0)?, Author::from_bytes(row.get(1)?)))
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

/// Reads the results of one unit.
pub(super) fn of_unit(
    db: &Connection,
    names: &mut Names,
    unit: u64,
) -> rusqlite::Result<Vec<Stored>> {
    let sql = format!("SELECT {} FROM results WHERE unit = ?", columns(db)?);
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query([unit as i64])?;
    let mut results = Vec::new();
    while let Some(row) = rows.next()? {
        names.learn(db, row)?;
        results.push(stored(row, names)?);
    }
    Ok(results)
}

/// The authors of the results of a damaged ledger.
#[derive(Default)]
pub(super) struct SoundAuthors {
    /// Keys in which one bit was wrong.
    pub(super) restored: Vec<Author>,
    /// For each author, the numbers of results with valid checksums and of others.
    results: BTreeMap<i64, [u64; 2]>,
}

impl SoundAuthors {
    /// Returns the numbers of results of each author none of whose results is valid.
    pub(super) fn lost(&self) -> impl Iterator<Item = u64> {
        let lost = |[sound, others]: &[u64; 2]| (*sound == 0).then_some(*others);
        self.results.values().filter_map(lost)
    }
}

/// Visits the readable results of a damaged ledger of this format that have valid checksums, with
/// these. A checksum covers the key of the author, so a wrong bit of a key can be found.
pub(super) fn sound_results(
    ledger: &Ledger,
    format: u32,
    visit: &mut dyn FnMut(Evidence, u64) -> Result<(), Error>,
) -> Result<SoundAuthors, Error> {
    let db = &ledger.db;
    // An unreadable unit, process or author does not affect the others.
    let mut names = Names::default();
    let mut authors = SoundAuthors::default();
    let sql = format!("SELECT {} FROM results WHERE unit = ?", columns_of(format));
    for unit in 0..ledger.units.plan().len() {
        let Ok(mut statement) = db.prepare_cached(&sql) else {
            continue;
        };
        let Ok(mut rows) = statement.query([unit as i64]) else {
            continue;
        };
        while let Ok(Some(row)) = rows.next() {
            names.learn_readable(db, row);
            let author: Option<i64> = row.get(13).unwrap_or_default();
            // A result of an unknown process says nothing about its author.
            let author = author.filter(|_| names.knows_origin(row));
            let is_new = author.is_some_and(|id| !authors.results.contains_key(&id));
            let mut sound = sound_result(ledger, row, &names);
            if let (None, Some(id), true) = (&sound, author, is_new) {
                sound = names.restore_author(ledger, row, id);
                if sound.is_some() {
                    authors.restored.extend(names.authors.get(&id).copied());
                }
            }
            if let Some(id) = author {
                let counts = authors.results.entry(id).or_default();
                counts[usize::from(sound.is_none())] += 1;
            }
            if let Some((evidence, checksum)) = sound {
                visit(evidence, checksum)?;
            }
        }
    }
    Ok(authors)
}

/// Returns the result of a row and its checksum, if this is valid.
fn sound_result(ledger: &Ledger, row: &Row, names: &Names) -> Option<(Evidence, u64)> {
    let stored = stored(row, names).ok()?;
    ledger.checked(stored).ok()
}

pub(super) fn stored(row: &Row, names: &Names) -> rusqlite::Result<Stored> {
    let origin: i64 = row.get(7)?;
    let unknown = || invalid(7, &origin.to_string());
    let (backend, origin) = names.origins.get(&origin).cloned().ok_or_else(unknown)?;
    let (microseconds, clock) = time(row.get(8)?);
    let mut evidence = Evidence {
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
            commitment: commitment(row)?,
            signature: signature(row, names)?,
        },
        own: row.get(15)?,
        received: row.get(16)?,
        withdrawn: false,
    };
    evidence.withdrawn = names.withdrawal(&evidence).is_some();
    Ok(Stored {
        evidence,
        checksum: whole(row, 1)?,
        residues: [whole(row, 11)?, whole(row, 12)?],
    })
}

fn signature(row: &Row, names: &Names) -> rusqlite::Result<Option<Signature>> {
    let Some(author) = row.get::<_, Option<i64>>(13)? else {
        return Ok(None);
    };
    let unknown = || invalid(13, &author.to_string());
    let author = names.authors.get(&author).copied().ok_or_else(unknown)?;
    Ok(Some(Signature::from_parts(author, row.get(14)?)))
}

fn commitment(row: &Row) -> rusqlite::Result<Option<Arc<Commitment>>> {
    let Some(bytes) = row.get::<_, Option<Vec<u8>>>(17)? else {
        return Ok(None);
    };
    let damaged = || invalid(17, "parts");
    commitment::stored::decode(&bytes)
        .map(Some)
        .ok_or_else(damaged)
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
pub(super) fn stored_time(record: &Record) -> i64 {
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
