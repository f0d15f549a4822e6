//! Leases: the units that processes are counting.
//!
//! A lease is no result and need not survive its process. Each process keeps two files in a folder
//! beside the log: one that it has locked, and one with its units. A lease counts while the lock is
//! held. When a process ends in whatever way, the system releases the lock. Without locks, as on some
//! network file systems, units are at worst counted twice.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// Suffix of the folder.
const FOLDER: &str = ".leases";
/// Suffixes of the two files of a process.
const LOCK: &str = "lock";
const UNITS: &str = "units";

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
