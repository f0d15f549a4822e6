//! The library of campaigns: promises of the ledger, and ways to break them.

mod damage;
mod engines;
mod exchange;
mod faults;
mod leases;
mod records;
mod running;
mod tables;
mod together;
mod trust;
mod values;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use bezzel_campaign::{Ledger, ProcessInfo, StoredResult};
use bezzel_count::Error;
use bezzel_count::{Backend, Counter, Engine, EngineInfo, Route, Unit, UnitResult};
use bezzel_run::LedgerStore;
use running::{Ended, run};
use tempfile::TempDir;

/// A board whose plan has several units and is counted quickly even without optimisation.
const N: u32 = 12;

/// Blocks threads until another one opens it.
#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn new() -> Arc<Self> {
        Arc::default()
    }

    fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    /// Waits until the gate is open.
    fn pass(&self) {
        let hang_timeout = Duration::from_secs(600);
        let closed = |is_open: &mut bool| !*is_open;
        let waiting = self.is_open.lock().unwrap();
        let (_guard, wait) = self
            .opened
            .wait_timeout_while(waiting, hang_timeout, closed)
            .unwrap();
        assert!(!wait.timed_out(), "the gate stays closed");
    }
}

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

    /// A place in memory if the system has one: for writers that never rest, and for thousands of
    /// files, each of which is synced.
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
        self.path().join(name)
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

/// Counts all remaining units.
fn finish(ledger: &mut Ledger) {
    finish_with(ledger, vec![counter()]);
}

fn finish_with(ledger: &mut Ledger, engines: Vec<Box<dyn Engine>>) {
    let mut counting = LedgerStore::open_units(ledger, origin("here"), false);
    let ended = run(&mut counting, engines, &mut |_| true).unwrap();
    assert_eq!(ended, Ended::Complete);
}

fn solutions(n: u32) -> u128 {
    if n == 0 {
        return 1;
    }
    let totals = bezzel_oracle::totals();
    totals.iter().find(|line| line.n == n).unwrap().all
}

/// Counts a unit as this host.
fn stored_result(ledger: &Ledger, unit: u64, route: Route, host: &str) -> StoredResult {
    let unit = ledger.units().unit(unit).unwrap();
    let counted = StoredResult::count(counter().as_mut(), &[unit], route, &origin(host));
    counted.unwrap().remove(0)
}

/// Counts like [`Counter`], but `spoil` changes the result of a unit.
struct Spoilt<F> {
    counter: Box<dyn Engine>,
    spoil: F,
}

impl<F: FnMut(&Unit, &mut UnitResult) -> Result<(), Error> + Send> Engine for Spoilt<F> {
    fn info(&self) -> EngineInfo {
        EngineInfo::other("spoilt")
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        let mut results = self.counter.run(units, route)?;
        for (unit, result) in units.iter().zip(&mut results) {
            (self.spoil)(unit, result)?;
        }
        Ok(results)
    }
}

fn spoilt(
    spoil: impl FnMut(&Unit, &mut UnitResult) -> Result<(), Error> + Send + 'static,
) -> Box<dyn Engine> {
    Box::new(Spoilt {
        counter: counter(),
        spoil,
    })
}
