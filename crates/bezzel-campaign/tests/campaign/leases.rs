//! Leases, and their end when a process ends.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use bezzel_campaign::{Ledger, StoreOutcome};
use bezzel_count::Route;

use crate::{N, Place, finish, solutions, stored_result};

#[test]
fn a_unit_is_given_to_one_run_while_others_are_open() {
    let place = Place::new();
    let mut first = place.ledger("q");
    let mut second = Ledger::open(&place.file("q")).unwrap();
    let mut seen = HashSet::new();
    let mut costs = Vec::new();
    for round in 0..8 {
        let ledger = if round % 2 == 0 {
            &mut first
        } else {
            &mut second
        };
        for lease in ledger.lease(4).unwrap() {
            assert_eq!(lease.attempt, 1);
            assert!(seen.insert(lease.unit.index()), "given out twice");
            costs.push(lease.unit.cost());
        }
    }
    assert_eq!(seen.len() as u64, first.units().plan().len());
    assert!(
        costs.is_sorted_by(|a, b| a >= b),
        "the expensive ones come first"
    );
    let status = first.status().unwrap();
    assert_eq!((status.leased, status.processes), (status.units, 2));
}

#[test]
fn when_nothing_is_open_units_of_others_are_counted_again() {
    let place = Place::new();
    let (mut first, mut second) = (place.ledger("q"), Ledger::open(&place.file("q")).unwrap());
    let all = first.units().plan().len() as usize;
    assert_eq!(first.lease(all).unwrap().len(), all);
    let again = second.lease(3).unwrap();
    assert_eq!(again.len(), 3);
    assert!(again.iter().all(|lease| lease.attempt == 2));
    assert_eq!(first.lease(all).unwrap(), [], "the first holds them still");
    // Both processes deliver a result: the second one is compared, not added.
    let unit = again[0].unit.index();
    let [a, b] = ["first", "second"].map(|host| stored_result(&first, unit, Route::Direct, host));
    assert_eq!(first.record(&[a]).unwrap(), [StoreOutcome::Merged]);
    assert_eq!(second.record(&[b]).unwrap(), [StoreOutcome::Repeated]);
    assert_eq!(first.counted(), 1);
    let held: Vec<u64> = again.iter().map(|lease| lease.unit.index()).collect();
    second.release(&held).unwrap();
    finish(&mut second);
    let final_result = second.final_result().unwrap();
    assert_eq!(final_result.total.solutions, solutions(N));
    assert_eq!(
        (
            final_result.confirmed_by_repeat,
            final_result.confirmed_by_exchange
        ),
        (0, 0),
        "a repeat by the same route on the same device confirms nothing"
    );
}

#[test]
fn leases_that_are_given_back_are_open_again() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let all = ledger.units().plan().len();
    let leases = ledger.lease(all as usize).unwrap();
    let units: Vec<u64> = leases.iter().map(|lease| lease.unit.index()).collect();
    ledger.release(&units[..5]).unwrap();
    assert_eq!(ledger.status().unwrap().leased, all - 5);
    let again = ledger.lease(100).unwrap();
    assert_eq!(again.len(), 5);
    assert!(again.iter().all(|lease| lease.attempt == 2));
    // A closed ledger holds no leases.
    drop(ledger);
    let ledger = Ledger::open(&place.file("q")).unwrap();
    let status = ledger.status().unwrap();
    assert_eq!((status.leased, status.open), (0, all));
}

/// The leases of a process end with its locks.
#[test]
fn leases_of_a_dead_process_end_and_those_of_a_live_one_do_not() {
    let place = Place::new();
    let (mut dead, mut alive) = (place.ledger("q"), Ledger::open(&place.file("q")).unwrap());
    let mut watcher = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(dead.lease(3).unwrap().len(), 3);
    assert_eq!(alive.lease(4).unwrap().len(), 4);
    let status = watcher.status().unwrap();
    assert_eq!((status.leased, status.processes), (7, 2));
    // As after kill -9: the files stay, and only the lock is gone.
    let folder = place.file("q.leases");
    let copy = place.file("copy");
    fs::create_dir(&copy).unwrap();
    let files = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    for file in files(&folder) {
        fs::copy(&file, copy.join(file.file_name().unwrap())).unwrap();
    }
    drop(dead);
    for file in files(&copy) {
        let left = folder.join(file.file_name().unwrap());
        if !left.exists() {
            fs::copy(&file, left).unwrap();
        }
    }
    assert_eq!(files(&folder).len(), 4);
    let status = watcher.status().unwrap();
    assert_eq!((status.leased, status.processes), (4, 1));
    watcher.lease(0).unwrap();
    assert_eq!(
        files(&folder).len(),
        4,
        "those of the dead process are removed"
    );
    finish(&mut watcher);
    drop((alive, watcher));
    assert!(!folder.exists());
    let ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
}

#[test]
fn results_are_accepted_without_a_lease_and_a_repeat_is_not_added() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let first = stored_result(&ledger, 3, Route::Direct, "a");
    let same = first.clone();
    let again = stored_result(&ledger, 3, Route::Direct, "b");
    let exchanged = stored_result(&ledger, 3, Route::Exchanged, "a");
    let mut other = stored_result(&ledger, 3, Route::Direct, "c");
    other.result.value += 1;
    use StoreOutcome::{Confirmed, Identical, Merged, Rejected, Repeated};
    let outcomes = ledger.record(&[first, same, again]).unwrap();
    assert_eq!(outcomes, [Merged, Identical, Repeated]);
    // Outcomes are those under all results; two routes outweigh the other value in any order.
    let outcomes = ledger.record(&[other, exchanged]).unwrap();
    assert_eq!(outcomes, [Rejected, Confirmed]);
    assert_eq!(ledger.results(3).unwrap().len(), 4);
    let status = ledger.status().unwrap();
    assert_eq!(
        (status.confirmed, status.conflicts, status.resolved.len()),
        (1, 0, 1)
    );
    finish(&mut ledger);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
}
