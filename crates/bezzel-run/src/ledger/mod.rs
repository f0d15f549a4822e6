//! Ledgers: the results of long counts, as a file of [lines](bezzel_count::lines) that only grows.
//!
//! The state of a ledger is a function of its intact lines, whatever their order and whatever stands
//! between them. So *merging* is appending the lines that are not there, *recovering* is merging from a
//! damaged file, and a unit whose line was damaged is open again. When a result is reported as stored,
//! its line is in the file and synced. Readers write nothing.

mod certificate;
mod counted;
mod error;
mod file;
mod leases;
mod results;
mod status;
mod total;

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use bezzel::methods::Text;
use bezzel_count::lines::Faults;
use bezzel_count::{
    Plan, Route, Schedule, StoredResult, plan_line, result_line, stored_result, words_of,
};
use serde::Serialize;

use crate::verdict::UnitState;
pub(crate) use file::{LedgerFile, rescue};
use leases::Leases;

use results::Results;

pub use certificate::Certificate;
pub use counted::{Stopwatch, count_units, this_process};
pub use error::LedgerError;
pub use status::{ConflictingUnit, Machine, Status};
pub use total::FinalResult;

/// Maximum number of units of a ledger: about 6 GB of results.
pub const MAX_UNITS: u64 = 1 << 25;
/// Time between two checks of all lines of a ledger in use, and its ratio to the time of a check.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
const CHECK_INTERVAL_RATIO: u32 = 50;
const RESULTS_PER_MERGE: usize = 4096;

/// The outcome of storing a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoreOutcome {
    /// The first result of its unit.
    First,
    /// It was already stored.
    Identical,
    /// Two routes or two kinds of device agree on its unit.
    Confirmed,
    /// It agrees, but confirms nothing.
    Repeated,
    /// It differs, and no result of its unit is accepted.
    Conflict,
    /// It differs from the accepted result.
    Rejected,
}

/// What a merge did with the lines of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Merge {
    /// Number of first results of their units.
    pub first: u64,
    /// Number of results that were already stored.
    pub identical: u64,
    /// Number of further results by which two routes or two kinds of device agree.
    pub confirmed: u64,
    /// Number of further results that agree, and confirm nothing.
    pub repeated: u64,
    /// Number of further results that differ, without an accepted one.
    pub conflicts: u64,
    /// Number of further results that differ from an accepted one.
    pub rejected: u64,
    /// The units of the conflicts, by name.
    pub conflicting: Vec<String>,
    /// Number of damaged or unknown lines that were skipped.
    pub damaged: u64,
    /// Descriptions of the first of them.
    pub faults: Vec<String>,
    /// True if the last line of the file was incomplete.
    pub torn: bool,
}

/// A saved count: an open file with one line for each result, from which the state of each unit follows.
///
/// ```
/// use bezzel_count::{Backend, Counter, Plan, Route};
/// use bezzel_run::{Ledger, count_units, this_process};
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q10.bezzel");
/// let mut ledger = Ledger::create(&file, Plan::new(10)?)?;
/// let mut counter = Counter::new(Backend::detect())?;
/// let process = this_process("example");
/// while !ledger.is_complete() {
///     let units = ledger.lease(8)?;
///     ledger.store(&count_units(&mut counter, &units, Route::Direct, &process)?)?;
/// }
/// assert_eq!(ledger.final_result()?.total.solutions, 724);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ledger {
    file: LedgerFile,
    results: Results,
    faults: Faults,
    leases: Leases,
    /// Units that this process has leased.
    held: HashSet<u64>,
    next_check: Instant,
}

impl Ledger {
    /// Creates a ledger of this plan. Fails if a file exists at the path.
    pub fn create(path: &Path, plan: Plan) -> Result<Self, LedgerError> {
        check_size(&plan)?;
        Self::read_from(LedgerFile::create(path)?, Some(plan))
    }

    /// Opens a ledger, reads all of it, and can write it.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        Self::read_from(LedgerFile::open(path, true)?, None)
    }

    /// Opens a ledger for reading only.
    pub fn open_to_read(path: &Path) -> Result<Self, LedgerError> {
        Self::read_from(LedgerFile::open(path, false)?, None)
    }

    /// Opens a ledger, for reading only if the file cannot be written.
    pub fn open_as_allowed(path: &Path) -> Result<Self, LedgerError> {
        match Self::open(path) {
            Err(LedgerError::ReadOnly { .. }) => Self::open_to_read(path),
            opened => opened,
        }
    }

    /// Opens the ledger of this plan, or creates it. Fails if the file has another one.
    pub fn open_or_create(path: &Path, plan: Plan) -> Result<Self, LedgerError> {
        match Self::create(path, plan.clone()) {
            Err(LedgerError::AlreadyExists(_)) => {}
            made => return made,
        }
        Self::read_from(LedgerFile::open(path, true)?, Some(plan))
    }

    /// Reads a file, whose first line names the plan. An empty file is one that was just created.
    fn read_from(mut file: LedgerFile, known: Option<Plan>) -> Result<Self, LedgerError> {
        let (mut results, mut faults, mut refused) = (None, Faults::default(), None);
        let mut read = |file: &mut LedgerFile, results: &mut Option<Results>| {
            file.read(&mut faults, &mut |line| {
                if let Some(results) = results {
                    return results.apply(line);
                }
                let made = Results::of_line(line, known.as_ref()).map_err(|error| {
                    let what = error.to_string();
                    refused.get_or_insert(error);
                    what
                })?;
                results.insert(made).apply(line)
            })
        };
        read(&mut file, &mut results)?;
        if let (None, Some(plan), 0) = (&results, &known, file.check_place()?) {
            file.lock()?;
            let mut made = read(&mut file, &mut results);
            if made.is_ok() && results.is_none() {
                results = Some(Results::new(plan.clone()));
                made = file.append(&(plan_line(plan) + "\n"));
            }
            file.unlock();
            made?;
        }
        let Some(results) = results else {
            return Err(match refused {
                Some(LedgerError::Line(what)) => {
                    LedgerError::Line(format!("{}: {what}", file.path().display()))
                }
                Some(error) => error,
                None => file.other_format(),
            });
        };
        if let Some(known) = known.filter(|known| words_of(known) != results.words) {
            return Err(LedgerError::OtherBoard {
                path: file.path().to_owned(),
                found: title(&results.plan),
                wanted: title(&known),
            });
        }
        let mut ledger = Self {
            leases: Leases::of(file.real()),
            file,
            results,
            faults,
            held: HashSet::new(),
            next_check: Instant::now() + CHECK_INTERVAL,
        };
        ledger.refresh()?;
        Ok(ledger)
    }

    /// Ends waits for the file, while another process has locked it, as soon as this function returns
    /// true, for example after Ctrl-C.
    pub fn end_waits_if(&mut self, is_stopped: fn() -> bool) {
        self.file.end_waits_if(is_stopped);
    }

    /// Reads what other processes have added. Fails with [`LedgerError::Gone`] if the file was moved,
    /// removed or changed otherwise.
    pub fn refresh(&mut self) -> Result<(), LedgerError> {
        let Self {
            file,
            results,
            faults,
            ..
        } = self;
        let read = file.read(faults, &mut |line| results.apply(line));
        results.judge_changed();
        read
    }

    /// Refreshes, and every few seconds checks all lines: another program may have overwritten them.
    pub fn maintain(&mut self) -> Result<(), LedgerError> {
        let start = Instant::now();
        if start < self.next_check {
            return self.refresh();
        }
        self.check_all()?;
        let end = Instant::now();
        self.next_check = end + CHECK_INTERVAL.max((end - start) * CHECK_INTERVAL_RATIO);
        Ok(())
    }

    /// Refreshes, and checks that all lines that were read are still in the file.
    pub fn check_all(&mut self) -> Result<(), LedgerError> {
        self.refresh()?;
        self.file.check_lines(&self.results.keys)
    }

    /// Returns the path as it was given.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns true if this path leads to the file too.
    pub fn is_at(&self, path: &Path) -> bool {
        path.canonicalize()
            .is_ok_and(|path| path == self.file.real())
    }

    /// Borrows the plan whose units are counted.
    pub fn plan(&self) -> &Plan {
        &self.results.plan
    }

    /// Returns the damaged or unknown lines, which were skipped.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Returns the number of bytes of an incomplete last line, as a killed process leaves it.
    pub fn incomplete_bytes(&self) -> u64 {
        self.file.torn()
    }

    /// Stores results, all or none, and returns the outcome of each. Results that are stored already are
    /// not written again. If it fails, this process still holds the units, until it stores or releases
    /// them.
    pub fn store(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, LedgerError> {
        let line = |stored| result_line(&self.results.plan, stored);
        let lines: Vec<String> = results.iter().map(line).collect::<Result<_, _>>()?;
        self.file.lock()?;
        let outcomes = self.store_locked(results, &lines);
        self.file.unlock();
        let outcomes = outcomes?;
        for stored in results {
            self.held.remove(&stored.unit);
        }
        Ok(outcomes)
    }

    fn store_locked(
        &mut self,
        results: &[StoredResult],
        lines: &[String],
    ) -> Result<Vec<StoreOutcome>, LedgerError> {
        self.refresh()?;
        let known = self.results.entries.len();
        let (mut text, mut added) = (String::new(), HashSet::new());
        let is_new: Vec<bool> = lines
            .iter()
            .map(|line| {
                let digits = line.rsplit(' ').next().unwrap_or_default();
                let key = u64::from_str_radix(digits, 16).unwrap_or_default();
                !self.results.keys.contains(&key) && added.insert(key)
            })
            .collect();
        for (line, _) in lines.iter().zip(&is_new).filter(|(_, is_new)| **is_new) {
            text += line;
            text.push('\n');
        }
        if !text.is_empty() {
            self.file.append(&text)?;
            self.refresh()?;
            // What was written must be there, or it is not stored.
            if added.iter().any(|key| !self.results.keys.contains(key)) {
                return Err(self.file.changed());
            }
        }
        let mut outcomes = (known..self.results.entries.len()).map(|at| self.results.outcome(at));
        let outcome = |(is_new, _): (&bool, _)| match is_new {
            true => outcomes.next().unwrap_or(StoreOutcome::Identical),
            false => StoreOutcome::Identical,
        };
        Ok(is_new.iter().zip(results).map(outcome).collect())
    }

    /// Appends the results of another file of lines that are not there: of a ledger, of a damaged one, or
    /// of a piece of one. What is damaged is counted and skipped. Fails if no line is of this plan.
    pub fn merge(&mut self, other: &Path) -> Result<Merge, LedgerError> {
        let mut file = LedgerFile::open(other, false)?;
        let (mut merge, mut faults) = (Merge::default(), Faults::default());
        let (mut chunk, mut failed, mut lines) = (Vec::new(), None, 0_u64);
        let (plan, words) = (self.results.plan.clone(), self.results.words.clone());
        file.read(&mut faults, &mut |line| {
            if Results::is_plan(&words, line) {
                lines += 1;
                return Ok(());
            }
            chunk.push(stored_result(&plan, &words, &line.words)?);
            lines += 1;
            if chunk.len() == RESULTS_PER_MERGE && failed.is_none() {
                failed = self.merge_chunk(&mut chunk, &mut merge).err();
            }
            Ok(())
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        if lines == 0 {
            return Err(match faults.named.first() {
                Some(fault) if fault.contains("found one of") => {
                    LedgerError::Line(format!("{}: {fault}", other.display()))
                }
                _ => file.other_format(),
            });
        }
        self.merge_chunk(&mut chunk, &mut merge)?;
        merge.torn = file.torn() > 0;
        (merge.damaged, merge.faults) = (faults.number, faults.named);
        Ok(merge)
    }

    fn merge_chunk(
        &mut self,
        chunk: &mut Vec<StoredResult>,
        merge: &mut Merge,
    ) -> Result<(), LedgerError> {
        let outcomes = self.store(chunk)?;
        for (stored, outcome) in chunk.drain(..).zip(outcomes) {
            *match outcome {
                StoreOutcome::First => &mut merge.first,
                StoreOutcome::Identical => &mut merge.identical,
                StoreOutcome::Confirmed => &mut merge.confirmed,
                StoreOutcome::Repeated => &mut merge.repeated,
                StoreOutcome::Rejected => &mut merge.rejected,
                StoreOutcome::Conflict => {
                    let name = self.plan().unit(stored.unit).map(|unit| unit.to_string());
                    if let Some(name) = name.filter(|name| !merge.conflicting.contains(name)) {
                        merge.conflicting.push(name);
                    }
                    &mut merge.conflicts
                }
            } += 1;
        }
        Ok(())
    }

    /// Writes results that could not be stored to a new file beside this one, or to the temporary folder.
    /// If this file is gone, also writes all that this process has read. Returns the error with the name
    /// of that file.
    pub fn rescue(&self, error: LedgerError, unsaved: &[StoredResult]) -> LedgerError {
        let all = match error {
            LedgerError::Gone(..) => &self.results.entries[..],
            _ => &[],
        };
        let is_unsaved = |stored: &&StoredResult| !all.contains(stored);
        let results: Vec<_> = match unsaved.len() {
            // Few enough to be compared with all others.
            0..1000 => all
                .iter()
                .chain(unsaved.iter().filter(is_unsaved))
                .collect(),
            _ => all.iter().chain(unsaved).collect(),
        };
        if results.is_empty() {
            return error;
        }
        let import = Text::new(
            "`bezzel ledger merge` imports",
            "`bezzel ledger merge` 导入",
        );
        rescue(self.path(), error, results.len() as u64, import, |copy| {
            writeln!(copy, "{}", plan_line(self.plan()))?;
            results.iter().try_for_each(|stored| {
                let line = result_line(self.plan(), stored);
                writeln!(copy, "{}", line.map_err(std::io::Error::other)?)
            })
        })
    }

    /// Returns the results of a unit, in the order of their lines.
    pub fn results(&self, unit: u64) -> impl Iterator<Item = &StoredResult> {
        self.results.of_unit(unit)
    }

    /// Returns the accepted value of a unit, if it has one.
    pub fn accepted_value(&self, unit: u64) -> Option<u128> {
        self.results.verdict(unit).accepted.map(|[value, _]| value)
    }

    /// Returns true if every unit has a result.
    pub fn is_complete(&self) -> bool {
        self.results.schedule.is_finished()
    }

    /// Returns the counted fraction of the expected cost.
    pub fn fraction(&self) -> f64 {
        self.results.schedule.fraction()
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        &self.results.schedule
    }

    /// Returns the number of units with a result.
    pub fn counted(&self) -> u64 {
        self.plan().len() - self.results.count(UnitState::Open)
    }

    /// Returns the number of results.
    pub fn stored_results(&self) -> u64 {
        self.results.entries.len() as u64
    }

    /// Returns the state of a unit.
    pub fn state(&self, unit: u64) -> UnitState {
        self.results.states[unit as usize]
    }

    /// Returns the units in this state.
    pub fn units_in(&self, state: UnitState) -> Vec<u64> {
        (0..self.plan().len())
            .filter(|unit| self.state(*unit) == state)
            .collect()
    }

    /// Returns the units with a result, but none by this route.
    pub fn without_route(&self, route: Route) -> Vec<u64> {
        let lacks = |unit: &u64| {
            self.state(*unit) != UnitState::Open && !self.results.has_route(*unit, route)
        };
        (0..self.plan().len()).filter(lacks).collect()
    }
}

/// Fails if the results of all units would need too much memory.
pub(crate) fn check_size(plan: &Plan) -> Result<(), LedgerError> {
    let (n, units, max) = (plan.n(), plan.len(), MAX_UNITS);
    match units > max {
        true => Err(LedgerError::TooManyUnits { n, units, max }),
        false => Ok(()),
    }
}

fn title(plan: &Plan) -> String {
    match plan.constraint() {
        None => format!("n = {}", plan.n()),
        Some(board) => format!("n = {}, board {board}", plan.n()),
    }
}
