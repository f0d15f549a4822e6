//! Leases: the units that processes are counting.
//!
//! A lease is no result and need not survive its process. Each process keeps two files in a folder
//! beside the log: one that it has locked, and one with its units. A lease counts while the lock is
//! held. When a process ends in whatever way, the system releases the lock. Without locks, as on some
//! network file systems, units are at worst counted twice.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use bezzel_count::Unit;

use super::Ledger;
use crate::Error;
use crate::judge::State as UnitState;

/// Suffix of the folder.
const FOLDER: &str = ".leases";
/// Suffixes of the two files of a process.
const LOCK: &str = "lock";
const UNITS: &str = "units";

/// A lease of a unit.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let mut ledger = bezzel_campaign::Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// let leases = ledger.lease(2)?;
/// assert_eq!((leases.len(), leases[0].attempt), (2, 1));
/// let units: Vec<u64> = leases.iter().map(|lease| lease.unit.index()).collect();
/// ledger.release(&units)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Lease {
    /// The unit that no other process of this machine counts meanwhile.
    pub unit: Unit,
    /// Number of leases of the unit by this process and by others at this time, including this one.
    pub attempt: u32,
}

/// The leases of all processes of a campaign.
pub(super) struct Leases {
    folder: PathBuf,
    /// The random number of the campaign, with which the names of its files begin: a removed ledger may
    /// have left others.
    id: String,
    /// The name of the files of this process, and its locked file.
    own: Option<(PathBuf, File)>,
}

impl Leases {
    pub(super) fn of(log: &Path, id: &str) -> Self {
        let mut folder = OsString::from(log);
        folder.push(FOLDER);
        Self {
            folder: folder.into(),
            id: id.to_owned(),
            own: None,
        }
    }

    /// Returns the units that other processes hold, each with the number of these processes, and the
    /// number of processes. Removes what dead ones have left if `cleans` is set; the log must be
    /// locked then.
    pub(super) fn others(&self, cleans: bool) -> (HashMap<u64, u32>, u64) {
        let (mut held, mut processes) = (HashMap::new(), 0);
        let own = self.own.as_ref().map(|(name, _)| name.with_extension(LOCK));
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_of_campaign = entry
                .file_name()
                .as_encoded_bytes()
                .starts_with(self.id.as_bytes());
            let is_lock = path.extension() == Some(LOCK.as_ref());
            if !is_of_campaign || !is_lock || Some(&path) == own.as_ref() {
                continue;
            }
            let Ok(file) = File::options().read(true).write(true).open(&path) else {
                continue;
            };
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    processes += 1;
                    let text = fs::read_to_string(path.with_extension(UNITS)).unwrap_or_default();
                    for unit in text.lines().filter_map(|line| line.parse().ok()) {
                        *held.entry(unit).or_default() += 1;
                    }
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

    /// Publishes the units that this process holds. The log must be locked. Nothing depends on it, so
    /// failures are ignored.
    pub(super) fn publish(&mut self, units: impl Iterator<Item = u64>) {
        if self.own.is_none() {
            let _ = fs::create_dir(&self.folder);
            let name = self
                .folder
                .join(format!("{}-{:016x}", self.id, fastrand::u64(..)));
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
    /// Leases up to `count` open units, expensive ones first. If there is none, leases units that
    /// other processes are counting, so that a slow machine does not delay the end; the second result
    /// is compared with the first. Returns an empty list if this process holds all remaining units, or
    /// none remain.
    pub fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        self.locked(|ledger| ledger.lease_locked(count))
    }

    fn lease_locked(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        let (others, _) = self.leases.others(true);
        let state = &self.state;
        let held = &self.held;
        let all = 0..state.units.plan().len();
        let is_open =
            |unit: &u64| state.known(*unit).state == UnitState::Open && !held.contains(unit);
        let is_free = |unit: &u64| is_open(unit) && !others.contains_key(unit);
        let mut units = Vec::new();
        while units.len() < count {
            let taken = |range: std::ops::Range<u64>| {
                Ok::<_, Error>(range.filter(|unit| !is_free(unit)).collect())
            };
            let Some(unit) = self.order.next(state.units.plan(), taken)? else {
                break;
            };
            // The window may have been read long ago.
            if is_free(&unit.index()) {
                units.push(unit.index());
            }
        }
        if units.len() < count && state.count(UnitState::Open) > 0 {
            // Units that were released, whose process died, or whose results were withdrawn.
            let chosen: HashSet<u64> = units.iter().copied().collect();
            let is_left = |unit: &u64| is_free(unit) && !chosen.contains(unit);
            units.extend(all.clone().filter(is_left).take(count - chosen.len()));
        }
        if units.is_empty() {
            let slow = others.iter().map(|(unit, holders)| (*holders, *unit));
            let mut slow: Vec<_> = slow.collect();
            slow.retain(|(_, unit)| all.contains(unit) && is_open(unit));
            slow.sort_unstable();
            units.extend(slow.into_iter().take(count).map(|(_, unit)| unit));
        }
        self.held.extend(&units);
        self.publish_leases();
        let lease = |index: u64| {
            let unit = self.state.units.unit(index)?;
            let of_others = others.get(&index).copied().unwrap_or(0);
            let of_this = self.released.get(&index).copied().unwrap_or(0);
            let attempt = 1 + of_others + of_this;
            Ok(Lease { unit, attempt })
        };
        units.into_iter().map(lease).collect()
    }

    /// Publishes the units that this process holds and nobody has counted.
    fn publish_leases(&mut self) {
        let state = &self.state;
        self.held
            .retain(|unit| state.known(*unit).state == UnitState::Open);
        self.leases.publish(self.held.iter().copied());
    }

    /// Releases units that will not be counted.
    pub fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        self.file.lock()?;
        for unit in units {
            if self.held.remove(unit) {
                *self.released.entry(*unit).or_default() += 1;
            }
        }
        self.publish_leases();
        self.file.unlock();
        Ok(())
    }
}
