//! Withdrawals: results that stay in the ledger and no longer count.

use rusqlite::{Connection, Row};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Ledger;
use super::intake::{evidence_of, set_state};
use super::results::Evidence;
use super::rows::Names;
use super::schema;
use super::verdict::{State, UnitVerdict};
use crate::record::now;
use crate::units::hex;
use crate::{Author, Error, ProcessInfo, Record, printable, utc};

/// Maximum length of the reason of a withdrawal, in characters.
const MAX_REASON_CHARS: usize = 200;

/// A selection of results: those that have all these properties.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultFilter {
    /// The author of the signature.
    pub author: Option<Author>,
    /// The name of the machine.
    pub host: Option<String>,
    /// The program and its version.
    pub program: Option<String>,
    /// The name of the backend.
    pub backend: Option<String>,
    /// Earliest time of receipt in seconds since 1970, by the clock of the machine of the ledger.
    /// The time that a result claims is not used: anyone can backdate it.
    pub since: Option<i64>,
    /// Latest time of receipt.
    pub until: Option<i64>,
}

impl ResultFilter {
    /// Returns true if every result has these properties, because there are none.
    pub fn is_empty(&self) -> bool {
        self == &Self::default()
    }

    pub(super) fn covers(&self, evidence: &Evidence) -> bool {
        self.covers_record(&evidence.record, evidence.received)
    }

    fn covers_record(&self, record: &Record, received: i64) -> bool {
        self.covers_origin(record.author(), &record.origin, &record.backend, received)
    }

    fn covers_origin(
        &self,
        author: Option<Author>,
        origin: &ProcessInfo,
        backend: &str,
        received: i64,
    ) -> bool {
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == found)
        };
        self.author.is_none_or(|wanted| author == Some(wanted))
            && is(&self.host, &origin.host)
            && is(&self.program, &origin.program)
            && is(&self.backend, backend)
            && self.since.is_none_or(|since| since <= received)
            && self.until.is_none_or(|until| received <= until)
    }
}

impl std::fmt::Display for ResultFilter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |name: &str, value: &Option<String>| {
            value
                .as_ref()
                .map(|value| format!("{name} {}", printable(value)))
        };
        let parts = [
            self.author.map(|author| format!("author {author}")),
            text("host", &self.host),
            text("program", &self.program),
            text("backend", &self.backend),
            self.since
                .map(|time| format!("received since {}", utc(time))),
            self.until
                .map(|time| format!("received until {}", utc(time))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// A withdrawal of results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// Its number, from 1.
    pub number: u64,
    /// The results that it withdraws, now and in the future.
    #[serde(flatten)]
    pub rule: ResultFilter,
    /// The reason.
    pub reason: String,
    /// Time of the withdrawal in seconds since 1970.
    pub time: i64,
    /// Time at which it was undone.
    pub undone: Option<i64>,
}

impl Withdrawal {
    fn checksum(&self) -> String {
        hex(&self.digest())
    }

    fn digest(&self) -> [u8; 8] {
        let Self {
            rule,
            reason,
            time,
            undone,
            number,
        } = self;
        let ResultFilter {
            author,
            host,
            program,
            backend,
            since,
            until,
        } = rule;
        let text = format!(
            "{number} {author:?} {host:?} {program:?} {backend:?} {since:?} {until:?} {reason:?} \
             {time} {undone:?}"
        );
        let digest = Sha256::digest(text);
        std::array::from_fn(|at| digest[at])
    }

    /// Describes a damaged withdrawal by what is still readable.
    fn description(&self) -> String {
        let rule = match self.rule.is_empty() {
            true => "no rule".to_owned(),
            false => self.rule.to_string(),
        };
        let reason = printable(&self.reason);
        format!("withdrawal {} ({rule}; reason: {reason})", self.number)
    }
}

/// The number of withdrawals and the exclusive or of their checksums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WithdrawalSums {
    pub(super) withdrawals: u64,
    checksums: u64,
}

impl WithdrawalSums {
    pub(super) fn of(withdrawals: &[Withdrawal]) -> Self {
        let checksums = withdrawals
            .iter()
            .map(|one| u64::from_be_bytes(one.digest()));
        Self {
            withdrawals: withdrawals.len() as u64,
            checksums: checksums.fold(0, |all, one| all ^ one),
        }
    }

    /// Reads the stored sums; `None` in a format that has none.
    pub(super) fn stored(db: &Connection) -> rusqlite::Result<Option<Self>> {
        if schema::format(db)? < 5 {
            return Ok(None);
        }
        let sql = "SELECT withdrawals, checksums FROM stored_withdrawals";
        db.query_row(sql, (), |row| {
            Ok(Some(Self {
                withdrawals: row.get::<_, i64>(0)? as u64,
                checksums: row.get::<_, i64>(1)? as u64,
            }))
        })
    }
}

/// Stores the sums of all withdrawals, in the transaction in which they are written.
pub(super) fn store_sums(db: &Connection) -> rusqlite::Result<()> {
    let sums = WithdrawalSums::of(&withdrawals(db)?);
    let sql = "UPDATE stored_withdrawals SET withdrawals = ?, checksums = ?";
    db.execute(sql, (sums.withdrawals as i64, sums.checksums as i64))?;
    Ok(())
}

/// The effect of a withdrawal, or of undoing one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// The withdrawal.
    #[serde(flatten)]
    pub withdrawal: Withdrawal,
    /// Number of stored results that it covers.
    pub results: u64,
    /// Number of units that have no result that counts now, of those that it covers.
    pub open: u64,
}

const COLUMNS: &str =
    "id, author, host, program, backend, since, until, reason, time, undone, checksum";

impl Ledger {
    /// Withdraws results: they are kept, but no longer count, and their units are open again unless
    /// other results remain. Results that arrive later are withdrawn as well. Fails if the filter
    /// covers every result, or if there is no reason.
    pub fn withdraw(&mut self, rule: ResultFilter, reason: &str) -> Result<Withdrawn, Error> {
        let reason = printable(reason.trim()).into_owned();
        let wrong = |what: &str| {
            Err(Error::Withdrawal {
                what: what.to_owned(),
            })
        };
        if rule.is_empty() {
            return wrong("expected an author, host, program, backend or time span, found none");
        }
        if let (Some(since), Some(until)) = (rule.since, rule.until)
            && since > until
        {
            return wrong(&format!(
                "expected a time span that begins before its end, found since {since} and until {until} \
                 in seconds since 1970: no result has such a time"
            ));
        }
        if reason.is_empty() || reason.chars().count() > MAX_REASON_CHARS {
            return wrong(&format!(
                "expected a reason of 1 to {MAX_REASON_CHARS} characters"
            ));
        }
        let mut withdrawal = Withdrawal {
            number: 0,
            rule,
            reason,
            time: now(),
            undone: None,
        };
        self.apply(move |db| {
            let last = "SELECT coalesce(max(id), 0) + 1 FROM withdrawals";
            withdrawal.number = db.query_row(last, (), |row| row.get::<_, i64>(0))? as u64;
            insert(db, &withdrawal)?;
            Ok(withdrawal)
        })
    }

    /// Undoes a withdrawal: its results count again. Fails if there is none of this number, or if
    /// it is undone already.
    pub fn undo_withdrawal(&mut self, number: u64) -> Result<Withdrawn, Error> {
        let known = self.withdrawals()?;
        let found = known.into_iter().find(|one| one.number == number);
        let Some(mut withdrawal) = found.filter(|one| one.undone.is_none()) else {
            return Err(Error::Withdrawal {
                what: format!(
                    "expected the number of a withdrawal in force, found {number}: `bezzel campaign \
                     withdraw FILE` lists them"
                ),
            });
        };
        withdrawal.undone = Some(now());
        self.apply(move |db| {
            let sql = "UPDATE withdrawals SET undone = ?, checksum = ? WHERE id = ?";
            let checksum = withdrawal.checksum();
            db.execute(sql, (withdrawal.undone, checksum, number as i64))?;
            Ok(withdrawal)
        })
    }

    /// Returns all withdrawals, also those that are undone.
    pub fn withdrawals(&self) -> Result<Vec<Withdrawal>, Error> {
        let found = self.read(|db| {
            let mut statement = db.prepare_cached(&format!("SELECT {COLUMNS} FROM withdrawals"))?;
            let rows = statement.query_map((), |row| Ok((withdrawal(row)?, row.get(10)?)))?;
            rows.collect::<rusqlite::Result<Vec<(Withdrawal, String)>>>()
        });
        let found = found.map_err(|error| match error {
            Error::Damaged { what, .. } => {
                self.damaged(format!("its table of withdrawals is unreadable ({what})"))
            }
            other => other,
        })?;
        for (one, checksum) in &found {
            if one.checksum() != *checksum {
                let number = one.number;
                return Err(self.damaged(format!("withdrawal {number} does not fit its checksum")));
            }
        }
        Ok(found.into_iter().map(|(one, _)| one).collect())
    }

    /// Checks that all withdrawals are there.
    pub(super) fn check_withdrawals(&self) -> Result<(), Error> {
        let found = WithdrawalSums::of(&self.withdrawals()?);
        match self.read(WithdrawalSums::stored)? {
            Some(stored) if stored.withdrawals != found.withdrawals => {
                let (stored, found) = (stored.withdrawals, found.withdrawals);
                Err(self.damaged(format!("expected {stored} withdrawals, found {found}")))
            }
            Some(stored) if stored != found => {
                Err(self.damaged("the joint checksum of its withdrawals does not match"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the counted units that have a result with these properties, withdrawn or not.
    pub fn units_with(&self, filter: &ResultFilter) -> Result<Vec<u64>, Error> {
        let mut units = Vec::new();
        self.each_unit(&mut |unit, evidence| {
            if evidence.iter().any(|one| filter.covers(one)) {
                units.push(unit);
            }
            Ok::<_, Error>(())
        })?;
        Ok(units)
    }

    /// Fails if own results like these are withdrawn: their units would stay open.
    pub(super) fn refuse_withdrawn(&self, records: &[Record]) -> Result<(), Error> {
        let time = now();
        self.refuse_if(|rule| {
            let mut records = records.iter();
            records.any(|record| rule.covers_record(record, time))
        })
    }

    /// Fails if results of this process, author and backend would be withdrawn now. A process
    /// should call this before it counts.
    pub fn refuse_withdrawn_origin(
        &self,
        origin: &ProcessInfo,
        author: Option<Author>,
        backend: &str,
    ) -> Result<(), Error> {
        let time = now();
        self.refuse_if(|rule| rule.covers_origin(author, origin, backend, time))
    }

    fn refuse_if(&self, covers: impl Fn(&ResultFilter) -> bool) -> Result<(), Error> {
        let in_force = self.read(withdrawals)?;
        let mut in_force = in_force.iter().filter(|one| one.undone.is_none());
        match in_force.find(|one| covers(&one.rule)) {
            None => Ok(()),
            Some(one) => Err(Error::Withdrawal {
                what: format!(
                    "results of {} are withdrawn ({}): `bezzel campaign withdraw FILE --undo {}` \
                     accepts them again",
                    one.rule, one.reason, one.number
                ),
            }),
        }
    }

    /// Adds withdrawals to a ledger that has no results yet.
    pub(super) fn insert_withdrawals(&mut self, all: &[Withdrawal]) -> Result<(), Error> {
        self.write(|db| {
            all.iter().try_for_each(|one| insert(db, one))?;
            store_sums(db)
        })
    }

    /// Adds the withdrawals that a log mentions after results, or changes earlier ones.
    pub(super) fn restore_withdrawals(&mut self, all: Vec<Withdrawal>) -> Result<(), Error> {
        if all.is_empty() {
            return Ok(());
        }
        self.change(|db| {
            for one in &all {
                let sql = "UPDATE withdrawals SET undone = ?, checksum = ? WHERE id = ?";
                let known = (one.undone, one.checksum(), one.number as i64);
                if db.execute(sql, known)? == 0 {
                    insert(db, one)?;
                }
            }
            Ok(all)
        })?;
        // A line that changes more than the end of a withdrawal does not fit the checksum now.
        self.withdrawals().map(drop)
    }

    /// Changes a withdrawal, and the state of the units that it covers.
    fn apply(
        &mut self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<Withdrawal>,
    ) -> Result<Withdrawn, Error> {
        let changed = self.change(|db| Ok(vec![change(db)?]))?;
        let (mut changed, results, open) = changed;
        let withdrawal = changed.remove(0);
        Ok(Withdrawn {
            withdrawal,
            results,
            open,
        })
    }

    /// Changes withdrawals, and the state of the units that they cover. Returns them with the
    /// number of these results, and the number of these units that are open now.
    fn change(
        &mut self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<Vec<Withdrawal>>,
    ) -> Result<(Vec<Withdrawal>, u64, u64), Error> {
        let policy = self.policy.clone();
        self.write(|db| {
            let withdrawals = change(db)?;
            store_sums(db)?;
            let (mut results, mut open) = (0, 0);
            let mut names = Names::default();
            names.read_withdrawals(db)?;
            db.execute("UPDATE reopening SET active = 1", ())?;
            let mut statement = db.prepare("SELECT DISTINCT unit FROM results")?;
            let units = statement.query_map((), |row| row.get::<_, i64>(0))?;
            let units: Vec<i64> = units.collect::<rusqlite::Result<_>>()?;
            for unit in units {
                let unit = unit as u64;
                let evidence = evidence_of(db, &mut names, unit)?;
                let is_covered = |one: &&Evidence| withdrawals.iter().any(|it| it.rule.covers(one));
                let covered = evidence.iter().filter(is_covered).count() as u64;
                if covered > 0 {
                    let verdict = UnitVerdict::of(&evidence, &policy, unit);
                    set_state(db, unit, verdict)?;
                    results += covered;
                    open += u64::from(verdict.state == State::Open);
                }
            }
            db.execute("UPDATE reopening SET active = 0", ())?;
            Ok((withdrawals, results, open))
        })
    }
}

/// Reads all withdrawals, without checking them.
pub(super) fn withdrawals(db: &Connection) -> rusqlite::Result<Vec<Withdrawal>> {
    let mut statement = db.prepare_cached(&format!("SELECT {COLUMNS} FROM withdrawals"))?;
    statement.query_map((), withdrawal)?.collect()
}

/// Returns the withdrawals of a damaged ledger that fit their checksums, and descriptions of the
/// others.
pub(super) fn sound_withdrawals(db: &Connection) -> (Vec<Withdrawal>, Vec<String>) {
    let (mut sound, mut lost) = (Vec::new(), Vec::new());
    let sql = format!("SELECT {COLUMNS} FROM withdrawals");
    let Ok(mut statement) = db.prepare(&sql) else {
        return (sound, lost);
    };
    let Ok(mut rows) = statement.query(()) else {
        return (sound, lost);
    };
    while let Ok(Some(row)) = rows.next() {
        let checksum: Option<String> = row.get(10).ok();
        match withdrawal(row) {
            Ok(one) if checksum == Some(one.checksum()) => sound.push(one),
            Ok(one) => lost.push(one.description()),
            Err(_) => {
                let number = row.get(0).unwrap_or(0_i64);
                lost.push(format!("withdrawal {number}, which is unreadable"));
            }
        }
    }
    (sound, lost)
}

fn withdrawal(row: &Row) -> rusqlite::Result<Withdrawal> {
    Ok(Withdrawal {
        number: row.get::<_, i64>(0)? as u64,
        rule: ResultFilter {
            author: row.get::<_, Option<_>>(1)?.map(Author::from_bytes),
            host: row.get(2)?,
            program: row.get(3)?,
            backend: row.get(4)?,
            since: row.get(5)?,
            until: row.get(6)?,
        },
        reason: row.get(7)?,
        time: row.get(8)?,
        undone: row.get(9)?,
    })
}

fn insert(db: &Connection, one: &Withdrawal) -> rusqlite::Result<()> {
    let rule = &one.rule;
    let values = rusqlite::params![
        one.number as i64,
        rule.author.as_ref().map(Author::bytes),
        rule.host,
        rule.program,
        rule.backend,
        rule.since,
        rule.until,
        one.reason,
        one.time,
        one.undone,
        one.checksum(),
    ];
    let sql =
        format!("INSERT INTO withdrawals ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    db.execute(&sql, values)?;
    Ok(())
}
