//! The ledger of a campaign: a log, and the state that follows from its lines.
//!
//! A log is a text file that only grows. Opening it reads all lines, checks their checksums and the
//! seals, and derives the state. When a result is reported as stored, its line is in the file and
//! synced. Readers write nothing.

mod authors;
mod exchange;
mod file;
mod final_result;
mod leases;
mod recover;
mod rescue;
mod state;
mod status;
mod withdrawals;

use std::collections::{HashMap, HashSet};
use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use bezzel_count::UnitOrder;

use crate::error::folder;
use crate::grammar::{Header, LogLine, TITLE, begun_line, result_line};
use crate::judge::State as UnitState;
use crate::stored_result::now;
use crate::{Error, Policy, StoredResult, UnitList, partial, printable};
use file::LogFile;
use leases::Leases;
use state::State;

pub use authors::AuthorReport;
pub use exchange::Merge;
pub use file::end_waits_if;
pub use final_result::FinalResult;
pub(crate) use final_result::PRIMES;
pub use leases::Lease;
pub use recover::{RecoverOptions, Recovered};
pub use status::{ConflictingUnit, HistogramBin, Lacking, Machine, Status};
pub use withdrawals::Withdrawn;

/// First bytes of a ledger.
pub const LEDGER_MAGIC: &str = "bezzel-campaign ";
/// Maximum number of lines between two seals of a running process.
const MAX_UNSEALED_LINES: u64 = 4096;
/// Minimum time between two checks of the whole file during a run.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Minimum ratio of that time to the time of a check.
const CHECK_INTERVAL_RATIO: u32 = 50;

/// Outcome of a received result, after all those that were received with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoreOutcome {
    /// The first result of its unit.
    Merged,
    /// An identical result, which was already stored.
    Identical,
    /// A further result of the unit, which agrees: known sources agree on the unit.
    Confirmed,
    /// A further result of the unit, which agrees and confirms nothing: it is of the same source, or
    /// of one that the organiser does not know.
    Repeated,
    /// A result that is stored but does not count, because its author, machine, program or backend
    /// was withdrawn.
    Withdrawn,
    /// A further result of the unit, which differs: the unit is in conflict.
    Conflict,
    /// A further result of the unit, which differs from an accepted one that it does not outweigh.
    Rejected,
}

/// A campaign in a file. Several processes of one machine may use it at once.
///
/// ```
/// use bezzel_campaign::Ledger;
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let mut counter = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let unit = ledger.units().unit(0)?;
/// # let counted = bezzel_campaign::StoredResult::count(
/// #     &mut counter, &[unit], bezzel_count::Route::Direct, &process,
/// # );
/// # let result = counted?.remove(0);
/// ledger.record(&[result])?;
/// drop(ledger);
/// let ledger = Ledger::open_to_read(&file)?;
/// assert_eq!((ledger.counted(), ledger.is_complete()), (1, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ledger {
    file: LogFile,
    state: State,
    leases: Leases,
    /// The units that this process holds.
    held: HashSet<u64>,
    /// Number of times that this process has released units.
    released: HashMap<u64, u32>,
    order: UnitOrder,
    /// The run whose begin was written.
    run: Option<String>,
    /// True if this process has written lines that no seal covers.
    is_unsealed: bool,
    /// Number of bytes of an incomplete last line.
    incomplete: u64,
    next_check: Instant,
}

impl Ledger {
    /// Creates the ledger of a campaign for n queens. Fails if the file exists.
    pub fn create(path: &Path, n: u32) -> Result<Self, Error> {
        Self::create_for(path, UnitList::new(n)?)
    }

    /// Creates the ledger of a campaign for these units. Fails if the file exists.
    pub fn create_for(path: &Path, units: UnitList) -> Result<Self, Error> {
        Self::create_with(path, units, Policy::default())
    }

    /// Does the same for a campaign with this policy. Fails if no campaign can have it. The file
    /// appears at its path complete or not at all.
    pub fn create_with(path: &Path, units: UnitList, policy: Policy) -> Result<Self, Error> {
        let policy = policy.check()?;
        let header = Header::new(&units, &policy);
        create_file(path, &mut |to| {
            to.write_all(header.lines(&policy).as_bytes())
        })?;
        Self::open_with(path, true, Some(units))
    }

    /// Opens a ledger and checks all of it.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::open_with(path, true, None)
    }

    /// Opens a ledger for reading only and checks all of it.
    pub fn open_to_read(path: &Path) -> Result<Self, Error> {
        Self::open_with(path, false, None)
    }

    /// Opens a ledger and checks all of it; for reading only if the file cannot be written.
    pub fn open_as_allowed(path: &Path) -> Result<Self, Error> {
        match Self::open(path) {
            Err(Error::ReadOnly { .. }) => Self::open_to_read(path),
            opened => opened,
        }
    }

    /// Opens the ledger at `path`, which must be for these units, or creates it.
    pub fn open_or_create_for(path: &Path, units: UnitList) -> Result<Self, Error> {
        match Self::create_for(path, units.clone()) {
            Err(Error::AlreadyExists { .. }) => {}
            made => return made,
        }
        let ledger = Self::open(path)?;
        units.check_found(path, ledger.units(), "a ledger")?;
        Ok(ledger)
    }

    /// Opens a ledger, which is probably for the known units: to list them takes long.
    fn open_with(path: &Path, writes: bool, known: Option<UnitList>) -> Result<Self, Error> {
        let file = LogFile::open(path, writes)?;
        let header = header_of(&file)?;
        let known = known.filter(|units| units.fingerprint() == header.fingerprint);
        let units = known.map_or_else(|| units_of(path, &header), Ok)?;
        let mut ledger = Self {
            leases: Leases::of(file.real(), &header.id),
            file,
            state: State::new(units, header),
            held: HashSet::new(),
            released: HashMap::new(),
            order: UnitOrder::default(),
            run: None,
            is_unsealed: false,
            incomplete: 0,
            next_check: Instant::now() + CHECK_INTERVAL,
        };
        ledger.state.reserve(ledger.file.check_place()?);
        ledger.refresh()?;
        if !ledger.state.has_policy() {
            let what = "its list of authors is incomplete".to_owned();
            return Err(Error::Damaged(path.into(), what));
        }
        Ok(ledger)
    }

    /// Reads what other processes have added. Fails with [`Error::Gone`] if the path no longer leads to
    /// this file, or if the file was changed otherwise.
    pub fn refresh(&mut self) -> Result<(), Error> {
        let read = self.file.read(&mut |line| self.state.apply(line));
        self.state.judge_changed();
        self.incomplete = read?;
        Ok(())
    }

    /// Returns the path of the file as given.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns true if this path leads to the same file.
    pub fn is_at(&self, path: &Path) -> bool {
        self.file.is_at(path)
    }

    /// Returns the number of bytes of an incomplete last line, which a killed process has left. The
    /// next write cuts them off.
    pub fn incomplete_bytes(&self) -> u64 {
        self.incomplete
    }

    /// Returns the units of the campaign.
    pub fn units(&self) -> &UnitList {
        &self.state.units
    }

    /// Returns the policy of the campaign.
    pub fn policy(&self) -> &Policy {
        &self.state.policy
    }

    /// Fails with [`Error::Gone`] if the path no longer leads to this file, for example after it
    /// was moved, removed or replaced.
    pub fn check_place(&self) -> Result<(), Error> {
        self.file.check_place().map(drop)
    }

    /// Seals what this process has written, and checks that all lines are in the file as they were
    /// read.
    pub fn check_at_end(&mut self) -> Result<(), Error> {
        match self.seal() {
            // The results are stored. The next process that writes seals them.
            Ok(()) | Err(Error::DiskFull { .. }) => {}
            Err(error) => return Err(error),
        }
        self.refresh()?;
        self.file.check_all()
    }

    /// Reads what other processes have added and, at most every five seconds and in two per cent of the
    /// time, checks all lines.
    pub fn maintain(&mut self) -> Result<(), Error> {
        self.refresh()?;
        let start = Instant::now();
        if start >= self.next_check {
            self.file.check_all()?;
            let end = Instant::now();
            self.next_check = end + CHECK_INTERVAL.max((end - start) * CHECK_INTERVAL_RATIO);
        }
        Ok(())
    }

    /// Appends the lines that `make` returns when everything before them is read. Returns the outcomes
    /// of the results among them.
    fn append(
        &mut self,
        make: impl FnOnce(&mut Self) -> Result<Vec<String>, Error>,
    ) -> Result<Vec<StoreOutcome>, Error> {
        self.locked(|ledger| {
            let lines = make(ledger)?;
            let known = ledger.state.entries.len();
            if lines.is_empty() {
                ledger.file.sync()?;
                return Ok(Vec::new());
            }
            let mut text = ledger.state.missing_header().unwrap_or_default();
            text += &lines.join("\n");
            text.push('\n');
            ledger.is_unsealed = true;
            ledger.file.write(&text)?;
            ledger.refresh()?;
            if ledger.state.unsealed() >= MAX_UNSEALED_LINES {
                ledger.seal_locked()?;
            }
            Ok(ledger.state.outcomes_from(known))
        })
    }

    /// Runs `action` while this process has locked the log and everything in it is read.
    fn locked<T>(
        &mut self,
        action: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.file.lock()?;
        let done = self.refresh().and_then(|()| action(self));
        self.file.unlock();
        done
    }

    /// Writes a seal after the lines of this process.
    fn seal(&mut self) -> Result<(), Error> {
        match self.is_unsealed {
            true => self.locked(Self::seal_locked),
            false => Ok(()),
        }
    }

    fn seal_locked(&mut self) -> Result<(), Error> {
        self.is_unsealed = false;
        // Another process may have sealed these lines.
        if self.state.unsealed() == 0 || self.state.missing_header().is_some() {
            return Ok(());
        }
        let seal = self.state.seal(self.file.hash());
        self.file.write(&(seal + "\n"))?;
        self.refresh()
    }
}

/// Results.
impl Ledger {
    /// Stores results that this process counted, all or none, and returns the outcome of each.
    /// Their units need not be leased. Fails if one is [impossible](crate::UnitList::check) for its
    /// unit, or if results like it were withdrawn.
    ///
    /// Results of others must be [imported](Self::import): own ones by both routes outrank them.
    pub fn record(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, Error> {
        // The unit of a result that is withdrawn would stay open.
        for stored in results {
            self.refuse_withdrawn_origin(&stored.origin, stored.author(), &stored.backend)?;
        }
        self.store(results, None)
    }

    /// Stores results of others, all or none, and returns the outcome of each. Fails if one is
    /// impossible for its unit, if a signature is invalid, or if the policy of the campaign does
    /// not accept the author.
    pub fn import(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, Error> {
        results.iter().try_for_each(|stored| self.admit(stored))?;
        self.store(results, Some(now()))
    }

    /// Fails if a result of others is not accepted.
    fn admit(&self, stored: &StoredResult) -> Result<(), Error> {
        self.state.units.verify(stored)?;
        let admitted = self.state.policy.admit(stored.author());
        admitted.map_err(|why| {
            Error::NotAccepted(match self.state.name(stored.unit) {
                Ok(name) => format!("unit {name}: {why}"),
                Err(error) => error.to_string(),
            })
        })
    }

    fn store(
        &mut self,
        results: &[StoredResult],
        received: Option<i64>,
    ) -> Result<Vec<StoreOutcome>, Error> {
        let units = self.state.units.clone();
        let key = |stored: &StoredResult| units.check(stored).and_then(|()| units.checksum(stored));
        let keys: Vec<u64> = results.iter().map(key).collect::<Result<_, _>>()?;
        let mut added = HashSet::new();
        let outcomes = self.append(|ledger| {
            let mut lines = Vec::new();
            for (stored, key) in results.iter().zip(&keys) {
                if !ledger.state.has_key(*key) && added.insert(*key) {
                    if received.is_none() && ledger.run.as_ref() != Some(&stored.origin.run) {
                        ledger.run = Some(stored.origin.run.clone());
                        lines.push(begun_line(&units, &stored.origin, now()));
                    }
                    lines.push(result_line(&units, &units.line(stored)?, received));
                }
            }
            Ok(lines)
        })?;
        for stored in results {
            self.held.remove(&stored.unit);
        }
        let mut outcomes = outcomes.into_iter();
        let outcome = |key: &u64| match added.remove(key) {
            true => outcomes.next().unwrap_or(StoreOutcome::Identical),
            false => StoreOutcome::Identical,
        };
        Ok(keys.iter().map(outcome).collect())
    }

    /// Returns all results of one unit, also withdrawn ones.
    pub fn results(&self, unit: u64) -> Result<Vec<StoredResult>, Error> {
        self.state.units.unit(unit)?;
        let results = self.state.results_of(unit as u32);
        results.map(|at| self.result_at(at)).collect()
    }

    /// Reads a stored result.
    fn result_at(&self, at: usize) -> Result<StoredResult, Error> {
        let line = self.file.line_at(self.state.entries[at].offset)?;
        let units = &self.state.units;
        match LogLine::parse(units, &line) {
            Some(LogLine::Result { fields, .. }) => Ok(fields.result()),
            _ => Err(self.file.overwritten()),
        }
    }

    /// Returns the line of a stored result in printable form.
    fn shown(&self, at: usize) -> Result<String, Error> {
        let line = self.state.units.line(&self.result_at(at)?)?;
        Ok(printable(&line).into_owned())
    }

    /// Returns true if every unit has a result.
    pub fn is_complete(&self) -> bool {
        self.state.count(UnitState::Open) == 0
    }

    /// Returns the number of units that have a result.
    pub fn counted(&self) -> u64 {
        self.state.units.plan().len() - self.state.count(UnitState::Open)
    }

    /// Returns the number of all results, also withdrawn ones.
    pub fn stored_results(&self) -> u64 {
        self.state.entries.len() as u64
    }

    /// Returns the units in conflict.
    pub fn conflicts(&self) -> Vec<u64> {
        self.units_where(|unit| self.state.known(unit).state == UnitState::Conflict)
    }

    /// Returns the counted units that own processes have not counted by the exchanged route.
    pub fn unverified(&self) -> Vec<u64> {
        self.units_where(|unit| {
            let known = self.state.known(unit);
            let is_counted = matches!(known.state, UnitState::Done | UnitState::Confirmed);
            is_counted && !known.is_verified
        })
    }

    fn units_where(&self, is: impl Fn(u64) -> bool) -> Vec<u64> {
        (0..self.state.units.plan().len())
            .filter(|unit| is(*unit))
            .collect()
    }
}

impl Drop for Ledger {
    /// Seals what this process has written.
    fn drop(&mut self) {
        let _ = self.seal();
    }
}

/// Reads the header of a log.
fn header_of(file: &LogFile) -> Result<Header, Error> {
    let path = file.path().to_owned();
    let line = file.line_at(0)?;
    let Some(rest) = line.strip_prefix(LEDGER_MAGIC) else {
        return Err(Error::NotALedger(path));
    };
    match LogLine::parse_plain(&line) {
        Some(LogLine::Header(header)) => Ok(header),
        _ if line.starts_with(TITLE) => {
            let what = "line 1 at byte 0: the header does not fit its checksum".to_owned();
            Err(Error::Damaged(path, what))
        }
        _ => {
            let version = rest.split(' ').next().unwrap_or_default();
            Err(Error::OtherPlan {
                path,
                found: format!("version {}", printable(version)),
                wanted: "a ledger of version 1".to_owned(),
            })
        }
    }
}

/// Returns the units of a header. Fails if it is of another plan.
fn units_of(path: &Path, header: &Header) -> Result<UnitList, Error> {
    let version = header.plan_version;
    let other = |found: String| Error::OtherPlan {
        path: path.into(),
        found,
        wanted: format!("a ledger of plan version {}", bezzel_count::PLAN_VERSION),
    };
    if version != bezzel_count::PLAN_VERSION {
        return Err(other(format!("one of plan version {version}")));
    }
    let units = UnitList::of_text(header.n, header.board.as_deref())?;
    if units.fingerprint() != header.fingerprint {
        return Err(other(format!("other units for {}", units.title())));
    }
    Ok(units)
}

/// Creates a file, which appears at its path when `write` has written all of it. Fails if there is one.
fn create_file(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::of_io(path, &error);
    if fs::symlink_metadata(path).is_ok() {
        return Err(Error::AlreadyExists(path.into()));
    }
    fs::metadata(folder(path)).map_err(|error| Error::Storage(path.into(), error.to_string()))?;
    partial::remove_abandoned(path, |mut file| {
        let mut start = Vec::new();
        let read = Read::take(&mut file, LEDGER_MAGIC.len() as u64).read_to_end(&mut start);
        read.is_ok() && (start.is_empty() || start == LEDGER_MAGIC.as_bytes())
    });
    let mut file = partial::create(path).map_err(failed)?;
    write(&mut file).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist_noclobber(path)
        .map_err(|error| match error.error.kind() {
            ErrorKind::AlreadyExists => Error::AlreadyExists(path.into()),
            _ => failed(error.error),
        })?;
    // Windows cannot open folders; it logs changes of their entries.
    #[cfg(unix)]
    File::open(folder(path))
        .and_then(|folder| folder.sync_all())
        .map_err(failed)?;
    Ok(())
}
