//! What goes out of a ledger, and what comes in from others.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use bezzel::count::Unit;
use serde::Serialize;

use super::Ledger;
use super::results::Outcome;
use crate::{Error, Line, Lines, Record};

/// Results that are taken in at once.
const CHUNK: usize = 4096;

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

impl Ledger {
    /// Takes in all results of another ledger or of a file of lines. Nothing is taken in from a
    /// file in which anything does not fit.
    pub fn merge(&mut self, other: &Path) -> Result<Merge, Error> {
        if is_ledger(other)? {
            return self.merge_ledger(&Self::open(other)?);
        }
        let mut merge = Merge::default();
        // Once to see that all is sound, …
        for line in self.lines(other)? {
            merge.torn |= within(other, line)? == Line::Torn;
        }
        // … and once to take it in.
        let mut chunk = Vec::new();
        for line in self.lines(other)? {
            if let Line::Result(record) = within(other, line)? {
                chunk.push(record);
            }
            if chunk.len() == CHUNK {
                self.take(&mut chunk, &mut merge)?;
            }
        }
        self.take(&mut chunk, &mut merge)?;
        Ok(merge)
    }

    fn merge_ledger(&mut self, other: &Self) -> Result<Merge, Error> {
        if other.units.fingerprint() != self.units.fingerprint() {
            return Err(Error::OtherPlan {
                path: other.path.clone(),
                found: format!("for n = {}", other.units.plan().n()),
                wanted: format!("n = {}", self.units.plan().n()),
            });
        }
        let (mut merge, mut chunk) = (Merge::default(), Vec::new());
        other.each_unit(&mut |_, records| {
            chunk.extend_from_slice(records);
            if chunk.len() >= CHUNK {
                self.take(&mut chunk, &mut merge)?;
            }
            Ok(())
        })?;
        self.take(&mut chunk, &mut merge)?;
        Ok(merge)
    }

    fn lines(&self, path: &Path) -> Result<Lines<BufReader<File>>, Error> {
        let lines = within(path, Lines::new(BufReader::new(open(path)?)))?;
        if lines.units().fingerprint() != self.units.fingerprint() {
            return Err(Error::OtherPlan {
                path: path.to_owned(),
                found: format!("for n = {}", lines.units().plan().n()),
                wanted: format!("n = {}", self.units.plan().n()),
            });
        }
        Ok(lines)
    }

    fn take(&mut self, chunk: &mut Vec<Record>, merge: &mut Merge) -> Result<(), Error> {
        let outcomes = self.record(chunk)?;
        for (record, outcome) in chunk.drain(..).zip(outcomes) {
            match outcome {
                Outcome::Merged => merge.merged += 1,
                Outcome::Identical => merge.identical += 1,
                Outcome::Confirmed => merge.confirmed += 1,
                Outcome::Conflict => {
                    merge.conflicts += 1;
                    let name = self.name(record.unit);
                    if !merge.conflicting.contains(&name) {
                        merge.conflicting.push(name);
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits the units without a result, in canonical order.
    pub fn each_open(
        &self,
        visit: &mut dyn FnMut(&Unit) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let failed = |error| self.error(error);
        let sql = "SELECT unit FROM units WHERE state >= 2 ORDER BY unit";
        let mut statement = self.db.prepare_cached(sql).map_err(failed)?;
        let mut rows = statement.query(()).map_err(failed)?;
        let mut counted = || -> rusqlite::Result<Option<u64>> {
            let row = rows.next()?;
            row.map(|row| row.get::<_, i64>(0).map(|unit| unit as u64))
                .transpose()
        };
        let mut next = counted().map_err(failed)?;
        for unit in self.units.plan().units() {
            if next == Some(unit.index()) {
                next = counted().map_err(failed)?;
            } else {
                visit(&unit)?;
            }
        }
        Ok(())
    }

    /// Visits all results as lines, by unit in canonical order.
    pub fn each_result(
        &self,
        visit: &mut dyn FnMut(&str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.each_unit(&mut |_, records| {
            let mut lines = records.iter();
            lines.try_for_each(|record| visit(&self.units.line(record)?))
        })
    }
}

fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| Error::Storage {
        path: path.to_owned(),
        why: error.to_string(),
    })
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
        other => other,
    })
}
