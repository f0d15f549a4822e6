//! Results: storing and reading them.

use rusqlite::{Connection, Row, TransactionBehavior};
use serde::Serialize;

use super::Ledger;
use super::intake::Intake;
use super::rows::{Names, columns, of_unit, stored};
use super::sums::Sums;
use super::verdict::{CONFIRMED, CONFLICT, DONE, State, UnitVerdict};
use crate::record::now;
use crate::{Error, Record};

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
    /// A further result of the unit, which agrees with one of another origin, or with an own one by
    /// the other route.
    Confirmed,
    /// A further result of the same origin, which agrees and therefore confirms nothing.
    Repeated,
    /// A result that is stored but does not count, because its author, machine, program or backend
    /// was withdrawn.
    Withdrawn,
    /// A further result of the unit, which differs: the unit is in conflict.
    Conflict,
    /// A further result of the unit, which differs from an accepted one that it does not outweigh.
    Rejected,
}

/// A result with what this ledger knows about it.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    pub(crate) record: Record,
    /// True if a process that had this ledger open counted it; false if it was imported.
    pub(crate) own: bool,
    /// Time of receipt in seconds since 1970, by the clock of the machine of this ledger.
    pub(crate) received: i64,
    /// True if the result does not count any more.
    pub(crate) withdrawn: bool,
}

/// A result as stored in the file.
pub(super) struct Stored {
    pub(super) evidence: Evidence,
    pub(super) checksum: u64,
    pub(super) residues: [u64; 2],
}

/// Number of results that are read at once. No other process writes in the meantime.
const RESULTS_PER_READ: usize = 4096;

/// The bit of the exchanged route, for SQL text.
const EXCHANGED: u8 = 2;

/// The circumstances in which a result arrived.
#[derive(Debug, Clone, Copy)]
pub(super) struct Receipt {
    pub(super) own: bool,
    pub(super) received: i64,
}

/// A visitor of the results of one unit.
type Visit<'a, E> = dyn FnMut(u64, &[Evidence]) -> Result<(), E> + 'a;

impl Ledger {
    /// Stores results that this process counted, all or none, and returns the outcome of each.
    /// Their units need not be leased. Fails if one is [impossible](crate::UnitList::check) for its
    /// unit, or if results like it were withdrawn.
    ///
    /// Results of others must be [imported](Self::import): own ones by both routes outrank them.
    pub fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error> {
        self.refuse_withdrawn(records)?;
        self.store(records, &|_| Receipt {
            own: true,
            received: now(),
        })
    }

    /// Stores results of others, all or none, and returns the outcome of each. Fails if one is
    /// impossible for its unit, if a signature is invalid, or if the policy of the campaign does
    /// not accept the author.
    pub fn import(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error> {
        for record in records {
            self.units.verify(record)?;
            self.admit(record)?;
        }
        self.import_admitted(records)
    }

    /// Stores results of others that were verified and [admitted](Self::admit).
    pub(super) fn import_admitted(
        &mut self,
        records: &[Record],
    ) -> Result<Vec<RecordOutcome>, Error> {
        self.store(records, &|_| Receipt {
            own: false,
            received: now(),
        })
    }

    /// Fails if the policy of the campaign does not accept the author of a record.
    pub fn admit(&self, record: &Record) -> Result<(), Error> {
        let admitted = self.policy.admit(record.author());
        let admitted = admitted
            .and_then(|()| self.policy.admit_time(record))
            .and_then(|()| self.policy.admit_parts(record));
        admitted.map_err(|why| Error::NotAccepted {
            what: format!("unit {}: {why}", self.name(record.unit)),
        })
    }

    pub(super) fn store(
        &mut self,
        records: &[Record],
        receipt: &dyn Fn(usize) -> Receipt,
    ) -> Result<Vec<RecordOutcome>, Error> {
        records.iter().try_for_each(|one| self.units.check(one))?;
        let checksums: Vec<u64> = records
            .iter()
            .map(|record| self.units.checksum(record))
            .collect::<Result<_, _>>()?;
        let policy = self.policy.clone();
        let outcomes = self.transact(TransactionBehavior::Immediate, |db| {
            let mut intake = Intake::new(db, &policy)?;
            let mut outcomes = Vec::with_capacity(records.len());
            for (at, (record, checksum)) in records.iter().zip(&checksums).enumerate() {
                outcomes.push(intake.add(record, *checksum, receipt(at))?);
            }
            intake.finish()?;
            Ok(outcomes)
        })?;
        for (record, checksum) in records.iter().zip(&checksums) {
            self.held.remove(&record.unit);
            self.presence.has_stored(record.unit, *checksum);
            if let Some(memory) = self.memory.get_mut() {
                memory.add(&self.units.line(record)?);
            }
        }
        self.check_place()?;
        Ok(outcomes)
    }

    /// Returns the value of a unit. Fails with [`Error::Unfinished`] if it has no result, if its
    /// results are in conflict, or if it lacks results under the policy of the campaign, without
    /// regard to a probation.
    pub fn accepted_value(&self, unit: u64) -> Result<u128, Error> {
        let evidence = self.evidence(unit)?;
        let verdict = UnitVerdict::of(&evidence, &self.policy, unit);
        let accepted = verdict.accepted.filter(|_| verdict.suffices);
        accepted
            .map(|result| result.value)
            .ok_or(Error::Unfinished {
                done: 0,
                units: 1,
                conflicts: u64::from(verdict.state == State::Conflict),
            })
    }

    /// Returns all results of one unit, also withdrawn ones.
    pub fn results(&self, unit: u64) -> Result<Vec<Record>, Error> {
        let evidence = self.evidence(unit)?;
        Ok(evidence.into_iter().map(|one| one.record).collect())
    }

    /// Returns all results of one unit with what this ledger knows about them.
    pub(super) fn evidence(&self, unit: u64) -> Result<Vec<Evidence>, Error> {
        let stored = self.read(|db| {
            let mut names = Names::default();
            names.read_withdrawals(db)?;
            of_unit(db, &mut names, unit)
        })?;
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
        let mut names = Names::default();
        let mut last = i64::MIN;
        loop {
            self.check_place()?;
            let chunk = self.chunk(&self.db, &mut names, last, &mut sums)?;
            let Some(end) = chunk.last() else {
                return Ok(sums);
            };
            last = end.record.unit as i64;
            for results in chunk.chunk_by(|a, b| a.record.unit == b.record.unit) {
                visit(results[0].record.unit, results)?;
            }
        }
    }

    /// Returns the results of the next units after this one, each with all its results. The path
    /// need not lead to the file any more if `db` is read-only.
    pub(super) fn chunk(
        &self,
        db: &Connection,
        names: &mut Names,
        after: i64,
        sums: &mut Sums,
    ) -> Result<Vec<Evidence>, Error> {
        let _snapshot = self.snapshot_of(db)?;
        let failed = |error| self.error(error);
        names.read_withdrawals(db).map_err(failed)?;
        let columns = columns(db).map_err(failed)?;
        let sql = format!("SELECT {columns} FROM results WHERE unit > ? ORDER BY unit, checksum");
        let mut statement = db.prepare_cached(&sql).map_err(failed)?;
        let mut rows = statement.query([after]).map_err(failed)?;
        let mut results: Vec<Evidence> = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let unreadable = |error| self.unreadable(row, &error);
            names
                .learn(db, row)
                .map_err(|error| match self.error(error) {
                    Error::Damaged { what, .. } => self.damaged(format!(
                        "its table of authors or processes is unreadable ({what})"
                    )),
                    other => other,
                })?;
            let (evidence, checksum) = self.checked(stored(row, names).map_err(unreadable)?)?;
            let is_full = results.len() >= RESULTS_PER_READ;
            let unit = evidence.record.unit;
            if is_full && results.last().is_some_and(|last| last.record.unit != unit) {
                break;
            }
            sums.add(checksum, evidence.own, evidence.received);
            results.push(evidence);
        }
        Ok(results)
    }

    /// Keeps these results in memory, if this was asked for and there are not too many.
    pub(super) fn keep(&self, evidence: &[Evidence]) -> Result<(), Error> {
        if self.is_watched() {
            return Ok(());
        }
        if let Some(memory) = self.memory.borrow_mut().as_mut() {
            for one in evidence {
                memory.add_known(&self.units.line(&one.record)?);
            }
        }
        Ok(())
    }

    fn unreadable(&self, row: &Row, error: &rusqlite::Error) -> Error {
        let unit = row.get::<_, i64>(0).unwrap_or(-1) as u64;
        self.damaged(format!(
            "a result of unit {} is unreadable ({error})",
            self.name(unit)
        ))
    }

    /// Returns the result and its checksum, if the checksum and the residues are valid.
    pub(super) fn checked(&self, stored: Stored) -> Result<(Evidence, u64), Error> {
        let Stored {
            evidence,
            checksum,
            residues: kept,
        } = stored;
        let record = &evidence.record;
        let fits = self.units.checksum(record).is_ok_and(|sum| sum == checksum)
            && kept == residues(record.result.value);
        if !fits {
            let name = self.name(record.unit);
            return Err(self.damaged(format!("a result of unit {name} does not fit its checksum")));
        }
        let possible = self.units.unit(record.unit)?.check(&record.result);
        possible.map_err(|error| self.damaged(error.to_string()))?;
        Ok((evidence, checksum))
    }

    /// Returns the name of a unit, or its index if the plan does not contain it.
    pub(crate) fn name(&self, unit: u64) -> String {
        let unit_of_plan = self.units.plan().unit(unit);
        unit_of_plan.map_or_else(|| format!("number {unit}"), |unit| unit.to_string())
    }
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

    /// Returns the number of all results, also withdrawn ones.
    pub fn stored_results(&self) -> Result<u64, Error> {
        self.number("SELECT results FROM stored")
    }

    fn number(&self, sql: &str) -> Result<u64, Error> {
        let count = self.read(|db| db.query_row(sql, (), |row| row.get::<_, i64>(0)))?;
        Ok(count as u64)
    }
}

impl Ledger {
    /// Returns the number of counted units that own processes have not counted by the exchanged
    /// route.
    pub(crate) fn unverified(&self) -> Result<u64, Error> {
        self.number(&format!(
            "SELECT count(*) FROM units
             WHERE state IN ({DONE}, {CONFIRMED}) AND own < {EXCHANGED}"
        ))
    }

    /// Returns the first `count` of them, from this unit on.
    pub(crate) fn unverified_from(&self, unit: u64, count: u64) -> Result<Vec<u64>, Error> {
        let sql = format!(
            "SELECT unit FROM units
             WHERE state IN ({DONE}, {CONFIRMED}) AND own < {EXCHANGED} AND unit >= ?
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
