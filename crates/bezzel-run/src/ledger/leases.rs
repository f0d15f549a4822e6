//! Leases: the units that processes are counting.
//!
//! A lease is no result and need not survive its process. Each process keeps two files in a folder
//! beside the ledger: one that it has locked, and one with its units. A lease counts while the lock is
//! held. When the process ends, even by a crash, the system releases the lock.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use bezzel_count::Unit;

use super::Ledger;
use super::error::LedgerError;
use super::results::Results;
use crate::verdict::UnitState;

const FOLDER: &str = ".leases";
const LOCK: &str = "lock";
const UNITS: &str = "units";

/// The leases of all processes that use a ledger.
pub(super) struct Leases {
    folder: PathBuf,
    /// The name of the files of this process, and its locked file.
    own: Option<(PathBuf, File)>,
}

impl Leases {
    pub(super) fn of(ledger: &Path) -> Self {
        let mut folder = OsString::from(ledger);
        folder.push(FOLDER);
        Self {
            folder: folder.into(),
            own: None,
        }
    }

    /// Returns the units that other processes hold, and the number of these processes. Removes what dead
    /// ones have left if `cleans` is set; the ledger must be locked then.
    pub(super) fn others(&self, cleans: bool) -> (HashSet<u64>, u64) {
        let (mut held, mut processes) = (HashSet::new(), 0);
        let own = self.own.as_ref().map(|(name, _)| name.with_extension(LOCK));
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension() != Some(LOCK.as_ref()) || Some(&path) == own.as_ref() {
                continue;
            }
            let Ok(file) = File::options().read(true).write(true).open(&path) else {
                continue;
            };
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    processes += 1;
                    let text = fs::read_to_string(path.with_extension(UNITS)).unwrap_or_default();
                    held.extend(text.lines().filter_map(|line| line.parse::<u64>().ok()));
                }
                Ok(()) if cleans => {
                    let _ = fs::remove_file(path.with_extension(UNITS));
                    let _ = fs::remove_file(path);
                }
                _ => {}
            }
        }
        (held, processes)
    }

    /// Publishes the units that this process holds. The ledger must be locked. Nothing depends on it, so
    /// failures are ignored.
    fn publish(&mut self, units: impl Iterator<Item = u64>) {
        if self.own.is_none() {
            let _ = fs::create_dir(&self.folder);
            let name = self.folder.join(format!("{:016x}", fastrand::u64(..)));
            let made = File::create_new(name.with_extension(LOCK));
            let Ok(file) = made else { return };
            // A reader may try the lock for a moment.
            let _ = file.lock();
            self.own = Some((name, file));
        }
        if let Some((name, _)) = &self.own {
            let text: String = units.map(|unit| format!("{unit}\n")).collect();
            let _ = fs::write(name.with_extension(UNITS), text);
        }
    }
}

impl Drop for Leases {
    fn drop(&mut self) {
        if let Some((name, file)) = self.own.take() {
            let _ = fs::remove_file(name.with_extension(UNITS));
            let _ = fs::remove_file(name.with_extension(LOCK));
            drop(file);
            // Fails while another process has files in it.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

impl Ledger {
    /// Leases up to `count` open units, expensive ones first. If no unit is open, leases units that
    /// other processes are counting, so that a slow machine does not delay the end. Returns an empty
    /// list if this process holds all remaining units, or none remain.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let plan = bezzel_count::Plan::new(8)?;
    /// # let mut ledger = bezzel_run::Ledger::create(&folder.path().join("q8.bezzel"), plan)?;
    /// let units = ledger.lease(2)?;
    /// assert_eq!(units.len(), 2);
    /// let units: Vec<u64> = units.iter().map(|unit| unit.index()).collect();
    /// ledger.release(&units)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lease(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError> {
        self.file.lock()?;
        let leased = self.refresh().and_then(|()| self.lease_locked(count));
        self.file.unlock();
        leased
    }

    fn lease_locked(&mut self, count: usize) -> Result<Vec<Unit>, LedgerError> {
        let (others, _) = self.leases.others(true);
        let Results {
            schedule, states, ..
        } = &mut self.results;
        let is_open = |unit: &Unit| states[unit.index() as usize] == UnitState::Open;
        let units = schedule.take_shared(count, is_open, |unit| others.contains(&unit.index()));
        self.held.extend(units.iter().map(Unit::index));
        self.publish_leases();
        Ok(units)
    }

    /// Publishes the units that this process holds and nobody has counted.
    fn publish_leases(&mut self) {
        let states = &self.results.states;
        self.held
            .retain(|unit| states[*unit as usize] == UnitState::Open);
        self.leases.publish(self.held.iter().copied());
    }

    /// Releases units that will not be counted.
    pub fn release(&mut self, units: &[u64]) -> Result<(), LedgerError> {
        self.file.lock()?;
        let released = units.iter().filter(|unit| self.held.remove(unit));
        let released = released.filter_map(|unit| self.results.plan.unit(*unit));
        self.results.schedule.give_back(released);
        self.publish_leases();
        self.file.unlock();
        Ok(())
    }
}
