//! Export and import of units and results.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;

use bezzel_count::{Route, Unit};
use serde::Serialize;

use super::{LEDGER_MAGIC, Ledger, StoreOutcome};
use crate::judge::{Lack, State, Verdict};
use crate::{Author, Error, ExchangeLine, ExchangeReader, StoredResult, UnitList};

/// Number of results per write of an import.
const RESULTS_PER_IMPORT: usize = 4096;

/// Outcome of an import.
///
/// ```
/// use bezzel_campaign::Ledger;
/// # let folder = tempfile::tempdir()?;
/// # let mut ledger = Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// let mut other = Ledger::create(&folder.path().join("other.bezzel"), 8)?;
/// let merge = other.merge(ledger.path())?;
/// assert_eq!((merge.merged, merge.conflicts), (ledger.counted(), 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Merge {
    /// Number of first results of their units.
    pub merged: u64,
    /// Number of results that were already stored.
    pub identical: u64,
    /// Number of further results by which known sources agree on their units.
    pub confirmed: u64,
    /// Number of further results that agree, and confirm nothing.
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

/// A visitor of the results of a file.
type VisitResult<'a> = dyn FnMut(StoredResult) -> Result<(), Error> + 'a;

impl Ledger {
    /// Imports all results of another ledger or of a file of result lines, as results of others.
    /// Nothing is imported if any part of the file is invalid, or if the policy of the campaign does
    /// not accept an author.
    pub fn merge(&mut self, other: &Path) -> Result<Merge, Error> {
        let units = self.state.units.clone();
        // The first pass checks the file, …
        let mut admitted = Vec::new();
        let torn = each_result(other, &units, &mut |stored| {
            within(other, self.admit(&stored))?;
            admitted.push(units.checksum(&stored)?);
            Ok(())
        })?;
        let mut merge = Merge {
            torn,
            ..Merge::default()
        };
        // … the second one imports it, without what was appended in between.
        let changed = || storage(other, "it was changed while it was read");
        let (mut chunk, mut named) = (Vec::new(), HashSet::new());
        let mut keys = admitted.iter();
        each_result(other, &units, &mut |stored| {
            match keys.next() {
                None => return Ok(()),
                Some(key) if *key == units.checksum(&stored)? => chunk.push(stored),
                Some(_) => return Err(changed()),
            }
            match chunk.len() {
                RESULTS_PER_IMPORT => self.import_chunk(&mut chunk, &mut merge, &mut named),
                _ => Ok(()),
            }
        })?;
        if keys.next().is_some() {
            return Err(changed());
        }
        self.import_chunk(&mut chunk, &mut merge, &mut named)?;
        Ok(merge)
    }

    fn import_chunk(
        &mut self,
        chunk: &mut Vec<StoredResult>,
        merge: &mut Merge,
        named: &mut HashSet<u64>,
    ) -> Result<(), Error> {
        let outcomes = self.store(chunk, Some(crate::stored_result::now()))?;
        for (stored, outcome) in chunk.drain(..).zip(outcomes) {
            let (number, list) = match outcome {
                StoreOutcome::Merged => (&mut merge.merged, None),
                StoreOutcome::Identical => (&mut merge.identical, None),
                StoreOutcome::Confirmed => (&mut merge.confirmed, None),
                StoreOutcome::Repeated => (&mut merge.repeated, None),
                StoreOutcome::Withdrawn => (&mut merge.withdrawn, None),
                StoreOutcome::Conflict => (&mut merge.conflicts, Some(&mut merge.conflicting)),
                StoreOutcome::Rejected => (&mut merge.rejected, Some(&mut merge.rejecting)),
            };
            *number += 1;
            if let Some(list) = list.filter(|_| named.insert(stored.unit)) {
                list.push(self.state.name(stored.unit)?);
            }
        }
        Ok(())
    }

    /// Visits the units that lack a result under the policy of the campaign, in canonical order until a
    /// visit fails: those without one, those that need more, and those in conflict if further authors
    /// can end it. With an author or a route, those to which a result of this author, or by this route,
    /// adds something.
    pub fn each_open<E: From<Error>>(
        &self,
        author: Option<Author>,
        route: Option<Route>,
        visit: &mut dyn FnMut(&Unit) -> Result<(), E>,
    ) -> Result<(), E> {
        for unit in self.units().plan().units() {
            let verdict = self.state.verdict(unit.index() as u32);
            let is_wanted = |route: Route| match verdict.lack {
                Some(Lack::Route(lacking)) => lacking == route,
                // Others end a conflict by either route. Otherwise the missing route comes first.
                _ if verdict.state == State::Conflict => true,
                _ => verdict.routes.missing().is_none() || !verdict.routes.contains(route),
            };
            if route.is_none_or(is_wanted) && self.can_add(unit.index() as u32, &verdict, author) {
                visit(&unit)?;
            }
        }
        Ok(())
    }

    /// Returns true if a result of this author, or of some author, fills a lack of this unit.
    fn can_add(&self, unit: u32, verdict: &Verdict, author: Option<Author>) -> bool {
        let mut of_author = self.state.results_of(unit).filter_map(|at| {
            let entry = &self.state.entries[at];
            let by = self.state.sources[entry.source as usize].author;
            (author.is_some() && by == author).then_some(entry.route)
        });
        match verdict.lack {
            None | Some(Lack::Recount) => false,
            Some(Lack::Source) => of_author.next().is_none(),
            Some(Lack::Route(route)) => of_author.all(|by| by != route),
        }
    }

    /// Visits all results as lines of a file of results, in the order in which they were stored, until
    /// a visit fails.
    pub fn each_result<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        for at in 0..self.state.entries.len() {
            visit(&self.state.units.line(&self.result_at(at)?)?)?;
        }
        Ok(())
    }
}

/// Visits the results of a ledger or of a file of result lines of the same plan. Returns true if its
/// last line is incomplete.
fn each_result(path: &Path, units: &UnitList, visit: &mut VisitResult) -> Result<bool, Error> {
    let failed = |error: std::io::Error| storage(path, error);
    // The file is read more than once.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(storage(path, "expected a regular file"));
    }
    let mut reader = BufReader::new(File::open(path).map_err(failed)?);
    let start = reader.fill_buf().map_err(failed)?;
    if start.starts_with(LEDGER_MAGIC.as_bytes()) {
        let other = Ledger::open_to_read(path)?;
        units.check_found(path, other.units(), "results")?;
        (0..other.state.entries.len()).try_for_each(|at| visit(other.result_at(at)?))?;
        return Ok(other.incomplete_bytes() > 0);
    }
    let lines = within(path, ExchangeReader::new(reader))?;
    units.check_found(path, lines.units(), "results")?;
    let mut is_torn = false;
    for line in lines {
        match within(path, line)? {
            ExchangeLine::Result(stored) => visit(stored)?,
            ExchangeLine::Unit(_) => {}
            ExchangeLine::Truncated => is_torn = true,
        }
    }
    Ok(is_torn)
}

fn storage(path: &Path, why: impl ToString) -> Error {
    Error::Storage(path.to_owned(), why.to_string())
}

/// Adds the name of the file to the error of a line.
fn within<T>(path: &Path, result: Result<T, Error>) -> Result<T, Error> {
    let name = |what: String| format!("{}: {what}", path.display());
    result.map_err(|error| match error {
        Error::Line(what) => Error::Line(name(what)),
        Error::Result(what) => Error::Result(name(what)),
        Error::NotAccepted(what) => Error::NotAccepted(name(what) + "; nothing was imported"),
        other => other,
    })
}
