//! What goes out of a ledger, and what comes in from others.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

use bezzel_count::Unit;
use serde::Serialize;

use super::Ledger;
use super::results::RecordOutcome;
use crate::{Error, ExchangeLine, ExchangeReader, Record};

/// Results that are taken in at once.
const CHUNK: usize = 4096;
/// Units of which it is read at once whether they are counted.
const WINDOW: u64 = 1 << 16;

/// What became of the results of another file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Merge {
    /// Results of units that had none.
    pub merged: u64,
    /// Results that were there already.
    pub identical: u64,
    /// Other counts of units that had a result, which agree.
    pub confirmed: u64,
    /// Other counts of units that had a result, which do not agree.
    pub conflicts: u64,
    /// The units of these, by name.
    pub conflicting: Vec<String>,
    /// Whether the file ended within a line.
    pub torn: bool,
}

impl Merge {
    /// Notes what became of a result. `named` has the units that are listed already.
    fn note(
        &mut self,
        named: &mut HashSet<u64>,
        outcome: RecordOutcome,
        unit: u64,
        name: impl FnOnce() -> String,
    ) {
        match outcome {
            RecordOutcome::Merged => self.merged += 1,
            RecordOutcome::Identical => self.identical += 1,
            RecordOutcome::Confirmed => self.confirmed += 1,
            RecordOutcome::Conflict => {
                self.conflicts += 1;
                if named.insert(unit) {
                    self.conflicting.push(name());
                }
            }
        }
    }
}

/// A merge that goes on.
#[derive(Default)]
struct Merging {
    merge: Merge,
    /// Results that wait to be taken in.
    chunk: Vec<Record>,
    /// The units of `merge.conflicting`.
    named: HashSet<u64>,
}

impl Ledger {
    /// Takes in all results of another ledger or of a file of lines. Nothing is taken in from a
    /// file in which anything does not fit.
    pub fn merge(&mut self, other: &Path) -> Result<Merge, Error> {
        if is_ledger(other)? {
            return self.merge_ledger(&Self::open_to_read(other)?);
        }
        let mut merging = Merging::default();
        // Once to see that all is sound, …
        for line in self.lines(other)? {
            merging.merge.torn |= within(other, line)? == ExchangeLine::Truncated;
        }
        // … and once to take it in.
        for line in self.lines(other)? {
            if let ExchangeLine::Result(record) = within(other, line)? {
                merging.chunk.push(record);
            }
            self.take(&mut merging, CHUNK)?;
        }
        self.take(&mut merging, 1)?;
        Ok(merging.merge)
    }

    fn merge_ledger(&mut self, other: &Self) -> Result<Merge, Error> {
        if other.units.fingerprint() != self.units.fingerprint() {
            return Err(Error::OtherPlan {
                path: other.path.clone(),
                found: format!("for n = {}", other.units.plan().n()),
                wanted: format!("n = {}", self.units.plan().n()),
            });
        }
        // As for a file of lines: first to see that all of it can be taken in.
        other.each_unit(&mut |_, records| {
            let fits = records.iter().try_for_each(|one| self.units.check(one));
            within(&other.path, fits)
        })?;
        let mut merging = Merging::default();
        other.each_unit(&mut |_, records| {
            merging.chunk.extend_from_slice(records);
            self.take(&mut merging, CHUNK)
        })?;
        self.take(&mut merging, 1)?;
        Ok(merging.merge)
    }

    fn lines(&self, path: &Path) -> Result<ExchangeReader<BufReader<File>>, Error> {
        let lines = within(path, ExchangeReader::new(BufReader::new(open(path)?)))?;
        if lines.units().fingerprint() != self.units.fingerprint() {
            return Err(Error::OtherPlan {
                path: path.to_owned(),
                found: format!("for n = {}", lines.units().plan().n()),
                wanted: format!("n = {}", self.units.plan().n()),
            });
        }
        Ok(lines)
    }

    /// Takes in what waits, once it is so much.
    fn take(&mut self, merging: &mut Merging, enough: usize) -> Result<(), Error> {
        if merging.chunk.len() < enough {
            return Ok(());
        }
        let outcomes = self.record(&merging.chunk)?;
        for (record, outcome) in merging.chunk.drain(..).zip(outcomes) {
            let name = || self.name(record.unit);
            merging
                .merge
                .note(&mut merging.named, outcome, record.unit, name);
        }
        Ok(())
    }

    /// Visits the units without a result, in canonical order, until a visit fails.
    pub fn each_open<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(&Unit) -> Result<(), E>,
    ) -> Result<(), E> {
        let plan = self.units.plan();
        let mut counted = Vec::new().into_iter();
        let mut next: Option<u64> = None;
        for unit in plan.units() {
            if unit.index().is_multiple_of(WINDOW) {
                let sql = "SELECT unit FROM units WHERE state >= 2 AND unit >= ? AND unit < ?
                           ORDER BY unit";
                let window = (unit.index() as i64, (unit.index() + WINDOW) as i64);
                counted = self.numbers(sql, window)?.into_iter();
                next = counted.next();
            }
            if next == Some(unit.index()) {
                next = counted.next();
            } else {
                visit(&unit)?;
            }
        }
        Ok(())
    }

    /// Visits all results as lines, by unit in canonical order, until a visit fails. Results
    /// that no ledger would take in, because an earlier version took words that cannot be
    /// printed, are left out; returns how many.
    pub fn each_result<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut left_out = 0;
        self.each_unit(&mut |_, records| {
            for record in records {
                match self.units.check(record) {
                    Ok(()) => visit(&self.units.line(record)?)?,
                    Err(_) => left_out += 1,
                }
            }
            Ok::<_, E>(())
        })?;
        Ok(left_out)
    }
}

/// Opens a file that can be read more than once.
fn open(path: &Path) -> Result<File, Error> {
    let storage = |why: String| Error::Storage {
        path: path.to_owned(),
        why,
    };
    let found = fs::metadata(path).map_err(|error| storage(error.to_string()))?;
    if !found.is_file() {
        return Err(storage("it is not a file".to_owned()));
    }
    File::open(path).map_err(|error| storage(error.to_string()))
}

fn is_ledger(path: &Path) -> Result<bool, Error> {
    let mut start = Vec::new();
    let read = open(path)?.take(16).read_to_end(&mut start);
    read.map_err(|error| Error::Storage {
        path: path.to_owned(),
        why: error.to_string(),
    })?;
    Ok(start == b"SQLite format 3\0")
}

/// Names the file in which a line does not fit.
fn within<T>(path: &Path, result: Result<T, Error>) -> Result<T, Error> {
    result.map_err(|error| match error {
        Error::Line { what } => Error::Line {
            what: format!("{}: {what}", path.display()),
        },
        Error::Result { what } => Error::Result {
            what: format!("{}: {what}", path.display()),
        },
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Stops a test that hangs.
    const HANG_TIMEOUT: Duration = Duration::from_secs(120);

    /// A second look at each unit that is listed would take hours; as it is, this takes seconds.
    #[test]
    fn a_million_conflicts_are_listed_in_linear_time() {
        const UNITS: u64 = 1_000_000;
        let started = Instant::now();
        let (mut merge, mut named) = (Merge::default(), HashSet::new());
        for result in 0..2 * UNITS {
            let unit = result % UNITS;
            let name = || format!("unit {unit}");
            merge.note(&mut named, RecordOutcome::Conflict, unit, name);
            assert!(
                started.elapsed() < HANG_TIMEOUT,
                "{result} of {} noted",
                2 * UNITS
            );
        }
        assert_eq!(merge.conflicts, 2 * UNITS);
        assert_eq!(merge.conflicting.len() as u64, UNITS);
        assert!(merge.conflicting[7..].starts_with(&["unit 7".to_owned()]));
    }
}
