//! Faults of the file of a campaign, and the results that must survive them.
//!
//! ```text
//! cargo test -p bezzel-campaign --test faults
//! ```

#[cfg(unix)]
mod creation;
mod damage;
#[cfg(target_os = "linux")]
mod growth;
#[cfg(unix)]
mod links;
#[cfg(unix)]
mod moved;
#[cfg(unix)]
mod overwritten;
mod recovery;
#[path = "../running/mod.rs"]
mod running;
#[cfg(target_os = "linux")]
mod stopped;
#[cfg(target_os = "linux")]
mod storage;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bezzel_campaign::{Ledger, ProcessInfo, StoredResult};
use bezzel_count::{Backend, Counter, Engine, Route};
use bezzel_run::LedgerStore;
use running::{Ended, run};
use tempfile::TempDir;

/// A board whose plan has several units and is counted quickly even without optimisation.
const N: u32 = 12;

/// A folder for one ledger, removed at the end of the test.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A place in memory if the system has one: for thousands of files, each of which is synced.
    fn in_memory() -> Self {
        match tempfile::tempdir_in("/dev/shm") {
            Ok(folder) => Self { folder },
            Err(_) => Self::new(),
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn ledger(&self, name: &str) -> Ledger {
        Ledger::create(&self.file(name), N).unwrap()
    }

    /// Returns the names of all its files, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn origin(host: &str) -> Arc<ProcessInfo> {
    Arc::new(ProcessInfo {
        program: "test".to_owned(),
        host: host.to_owned(),
        run: "1".to_owned(),
    })
}

fn counter() -> Box<dyn Engine> {
    Box::new(Counter::new(Backend::Portable).unwrap())
}

/// Counts a unit as this host.
fn stored_result(ledger: &Ledger, unit: u64, host: &str) -> StoredResult {
    let unit = ledger.units().unit(unit).unwrap();
    let counted = StoredResult::count(counter().as_mut(), &[unit], Route::Direct, &origin(host));
    counted.unwrap().remove(0)
}

/// Different results of the first units.
fn many(ledger: &Ledger, host: &str, count: usize) -> Vec<StoredResult> {
    let units = ledger.units().plan().len().min(16);
    let counted: Vec<StoredResult> = (0..units)
        .map(|unit| stored_result(ledger, unit, host))
        .collect();
    let results = counted.iter().cycle().zip(0..count as u64);
    let stored = |(stored, microseconds): (&StoredResult, u64)| StoredResult {
        microseconds,
        ..stored.clone()
    };
    results.map(stored).collect()
}

fn published(n: u32) -> u128 {
    let totals = bezzel_oracle::totals();
    totals.iter().find(|line| line.n == n).unwrap().all
}

/// Counts all remaining units and checks the total.
fn finish(ledger: &mut Ledger) {
    let mut counting = LedgerStore::open_units(ledger, origin("here"), false);
    let ended = run(&mut counting, vec![counter()], &mut |_| true).unwrap();
    assert_eq!(ended, Ended::Complete);
    assert_eq!(ledger.final_result().unwrap().total.solutions, published(N));
}

/// Returns all results of a ledger as lines.
fn results(path: &Path) -> Vec<String> {
    let ledger = Ledger::open_to_read(path).unwrap();
    let mut lines = Vec::new();
    let listed: Result<(), bezzel_campaign::Error> = ledger.each_result(&mut |line| {
        lines.push(line.to_owned());
        Ok(())
    });
    listed.unwrap();
    lines
}

/// Runs a test in another process, with these variables.
#[cfg(target_os = "linux")]
fn run_in_child(test: &str, variables: &[(&str, String)]) -> std::process::ExitStatus {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    command.output().unwrap().status
}
