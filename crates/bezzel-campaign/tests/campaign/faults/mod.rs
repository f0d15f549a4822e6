//! Faults of the file of a campaign, and the results that must survive them.

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
#[cfg(target_os = "linux")]
mod stopped;
#[cfg(target_os = "linux")]
mod storage;

use std::path::Path;

use bezzel_campaign::{Ledger, StoredResult};
use bezzel_count::Route;

use crate::{N, solutions};

/// Counts a unit as this host.
fn stored_result(ledger: &Ledger, unit: u64, host: &str) -> StoredResult {
    crate::stored_result(ledger, unit, Route::Direct, host)
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

/// Counts all remaining units and checks the total.
fn finish(ledger: &mut Ledger) {
    crate::finish(ledger);
    let total = ledger.final_result().unwrap().total;
    assert_eq!(total.solutions, solutions(N));
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
