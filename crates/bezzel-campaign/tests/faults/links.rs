//! Ledgers with several names.

use std::fs;
use std::os::unix::fs::symlink;

use bezzel_campaign::{Error, Lease, Ledger};

use crate::journal::killed_after;
use crate::{Place, finish, record};

/// Two names would have two journals.
#[test]
fn a_ledger_with_two_hard_links_is_refused_under_both() {
    let place = Place::new();
    drop(place.ledger("q"));
    fs::hard_link(place.file("q"), place.file("p")).unwrap();
    let before = fs::read(place.file("q")).unwrap();
    for name in ["q", "p"] {
        for opened in [
            Ledger::open(&place.file(name)),
            Ledger::open_to_read(&place.file(name)),
        ] {
            let error = opened.err().expect("it is refused");
            assert!(matches!(error, Error::SeveralNames { links: 2, .. }));
            let said = format!("{} is one of 2 hard links", place.file(name).display());
            assert!(error.to_string().contains(&said), "{error}");
        }
    }
    assert_eq!(fs::read(place.file("q")).unwrap(), before);
    fs::remove_file(place.file("q")).unwrap();
    finish(&mut Ledger::open(&place.file("p")).unwrap());
}

/// A second name that is created during a count cannot be used by others.
#[test]
fn a_second_name_keeps_others_away_from_a_run() {
    let place = Place::new();
    let mut running = place.ledger("q");
    fs::hard_link(place.file("q"), place.file("p")).unwrap();
    running.record(&[record(&running, 0, "h")]).unwrap();
    assert!(matches!(
        Ledger::open(&place.file("p")),
        Err(Error::SeveralNames { .. })
    ));
    finish(&mut running);
}

/// SQLite keeps its files beside the file itself, not beside a link to it.
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
    let results = [0, 1].map(|unit| record(&first, unit, "h"));
    first.record(&results[..1]).unwrap();
    second.record(&results[1..]).unwrap();
    assert_eq!(first.counted(), 2);
    let held = |leases: Vec<Lease>| -> Vec<u64> {
        leases.iter().map(|lease| lease.unit.index()).collect()
    };
    let by_first = held(first.lease(8).unwrap());
    let by_second = held(second.lease(8).unwrap());
    let is_given_out_once = by_first.iter().all(|unit| !by_second.contains(unit));
    assert!(is_given_out_once, "{by_first:?} {by_second:?}");
    second.release(&by_second).unwrap();
    finish(&mut second);
    drop((first, second));
    assert_eq!(fs::read_dir(place.file("folder")).unwrap().count(), 1);
    assert!(Ledger::open(&link).unwrap().is_complete());
}

/// A damaged ledger behind a link, with a journal with which SQLite would change it.
#[test]
fn a_damaged_ledger_behind_a_link_stays_as_it_is() {
    let place = Place::new();
    let killed = killed_after(&|file| {
        let mut bytes = fs::read(file).unwrap();
        let is_value = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_digit);
        let value = bytes.windows(7).rposition(is_value);
        bytes[value.expect("a value")] ^= 1;
        fs::write(file, bytes).unwrap();
    });
    killed.put(&place, "q", Some(&killed.journal));
    let link = place.file("link");
    symlink("q", &link).unwrap();
    for path in [link, place.file("q")] {
        let error = Ledger::open(&path).err().expect("it is refused");
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
        assert!(fs::read(place.file("q")).unwrap() == killed.file);
        assert!(fs::read(place.file("q-journal")).unwrap() == killed.journal);
        assert_eq!(place.names(), ["link", "q", "q-journal"]);
    }
}

/// Files beside the file itself count, not those beside the link.
#[test]
fn a_log_beside_the_target_of_a_link_is_refused() {
    let place = Place::new();
    drop(place.ledger("q"));
    fs::create_dir(place.file("folder")).unwrap();
    let link = place.file("folder/link");
    symlink("../q", &link).unwrap();
    fs::write(place.file("folder/link-wal"), "of another file").unwrap();
    drop(Ledger::open(&link).unwrap());
    fs::write(place.file("q-wal"), "of an earlier file").unwrap();
    let error = Ledger::open(&link).err().expect("it is refused");
    assert!(matches!(error, Error::Leftover { .. }), "{error}");
    assert!(place.file("q-wal").exists());
}
