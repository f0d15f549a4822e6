//! Processes that are killed while they write, and their journals.
//!
//! SQLite is made to write half of a transaction to the file before it ends. A copy of file and
//! journal at that moment is the state after a kill.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use bezzel_campaign::{Error, Ledger, Record};
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::{Place, finish, record, refused, results};

/// Number of results before the killed transaction, enough to fill several pages.
const STORED: usize = 300;

/// The state after a kill.
pub(crate) struct Killed {
    pub(crate) file: Vec<u8>,
    pub(crate) journal: Vec<u8>,
    /// The results that were reported as stored, as lines.
    pub(crate) stored: HashSet<String>,
}

impl Killed {
    pub(crate) fn put(&self, place: &Place, name: &str, journal: Option<&[u8]>) {
        fs::write(place.file(name), &self.file).unwrap();
        let path = place.file(&format!("{name}-journal"));
        match journal {
            Some(journal) => fs::write(path, journal).unwrap(),
            None => drop(fs::remove_file(path)),
        }
    }
}

/// Returns many different results of all units.
pub(crate) fn many(ledger: &Ledger, hosts: &str, count: usize) -> Vec<Record> {
    let units = ledger.units().plan().len();
    let each: Vec<Record> = (0..units).map(|unit| record(ledger, unit, hosts)).collect();
    let numbered = |number: usize| {
        let mut record = each[number % each.len()].clone();
        record.microseconds = number as u64;
        record
    };
    (0..count).map(numbered).collect()
}

/// Kills a process while it stores as many results again.
pub(crate) fn killed() -> Killed {
    killed_after(&|_| {})
}

/// Does the same after another fault of the file.
pub(crate) fn killed_after(fault: &dyn Fn(&Path)) -> Killed {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    ledger.record(&many(&ledger, "stored", STORED)).unwrap();
    drop(ledger);
    let stored: HashSet<String> = results(&place.file("q")).into_iter().collect();
    assert_eq!(stored.len(), STORED);
    fault(&place.file("q"));
    let mut more = place.ledger("more");
    more.record(&many(&more, "killed", STORED)).unwrap();
    drop(more);
    let db = Connection::open(place.file("q")).unwrap();
    db.pragma_update(None, "cache_size", 1).unwrap();
    let attach = format!("ATTACH '{}' AS more", place.file("more").display());
    db.execute_batch(&attach).unwrap();
    db.execute_batch(
        "BEGIN IMMEDIATE;
         INSERT INTO origins SELECT id + 100, backend, program, host, run FROM more.origins;
         INSERT INTO results SELECT unit, checksum, route, value, joined, tests, finished,
             origin + 100, microseconds, attempt, time, residue_31, residue_61, author, signature,
             own, received, parts FROM more.results;",
    )
    .unwrap();
    let read = |name: &str| fs::read(place.file(name)).unwrap();
    let killed = Killed {
        file: read("q"),
        journal: read("q-journal"),
        stored,
    };
    db.execute_batch("ROLLBACK").unwrap();
    drop(db);
    assert_ne!(
        killed.file,
        read("q"),
        "the file was written before the end"
    );
    assert!(killed.journal.iter().any(|byte| *byte != 0));
    killed
}

/// Opens the state after a kill in both ways. Either all reported results are there, or an error
/// names the fault and nothing changes. Returns true if it was opened.
fn nothing_is_lost_silently(place: &Place, killed: &Killed, what: &str) -> bool {
    let journal = place.file("k-journal");
    let before = (fs::read(place.file("k")).unwrap(), fs::read(&journal).ok());
    let unchanged = || {
        let after = (fs::read(place.file("k")).unwrap(), fs::read(&journal).ok());
        assert!(before == after, "{what}: it is left as it is");
    };
    let all_there = |path: &Path| {
        let found: HashSet<String> = results(path).into_iter().collect();
        let missing = killed.stored.difference(&found).count();
        assert_eq!(missing, 0, "{what}: results are lost without a word");
    };
    match Ledger::open_to_read(&place.file("k")) {
        Ok(_) => all_there(&place.file("k")),
        Err(error) => told(&error, what),
    }
    unchanged();
    match Ledger::open(&place.file("k")) {
        Ok(ledger) => {
            drop(ledger);
            all_there(&place.file("k"));
            true
        }
        Err(error) => {
            told(&error, what);
            unchanged();
            false
        }
    }
}

fn told(error: &Error, what: &str) {
    let is_right = matches!(
        error,
        Error::Damaged { .. } | Error::Leftover { .. } | Error::NotALedger { .. }
    );
    assert!(is_right, "{what}: {error}");
    assert!(!error.to_string().contains('\n'), "{what}: {error}");
}

#[test]
fn an_unfinished_transaction_is_undone() {
    let (place, killed) = (Place::new(), killed());
    killed.put(&place, "k", Some(&killed.journal));
    assert!(nothing_is_lost_silently(&place, &killed, "killed"));
    assert_eq!(place.names(), ["k"], "one file is left");
    assert_eq!(results(&place.file("k")).len(), STORED);
    finish(&mut Ledger::open(&place.file("k")).unwrap());
}

/// The file has pages of two transactions. The number of results and their joint checksum reveal
/// it, whatever SQLite makes of the pages.
#[test]
fn a_journal_that_is_lost_is_noticed_and_the_rest_recovered() {
    let (place, killed) = (Place::new(), killed());
    killed.put(&place, "k", None);
    assert!(!nothing_is_lost_silently(&place, &killed, "no journal"));
    let (mut new, recovered) = Ledger::recover(&place.file("k"), &place.file("new")).unwrap();
    assert_eq!(recovered.stored, Some(STORED as u64));
    assert!(recovered.results > 0, "something is sound");
    finish(&mut new);
    drop(new);
    let sound = results(&place.file("new"));
    assert!(sound.len() as u64 >= recovered.results);
    assert_eq!(place.names(), ["k", "new"]);
}

#[test]
fn a_journal_that_is_damaged_loses_nothing_silently() {
    let (place, killed) = (Place::new(), killed());
    let mut opened = 0;
    let mut rounds = 0;
    let mut random = fastrand::Rng::with_seed(12);
    let places = (0..28)
        .step_by(2)
        .chain((0..30).map(|_| random.usize(28..killed.journal.len())));
    for at in places.collect::<Vec<_>>() {
        let mut journal = killed.journal.clone();
        journal[at] ^= 1 << (at % 8);
        killed.put(&place, "k", Some(&journal));
        opened += u32::from(nothing_is_lost_silently(
            &place,
            &killed,
            &format!("byte {at}"),
        ));
        rounds += 1;
    }
    for cut in [
        1,
        511,
        512,
        600,
        killed.journal.len() / 2,
        killed.journal.len() - 1,
    ] {
        killed.put(&place, "k", Some(&killed.journal[..cut]));
        opened += u32::from(nothing_is_lost_silently(
            &place,
            &killed,
            &format!("cut at {cut}"),
        ));
        rounds += 1;
    }
    assert!(opened > 0 && opened < rounds, "{opened} of {rounds} opened");
}

/// As when a copy replaces a ledger whose process was killed.
#[test]
fn a_journal_of_another_file_is_named() {
    let (place, killed) = (Place::new(), killed());
    finish(&mut place.ledger("k"));
    let sound = fs::read(place.file("k")).unwrap();
    fs::write(place.file("k-journal"), &killed.journal).unwrap();
    let error = refused(&place.file("k"));
    assert!(error.contains("k-journal"), "{error}");
    assert!(error.contains("valid without it: move it away"), "{error}");
    assert_eq!(fs::read(place.file("k")).unwrap(), sound);
    assert_eq!(fs::read(place.file("k-journal")).unwrap(), killed.journal);
    fs::remove_file(place.file("k-journal")).unwrap();
    assert!(
        Ledger::open(&place.file("k"))
            .unwrap()
            .is_complete()
            .unwrap()
    );
}

/// A foreign file with the name of a journal.
#[test]
fn a_file_that_is_no_journal_is_named_and_kept() {
    let place = Place::new();
    finish(&mut place.ledger("q"));
    fs::write(place.file("q-journal"), "Dear diary,\n").unwrap();
    let error = refused(&place.file("q"));
    assert!(error.contains("valid without it: move it away"), "{error}");
    assert_eq!(fs::read(place.file("q-journal")).unwrap(), b"Dear diary,\n");
}

/// Removing a repeated result leaves every state as it was.
#[test]
fn a_result_that_is_missing_is_noticed_by_the_number_of_results() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let hosts = ["a", "b", "c"];
    let repeats = hosts.map(|host| record(&ledger, 3, host));
    ledger.record(&repeats).unwrap();
    drop(ledger);
    let db = Connection::open(place.file("q")).unwrap();
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
        .unwrap();
    db.execute_batch("DELETE FROM results WHERE checksum = (SELECT min(checksum) FROM results)")
        .unwrap();
    drop(db);
    let error = refused(&place.file("q"));
    assert!(error.contains("expected 3 results, found 2"), "{error}");
}

/// A result that is reported as stored is in the file itself: nothing beside it is needed.
#[test]
fn results_are_in_the_file_when_they_are_reported() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    for unit in 0..5 {
        ledger.record(&[record(&ledger, unit, "h")]).unwrap();
        assert_eq!(place.names(), ["q"]);
        // The state after a kill and the loss of all other files.
        let kept = Place::new();
        fs::copy(place.file("q"), kept.file("q")).unwrap();
        let kept = Ledger::open(&kept.file("q")).unwrap();
        assert_eq!(kept.counted().unwrap(), unit + 1);
    }
}
