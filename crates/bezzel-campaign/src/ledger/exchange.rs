//! Export and import of units and results.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

use bezzel_count::{Route, Unit};
use serde::Serialize;

use super::results::{Evidence, RecordOutcome};
use super::verdict::DONE;
use super::{Ledger, SQLITE_MAGIC};
use crate::{Author, Error, ExchangeLine, ExchangeReader, Record};

/// Number of results per transaction of an import.
const RESULTS_PER_IMPORT: usize = 4096;
/// Number of units whose state is read in one query.
const UNITS_PER_QUERY: u64 = 1 << 16;

/// Outcome of an import.
///
/// ```
/// use bezzel_campaign::Ledger;
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// let mut other = Ledger::create(&folder.path().join("other.bezzel"), 8)?;
/// let merge = other.merge(ledger.path())?;
/// assert_eq!((merge.merged, merge.conflicts), (ledger.counted()?, 0));
/// assert_eq!(other.merge(ledger.path())?.identical, merge.merged);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Merge {
    /// Number of first results of their units.
    pub merged: u64,
    /// Number of results that were already stored.
    pub identical: u64,
    /// Number of further results that agree with those of their units.
    pub confirmed: u64,
    /// Number of further results that agree, but are of the same origin and confirm nothing.
    pub repeated: u64,
    /// Number of results that were stored but do not count, because their author, machine, program
    /// or backend was withdrawn.
    pub withdrawn: u64,
    /// Number of further results that differ from those of their units, which are in conflict.
    pub conflicts: u64,
    /// The units of these conflicts, by name.
    pub conflicting: Vec<String>,
    /// Number of further results that differ from an accepted one, which they do not outweigh.
    pub rejected: u64,
    /// The units of these results, by name.
    pub rejecting: Vec<String>,
    /// True if the last line of the file was incomplete.
    pub torn: bool,
}

impl Merge {
    /// Adds the outcome of a result. `named` contains the units that are listed already.
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
            RecordOutcome::Repeated => self.repeated += 1,
            RecordOutcome::Withdrawn => self.withdrawn += 1,
            RecordOutcome::Conflict => {
                self.conflicts += 1;
                if named.insert(unit) {
                    self.conflicting.push(name());
                }
            }
            RecordOutcome::Rejected => {
                self.rejected += 1;
                if named.insert(unit) {
                    self.rejecting.push(name());
                }
            }
        }
    }
}

/// An import in progress.
#[derive(Default)]
struct Merging {
    merge: Merge,
    /// Results of the next transaction.
    chunk: Vec<Record>,
    /// The units of `merge.conflicting` and `merge.rejecting`.
    named: HashSet<u64>,
}

impl Ledger {
    /// Imports all results of another ledger or of a file of result lines, as results of others.
    /// Nothing is imported if any part of the file is invalid, or if the policy of the campaign does
    /// not accept an author.
    pub fn merge(&mut self, other: &Path) -> Result<Merge, Error> {
        if is_ledger(other)? {
            return self.merge_ledger(&Self::open_to_read(other)?);
        }
        let mut merging = Merging::default();
        // The first pass checks the file, …
        for line in self.lines(other)? {
            match within(other, line)? {
                ExchangeLine::Result(record) => within(other, self.admit(&record))?,
                ExchangeLine::Truncated => merging.merge.torn = true,
                ExchangeLine::Unit(_) => {}
            }
        }
        // … the second one imports it.
        for line in self.lines(other)? {
            if let ExchangeLine::Result(record) = within(other, line)? {
                merging.chunk.push(record);
            }
            self.take(&mut merging, RESULTS_PER_IMPORT)?;
        }
        self.take(&mut merging, 1)?;
        Ok(merging.merge)
    }

    fn merge_ledger(&mut self, other: &Self) -> Result<Merge, Error> {
        if other.units.fingerprint() != self.units.fingerprint() {
            return Err(Error::OtherPlan {
                path: other.path.clone(),
                found: format!("one for {}", other.units.title()),
                wanted: format!("results for {}", self.units.title()),
            });
        }
        // As for a file of lines, the first pass only checks.
        other.each_unit(&mut |_, evidence| {
            let fits = evidence.iter().try_for_each(|one| {
                self.units.check(&one.record)?;
                self.units.verify(&one.record)?;
                self.admit(&one.record)
            });
            within(&other.path, fits)
        })?;
        let mut merging = Merging::default();
        other.each_unit(&mut |_, evidence| {
            let records = evidence.iter().map(|one| one.record.clone());
            merging.chunk.extend(records);
            self.take(&mut merging, RESULTS_PER_IMPORT)
        })?;
        self.take(&mut merging, 1)?;
        Ok(merging.merge)
    }

    fn lines(&self, path: &Path) -> Result<ExchangeReader<BufReader<File>>, Error> {
        let lines = within(path, ExchangeReader::new(BufReader::new(open(path)?)))?;
        if lines.units().fingerprint() != self.units.fingerprint() {
            return Err(Error::OtherPlan {
                path: path.to_owned(),
                found: format!("one for {}", lines.units().title()),
                wanted: format!("results for {}", self.units.title()),
            });
        }
        Ok(lines)
    }

    /// Imports the waiting results if there are at least `enough`.
    fn take(&mut self, merging: &mut Merging, enough: usize) -> Result<(), Error> {
        if merging.chunk.len() < enough {
            return Ok(());
        }
        let outcomes = self.import_admitted(&merging.chunk)?;
        for (record, outcome) in merging.chunk.drain(..).zip(outcomes) {
            let name = || self.name(record.unit);
            merging
                .merge
                .note(&mut merging.named, outcome, record.unit, name);
        }
        Ok(())
    }

    /// Visits the units that lack a result, or that lack one under the policy of the campaign, in
    /// canonical order until a visit fails.
    pub fn each_open<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(&Unit) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.policy.is_default() {
            self.each_uncounted(visit)
        } else {
            self.each_lacking(None, None, visit)
        }
    }

    /// Does the same for an author and a route: without the units to which a result of this author
    /// adds nothing, and without those that have a result by this route.
    pub fn each_open_for<E: From<Error>>(
        &self,
        author: Option<Author>,
        route: Option<Route>,
        visit: &mut dyn FnMut(&Unit) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_lacking(author, route, visit)
    }

    /// Visits the units without a result.
    fn each_uncounted<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(&Unit) -> Result<(), E>,
    ) -> Result<(), E> {
        let plan = self.units.plan();
        let mut counted = Vec::new().into_iter();
        let mut next: Option<u64> = None;
        for unit in plan.units() {
            if unit.index().is_multiple_of(UNITS_PER_QUERY) {
                let sql = format!(
                    "SELECT unit FROM units WHERE state >= {DONE} AND unit >= ? AND unit < ?
                     ORDER BY unit"
                );
                let window = (unit.index() as i64, (unit.index() + UNITS_PER_QUERY) as i64);
                counted = self.numbers(&sql, window)?.into_iter();
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

    /// Visits all results as lines, by unit in canonical order, until a visit fails. Skips results
    /// that no ledger accepts, because an earlier version stored words that cannot be printed;
    /// returns their number.
    pub fn each_result<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut left_out = 0;
        self.each_unit(&mut |_, evidence| {
            for Evidence { record, .. } in evidence {
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
        return Err(storage("expected a regular file".to_owned()));
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
    Ok(start == SQLITE_MAGIC)
}

/// Adds the name of the file to the error of a line.
fn within<T>(path: &Path, result: Result<T, Error>) -> Result<T, Error> {
    result.map_err(|error| match error {
        Error::Line { what } => Error::Line {
            what: format!("{}: {what}", path.display()),
        },
        Error::Result { what } => Error::Result {
            what: format!("{}: {what}", path.display()),
        },
        Error::NotAccepted { what } => Error::NotAccepted {
            what: format!("{}: {what}; nothing was imported", path.display()),
        },
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Time after which the test counts as hanging.
    const HANG_TIMEOUT: Duration = Duration::from_secs(600);

    /// Comparing each unit with all listed ones would take hours; this takes seconds.
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
