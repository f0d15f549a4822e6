//! Ledgers with several names.

use std::fs;
use std::os::unix::fs::symlink;

use bezzel_campaign::{Error, Lease, Ledger};

use super::{finish, results, stored_result};
use crate::Place;

fn held(leases: &[Lease]) -> Vec<u64> {
    leases.iter().map(|lease| lease.unit.index()).collect()
}

/// A ledger is one file, so another name of it does no harm.
#[test]
fn a_ledger_with_two_hard_links_is_used_under_both() {
    let place = Place::new();
    let mut first = place.ledger("q");
    fs::hard_link(place.file("q"), place.file("p")).unwrap();
    let mut second = Ledger::open(&place.file("p")).unwrap();
    let counted = [0, 1, 2].map(|unit| stored_result(&first, unit, "h"));
    for one in counted.chunks(1) {
        first.record(one).unwrap();
        second.record(one).unwrap();
    }
    second.refresh().unwrap();
    assert_eq!((first.counted(), second.counted()), (3, 3));
    assert_eq!(results(&place.file("q")).len(), 3, "each is stored once");
    fs::remove_file(place.file("q")).unwrap();
    let gone = first.refresh().err();
    assert!(matches!(gone, Some(Error::Gone { .. })), "{gone:?}");
    finish(&mut second);
    drop((first, second));
    assert!(Ledger::open(&place.file("p")).unwrap().is_complete());
}

/// Leases are beside the file itself, not beside a link to it.
#[test]
fn a_link_and_its_target_are_one_ledger() {
    let place = Place::new();
    drop(place.ledger("q"));
    fs::create_dir(place.file("folder")).unwrap();
    let link = place.file("folder/link");
    symlink("../q", &link).unwrap();
    let (mut first, mut second) = (
        Ledger::open(&link).unwrap(),
        Ledger::open(&place.file("q")).unwrap(),
    );
    assert!(first.is_at(&place.file("q")));
    let results = [0, 1].map(|unit| stored_result(&first, unit, "h"));
    first.record(&results[..1]).unwrap();
    second.record(&results[1..]).unwrap();
    first.refresh().unwrap();
    assert_eq!(first.counted(), 2);
    let by_first = held(&first.lease(8).unwrap());
    let by_second = held(&second.lease(8).unwrap());
    let is_given_out_once = by_first.iter().all(|unit| !by_second.contains(unit));
    assert!(is_given_out_once, "{by_first:?} {by_second:?}");
    second.release(&by_second).unwrap();
    finish(&mut second);
    drop((first, second));
    assert_eq!(fs::read_dir(place.file("folder")).unwrap().count(), 1);
    assert!(Ledger::open(&link).unwrap().is_complete());
}

#[test]
fn a_damaged_ledger_behind_a_link_stays_as_it_is() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let one = stored_result(&ledger, 0, "h");
    ledger.record(&[one]).unwrap();
    drop(ledger);
    let mut bytes = fs::read(place.file("q")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(place.file("q"), &bytes).unwrap();
    let link = place.file("link");
    symlink("q", &link).unwrap();
    for path in [link, place.file("q")] {
        let error = Ledger::open(&path).err().expect("it is refused");
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
        assert!(fs::read(place.file("q")).unwrap() == bytes);
        assert_eq!(place.names(), ["link", "q"]);
    }
}
