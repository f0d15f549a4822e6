//! Adding results in a transaction.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::Connection;

use super::results::{Evidence, Receipt, RecordOutcome, residues};
use super::rows::{COLUMNS, Names, of_unit, stored_time};
use super::sums::Sums;
use super::verdict::{UnitVerdict, bit};
use crate::commitment::stored;
use crate::{Author, Policy, ProcessInfo, Record};

/// A transaction that adds results.
pub(super) struct Intake<'a> {
    db: &'a Connection,
    policy: &'a Policy,
    numbers: Numbers,
    names: Names,
    added: Sums,
}

impl<'a> Intake<'a> {
    pub(super) fn new(db: &'a Connection, policy: &'a Policy) -> rusqlite::Result<Self> {
        let mut names = Names::default();
        names.read_withdrawals(db)?;
        Ok(Self {
            db,
            policy,
            numbers: Numbers::default(),
            names,
            added: Sums::default(),
        })
    }

    /// Adds a result, which must be valid.
    pub(super) fn add(
        &mut self,
        record: &Record,
        checksum: u64,
        receipt: Receipt,
    ) -> rusqlite::Result<RecordOutcome> {
        let Receipt { own, received } = receipt;
        let origin = self.numbers.origin(self.db, record)?;
        let author = self.numbers.author(self.db, record.author())?;
        let [residue_31, residue_61] = residues(record.result.value);
        let sql = format!(
            "INSERT OR IGNORE INTO results ({COLUMNS})
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        );
        let added = self.db.prepare_cached(&sql)?.execute(rusqlite::params![
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
            author,
            record.signature.as_ref().map(|signature| signature.bytes()),
            own,
            received,
            record.commitment.as_deref().map(stored::encode),
        ])?;
        if added == 0 {
            return Ok(RecordOutcome::Identical);
        }
        self.added.add(checksum, own, received);
        let mut evidence = Evidence {
            record: record.clone(),
            own,
            received,
            withdrawn: false,
        };
        evidence.withdrawn = self.names.withdrawal(&evidence).is_some();
        self.judge(evidence)
    }

    /// Sets the state of the unit of a new result.
    fn judge(&mut self, new: Evidence) -> rusqlite::Result<RecordOutcome> {
        let unit = new.record.unit;
        let is_first = self
            .db
            .prepare_cached("SELECT count(*) FROM results WHERE unit = ?")?
            .query_row([unit as i64], |row| row.get::<_, i64>(0))?
            == 1;
        let (withdrawn, result) = (new.withdrawn, new.record.result);
        let all = if is_first {
            vec![new]
        } else {
            evidence_of(self.db, &mut self.names, unit)?
        };
        let verdict = UnitVerdict::of(&all, self.policy, unit);
        set_state(self.db, unit, verdict)?;
        let counted = all.iter().filter(|one| !one.withdrawn).count();
        let agrees = verdict.accepted.is_some_and(|it| it.agrees(&result));
        let is_confirmation = verdict.voters > 1 || verdict.own == super::verdict::BOTH;
        Ok(match counted {
            _ if withdrawn => RecordOutcome::Withdrawn,
            1 => RecordOutcome::Merged,
            _ if agrees && is_confirmation => RecordOutcome::Confirmed,
            _ if agrees => RecordOutcome::Repeated,
            _ if verdict.accepted.is_some() => RecordOutcome::Rejected,
            _ => RecordOutcome::Conflict,
        })
    }

    /// Stores the sums of the added results.
    pub(super) fn finish(self) -> rusqlite::Result<()> {
        self.added.store(self.db)
    }
}

/// Reads the results of one unit, without checking them again.
pub(super) fn evidence_of(
    db: &Connection,
    names: &mut Names,
    unit: u64,
) -> rusqlite::Result<Vec<Evidence>> {
    let stored = of_unit(db, names, unit)?;
    Ok(stored.into_iter().map(|stored| stored.evidence).collect())
}

pub(super) fn set_state(db: &Connection, unit: u64, verdict: UnitVerdict) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO units (unit, state, routes, own, attempts) VALUES (?1, ?2, ?3, ?4, 0)
         ON CONFLICT (unit) DO UPDATE SET state = ?2, routes = ?3, own = ?4, run = NULL",
    )?
    .execute((
        unit as i64,
        verdict.state as u8,
        verdict.routes,
        verdict.own,
    ))?;
    Ok(())
}

/// The numbers of origins and authors during a write.
#[derive(Default)]
struct Numbers {
    origins: HashMap<(Arc<str>, Arc<ProcessInfo>), i64>,
    authors: HashMap<Author, i64>,
}

impl Numbers {
    fn origin(&mut self, db: &Connection, record: &Record) -> rusqlite::Result<i64> {
        let key = (record.backend.clone(), record.origin.clone());
        if let Some(number) = self.origins.get(&key) {
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
        self.origins.insert(key, number);
        Ok(number)
    }

    fn author(&mut self, db: &Connection, author: Option<Author>) -> rusqlite::Result<Option<i64>> {
        let Some(author) = author else {
            return Ok(None);
        };
        if let Some(number) = self.authors.get(&author) {
            return Ok(Some(*number));
        }
        let key = [author.bytes()];
        let add = "INSERT OR IGNORE INTO authors (key, name, listed) VALUES (?, '', 0)";
        db.prepare_cached(add)?.execute(key)?;
        let number = db
            .prepare_cached("SELECT id FROM authors WHERE key = ?")?
            .query_row(key, |row| row.get(0))?;
        self.authors.insert(author, number);
        Ok(Some(number))
    }
}
