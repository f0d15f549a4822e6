//! Results of strangers: forged lines and recounts.

mod certificates;
mod policies;
mod withdrawals;

use std::fs;
use std::path::Path;

use crate::running::run;
use bezzel_campaign::{
    AuthorList, Ledger, Policy, ProcessInfo, ResultFilter, SecretKey, StoreOutcome, StoredResult,
    UnitList,
};
use bezzel_count::Route;
use bezzel_run::LedgerStore;

use crate::{N, Place, counter, finish, origin, solutions, stored_result};

use Route::{Direct, Exchanged};

/// Writes results as a file of lines.
fn write_lines(path: &Path, units: &UnitList, results: &[StoredResult]) {
    let lines = results.iter().map(|one| units.line(one).unwrap() + "\n");
    fs::write(path, units.header() + "\n" + &lines.collect::<String>()).unwrap();
}

/// The results of all units by one route, as this host counts them.
fn all_results(ledger: &Ledger, route: Route, host: &str) -> Vec<StoredResult> {
    let units = 0..ledger.units().plan().len();
    units
        .map(|unit| stored_result(ledger, unit, route, host))
        .collect()
}

/// A false value that passes all checks of a unit and of the total: 96 is 8 solutions.
fn forge(stored: &mut StoredResult) {
    stored.result.value += 96;
}

fn verify(ledger: &mut Ledger, units: u64) -> u64 {
    let mut queue = LedgerStore::sample(ledger, ProcessInfo::current("t"), units, 1);
    let drawn = queue.units_again();
    run(&mut queue, vec![counter()], &mut |_| true).unwrap();
    drawn
}

fn resolve(ledger: &mut Ledger) {
    let mut queue = LedgerStore::conflicts(ledger, ProcessInfo::current("t"));
    run(&mut queue, vec![counter()], &mut |_| true).unwrap();
}

/// The unit whose value is forged in these tests: the forged total passes all checks.
fn forgeable(ledger: &Ledger) -> u64 {
    let units = ledger.units();
    let fits = |unit: &u64| {
        let mut one = stored_result(ledger, *unit, Direct, "h");
        forge(&mut one);
        units.check(&one).is_ok() && one.result.value > 96
    };
    (0..units.plan().len()).find(fits).expect("a unit has room")
}

#[test]
fn a_forged_line_that_is_sent_by_both_routes_confirms_nothing_and_is_found() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let units = ledger.units().clone();
    let mut results = all_results(&ledger, Direct, "liar");
    let forged = forgeable(&ledger);
    forge(&mut results[forged as usize]);
    results.push(StoredResult {
        route: Exchanged,
        ..results[forged as usize].clone()
    });
    write_lines(&place.file("forged"), &units, &results);
    let merge = ledger.merge(&place.file("forged")).unwrap();
    assert_eq!((merge.merged, merge.repeated), (units.plan().len(), 1));
    assert_eq!(merge.confirmed, 0);
    assert_eq!(ledger.status().unwrap().confirmed, 0);
    let before = ledger.final_result().map(|it| it.unconfirmed_imports);
    // A check of the total may find some forgeries, but not all of them.
    assert!(before.is_err() || before.unwrap() == units.plan().len());
    // The forged unit is drawn like every other one.
    assert_eq!(verify(&mut ledger, u64::MAX), units.plan().len());
    assert_eq!(ledger.conflicts(), [forged]);
    resolve(&mut ledger);
    let found = ledger.final_result().unwrap();
    assert_eq!(found.total.solutions, solutions(N));
    assert_eq!((found.rejected.len(), found.recounted), (2, 1));
    assert_eq!(
        found.confirmed_by_exchange, 1,
        "results of strangers confirm nothing"
    );
    // An honest line that arrives later agrees.
    let honest = stored_result(&ledger, forged, Direct, "honest");
    let outcome = ledger.import(&[honest]).unwrap();
    assert_eq!(outcome, [StoreOutcome::Confirmed]);
    drop(ledger);
    Ledger::open(&place.file("q")).unwrap();
}

#[test]
fn forging_both_routes_under_several_names_does_not_move_an_own_recount() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    verify(&mut ledger, u64::MAX);
    let units = ledger.units().clone();
    let mut forged = Vec::new();
    for host in ["a", "b", "c"] {
        for route in [Direct, Exchanged] {
            let mut one = stored_result(&ledger, 5, route, host);
            forge(&mut one);
            forged.push(one);
        }
    }
    write_lines(&place.file("forged"), &units, &forged);
    let merge = ledger.merge(&place.file("forged")).unwrap();
    assert_eq!((merge.conflicts, merge.rejected), (0, 6));
    assert_eq!(merge.rejecting.len(), 1, "the unit is named once");
    assert!(ledger.conflicts().is_empty());
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
    assert_eq!(ledger.final_result().unwrap().rejected.len(), 6);
    // Against a unit that is not recounted, they cause a conflict, which a recount ends.
    let mut other = place.ledger("other");
    finish(&mut other);
    assert_eq!(other.merge(&place.file("forged")).unwrap().conflicts, 6);
    assert_eq!(other.conflicts(), [5]);
    resolve(&mut other);
    assert_eq!(other.final_result().unwrap().total.solutions, solutions(N));
}

#[test]
fn units_of_a_host_are_counted_again_also_if_they_are_confirmed() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let honest = all_results(&ledger, Direct, "honest");
    ledger.import(&honest).unwrap();
    // Two names of one liar agree.
    let mut liar = vec![];
    for host in ["liar", "friend"] {
        let mut one = stored_result(&ledger, 7, Exchanged, host);
        forge(&mut one);
        liar.push(one);
    }
    let mut empty = place.ledger("empty");
    empty.import(&liar).unwrap();
    let status = empty.status().unwrap();
    assert_eq!((status.confirmed, status.unsigned_agree), (0, 1));
    let filter = ResultFilter {
        host: Some("liar".to_owned()),
        ..ResultFilter::default()
    };
    let chosen = empty.units_with(&filter);
    assert_eq!(chosen, [7]);
    let mut queue = LedgerStore::again(&mut empty, origin("me"), chosen);
    run(&mut queue, vec![counter()], &mut |_| true).unwrap();
    let results = empty.status().unwrap();
    assert_eq!((results.conflicts, results.resolved.len()), (0, 1));
    let right = stored_result(&empty, 7, Direct, "x")
        .result
        .value
        .to_string();
    assert_eq!(results.resolved[0].accepted, Some(right));
}

/// The true results of all units by both routes.
struct Truth {
    ledger: Ledger,
    direct: Vec<StoredResult>,
    exchanged: Vec<StoredResult>,
    _place: Place,
}

fn truth() -> Truth {
    let place = Place::new();
    let ledger = place.ledger("truth");
    Truth {
        direct: all_results(&ledger, Direct, "h"),
        exchanged: all_results(&ledger, Exchanged, "h"),
        ledger,
        _place: place,
    }
}

fn listed(keys: &[&SecretKey]) -> AuthorList {
    keys.iter()
        .map(|key| (key.author(), String::new()))
        .collect()
}

fn ledger_with(place: &Place, name: &str, policy: Policy) -> Ledger {
    let units = UnitList::new(N).unwrap();
    Ledger::create_with(&place.file(name), units, policy).unwrap()
}

fn signed_by(units: &UnitList, key: &SecretKey, stored: &StoredResult) -> StoredResult {
    let mut stored = stored.clone();
    units.sign(&mut stored, key).unwrap();
    stored
}
