//! Ledgers that are moved, removed or replaced during a count.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use crate::running::{of_store, run};
use bezzel_campaign::{Error, Ledger};
use bezzel_count::Error as CountError;
use bezzel_count::{Engine, EngineInfo, Route, Unit, UnitResult};
use bezzel_run::{LedgerStore, Store};

use super::{finish, results, stored_result};
use crate::{N, Place, counter, origin};

/// Number of units that are counted before the fault, and after it.
pub(crate) const BEFORE: usize = 5;
const AFTER: usize = 3;
/// Number of units that an engine counts without waiting.
pub(crate) const ALL: usize = 1 << 20;
/// Limit against hanging.
pub(crate) const LIMIT: Duration = Duration::from_secs(600);

/// Lets an engine count this number of units.
#[derive(Default)]
pub(crate) struct Gate {
    open: Mutex<usize>,
    changed: Condvar,
}

impl Gate {
    pub(crate) fn allow(&self, units: usize) {
        *self.open.lock().unwrap() += units;
        self.changed.notify_all();
    }

    fn pass(&self) {
        let open = self.open.lock().unwrap();
        let mut open = self.changed.wait_while(open, |open| *open == 0).unwrap();
        *open -= 1;
    }
}

/// Counts each unit when the gate permits it.
pub(crate) struct Gated(pub(crate) Arc<Gate>, pub(crate) Box<dyn Engine>);

impl Engine for Gated {
    fn info(&self) -> EngineInfo {
        EngineInfo::other("gated")
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, CountError> {
        units.iter().for_each(|_| self.0.pass());
        self.1.run(units, route)
    }
}

/// The outcome of a run.
pub(crate) struct FaultyRun {
    pub(crate) error: String,
    /// The results that were reported as stored, as lines.
    pub(crate) stored: Vec<String>,
}

/// Runs until `fault` has changed the file, in which `BEFORE` units are stored by then. Others are
/// being counted at that moment; their results are in memory when the run ends.
pub(crate) fn run_with_fault(file: &Path, fault: impl Fn()) -> FaultyRun {
    run_on_after_fault(file, AFTER, fault)
}

/// Does the same, and counts this number of units after the fault.
pub(crate) fn run_on_after_fault(file: &Path, after: usize, fault: impl Fn()) -> FaultyRun {
    let mut ledger = Ledger::open(file).unwrap();
    let units = ledger.units().clone();
    let gate = Arc::new(Gate::default());
    gate.allow(BEFORE);
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    let mut stored = Vec::new();
    let has_happened = AtomicBool::new(false);
    let engine: Box<dyn Engine> = Box::new(Gated(gate.clone(), counter()));
    let limit = Instant::now() + LIMIT;
    let ended = run(&mut counting, vec![engine], &mut |news| {
        stored.extend(
            news.units
                .unwrap()
                .stored
                .iter()
                .map(|stored| units.line(stored).unwrap()),
        );
        if stored.len() == BEFORE && !has_happened.swap(true, Ordering::SeqCst) {
            fault();
            gate.allow(after);
        }
        Instant::now() < limit
    });
    gate.allow(ALL);
    let error = of_store(ended.expect_err("the fault is noticed"));
    assert!(
        matches!(&error, Error::Gone { .. } | Error::Rescued { .. }),
        "{error}"
    );
    let error = error.to_string();
    assert!(!error.contains('\n'), "{error}");
    FaultyRun { error, stored }
}

/// Returns the log that the message names.
pub(crate) fn rescued(error: &str) -> Option<PathBuf> {
    let end = error.find(", which `bezzel campaign merge` imports")?;
    let start = error[..end].rfind(" saved in ")? + " saved in ".len();
    Some(PathBuf::from(&error[start..end]))
}

/// All that was stored is in the ledgers and files of results together, and they give the total.
pub(crate) fn nothing_is_lost(outcome: &FaultyRun, others: &[&Path]) {
    let place = Place::new();
    let mut whole = place.ledger("whole");
    let rescued = rescued(&outcome.error);
    let others = others.iter().copied().chain(rescued.as_deref());
    for other in others {
        whole.merge(other).unwrap();
    }
    let found: HashSet<String> = results(&place.file("whole")).into_iter().collect();
    for line in &outcome.stored {
        assert!(found.contains(line), "{line} is lost: {}", outcome.error);
    }
    finish(&mut whole);
}

#[test]
fn a_ledger_that_is_moved_ends_the_run_with_its_new_path() {
    let place = Place::new();
    drop(place.ledger("q"));
    let (file, moved) = (place.file("q"), place.file("moved"));
    let outcome = run_with_fault(&file, || fs::rename(&file, &moved).unwrap());
    assert!(!file.exists(), "nothing is made at the old path");
    if cfg!(target_os = "linux") {
        let said = format!("was moved to {}", moved.display());
        assert!(outcome.error.contains(&said), "{}", outcome.error);
    }
    nothing_is_lost(&outcome, &[&moved]);
}

#[test]
fn all_results_of_a_ledger_that_is_removed_are_written_beside_it() {
    let place = Place::new();
    drop(place.ledger("q"));
    let file = place.file("q");
    let outcome = run_with_fault(&file, || fs::remove_file(&file).unwrap());
    assert!(outcome.error.contains("q was removed"), "{}", outcome.error);
    let beside = rescued(&outcome.error).expect("a log");
    assert_eq!(beside.parent(), Some(place.path()));
    assert!(results_in(&beside) >= BEFORE, "{}", outcome.error);
    assert_eq!(place.names().len(), 1, "{:?}", place.names());
    nothing_is_lost(&outcome, &[]);
}

/// The last results of a process that has ended were in no other memory.
#[test]
fn results_that_a_process_has_not_read_are_rescued_with_a_removed_ledger() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let mut other = Ledger::open(&place.file("q")).unwrap();
    ledger.record(&[stored_result(&ledger, 0, "here")]).unwrap();
    other.record(&[stored_result(&other, 1, "there")]).unwrap();
    other.check_at_end().unwrap();
    drop(other);
    fs::remove_file(place.file("q")).unwrap();
    let error = ledger.check_place().unwrap_err();
    let own = stored_result(&ledger, 2, "here");
    let error = ledger.rescue(error, &[own]).to_string();
    assert!(error.contains("; 3 results saved in "), "{error}");
    assert_eq!(results(&rescued(&error).unwrap()).len(), 3);
}

fn results_in(log: &Path) -> usize {
    results(log).len()
}

/// Removed and created again, as for a new start, or replaced by another ledger.
#[test]
fn a_ledger_that_is_replaced_stays_as_it_is() {
    for by_rename in [false, true] {
        let place = Place::new();
        drop(place.ledger("q"));
        let (file, other) = (place.file("q"), place.file("other"));
        finish(&mut place.ledger("other"));
        let replace = || {
            if by_rename {
                fs::rename(&other, &file).unwrap();
            } else {
                fs::remove_file(&file).unwrap();
                drop(place.ledger("q"));
            }
        };
        let outcome = run_with_fault(&file, replace);
        let said = "q was replaced by another file";
        assert!(outcome.error.contains(said), "{}", outcome.error);
        let expected = if by_rename { outcome.stored.len() } else { 0 };
        let there = results(&file);
        assert!(there.len() >= expected);
        assert!(there.iter().all(|line| !outcome.stored.contains(line)));
        nothing_is_lost(&outcome, &[]);
        finish(&mut Ledger::open(&file).unwrap());
    }
}

#[test]
fn a_ledger_whose_folder_is_moved_or_removed_is_noticed() {
    let place = Place::new();
    let folder = place.file("folder");
    for is_removed in [false, true] {
        fs::create_dir(&folder).unwrap();
        let file = folder.join("q");
        drop(Ledger::create(&file, N).unwrap());
        let moved = place.file("moved");
        let outcome = run_with_fault(&file, || {
            if is_removed {
                fs::remove_dir_all(&folder).unwrap();
            } else {
                fs::rename(&folder, &moved).unwrap();
            }
        });
        assert!(!folder.exists());
        if is_removed {
            // In another folder, because writing beside it fails.
            let elsewhere = rescued(&outcome.error).expect("a log");
            nothing_is_lost(&outcome, &[]);
            fs::remove_file(elsewhere).unwrap();
        } else {
            nothing_is_lost(&outcome, &[&moved.join("q")]);
            if let Some(elsewhere) = rescued(&outcome.error) {
                fs::remove_file(elsewhere).unwrap();
            }
        }
    }
}

/// A link that leads elsewhere, while the file stays in place.
#[test]
fn a_link_that_leads_to_another_ledger_is_noticed() {
    let place = Place::new();
    drop((place.ledger("first"), place.ledger("second")));
    let link = place.file("link");
    std::os::unix::fs::symlink("first", &link).unwrap();
    let outcome = run_with_fault(&link, || {
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink("second", &link).unwrap();
    });
    assert_eq!(results(&place.file("second")).len(), 0);
    nothing_is_lost(&outcome, &[&place.file("first")]);
}

/// No unit is ever finished: the fault is noticed without a write.
#[test]
fn a_run_that_writes_nothing_notices_too() {
    let place = Place::new();
    finish(&mut place.ledger("full"));
    drop(place.ledger("empty"));
    for name in ["empty", "full"] {
        let file = place.file(name);
        let mut ledger = Ledger::open(&file).unwrap();
        let gate = Arc::new(Gate::default());
        let engine: Box<dyn Engine> = Box::new(Gated(gate.clone(), counter()));
        let mut book: Box<dyn Store> = if name == "full" {
            Box::new(LedgerStore::sample(&mut ledger, origin("here"), 3, 1))
        } else {
            Box::new(LedgerStore::open_units(&mut ledger, origin("here"), false))
        };
        let mut is_moved = false;
        let moved = place.file(&format!("{name}-moved"));
        let limit = Instant::now() + LIMIT;
        let ended = run(book.as_mut(), vec![engine], &mut |news| {
            if news.units.unwrap().in_work > 0.0 && !is_moved {
                is_moved = true;
                fs::rename(&file, &moved).unwrap();
            }
            Instant::now() < limit
        });
        gate.allow(ALL);
        let error = of_store(ended.expect_err("it is noticed"));
        assert!(matches!(error, Error::Gone { .. }), "{error}");
    }
}

/// Nothing that is asked of a ledger that is gone reads or writes another file.
#[test]
fn writes_and_totals_of_a_ledger_that_has_gone_fail() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let first = [super::stored_result(&ledger, 0, "h")];
    ledger.record(&first).unwrap();
    let leases = ledger.lease(2).unwrap();
    let held: Vec<u64> = leases.iter().map(|lease| lease.unit.index()).collect();
    fs::remove_file(place.file("q")).unwrap();
    finish(&mut place.ledger("q"));
    let new = fs::read(place.file("q")).unwrap();
    let gone = |result: Result<(), Error>| {
        let error = result.expect_err("it has gone");
        assert!(matches!(error, Error::Gone { .. }), "{error}");
    };
    gone(ledger.record(&first).map(drop));
    gone(ledger.import(&first).map(drop));
    gone(ledger.lease(1).map(drop));
    gone(ledger.refresh());
    gone(ledger.maintain());
    gone(ledger.check_place());
    gone(ledger.check_at_end());
    gone(ledger.final_result().map(drop));
    ledger.release(&held).unwrap();
    // Closing it seals nothing in the new file.
    drop(ledger);
    assert_eq!(fs::read(place.file("q")).unwrap(), new);
    assert!(Ledger::open(&place.file("q")).unwrap().is_complete());
    assert_eq!(place.names(), ["q"]);
}

/// The file is removed after it was opened and before anything is counted: its results are only in
/// the open file.
#[test]
fn a_ledger_that_is_removed_before_the_run_begins_loses_nothing() {
    let place = Place::new();
    finish(&mut place.ledger("q"));
    let stored: HashSet<String> = results(&place.file("q")).into_iter().collect();
    let mut ledger = Ledger::open(&place.file("q")).unwrap();
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    fs::remove_file(place.file("q")).unwrap();
    let engines = vec![counter()];
    let ended = run(&mut counting, engines, &mut |_| true);
    let error = ended.expect_err("the fault is noticed").to_string();
    let log = rescued(&error).expect("a log is named");
    let saved: HashSet<String> = results(&log).into_iter().collect();
    assert!(saved == stored, "{error}");
}
