//! The check of a whole ledger: pages, results, and the states that follow from them.

use std::iter::Peekable;
use std::time::Instant;

use super::sums::Sums;
use super::verdict::{LEASED, State, UnitVerdict};
use super::{CHECK_INTERVAL, CHECK_INTERVAL_RATIO, Ledger};
use crate::Error;

/// Maximum number of results that are checked during a run, and at its end.
const MAX_RESULTS_DURING_RUN: u64 = 1 << 12;
const MAX_RESULTS_AT_END: u64 = 1 << 16;

/// A row of the table of units.
struct UnitRow {
    unit: u64,
    state: u8,
    routes: u8,
    own: u8,
}

impl Ledger {
    /// Checks everything that is stored. Fails with [`Error::Damaged`], which names the place.
    pub fn check(&self) -> Result<(), Error> {
        let failed = |error| self.error(error);
        let _snapshot = self.read_snapshot()?;
        self.check_pages()?;
        self.check_single_rows()?;
        self.check_withdrawals()?;
        let stored = self.read(Sums::stored)?;
        let mut statement = self
            .db
            .prepare("SELECT unit, state, routes, own FROM units ORDER BY unit")
            .map_err(failed)?;
        let rows = statement
            .query_map((), |row| {
                Ok(UnitRow {
                    unit: row.get::<_, i64>(0)? as u64,
                    state: row.get(1)?,
                    routes: row.get(2)?,
                    own: row.get(3)?,
                })
            })
            .map_err(failed)?;
        let mut rows = rows.peekable();
        let found = self.sum_units(&mut |unit, evidence| {
            self.keep(evidence)?;
            self.without_results(&mut rows, unit)?;
            let verdict = UnitVerdict::of(evidence, &self.policy, unit);
            match rows.next() {
                Some(Ok(row)) if row.unit == unit => {
                    // A unit whose results are all withdrawn may be leased again.
                    let state = match (row.state, verdict.state) {
                        (LEASED, State::Open) => State::Leased,
                        (_, state) => state,
                    };
                    let said = (row.state, row.routes, row.own);
                    if said == (state as u8, verdict.routes, verdict.own) {
                        return Ok(());
                    }
                    Err(self.damaged(format!(
                        "the state of unit {} does not match its results",
                        self.name(unit)
                    )))
                }
                Some(Err(error)) => Err(self.error(error)),
                _ => Err(self.damaged(format!(
                    "unit {} has a result but no state",
                    self.name(unit)
                ))),
            }
        })?;
        self.without_results(&mut rows, u64::MAX)?;
        if found == stored {
            return Ok(());
        }
        Err(self.damaged(if found.results == stored.results {
            format!(
                "the joint checksum of its {} results does not match",
                found.results
            )
        } else {
            let (found, stored) = (found.results, stored.results);
            format!("expected {stored} results, found {found}")
        }))
    }

    /// Checks that the rows before `end` are of units without results.
    fn without_results(
        &self,
        rows: &mut Peekable<impl Iterator<Item = rusqlite::Result<UnitRow>>>,
        end: u64,
    ) -> Result<(), Error> {
        while let Some(row) = rows.next_if(|row| row.as_ref().map_or(true, |row| row.unit < end)) {
            let row = row.map_err(|error| self.error(error))?;
            let known = row.unit < self.units.plan().len();
            if !known || row.state > LEASED || (row.routes, row.own) != (0, 0) {
                let name = self.name(row.unit);
                return Err(self.damaged(format!("unit {name} has a state but no result")));
            }
        }
        Ok(())
    }

    /// Checks the place of the file, and everything if there are not too many results. Fails with [`Error::Gone`] if the
    /// file was damaged while it was in use.
    pub(crate) fn check_at_end(&self) -> Result<(), Error> {
        self.check_if_at_most(MAX_RESULTS_AT_END)
    }

    fn check_if_at_most(&self, results: u64) -> Result<(), Error> {
        self.check_place()?;
        if self.stored_results()? > results {
            return Ok(());
        }
        self.check().map_err(|error| match error {
            Error::Damaged { what, .. } if self.is_watched() => self.overwritten(what),
            other => other,
        })
    }

    /// Does the same at most every five seconds and in two per cent of the time.
    pub(super) fn check_at_times(&mut self) -> Result<(), Error> {
        let start = Instant::now();
        if !self.is_watched() || start < self.next_check {
            return Ok(());
        }
        self.check_if_at_most(MAX_RESULTS_DURING_RUN)?;
        let end = Instant::now();
        self.next_check = end + CHECK_INTERVAL.max((end - start) * CHECK_INTERVAL_RATIO);
        Ok(())
    }

    fn check_pages(&self) -> Result<(), Error> {
        let sql = "PRAGMA integrity_check(1)";
        let verdict: Result<String, _> = self.db.query_row(sql, (), |row| row.get(0));
        match verdict {
            Ok(verdict) if verdict == "ok" => Ok(()),
            Ok(verdict) => Err(self.damaged(verdict.lines().collect::<Vec<_>>().join(" "))),
            Err(error) => Err(self.error(error)),
        }
    }
}
