//! Ledgers of earlier formats.

use std::fs;
use std::path::{Path, PathBuf};

use bezzel_campaign::{Certificate, Error, Ledger, UnitList};
use bezzel_count::PLAN_VERSION;

use crate::{Place, solutions};

/// A complete ledger of format 2 and plan version 2, which version 0.1.0 (commit b86b593) wrote by
/// `bezzel campaign new 8 F` and `bezzel campaign run F`.
const FORMAT_2: &[u8] = include_bytes!("../ledgers/q8-format2.bezzel");

/// A complete ledger of format 3 and plan version 3, which version 0.2.0 (commit b5590dfa6) wrote by
/// `bezzel campaign new 8 F`, `run F` and `verify F --fraction 50% --seed 1`.
const FORMAT_3: &[u8] = include_bytes!("../ledgers/q8-format3.bezzel");

/// A complete ledger of format 4 and plan version 3, which version 0.2.0 (commit ccb986206) wrote by
/// `bezzel campaign new 8 F`, `run F`, `verify F --fraction 50% --seed 1` and `withdraw F --host
/// elsewhere --reason "faulty memory"`.
const FORMAT_4: &[u8] = include_bytes!("../ledgers/q8-format4.bezzel");

/// A complete ledger of format 5, which version 0.2.0 (commit 6dffbce7e) wrote by the same commands as
/// that of format 4.
const FORMAT_5: &[u8] = include_bytes!("../ledgers/q8-format5.bezzel");

fn stored(place: &Place, content: &[u8]) -> PathBuf {
    let path = place.file("old");
    fs::write(&path, content).unwrap();
    path
}

fn is_unchanged(path: &Path, content: &[u8]) {
    assert!(fs::read(path).unwrap() == content, "the file was changed");
    let names = fs::read_dir(path.parent().unwrap()).unwrap();
    let beside = names.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_str().unwrap().starts_with("old-")
    });
    assert_eq!(beside.count(), 0, "a journal was left");
}

#[test]
fn ledgers_of_earlier_formats_are_refused_in_one_line_and_left_as_they_are() {
    for (content, format) in [(FORMAT_2, "format 2"), (FORMAT_3, "format 3")] {
        is_refused(content, format);
    }
}

fn is_refused(content: &[u8], format: &str) {
    let place = Place::new();
    let path = stored(&place, content);
    let mut other = Ledger::create(&place.file("new"), 8).unwrap();
    let refusals = [
        Ledger::open(&path).err(),
        Ledger::open_to_read(&path).err(),
        Ledger::open_as_allowed(&path).err(),
        Ledger::open_or_create(&path, 8).err(),
        other.merge(&path).err(),
    ];
    for refusal in refusals {
        let text = refusal.expect("it is refused").to_string();
        assert!(text.contains(format), "{text}");
        assert!(text.contains("bezzel campaign recover"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        is_unchanged(&path, content);
    }
    assert_eq!(other.counted().unwrap(), 0);
}

/// Plan versions 2 and later differ in the boundaries of units. Results are recovered if the units
/// of this n are the same; otherwise the file is rejected.
#[test]
fn a_ledger_of_format_2_is_recovered_if_its_units_are_those_of_today() {
    let place = Place::new();
    let path = stored(&place, FORMAT_2);
    match Ledger::recover(&path, &place.file("new")) {
        Ok((ledger, recovered)) => {
            assert_eq!((recovered.results, recovered.stored), (8, None));
            assert_eq!(ledger.counted().unwrap(), 8);
            let total = ledger.final_result().unwrap().total;
            assert_eq!(total.solutions, solutions(8));
            Certificate::of(&ledger).unwrap();
            drop(ledger);
            Ledger::open(&place.file("new")).unwrap();
        }
        Err(error @ Error::OtherPlan { .. }) => {
            assert_ne!(PLAN_VERSION, 2, "{error}");
            let text = error.to_string();
            assert!(text.contains("plan version 2"), "{text}");
            assert_eq!(text.lines().count(), 1, "{text}");
            assert!(!place.file("new").exists());
        }
        Err(error) => panic!("{error}"),
    }
    is_unchanged(&path, FORMAT_2);
}

/// Formats before 4 do not say which results were counted with the ledger open, so all count as
/// imported: those of different processes confirm each other.
#[test]
fn a_ledger_of_format_3_is_recovered_with_its_confirmations() {
    let place = Place::new();
    let path = stored(&place, FORMAT_3);
    let (ledger, recovered) = Ledger::recover(&path, &place.file("new")).unwrap();
    assert_eq!((recovered.results, recovered.stored), (12, Some(12)));
    let found = ledger.final_result().unwrap();
    assert_eq!(found.total.solutions, solutions(8));
    assert_eq!(
        (found.confirmed_by_exchange, found.unconfirmed_imports),
        (4, 4)
    );
    assert_eq!((found.own, found.recounted), (0, 0));
    assert!(ledger.policy().is_default());
    drop(ledger);
    Ledger::open(&place.file("new")).unwrap();
    is_unchanged(&path, FORMAT_3);
}

/// Format 5 has no parts of results, and does not check the times of results.
#[test]
fn a_ledger_of_format_5_is_read_and_converted_by_the_first_process_that_writes() {
    let place = Place::new();
    let path = stored(&place, FORMAT_5);
    let read = Ledger::open_to_read(&path).unwrap();
    assert_eq!(read.results(0).unwrap()[0].commitment, None);
    assert_eq!(
        (read.policy().since, read.policy().commit_parts),
        (None, false)
    );
    let certificate = Certificate::of(&read).unwrap();
    drop(read);
    is_unchanged(&path, FORMAT_5);
    drop(Ledger::open(&path).unwrap());
    assert!(fs::read(&path).unwrap() != FORMAT_5);
    let ledger = Ledger::open(&path).unwrap();
    assert_eq!(Certificate::of(&ledger).unwrap(), certificate);
    drop(ledger);
    fs::write(&path, FORMAT_5).unwrap();
    let (ledger, recovered) = Ledger::recover(&path, &place.file("new")).unwrap();
    assert_eq!((recovered.results, recovered.withdrawals), (12, 1));
    assert_eq!(
        Certificate::of(&ledger).unwrap().fingerprint(),
        certificate.fingerprint()
    );
}

/// Format 4 has no number of withdrawals. Reading changes nothing; a process that writes adds it.
#[test]
fn a_ledger_of_format_4_is_read_and_converted_by_the_first_process_that_writes() {
    let place = Place::new();
    let path = stored(&place, FORMAT_4);
    let read = Ledger::open_to_read(&path).unwrap();
    assert_eq!(read.withdrawals().unwrap().len(), 1);
    assert_eq!(read.final_result().unwrap().total.solutions, solutions(8));
    drop(read);
    is_unchanged(&path, FORMAT_4);
    drop(Ledger::open(&path).unwrap());
    let converted = fs::read(&path).unwrap();
    assert!(converted != FORMAT_4);
    let ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.withdrawals().unwrap().len(), 1);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(8));
    drop(ledger);
    is_unchanged(&path, &converted);
    let db = rusqlite::Connection::open(&path).unwrap();
    let triggers = rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER;
    db.set_db_config(triggers, false).unwrap();
    db.execute_batch("DELETE FROM withdrawals").unwrap();
    drop(db);
    let error = Ledger::open(&path).err().unwrap().to_string();
    assert!(error.contains("expected 1 withdrawals, found 0"), "{error}");
    // Recovery accepts the old format, too.
    fs::write(&path, FORMAT_4).unwrap();
    let (ledger, recovered) = Ledger::recover(&path, &place.file("new")).unwrap();
    assert_eq!((recovered.results, recovered.withdrawals), (12, 1));
    assert!(recovered.lost.is_empty());
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(8));
}

/// Ledgers, certificates and signatures contain the fingerprint: another one would make them
/// invalid. The vectors are pins, computed by this code, and prove only that nothing changed.
#[test]
fn fingerprints_of_plans_are_pinned() {
    let mut lines = include_str!("../fingerprints.csv").lines();
    let version = format!("# plan version {PLAN_VERSION}");
    assert_eq!(lines.next(), Some(version.as_str()));
    for line in lines.filter(|line| !line.starts_with(['#', 'n'])) {
        let (n, pinned) = line.split_once(',').unwrap();
        let units = UnitList::new(n.parse().unwrap()).unwrap();
        assert_eq!(units.fingerprint(), pinned, "n = {n}");
    }
}
