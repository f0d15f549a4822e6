//! Faults of the file of a campaign, and the results that must survive them.
//!
//! ```text
//! cargo test -p bezzel-campaign --test faults
//! ```

mod creation;
#[cfg(target_os = "linux")]
mod growth;
#[cfg(unix)]
mod links;
#[cfg(unix)]
mod moved;
#[cfg(unix)]
mod overwritten;
mod recovery;
#[cfg(target_os = "linux")]
mod storage;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bezzel_campaign::{Ledger, LedgerQueue, ProcessInfo, Record, RunOutcome, TimeLimit, run};
use bezzel_count::{Backend, Counter, Engine, Route};
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
fn record(ledger: &Ledger, unit: u64, host: &str) -> Record {
    let unit = ledger.units().unit(unit).unwrap();
    let counted = Record::count(counter().as_mut(), &[unit], Route::Direct, &origin(host));
    counted.unwrap().remove(0)
}

/// Counts all remaining units and checks the total.
fn finish(ledger: &mut Ledger) {
    let mut counting = LedgerQueue::new(ledger, origin("here"));
    let ended = run(
        &mut counting,
        vec![counter()],
        TimeLimit::none(),
        &mut |_| true,
    )
    .unwrap();
    assert_eq!(ended, RunOutcome::Complete);
    let totals = bezzel_oracle::totals();
    let published = totals.iter().find(|line| line.n == N).unwrap().all;
    assert_eq!(ledger.final_result().unwrap().total.solutions, published);
}

/// Returns all results of a ledger as lines.
fn results(path: &Path) -> Vec<String> {
    let ledger = Ledger::open_to_read(path).unwrap();
    let mut lines = Vec::new();
    let listed: Result<u64, bezzel_campaign::Error> = ledger.each_result(&mut |line| {
        lines.push(line.to_owned());
        Ok(())
    });
    listed.unwrap();
    lines
}

/// Returns the error of opening, in one line.
fn refused(path: &Path) -> String {
    let error = Ledger::open(path).err().expect("it is refused").to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}
